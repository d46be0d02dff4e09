"""Decklists as text: the verdicts on the lines of one that was read, and how one is written."""

from __future__ import annotations

from collections.abc import Collection, Container
from enum import Enum

import msgspec

from core import registry
from core.contract.card_info import CardInfo
from core.contract.game import AnyGame
from core.words import counted
from decks.formats import groups
from decks.model import COPIES, Deck
from decks.names import fold
from decks.report import format_title, sections, side_title


class Verdict(Enum):
    """What became of a line."""

    CARD = "card"
    """A card, written as it is printed."""
    CORRECTED = "corrected"
    """A card, written in another way; the note says what it was read as."""
    OVER = "over"
    """A card, of which there are now more than the format allows, or a file can say."""
    SUGGESTED = "suggested"
    """No card, but much like one: it counts only if the player says so."""
    UNKNOWN = "unknown"
    """No card, nor anything else that is known."""
    FACT = "fact"
    """A fact about the deck: its name, side, format, plan or notes."""
    HEADING = "heading"
    COMMENT = "comment"
    CODE = "code"
    """Part of a share code, from which the deck is."""
    EMPTY = "empty"
    UNREAD = "unread"
    """Too long, or beyond the last line that is read."""


COUNTED = (Verdict.CARD, Verdict.CORRECTED, Verdict.OVER)
"""The verdicts on lines whose cards are in the deck."""
MISSING = (Verdict.UNKNOWN, Verdict.SUGGESTED, Verdict.UNREAD)
"""The verdicts on lines of which something is missing from the deck."""
WORDS = {
    Verdict.CARD: "card",
    Verdict.CORRECTED: "corrected",
    Verdict.OVER: "too many",
    Verdict.SUGGESTED: "suggested",
    Verdict.UNKNOWN: "unknown",
    Verdict.FACT: "about it",
    Verdict.HEADING: "heading",
    Verdict.COMMENT: "comment",
    Verdict.CODE: "share code",
    Verdict.EMPTY: "empty",
    Verdict.UNREAD: "not read",
}
"""What a verdict is called, in a word or two."""


class ListLine(msgspec.Struct, frozen=True):
    """One line and its verdict."""

    number: int
    """From 1."""
    text: str
    """As it was written, cleaned."""
    verdict: Verdict
    note: str = ""
    """What to say of it; empty where the verdict says all."""
    card: str = ""
    """The id of the card it is, or is taken to mean."""
    copies: int = 0
    """How many it asks for, 1 to COPIES."""
    maybe: bool = False
    """Whether it stands under a heading for cards that are not in the deck."""
    more: int = 0
    """How many lines behind it share its verdict, without being listed."""


class ParsedList(msgspec.Struct, frozen=True):
    """A decklist as it was read."""

    deck: Deck
    """The deck, with the cards that are beyond doubt."""
    lines: tuple[ListLine, ...]
    file: str = ""
    """The text of the deck file that it was read from, if it was one: it may have comments."""

    @property
    def length(self) -> int:
        """How many lines were read, or were too many to be."""
        return sum(1 + line.more for line in self.lines)

    def count(self, *verdicts: Verdict) -> int:
        """How many lines have one of these verdicts."""
        return sum(1 + line.more for line in self.lines if line.verdict in verdicts)

    def missing(self, taken: Collection[int] = ()) -> int:
        """How many lines are missing from the deck, where the suggestions of these lines are taken."""
        return self.count(*MISSING) - len(taken)

    def told(self, taken: Collection[int] = ()) -> str:
        """How much of it was read, where the suggestions of these lines are taken, and what of it is not in
        the deck itself: `3 of 5 lines are cards, 2 cards on the maybe list`."""
        maybe = sum(self.taking(taken).maybe.values())
        aside = f", {counted(maybe, 'card')} on the maybe list" if maybe else ""
        if not self.lines:
            return f"All of it was read{aside}"
        if self.count(Verdict.CODE):
            return f"The share code was read{aside}"
        cards = self.count(*COUNTED) + len(taken)
        are = "is a card" if cards == 1 else "are cards"
        return f"{cards} of {counted(self.length, 'line')} {are}{aside}"

    def taking(self, numbers: Container[int]) -> Deck:
        """The deck with the suggestions of these lines taken too."""
        cards, maybe = dict(self.deck.cards), dict(self.deck.maybe)
        for line in self.lines:
            if line.verdict is Verdict.SUGGESTED and line.number in numbers:
                target = maybe if line.maybe else cards
                target[line.card] = min(COPIES, target.get(line.card, 0) + line.copies)
        return msgspec.structs.replace(self.deck.with_cards(cards), maybe=dict(sorted(maybe.items())))


def write_listing(deck: Deck) -> str:
    """A deck as text: its facts, then its cards under headings. read_listing reads it back."""
    game = registry.load(deck.game)
    lines = [f"Name: {deck.name}", f"Game: {game.title}"]
    if len(groups(game)) > 1:
        lines.append(f"Side: {side_title(deck)}")
    lines.append(f"Format: {format_title(deck)}")
    if deck.about:
        lines.append(f"About: {deck.about}")
    lines += [f"Note: {line}" for line in deck.notes.split("\n")] if deck.notes else []
    doubled = _doubled(game)

    def named(card: CardInfo) -> str:
        return card.id if fold(card.name) in doubled else card.name

    for section in sections(game, deck.group, deck.cards):
        if section.cards:
            lines += [
                "",
                f"{section.title}:",
                *(f"{deck.cards[one.id]} {named(one)}" for one in section.cards),
            ]
    if deck.maybe:
        lines += ["", "Maybe:"]
        lines += [f"{deck.maybe[one.id]} {named(one)}" for one in game.cards if one.id in deck.maybe]
    return "\n".join([*lines, ""])


def _doubled(game: AnyGame) -> set[str]:
    """Names that more than one card has."""
    seen: set[str] = set()
    return {name for card in game.cards if (name := fold(card.name)) in seen or seen.add(name)}  # type: ignore[func-returns-value]
