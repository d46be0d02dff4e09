"""A deck that is open: whose it is, and what becomes of it when others change its file or its folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from decks.editing.session import EditSession
from decks.model import DeckError
from decks.storage.store import DeckChanged, DeckStore
from decks.text.deck_file import write_deck
from tests.decks.opened import CLUB, changed, club, killed, outside
from tests.decks.test_store import deck, store

__all__ = ["club", "store"]


def tree(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {
        str(path.relative_to(folder)): (path.stat().st_mtime_ns, b"" if path.is_dir() else path.read_bytes())
        for path in folder.rglob("*")
    }


@pytest.mark.parametrize("key", ["mine.toml", CLUB])
def test_to_look_at_a_deck_writes_nothing_anywhere(
    tmp_path: Path, store: DeckStore, club: DeckStore, key: str
) -> None:
    store.create(deck(hope=1))
    before = tree(tmp_path)
    session = EditSession(store, key)
    assert not session.looking and session.draft() is None and not session.changed_outside
    session.others()
    session.close()
    store.versions(key)
    store.remains(key)
    store.binned()
    assert tree(tmp_path) == before
    # Nor does it take the deck from anybody.
    other = changed(store, key, hope=2)
    assert not other.looking


def test_what_one_is_looking_at_is_not_changed_while_another_has_it(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    looking = EditSession(store, key)
    other = changed(store, key, hope=2)
    with pytest.raises(DeckError, match="open in another tesser"):
        looking.keep()
    assert not looking.hold() and "another tesser" in looking.why_looking
    killed(other)
    assert store.drafts.deck(key) == deck(hope=2)


DECK = deck()
DONE: list[Callable[[EditSession], object]] = [
    lambda session: session.rename("MINE"),
    lambda session: session.rename("Other"),
    lambda session: session.save(),
    lambda session: (session.save(), session.rename("Other"), session.rename("Mine")),
    lambda session: session.take_theirs(),
]


@pytest.mark.parametrize("do", DONE)
def test_a_deck_stays_with_the_session_that_has_it(
    store: DeckStore, do: Callable[[EditSession], object]
) -> None:
    session = changed(store, store.create(deck(hope=1)), hope=2)
    do(session)
    assert store.folders.held(session.key) and EditSession(store, session.key).looking
    for act in (store.delete, lambda key: store.rename(key, "Yours"), lambda key: store.put_back(key, DECK)):
        with pytest.raises(DeckError, match="open in another tesser"):
            act(session.key)
    assert not session.looking
    session.close()
    assert not store.folders.held(session.key)
    assert not [path.name for path in store.folders.own.iterdir() if path.name.endswith(".lock")]


def refused(act: Callable[[], object]) -> None:
    with pytest.raises(DeckChanged):
        act()


@pytest.mark.parametrize(
    "between",
    [
        lambda session: None,
        lambda session: refused(lambda: session.rename("Other")),
        lambda session: refused(session.save),
        lambda session: session.keep(),
    ],
)
def test_a_change_from_outside_is_noticed_whatever_is_done_before(
    store: DeckStore, between: Callable[[EditSession], object]
) -> None:
    key = store.create(deck(hope=1))
    session = changed(store, key, hope=2)
    theirs = outside(store, key, love=1)
    between(session)
    assert session.changed_outside
    with pytest.raises(DeckChanged):
        session.save()
    assert store.catalog.load(key) == theirs


def test_saved_apart_a_deck_keeps_the_way_back(store: DeckStore) -> None:
    session = changed(store, store.create(deck(hope=1)), hope=2)
    key = session.save_apart()
    session.close()
    apart = EditSession(store, key)
    assert apart.editing.saved == deck("Mine 2", hope=2)
    assert apart.editing.undo() and apart.editing.deck == deck("Mine 2", hope=1)
    assert store.drafts.deck(session.key) is None


def test_a_file_that_was_removed_is_written_anew(store: DeckStore) -> None:
    session = changed(store, store.create(deck(hope=1)), hope=2)
    (store.folders.own / session.key).unlink()
    assert session.gone and session.changed_outside
    session.save()
    assert store.catalog.load(session.key) == deck(hope=2) and not session.changed_outside


def test_a_folder_of_a_club_that_is_gone_is_not_made_anew(store: DeckStore, club: DeckStore) -> None:
    session = changed(store, CLUB, hope=2)
    club.folders.own.rename(club.folders.own.with_name("moved"))
    assert not session.gone
    with pytest.raises(DeckError, match=r"folder of decks .* is not there"):
        session.save()
    assert not club.folders.own.exists() and store.drafts.deck(CLUB) is not None


def test_theirs_takes_its_name_along(store: DeckStore) -> None:
    session = changed(store, store.create(deck(hope=1)), hope=2)
    (store.folders.own / session.key).write_text(write_deck(deck("Called so", love=1)))
    session.take_theirs()
    assert session.editing.deck == deck("Called so", love=1)
    session.editing.undo()
    assert session.editing.deck == deck("Called so", hope=2)


def test_a_save_of_what_nothing_has_changed_makes_no_former_version(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    session = EditSession(store, key)
    session.save()
    assert store.versions(key) == []
    (store.folders.own / key).unlink()
    session.save()
    assert store.catalog.load(key) == deck(hope=1), "what is gone is written anew"


def test_a_deck_whose_file_is_gone_is_not_saved_and_kept_with_the_way_back(store: DeckStore) -> None:
    session = changed(store, store.create(deck(hope=1)), hope=2)
    session.save()
    assert not session.unsaved and store.drafts.deck(session.key) is None
    (store.folders.own / session.key).unlink()
    assert session.unsaved and not session.editing.changed
    session.keep_again()
    session.close()
    (kept, _former) = store.remains(session.key)
    assert kept.deck == deck(hope=2)
    again = EditSession(store, store.put_back(session.key, kept.deck))
    assert again.editing.undo() and again.editing.deck == deck(hope=1)


def test_a_draft_of_a_file_that_was_gone_goes_once_it_is_there_again(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    session = EditSession(store, key)
    (store.folders.own / key).rename(store.folders.own / "aside")
    session.keep_again()
    assert store.drafts.deck(key) == deck(hope=1)
    session.editing.become(deck(hope=2))
    session.keep()
    assert store.drafts.deck(key) == deck(hope=2)
    session.editing.undo()
    session.keep()
    assert store.drafts.deck(key) == deck(hope=1), "nothing is changed, and it is in no file"
    (store.folders.own / "aside").rename(store.folders.own / key)
    assert not session.unsaved
    session.keep()
    assert store.drafts.deck(key) is None


def test_of_a_file_that_is_gone_another_draft_is_left_alone(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    store.drafts.keep(key, deck(hope=3))
    session = EditSession(store, key)
    (store.folders.own / key).unlink()
    session.keep_again()
    assert store.drafts.deck(key) == deck(hope=3), "what becomes of it is still asked"


def test_a_deck_whose_file_is_gone_is_kept_by_who_has_it(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    looking = EditSession(store, key)
    session = changed(store, key, hope=2)
    (store.folders.own / key).unlink()
    looking.keep_again()
    assert looking.looking and not looking.unsaved
    assert session.unsaved and store.drafts.deck(key) == deck(hope=2)


def test_a_deck_of_a_folder_that_is_gone_is_kept_in_ones_own(store: DeckStore, club: DeckStore) -> None:
    session = EditSession(store, CLUB)
    club.folders.own.rename(club.folders.own.with_name("moved"))
    assert session.unsaved
    session.keep_again()
    assert store.drafts.deck(CLUB) == deck("Theirs", hope=1)
