"""A side that is ended, by a signal or for good, and what the other makes of it."""

from __future__ import annotations

import asyncio
import signal
import time

import pytest

from tests.support.programs import (
    QUICK_SILENCE,
    SHORT,
    Programs,
    both_results,
    cabled,
    keep_what_both_had,
    sentence,
    statuses,
)

pytestmark = pytest.mark.long


@pytest.mark.parametrize("leaver", ["host", "guest"])
async def test_a_side_that_is_ended_says_goodbye(programs: Programs, leaver: str) -> None:
    numbers = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    await asyncio.gather(*(ended_by(programs.apart(number.name), leaver, number) for number in numbers))


async def ended_by(programs: Programs, leaver: str, number: signal.Signals) -> None:
    host = await programs.host()
    async with cabled(host) as (cable, invite):
        guest = await programs.join(invite)
        await cable.passed(20_000)
        one, other = (host, guest) if leaver == "host" else (guest, host)
        one.process.send_signal(number)
        assert await statuses(one, other) == [130, 8]
    assert "left the match" in sentence(other)
    assert "Traceback" not in one.errors
    await keep_what_both_had(programs, one, other)


async def test_a_guest_that_is_ended_in_the_handshake_may_come_again(programs: Programs) -> None:
    """It has seen the offer, and waits for what the host owes it; the host hears at once that it is gone."""
    slow = """
import sys, net.handshake.steps as h
from net.protocol.frames import Commit
async def draw(link, header, peer):
    while not first:
        first.append(await link.expect(Commit, 600))
        print("The guest waits.", file=sys.stderr, flush=True)
        await link.expect(Commit, 600)
    return await true(link, header, peer)
first, true, h.draw_seed = [], h.draw_seed, draw
"""
    host = await programs.host(*SHORT, before=slow)
    guest = await programs.join(host.invite)
    await host.says("The guest waits.")
    guest.process.terminate()
    assert await guest.ended() == 130
    assert "Traceback" not in guest.errors
    await host.says("The guest is gone: The guest has left.")
    await both_results(host, await programs.join(host.invite))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_guest_that_is_ended_while_it_knocks(programs: Programs, number: signal.Signals) -> None:
    """It hangs in the handshake with a host that has stopped; the host goes on waiting for it."""
    host = await programs.host(*SHORT)
    async with cabled(host) as (cable, invite):
        host.process.send_signal(signal.SIGSTOP)
        guest = await programs.join(invite)
        await cable.passed(10)
        guest.process.send_signal(number)
        assert await guest.ended() == 130
        assert "Traceback" not in guest.errors
        host.process.send_signal(signal.SIGCONT)
        await both_results(host, await programs.join(invite))


async def test_a_side_that_is_not_heard_is_given_up_after_a_while(programs: Programs) -> None:
    whole = programs.apart("killed host"), programs.apart("killed guest"), programs.apart("pulled")
    await asyncio.gather(killed(whole[0], "host"), killed(whole[1], "guest"), line_pulled(whole[2]))


async def killed(programs: Programs, victim: str) -> None:
    host = await programs.host(before=QUICK_SILENCE)
    async with cabled(host) as (cable, invite):
        guest = await programs.join(invite, before=QUICK_SILENCE)
        await cable.passed(20_000)
        one, other = (host, guest) if victim == "host" else (guest, host)
        one.process.kill()
        then = time.monotonic()
        assert await other.ended() == 6
        assert time.monotonic() - then > 2.5
    assert await one.ended() == -signal.SIGKILL
    assert "Nothing was heard from the other side for 3 seconds" in sentence(other)
    await keep_what_both_had(programs, one, other)


async def line_pulled(programs: Programs) -> None:
    host = await programs.host(before=QUICK_SILENCE)
    async with cabled(host) as (cable, invite):
        guest = await programs.join(invite, before=QUICK_SILENCE)
        await cable.passed(20_000)
        cable.pull()
        assert await statuses(host, guest) == [6, 6]
    assert "Nothing was heard" in sentence(host) and "Nothing was heard" in sentence(guest)
    await keep_what_both_had(programs, host, guest)
