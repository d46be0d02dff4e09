"""Every way in which playing with another machine can fail, each with a sentence for the player.

The message says what is wrong and what to do about it; `status` is the exit status of a command that
ended this way.
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar


class NetError(Exception):
    """Playing with the other machine failed or ended; str() is a sentence for the player."""

    status: ClassVar[int] = 1


class BadIdentity(NetError):
    """The file with this player's secret can't be used."""

    status = 2


class BadInvite(NetError):
    """A text that is no invite, or one that can't be used."""

    status = 2


class NoConnection(NetError):
    """No link to the other machine came about, or it broke before the match began."""

    status = 4


class Refusal(StrEnum):
    """Why one side would not play with the other; the values go over the wire."""

    VERSION = "version"
    """The programs speak other protocols."""
    KEY = "key"
    CODE = "code"
    """The invite is for another table."""
    EXPIRED = "expired"
    TAKEN = "taken"
    """Somebody else has the seat, or a newer program of the same player has the match."""
    RULES = "rules"
    GAME = "game"
    DECK = "deck"
    COMMIT = "commit"
    """The seed was not drawn fairly."""
    LATE = "late"
    FORM = "form"
    """What came makes no sense just now."""
    UNBEGUN = "unbegun"
    """The match never began."""
    LEFT = "left"
    CROSSED = "crossed"
    """Both sides have called each other at once, and the other call counts."""
    WITHDRAWN = "withdrawn"
    """A rematch is not wanted any more."""
    OTHER = "other"
    """What a newer version may say; never sent."""


class Refused(NetError):
    """One side would not play with the other."""

    status = 5

    def __init__(self, why: Refusal, sentence: str, *, theirs: bool = False) -> None:
        super().__init__(sentence)
        self.why = why
        self.theirs = theirs
        """Whether the other side said it, which then needs no answer."""


class LinkLost(NetError):
    """The other machine fell silent for good, or said too much that makes no sense."""

    status = 6


class PeerLeft(NetError):
    """The other side left the match on purpose."""

    status = 8


class NeverBegan(PeerLeft):
    """The match has not begun on the other side, which left meanwhile or could not keep it: nothing is known
    of it there."""


class StillBefore(NeverBegan):
    """The match has not begun on the other side, which is still at the one before it over the same link: both
    go on with that one."""
