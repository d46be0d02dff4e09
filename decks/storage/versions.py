"""Former versions of a deck: what its file said before each save, the last ten of them.

They lie in a folder a deck, numbered in their order. The time of a version is its file's: when it was saved.
"""

from __future__ import annotations

import os
import stat
import time
from contextlib import suppress
from pathlib import Path

import msgspec

from decks.model import Deck, DeckError
from decks.storage.atomic import move_to_free, write_whole
from decks.text.deck_file import ENDING, read_file

KEPT = 10
"""How many former versions of a deck are kept."""


class FormerVersion(msgspec.Struct, frozen=True):
    """One former version."""

    number: int
    """Larger is newer."""
    saved: float
    """When it was saved: seconds since 1970."""
    deck: Deck | None
    """None if it can't be read."""

    @property
    def when(self) -> str:
        """That time, here, to the second: more than one may be of the same minute."""
        return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(self.saved))


def keep(home: Path, data: bytes, was: os.stat_result) -> None:
    """Keep what a deck's file says, before it is replaced; `was` tells its time and who may read it. Raises
    OSError, and then it is not kept."""

    def place(finished: Path, to: Path) -> None:
        os.utime(finished, ns=(was.st_mtime_ns, was.st_mtime_ns))
        move_to_free(finished, to)

    numbers = _numbers(home)
    while not numbers or _file(home, numbers[-1]).read_bytes() != data:
        numbers.append(numbers[-1] + 1 if numbers else 1)
        file = _file(home, numbers[-1])
        try:
            write_whole(file, data, place, exact=stat.S_IMODE(was.st_mode))
        except FileExistsError:
            if not os.path.lexists(file):
                raise
        else:
            break
        # Another program has given this number meanwhile.
    for number in numbers[:-KEPT]:
        with suppress(OSError):
            _file(home, number).unlink()


def versions(home: Path) -> list[FormerVersion]:
    """The former versions in a folder, the newest first."""
    found = []
    for number in reversed(_numbers(home)):
        file = _file(home, number)
        try:
            deck: Deck | None = read_file(file)
        except DeckError:
            deck = None
        with suppress(OSError):
            found.append(FormerVersion(number, file.stat().st_mtime, deck))
    return found


def read(home: Path, number: int) -> Deck:
    """One former version. Raises DeckError."""
    return read_file(_file(home, number))


def _file(home: Path, number: int) -> Path:
    return home / f"{number:06}{ENDING}"


def _numbers(home: Path) -> list[int]:
    try:
        names = os.listdir(home)
    except (FileNotFoundError, NotADirectoryError):
        return []
    stems = [name.removesuffix(ENDING) for name in names if name.endswith(ENDING)]
    return sorted(int(stem) for stem in stems if stem.isascii() and stem.isdigit())
