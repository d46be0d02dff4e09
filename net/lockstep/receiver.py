"""What one side hears in a match, and what it does about it; what it says is in sender.py.

Each frame is handed by its type to the part of the match it is for, if the rules of the link allow the other
side to send it just now. What makes no sense is counted and else ignored, until it is too much; where the two
sides disagree, both stop with a report.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable
from typing import assert_never

from core.contract.outcome import ONE_SIDED, Ending
from core.engine.notation import Malformed
from core.engine.table import Table
from net.handshake.hello import refuse
from net.handshake.reconnect import STILL_BEFORE
from net.handshake.terms import HOST, HandshakeResult
from net.lockstep.chat import Chat
from net.lockstep.clocks import Timekeeper
from net.lockstep.desync import Desync, DesyncFinding, Differs
from net.lockstep.entry_sync import EntrySync
from net.lockstep.events import CopyDamaged, CopyReopened, PeerListener
from net.lockstep.farewell import parting
from net.lockstep.rematch import Rematch
from net.lockstep.requests import Requests
from net.lockstep.sender import FrameSender
from net.protocol.errors import LinkLost, NeverBegan, PeerLeft, Refusal, Refused, StillBefore
from net.protocol.frames import (
    Addresses,
    Answer,
    Beat,
    Bye,
    ByeReason,
    Commit,
    Differ,
    EntryFrame,
    Frame,
    HandshakeFrame,
    Hello,
    KeepAlive,
    Kept,
    MatchFrame,
    Offer,
    OtherMatch,
    Refuse,
    RematchVote,
    Request,
    Return,
    Reveal,
    Say,
    SeatChoice,
    SeatRequest,
    Start,
    Times,
    Welcome,
)
from net.protocol.invite import MOST_ADDRESSES, Address, unpack_address
from net.protocol.limits import BAD_FRAMES
from net.transport.link import refusal
from net.transport.liveness import Liveness

_NEVER = "The match has not begun on the other side."
LAST_WORD_SECONDS = 3.0
"""How long to wait for the other side's part of an ending."""


