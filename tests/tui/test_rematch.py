"""The page at the end of a match: asking for a rematch and answering, on one machine and between two."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from textual.widgets import OptionList

from core.contract.header import Header
from tests.support.kept import records
from tests.support.pilot import Pilot
from tests.support.plain import session
from tests.support.two_apps import hosting, joining, offered, paste
from tests.support.whole_app import everything, local_plan, running, shown
from tui.app.application import TesserApp
from tui.archive.database import Archive
from tui.archive.queries import to_be_told
from tui.boards import board_widget
from tui.match.plans import HostPlan, JoinPlan, ResumePlan, Sitter
from tui.match.resume import latest
from tui.screens.dialogs import Pick
from tui.screens.end_page import EndPage
from tui.screens.home import HomeScreen
from tui.screens.host_page import HostScreen, WaitScreen
from tui.screens.match.match_screen import MatchScreen
from tui.screens.reconnect_page import ReturnScreen
from tui.widgets import key_guard
from tui.widgets.key_guard import PressGuard

pytestmark = pytest.mark.long


@pytest.fixture(autouse=True)
def quick_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys may come as quickly as a test presses them."""
    monkeypatch.setattr(board_widget, "GUARD", 0.0)
    monkeypatch.setattr(key_guard, "GUARD", 0.0)
    monkeypatch.setattr(PressGuard, "GAP", 0.01)


class Player(NamedTuple):
    app: TesserApp
    pilot: Pilot

    async def see(self, text: str) -> None:
        await self.pilot.until(lambda: text in everything(self.app))

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def plays(self, match: str = "") -> MatchScreen:
        """Wait for the screen of a match that is another than this one."""

        def there() -> bool:
            screen = self.app.screen
            return (
                isinstance(screen, MatchScreen)
                and screen.client.header is not None
                and screen.client.header.match != match
            )

        await self.pilot.until(there)
        assert isinstance(self.app.screen, MatchScreen)
        return self.app.screen

    async def concedes(self) -> None:
        screen = await self.plays()
        await self.pilot.until(lambda: screen.client.reader is not None and screen.client.picture is not None)
        await self.press("c", "y")


@asynccontextmanager
async def seated(data: Path) -> AsyncIterator[tuple[Player, Player]]:
    async with hosting(data) as (one, one_pilot, invite), joining(data) as (two, two_pilot):
        host, guest = Player(one, one_pilot), Player(two, two_pilot)
        paste(two, invite)
        await guest.press("enter")
        await two_pilot.until(lambda: offered(two))
        await guest.press("enter")
        await host.plays()
        await guest.plays()
        yield host, guest


@asynccontextmanager
async def over(data: Path) -> AsyncIterator[tuple[Player, Player, str]]:
    """Two players at the page at the end of their match, and that match."""
    async with seated(data) as (host, guest):
        header = (await host.plays()).client.header
        assert header is not None
        await host.concedes()
        await host.see("guest is still here.")
        await guest.see("host is still here.")
        yield host, guest, header.match


async def test_one_asks_the_other_accepts_and_the_sides_are_swapped(tmp_path: Path) -> None:
    async with over(tmp_path) as (host, guest, before):
        await host.press("r")
        await host.see("You have asked guest for a rematch with the sides swapped: you would play Evil.")
        await guest.see("host asks for a rematch with the sides swapped: you would play Good. Do you accept?")
        await guest.see("[r] accept [n] decline")
        await guest.press("r")
        screens = [await player.plays(before) for player in (host, guest)]
        assert screens[0].client.header == screens[1].client.header and screens[0].client.header is not None
        assert [seat.name for seat in screens[0].client.header.seats] == ["guest", "host"]
        for player, screen, seat in zip((host, guest), screens, (1, 0), strict=True):
            await player.pilot.until(lambda screen=screen: screen.client.picture is not None)  # type: ignore[misc]
            assert screen.client.picture is not None and list(screen.client.picture.views) == [seat]
            assert [type(page) for page in player.app.screen_stack] == [HomeScreen, MatchScreen]
        await guest.concedes()
        for player in (host, guest):
            await player.pilot.until(lambda player=player: isinstance(player.app.screen, EndPage))  # type: ignore[misc]
        await host.press("enter")
        await guest.see("host has left. The match is finished and kept.")
        assert len(records(host.app.profile.root)) == len(records(guest.app.profile.root)) == 2


