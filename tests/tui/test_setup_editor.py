"""The deck editor with a setup: five shelves of ten places beside the pool."""

from __future__ import annotations

import pytest
from textual.widgets import Input, Static

from core import registry
from decks.model import Deck
from decks.storage.catalog import stock_decks
from decks.storage.store import DeckStore
from tests.support.deck_pages import Hand, at_decks, good
from tui.screens.dialogs import Message
from tui.screens.editor.editor_screen import EditorScreen
from tui.widgets.row_list import RowList
from tui.widgets.shelves import Shelves

pytestmark = pytest.mark.long

QUICK = next(deck for deck in stock_decks().values() if deck.name == "Quick").renamed("Mine")
GAME = registry.load(QUICK.game)
LEVELS = {n: [card.id for card in GAME.cards if card.group == f"level{n}"] for n in range(6)}
BREATH, TORRENT = "tm/level1/breath", "tm/level2/torrent"


def with_copies(deck: Deck = QUICK, **copies: int) -> Deck:
    ids = {card.id.rsplit("/", 1)[1].replace("-", "_"): card.id for card in GAME.cards}
    return deck.with_cards({**deck.cards, **{ids[name]: n for name, n in copies.items()}})


async def opened(hand: Hand) -> EditorScreen:
    await hand.press("enter")
    await hand.until(lambda: isinstance(hand.page, EditorScreen) and "Decks > Mine" in hand.shown())
    await hand.until(lambda: hand.text("#card"))
    return hand.editor()


def shelf(hand: Hand, number: int) -> list[str]:
    """One shelf as it is drawn, its head first."""
    width = hand.app.size.width // 5
    rows = hand.page.query_one(Shelves)
    lines = [rows.render_line(y).text[number * width : (number + 1) * width] for y in range(rows.size.height)]
    return [line.rstrip() for line in lines]


async def test_a_setup_stands_on_five_shelves_of_ten_places(store: DeckStore) -> None:
    store.create(with_copies(breath=0, spark=1))
    async with at_decks(store) as hand:
        editor = await opened(hand)
        shown = hand.shown().split("\n")
        assert any(line.startswith("  Sphere 1 7/10   Sphere 2 10/10") for line in shown)
        assert all(f"Sphere {n}" in next(line for line in shown if "7/10" in line) for n in range(1, 6))
        first = shelf(hand, 0)
        assert len(first) == 11 and first[1] == "  Cerebral Cl..", "a name that is cut says so"
        assert first[-3:] == ["  ---", "  ---", "  ---"], "empty places are seen"
        assert shelf(hand, 1)[1:3] == ["  Torrent", "  Torrent"]
        # The pool, what the card under the cursor does, and the verdict are there at the same time.
        assert hand.rows("#pool")[1].startswith(">  1 Cerebral Cleaning")
        assert hand.text("#card").endswith("Banish 2 cards from your hand. Draw 2 cards.")
        assert hand.text("#verdict") == "Not legal yet. Sphere 1 has 7 of 10 cards: 3 more to add."
        # What is added goes to its own shelf, from wherever in the pool.
        hand.page.query_one("#pool").put_cursor(BREATH)
        await hand.press("2")
        assert "  Breath" in shelf(hand, 0) and shelf(hand, 0)[0] == "  Sphere 1 9/10"
        hand.page.query_one("#pool").put_cursor(TORRENT)
        await hand.press("minus")
        assert shelf(hand, 1)[0] == "  Sphere 2 9/10" and shelf(hand, 1)[-1] == "  ---"
        await hand.press("u", "u")
        assert editor.editing.deck == store.catalog.find("mine")
        assert shelf(hand, 0)[0] == "  Sphere 1 7/10"


