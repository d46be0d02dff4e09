"""What becomes of a deck in plain mode: saved, left, brought back, copied, made for something else."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from decks.storage.store import DeckStore
from tests.support.plain import session
from tests.support.plain_decks import after, empty, heard, kept, to_the_end, told
from tui.profile import Profile
from tui.settings import load_settings


def test_former_versions_are_listed_told_and_restored(tmp_path: Path) -> None:
    store = kept(tmp_path)
    said = told(
        tmp_path,
        "ark; take hope; save; take joy; versions; changes; changes 2; changes 9; restore 2; undo; "
        "restore 2; save",
    )
    assert after(said, "59 of 60 cards now.")[0] == "Ark is saved."
    assert "1: As it was saved, 59 cards; here 0 more and 1 less." in said
    assert any(
        line.startswith("2: Version of ") and line.endswith("60 cards; here 0 more and 2 less.")
        for line in said
    )
    assert after(said, "As it was saved: 59 cards. What is different here:", 2) == [
        "Less: Joy.",
        "0 cards more, 1 less.",
    ]
    assert "There is no 9 here; type 1 or 2." in said
    assert said.count("In: 1 Hope, 1 Joy.") == 2 and "Out: 1 Hope, 1 Joy." in said
    assert store.catalog.find("Ark").size == 60


def test_two_decks_are_compared(tmp_path: Path) -> None:
    kept(tmp_path)
    said = told(tmp_path, "ark; add love; compare star singers; compare; 2; compare camazotz; compare xyzzy")
    assert after(said, "Star Singers: 60 cards. What is different here:", 3) == [
        "Name: Star Singers becomes Ark.",
        "More: Love.",
        "1 card more, 0 less.",
    ]
    assert any(line.startswith("Good, the printed list: 125 cards. What is") for line in said)
    assert "Side: Evil becomes Good." in said
    assert 'No deck is called "xyzzy".' in said


@pytest.mark.parametrize(
    ("way", "size", "draft"), [("save them", 61, False), ("draft", 60, True), ("forget", 60, False)]
)
def test_what_is_not_saved_is_lost_only_by_saying_so(
    tmp_path: Path, way: str, size: int, draft: bool
) -> None:
    store = kept(tmp_path)
    said = heard(tmp_path, "ark", "add love", "done", "stay", "back", "back", "done", way)
    assert said.count("Ark has changes that are not saved.") == 3
    assert said.count("You are at Ark.") == 2
    assert store.catalog.find("Ark").size == size
    (entry,) = (one for one in store.catalog.entries() if not one.stock)
    assert entry.draft == draft


def test_what_was_made_before_a_crash_is_offered_with_its_history(tmp_path: Path) -> None:
    store = kept(tmp_path)
    told(tmp_path, "ark; take hope; take joy")  # The input ends: nobody was asked.
    said = told(tmp_path, "1; go on; undo; undo; save")
    assert "1: go on with the changes: 58 cards" in said
    assert after(said, "In: 1 Joy.") == ["59 of 60 cards now."]
    assert after(said, "In: 1 Hope.") == ["60 cards now."]
    assert store.catalog.find("Ark").size == 60


@pytest.mark.parametrize(
    ("way", "size"), [("keep editing", 59), ("another", 59), ("over", 61), ("theirs", 59)]
)
def test_a_file_changed_meanwhile_is_noticed_and_both_are_kept(tmp_path: Path, way: str, size: int) -> None:
    store = kept(tmp_path)
    path = next((tmp_path / "decks").glob("*.toml"))
    with session(tmp_path, to_the_end) as (player, _):
        player.question()
        player.type("decks", "ark", "add love")
        player.until("61 cards now.")
        lines = path.read_text().splitlines()
        path.write_text("\n".join(line for line in lines if "/hope" not in line) + "\n")
        player.type("about", "save", way)
        player.until("The file of Ark was changed outside this program.")
        player.until("4: take theirs: mine is one undo back")
        player.close()
        player.rest()
    assert store.catalog.find("Ark").size == size
    mine = [entry for entry in store.catalog.entries() if entry.name == "Ark 2"]
    assert [entry.deck.size for entry in mine if entry.deck] == ([61] if way == "another" else [])
    if way == "over":
        assert next(one.deck.size for one in store.versions(path.name) if one.deck) == 59


def test_what_stops_being_legal_is_said_before_it_is_for_something_else(tmp_path: Path) -> None:
    store = kept(tmp_path)
    said = told(
        tmp_path,
        "ark; for; evil, singleton; no; for; evil, singleton; yes; deck t:song; take all t:song; undo; "
        "undo; for; good, constructed; save",
    )
    asked = after(said, "As Evil, Singleton this stops being legal.", 3)
    assert asked[0].startswith("Only cards of Evil may be in this deck: take out ")
    assert asked[1:] == ["Its cards stay as they are.", "Change it? Yes or no?"]
    assert "It stays what it is." in said
    assert "It is for Evil, Singleton now." in said
    # What it is made of is found all the same, though no card of it may be in it any more.
    assert "1 Star Song: Song, Force 3." in said and "No card that may be in it fits" not in "".join(said)
    assert "3: Good, Constructed: legal" in said
    deck = store.catalog.find("Ark")
    assert (deck.group, deck.format) == ("good", "constructed")


def test_plan_and_notes_are_written_and_heard(tmp_path: Path) -> None:
    store = kept(tmp_path)
    said = heard(
        tmp_path,
        "ark",
        "plan Sing.",
        "plan",
        "notes",
        "note one",
        "note two",
        "notes",
        "notes write",
        "a",
        "",
        "quit",
        "b",
        ".",
        "notes",
        "plan " + "x" * 300,
        "save",
    )
    assert after(said, "There are no notes; type note and a line.", 2) == [
        "The notes are written.",
        "60 cards now.",
    ]
    at = said.index("one")
    assert said[at : at + 2] == ["one", "two"]
    assert store.catalog.find("Ark").notes == "a\n\nquit\nb"
    assert store.catalog.find("Ark").about == "Sing."
    assert "A plan has at most 240 characters, and this one has 300." in said


def test_a_deck_goes_to_the_bin_and_comes_back(tmp_path: Path) -> None:
    store = kept(tmp_path)
    said = told(
        tmp_path,
        "bin; ark; take hope; save; delete; no; delete; yes; bin; 1; bring; delete ark; yes; bin; ark; "
        "throw; no; bin; ark; throw; yes; bin; delete star",
    )
    assert said.count("The bin is empty.") == 2
    assert "It stays." in said and "Ark is back." in said
    assert "1: Ark: Good, Singleton, 59 cards, legal, your own." not in said
    assert "Star Singers came with the game and stays as it is; copy makes one of your own." in said
    assert not [entry for entry in store.catalog.entries() if not entry.stock]


def test_decks_are_copied_and_renamed(tmp_path: Path) -> None:
    store = kept(tmp_path)
    said = told(
        tmp_path,
        "copy star; ; rename ark; camazotz; Arche; arche; rename; rename camazotz; rename Noah; add love; "
        "copy Other; save",
    )
    assert "Star Singers 2 is made." in said
    assert 'There is a deck called "Camazotz" already.' in said
    assert "It is called Arche now." in said and "It is called Noah now." in said
    assert "What is not saved of Noah is kept as its draft." in said
    assert {
        entry.name: entry.deck.size for entry in store.catalog.entries() if not entry.stock and entry.deck
    } == {
        "Noah": 60,
        "Other": 61,
        "Star Singers 2": 60,
    }


def test_a_deck_that_another_program_has_open_is_looked_at(tmp_path: Path) -> None:
    kept(tmp_path)
    hold = (
        "import sys; from pathlib import Path; from decks.storage.store import DeckStore;"
        "store = DeckStore(Path(sys.argv[1])); key = store.catalog.find_key('Ark');"
        "print((lock := store.folders.claim(key)) is not None, flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(tmp_path / "decks")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None and holder.stdin is not None
        assert holder.stdout.readline() == b"True\n"
        said = told(tmp_path, "ark; add love; deck t:song; copy; add love")
        holder.stdin.close()
    sentence = "It is open in another tesser: close it there first, or make a copy."
    assert said.count(sentence) == 2
    assert "8 cards" not in said and "60 cards in all." in said
    assert said[-1] == "61 cards now."


def test_a_folder_of_a_club_is_used_and_remembered(tmp_path: Path) -> None:
    club = tmp_path / "club"
    club.mkdir()
    kept(tmp_path)
    (next((tmp_path / "decks").glob("*.toml"))).rename(club / "ark.toml")
    said = heard(tmp_path, "folder", str(tmp_path / "nowhere"), str(club), "ark", "done", "folder", "none")
    assert any(line.startswith("There is no folder ") for line in said)
    assert "1: Ark: Good, Singleton, 60 cards, legal, in the shared folder." in said
    assert "None is used." in said
    assert load_settings(Profile(root=tmp_path)).decks == ""


def test_a_folder_that_vanishes_loses_nothing(tmp_path: Path) -> None:
    empty(tmp_path)
    folder = tmp_path / "decks"
    aside = tmp_path / "aside"
    with session(tmp_path, to_the_end) as (player, _):
        player.question()
        player.type("decks", "ark", "add love")
        player.until("1 of 60 cards now.")
        player.type("deck")
        player.until("1 of 60 cards in all.")  # so what was added has been kept by now
        folder.rename(aside)
        folder.write_text("no folder")
        player.type("add hope", "save", "keep editing", "deck")
        player.until("It is here as long as tesser runs.")
        player.until("2 of 60 cards in all.")
        folder.unlink()
        aside.rename(folder)
        player.type("save")
        player.until("Ark is saved.")
        player.close()
        player.rest()
    assert DeckStore(folder).catalog.find("Ark").size == 2


@pytest.mark.parametrize("first", [(), ("take hope", "save")])
def test_a_deck_whose_file_vanishes_is_kept_and_asked_about(tmp_path: Path, first: tuple[str, ...]) -> None:
    store = kept(tmp_path)
    (path,) = store.folders.own.glob("*.toml")
    with session(tmp_path, to_the_end) as (player, _):
        player.question()
        player.type("decks", "ark", *first, "size?")
        player.until('There is no command "size?" here; help lists them.')
        path.unlink()
        player.type("about")
        player.until("The file of Ark is gone.")
        player.until("What you have here is kept; save writes it anew.")
        draft = store.drafts.deck(path.name)
        assert draft is not None and draft.size == 60 - bool(first)
        player.type("done", "stay here")
        player.until("3: forget it: what you have here is lost")
        player.until("You are at Ark.")
        player.type("done", "keep it as a draft")
        player.until("It is kept as a draft.")
        assert store.drafts.deck(path.name) == draft
        player.type("ark.toml", "2", "done")
        player.until("Type add, take, find, check, save, done; help lists all there is.")
        player.close()
        player.rest()
    assert store.catalog.load(path.name) == draft


def test_a_file_that_vanished_just_before_the_deck_is_left_is_asked_about(tmp_path: Path) -> None:
    store = kept(tmp_path)
    (path,) = store.folders.own.glob("*.toml")
    with session(tmp_path, to_the_end) as (player, _):
        player.question()
        player.type("decks", "ark")
        player.until("Type add, take, find, check, save, done; help lists all there is.")
        path.unlink()
        player.type("done", "keep it as a draft")
        player.until("It is kept as a draft.")
        player.close()
        player.rest()
    draft = store.drafts.deck(path.name)
    assert draft is not None and draft.size == 60


def test_a_folder_of_a_club_that_vanishes_is_what_is_said(tmp_path: Path) -> None:
    club = DeckStore(tmp_path / "club")
    kept(tmp_path)
    club.folders.own.mkdir()
    next((tmp_path / "decks").glob("*.toml")).rename(club.folders.own / "ark.toml")
    with session(tmp_path, to_the_end) as (player, _):
        player.question()
        player.type("decks", "folder", str(club.folders.own), "ark", "add love")
        player.until("61 cards now.")
        club.folders.own.rename(tmp_path / "aside")
        player.type("about")
        said = player.until("What you have here is kept.")
        assert any(line.startswith("The folder of decks ") and "is not there" in line for line in said)
        assert not any("changed outside" in line for line in said)
        player.type("save", "done", "keep it as a draft", "folder", "none", "list")
        said = player.until("ark.toml, of a folder that is not used now, with changes not saved.")
        assert not any("gone" in line for line in said)
        player.type("ark.toml")
        player.until("in a folder that is not used now. Which becomes a deck of your own?")
        player.type("2")
        player.until("61 cards")
        player.close()
        player.rest()
    assert DeckStore(tmp_path / "decks").catalog.find("Ark").size == 61


def test_notes_are_kept_while_they_are_written(tmp_path: Path) -> None:
    store = kept(tmp_path)
    told(tmp_path, "ark; notes write; Sing first.; ; Then play Uriel.")
    draft = store.drafts.deck(store.catalog.find_key("ark"))
    assert draft is not None and draft.notes == "Sing first.\n\nThen play Uriel."


LINES = [f"{n:03} Sing first, and then play Uriel." for n in range(110)]
"""Lines of notes that are too long."""
FIT = "\n".join([*LINES[:108], "108"])
OVER = ["Sing first, and then play Uriel.", LINES[109]]


def test_what_notes_have_no_room_for_is_told_and_nothing_of_it_lost(tmp_path: Path) -> None:
    store = kept(tmp_path, notes="old")
    length = len("\n".join(LINES))
    wrong = f"Notes have at most 4000 characters, and these have {length}: {length - 4000} too many."
    left_out = "The notes are written without that; undo brings back those of before."

    said = heard(tmp_path, "ark", "notes write", *LINES)
    assert any(line.endswith("There is no room for more.") for line in said)
    draft = store.drafts.deck(store.catalog.find_key("ark"))
    assert draft is not None and draft.notes == FIT, "also where it ends before they are done"

    said = heard(tmp_path, "ark", "2", "notes write", *LINES, ".", "save", "undo", "notes")
    assert after(said, wrong, 4) == ["This is left out:", *OVER, left_out]
    assert store.catalog.find("Ark").notes == FIT and said[-1] == "old"

    said = heard(tmp_path, "ark", "1", "redo", "note Two words.", "save")
    assert after(said, "This is left out:", 2) == ["Two words.", "So they were already."]
    assert store.catalog.find("Ark").notes == FIT


def test_what_is_kept_nowhere_is_not_left_unasked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(tmp_path)

    def full(*args: object, **more: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("decks.storage.folders.write_whole", full)
    said = told(tmp_path, "ark; take hope; quit; quit; done; 2; done; 3; list")
    assert any("It is not kept as a draft: " in line for line in said), said[-12:]
    assert "The changes are kept nowhere else:" in said
    assert "They are kept as a draft." not in said and "The changes are kept as a draft." not in said
    # It is left only where the player forgets them.
    assert said.count("You are at Ark.") == 2


def test_a_broken_deck_is_mended_from_what_is_kept_of_it(tmp_path: Path) -> None:
    store = kept(tmp_path)
    key = store.catalog.find_key("ark")
    store.save(key, store.catalog.load(key).with_cards({}))
    (store.folders.own / key).write_text("garbage\n")
    said = told(tmp_path, "ark; 1; ark; 2; about")
    assert any("garbage" in line for line in said)
    assert any(line.startswith("2: The version of ") and "60 cards" in line for line in said)
    assert store.catalog.load(key).size == 60