async def test_it_is_declined_asked_for_again_and_taken_back(tmp_path: Path) -> None:
    async with over(tmp_path) as (host, guest, _):
        await guest.press("r")
        await host.see("[r] accept [n] decline")
        await host.press("n")
        await host.see("You have declined.")
        await guest.see("host has declined a rematch.")
        await guest.press("r")
        await host.see("Do you accept?")
        await guest.press("r")
        await guest.see("You ask for it no more.")
        await host.see("guest asks for a rematch no more.")


async def test_both_ask_at_once_and_both_talk_before(tmp_path: Path) -> None:
    async with over(tmp_path) as (host, guest, before):
        await host.press("y", *"gg", "enter")
        await guest.see("host says: gg")
        await host.see("You say: gg")
        await host.press("escape")
        await host.see("The match is over.")
        await host.press("r")
        await guest.press("r")
        one, two = await host.plays(before), await guest.plays(before)
        assert one.client.header == two.client.header


async def test_a_deck_is_chosen_where_there_are_several(tmp_path: Path) -> None:
    async with over(tmp_path) as (host, guest, before):
        store = host.app.profile.deck_store()
        evil = next(
            entry.deck for entry in store.catalog.entries() if entry.deck and entry.deck.group == "evil"
        )
        mine = msgspec.structs.replace(evil, name="My Evil")
        store.create(mine)
        await host.press("r")
        await host.pilot.until(lambda: isinstance(host.app.screen, Pick))
        await host.see("My Evil")
        await host.press("escape")
        await host.see("guest is still here.")
        await host.press("r")
        await host.pilot.until(lambda: isinstance(host.app.screen, Pick))
        while "My Evil" not in highlighted(host.app):
            await host.press("down")
        await host.press("enter")
        await guest.see("Do you accept?")
        await guest.press("r")
        header = (await guest.plays(before)).client.header
        assert header is not None and header.decklists[1] is not None
        assert header.decklists[1].name == "My Evil"


def highlighted(app: TesserApp) -> str:
    listed = app.screen.query_one(OptionList)
    assert listed.highlighted is not None
    return str(listed.get_option_at_index(listed.highlighted).prompt)


async def test_against_somebody_in_plain_mode(tmp_path: Path) -> None:
    async with hosting(tmp_path / "host") as (app, pilot, invite):
        host = Player(app, pilot)
        plan = JoinPlan(invite)
        with session(tmp_path / "guest", lambda one: one.begin(plan), interactive=True) as (reader, status):
            await asyncio.to_thread(reader.question)
            reader.type("")
            before = (await host.plays()).client.header
            assert before is not None
            await host.concedes()
            await asyncio.to_thread(reader.until, "host is still here.")
            await host.press("r")
            await asyncio.to_thread(reader.until, "Type agree or decline.")
            reader.type("agree")
            header = (await host.plays(before.match)).client.header
            assert header is not None and [seat.name for seat in header.seats][1] == "host"
            await asyncio.to_thread(reader.until, "Wrinkles in Time: Good (")
            reader.type("concede", "yes")
            await host.see("is still here.")
            reader.type("")
            await asyncio.to_thread(reader.rest)
            await host.see("has left. The match is finished and kept.")
        assert status == [0]
        roots = app.profile.root, tmp_path / "guest"
        hashes = [[one.entries[-1].hash for one in records(root)] for root in roots]
        assert hashes[0] == hashes[1] and len(hashes[0]) == 2


@asynccontextmanager
async def computer(data: Path) -> AsyncIterator[str]:
    """A table whose host is a computer player, and its invite."""
    deck = local_plan().decks[1]
    plan = HostPlan("wrinkles", 2, {1: Sitter("random", deck)}, {"max_turns": 1}, "")
    async with running(data, plan, name="host") as (app, pilot):
        await pilot.until(lambda: isinstance(app.screen, WaitScreen) and shown(app, "#invite"))
        yield shown(app, "#invite")


