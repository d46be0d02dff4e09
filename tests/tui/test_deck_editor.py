"""The deck editor: what a player does with it, by keys, by mouse and by pasting."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input, OptionList, Static, TextArea

from core import registry
from decks.storage.catalog import stock_decks
from decks.storage.store import DeckStore
from tests.support.deck_pages import STAR, at_decks, deck, good, open_deck, options
from tests.support.whole_app import running
from tui.screens.dialogs import Pick, QuestionDialog
from tui.screens.editor.editor_screen import EditorScreen
from tui.screens.editor.hands_page import HandsPage
from tui.screens.editor.import_page import ImportPage
from tui.screens.editor.statistics_page import StatisticsPage
from tui.screens.match.match_screen import MatchScreen
from tui.widgets.row_list import RowList


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_how_many_of_each_sphere_are_in_is_seen_at_every_size(
    store: DeckStore, size: tuple[int, int]
) -> None:
    quick = store.catalog.find("quick")
    store.create(quick.renamed("Mine").with_cards(quick.cards | {"tm/level3/twin-moment": 1}))
    async with at_decks(store, size) as hand:
        await hand.press("enter")
        assert "3 9/10 " in hand.rows("#deck")[0] and hand.rows("#deck")[0].count("10/10") == 4
        assert "Sphere 3 has 9 of 10 cards" in hand.shown()


async def test_adding_and_taking_by_key(store: DeckStore) -> None:
    store.create(good(form="constructed"))
    async with at_decks(store) as hand:
        await hand.press("enter", "plus", "right", "plus")
        assert hand.text("#title").endswith("Only 2 copies in Constructed.")
        assert hand.rows("#pool")[1] == ">  2 Go Within            C   5"
        assert hand.rows("#deck")[:2] == ["Communication  2", "   2 Go Within       C   5"]
        await hand.press("minus", "left", "minus")
        assert hand.text("#title").endswith("Go Within is not in the deck.")
        assert hand.rows("#deck")[0] == ""
        await hand.press("u", "u")
        assert hand.editor().editing.deck.size == 2
        await hand.press("r")
        assert hand.editor().editing.deck.size == 1
        await hand.press("tab", "enter")
        assert hand.editor().editing.deck.size == 0
        await hand.press("plus")
        assert hand.editor().editing.deck.size == 0


async def test_every_reason_can_be_seen(store: DeckStore) -> None:
    cards = {**good(20).cards, "wit/evil/it": 1}
    over = dict.fromkeys(list(cards)[:12], 3)
    store.create(good().with_cards({**cards, **over}))
    async with at_decks(store) as hand:
        await hand.press("enter")
        verdict = hand.text("#verdict")
        assert verdict.replace("\n", " ").startswith(
            "Not legal yet. Only cards of Good may be in this deck: take out IT."
        )
        assert verdict.endswith("[l] all 3")
        assert len(verdict.split("\n")) == 2
        await hand.press("l")
        assert isinstance(hand.page, Pick)
        options = hand.page.query_one(OptionList).options
        said = " ".join(str(option.prompt) for option in options)
        assert "15 more to add" in said
        assert "All 12: " in said
        assert "In Constructed: Only cards of Good" in said
        # And each leads to its cards, which are marked.
        await hand.choose(0)
        assert hand.page.query_one("#deck", RowList).key == "wit/evil/it"
        await hand.press("minus")
        assert "wit/evil/it" not in hand.editor().editing.deck.cards
        assert hand.text("#verdict").startswith("Not legal yet. Singleton needs")


async def test_enter_pressed_fast_takes_one_card_after_the_other(store: DeckStore) -> None:
    store.create(good())
    async with at_decks(store) as hand:
        await hand.press("enter")
        await hand.hold("enter", 9)
        assert len(hand.editor().editing.deck.cards) == 9


async def test_moving_the_cursor_draws_two_rows(store: DeckStore) -> None:
    store.create(good(30))
    async with at_decks(store) as hand:
        await hand.press("enter")
        await hand.pilot.pause(0.1)  # until the page is there as it stays
        pool_list = hand.page.query_one("#pool", RowList)
        drawn: list[int] = []
        whole = pool_list.render_line

        def counted(y: int) -> Any:
            drawn.append(y)
            return whole(y)

        pool_list.render_line = counted  # type: ignore[method-assign]
        await hand.press("down")
        await hand.pilot.pause()
        assert sorted(set(drawn)) == [1, 2]


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
        await press(*["enter"] * 5)
        await pilot.until(lambda: isinstance(app.screen, EditorScreen) and "bright" in title())
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
        assert app.store.catalog.find("bright").size == 60
        await press("p", "enter")
        await pilot.until(lambda: isinstance(app.screen, MatchScreen))
        assert app.matches.threads[-1].begun
    assert len(pressed) < 40, pressed


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
        hand.page.query_one(Input).value = ""
        await hand.type("songs")
        # Tab goes from one field to the other and back, and nowhere else.
        await hand.press("tab", "h", "enter", "i", "tab", "a")
        assert (hand.page.query_one(Input).value, hand.page.query_one(TextArea).text) == ("songsa", "h\ni")
        hand.page.query_one(TextArea).text = "Sing first.\nThen play Uriel."
        hand.page.query_one(Input).value = "Songs."
        await hand.press("escape", "s")
        assert (
            store.catalog.load(key).notes == "Sing first.\nThen play Uriel."
            and store.catalog.load(key).about == "Songs."
        )
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
        assert isinstance(hand.page, QuestionDialog)
        await hand.press("n")
        assert editor.editing.deck.group == "good"
        await hand.press("f", "down", "enter")
        assert editor.editing.deck.format == "constructed"
        await hand.press("f", "down", "down", "down", "enter", "y")
        assert editor.editing.deck.group == "evil" and editor.editing.deck.size == 60
        assert hand.rows("#pool")[0] == "Attack"
        words = hand.page.query_one(Input)
        assert words.placeholder == "search: t:special  force>=4", "searches of that side are shown"
        await hand.press("u")
        assert editor.editing.deck.group == "good" and hand.rows("#pool")[0] == "Communication"


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
        assert "[f] file" in hand.shown() and "[n] new deck" not in hand.shown(), "it is no deck"
        await hand.press("tab")
        assert "[f]" not in hand.shown()
        await hand.press("tab")
        await hand.until(lambda: "[f] file" in hand.shown())
        await hand.press("f")
        assert hand.page.query_one(Input).value == "", "f asks for a file"
        await hand.press("escape", "escape")
        await open_deck(hand)
        assert "[+] add" in hand.shown()
        await hand.press("slash")
        assert "[Enter] to the cards that are found" in hand.shown() and "[+] add" not in hand.shown()
        await hand.press("escape")
        assert "[+] add" in hand.shown()


async def test_everything_more_is_reached_by_the_mouse(store: DeckStore) -> None:
    store.create(STAR.renamed("Mine"))
    async with at_decks(store, (120, 40)) as hand:
        await open_deck(hand)
        x = hand.shown().split("\n")[-2:]
        place = next((line.index("[.]"), y) for y, line in zip((38, 39), x, strict=True) if "[.]" in line)
        await hand.pilot.click(offset=place)
        assert isinstance(hand.page, Pick)
        assert {line.split()[0] for line in options(hand)} >= set("r*ognfvhixwc")
        at = next(row for row, line in enumerate(options(hand)) if line.startswith("h "))
        await hand.pilot.click(OptionList, offset=(3, at))
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
        await pilot.until(lambda: isinstance(app.screen, EditorScreen) and app.screen.query("#title"))
        await pilot.press_until("p", lambda: isinstance(app.screen, Pick))
        await pilot.press("enter")
        await pilot.until(
            lambda: isinstance(app.screen, MatchScreen) and app.screen.client.header is not None
        )
        header = app.screen.client.header  # type: ignore[attr-defined]
        assert header is not None and header.shared is not None and header.shared.hash == quick.hash
    assert registry.load("time-masters").shared_group == "setup"
