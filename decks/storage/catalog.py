"""The list of decks: one's own, those of a shared folder, those that came with the games, and what they are
called.

A file that can't be read is listed with the reason. Where a draft or a former version is all there is of a
deck, it is listed too.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib import resources
from pathlib import Path, PurePath

import msgspec

from core import registry
from core.clean import clean
from core.contract.game import AnyGame
from core.words import listed
from decks.formats import formats, groups
from decks.model import NAME, Deck, DeckError, clean_name
from decks.names import fold, nearest, quoted
from decks.storage.drafts import Drafts
from decks.storage.folders import ELSEWHERE, SHARED, STOCK, DeckFolders, unreadable
from decks.storage.paths import names_in, stamp, stamp_of
from decks.text.deck_file import ENDING, read_bytes, read_deck
from decks.text.deck_import import read_brought


class CatalogEntry(msgspec.Struct, frozen=True):
    """One deck in a list."""

    key: str
    """What the store knows it by: the file's name, or `stock/...`."""
    deck: Deck | None
    """None if the file can't be read."""
    problem: str = ""
    """Why the file can't be read."""
    draft: bool = False
    """Whether changes are kept that were never saved."""
    gone: bool = False
    """Whether it has no file, and all there is of it is kept beside it."""

    @property
    def stock(self) -> bool:
        """Whether it came with a game, and can be copied but not changed."""
        return self.key.startswith(STOCK)

    @property
    def shared(self) -> bool:
        """Whether it lies in the other folder."""
        return self.key.startswith(SHARED)

    @property
    def elsewhere(self) -> bool:
        """Whether it is kept of a deck whose folder is not used now."""
        return self.key.startswith(ELSEWHERE)

    @property
    def name(self) -> str:
        """What to call it in a list."""
        if self.deck:
            return self.deck.name
        return clean(self.key.rpartition("/")[2] if self.elsewhere else self.key, 60)


class Catalog:
    """The decks of one player, to be listed, read, found and named. All methods raise DeckError where
    something fails."""

    def __init__(self, folders: DeckFolders, drafts: Drafts) -> None:
        self._folders = folders
        self._drafts = drafts

    def entries(self) -> list[CatalogEntry]:
        """All decks: one's own by name, then those of the shared folder, then those that came with games."""
        found = self._folder_entries(self._folders.own, "")
        shared = self._folders.shared
        if shared is not None:
            found += self._folder_entries(shared, SHARED)
        found += map(self._entry, self._folders.elsewhere())
        return found + [CatalogEntry(key, deck) for key, deck in stock_decks().items()]

    def _folder_entries(self, folder: Path, before: str) -> list[CatalogEntry]:
        try:
            here, left = names_in(folder, self._folders.paths(before + "x").home)
        except FileNotFoundError:
            if not before:
                return []
            return [CatalogEntry(before + folder.name, None, unreadable(folder).sentences[0])]
        except OSError as error:
            return [CatalogEntry(before + folder.name, None, unreadable(folder, error).sentences[0])]
        found = [self._entry(before + name) for name in here + left]
        return sorted(found, key=lambda entry: (fold(entry.name), entry.key))

    def _entry(self, key: str) -> CatalogEntry:
        try:
            deck: Deck | None = self.load(key)
            problem = ""
        except DeckError as error:
            deck, problem = None, error.sentences[0]
        kept, draft = None, True
        with suppress(DeckError):  # a draft that can't be read is one too
            kept = self._drafts.read(key)
            # Killed after it was saved, a draft says what the deck does.
            draft = kept is not None and (deck is None or not same_but_named(kept.deck, deck))
        gone = deck is None and not self._folders.paths(key).path.exists()
        if gone:
            problem = _gone(key, kept.of if kept else "")
        return CatalogEntry(key, deck, problem, draft, gone)

    def load(self, key: str) -> Deck:
        """The deck as it was last saved."""
        return self.open(key)[0]

    def open(self, key: str) -> tuple[Deck, str]:
        """The deck as it was last saved, and the stamp of that."""
        stock = stock_decks().get(key)
        if stock is not None:
            return stock, ""
        path = self._folders.paths(key).path
        data = read_bytes(path)
        return read_deck(data, clean(path.name, 60)), stamp_of(data)

    def stamp(self, key: str) -> str:
        """Tells one content of a deck's file from another; empty if there is none."""
        return stamp(self._folders.paths(key).path)

    def find(self, word: str, kind: str = "deck") -> Deck:
        """The deck a player means, as it was saved: by its name, its file's name, its key, or the path of a
        file that says one without doubt. `kind` is what it is called where there is none."""
        return self.find_with_changes(word, kind)[0]

    def find_with_changes(self, word: str, kind: str = "deck") -> tuple[Deck, bool]:
        """The same, and whether there are changes of it that were never saved."""
        entries = self.entries()
        kept = _by_key(entries, word)
        if kept is not None and _is_another_file(
            word, None if kept.stock else self._folders.paths(kept.key).path
        ):
            raise DeckError(
                f"There is a file {quoted(word)} here, and another one among your decks: say"
                f" {quoted(os.path.join(os.curdir, word))} for the first, {quoted(kept.name)} for the second."
            )
        entry = _meant(entries, word)
        if entry is not None:
            if entry.deck is None:
                raise DeckError(entry.problem)
            return entry.deck, entry.draft
        if word.casefold().endswith(ENDING) or "/" in word or os.sep in word or _is_file(word):
            return read_brought(Path(word)), False
        raise _unknown(word, entries, kind)

    def find_key(self, word: str) -> str:
        """The key of the deck a player means, by its name or its file's name; it need not be readable."""
        entries = self.entries()
        entry = _meant(entries, word)
        if entry is None:
            raise _unknown(word, entries)
        return entry.key

    def refuse_name(self, name: str, key: str = "") -> None:
        """Raises DeckError if a deck, other than the one of this key, has this name already."""
        for entry in self.entries():
            if entry.key != key and fold(entry.name) == fold(name):
                raise DeckError(f"There is a deck called {quoted(entry.name)} already.")

    def checked_name(self, text: str, key: str = "") -> str:
        """The name that was typed for a deck, as it is kept; `key` is of the deck that is to be renamed.
        Raises DeckError if there is none, it is too long, or another deck has it."""
        name = clean_name(text)
        if not name:
            raise DeckError("A deck needs a name.")
        self.refuse_name(name, key)
        return name

    def free_name(self, name: str) -> str:
        """This name, or with a number if there is a deck of that name already."""
        return free_name(name, self.entries())


