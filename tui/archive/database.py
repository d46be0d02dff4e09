"""The archive's file: how it is opened, read and written, and what happens to one that can't be used.

A file that is damaged, or has other tables, is renamed and a new one begun; one of a newer form is refused;
neither is written to.
Whatever SQLite says comes out as a sentence.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from shlex import quote
from types import TracebackType

from core.clean import clean, shown_path
from core.engine.match import NotKept
from tui.archive import damaged, match_lock
from tui.archive.schema import APPLICATION, FAILURES, FORMAT, as_text, make_file, own_shape, shape

BUSY_SECONDS = 10.0
"""How long a change waits for that of another process."""

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_UNKNOWN = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_MISMATCH)
"""While a file is opened these come of a damaged head or damaged tables."""
_REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "it may only be read",
    sqlite3.SQLITE_BUSY: "another program is writing to it",
    sqlite3.SQLITE_CANTOPEN: "its folder can't be written to",
}


class ArchiveError(NotKept):
    """Something the archive can't do; the message is a sentence that says where and why."""


class _Unusable(Exception):
    """The file is no archive, not a whole one any more, or one with other tables; the message says which, as
    what follows `The archive of matches`."""


def _code(error: Exception) -> int:
    return int(getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF


def _is_damage(error: Exception) -> bool:
    return isinstance(error, UnicodeDecodeError) or _code(error) in _DAMAGED


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
        except FAILURES as error:
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

    @property
    def in_place(self) -> bool:
        """Whether the file is still where it was opened, and not removed or replaced since."""
        try:
            return self._is_there()
        except OSError:
            return False

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Something is read. What goes wrong is an ArchiveError."""
        try:
            yield self._db
        except FAILURES as error:
            raise self._told(error) from None

    def lasting(self) -> AbstractContextManager[None]:
        """What is kept within this lasts through a power cut too."""
        return self._synchronous("FULL")

    def passing(self) -> AbstractContextManager[None]:
        """What is kept within this is soon out of date: the disk is not waited for."""
        return self._synchronous("NORMAL")

    @contextmanager
    def _synchronous(self, level: str) -> Iterator[None]:
        with self.reading() as db:
            (usual,) = db.execute("PRAGMA synchronous").fetchone()
            db.execute(f"PRAGMA synchronous = {level}")
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
        except FAILURES as error:
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
                with match_lock.alone(self.path):
                    if not self.path.exists():
                        if damaged.wal(self.path).exists():
                            raise _Unusable("was damaged (its main file is gone)")
                        make_file(self.path)
            self._file = self.path.stat()
            if self._file.st_size == 0:
                # SQLite would take it for a new one, and delete what was still to be written into it.
                raise _Unusable("was damaged (nothing is left in it)")
            db = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None)
            db.text_factory = as_text
            version = _version(db)
            if version > FORMAT:
                raise ArchiveError(
                    f"The archive of matches, {shown_path(self.path)}, was written by a newer tesser (format"
                    f" {version}; this one knows {FORMAT}). Use that one, or another --profile."
                )
            if version < FORMAT or shape(db) != own_shape():
                raise _Unusable("was made by another version of tesser, with other tables")
            db.execute("PRAGMA foreign_keys = ON")
        except FAILURES as error:
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
        if _is_damage(error) and not match_lock.any_held(self.path):
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
        if match_lock.any_held(self.path):
            raise ArchiveError(
                f"The archive of matches, {where}, {what}, and a match is still being played from it:"
                " end that one first."
            )
        with match_lock.alone(self.path):
            if not self._is_there():
                return f"The archive of matches, {where}, {what}, and another program has set it aside."
            moved = damaged.rename(self.path)
        return (
            f"The archive of matches {what}. It was set aside, and a new one is begun;"
            f" tesser archive import {quote(shown_path(moved))} brings back what can be read of it."
        )

    def _is_there(self) -> bool:
        """Whether the file is still the one that was opened, or that was missed."""
        if self._file is None or not self.path.exists():
            return self._file is None and not self.path.exists() and damaged.wal(self.path).exists()
        return os.path.samestat(self._file, self.path.stat())


def _version(db: sqlite3.Connection) -> int:
    """The form of the file. Raises _Unusable for what is not ours."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (application,) = db.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION:
        raise _Unusable("was damaged (it is no archive of tesser's)")
    return int(version)


def _damaged(error: Exception) -> str:
    return f"was damaged ({clean(str(error), 80)})"
