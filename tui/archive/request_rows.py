"""What the two machines of a match have asked of each other so far, kept with the match."""

from __future__ import annotations

import sqlite3

import msgspec

from net.lockstep.request import RequestLedger
from tui.archive.database import Archive
from tui.archive.queries import Summary


def put_account(db: sqlite3.Connection, row: int, account: RequestLedger) -> None:
    """Keep it for the match in this row, in an archive that is being written to."""
    text = msgspec.json.encode(account).decode()
    db.execute("INSERT OR REPLACE INTO requests VALUES (?, ?)", (row, text))


def read_account(db: sqlite3.Connection, row: int) -> RequestLedger:
    """What is kept for the match in this row; nothing asked where that can't be read."""
    found = db.execute("SELECT account FROM requests WHERE id = ?", (row,)).fetchone()
    try:
        return msgspec.json.decode(found[0], type=RequestLedger) if found is not None else RequestLedger()
    except (msgspec.MsgspecError, TypeError):
        return RequestLedger()


def account_of(archive: Archive, kept: Summary) -> RequestLedger:
    """What was asked in a match so far. Raises ArchiveError."""
    with archive.reading() as db:
        return read_account(db, kept.id)
