"""Names, plans and notes of decks: what is typed and pasted arrives whole, or not at all and with a word."""

from __future__ import annotations

import pytest
from textual.widgets import Input, TextArea

from decks.model import ABOUT, NAME, NOTES
from decks.store import DeckStore
from tests.tui.deck_pages import at_decks, deck, open_deck, paste

WIDE = "\u5b57"


async def test_a_paragraph_of_notes_is_kept_whole(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    text = " ".join(["word"] * 400)
    async with at_decks(store) as hand:
        await open_deck(hand)
        await hand.press("n", "tab")
        await paste(hand, text)
        await hand.press("escape", "s")
    assert store.load(key).notes == text


async def test_a_paste_that_does_not_fit_into_the_notes_is_refused_whole_and_said(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    async with at_decks(store) as hand:
        await open_deck(hand)
        await hand.press("n", "tab")
        await paste(hand, "x" * (NOTES - 2))
        assert hand.text("#room") == "Room: 240 characters in the plan, 2 in the notes."
        await paste(hand, "one\ntwo")
        assert hand.text("#room") == "At most 4000 characters: 5 too many, nothing was taken."
        await hand.type("yyy")
        assert "1 too many" in hand.text("#room")
        assert hand.page.query_one(TextArea).text == "x" * (NOTES - 2) + "yy"
        await hand.press("backspace", "escape", "s")
    assert store.load(key).notes == "x" * (NOTES - 2) + "y"


async def test_pasted_lines_become_one_plan_and_a_plan_too_wide_is_refused(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    async with at_decks(store) as hand:
        await open_deck(hand)
        await hand.press("n")
        await paste(hand, "Sing,\nand win.\r\n")
        await paste(hand, WIDE * (ABOUT // 2))
        assert "At most 240 characters: 14 too many" in hand.text("#room")
        await hand.press("escape", "s")
    assert store.load(key).about == "Sing, and win."


@pytest.mark.parametrize("keys", [("n",), ("r",)])
async def test_a_name_that_is_too_long_is_refused_where_it_is_typed(
    store: DeckStore, keys: tuple[str, ...]
) -> None:
    store.create(deck(hope=1))
    async with at_decks(store) as hand:
        await hand.press(*keys)
        hand.page.query_one(Input).value = "x" * (NAME - 1)
        await hand.press("end")
        await hand.type("yz")
        assert hand.page.query_one(Input).value == "x" * (NAME - 1) + "y"
        assert hand.text("#why") == "At most 40 characters: 1 too many, nothing was taken."
        await paste(hand, WIDE)
        assert "2 too many" in hand.text("#why")


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_all_of_the_notes_is_in_view(store: DeckStore, size: tuple[int, int]) -> None:
    store.create(deck(hope=1))
    async with at_decks(store, size) as hand:
        await open_deck(hand)
        await hand.press("n")
        shown = hand.shown()
        assert (
            "Room: 240 characters in" in shown and "[Esc] Done" in shown and "Plan and notes of Mine" in shown
        )
