"""The clock on the screen: shown, warned of, and what the others do when a time is up."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.geometry import Region
from textual.widget import Widget

from core.engine.entry import Entry
from net.transport.liveness import LinkNews
from tests.support.clocks import Time
from tests.support.clocks import times as times
from tests.support.kept import records
from tests.support.pilot import Pilot
from tests.support.two_apps import offered, paste
from tests.support.whole_app import drawn, everything, local_plan, running, shown
from tui.app.application import TesserApp
from tui.archive.clocks import clocks_of
from tui.archive.database import Archive
from tui.archive.queries import find
from tui.boards.board_widget import Board
from tui.match.plans import ResumePlan
from tui.match.worker import MatchLoop, MatchWorker
from tui.screens.curtain import Curtain
from tui.screens.dialogs import Pick
from tui.screens.host_page import HostScreen, WaitScreen
from tui.screens.match.continued import Continued
from tui.screens.match.match_screen import MatchScreen
from tui.screens.setup import SetupScreen
from tui.settings import Settings, save_settings
from tui.terminal import glyphs
from tui.widgets.panels import Confirm

pytestmark = pytest.mark.long

HOT_SEAT = ("person", "person")


def rings(app: TesserApp, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    rung: list[int] = []
    monkeypatch.setattr(app, "bell", lambda: rung.append(1))
    return rung


def thread_of(app: TesserApp) -> MatchWorker:
    return app.matches.threads[-1]


def last_entry(data: Path) -> Entry:
    return records(data)[0].entries[-1]


async def take_keyboard(app: TesserApp, pilot: Pilot) -> None:
    await pilot.until(lambda: isinstance(app.screen, Curtain))
    await pilot.press_until("enter", lambda: isinstance(app.screen, MatchScreen))


async def test_time_is_shown_warned_of_and_claimed(
    tmp_path: Path, times: list[Time], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path, local_plan(players=HOT_SEAT, clock="60")) as (app, pilot):
        await pilot.until(lambda: isinstance(app.screen, Curtain))
        times[0].wind(20)
        await pilot.until(lambda: times[0].at == 20_000)
        await take_keyboard(app, pilot)
        await pilot.until(lambda: "you 1:00" in everything(app))  # nobody has had the keyboard yet
        rung = rings(app, monkeypatch)
        times[0].wind(18)
        await pilot.until(lambda: "you 0:42" in everything(app) or "you 0:43" in everything(app))
        assert not rung
        times[0].wind(13)
        await pilot.until(lambda: "seconds left" in everything(app))
        assert len(rung) == 1 and "Good has 30 seconds left." in everything(app)
        times[0].wind(20)
        await pilot.until(lambda: "10 seconds left" in everything(app))
        times[0].wind(12)
        await pilot.until(lambda: "The time of Good is up. Press a" in everything(app))
        assert "you 0:00" in everything(app) and len(rung) == 3
        await pilot.press("a")
        await pilot.until(lambda: isinstance(app.screen, Pick))
        assert "Good comes last" in everything(app)
        await pilot.press("up", "up", "enter")
        await pilot.until(lambda: "Claim the match?" in everything(app))
        await pilot.press("y")
        await pilot.until(lambda: "the match was claimed" in everything(app))
    assert (last_entry(tmp_path).by, last_entry(tmp_path).text) == (1, "forfeit")


async def test_time_that_is_up_is_given_or_let_go_on(tmp_path: Path, times: list[Time]) -> None:
    async with running(tmp_path, local_plan(players=HOT_SEAT, clock="1m+0")) as (app, pilot):
        await take_keyboard(app, pilot)
        for keys in (("up",), ()):
            times[0].wind(62)
            await pilot.until(lambda: "is up. Press a" in everything(app))
            await pilot.press("a")
            await pilot.until(lambda: isinstance(app.screen, Pick))
            await pilot.press(*keys, "enter")
            await pilot.until(lambda: isinstance(app.screen, MatchScreen))
            if keys:
                await pilot.until(lambda: "Good gets a minute more." in everything(app))
                await pilot.until(lambda: "you 1:00" in everything(app))
        assert "is up. Press a" not in everything(app), "nobody is told again of this decision"
        assert "a asks you again" in everything(app)
        await pilot.press("a")
        await pilot.until(lambda: isinstance(app.screen, Pick))
        await pilot.press("up", "enter")
        await pilot.until(lambda: "Good gets a minute more." in everything(app))
        assert records(tmp_path)[0].outcome is None


async def test_the_cursor_among_what_may_follow_is_a_sign_of_its_own(
    tmp_path: Path, times: list[Time]
) -> None:
    async with running(tmp_path, local_plan(players=HOT_SEAT, clock="60")) as (app, pilot):
        await take_keyboard(app, pilot)
        times[0].wind(61)
        await pilot.until(lambda: "is up. Press a" in everything(app))
        await pilot.press("a")
        sign = glyphs.chosen().cursor
        for key, line in (("", "Go on"), ("up", "Give a minute"), ("up", "Claim the match")):
            await pilot.press(*filter(None, [key]))
            await pilot.until(lambda line=line: f"{sign} {line}" in everything(app))  # type: ignore[misc]
            assert sum(f"{sign} {one}" in everything(app) for one in ("Go", "Give", "Claim")) == 1


@pytest.mark.parametrize("asked", [("a",), ("a", "up", "up", "enter")])
async def test_what_is_asked_goes_when_the_time_is_not_up_any_more(
    tmp_path: Path, times: list[Time], asked: tuple[str, ...]
) -> None:
    async with running(tmp_path, local_plan(players=HOT_SEAT, clock="60")) as (app, pilot):
        await take_keyboard(app, pilot)
        times[0].wind(61)
        await pilot.until(lambda: "is up. Press a" in everything(app))
        await pilot.press("a")
        await pilot.until(lambda: isinstance(app.screen, Pick))
        await pilot.press(*asked[1:])
        await pilot.until(lambda: isinstance(app.screen, Pick if len(asked) == 1 else Confirm))
        keeper, loop = times[0].keeper, times[0].loop
        assert keeper is not None and loop is not None
        loop.call_soon_threadsafe(keeper.give, 0)
        await pilot.until(lambda: isinstance(app.screen, MatchScreen))
        await pilot.until(lambda: "Nobody's time is up any more." in everything(app))
        assert "is up. Press a" not in everything(app)


async def test_where_the_other_side_is_not_heard_a_claim_is_said_to_end_one_copy(
    tmp_path: Path, times: list[Time]
) -> None:
    async with running(tmp_path, local_plan(players=HOT_SEAT, clock="60")) as (app, pilot):
        await take_keyboard(app, pilot)
        times[0].wind(61)
        await pilot.until(lambda: "is up. Press a" in everything(app))
        thread_of(app).run(lambda loop: loop.link(LinkNews("silent", "ok", 12, None)))
        match = app.screen
        assert isinstance(match, MatchScreen)
        await pilot.until(lambda: match.client.link is not None)
        await pilot.press("a")
        await pilot.until(lambda: "ends on your side alone" in " ".join(everything(app).split()))
        await pilot.press("up", "up", "enter")
        await pilot.until(lambda: isinstance(app.screen, Confirm))
        assert "Your copy of the match ends here, as claimed" in " ".join(everything(app).split())


async def test_another_second_draws_nothing_but_itself(
    tmp_path: Path, times: list[Time], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as (app, pilot):
        app.matches.play(local_plan(clock="10m+0"))  # over the home screen, which is beneath
        await pilot.until(lambda: drawn(app) and "you 10:00" in everything(app))
        await pilot.pause()
        cells: list[int] = []
        board, refresh = app.screen.query_one(Board), Widget.refresh

        def refreshed(self: Widget, *regions: Region, **more: bool) -> Widget:
            whole = Region(0, 0, 80, 24)
            cells.append(sum(one.area for one in regions or (whole if self is app.screen else self.region,)))
            return refresh(self, *regions, **more)

        monkeypatch.setattr(Widget, "refresh", refreshed)
        for second in range(1, 6):
            times[0].wind(1)
            await pilot.until(lambda left=60 - second: f"you 9:{left}" in everything(app))
        assert board.is_attached and 0 < sum(cells) < 5 * len("you 10:00"), cells


async def test_against_the_computer_nothing_is_claimed_and_no_bell_rings_where_bells_are_off(
    tmp_path: Path, times: list[Time], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as (app, pilot):
        save_settings(app.profile, Settings(bell="off"))
        app.matches.play(local_plan(clock="60"))
        await pilot.until(lambda: drawn(app))
        rung = rings(app, monkeypatch)
        times[0].wind(62)
        await pilot.until(lambda: "Your time is up. Nobody claims the match" in everything(app))
        await pilot.press("a")
        assert isinstance(app.screen, MatchScreen) and not rung


async def test_a_terminal_that_is_paused_stops_the_clock(
    tmp_path: Path, times: list[Time], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path, local_plan(clock="60")) as (app, pilot):
        await pilot.until(lambda: "you 1:00" in everything(app))
        times[0].wind(10)
        await pilot.until(lambda: "you 0:5" in everything(app))
        before = thread_of(app).clocks[0].left
        monkeypatch.setattr(MatchLoop, "paused", property(lambda self: True))
        times[0].wind(30)
        await pilot.until(lambda: times[0].at == 40_000)
        monkeypatch.setattr(MatchLoop, "paused", property(lambda self: False))
        times[0].wind(3)
        await pilot.until(lambda: thread_of(app).clocks[0].left < before)
        assert thread_of(app).clocks[0].left >= before - 4_000


async def test_what_is_left_survives_leaving(tmp_path: Path, times: list[Time]) -> None:
    async with running(tmp_path, local_plan(clock="10m+5")) as (app, pilot):
        await pilot.until(lambda: "you 10:00" in everything(app))
        times[0].wind(100)
        await pilot.until(lambda: "you 8:20" in everything(app) or "you 8:21" in everything(app))
    async with running(tmp_path, ResumePlan()) as (app, pilot):
        await pilot.until(lambda: drawn(app) or isinstance(app.screen, Continued))
        await pilot.until(lambda: len(times) > 1 and thread_of(app).clocks)
        assert thread_of(app).clocks[0].left in (500_000, 501_000)


async def test_a_clock_is_chosen_in_the_form_and_what_is_none_is_said(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        await pilot.press("p")
        setup = app.screen
        assert isinstance(setup, SetupScreen) and setup.plan().clock == "none"
        setup.form.put_cursor("clock")
        for _ in range(7):
            await pilot.press("right")
        assert "Write none; or seconds for each decision" in everything(app)
        await pilot.press("down", *"7x")
        setup.action_start()
        await pilot.until(lambda: "'7x' is no clock" in everything(app))
        await pilot.press("backspace", "backspace", *"15m+10")
        assert setup.plan().clock == "15m+10"


async def test_two_machines_and_a_claim(tmp_path: Path, times: list[Time]) -> None:
    async with (
        running(tmp_path / "host", name="host") as (host, host_pilot),
        running(tmp_path / "guest", name="guest") as (guest, pilot),
    ):
        await host_pilot.press("h")
        form = host.screen
        assert isinstance(form, HostScreen)
        form.form.find("clock").choose("60")  # type: ignore[attr-defined]
        await host_pilot.press("o")
        await host_pilot.until(lambda: isinstance(host.screen, WaitScreen) and shown(host, "#invite"))
        await pilot.press("j")
        paste(guest, shown(host, "#invite"))
        await pilot.press("enter")
        await pilot.until(lambda: offered(guest))
        assert "Clock: 60 seconds a decision." in everything(guest)
        await pilot.press("t")
        players = ((host, host_pilot), (guest, pilot))
        for app, its_pilot in players:
            await its_pilot.until(lambda app=app: drawn(app))  # type: ignore[misc]

        def asked(app: TesserApp) -> bool:
            screen = app.screen
            return isinstance(screen, MatchScreen) and bool(screen.client.picture and screen.client.question)

        await pilot.until(lambda: asked(host) or asked(guest))
        late, other = players if asked(host) else players[::-1]
        match = late[0].screen
        assert isinstance(match, MatchScreen) and match.client.picture is not None
        seat = match.client.question.seat  # type: ignore[union-attr]
        time = next(one for one in times if one.keeper and seat in one.keeper._here)
        time.wind(70)
        await other[1].until(lambda: "is up. Press a" in everything(other[0]))
        await late[1].until(lambda: "may claim the match, give you 1 minute more" in everything(late[0]))
        await other[1].press("a")
        await other[1].until(lambda: isinstance(other[0].screen, Pick))
        await other[1].press("up", "enter")
        await late[1].until(lambda: "gives you 1 minute more." in everything(late[0]))
        time.wind(62)
        await other[1].until(lambda: "is up. Press a" in everything(other[0]))
        await other[1].press("a")
        await other[1].until(lambda: isinstance(other[0].screen, Pick))
        await other[1].press("up", "up", "enter")
        await other[1].until(lambda: isinstance(other[0].screen, Confirm))
        await other[1].press("y")
        for app, its in players:
            await its.until(lambda app=app: "the match was claimed" in everything(app))  # type: ignore[misc]
            assert last_entry(app.profile.root).text == "forfeit"


async def test_each_second_is_kept_so_that_a_kill_gives_none_back(tmp_path: Path, times: list[Time]) -> None:
    async with running(tmp_path, local_plan(players=HOT_SEAT, clock="8")) as (app, pilot):
        await take_keyboard(app, pilot)
        await pilot.until(lambda: thread_of(app).clocks[0].runs)  # it stood under the curtain

        def kept() -> int:
            with Archive(app.profile.archive) as archive, archive.reading() as db:
                return clocks_of(db, find(archive, thread_of(app).kept).id)[0].left

        for left in range(7_000, 0, -1_000):
            times[0].wind(1)
            await pilot.until(lambda left=left: thread_of(app).clocks[0].left == left)  # type: ignore[misc]
            assert kept() == left
