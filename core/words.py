"""What the words of every game are made with: counts, verbs, and seats as a reader hears them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol


class Viewed(Protocol):
    """Anything that knows who looks at it: a state or a view."""

    viewer: int


def counted(n: int, one: str, many: str = "") -> str:
    """`1 card`, `3 cards`."""
    return f"{n} {one if n == 1 else many or one + 's'}"


def listed(names: Iterable[str], last: str = "and") -> str:
    """`Hope`, `Hope and Love`, `Hope, Love and Joy`."""
    *before, end = list(names) or [""]
    return f"{', '.join(before)} {last} {end}" if before else end


def ended(sentence: str) -> str:
    """A sentence without a full stop behind a card's name that has an end of its own."""
    return sentence[:-1] if sentence.endswith(("....", "?.", "!.")) else sentence


def capital(sentence: str) -> str:
    """With a capital letter; the others stay as they are."""
    return sentence[:1].upper() + sentence[1:]


def small(sentence: str) -> str:
    """With a small letter, as it stands within another; the others stay as they are."""
    return sentence[:1].lower() + sentence[1:]


_IRREGULAR = {"has": "have", "is": "are", "does": "do", "goes": "go"}


def _yours(verb: str) -> str:
    """The verb as it follows `you`, from that which follows a name."""
    ending = "es" if verb.endswith(("sses", "shes", "ches")) else "s"
    return _IRREGULAR.get(verb) or verb.removesuffix(ending)


class Seats:
    """What the seats of a game are called."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        """`names` by seat; a seat without one is called by its number, from 1."""
        self._names = tuple(names)

    def name(self, seat: int) -> str:
        """What others call a seat."""
        return self._names[seat] if seat < len(self._names) else f"Seat {seat + 1}"

    def who(self, seat: int, view: Viewed) -> str:
        """A seat as this reader hears it: `You`, `Evil`."""
        return "You" if seat == view.viewer else self.name(seat)

    def whose(self, seat: int, view: Viewed) -> str:
        """What is a seat's, as this reader hears it: `your`, `Evil's`."""
        return "your" if seat == view.viewer else f"{self.name(seat)}'s"

    def does(self, seat: int, does: str, view: Viewed) -> str:
        """`You play Hope`, `Evil plays Hope`: from `plays Hope`, whose first word is the verb."""
        if seat != view.viewer:
            return f"{self.name(seat)} {does}"
        verb, space, rest = does.partition(" ")
        return f"You {_yours(verb)}{space}{rest}"
