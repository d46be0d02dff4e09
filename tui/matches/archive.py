"""Where the matches of this player are kept: a record file for each, written as it is played."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from core.clean import shown_path
from core.game import Outcome
from core.match import Entry, Header, NotKept
from core.record import write_end, write_entry, write_header


class CannotStore(NotKept):
    """The record can't be written; the message says where and why."""


def numbered(path: Path, number: int) -> Path:
    """Where the record of a game goes: the first's own name, then one with the game's number."""
    return path if not number else path.with_stem(f"{path.stem}-{number + 1}")


class RecordFile:
    """A core Store that appends to one file. Each call returns when the system has the bytes."""

    def __init__(self, path: Path) -> None:
        """The file is made when the match opens; an existing one is never overwritten."""
        self.path = path
        self._end = 0

    def open(self, header: Header, h0: bytes) -> None:
        try:
            # A record holds the seed and both decks: nobody else on this machine is to read it.
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            raise CannotStore(
                f"{shown_path(self.path)} exists already; give another place, since no record is overwritten."
            ) from None
        except OSError as error:
            raise CannotStore(f"{shown_path(self.path)} can't be made: {error.strerror}.") from None
        try:
            self._append(write_header(header, h0))
        except CannotStore as error:
            with suppress(OSError):
                self.path.unlink()  # there is no match that it could be the record of
            raise CannotStore(f"{error} So no match was begun: make room there first.") from None

    def append(self, entry: Entry, outcome: Outcome | None) -> None:
        self._append(write_entry(entry) + (b"" if outcome is None else write_end(outcome)))

    def _append(self, data: bytes) -> None:
        try:
            with self.path.open("r+b") as file:
                # Half a line that a full disk left there before is written over.
                file.seek(self._end)
                file.write(data)
                file.truncate()
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            with suppress(OSError):
                os.truncate(self.path, self._end)
            raise CannotStore(f"{shown_path(self.path)} can't be written ({error.strerror}).") from None
        self._end += len(data)
