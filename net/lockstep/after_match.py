"""What comes after a match over the same link, where this side stays: the next one, or that a side leaves.

Who wants to play once more, and the handshake of that, are in rematch.py; here is the way from one to the
other, and back if nothing comes of it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

from core.match import Match
from net.handshake.terms import HandshakeResult
from net.lockstep.rematch import RematchVotes
from net.lockstep.sender import FrameSender
from net.protocol.errors import NoConnection, Refused
from net.protocol.frames import Offer
from net.transport.link import Link

if TYPE_CHECKING:
    from net.lockstep.receiver import FrameReceiver

Handshake: TypeAlias = Callable[[Offer | None], Awaitable[HandshakeResult]]
"""That of the next match over the same link; on the guest's side it is given the offer. Raises Refused and
NoConnection."""


class AfterMatch:
    """What one side does after the end of a match."""

    def __init__(self, link: Link, voice: FrameSender, leads: bool, wanted: Callable[[], object]) -> None:
        """`leads` is whether this side makes the offer; `wanted` is called when it should be made."""
        self._link = link
        self._voice = voice
        self.rematch = RematchVotes(leads, voice.again, wanted, lambda: voice.number_above)
        """Who wants to play once more."""
        self.handshake: Handshake | None = None
        """What is done when both want to. With it this side stays when the match is over."""
        self.farewell = "over"
        """What the other side is told if this one leaves after the end; see Bye."""
        self.following: HandshakeResult | None = None
        """What came of it: the next match over the same link, which stays open then."""
        self.on_refused: Callable[[Exception], object] = lambda error: None
        """Told why nothing came of it; the match that is over is as before."""
        self.on_gone: Callable[[str], object] = lambda why: None
        """Told that the other side is not there any more after the end: `left`, `enough` if it has given up
        the second game of two, or why it was not waited for any more."""

    @property
    def stays(self) -> bool:
        """Whether this side stays when the match is over."""
        return self.handshake is not None

    async def begin(
        self, match: Match, hearing: FrameReceiver, line_again: Callable[[bool | None], object]
    ) -> bool:
        """Both want to play once more after `match`: True if the next one has begun, or the other side has
        left; False if all is as before.

        `line_again` is called then to take the line back: with how it is, or None if that has not changed.
        """
        assert self.handshake is not None
        offer, hearing.offer = hearing.offer, None
        self._link.past = bytes.fromhex(match.header.match)
        lines: list[bool] = []
        self._link.on_line = lines.append
        self._voice.hush()
        try:
            self.following = await self.handshake(offer)
            return True
        except (Refused, NoConnection) as error:
            self.rematch.start_over()
            self.on_refused(error)
            gone = isinstance(error, Refused) and error.theirs and error.why == "left"
            if gone:
                hearing.left = True
                hearing.parted = self._link.called
                self.on_gone("left")
            return gone
        finally:
            if self.following is None:
                self._link.past = None
                line_again(lines[-1] if lines else None)
