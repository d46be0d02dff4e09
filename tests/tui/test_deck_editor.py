"""The deck editor: what a player does with it, by keys, by mouse and by pasting."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from textual import events
from textual.widgets import Input, OptionList, Static, TextArea

from core import games
from decks.model import Deck
from decks.sharing import read_share_code, share_code
from decks.store import DeckStore, stock_decks
from tests.tui.test_app import press_until, running, until
from tests.tui.test_decks_screen import Hand, at_decks, good
from tui.screens.dialogs import Pick, Question
from tui.screens.editor.changes import ChangesPage
from tui.screens.editor.charts import StatisticsPage
from tui.screens.editor.decks import DecksScreen
from tui.screens.editor.hands import HandsPage
from tui.screens.editor.incoming import ImportPage
from tui.screens.editor.lists import CardList
from tui.screens.editor.outgoing import ExportPage
from tui.screens.editor.screen import EditorScreen
from tui.screens.match import MatchScreen

HOPE, LOVE, KYTHE = "wit/good/hope", "wit/good/love", "wit/good/kythe"
STAR = next(deck for deck in stock_decks().values() if deck.name == "Star Singers")


@pytest.fixture
def store(tmp_path: Path) -> DeckStore:
    return DeckStore(tmp_path / "decks")


def deck(form: str = "constructed", **copies: int) -> Deck:
    return good(form=form).with_cards({f"wit/good/{name}": n for name, n in copies.items()})


def options(hand: Hand) -> list[str]:
    return [str(option.prompt) for option in hand.page.query_one(OptionList).options]


async def paste(hand: Hand, text: str) -> None:
    hand.app.post_message(events.Paste(text))
    await hand.pilot.pause()
    await hand.pilot.pause()


async def open_deck(hand: Hand) -> EditorScreen:
    await hand.press("enter")
    await hand.until(lambda: isinstance(hand.page, EditorScreen) and "Decks > Mine" in hand.shown())
    return hand.editor()


async def test_a_newcomer_makes_saves_checks_and_plays_a_deck_in_few_keys(tmp_path: Path) -> None:
    pressed: list[str] = []
    async with running(tmp_path) as (app, pilot):

        async def press(*keys: str) -> None:
            for key in keys:
                pressed.append(key)
                await pilot.press(key)

        async def typed(text: str) -> None:
            """What is typed of a name or of search words, which does not count."""
            for char in text:
                await pilot.press("space" if char == " " else char)

        def title() -> str:
            return str(app.screen.query_one("#title", Static).content)

        await press("d", "n")
        await typed("bright")
        # Good is the first side; the format is one further than the printed list.
        await press("enter", "down", "right", "down", "down", "enter")
        await until(pilot, lambda: isinstance(app.screen, EditorScreen) and "bright" in title())
        editor = app.screen
        assert isinstance(editor, EditorScreen)
        for words in ("song", "t:special", "t:mortal"):
            await press("slash")
            await typed(words)
            await press("enter", "a", "escape")
        await press("home")
        missing = 60 - editor.editing.deck.size
        assert 0 < missing < 8
        await press(*["enter"] * missing)
        assert "Legal in Singleton." in str(editor.query_one("#verdict", Static).content)
        await press("s")
        assert app.store.find("bright").size == 60
        await press("p", "enter")
        await until(pilot, lambda: isinstance(app.screen, MatchScreen))
        assert app.threads[-1].table is not None
    assert len(pressed) < 40, pressed


async def test_marks_move_many_cards_and_are_spent_by_it(store: DeckStore) -> None:
    key = store.create(deck())
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        await hand.press("space", "space", "down", "space")
        assert hand.text("#pool-title").endswith("3 marked")
        assert [row[1] for row in hand.rows("#pool")[1:6]] == ["x", "x", " ", "x", " "]
        await hand.press("plus")
        assert len(editor.editing.deck.cards) == 3
        assert hand.text("#title").endswith("3 cards changed; u takes it back.")
        assert "marked" not in hand.text("#pool-title")
        await hand.press("u")
        assert editor.editing.deck.cards == {}
        # Marks are given up before the deck is left.
        await hand.press("space", "escape")
        assert hand.page is editor and "marked" not in hand.text("#pool-title")
    assert store.load(key).cards == {}


async def test_a_digit_and_the_star_say_how_many(store: DeckStore) -> None:
    store.create(deck())
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        await hand.press("2")
        assert editor.editing.deck.size == 2
        await hand.press("9")
        assert editor.editing.deck.size == 2, "no more than the format allows"
        await hand.press("0")
        assert editor.editing.deck.size == 0
        await hand.press("space", "space", "asterisk")
        assert sorted(editor.editing.deck.cards.values()) == [2, 2]


async def test_a_maybe_list_is_kept_and_not_counted(store: DeckStore) -> None:
    key = store.create(deck(hope=2, love=1))
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        hand.page.query_one("#deck", CardList).put_cursor(HOPE)
        await hand.press("tab", "m")
        assert editor.editing.deck.cards == {LOVE: 1} and editor.editing.deck.maybe == {HOPE: 2}
        assert hand.text("#deck-title") == "DECK  1 of 60 cards"
        assert "Maybe  2, not counted" in "\n".join(hand.rows("#deck"))
        await hand.press("s")
        assert store.load(key).maybe == {HOPE: 2}
        hand.page.query_one("#deck", CardList).put_cursor(f"maybe {HOPE}")
        await hand.press("enter")
        assert editor.editing.deck.cards == {HOPE: 2, LOVE: 1} and editor.editing.deck.maybe == {}
        await hand.press("u")
        hand.page.query_one("#deck", CardList).put_cursor(f"maybe {HOPE}")
        await hand.press("minus")
        assert editor.editing.deck.maybe == {} and editor.editing.deck.cards == {LOVE: 1}


async def test_an_error_of_the_search_is_pointed_at_and_the_cards_stay(store: DeckStore) -> None:
    store.create(deck())
    async with at_decks(store) as hand:
        await open_deck(hand)
        await hand.press("slash")
        await hand.type("murry")
        found = hand.rows("#pool")
        await hand.type(" (")
        assert hand.text("#pool-title").startswith("      ^ This parenthesis is never closed.")
        assert hand.rows("#pool") == found
        await hand.press("backspace")
        await hand.type("forcx:3")
        assert hand.text("#pool-title").startswith("      ^^^^^ There is nothing called forcx")
        assert "did you mean force:?" in hand.text("#card")
        await hand.press(*["backspace"] * 3)
        await hand.type("e>=2")
        assert "of 125" in hand.text("#pool-title") and any("Meg Murry" in row for row in hand.rows("#pool"))
        # Esc leaves the search, and a search that makes no sense with it.
        await hand.type(" (")
        await hand.press("escape")
        assert hand.page.query_one(Input).value == ""


async def test_cards_of_others_are_found_where_they_are_asked_for(store: DeckStore) -> None:
    store.create(deck())
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        await hand.press("slash")
        await hand.type("side:evil t:lie")
        assert any("Trickery" in row for row in hand.rows("#pool"))
        await hand.press("enter", "plus")
        assert "Only cards of Good may be in this deck" in hand.text("#verdict")
        await hand.press("a")
        assert editor.editing.deck.size == 1, "all shown are not added where they can't be played"


async def test_numbers_hands_and_notes(store: DeckStore) -> None:
    key = store.create(STAR.renamed("Mine"))
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        await hand.press("t")
        assert isinstance(hand.page, StatisticsPage)
        said = hand.text("#lines")
        assert "Character" in said and "4 slots" in said and "first 21 cards" in said
        await hand.press("escape", "h")
        assert isinstance(hand.page, HandsPage)
        first = hand.text("#lines")
        await hand.press("n")
        assert hand.text("#lines") != first
        await hand.press("p")
        assert hand.text("#lines") == first
        await hand.press("escape", "n")
        hand.page.query_one(TextArea).text = "Sing first.\nThen play Uriel."
        hand.page.query_one(Input).value = "Songs."
        await hand.press("escape", "s")
        assert store.load(key).notes == "Sing first.\nThen play Uriel." and store.load(key).about == "Songs."
        await hand.press("u", "u")
        assert (editor.editing.deck.about, editor.editing.deck.notes) == (STAR.about, "")


async def test_another_side_is_chosen_by_what_stops_being_legal(store: DeckStore) -> None:
    store.create(STAR.renamed("Mine"))
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        await hand.press("f")
        said = options(hand)
        assert [line.split("\n")[0] for line in said][:2] == ["Good, Original", "Good, Singleton"]
        assert said[2] == "Good, Constructed\n  legal" and "take out" in said[4]
        await hand.press("down", "down", "down", "enter")
        assert isinstance(hand.page, Question)
        await hand.press("n")
        assert editor.editing.deck.group == "good"
        await hand.press("f", "down", "enter")
        assert editor.editing.deck.format == "constructed"
        await hand.press("f", "down", "down", "down", "enter", "y")
        assert editor.editing.deck.group == "evil" and editor.editing.deck.size == 60
        assert hand.rows("#pool")[0] == "Attack"
        await hand.press("u")
        assert editor.editing.deck.group == "good" and hand.rows("#pool")[0] == "Communication"


async def test_versions_are_compared_and_restored(store: DeckStore) -> None:
    key = store.create(deck(hope=2, love=1))
    store.create(deck(kythe=1).renamed("Other"))
    store.save(key, deck(hope=1))
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        hand.page.query_one("#pool", CardList).put_cursor(KYTHE)
        await hand.press("plus", "v")
        said = options(hand)
        assert said[0] == "As it was saved\n  1 card; here 1 more and 0 less"
        assert said[1].startswith("Version of ") and said[1].endswith("3 cards; here 1 more and 2 less")
        assert said[2].startswith("Other\n")
        await hand.press("enter")
        assert isinstance(hand.page, ChangesPage) and "  +1  Kythe" in hand.text("#lines")
        await hand.press("escape", "v", "down", "enter")
        assert "  -1  Hope" in hand.text("#lines") and "  -1  Love" in hand.text("#lines")
        await hand.press("r")
        assert editor.editing.deck == deck(hope=2, love=1)
        await hand.press("s")
        assert store.load(key).size == 3 and len(store.versions(key)) == 2
        await hand.press("v", "down", "down", "down", "enter")
        assert "restore" not in hand.shown()


LIST = """Name: Pasted
2 Hope
Love x1
1 Megg Murry
3 Kythe
4 Nonsense thing
"""


async def test_a_pasted_list_is_read_line_by_line_before_it_is_taken(store: DeckStore) -> None:
    key = store.create(deck(form="constructed", joy=1))
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        await paste(hand, LIST)
        assert isinstance(hand.page, ImportPage)
        assert hand.page.query_one(TextArea).text.strip() == LIST.strip(), "all of it has arrived"
        verdicts = [row[2:].split()[1] for row in hand.rows("#lines") if row.strip()]
        assert verdicts == ["about", "card", "card", "suggested", "too", "unknown"]
        await hand.press("down", "down", "down")
        assert hand.text("#line").endswith("Did you mean Meg Murry? Enter takes it.")
        await hand.press("enter")
        assert "x " in hand.rows("#lines")[3] and "taken" in hand.rows("#lines")[3]
        await hand.press("r")
        assert isinstance(hand.page, Pick), "a line is no card: that is asked about"
        await hand.press("down", "enter")
        assert hand.page is editor
        assert editor.editing.deck.cards == {HOPE: 2, LOVE: 1, "wit/good/meg-murry": 1, KYTHE: 3}
        assert editor.editing.deck.name == "Mine" and "too many of Kythe (3)" in hand.text("#verdict")
        await hand.press("u")
        assert editor.editing.deck == store.load(key)


async def test_the_keys_shown_are_those_that_work_where_the_focus_is(store: DeckStore) -> None:
    store.create(deck())
    async with at_decks(store) as hand:
        await hand.press("i")
        assert "[Tab] to the lines and their keys  [Esc] back" in hand.shown() and "[f]" not in hand.shown()
        await hand.type("fan")
        assert hand.page.query_one(TextArea).text == "fan" and "[Esc] leave the text" in hand.shown()
        # Esc leaves the text, and it is still there; then the letters are keys.
        await hand.press("escape")
        assert isinstance(hand.page, ImportPage)
        assert "[f] file" in hand.shown() and "[n] new deck" in hand.shown()
        await hand.press("tab")
        assert "[f]" not in hand.shown()
        await hand.press("tab", "f")
        assert hand.page.query_one(Input).value == "", "f asks for a file"
        await hand.press("escape", "escape")
        await open_deck(hand)
        assert "[+] add" in hand.shown()
        await hand.press("slash")
        assert "[Enter] to the cards that are found" in hand.shown() and "[+] add" not in hand.shown()
        await hand.press("escape")
        assert "[+] add" in hand.shown()


async def test_a_share_code_becomes_a_deck_of_its_own(store: DeckStore) -> None:
    async with at_decks(store) as hand:
        await paste(hand, share_code(STAR.renamed("Sent")))
        assert isinstance(hand.page, ImportPage) and "Sent, Good, Singleton, 60 cards" in hand.text("#said")
        await hand.press("n")
        await hand.until(lambda: isinstance(hand.page, EditorScreen) and "Decks > Sent" in hand.shown())
    assert store.find("sent") == STAR.renamed("Sent")


async def test_what_cannot_be_imported_is_said(store: DeckStore, tmp_path: Path) -> None:
    async with at_decks(store) as hand:
        await hand.press("i")
        await paste(hand, share_code(STAR).replace("a", "b", 1))
        assert "This share code was mistyped or cut" in hand.text("#said")
        await hand.press("n")
        assert isinstance(hand.page, ImportPage)
        await hand.press("f")
        hand.page.query_one(Input).value = str(tmp_path / "none.txt")
        await hand.press("enter")
        assert hand.text("#why").endswith("there is no such file.")
        (tmp_path / "list.txt").write_text("2 Hope\r\nLove x2\r\n")
        hand.page.query_one(Input).value = str(tmp_path / "list.txt")
        await hand.press("enter")
        assert "2 of 2 lines are cards: list, Good, " in hand.text("#said")
    assert not store.folder.exists()


async def test_a_paste_of_one_line_into_the_search_is_a_search(store: DeckStore) -> None:
    store.create(deck())
    async with at_decks(store) as hand:
        await open_deck(hand)
        await hand.press("slash")
        await paste(hand, "t:song")
        assert hand.page.query_one(Input).value == "t:song"
        await paste(hand, "2 Hope\n1 Love\n")
        assert isinstance(hand.page, ImportPage)


async def test_a_deck_is_exported_in_three_forms(store: DeckStore, tmp_path: Path) -> None:
    store.create(STAR.renamed("Mine"))
    async with at_decks(store) as hand:
        await open_deck(hand)
        await hand.press("x")
        assert isinstance(hand.page, ExportPage) and "Name: Mine" in hand.text("#lines")
        await hand.press("space")
        code = hand.text("#lines").split("\n")[2]
        assert read_share_code(code) == STAR.renamed("Mine")
        await hand.press("space")
        assert "[cards]" in hand.text("#lines")
        await hand.press("w")
        hand.page.query_one(Input).value = str(tmp_path / "out.toml")
        await hand.press("enter")
        assert DeckStore(tmp_path / "no").find(str(tmp_path / "out.toml")) == STAR.renamed("Mine")
        await hand.press("w")
        hand.page.query_one(Input).value = str(tmp_path / "out.toml")
        await hand.press("enter")
        assert hand.text("#why").startswith("There is such a file already")


async def test_a_file_changed_meanwhile_is_noticed_and_both_are_kept(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        hand.page.query_one("#pool", CardList).put_cursor(KYTHE)
        await hand.press("plus")
        store.save(key, deck(love=2))
        editor._look_outside()
        await hand.pilot.pause()
        assert isinstance(hand.page, Pick) and "changed outside this program just now" in hand.shown()
        await hand.press("down", "enter")
        await hand.until(lambda: isinstance(hand.page, EditorScreen) and "Decks > Mine 2" in hand.shown())
    assert store.load(key) == deck(love=2)
    assert store.find("mine 2").cards == {HOPE: 1, KYTHE: 1}
    assert store.draft(key) is None


async def test_theirs_can_be_taken_and_mine_is_one_step_back(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        await hand.press("plus")
        mine = editor.editing.deck
        store.save(key, deck(love=2))
        await hand.press("s")
        await hand.choose(3)
        await hand.until(lambda: hand.page is editor and editor.editing.deck == deck(love=2))
        assert not editor.editing.changed
        await hand.press("u")
        await hand.until(lambda: editor.editing.deck == mine)


async def test_a_full_disk_loses_nothing(store: DeckStore, monkeypatch: pytest.MonkeyPatch) -> None:
    key = store.create(deck(hope=1))
    async with at_decks(store) as hand:
        editor = await open_deck(hand)

        def full(*args: object, **more: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr("decks.folder.write_whole", full)
            patch.setattr("decks.former.write_whole", full)
            await hand.press("plus")
            assert editor.editing.deck.size == 2
            said = [one.message for one in hand.app._notifications]
            assert any("can't be saved: No space left on device" in one for one in said)
            await hand.press("s")
            assert hand.page is editor and editor.editing.changed
            assert "*" in hand.text("#title")
        assert store.load(key) == deck(hope=1)
        await hand.press("s")
        assert not editor.editing.changed
    assert store.load(key).size == 2


async def test_a_folder_that_vanishes_is_said_and_the_deck_stays(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        (store.folder / key).unlink()
        editor._look_outside()
        await hand.pilot.pause()
        assert "there is no such file" in hand.shown()
        await hand.press("s")
        await hand.choose(2)
        assert "Saved." in hand.text("#title")
    assert store.load(key) == deck(hope=1)


async def test_a_deck_comes_back_from_the_bin(store: DeckStore) -> None:
    store.create(deck(hope=1))
    async with at_decks(store) as hand:
        await hand.press("d", "y", "b")
        assert options(hand) == ["Mine\n  Good, Constructed, 1 card"]
        await hand.press("enter", "enter")
        assert any(row.startswith("> Mine ") for row in hand.rows())
        await hand.press("d", "y", "b", "enter", "down", "enter", "b")
        assert isinstance(hand.page, DecksScreen), "the bin is empty"
    assert not [entry for entry in store.entries() if not entry.stock]


async def test_everything_more_is_reached_by_the_mouse(store: DeckStore) -> None:
    store.create(STAR.renamed("Mine"))
    async with at_decks(store, (120, 40)) as hand:
        await open_deck(hand)
        x = hand.shown().split("\n")[-2:]
        place = next((line.index("[.]"), y) for y, line in zip((38, 39), x, strict=True) if "[.]" in line)
        await hand.pilot.click(offset=place)
        assert isinstance(hand.page, Pick)
        assert {line.split()[0] for line in options(hand)} >= set("aognfvhpixwc")
        await hand.pilot.click(OptionList, offset=(3, 6))
        assert isinstance(hand.page, HandsPage)
        await hand.press("escape")
        await hand.pilot.click("#verdict")
        assert isinstance(hand.page, Pick)
        await hand.press("escape")
        await hand.pilot.click("#curve")
        assert isinstance(hand.page, StatisticsPage)


async def test_a_setup_is_played_at_once(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        quick = next(deck for deck in stock_decks().values() if deck.name == "Quick")
        app.store.create(quick.renamed("Mine"))
        await pilot.press("d", "enter")
        await until(pilot, lambda: isinstance(app.screen, EditorScreen) and app.screen.query("#title"))
        await press_until(pilot, "p", lambda: isinstance(app.screen, Pick))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, MatchScreen))
        table = app.threads[-1].table
        assert table is not None and table.match.header.shared is not None
        assert table.match.header.shared.hash == quick.hash
    assert games.load("time-masters").shared_group == "setup"
