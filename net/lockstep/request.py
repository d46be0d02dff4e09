"""What a side of a match may ask of the other, and what is kept of that."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

import msgspec

from core.contract.outcome import Ending
from core.engine.entry import Undo, read_table_act
from core.engine.notation import Malformed
from net.protocol.frames import MOST_ENTRIES

TAKE_BACKS = 3
"""How often a side may ask to take back, in a match: each time the other player is interrupted."""
DRAWS = 3
"""How often a side may offer a draw."""


class RequestKind(StrEnum):
    """What is asked for; the value is the first word of the entry it would be."""

    CONCEDE = "concede"
    CLAIM = "forfeit"
    """The match, since the time is up of who is to choose."""
    DRAW = "draw"
    TAKE_BACK = "undo"

    @property
    def needs_agreement(self) -> bool:
        """Whether it is placed only if the person at the other side agrees."""
        return self in (RequestKind.DRAW, RequestKind.TAKE_BACK)

    @property
    def may_be_declined(self) -> bool:
        """Whether the machine that would place it may decline it: the person's time may not be up."""
        return self is not RequestKind.CONCEDE


def kind_of(text: str) -> RequestKind | None:
    """What is asked for by the entry `text`: `concede`, `forfeit`, `draw`, `undo 12`. None for an entry that
    is not to be asked for."""
    try:
        act = read_table_act(text)
    except Malformed:
        return None
    match act:
        case Undo(to, marked=False) if to < MOST_ENTRIES:
            return RequestKind.TAKE_BACK
        case Ending.CONCEDE | Ending.FORFEIT | Ending.DRAW:
            return RequestKind(text)
        case _:
            return None


class Decline(StrEnum):
    """Why a request is declined at once, with nobody asked; the values go over the wire."""

    BOTS = "bots"
    """Nobody plays on that side who could agree."""
    KNOWN = "known"
    """The same, and who asks has learned something since."""
    OFTEN = "often"
    """It was asked too often."""
    MUTED = "muted"
    """The player there hears of no more take-backs."""


def decline_of(word: str) -> Decline | None:
    """The reason this word of an answer gives; None for none, and for one of a newer version."""
    return Decline(word) if word in set(Decline) else None


class MatchRequest(NamedTuple):
    """A request: one side of a match wants an entry that is no choice."""

    number: int
    """Counted by who asks, from 1 on, with gaps."""
    by: int
    """The seat that asks."""
    text: str
    """The entry it would be, of which `kind_of` says the kind."""

    @property
    def kind(self) -> RequestKind:
        """What is asked for."""
        kind = kind_of(self.text)
        assert kind is not None
        return kind

    @property
    def back_to(self) -> int:
        """Of a take-back: the entry the match would go back to."""
        act = read_table_act(self.text)
        assert isinstance(act, Undo)
        return act.to

    @property
    def most(self) -> int:
        """How often a side may ask for something of this kind in a match."""
        return TAKE_BACKS if self.kind is RequestKind.TAKE_BACK else DRAWS


class RequestLedger(msgspec.Struct):
    """What has been asked in a match so far: it is kept with the match, and holds when that goes on."""

    number: int = 0
    """Of this side's last request."""
    heard: int = 0
    """Number of the other side's last one."""
    mine: dict[str, int] = msgspec.field(default_factory=dict)
    """How often this side has asked, by kind: undo, draw."""
    theirs: dict[str, int] = msgspec.field(default_factory=dict)
    muted: bool = False
    """Whether take-backs are declined unasked."""
    conceding: list[int] = msgspec.field(default_factory=list)
    """Seats here that have conceded, as long as the other side has yet to place it."""
    asking: dict[int, tuple[int, str]] = msgspec.field(default_factory=dict)
    """By seat here: number and text of what it asks for that takes an agreement, as long as that stands."""
    asked: dict[int, tuple[int, str, bool | None]] = msgspec.field(default_factory=dict)
    """By seat of the other side: number and text of what it asks for, as long as that stands, and the answer
    if there is one."""
