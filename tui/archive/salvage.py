"""What can still be read of an archive that is damaged and was set aside."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from core.clean import clean
from core.game import Outcome
from core.record import BadRecord
from tui.archive.contacts import CONTACT, put_contact, read_contact
from tui.archive.export import put
from tui.archive.reading import ENTRY, Kept, Summary, whole
from tui.archive.schema import Archive, ArchiveError, read_only


def salvaged(archive: Archive, path: Path) -> Iterator[tuple[Summary, bool]]:
    """Take in, match by match, what can still be read of an archive that was set aside: of a match that is
    damaged itself, its entries up to the damage. Raises BadRecord if it is no archive at all."""
    try:
        with read_only(path) as old:
            rows = _readable(old, "SELECT id, seats, begun FROM matches ORDER BY id")
            if not rows:
                raise BadRecord("No match can be read of it.")
            for row, seats, begun in rows:
                found = _salvage(old, row)
                if found is not None:
                    held = tuple(map(int, seats.split(","))) if seats else ()
                    kept, new = put(archive, found, held, begun)
                    contact = read_contact(_readable(old, CONTACT, row))
                    if new and contact is not None:
                        with archive.writing() as db:
                            put_contact(db, kept.id, contact)
                    yield kept, new
    except (sqlite3.Error, ValueError) as error:
        if isinstance(error, BadRecord | ArchiveError):
            raise
        raise BadRecord(f"No match can be read of it ({clean(str(error), 120)}).") from None


def _readable(old: sqlite3.Connection, query: str, *values: object) -> list[Any]:
    """The rows of this query up to the first that can't be read."""
    found = []
    try:
        for row in old.execute(query, values):
            found.append(row)
    except sqlite3.Error:
        pass
    return found


def _salvage(old: sqlite3.Connection, row: int) -> Kept | None:
    head = _readable(old, "SELECT header, h0 FROM headers WHERE id = ?", row)
    rows = _readable(old, f"SELECT {ENTRY} FROM entries WHERE id = ? ORDER BY n", row)
    ends = _readable(old, "SELECT outcome FROM matches WHERE id = ?", row)
    unbroken = [one for n, one in enumerate(rows, 1) if one[-1] == n]
    try:
        outcome = msgspec.json.decode(ends[0][0], type=Outcome) if ends and ends[0][0] else None
        return whole(head[0], unbroken, outcome) if head else None
    except (msgspec.MsgspecError, AttributeError, TypeError, ValueError):
        return None
