"""Two players at two programs: one hosts, the other joins, and both sit down."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.support.pilot import Pilot
from tests.support.whole_app import drawn, running, shown
from tui.app.application import TesserApp
from tui.screens.host_page import WaitScreen
from tui.screens.join_page import OfferScreen, Pad

Player = tuple[TesserApp, Pilot]


@asynccontextmanager
async def hosting(
    data: Path, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[TesserApp, Pilot, str]]:
    """An app with an open table, and its invite."""
    async with running(data, size=size, name="host") as (app, pilot):
        await pilot.press("h", "enter")
        await pilot.until(lambda: isinstance(app.screen, WaitScreen))
        await pilot.until(lambda: shown(app, "#invite"))
        yield app, pilot, shown(app, "#invite")


@asynccontextmanager
async def joining(data: Path) -> AsyncIterator[tuple[TesserApp, Pilot]]:
    """An app on the page where the invite is pasted."""
    async with running(data, name="guest") as (app, pilot):
        await pilot.press("j")
        yield app, pilot


def offered(app: TesserApp) -> bool:
    """Whether the host's offer is on the screen."""
    return isinstance(app.screen, OfferScreen) and "offers" in shown(app, "#state")


def paste(app: TesserApp, text: str) -> None:
    app.screen.query_one(Pad).text = text


@asynccontextmanager
async def seated(data: Path, size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[Player, Player]]:
    """Both in a match, each with a data folder of its own; `size` is the host's."""
    async with (
        hosting(data / "host", size) as (host, host_pilot, invite),
        joining(data / "guest") as (guest, pilot),
    ):
        paste(guest, invite)
        await pilot.press("enter")
        await pilot.until(lambda: offered(guest))
        await pilot.press("t")
        for app, its_pilot in ((host, host_pilot), (guest, pilot)):
            await its_pilot.until(lambda app=app: drawn(app))  # type: ignore[misc]
        yield (host, host_pilot), (guest, pilot)
