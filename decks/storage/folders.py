"""The folders of decks of one player: their own and a shared one, and which files the key of a deck means.

A key is the name of a file in one's own folder, or begins with one of three prefixes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path

from core.clean import clean, shown_path
from decks.model import Deck, DeckError
from decks.names import file_stem, quoted
from decks.storage import locks
from decks.storage.atomic import write_whole
from decks.storage.locks import Lock
from decks.storage.paths import DRAFT, DeckPaths, names_in
from decks.text.deck_file import ENDING, read_deck, write_deck

STOCK = "stock/"
"""What the keys of decks that come with a game begin with; no file name has a slash in it."""
SHARED = "shared/"
"""What the keys of decks in the shared folder begin with."""
ELSEWHERE = "elsewhere/"
"""What the keys of drafts begin with whose decks are in a folder that is not used now."""
_SHARED_HOME = ".shared"
"""The folder of what is kept of decks in other folders; in it a folder for each of those."""


class FileTaken(DeckError):
    """A file can't be made, since by now there is one of this name."""


class DeckFolders:
    """Where the decks of one player are. All methods raise DeckError where something fails."""

    def __init__(self, own: Path, shared: Path | None = None) -> None:
        """`own` need not exist; it is made when the first deck is stored. `shared` is another folder of decks
        beside it, such as a club's."""
        self.own = own
        self._shared = shared

    @property
    def shared(self) -> Path | None:
        """The other folder of decks; None if there is none, or it is one's own again."""
        same = self._shared is not None and self._shared.resolve() == self.own.resolve()
        return None if same else self._shared

    @shared.setter
    def shared(self, folder: Path | None) -> None:
        self._shared = folder

    def paths(self, key: str) -> DeckPaths:
        """Where the deck of a key is, or would be."""
        if key.startswith(STOCK):
            raise DeckError("A deck that came with the game can't be changed: make a copy of your own.")
        folder: Path | None = self.own
        home, name = self.own, key
        if key.startswith(SHARED):
            folder, name = self.shared, key.removeprefix(SHARED)
            home = self._home_of(folder) if folder else home
        elif key.startswith(ELSEWHERE):
            digest, _, name = key.removeprefix(ELSEWHERE).partition("/")
            folder = home = self.own / _SHARED_HOME / digest
            name = name if digest.isalnum() else ""
        if folder is None or not name or name != os.path.basename(name) or name.startswith("."):
            raise DeckError(f"{quoted(key)} is no file of the folder of decks.")
        return DeckPaths(folder, home, name)

    def gone(self, key: str) -> bool:
        """Whether the file of a deck is not there, and its folder is."""
        paths = self.paths(key)
        return not paths.path.exists() and (paths.folder.is_dir() or paths.folder == self.own)

    def missing_folder(self, key: str) -> str:
        """That the folder of a shared deck is not there, in a sentence; empty if it is. One's own folder is
        made anew when it is needed."""
        folder = self.paths(key).folder
        return str(unreadable(folder)) if key.startswith(SHARED) and not folder.is_dir() else ""

    def is_shared(self, folder: Path | None) -> bool:
        """Whether this is the shared folder, and it is there."""
        shared = self.shared
        return shared is not None and shared.is_dir() and shared.resolve() == folder

    def free_key(self, name: str, before: str = "", tried: Iterable[str] = ()) -> str:
        """A key for a new deck in one's own folder, or in the shared one; none of those `tried` already."""
        stems = [key.removeprefix(before).removesuffix(ENDING) for key in tried]
        return f"{before}{file_stem(name, [*_stems(self.paths(before + 'x')), *stems])}{ENDING}"

    def free_name_beside(self, paths: DeckPaths, name: str) -> str:
        """What the file of a deck would be called under another name, in the folder it is in."""
        return file_stem(name, _stems(paths, paths.name)) + ENDING

    def elsewhere(self) -> list[str]:
        """The keys of what is kept of decks in folders that are not used now."""
        now = self._home_of(self.shared) if self.shared else None
        found = []
        with suppress(OSError):
            for home in sorted((self.own / _SHARED_HOME).iterdir()):
                if home != now:
                    found += [f"{ELSEWHERE}{home.name}/{name}" for name in names_in(home, home)[1]]
        return found

    def claim(self, key: str) -> Lock | None:
        """Have a deck for oneself, so that nobody else edits it, renames it or deletes it meanwhile; None if
        somebody has it. The system gives it free when this process ends."""
        return claim_paths(self.paths(key))

    def held(self, key: str) -> bool:
        """Whether somebody has this deck."""
        return locks.held(self.paths(key).lock)

    @contextmanager
    def having(self, key: str, lock: Lock | None = None) -> Iterator[Lock]:
        """Within this nobody else has the deck: by `lock`, of who has it already, or by one that is let go at
        the end. Raises DeckError if somebody has it."""
        mine = lock or self.claim(key)
        if mine is None:
            raise DeckError(f"{clean(key, 60)} is open in another tesser: close it there first.")
        try:
            yield mine
        finally:
            if lock is None:
                mine.let_go()

    @contextmanager
    def alone(self, key: str = "") -> Iterator[None]:
        """Within this no other program gives names or places in one's own folder, nor saves in it; nor in
        that of this deck, whoever else uses that."""
        with suppress(OSError):
            self.own.mkdir(parents=True, exist_ok=True)
        with locks.alone(self.own, *([self.paths(key).folder] if key else [])):
            yield

    def _home_of(self, shared: Path) -> Path:
        """Where what is kept of the decks of another folder is: in one's own, apart for each."""
        whole = os.fsencode(shared.resolve())
        return self.own / _SHARED_HOME / blake2b(whole, digest_size=8).hexdigest()


def claim_paths(paths: DeckPaths) -> Lock | None:
    """Have the deck at these paths for oneself; None if somebody has it."""
    if not paths.folder.is_dir():
        return Lock(paths.lock)
    try:
        paths.home.mkdir(parents=True, exist_ok=True)
        return locks.claim(paths.lock)
    except OSError:
        return Lock(paths.lock)  # no folder to write in: nobody else can have it either


def unreadable(folder: Path, error: OSError | None = None) -> DeckError:
    """That a folder of decks can't be read, or without an error that it is not there."""
    what = f"can't be read: {reason(error)}" if error else "is not there"
    return DeckError(f"The folder of decks {shown_path(folder)} {what}.")


def _stems(paths: DeckPaths, besides: str = "") -> list[str]:
    """File names in use in the folder of a deck, also of decks of which only a draft or former versions are
    left, so that a new deck never gets an old one's."""
    try:
        names = [name for name in os.listdir(paths.folder) if not name.startswith(".")]
        names += names_in(paths.folder, paths.home)[1]
    except FileNotFoundError:
        names = []
    except OSError as error:
        raise unreadable(paths.folder, error) from None
    others = [name for name in names if name not in (besides, besides + DRAFT)]
    return [name.casefold().removesuffix(DRAFT).removesuffix(ENDING) for name in others]


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
