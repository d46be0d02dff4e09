"""A deck that is open while others do something to it: no change of anybody is lost without a word."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from decks.files import write_deck
from decks.locks import Lock
from decks.model import Deck, DeckError
from decks.session import Session
from decks.store import DeckChanged, DeckStore
from tests.decks.test_store import deck, own, store

__all__ = ["store"]


def killed(session: Session) -> None:
    """The process of this session ends: nothing is closed, and what it had is free."""
    assert isinstance(session._lock, Lock)
    session._lock.let_go()


def changed(store: DeckStore, key: str, **cards: int) -> Session:
    """A session that has changed its deck, and kept that."""
    session = Session(store, key)
    session.editing.become(deck(**cards))
    session.keep()
    return session


def outside(store: DeckStore, key: str, **cards: int) -> Deck:
    """Somebody writes the file of a deck by other means; gives what it says."""
    path = store._place(key).path
    theirs = deck(store.load(key).name, **cards)
    path.write_text(write_deck(theirs))
    return theirs


def tree(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {
        str(path.relative_to(folder)): (path.stat().st_mtime_ns, b"" if path.is_dir() else path.read_bytes())
        for path in folder.rglob("*")
    }


@pytest.fixture
def club(tmp_path: Path, store: DeckStore) -> DeckStore:
    """A club's decks, beside one's own."""
    club = DeckStore(tmp_path / "club")
    club.create(deck("Theirs", hope=1))
    store.shared = club.folder
    return club


CLUB = "shared/theirs.toml"


@pytest.mark.parametrize("key", ["mine.toml", CLUB])
def test_to_look_at_a_deck_writes_nothing_anywhere(
    tmp_path: Path, store: DeckStore, club: DeckStore, key: str
) -> None:
    store.create(deck(hope=1))
    before = tree(tmp_path)
    session = Session(store, key)
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
    looking = Session(store, key)
    other = changed(store, key, hope=2)
    with pytest.raises(DeckError, match="open in another tesser"):
        looking.keep()
    assert not looking.hold() and "another tesser" in looking.why_looking
    killed(other)
    assert store.draft(key) == deck(hope=2)


def test_a_draft_that_was_made_meanwhile_is_not_written_over(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    looking = Session(store, key)
    killed(changed(store, key, hope=2))
    looking.editing.become(deck(hope=3))
    with pytest.raises(DeckError, match="open it again"):
        looking.keep()
    assert store.draft(key) == deck(hope=2)


DECK = deck()
DONE: list[Callable[[Session], object]] = [
    lambda session: session.rename("MINE"),
    lambda session: session.rename("Other"),
    lambda session: session.save(),
    lambda session: (session.save(), session.rename("Other"), session.rename("Mine")),
    lambda session: session.take_theirs(),
]


@pytest.mark.parametrize("do", DONE)
def test_a_deck_stays_with_the_session_that_has_it(store: DeckStore, do: Callable[[Session], object]) -> None:
    session = changed(store, store.create(deck(hope=1)), hope=2)
    do(session)
    assert store.held(session.key) and Session(store, session.key).looking
    for act in (store.delete, lambda key: store.rename(key, "Yours"), lambda key: store.put_back(key, DECK)):
        with pytest.raises(DeckError, match="open in another tesser"):
            act(session.key)
    assert not session.looking
    session.close()
    assert not store.held(session.key)
    assert not [path.name for path in store.folder.iterdir() if path.name.endswith(".lock")]


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
    store: DeckStore, between: Callable[[Session], object]
) -> None:
    key = store.create(deck(hope=1))
    session = changed(store, key, hope=2)
    theirs = outside(store, key, love=1)
    between(session)
    assert session.changed_outside
    with pytest.raises(DeckChanged):
        session.save()
    assert store.load(key) == theirs


@pytest.mark.parametrize("key", ["mine.toml", CLUB])
def test_a_draft_knows_what_it_was_made_of(store: DeckStore, club: DeckStore, key: str) -> None:
    store.create(deck(hope=1))
    killed(changed(store, key, hope=2))
    again = Session(store, key)
    assert not again.draft_is_of_another
    theirs = outside(store, key, love=1)
    session = Session(store, key)
    assert session.draft_is_of_another
    session.take_up_draft()
    assert session.changed_outside and session.editing.history.steps == (1, 0)
    with pytest.raises(DeckChanged):
        session.save()
    assert store.load(key) == theirs
    session.save(over=True)
    assert store.load(key).cards == deck(hope=2).cards
    assert store.versions(key)[0].deck == theirs


def test_a_draft_that_says_nothing_of_what_it_was_made_of_is_asked_about(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    store._place(key).draft.write_text(write_deck(deck(hope=2)))
    session = Session(store, key)
    session.take_up_draft()
    with pytest.raises(DeckChanged):
        session.save()


def test_a_draft_belongs_to_one_deck_in_one_folder(tmp_path: Path, store: DeckStore, club: DeckStore) -> None:
    other = DeckStore(tmp_path / "other")
    other.create(deck("Theirs", love=1))
    mine = store.create(deck("shared-theirs"))
    sessions = [changed(store, CLUB, hope=2), changed(store, mine, hope=3)]
    store.shared = other.folder
    assert store.draft(CLUB) is None
    sessions.append(changed(store, CLUB, hope=4))
    for session in sessions:
        killed(session)
    assert store.draft(CLUB).cards == deck(hope=4).cards  # type: ignore[union-attr]
    assert store.draft(mine).cards == deck(hope=3).cards  # type: ignore[union-attr]
    store.shared = tmp_path / "club" / ".." / "club"
    session = Session(store, CLUB)
    session.take_up_draft()
    assert session.editing.deck.cards == deck(hope=2).cards
    assert session.editing.undo() and session.editing.deck == deck("Theirs", hope=1)


def test_what_was_made_of_a_folder_that_is_not_used_now_is_still_seen(
    store: DeckStore, club: DeckStore
) -> None:
    killed(changed(store, CLUB, hope=2))
    store.shared = None
    (entry,) = [entry for entry in store.entries() if entry.elsewhere]
    assert entry.draft and "theirs.toml, in a folder that is not used now" in entry.problem
    (kept,) = store.remains(entry.key)
    key = store.put_back(entry.key, kept.deck)
    assert store.load(key).cards == deck(hope=2).cards and own(store) == ["Theirs"]
    assert Session(store, key).editing.undo()


@pytest.mark.parametrize("what", ["gone", "broken"])
@pytest.mark.parametrize("key", ["mine.toml", CLUB])
def test_a_deck_that_cannot_be_read_leads_to_all_that_is_kept_of_it(
    store: DeckStore, club: DeckStore, key: str, what: str
) -> None:
    store.create(deck(hope=1))
    name = store.load(key).name
    store.save(key, deck(name, hope=2))
    killed(changed(store, key, hope=3))
    path = store._place(key).path
    if what == "gone":
        path.unlink()
    else:
        path.write_text(path.read_text() + "garbage\n")
    (entry,) = [entry for entry in store.entries() if entry.key == key]
    assert entry.deck is None and entry.draft and entry.problem
    assert [one.deck.size for one in store.remains(key)] == [3, 1]
    assert store.find_key(key) == key
    # A former version is put back, and the draft waits on.
    store.put_back(key, store.version(key, 1))
    assert store.load(key) == deck(name, hope=1)
    session = Session(store, key)
    assert session.draft() == deck(name, hope=3) and session.draft_is_of_another
    # Then the draft is; how it came about is known still.
    store.put_back(key, store.remains(key)[0].deck)
    session = Session(store, key)
    assert session.editing.saved.size == 3 and session.draft() is None
    assert session.editing.undo() and session.editing.deck.size == 2
    # What the broken file said is kept too.
    assert what == "gone" or None in [one.deck for one in store.versions(key)]


def test_a_new_deck_gets_nothing_of_one_that_is_gone(store: DeckStore) -> None:
    for versions in (False, True):
        key = store.create(deck(hope=1))
        if versions:
            store.save(key, deck(hope=2))
        else:
            store.keep_draft(key, deck(hope=2))
        (store.folder / key).unlink()
        new = store.create(deck(hope=1))
        assert new != key and store.draft(new) is None and store.versions(new) == []
        store.delete(new)
        store.delete(key)
        assert own(store) == []
        assert len(store.binned()) == 2
        for one in store.binned():
            store.throw_away(one.number)


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
    again = Session(store, key)
    assert again.draft() == deck("Other", hope=2) and not again.draft_is_of_another
    again.take_up_draft()
    assert again.editing.undo() and again.editing.deck == deck("Other", hope=1)


def test_what_comes_back_under_another_name_is_called_so_throughout(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    killed(changed(store, key, hope=2))
    number = store.delete(key)
    store.create(deck(love=1))
    back = Session(store, store.bring_back(number))
    assert back.editing.saved == deck("Mine 2", hope=1) and not back.draft_is_of_another
    back.take_up_draft()
    assert back.editing.history.steps == (1, 0)
    back.save()
    assert sorted(own(store)) == ["Mine", "Mine 2"]


def test_a_shared_deck_comes_back_to_its_folder_if_that_is_used(store: DeckStore, club: DeckStore) -> None:
    club.save("theirs.toml", deck("Theirs", hope=2))
    for used, back in ((True, CLUB), (False, "theirs.toml")):
        number = store.delete(CLUB)
        assert club.entries()[0].stock
        store.shared = club.folder if used else None
        assert store.bring_back(number) == back
        assert len(store.versions(back)) == 1


def test_saved_apart_a_deck_keeps_the_way_back(store: DeckStore) -> None:
    session = changed(store, store.create(deck(hope=1)), hope=2)
    key = session.save_apart()
    session.close()
    apart = Session(store, key)
    assert apart.editing.saved == deck("Mine 2", hope=2)
    assert apart.editing.undo() and apart.editing.deck == deck("Mine 2", hope=1)
    assert store.draft(session.key) is None


def test_a_file_that_was_removed_is_written_anew(store: DeckStore) -> None:
    session = changed(store, store.create(deck(hope=1)), hope=2)
    (store.folder / session.key).unlink()
    assert session.gone and session.changed_outside
    session.save()
    assert store.load(session.key) == deck(hope=2) and not session.changed_outside


def test_a_folder_of_a_club_that_is_gone_is_not_made_anew(store: DeckStore, club: DeckStore) -> None:
    session = changed(store, CLUB, hope=2)
    club.folder.rename(club.folder.with_name("moved"))
    assert not session.gone
    with pytest.raises(DeckError, match=r"folder of decks .* is not there"):
        session.save()
    assert not club.folder.exists() and store.draft(CLUB) is not None


def test_theirs_takes_its_name_along(store: DeckStore) -> None:
    session = changed(store, store.create(deck(hope=1)), hope=2)
    (store.folder / session.key).write_text(write_deck(deck("Called so", love=1)))
    session.take_theirs()
    assert session.editing.deck == deck("Called so", love=1)
    session.editing.undo()
    assert session.editing.deck == deck("Called so", hope=2)


def test_what_is_typed_is_kept_before_it_is_done_and_is_one_step(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    session = changed(store, key, hope=2)
    for notes in ("S", "Si", "Sing"):
        session.keep_typed("Songs.", notes)
    killed(session)
    again = Session(store, key)
    again.take_up_draft()
    assert (again.editing.deck.about, again.editing.deck.notes) == ("Songs.", "Sing")
    assert again.editing.undo() and again.editing.deck == deck(hope=2)
    assert again.editing.undo() and again.editing.deck == deck(hope=1)


def test_notes_that_are_the_first_change_are_a_step_when_they_are_found_again(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    session = Session(store, key)
    session.keep_typed("", "Sing")
    killed(session)
    again = Session(store, key)
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
    again = Session(store, key)
    again.take_up_draft()
    seen = []
    while again.editing.undo():
        seen.append(again.editing.deck.size)
    assert seen == [4, 3, 2, 1]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o444])
@pytest.mark.parametrize("key", ["mine.toml", CLUB])
def test_who_may_read_a_deck_may_read_all_of_it_and_nobody_else(
    store: DeckStore, club: DeckStore, key: str, mode: int
) -> None:
    store.create(deck(hope=1))
    name = store.load(key).name
    store._place(key).path.chmod(mode | 0o200)
    store.save(key, deck(name, hope=2))
    session = changed(store, key, hope=3)
    session.close()
    store._place(key).path.chmod(mode)

    def modes() -> list[int]:
        place = store._place(key)
        found = (place.path, place.draft, place.history, place.former / "000001.toml")
        return [stat.S_IMODE(one.stat().st_mode) for one in found]

    was = modes()
    assert was == [mode, mode | 0o200, mode | 0o200, mode | 0o200]
    assert store.bring_back(store.delete(key)) == key and modes() == was
    store._place(key).path.chmod(mode | 0o200)
    key = store.rename(key, "Other name")
    assert modes() == [mode | 0o200] * 4


def test_who_may_do_what_with_a_file_stays(store: DeckStore, club: DeckStore) -> None:
    key = store.create(deck(hope=1))
    path = store.folder / key
    for mode in (0o600, 0o660, 0o644):
        path.chmod(mode)
        store.save(key, store.load(key).with_cards({"wit/good/love": mode % 90}))
        assert stat.S_IMODE(path.stat().st_mode) == mode
    path.chmod(0o444)
    session = changed(store, key, hope=9)
    for act in (session.save, lambda: session.rename("Other")):
        with pytest.raises(DeckError, match=r"^mine.toml can't be saved: it may only be read\.$"):
            act()
    assert session.draft() is not None and store.load(key).size != 9
    path.chmod(0o644)
    session.save()
    assert store.load(key).size == 9


@pytest.mark.parametrize("path", ["decks", "decks/", "other/../decks", "link"])
def test_ones_own_folder_is_no_other_one(tmp_path: Path, store: DeckStore, path: str) -> None:
    store.create(deck(hope=1))
    (tmp_path / "other").mkdir()
    os.symlink(store.folder, tmp_path / "link")
    same = DeckStore(store.folder, tmp_path / path)
    assert own(same) == ["Mine"] and same.shared is None
    assert same.create(deck("Mine 2")) == "mine-2.toml"


@pytest.mark.parametrize("said", [b"garbage\n", b"\xff\xfe", b"", b"another game"])
def test_a_draft_that_cannot_be_gone_on_with_is_not_written_over(store: DeckStore, said: bytes) -> None:
    key = store.create(deck(hope=1))
    if said == b"another game":
        said = write_deck(Deck("Mine", "time-masters", "setup", "spheres", {})).encode()
    store._place(key).draft.write_bytes(said)
    session = Session(store, key)
    with pytest.raises(DeckError):
        session.draft()
    session.editing.become(deck(hope=2))
    session.keep()
    assert store.draft(key) == deck(hope=2)
    assert (store._place(key).former / "000001.toml").read_bytes() == said
    session.save()
    assert len(store.versions(key)) == 2


def test_a_save_of_what_nothing_has_changed_makes_no_former_version(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    session = Session(store, key)
    session.save()
    assert store.versions(key) == []
    (store.folder / key).unlink()
    session.save()
    assert store.load(key) == deck(hope=1), "what is gone is written anew"


def test_versions_of_one_minute_have_titles_of_their_own(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    for number in (2, 3):
        os.utime(store.folder / key, (1_000_000_000 + number, 1_000_000_000 + number))
        store.save(key, deck(hope=number))
    titles = [other.title for other in Session(store, key).others() if other.own]
    assert len(titles) == 3 and len(set(titles)) == 3
