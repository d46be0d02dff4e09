"""Changing a deck file that somebody wrote by hand: their comments, order, spelling and line ends stay."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from core import registry
from decks.card_index import CardIndex
from decks.model import Deck, DeckError
from decks.text.deck_file import read_deck, write_deck, written_text

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

HEAD = {"name": "name", "group": "side", "format": "format", "about": "about", "notes": "notes"}
"""What can change without the deck becoming another game's, and the key of it in a file."""
_BOM = "\ufeff"
_COMMENT = re.compile(r"""^(?:[^"'#\n]|"(?:\\.|[^"\\\n])*"|'[^'\n]*')*(#.*)$""", re.MULTILINE)
"""A comment, after whatever stands before it in its line."""


def rewritten(old: bytes, deck: Deck) -> str:
    """The text of the file with this deck in it.

    A file as the program writes it, or one that can't be read, is written anew; any other keeps all that the
    deck does not change, or at least its comments.
    """
    fresh = write_deck(deck)
    try:
        before = read_deck(old, "before")
    except DeckError:
        return fresh
    whole = old.decode()
    text = whole.removeprefix(_BOM).replace("\r\n", "\n")
    if text != write_deck(before) and before.game == deck.game:
        fresh = _changed(text, before, deck) or "\n".join([*_COMMENT.findall(text), fresh])
    if 2 * whole.count("\r\n") > whole.count("\n"):
        fresh = fresh.replace("\n", "\r\n")
    return _BOM + fresh if whole.startswith(_BOM) else fresh


def _changed(text: str, before: Deck, deck: Deck) -> str:
    """The text changed to say this deck; empty if it is laid out in a way in which that can't be done."""
    import tomlkit  # slow to load, and needed for files with comments only
    from tomlkit.exceptions import TOMLKitError

    try:
        changed = _edited(tomlkit.parse(text), before, deck)
        return changed if read_deck(changed.encode(), "after") == deck else ""
    except (TOMLKitError, DeckError):
        return ""


def _edited(document: TOMLDocument, before: Deck, deck: Deck) -> str:
    import tomlkit

    for field, key in HEAD.items():
        value = getattr(deck, field)
        if value == getattr(before, field):
            continue
        if value or _commented(document.get(key)):
            document[key] = tomlkit.value(written_text(value))
        else:
            document.pop(key, None)
    for name, cards in (("cards", deck.cards), ("maybe", deck.maybe)):
        if name not in document and cards:
            document[name] = tomlkit.table()
        if name in document:
            _change_cards(document[name], cards, before)
            if not cards and name == "maybe" and not _commented(document[name]):
                document.pop(name)
    return tomlkit.dumps(document)


def _commented(part: Any) -> bool:
    """Whether a part of a file that says nothing any more has a comment, which would go with it."""
    from tomlkit.items import Item, Table

    beside = isinstance(part, Item) and bool(part.trivia.comment)
    return beside or (isinstance(part, Table) and "#" in part.as_string())


def _change_cards(table: Any, cards: Mapping[str, int], before: Deck) -> None:
    from tomlkit import item

    game = registry.load(before.game)
    index = CardIndex(game, before.group)
    names = {card.id: card.name for card in game.cards}
    said = {index.find(str(key))[0].id: str(key) for key in table}
    for card, key in said.items():
        if card not in cards:
            del table[key]
        elif table[key] != cards[card]:
            table[key] = cards[card]  # a comment beside it stays
    for card, copies in cards.items():
        if card not in said:
            table[card] = item(copies).comment(names.get(card, "unknown"))