def _by_key(entries: list[CatalogEntry], word: str) -> CatalogEntry | None:
    """The deck of this key, as `decks list --json` prints it: `foo.toml`, `shared/foo.toml`."""
    return next((entry for entry in entries if entry.key == word), None)


def _meant(entries: list[CatalogEntry], word: str) -> CatalogEntry | None:
    """The deck that a word means: by its key; else by its name, as it is written before as people mean it;
    else by its file's name without the ending. One's own comes before a shared one, and that before one that
    came with a game. None if no deck is meant; raises DeckError if several are, equally."""
    found = _by_key(entries, word)
    if found is not None:
        return found
    said, wanted = unicodedata.normalize("NFC", word), fold(word)
    for fits in (
        [entry for entry in entries if entry.deck is not None and entry.name == said],
        [entry for entry in entries if entry.deck is not None and wanted and fold(entry.name) == wanted],
        [entry for entry in entries if wanted and fold(_stem(entry.key)) == wanted],
    ):
        if fits:
            nearest = min(map(_distance, fits))
            near = [entry for entry in fits if _distance(entry) == nearest]
            if len(near) > 1:
                keys = listed((quoted(entry.key) for entry in near), "or")
                raise DeckError(
                    f"{len(near)} decks are called {quoted(word)}: say which, by its file: {keys}."
                )
            return near[0]
    return None


def _stem(key: str) -> str:
    return PurePath(key).name.removesuffix(ENDING)


def _distance(entry: CatalogEntry) -> int:
    others = enumerate((SHARED, STOCK, ELSEWHERE), 1)
    return next((far for far, before in others if entry.key.startswith(before)), 0)


def free_name(name: str, entries: Iterable[CatalogEntry]) -> str:
    """This name, or with a number if one of these decks has it already."""
    used = {fold(entry.name) for entry in entries}
    number, free = 1, name
    while fold(free) in used:
        number += 1
        ending = f" {number}"
        free = clean(name, NAME - len(ending)).rstrip() + ending
    return free


def same_but_named(one: Deck, other: Deck) -> bool:
    """Whether two decks are the same but for their names: a name is never changed in a draft alone."""
    return one.renamed(other.name) == other


def _gone(key: str, of: str) -> str:
    """What there is to say of a deck that has no file."""
    if key.startswith(ELSEWHERE):
        return f"This is a draft of {of or clean(key, 60)}, in a folder that is not used now."
    return f"{clean(key, 60)} is gone; what was kept of it is here."


def _unknown(word: str, entries: list[CatalogEntry], kind: str = "deck") -> DeckError:
    near = nearest(word, [entry.name for entry in entries])
    hint = f" Did you mean {quoted(near)}?" if near else ""
    return DeckError(f"No {kind} is called {quoted(word)}.{hint}")


def _is_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except (OSError, ValueError):  # a name that is too long, or no name of a file at all
        return False


def _is_another_file(word: str, path: Path | None) -> bool:
    """Whether a word names a file that is not this one."""
    return _is_file(word) and (path is None or not path.exists() or not path.samefile(word))


@cache
def stock_decks() -> dict[str, Deck]:
    """The decks that come with the games, by key."""
    found = {}
    for game in registry.names():
        folder = resources.files("decks") / "stock" / game
        if not folder.is_dir():
            continue
        for file in sorted(folder.iterdir(), key=lambda file: file.name):
            if file.name.endswith(ENDING) and file.name != "formats.toml":
                key = f"{STOCK}{game}/{file.name.removesuffix(ENDING)}"
                found[key] = read_deck(file.read_bytes(), file.name)
    return dict(sorted(found.items(), key=lambda item: _stock_order(item[1])))


def default_deck(game: AnyGame, group: str, format_name: str = "") -> Deck:
    """The deck a side plays when none is named: its first stock deck, of this format if one is given."""
    order = [form.name for form in formats(game.name)]
    mine = [deck for deck in stock_decks().values() if deck.game == game.name and deck.group == group]
    return min(mine, key=lambda deck: (deck.format != (format_name or deck.format), order.index(deck.format)))


def _stock_order(deck: Deck) -> tuple[object, ...]:
    """By game, side and format in their own order, then by name."""
    game = registry.load(deck.game)
    form = [form.name for form in formats(deck.game)].index(deck.format)
    return (registry.names().index(deck.game), list(groups(game)).index(deck.group), form, deck.name)
