"""How a match ended, for each seat."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Ending(StrEnum):
    """Ends of a match that are no choice of its game, as they stand in entries and in `Outcome.end`."""

    CONCEDE = "concede"
    DRAW = "draw"
    FORFEIT = "forfeit"
    """Somebody's time was up, and the machine that measures it has placed the claim of another."""
    CLAIMED = "claimed"
    LEFT = "left"


ONE_SIDED = (Ending.CLAIMED, Ending.LEFT)
"""Entries by which one side of a match on two machines ends its own copy, where the other side is gone: its
time was up, or it has left and not come back. Signed by who ends it, and no entry of both: the other copy
stands as it is, and if both sides meet again such an entry counts for nothing."""


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended."""

    places: tuple[int, ...]
    """The place of each seat; 1 is the winner's, equal numbers share a place."""
    scores: tuple[int, ...]
    end: str
    """What ended it: a word of the game's own, or an Ending."""

    @property
    def winner(self) -> int | None:
        """The only seat in first place; None when first place is shared."""
        first = [seat for seat, place in enumerate(self.places) if place == 1]
        return first[0] if len(first) == 1 else None


def ended_apart(outcome: Outcome) -> str:
    """That one side has ended its copy of the match alone, as the beginning of a sentence; else empty."""
    return {
        "left": "The match was ended by one side, as the other had left,",
        "claimed": "The match was claimed, as the other side's time was up,",
    }.get(outcome.end, "")
