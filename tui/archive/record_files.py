"""Matches as records and back. A record holds everything, so one of an unfinished match is made only where
all its seats are held here."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from core import registry
from core.clean import clean
from core.engine.record import BadRecord, Verify, check_unplayed, read_record, verify, write_record
from tui.archive.changes import add_entries, insert, set_outcome
from tui.archive.database import Archive, ArchiveError
from tui.archive.queries import Kept, Summary, copies, load, of_row
from tui.archive.rows import seats_of


def sealed(kept: Summary) -> str:
    """Why no record of this match can be made now, in a sentence; empty if one can."""
    if kept.fault:
        return kept.fault
    if kept.outcome is not None or kept.held or kept.disagreed:
        return ""
    return (
        f"Match {kept.name} is not finished, and its record would show what the others hold."
        f" tesser replay {kept.name} tells it as your side saw it."
    )


def record_of(archive: Archive, kept: Summary) -> bytes:
    """The record of a match. Raises ArchiveError, also where there may be none yet."""
    reason = sealed(kept)
    if reason:
        raise ArchiveError(reason)
    return write_record(load(archive, kept).record)


def gap(archive: Archive, kept: Summary) -> str:
    """Why the record of a match breaks off, in a sentence; empty if nothing of it is damaged. Raises
    ArchiveError."""
    found = load(archive, kept)
    if not found.damage:
        return ""
    return f"In the archive {found.damage}: the record goes up to entry {len(found.record.entries)}."


def take(archive: Archive, data: bytes, check: Verify) -> tuple[Summary, bool]:
    """Put a record into the archive; the match, and whether it is new there.

    `check` says whether a signature is right. Raises BadRecord for one that can't be read or does not agree
    with itself, and ArchiveError.
    """
    record = read_record(data)
    header = record.header
    if header.game not in registry.names():
        raise BadRecord(f"Line 1: this program has no game {clean(header.game, 30)!r}.")
    game = registry.load(header.game)
    if header.rules == game.fingerprint:
        match = verify(record, game, check)
        if record.outcome is None and match.outcome is not None:
            record = msgspec.structs.replace(record, outcome=match.outcome)
    else:
        check_unplayed(record, check)
    # Only a match on one machine is all in this record's hands; of another's, seats are held elsewhere.
    return put(archive, Kept(record, (None,) * len(record.entries), frozenset()), seats_of(header))


def put(
    archive: Archive,
    kept: Kept,
    seats: Sequence[int],
    begun: int | None = None,
    series: str = "",
    save: bytes | None = None,
) -> tuple[Summary, bool]:
    """Put a whole match into the archive, imported now if it isn't known when it was begun; the match, and
    whether it is new there. Raises ArchiveError."""
    record = kept.record
    for one in copies(archive, record.header.match):
        with suppress(ArchiveError):
            there = load(archive, one).record
            if (there.header, there.h0, there.entries) == (record.header, record.h0, record.entries):
                return one, False
    now = int(time.time() * 1000) if begun is None else begun
    with archive.writing() as db:
        row, _ = insert(db, record.header, bytes.fromhex(record.h0), seats, now, series, save, begun is None)
        add_entries(db, row, 1, record.entries, kept.placed, kept.automatic)
        set_outcome(db, row, record.outcome)
    found = of_row(archive, row)
    assert found is not None
    return found, True
