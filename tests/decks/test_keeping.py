"""What a folder keeps besides the decks: former versions, the bin, what was written by hand, a club's."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import structs

from decks.editing.session import EditSession
from decks.model import Deck, DeckError
from decks.storage.store import DeckStore
from decks.storage.trash import FOLDER as BIN
from decks.storage.versions import KEPT
from decks.text.deck_import import read_any
from tests.decks.opened import CLUB, club
from tests.decks.test_store import deck, own, seen, store

__all__ = ["club", "store"]

BY_HAND = """# for the club
version = 1
name = "Mine"  # a working title
game = "wrinkles"
side = "good"
format = "singleton"

[cards]
# feelings
"love" = 1   # the best
"HOPE" = 1
# quotes
"joy" = 1
"""


def write(store: DeckStore, text: str, name: str = "mine.toml") -> str:
    store.folders.own.mkdir(exist_ok=True)
    (store.folders.own / name).write_text(text)
    return name


def test_the_last_ten_versions_are_kept_and_can_be_had_again(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    assert store.versions(key) == []
    for copies in range(2, KEPT + 5):
        store.save(key, deck(hope=copies))
    kept = store.versions(key)
    assert [one.deck and one.deck.size for one in kept] == list(range(KEPT + 3, 3, -1))
    assert len(kept) == KEPT and kept == sorted(kept, key=lambda one: -one.number)
    old = store.version(key, kept[-1].number)
    store.save(key, old)
    assert store.catalog.load(key) == old and store.versions(key)[0].deck == deck(hope=KEPT + 4)
    with pytest.raises(DeckError):
        store.version(key, 9999)


def test_a_version_says_when_it_was_saved(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    os.utime(store.folders.own / key, (1_000_000, 1_000_000))
    store.save(key, deck(hope=2))
    assert store.versions(key)[0].saved == 1_000_000


def test_versions_go_with_the_deck_when_it_is_renamed(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    store.save(key, deck(hope=2))
    moved = store.rename(key, "Other")
    assert [one.deck and one.deck.size for one in store.versions(moved)] == [2, 1]
    again = store.create(deck())
    assert again == key and store.versions(again) == []


def test_what_is_deleted_comes_back_with_all_that_belongs_to_it(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    store.save(key, deck(hope=2))
    store.drafts.keep(key, deck(hope=3))
    number = store.delete(key)
    assert own(store) == [] and seen(store) == []
    assert [(one.number, one.deck) for one in store.binned()] == [(number, deck(hope=2))]
    assert store.bring_back(number) == key
    assert store.catalog.load(key) == deck(hope=2) and store.drafts.deck(key) == deck(hope=3)
    assert [one.deck for one in store.versions(key)] == [deck(hope=1)]
    assert store.binned() == []
    with pytest.raises(DeckError, match="no deck 1 in the bin"):
        store.bring_back(number)


def test_a_deck_from_the_bin_takes_nobodys_place(store: DeckStore) -> None:
    number = store.delete(store.create(deck(hope=1)))
    store.create(deck(love=1))
    back = store.bring_back(number)
    assert back == "mine-2.toml" and store.catalog.load(back) == deck("Mine 2", hope=1)
    assert sorted(own(store)) == ["Mine", "Mine 2"]


def test_a_file_that_cannot_be_read_goes_through_the_bin_as_it_is(store: DeckStore) -> None:
    key = write(store, "name = 3\n", "broken.toml")
    number = store.delete(key)
    assert [one.deck for one in store.binned()] == [None]
    assert (store.folders.own / store.bring_back(number)).read_text() == "name = 3\n"


def test_what_is_thrown_away_is_gone_and_the_numbers_go_on(store: DeckStore) -> None:
    first, second = (store.delete(store.create(deck())) for _ in range(2))
    assert second == first + 1
    store.throw_away(first)
    assert [one.number for one in store.binned()] == [second]
    (store.folders.own / BIN / "notes").write_text("not ours")
    (store.folders.own / BIN / "000009").mkdir()
    assert store.delete(store.create(deck())) == 10
    with pytest.raises(DeckError, match="can't be thrown away"):
        store.throw_away(77)


def test_comments_order_and_spelling_of_a_file_written_by_hand_stay(store: DeckStore) -> None:
    key = write(store, BY_HAND)
    mine = store.catalog.load(key)
    store.save(key, mine)
    assert (store.folders.own / key).read_text() == BY_HAND
    changed = mine.with_cards({"wit/good/love": 2, "wit/good/joy": 1, "wit/good/peace": 1}).renamed("Yours")
    store.save(key, changed)
    text = (store.folders.own / key).read_text()
    assert store.catalog.load(key) == changed
    for kept in (
        "# for the club",
        'name = "Yours"  # a working title',
        '"love" = 2   # the best',
        "# quotes",
    ):
        assert kept in text
    assert "HOPE" not in text and '"wit/good/peace" = 1 # Peace' in text
    assert store.rename(key, "Ours") == "ours.toml"
    assert "# for the club" in (store.folders.own / "ours.toml").read_text()


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ('[maybe]  # later\n"peace" = 1\n', "# later"),
        ('[maybe]\n# songs first\n"peace" = 1\n# and no more\n', "# songs first\n# and no more"),
        ('# what may come\n[maybe]\n"peace" = 1\n', "# what may come"),
    ],
)
def test_what_is_emptied_of_a_file_written_by_hand_keeps_its_comments_where_they_are(
    store: DeckStore, written: str, kept: str
) -> None:
    about = 'about = "Sing."  # my plan\n'
    key = write(store, BY_HAND.replace("\n[cards]", f"{about}\n[cards]"))
    with (store.folders.own / key).open("a") as file:
        file.write(written)
    before = store.catalog.load(key)
    assert before.maybe and before.about
    emptied = structs.replace(before, maybe={}, about="")
    store.save(key, emptied)
    text = (store.folders.own / key).read_text()
    assert store.catalog.load(key) == emptied
    assert text.startswith("# for the club") and 'about = ""  # my plan' in text
    assert kept in text[text.index('"joy" = 1') :]
    # And what comes back takes its place there.
    store.save(key, before)
    again = (store.folders.own / key).read_text()
    assert store.catalog.load(key) == before and again.count("[maybe]") == 1 and kept.split("\n")[0] in again


@pytest.mark.parametrize("written", ["maybe = {'peace' = 1}  # later", "maybe.peace = 1  # later"])
def test_a_maybe_list_in_one_line_is_emptied(store: DeckStore, written: str) -> None:
    key = write(store, BY_HAND.replace("\n[cards]", f"{written}\n[cards]"))
    emptied = structs.replace(store.catalog.load(key), maybe={})
    store.save(key, emptied)
    text = (store.folders.own / key).read_text()
    assert store.catalog.load(key) == emptied and text.startswith("# for the club")
    assert ("# later" in text) == ("{" in written), "a comment beside a card goes with it"


def test_notes_and_a_maybe_list_are_added_to_a_file_written_by_hand(store: DeckStore) -> None:
    key = write(store, BY_HAND)
    mine = store.catalog.load(key)
    full = Deck(
        mine.name, mine.game, mine.group, "constructed", mine.cards, "Sing.", {"wit/good/peace": 1}, "a\nb"
    )
    store.save(key, full)
    assert store.catalog.load(key) == full and "# feelings" in (store.folders.own / key).read_text()
    store.save(key, mine)
    assert store.catalog.load(key) == mine and "# feelings" in (store.folders.own / key).read_text()


def test_a_shared_folder_works_beside_ones_own(tmp_path: Path) -> None:
    club = DeckStore(tmp_path / "club")
    club.create(deck("Club Deck", hope=1))
    mine = DeckStore(tmp_path / "mine", shared=club.folders.own)
    mine.create(deck("Own", love=1))
    entries = [entry for entry in mine.catalog.entries() if not entry.stock]
    assert [(entry.name, entry.shared) for entry in entries] == [("Own", False), ("Club Deck", True)]
    key = entries[1].key
    assert mine.catalog.find("club deck") == deck("Club Deck", hope=1)
    mine.drafts.keep(key, deck("Club Deck", hope=2))
    assert seen(club) == ["club-deck.toml"], "a draft is nobody else's"
    mine.save(key, deck("Club Deck", hope=2))
    mine.drafts.drop(key)
    assert club.catalog.load("club-deck.toml").size == 2 and mine.drafts.deck(key) is None
    assert mine.rename(key, "Ours") == "shared/ours.toml"
    with pytest.raises(DeckError, match="already"):
        mine.create(deck("Ours"))


def test_a_shared_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    store = DeckStore(tmp_path / "mine", shared=tmp_path / "gone")
    (entry,) = [entry for entry in store.catalog.entries() if not entry.stock]
    assert "is not there" in entry.problem
    assert store.create(deck()) == "mine.toml"


@pytest.mark.parametrize("key", ["shared/../x.toml", "shared/", "shared/a/b.toml", "shared/x.toml"])
def test_keys_that_lead_out_of_the_shared_folder(store: DeckStore, key: str) -> None:
    with pytest.raises(DeckError):
        store.save(key, deck())


@pytest.mark.parametrize("other_disk", [False, True])
def test_a_shared_deck_that_is_deleted_is_in_ones_own_bin_and_comes_back_to_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other_disk: bool
) -> None:
    club = DeckStore(tmp_path / "club")
    club.create(deck("Club Deck", hope=1))
    mine = DeckStore(tmp_path / "mine", shared=club.folders.own)
    mine.save("shared/club-deck.toml", deck("Club Deck", hope=2))
    mine.drafts.keep("shared/club-deck.toml", deck("Club Deck", hope=3))
    if other_disk:
        real = os.replace

        def replace(source: Path, target: Path) -> None:
            if Path(source).is_relative_to(club.folders.own) != Path(target).is_relative_to(club.folders.own):
                raise OSError(errno.EXDEV, "Invalid cross-device link")
            real(source, target)

        monkeypatch.setattr(os, "replace", replace)
        monkeypatch.setattr(os, "rename", replace)
    number = mine.delete("shared/club-deck.toml")
    assert seen(club) == []
    assert [one.deck for one in mine.binned()] == [deck("Club Deck", hope=2)]
    key = mine.bring_back(number)
    assert key == "shared/club-deck.toml" and mine.catalog.load(key) == deck("Club Deck", hope=2)
    assert mine.drafts.deck(key) == deck("Club Deck", hope=3) and len(mine.versions(key)) == 1


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize(
    "head", ["[cards]", "  [ cards ]  # these", "cards.'love' = 1 # dotted", 'cards = {"love" = 1} # inline']
)
@pytest.mark.parametrize(
    "change",
    [
        lambda deck: structs.replace(deck, group="evil"),
        lambda deck: structs.replace(deck, group="evil", format="constructed", maybe={"wit/good/hope": 2}),
        lambda deck: deck.with_cards({"wit/evil/pain": 1}),
        lambda deck: structs.replace(deck.renamed("Other"), notes="a\nb", about="c"),
    ],
)
def test_whatever_is_changed_what_is_written_by_hand_stays(
    store: DeckStore, ends: str, mark: str, head: str, change: Callable[[Deck], Deck]
) -> None:
    lines = [*BY_HAND.partition("[cards]")[0].split("\n"), head]
    if "[" in head:
        lines += ['"love" = 1 # the best', "# last", ""]
    store.folders.own.mkdir()
    (store.folders.own / "mine.toml").write_bytes((mark + ends.join(lines)).encode())
    deck = change(store.catalog.load("mine.toml"))
    store.save("mine.toml", deck)
    text = (store.folders.own / "mine.toml").read_bytes().decode()
    assert store.catalog.load("mine.toml") == deck
    assert "# for the club" in text and "# a working title" in text and text.startswith(mark)
    assert text.count("\n") == text.count(ends)
    assert ("# last" in text) == ("[" in head)


def test_a_deck_file_that_is_brought_keeps_its_comments(store: DeckStore) -> None:
    listing = read_any(BY_HAND, "any")
    key = store.create(listing.deck.renamed("Brought"), listing.file)
    assert store.catalog.load(key).name == "Brought"
    assert (store.folders.own / key).read_text() == BY_HAND.replace('"Mine"', '"Brought"')


def test_a_shared_deck_comes_back_to_its_folder_if_that_is_used(store: DeckStore, club: DeckStore) -> None:
    club.save("theirs.toml", deck("Theirs", hope=2))
    for used, back in ((True, CLUB), (False, "theirs.toml")):
        number = store.delete(CLUB)
        assert club.catalog.entries()[0].stock
        store.folders.shared = club.folders.own if used else None
        assert store.bring_back(number) == back
        assert len(store.versions(back)) == 1


@pytest.mark.parametrize("path", ["decks", "decks/", "other/../decks", "link"])
def test_ones_own_folder_is_no_other_one(tmp_path: Path, store: DeckStore, path: str) -> None:
    store.create(deck(hope=1))
    (tmp_path / "other").mkdir()
    os.symlink(store.folders.own, tmp_path / "link")
    same = DeckStore(store.folders.own, tmp_path / path)
    assert own(same) == ["Mine"] and same.folders.shared is None
    assert same.create(deck("Mine 2")) == "mine-2.toml"


def test_versions_of_one_minute_have_titles_of_their_own(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    for number in (2, 3):
        os.utime(store.folders.own / key, (1_000_000_000 + number, 1_000_000_000 + number))
        store.save(key, deck(hope=number))
    titles = [other.title for other in EditSession(store, key).others() if other.own]
    assert len(titles) == 3 and len(set(titles)) == 3
