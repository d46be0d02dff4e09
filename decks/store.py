"""Where decks are: those that come with the games, and a folder of one's own.

A deck is stored whole or not at all: written beside its place, forced to disk, then renamed. Looking never
writes, nothing is overwritten that was not opened before, and a file that can't be read is listed with the
reason and left alone. Changes that are not saved yet are kept in a draft beside the deck.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib import resources
from pathlib import Path

import msgspec

from core import games
from core.clean import clean
from decks import bin, former, locks
from decks.bin import Binned
from decks.files import FILE_LIMIT, read_deck, read_file
from decks.folder import ENDING, SHARED, STOCK, checked, reason, write
from decks.formats import formats, groups
from decks.former import Former
from decks.model import NAME, Deck, DeckError
from decks.names import file_stem, fold, nearest, quoted
from decks.rewriting import rewritten
from decks.unsaved import Unsaved
from decks.whole import move_to_free, sweep


class DeckChanged(DeckError):
    """The file of a deck is no longer what it was when the deck was opened."""


class Entry(msgspec.Struct, frozen=True):
    """One deck in a list."""

    key: str
    """What the store knows it by: the file's name, or `stock/...`."""
    deck: Deck | None
    """None if the file can't be read."""
    problem: str = ""
    """Why the file can't be read."""
    draft: bool = False
    """Whether changes are kept that were never saved."""

    @property
    def stock(self) -> bool:
        """Whether it came with a game, and can be copied but not changed."""
        return self.key.startswith(STOCK)

    @property
    def shared(self) -> bool:
        """Whether it lies in the other folder."""
        return self.key.startswith(SHARED)

    @property
    def name(self) -> str:
        """What to call it in a list."""
        return self.deck.name if self.deck else clean(self.key, 60)


