"""Lines of text between the players of a match. They are no part of it, and nothing keeps them."""

from __future__ import annotations

from collections.abc import Callable

from core.clean import clean
from net.lockstep.events import ChatHeard, PeerListener
from net.lockstep.sender import FrameSender
from net.protocol.frames import Say
from net.protocol.limits import TokenBucket

CHAT_CELLS = 160
"""The longest line, in terminal cells."""
_LINES_A_SECOND = 1.0
"""How many a player may say; two at once."""
_HEARD_A_SECOND = 3.0
"""How many are heard: some may come together that were said apart. What is more is dropped."""


NOBODY_HEARS = "The match is over, and nobody hears you any more."


class Unsaid(ValueError):
    """A line that can't be said now; the message is a sentence for who wrote it."""


class Chat:
    """What is said and heard, cleaned, cut and paced both ways."""

    def __init__(
        self,
        sender: FrameSender,
        tell: PeerListener,
        why_unheard: Callable[[], str],
        now: Callable[[], float],
    ) -> None:
        """`why_unheard` says why the other player would hear nothing now, in a sentence, empty if it would;
        `now` is a clock, in seconds."""
        self._sender = sender
        self._tell = tell
        self._why_unheard = why_unheard
        self._now = now
        self._own = TokenBucket(_LINES_A_SECOND, now())
        self._theirs = TokenBucket(_HEARD_A_SECOND, now())

    def say(self, text: str) -> str:
        """Say a line to the other player; gives it as it was said. Raises Unsaid if it can't be heard."""
        if why := self._why_unheard():
            raise Unsaid(why)
        line = clean(text, CHAT_CELLS).strip()
        if not line:
            raise Unsaid("There is nothing in it to be said.")
        if not self._own.take(self._now()):
            raise Unsaid("That is more than one line a second; say it again in a moment.")
        self._sender.send(Say(*self._sender.stamp, line))
        return line

    def receive(self, said: Say) -> None:
        """A line has come from the other side."""
        line = clean(said.text, CHAT_CELLS).strip()
        if line and self._theirs.take(self._now()):
            self._tell(ChatHeard(line))
