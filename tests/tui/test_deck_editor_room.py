"""Where there is little room in the deck editor: the hash, what is said, and the keys."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from decks.storage.store import DeckStore
from tests.support.deck_pages import at_decks, good, open_deck, options
from tui.screens.dialogs import Pick
from tui.widgets.key_line import KeyLine

pytestmark = pytest.mark.long


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)])
async def test_the_hash_can_always_be_read(store: DeckStore, size: tuple[int, int]) -> None:
    store.create(good(3, name="A name of forty cells, as long as may be"))
    async with at_decks(store, size) as hand:
        await hand.press("enter")
        for _ in range(3):
            shown = hand.text("#title")
            assert hand.editor().editing.deck.hash in shown and cell_len(shown) <= size[0] - 4
            await hand.press("plus")
        # What is said stands elsewhere, if there is no room beside it.
        assert "Only one copy in Singleton." in hand.text("#title") + hand.text("#card")
        await hand.press("u", "escape", "down")
        while hand.page.rows.key.startswith("stock/") is False:
            await hand.press("down")
        for _ in range(2):
            await hand.press("enter")
            assert hand.editor().editing.deck.hash in hand.text("#title")
            await hand.press("plus")
            assert hand.editor().editing.deck.hash in hand.text("#title")
            await hand.press("escape", "down")


async def test_what_is_said_covers_neither_keys_nor_verdict_nor_a_dialog(store: DeckStore) -> None:
    key = store.create(good(3, name="A name of forty cells, as long as may be"))
    async with at_decks(store) as hand:
        await hand.press("enter", "plus")
        shown = hand.shown().splitlines()
        (store.folders.own / key).unlink()
        hand.editor().look_outside()
        await hand.press("0", "1", "1", "1")
        said = " ".join(hand.text("#card").split())
        assert said == "It has so many already."
        # It gives way to the card when the cursor is moved.
        await hand.press("down")
        assert hand.text("#card").startswith("Communion")
        await hand.press("up")
        assert hand.shown().splitlines()[-5:] == shown[-5:] and not hand.page.query("Toast")
        await hand.press("1", "escape")
        assert isinstance(hand.page, Pick) and not hand.page.query("Toast")


async def test_what_is_said_over_a_page_is_at_its_head_and_one_thing(store: DeckStore) -> None:
    async with at_decks(store) as hand:
        await hand.press("down", "d", "d", "d")
        await hand.until(lambda: hand.page.query("Toast"))
        (toast,) = hand.page.query("Toast")
        assert toast.region.bottom < 8


async def test_keys_of_much_use_are_in_the_key_line(store: DeckStore) -> None:
    store.create(good(3))
    for size in ((80, 24), (60, 20), (120, 40)):
        async with at_decks(store, size) as hand:
            await open_deck(hand)
            line = hand.page.query_one(KeyLine)
            assert line.size.height == (3 if size[0] < 80 else 2)
            keys = "\n".join(hand.shown().splitlines()[-line.size.height :])
            for key in (
                "[a] add all",
                "[p] play",
                "[/] search",
                "[s] save",
                "[u] undo",
                "[.] more",
                "[Esc] back",
            ):
                assert key in keys
            assert ("[r] redo" in keys and "[*] limit" in keys) == (size[0] > 80)
            await hand.press("full_stop")
            assert {"r    redo", "*    limit"} <= {line.rstrip() for line in options(hand)}
