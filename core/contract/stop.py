"""Stops of a game: where a decision may be answered without asking a person.

At which of them a person wants to be asked is in core.engine.stops.
"""

from __future__ import annotations

import msgspec

from core.contract.choice import Choice


class Stop(msgspec.Struct, frozen=True):
    """A place in a turn where a person may want to be asked, or not."""

    name: str
    """As people write it, such as `Fate I`; also its key in settings."""
    asked: bool = False
    """Whether by default a seat is asked there even if it can do nothing but pass."""
    asked_apart: bool = False
    """The same where an opponent waits on another machine: not to be asked would tell it of the hand."""
    phase: bool = True
    """Whether it is a phase, to which one can pass; else it can come up in any."""


class Halt(msgspec.Struct, frozen=True):
    """What the open decision is to somebody who need not be asked everything."""

    stop: str
    """Name of the Stop it belongs to."""
    answer: Choice
    """What may be answered unasked: it names no card and gives up nothing but the go."""
    could: bool
    """Whether the seat may choose something else, as far as this view's reader can tell: False only if
    the reader sees that it can't."""
    guarded: bool = False
    """Whether a seat that could choose something else has to be asked in any case."""
