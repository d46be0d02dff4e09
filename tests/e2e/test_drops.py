"""Lines that break and machines that sleep in the middle of a match, and the match that goes on."""

from __future__ import annotations

import asyncio
import signal
from functools import partial

from tests.e2e.peers import (
    QUICK_BEAT,
    SLEEPY_BOT,
    Program,
    Programs,
    both_results,
    cabled,
    record_of,
    until,
)


async def test_short_drops_are_survived(programs: Programs) -> None:
    await asyncio.gather(
        dropped(programs.apart("1"), [1.0]),
        dropped(programs.apart("4"), [4.0]),
        dropped(programs.apart("five at once"), [0.0] * 5, QUICK_BEAT),
        dropped(programs.apart("three"), [0.2, 1.0, 0.2], QUICK_BEAT),
    )


async def dropped(programs: Programs, cuts: list[float], before: str = "") -> None:
    """A match whose line is away for so many seconds, again and again."""
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
        result = await both_results(host, guest, 60)
        assert result["plies"] > entries
    await programs.verify(guest.record)


def has_more(program: Program, entries: int) -> bool:
    return len(record_of(program).entries) > entries


async def test_a_machine_that_sleeps_for_a_while(programs: Programs) -> None:
    """Longer than the heartbeats of the link allow."""
    await asyncio.gather(*(stopped(programs.apart(side), side) for side in ("host", "guest")))


async def stopped(programs: Programs, side: str) -> None:
    host = await programs.host("--option", "max_turns=2")
    async with cabled(host) as (cable, invite):
        guest = await programs.join(invite)
        await cable.passed(12_000)
        one = host if side == "host" else guest
        one.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(4.5)
        one.process.send_signal(signal.SIGCONT)
        await both_results(host, guest, 60)
        assert cable.connections > 1
