"""Every way in which playing with another machine can fail, each with a sentence for the player.

The message says what is wrong and what to do about it; `status` is the exit status of a command that
ended this way.
"""

from __future__ import annotations

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


class Refused(NetError):
    """One side would not play with the other.

    `why` is a word: version, key, code, expired, taken, rules, game, deck, commit, late, form, unbegun or
    left; any other comes from a newer version.
    """

    status = 5

    def __init__(self, why: str, sentence: str, *, theirs: bool = False) -> None:
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
