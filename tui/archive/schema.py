"""The archive's file: how it is made and opened, and what happens to one that can't be used.

A file that is damaged, or has other tables, is renamed and a new one begun; one of a newer form is refused;
neither is written to.
Whatever SQLite says comes out as a sentence.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from shlex import quote
from types import TracebackType
from typing import Any, TypeAlias

from core.clean import clean, shown_path
from core.match import NotKept
from decks.whole import sync_folder
from tui.archive import running

FORMAT = 5
"""Of the file; raised with every change of its tables."""
APPLICATION = 0x74657373
"""In the file's head: that it is one of ours."""
BUSY_SECONDS = 10.0
"""How long a change waits for that of another process."""

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
    series TEXT NOT NULL,            -- the games it belongs to, as tui.matches.series has them; or empty
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

_FAILURES = (sqlite3.Error, UnicodeDecodeError)
"""What a file may cause; the second, where the message has a piece of a damaged file in it."""
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_UNKNOWN = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_MISMATCH)
"""While a file is opened these come of a damaged head or damaged tables."""
_REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "it may only be read",
    sqlite3.SQLITE_BUSY: "another program is writing to it",
    sqlite3.SQLITE_CANTOPEN: "its folder can't be written to",
}


ASIDE = ".damaged-"
"""What follows in the name of a file that was set aside; then when."""


class ArchiveError(NotKept):
    """Something the archive can't do; the message is a sentence that says where and why."""


class _Unusable(Exception):
    """The file is no archive, not a whole one any more, or one with other tables; the message says which, as
    what follows `The archive of matches`."""


Shape: TypeAlias = "dict[str, list[tuple[Any, ...]]]"
"""By table: number, name, type, whether it may be empty, default and place in the key of each column."""


