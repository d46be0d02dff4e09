"""What a side of a match may ask of the other."""

from __future__ import annotations

from typing import NamedTuple

TAKE_BACKS = 3
"""How often a side may ask to take back, in a match."""
DRAWS = 3
"""How often a side may offer a draw."""


class Wish(NamedTuple):
    """A request."""

    number: int
    """Counted by who asks, from 1."""
    by: int
    """The seat that asks."""
    text: str
    """The entry it would be: `concede`, `draw`, `undo 12`."""

    @property
    def kind(self) -> str:
        """Its first word."""
        return self.text.partition(" ")[0]
