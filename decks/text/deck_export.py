"""A deck on its way out: the forms it can be written in."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from decks.model import Deck
from decks.names import file_stem
from decks.text.deck_file import write_deck
from decks.text.decklist import write_listing
from decks.text.share_code import share_code


class ExportForm(msgspec.Struct, frozen=True):
    """Something that a deck can be written as."""

    name: str
    """One word."""
    title: str
    """What it is, in a few words."""
    ending: str
    """How the names of such files end."""
    write: Callable[[Deck], str]

    def file(self, deck: Deck) -> str:
        """What such a file of the deck would be called."""
        return f"{file_stem(deck.name)}{self.ending}"


FORMS = (
    ExportForm("text", "a list", ".txt", write_listing),
    ExportForm("code", "a share code", ".code", lambda deck: f"{share_code(deck)}\n"),
    ExportForm("toml", "a deck file", ".toml", write_deck),
)
