"""Entries on which the two machines of a match did not agree, and the way back to the one before."""

from __future__ import annotations

import sqlite3

from tui.archive.database import Archive
from tui.archive.queries import Summary


def put_dispute(db: sqlite3.Connection, row: int, n: int) -> int:
    """Keep, in an archive that is being written to, that the machines do not agree on entry n of the match in
    this row; which dispute of that match it is."""
    db.execute("INSERT INTO disputes VALUES (?, ?, 0)", (row, n))
    # The entry may have ended the match here, and here alone.
    db.execute("UPDATE matches SET outcome = NULL WHERE id = ?", (row,))
    (count,) = db.execute("SELECT count(*) FROM disputes WHERE id = ?", (row,)).fetchone()
    return int(count)


def go_back(db: sqlite3.Connection, row: int) -> int | None:
    """If the match has stopped in a dispute, take away what not both have: it is kept in no other way. Gives
    the first entry that was in dispute; None without one."""
    open_ones = db.execute("SELECT min(n) FROM disputes WHERE id = ? AND NOT settled", (row,)).fetchone()
    if open_ones[0] is not None:
        db.execute("DELETE FROM entries WHERE id = ? AND n >= ?", (row, open_ones[0]))
        db.execute("UPDATE disputes SET settled = 1 WHERE id = ?", (row,))
    return None if open_ones[0] is None else int(open_ones[0])


def disputed(archive: Archive, kept: Summary) -> list[int]:
    """The entries of a match that were in dispute, the first dispute first. Raises ArchiveError."""
    with archive.reading() as db:
        rows = db.execute("SELECT n FROM disputes WHERE id = ? ORDER BY rowid", (kept.id,)).fetchall()
    return [n for (n,) in rows]