class DeckStore(Unsaved):
    """The decks of one player. All methods raise DeckError, with a sentence, where something fails."""

    def entries(self) -> list[Entry]:
        """All decks: one's own by name, then those of the shared folder, then those that came with games."""
        found = self._folder_entries(self.folder, "")
        if self.shared is not None:
            found += self._folder_entries(self.shared, SHARED)
        return found + [Entry(key, deck) for key, deck in stock_decks().items()]

    def _folder_entries(self, folder: Path, before: str) -> list[Entry]:
        try:
            names = [name for name in self._names(folder) if name.casefold().endswith(ENDING)]
        except DeckError as error:
            return [Entry(before + folder.name, None, error.sentences[0])]
        found = [self._entry(before + name) for name in names]
        return sorted(found, key=lambda entry: (fold(entry.name), entry.key))

    def load(self, key: str) -> Deck:
        """The deck as it was last saved."""
        stock = stock_decks().get(key)
        return stock or read_file(self._path(key))

    def find(self, word: str, kind: str = "deck") -> Deck:
        """The deck a player means: by its name, its file's name, or the path of a file that says one without
        doubt. `kind` is what it is called where there is none."""
        entries = self.entries()
        entry = _meant(entries, word)
        if entry is not None:
            if entry.deck is None:
                raise DeckError(entry.problem)
            return entry.deck
        if word.casefold().endswith(ENDING) or "/" in word or os.sep in word or _is_file(word):
            from decks.importing import read_brought

            return read_brought(Path(word))
        raise _unknown(word, entries, kind)

    def find_key(self, word: str) -> str:
        """The key of the deck a player means, by its name or its file's name; it need not be readable."""
        entry = _meant(self.entries(), word)
        if entry is None:
            raise _unknown(word, self.entries())
        return entry.key

    def create(self, deck: Deck) -> str:
        """Store a new deck under a file name of its own; gives its key."""
        self.refuse_name(deck.name)
        text = checked(deck)
        key = self._free_key(deck.name)
        write(self._path(key), text, move_to_free)
        return key

    def save(self, key: str, deck: Deck, stamp: str | None = None) -> None:
        """Replace a deck that was opened, and drop its draft.

        If `stamp` is given and the file is another by now, nothing is written: raises DeckChanged.
        """
        if stamp is not None and (now := self.stamp(key)) != stamp:
            what = "was changed" if now else "was removed, or can't be read any more,"
            raise DeckChanged(f"{clean(key, 60)} {what} outside this program since it was opened.")
        self._replace(key, deck)
        self.drop_draft(key)

    def _replace(self, key: str, deck: Deck) -> None:
        """Put a deck in the place of what the file said, which is kept as a former version."""
        path = self._path(key)
        try:
            old = path.read_bytes() if path.is_file() and path.stat().st_size <= FILE_LIMIT else b""
            former.keep(path.parent, path.name)
        except OSError as error:
            raise DeckError(
                f"{clean(key, 60)} can't be saved, since what it was can't be kept: {reason(error)}."
            ) from None
        write(path, checked(deck, rewritten(old, deck)), os.replace)
        sweep(path.parent)
        sweep(former.folder_of(path.parent, path.name))

    def versions(self, key: str) -> list[Former]:
        """What the deck was before its last saves, the newest first."""
        path = self._path(key)
        return former.versions(path.parent, path.name)

    def version(self, key: str, number: int) -> Deck:
        """One former version of a deck."""
        path = self._path(key)
        return former.read(path.parent, path.name, number)

    def stamp(self, key: str) -> str:
        """Tells one content of a deck's file from another; empty if there is none."""
        try:
            return blake2b(self._path(key).read_bytes(), digest_size=16).hexdigest()
        except OSError:
            return ""

    def rename(self, key: str, name: str) -> str:
        """Give a deck another name, and its file too; gives its new key. A draft keeps its changes."""
        deck = self.load(key)
        self.refuse_name(name, key)
        self._refuse_claimed(key)
        draft = self.draft(key)
        # The name first: killed between the two, the deck is whole under its old file name.
        self._replace(key, deck.renamed(name))
        path = self._path(key)
        file = file_stem(name, self._stems(path.parent, path.name)) + ENDING
        moved = key.removesuffix(path.name) + file
        if moved != key:
            try:
                move_to_free(path, path.with_name(file))
                former.move(former.folder_of(path.parent, path.name), former.folder_of(path.parent, file))
            except OSError as error:
                raise DeckError(f"{clean(key, 60)} can't be renamed: {reason(error)}.") from None
        if draft is not None:
            self.keep_draft(moved, draft.renamed(name))
            if moved != key:
                self.drop_draft(key)
        self.drop_history(key)
        return moved

    def delete(self, key: str) -> int:
        """Move a deck and all that belongs to it into the bin of one's own folder, from wherever it is; gives
        the number it has there."""
        path = self._path(key)
        self._refuse_claimed(key)
        self.drop_history(key)
        try:
            return bin.put(self.folder, path, self._draft_path(key))
        except OSError as error:
            raise DeckError(f"{clean(key, 60)} can't be deleted: {reason(error)}.") from None

    def binned(self) -> list[Binned]:
        """What is in the bin, the last deleted first."""
        return bin.contents(self.folder)

    def bring_back(self, number: int) -> str:
        """Take a deck out of the bin; gives its key. It gets another name if its own is taken by now."""
        key = bin.key_of(self.folder, number)
        if key is None:
            raise DeckError(f"There is no deck {number} in the bin.")
        home = bin.home_of(self.folder, number)
        try:
            deck: Deck | None = read_file(home / key)
        except DeckError:
            deck = None
        name = key[: -len(ENDING)] if deck is None else self.free_name(deck.name)
        back = file_stem(name, self._stems(self.folder)) + ENDING
        try:
            move_to_free(home / key, self.folder / back)
            with suppress(FileNotFoundError):
                os.replace(home / bin.DRAFT, self._draft_path(back))
            former.move(home / bin.FORMER, former.folder_of(self.folder, back))
            bin.throw_away(self.folder, number)
        except OSError as error:
            raise DeckError(f"{clean(key, 60)} can't be brought back: {reason(error)}.") from None
        if deck is not None and deck.name != name:
            self._replace(back, deck.renamed(name))
        return back

    def throw_away(self, number: int) -> None:
        """Remove a deck in the bin for good."""
        try:
            bin.throw_away(self.folder, number)
        except OSError as error:
            raise DeckError(f"Deck {number} can't be thrown away: {reason(error)}.") from None

    def refuse_name(self, name: str, key: str = "") -> None:
        """Raises DeckError if a deck, other than the one of this key, has this name already."""
        for entry in self.entries():
            if entry.key != key and fold(entry.name) == fold(name):
                raise DeckError(f"There is a deck called {quoted(entry.name)} already.")

    def checked_name(self, text: str, key: str = "") -> str:
        """The name that was typed for a deck, as it is kept; `key` is of the deck that is to be renamed.
        Raises DeckError if there is none, or another deck has it."""
        name = clean(text.strip(), NAME).strip()
        if not name:
            raise DeckError("A deck needs a name.")
        self.refuse_name(name, key)
        return name

    def free_name(self, name: str) -> str:
        """This name, or with a number if there is a deck of that name already."""
        used = {fold(entry.name) for entry in self.entries()}
        number, free = 1, name
        while fold(free) in used:
            number += 1
            ending = f" {number}"
            free = clean(name, NAME - len(ending)).rstrip() + ending
        return free

    def claim(self, key: str) -> bool:
        """Keep a deck for this process, so that no other one edits it, renames it or deletes it meanwhile;
        False if another has it. The system gives it free when this process ends."""
        path = self._path(key)
        return locks.claim(path.parent, path.name)

    def let_go(self, key: str) -> None:
        """Other processes may have this deck again."""
        path = self._path(key)
        locks.let_go(path.parent, path.name)

    def _refuse_claimed(self, key: str) -> None:
        if not self.claim(key):
            raise DeckError(f"{clean(key, 60)} is open in another tesser: close it there first.")
        self.let_go(key)

    def _entry(self, key: str) -> Entry:
        draft = self._draft_path(key).exists()
        try:
            return Entry(key, read_file(self._path(key)), draft=draft)
        except DeckError as error:
            return Entry(key, None, error.sentences[0], draft)


