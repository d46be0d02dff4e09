"""Which deck of a list a player means by a word."""

from __future__ import annotations

import unicodedata
from pathlib import PurePath
from typing import TYPE_CHECKING

from core.words import listed
from decks.model import DeckError
from decks.names import fold, quoted
from decks.storage.folders import ELSEWHERE, SHARED, STOCK
from decks.storage.paths import ENDING

if TYPE_CHECKING:
    from decks.storage.catalog import CatalogEntry


def by_key(entries: list[CatalogEntry], word: str) -> CatalogEntry | None:
    """The deck of this key, as `decks list --json` prints it: `foo.toml`, `shared/foo.toml`."""
    return next((entry for entry in entries if entry.key == word), None)


def meant(entries: list[CatalogEntry], word: str) -> CatalogEntry | None:
    """The deck that a word means: by its key; else by its name, as it is written before as people mean it;
    else by its file's name without the ending. One's own comes before a shared one, and that before one that
    came with a game. None if no deck is meant; raises DeckError if several are, equally."""
    found = by_key(entries, word)
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
