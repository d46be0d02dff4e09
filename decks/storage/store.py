"""Where decks are: those that come with the games, and a folder of one's own.

A deck is stored whole or not at all: written beside its place, forced to disk, then renamed. Looking never
writes, nothing is overwritten that was not opened before, and a file that can't be read is left alone.
Changes that are not saved yet are kept in a draft beside the deck.
"""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from functools import partial
from pathlib import Path

import msgspec

from core.clean import clean
from decks.model import Deck, DeckError
from decks.storage import trash, versions
from decks.storage.atomic import move_to_free, sweep
from decks.storage.catalog import Catalog, same_but_named
from decks.storage.drafts import Drafts
from decks.storage.folders import (
    ELSEWHERE,
    SHARED,
    DeckFolders,
    FileTaken,
    checked,
    claim_paths,
    reason,
    write,
)
from decks.storage.locks import Lock
from decks.storage.paths import DeckPaths, copy, copy_belongings, drop_belongings, drop_copies, stamp_of
from decks.storage.trash import TrashedDeck
from decks.storage.versions import FormerVersion
from decks.text.deck_file import ENDING, FILE_LIMIT, read_file
from decks.text.deck_file_patch import rewritten


class DeckChanged(DeckError):
    """The file of a deck is no longer what it was when the deck was opened."""


class Remains(msgspec.Struct, frozen=True):
    """What there is of a deck whose file is gone or can't be read: a draft, or a former version."""

    title: str
    deck: Deck


