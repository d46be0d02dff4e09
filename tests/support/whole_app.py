"""The whole program of a new player, and what is on its screen."""

from __future__ import annotations

from collections.abc import AsyncIterator
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
        for thread in app.matches.threads:
            thread.stop()


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
