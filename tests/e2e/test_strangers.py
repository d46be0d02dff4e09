"""Whatever strangers send to a running program, its match is played as it should be.

The program is a process of its own; the strangers are sockets of the test's.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

import msgspec
import pytest
import zmq
import zmq.asyncio
from zmq.utils.monitor import recv_monitor_message

from net.protocol.frames import (
    MAGIC,
    Beat,
    Bye,
    Commit,
    Differ,
    EntryFrame,
    Frame,
    Hello,
    Refuse,
    Request,
    Return,
    SeatRequest,
    decode,
    encode,
)
from net.protocol.invite import Invite, read_invite
from net.protocol.limits import LINKS_A_MINUTE
from tests.support.forger import B16, B32, B64, HELLO
from tests.support.programs import (
    SHORT,
    SLEEPY_BOT,
    Program,
    Programs,
    both_results,
    cabled,
    near,
    record_of,
    sentence,
)
from tests.support.waiting import SECONDS

pytestmark = pytest.mark.long

OWNED = "\x1b]0;owned\x07"
"""What would change a terminal's title."""
NULL_GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x00NULL" + bytes(16) + b"\x00" + bytes(31)
CURVE_GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x00CURVE" + bytes(15) + b"\x00" + bytes(31)


def raw_attacks() -> list[bytes]:
    some = random.Random(7).randbytes
    return [
        *(some(size) for size in (1, 10, 64, 1000, 200_000)),
        b"GET / HTTP/1.1\r\nHost: tesser\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + some(200),
        CURVE_GREETING[:20],
        NULL_GREETING + b"\x04\x26\x05READY" + some(31),
        CURVE_GREETING,
        CURVE_GREETING + b"\x04\xc8\x05HELLO\x01\x00" + some(192),
        CURVE_GREETING + b"\x06" + b"\xff" * 8 + some(1000),
        b"",
    ]


@asynccontextmanager
async def raw_strangers(port: int) -> AsyncIterator[None]:
    """Connections that say all this, and stay open, silent, until the end."""
    writers = []
    try:
        for attack in raw_attacks() * 2:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writers.append(writer)
            with suppress(OSError):
                writer.write(attack)
                await writer.drain()
        yield
    finally:
        for writer in writers:
            writer.transport.abort()


async def test_raw_bytes_on_the_port_disturb_nothing(programs: Programs) -> None:
    host = await programs.host("--option", "max_turns=2")
    port = read_invite(host.invite).addresses[0].port
    async with raw_strangers(port), cabled(host) as (cable, invite):
        guest = await programs.join(invite)
        await cable.passed(5_000)
        async with raw_strangers(port):
            await both_results(host, guest)
    assert "Traceback" not in host.errors


class Stranger:
    """A link of its own to a host, with a key of its own."""

    def __init__(self, context: zmq.asyncio.Context, invite: Invite) -> None:
        public, secret = zmq.curve_keypair()
        self._socket = context.socket(zmq.DEALER)
        self._socket.set(zmq.CURVE_SERVERKEY, invite.key)
        self._socket.set(zmq.CURVE_PUBLICKEY, public)
        self._socket.set(zmq.CURVE_SECRETKEY, secret)
        self._socket.set(zmq.RECONNECT_IVL, -1)
        self._monitor = self._socket.get_monitor_socket(zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL)
        self._socket.connect(f"tcp://127.0.0.1:{invite.addresses[-1].port}")

    async def say(self, *frames: Frame | bytes | list[bytes]) -> None:
        """Say this, as far as the door is still open: a link that was closed takes nothing."""
        with suppress(zmq.Again):
            for frame in frames:
                parts = (
                    frame
                    if isinstance(frame, list)
                    else [frame if isinstance(frame, bytes) else encode(frame)]
                )
                await self._socket.send_multipart(parts, zmq.DONTWAIT)

    async def turned_away(self) -> None:
        """Wait until the door does not open for want of room."""
        async with asyncio.timeout(SECONDS):
            await recv_monitor_message(self._monitor)

    async def refusal(self) -> str:
        """Why the host won't go on."""
        async with asyncio.timeout(SECONDS):
            while True:
                frame = decode(await self._socket.recv(), 4096)
                if isinstance(frame, Refuse):
                    return frame.why


@contextmanager
def strangers(host: Program) -> Iterator[Callable[[], Stranger]]:
    context = zmq.asyncio.Context()
    context.linger = 0
    try:
        yield lambda: Stranger(context, near(host.invite))
    finally:
        context.destroy(linger=0)


