"""What the peer of a match tells whoever plays at it: one union of events, and one listener.

A new kind of event is a class here, listed in PeerEvent. Who listens takes what it needs by `match`, and
ignores the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from core.contract.outcome import Ending
from net.lockstep.request import Decline, MatchRequest, RequestLedger
from net.transport.liveness import LinkNews


@dataclass(frozen=True, slots=True)
class EntryConfirmed:
    """Both sides are known to have entry n, and all before it, with the same hash."""

    n: int


@dataclass(frozen=True, slots=True)
class MatchSettled:
    """The match is over, and the other side is known to have all of it."""


@dataclass(frozen=True, slots=True)
class CopyReopened:
    """The other side had ended its copy by itself, and has come back to the match."""

    how: Ending
    """A word of ONE_SIDED (core.contract.outcome)."""


@dataclass(frozen=True, slots=True)
class CopyDamaged:
    """A copy of the match was damaged, as is told where the two sides meet again."""

    here: bool
    """Whether it is this side's."""
    good: int
    """The last entry of it that is sound."""
    had: int
    """The last entry that was kept in it."""
    other: int
    """The last entry that the other copy has."""


@dataclass(frozen=True, slots=True)
class ChatHeard:
    """The other player says a line, safe to show."""

    line: str


@dataclass(frozen=True, slots=True)
class RequestReceived:
    """The other side asks for something that takes an agreement: LockstepPeer.requests.answer gives it."""

    request: MatchRequest


@dataclass(frozen=True, slots=True)
class RequestLapsed:
    """A request of the other side needs no answer any more."""

    request: MatchRequest


@dataclass(frozen=True, slots=True)
class RequestAnswered:
    """The other side has answered a request made here."""

    request: MatchRequest
    yes: bool
    why: Decline | None = None
    """Why not, where nobody was asked there."""


@dataclass(frozen=True, slots=True)
class RequestClosed:
    """A request made here stands no more: it was placed or declined, or has lapsed."""

    request: MatchRequest


@dataclass(frozen=True, slots=True)
class LedgerChanged:
    """What has been asked in the match has changed, and is to be kept."""

    ledger: RequestLedger


class RematchTurn(Enum):
    """What the other side does about a rematch."""

    ASKED = "asked"
    WITHDRAWN = "withdrawn"
    """It asks no more."""
    DECLINED = "declined"
    FAILED = "failed"
    """It had agreed and could not begin."""


@dataclass(frozen=True, slots=True)
class RematchFailed:
    """Nothing came of a rematch that both wanted; the match that is over is as before."""

    error: Exception


class PeerGone(Enum):
    """Why the other side is not there any more after the end."""

    LEFT = "left"
    AT_ONE = "at one"
    """It has given up the second game of two, and left."""
    LOST = "lost"
    """It fell silent."""


PeerEvent: TypeAlias = (
    LinkNews
    | EntryConfirmed
    | MatchSettled
    | CopyReopened
    | CopyDamaged
    | ChatHeard
    | RequestReceived
    | RequestLapsed
    | RequestAnswered
    | RequestClosed
    | LedgerChanged
    | RematchTurn
    | RematchFailed
    | PeerGone
)

PeerListener: TypeAlias = Callable[[PeerEvent], object]
"""It is called on the loop of the match, and must not raise."""
