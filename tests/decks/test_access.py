"""Who may read the files of decks, and who may write them: as it was, and nobody else."""

from __future__ import annotations

import stat

import pytest

from decks.model import DeckError
from decks.storage.store import DeckStore
from tests.decks.opened import CLUB, changed, club
from tests.decks.test_store import deck, store

__all__ = ["club", "store"]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o444])
@pytest.mark.parametrize("key", ["mine.toml", CLUB])
def test_who_may_read_a_deck_may_read_all_of_it_and_nobody_else(
    store: DeckStore, club: DeckStore, key: str, mode: int
) -> None:
    store.create(deck(hope=1))
    name = store.catalog.load(key).name
    store.folders.paths(key).path.chmod(mode | 0o200)
    store.save(key, deck(name, hope=2))
    session = changed(store, key, hope=3)
    session.close()
    store.folders.paths(key).path.chmod(mode)

    def modes() -> list[int]:
        place = store.folders.paths(key)
        found = (place.path, place.draft, place.history, place.former / "000001.toml")
        return [stat.S_IMODE(one.stat().st_mode) for one in found]

    was = modes()
    assert was == [mode, mode | 0o200, mode | 0o200, mode | 0o200]
    assert store.bring_back(store.delete(key)) == key and modes() == was
    store.folders.paths(key).path.chmod(mode | 0o200)
    key = store.rename(key, "Other name")
    assert modes() == [mode | 0o200] * 4


def test_who_may_do_what_with_a_file_stays(store: DeckStore, club: DeckStore) -> None:
    key = store.create(deck(hope=1))
    path = store.folders.own / key
    for mode in (0o600, 0o660, 0o644):
        path.chmod(mode)
        store.save(key, store.catalog.load(key).with_cards({"wit/good/love": mode % 90}))
        assert stat.S_IMODE(path.stat().st_mode) == mode
    path.chmod(0o444)
    session = changed(store, key, hope=9)
    for act in (session.save, lambda: session.rename("Other")):
        with pytest.raises(DeckError, match=r"^mine.toml can't be saved: it may only be read\.$"):
            act()
    assert session.draft() is not None and store.catalog.load(key).size != 9
    path.chmod(0o644)
    session.save()
    assert store.catalog.load(key).size == 9
