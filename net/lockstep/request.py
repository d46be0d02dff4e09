"""What a side of a match may ask of the other."""

from __future__ import annotations

import re
from typing import NamedTuple

TAKE_BACKS = 3
"""How often a side may ask to take back, in a match."""
DRAWS = 3
"""How often a side may offer a draw."""


UNASKED = ("bots", "known", "often", "muted")
"""Why a request is declined at once, with nobody asked. bots: nobody plays on that side who could agree;
known: the same, and who asks has learned something since; often: it was asked too often; muted: the
player there hears of no more take-backs."""


class MatchRequest(NamedTuple):
    """A request."""

    number: int
    """Counted by who asks, from 1 on, with gaps."""
    by: int
    """The seat that asks."""
    text: str
    """The entry it would be: `concede`, `forfeit`, `draw`, `undo 12`."""

    @property
    def kind(self) -> str:
        """Its first word."""
        return self.text.partition(" ")[0]

    @property
    def most(self) -> int:
        """How often a side may ask for something of this kind in a match."""
        return TAKE_BACKS if self.kind == "undo" else DRAWS


def is_request(text: str) -> bool:
    """Whether a side may ask for this entry: `concede`, `forfeit`, `draw`, `undo 12`."""
    words = ("concede", "forfeit", "draw")
    return text in words or re.fullmatch(r"undo (0|[1-9][0-9]{0,6})", text) is not None


def needs_agreement(text: str) -> bool:
    """Whether a request is placed only if the person at the other side agrees."""
    return text not in ("concede", "forfeit")


def may_be_declined(text: str) -> bool:
    """Whether the machine that would place a request may decline it: the person's time may not be up."""
    return text != "concede"
