"""A link: frames to and from one other machine, whatever carries them.

A link is to one CURVE key, which is who the other side is; it outlives the TCP lines that carry it. When the
other side comes back by a new line, that is a new link to the same key at first, and once it has shown who it
is the older link goes on over it (`move`): so a match holds one link from its start to its end. A link
belongs to the running event loop.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import TypeVar

from core.clean import clean
from core.engine.notation import Malformed
from net.protocol.errors import NoConnection, Refusal, Refused
from net.protocol.frames import Bye, Frame, KeepAlive, MatchFrame, Refuse, decode, encode
from net.protocol.limits import FRAMES_A_SECOND, WAITING_FRAMES, TokenBucket

F = TypeVar("F", bound=Frame)


class Link:
    """Frames to and from one other machine, known by its CURVE key."""

    def __init__(
        self,
        key: bytes,
        send: Callable[[bytes], bool],
        limit: int,
        echoes: bool,
        broken: str = "The line to the other side broke off.",
    ) -> None:
        """`send` says whether there is a line at all; `limit` is the longest frame to accept, in bytes;
        `echoes` whether a KeepAlive is answered with the same, which only one of two sides may do; `broken`
        is what to say when the line breaks.
        """
        self.key = key
        self.limit = limit
        self.fragile = False
        """Whether a line that breaks is the end, as in a handshake; in a match it may come back."""
        self.past: bytes | None = None
        """The match that was played over it before, or is come back to: what is said of that is no part of a
        handshake."""
        self.on_line: Callable[[bool], object] | None = None
        """Told at once when the line breaks (False), and when it is there again (True)."""
        self._echoes = echoes
        self._broken = broken
        self.reader: asyncio.Task[None] | None = None
        """What feeds this link; it ends only by an error or a close."""
        self.called = False
        """Whether this side has called, by the line that is used now; else the other side has."""
        self._line = self
        """Whose line is used now: this link's own, or that of a newer one to the same key."""
        self._owner = self
        """The link that uses this one's line."""
        self._handed: deque[bytes] = deque()
        """What is received before anything that waits."""
        self._post = send
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue(WAITING_FRAMES)
        self._clock = asyncio.get_running_loop()
        self._pace = TokenBucket(FRAMES_A_SECOND, self._clock.time())

    def __repr__(self) -> str:
        return f"<Link to {self.key.hex()[:8]}>"

    async def fed(self) -> None:
        """Wait until what feeds this link ends, by an error or a close, which is raised."""
        while True:
            reader = self._line.reader
            assert reader is not None
            await asyncio.wait({reader})
            if reader is self._line.reader:
                reader.result()

    @property
    def owner(self) -> Link:
        """The link for which what comes here is: itself, or an older one that goes on over this line."""
        return self._owner

    @property
    def full(self) -> bool:
        """Whether nobody takes what comes."""
        return self._waiting.full()

    def send(self, frame: Frame) -> bool:
        """Send now or not at all; False if there is no line."""
        return self._post(encode(frame))

    async def receive(self) -> Frame:
        """The next frame. Raises Malformed if it is none, NoConnection if the line broke and was fragile."""
        while True:
            if not self._handed:
                data = await self._waiting.get()
            elif (
                self.fragile
            ):  # the other side has come back by another line, so this one is as good as broken
                data = None
            else:
                data = self._handed.popleft()
            if data is not None:
                return decode(data, self.limit)
            if self.fragile:
                raise NoConnection(self._broken)

    async def expect(self, kind: type[F] | tuple[type[F], ...], seconds: float) -> F:
        """The next frame, which has to be of this kind, or one of these, and come in time, else Refused or
        NoConnection.

        After a KeepAlive the time starts anew; what is said of `past` gives no more of it.
        """
        until = self._clock.time() + seconds
        while True:
            try:
                async with asyncio.timeout_at(until):
                    frame = await self.receive()
            except TimeoutError:
                raise Refused(Refusal.LATE, "The other side did not answer in time. Try again.") from None
            except Malformed:
                raise Refused(
                    Refusal.FORM, "The other side sent something that is no tesser frame."
                ) from None
            if isinstance(frame, kind):
                return frame
            if isinstance(frame, MatchFrame) and frame.match == self.past:
                if isinstance(frame, Bye):
                    raise Refused(Refusal.LEFT, "The other side has left.", theirs=True)
                continue
            if isinstance(frame, Refuse):
                raise refusal(frame)
            if not isinstance(frame, KeepAlive):
                raise Refused(
                    Refusal.FORM, "The other side sent something out of turn. Is its program the same?"
                )
            until = self._clock.time() + seconds
            if self._echoes:
                self.send(KeepAlive())

    async def deliver(self, data: bytes) -> None:
        """Bytes have come; waits when they come faster than a peer may send, so that the line fills up."""
        if self._owner is not self:
            await self._owner.deliver(data)
            return
        delay = self._pace.wait(self._clock.time())
        if delay:
            await asyncio.sleep(delay)
        await self._waiting.put(data)

    def hand_back(self, frame: Frame) -> None:
        """Put a frame that was received elsewhere before all that waits."""
        self._handed.append(encode(frame))
        if not self.full:
            self._waiting.put_nowait(None)  # whoever waits for a frame looks again

    def line(self, up: bool) -> None:
        """The line broke, or is there again. What came before is still read."""
        if self._owner._line is self:  # or else another line is used by now
            self._owner._on_own_line(up)

    def _on_own_line(self, up: bool) -> None:
        if not up and self.fragile and not self.full:
            self._waiting.put_nowait(None)
        if self.on_line is not None:
            self.on_line(up)

    def move(self, newer: Link) -> None:
        """Go on over the line of this newer link, which is to the same key: what comes there comes here."""
        self._post = newer._post
        self.called = newer.called
        self._line = newer
        newer._owner = self
        while not newer._waiting.empty() and not self.full:
            self._waiting.put_nowait(newer._waiting.get_nowait())


def refusal(frame: Refuse) -> Refused:
    """What the other side said, made safe to show."""
    why = Refusal(frame.why) if frame.why in set(Refusal) else Refusal.OTHER
    return Refused(why, clean(frame.sentence, 400) or "The other side refused.", theirs=True)
