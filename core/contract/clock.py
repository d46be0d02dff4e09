"""The clock of a match: how much time a seat has to choose, as a term of the table, and what is left of it.

Only arithmetic: whoever measures time passes it in, in whole milliseconds. Nothing here ends a match; when a
seat's time is up, what follows is up to the others.
"""

from __future__ import annotations

import re

import msgspec

from core.clean import clean
from core.words import counted, listed

NO_CLOCK = "none"
WITHOUT = "This match has no clock."
"""What is said where one is asked about."""
SECOND = 1000
"""In milliseconds, as all times here."""
MINUTE = 60 * SECOND
WARNINGS = (30 * SECOND, 10 * SECOND)
"""A seat is warned when no more than this is left; see Clock.warnings."""
GIFT = MINUTE
"""What the other side may give a seat whose time is up."""
DECISION_SECONDS = (5, 3600)
"""The least and the most for a decision."""
BANK_MINUTES = (1, 600)
INCREMENT_SECONDS = (0, 600)
FORMS = (
    "Write none; or seconds for each decision, as 60; or minutes for the whole match and seconds more with"
    " each choice, as 10m+5."
)
MOST_LEFT = 1_000_000 * SECOND
"""Nobody has more than this left."""


class Clock(msgspec.Struct, frozen=True):
    """How much time a seat has: either for each decision, or for all of them."""

    each: int = 0
    """For each decision; 0 where there is a bank."""
    bank: int = 0
    """For the whole match."""
    increment: int = 0
    """What is added to the bank with each choice."""

    @property
    def warnings(self) -> tuple[int, ...]:
        """A seat is warned when no more than one of these is left: those of WARNINGS that are less than all
        it has, or half of that, in whole seconds, where none is."""
        whole = self.each or self.bank
        return tuple(one for one in WARNINGS if one < whole) or (whole // 2 // SECOND * SECOND,)

    def __str__(self) -> str:
        """The text form: `60`, `10m+5`."""
        if self.each:
            return str(self.each // SECOND)
        return f"{self.bank // MINUTE}m+{self.increment // SECOND}"

    @property
    def said(self) -> str:
        """In words: `60 seconds a decision`."""
        if self.each:
            return f"{counted(self.each // SECOND, 'second')} a decision"
        bank = f"{counted(self.bank // MINUTE, 'minute')} for all of a seat's decisions"
        more = counted(self.increment // SECOND, "second")
        return f"{bank}, and {more} more with each" if self.increment else bank


def read_clock(text: str) -> Clock | None:
    """The clock of this text form; None for `none`. Raises ValueError with a sentence for any other text."""
    said = text.strip().casefold()
    if said == NO_CLOCK:
        return None
    if re.fullmatch("[0-9]{1,6}", said):
        return Clock(each=_within(int(said), DECISION_SECONDS, "seconds a decision", text) * SECOND)
    parts = re.fullmatch(r"([0-9]{1,6})m(?:\+([0-9]{1,6}))?", said)
    if parts is None:
        raise ValueError(f"{clean(text, 30)!r} is no clock. {FORMS}")
    bank = _within(int(parts[1]), BANK_MINUTES, "minutes for the whole match", text)
    more = _within(int(parts[2] or "0"), INCREMENT_SECONDS, "seconds more with each choice", text)
    return Clock(bank=bank * MINUTE, increment=more * SECOND)


def written(clock: Clock | None) -> str:
    """The one text form of a clock, or of none."""
    return NO_CLOCK if clock is None else str(clock)


def fault_of(text: str) -> str:
    """Why a header can't have this clock, in a sentence; empty if it can."""
    try:
        own = written(read_clock(text))
    except ValueError as error:
        return str(error)
    return "" if own == text else f"The clock {clean(text, 30)!r} is written {own}."


def clock_said(text: str) -> str:
    """A clock in its text form as a term of a table, in a sentence; empty for none."""
    clock = read_clock(text)
    return "" if clock is None else f"Clock: {clock.said}."


def _within(number: int, span: tuple[int, int], what: str, text: str) -> int:
    low, high = span
    if not low <= number <= high:
        raise ValueError(f"{clean(text, 30)!r} is no clock: {what} are from {low} to {high}.")
    return number


class TimeLeft(msgspec.Struct):
    """What is left to one seat. It runs while `run` is called, and stands still otherwise."""

    clock: Clock
    left: int
    """For the decision it has now, or the next one. 0: its time is up."""
    n: int = 0
    """The entry that its decision is to bring, as far as one was asked; 0 before the first."""

    @classmethod
    def whole(cls, clock: Clock) -> TimeLeft:
        """What a seat begins with."""
        return cls(clock, clock.each or clock.bank)

    def ask(self, n: int) -> None:
        """The seat is asked for entry n: with time for each decision it has all of that anew, unless it was
        asked for this entry before."""
        if self.clock.each and n != self.n:
            self.left = self.clock.each
        self.n = n

    def run(self, passed: int) -> int | None:
        """So much time has passed while it thinks: the warning that is due, one of its clock's, or 0 where
        its time has just come to its end; None for nothing new."""
        before, self.left = self.left, max(0, self.left - max(0, passed))
        if before > 0 == self.left:
            return 0
        due = [one for one in self.clock.warnings if self.left <= one < before]
        return min(due, default=None)

    def chose(self) -> None:
        """It has chosen."""
        self._add(self.clock.increment)

    def give(self, gifts: int = 1) -> None:
        """Others give it so many times GIFT."""
        self._add(gifts * GIFT)

    def _add(self, time: int) -> None:
        self.left = min(self.left + time, MOST_LEFT)


def shown(left: int) -> str:
    """What is left as a clock shows it, to the second above: `0:42`, `12:05`, `1:02:03`; `0:00` is up."""
    seconds = -(-left // SECOND)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def spoken(left: int) -> str:
    """The same in words: `42 seconds`, `12 minutes and 5 seconds`, `no time`."""
    seconds = -(-left // SECOND)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    units = ((hours, "hour"), (minutes, "minute"), (seconds, "second"))
    return listed([counted(number, unit) for number, unit in units if number]) or "no time"