async def test_the_cursor_goes_over_the_shelves_and_their_empty_places(store: DeckStore) -> None:
    store.create(with_copies(breath=0))
    async with at_decks(store) as hand:
        editor = await opened(hand)
        await hand.press("tab")
        shelves = hand.page.query_one(Shelves)
        assert shelves.has_focus and shelf(hand, 0)[1].startswith("> ")
        await hand.press("right", "right", "down", "left")
        assert shelves.key == TORRENT and shelf(hand, 1)[2] == "> Torrent"
        assert hand.text("#card").startswith("Torrent   Sphere 2, Spell, Cost 2\n")
        await hand.press("enter")
        assert editor.editing.deck.copies(TORRENT) == 1 and shelves.key == TORRENT
        await hand.press("plus")
        assert editor.editing.deck.copies(TORRENT) == 2
        # An empty place leads to the cards that fit it, also where the search hides them.
        hand.page.query_one(Input).value = "t:timer sphere:5"
        await hand.pilot.pause()
        await hand.press("left", *["down"] * 9)
        assert shelves.key == "" and shelf(hand, 0)[-1] == "> ---"
        assert hand.text("#card") == "An empty place of Sphere 1: Enter goes to its cards."
        await hand.press("plus", "minus", "space", "2")
        assert editor.editing.deck.size == 48
        await hand.press("enter")
        pool = hand.page.query_one("#pool")
        assert pool.has_focus and pool.key in LEVELS[1] and hand.page.query_one(Input).value == ""


async def test_marks_are_for_all_copies_and_lead_on(store: DeckStore) -> None:
    store.create(QUICK)
    async with at_decks(store) as hand:
        editor = await opened(hand)
        await hand.press("tab", "right", "space", "space")
        assert [line[:2] for line in shelf(hand, 1)[1:6]] == ["x ", "x ", "x ", "x ", "> "]
        await hand.press("up")
        assert shelf(hand, 1)[4].startswith(">xBorrowed")
        await hand.press("minus")
        assert editor.editing.deck.size == 48
        assert hand.text("#title").endswith("2 cards changed; u takes it back.")
        await hand.press("o")
        assert [line[2:] for line in shelf(hand, 1)[1:3]] == ["Borrowed Mi..", "Clear Mind"], "by name"
        await hand.press("g")
        assert hand.text("#title").endswith("A setup is always by Sphere; o sorts it.")


async def test_too_many_foreign_and_maybe_cards_are_seen_too(store: DeckStore) -> None:
    deck = with_copies(shortcut=2, suggestion=1)
    store.create(deck)
    async with at_decks(store) as hand:
        await opened(hand)
        heads = " ".join(hand.page.query_one(Shelves).render_line(0).text.split())
        assert heads == "1 12/10 2 10/10 3 10/10 4 10/10 5 10/10 Foreign 1"
        await hand.press("tab", *["down"] * 11)
        assert hand.page.query_one(Shelves).key, "all that are over are reached"
        await hand.press("m")
        assert "Maybe" in hand.page.query_one(Shelves).render_line(0).text
        assert hand.editor().editing.deck.maybe
        await hand.press(*["right"] * 6, "home", "enter")
        assert not hand.editor().editing.deck.maybe


@pytest.mark.parametrize("size", [(60, 20), (79, 23)])
async def test_where_there_is_little_room_one_side_is_shown_at_a_time(
    store: DeckStore, size: tuple[int, int]
) -> None:
    store.create(with_copies(breath=0))
    async with at_decks(store, size) as hand:
        editor = await opened(hand)
        assert hand.page.query_one("#pool").size.height >= 8
        assert shelf(hand, 0)[0].endswith("8/10"), "how full they are is always to be seen"
        await hand.press("tab")
        await hand.pilot.pause()
        assert not hand.page.query_one("#pool-pane").display
        assert len(shelf(hand, 0)) >= 11 and shelf(hand, 0)[1].startswith("> ")
        for selector in ("#title", "#deck", "#card", "#verdict", "KeyLine"):
            region = hand.page.query_one(selector).region
            assert region.area and hand.page.region.contains_region(region), selector
        await hand.press("minus", "slash")
        await hand.type("spark")
        assert hand.rows("#pool")[1].startswith("   2 Spark ") and editor.editing.deck.size == 47
        await hand.press("enter", "plus", "tab", "tab")
        assert hand.page.query_one("#pool").has_focus


async def test_the_mouse_on_the_shelves(store: DeckStore) -> None:
    store.create(with_copies(breath=0))
    async with at_decks(store) as hand:
        editor = await opened(hand)
        shelves = hand.page.query_one(Shelves)
        await hand.pilot.click(shelves, offset=(36, 3))
        assert shelves.has_focus and shelf(hand, 2)[3].startswith("> ") and editor.editing.deck.size == 48
        await hand.pilot.click(shelves, offset=(36, 3))
        assert editor.editing.deck.size == 47, "a second click on the same takes it"
        await hand.pilot.click(shelves, offset=(50, 0))
        assert hand.page.query_one("#pool").has_focus and hand.page.query_one("#pool").key in LEVELS[4]


