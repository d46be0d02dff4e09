"""What becomes of the changes to a deck: left, crashed, quit, its versions, disks that fail."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from decks.storage.store import DeckStore
from tests.support.deck_pages import KYTHE, at_decks, deck, good, open_deck, options
from tests.support.whole_app import running
from tui.screens.dialogs import Message, QuestionDialog
from tui.screens.editor.compare_page import ChangesPage
from tui.screens.editor.decks_screen import DecksScreen
from tui.screens.editor.editor_screen import EditorScreen
from tui.widgets.row_list import RowList

pytestmark = pytest.mark.long


async def test_leaving_with_changes_is_asked_about(store: DeckStore) -> None:
    key = store.create(good(3))
    async with at_decks(store) as hand:
        await hand.press("enter", "plus", "escape")
        await hand.press("escape")
        assert isinstance(hand.page, EditorScreen)
        await hand.press("escape")
        await hand.choose(0)
        assert isinstance(hand.page, EditorScreen)
        await hand.press("tab", "end", "minus", "escape")
        await hand.choose(2)
        assert isinstance(hand.page, DecksScreen)
        assert store.catalog.load(key) == good(3)
        assert store.drafts.deck(key) is None
        await hand.press("enter", "tab", "end", "minus", "escape")
        await hand.choose(1)
        assert store.catalog.load(key).size == 2
        assert store.drafts.deck(key) is None


async def test_changes_outlive_a_crash(store: DeckStore) -> None:
    key = store.create(good())
    async with at_decks(store) as hand:
        await hand.press("enter", "enter", "enter", "enter")
    assert store.catalog.load(key).size == 0
    async with at_decks(store) as hand:
        assert hand.rows()[1].startswith("> Mine* ")
        await hand.press("enter", "escape")
        assert isinstance(hand.page, DecksScreen)
        await hand.press("enter")
        await hand.choose(0)
        assert hand.text("#title").startswith("Decks > Mine*")
        assert hand.text("#deck-title") == "DECK  3 of 60 cards"
        await hand.press("s", "escape")
    assert store.catalog.load(key).size == 3
    assert store.drafts.deck(key) is None


async def test_a_draft_can_be_given_up(store: DeckStore) -> None:
    key = store.create(good())
    store.drafts.keep(key, good(5))
    async with at_decks(store) as hand:
        await hand.press("enter")
        await hand.choose(1)
        assert hand.text("#deck-title") == "DECK  0 of 60 cards"
    assert store.drafts.deck(key) is None


async def test_versions_are_compared_and_restored(store: DeckStore) -> None:
    key = store.create(deck(hope=2, love=1))
    store.create(deck(kythe=1).renamed("Other"))
    store.save(key, deck(hope=1))
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        hand.page.query_one("#pool", RowList).put_cursor(KYTHE)
        await hand.press("plus", "v")
        said = options(hand)
        assert said[0] == "As it was saved\n  1 card; here 1 more and 0 less"
        assert said[1].startswith("Version of ") and said[1].endswith("3 cards; here 1 more and 2 less")
        assert said[2].startswith("Other\n")
        await hand.press("enter")
        assert isinstance(hand.page, ChangesPage) and "  +1  Kythe" in hand.text("#lines")
        await hand.press("escape", "v", "down", "enter")
        assert "  -1  Hope" in hand.text("#lines") and "  -1  Love" in hand.text("#lines")
        await hand.press("r")
        assert editor.editing.deck == deck(hope=2, love=1)
        await hand.press("s")
        assert store.catalog.load(key).size == 3 and len(store.versions(key)) == 2
        await hand.press("v", "down", "down", "down", "enter")
        assert "restore" not in hand.shown()


async def test_a_version_that_cannot_be_read_is_listed_and_said(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    store.save(key, deck(love=2))
    next(store.folders.own.rglob("000001.toml")).write_text("[[[")
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        await hand.press("v")
        assert options(hand)[1].startswith("Version of ") and options(hand)[1].endswith("it can't be read")
        await hand.press("down", "enter")
        await hand.until(lambda: hand.page is editor)
        assert "can't be read" in hand.text("#title") + hand.text("#card")


async def test_a_full_disk_loses_nothing(store: DeckStore, monkeypatch: pytest.MonkeyPatch) -> None:
    key = store.create(deck(hope=1))
    async with at_decks(store) as hand:
        editor = await open_deck(hand)

        def full(*args: object, **more: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr("decks.storage.folders.write_whole", full)
            patch.setattr("decks.storage.versions.write_whole", full)
            await hand.press("plus")
            assert editor.editing.deck.size == 2
            assert "can't be saved: No space left on device" in " ".join(hand.text("#card").split())
            await hand.press("s")
            assert hand.page is editor and editor.editing.changed
            assert "*" in hand.text("#title")
        assert store.catalog.load(key) == deck(hope=1)
        await hand.press("s")
        assert not editor.editing.changed
    assert store.catalog.load(key).size == 2


async def test_a_draft_of_a_folder_that_is_not_used_now_becomes_a_deck_of_ones_own(
    tmp_path: Path, store: DeckStore
) -> None:
    club = DeckStore(tmp_path / "club")
    club.create(deck(hope=1))
    store.folders.shared = club.folders.own
    store.drafts.keep("shared/mine.toml", deck(hope=3))
    store.folders.shared = None
    async with at_decks(store) as hand:
        assert "gone" not in hand.shown()
        row = next(line for line in hand.rows() if "mine.toml*" in line)
        assert row.endswith(" not in use")
        hand.page.rows.put_cursor(next(entry.key for entry in store.catalog.entries() if entry.elsewhere))
        await hand.press("enter")
        assert options(hand) == ["The changes that were never saved\n  3 cards: keep as a deck of your own"]
        assert "a folder that is not used now" in str(hand.page._title)
        await hand.choose(0)
        await hand.until(lambda: isinstance(hand.page, EditorScreen))
    assert store.catalog.load("mine.toml") == deck(hope=3)
    assert club.catalog.load("mine.toml") == deck(hope=1)


async def test_a_deck_that_is_broken_or_gone_offers_what_is_kept_of_it(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    store.save(key, deck(hope=2))
    store.drafts.keep(key, deck(hope=3))
    (store.folders.own / key).write_text("garbage\n")
    async with at_decks(store) as hand:
        assert hand.rows()[1].startswith("> mine.toml* ") and hand.rows()[1].endswith(" unreadable")
        await hand.press("enter")
        said = options(hand)
        assert said[0] == "The changes that were never saved\n  3 cards: put in its place"
        assert said[1].startswith("The version of ") and said[1].endswith("1 card: put in its place")
        assert "garbage" in hand.shown()
        await hand.choose(2)
        assert "garbage" in hand.shown() and isinstance(hand.page, Message)
        await hand.press("escape", "enter", "escape")
        assert isinstance(hand.page, DecksScreen) and (store.folders.own / key).read_text() == "garbage\n"
        (store.folders.own / key).unlink()
        await hand.press("enter", "escape")
        assert hand.rows()[1].startswith("> mine.toml* ") and hand.rows()[1].endswith(" gone")
        await hand.press("enter")
        await hand.choose(0)
        await hand.until(lambda: isinstance(hand.page, EditorScreen))
        assert hand.text("#deck-title").startswith("DECK  3 ")
    assert store.catalog.load(key) == deck(hope=3) and store.drafts.deck(key) is None


async def test_what_is_typed_in_the_notes_is_kept_at_once(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    async with at_decks(store) as hand:
        await open_deck(hand)
        await hand.press("n")
        await hand.type("win")
        await hand.press("tab")
        await hand.type("songs")
        draft = store.drafts.deck(key)
        assert draft is not None and (draft.about, draft.notes) == ("win", "songs")
        await hand.press(*["backspace"] * 5, "tab", *["backspace"] * 3)
        assert store.drafts.deck(key) is None
        await hand.type("win")
        # The terminal is closed here, with the dialog open.
    draft = store.drafts.deck(key)
    assert draft is not None and draft.about == "win"


async def test_a_deck_opened_again_at_once_can_be_changed(store: DeckStore) -> None:
    store.create(deck(hope=1))
    async with at_decks(store) as hand:
        page = await open_deck(hand)
        for size in (2, 3):
            await hand.press("plus")
            assert page.editing.deck.size == size
            await hand.press("s")
            hand.app.simulate_key("escape")
            hand.app.simulate_key("enter")
            before = page
            await hand.until(lambda: hand.page is not before and isinstance(hand.page, EditorScreen))  # noqa: B023
            await hand.until(lambda: "Decks > Mine" in hand.shown())
            page = hand.editor()
            assert not page.session.looking


async def test_quitting_is_asked_about_where_changes_are_kept_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as (app, pilot):
        store = DeckStore(tmp_path / "decks")
        key = store.create(deck(hope=1))
        await app.push_screen(EditorScreen(store, key))

        def full(*args: object, **more: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr("decks.storage.folders.write_whole", full)
            await pilot.press("plus")
            await pilot.press("ctrl+q")
            await pilot.until(lambda: isinstance(app.screen, QuestionDialog))
            assert "kept nowhere else" in app.screen._question  # type: ignore[attr-defined]
            await pilot.press("n")
        # There is room again: it is kept before tesser ends, and nothing is asked.
        await pilot.press("ctrl+q")
        await pilot.until(lambda: app._exit)
    draft = store.drafts.deck(key)
    assert draft is not None and draft.size == 2
