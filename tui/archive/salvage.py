"""What can still be read of an archive that is damaged and was set aside."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from core.clean import clean
from core.contract.outcome import Outcome
from core.engine.record import BadRecord
from tui.archive.clocks import clocks_of, put_clocks
from tui.archive.contacts import CONTACT, put_contact, read_contact
from tui.archive.damaged import ASIDE, readable
from tui.archive.database import Archive
from tui.archive.queries import ENTRY, Kept, Summary, whole
from tui.archive.record_files import put
from tui.archive.request_rows import put_account, read_account
from tui.archive.rows import Held, Moment, read_held, seats_of, valid
from tui.archive.schema import MAGIC

GAP = 10_000
"""How many rows are looked for that are named by nothing that can be read."""


def is_archive(path: Path, head: bytes) -> bool:
    """Whether a file, which begins with `head`, is an archive or what is left of one, and no record."""
    return head.startswith(MAGIC) or ASIDE in path.name or b"\0" in head


def salvaged(archive: Archive, path: Path) -> Iterator[tuple[Summary, bool]]:
    """Take in, match by match, what can still be read of an archive that was set aside: of a match that is
    damaged itself, its entries up to the damage. Raises BadRecord if nothing can be read."""
    found = 0
    try:
        with readable(path) as old:
            for row in _rows(old):
                kept = _salvage(old, row)
                if kept is not None:
                    found += 1
                    yield _put(archive, old, row, kept)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if not found:
            raise BadRecord(f"No match can be read of it ({clean(str(error), 120)}).") from None
    if not found:
        raise BadRecord("No match can be read of it.")


def _rows(old: sqlite3.Connection) -> list[int]:
    """The numbers of all matches: damage may have taken any of the tables that name them."""
    found: set[int] = set()
    for table in ("matches", "headers"):
        for order in ("", "DESC"):  # each up to what is damaged
            found |= {row for (row,) in _readable(old, f"SELECT id FROM {table} ORDER BY id {order}")}
    last = max((row for row in found if row <= GAP), default=0)
    return sorted(found | set(range(1, last + 1)))


def _readable(old: sqlite3.Connection, query: str, *values: object) -> list[Any]:
    """The rows of this query up to the first that can't be read."""
    found = []
    with suppress(sqlite3.Error, UnicodeDecodeError):
        for row in old.execute(query, values):
            found.append(row)
    return found


def _value(old: sqlite3.Connection, column: str, row: int) -> Any:
    """This column of `matches`; None if it can't be read."""
    found = _readable(old, f"SELECT {column} FROM matches WHERE id = ?", row)
    return found[0][0] if found else None


def _salvage(old: sqlite3.Connection, row: int) -> Kept | None:
    head = _readable(old, "SELECT header, h0 FROM headers WHERE id = ?", row)
    rows = _readable(old, f"SELECT {ENTRY} FROM entries WHERE id = ? ORDER BY n", row)
    outcome = None
    with suppress(msgspec.MsgspecError, TypeError):
        outcome = msgspec.json.decode(_value(old, "outcome", row), type=Outcome)
    try:
        return whole(head[0] if head else None, rows, outcome)
    except ValueError:
        return None


def _put(archive: Archive, old: sqlite3.Connection, row: int, kept: Kept) -> tuple[Summary, bool]:
    """Take one match in, with all that is kept beside it."""
    header = kept.record.header
    seats, begun, series, save = (_value(old, one, row) for one in ("seats", "begun", "series", "save"))
    imported = bool(_value(old, "imported", row))
    held = read_held(seats) if valid(seats, Held) else seats_of(header)
    there, new = put(
        archive,
        kept,
        [seat for seat in held if seat < len(header.seats)],
        begun if valid(begun, Moment) and not imported else None,
        series if isinstance(series, str) else "",
        save if isinstance(save, bytes) else None,
    )
    if new:
        contact = read_contact(_readable(old, CONTACT, row))
        disputes = _readable(old, "SELECT n, settled FROM disputes WHERE id = ? ORDER BY rowid", row)
        with archive.writing() as db:
            if contact is not None:
                put_contact(db, there.id, contact)
            if _readable(old, "SELECT account FROM requests WHERE id = ?", row):
                put_account(db, there.id, read_account(old, row))
            with suppress(sqlite3.Error, UnicodeDecodeError):
                put_clocks(db, there.id, clocks_of(old, row))
            for dispute in disputes:
                db.execute("INSERT INTO disputes VALUES (?, ?, ?)", (there.id, *dispute))
    return there, new
