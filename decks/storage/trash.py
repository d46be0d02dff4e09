"""The bin: decks that were deleted, each with its draft and its former versions, until they are thrown away.

A hidden folder beside the decks, with a numbered folder a deck, which is laid out as a folder of decks is.
"""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import msgspec

from core.clean import shown_path
from decks.model import Deck, DeckError
from decks.storage.atomic import write_whole
from decks.storage.folders import SHARED
from decks.storage.paths import DeckPaths, copy, copy_belongings, drop_belongings, names_in
from decks.text.deck_file import read_file

FOLDER = ".bin"
_ORIGIN = "from"
"""The file that says which folder a shared deck was in."""


class TrashedDeck(msgspec.Struct, frozen=True):
    """A deck in the bin."""

    number: int
    """What the bin knows it by; larger is deleted later."""
    key: str
    """Its file's name, as it was."""
    deck: Deck | None
    """None if its file can't be read."""
    origin: Path | None = None
    """The folder it was in, if that was a shared one."""

    def elsewhere(self, key: str) -> str:
        """Once it was brought back as this key: that it isn't where it was, in a sentence; empty if it is."""
        if self.origin is None or key.startswith(SHARED):
            return ""
        return f"It was in {shown_path(self.origin)}, which is not in use: it is a deck of your own now."


def put(folder: Path, paths: DeckPaths) -> int:
    """Move a deck and all that belongs to it into the bin of this folder; gives its number. Raises OSError,
    and then it is where it was."""
    home = _new_home(folder)
    inside = DeckPaths(home, home, paths.name)
    try:
        if paths.folder != folder:
            write_whole(home / _ORIGIN, os.fsencode(paths.folder.resolve()))
        copy_belongings(paths, inside)
        if paths.path.exists() or not os.listdir(home):
            _move(paths.path, inside.path)
    except OSError:
        shutil.rmtree(home, ignore_errors=True)
        raise
    drop_belongings(paths)
    return int(home.name)


def _new_home(folder: Path) -> Path:
    number = max(_numbers(folder), default=0)
    while True:
        number += 1
        home = _home(folder, number)
        try:
            home.mkdir(parents=True)
        except FileExistsError:  # another program deletes one now
            continue
        return home


def _move(path: Path, to: Path) -> None:
    """Move a file, also to another disk: then it is whole there before it is gone here."""
    try:
        os.replace(path, to)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        copy(path, to)
        path.unlink()


def contents(folder: Path) -> list[TrashedDeck]:
    """What is in the bin, the last deleted first."""
    found = []
    for number in reversed(_numbers(folder)):
        paths = paths_of(folder, number)
        if paths is None:
            continue
        try:
            deck: Deck | None = read_file(paths.path)
        except DeckError:
            deck = None
        found.append(TrashedDeck(number, paths.name, deck, origin(paths)))
    return found


def paths_of(folder: Path, number: int) -> DeckPaths | None:
    """Where the deck of this number is in the bin; None if there is none. It may be but a draft."""
    home = _home(folder, number)
    try:
        here, left = names_in(home, home)
    except OSError:
        return None
    return next((DeckPaths(home, home, name) for name in here + left), None)


def origin(paths: DeckPaths) -> Path | None:
    """The folder that a deck in the bin was in, if that was a shared one."""
    try:
        return Path(os.fsdecode((paths.folder / _ORIGIN).read_bytes()))
    except OSError:
        return None


def throw_away(folder: Path, number: int) -> None:
    """Remove a deck in the bin for good. Raises OSError."""
    shutil.rmtree(_home(folder, number))


def _home(folder: Path, number: int) -> Path:
    return folder / FOLDER / f"{number:06}"


def _numbers(folder: Path) -> list[int]:
    try:
        names = os.listdir(folder / FOLDER)
    except (FileNotFoundError, NotADirectoryError):
        return []
    return sorted(int(name) for name in names if name.isascii() and name.isdigit())
