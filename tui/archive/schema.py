"""The form of the archive's file: its tables, and how an empty one is made."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from decks.storage.atomic import sync_folder

FORMAT = 5
"""Of the file; raised with every change of its tables."""
APPLICATION = 0x74657373
"""In the file's head: that it is one of ours."""

_TABLES = """
CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    match TEXT NOT NULL,             -- the header's id, hex
    copy INTEGER NOT NULL,           -- from 1: a seed may be played again, two seats be held here
    seats TEXT NOT NULL,             -- those held here, as 0,1
    game TEXT NOT NULL,
    app TEXT NOT NULL,
    rules TEXT NOT NULL,
    players TEXT NOT NULL,           -- JSON: a list of [name, player, peer] a seat
    begun INTEGER NOT NULL,          -- milliseconds since 1970, as all times
    outcome TEXT,                    -- JSON; none while it is not finished
    imported INTEGER NOT NULL,       -- whether it came with a record; `begun` is when
    series TEXT NOT NULL,            -- the games it belongs to, as tui.match.series has them; or empty
    save BLOB,                       -- where its record goes, as the system has paths; none if nobody asked
    UNIQUE (match, copy)
);
CREATE INDEX unfinished ON matches (id) WHERE outcome IS NULL;
CREATE TABLE headers (
    id INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
    header BLOB NOT NULL,            -- as in a record
    h0 BLOB NOT NULL
);
CREATE TABLE contacts (
    id INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
    token BLOB NOT NULL,             -- lets the two machines of a match back in
    key BLOB NOT NULL,               -- the other machine's CURVE key
    epoch INTEGER NOT NULL,          -- number of handshakes so far
    port INTEGER NOT NULL,           -- where this machine has listened last
    addresses BLOB NOT NULL          -- msgpack: where the other one may be, IP and port as bytes
);
CREATE TABLE requests (
    id INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
    account TEXT NOT NULL            -- JSON: what the machines have asked of each other so far
);
CREATE TABLE clocks (
    id INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    n INTEGER NOT NULL,              -- the entry its person was asked for last
    left INTEGER NOT NULL,           -- what is left to it, milliseconds
    gifts INTEGER NOT NULL,          -- how often it was given time by the other machine, or from here
    PRIMARY KEY (id, seat)
) WITHOUT ROWID;
CREATE TABLE disputes (
    id INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    n INTEGER NOT NULL,              -- the entry on which the two machines did not agree
    settled INTEGER NOT NULL         -- whether the match has gone back to the one before
);
CREATE INDEX disputed ON disputes (id);
CREATE TABLE entries (
    id INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    n INTEGER NOT NULL,
    by INTEGER NOT NULL,
    text TEXT NOT NULL,
    hash BLOB NOT NULL,
    signature BLOB,
    placed INTEGER,                  -- when; none if it came with a record
    automatic INTEGER NOT NULL,      -- whether it was answered for a person
    PRIMARY KEY (id, n)
) WITHOUT ROWID;
CREATE TABLE damaged (               -- entries that were found damaged, and those after them, as they were
    id INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    n, by, text, hash, signature, placed, automatic,
    since INTEGER NOT NULL           -- when they were set aside
);
"""

MAGIC = b"SQLite format 3\x00"
"""What an archive's file begins with."""

FAILURES = (sqlite3.Error, UnicodeDecodeError)
"""What a file may cause; the second, where the message has a piece of a damaged file in it."""

Shape: TypeAlias = "dict[str, list[tuple[Any, ...]]]"
"""By table: number, name, type, whether it may be empty, default and place in the key of each column."""


def as_text(data: bytes) -> str:
    """A text of the file: one that is damaged is still a text."""
    return data.decode(errors="replace")


def shape(db: sqlite3.Connection) -> Shape:
    """Tables and columns of a file, but not how they are written. Raises sqlite3.Error."""
    names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
    columns = 'SELECT cid, name, type, "notnull", dflt_value, pk FROM pragma_table_info(?)'
    return {name: db.execute(columns, (name,)).fetchall() for (name,) in db.execute(names).fetchall()}


@cache
def own_shape() -> Shape:
    """The tables and columns of this form."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        make_tables(db)
        return shape(db)


def make_tables(db: sqlite3.Connection) -> None:
    """Give an empty file the tables of this form. Raises sqlite3.Error."""
    for statement in _TABLES.split(";\n"):
        if statement.strip():
            db.execute(statement)


def make_file(path: Path) -> None:
    """Make an archive: beside its place first, so that one that is there is a whole one whenever the power
    goes. Raises OSError and sqlite3.Error."""
    new = path.with_name(f".{path.name}.new")
    for end in ("", "-journal", "-wal"):
        with suppress(FileNotFoundError):
            os.unlink(f"{new}{end}")
    # It holds seeds and both decks: nobody else on this machine is to read it.
    os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    with closing(sqlite3.connect(new, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        make_tables(db)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {FORMAT}")
        db.execute("COMMIT")
        db.execute("PRAGMA journal_mode = WAL")
    os.replace(new, path)
    sync_folder(path.parent)
