"""Frames recorded from a real match, and what a storm makes of them: all by a seed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Sequence
from unittest.mock import patch

import msgspec

from net.protocol.frames import Frame, decode, encode
from net.transport.link import Link
from tests.support.peers import LUCKY, Side, seated_pair

Recorded = dict[type, list[bytes]]
"""Frames by kind, as they were sent."""


async def record_match() -> Recorded:
    """All frames of a handshake and a short match, by both sides."""
    frames: Recorded = {}
    send = Link.send

    def note(link: Link, frame: Frame) -> bool:
        frames.setdefault(type(frame), []).append(encode(frame))
        return send(link, frame)

    with patch.object(Link, "send", note):
        async with seated_pair(options={"rounds": 9}, shared=LUCKY) as (host, guest):
            one, two = Side(host), Side(guest)
            await asyncio.gather(one.lockstep.run(), two.lockstep.run())
    return frames


ODD: tuple[object, ...] = (
    -1, 0, 1, 2**63, 1.0, float("nan"), None, True, "", "x" * 3_000, "\x1b]0;owned\x07", b"", bytes(16),
    bytes(32), bytes(64), bytes(3_000), [], [[]] * 50, {}, {"x": 1}, {str(n): n for n in range(300)},
    msgspec.msgpack.Ext(5, b"x"),
)  # fmt: skip
"""What may stand in place of a field."""


def mutated(chance: random.Random, frame: bytes, others: Sequence[bytes]) -> bytes:
    """The frame damaged in one of many ways, or as it was: a replay."""
    data = bytearray(frame)
    match chance.randrange(9):
        case 0:
            for _ in range(chance.randint(1, 4)):
                data[chance.randrange(len(data))] = chance.randrange(256)
        case 1:
            del data[chance.randrange(len(data)) :]
        case 2:
            data += chance.randbytes(chance.randint(1, 40))
        case 3:
            other = chance.choice(others)
            data[chance.randrange(len(data)) :] = other[chance.randrange(len(other)) :]
        case 4 | 5:
            fields = msgspec.msgpack.decode(frame)
            fields[chance.randrange(len(fields))] = chance.choice(ODD)
            return msgspec.msgpack.encode(fields)
        case 6:
            fields = msgspec.msgpack.decode(frame)
            at = chance.randrange(len(fields))
            fields[at : at + 1] = chance.choice(([], [fields[at]] * 2, [list(fields)]))
            return msgspec.msgpack.encode(fields)
        case 7:
            opening = chance.choice((b"\x91", b"\x81\xa1x", b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff"))
            data += opening * chance.randint(1, 900)
    return bytes(data)


def storm(seed: str, frames: Sequence[bytes], others: Sequence[bytes], count: int) -> Iterator[bytes]:
    """So many mutations of these frames."""
    chance = random.Random(seed)
    for _ in range(count):
        yield mutated(chance, chance.choice(frames), others)


def understood(data: bytes, limit: int = 65_536) -> Frame | None:
    """The frame that these bytes still are; None if they are none."""
    try:
        return decode(data, limit)
    except ValueError:
        return None
