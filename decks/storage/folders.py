"""The folders of decks: the file that a key means, the names in use, and how a file is written."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from core.clean import clean, shown_path
from decks.model import Deck, DeckError
from decks.names import file_stem, quoted
from decks.storage.atomic import write_whole
from decks.storage.paths import DRAFT, ENDING, DeckPaths, names_in
from decks.text.deck_file import read_deck, write_deck

STOCK = "stock/"
"""What the keys of decks that come with a game begin with; no file name has a slash in it."""
SHARED = "shared/"
"""What the keys of decks in the other folder begin with."""
ELSEWHERE = "elsewhere/"
"""What the keys of drafts begin with whose decks are in a folder that is not used now."""
_SHARED_HOME = ".shared"
"""The folder of what is kept of decks in other folders; in it a folder for each of those."""


class FileTaken(DeckError):
    """A file can't be made, since by now there is one of this name."""


class DeckFolders:
    """Where the decks of one player are. All methods raise DeckError where something fails."""

    def __init__(self, folder: Path, shared: Path | None = None) -> None:
        """`folder` need not exist; it is made when the first deck is stored. `shared` is another folder of
        decks beside it, such as a club's."""
        self.folder = folder
        self._shared = shared

    @property
    def shared(self) -> Path | None:
        """The other folder of decks; None if there is none, or it is one's own again."""
        same = self._shared is not None and self._shared.resolve() == self.folder.resolve()
        return None if same else self._shared

    @shared.setter
    def shared(self, folder: Path | None) -> None:
        self._shared = folder

    def _stems(self, place: DeckPaths, besides: str = "") -> list[str]:
        """File names in use in the folder of a place, also of decks of which only a draft or former versions
        are left, so that a new deck never gets an old one's."""
        try:
            names = [name for name in os.listdir(place.folder) if not name.startswith(".")]
            names += names_in(place.folder, place.home)[1]
        except FileNotFoundError:
            names = []
        except OSError as error:
            raise self._no_folder(place.folder, error) from None
        others = [name for name in names if name not in (besides, besides + DRAFT)]
        return [name.casefold().removesuffix(DRAFT).removesuffix(ENDING) for name in others]

    def _no_folder(self, folder: Path, error: OSError | None = None) -> DeckError:
        what = f"can't be read: {reason(error)}" if error else "is not there"
        return DeckError(f"The folder of decks {shown_path(folder)} {what}.")

    def _free_key(self, name: str, before: str = "", tried: Iterable[str] = ()) -> str:
        """A key for a new deck in one's own folder, or in the shared one; none of those `tried` already."""
        stems = [key.removeprefix(before).removesuffix(ENDING) for key in tried]
        return f"{before}{file_stem(name, [*self._stems(self._place(before + 'x')), *stems])}{ENDING}"

    def _place(self, key: str) -> DeckPaths:
        """Where the deck of a key is, or would be."""
        if key.startswith(STOCK):
            raise DeckError("A deck that came with the game can't be changed: make a copy of your own.")
        folder: Path | None = self.folder
        home, name = self.folder, key
        if key.startswith(SHARED):
            folder, name = self.shared, key.removeprefix(SHARED)
            home = self._home_of(folder) if folder else home
        elif key.startswith(ELSEWHERE):
            digest, _, name = key.removeprefix(ELSEWHERE).partition("/")
            folder = home = self.folder / _SHARED_HOME / digest
            name = name if digest.isalnum() else ""
        if folder is None or not name or name != os.path.basename(name) or name.startswith("."):
            raise DeckError(f"{quoted(key)} is no file of the folder of decks.")
        return DeckPaths(folder, home, name)

    def _home_of(self, shared: Path) -> Path:
        """Where what is kept of the decks of another folder is: in one's own, apart for each."""
        whole = os.fsencode(shared.resolve())
        return self.folder / _SHARED_HOME / blake2b(whole, digest_size=8).hexdigest()

    def _elsewhere(self) -> list[str]:
        """The keys of what is kept of decks in folders that are not used now."""
        now = self._home_of(self.shared) if self.shared else None
        found = []
        with suppress(OSError):
            for home in sorted((self.folder / _SHARED_HOME).iterdir()):
                if home != now:
                    found += [f"{ELSEWHERE}{home.name}/{name}" for name in names_in(home, home)[1]]
        return found


def checked(deck: Deck, text: str = "") -> str:
    """The text of a deck's file, the given one or ours, once it is sure that it says this deck."""
    text = text or write_deck(deck)
    if read_deck(text.encode(), clean(deck.name, 40) or "deck") != deck:
        raise DeckError("This deck would not be read back as it is; it was not saved.")
    return text


def write(
    path: Path,
    text: str,
    place: Callable[[Path, Path], None],
    durable: bool = True,
    exact: int | None = None,
) -> None:
    """Write a file whole or not at all, as write_whole does."""
    try:
        write_whole(path, text.encode(), place, durable=durable, exact=exact)
    except OSError as error:
        kind = FileTaken if isinstance(error, FileExistsError) and os.path.lexists(path) else DeckError
        raise kind(f"{clean(path.name, 60)} can't be saved: {reason(error)}.") from None


def reason(error: OSError) -> str:
    """What the system says has failed."""
    return error.strerror or str(error)
