"""Two players at two programs ask each other for a take-back and a draw; and a match is resumed by both."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.events import Paste

from tests.support.kept import records
from tests.support.pilot import Pilot
from tests.support.two_apps import Player, seated
from tests.support.whole_app import everything, running, shown
from tui.app.application import TesserApp
from tui.match.commands import Choose
from tui.match.events import Question
from tui.match.plans import ResumePlan
from tui.screens.archive import ArchiveScreen
from tui.screens.dialogs import Pick
from tui.screens.match.continued import Continued
from tui.screens.match.match_screen import MatchScreen

pytestmark = pytest.mark.long


def match(app: TesserApp) -> MatchScreen:
    assert isinstance(app.screen, MatchScreen)
    return app.screen


def entries(app: TesserApp) -> list[str]:
    """The texts of the one match in this player's archive."""
    return [entry.text for entry in records(app.profile.root)[0].entries]


async def first_choice(players: tuple[Player, Player]) -> int:
    """Whoever is asked first makes a choice, which both have then; which of the two it was."""

    def asked(player: Player) -> Question | None:
        return match(player[0]).client.question

    await players[0][1].until(lambda: asked(players[0]) or asked(players[1]))
    first = 0 if asked(players[0]) else 1
    (app, pilot), (other, _) = players[first], players[1 - first]
    question = asked(players[first])
    assert question is not None and question.decision.choices
    n = len(entries(app))
    app.matches.threads[-1].send(Choose(question.ticket, tuple(question.decision.choices[:1])))
    await pilot.until(lambda: len(entries(other)) > n)
    return first


async def test_a_take_back_and_a_draw_are_asked_for_and_answered(tmp_path: Path) -> None:
    async with seated(tmp_path) as players:
        first = await first_choice(players)
        (app, pilot), (other, its_pilot) = players[first], players[1 - first]
        name = ("host", "guest")[first]
        n = len(entries(app)) - 1
        await pilot.press("u")
        await pilot.until(lambda: "you may ask 3 times" in everything(app))
        await pilot.press("y")
        await pilot.until(lambda: "! You ask to take back the last choice" in everything(app))
        await its_pilot.until(lambda: f"{name} asks to take back the last choice" in everything(other))
        assert "Press a to answer." in everything(other)
        await its_pilot.press("a")
        await its_pilot.until(lambda: isinstance(other.screen, Pick))
        assert "Decline, and hear of no more" in everything(other)
        await its_pilot.press("enter")
        for one, its in ((app, pilot), (other, its_pilot)):
            await its.until(lambda one=one: f"undo {n}" in entries(one))  # type: ignore[misc]
        # What was asked is done, and no note goes on saying that it is asked.
        await its_pilot.until(lambda: "asks to take back" not in everything(other))
        await pilot.until(lambda: "You ask to take back" not in everything(app))
        assert "Press a to answer." not in everything(other)

        await its_pilot.press("w")
        await its_pilot.until(lambda: "Offer a draw?" in everything(other))
        await its_pilot.press("y")
        await pilot.until(lambda: "offers a draw. Press a to answer." in everything(app))
        await pilot.press("a")
        await pilot.until(lambda: isinstance(app.screen, Pick))
        await pilot.press("down", "enter")
        await its_pilot.until(lambda: f"{name} does not agree to a draw." in everything(other))
        assert "You offer a draw" not in everything(other) and "offers a draw" not in everything(app)

        await its_pilot.press("w")
        await its_pilot.until(lambda: "Offer a draw?" in everything(other))
        await its_pilot.press("y")
        await pilot.until(lambda: "offers a draw. Press a to answer." in everything(app))
        # Who offers one too has agreed.
        await pilot.press("w")
        await pilot.until(lambda: "Offer a draw?" in everything(app))
        await pilot.press("y")
        for one, its in ((app, pilot), (other, its_pilot)):
            await its.until(lambda one=one: "A draw was agreed." in everything(one))  # type: ignore[misc]
            assert entries(one)[-1] == "draw"


async def guest_leaves(host: TesserApp, pilot: Pilot, guest: TesserApp) -> None:
    """The host's screen says that the match has stopped, and no more that the link is ok."""
    screen = next(screen for screen in host.screen_stack if isinstance(screen, MatchScreen))
    board = screen.board
    await pilot.until(lambda: board.scene is not None and board.scene.link == "link ok")
    await asyncio.to_thread(guest.matches.threads[-1].stop)
    await pilot.until(lambda: board.scene is not None and board.scene.stopped)
    title = screen._compositor.render_strips()[0].text
    assert "stopped" in title.lower() and "over" not in title and "link" not in title


async def test_both_leave_and_go_on_from_home(tmp_path: Path) -> None:
    async with seated(tmp_path) as players:
        await first_choice(players)
        for app, _ in players:
            app.matches.threads[-1].stop()
    async with (
        running(tmp_path / "host", name="host") as (host, host_pilot),
        running(tmp_path / "guest", name="guest") as (guest, pilot),
    ):
        await host_pilot.until(lambda: "Continue" in everything(host))
        await host_pilot.press("c")
        await host_pilot.until(lambda: "Looking for guest" in everything(host))
        await host_pilot.until(lambda: "paste the other side's address line here" in everything(host))
        assert shown(host, "#invite").startswith("tesserR1")
        host.screen.post_message(Paste(shown(host, "#invite")))
        await host_pilot.until(lambda: "This is your own address line" in everything(host))
        await host_pilot.press("escape")
        await host_pilot.until(lambda: "The match stays kept as it is." in everything(host))
        await host_pilot.press("n")
        guest.matches.resume(ResumePlan())
        for app, its_pilot in ((host, host_pilot), (guest, pilot)):
            # What happened is told at once, whoever is to choose.
            await its_pilot.until(lambda app=app: isinstance(app.screen, Continued))  # type: ignore[misc]
        assert records(host.profile.root)[0].header == records(guest.profile.root)[0].header
        await guest_leaves(host, host_pilot, guest)
        for app in (host, guest):
            app.matches.threads[-1].stop()


async def test_who_waits_for_the_other_side_may_end_its_copy_and_the_archive_says_so(tmp_path: Path) -> None:
    async with seated(tmp_path) as ((host, _), (guest, _)):
        for app in (host, guest):
            app.matches.threads[-1].stop()
    async with running(tmp_path / "host", name="host") as (host, pilot):
        await pilot.until(lambda: "Continue" in everything(host))
        await pilot.press("c")
        await pilot.until(lambda: "Looking for guest" in everything(host))
        await pilot.press("e")
        await pilot.until(lambda: "Your copy of the match ends here" in everything(host))
        await pilot.press("y")
        await pilot.until(lambda: records(host.profile.root)[0].outcome is not None)
    kept = records(host.profile.root)[0]
    assert kept.outcome is not None and kept.outcome.end == "left" and kept.entries[-1].text == "left"
    async with running(tmp_path / "guest", name="guest") as (guest, pilot):
        guest.push_screen(ArchiveScreen())
        await pilot.until(lambda: "not finished" in everything(guest))
        await pilot.press("x")
        await pilot.until(lambda: "Your copy of the match ends here" in everything(guest))
        await pilot.press("y")
        await pilot.until(lambda: "ended here alone at" in everything(guest))
        assert "Your copy alone has ended, as left: Enter looks for the other side" in everything(guest)
