"""The deck pages alone, a player at them, and decks for it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from textwrap import dedent
from typing import Any, ClassVar

from textual import events
from textual.app import App
from textual.widgets import OptionList, Static

import tui
from core import registry
from decks.formats import pool
from decks.model import Deck
from decks.storage.catalog import stock_decks
from decks.storage.store import DeckStore
from tests.support.pilot import Pilot, piloted, rows
from tui.screens.dialogs import Pick
from tui.screens.editor.decks_screen import DecksScreen
from tui.screens.editor.editor_screen import EditorScreen
from tui.terminal import themes
from tui.widgets.cursor_list import Cursored

ROOT = Path(tui.__file__).parent


class DecksApp(App[None]):
    """Nothing but the deck pages."""

    CSS_PATH: ClassVar[Any] = [ROOT / "app" / "app.tcss", ROOT / "screens" / "dialogs.tcss"]
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

    def __init__(self, app: DecksApp, pilot: Pilot) -> None:
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def until(self, true: Callable[[], object]) -> None:
        """Let the app work until something is so."""
        await self.pilot.until(true)

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
        return rows(self.app)

    @property
    def page(self) -> Any:
        return self.app.screen

    def editor(self) -> EditorScreen:
        assert isinstance(self.app.screen, EditorScreen)
        return self.app.screen


@asynccontextmanager
async def at_decks(store: DeckStore, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Hand]:
    app = DecksApp(store)
    async with piloted(app, size, notifications=True) as pilot:
        await pilot.pause()
        yield Hand(app, pilot)


def good(count: int = 0, name: str = "Mine", form: str = "singleton") -> Deck:
    ids = [card.id for card in pool(registry.load("wrinkles"), "good")]
    return Deck(name, "wrinkles", "good", form, dict.fromkeys(ids[:count], 1))


HOPE, LOVE, KYTHE = "wit/good/hope", "wit/good/love", "wit/good/kythe"
STAR = next(deck for deck in stock_decks().values() if deck.name == "Star Singers")


def deck(form: str = "constructed", **copies: int) -> Deck:
    return good(form=form).with_cards({f"wit/good/{name}": n for name, n in copies.items()})


def options(hand: Hand) -> list[str]:
    """What can be picked, without the sign of the cursor."""
    shown = (str(option.prompt) for option in hand.page.query_one(OptionList).options)
    return [dedent(f"  {text.removeprefix('> ').removeprefix('  ')}") for text in shown]


async def paste(hand: Hand, text: str) -> None:
    hand.app.post_message(events.Paste(text))
    await hand.pilot.pause()
    await hand.pilot.pause()


async def open_deck(hand: Hand) -> EditorScreen:
    await hand.press("enter")
    await hand.until(lambda: isinstance(hand.page, EditorScreen) and "Decks > Mine" in hand.shown())
    await hand.until(lambda: hand.text("#card"))
    return hand.editor()
