"""Twenty thousand frames, mutated from those of a real match, against a program that plays meanwhile.

`pytest -s` says how its memory grew and how long others had to wait.
"""

from __future__ import annotations

import asyncio
import re
import statistics
import threading
import time
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import zmq
import zmq.asyncio

import core
from core.contract.choice import Choice, Decision
from core.contract.stream import Stream
from core.engine.table import News
from net.handshake.guest import join
from net.handshake.steps import prove
from net.lockstep.events import EntryConfirmed, PeerEvent
from net.protocol.errors import Refused
from net.protocol.frames import (
    Beat,
    Bye,
    Commit,
    Differ,
    EntryFrame,
    Hello,
    Refuse,
    Return,
    Reveal,
    SeatChoice,
    SeatRequest,
    encode,
)
from net.protocol.identity import Identity, load_identity, new_identity
from net.protocol.invite import Invite
from tests.e2e.cheats import Cheat, cheating_guest
from tests.support.forger import HELLO
from tests.support.kept import whole
from tests.support.mutations import Recorded, record_match, storm, understood
from tests.support.programs import Program, Programs, near
from tests.support.waiting import SECONDS
from tui.match.host_and_join import find_game
from tui.profile import Profile

pytestmark = pytest.mark.long

MEMORY = 24 * 1024 * 1024
"""Bytes that the attacked program may grow by: a storm of any length has to cost no more."""
LIFTED = """
import net.transport.listener, net.lockstep.receiver, net.protocol.limits, net.transport.link
for module in (net.transport.listener, net.lockstep.receiver, net.protocol.limits, net.transport.link):
    for name in ("FRAMES_A_SECOND", "STRANGER_FRAMES_A_SECOND", "LINKS_A_MINUTE", "BAD_FRAMES"):
        if hasattr(module, name):
            setattr(module, name, 10**9)
import atexit, sys
looked = 0
def decode(*arguments, as_it_is=net.transport.link.decode):
    global looked
    looked += 1
    return as_it_is(*arguments)
net.transport.link.decode = decode
atexit.register(lambda: print("frames looked at:", looked, file=sys.stderr))
"""
"""A program without the limits of pace, so that each frame of a storm is looked at; it says how many."""

HONEST = 25
"""Choices that the honest guest makes while there is a storm."""
HELLOS = 3
"""Newcomers who say hello meanwhile."""


@pytest.fixture
async def recorded() -> Recorded:
    return await record_match()


def all_of(recorded: Recorded, *kinds: type) -> list[bytes]:
    """The frames of these kinds; of all if none is named."""
    return [frame for kind in kinds or recorded for frame in recorded[kind]]


def memory(program: Program) -> int:
    """Bytes of the program that are in memory; 0 where the system doesn't say."""
    status = Path(f"/proc/{program.process.pid}/statm")
    return int(status.read_text().split()[1]) * 4096 if status.exists() else 0


class Waits:
    """How long the honest ones had to wait, in milliseconds."""

    def __init__(self) -> None:
        self.choices: list[float] = []
        self.confirmed = asyncio.Event()
        """Set with the first choice that is."""
        self.placed = 0
        """How many choices were made, of which `choices` has those that were confirmed."""
        self.hellos: list[float] = []

    def __str__(self) -> str:
        parts = []
        for name, times in (("choice confirmed", self.choices), ("hello answered", self.hellos)):
            if times:
                middle, most = statistics.median(times), max(times)
                parts.append(f"{len(times)} times a {name} in {middle:.1f} ms, at most {most:.1f}")
        return "; ".join(parts)


class Honest:
    """A controller that chooses at random, some times during a storm and then no more before it is over."""

    def __init__(self) -> None:
        self.over = asyncio.Event()
        self._chosen = 0
        self._stream = Stream(bytes(32), "honest")

    async def choose(self, view: Any, decision: Decision) -> Sequence[Choice]:
        self._chosen += 1
        if self._chosen > HONEST:
            await self.over.wait()
        else:
            await asyncio.sleep(0.05)
        assert decision.choices
        return [decision.choices[self._stream.below(len(decision.choices))]]

    def refused(self, reason: str) -> None:
        raise AssertionError(reason)


def time_choices(cheat: Cheat, waits: Waits) -> None:
    """Note how long each of this side's choices takes to be confirmed."""
    open_since: dict[int, float] = {}

    def placed(news: News) -> None:
        if news.entry.by in cheat.seated.seats:
            open_since[news.n] = time.perf_counter()
            waits.placed += 1

    def confirmed(event: PeerEvent) -> None:
        if not isinstance(event, EntryConfirmed):
            return
        for number in [number for number in open_since if number <= event.n]:
            waits.choices.append(1_000 * (time.perf_counter() - open_since.pop(number)))
            waits.confirmed.set()

    cheat.sitting.table.watch(placed)
    cheat.ears.listeners.append(confirmed)


