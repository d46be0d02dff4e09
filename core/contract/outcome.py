"""How a match ended, for each seat."""

from __future__ import annotations

import msgspec


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended."""

    places: tuple[int, ...]
    """The place of each seat; 1 is the winner's, equal numbers share a place."""
    scores: tuple[int, ...]
    end: str
    """What ended it: a word of the game's own, or `concede`, `draw`, `forfeit`, `claimed`, `left`."""

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
