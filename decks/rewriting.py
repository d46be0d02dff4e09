"""Changing a deck file that somebody wrote by hand: their comments, order and spelling stay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core import games
from decks.card_index import CardIndex
from decks.files import read_deck, write_deck
from decks.model import Deck, DeckError

HEAD = ("name", "format", "about", "notes")
"""Keys of a file that can change without the deck becoming another game's or side's."""


def rewritten(old: bytes, deck: Deck) -> str:
    """The text of the file with this deck in it.

    A file as the program writes it, or one that can't be read, is written anew; any other keeps all that the
    deck does not change.
    """
    fresh = write_deck(deck)
    try:
        before = read_deck(old, "before")
    except DeckError:
        return fresh
    text = old.decode("utf-8-sig")
    if text == write_deck(before) or (before.game, before.group) != (deck.game, deck.group):
        return fresh
    changed = _changed(text, before, deck)
    try:
        return changed if read_deck(changed.encode(), "after") == deck else fresh
    except DeckError:
        return fresh


def _changed(text: str, before: Deck, deck: Deck) -> str:
    import tomlkit  # slow to load, and needed for files with comments only

    document = tomlkit.parse(text)
    for key in HEAD:
        value = getattr(deck, key)
        if value == getattr(before, key):
            continue
        if value:
            document[key] = tomlkit.string(value, multiline="\n" in value)
        else:
            document.pop(key, None)
    for name, cards in (("cards", deck.cards), ("maybe", deck.maybe)):
        if name not in document and cards:
            document[name] = tomlkit.table()
        if name in document:
            _change_cards(document[name], cards, deck)
            if not cards and name == "maybe":
                document.pop(name)
    return tomlkit.dumps(document)


def _change_cards(table: Any, cards: Mapping[str, int], deck: Deck) -> None:
    from tomlkit import item

    game = games.load(deck.game)
    index = CardIndex(game, deck.group)
    names = {card.id: card.name for card in game.cards}
    said = {index.find(str(key))[0].id: str(key) for key in table}
    for card, key in said.items():
        if card not in cards:
            table.remove(key)
        elif table[key] != cards[card]:
            table[key] = cards[card]  # a comment beside it stays
    for card, copies in cards.items():
        if card not in said:
            table[card] = item(copies).comment(names.get(card, "unknown"))