NO_REMATCH = "host's Random is a computer player and plays no rematch."


async def test_of_a_computer_player_elsewhere_no_rematch_is_asked(tmp_path: Path) -> None:
    async with computer(tmp_path / "host") as invite, joining(tmp_path / "guest") as (app, pilot):
        guest = Player(app, pilot)
        paste(app, invite)
        await guest.press("enter")
        await pilot.until(lambda: offered(app))
        await guest.press("enter")
        await guest.concedes()
        await guest.see(NO_REMATCH)
        assert "[r]" not in everything(app)


async def test_of_a_computer_player_elsewhere_no_rematch_is_asked_in_plain_mode(tmp_path: Path) -> None:
    async with computer(tmp_path / "host") as invite:
        plan = JoinPlan(invite)
        with session(tmp_path / "guest", lambda one: one.begin(plan), interactive=True) as (reader, status):
            await asyncio.to_thread(reader.question)
            reader.type("")
            await asyncio.to_thread(reader.question)
            reader.type("concede", "yes")
            over = "The match is over. Commands that tell of it still answer; Enter alone leaves."
            await asyncio.to_thread(reader.until, over)
            await asyncio.to_thread(reader.until, NO_REMATCH)
            reader.type("rematch")
            await asyncio.to_thread(reader.until, f"There is no rematch now: {NO_REMATCH}")
            reader.type("")
            await asyncio.to_thread(reader.rest)
        assert status == [0]


async def test_on_one_machine_it_begins_at_once(tmp_path: Path) -> None:
    async with running(tmp_path, local_plan()) as (app, pilot):
        player = Player(app, pilot)
        first = (await player.plays()).client.header
        assert first is not None and first.seats[0].player == "person"
        await player.concedes()
        await player.see("[r] rematch")
        await player.press("r")
        second = (await player.plays(first.match)).client.header
        assert second is not None
        assert [seat.player for seat in second.seats] == ["bot:random@1", "person"]
        assert second.seats[1].name == first.seats[0].name and second.decklists == first.decklists
        assert second.seed != first.seed
        await player.press("escape")


def test_on_one_machine_in_plain_mode(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(local_plan())) as (reader, status):
        reader.question()
        reader.type("concede", "yes", "rematch")
        reader.until("Final hash ")
        assert "Wrinkles in Time: Good against Evil (Player)." in reader.until("Wrinkles in Time: ")[-1]
        reader.question()
        reader.type("concede", "yes")
        reader.rest()
    assert status == [0]


@asynccontextmanager
async def between(data: Path) -> AsyncIterator[tuple[Player, Player, Header]]:
    """Two players between two games, each with a data folder of its own, and the first game."""
    async with (
        running(data / "host", name="host") as (one, one_pilot),
        joining(data / "guest") as (two, two_pilot),
    ):
        host, guest = Player(one, one_pilot), Player(two, two_pilot)
        await host.press("h")
        page = one.screen
        assert isinstance(page, HostScreen)
        page.form.find("games").choose(True)  # type: ignore[attr-defined]
        await host.press("o")
        await one_pilot.until(lambda: isinstance(one.screen, WaitScreen) and shown(one, "#invite"))
        paste(two, shown(one, "#invite"))
        await guest.press("enter")
        await two_pilot.until(lambda: offered(two))
        await guest.see("Two games, the second with the sides swapped")
        await guest.press("enter")
        before = (await host.plays()).client.header
        assert before is not None
        await guest.plays()
        await host.concedes()
        for player in (host, guest):
            await player.see("One game of two is played.")
            await player.see("[r] second game")
        yield host, guest, before


async def second_game(host: Player, guest: Player, before: Header) -> None:
    await host.press("r")
    await guest.press("r")
    header = (await host.plays(before.match)).client.header
    assert header is not None and header.seats[0].name == "guest"
    assert header.decklists == before.decklists


async def test_the_page_between_two_games_of_a_table_for_both_sides(tmp_path: Path) -> None:
    async with between(tmp_path) as (host, guest, before):
        await second_game(host, guest, before)


