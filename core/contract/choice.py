"""Decisions of a match: who owes a choice, what can be chosen, and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    pass


HIDDEN = -1
"""The identity of a card that the reader of a state may not see."""


class Choice(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a seat picks: (kind, handles, identity or none).

    `card` is the identity of the first handle, there if and only if the choice turns that card up for
    all; otherwise HIDDEN.
    """

    kind: str
    handles: tuple[int, ...] = ()
    card: int = HIDDEN


class Decision(msgspec.Struct, frozen=True):
    """Who owes a choice, and what the choices are."""

    seat: int
    kind: str
    """The question, a word of the game's own vocabulary."""
    choices: list[Choice] | None
    """Every legal choice, in a fixed order; None if the state is another seat's view."""
    start: bool = True
    """Whether an act begins here; False inside a chain of picks that belong together."""
    about: tuple[int, ...] = ()
    """Handles the question is about: the card being played, the Special to be answered."""
    limit: int = 0
    """How many more picks of this kind may follow, this one counted; 0 when it is a single pick."""


class Illegal(msgspec.Struct, frozen=True):
    """Why a choice can't be made, in a sentence for players."""

    reason: str