class DeckStore:
    """The decks of one player. All methods raise DeckError, with a sentence, where something fails."""

    def __init__(self, own: Path, shared: Path | None = None) -> None:
        """The decks in these folders, as DeckFolders has them."""
        self.folders = DeckFolders(own, shared)
        self.drafts = Drafts(self.folders)
        self.catalog = Catalog(self.folders, self.drafts)

    def create(self, deck: Deck, like: str = "") -> str:
        """Store a new deck under a file name of its own; gives its key. What is written by hand in the text
        of a deck file that it is `like` stays."""
        checked(deck)
        with self.folders.alone():
            self.catalog.refuse_name(deck.name)
            return self._create(deck, like)

    def create_named(self, deck: Deck, like: str = "") -> str:
        """The same under its name, or with a number behind that if there is a deck of that name already,
        whoever else makes one at this moment."""
        checked(deck)
        with self.folders.alone():
            return self._create(deck.renamed(self.catalog.free_name(deck.name)), like)

    def _create(self, deck: Deck, like: str = "") -> str:
        text = checked(deck, rewritten(like.encode(errors="replace"), deck))
        tried: list[str] = []
        while True:
            tried.append(self.folders.free_key(deck.name, tried=tried))
            try:
                write(self.folders.paths(tried[-1]).path, text, move_to_free)
            except FileTaken:
                continue  # by a program that knows no locks
            return tried[-1]

    def save(self, key: str, deck: Deck, stamp: str | None = None) -> str:
        """Replace a deck that was opened; gives the stamp of what its file says now. A draft stays.

        If `stamp` is given and the file is another by now, nothing is written: raises DeckChanged.
        """
        with self.folders.alone(key):
            return self._replace(key, deck, stamp)

    def _replace(self, key: str, deck: Deck, stamp: str | None = None) -> str:
        """Put a deck in the place of what the file said, which is kept as a former version."""
        paths = self.folders.paths(key)
        if missing := self.folders.missing_folder(key):
            raise DeckError(missing)
        while True:
            old = self._keep_former(key, paths, stamp)
            if stamp is not None and stamp != ("" if old is None else stamp_of(old)):
                what = "was removed" if old is None else "was changed"
                raise DeckChanged(f"{clean(key, 60)} {what} outside this program since it was opened.")
            text = checked(deck, rewritten(old if old and len(old) <= FILE_LIMIT else b"", deck))
            try:
                write(paths.path, text, partial(_take_over, old))
            except FileTaken:
                continue  # by a program that knows no locks: what it wrote is kept too
            sweep(paths.folder)
            sweep(paths.former)
            return stamp_of(text.encode())

    def _keep_former(self, key: str, paths: DeckPaths, stamp: str | None) -> bytes | None:
        """What the file of a deck says; None if there is none. It is kept as a former version, unless it is
        not what is to be replaced."""
        try:
            with suppress(FileNotFoundError, NotADirectoryError), paths.path.open("rb") as file:
                old = file.read()
                if stamp is None or stamp == stamp_of(old):
                    versions.keep(paths.former, old, os.fstat(file.fileno()))
                return old
        except OSError as error:
            raise DeckError(
                f"{clean(key, 60)} can't be saved, since what it was can't be kept: {reason(error)}."
            ) from None
        return None

    def versions(self, key: str) -> list[FormerVersion]:
        """What the deck was before its last saves, the newest first; its file need not be there."""
        return versions.versions(self.folders.paths(key).former)

    def version(self, key: str, number: int) -> Deck:
        """One former version of a deck."""
        return versions.read(self.folders.paths(key).former, number)

    def remains(self, key: str) -> list[Remains]:
        """What can be put in the place of a file that is gone or can't be read: the changes that were never
        saved, then the former versions, the newest first."""
        found = []
        with suppress(DeckError):
            if (draft := self.drafts.deck(key)) is not None:
                found.append(Remains("The changes that were never saved", draft))
        for one in self.versions(key):
            if one.deck is not None:
                found.append(Remains(f"The version of {one.when}", one.deck))
        return found

    def put_back(self, key: str, deck: Deck) -> str:
        """Save one of its remains as the deck of this key; gives its key, another one if its folder is not
        used now. What the file says is kept as a former version."""
        with self.folders.having(key):
            if key.startswith(ELSEWHERE):
                back = self.create_named(deck)
            else:
                back = key
                self.save(key, deck)
            with suppress(DeckError):
                draft = self.drafts.deck(key)
                if draft is not None and same_but_named(draft, deck):
                    if back != key and (history := self.drafts.history(key)) is not None:
                        self.drafts.keep_history(back, history)
                    drop_belongings(self.folders.paths(key)) if back != key else self.drafts.drop(key)
        return back

    def rename(self, key: str, name: str) -> str:
        """Give a deck another name, and its file too where that can be; gives its new key. All that belongs
        to it stays with it."""
        with self.folders.having(key) as lock:
            return self.rename_held(key, name, lock)[0]

    def rename_held(self, key: str, name: str, lock: Lock, stamp: str | None = None) -> tuple[str, str]:
        """The same for who has the deck, and has it afterwards; gives its key and its stamp. Raises
        DeckChanged as save does."""
        with self.folders.alone(key):
            return self._rename(key, name, lock, stamp)

    def _rename(self, key: str, name: str, lock: Lock, stamp: str | None) -> tuple[str, str]:
        deck, now = self.catalog.open(key)
        self.catalog.refuse_name(name, key)
        # The name first: killed between the two, or where the file can't be moved, the deck is whole under
        # its old file name.
        new = self._replace(key, deck.renamed(name), now if stamp is None else stamp)
        self.drafts.rebase(key, name, now, new)
        paths = self.folders.paths(key)
        target = paths.renamed(self.folders.free_name_beside(paths, name))
        other = claim_paths(target) if target != paths else None
        if other is None:
            return key, new
        made: list[Path] = []
        try:
            made = copy_belongings(paths, target)
            move_to_free(paths.path, target.path)
        except OSError:
            with suppress(OSError):
                if target.path.samefile(paths.path):
                    target.path.unlink()
            drop_copies(made)
            other.let_go()
            return key, new
        drop_belongings(paths)
        lock.become(other)
        return key.removesuffix(paths.name) + target.name, new

    def delete(self, key: str, lock: Lock | None = None) -> int:
        """Move a deck and all that belongs to it into the bin of one's own folder, from wherever it is; gives
        the number it has there. `lock` is that of who has it."""
        paths = self.folders.paths(key)
        with self.folders.having(key, lock), self.folders.alone(key):
            try:
                return trash.put(self.folders.own, paths)
            except OSError as error:
                raise DeckError(f"{clean(key, 60)} can't be deleted: {reason(error)}.") from None

    def binned(self) -> list[TrashedDeck]:
        """What is in the bin, the last deleted first."""
        return trash.contents(self.folders.own)

    def bring_back(self, number: int) -> str:
        """Take a deck out of the bin, into the folder it was in, or into one's own if that is not used now;
        gives its key. It gets another name if its own is taken by now."""
        with self.folders.alone():
            return self._bring_back(number)

    def _bring_back(self, number: int) -> str:
        inside = self._in_bin(number)
        before = SHARED if self.folders.is_shared(trash.origin(inside)) else ""
        try:
            deck: Deck | None = read_file(inside.path)
        except DeckError:
            deck = None
        name = inside.name.removesuffix(ENDING) if deck is None else self.catalog.free_name(deck.name)
        tried: list[str] = []
        while True:
            tried.append(back := self.folders.free_key(name, before, tried))
            lock = self.folders.claim(back)
            if lock is None:
                continue
            try:
                self._bring_to(back, self._in_bin(number), deck, name)
            except OSError as error:
                if isinstance(error, FileExistsError) and self.folders.paths(back).taken:
                    continue  # somebody else who uses that folder was faster
                raise DeckError(f"{inside.name} can't be brought back: {reason(error)}.") from None
            finally:
                lock.let_go()
            with suppress(OSError):
                trash.throw_away(self.folders.own, number)
            return back

    def _in_bin(self, number: int) -> DeckPaths:
        """Where a deck in the bin is. Raises DeckError if there is none of this number."""
        inside = trash.paths_of(self.folders.own, number)
        if inside is None:
            raise DeckError(f"There is no deck {number} in the bin.")
        return inside

    def _bring_to(self, back: str, inside: DeckPaths, deck: Deck | None, name: str) -> None:
        """Have what is in the bin, a deck if it can be read, at a place too, under this name. Raises OSError,
        and then nothing of it is there."""
        paths = self.folders.paths(back)
        # All that belongs to it first: killed in between, it is in both places.
        made = copy_belongings(inside, paths)
        if not inside.path.exists():
            return
        try:
            data = inside.path.read_bytes()
            text = rewritten(data, deck.renamed(name)).encode() if deck and deck.name != name else data
            copy(inside.path, paths.path, text)
        except OSError:
            drop_copies(made)
            raise
        if deck is not None:
            self.drafts.rebase(back, name, stamp_of(data), stamp_of(text))

    def throw_away(self, number: int) -> None:
        """Remove a deck in the bin for good."""
        with self.folders.alone():
            try:
                trash.throw_away(self.folders.own, number)
            except OSError as error:
                raise DeckError(f"Deck {number} can't be thrown away: {reason(error)}.") from None


def _take_over(old: bytes | None, finished: Path, target: Path) -> None:
    """Put a file in the place of one that still says `old`, or of none. Raises FileExistsError if it says
    something else by now."""
    with suppress(FileNotFoundError, NotADirectoryError):
        if target.read_bytes() != old:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    os.replace(finished, target)