def _unknown(word: str, entries: list[Entry], kind: str = "deck") -> DeckError:
    near = nearest(word, [entry.name for entry in entries])
    hint = f" Did you mean {quoted(near)}?" if near else ""
    return DeckError(f"No {kind} is called {quoted(word)}.{hint}")


def _is_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except (OSError, ValueError):  # a name that is too long, or no name of a file at all
        return False


def _meant(entries: list[Entry], word: str) -> Entry | None:
    wanted = fold(word)
    for entry in entries:
        if wanted in (fold(entry.name), fold(entry.key.rpartition("/")[2].removesuffix(ENDING))):
            return entry
    return None


@cache
def stock_decks() -> dict[str, Deck]:
    """The decks that come with the games, by key."""
    found = {}
    for game in games.names():
        folder = resources.files("decks") / "stock" / game
        if not folder.is_dir():
            continue
        for file in sorted(folder.iterdir(), key=lambda file: file.name):
            if file.name.endswith(ENDING) and file.name != "formats.toml":
                key = f"{STOCK}{game}/{file.name.removesuffix(ENDING)}"
                found[key] = read_deck(file.read_bytes(), file.name)
    return dict(sorted(found.items(), key=lambda item: _stock_order(item[1])))


def _stock_order(deck: Deck) -> tuple[object, ...]:
    """By game, side and format in their own order, then by name."""
    game = games.load(deck.game)
    form = [form.name for form in formats(deck.game)].index(deck.format)
    return (games.names().index(deck.game), list(groups(game)).index(deck.group), form, deck.name)
