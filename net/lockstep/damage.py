"""What a side says when its copy of a match was damaged."""

from __future__ import annotations

from typing import NamedTuple


class Damage(NamedTuple):
    """A copy of a match that was damaged, where the two sides meet again."""

    here: bool
    """Whether it is this side's."""
    good: int
    """The last entry of it that is sound."""
    had: int
    """The last entry that was kept in it."""
    other: int
    """The last entry that the other copy has."""
