"""Records: matches as text, one JSON line each for the header, h_0, every entry and the outcome.

A record can be appended to and read back, and each line must be byte for byte what `write_*` writes, so
that a record has one form only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeVar

import msgspec

from core.clean import clean
from core.contract.errors import GameError
from core.contract.game import AnyGame
from core.contract.header import FORMAT, Header
from core.contract.outcome import Outcome
from core.engine.chain import first_hash, hash_key, signing_bytes
from core.engine.entry import Entry
from core.engine.header_check import check_form
from core.engine.match import Match, Rejected
from core.engine.notation import Malformed

LINE_BYTES = 256 * 1024
"""The longest line that is read, in bytes."""


class H0(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Line 2: the hash of the header."""

    h0: str


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of a finished match."""

    outcome: Outcome


class Record(msgspec.Struct, frozen=True):
    """A record as read: well-formed, not yet checked against the rules."""

    header: Header
    h0: str
    entries: tuple[Entry, ...]
    outcome: Outcome | None
    torn: bool
    """Whether the last line broke off in the middle, as after a power cut; what was left of it is dropped."""


class BadRecord(ValueError):
    """A record that can't be read, or doesn't agree with itself; the message says where and what."""


_HEX = frozenset("0123456789abcdef")
_encode = msgspec.json.Encoder(order="deterministic").encode

T = TypeVar("T")


def write_header(header: Header, h0: bytes) -> bytes:
    """The first two lines."""
    return _encode(header) + b"\n" + _encode(H0(h0.hex())) + b"\n"


def write_entry(entry: Entry) -> bytes:
    """One entry's line."""
    return _encode(entry) + b"\n"


def write_end(outcome: Outcome) -> bytes:
    """The last line."""
    return _encode(End(outcome)) + b"\n"


def write_match(match: Match) -> bytes:
    """The whole record of a match."""
    return write_record(Record(match.header, match.h0.hex(), tuple(match.entries), match.outcome, False))


def write_record(record: Record) -> bytes:
    """A whole record, as it was read or kept."""
    lines = [write_header(record.header, bytes.fromhex(record.h0)), *map(write_entry, record.entries)]
    if record.outcome is not None:
        lines.append(write_end(record.outcome))
    return b"".join(lines)


def read_record(data: bytes) -> Record:
    """Parse a record. Raises BadRecord naming the line."""
    lines = data.split(b"\n")
    rest = lines.pop()
    torn = rest != b""
    if len(lines) < 2:
        raise BadRecord("This is no tesser record: it should begin with a header line and a hash line.")
    numbered = enumerate(lines, 1)
    header = _line(numbered, Header, "the header")
    if header.format != FORMAT:
        raise BadRecord(
            f"Line 1: this record has format {header.format}; this program reads format {FORMAT}. "
            "A newer tesser can read it."
        )
    h0 = _line(numbered, H0, "the hash of the header").h0
    entries: list[Entry] = []
    outcome = None
    for number, line in numbered:
        if outcome is not None:
            raise BadRecord(f"Line {number}: nothing may follow the outcome.")
        if line.startswith(b"{"):
            outcome = _parse(number, line, End, "the outcome").outcome
        else:
            entries.append(_parse(number, line, Entry, f"entry {len(entries) + 1}"))
    if _is_whole(rest[:-1]):
        # A line that broke off ends within itself, or just before its end; what follows it is damage.
        raise BadRecord(f"Line {len(lines) + 1}: it does not end as tesser ends a line.")
    return Record(header, h0, tuple(entries), outcome, torn)


def _line(numbered: Iterator[tuple[int, bytes]], kind: type[T], what: str) -> T:
    number, line = next(numbered)
    return _parse(number, line, kind, what)


def _is_whole(line: bytes) -> bool:
    """Whether this is all of a line that comes after the second."""
    try:
        _parse(0, line, End if line.startswith(b"{") else Entry, "the line")
    except BadRecord:
        return False
    return True


def _parse(number: int, line: bytes, kind: type[T], what: str) -> T:
    if len(line) > LINE_BYTES:
        raise BadRecord(f"Line {number}: {what} is too long.")
    try:
        value = msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise BadRecord(f"Line {number}: {what} can't be read ({clean(str(error), 160)}).") from None
    if _encode(value) != line:
        raise BadRecord(f"Line {number}: {what} is not written as tesser writes it.")
    return value


Verify = Callable[[str, bytes, str], bool]
"""Whether a signature (key hex, message, signature hex) is right."""


