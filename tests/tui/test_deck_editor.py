"""The deck editor: what a player does with it, by keys, by mouse and by pasting."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from textual.widgets import Input, OptionList, Static, TextArea

from core import games
from decks.entries import stock_decks
from decks.store import DeckStore
from tests.tui.deck_pages import HOPE, KYTHE, LOVE, STAR, at_decks, deck, good, open_deck, options
from tests.tui.whole import press_until, running, until
from tui.screens.dialogs import Pick, Question
from tui.screens.editor.charts import StatisticsPage
from tui.screens.editor.hands import HandsPage
from tui.screens.editor.incoming import ImportPage
from tui.screens.editor.lists import CardList
from tui.screens.editor.screen import EditorScreen
from tui.screens.match import MatchScreen
from tui.widgets.cards_list import RowList


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_how_many_of_each_sphere_are_in_is_seen_at_every_size(
    store: DeckStore, size: tuple[int, int]
) -> None:
    quick = store.find("quick")
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
        assert hand.text("#pool-title").startswith("POOL  3 marked, 125 cards, ")
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


async def test_marks_stay_whatever_the_search_shows_and_all_of_them_are_meant(store: DeckStore) -> None:
    store.create(deck())
    async with at_decks(store, (60, 20)) as hand:
        await hand.press("enter")
        await hand.until(lambda: isinstance(hand.page, EditorScreen) and "DECK" in hand.shown())
        editor = hand.editor()
        await hand.press("space", "space", "space", "slash")
        await hand.type("song")
        await hand.press("enter", "space")
        assert hand.text("#pool-title").startswith("POOL  4 marked, 1 shown, ")
        assert "4 marked, 1 shown" in hand.shown(), "at the smallest size too"
        await hand.press("plus")
        assert len(editor.editing.deck.cards) == 4 and "marked" not in hand.text("#pool-title")
        assert "4 cards changed" in hand.shown()
        await hand.press("slash", *["backspace"] * 4)
        await hand.type("qqqq")
        await hand.press("enter", "home")
        assert not hand.editor().pool_list.keys
        # None shown, and meant all the same.
        await hand.press("escape", "space", "slash")
        await hand.type("qqqq")
        await hand.press("enter")
        assert "1 marked, 0 shown" in hand.shown()
        await hand.press("minus")
        assert len(editor.editing.deck.cards) == 3


async def test_marks_are_spent_by_what_is_done_to_them_and_by_nothing_else(store: DeckStore) -> None:
    store.create(deck(hope=2, love=2))
    async with at_decks(store, (120, 40)) as hand:
        editor = await open_deck(hand)
        hand.page.query_one("#pool", CardList).put_cursor(HOPE)
        await hand.press("space")
        # Marks of one list, and a change of the other.
        await hand.press("tab", "space", "tab", "plus")
        assert "Only 2 copies" in hand.shown() and editor.marked == {"pool": {HOPE}, "deck": {LOVE}}
        await hand.press("tab", "minus")
        assert editor.editing.deck.cards == {HOPE: 2, LOVE: 1}
        assert editor.marked == {"pool": {HOPE}, "deck": set()}
        # Those that stay as they were are counted.
        await hand.press("tab")
        hand.page.query_one("#pool", CardList).put_cursor(LOVE)
        await hand.press("space", "plus")
        assert editor.editing.deck.cards == {HOPE: 2, LOVE: 2} and not any(editor.marked.values())
        said = "1 card changed, 1 as before; u takes it back. Only 2 copies in Constructed."
        assert said in " ".join(hand.shown().split())


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
        assert editor.editing.deck.maybe == {HOPE: 1} and editor.editing.deck.cards == {LOVE: 1}
        await hand.press("minus")
        assert editor.editing.deck.maybe == {} and editor.editing.deck.cards == {LOVE: 1}


async def test_keys_on_the_maybe_list_are_for_it_and_no_copy_is_lost(store: DeckStore) -> None:
    store.create(msgspec.structs.replace(deck(love=2), maybe={HOPE: 5, LOVE: 1}))
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        await hand.press("tab")

        def on(key: str) -> None:
            hand.page.query_one("#deck", CardList).put_cursor(key)

        def now() -> tuple[dict[str, int], dict[str, int]]:
            return editor.editing.deck.cards, editor.editing.deck.maybe

        for keys, left in {"plus": 6, "minus": 5, "7": 7, "asterisk": 2, "5": 5}.items():
            on(f"maybe {HOPE}")
            await hand.press(keys)
            assert now() == ({LOVE: 2}, {HOPE: left, LOVE: 1})
        on(f"maybe {HOPE}")
        await hand.press("m")
        assert now() == ({HOPE: 2, LOVE: 2}, {HOPE: 3, LOVE: 1})
        said = "Hope: 2 in the deck, 3 still a maybe: only 2 copies in Constructed."
        assert said in hand.shown().replace("\n", "")
        # Where there is room for none, nothing moves.
        for key in ("m", "enter"):
            on(f"maybe {LOVE}")
            await hand.press(key)
            assert now() == ({HOPE: 2, LOVE: 2}, {HOPE: 3, LOVE: 1})
            assert hand.text("#title").endswith("Only 2 copies in Constructed.")
        on(HOPE)
        await hand.press("m")
        assert now() == ({LOVE: 2}, {HOPE: 5, LOVE: 1})
        # Rows of both kinds that are marked are each changed where they are.
        on(f"maybe {LOVE}")
        await hand.press("space")
        on(LOVE)
        await hand.press("space", "minus")
        assert now() == ({LOVE: 1}, {HOPE: 5})
        await hand.press("u")
        assert now() == ({LOVE: 2}, {HOPE: 5, LOVE: 1})


@pytest.mark.parametrize("key", ["minus", "m", "enter", "left", "0"])
async def test_a_key_that_is_held_ends_with_the_part_of_the_list_it_began_in(
    store: DeckStore, key: str
) -> None:
    maybe = {HOPE: 2, "wit/good/joy": 1}
    store.create(msgspec.structs.replace(deck(love=2, kythe=2), maybe=maybe))
    async with at_decks(store) as hand:
        editor = await open_deck(hand)

        def now() -> tuple[dict[str, int], dict[str, int]]:
            return editor.editing.deck.cards, editor.editing.deck.maybe

        await hand.press("tab", "end")
        await hand.hold(key, 9)
        await hand.press(*[key] * 2)
        moved = maybe if key in ("m", "enter") else {}
        assert now() == ({LOVE: 2, KYTHE: 2} | moved, {})
        assert any(line.startswith("> Maybe  0, not counted") for line in hand.rows("#deck"))
        await hand.press(key)
        assert "Nothing is a maybe any more." in hand.shown() or key == "enter"
        # A key that moves the cursor leads to the cards, and the empty list is gone.
        await hand.press("up")
        assert editor.deck_list.key in editor.editing.deck.cards and "Maybe" not in "".join(
            hand.rows("#deck")
        )
        # The other way round: the cards of the deck end before the maybe list does.
        await hand.press("u", "u", "u", "u")
        await hand.until(lambda: now() == ({LOVE: 2, KYTHE: 2}, maybe))
        await hand.press("home")
        await hand.hold(key, 9)
        await hand.press(*[key] * 4)
        aside = {LOVE: 2, KYTHE: 2} if key == "m" else {}
        assert now() == ({}, maybe | aside) and hand.rows("#deck")[0] == "> No card in the deck"
        await hand.press("down")
        assert editor.deck_list.key.startswith("maybe ") and hand.rows("#deck")[0].startswith("Maybe ")


async def test_a_key_that_is_held_ends_with_the_shelf_it_began_in(store: DeckStore) -> None:
    quick = store.find("quick")
    first, second = list(quick.cards)[:2]
    store.create(
        msgspec.structs.replace(quick.renamed("Mine"), maybe={first: 1, second: 1}).with_cards(quick.cards)
    )
    async with at_decks(store, (120, 40)) as hand:
        editor = await open_deck(hand)
        await hand.press("tab", *["right"] * 9)
        assert editor.deck_list.key.startswith("maybe ")
        await hand.hold("minus", 9)
        assert editor.editing.deck.maybe == {} and editor.editing.deck.cards == quick.cards
        assert "Maybe 0" in hand.rows("#deck")[0] and "Nothing is a maybe any more." in hand.shown()
        await hand.press("left")
        assert "Maybe" not in hand.rows("#deck")[0] and editor.deck_part in editor.editing.groups


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
        await hand.press("tab", "f")
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
        await until(pilot, lambda: isinstance(app.screen, EditorScreen) and app.screen.query("#title"))
        await press_until(pilot, "p", lambda: isinstance(app.screen, Pick))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, MatchScreen))
        table = app.threads[-1].table
        assert table is not None and table.match.header.shared is not None
        assert table.match.header.shared.hash == quick.hash
    assert games.load("time-masters").shared_group == "setup"