async def test_between_two_games_both_leave_and_come_back_to_the_second(tmp_path: Path) -> None:
    async with between(tmp_path) as (host, guest, before):
        for player in (host, guest):
            await asyncio.to_thread(player.app.matches.threads[-1].stop)
    async with (
        running(tmp_path / "guest", ResumePlan(), name="guest") as (two, two_pilot),
        running(tmp_path / "host", name="host") as (one, one_pilot),
    ):
        host, guest = Player(one, one_pilot), Player(two, two_pilot)
        await guest.see("Looking for host")
        assert "end it here" not in everything(two), "it has ended, on both sides"
        await guest.press("e")
        assert isinstance(two.screen, ReturnScreen)
        one.matches.resume(ResumePlan())
        for player in (host, guest):
            await player.see("One game of two is played.")
            await player.see("[r] second game")
        for player in (host, guest):
            await player.press("escape")
            await player.see("The match is over.")
            assert "the match goes on" not in everything(player.app)
        await second_game(host, guest, before)


def goes_on(player: Player) -> str:
    """What Continue would go on with at this player's; empty if there is nothing."""
    with Archive(player.app.profile.archive) as archive:
        found = latest(archive)
        assert found is not None or to_be_told(archive) == [], "nothing is left to be done for the other side"
    return "" if found is None else found.match


async def test_between_two_games_who_wants_no_second_one_leaves_it_at_one_for_both(tmp_path: Path) -> None:
    async with between(tmp_path) as (host, guest, _):
        await guest.press("r")
        await host.see("guest asks for a second game")
        await host.press("q")
        await host.see("Leave it at one game?")
        await host.see("The other side is told, and no second game is offered to it any more.")
        await host.press("escape")
        await host.see("[q] leave it at one")
        await host.press("q", "y")
        await guest.see("host has left it at one game, so no second one follows.")
        await host.see("It stays at one game; no second one follows.")
        assert "resume" not in everything(guest.app) and "[q]" not in everything(guest.app)
        await host.pilot.until(lambda: isinstance(host.app.screen, HomeScreen))
        assert goes_on(host) == goes_on(guest) == ""
        await guest.press("enter")
        await guest.pilot.until(lambda: isinstance(guest.app.screen, HomeScreen))
        assert "The second game waits" not in everything(guest.app)
        for player in (host, guest):
            (kept,) = records(player.app.profile.root)
            assert kept.outcome is not None and kept.outcome.end == "concede"


async def test_who_is_left_between_two_games_can_give_the_second_up_too(tmp_path: Path) -> None:
    """At once, or when looking for the other side in vain."""
    async with between(tmp_path) as (host, guest, before):
        await host.press("enter")
        await host.see("The second game waits: tesser resume")
        await guest.see("host has left. The match is finished and kept. Continue at home")
        await guest.press("q")
        await guest.see("The other side is not there to be told")
        await guest.press("y")
        await guest.pilot.until(lambda: isinstance(guest.app.screen, HomeScreen))
        assert (goes_on(host), goes_on(guest)) == (before.match, "")
        await host.see("Continue")
        await host.press("c")
        await host.see("[q] leave it at one")
        await host.press("q")
        await host.see("The other side is not there to be told")
        await host.press("y")
        await host.pilot.until(lambda: isinstance(host.app.screen, HomeScreen))
        await host.see("It stays at one game")
        assert goes_on(host) == ""


async def test_what_is_said_and_asked_after_the_end_is_seen_at_the_board_too(tmp_path: Path) -> None:
    async with over(tmp_path) as (host, guest, _):
        await host.press("escape")
        await host.see("The match is over.")
        await guest.press("r")
        await host.see("guest asks for a rematch with the sides swapped")
        await host.press("n")
        await guest.see("host has declined a rematch.")
        await guest.press("r", "r")
        await guest.see("You ask for it no more.")
        await host.see("guest asks for a rematch no more.")
        await host.press("l")
        await host.see("Do you accept?")
        await host.see("guest asks for a rematch no more.")
