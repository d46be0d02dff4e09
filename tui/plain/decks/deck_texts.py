"""Decks and cards in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core import registry
from core.contract.card_info import CardInfo
from core.contract.game import AnyGame
from core.words import counted
from decks.comparison import DeckDifference
from decks.editing.edited_deck import EditedDeck
from decks.model import Deck
from decks.report import format_title, sections, side_title, verdict
from tui.plain.answers import SHOWN
from tui.plain.lookups import read_aloud


def copies_of(copies: int, name: str) -> str:
    """`Hope`, `2 copies of Hope`."""
    return f"{copies} copies of {name}" if copies > 1 else name


def what_it_is(deck: Deck) -> str:
    """A deck in a sentence."""
    return f"{deck.name}, {side_title(deck)}, {format_title(deck)}, {counted(deck.size, 'card')}."


def overview(deck: Deck) -> list[str]:
    """What a deck is, how many cards of each kind it has, and whether it is legal."""
    game = registry.load(deck.game)
    lines = [what_it_is(deck), *([deck.about] if deck.about else [])]
    if not deck.cards:
        return [*lines, "It is empty."]
    lines += [
        f"{one.title}: {one.have}{'' if one.want is None else f' of {one.want}'}."
        for one in sections(game, deck.group, deck.cards)
    ]
    if deck.maybe:
        lines.append(f"On the maybe list: {sum(deck.maybe.values())}, not counted.")
    first, *more = verdict(deck)
    return [*lines, first, *([f"{counted(len(more), 'more reason')}: type check."] if more else [])]


def card_line(game: AnyGame, card: CardInfo, copies: int | None = None) -> str:
    """A card in a line, with how many of it there are, if that is given: `2 Hope: Feeling, Force 3.`"""
    force = "" if card.force is None else f", {game.texts.force_name} {card.force}"
    return f"{'' if copies is None else f'{copies} '}{card.name}: {card.kind}{force}."


def all_about(editing: EditedDeck, card: CardInfo) -> list[str]:
    """All about a card, and how many of it the deck has."""
    guide = editing.game.texts.guide()
    topic = guide.topic(card.id)
    copies = editing.deck.copies(card.id)
    said = read_aloud(guide.lines(topic)) if topic else [card.text or editing.game.texts.no_text]
    return [*said, f"{copies or 'None'} of it in the {editing.noun}."]


def what_changed(changes: DeckDifference) -> list[str]:
    """What is more and what is less, a line each."""
    if changes.none:
        return ["Nothing is different."]
    more = [f"More: {copies_of(n, changes.names[card])}." for card, n in changes.cards.items() if n > 0]
    less = [f"Less: {copies_of(-n, changes.names[card])}." for card, n in changes.cards.items() if n < 0]
    summed = [f"{counted(changes.more, 'card')} more, {changes.less} less."] if changes.cards else []
    return [*changes.others, *more, *less, *maybe_changed(changes), *summed]


def maybe_changed(changes: DeckDifference) -> list[str]:
    """What is more and what is less on the maybe list, in a sentence or two."""
    named = [(n, changes.names[card]) for card, n in changes.maybe.items()]
    more, less = [f"{n} {name}" for n, name in named if n > 0], [f"{-n} {name}" for n, name in named if n < 0]
    return [
        f"{where} the maybe list: {few(cards)}." for where, cards in (("Onto", more), ("Off", less)) if cards
    ]


def few(names: Sequence[str]) -> str:
    """These names, or the first of them."""
    rest = len(names) - SHOWN
    return ", ".join(names) if rest <= 1 else f"{', '.join(names[:SHOWN])} and {rest} more"


def by_name(cards: Iterable[CardInfo]) -> list[CardInfo]:
    """Cards in the order of their names."""
    return sorted(cards, key=lambda card: card.name)
