"""What is left of the clocks of a match: kept with the match, newest state only, and in no hash."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from net.lockstep.clocks import KeptClock
from net.protocol.frames import Milliseconds, Number
from tui.archive.rows import valid

CLOCKS = "SELECT seat, n, left, gifts FROM clocks WHERE id = ? ORDER BY seat"


def put_clocks(db: sqlite3.Connection, row: int, clocks: Mapping[int, KeptClock]) -> None:
    """Keep them for the match in this row, in an archive that is being written to."""
    for seat, kept in clocks.items():
        db.execute("INSERT OR REPLACE INTO clocks VALUES (?, ?, ?, ?, ?)", (row, seat, *kept))


def clocks_of(db: sqlite3.Connection, row: int) -> dict[int, KeptClock]:
    """What was kept of the match in this row, by seat; nothing where none was, or where that is
    damaged."""
    found = {}
    for seat, *kept in db.execute(CLOCKS, (row,)).fetchall():
        if all(valid(one, Number) for one in (seat, kept[0], kept[2])) and valid(kept[1], Milliseconds):
            found[seat] = KeptClock(*kept)
    return found
