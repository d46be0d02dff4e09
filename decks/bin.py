"""The bin: decks that were deleted, each with its draft and its former versions, until they are thrown away.

A hidden folder beside the decks, with a numbered folder a deck.
"""

from __future__ import annotations

import errno
import os
import shutil
from contextlib import suppress
from pathlib import Path

import msgspec

from decks import former
from decks.files import read_file
from decks.model import Deck, DeckError
from decks.whole import write_whole

FOLDER = ".bin"
FORMER = "former"
DRAFT = "draft"


class Binned(msgspec.Struct, frozen=True):
    """A deck in the bin."""

    number: int
    """What the bin knows it by; larger is deleted later."""
    key: str
    """Its file's name, as it was."""
    deck: Deck | None
    """None if its file can't be read."""


def put(folder: Path, path: Path, draft: Path) -> int:
    """Move a deck into the bin of this folder, with its draft; gives its number. Raises OSError."""
    number = max(_numbers(folder), default=0) + 1
    home = home_of(folder, number)
    home.mkdir(parents=True)
    try:
        _move(path, home / path.name)
    except OSError:
        home.rmdir()
        raise
    # Killed here, the deck is in the bin, and what belongs to it is left behind.
    with suppress(FileNotFoundError):
        os.replace(draft, home / DRAFT)
    former.move(former.folder_of(path.parent, path.name), home / FORMER)
    return number


def _move(path: Path, to: Path) -> None:
    """Move a file, also to another disk: then it is whole there before it is gone here."""
    try:
        os.replace(path, to)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        write_whole(to, path.read_bytes())
        path.unlink()


def contents(folder: Path) -> list[Binned]:
    """What is in the bin, the last deleted first."""
    found = []
    for number in reversed(_numbers(folder)):
        key = key_of(folder, number)
        if key is None:
            continue
        try:
            deck: Deck | None = read_file(home_of(folder, number) / key)
        except DeckError:
            deck = None
        found.append(Binned(number, key, deck))
    return found


def key_of(folder: Path, number: int) -> str | None:
    """The file name of the deck of this number; None if there is none."""
    try:
        names = os.listdir(home_of(folder, number))
    except OSError:
        return None
    return next((name for name in sorted(names) if name.casefold().endswith(former.ENDING)), None)


def home_of(folder: Path, number: int) -> Path:
    """Where a deck in the bin lies."""
    return folder / FOLDER / f"{number:06}"


def throw_away(folder: Path, number: int) -> None:
    """Remove a deck in the bin for good. Raises OSError."""
    shutil.rmtree(home_of(folder, number))


def _numbers(folder: Path) -> list[int]:
    try:
        names = os.listdir(folder / FOLDER)
    except (FileNotFoundError, NotADirectoryError):
        return []
    return sorted(int(name) for name in names if name.isascii() and name.isdigit())
