"""Decks that come in as text, share codes and files, and go out."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input, TextArea

from decks.storage.store import DeckStore
from decks.text.share_code import read_share_code, share_code
from tests.support.deck_pages import HOPE, KYTHE, LOVE, STAR, at_decks, deck, open_deck, paste
from tui.screens.dialogs import Pick
from tui.screens.editor.editor_screen import EditorScreen
from tui.screens.editor.export_page import ExportPage
from tui.screens.editor.import_page import ImportPage

pytestmark = pytest.mark.long

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
        assert editor.editing.deck == store.catalog.load(key)


async def test_a_share_code_becomes_a_deck_of_its_own(store: DeckStore) -> None:
    async with at_decks(store) as hand:
        await paste(hand, share_code(STAR.renamed("Sent")))
        assert isinstance(hand.page, ImportPage) and "Sent, Good, Singleton, 60 cards" in hand.text("#said")
        await hand.press("n")
        await hand.until(lambda: isinstance(hand.page, EditorScreen) and "Decks > Sent" in hand.shown())
    assert store.catalog.find("sent") == STAR.renamed("Sent")


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
    assert not store.folders.own.exists()


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
        assert DeckStore(tmp_path / "no").catalog.find(str(tmp_path / "out.toml")) == STAR.renamed("Mine")
        await hand.press("w")
        hand.page.query_one(Input).value = str(tmp_path / "out.toml")
        await hand.press("enter")
        assert hand.text("#why").startswith("There is such a file already")


async def test_a_paste_far_beyond_any_deck_is_refused_with_the_limit_and_leaves_what_was_there(
    store: DeckStore,
) -> None:
    async with at_decks(store) as hand:
        await hand.press("i")
        await paste(hand, "2 Hope\n")
        await hand.press("tab")
        await paste(hand, "2 Love\n" * 60_000)
        said = " ".join(hand.text("#said").split())
        assert "at most 5000 lines" in said and "this text has more than 5000 lines" in said
        assert hand.page.query_one(TextArea).text == "2 Hope\n"
        await hand.press("escape", "escape")
        await paste(hand, "2 Love\n" * 60_000)
        said = " ".join(hand.text("#said").split())
        assert isinstance(hand.page, ImportPage) and "this text has more than 5000 lines" in said


async def test_a_long_paste_is_read_beside_the_keys(store: DeckStore) -> None:
    async with at_decks(store) as hand:
        await hand.press("i")
        await paste(hand, "1 Hope\n" * 4_900)
        assert hand.text("#said") == "Reading 4901 lines ..."
        await hand.press("n")
        assert isinstance(hand.page, ImportPage), "nothing to keep yet"
        await hand.until(lambda: "4900 of 4900 lines are cards" in hand.text("#said"))
