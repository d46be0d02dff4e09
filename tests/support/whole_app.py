"""The whole program of a new player, and what is on its screen."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from textual.widgets import Static

from core import registry
from decks.storage.catalog import stock_decks
from tests.support.pilot import Pilot, piloted
from tui.app.application import TesserApp
from tui.match.plans import LocalPlan
from tui.profile import Profile
from tui.screens.match.match_screen import MatchScreen

SECONDS = 15.0


@asynccontextmanager
async def running(
    data: Path, plan: object | None = None, size: tuple[int, int] = (80, 24), name: str = ""
) -> AsyncIterator[tuple[TesserApp, Pilot]]:
    """An app of a new player."""
    app = TesserApp(Profile(name, data), plan)
    try:
        async with piloted(app, size, notifications=True) as pilot:
            await pilot.pause()
            yield app, pilot
    finally:
        for thread in app.threads:
            thread.stop()


async def press_until(pilot: Pilot, key: str, true: Callable[[], object]) -> None:
    """Press a key as a person does who sees that it wasn't heard yet: it was guarded."""
    end = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < end, f"{key} never worked; on the screen: {pilot.app.screen}"
        await pilot.press(key)
        again = time.monotonic() + 0.7  # sooner it would be a key that is held
        while not true() and time.monotonic() < again:
            await pilot.pause(0.01)


async def until(pilot: Pilot, true: Callable[[], object]) -> None:
    """Let the app work until something is so."""
    await pilot.until(true)


def local_plan(**changes: object) -> LocalPlan:
    """A match of the default game against the computer."""
    game = registry.load(registry.DEFAULT)
    lists = []
    for seat in range(game.seats[0]):
        decks = stock_decks().values()
        lists.append(next(d for d in decks if (d.game, d.group) == (game.name, game.deck_group(seat))))
    values: dict[str, object] = {
        "game": game.name,
        "players": ("person", "random"),
        "decks": tuple(deck.decklist() for deck in lists),
        "options": {},
    }
    return LocalPlan(**(values | changes))  # type: ignore[arg-type]


def shown(app: TesserApp, widget: str) -> str:
    return str(app.screen.query_one(widget, Static).render())


def everything(app: TesserApp) -> str:
    """All of the screen in front, in words."""
    rows = (strip.text.strip(" │|") for strip in app.screen._compositor.render_strips())
    return " ".join(" ".join(rows).split())


def drawn(app: TesserApp) -> bool:
    """Whether the match is on the screen."""
    return isinstance(app.screen, MatchScreen) and bool(app.screen.board.spots)
