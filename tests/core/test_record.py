"""Records: written, read, verified, and whatever was changed in one is found."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contract.header import Decklist, Header, Seat
from core.contract.stream import Stream, numbered_seed
from core.engine.chain import hash_key, signing_bytes
from core.engine.match import Match
from core.engine.notation import write_choice
from core.engine.record import (
    BadRecord,
    read_record,
    verify,
    write_end,
    write_entry,
    write_header,
    write_match,
)
from core.wrinkles.state import EVIL, GOOD
from core.wrinkles.wrinkles import load
from tests.core.shadow import packed
from tests.support.matches import header


def signature(key: str, message: bytes) -> str:
    """A stand-in for Ed25519."""
    return blake2b(message, key=bytes.fromhex(key), digest_size=16).hexdigest()


def right(key: str, message: bytes, signed: str) -> bool:
    return signature(key, message) == signed


@cache
def recorded(keys: tuple[str, ...] | None = None) -> tuple[bytes, Match]:
    """A short match that was conceded, as a record; signed if the seats have keys."""
    game = load()
    head = header(game, options={"max_turns": 1}, peers=(0, 1) if keys else None)
    if keys:
        seats = tuple(
            Seat(seat.name, seat.player, key, seat.peer) for seat, key in zip(head.seats, keys, strict=True)
        )
        head = msgspec.structs.replace(head, seats=seats)
    match, stream = Match(head, game), Stream(numbered_seed(1), "test play")

    def place(by: int, text: str) -> None:
        prepared = match.prepare(by, text)
        message = signing_bytes(head.match, prepared.n, prepared.hash)
        match.commit(prepared, signature(keys[by], message) if keys else None)

    for _ in range(12):
        decision = match.decision()
        assert decision is not None and decision.choices
        choice = decision.choices[stream.below(len(decision.choices))]
        place(decision.seat, write_choice(choice, game.table))
    place(EVIL, "concede")
    return write_match(match), match


KEYS = ("11" * 32, "22" * 32)


@pytest.mark.parametrize("keys", [None, KEYS])
def test_a_record_read_and_verified_is_the_match(keys: tuple[str, ...] | None) -> None:
    data, match = recorded(keys)
    record = read_record(data)
    assert record.header == match.header and record.outcome == match.outcome and not record.torn
    again = verify(record, load(), right)
    assert again.head == match.head and packed(again.state) == packed(match.state)
    assert write_match(again) == data


def test_a_record_is_json_lines_that_can_be_appended_to() -> None:
    data, match = recorded()
    assert match.outcome is not None
    written = write_header(match.header, match.h0) + b"".join(map(write_entry, match.entries))
    assert written + write_end(match.outcome) == data
    lines = data.decode("utf-8").splitlines()
    assert len(lines) == match.n + 3
    first = msgspec.json.decode(lines[0])
    assert first["format"] == 1 and first["game"] == "wrinkles" and first["from"] is None
    assert msgspec.json.decode(lines[1]) == {"h0": match.h0.hex()}
    assert msgspec.json.decode(lines[2]) == [
        match.entries[0].by, match.entries[0].text, match.entries[0].hash, None,
    ]  # fmt: skip
    assert list(msgspec.json.decode(lines[-1])) == ["outcome"]


@settings(max_examples=150, deadline=None)
@given(place=st.floats(0, 1, exclude_max=True), byte=st.integers(0, 255), keys=st.sampled_from([None, KEYS]))
def test_one_changed_byte_anywhere_is_found(place: float, byte: int, keys: tuple[str, ...] | None) -> None:
    data, _ = recorded(keys)
    at = int(place * len(data))
    if data[at] == byte:
        return
    changed = data[:at] + bytes([byte]) + data[at + 1 :]
    with pytest.raises(BadRecord):
        verify(read_record(changed), load(), right)


@settings(max_examples=60, deadline=None)
@given(place=st.floats(0, 1, exclude_max=True))
def test_a_record_that_breaks_off_is_read_up_to_its_last_whole_line(place: float) -> None:
    data, match = recorded()
    cut = data[: int(place * len(data))]
    if cut.count(b"\n") < 2:
        with pytest.raises(BadRecord):
            read_record(cut)
        return
    record = read_record(cut)
    assert record.torn == (not cut.endswith(b"\n"))
    assert list(record.entries) == match.entries[: cut.count(b"\n") - 2]
    if record.torn or len(record.entries) < match.n:
        assert verify(record, load(), right).n == len(record.entries)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_what_is_no_record_is_said_to_be_none(data: bytes) -> None:
    with pytest.raises(BadRecord):
        read_record(data)


def test_lines_changed_places_or_left_out_are_found() -> None:
    data, _ = recorded()
    lines = data.splitlines(keepends=True)
    for at in range(2, len(lines) - 1):
        with pytest.raises(BadRecord):
            verify(read_record(b"".join(lines[:at] + lines[at + 1 :])), load(), right)
    swapped = [*lines[:4], lines[5], lines[4], *lines[6:]]
    with pytest.raises(BadRecord, match="Line 5"):
        verify(read_record(b"".join(swapped)), load(), right)


def test_a_record_killed_before_its_outcome_was_written_is_whole() -> None:
    data, match = recorded()
    lines = data.splitlines(keepends=True)
    for cut in (b"", lines[-1][:9]):
        assert verify(read_record(b"".join(lines[:-1]) + cut), load(), right).outcome == match.outcome


def test_an_outcome_followed_by_more_is_found() -> None:
    data, _ = recorded()
    lines = data.splitlines(keepends=True)
    with pytest.raises(BadRecord, match="nothing may follow the outcome"):
        read_record(data + lines[2])


def test_a_signature_of_another_seat_or_of_none_is_found() -> None:
    data, match = recorded(KEYS)
    entry = match.entries[3]
    message = signing_bytes(match.header.match, 4, bytes.fromhex(entry.hash))
    for forged in (None, "00" * 16, signature(KEYS[1 - entry.by], message)):
        lines = data.splitlines(keepends=True)
        lines[5] = write_entry(msgspec.structs.replace(entry, signature=forged))
        with pytest.raises(BadRecord, match=r"Line 6, entry 4 .*sign"):
            verify(read_record(b"".join(lines)), load(), right)


def test_a_signature_where_no_seat_has_a_key_is_found() -> None:
    data, match = recorded()
    lines = data.splitlines(keepends=True)
    lines[2] = write_entry(msgspec.structs.replace(match.entries[0], signature="00" * 16))
    with pytest.raises(BadRecord, match="no key"):
        verify(read_record(b"".join(lines)), load(), right)


SEATS = recorded()[1].header.seats
OPTIONS = recorded()[1].header.options
HUGE = 10**30


def seat(**changes: object) -> tuple[Seat, ...]:
    return (SEATS[0], msgspec.structs.replace(SEATS[1], **changes))


@pytest.mark.parametrize(
    "changes",
    [{"match": "xy"}, {"match": "ab"}, {"seed": "zz" * 32}, {"seed": "ab"}, {"seed": "AB" * 32},
     {"seed": None}, {"seats": ()}, {"seats": (*SEATS, *SEATS)}, {"decklists": ()},
     {"decklists": (None,) * 3}, {"decklists": (Decklist("x", {"wit/good/hope": HUGE, "x": -HUGE}),) * 2},
     {"shared": Decklist("x", {"wit/good/hope": 1})},
     {"options": {}}, {"cards": ()}, {"sets": ()}, {"sets": ("x",)},
     {"from_": ("ab" * 16, HUGE)}, {"from_": ("ab" * 16, -1)}, {"from_": ("nonsense", 1)},
     *({"options": {**OPTIONS, name: value}} for name in OPTIONS for value in (HUGE, -HUGE, -1, 100)),
     {"options": {**OPTIONS, "extra": 1}}, {"options": {**OPTIONS, "extra": HUGE}},
     *({"seats": seat(peer=peer)} for peer in (2, -1, HUGE, -HUGE)),
     {"seats": seat(player="nobody")}, {"seats": seat(player="bot:")}, {"seats": seat(key="xy")},
     *({field: word} for field in ("lists", "play") for word in ("", "shut", "\x1b[31m"))],
)  # fmt: skip
def test_a_header_of_which_no_match_can_be_made_is_a_bad_record(changes: dict[str, object]) -> None:
    data, match = recorded()
    bad = msgspec.structs.replace(match.header, **changes)
    lines = data.splitlines(keepends=True)
    with pytest.raises(BadRecord, match="Line 1"):
        verify(read_record(write_header(bad, forged_h0(bad)) + b"".join(lines[2:])), load(), right)


def forged_h0(header: Header) -> bytes:
    """The hash of a header: whoever made it may know how hashes are made."""
    try:
        key = hash_key(bytes.fromhex(header.seed or ""))
        written = msgspec.msgpack.encode(header, order="deterministic")
    except (ValueError, OverflowError):
        return bytes(16)
    return blake2b(written, digest_size=16, key=key).digest()


def test_a_record_of_other_rules_says_both_versions() -> None:
    data, match = recorded()
    other = write_header(msgspec.structs.replace(match.header, rules="ab" * 16), match.h0)
    lines = data.splitlines(keepends=True)
    with pytest.raises(BadRecord) as refused:
        verify(read_record(other + b"".join(lines[2:])), load(), right)
    assert "abababab" in str(refused.value) and load().fingerprint[:8] in str(refused.value)


def test_a_record_of_a_newer_format_is_said_to_be_so() -> None:
    _, match = recorded()
    with pytest.raises(BadRecord, match="A newer tesser can read it"):
        read_record(write_header(msgspec.structs.replace(match.header, format=2), match.h0))


def test_take_backs_are_part_of_a_record() -> None:
    match = Match(header(load(), players=("person", "bot:random@1")), load())
    for by, text in ((GOOD, "pass"), (GOOD, "undo 0"), (GOOD, "pass"), (EVIL, "pass")):
        match.play(by, text)
    again = verify(read_record(write_match(match)), load(), right)
    assert [entry.text for entry in again.entries] == ["pass", "undo 0", "pass", "pass"]
    assert again.head == match.head