REFUSED: dict[str, tuple[list[Frame | bytes | list[bytes]], str]] = {
    "random bytes": ([random.Random(1).randbytes(300)], "form"),
    "nothing": ([b""], "form"),
    "nested msgpack": ([b"\x91" * 4000], "form"),
    "nested msgpack, longer than a stranger may speak": ([b"\x91" * 60_000], "form"),
    "a huge array": ([b"\xdd\xff\xff\xff\xff"], "form"),
    "many parts": ([[b"", b"x"] * 20], "form"),
    "a frame of the match": ([Beat(B16, 1, 1, B16, False)], "form"),
    "another program": ([Hello("chess", 1, "1")], "form"),
    "another protocol": ([Hello(MAGIC, 9, OWNED)], "version"),
    "a hello, then bytes": ([HELLO, b"\xc1" * 100], "form"),
    "a hello, then a commit": ([HELLO, Commit(B32, B32)], "form"),
    "a wrong code": ([HELLO, SeatRequest(B16, OWNED, B32, B64)], "code"),
    "a return into no match": ([Return(B16, B16, 1, 0, B16, "", 0)], "unbegun"),
    "a hello and nothing else": ([HELLO], "late"),
}


async def test_strangers_are_refused_and_the_guest_plays(programs: Programs) -> None:
    host = await programs.host(*SHORT)
    with strangers(host) as new:
        await new().say(b"x" * 70_000)  # the link breaks, without an answer
        for name, (frames, why) in REFUSED.items():
            stranger = new()
            await stranger.say(*frames)
            assert await stranger.refusal() == why, name
        await both_results(host, await programs.join(near(host.invite)))
    assert all(line.isprintable() for line in host.errors.splitlines())


async def test_a_code_without_a_proof_of_the_key_is_not_enough(programs: Programs) -> None:
    host = await programs.host()
    with strangers(host) as new:
        stranger = new()
        await stranger.say(HELLO, SeatRequest(near(host.invite).code, "Eve", B32, B64))
        assert await stranger.refusal() == "key"
    assert host.running


async def test_strangers_cannot_touch_a_match(programs: Programs) -> None:
    """They know the invite and the match's id, and are many: more than new links are let in."""
    host = await programs.host("--option", "max_turns=2")
    async with cabled(host) as (cable, invite):
        guest = await programs.join(invite, before=SLEEPY_BOT.format(seconds=0.03))
        await host.says("has taken the seat")
        await cable.passed(4_000)
        record = record_of(host)
        match, last = bytes.fromhex(record.header.match), record.entries[-1]
        n, h_n = len(record.entries), bytes.fromhex(last.hash)
        entry = EntryFrame(match, 1, n + 1, 0, "pass", h_n, B64)
        with strangers(host) as new:
            for frame in (
                entry,
                msgspec.structs.replace(entry, text="concede"),
                Beat(match, 1, 1, B16, False),
                Bye(match, 1, "left"),
                Differ(match, 1, n, B16, "", "", (), b""),
                Return(match, B16, 1, n, h_n, "", 0),
                Request(match, 1, 1, n + 1, 0, "concede", h_n, B64),
            ):
                stranger = new()
                await stranger.say(frame)
                assert await stranger.refusal() in ("form", "left")
            late = new()
            await late.say(HELLO, SeatRequest(invite.code, "Eve", B32, B64))
            assert await late.refusal() == "taken"
            crowd = [new() for _ in range(LINKS_A_MINUTE)]
            for stranger in crowd:
                await stranger.say(HELLO, *[b"x"] * 50)
            waits = [asyncio.create_task(stranger.turned_away()) for stranger in crowd]
            done, rest = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in rest:
                wait.cancel()
            await asyncio.gather(*done)
            await asyncio.wait(rest)
            # The rightful guest's line breaks in the middle of all that, and it is let in again.
            cable.cut()
            await both_results(host, guest, 60)
        assert cable.connections > 1


async def test_a_version_from_outside_is_made_safe(programs: Programs) -> None:
    host = await programs.host(before="import core; core.VERSION = '\\x1b]0;owned\\x07'")
    guest = await programs.join(host.invite, before="import net.handshake.hello as g; g.PROTOCOL += 1")
    assert await guest.ended() == 5
    assert sentence(guest).isprintable()
