"""The folders of decks: the file that a key means, the names in use, and how a file is written."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from core.clean import clean, shown_path
from decks.files import read_deck, write_deck
from decks.model import Deck, DeckError
from decks.names import file_stem, quoted
from decks.whole import write_whole

ENDING = ".toml"
DRAFT = ".draft"
HISTORY = ".history"
STOCK = "stock/"
"""What the keys of decks that come with a game begin with; no file name has a slash in it."""
SHARED = "shared/"
"""What the keys of decks in the other folder begin with."""


class DeckFolder:
    """Where the decks of one player are. All methods raise DeckError where something fails."""

    def __init__(self, folder: Path, shared: Path | None = None) -> None:
        """`folder` need not exist; it is made when the first deck is stored. `shared` is another folder of
        decks beside it, such as a club's."""
        self.folder = folder
        self.shared = shared

    def _names(self, folder: Path) -> list[str]:
        """The files of a folder that are not hidden, ours and others'."""
        try:
            return sorted(name for name in os.listdir(folder) if not name.startswith("."))
        except FileNotFoundError:
            if folder == self.folder:
                return []
            raise DeckError(f"The folder of decks {shown_path(folder)} is not there.") from None
        except OSError as error:
            raise DeckError(
                f"The folder of decks {shown_path(folder)} can't be read: {error.strerror}."
            ) from None

    def _stems(self, folder: Path, besides: str = "") -> list[str]:
        """File names in use, drafts too, so that a new deck never gets an old one's draft."""
        others = [name for name in self._names(folder) if name not in (besides, besides + DRAFT)]
        return [name.casefold().removesuffix(DRAFT).removesuffix(ENDING) for name in others]

    def _free_key(self, name: str) -> str:
        return file_stem(name, self._stems(self.folder)) + ENDING

    def _path(self, key: str) -> Path:
        if key.startswith(STOCK):
            raise DeckError("A deck that came with the game can't be changed: make a copy of your own.")
        name = key.removeprefix(SHARED)
        folder = self.folder if name == key else self.shared
        if folder is None or not name or name != os.path.basename(name) or name.startswith("."):
            raise DeckError(f"{quoted(key)} is no file of the folder of decks.")
        return folder / name

    def _draft_path(self, key: str) -> Path:
        """A draft is one's own, also of a deck that is shared."""
        path = self._path(key)
        if path.parent == self.folder:
            return path.with_name(path.name + DRAFT)
        return self.folder / f".shared-{path.name}{DRAFT}"

    def _history_path(self, key: str) -> Path:
        return self.folder / f".{self._draft_path(key).name.removesuffix(DRAFT).lstrip('.')}{HISTORY}"


def checked(deck: Deck, text: str = "") -> str:
    """The text of a deck's file, the given one or ours, once it is sure that it says this deck."""
    text = text or write_deck(deck)
    if read_deck(text.encode(), clean(deck.name, 40) or "deck") != deck:
        raise DeckError("This deck would not be read back as it is; it was not saved.")
    return text


def write(path: Path, text: str, place: Callable[[Path, Path], None], durable: bool = True) -> None:
    """Write a file whole or not at all: `place` moves the finished one to where it belongs."""
    try:
        write_whole(path, text.encode(), place, durable=durable)
    except OSError as error:
        raise DeckError(f"{clean(path.name, 60)} can't be saved: {reason(error)}.") from None


def reason(error: OSError) -> str:
    """What the system says has failed."""
    return error.strerror or str(error)