def _code(error: Exception) -> int:
    return int(getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF


def _is_damage(error: Exception) -> bool:
    return isinstance(error, UnicodeDecodeError) or _code(error) in _DAMAGED


def _text(data: bytes) -> str:
    """A text of the file: one that is damaged is still a text."""
    return data.decode(errors="replace")


class Archive:
    """A player's matches, for one thread. Opening makes the file if there is none."""

    def __init__(self, path: Path, *, durable: bool = True) -> None:
        """With `durable` what was kept lasts through a power cut; without it, through anything that ends
        the program. Raises ArchiveError."""
        self.path = path
        self.note = ""
        """A sentence on what happened to the archive that was there before; empty if nothing did."""
        self._gone = ""
        """The same of the one that was open here; then nothing can be done with it any more."""
        self._file: os.stat_result | None = None
        self._db = self._opened()
        try:
            self._db.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
        except _FAILURES as error:
            self._db.close()
            raise self._told(error) from None

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Something is read. What goes wrong is an ArchiveError."""
        try:
            yield self._db
        except _FAILURES as error:
            raise self._told(error) from None

    @contextmanager
    def lasting(self) -> Iterator[None]:
        """What is kept within this lasts through a power cut too."""
        with self.reading() as db:
            (usual,) = db.execute("PRAGMA synchronous").fetchone()
            db.execute("PRAGMA synchronous = FULL")
        try:
            yield
        finally:
            with self.reading() as db:
                db.execute(f"PRAGMA synchronous = {usual}")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Something is changed: all of it is kept when this ends, or nothing, with an ArchiveError."""
        db = self._db
        try:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    if db.in_transaction:
                        db.execute("ROLLBACK")
                raise
        except _FAILURES as error:
            raise self._told(error, "written") from None

    def _opened(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self.path.exists() and not self.path.is_file():
                raise ArchiveError(f"{shown_path(self.path)} is no file, so no match can be kept there.")
            for _ in range(2):
                try:
                    return self._connected()
                except _Unusable as error:
                    self.note = self._set_aside(str(error))
            raise ArchiveError(f"{shown_path(self.path)} can't be made anew.")
        except OSError as error:
            raise ArchiveError(
                f"The archive of matches, {shown_path(self.path)}, can't be written ({error.strerror})."
            ) from None

    def _connected(self) -> sqlite3.Connection:
        """Raises _Unusable, ArchiveError and OSError."""
        db = None
        try:
            if not self.path.exists():
                with running.alone(self.path):
                    if not self.path.exists():
                        if _wal(self.path).exists():
                            raise _Unusable("was damaged (its main file is gone)")
                        _make(self.path)
            self._file = self.path.stat()
            if self._file.st_size == 0:
                # SQLite would take it for a new one, and delete what was still to be written into it.
                raise _Unusable("was damaged (nothing is left in it)")
            db = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None)
            db.text_factory = _text
            version = _version(db)
            if version > FORMAT:
                raise ArchiveError(
                    f"The archive of matches, {shown_path(self.path)}, was written by a newer tesser (format"
                    f" {version}; this one knows {FORMAT}). Use that one, or another --profile."
                )
            if version < FORMAT or shape(db) != _own_shape():
                raise _Unusable("was made by another version of tesser, with other tables")
            db.execute("PRAGMA foreign_keys = ON")
        except _FAILURES as error:
            if db is not None:
                db.close()
            if _is_damage(error) or _code(error) in _UNKNOWN:
                raise _Unusable(_damaged(error)) from None
            raise self._told(error, "opened") from None
        except BaseException:
            if db is not None:
                db.close()
            raise
        return db

    def _told(self, error: Exception, what: str = "read") -> ArchiveError:
        """What SQLite says, as a sentence. A damaged file is set aside, where nobody plays from it."""
        if self._gone:
            return ArchiveError(self._gone)
        if _is_damage(error) and not running.any_held(self.path):
            self._db.close()
            with suppress(OSError):
                self._gone = self._set_aside(_damaged(error))
                return ArchiveError(self._gone)
        reason = _REASONS.get(_code(error), str(error))
        if _code(error) == sqlite3.SQLITE_CANTOPEN and not os.access(self.path, os.R_OK | os.W_OK):
            reason = "you may not read and write it; whoever owns the file can change that"
        return ArchiveError(f"The archive of matches, {shown_path(self.path)}, can't be {what} ({reason}).")

    def _set_aside(self, what: str) -> str:
        """Rename the file, and say so; `what` as _Unusable has it. Raises OSError, and ArchiveError if
        somebody plays from it."""
        where = shown_path(self.path)
        if running.any_held(self.path):
            raise ArchiveError(
                f"The archive of matches, {where}, {what}, and a match is still being played from it:"
                " end that one first."
            )
        with running.alone(self.path):
            if not self._is_there():
                return f"The archive of matches, {where}, {what}, and another program has set it aside."
            aside = self.path.with_name(f"{self.path.name}{ASIDE}{time.strftime('%Y%m%d-%H%M%S')}")
            aside = next(one for one in _names(aside) if not one.exists() and not _wal(one).exists())
            for end in ("-wal", ""):
                with suppress(FileNotFoundError):
                    os.rename(f"{self.path}{end}", f"{aside}{end}")
            with suppress(FileNotFoundError):
                os.unlink(f"{self.path}-shm")
            aside.touch(0o600)
        return (
            f"The archive of matches {what}. It was set aside, and a new one is begun;"
            f" tesser archive import {quote(shown_path(aside))} brings back what can be read of it."
        )

    def _is_there(self) -> bool:
        """Whether the file is still the one that was opened, or that was missed."""
        if self._file is None or not self.path.exists():
            return self._file is None and not self.path.exists() and _wal(self.path).exists()
        return os.path.samestat(self._file, self.path.stat())


def _wal(path: Path) -> Path:
    """Where SQLite has what is still to be written into a file."""
    return path.with_name(f"{path.name}-wal")


def set_aside(path: Path) -> list[Path]:
    """The damaged archives that were set aside where this one is, the newest first."""
    try:
        found = [path.with_name(name) for name in os.listdir(path.parent)]
    except OSError:
        return []
    head = f"{path.name}{ASIDE}"
    return sorted(
        (one for one in found if one.name.startswith(head) and not one.name.endswith("-wal")), reverse=True
    )


def _names(path: Path) -> Iterator[Path]:
    """This name, and others like it."""
    yield path
    for number in count(2):
        yield path.with_name(f"{path.name}-{number}")


def _version(db: sqlite3.Connection) -> int:
    """The form of the file. Raises _Unusable for what is not ours."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (application,) = db.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION:
        raise _Unusable("was damaged (it is no archive of tesser's)")
    return int(version)


def _damaged(error: Exception) -> str:
    return f"was damaged ({clean(str(error), 80)})"


def shape(db: sqlite3.Connection) -> Shape:
    """Tables and columns of a file, but not how they are written. Raises sqlite3.Error."""
    names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
    columns = 'SELECT cid, name, type, "notnull", dflt_value, pk FROM pragma_table_info(?)'
    return {name: db.execute(columns, (name,)).fetchall() for (name,) in db.execute(names).fetchall()}


@cache
def _own_shape() -> Shape:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        _make_tables(db)
        return shape(db)


def _make_tables(db: sqlite3.Connection) -> None:
    for statement in _TABLES.split(";\n"):
        if statement.strip():
            db.execute(statement)


def _make(path: Path) -> None:
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
        _make_tables(db)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {FORMAT}")
        db.execute("COMMIT")
        db.execute("PRAGMA journal_mode = WAL")
    os.replace(new, path)
    sync_folder(path.parent)


@contextmanager
def readable(path: Path) -> Iterator[sqlite3.Connection]:
    """A copy of an archive that was set aside, as far as it can be read: SQLite might change the file itself.
    Raises sqlite3.Error, UnicodeDecodeError and OSError."""
    with tempfile.TemporaryDirectory(prefix="tesser-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        for end in ("", "-wal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{end}", f"{copy}{end}")
        if not _has_tables(copy):
            # The head and the empty tables of every archive are the same.
            fresh = Path(folder) / "fresh.sqlite3"
            _make(fresh)
            _put_head(copy, fresh.read_bytes())
            with suppress(FileNotFoundError):
                shutil.copyfile(_wal(path), _wal(copy))
        with closing(sqlite3.connect(copy, isolation_level=None)) as db:
            db.text_factory = _text
            yield db


def _has_tables(path: Path) -> bool:
    """Whether it can be seen which tables this file has. It may be changed by that."""
    if path.stat().st_size == 0:
        return False
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            return "matches" in shape(db)
    except _FAILURES:
        return False


def _put_head(path: Path, fresh: bytes) -> None:
    """Give a file the head of a fresh archive; one that is shorter than that, all of it."""
    page = int.from_bytes(fresh[16:18], "big")
    data = path.read_bytes()
    pages = max(len(data), len(fresh)) // page
    head = fresh[:28] + pages.to_bytes(4, "big") + fresh[32:page]
    path.write_bytes(head + data[page:] + fresh[max(len(data), page) :])
