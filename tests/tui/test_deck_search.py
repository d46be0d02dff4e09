"""The search of the deck editor: what it finds, counts and refuses, and what is done to all it shows."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from textual.widgets import Input

from decks.storage.store import DeckStore
from tests.support.deck_pages import HOPE, at_decks, deck, good, open_deck
from tui.screens.dialogs import Message
from tui.screens.editor.editor_screen import EditorScreen

pytestmark = pytest.mark.long

VISION = "wit/good/vision-of-hope"


async def test_filter_then_add_all_shown(store: DeckStore) -> None:
    store.create(good())
    async with at_decks(store) as hand:
        await hand.press("enter", "slash")
        await hand.type("songs +3")
        assert hand.text("#pool-title") == "POOL  3 of 125, by type, Force"
        await hand.press("enter", "a")
        assert [row for row in hand.rows("#deck") if row and not row[0].isalpha()] == [
            "   1 Angelic Host    I   1",
            "   1 Uriel           L   1",
            "   1 Senex           M   1",
        ]
        await hand.press("a")
        assert hand.text("#title").endswith("Nothing shown can be added.")
        await hand.press("u", "escape")
        assert hand.page.query_one(Input).value == ""
        assert hand.text("#pool-title") == "POOL  125 cards, by type, Force"
        await hand.press("o")
        assert hand.text("#pool-title") == "POOL  125 cards, by type, name"
        await hand.press("g", "home")
        assert hand.text("#pool-title") == "POOL  125 cards, by Force, name"
        assert hand.rows("#pool")[:2] == ["Force 5", ">    Ancient Harmonies    S   5"]
        await hand.press("slash")
        await hand.type("qqqq")
        await hand.press("down", "enter", "plus", "minus")
        assert hand.rows("#pool")[0] == ""
        assert hand.editor().editing.deck.size == 0


async def test_a_search_counts_the_cards_of_each_side_apart(store: DeckStore) -> None:
    store.create(deck())
    async with at_decks(store, (120, 40)) as hand:
        await open_deck(hand)
        await hand.press("slash")
        await hand.type("t:attack")
        assert hand.text("#pool-title").startswith("POOL  0 of 125, ")
        assert hand.text("#card").startswith("9 cards of Evil: add side:evil.")
        await hand.type(" side:evil")
        assert hand.text("#pool-title").startswith("POOL  9 of Evil, ")
        await hand.hold("backspace", 30)
        await hand.type("murry or side:evil t:attack")
        own = sum(card.group == "good" for card in hand.editor().pool_pane.found)
        assert own and hand.text("#pool-title").startswith(f"POOL  {own} of 125, 9 of Evil, ")


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


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
@pytest.mark.parametrize(
    "words", ["force>=4 or t:sog", "force>=4 or t:zz", "force>=4 or forcx:3", "force>=4 ("]
)
async def test_what_is_wrong_with_a_search_can_be_read_and_nothing_is_added_by_it(
    store: DeckStore, size: tuple[int, int], words: str
) -> None:
    store.create(deck())
    async with at_decks(store, size) as hand:
        await hand.press("enter")
        await hand.until(lambda: isinstance(hand.page, EditorScreen) and "DECK" in hand.shown())
        editor = hand.editor()
        await hand.press("slash")
        await hand.type(words)
        why = str(editor.pool_pane.wrong)

        async def read() -> None:
            """The whole sentence, or the key that shows it, which does."""
            if "[d] all of it" in hand.text("#card"):
                await hand.press("d")
                assert isinstance(hand.page, Message) and hand.page._text.casefold().endswith(why.casefold())
                await hand.press("escape")
            else:
                assert why.casefold() in " ".join(hand.text("#card").split()).casefold() + hand.text("#title")

        await hand.press("enter")
        await read()
        await hand.press("down")
        assert why not in " ".join(hand.text("#card").split()), "a card is shown"
        title = hand.text("#pool-title")
        assert title.endswith("[/] why") or why in title
        assert "^" in title and (cell_len(title) <= hand.page.query_one("#pool-title").size.width)
        await hand.press("a")
        assert editor.editing.deck.size == 0
        assert "Not added: " in hand.text("#card") + hand.text("#title")
        if "Not added: " in hand.text("#card"):
            await read()
        await hand.press("escape", "a")
        assert editor.editing.deck.size == 125, "all are shown again"


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


async def test_another_search_puts_the_cursor_on_the_same_card_or_the_first(store: DeckStore) -> None:
    store.create(deck())
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        pool = editor.pool_pane.listed

        async def look_for(words: str) -> None:
            await hand.press("slash", *["backspace"] * len(editor.query_one(Input).value))
            await hand.type(words)
            await hand.press("enter")

        await hand.press("home", *["down"] * 10)
        assert pool.key not in (HOPE, VISION)
        await look_for("hope")
        assert pool.keys == [HOPE, VISION] and pool.key == HOPE
        await hand.press("plus")
        assert editor.editing.deck.cards == {HOPE: 1}
        # The card the cursor was brought to is kept, not the number of its row.
        await hand.press("down")
        await look_for("vision")
        assert pool.keys.index(VISION) == 0 and pool.key == VISION
        await look_for("vision or hope")
        assert pool.keys == [HOPE, VISION] and pool.key == VISION
        await hand.press("escape")
        assert len(pool.keys) == 125 and pool.key == VISION
        assert any(row.startswith(">") and "Vision of Hope" in row for row in hand.rows("#pool"))
        # What the first words find on the way to the whole search is no choice of the player.
        await hand.press("end")
        await look_for("vision or hope")
        assert pool.key == HOPE
        await look_for("qqqq")
        assert pool.key == ""
        await look_for("hope")
        assert pool.key == HOPE
