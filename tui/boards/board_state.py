"""What a board is given to show, and the places on it that a cursor can be at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from core.contract.choice import HIDDEN, Choice, Decision


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a board shows besides its own cursor."""

    view: Any
    seat: int
    """Whose eyes; -1 for somebody without a seat."""
    decision: Decision | None
    """What this reader is asked now; None while others think."""
    fresh: bool = True
    """Whether nothing has been picked yet in this chain."""
    names: tuple[str, ...] = ()
    """Players' names by seat."""
    head: str = ""
    """The first digits of the hash both sides compare."""
    clock: str = ""
    """What is left of whose time; empty in a match without a clock."""
    link: str = ""
    stopped: bool = False
    """Whether the match has stopped before its end."""
    status: str = ""
    """What is going on while there is no question."""
    news: Sequence[str] = ()
    """What happened since this reader's last act, in sentences, the newest last."""
    note: str = ""
    """What is to be said beside the match, such as why a choice was refused."""
    passing: bool = False
    """Whether answers are being given for this reader, which any key ends."""
    keys: Sequence[tuple[str, str]] = ()
    """Keys and what they do, in place of the board's own."""


class Spot(msgspec.Struct, frozen=True):
    """A place the cursor can be at: a card or a button."""

    zone: str
    key: int
    """The handle of a card, or the number of a button."""
    row: int
    column: int
    """Place in the grid of its zone."""
    middle: int = 0
    """The x of its middle."""
    region: tuple[int, int, int, int] | None = None
    """x, y, width and height where it is drawn; None while scrolled out."""


class Hint(msgspec.Struct, frozen=True):
    """A key or a sign that is written on the board; a click on it is that key, or scrolls a zone."""

    key: str
    region: tuple[int, int, int, int]
    """x, y, width and height."""
    zone: str = ""
    """What it scrolls, if it is no key."""
    step: int = 0
    """By how many rows."""


def choice_of(choices: Sequence[Choice], handle: int) -> Choice | None:
    """The choice that begins with this card."""
    return next((choice for choice in choices if choice.handles[:1] == (handle,)), None)


def plain_choice(choices: Sequence[Choice]) -> Choice | None:
    """The choice that names no card: pass, let it resolve, none, done."""
    return next((one for one in choices if not one.handles and one.card == HIDDEN), None)
