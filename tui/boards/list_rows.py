"""What the lists that a board opens have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Look(NamedTuple):
    """What every list needs to know of the board that opens it."""

    width: int
    """Columns of the screen."""
    guard: float
    """Seconds for which a key that was down before doesn't answer."""
    explain: Callable[[int], object]
    """Shows help for a card, by its number."""
