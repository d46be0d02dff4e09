"""Where one deck lies, and what belongs to it: its draft, its history, its former versions, its lock.

A folder of decks and each deck in the bin are laid out alike, so that all of it goes from one to the other
in one way: first it is whole there, then it is gone here. Killed in between, it is in both.
"""

from __future__ import annotations

import os
import shutil
import stat
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import msgspec

from decks.storage.atomic import LEFT_ENDING, move_to_free, write_whole
from decks.text.deck_file import ENDING

DRAFT = ".draft"
HISTORY = ".history"
LOCK = ".lock"
FORMER = ".former"
"""The folder of former versions, in it a folder a deck."""


class DeckPaths(msgspec.Struct, frozen=True):
    """Where the file of a deck is, or would be."""

    folder: Path
    """Of the deck and its former versions."""
    home: Path
    """Of what is kept while it is changed; one's own, also where the deck is shared."""
    name: str
    """The deck's file's."""

    @property
    def path(self) -> Path:
        """The deck's file."""
        return self.folder / self.name

    @property
    def draft(self) -> Path:
        """The file of the changes that are not saved."""
        return self.home / f"{self.name}{DRAFT}"

    @property
    def history(self) -> Path:
        """The file of how they came about."""
        return self.home / f".{self.name}{HISTORY}"

    @property
    def lock(self) -> Path:
        """The file that is locked by who changes it."""
        return self.home / f".{self.name}{LOCK}"

    @property
    def former(self) -> Path:
        """The folder of its former versions."""
        return self.folder / FORMER / self.name

    @property
    def taken(self) -> bool:
        """Whether there is anything here."""
        return any(map(os.path.lexists, (self.path, self.draft, self.history, self.former)))

    def renamed(self, name: str) -> DeckPaths:
        """The paths of another deck beside it."""
        return msgspec.structs.replace(self, name=name)


def names_in(folder: Path, home: Path) -> tuple[list[str], list[str]]:
    """The names of the deck files of a folder, and of the decks of which there is a draft or a former version
    and no file. Raises OSError if the folder can't be read."""
    here = [name for name in os.listdir(folder) if name.casefold().endswith(ENDING) and name[0] != "."]
    left = {name.removesuffix(DRAFT) for name in _listed(home) if name.endswith(DRAFT) and name[0] != "."}
    left |= {name for name in _listed(folder / FORMER) if _listed(folder / FORMER / name)}
    return sorted(here), sorted(name for name in left.difference(here) if name.casefold().endswith(ENDING))


def _listed(folder: Path) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def copy_belongings(source: DeckPaths, target: DeckPaths) -> list[Path]:
    """Have all that belongs to a deck at another place too, where nothing is; gives what is there by this.
    Raises OSError, FileExistsError if something is there already, and then nothing is there by this."""
    made: list[Path] = []
    try:
        names = [name for name in sorted(_listed(source.former)) if not name.endswith(LEFT_ENDING)]
        if names:
            target.former.parent.mkdir(parents=True, exist_ok=True)
            target.former.mkdir()
            made.append(target.former)
        for name in names:
            copy(source.former / name, target.former / name)
        for one, other in ((source.history, target.history), (source.draft, target.draft)):
            if one.is_file():
                copy(one, other)
                made.append(other)
    except OSError:
        drop_copies(made)
        raise
    return made


def drop_copies(made: list[Path]) -> None:
    """Remove what copy_belongings made, and nothing that somebody else has put there."""
    for path in made:
        _remove(path)


def copy(source: Path, target: Path, data: bytes | None = None) -> None:
    """Have a file at another place too, where none is, with the same time and the same mode; it may say
    something else there. Raises OSError."""
    was = source.stat()
    said = source.read_bytes() if data is None else data

    def place(finished: Path, to: Path) -> None:
        os.utime(finished, ns=(was.st_mtime_ns, was.st_mtime_ns))  # the time of a version is its file's
        move_to_free(finished, to)

    write_whole(target, said, place, exact=stat.S_IMODE(was.st_mode))


def drop_belongings(paths: DeckPaths) -> None:
    """Forget all that belongs to a deck. Raises nothing: what is left is seen in the list of decks."""
    for path in (paths.draft, paths.history, paths.former):
        _remove(path)


def _remove(path: Path) -> None:
    """Remove a file, or a folder of former versions, as far as that can be."""
    if path.parent.name == FORMER:
        shutil.rmtree(path, ignore_errors=True)
        with suppress(OSError):
            path.parent.rmdir()
    else:
        with suppress(OSError):
            path.unlink()


def stamp(path: Path) -> str:
    """Tells one content of a file from another; empty if it can't be read."""
    try:
        return stamp_of(path.read_bytes())
    except OSError:
        return ""


def stamp_of(data: bytes) -> str:
    """The stamp of a file that says this."""
    return blake2b(data, digest_size=16).hexdigest()
