"""The page at the end of a match: asking for a rematch and answering, on one machine and between two."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from textual.pilot import Pilot

from tests.kept import records
from tests.tui.test_app import until
from tests.tui.test_hosting import everything, hosting, joining, offered, paste
from tui.app import TesserApp
from tui.boards import base
from tui.screens.dialogs import Pick
from tui.screens.ending import EndPage
from tui.screens.home import HomeScreen
from tui.screens.match import MatchScreen
from tui.widgets import guard
from tui.widgets.guard import PressGuard


@pytest.fixture(autouse=True)
def quick_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys may come as quickly as a test presses them."""
    monkeypatch.setattr(base, "GUARD", 0.0)
    monkeypatch.setattr(guard, "GUARD", 0.0)
    monkeypatch.setattr(PressGuard, "GAP", 0.01)


class Player(NamedTuple):
    app: TesserApp
    pilot: Pilot[None]

    async def see(self, text: str) -> None:
        await until(self.pilot, lambda: text in everything(self.app))

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def plays(self, match: str = "") -> MatchScreen:
        """Wait for the screen of a match that is another than this one."""

        def there() -> bool:
            screen = self.app.screen
            return (
                isinstance(screen, MatchScreen) and screen.header is not None and screen.header.match != match
            )

        await until(self.pilot, there)
        assert isinstance(self.app.screen, MatchScreen)
        return self.app.screen

    async def concedes(self) -> None:
        screen = await self.plays()
        await until(self.pilot, lambda: screen.reader is not None and screen.picture is not None)
        await self.press("c", "y")


@asynccontextmanager
async def seated(data: Path) -> AsyncIterator[tuple[Player, Player]]:
    async with hosting(data) as (one, one_pilot, invite), joining(data) as (two, two_pilot):
        host, guest = Player(one, one_pilot), Player(two, two_pilot)
        paste(two, invite)
        await guest.press("enter")
        await until(two_pilot, lambda: offered(two))
        await guest.press("enter")
        await host.plays()
        await guest.plays()
        yield host, guest


@asynccontextmanager
async def over(data: Path) -> AsyncIterator[tuple[Player, Player, str]]:
    """Two players at the page at the end of their match, and that match."""
    async with seated(data) as (host, guest):
        header = (await host.plays()).header
        assert header is not None
        await host.concedes()
        await host.see("guest is still here.")
        await guest.see("host is still here.")
        yield host, guest, header.match


async def choose_usual(player: Player) -> None:
    """Where there are several decks to choose from: the one the cursor is on."""
    await until(player.pilot, lambda: isinstance(player.app.screen, Pick))
    await player.press("enter")


async def test_one_asks_the_other_accepts_and_the_sides_are_swapped(tmp_path: Path) -> None:
    async with over(tmp_path) as (host, guest, before):
        await host.press("r")
        await host.see("You have asked guest for a rematch with the sides swapped: you would play Evil.")
        await guest.see("host asks for a rematch with the sides swapped: you would play Good. Do you accept?")
        await guest.see("[r] accept [n] decline")
        await guest.press("r")
        screens = [await player.plays(before) for player in (host, guest)]
        assert screens[0].header == screens[1].header and screens[0].header is not None
        assert [seat.name for seat in screens[0].header.seats] == ["guest", "host"]
        for player, screen, seat in zip((host, guest), screens, (1, 0), strict=True):
            await until(player.pilot, lambda screen=screen: screen.picture is not None)  # type: ignore[misc]
            assert screen.picture is not None and list(screen.picture.views) == [seat]
            assert [type(page) for page in player.app.screen_stack] == [HomeScreen, MatchScreen]
        await guest.concedes()
        for player in (host, guest):
            await until(player.pilot, lambda player=player: isinstance(player.app.screen, EndPage))  # type: ignore[misc]
        await host.press("enter")
        await guest.see("host has left. The match is finished and kept.")
        assert len(records(host.app.profile.root)) == len(records(guest.app.profile.root)) == 2