def verify(record: Record, game: AnyGame, verify_signature: Verify) -> Match:
    """Play a record again and compare every hash and signature.

    Raises BadRecord naming the first line that does not agree. Line numbers count from 1: entry n is line
    n + 2.
    """
    header = record.header
    if header.rules != game.fingerprint:
        raise BadRecord(
            f"Line 1: this match was played by other rules ({clean(header.app, 20)}, rules"
            f" {clean(header.rules, 8)}) than this program's (rules {game.fingerprint[:8]}); it can't be"
            " checked here."
        )
    if header.cards != game.table:
        raise BadRecord("Line 1: the card table is not this game's.")
    if header.sets != game.sets:
        raise BadRecord("Line 1: the card sets are not this game's.")
    try:
        match = Match(header, game)
    except (GameError, ValueError) as error:
        raise BadRecord(f"Line 1: no match can be made of this header: {clean(str(error), 200)}") from None
    if record.h0 != match.h0.hex():
        raise BadRecord(_which_was_changed(record, match))
    for n, entry in enumerate(record.entries, 1):
        where = f"Line {n + 2}, entry {n} ({clean(entry.text, 60)})"
        try:
            prepared = match.prepare(entry.by, entry.text)
        except (Malformed, Rejected) as error:
            raise BadRecord(f"{where}: {clean(str(error), 200)}") from None
        if prepared.hash.hex() != entry.hash:
            raise BadRecord(f"{where}: the hash does not agree.")
        check_signature(header, entry, signing_bytes(header.match, n, prepared.hash), where, verify_signature)
        match.commit(prepared, entry.signature)
    if record.outcome is not None and record.outcome != match.outcome:
        raise BadRecord(f"Line {_last(record)}: the outcome is not what the match comes to.")
    return match


def _which_was_changed(record: Record, match: Match) -> str:
    """Which of the first two lines, whose hash does not agree: the first entry's hash tells. `match` is the
    header's, without entries."""
    if not record.entries:
        return "Line 1 or line 2: the hash of the header does not agree: one of them was changed."
    first = record.entries[0]
    try:
        agrees = match.prepare(first.by, first.text).hash.hex() == first.hash
    except (Malformed, Rejected):
        agrees = False
    if agrees:
        return "Line 2: the hash of the header was changed; the header itself agrees with entry 1."
    return "Line 1: the header was changed: neither its hash in line 2 nor entry 1 agrees with it."


def _last(record: Record) -> int:
    """The line of the outcome."""
    return len(record.entries) + 3


def check_unplayed(record: Record, verify_signature: Verify) -> None:
    """Check all of a record that can be checked without its rules: the form of everything in it, the hash of
    the header, and every signature. Raises BadRecord naming the first line that does not agree."""
    header = record.header
    try:
        check_form(header)
    except GameError as error:
        raise BadRecord(f"Line 1: no match has this header: {clean(str(error), 200)}") from None
    assert header.seed is not None
    if record.h0 != first_hash(hash_key(bytes.fromhex(header.seed)), header).hex():
        raise BadRecord("Line 1 or line 2: the hash of the header does not agree: one of them was changed.")
    for n, entry in enumerate(record.entries, 1):
        where = f"Line {n + 2}, entry {n} ({clean(entry.text, 60)})"
        if not 0 <= entry.by < len(header.seats):
            raise BadRecord(f"{where}: there is no seat {entry.by}.")
        if not re.fullmatch("[0-9a-f]{32}", entry.hash):
            raise BadRecord(f"{where}: the hash is not written as tesser writes it.")
        message = signing_bytes(header.match, n, bytes.fromhex(entry.hash))
        check_signature(header, entry, message, where, verify_signature)
    outcome = record.outcome
    if outcome is not None and not len(outcome.places) == len(outcome.scores) == len(header.seats):
        raise BadRecord(f"Line {_last(record)}: the outcome is not one of {len(header.seats)} seats.")


def check_signature(header: Header, entry: Entry, message: bytes, where: str, check: Verify) -> None:
    """Check the signature of an entry over the bytes that its author signs. Raises BadRecord with a sentence
    that begins with `where`."""
    key = header.seats[entry.by].key
    if key is None:
        if entry.signature is not None:
            raise BadRecord(f"{where}: it is signed, and its seat has no key.")
    elif entry.signature is None:
        raise BadRecord(f"{where}: it is not signed.")
    elif set(entry.signature) - _HEX:
        # Other ways to write the same bytes would be another record of the same match.
        raise BadRecord(f"{where}: the signature is not written as tesser writes it.")
    elif not check(key, message, entry.signature):
        raise BadRecord(f"{where}: the signature is not that of {header.seats[entry.by].shown}.")
