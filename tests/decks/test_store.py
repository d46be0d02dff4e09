"""The folder of decks: nothing is lost, nothing is overwritten, and looking never writes."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from decks.editing.session import EditSession
from decks.model import NAME, Deck, DeckError
from decks.report import elsewhere, show, verdict
from decks.storage.catalog import stock_decks
from decks.storage.store import DeckStore

ROOT = Path(__file__).parents[2]


def deck(name: str = "Mine", **cards: int) -> Deck:
    return Deck(
        name, "wrinkles", "good", "singleton", {f"wit/good/{card}": copies for card, copies in cards.items()}
    )


@pytest.fixture
def store(tmp_path: Path) -> DeckStore:
    return DeckStore(tmp_path / "decks")


def own(store: DeckStore) -> list[str]:
    return [entry.name for entry in store.catalog.entries() if not entry.stock]


def seen(store: DeckStore) -> list[str]:
    """The files of the folder that are not hidden."""
    return sorted(name for name in os.listdir(store.folders.own) if not name.startswith("."))


def test_looking_writes_nothing(store: DeckStore) -> None:
    assert own(store) == []
    assert len(store.catalog.entries()) == len(stock_decks())
    with pytest.raises(DeckError, match=r'No deck is called "nothing"\.'):
        store.catalog.find("nothing")
    assert not store.folders.own.exists()


def test_a_deck_is_stored_and_found(store: DeckStore) -> None:
    key = store.create(deck("Bright Ones", hope=1))
    assert key == "bright-ones.toml"
    assert store.catalog.load(key) == deck("Bright Ones", hope=1)
    for word in ("bright ones", "Bright-Ones", str(store.folders.own / key)):
        assert store.catalog.find(word) == store.catalog.load(key)
    with pytest.raises(DeckError, match='Did you mean "Bright Ones"'):
        store.catalog.find("brigth ones")
    assert os.listdir(store.folders.own) == [key]


def test_a_stock_deck_can_be_loaded_and_not_changed(store: DeckStore) -> None:
    stock = store.catalog.entries()[0]
    assert stock.stock and stock.deck is not None
    assert store.catalog.load(stock.key) == stock.deck
    for act in (lambda: store.save(stock.key, deck()), lambda: store.delete(stock.key)):
        with pytest.raises(DeckError, match="make a copy"):
            act()


def test_names_are_told_apart_without_case_and_accents(store: DeckStore) -> None:
    store.create(deck("Zoe"))
    with pytest.raises(DeckError, match='There is a deck called "Zoe" already'):
        store.create(deck("ZOË"))
    assert store.catalog.free_name("zoe") == "zoe 2"
    for name in ("★★", "!", "🎉"):
        assert store.catalog.free_name(name) == name
        store.create(deck(name))
    with pytest.raises(DeckError, match='There is a deck called "★★" already'):
        store.create(deck("★★"))
    store.create(deck("x" * NAME))
    assert store.catalog.free_name("x" * NAME) == "x" * (NAME - 2) + " 2"
    # Other names, the same file name.
    assert [store.create(deck(name)) for name in ("が", "がが")] == ["が.toml", "がが.toml"]
    assert [store.create(deck(name)) for name in ("con", "con deck")] == ["con-deck.toml", "con-deck-2.toml"]


def test_a_file_that_cannot_be_read_is_listed_and_left_alone(store: DeckStore) -> None:
    store.folders.own.mkdir()
    broken = store.folders.own / "Broken.TOML"
    broken.write_text("name = 3\n")
    [entry] = [entry for entry in store.catalog.entries() if not entry.stock]
    assert entry.deck is None
    assert entry.problem.startswith("Broken.TOML")
    assert store.create(deck("broken")) == "broken-2.toml"
    assert broken.read_text() == "name = 3\n"


def test_a_file_of_anothers_is_not_taken_for_free(store: DeckStore) -> None:
    store.folders.own.mkdir()
    (store.folders.own / "mine").write_text("a note")
    (store.folders.own / "other.toml.draft").write_text("a draft without its deck")
    assert store.create(deck("Mine")) == "mine-2.toml"
    assert store.create(deck("Other")) == "other-2.toml"


def test_rename_moves_file_and_draft(store: DeckStore) -> None:
    key = store.create(deck("One", hope=1))
    store.drafts.keep(key, deck("One", hope=1, love=1))
    moved = store.rename(key, "Two")
    assert moved == "two.toml"
    assert store.catalog.load(moved) == deck("Two", hope=1)
    assert store.drafts.deck(moved) == deck("Two", hope=1, love=1)
    assert seen(store) == ["two.toml", "two.toml.draft"]
    assert store.rename(moved, "TWO") == moved
    assert store.catalog.load(moved).name == "TWO"
    store.create(deck("Three"))
    with pytest.raises(DeckError, match="already"):
        store.rename(moved, "three")


def test_delete(store: DeckStore) -> None:
    key = store.create(deck())
    store.drafts.keep(key, deck(hope=1))
    store.delete(key)
    assert seen(store) == []
    with pytest.raises(DeckError, match="can't be deleted"):
        store.delete(key)


def test_a_draft_lives_until_the_deck_is_saved(store: DeckStore) -> None:
    key = store.create(deck())
    assert store.drafts.deck(key) is None
    store.drafts.keep(key, deck(hope=1))
    [entry] = [entry for entry in store.catalog.entries() if not entry.stock]
    assert entry.draft and entry.deck == deck()
    store.save(key, deck(hope=2))
    assert store.drafts.deck(key) == deck(hope=1), "what is saved by somebody else drops nobody's changes"
    session = EditSession(store, key)
    session.take_up_draft()
    session.save(over=True)
    assert store.drafts.deck(key) is None
    assert store.catalog.load(key) == deck(hope=1)


def test_a_change_from_outside_is_noticed(store: DeckStore) -> None:
    key = store.create(deck())
    stamp = store.catalog.stamp(key)
    (store.folders.own / key).write_text("something else")
    with pytest.raises(DeckError, match="was changed outside"):
        store.save(key, deck(hope=1), stamp)
    assert (store.folders.own / key).read_text() == "something else"


@pytest.mark.parametrize("key", ["../x.toml", "a/b.toml", "", ".hidden.toml", ".."])
def test_keys_that_lead_out_of_the_folder(store: DeckStore, key: str) -> None:
    with pytest.raises(DeckError):
        store.save(key, deck())


def test_a_deck_that_would_not_come_back_is_not_saved(store: DeckStore) -> None:
    for bad in (deck("\x1b[31m"), deck(" Mine"), deck("Mine", nothing=1), deck("Mine", hope=0)):
        with pytest.raises(DeckError):
            store.create(bad)
    assert not store.folders.own.exists()


def test_a_folder_that_is_none_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = DeckStore(tmp_path / "file" / "decks")
    with pytest.raises(DeckError, match=r"^The folder of decks .+ can't be read: .+\.$"):
        store.create(deck())
    with pytest.raises(DeckError, match=r"^mine.toml can't be saved: .+\.$"):
        store.save("mine.toml", deck())


KILL = """
import os, sys
from pathlib import Path
from decks.editing.session import EditSession
from decks.storage.store import DeckStore
store = DeckStore(Path(sys.argv[1]))
deck = store.catalog.load("mine.toml")
deck = deck.with_cards(deck.cards | {"wit/good/love": 1})
point = sys.argv[2]
real = getattr(os, point)
def die(*args):
    if sys.argv[3] == "after":
        real(*args)
    os._exit(9)