async def say_hello(invite: Invite, waits: Waits) -> None:
    """Come as somebody new, who hears that the seat is taken."""
    then = time.perf_counter()
    with pytest.raises(Refused, match="seat is taken"):
        await join(new_identity(), invite, name="Meg", app=core.VERSION, find_game=find_game, seconds=SECONDS)
    waits.hellos.append(1_000 * (time.perf_counter() - then))


class Strangers(threading.Thread):
    """A few links on a thread of their own that say all this in turn, half of it once they may `go_on`."""

    def __init__(self, invite: Invite, frames: Sequence[bytes], links: int) -> None:
        super().__init__(daemon=True)
        self._invite = invite
        self._frames = frames
        self._links = links
        self.go_on = threading.Event()
        self.sent = 0

    def run(self) -> None:
        context = zmq.Context()
        sockets = [dealer(context, self._invite, new_identity()) for _ in range(self._links)]
        try:
            for number, frame in enumerate(self._frames):
                if number == len(self._frames) // 2:
                    self.go_on.wait()
                sockets[number % len(sockets)].send(frame)
                self.sent += 1
        finally:
            context.destroy(linger=0)


def dealer(context: Any, invite: Invite, identity: Identity) -> Any:
    """A bare link to a host."""
    socket = context.socket(zmq.DEALER)
    socket.linger = 0
    socket.sndtimeo = int(SECONDS * 1_000)
    socket.curve_serverkey = invite.key
    socket.curve_publickey = identity.curve_public
    socket.curve_secretkey = identity.curve_secret.reveal()
    socket.connect(f"tcp://127.0.0.1:{invite.addresses[-1].port}")
    return socket


async def finished(cheat: Cheat, host: Program, over: asyncio.Event) -> None:
    """Play to the end, in no long time once the storm is `over`: both sides have the same match."""
    playing = asyncio.create_task(cheat.sitting.lockstep.run())
    try:
        storming = asyncio.create_task(over.wait())
        await asyncio.wait({playing, storming}, return_when=asyncio.FIRST_COMPLETED)
        storming.cancel()
        async with asyncio.timeout(90):
            outcome = await playing
    finally:
        playing.cancel()
    result = await host.result()
    assert outcome is not None and result["final_hash"] == cheat.match.head.hex()
    assert host.record.read_bytes() == whole(cheat.root)
    assert "Traceback" not in host.errors


async def test_strangers_in_a_storm(programs: Programs, tmp_path: Path, recorded: Recorded) -> None:
    """Within the limits as they are; most of what they say is never looked at."""
    host = await programs.host("--option", "max_turns=1", "--side", "good")
    invite, waits = near(host.invite), Waits()
    frames = list(storm("strangers", all_of(recorded), all_of(recorded), 4_000))
    honest = Honest()
    async with cheating_guest(host, tmp_path / "meg", honest) as guest:
        time_choices(guest, waits)
        strangers = Strangers(invite, frames, 5)
        before = memory(host)
        match = asyncio.create_task(finished(guest, host, honest.over))
        strangers.start()
        try:
            async with asyncio.timeout(SECONDS):
                await waits.confirmed.wait()
        finally:
            strangers.go_on.set()
        for _ in range(HELLOS):
            await say_hello(invite, waits)
        await asyncio.to_thread(strangers.join)
        grown = memory(host) - before
        assert not match.done()
        honest.over.set()
        await match
    print(f"\n{strangers.sent} frames of strangers; memory grew by {grown // 1024} kB; {waits}")
    assert strangers.sent == 4_000 and len(waits.hellos) == HELLOS
    assert len(waits.choices) == waits.placed
    assert grown < MEMORY


# Every stage, each frame looked at


class Line:
    """A bare link to a host, and what comes back."""

    def __init__(self, socket: zmq.asyncio.Socket) -> None:
        self.say = socket.send
        self.refusals = 0
        self._socket = socket

    async def insist(self, *frames: bytes) -> None:
        """Say this, and if the host has nothing against it nothing at all, until the host will not go on."""
        for frame in frames:
            await self.say(frame)
        welcome = len(frames) > 1  # the right first words are answered
        while not isinstance(heard := await self._heard(), Refuse):
            if isinstance(heard, Hello) and welcome:
                welcome = False
            elif heard is None or isinstance(heard, Hello):
                await self.say(b"")
        self.refusals += 1

    async def _heard(self) -> object:
        """What comes next; None if nothing comes for a moment."""
        try:
            async with asyncio.timeout(0.05):
                return understood(await self._socket.recv())
        except TimeoutError:
            return None


async def insisted(invite: Invite, identities: Sequence[Identity], talks: Iterable[Sequence[bytes]]) -> int:
    """Insist on all of these over a line for each identity: how many were refused."""
    talks = iter(talks)
    context = zmq.asyncio.Context()
    lines = [Line(dealer(context, invite, identity)) for identity in identities]

    async def go_on(line: Line) -> None:
        for talk in talks:
            await line.insist(*talk)

    try:
        await asyncio.gather(*map(go_on, lines))
    finally:
        context.destroy(linger=0)
    return sum(line.refusals for line in lines)


