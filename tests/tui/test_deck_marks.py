"""The deck editor: many cards at once by marks, the maybe list, and keys that are held down."""

from __future__ import annotations

import msgspec
import pytest

from decks.storage.store import DeckStore
from tests.support.deck_pages import HOPE, KYTHE, LOVE, at_decks, deck, open_deck
from tui.screens.editor.editor_screen import EditorScreen
from tui.widgets.row_list import RowList


def marks(editor: EditorScreen) -> tuple[set[str], set[str]]:
    return editor.pool_pane.marked, editor.deck_pane.marked


pytestmark = pytest.mark.long


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
    assert store.catalog.load(key).cards == {}


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
        assert not hand.editor().pool_pane.listed.keys
        # None shown, and meant all the same.
        await hand.press("escape", "space", "slash")
        await hand.type("qqqq")
        await hand.press("enter")
        assert "1 marked, 0 shown" in hand.shown()
        await hand.press("minus")
        assert len(editor.editing.deck.cards) == 3


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize("search", ["(", "love hope love hope love hope love hope (", "t" * 90 + ":x"])
async def test_marks_stay_in_sight_where_a_search_cannot_be_read(
    store: DeckStore, size: tuple[int, int], search: str
) -> None:
    store.create(deck())
    async with at_decks(store, size) as hand:
        editor = await open_deck(hand)
        await hand.press("space", "space", "slash")
        await hand.type(search)
        assert editor.pool_pane.wrong is not None and "2 marked" in hand.shown()
        await hand.press("enter")
        assert "2 marked" in hand.shown() and "^" in hand.text("#pool-title")
        await hand.press("plus")
        assert len(editor.editing.deck.cards) == 2 and "marked" not in hand.text("#pool-title")


async def test_marks_are_spent_by_what_is_done_to_them_and_by_nothing_else(store: DeckStore) -> None:
    store.create(deck(hope=2, love=2))
    async with at_decks(store, (120, 40)) as hand:
        editor = await open_deck(hand)
        hand.page.query_one("#pool", RowList).put_cursor(HOPE)
        await hand.press("space")
        # Marks of one list, and a change of the other.
        await hand.press("tab", "space", "tab", "plus")
        assert "Only 2 copies" in hand.shown() and marks(editor) == ({HOPE}, {LOVE})
        await hand.press("tab", "minus")
        assert editor.editing.deck.cards == {HOPE: 2, LOVE: 1}
        assert marks(editor) == ({HOPE}, set())
        # Those that stay as they were are counted.
        await hand.press("tab")
        hand.page.query_one("#pool", RowList).put_cursor(LOVE)
        await hand.press("space", "plus")
        assert editor.editing.deck.cards == {HOPE: 2, LOVE: 2} and not any(marks(editor))
        said = "1 card changed, 1 as before; u takes it back. Only 2 copies in Constructed."
        assert said in " ".join(hand.shown().split())


async def test_a_maybe_list_is_kept_and_not_counted(store: DeckStore) -> None:
    key = store.create(deck(hope=2, love=1))
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        hand.page.query_one("#deck", RowList).put_cursor(HOPE)
        await hand.press("tab", "m")
        assert editor.editing.deck.cards == {LOVE: 1} and editor.editing.deck.maybe == {HOPE: 2}
        assert hand.text("#deck-title") == "DECK  1 of 60 cards"
        assert "Maybe  2, not counted" in "\n".join(hand.rows("#deck"))
        await hand.press("s")
        assert store.catalog.load(key).maybe == {HOPE: 2}
        hand.page.query_one("#deck", RowList).put_cursor(f"maybe {HOPE}")
        await hand.press("enter")
        assert editor.editing.deck.cards == {HOPE: 2, LOVE: 1} and editor.editing.deck.maybe == {}
        await hand.press("u")
        hand.page.query_one("#deck", RowList).put_cursor(f"maybe {HOPE}")
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
            hand.page.query_one("#deck", RowList).put_cursor(key)

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
        assert editor.deck_pane.listed.key in editor.editing.deck.cards and "Maybe" not in "".join(
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
        assert editor.deck_pane.listed.key.startswith("maybe ") and hand.rows("#deck")[0].startswith("Maybe ")


async def test_a_key_that_is_held_ends_with_the_shelf_it_began_in(store: DeckStore) -> None:
    quick = store.catalog.find("quick")
    first, second = list(quick.cards)[:2]
    store.create(
        msgspec.structs.replace(quick.renamed("Mine"), maybe={first: 1, second: 1}).with_cards(quick.cards)
    )
    async with at_decks(store, (120, 40)) as hand:
        editor = await open_deck(hand)
        await hand.press("tab", *["right"] * 9)
        assert editor.deck_pane.listed.key.startswith("maybe ")
        await hand.hold("minus", 9)
        assert editor.editing.deck.maybe == {} and editor.editing.deck.cards == quick.cards
        assert "Maybe 0" in hand.rows("#deck")[0] and "Nothing is a maybe any more." in hand.shown()
        await hand.press("left")
        assert "Maybe" not in hand.rows("#deck")[0] and editor.deck_pane.part in editor.editing.groups
