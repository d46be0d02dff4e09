"""What `.` lists in the deck editor: each line by the key that stands before it."""

from __future__ import annotations

import pytest

from decks.storage.store import DeckStore
from tests.support.deck_pages import at_decks, deck, open_deck, options
from tui.screens.dialogs import Pick

pytestmark = pytest.mark.long

LEADS = {
    "n": "Plan and notes of Mine",
    "f": "What is Mine for?",
    "v": "Compare Mine with what?",
    "h": "Sample hands of Mine",
    "i": "Import a deck",
    "x": "Export Mine",
    "w": "The new name of Mine",
    "d": "Communication, Force 5.",
    "c": "The name of your copy",
}
"""By key: what is on the page or in the dialog that it opens."""
ACTS = {
    "r": "1 to undo, 0 to redo.",
    "*": "4 of 60 cards",
    "o": "by type, name",
    "g": "by Force, name",
    "z": "One side at a time: Tab goes to the other, z shows both.",
    "Tab": "DECK  4 of 60 cards",
}
"""By key: what the editor says then."""
NAMES = {"*": "asterisk", "Tab": "tab"}


async def test_every_key_that_more_lists_acts_there(store: DeckStore) -> None:
    store.create(deck(hope=1, love=1))
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        await hand.press("home", "plus", "u", "full_stop")
        assert {line.split()[0] for line in options(hand)} == LEADS.keys() | ACTS.keys()
        await hand.press("escape")
        for key, shown in LEADS.items():
            await hand.press("full_stop")
            assert isinstance(hand.page, Pick) and "More to do" in hand.shown() and hand.page is not editor
            await hand.press(key)
            await hand.until(lambda shown=shown: hand.page is not editor and shown in hand.shown())
            assert "More to do" not in hand.shown()
            await hand.press("escape")
            assert hand.page is editor, "nothing is left over it"
        for key, shown in ACTS.items():
            await hand.press("full_stop")
            assert isinstance(hand.page, Pick) and shown not in hand.shown()
            await hand.press(NAMES.get(key, key))
            await hand.until(lambda shown=shown: hand.page is editor and shown in hand.shown())


async def test_keys_that_more_does_not_list_do_nothing_there(store: DeckStore) -> None:
    async with at_decks(store) as hand:
        while not hand.page.rows.key.startswith("stock/"):
            await hand.press("down")
        await hand.press("enter", "full_stop")
        box = hand.page
        assert isinstance(box, Pick)
        listed = {line.split()[0] for line in options(hand)}
        assert "v" in listed and not {"n", "w", "r"} & listed
        await hand.press("n", "w", "r", "s")
        assert hand.page is box
        await hand.press("v")
        await hand.until(lambda: "Compare " in hand.shown())
