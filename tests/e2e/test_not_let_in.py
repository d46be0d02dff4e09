"""Guests that a host does not let in, and hosts that are not there: what both print, and exit statuses."""

from __future__ import annotations

import asyncio
import re

import pytest

from core import registry
from net.protocol.frames import PROTOCOL
from net.protocol.invite import Address, Invite, read_invite, write_invite
from tests.support.programs import (
    LOOPBACK,
    SHORT,
    Programs,
    both_results,
    near,
    sentence,
    statuses,
)

pytestmark = pytest.mark.long

PATIENT_BOT = """
import asyncio, os
from core.bots.random import RandomBot
os.mkfifo("go")
at_once = RandomBot.choose
async def choose(self, view, decision):
    RandomBot.choose = at_once
    await asyncio.to_thread(open, "go")
    return await self.choose(view, decision)
RandomBot.choose = choose
"""
"""Makes its first choice when somebody opens the pipe `go` in its folder to write: no match ends before."""


async def test_a_wrong_code_is_refused_and_the_right_guest_plays(programs: Programs) -> None:
    host = await programs.host(*SHORT)
    wrong = await programs.join(near(host.invite)._replace(code=bytes(16)), player="wrong")
    assert await wrong.ended() == 5
    assert "code is wrong" in sentence(wrong)
    await host.says("Somebody was refused: This invite's code is wrong")
    assert host.running
    await both_results(host, await programs.join(host.invite))


async def test_a_second_guest_finds_the_seat_taken(programs: Programs) -> None:
    host = await programs.host(*SHORT, before=PATIENT_BOT)
    guest = await programs.join(host.invite)
    await host.says("has taken the seat")
    second, double = await asyncio.gather(
        programs.join(host.invite, player="second"),
        programs.join(host.invite, player="guest"),  # the same key as the one who plays
    )
    assert await statuses(second, double) == [5, 5]
    assert "seat is taken" in sentence(second) and "seat is yours already" in sentence(double)
    assert host.running and guest.running
    await asyncio.to_thread((host.home / "go").write_bytes, b"")
    await both_results(host, guest)


async def test_a_host_who_is_gone(programs: Programs) -> None:
    host = await programs.host()
    host.process.terminate()
    assert await host.ended() == 130
    guest = await programs.join(host.invite, before="import tui.cli.headless as h; h.JOIN_SECONDS = 2.0")
    assert await guest.ended() == 4
    assert "did not answer within 2 seconds" in sentence(guest)
    assert not (guest.home / "tesser" / "archive").exists()


async def test_a_port_in_use(programs: Programs) -> None:
    host = await programs.host()
    port = str(read_invite(host.invite).addresses[0].port)
    other = await programs.start("other", "host", "--bot", "random", "--port", port)
    assert await other.ended() == 4
    assert "Can't listen" in sentence(other)


@pytest.mark.parametrize("text", ["{cut}", "{whole}z!", "{whole}aaaaaaaa", "tesser2{cut}", "hello", ""])
async def test_a_malformed_invite(programs: Programs, text: str) -> None:
    whole = write_invite(Invite(bytes(32), bytes(16), (Address(LOOPBACK, 1),)))
    guest = await programs.join(text.format(whole=whole, cut=whole[:-9]))
    assert await guest.ended() == 2
    assert "nvite" in sentence(guest)


async def test_other_rules_are_refused_and_both_versions_named(programs: Programs) -> None:
    host = await programs.host(*SHORT)
    other_rules = "import core; core.VERSION = '9.9'; import core.wrinkles.cards as c; c.RULES = 99"
    guest = await programs.join(host.invite, before=other_rules)
    assert await guest.ended() == 5
    said = sentence(guest)
    await host.says("The guest is gone: The rules of")
    fingerprint = registry.load("wrinkles").fingerprint
    for text in (said, host.errors):
        assert re.search(rf"host has tesser 0\.\S+ with rules {fingerprint[:8]}", text)
        other = re.search(r"guest tesser 9\.9 with rules ([0-9a-f]{8})", text)
        assert other and other.group(1) != fingerprint[:8]
    # The code is the guest's now: with the right rules it may come again, and nobody else.
    stranger = await programs.join(host.invite, player="stranger")
    assert await stranger.ended() == 5
    await both_results(host, await programs.join(host.invite))


@pytest.mark.parametrize("protocol", [PROTOCOL - 1, PROTOCOL + 1])
async def test_another_protocol_is_refused(programs: Programs, protocol: int) -> None:
    host = await programs.host(*SHORT)
    guest = await programs.join(
        host.invite, before=f"import net.handshake.hello as h; h.PROTOCOL = {protocol}"
    )
    assert await guest.ended() == 5
    said = sentence(guest)
    assert f"protocol {protocol}" in said and f"protocol {PROTOCOL}" in said
    assert said.endswith("Update yours." if protocol < PROTOCOL else "Update the other.")
    await host.says("Somebody was refused")
    await both_results(host, await programs.join(host.invite, player="right"))


async def test_a_deck_that_the_offer_does_not_allow(programs: Programs) -> None:
    """The guest's own program says so, or else the host does. The seat stays the guest's."""
    host = await programs.host(*SHORT, "--side", "evil")
    guest = await programs.join(host.invite, "--deck", "Star Singers")
    assert await guest.ended() == 3
    assert "Original is the full printed list" in sentence(guest)
    await host.says("The guest is gone: The guest has left.")

    unchecked = "import tui.cli.headless as h; h.deck_checker = lambda *_: lambda *_: None"
    guest = await programs.join(host.invite, "--deck", "Star Singers", before=unchecked)
    assert await guest.ended() == 5
    assert "Original is the full printed list" in sentence(guest)
    await host.says("The guest is gone: The deck of")

    missing = await programs.join(host.invite, "--deck", "no-such-deck")
    assert await missing.ended() == 3
    await both_results(host, await programs.join(host.invite))
