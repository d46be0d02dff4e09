"""What is known of a card of any game besides its rules: for deck building, browsing and the command line."""

from __future__ import annotations

import msgspec


class Gain(msgspec.Struct, frozen=True):
    """More Force that a card gives to cards of its owner."""

    to: str
    """What the cards count as that get it (CardInfo.counts_as)."""
    force: int
    other: bool = False
    """Whether the card itself gets none of it."""
    one: bool = False
    """Whether only one card gets it."""


class CardInfo(msgspec.Struct, frozen=True):
    """What deck building, browsing and the command line need to know of a card of any game."""

    id: str
    group: str
    """The middle part of the id: the side, or the level."""
    name: str
    type: str
    """The printed code of its type."""
    kind: str
    """Its type in a word, such as `Feeling`."""
    force: int | None
    """Printed Force or cost; None where the card has none."""
    traits: tuple[str, ...]
    text: str
    """What it does, in our own words; empty if it does nothing of its own."""
    does: tuple[str, ...] = ()
    """What its effects are, a word or two each, such as `draw`, `opponent discards`; sorted."""
    slots: tuple[str, ...] = ()
    """What the extra slots it gives are for, where the game has slots for kinds of cards."""
    counts_as: tuple[str, ...] = ()
    """What slots and gains call it, where the game has them: its type first, then more."""
    gains: tuple[Gain, ...] = ()
