"""No byte string from a seated peer changes a match unless it is the next legal entry, rightly signed.

The guest here speaks for itself over the real link. It holds seats 1 and 2; seat 1 owes entry 2.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import pytest

from core.engine.match import Match
from net.handshake.terms import HandshakeResult
from net.lockstep.desync import Desync
from net.protocol.errors import LinkLost
from net.protocol.frames import Beat, Bye, Differ, EntryFrame, Frame, Refuse, Return, Welcome
from net.protocol.limits import BAD_FRAMES
from tests.support.forger import B16, B64, BAD, HARMLESS, Attack, Forger
from tests.support.peers import GAME, Side, seated_pair
from tests.support.waiting import SECONDS, until

pytestmark = pytest.mark.usefixtures("unanswered")
F = TypeVar("F", bound=Frame)


class Rogue(Forger):
    """A guest without a lockstep."""

    def __init__(self, seated: HandshakeResult) -> None:
        super().__init__(seated, Match(seated.header, GAME))

    async def hear(self, kind: type[F]) -> F:
        async with asyncio.timeout(SECONDS):
            while True:
                frame = await self.link.receive()
                if isinstance(frame, kind):
                    return frame

    async def hear_entry(self) -> None:
        """Play the host's next entry."""
        frame = await self.hear(EntryFrame)
        assert self.match.play(frame.by, frame.text, frame.signature.hex()).hash == frame.hash


@asynccontextmanager
async def attacked(**settings: Any) -> AsyncIterator[tuple[Side, Rogue, asyncio.Task[object]]]:
    """A host that has placed its first entry, its running lockstep, and a guest that may say anything."""
    async with seated_pair() as (host, guest):
        side, rogue = Side(host, beat=0.05, **settings), Rogue(guest)
        run: asyncio.Task[object] = asyncio.create_task(side.lockstep.run())
        await rogue.hear_entry()
        try:
            yield side, rogue, run
        finally:
            run.cancel()
            rogue.link.send(Bye(rogue.id, 1, "heard"))  # so that the host need not wait for it
            await asyncio.wait({run})


MORE_BAD: dict[str, Attack] = {
    "a choice by a seat that does not owe one": lambda r: r.entry(by=2),
    "a welcome to the host": lambda r: Welcome(r.id, 9, 1, r.match.head, "", 0),
}

MORE_HARMLESS: dict[str, Attack] = {
    "a request for what it owes itself": lambda r: r.request("concede", 1),
    "a request for the host's concession": lambda r: r.request("concede", 0),
}
ALL_BAD = BAD | MORE_BAD


@pytest.mark.parametrize("name", [*ALL_BAD, *HARMLESS, *MORE_HARMLESS])
async def test_nothing_but_the_next_entry_changes_a_match(name: str) -> None:
    async with attacked() as (side, rogue, run):
        before = (side.match.n, side.match.head, list(side.store.entries))
        rogue.say((ALL_BAD | HARMLESS | MORE_HARMLESS)[name](rogue))
        rogue.say(Beat(rogue.id, 1, 1, rogue.match.head, True))
        await until(lambda: side.lockstep.state == "paused")  # the host has come past what was said
        assert (side.match.n, side.match.head, side.store.entries) == before
        assert side.lockstep._receiver.bad == (name in ALL_BAD)
        assert not run.done()
        right = rogue.entry()
        rogue.say(right)
        rogue.match.play(right.by, right.text)
        await until(lambda: side.match.n >= 2)
        assert side.match.entries[1].hash == rogue.match.head.hex()


async def test_too_many_bad_frames_end_the_match() -> None:
    async with attacked() as (side, rogue, run):
        for _ in range(BAD_FRAMES + 1):
            rogue.say(b"garbage")
        with pytest.raises(LinkLost, match="no sense"):
            await run
        assert side.match.n == 1 and side.store.outcome is None


@pytest.mark.parametrize(
    "attack",
    [
        lambda r: r.entry("lay 999"),
        lambda r: r.entry("play 1=pkt/pip/nine"),
        lambda r: r.entry("nonsense"),
        lambda r: r.entry("lay  1"),
        lambda r: r.entry(hash=B16),
        lambda r: r.entry("pass"),
    ],
    ids=["no such card", "no such id", "no such choice", "two spaces", "wrong hash", "illegal"],
)
async def test_a_signed_entry_that_is_wrong_stops_the_match_before_it(attack: Attack) -> None:
    async with attacked() as (side, rogue, run):
        head = side.match.head
        rogue.say(attack(rogue))
        found = await rogue.hear(Differ)
        assert found.n == 2
        rogue.say(Differ(rogue.id, 1, 2, B16, "0.1\x1b[31m", "\u202eff", (B16,) * 100, b"\x91" * 40_000))
        with pytest.raises(Desync) as failed:
            await run
        assert failed.value.report.n == 2
        assert "\x1b" not in str(failed.value) and "\u202e" not in failed.value.report.rules[1]
        assert side.match.n == 1 and side.match.head == head and side.store.outcome is None