async def test_a_wide_screen_shows_what_a_card_costs(store: DeckStore) -> None:
    store.create(QUICK)
    async with at_decks(store, (120, 40)) as hand:
        await opened(hand)
        assert shelf(hand, 1)[1] == "  Torrent           S 2"
        assert hand.text("#deck-title") == "SETUP  50 cards" and hand.page.query_one("#pool").size.height > 12


async def test_a_text_that_is_cut_says_so_and_a_key_shows_it_all(store: DeckStore) -> None:
    store.create(QUICK)
    async with at_decks(store) as hand:
        await opened(hand)
        hand.page.query_one("#pool").put_cursor("tm/level5/standstill")
        await hand.pilot.pause()
        assert hand.text("#card").endswith(".. [d] all of it")
        await hand.press("d")
        assert isinstance(hand.page, Message)
        assert any("costs 1 more. Draw 1 card." in str(one.content) for one in hand.page.query(Static))
        await hand.press("escape")
        await hand.pilot.click("#card")
        assert isinstance(hand.page, Message)


@pytest.mark.parametrize("deck", {(deck.game, deck.group): deck for deck in stock_decks().values()}.values())
async def test_help_teaches_searches_that_find_cards_of_the_game(store: DeckStore, deck: Deck) -> None:
    store.create(deck.renamed("Mine"))
    async with at_decks(store) as hand:
        editor = await opened(hand)
        await hand.press("question_mark")
        said = " ".join(str(one.content) for one in hand.page.query(Static))
        taught = said.split("can be asked for: ")[1].split("  and with")[0].split("  ")
        await hand.press("escape")
        pool = {card.id for card in editor.editing.pool}
        assert len(taught) >= 5
        for words in taught:
            hand.page.query_one(Input).value = words
            await hand.pilot.pause()
            found = set(hand.page.query_one("#pool", RowList).keys)
            assert found and found < pool, words


@pytest.mark.parametrize("deck", [QUICK, good(30)], ids=["shelves", "list"])
async def test_one_side_can_have_all_the_room(store: DeckStore, deck: Deck) -> None:
    store.create(deck)
    async with at_decks(store) as hand:
        await opened(hand)
        pool, cards = hand.page.query_one("#pool"), hand.page.query_one("#deck")
        before = pool.size
        await hand.press("z")
        await hand.pilot.pause()
        assert pool.size.height > before.height or pool.size.width > before.width
        await hand.press("tab")
        await hand.pilot.pause()
        assert cards.has_focus and cards.size.width >= 76 and not hand.page.query_one("#pool-pane").display
        await hand.press("slash")
        assert hand.page.query_one("#pool-pane").display
        await hand.press("escape", "z")
        await hand.pilot.pause()
        assert pool.size == before and cards.display and cards.size.height > 8


async def test_where_a_card_went_is_seen(store: DeckStore) -> None:
    store.create(good(60, form="constructed"))
    async with at_decks(store) as hand:
        await opened(hand)
        hand.page.query_one("#pool", RowList).put_cursor("wit/good/uriel")
        assert not any("Uriel" in row for row in hand.rows("#deck"))
        await hand.press("plus")
        assert any("1 Uriel" in row for row in hand.rows("#deck"))
        assert hand.page.query_one("#pool").has_focus


async def test_a_key_on_an_empty_place_says_that_no_card_lies_there(store: DeckStore) -> None:
    store.create(QUICK.with_cards({}))
    async with at_decks(store) as hand:
        await hand.press("enter", "tab")
        for key in ("plus", "minus", "2", "m", "asterisk", "space"):
            await hand.press("u")
            assert "Nothing to take back." in hand.shown()
            await hand.press(key)
            assert "No card lies here: Enter goes to those for it." in hand.shown(), key
            assert "Nothing to take back." not in hand.shown()


async def test_the_headings_of_the_chances_stand_apart_on_a_narrow_screen(store: DeckStore) -> None:
    store.create(QUICK)
    async with at_decks(store, (60, 20)) as hand:
        await hand.press("enter", "t")
        lines = hand.text("#lines").split("\n")
        at = next(at for at, line in enumerate(lines) if "the first card " in line)
        assert "the first card  first 5 cards" in lines[at]
        assert lines[at + 1].rindex("1+") == lines[at].index("first 5")
