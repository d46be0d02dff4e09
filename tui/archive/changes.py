"""Changing the archive: a match, its entries and its end come in, a match goes out.

All but `delete` are for within `Archive.writing`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Container, Sequence

import msgspec

from core.clean import clean
from core.contract.header import Header
from core.contract.outcome import Outcome
from core.engine.entry import Entry
from tui.archive import match_lock
from tui.archive.database import Archive, ArchiveError
from tui.archive.queries import Summary
from tui.archive.rows import seen_of
from tui.archive.schema import own_shape

_encode = msgspec.json.Encoder(order="deterministic").encode


def insert(
    db: sqlite3.Connection,
    header: Header,
    h0: bytes,
    seats: Sequence[int],
    begun: int,
    series: str = "",
    save: bytes | None = None,
    imported: bool = False,
) -> tuple[int, int]:
    """Put a match without entries into an archive that is being written to; its row, and which of those
    with its id it is. `save` is where its record goes; of one that was `imported`, `begun` is when."""
    last = "SELECT coalesce(max(copy), 0) + 1 FROM matches WHERE match = ?"
    (copy,) = db.execute(last, (header.match,)).fetchone()
    row = db.execute(
        "INSERT INTO matches (match, copy, seats, game, app, rules, players, begun, imported, series, save)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            header.match,
            copy,
            ",".join(map(str, seats)),
            header.game,
            clean(header.app, 20),
            header.rules,
            seen_of(header),
            begun,
            imported,
            series,
            save,
        ),
    ).lastrowid
    assert row is not None
    db.execute("INSERT INTO headers VALUES (?, ?, ?)", (row, _encode(header), h0))
    return row, copy


def unbegun(db: sqlite3.Connection, match: str, seats: Sequence[int]) -> list[int]:
    """What an earlier handshake at the same table has left of this match at the same seats: which of those
    with its id. Nothing was played of it, and the other machine has no match by it."""
    rows = db.execute(
        "SELECT copy FROM matches WHERE match = ? AND seats = ? AND outcome IS NULL"
        " AND NOT EXISTS (SELECT 1 FROM entries WHERE entries.id = matches.id)",
        (match, ",".join(map(str, seats))),
    )
    return [copy for (copy,) in rows.fetchall()]


def copy_match(old: sqlite3.Connection, row: int, db: sqlite3.Connection) -> tuple[int, int]:
    """Put a match of another archive, with all that is kept beside it, into one that is being written to; its
    row there, and which of those with its id it is: the same as before, if that is free."""
    tables = own_shape()
    columns = [name for _, name, *_ in tables["matches"] if name != "id"]
    values = old.execute(f"SELECT {', '.join(columns)} FROM matches WHERE id = ?", (row,)).fetchone()
    known = dict(zip(columns, values, strict=True))
    there = {copy for (copy,) in db.execute("SELECT copy FROM matches WHERE match = ?", (known["match"],))}
    if known["copy"] in there:
        known["copy"] = max(there) + 1
    places = ", ".join("?" * len(columns))
    new = db.execute(
        f"INSERT INTO matches ({', '.join(columns)}) VALUES ({places})", list(known.values())
    ).lastrowid
    assert new is not None
    for table, shape in tables.items():
        beside = [name for _, name, *_ in shape if name != "id"]
        if table != "matches":
            found = old.execute(f"SELECT ?, {', '.join(beside)} FROM {table} WHERE id = ?", (new, row))
            into = f"INSERT INTO {table} (id, {', '.join(beside)}) VALUES (?{', ?' * len(beside)})"
            db.executemany(into, found.fetchall())
    return new, known["copy"]


def add_entries(
    db: sqlite3.Connection,
    row: int,
    n: int,
    entries: Sequence[Entry],
    placed: Sequence[int | None],
    automatic: Container[int],
) -> None:
    """Add entries to a match, the first being number n. `placed` says when each was placed; `automatic` has
    the numbers of those that were answered for a person."""
    for number, (entry, when) in enumerate(zip(entries, placed, strict=True), n):
        signature = None if entry.signature is None else bytes.fromhex(entry.signature)
        db.execute(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                row,
                number,
                entry.by,
                entry.text,
                bytes.fromhex(entry.hash),
                signature,
                when,
                number in automatic,
            ),
        )


def set_outcome(db: sqlite3.Connection, row: int, outcome: Outcome | None) -> None:
    """Say how a match has ended, if it has."""
    if outcome is not None:
        db.execute("UPDATE matches SET outcome = ? WHERE id = ?", (_encode(outcome).decode(), row))


def leave_at_one(archive: Archive, match: str) -> None:
    """The second of two games is not wanted: this match, the first, stands alone, and the other machine, if
    there is one, need not be found any more. Raises ArchiveError."""
    first = "match = ? AND outcome IS NOT NULL"
    with archive.writing() as db:
        db.execute(f"DELETE FROM contacts WHERE id IN (SELECT id FROM matches WHERE {first})", (match,))
        db.execute(f"UPDATE matches SET series = '' WHERE {first}", (match,))


def delete(archive: Archive, kept: Summary) -> None:
    """Take a match out of the archive. Raises ArchiveError, also if it is being played."""
    try:
        lock = match_lock.claim(archive.path, kept.lock)
    except OSError as error:
        raise ArchiveError(f"Match {kept.name} can't be deleted ({error.strerror}).") from None
    if lock is None:
        raise ArchiveError(f"Match {kept.name} is being played, so it stays.")
    try:
        with archive.writing() as db:
            db.execute("DELETE FROM matches WHERE id = ?", (kept.id,))
    finally:
        lock.let_go()
