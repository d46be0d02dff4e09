"""Sample hands: what one shuffle of a deck would bring, by a seed."""

from __future__ import annotations

import msgspec

from core import registry
from core.contract.card_info import CardInfo
from core.contract.stream import Stream, numbered_seed
from decks.model import Deck
from decks.statistics import sample

SEEDS = 10**9
"""Seeds are from 1 to this."""


class SampleDraw(msgspec.Struct, frozen=True):
    """Cards that come together."""

    title: str
    """`Cards 1 to 7`, or what a pile of a setup is called."""
    cards: tuple[CardInfo, ...]
    """In the order in which they come."""
    pile: bool
    """Whether they are a whole pile in its order, rather than what is drawn at once."""


def first_seed(deck: Deck) -> int:
    """The seed to begin with: it differs from deck to deck, and is the same when one looks again."""
    return 1 + Stream(numbered_seed(int(deck.hash, 16)), "first hand").below(999)


def read_seed(text: str) -> int:
    """A seed as it is typed. Raises ValueError with a sentence."""
    word = text.strip()
    if not (word.isascii() and word.isdigit() and len(word) <= 12 and 1 <= int(word) <= SEEDS):
        raise ValueError("A seed is a whole number from 1 to a thousand million.")
    return int(word)


def hands(deck: Deck, seed: int) -> list[SampleDraw]:
    """What a shuffle by this seed brings: a deck's first cards, draw by draw, or each pile of a setup."""
    game = registry.load(deck.game)
    infos = {card.id: card for card in game.cards}
    found = []
    for name, pile in sample(game, deck.group, deck.cards, seed).items():
        cards = [infos[card] for card in pile]
        if name:
            found.append(SampleDraw(name, tuple(cards), True))
            continue
        ends = game.first_cards(deck.group)
        start = 0
        for end in ends:
            for at in range(start, min(end, len(cards)), ends[0]):
                drawn = cards[at : min(at + ends[0], end)]
                title = f"Cards {at + 1} to {at + len(drawn)}" if len(drawn) > 1 else f"Card {at + 1}"
                found.append(SampleDraw(title, tuple(drawn), False))
            start = end
    return found
