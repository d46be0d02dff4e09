"""Frames: what is written is read; everything else is Malformed and nothing worse."""

from __future__ import annotations

import typing
from hashlib import blake2b

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.notation import Malformed
from net.protocol.frames import (
    MAGIC,
    PROTOCOL,
    SEATED_BYTES,
    STRANGER_BYTES,
    Addresses,
    Answer,
    Beat,
    Bye,
    ByeReason,
    Commit,
    Differ,
    EntryFrame,
    Frame,
    Hello,
    KeepAlive,
    Kept,
    NamedList,
    Offer,
    OfferedPlayer,
    OtherMatch,
    Refuse,
    RematchVote,
    Request,
    Return,
    Reveal,
    Say,
    SeatChoice,
    SeatRequest,
    SeatTime,
    Start,
    Terms,
    Times,
    Welcome,
    decode,
    encode,
)

B16, B32, B64 = bytes(16), bytes(32), bytes(64)
KINDS = typing.get_args(Frame)
TERMS = Terms(
    B16,
    "pocket",
    "f" * 64,
    "0.1",
    "",
    {"hand": 9},
    (0, 1),
    "open",
    "open",
    "60",
    False,
    ("base",),
    "Meg",
    None,
)
SHARED = msgspec.structs.replace(TERMS, shared=NamedList("Lucky", {"pkt/pip/one": 2}))
PLACED = EntryFrame(B16, 1, 7, 1, "play 37=wit/good/hope", B16, B64)


FRAMES: list[Frame] = [
    Hello(MAGIC, 1, "0.1"),
    Refuse("taken", "This seat is taken."),
    SeatRequest(B16, "Meg", B32, B64),
    Offer(TERMS, (OfferedPlayer("Ann", "person"), OfferedPlayer("Bot", "bot:random@1")), B32, B64),
    Offer(SHARED, (), B32, B64),
    SeatChoice(1, "Meg", "person", "Bright Ones", {"wit/good/hope": 2}),
    SeatChoice(0, "Meg", "bot:greedy@1", "", None),
    Commit(B32, B32),
    Reveal(B32),
    Start(B16),
    Kept(),
    KeepAlive(),
    Return(B16, B16, 1, 7, B16, "", 0),
    Welcome(B16, 2, 7, B16, "left", 20),
    OtherMatch(B16),
    PLACED,
    Request(B16, 1, 1, 7, 1, "concede", B16, B64),
    Answer(B16, 1, 1, False, "bots"),
    Beat(B16, 1, 7, B16, False),
    Say(B16, 1, "Good luck!"),
    Times(B16, 1, (SeatTime(1, 7, 59_001, True, 1),), ((0, 2),)),
    Addresses(B16, 1, (bytes(6), bytes(18))),
    RematchVote(B16, 1, 2, 1, 0),
    Differ(B16, 1, 7, B16, "0.1", "ffff", (B16,), b""),
    Bye(B16, 1, "left"),
]


def test_every_kind_of_frame_is_among_the_samples() -> None:
    assert {type(frame) for frame in FRAMES} == set(KINDS)


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: type(frame).__name__)
def test_every_frame_is_read_back_as_written(frame: Frame) -> None:
    assert decode(encode(frame), SEATED_BYTES) == frame


@given(st.binary(max_size=300))
def test_bytes_are_a_frame_or_malformed(data: bytes) -> None:
    try:
        frame = decode(data, STRANGER_BYTES)
    except Malformed:
        return
    assert isinstance(frame, KINDS)


@given(st.sampled_from(FRAMES), st.binary(min_size=1, max_size=20), st.integers(0, 250), st.integers(0, 255))
def test_damaged_frames_are_frames_or_malformed(frame: Frame, extra: bytes, place: int, value: int) -> None:
    data = bytearray(encode(frame))
    data[place % len(data)] = value
    for damaged in (bytes(data), bytes(data) + extra, bytes(data[:place])):
        try:
            read = decode(damaged, STRANGER_BYTES)
        except Malformed:
            continue
        assert isinstance(read, KINDS)


nested = b"\x91" * 5_000


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        nested,
        b"\x95\xa6placed" + nested,
        msgspec.msgpack.encode(["hello", MAGIC, 1, nested.decode("latin1")]),
        msgspec.msgpack.encode(["hello", MAGIC, 1]),
        msgspec.msgpack.encode(["hello", MAGIC, 1, "0.1", "more"]),
        msgspec.msgpack.encode(["hello", MAGIC, True, "0.1"]),
        msgspec.msgpack.encode(["hello", MAGIC, -1, "0.1"]),
        msgspec.msgpack.encode(["hello", MAGIC, 1.0, "0.1"]),
        msgspec.msgpack.encode(["shell", MAGIC, 1, "0.1"]),
        msgspec.msgpack.encode({"type": "hello"}),
        msgspec.msgpack.encode(["sit", 0, "a", "person", "d", {"x": 0}]),
        msgspec.msgpack.encode(["sit", 9, "a", "person", "d", None]),
        msgspec.msgpack.encode(["sit", 0, "a", "person", "d", {str(n): 1 for n in range(501)}]),
        msgspec.msgpack.encode(["beat", B16, 1, 2_000_000, B16, False]),
        msgspec.msgpack.encode(["beat", b"", 1, 2, B16, False]),
        b"\x94\xa5hello\xa6tesser\x01\xa2\xff\xfe",
        encode(PLACED) + b"x",
    ],
)
def test_every_kind_of_nonsense_is_malformed(data: bytes) -> None:
    with pytest.raises(Malformed):
        decode(data, 100_000)


def test_too_long_is_malformed_before_it_is_read() -> None:
    with pytest.raises(Malformed, match="too long"):
        decode(bytes(STRANGER_BYTES + 1), STRANGER_BYTES)


def test_the_largest_deck_fits_a_frame() -> None:
    cards = {f"{n:03}{'x' * 77}": 1_000 for n in range(500)}
    assert len(encode(SeatChoice(0, "n" * 120, "p" * 40, "d" * 120, cards))) < SEATED_BYTES


def test_the_shapes_that_never_change() -> None:
    """These two must be read by every version there ever was."""
    assert msgspec.msgpack.decode(encode(Hello(MAGIC, 1, "0.1"))) == ["hello", "tesser", 1, "0.1"]
    assert msgspec.msgpack.decode(encode(Refuse("taken", "No."))) == ["refuse", "taken", "No."]


def test_frames_are_the_bytes_of_this_protocol() -> None:
    """Programs of two versions with one protocol play with each other: any other bytes are another one."""
    data = b"".join(map(encode, FRAMES))
    assert (PROTOCOL, blake2b(data, digest_size=16).hexdigest()) == (4, "9d26a59b6a85998c46ea60e38b1a21e3")


def test_a_reason_to_leave_of_a_newer_version_is_that_somebody_has_left() -> None:
    assert Bye(B16, 1, "bored").why is ByeReason.LEFT and Bye(B16, 1, "closed").why is ByeReason.CLOSED


def test_frames_are_small() -> None:
    assert len(encode(PLACED)) < 150
    assert len(encode(Beat(B16, 1, 1, B16, False))) < 50