def strangers(count: int) -> list[Identity]:
    return [new_identity() for _ in range(count)]


async def storm_before_a_seat(invite: Invite, recorded: Recorded, count: int) -> int:
    """First words, and knocks after right first words: how many were refused."""
    everything = all_of(recorded)
    hellos = storm("hello", all_of(recorded, Hello) * 9 + everything, everything, count)
    knocks = storm("knock", all_of(recorded, SeatRequest), everything, count)
    talks = chain(([frame] for frame in hellos), ([encode(HELLO), frame] for frame in knocks))
    return await insisted(invite, strangers(5), talks)


async def storm_at_the_seat(invite: Invite, identity: Identity, recorded: Recorded, count: int) -> int:
    """The one with the code sits down wrongly, again and again: how many times it was refused."""
    host, guest = invite.key, identity.curve_public
    knock = SeatRequest(invite.code, "Eve", bytes.fromhex(identity.key), prove(identity, host, guest))
    frames = storm("seat", all_of(recorded, SeatChoice, Commit, Reveal), all_of(recorded), count)
    return await insisted(invite, [identity], ([encode(HELLO), encode(knock), frame] for frame in frames))


async def storm_of_returns(invite: Invite, cheat: Cheat, count: int) -> int:
    """Somebody who has overheard match and token, but has not the key: how many were refused."""
    match = cheat.match
    frames = [
        encode(Return(cheat.id, token, 1, n, h_n, "", 0))
        for token in (cheat.seated.token.reveal(), bytes(16))
        for n, h_n in ((match.n, match.head), (0, match.h0), (900, bytes(16)))
    ]
    return await insisted(invite, strangers(3), ([frame] for frame in storm("return", frames, frames, count)))


def storm_in_the_match(cheat: Cheat, recorded: Recorded, count: int, at_once: int) -> list[int]:
    """The player itself, some after each entry of the match; the list grows by each that was said.

    What any player may do to end its own match is left out: leave it, or say that it came out otherwise.
    """
    said: list[int] = []
    others = all_of(recorded)

    def ends_it(data: bytes) -> bool:
        frame = understood(data)
        if isinstance(frame, Return):
            return frame.token == cheat.seated.token.reveal()
        return isinstance(frame, Refuse) or (
            isinstance(frame, Bye | Differ | Beat) and (frame.match, frame.epoch) == (cheat.id, 1)
        )

    def on_news(news: News) -> None:
        entry = cheat.match.entries[news.n - 1]
        hashed, signed = bytes.fromhex(entry.hash), bytes.fromhex(entry.signature or "")
        frames = [
            encode(EntryFrame(cheat.id, 1, news.n, entry.by, entry.text, hashed, signed)),
            encode(Beat(cheat.id, 1, news.n, hashed, False)),
            *all_of(recorded, EntryFrame)[:2],
        ]
        for data in storm(f"match {news.n}", frames, others, at_once):
            if len(said) < count and cheat.match.outcome is None and not ends_it(data):
                cheat.say(data)
                said.append(news.n)

    cheat.sitting.table.watch(on_news)
    return said


async def test_a_storm_at_every_stage(programs: Programs, tmp_path: Path, recorded: Recorded) -> None:
    host = await programs.host("--option", "max_turns=1", "--side", "good", before=LIFTED)
    invite, waits = near(host.invite), Waits()
    folder = tmp_path / "eve"
    before = memory(host)
    seat = await storm_at_the_seat(invite, load_identity(Profile(root=folder).identity), recorded, 2_000)
    honest = Honest()
    async with cheating_guest(host, folder, honest) as cheat:
        time_choices(cheat, waits)
        said = storm_in_the_match(cheat, recorded, 4_000, 60)
        match = asyncio.create_task(finished(cheat, host, honest.over))
        storming = asyncio.create_task(storm_before_a_seat(invite, recorded, 3_000))
        for _ in range(HELLOS):
            await say_hello(invite, waits)
        await asyncio.wait({storming, match}, return_when=asyncio.FIRST_COMPLETED)
        if match.done():  # a storm against a host that is gone has no end
            storming.cancel()
            match.result()
            raise AssertionError("the match ended in the storm")
        first = await storming
        back = await storm_of_returns(invite, cheat, 1_000)
        grown = memory(host) - before
        assert not match.done()
        honest.over.set()
        await match
    print(
        f"\nrefused: {first} before a seat, {seat} at it, {back} returns;"
        f" {len(said)} in the match; memory grew by {grown // 1024} kB; {waits}"
    )
    assert first + seat + back == 9_000 and len(said) >= 3_000
    assert len(waits.hellos) == HELLOS and len(waits.choices) == waits.placed >= HONEST
    looked = re.search(r"frames looked at: (\d+)", host.errors)
    assert looked and int(looked[1]) >= first + seat + back + len(said)
    assert grown < MEMORY
