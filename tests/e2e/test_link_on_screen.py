"""What a player at a screen sees of the link while it breaks, is silent and comes back."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from net.protocol.invite import write_invite
from tests.support.cable import Cable
from tests.support.programs import ONLY_LISTENS, QUICK_BEAT, Program, Programs, cabled, sentence
from tests.support.tmux import HAVE_TMUX, Pane, kill_server, press_until

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        not HAVE_TMUX, reason="tmux is not installed, and these tests are about terminals in it"
    ),
]


@asynccontextmanager
async def choosing_guest(
    programs: Programs, folder: Path, before: str = "", host_before: str = ""
) -> AsyncIterator[tuple[Program, Cable, Pane]]:
    """A host with a bot, and a guest at a screen who has a line to it and looks at the offer; `before` and
    `host_before` are Python before their programs."""
    server = f"tesser-{os.getpid()}-{folder.name}"
    host = await programs.host("--side", "evil", before=QUICK_BEAT + host_before)
    async with cabled(host) as (cable, invite):
        pane = Pane(server, "guest", folder, f"join {write_invite(invite)}", QUICK_BEAT + before)
        try:
            await asyncio.to_thread(pane.see, "offers Wrinkles in Time")
            yield host, cable, pane
        finally:
            kill_server(server)


@asynccontextmanager
async def seated_guest(
    programs: Programs, folder: Path, before: str = "", host_before: str = ""
) -> AsyncIterator[tuple[Program, Cable, Pane]]:
    """The same, once the guest sits, and thinks for ever."""
    async with choosing_guest(programs, folder, before, host_before) as (host, cable, pane):
        await asyncio.to_thread(press_until, pane, "t", r"Sitting down|link ok")
        await asyncio.to_thread(pane.see, r"link ok")
        yield host, cable, pane


async def test_a_line_that_is_away_for_some_seconds(programs: Programs, tmp_path: Path) -> None:
    # Else one of them, which are not far from each other, would soon call the other beside this line.
    async with seated_guest(programs, tmp_path, ONLY_LISTENS, ONLY_LISTENS) as (_, cable, pane):
        cable.pull()
        await asyncio.to_thread(pane.see, r"link (broken|silent for \d+ s) *\n")
        await asyncio.to_thread(pane.see, r"is\s+not\s+heard\.\s+This\s+side\s+keeps\s+looking")
        await asyncio.to_thread(pane.see, r"link silent for \d+ s *\n")
        cable.plug()
        await asyncio.to_thread(pane.see, r"link ok *\n")
        await asyncio.to_thread(pane.see, r"is\s+back\s+after\s+\d+\s+s\.")


async def test_a_program_that_is_stopped_and_goes_on(programs: Programs, tmp_path: Path) -> None:
    async with seated_guest(programs, tmp_path) as (host, _, pane):
        host.process.send_signal(signal.SIGSTOP)
        await asyncio.to_thread(pane.see, r"link silent for \d+ s *\n")
        host.process.send_signal(signal.SIGCONT)
        await asyncio.to_thread(pane.see, r"is\s+back\s+after\s+\d+\s+s\.")
        assert host.running


async def test_a_program_that_is_killed_and_started_again(programs: Programs, tmp_path: Path) -> None:
    """Who waits at a screen presses nothing."""
    async with seated_guest(programs, tmp_path) as (host, _, pane):
        await host.kill()
        await asyncio.to_thread(pane.see, r"link silent for \d+ s *\n")
        await programs.start("host", "resume", "--json", before=QUICK_BEAT)
        await asyncio.to_thread(pane.see, r"link ok *\n")
        await asyncio.to_thread(pane.see, r"is\s+back\s+after\s+\d+\s+s\.")


async def test_a_copy_is_ended_at_the_screen_while_the_other_side_is_gone(
    programs: Programs, tmp_path: Path
) -> None:
    async with seated_guest(programs, tmp_path) as (host, _, pane):
        await host.kill()
        await asyncio.to_thread(pane.see, r"link silent for \d+ s *\n")
        pane.press("Escape")
        await asyncio.to_thread(pane.see, r"Wait on")
        pane.press("Down", "Down", "Enter")
        await asyncio.to_thread(pane.see, r"End it here\?")
        pane.press("y")
        await asyncio.to_thread(pane.see, r"Nobody wins\.")
        await asyncio.to_thread(pane.see, r"tesser\s+resume\s+[0-9a-f]{8}")


async def test_conceding_to_who_is_not_heard_is_told_at_once_and_done_once(
    programs: Programs, tmp_path: Path
) -> None:
    async with seated_guest(programs, tmp_path) as (host, _, pane):
        host.process.send_signal(signal.SIGSTOP)
        await asyncio.to_thread(press_until, pane, "Space", r"Evil .*is (thinking|not heard now)")
        await asyncio.to_thread(pane.see, r"link silent for \d+ s *\n")
        pane.press("c")
        await asyncio.to_thread(pane.see, r"Concede\?")
        pane.press("y")
        await asyncio.to_thread(pane.see, r"You have conceded\.\s+The match ends as soon as the other side")
        pane.press("c")
        await asyncio.to_thread(pane.see, r"You have conceded\.")
        pane.press("w")
        await asyncio.to_thread(pane.see, r"Offer a draw\?")
        assert "Concede?" not in pane.screen
        pane.press("n")
        host.process.send_signal(signal.SIGCONT)
        await asyncio.to_thread(pane.see, r"The match is over\. Evil .*wins")


BREAKS = "import tui.screens.match.lookups as m; m.Lookups.lists = lambda self: [][0]\n"


async def test_a_program_whose_screens_break_says_so(programs: Programs, tmp_path: Path) -> None:
    async with seated_guest(programs, tmp_path, BREAKS) as (host, _, pane):
        await asyncio.to_thread(pane.press, "s")
        assert await host.ended() == 8
        assert "program has stopped because of an error of its own" in sentence(host)


async def test_a_program_that_is_gone(programs: Programs, tmp_path: Path) -> None:
    async with seated_guest(programs, tmp_path) as (host, _, pane):
        host.process.terminate()
        await asyncio.to_thread(pane.see, r"The other side has left the match for now\.")
        await asyncio.to_thread(pane.see, r"as [0-9a-f]{8}: tesser resume [0-9a-f]{8}, or Continue")


QUICK_TO_GIVE_UP = """
import zmq
from net.transport import sockets
limits = sockets.set_limits
def quick(socket):
    limits(socket)
    socket.setsockopt(zmq.HEARTBEAT_IVL, 300)
    socket.setsockopt(zmq.HEARTBEAT_TIMEOUT, 1_000)
sockets.set_limits = quick
from net.handshake import guest
guest._AGAIN_SECONDS = 0.5
"""
"""Notices sooner that nothing is heard, and looks less long for who was."""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
async def test_a_host_that_is_gone_while_its_offer_is_looked_at(
    programs: Programs, tmp_path: Path, number: signal.Signals
) -> None:
    """One that is stopped is given up after some seconds."""
    async with choosing_guest(programs, tmp_path, QUICK_TO_GIVE_UP) as (host, _, pane):
        host.process.send_signal(number)
        await asyncio.to_thread(pane.see, r"The line to the host broke off\.")
        await asyncio.to_thread(pane.see, r"Paste the invite")
