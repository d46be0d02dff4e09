"""What is different between two decks."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from core import registry
from core.words import counted
from decks.model import Deck
from decks.report import format_title, side_title


class DeckDifference(msgspec.Struct, frozen=True):
    """What makes the second deck of the first."""

    cards: dict[str, int]
    """Card id to how many copies more; negative for less. Sorted by kind and name."""
    maybe: dict[str, int]
    """The same of the maybe list."""
    others: tuple[str, ...]
    """Sentences about what changes besides: name, side, format, plan, notes."""
    names: dict[str, str]
    """What the cards are called."""

    @property
    def none(self) -> bool:
        """Whether the two are the same."""
        return not self.cards and not self.maybe and not self.others

    @property
    def more(self) -> int:
        """How many cards more."""
        return sum(n for n in self.cards.values() if n > 0)

    @property
    def less(self) -> int:
        """How many cards less."""
        return -sum(n for n in self.cards.values() if n < 0)

    @property
    def short(self) -> str:
        """What changes, in a few words; empty if nothing does."""
        if self.cards:
            return f"+{self.more} -{self.less}"
        return "the maybe list only" if self.maybe else "other words only" if self.others else ""

    def lines(self) -> list[str]:
        """The changes in lines: `+2 Hope`, `-1 Love`."""
        if self.none:
            return ["Nothing is different."]
        summed = [f"{counted(self.more, 'card')} more, {self.less} less."] if self.cards else []
        maybe = [f"{n:+} {self.names[card]} on the maybe list" for card, n in self.maybe.items()]
        cards = [f"{n:+} {self.names[card]}" for card, n in self.cards.items()]
        return [*self.others, *cards, *maybe, *summed]


def compare(one: Deck, other: Deck) -> DeckDifference:
    """What would have to change to make `other` of `one`."""
    infos = {card.id: card for name in {one.game, other.game} for card in registry.load(name).cards}

    def place(card: str) -> tuple[str, str]:
        return (infos[card].kind, infos[card].name) if card in infos else ("", card)

    def changed(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
        by = {card: after.get(card, 0) - before.get(card, 0) for card in {*before, *after}}
        return {card: by[card] for card in sorted(by, key=place) if by[card]}

    others = [
        f"{what}: {before or 'none'} becomes {after or 'none'}."
        for what, before, after in (
            ("Name", one.name, other.name),
            ("Game", registry.title(one.game), registry.title(other.game)),
            ("Side", side_title(one), side_title(other)),
            ("Format", format_title(one), format_title(other)),
        )
        if before != after
    ]
    if one.about != other.about:
        others.append("The plan is another.")
    if one.notes != other.notes:
        others.append("The notes are others.")
    cards, maybe = changed(one.cards, other.cards), changed(one.maybe, other.maybe)
    names = {card: infos[card].name if card in infos else card for card in {*cards, *maybe}}
    return DeckDifference(cards, maybe, tuple(others), names)
