"""A deck: what it is called, what it is for, and how many of each card it has."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from core.clean import cell_width, clean, clean_lines
from core.contract.header import Decklist, cards_hash

NAME = 40
"""Longest name of a deck, in terminal cells."""
ABOUT = 240
"""Longest description, in cells; so that it stays one line of a file, whatever has to be escaped."""
NOTES = 4_000
"""Most characters of a deck's notes, line ends counted; a line of them may be as long."""
COPIES = 99
"""Most copies of a card that a file can say; what a format allows is far below."""


class DeckError(ValueError):
    """A deck that can't be read, found or stored.

    `sentences` has everything that is wrong, each with the file, the line or the key, and what is allowed;
    the message is all of them, a line each.
    """

    def __init__(self, *sentences: str) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = sentences


class Deck(msgspec.Struct, frozen=True):
    """A decklist of one game, legal or not: a deck of a side, or a list that belongs to the table.

    Change it with `with_cards`, which gives another.
    """

    name: str
    """As clean_name makes them, and not empty."""
    game: str
    group: str
    """The group of decklists it is one of: the side, or the table's own (Game.shared_group)."""
    format: str
    """The name of the format it is meant for."""
    cards: dict[str, int]
    """Card id to number of copies, 1 to COPIES."""
    about: str = ""
    """The plan, in a sentence or two; as clean_about makes them."""
    maybe: dict[str, int] = {}
    """Cards kept with the deck that are not in it, and count for nothing."""
    notes: str = ""
    """The player's own notes, in lines; as clean_notes makes them."""

    @property
    def size(self) -> int:
        """How many cards it has."""
        return sum(self.cards.values())

    @property
    def hash(self) -> str:
        """What it is recognised by: two decks with the same cards have the same."""
        return cards_hash(self.cards)

    def copies(self, card: str) -> int:
        """How many of a card it has."""
        return self.cards.get(card, 0)

    def with_cards(self, cards: Mapping[str, int]) -> Deck:
        """The same deck with other cards; those without a copy are left out."""
        kept = {card: copies for card, copies in sorted(cards.items()) if copies}
        return msgspec.structs.replace(self, cards=kept)

    def renamed(self, name: str) -> Deck:
        """The same cards under another name."""
        return msgspec.structs.replace(self, name=name)

    def as_new(self, name: str, form: str) -> Deck:
        """All that is in it, under another name and for another format."""
        return msgspec.structs.replace(self, name=name, format=form)

    def decklist(self) -> Decklist:
        """The deck as it enters a match."""
        return Decklist(self.name, dict(sorted(self.cards.items())))


def clean_name(text: str) -> str:
    """A deck's name as it is kept: cleaned, no space at either end. Raises DeckError if it is too long."""
    return _clean_line(text, "A deck's name", NAME)


def clean_about(text: str) -> str:
    """A plan as it is kept: cleaned, no space at either end. Raises DeckError if it is too long."""
    return _clean_line(text, "A plan", ABOUT)


def clean_notes(text: str) -> str:
    """Notes as they are kept: each line cleaned, no space at its end, no empty line at either end.

    Raises DeckError if they are too long; nothing is cut.
    """
    notes = _tidy_notes(text)
    if len(notes) > NOTES:
        raise DeckError(f"Notes have at most {NOTES} characters, and these have {len(notes)}.")
    return notes


def split_notes(text: str) -> tuple[str, str]:
    """As much of notes as there is room for, up to the end of a line or a word where there is one, and the
    rest, with the line end or the space that is between them; empty where all of them can be kept."""
    notes = _tidy_notes(text)
    if len(notes) <= NOTES:
        return notes, ""
    at = max(notes.rfind(mark, 0, NOTES + 1) for mark in "\n ")
    at = at if at > NOTES // 2 else NOTES
    return notes[:at], notes[at:]


def _tidy_notes(text: str) -> str:
    return "\n".join(line.rstrip() for line in clean_lines(text).split("\n")).strip("\n")


def cells(text: str) -> int:
    """How many terminal cells a cleaned text takes: what names and plans are measured by."""
    return sum(map(cell_width, text))


def _clean_line(text: str, what: str, most: int) -> str:
    line = clean(text, 2 * len(text)).strip()
    if (width := cells(line)) > most:
        twice = ", wide ones counted twice" if width > len(line) else ""
        raise DeckError(f"{what} has at most {most} characters, and this one has {width}{twice}.")
    return line