async def test_a_beat_with_another_hash_stops_the_match() -> None:
    async with attacked() as (side, rogue, run):
        rogue.say(Beat(rogue.id, 1, 1, B16, False))
        await rogue.hear(Differ)
        rogue.say(Bye(rogue.id, 1, "left"))
        with pytest.raises(Desync, match="entry 1"):
            await run
        assert side.match.n == 1


async def test_a_request_with_another_hash_stops_the_match() -> None:
    async with seated_pair() as (host, guest):
        side, rogue = Side(host, thinks=True), Rogue(guest)
        run = asyncio.create_task(side.lockstep.run())
        rogue.say(rogue.request("concede", 2, hash=B16))
        await rogue.hear(Differ)
        rogue.say(Bye(rogue.id, 1, "left"))
        with pytest.raises(Desync, match="concede"):
            await run
        assert side.match.n == 0


@pytest.mark.parametrize(
    "attack",
    [
        lambda r: r.request("concede", 0),
        lambda r: r.request("concede", 5),
        lambda r: r.request("forfeit", 1),
        lambda r: r.request("undo 00", 1),
        lambda r: r.request("undo 0 marked", 1),
        lambda r: r.request("concede", 1, signature=B64),
    ],
    ids=["the host's", "nobody's", "forfeit", "undo", "marked undo", "unsigned"],
)
async def test_wrong_requests_are_not_placed(attack: Attack) -> None:
    async with seated_pair() as (host, guest):
        side, rogue = Side(host, thinks=True), Rogue(guest)
        run = asyncio.create_task(side.lockstep.run())
        rogue.say(attack(rogue))
        rogue.say(rogue.request("concede", 1))
        await rogue.hear_entry()
        rogue.say(Beat(rogue.id, 1, 1, rogue.match.head, False))
        rogue.say(Bye(rogue.id, 1, "heard"))
        await run
        assert side.lockstep._receiver.bad == 1
        assert [(entry.by, entry.text) for entry in side.match.entries] == [(1, "concede")]


async def test_the_same_entry_twice_is_one_entry() -> None:
    async with attacked() as (side, rogue, run):
        right = rogue.entry()
        for _ in range(3):
            rogue.say(right)
        rogue.match.play(right.by, right.text)
        rogue.say(Beat(rogue.id, 1, 2, rogue.match.head, True))
        await until(lambda: side.lockstep.state == "paused")
        assert side.match.entries.count(side.match.entries[1]) == 1
        assert side.lockstep._receiver.bad == 0 and not run.done()


async def test_a_refusal_in_the_match_is_a_lost_link() -> None:
    async with attacked() as (_, rogue, run):
        rogue.say(Refuse("left", "Gone\x07."))
        with pytest.raises(LinkLost, match=r"no longer plays this match: Gone\."):
            await run


async def test_a_flood_is_slowed_down_and_the_match_goes_on() -> None:
    """More than 50 frames a second wait in line; the host still hears and answers."""
    async with attacked() as (side, rogue, run):
        for _ in range(120):
            rogue.say(Beat(rogue.id, 1, 1, rogue.match.head, False))
        rogue.say(rogue.entry())
        await until(lambda: side.match.n >= 2)
        assert not run.done()


async def test_an_oversize_frame_breaks_the_line_and_nothing_else() -> None:
    async with attacked() as (side, rogue, run):
        rogue.say(bytes(200_000))
        back = Return(rogue.id, rogue.seated.token.reveal(), 1, 1, rogue.match.head, "", 0)
        hearing = asyncio.create_task(rogue.hear(Welcome))
        while not hearing.done():
            rogue.link.send(back)  # at first it goes the way of the old line
            await asyncio.wait({hearing}, timeout=0.1)
        await until(lambda: rogue.link.send(rogue.entry(epoch=side.lockstep.epoch)) and side.match.n >= 2)
        assert not run.done()
