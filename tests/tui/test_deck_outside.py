"""What becomes of a deck that is open when its file is changed or taken away from outside."""

from __future__ import annotations

from pathlib import Path

import pytest

from decks.storage.store import DeckStore
from tests.support.deck_pages import HOPE, KYTHE, at_decks, deck, good, open_deck, options
from tui.screens.dialogs import Pick
from tui.screens.editor.decks_screen import DecksScreen
from tui.screens.editor.editor_screen import EditorScreen
from tui.widgets.row_list import RowList

pytestmark = pytest.mark.long


@pytest.fixture(autouse=True)
def _looked_at_by_the_test_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.screens.editor.editor_screen.LOOK", 3_600)


async def test_a_change_from_outside_is_not_overwritten_unasked(store: DeckStore) -> None:
    key = store.create(good())
    async with at_decks(store) as hand:
        await hand.press("enter", "enter")
        store.save(key, good(7))
        await hand.press("s")
        await hand.choose(0)
        assert store.catalog.load(key) == good(7)
        await hand.press("s")
        await hand.choose(2)
        assert store.catalog.load(key).size == 1
        # What they had made of it is kept too.
        assert store.version(key, store.versions(key)[0].number) == good(7)


async def test_a_file_changed_meanwhile_is_noticed_and_both_are_kept(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        hand.page.query_one("#pool", RowList).put_cursor(KYTHE)
        await hand.press("plus")
        store.save(key, deck(love=2))
        editor.look_outside()
        await hand.pilot.pause()
        assert isinstance(hand.page, Pick) and "changed outside this program" in hand.shown()
        await hand.press("down", "enter")
        await hand.until(lambda: isinstance(hand.page, EditorScreen) and "Decks > Mine 2" in hand.shown())
    assert store.catalog.load(key) == deck(love=2)
    assert store.catalog.find("mine 2").cards == {HOPE: 1, KYTHE: 1}
    assert store.drafts.deck(key) is None


@pytest.mark.parametrize("dialog", ["n", "w", "full_stop", "l", "t", "i", "question_mark"])
async def test_a_change_from_outside_waits_until_what_is_open_over_the_deck_is_closed(
    store: DeckStore, dialog: str
) -> None:
    key = store.create(deck(hope=1))
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        await hand.press("plus", dialog)
        over = hand.page
        if dialog == "n":
            await hand.type("my plan")
        store.save(key, deck(love=2))
        editor.look_outside()
        await hand.pilot.pause()
        assert hand.page is over and over is not editor
        while hand.page is not editor:
            await hand.press("escape")

        def asked() -> bool:
            editor.look_outside()  # as it is done again and again, and asked once
            return isinstance(hand.page, Pick)

        await hand.until(asked)
        assert "The file of Mine was changed outside" in hand.page._title
        await hand.choose(1)
        await hand.until(lambda: isinstance(hand.page, EditorScreen) and "Decks > Mine 2" in hand.shown())
        about = "my plan" if dialog == "n" else ""
        assert store.catalog.find("mine 2").about == about and not editor.session.hold(), (
            "it is closed at once"
        )
        await hand.press("escape")
        assert isinstance(hand.page, DecksScreen)
    assert store.catalog.load(key) == deck(love=2)
    assert not store.folders.held(key)


async def test_a_deck_opened_instead_takes_the_place_of_the_editor_whatever_lies_over_it(
    store: DeckStore,
) -> None:
    store.create(deck(hope=1))
    other = store.create(deck(love=1).renamed("Other"))
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        await hand.press("question_mark")
        editor.open_instead(other)
        await hand.until(lambda: isinstance(hand.page, EditorScreen) and "Decks > Other" in hand.shown())
        assert [type(screen) for screen in hand.app.screen_stack[1:]] == [DecksScreen, EditorScreen]


@pytest.mark.parametrize("keys", [("s",), ("w", "x", "enter"), ("escape", "down", "enter")])
async def test_a_change_from_outside_that_was_asked_about_is_not_asked_about_again(
    store: DeckStore, keys: tuple[str, ...]
) -> None:
    key = store.create(deck(hope=1))
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        await hand.press("plus")
        store.save(key, deck(love=2))
        await hand.press(*keys)
        asked = hand.page
        assert isinstance(asked, Pick) and "outside this program" in asked._title
        editor.look_outside()
        await hand.pilot.pause()
        assert hand.page is asked
        await hand.choose(0)
        editor.look_outside()
        await hand.pilot.pause()
        assert hand.page is editor, "it was answered: keep editing"


async def test_theirs_can_be_taken_and_mine_is_one_step_back(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        await hand.press("plus")
        mine = editor.editing.deck
        store.save(key, deck(love=2))
        await hand.press("s")
        await hand.choose(3)
        await hand.until(lambda: hand.page is editor and editor.editing.deck == deck(love=2))
        assert not editor.editing.changed
        await hand.press("u")
        await hand.until(lambda: editor.editing.deck == mine)


async def test_a_folder_that_vanishes_is_said_and_the_deck_stays(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        (store.folders.own / key).unlink()
        editor.look_outside()
        await hand.pilot.pause()
        assert "s saves it anew" in " ".join(hand.shown().split())
        await hand.press("s")
        assert "Saved." in hand.text("#title")
    assert store.catalog.load(key) == deck(hope=1)


@pytest.mark.parametrize("edited", [False, True])
async def test_a_deck_whose_file_vanishes_is_kept_and_asked_about(store: DeckStore, edited: bool) -> None:
    key = store.create(deck(hope=1))
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        if edited:
            await hand.press("plus", "s")
        (store.folders.own / key).unlink()
        editor.look_outside()
        await hand.pilot.pause()
        assert "What you have here is kept: s saves it anew." in " ".join(hand.shown().split())
        assert hand.text("#title").startswith("Decks > Mine*")
        assert store.drafts.deck(key) == editor.editing.deck, "a kill loses nothing from now on"
        await hand.press("escape")
        assert "The file of Mine is gone." in hand.shown()
        assert options(hand) == [
            "Keep editing",
            "Save and leave\n  its file is written anew",
            "Leave without saving\n  what you have here is lost",
        ]
        await hand.choose(0)
        assert hand.page is editor and store.drafts.deck(key) is not None
        await hand.press("escape")
        await hand.choose(1)
        assert isinstance(hand.page, DecksScreen)
    assert store.catalog.load(key).size == 1 + edited and store.drafts.deck(key) is None


async def test_a_deck_whose_file_vanished_can_be_given_up(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    async with at_decks(store) as hand:
        await open_deck(hand)
        (store.folders.own / key).unlink()
        await hand.press("escape")
        await hand.choose(2)
        assert isinstance(hand.page, DecksScreen) and "mine.toml" not in hand.shown()


async def test_a_file_that_vanishes_under_a_dialog_is_kept_and_said_after_it(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        await hand.press("question_mark")
        (store.folders.own / key).rename(store.folders.own / "aside")
        editor.look_outside()
        assert store.drafts.deck(key) == deck(hope=1)
        await hand.press("escape")
        editor.look_outside()
        await hand.pilot.pause()
        assert "The file of Mine is gone." in " ".join(hand.shown().split())
        # It is there again: nothing is unsaved, and nothing is asked.
        (store.folders.own / "aside").rename(store.folders.own / key)
        editor.look_outside()
        await hand.pilot.pause()
        assert "Mine*" not in hand.text("#title") and store.drafts.deck(key) is None
        await hand.press("escape")
        assert isinstance(hand.page, DecksScreen)


async def test_a_shared_folder_that_vanishes_is_said_and_so_is_what_was_changed_meanwhile(
    tmp_path: Path, store: DeckStore
) -> None:
    club = DeckStore(tmp_path / "club")
    key = club.create(deck(hope=1))
    store.folders.shared = club.folders.own
    async with at_decks(store, (160, 40)) as hand:
        editor = await open_deck(hand)
        await hand.press("tab", "end", "plus")
        for times in (1, 2):
            club.folders.own.rename(tmp_path / "aside")
            editor.look_outside()
            await hand.pilot.pause()
            said = " ".join(hand.shown().split())
            assert "is not there. What you have here is kept." in said and "changed outside" not in said
            await hand.press("s")
            assert isinstance(hand.page, EditorScreen) and "is not there" in " ".join(hand.shown().split())
            (tmp_path / "aside").rename(club.folders.own)
            if times == 2:
                club.save(key, deck(love=1))
            editor.look_outside()
            await hand.pilot.pause()
            assert isinstance(hand.page, EditorScreen) == (times == 1)
        assert isinstance(hand.page, Pick) and "changed outside this program" in hand.shown()


async def test_changes_made_before_the_file_was_changed_are_said_to_be(store: DeckStore) -> None:
    key = store.create(deck(hope=1))
    store.drafts.keep(key, deck(hope=3))
    store.save(key, deck(love=1))
    async with at_decks(store) as hand:
        await hand.press("enter")
        await hand.until(lambda: isinstance(hand.page, Pick))
        assert "Its file was changed outside this program since" in str(hand.page._title)
        await hand.choose(0)
        await hand.press("s")
        assert isinstance(hand.page, Pick) and store.catalog.load(key) == deck(love=1)
