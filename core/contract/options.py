"""What a game may be played with: its options, and presets of them."""

from __future__ import annotations

import msgspec


class Option(msgspec.Struct, frozen=True):
    """A match option: an integer in a range. A switch has the range 0 to 1."""

    name: str
    default: int
    low: int
    high: int
    about: str
    """One sentence for the match setup."""
    named: tuple[str, ...] = ()
    """Words for all its values, the lowest first, where numbers would say nothing; lower case, no blanks."""

    @property
    def words(self) -> tuple[str, ...]:
        """A word for each value; none where the number is what counts."""
        return self.named or (("off", "on") if (self.low, self.high) == (0, 1) else ())

    def shown(self, value: int) -> str:
        """A value as players see it."""
        return self.words[value - self.low] if self.words else str(value)


class Preset(msgspec.Struct, frozen=True):
    """Named values for some options, and what was measured with them."""

    name: str
    options: dict[str, int]
    about: str