setattr(os, point, die)
store.save("mine.toml", deck)
"""


@pytest.mark.parametrize(
    ("point", "when"), [("fsync", "before"), ("replace", "before"), ("replace", "after")]
)
def test_killed_while_saving_the_file_is_whole(store: DeckStore, point: str, when: str) -> None:
    store.create(deck(hope=1))
    ran = subprocess.run(
        [sys.executable, "-c", KILL, str(store.folders.own), point, when], cwd=ROOT, check=False
    )
    assert ran.returncode == 9
    expected = deck(hope=1, love=1) if when == "after" else deck(hope=1)
    assert store.catalog.load("mine.toml") == expected
    # And the next save is not disturbed by what is left.
    store.save("mine.toml", deck())
    assert own(store) == ["Mine"]


def test_reports(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    assert verdict(store.catalog.load(key)) == ["Singleton needs at least 60 cards: 59 more to add."]
    stock = store.catalog.find("Star Singers")
    assert elsewhere(stock)[1] == "In Constructed: legal too."
    text = show(stock)
    assert text[0].startswith("Star Singers, Good, Singleton, 60 cards, ")
    assert text[-1] == "Legal in Singleton."
    assert any("Ancient Harmonies" in line for line in text)


def test_what_killed_programs_left_is_swept_away_in_time(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    old, new = store.folders.own / ".saving-1.tmp", store.folders.own / ".saving-2.tmp"
    for path in (old, new):
        path.write_text("half")
    os.utime(old, (0, 0))
    store.catalog.load(key)
    assert old.exists(), "looking changes nothing"
    store.save(key, deck(hope=2))
    assert not old.exists() and new.exists()


def test_decks_made_at_the_same_moment_all_get_names_of_their_own(tmp_path: Path) -> None:
    def make(_: int) -> str:
        store = DeckStore(tmp_path / "decks")
        return store.catalog.load(store.create_named(deck)).name

    deck = next(iter(stock_decks().values())).renamed("Same")
    with ThreadPoolExecutor(8) as threads:
        names = list(threads.map(make, range(8)))
    assert sorted(names) == ["Same", *(f"Same {number}" for number in range(2, 9))]
