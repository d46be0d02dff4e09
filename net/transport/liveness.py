"""Whether the other side of a match is still there, and what its player is told of that."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from core.words import listed
from net.protocol.errors import LinkLost

SILENT_SECONDS = 2.5
"""Without a word for so long the other side counts as silent."""
GIVE_UP_SECONDS = 90.0
"""Without a word for so long a side at which no person waits gives the match up."""

LinkState: TypeAlias = Literal["ok", "paused", "silent"]
"""`paused`: the other side's terminal is not listening; `silent`: its machine is not heard."""


class LinkNews(NamedTuple):
    """How the link is now."""

    state: LinkState
    was: LinkState
    """The state before; the same while silence or a pause lasts."""
    seconds: int
    """How long nothing has been heard, or the other side has paused, whole seconds; when that is over, how
    long it was."""
    patience: int | None
    """After how many seconds of silence this side gives the match up; None if it never does."""
    own: bool = False
    """Whether it is of this side's own making: its program had stood still, and the line broke meanwhile."""

    @property
    def words(self) -> str:
        """For a line of a screen."""
        silent = f"link silent for {lasting(self.seconds)}" if self.seconds else "link broken"
        paused = f"they paused for {lasting(self.seconds)}" if self.seconds else "link ok, they pause"
        return {"ok": "link ok", "paused": paused, "silent": silent}[self.state]

    def sentence(self, *others: str, over: bool = False) -> str:
        """What has changed; `others` are the names of the players there, `over`: the match is. Empty if
        nothing has."""
        other, are = listed(others), "is" if len(others) == 1 else "are"
        if self.state == self.was:
            return ""
        if self.state == "silent" and over:
            return f"{other} {are} not heard now. The match is finished and kept."
        if self.own and self.state == "silent":
            return (
                f"This program had been stopped for a while, and the line to {other} has broken; it comes"
                " back by itself."
            )
        if self.own and self.was == "silent":
            return f"The line to {other} is there again."
        if self.state == "silent":
            if self.patience is None:
                return (
                    f"{other} {are} not heard. This side keeps looking: the match goes on by itself when the"
                    " other side is back, or has resumed it. You may also leave, and resume it later."
                )
            return (
                f"{other} {are} not heard; after {self.patience} s of silence the match stops here, and is"
                " kept for when both resume it."
            )
        if self.state == "paused":
            return f"{other}'s terminal has paused; the link is ok."
        if self.was == "silent":
            return f"{other} {are} back{f' after {lasting(self.seconds)}' if self.seconds else ''}."
        after = f" after {lasting(self.seconds)}" if self.seconds else ""
        return f"{other}'s terminal shows the match again{after}."


THERE = LinkNews("ok", "ok", 0, None)
"""The link to a machine that has just been met."""


def lasting(seconds: int) -> str:
    """A time in words: `40 s`, `12 min`, `3 h 5 min`."""
    minutes = seconds // 60
    if minutes < 2:
        return f"{seconds} s"
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


class Liveness:
    """Knows when something was last heard, and tells what changes."""

    def __init__(
        self,
        give_up: float | None,
        silent: float,
        tell: Callable[[LinkNews], object],
        now: Callable[[], float],
    ) -> None:
        """Silence counts after `silent` seconds of `now`, and is the end after `give_up`; None: never."""
        self.state: LinkState = "ok"
        self.give_up = give_up
        self._silent = silent
        self._tell = tell
        self._now = now
        self._heard = now()
        self._broke: float | None = None
        self._paused_at = now()
        """Since when the other side has paused, where it does."""
        self._own = False
        """Whether the silence is of this side's own making."""
        self._looked = now()
        """When this side was last known to be awake."""
        self._woke = -math.inf
        """When it went on last after it had stood still."""

    @property
    def silence(self) -> float:
        """How long nothing has been heard, in seconds."""
        return self._now() - self._heard

    def heard(self, paused: bool | None = None) -> None:
        """Something of this match has just been heard; None if it doesn't say whether they pause."""
        self._look()
        then, self._heard = self._heard, self._now()
        if self._broke is not None and self._heard < self._broke + self._silent:
            return  # it had come before the line broke
        if self.state == "silent" and self._heard < self._woke + self._silent:
            return  # it may have come while this side stood still: the other one may be gone since
        self._broke = None
        if paused is not None or self.state == "silent":
            silence = self._heard - then
            if self.state == "paused":
                silence = self._heard - self._paused_at
            elif paused:
                self._paused_at, silence = self._heard, 0
            self._become("paused" if paused else "ok", silence)

    def back(self) -> None:
        """The other side has come back over a new line."""
        self._broke = None
        self._woke = -math.inf
        self.heard()

    def broke(self) -> None:
        """The line to the other side has just broken."""
        self._look()
        self._broke = self._now()
        self._own = self.state != "silent" and self._broke < self._woke + self._silent
        self._become("silent", 0)

    def mind(self) -> bool:
        """Call once in less than the seconds after which silence counts: whether it is silent there. Raises
        LinkLost after too much of it."""
        self._look()
        silence = self.silence
        if self.give_up is not None and silence > self.give_up:
            raise LinkLost(
                f"Nothing was heard from the other side for {self.give_up:.0f} seconds, so this side gave"
                " up waiting. The match is kept."
            )
        if self.state == "silent" or silence > self._silent:
            self._become("silent", silence)
        return self.state == "silent"

    def _become(self, state: LinkState, silence: float) -> None:
        was, self.state = self.state, state
        if state != was or state != "ok":
            patience = None if self.give_up is None else round(self.give_up)
            self._tell(LinkNews(state, was, int(silence), patience, self._own))
        if state != "silent":
            self._own = False

    def _look(self) -> None:
        """A program that was stopped, or hung, has heard nothing meanwhile, and that was no silence."""
        now, then = self._now(), self._looked
        self._looked = now
        if now - then > self._silent:
            self._heard += now - then
            self._woke = now
