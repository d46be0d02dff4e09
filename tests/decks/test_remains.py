"""What is left of decks whose file or folder is gone, or can't be read: seen, put back, nobody else's."""

from __future__ import annotations

import pytest

from decks.editing.session import EditSession
from decks.storage.store import DeckStore
from tests.decks.opened import CLUB, changed, club, killed
from tests.decks.test_store import deck, own, store

__all__ = ["club", "store"]


def test_what_was_made_of_a_folder_that_is_not_used_now_is_still_seen(
    store: DeckStore, club: DeckStore
) -> None:
    killed(changed(store, CLUB, hope=2))
    store.folders.shared = None
    (entry,) = [entry for entry in store.catalog.entries() if entry.elsewhere]
    assert entry.draft and "theirs.toml, in a folder that is not used now" in entry.problem
    (kept,) = store.remains(entry.key)
    key = store.put_back(entry.key, kept.deck)
    assert store.catalog.load(key).cards == deck(hope=2).cards and own(store) == ["Theirs"]
    assert EditSession(store, key).editing.undo()


@pytest.mark.parametrize("what", ["gone", "broken"])
@pytest.mark.parametrize("key", ["mine.toml", CLUB])
def test_a_deck_that_cannot_be_read_leads_to_all_that_is_kept_of_it(
    store: DeckStore, club: DeckStore, key: str, what: str
) -> None:
    store.create(deck(hope=1))
    name = store.catalog.load(key).name
    store.save(key, deck(name, hope=2))
    killed(changed(store, key, hope=3))
    path = store.folders.paths(key).path
    if what == "gone":
        path.unlink()
    else:
        path.write_text(path.read_text() + "garbage\n")
    (entry,) = [entry for entry in store.catalog.entries() if entry.key == key]
    assert entry.deck is None and entry.draft and entry.problem
    assert [one.deck.size for one in store.remains(key)] == [3, 1]
    assert store.catalog.find_key(key) == key
    # A former version is put back, and the draft waits on.
    store.put_back(key, store.version(key, 1))
    assert store.catalog.load(key) == deck(name, hope=1)
    session = EditSession(store, key)
    assert session.draft() == deck(name, hope=3) and session.draft_is_of_another
    # Then the draft is; how it came about is known still.
    store.put_back(key, store.remains(key)[0].deck)
    session = EditSession(store, key)
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
            store.drafts.keep(key, deck(hope=2))
        (store.folders.own / key).unlink()
        new = store.create(deck(hope=1))
        assert new != key and store.drafts.deck(new) is None and store.versions(new) == []
        store.delete(new)
        store.delete(key)
        assert own(store) == []
        assert len(store.binned()) == 2
        for one in store.binned():
            store.throw_away(one.number)
