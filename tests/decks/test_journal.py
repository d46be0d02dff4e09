"""Undo and redo without limit, and the journal in which they outlive a crash."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decks.editing.edited_deck import EditedDeck
from decks.editing.session import EditSession
from decks.model import Deck, DeckError
from decks.storage.journal import read_journal
from decks.storage.store import DeckStore
from tests.decks.opened import killed

LOVE, HOPE, KYTHE = "wit/good/love", "wit/good/hope", "wit/good/kythe"
EMPTY = Deck("Mine", "wrinkles", "good", "constructed", {})

DOINGS = st.lists(
    st.sampled_from(["love", "hope", "take", "aside", "back", "notes", "format", "undo", "redo", "fill"]),
    max_size=30,
)


def do(editing: EditedDeck, what: str) -> None:
    done = {
        "love": lambda: editing.add_all([LOVE]),
        "hope": lambda: editing.add_all([HOPE]),
        "take": lambda: editing.take_each([LOVE]),
        "aside": lambda: editing.put_aside([LOVE, KYTHE]),
        "back": lambda: editing.take_back([LOVE, KYTHE]),
        "notes": lambda: editing.describe(notes=f"{editing.deck.notes}\nmore"),
        "format": lambda: editing.mean_for("good", "singleton"),
        "fill": lambda: editing.put([HOPE, KYTHE]),
        "undo": editing.undo,
        "redo": editing.redo,
    }
    done[what]()


@settings(max_examples=60, deadline=None)
@given(DOINGS)
def test_every_step_is_taken_back_and_made_again(doings: list[str]) -> None:
    editing = EditedDeck(EMPTY)
    for what in doings:
        do(editing, what)
    end = editing.deck
    back, again = editing.history.steps
    while editing.undo():
        pass
    assert editing.deck == EMPTY
    for _ in range(back):
        editing.redo()
    assert editing.deck == end and editing.history.steps == (back, again)


@settings(max_examples=60, deadline=None)
@given(DOINGS, st.integers(0, 200))
def test_a_journal_tells_the_history_however_it_was_cut(doings: list[str], lost: int) -> None:
    editing = EditedDeck(EMPTY)
    written = [editing.history.journal()]
    decks = [editing.deck]
    editing.history.written = written.append
    for what in doings:
        before = len(written)
        do(editing, what)
        if len(written) > before:
            decks.append(editing.deck)
    journal = b"".join(written)
    whole = read_journal(journal)
    assert whole is not None and whole.deck == editing.deck and whole.steps == editing.history.steps
    assert read_journal(editing.history.journal()).steps == editing.history.steps  # type: ignore[union-attr]
    cut = read_journal(journal[: len(journal) - lost])
    assert cut is None or cut.deck in decks


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300))
def test_a_journal_may_be_any_bytes(data: bytes) -> None:
    read_journal(data)
    read_journal(EditedDeck(EMPTY).history.journal() + data + b"\n")


def test_what_a_journal_says_is_checked() -> None:
    begun = EditedDeck(EMPTY).history.journal()
    for line in (
        b'{"cards":{"wit/good/nobody":1}}',
        b'{"cards":{"wit/good/love":100}}',
        b'{"to":{"name":"\\u001b[2J"}}',
        b'{"to":{"group":"purple"}}',
        b'{"go":-1}',
        b'{"other":1}',
    ):
        history = read_journal(begun + line + b"\n")
        assert history is not None and history.deck == EMPTY and history.steps == (0, 0)


def test_undo_outlives_a_crash(tmp_path: Path) -> None:
    store = DeckStore(tmp_path / "decks")
    key = store.create(EMPTY)
    one = EditSession(store, key)
    for what in ("love", "hope", "notes", "undo", "aside"):
        do(one.editing, what)
        one.keep()
    killed(one)
    two = EditSession(store, key)
    assert two.draft() == one.editing.deck
    two.take_up_draft()
    assert two.editing.history.steps == (3, 0)
    two.editing.undo()
    two.keep()
    two.editing.undo()
    two.keep()
    assert two.editing.deck.cards == {LOVE: 1}
    killed(two)
    three = EditSession(store, key)
    three.take_up_draft()
    assert three.editing.history.steps == (1, 2)
    three.editing.redo()
    three.keep()
    three.save()
    # Saved, and killed again: there is no draft, and the way back is still there.
    killed(three)
    four = EditSession(store, key)
    assert four.draft() is None and four.editing.history.steps == (2, 1)
    assert four.hold()
    four.close()
    # Closed in order, a history is over.
    assert EditSession(store, key).editing.history.steps == (0, 0)


def test_a_history_of_another_time_is_not_taken_up(tmp_path: Path) -> None:
    store = DeckStore(tmp_path / "decks")
    key = store.create(EMPTY)
    one = EditSession(store, key)
    one.editing.add_all([LOVE])
    one.keep()
    killed(one)
    store.drafts.keep(key, EMPTY.with_cards({HOPE: 2}))
    two = EditSession(store, key)
    two.take_up_draft()
    assert two.editing.deck.cards == {HOPE: 2} and two.editing.history.steps == (0, 0)


def test_looking_writes_nothing(tmp_path: Path) -> None:
    store = DeckStore(tmp_path / "decks")
    key = store.create(EMPTY)
    before = sorted(path.name for path in store.folders.own.iterdir())
    session = EditSession(store, key)
    session.close()
    assert sorted(path.name for path in store.folders.own.iterdir()) == before


def test_a_renamed_deck_keeps_its_way_back(tmp_path: Path) -> None:
    store = DeckStore(tmp_path / "decks")
    session = EditSession(store, store.create(EMPTY))
    session.editing.add_all([LOVE])
    session.keep()
    session.rename("Yours")
    assert session.editing.deck.name == "Yours" and session.editing.changed
    session.editing.undo()
    session.keep()
    assert session.editing.deck == EMPTY.renamed("Yours") and not session.editing.changed


def test_a_file_that_became_another_games_is_not_taken_over(tmp_path: Path) -> None:
    store = DeckStore(tmp_path / "decks")
    key = store.create(EMPTY)
    session = EditSession(store, key)
    session.editing.add_all([LOVE])
    session.keep()
    other = Deck("Mine", "time-masters", "setup", "spheres", {})
    store._replace(key, other)
    assert session.changed_outside and session.theirs() == other
    with pytest.raises(DeckError, match="for Time Masters now"):
        session.take_theirs()
    assert session.editing.deck.cards == {LOVE: 1}
    # The draft that is left belongs to the deck of before.
    session.close()
    again = EditSession(store, key)
    with pytest.raises(DeckError, match="for Wrinkles in Time now"):
        again.draft()
    assert again.editing.deck == other


def test_a_draft_that_is_only_asked_about_keeps_its_history(tmp_path: Path) -> None:
    store = DeckStore(tmp_path)
    key = store.create(EMPTY)
    crashed = EditSession(store, key)
    crashed.editing.add_all([LOVE])
    crashed.keep()
    crashed.close()
    asked = EditSession(store, key)
    assert asked.draft() is not None
    asked.close()
    later = EditSession(store, key)
    later.take_up_draft()
    assert later.editing.undo() and later.editing.deck == EMPTY
