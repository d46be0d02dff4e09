"""What one side sends in a match: frames that carry the match, its epoch and how far this side is.

A part of the match that has a frame of its own (chat.py, requests.py, rematch.py) makes it, with `stamp` as
its first two fields, and has it sent here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from core.engine.chain import signing_bytes
from core.engine.entry import Entry
from core.engine.match import Match, Prepared
from net.faultpoints import reach
from net.handshake.terms import HandshakeResult
from net.protocol.frames import Addresses, Beat, Bye, ByeReason, EntryFrame, MatchFrame, Return, Welcome
from net.protocol.invite import Address, pack_address
from net.protocol.limits import TokenBucket

_CONFIRM_SECONDS = 0.05
"""A confirmation that does not go out at once waits this long for an entry that says the same and more."""
_EACH_EPOCH = 1000
"""More than is asked for between two meetings of the two sides."""
_CONFIRMATIONS_A_SECOND = 20
"""How many go out at once: quick bots must not use up the frames that a peer may send."""


class FrameSender:
    """Sends the frames of one match over its link."""

    def __init__(self, seated: HandshakeResult, match: Match) -> None:
        self.epoch = seated.epoch
        """Number of handshakes of this match; frames of an older epoch mean nothing."""
        self.paused = False
        """Whether this side's terminal is not listening."""
        self._apart, self._had = seated.apart, seated.had
        self._seated = seated
        self._link = seated.link
        self._match = match
        self._id = bytes.fromhex(match.header.match)
        self._clock = asyncio.get_running_loop()
        self.entry_sent = self._clock.time()
        """When the last entry was sent."""
        self._confirming: asyncio.TimerHandle | None = None
        self._pace = TokenBucket(_CONFIRMATIONS_A_SECOND, self._clock.time())

    @property
    def stamp(self) -> tuple[bytes, int]:
        """What every frame of the match begins with: the match, and the epoch now."""
        return self._id, self.epoch

    @property
    def number_above(self) -> int:
        """Requests from now on are numbered above this.

        The other side ignores a number it has heard. A program that goes on with an older copy of its files
        does not know how far it had counted; but the two have met once more since, so a thousand numbers an
        epoch keep it clear of all from before."""
        return self.epoch * _EACH_EPOCH

    @property
    def _program(self) -> bytes:
        return bytes(16) if self._seated.reconnector is None else self._seated.reconnector.program

    def send(self, frame: MatchFrame) -> None:
        """Send a frame now; without a line it is lost, and what has to arrive is sent again by its part."""
        self._link.send(frame)

    def signature(self, entry: Prepared) -> bytes:
        """The signature of a seat held here over an entry it would have placed."""
        message = signing_bytes(self._match.header.match, entry.n, entry.hash)
        return bytes.fromhex(self._seated.sign(entry.by, message))

    # How far this side is

    def hush(self) -> None:
        """Confirm nothing more that has not been confirmed."""
        if self._confirming is not None:
            self._confirming.cancel()
            self._confirming = None

    def confirm(self) -> None:
        """Say how far this side is."""
        self.hush()
        reach("confirm.before")
        self.send(Beat(*self.stamp, self._match.n, self._match.head, self.paused))
        reach("confirm.after")

    def confirm_soon(self) -> None:
        """Say so in a moment, unless an entry that says it too comes first."""
        if self._confirming is None:
            self._confirming = self._clock.call_later(_CONFIRM_SECONDS, self.confirm)

    def confirm_received(self, owing: int | None) -> None:
        """Say so at once, for the other side waits for it; not where a bot at seat `owing` answers at once,
        nor too often.
        """
        seats = self._match.header.seats
        bot = owing in self._seated.seats and owing is not None and seats[owing].player != "person"
        if bot or not self._pace.take(self._clock.time()):
            self.confirm_soon()
        else:
            self.confirm()

    def entry(self, n: int, entry: Entry) -> None:
        """Send entry n, which confirms all before it too."""
        self.hush()
        assert entry.signature is not None
        self.entry_sent = self._clock.time()
        hashed, signed = bytes.fromhex(entry.hash), bytes.fromhex(entry.signature)
        reach("send.before")
        self.send(EntryFrame(*self.stamp, n, entry.by, entry.text, hashed, signed))
        reach("send.after")

    # Coming and going

    def come_back(self) -> None:
        """Who has called is back after the line broke."""
        token = self._seated.token.reveal()
        n, head = self._match.n, self._match.head
        self.send(Return(self._id, token, self.epoch, n, head, "", 0, self._program))

    def welcome_back(self) -> None:
        """The answer to that, by who was called."""
        apart, had = self._apart, self._had
        self._apart, self._had = "", 0
        self.send(Welcome(*self.stamp, self._match.n, self._match.head, apart, had, self._program))

    def addresses(self, places: Iterable[Address]) -> None:
        """Where this side listens, should the line break."""
        self.send(Addresses(*self.stamp, tuple(map(pack_address, places)), self._program))

    def goodbye(self, reason: ByeReason) -> None:
        """Leave the match."""
        self.send(Bye(*self.stamp, reason.value))
