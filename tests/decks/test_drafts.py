"""What is made of a deck and not saved: whose draft it is, and how it goes on with its way back."""

from __future__ import annotations

from pathlib import Path

import pytest

from decks.editing.session import EditSession
from decks.model import Deck, DeckError
from decks.storage.store import DeckChanged, DeckStore
from decks.text.deck_file import write_deck
from tests.decks.opened import CLUB, changed, club, killed, outside
from tests.decks.test_store import deck, own, store

__all__ = ["club", "store"]


def test_a_draft_that_was_made_meanwhile_is_not_written_over(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    looking = EditSession(store, key)
    killed(changed(store, key, hope=2))
    looking.editing.become(deck(hope=3))
    with pytest.raises(DeckError, match="open it again"):
        looking.keep()
    assert store.drafts.deck(key) == deck(hope=2)


@pytest.mark.parametrize("key", ["mine.toml", CLUB])
def test_a_draft_knows_what_it_was_made_of(store: DeckStore, club: DeckStore, key: str) -> None:
    store.create(deck(hope=1))
    killed(changed(store, key, hope=2))
    again = EditSession(store, key)
    assert not again.draft_is_of_another
    theirs = outside(store, key, love=1)
    session = EditSession(store, key)
    assert session.draft_is_of_another
    session.take_up_draft()
    assert session.changed_outside and session.editing.history.steps == (1, 0)
    with pytest.raises(DeckChanged):
        session.save()
    assert store.catalog.load(key) == theirs
    session.save(over=True)
    assert store.catalog.load(key).cards == deck(hope=2).cards
    assert store.versions(key)[0].deck == theirs


def test_a_draft_that_says_nothing_of_what_it_was_made_of_is_asked_about(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    store.folders.paths(key).draft.write_text(write_deck(deck(hope=2)))
    session = EditSession(store, key)
    session.take_up_draft()
    with pytest.raises(DeckChanged):
        session.save()


def test_a_draft_belongs_to_one_deck_in_one_folder(tmp_path: Path, store: DeckStore, club: DeckStore) -> None:
    other = DeckStore(tmp_path / "other")
    other.create(deck("Theirs", love=1))
    mine = store.create(deck("shared-theirs"))
    sessions = [changed(store, CLUB, hope=2), changed(store, mine, hope=3)]
    store.folders.shared = other.folders.own
    assert store.drafts.deck(CLUB) is None
    sessions.append(changed(store, CLUB, hope=4))
    for session in sessions:
        killed(session)
    assert store.drafts.deck(CLUB).cards == deck(hope=4).cards  # type: ignore[union-attr]
    assert store.drafts.deck(mine).cards == deck(hope=3).cards  # type: ignore[union-attr]
    store.folders.shared = tmp_path / "club" / ".." / "club"
    session = EditSession(store, CLUB)
    session.take_up_draft()
    assert session.editing.deck.cards == deck(hope=2).cards
    assert session.editing.undo() and session.editing.deck == deck("Theirs", hope=1)


@pytest.mark.parametrize("open_then", [False, True])
def test_a_renamed_deck_keeps_the_way_back_of_what_is_not_saved(store: DeckStore, open_then: bool) -> None:
    key = store.create(deck(hope=1))
    session = changed(store, key, hope=2)
    if open_then:
        session.rename("Other")
        key = session.key
        killed(session)
    else:
        killed(session)
        key = store.rename(key, "Other")
    again = EditSession(store, key)
    assert again.draft() == deck("Other", hope=2) and not again.draft_is_of_another
    again.take_up_draft()
    assert again.editing.undo() and again.editing.deck == deck("Other", hope=1)


def test_what_comes_back_under_another_name_is_called_so_throughout(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    killed(changed(store, key, hope=2))
    number = store.delete(key)
    store.create(deck(love=1))
    back = EditSession(store, store.bring_back(number))
    assert back.editing.saved == deck("Mine 2", hope=1) and not back.draft_is_of_another
    back.take_up_draft()
    assert back.editing.history.steps == (1, 0)
    back.save()
    assert sorted(own(store)) == ["Mine", "Mine 2"]


def test_what_is_typed_is_kept_before_it_is_done_and_is_one_step(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    session = changed(store, key, hope=2)
    for notes in ("S", "Si", "Sing"):
        session.keep_typed("Songs.", notes)
    killed(session)
    again = EditSession(store, key)
    again.take_up_draft()
    assert (again.editing.deck.about, again.editing.deck.notes) == ("Songs.", "Sing")
    assert again.editing.undo() and again.editing.deck == deck(hope=2)
    assert again.editing.undo() and again.editing.deck == deck(hope=1)


def test_notes_that_are_the_first_change_are_a_step_when_they_are_found_again(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    session = EditSession(store, key)
    session.keep_typed("", "Sing")
    killed(session)
    again = EditSession(store, key)
    again.take_up_draft()
    assert again.editing.deck.notes == "Sing"
    assert again.editing.undo() and again.editing.deck == deck(hope=1)
    assert again.editing.redo() and again.editing.deck.notes == "Sing"


def test_a_step_is_in_the_journal_once_however_often_it_is_kept(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    session = changed(store, key, hope=2)
    session.editing.become(deck(hope=3))
    session.keep()
    session.keep()
    session.keep_typed("", "Sing")
    session.editing.become(deck(hope=4))
    session.editing.become(deck(hope=5))
    session.keep()
    killed(session)
    again = EditSession(store, key)
    again.take_up_draft()
    seen = []
    while again.editing.undo():
        seen.append(again.editing.deck.size)
    assert seen == [4, 3, 2, 1]


@pytest.mark.parametrize("said", [b"garbage\n", b"\xff\xfe", b"", b"another game"])
def test_a_draft_that_cannot_be_gone_on_with_is_not_written_over(store: DeckStore, said: bytes) -> None:
    key = store.create(deck(hope=1))
    if said == b"another game":
        said = write_deck(Deck("Mine", "time-masters", "setup", "spheres", {})).encode()
    store.folders.paths(key).draft.write_bytes(said)
    session = EditSession(store, key)
    with pytest.raises(DeckError):
        session.draft()
    session.editing.become(deck(hope=2))
    session.keep()
    assert store.drafts.deck(key) == deck(hope=2)
    assert (store.folders.paths(key).former / "000001.toml").read_bytes() == said
    session.save()
    assert len(store.versions(key)) == 2
