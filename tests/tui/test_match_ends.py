"""How a match on the screen ends: conceded, left, stopped, or in a mismatch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Static

from core import registry
from core.contract.choice import Choice, Decision
from net.lockstep.desync import Desync, DesyncReport
from tests.support.pilot import Pilot
from tests.support.two_apps import seated
from tests.support.whole_app import everything, local_plan, running
from tests.support.wrinkles_screen import EVIL, SEVEN, Script, ids, playing
from tui.app.application import TesserApp
from tui.match.commands import Concede
from tui.match.events import ClocksRead, Request, RequestPut, TimeUp
from tui.match.local import start_local
from tui.match.worker import MatchLoop, MatchWorker
from tui.screens.end_page import EndPage
from tui.screens.home import HomeScreen
from tui.screens.reconnect_page import ReturnScreen

pytestmark = pytest.mark.long


async def test_conceding_is_asked_and_the_end_page_says_how_it_ended() -> None:
    async with playing(ids("good", *SEVEN)) as player:
        await player.question("Destiny I: play")
        await player.press("c")
        await player.sees("Concede?")
        await player.press("enter", "n")
        await player.question("Destiny I: play")
        await player.press("c", "y")
        await player.sees("Evil (Bob) wins.")
        assert "conceded" in player.text
        assert player.app.match.head.hex() in player.text
        assert "/records/a.tesser" in player.text
        await player.press("escape")
        await player.sees("The match is over.")
        await player.press("enter")
        await player.until(lambda: player.app.parting is not None)
        assert player.app.parting is not None and player.app.parting.outcome == player.app.match.outcome


async def test_escape_leaves_only_when_asked() -> None:
    async with playing(ids("good", *SEVEN)) as player:
        await player.question("Destiny I: play")
        await player.press("escape")
        await player.sees("Leave the match?")
        await player.press("escape")
        await player.question("Destiny I: play")
        await player.press("escape", "y")
        await player.until(lambda: player.app.parting is not None)
        assert player.app.parting is not None and player.app.parting.reason == "You left the match."


async def test_a_match_that_stops_says_why() -> None:
    async with playing(ids("good", *SEVEN), bots={EVIL: Script()}) as player:
        await player.question("Destiny I: play")

        def stop(loop: MatchLoop) -> None:
            assert loop.table is not None
            loop.table.leave()

        player.app.worker.run(stop)
        await player.sees("The match stopped")
        await player.press("enter")
        await player.until(lambda: player.app.parting is not None)
        assert player.app.parting is not None and player.app.parting.outcome is None


class Disagreeing(Script):
    """Stands for another machine that holds something else."""

    REPORT = DesyncReport(
        n=12, by=EVIL, text="pass", reason="", path="tokens[0]", mine="3", theirs="4",
        apps=("0.1.0", "0.1.1"), rules=("aa", "aa"),
    )  # fmt: skip

    async def choose(self, view: Any, decision: Decision) -> Sequence[Choice]:
        raise Desync(self.REPORT)


async def test_a_mismatch_has_a_page_that_says_where_and_what_is_kept() -> None:
    async with playing(bots={EVIL: Disagreeing()}) as player:
        await player.question("Destiny I: play")
        await player.press("space")
        await player.until(lambda: isinstance(player.app.screen, EndPage))
        said = "\n".join(str(one.render()) for one in player.app.screen.query(Static))
        for words in (
            "up to entry 11",
            "pass, by Evil",
            "tokens[0]",
            "Values      3 here, 4 there",
            "0.1.1",
        ):
            assert words in said


class Stopped(Disagreeing):
    """The same, as the first time: the match may go back, and is reported on when it is left."""

    left = 0

    async def choose(self, view: Any, decision: Decision) -> Sequence[Choice]:
        failure = Desync(self.REPORT)

        def leave() -> str:
            self.left += 1
            return "A report is in /reports/a.txt."

        failure.back, failure.leave = 11, leave
        raise failure


@pytest.mark.parametrize(("key", "reports", "onward"), [("enter", 1, False), ("b", 0, True)])
async def test_a_match_in_dispute_goes_back_at_once_or_is_left_with_a_report(
    key: str, reports: int, onward: bool
) -> None:
    bot = Stopped()
    async with playing(bots={EVIL: bot}) as player:
        player.app.worker.loop.channel.kept = "abcd1234"
        await player.question("Destiny I: play")
        await player.press("space")
        await player.sees("b: back to entry 11, and on from there")
        await player.press(key)
        await player.until(lambda: player.app.parting is not None)
        assert player.app.parting is not None and (player.app.parting.onward is not None) == onward
        assert bot.left == reports


async def begun(app: TesserApp, pilot: Pilot) -> MatchWorker:
    """A match on this machine that has no screen yet, and a person who is asked."""
    thread = start_local(app.profile, local_plan(), app.matches.wake)
    app.matches.threads.append(thread)
    await pilot.until(lambda: thread.question is not None)
    return thread


OFFER = Request(1, False, "Bea offers a draw.")
NO_TIME = TimeUp(1, 1, 0, "No time.")


@pytest.mark.parametrize(
    ("told", "sees"),
    [
        (lambda thread: thread.run(lambda loop: loop.note("The table is laid.")), "The table is laid."),
        (lambda thread: thread.send(Concede(0)), "You conceded."),
        (lambda thread: thread.stop(), "The match stopped"),
        (
            lambda thread: thread.run(lambda loop: loop.channel.post(RequestPut(OFFER))),
            "Bea offers a draw. Press a to answer.",
        ),
        (
            lambda thread: thread.run(lambda loop: loop.channel.post(ClocksRead({}, NO_TIME))),
            "No time. Press a",
        ),
    ],
    ids=["a note", "its end", "its stop", "a request", "a time that is up"],
)
async def test_what_is_told_before_the_screen_is_there_is_on_it(
    tmp_path: Path, told: Callable[[MatchWorker], object], sees: str
) -> None:
    async with running(tmp_path) as (app, pilot):
        thread = await begun(app, pilot)
        told(thread)
        over = sees in ("You conceded.", "The match stopped")
        await pilot.until(lambda: not over or thread.over or thread.gone)
        await pilot.pause()  # Nothing wakes the screen once it is there.
        app.matches.show_match(thread, registry.load(registry.DEFAULT))
        await pilot.until(lambda: sees in everything(app))


@pytest.mark.parametrize("key", ["enter", "b"])
async def test_what_follows_on_a_match_that_a_waiting_page_led_to(tmp_path: Path, key: str) -> None:
    """The page that opened the match's screen is gone by then."""
    async with seated(tmp_path) as ((app, pilot), _):
        thread = app.matches.threads[-1]
        failure = Desync(Disagreeing.REPORT)
        failure.back = 0
        thread.run(lambda loop: loop.end("The two programs do not agree.", failure))
        await pilot.until(lambda: isinstance(app.screen, EndPage))
        await pilot.press_until(key, lambda: not isinstance(app.screen, EndPage))
        if key == "b":
            await pilot.until(lambda: isinstance(app.screen, ReturnScreen))
            await pilot.until(lambda: "Looking for guest" in everything(app))
        else:
            await pilot.until(lambda: isinstance(app.screen, HomeScreen))
            await pilot.until(lambda: f"The match is kept, as {thread.kept}" in everything(app))


class Final(Disagreeing):
    """The same, as the second time, with a report in a folder far down."""

    PATH = "/home/somebody/" + "a-folder-with-a-long-name/" * 4 + "reports/abcd1234-2.txt"

    async def choose(self, view: Any, decision: Decision) -> Sequence[Choice]:
        failure = Desync(self.REPORT)
        failure.final = True
        failure.onward = f"The match ends here. A report is in {self.PATH}, the match beside it."
        raise failure


async def test_where_the_report_is_can_be_read_whole(tmp_path: Path) -> None:
    async with playing(bots={EVIL: Final()}, size=(80, 40)) as player:
        await player.question("Destiny I: play")
        await player.press("space")
        await player.until(lambda: isinstance(player.app.screen, EndPage))
        rows = [
            segment.text
            for said in player.app.screen.query(Static)
            for strip in said.render_lines(said.size.region)
            for segment in strip
        ]
        assert Final.PATH in "".join("".join(rows).split())
