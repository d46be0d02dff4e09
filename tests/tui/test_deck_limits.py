"""Names, plans and notes of decks: what is typed and pasted arrives whole, or not at all and with a word."""

from __future__ import annotations

import pytest
from textual.widgets import Input, TextArea

from decks.model import ABOUT, NAME, NOTES
from decks.storage.store import DeckStore
from tests.support.deck_pages import at_decks, deck, open_deck, paste
from tui.screens.dialogs import AskText
from tui.screens.editor.editor_screen import EditorScreen
from tui.widgets.limited_input import REFUSED

pytestmark = pytest.mark.long

WIDE = "\u5b57"


async def test_a_paragraph_of_notes_is_kept_whole(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    text = " ".join(["word"] * 400)
    async with at_decks(store) as hand:
        await open_deck(hand)
        await hand.press("n", "tab")
        await paste(hand, text)
        await hand.press("escape", "s")
    assert store.catalog.load(key).notes == text


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
    assert store.catalog.load(key).notes == "x" * (NOTES - 2) + "y"


async def test_pasted_lines_become_one_plan_and_a_plan_too_wide_is_refused(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    async with at_decks(store) as hand:
        await open_deck(hand)
        await hand.press("n")
        await paste(hand, "Sing,\nand win.\r\n")
        await paste(hand, WIDE * (ABOUT // 2))
        assert "At most 240 characters: 14 too many" in hand.text("#room")
        await hand.press("escape", "escape", "s")
    assert store.catalog.load(key).about == "Sing, and win."


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


@pytest.mark.parametrize("keys", [("n",), ("r",), ("enter", "w"), ("enter", "c"), ("c",)])
async def test_a_name_that_is_typed_too_long_is_not_cut_by_the_enter_that_follows_at_once(
    store: DeckStore, keys: tuple[str, ...]
) -> None:
    store.create(deck(hope=1))
    async with at_decks(store) as hand:
        await hand.press(*keys)
        asked = hand.page
        for char in "x" * (NAME + 5):
            hand.app.simulate_key(char)
        await hand.press("enter")
        assert hand.page is asked and asked.focused is hand.page.query_one(Input)
        assert REFUSED in hand.text("#why")
        assert [entry.name for entry in store.catalog.entries() if not entry.stock] == ["Mine"]
        # Made shorter by the player, it is taken at once.
        await hand.press("backspace", "enter")
        assert hand.page is not asked or asked.focused is not hand.page.query_one(Input)


async def test_a_new_deck_is_not_made_with_a_name_that_was_cut(store: DeckStore) -> None:
    async with at_decks(store) as hand:
        await hand.press("n")
        await hand.type("x" * (NAME + 1))
        await hand.press("down", "enter", "enter", "enter", "enter")
        assert hand.text("#why") == REFUSED and not any(not entry.stock for entry in store.catalog.entries())
        await hand.press("enter")
        await hand.until(lambda: isinstance(hand.page, EditorScreen))
    assert [entry.name for entry in store.catalog.entries() if not entry.stock] == ["x" * NAME]


async def test_a_short_name_is_taken_the_second_time_or_at_once_in_the_place_of_what_was_refused(
    store: DeckStore,
) -> None:
    store.create(deck(hope=1))
    async with at_decks(store) as hand:
        await hand.press("r")
        await paste(hand, "y" * 50)
        await hand.press("enter", "enter")
        assert not isinstance(hand.page, AskText) and store.catalog.find("Mine")
        await hand.press("r")
        await paste(hand, "y" * 50)
        await hand.type("Yours")
        await hand.press("enter")
        assert store.catalog.find("Yours")


@pytest.mark.parametrize("tabs", [0, 1])
async def test_notes_that_were_refused_are_said_before_they_are_left(store: DeckStore, tabs: int) -> None:
    key = store.create(deck(hope=1))
    async with at_decks(store) as hand:
        await open_deck(hand)
        await hand.press("n", *["tab"] * tabs)
        await hand.type("ok")
        await paste(hand, "x" * 5_000)
        await hand.press("escape")
        assert hand.text("#room") == REFUSED
        await hand.press("escape", "s")
    saved = store.catalog.load(key)
    assert "ok" in (saved.about, saved.notes)


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
