"""What one side says in a match: frames that carry the match, its epoch and how far this side is."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from core.chain import signing_bytes
from core.match import Entry, Match, Prepared
from net.faultpoints import reach
from net.handshake.terms import HandshakeResult
from net.lockstep.clocks import ClockReport
from net.lockstep.desync import DesyncFinding
from net.protocol.frames import (
    Addresses,
    Answer,
    Beat,
    Bye,
    EntryFrame,
    RematchVote,
    Request,
    Return,
    Say,
    SeatTime,
    Times,
    Welcome,
)
from net.protocol.invite import Address, pack_address
from net.protocol.limits import TokenBucket

_CONFIRM_SECONDS = 0.05
"""A confirmation that does not go out at once waits this long for an entry that says the same and more."""
_EACH_EPOCH = 1000
"""More than is asked for between two meetings of the two sides."""
_CONFIRMATIONS_A_SECOND = 20
"""How many go out at once: quick bots must not use up the frames that a peer may send."""


class FrameSender:
    """Says everything about one match over its link."""

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
    def number_above(self) -> int:
        """All that is numbered from now on has numbers above this one, and so above all from before the two
        sides met last."""
        return self.epoch * _EACH_EPOCH

    @property
    def _program(self) -> bytes:
        return bytes(16) if self._seated.reconnector is None else self._seated.reconnector.program

    def hush(self) -> None:
        """Say nothing more that has not been said."""
        if self._confirming is not None:
            self._confirming.cancel()
            self._confirming = None

    def confirm(self) -> None:
        """Say how far this side is."""
        self.hush()
        reach("confirm.before")
        self._link.send(Beat(self._id, self.epoch, self._match.n, self._match.head, self.paused))
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
        self._link.send(EntryFrame(self._id, self.epoch, n, entry.by, entry.text, hashed, signed))
        reach("send.after")

    def say(self, text: str) -> None:
        """A line from player to player."""
        self._link.send(Say(self._id, self.epoch, text))

    def times(self, seats: Iterable[ClockReport], gifts: Iterable[tuple[int, int]]) -> None:
        """The clocks held here, and how often seats held there were given time."""
        told = tuple(SeatTime(*one) for one in seats)
        self._link.send(Times(self._id, self.epoch, told, tuple(gifts)))

    def request(self, hoped: Prepared, ask: int) -> None:
        """Ask for this entry, signed as the next one; `ask` is the request's number."""
        message = signing_bytes(self._match.header.match, hoped.n, hoped.hash)
        signed = bytes.fromhex(self._seated.sign(hoped.by, message))
        self._link.send(Request(self._id, self.epoch, ask, hoped.n, hoped.by, hoped.text, hoped.hash, signed))

    def answer(self, ask: int, yes: bool, why: str = "") -> None:
        """Whether this side agrees to a request of the other; `why` not, if nobody here was asked."""
        self._link.send(Answer(self._id, self.epoch, ask, yes, why))

    def come_back(self) -> None:
        """Who has called is back after the line broke."""
        token = self._seated.token.reveal()
        self._link.send(
            Return(self._id, token, self.epoch, self._match.n, self._match.head, "", 0, self._program)
        )

    def welcome_back(self) -> None:
        """The answer to that, by who was called."""
        apart, had = self._apart, self._had
        self._apart, self._had = "", 0
        n, head = self._match.n, self._match.head
        self._link.send(Welcome(self._id, self.epoch, n, head, apart, had, self._program))

    def where(self, places: Iterable[Address]) -> None:
        """Where this side listens, should the line break."""
        self._link.send(Addresses(self._id, self.epoch, tuple(map(pack_address, places)), self._program))

    def again(self, ask: int, declined: int, void: int) -> None:
        """Whether this side wants to play once more; see Again. How far it is is said first: who hears that
        knows the match to be over here."""
        self.confirm()
        self._link.send(RematchVote(self._id, self.epoch, ask, declined, void))

    def differ(self, finding: DesyncFinding, app: str) -> None:
        """The other side's entry does not come out the same here."""
        self._link.send(finding.frame(self.epoch, app))

    def goodbye(self, reason: str) -> None:
        """Leave: see Bye."""
        self._link.send(Bye(self._id, self.epoch, reason))
