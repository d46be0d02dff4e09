"""How the other machine of a match is found again: kept with the match, newest state only."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

import msgspec

from net.contact import Contact
from net.invite import pack_address, unpack_address
from net.secret import Secret
from tui.archive.reading import Summary
from tui.archive.schema import Archive

CONTACT = "SELECT token, key, epoch, port, addresses FROM contacts WHERE id = ?"


def put_contact(db: sqlite3.Connection, row: int, contact: Contact) -> None:
    """Keep it for the match in this row, in an archive that is being written to."""
    places = msgspec.msgpack.encode([pack_address(place) for place in contact.addresses])
    db.execute(
        "INSERT OR REPLACE INTO contacts VALUES (?, ?, ?, ?, ?, ?)",
        (row, contact.token.reveal(), contact.key, contact.epoch, contact.port, places),
    )


def drop_contact(db: sqlite3.Connection, row: int) -> None:
    """The match in this row has nothing more for the other machine."""
    db.execute("DELETE FROM contacts WHERE id = ?", (row,))


def contact_of(archive: Archive, kept: Summary) -> Contact | None:
    """What is known of the other machine; None for a match on this one, or one that came as a record.
    Raises ArchiveError."""
    with archive.reading() as db:
        return read_contact(db.execute(CONTACT, (kept.id,)).fetchall())


def read_contact(rows: Sequence[Sequence[Any]]) -> Contact | None:
    """What the rows of CONTACT, one at most, say."""
    if not rows:
        return None
    token, key, epoch, port, packed = rows[0]
    places = map(unpack_address, msgspec.msgpack.decode(packed, type=list[bytes]))
    return Contact(key, Secret(token), epoch, port, tuple(place for place in places if place is not None))
