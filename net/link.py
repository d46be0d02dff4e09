"""A link: frames to and from one other machine, whatever carries them.

A link is to one CURVE key, which is who the other side is. It belongs to the running event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from core.clean import clean
from core.notation import Malformed
from net.errors import NoConnection, Refused
from net.limits import FRAMES_A_SECOND, WAITING_FRAMES, Pace
from net.wire import Frame, Refuse, Still, decode, encode

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
        `echoes` whether a Still is answered with the same, which only one of two sides may do; `broken` is
        what to say when the line breaks.
        """
        self.key = key
        self.limit = limit
        self.fragile = False
        """Whether a line that breaks is the end, as in a handshake; in a match it may come back."""
        self.on_line: Callable[[bool], None] = lambda _: None
        """Told at once when the line breaks (False), and when it is there again (True)."""
        self._echoes = echoes
        self._broken = broken
        self.reader: asyncio.Task[None] | None = None
        """What feeds this link; it ends only by an error or a close."""
        self._post = send
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue(WAITING_FRAMES)
        self._clock = asyncio.get_running_loop()
        self._pace = Pace(FRAMES_A_SECOND, self._clock.time())

    def __repr__(self) -> str:
        return f"<Link to {self.key.hex()[:8]}>"

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
            data = await self._waiting.get()
            if data is not None:
                return decode(data, self.limit)
            if self.fragile:
                raise NoConnection(self._broken)

    async def expect(self, kind: type[F], seconds: float) -> F:
        """The next frame, which has to be of this kind and come in time, else Refused or NoConnection.

        After a Still the time starts anew.
        """
        while True:
            try:
                async with asyncio.timeout(seconds):
                    frame = await self.receive()
            except TimeoutError:
                raise Refused("late", "The other side did not answer in time. Try again.") from None
            except Malformed:
                raise Refused("form", "The other side sent something that is no tesser frame.") from None
            if isinstance(frame, kind):
                return frame
            if isinstance(frame, Refuse):
                raise refusal(frame)
            if not isinstance(frame, Still):
                raise Refused("form", "The other side sent something out of turn. Is its program the same?")
            if self._echoes:
                self.send(Still())

    async def deliver(self, data: bytes) -> None:
        """Bytes have come; waits when they come faster than a peer may send, so that the line fills up."""
        delay = self._pace.wait(self._clock.time())
        if delay:
            await asyncio.sleep(delay)
        await self._waiting.put(data)

    def hand_back(self, frame: Frame) -> None:
        """Put a frame that was received elsewhere in line."""
        self._waiting.put_nowait(encode(frame))

    def line(self, up: bool) -> None:
        """The line broke, or is there again. What came before is still read."""
        if not up and self.fragile and not self.full:
            self._waiting.put_nowait(None)
        self.on_line(up)

    def move(self, other: Link) -> None:
        """Send by this newer link from now on; it is to the same key."""
        self._post = other._post


def refusal(frame: Refuse) -> Refused:
    """What the other side said, made safe to show."""
    return Refused(clean(frame.why, 40), clean(frame.sentence, 400) or "The other side refused.", theirs=True)
