"""The deck pages, by keys and by mouse, at the design size."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, ClassVar

import pytest
from textual.app import App
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static, TextArea

import tui
from core import games
from decks.formats import pool
from decks.model import Deck
from decks.store import DeckStore, stock_decks
from tests.outside import dangers
from tui.screens.dialogs import Message, Pick, Question
from tui.screens.editor.decks import DecksScreen
from tui.screens.editor.screen import EditorScreen
from tui.terminal import themes
from tui.widgets.cards_list import RowList
from tui.widgets.cursored import Cursored

ROOT = Path(tui.__file__).parent


class DecksApp(App[None]):
    """Nothing but the deck pages."""

    CSS_PATH: ClassVar[Any] = [ROOT / "app.tcss", ROOT / "screens" / "dialogs.tcss"]
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, store: DeckStore) -> None:
        super().__init__()
        self._decks = store
        for theme in themes.THEMES:
            self.register_theme(theme)
        self.theme = themes.NIGHT.name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return themes.VARIABLES

    def on_mount(self) -> None:
        self.push_screen(DecksScreen(self._decks))


class Hand:
    """A player at the deck pages: presses keys, and reads what is shown."""

    def __init__(self, app: DecksApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        for key in keys:
            if key == "space":
                # Only a real key press has the character with it.
                await self.pilot.press(key)
            else:
                self.app.simulate_key(key)
                await self.pilot.pause()
            while not self.app.screen.is_mounted:  # a page that the key has opened
                await self.pilot.pause()

    async def until(self, true: Callable[[], object]) -> None:
        """Let the app work until something is so."""
        for _ in range(200):
            if true():
                return
            await self.pilot.pause(0.02)
        raise AssertionError(f"never so; on the screen: {self.app.screen}")

    async def hold(self, key: str, times: int) -> None:
        """A key pressed so fast that nothing is drawn in between."""
        for _ in range(times):
            self.app.simulate_key(key)
        await self.pilot.pause()
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        await self.press(*("space" if char == " " else char for char in text))

    async def choose(self, number: int) -> None:
        """Pick a line of a dialog."""
        assert isinstance(self.app.screen, Pick)
        await self.press(*["down"] * number, "enter")

    def text(self, selector: str) -> str:
        return str(self.app.screen.query_one(selector, Static).content)

    def rows(self, selector: str = "RowList") -> list[str]:
        """The lines of a list that are in view, blanks cut off."""
        rows = self.app.screen.query_one(selector, Cursored)
        return [rows.render_line(y).text.rstrip() for y in range(rows.size.height)]

    def shown(self) -> str:
        """The whole screen as text."""
        return "\n".join(strip.text for strip in self.app.screen._compositor.render_strips())

    @property
    def page(self) -> Any:
        return self.app.screen

    def editor(self) -> EditorScreen:
        assert isinstance(self.app.screen, EditorScreen)
        return self.app.screen


@pytest.fixture
def store(tmp_path: Path) -> DeckStore:
    return DeckStore(tmp_path / "decks")


@asynccontextmanager
async def at_decks(store: DeckStore, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Hand]:
    app = DecksApp(store)
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        yield Hand(app, pilot)


def good(count: int = 0, name: str = "Mine", form: str = "singleton") -> Deck:
    ids = [card.id for card in pool(games.load("wrinkles"), "good")]
    return Deck(name, "wrinkles", "good", form, dict.fromkeys(ids[:count], 1))


async def test_a_newcomer_makes_saves_and_checks_a_deck(store: DeckStore) -> None:
    async with at_decks(store) as hand:
        assert "  None yet: n makes one, c copies one of these." in hand.rows()
        await hand.press("n")
        await hand.hold("backspace", 8)
        await hand.type("Bright Ones")
        await hand.press("enter", "down", "right", "down", "down", "enter")
        assert hand.text("#title").startswith("Decks > Bright Ones   Good, Singleton")
        assert hand.text("#verdict") == "Not legal yet. Singleton needs at least 60 cards: 60 more to add."
        await hand.hold("enter", 59)
        assert hand.text("#deck-title") == "DECK  59 of 60 cards"
        assert hand.text("#verdict").endswith("1 more to add.")
        await hand.press("plus")
        assert hand.text("#verdict") == "Legal in Singleton. Also in Constructed. Not in Original."
        assert hand.text("#title").startswith("Decks > Bright Ones*")
        await hand.press("s")
        assert hand.text("#title").startswith("Decks > Bright Ones   ")
        assert hand.text("#title").endswith("Saved.")
        await hand.press("escape")
        assert any(row.startswith("> Bright Ones ") and row.endswith("legal") for row in hand.rows())
    assert store.find("bright ones").size == 60


async def test_a_setup_is_made_checked_and_saved_like_a_deck(store: DeckStore) -> None:
    async with at_decks(store) as hand:
        await hand.press("n", "enter", "left")
        assert hand.page.query_one(Input).value == "New setup"
        await hand.press("down", "down", "down", "enter")
        assert hand.text("#title").startswith("Decks > New setup   Setup, Five Spheres")
        assert hand.text("#deck-title") == "SETUP  0 of 50 cards"
        assert hand.text("#deck-figures") == "1:0 2:0 3:0 4:0 5:0"
        assert hand.rows("#pool")[0] == "Sphere 1  0 of 10"
        assert hand.rows("#deck")[0].split("   ")[-1].strip() == "Sphere 5 0/10"
        # One of each of the fifty, but for the last.
        await hand.hold("enter", 49)
        assert hand.text("#deck-figures") == "1:10 2:10 3:10 4:10 5:9"
        assert hand.text("#verdict") == "Not legal yet. Sphere 5 has 9 of 10 cards: 1 more to add."
        await hand.press("home", "plus")
        assert hand.text("#deck-title") == "SETUP  50 cards"
        assert hand.rows("#pool")[0] == "Sphere 1  11 of 10"
        assert hand.text("#verdict").startswith("Not legal yet. Sphere 1 has 11 of 10 cards: 1 too many.")
        await hand.press("u", "end", "enter")
        assert hand.text("#verdict") == "Legal in Five Spheres."
        await hand.press("plus")
        assert "Only 2 copies" not in hand.text("#title")
        await hand.press("plus")
        assert hand.text("#title").endswith("Only 2 copies in Five Spheres.")
        await hand.press("u", "s")
        assert hand.text("#title").endswith("Saved.")
        await hand.press("g", "home")
        assert hand.text("#pool-title") == "POOL  50 cards, by type, Cost"
        assert hand.rows("#pool")[0] == "Concentration"
        await hand.press("escape")
        assert any(row.startswith("> New setup ") and row.endswith("50 legal") for row in hand.rows())
    saved = store.find("new setup")
    assert saved.group == "setup" and saved.size == 50 and set(saved.cards.values()) == {1}


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_how_many_of_each_sphere_are_in_is_seen_at_every_size(
    store: DeckStore, size: tuple[int, int]
) -> None:
    quick = store.find("quick")
    store.create(quick.renamed("Mine").with_card("tm/level3/twin-moment", 1))
    async with at_decks(store, size) as hand:
        await hand.press("enter")
        assert "3 9/10 " in hand.rows("#deck")[0] and hand.rows("#deck")[0].count("10/10") == 4
        assert "Sphere 3 has 9 of 10 cards" in hand.shown()


async def test_adding_and_taking_by_key(store: DeckStore) -> None:
    store.create(good(form="constructed"))
    async with at_decks(store) as hand:
        await hand.press("enter", "plus", "right", "plus")
        assert hand.text("#title").endswith("Only 2 copies in Constructed.")
        assert hand.rows("#pool")[1] == ">  2 Go Within            C   5"
        assert hand.rows("#deck")[:2] == ["Communication  2", "   2 Go Within       C   5"]
        await hand.press("minus", "left", "minus")
        assert hand.text("#title").endswith("Go Within is not in the deck.")
        assert hand.rows("#deck")[0] == ""
        await hand.press("u", "u")
        assert hand.editor().editing.deck.size == 2
        await hand.press("r")
        assert hand.editor().editing.deck.size == 1
        await hand.press("tab", "enter")
        assert hand.editor().editing.deck.size == 0
        await hand.press("plus")
        assert hand.editor().editing.deck.size == 0


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


async def test_every_reason_can_be_seen(store: DeckStore) -> None:
    cards = {**good(20).cards, "wit/evil/it": 1}
    over = dict.fromkeys(list(cards)[:12], 3)
    store.create(good().with_cards({**cards, **over}))
    async with at_decks(store) as hand:
        await hand.press("enter")
        verdict = hand.text("#verdict")
        assert verdict.replace("\n", " ").startswith(
            "Not legal yet. Only cards of Good may be in this deck: take out IT."
        )
        assert verdict.endswith("[l] all 3")
        assert len(verdict.split("\n")) == 2
        await hand.press("l")
        assert isinstance(hand.page, Pick)
        options = hand.page.query_one(OptionList).options
        said = " ".join(str(option.prompt) for option in options)
        assert "15 more to add" in said
        assert "All 12: " in said
        assert "In Constructed: Only cards of Good" in said
        # And each leads to its cards, which are marked.
        await hand.choose(0)
        assert hand.page.query_one("#deck", RowList).key == "wit/evil/it"
        await hand.press("minus")
        assert "wit/evil/it" not in hand.editor().editing.deck.cards
        assert hand.text("#verdict").startswith("Not legal yet. Singleton needs")


async def test_leaving_with_changes_is_asked_about(store: DeckStore) -> None:
    key = store.create(good(3))
    async with at_decks(store) as hand:
        await hand.press("enter", "plus", "escape")
        await hand.press("escape")
        assert isinstance(hand.page, EditorScreen)
        await hand.press("escape")
        await hand.choose(0)
        assert isinstance(hand.page, EditorScreen)
        await hand.press("tab", "minus", "escape")
        await hand.choose(2)
        assert isinstance(hand.page, DecksScreen)
        assert store.load(key) == good(3)
        assert store.draft(key) is None
        await hand.press("enter", "tab", "minus", "escape")
        await hand.choose(1)
        assert store.load(key).size == 2
        assert store.draft(key) is None


async def test_changes_outlive_a_crash(store: DeckStore) -> None:
    key = store.create(good())
    async with at_decks(store) as hand:
        await hand.press("enter", "enter", "enter", "enter")
    assert store.load(key).size == 0
    async with at_decks(store) as hand:
        assert hand.rows()[1].startswith("> Mine* ")
        await hand.press("enter", "escape")
        assert isinstance(hand.page, DecksScreen)
        await hand.press("enter")
        await hand.choose(0)
        assert hand.text("#title").startswith("Decks > Mine*")
        assert hand.text("#deck-title") == "DECK  3 of 60 cards"
        await hand.press("s", "escape")
    assert store.load(key).size == 3
    assert store.draft(key) is None


async def test_a_draft_can_be_given_up(store: DeckStore) -> None:
    key = store.create(good())
    store.keep_draft(key, good(5))
    async with at_decks(store) as hand:
        await hand.press("enter")
        await hand.choose(1)
        assert hand.text("#deck-title") == "DECK  0 of 60 cards"
    assert store.draft(key) is None


async def test_a_change_from_outside_is_not_overwritten_unasked(store: DeckStore) -> None:
    key = store.create(good())
    async with at_decks(store) as hand:
        await hand.press("enter", "enter")
        store.save(key, good(7))
        await hand.press("s")
        await hand.choose(0)
        assert store.load(key) == good(7)
        await hand.press("s")
        await hand.choose(2)
        assert store.load(key).size == 1
        # What they had made of it is kept too.
        assert store.version(key, store.versions(key)[0].number) == good(7)


async def test_a_stock_deck_is_looked_at_and_copied(store: DeckStore) -> None:
    async with at_decks(store) as hand:
        await hand.press("down", "enter", "plus", "enter", "s")
        assert hand.text("#title").endswith("c makes a copy, which can be changed.")
        assert hand.text("#deck-title") == "DECK  60 cards"
        await hand.press("c", "enter")
        await hand.until(lambda: "Star Singers 2   Good, Singleton" in hand.shown())
        await hand.press("tab", "minus")
        assert hand.text("#deck-title") == "DECK  59 of 60 cards"
    assert [entry.name for entry in store.entries() if not entry.stock] == ["Star Singers 2"]


async def test_copy_rename_and_delete(store: DeckStore) -> None:
    store.create(good(2))
    async with at_decks(store) as hand:
        await hand.press("c", "enter")
        assert hand.rows()[2].startswith("> Mine 2 ")
        await hand.press("r")
        await hand.hold("backspace", 6)
        await hand.press("enter")
        assert hand.text("#why") == "A deck needs a name."
        await hand.type("mine")
        await hand.press("enter")
        assert hand.text("#why") == 'There is a deck called "Mine" already.'
        await hand.type("!x")
        await hand.press("enter")
        assert hand.rows()[2].startswith("> mine!x ")
        await hand.press("d", "enter")
        assert len(store.entries()) == 2 + len(stock_decks())
        await hand.press("d", "escape")
        assert len(store.entries()) == 2 + len(stock_decks())
        await hand.press("d")
        assert isinstance(hand.page, Question)
        await hand.press("y")
        assert [entry.name for entry in store.entries() if not entry.stock] == ["Mine"]
        await hand.press("end", "d")
        assert not isinstance(hand.page, Question)


async def test_a_file_that_cannot_be_read_is_shown_with_its_reason(store: DeckStore) -> None:
    store.folder.mkdir()
    (store.folder / "[b]broken.toml").write_text("[[[")
    async with at_decks(store) as hand:
        assert hand.rows()[1].startswith("> [b]broken.toml ")
        assert "this is not TOML" in hand.text("#about")
        await hand.press("enter")
        assert isinstance(hand.page, Message)
    assert (store.folder / "[b]broken.toml").read_text() == "[[["


async def test_names_are_never_markup(store: DeckStore) -> None:
    store.create(good(1, name="[@click=app.quit]x[/x]"))
    async with at_decks(store) as hand:
        assert "[@click=app.quit]x[/x]" in hand.rows()[1]
        await hand.press("enter", "plus", "escape", "escape", "s", "escape", "d", "escape", "c", "escape")
        await hand.press("enter")
        assert "[@click=app.quit]x[/x]" in hand.text("#title")


async def test_a_deck_that_is_read_or_pasted_shows_no_controls(store: DeckStore, tmp_path: Path) -> None:
    """A text field writes to the terminal what is in it: a file could set the clipboard from there."""
    nasty = (
        "2 Hope\n# \x1b]52;c;QQ==\x07 \x9b31m \u202e \u2028 a\u0301\u0323\u0308\n" + "Noah \x1b]0;x\x07" * 400
    )
    (tmp_path / "nasty.txt").write_text(nasty, "utf-8")
    async with at_decks(store) as hand:
        await hand.press("i", "tab", "f")
        hand.app.screen.query_one(Input).value = str(tmp_path / "nasty.txt")
        await hand.press("enter")
        await hand.until(lambda: hand.page.query(TextArea))
        pad = hand.app.screen.query_one(TextArea)
        assert pad.text.startswith("2 Hope\n# ]52;c;QQ==") and pad.text.count("Noah ]0;x") == 400
        assert not dangers(pad.text)
        await hand.press("escape")
        hand.app.screen.post_message(Paste(nasty))
        await hand.until(lambda: hand.page.query(TextArea))
        pad = hand.app.screen.query_one(TextArea)
        assert "Noah ]0;x" in pad.text and not dangers(pad.text)


async def test_the_mouse(store: DeckStore) -> None:
    store.create(good())
    async with at_decks(store) as hand:
        await hand.press("enter")
        await hand.pilot.click("#pool", offset=(8, 3))
        await hand.pilot.click("#pool", offset=(8, 3))
        assert list(hand.editor().editing.deck.cards) == ["wit/good/kythe"]
        await hand.press("down", "plus")
        # The first click only gives the focus; the keys below are for the list that has it.
        await hand.pilot.click("#deck", offset=(8, 1))
        assert hand.editor().editing.deck.size == 2
        await hand.pilot.click("KeyLine", offset=(11, 0))
        assert list(hand.editor().editing.deck.cards) == ["wit/good/the-old-tongue"]
        await hand.pilot.click("#deck", offset=(8, 1))
        assert hand.editor().editing.deck.size == 0


async def test_enter_pressed_fast_takes_one_card_after_the_other(store: DeckStore) -> None:
    store.create(good())
    async with at_decks(store) as hand:
        await hand.press("enter")
        await hand.hold("enter", 9)
        assert len(hand.editor().editing.deck.cards) == 9


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_all_is_in_view_at_every_size(store: DeckStore, size: tuple[int, int]) -> None:
    store.create(good(30))
    async with at_decks(store, size) as hand:
        await hand.press("enter")
        await hand.pilot.pause()
        screen = hand.app.screen
        for selector in ("#title", "#pool", "#deck", "#card", "#verdict", "KeyLine"):
            region = screen.query_one(selector).region
            assert region.area and screen.region.contains_region(region), selector
        assert screen.query_one("#pool").size.height >= 8
        assert all(len(row) <= size[0] for row in hand.rows("#pool"))
        await hand.press("end")
        assert any(row.startswith("> ") for row in hand.rows("#pool"))
        await hand.press("home")
        assert hand.rows("#pool")[0] == "Communication"


async def test_moving_the_cursor_draws_two_rows(store: DeckStore) -> None:
    store.create(good(30))
    async with at_decks(store) as hand:
        await hand.press("enter")
        await hand.pilot.pause(0.1)  # until the page is there as it stays
        pool_list = hand.page.query_one("#pool", RowList)
        drawn: list[int] = []
        whole = pool_list.render_line

        def counted(y: int) -> Any:
            drawn.append(y)
            return whole(y)

        pool_list.render_line = counted  # type: ignore[method-assign]
        await hand.press("down")
        await hand.pilot.pause()
        assert sorted(set(drawn)) == [1, 2]
