"""How the other machine of a match is found again: kept with the match, newest state only."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from net.protocol.contact import Contact
from net.protocol.frames import Bytes16, Bytes32, Number
from net.protocol.invite import pack_address, unpack_address
from net.protocol.secret import Secret
from tui.archive.database import Archive
from tui.archive.queries import Summary, to_be_told, unfinished
from tui.archive.rows import read_row

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


def matches_with(archive: Archive, key: bytes) -> Iterator[tuple[Summary, Contact]]:
    """The matches with the other machine of this CURVE key, and how it is found: those that are not finished,
    then those whose end it may not have, the one played last first. Raises ArchiveError."""
    for kept in (*unfinished(archive), *to_be_told(archive)):
        contact = contact_of(archive, kept)
        if contact is not None and contact.key == key:
            yield kept, contact


class _Row(msgspec.Struct, frozen=True, array_like=True):
    token: Bytes16
    key: Bytes32
    epoch: Number
    port: object
    addresses: Any


def read_contact(rows: Sequence[Sequence[Any]]) -> Contact | None:
    """What the rows of CONTACT, one at most, say. A damaged one is as good as none, unless only where the two
    sides were is damaged."""
    row = read_row(rows[0], _Row) if rows else None
    if row is None:
        return None
    port = row.port if isinstance(row.port, int) and 0 <= row.port <= 65_535 else 0
    try:
        packed = msgspec.msgpack.decode(row.addresses, type=list[bytes])
    except (msgspec.MsgspecError, TypeError):
        packed = []
    places = map(unpack_address, packed)
    return Contact(
        row.key, Secret(row.token), row.epoch, port, tuple(place for place in places if place is not None)
    )
