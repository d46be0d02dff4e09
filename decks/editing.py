"""A deck being edited: adding and taking cards, going back, and finding cards in the pool."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from core import games
from core.game import AnyGame, CardInfo
from decks.formats import find_format, groups_word, noun, pool
from decks.model import COPIES, Deck
from decks.names import fold

Key = Callable[[CardInfo], Any]
"""What cards are sorted by."""


def _by_kind(card: CardInfo) -> tuple[str, int, str]:
    return (card.kind, -(card.force or 0), card.name)


def orders(game: AnyGame, group: str) -> dict[str, Key]:
    """The orders that the pool of such a decklist can be shown in, by name; the usual one first."""
    own = game.pool_groups(group)
    found: dict[str, Key] = {}
    if len(own) > 1:
        found[groups_word(game, group)] = lambda card: (own.index(card.group), *_by_kind(card))
    found["type"] = _by_kind
    found[game.force_name] = lambda card: (-(card.force or 0), card.name)
    found["name"] = lambda card: card.name
    return found


class Editing:
    """One deck, as it was last saved and as it is now, and the way between the two."""

    def __init__(self, saved: Deck, deck: Deck | None = None) -> None:
        """`deck` is what it is now, if it is not as it was saved."""
        self.saved = saved
        self.deck = deck or saved
        self.game = games.load(saved.game)
        self.pool = pool(self.game, saved.group)
        self.format = find_format(saved.game, saved.format)
        self.cards = {card.id: card for card in self.game.cards}
        """All cards of the game by id."""
        self.groups = self.game.pool_groups(saved.group)
        """The groups of cards it is made of."""
        self.orders = orders(self.game, saved.group)
        """The orders the pool can be shown in, by name."""
        self.noun = noun(self.game, saved.group)
        """What such a decklist is called within a sentence."""
        self._past: list[Deck] = []
        self._future: list[Deck] = []

    @property
    def changed(self) -> bool:
        """Whether there is anything to save."""
        return self.deck != self.saved

    @property
    def limit(self) -> int:
        """Most copies of a card that can be added."""
        return self.format.copies if self.format else COPIES

    def add(self, card: str) -> str:
        """Add a copy. Gives an empty text, or why that can't be."""
        copies = self.deck.copies(card)
        if copies >= self.limit:
            title = self.format.title if self.format else f"a {self.noun} file"
            return f"Only {'one copy' if self.limit == 1 else f'{self.limit} copies'} in {title}."
        self._change({card: copies + 1})
        return ""

    def take(self, card: str) -> str:
        """Take a copy out. Gives an empty text, or why that can't be."""
        copies = self.deck.copies(card)
        if not copies:
            return f"{self.cards[card].name} is not in the {self.noun}."
        self._change({card: copies - 1})
        return ""

    def take_all(self) -> None:
        """Take every card out."""
        if self.deck.cards:
            self._change(dict.fromkeys(self.deck.cards, 0))

    def add_all(self, cards: Iterable[str]) -> int:
        """Add a copy of each of these, as far as the format allows; gives how many were added."""
        copies = {card: self.deck.copies(card) + 1 for card in cards if self.deck.copies(card) < self.limit}
        if copies:
            self._change(copies)
        return len(copies)

    def undo(self) -> bool:
        """Take the last change back; False if there is none."""
        return self._go(self._past, self._future)

    def redo(self) -> bool:
        """Make the change taken back last again; False if there is none."""
        return self._go(self._future, self._past)

    def _change(self, copies: Mapping[str, int]) -> None:
        self._past.append(self.deck)
        self._future.clear()
        self.deck = self.deck.with_cards({**self.deck.cards, **copies})

    def _go(self, source: list[Deck], target: list[Deck]) -> bool:
        if not source:
            return False
        target.append(self.deck)
        self.deck = source.pop()
        return True


_PHRASES = (
    ("You may have ", ""),
    ("As it enters, ", ""),
    ("you may ", ""),
    ("Your ", ""),
    (" in play", ""),
    (" from hand", ""),
)
"""What a short text can do without, where the whole one stands nearby."""


def gist(text: str) -> str:
    """What a card does, in as few words as fit a column."""
    for phrase, shorter in _PHRASES:
        text = text.replace(phrase, shorter)
    return text[:1].upper() + text[1:].removesuffix(".")


def search(cards: Iterable[CardInfo], words: str) -> list[CardInfo]:
    """The cards that have all these words, or their beginnings, in name, text, kind, traits or type code."""
    wanted = fold(words).split()
    found = []
    for card in cards:
        has = f" {fold(' '.join([card.name, card.text, card.kind, *card.traits, card.type]))}"
        if all(f" {word}" in has for word in wanted):
            found.append(card)
    return found