class FrameReceiver:
    """Takes what the other side of one match sends over its link."""

    def __init__(
        self,
        seated: HandshakeResult,
        table: Table,
        sender: FrameSender,
        *,
        entries: EntrySync,
        requests: Requests,
        chat: Chat,
        rematch: Rematch,
        clocks: Timekeeper | None,
        alive: Liveness,
        beat: float,
        pursue: Callable[[], None],
        tell: PeerListener,
    ) -> None:
        """`pursue` has placed what is asked for here; it is called when more of it may be placed. The other
        side says once in `beat` seconds how far it is."""
        self.places: tuple[Address, ...] = ()
        """Where the other side was told that this one listens; forgotten when the two meet again."""
        self.bad = 0
        """Frames that made no sense."""
        self._had = seated.had
        self.parted = False
        """Whether the other side has said goodbye; to who was called, in answer to its own."""
        self.offer: Offer | None = None
        """Of the host, to play once more."""
        self.left = False
        """Whether the other side has left a match that is over."""
        self.farewell: ByeReason | None = None
        """With what reason it has left that."""
        self._seated = seated
        self._link = seated.link
        self._table = table
        self._match = table.match
        self._id = bytes.fromhex(table.match.header.match)
        self._sender = sender
        self._entries = entries
        self._requests = requests
        self._chat = chat
        self._rematch = rematch
        self._clocks = clocks
        self._alive = alive
        self._beat = beat
        self._pursue = pursue
        self._tell = tell
        self._loop = asyncio.get_running_loop()
        self._begun = seated.resumed or seated.peer == HOST
        """Whether the match is known to have begun on both sides: the host begins when the guest has."""

    @property
    def _lingers(self) -> bool:
        """Whether the match is over here and this side stays."""
        return self._rematch.stays and self._match.outcome is not None

    async def listen(self) -> None:
        """Take what comes until the match is over on both sides; or, where this side stays, until the other
        one leaves or makes an offer to play once more."""
        while self._rematch.stays or not self._entries.settled:
            try:
                frame = await self._link.receive()
            except Malformed as error:
                self._count_bad(str(error))
                continue
            try:
                if await self._take(frame):
                    break
            except Differs as error:
                await self._differ(error.finding)
        self._sender.confirm()

    async def _take(self, frame: Frame) -> bool:
        """Take one frame; True if it was the last."""
        if isinstance(frame, HandshakeFrame):
            return self._take_of_handshake(frame)
        if frame.match != self._id:
            self._take_of_another(frame)
            return False  # what a dead match left unsent
        if isinstance(frame, Return):
            self._take_back(frame)
            return False
        if isinstance(frame, Welcome):
            self._welcomed(frame)
            return False
        if frame.epoch != self._sender.epoch:
            return False  # from before the link broke
        self._alive.heard(frame.paused if isinstance(frame, Beat) else None)
        if isinstance(frame, Bye) and frame.why is ByeReason.UNBEGUN:
            self.parted = self._link.called
            raise NeverBegan(f"{_NEVER} Nothing is kept of it.")
        if not self._begun:
            self._known_begun()
            self._entries.whole.set()
        match frame:
            case EntryFrame():
                self._judge(self._entries.receive(frame))
            case Request():
                self._judge(self._entries.requested(frame))
            case Answer():
                self._judge(self._requests.answered(frame))
                self._pursue()
            case Beat():
                self._entries.compare(frame.n, frame.hash)
                if self._loop.time() > self._sender.entry_sent + 2 * self._beat:
                    self._entries.send_rest()
            case Say():
                self._chat.receive(frame)
            case Times():
                if self._clocks is not None:
                    self._judge(self._clocks.receive(frame))
            case Addresses():
                self._learn(frame)
            case RematchVote():
                if self._lingers:
                    self._judge(self._rematch.votes.receive(frame))
            case Differ():
                await self._differ(DesyncFinding(self._match, min(frame.n, self._match.n)), frame)
            case Bye():
                self.parted = self._link.called
                if self._match.outcome is None:
                    raise PeerLeft(parting(frame.why))
                self.left, self.farewell = True, frame.why
                return True
            case _:
                assert_never(frame)
        return False

    def _take_of_handshake(self, frame: HandshakeFrame) -> bool:
        """A frame that has no place in a match, but where one is left over, or another match begins; True if
        it was the last."""
        match frame:
            case KeepAlive() | Kept():
                return False  # left over from the handshake
            case Refuse():
                self._refused(frame)
                return False
            case OtherMatch() if frame.match == self._before:
                self.parted = True
                raise StillBefore(STILL_BEFORE)
            case Offer() if self._lingers:
                return self._offered(frame)
            case SeatChoice() | Commit() | Reveal() | Start() if self._lingers:
                return False  # left over from an offer of which nothing came
            case (
                Hello()
                | SeatRequest()
                | Offer()
                | SeatChoice()
                | Commit()
                | Reveal()
                | Start()
                | OtherMatch()
            ):
                self._count_bad("a frame of a handshake")
                return False
            case _:
                assert_never(frame)

    def _refused(self, frame: Refuse) -> None:
        """The other side says that it won't go on."""
        if frame.why == Refusal.CROSSED:
            return  # This side came back by the line there was while the other one called: that call comes.
        if self._lingers and frame.why not in (Refusal.LEFT, Refusal.TAKEN):
            return  # left over from a rematch that came to nothing
        self.parted = True
        if not self._begun and frame.why in (Refusal.UNBEGUN, Refusal.TAKEN):
            raise NeverBegan(f"{_NEVER} {refusal(frame)}")
        if frame.why == Refusal.TAKEN:
            raise LinkLost(f"{refusal(frame)} The match is kept.")
        raise LinkLost(f"The other side no longer plays this match: {refusal(frame)} The match is kept.")

    def _take_of_another(self, frame: MatchFrame) -> None:
        """A frame of another match. Where it is the one before this, which has not begun there, nothing more
        would be said after the handshake's last word."""
        if frame.match == self._link.past and (isinstance(frame, Bye) or not self._begun):
            self.parted = self._link.called
            if not isinstance(frame, Bye) and frame.match == self._before:
                raise StillBefore(STILL_BEFORE)
            raise NeverBegan(f"{_NEVER} Nothing came of it.")

    def _offered(self, offer: Offer) -> bool:
        """The host offers to play once more; True if this side does."""
        if self._seated.peer == HOST:
            return False
        if not self._rematch.votes.mine:
            refuse(
                self._link,
                Refused(Refusal.WITHDRAWN, "The other player does not want to play again just now."),
            )
            return False
        self.offer = offer
        return True

    def take_offer(self) -> Offer | None:
        """The host's offer to play once more, which is answered now."""
        offer, self.offer = self.offer, None
        return offer

    def _take_back(self, back: Return) -> None:
        """The line broke and the other side, which has called, is back: a new epoch begins."""
        if self._link.called or not hmac.compare_digest(back.token, self._seated.token.reveal()):
            self._count_bad("a return by nobody who was here")
            return
        self._heard_of(back.program)
        self._begin(max(self._sender.epoch, back.epoch) + 1)
        self._sender.welcome_back()
        self._meet_again(back)

    def _welcomed(self, welcome: Welcome) -> None:
        if not self._link.called or welcome.epoch <= self._sender.epoch:
            self._count_bad("a welcome to nobody who was away")
            return
        self._heard_of(welcome.program)
        self._begin(welcome.epoch)
        self._meet_again(welcome)

    def _begin(self, epoch: int) -> None:
        """The two sides have met again, and all they say from now on is of this epoch: what was on its way
        before is void, and each goes on from how far the other says it is. The number is above what either
        knows, and kept before it is told: a program that is killed in between must not come back with one
        under which frames have been sent already."""
        if self._seated.reconnector is not None:
            self._seated.reconnector.rest()
            self._seated.reconnector.began(epoch)
        self._sender.epoch = epoch
        self._rematch.votes.met()
        self._known_begun()
        self._alive.back()

    def _heard_of(self, program: bytes) -> None:
        if self._seated.reconnector is not None:
            self._seated.reconnector.heard_of(program)

    def _known_begun(self) -> None:
        self._begun = True
        if self._seated.reconnector is not None:
            self._seated.reconnector.begun()

    @property
    def _before(self) -> bytes | None:
        """The match before this one, as in net.handshake.reconnect."""
        return None if self._seated.reconnector is None else self._seated.reconnector.before

    def _meet_again(self, back: Return | Welcome) -> None:
        self.places = ()
        if self._seated.reconnector is not None:
            self._seated.reconnector.apart = ""
            self._seated.reconnector.had = 0
        if back.apart in ONE_SIDED:
            self._tell(CopyReopened(Ending(back.apart)))
        if had := self._had:
            self._had = 0
            self._tell(CopyDamaged(True, self._match.n, had, back.n))
        if back.had > back.n:
            self._tell(CopyDamaged(False, back.n, back.had, self._match.n))
        self._entries.met(back)
        self._pursue()

    def _learn(self, where: Addresses) -> None:
        """The other side listens there."""
        self._heard_of(where.program)
        if self._seated.reconnector is not None:
            places = [place for place in map(unpack_address, where.places) if place is not None]
            self._seated.reconnector.learn(places[:MOST_ADDRESSES])

    def _judge(self, fault: str) -> None:
        """What of a frame makes no sense; empty if all does."""
        if fault:
            self._count_bad(fault)

    def _count_bad(self, what: str) -> None:
        self.bad += 1
        if self.bad > BAD_FRAMES:
            raise LinkLost(
                f"The other side keeps sending what makes no sense ({what}), so the match was stopped."
                " It is kept as it stands."
            )

    async def _differ(self, finding: DesyncFinding, theirs: Differ | None = None) -> None:
        """Both sides stop here: tell, hear what the other side found, and raise Desync."""
        self._table.leave()
        apps = self._seated.apps if self._seated.peer == HOST else self._seated.apps[::-1]
        self._sender.send(finding.frame(self._sender.epoch, apps[0]))
        try:
            async with asyncio.timeout(LAST_WORD_SECONDS):
                while theirs is None:
                    try:
                        frame = await self._link.receive()
                    except Malformed:
                        continue
                    if isinstance(frame, Differ) and frame.match == self._id:
                        theirs = frame
                    elif isinstance(frame, Bye | Refuse):
                        break
        except TimeoutError:
            pass  # without the other side's part the report says less
        raise Desync(finding.report(theirs, apps))
