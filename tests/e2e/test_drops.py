"""Lines that break and machines that sleep in the middle of a match, and the match that goes on."""

from __future__ import annotations

import asyncio
import signal
from functools import partial

import pytest

from tests.support.programs import (
    ONLY_LISTENS,
    QUICK_BEAT,
    QUICK_LINE,
    SLEEPY_BOT,
    Program,
    Programs,
    both_results,
    cabled,
    record_of,
)
from tests.support.waiting import until

pytestmark = pytest.mark.long

SIDES = ("host", "guest")
SOAK = (1.0, 3.0, 7.0, 15.0, 30.0, 60.0)


async def test_short_drops_are_survived(programs: Programs) -> None:
    await asyncio.gather(
        dropped(programs.apart("1"), [1.0]),
        dropped(programs.apart("3"), [3.0]),
        dropped(programs.apart("five at once"), [0.0] * 5, QUICK_BEAT),
        dropped(programs.apart("three"), [0.2, 1.0, 0.2], QUICK_BEAT),
    )


async def dropped(programs: Programs, cuts: list[float], before: str = "") -> None:
    """A match whose line is away for so many seconds, again and again."""
    before += ONLY_LISTENS
    host = await programs.host("--option", "max_turns=2", before=before)
    async with cabled(host) as (cable, invite):
        guest = await programs.join(invite, before=before + SLEEPY_BOT.format(seconds=0.01))
        await cable.passed(8_000)
        for seconds in cuts:
            connections = cable.connections
            cable.pull()
            await asyncio.sleep(seconds)
            cable.plug()
            await cable.connected(connections + 1)
            entries = len(record_of(host).entries)
            await until(partial(has_more, host, entries + 2), "more entries")
        result = await both_results(host, guest, 120)
        assert result["plies"] > entries
    await programs.verify(guest.record)


def has_more(program: Program, entries: int) -> bool:
    return len(record_of(program).entries) > entries


async def test_a_machine_that_sleeps_for_a_while(programs: Programs) -> None:
    """Longer than the heartbeats of the link allow."""
    await asyncio.gather(*(stopped(programs.apart(side), side, 2.0, QUICK_LINE) for side in SIDES))


async def stopped(programs: Programs, side: str, seconds: float, before: str = "") -> None:
    host = await programs.host("--option", "max_turns=2", before=before)
    async with cabled(host) as (cable, invite):
        guest = await programs.join(invite, before=before)
        await cable.passed(12_000)
        one = host if side == "host" else guest
        one.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        one.process.send_signal(signal.SIGCONT)
        await both_results(host, guest, 60)
        assert cable.connections > 1 or (seconds < 4 and not before)


@pytest.mark.parametrize("looking", SIDES)
async def test_a_side_that_has_moved_is_found_without_being_asked(programs: Programs, looking: str) -> None:
    """The line that was used is gone for good; one side alone looks where the other one listens by now."""
    before = {side: QUICK_BEAT + ("" if side == looking else ONLY_LISTENS) for side in SIDES}
    slow = SLEEPY_BOT.format(seconds=0.01)
    host = await programs.host("--option", "max_turns=2", before=before["host"] + slow)
    async with cabled(host) as (cable, invite):
        guest = await programs.join(invite, before=before["guest"] + slow)
        await cable.passed(8_000)
        cable.pull()
        await both_results(host, guest, 60)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("how", ["cut", "lost", "host", "guest"])
async def test_one_to_sixty_seconds(programs: Programs, how: str) -> None:
    """The line is pulled, or loses all packets, or a side is stopped: six matches at the same time."""
    matches = []
    for seconds in SOAK:
        players = programs.apart(f"{seconds}")
        if how == "cut":
            matches.append(dropped(players, [seconds]))
        elif how == "lost":
            matches.append(lost_packets(players, seconds))
        else:
            matches.append(stopped(players, how, seconds))
    await asyncio.gather(*matches)


async def lost_packets(programs: Programs, seconds: float) -> None:
    """Nothing gets through for so long, and neither side is told."""
    host = await programs.host("--option", "max_turns=2")
    async with cabled(host) as (cable, invite):
        guest = await programs.join(invite, before=SLEEPY_BOT.format(seconds=0.01))
        await cable.passed(8_000)
        cable.freeze()
        await asyncio.sleep(seconds)
        cable.thaw()
        await both_results(host, guest, 120)
