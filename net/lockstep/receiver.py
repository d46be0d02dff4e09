"""What one side hears in a match, and what it does about it; what it says is in net/lockstep/sender.py.

Each frame is looked at by what the rules of the link allow the other side to send just now, and passed on;
what becomes of entries is in entry_sync.py. What makes no sense is counted and else ignored, until it is too
much; where the two sides disagree, both stop with a report.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable

from core.endings import ONE_SIDED
from core.notation import Malformed
from core.table import Table
from net.handshake.hello import refuse
from net.handshake.reconnect import CROSSED, STILL_BEFORE
from net.handshake.terms import HOST, HandshakeResult
from net.lockstep.chat import Chat
from net.lockstep.damage import Damage
from net.lockstep.desync import Desync, DesyncFinding
from net.lockstep.entry_sync import Differs, EntrySync
from net.lockstep.farewell import parting
from net.lockstep.rematch import RematchVotes
from net.lockstep.requests import Requests
from net.lockstep.sender import FrameSender
from net.protocol.errors import LinkLost, NeverBegan, PeerLeft, Refused, StillBefore
from net.protocol.frames import (
    Addresses,
    Answer,
    Beat,
    Bye,
    Commit,
    Differ,
    EntryFrame,
    Frame,
    InMatch,
    KeepAlive,
    Kept,
    Offer,
    OtherMatch,
    Refuse,
    RematchVote,
    Request,
    Return,
    Reveal,
    Say,
    SeatChoice,
    Start,
    Times,
    Welcome,
)
from net.protocol.invite import MOST_ADDRESSES, Address, unpack_address
from net.protocol.limits import BAD_FRAMES
from net.transport.link import refusal
from net.transport.liveness import Liveness

_AGAIN = Offer | SeatChoice | Commit | Reveal | Start
"""What may come of a rematch."""
_NEVER = "The match has not begun on the other side."
LAST_WORD_SECONDS = 3.0
"""How long to wait for the other side's part of an ending."""


class FrameReceiver:
    """Takes what the other side of one match sends over its link."""

    def __init__(
        self,
        seated: HandshakeResult,
        table: Table,
        voice: FrameSender,
        *,
        entries: EntrySync,
        requests: Requests,
        chat: Chat,
        alive: Liveness,
        beat: float,
        pursue: Callable[[], None],
        rematch: RematchVotes,
        on_times: Callable[[Times], str],
    ) -> None:
        """`pursue` has placed what is asked for here; it is called when more of it may be placed.

        The other side says once in `beat` seconds how far it is; `on_times` is told of clocks, and gives what
        is wrong with that, if anything is.
        """
        self.places: tuple[Address, ...] = ()
        """Where the other side was told that this one listens; forgotten when the two meet again."""
        self.bad = 0
        """Frames that made no sense."""
        self.on_apart: Callable[[str], object] = lambda how: None
        """Told how the other side had ended its copy by itself, before it came back to the match."""
        self.on_damage: Callable[[Damage], object] = lambda damage: None
        """Told of a copy that was damaged, when the two sides meet again."""
        self._had = seated.had
        self.parted = False
        """Whether the other side has said goodbye; to who was called, in answer to its own."""
        self.stays = False
        """Whether to listen on when the match is over on both sides."""
        self.offer: Offer | None = None
        """Of the host, to play once more."""
        self.left = False
        """Whether the other side has left a match that is over."""
        self.farewell = ""
        """With what reason it has left that (see Bye)."""
        self._seated = seated
        self._link = seated.link
        self._table = table
        self._match = table.match
        self._id = bytes.fromhex(table.match.header.match)
        self._voice = voice
        self._entries = entries
        self._requests = requests
        self._chat = chat
        self._alive = alive
        self._beat = beat
        self._pursue = pursue
        self._rematch = rematch
        self._on_times = on_times
        self._clock = asyncio.get_running_loop()
        self._begun = seated.resumed or seated.peer == HOST
        """Whether the match is known to have begun on both sides: the host begins when the guest has."""

    @property
    def _lingers(self) -> bool:
        """Whether the match is over here and this side stays."""
        return self.stays and self._match.outcome is not None

    async def listen(self) -> None:
        """Take what comes until the match is over on both sides; or, where this side stays, until the other
        one leaves or makes an offer to play once more."""
        while self.stays or not self._entries.settled:
            try:
                frame = await self._link.receive()
            except Malformed as error:
                self._count_bad(str(error))
                continue
            try:
                if await self._hear(frame):
                    break
            except Differs as error:
                await self._differ(error.finding)
        self._voice.confirm()

    async def _hear(self, frame: Frame) -> bool:
        """Take one frame; True if it was the last."""
        if isinstance(frame, KeepAlive | Kept):
            return False  # left over from the handshake
        if isinstance(frame, Refuse):
            if frame.why == CROSSED:
                # This side came back by the line there was while the other one called: that call comes.
                return False
            if self._lingers and frame.why not in ("left", "taken"):
                return False  # left over from a rematch that came to nothing
            self.parted = True
            if not self._begun and frame.why in ("unbegun", "taken"):
                raise NeverBegan(f"{_NEVER} {refusal(frame)}")
            if frame.why == "taken":
                raise LinkLost(f"{refusal(frame)} The match is kept.")
            raise LinkLost(f"The other side no longer plays this match: {refusal(frame)} The match is kept.")
        if isinstance(frame, OtherMatch) and frame.match == self._before:
            self.parted = True
            raise StillBefore(STILL_BEFORE)
        if self._lingers and isinstance(frame, _AGAIN):
            return self._offered(frame)
        if not isinstance(frame, InMatch):
            self._count_bad("a frame of a handshake")
            return False
        if frame.match != self._id:
            if frame.match == self._link.past and (isinstance(frame, Bye) or not self._begun):
                # After the handshake's last word nothing more would be said of the match before it.
                self.parted = self._link.called
                if not isinstance(frame, Bye) and frame.match == self._before:
                    raise StillBefore(STILL_BEFORE)
                raise NeverBegan(f"{_NEVER} Nothing came of it.")
            return False  # what a dead match left unsent
        if isinstance(frame, Return):
            self._take_back(frame)
        elif isinstance(frame, Welcome):
            self._welcomed(frame)
        elif frame.epoch != self._voice.epoch:
            return False  # from before the link broke
        else:
            self._alive.heard(frame.paused if isinstance(frame, Beat) else None)
            if isinstance(frame, Bye) and frame.reason == "unbegun":
                self.parted = self._link.called
                raise NeverBegan(f"{_NEVER} Nothing is kept of it.")
            if not self._begun:
                self._known_begun()
                self._entries.whole.set()
            if isinstance(frame, EntryFrame):
                self._judge(self._entries.receive(frame))
            elif isinstance(frame, Request):
                self._judge(self._entries.answer(frame))
            elif isinstance(frame, Beat):
                self._entries.compare(frame.n, frame.hash)
                if self._clock.time() > self._voice.entry_sent + 2 * self._beat:
                    self._entries.send_rest()
            elif isinstance(frame, Answer):
                self._judge(self._requests.answered(frame))
                self._pursue()
            elif isinstance(frame, Say):
                self._chat.heard(frame.text)
            elif isinstance(frame, Times):
                self._judge(self._on_times(frame))
            elif isinstance(frame, Addresses):
                self._learn(frame)
            elif isinstance(frame, RematchVote):
                if self._lingers:
                    self._judge(self._rematch.heard(frame))
            elif isinstance(frame, Differ):
                await self._differ(DesyncFinding(self._match, min(frame.n, self._match.n)), frame)
            else:
                self.parted = self._link.called
                if self._match.outcome is None:
                    raise PeerLeft(parting(frame.reason))
                self.left, self.farewell = True, frame.reason
                return True
        return False

    def _offered(self, frame: Frame) -> bool:
        """The host offers to play once more; True if this side does. Or something was left over from an
        offer of which nothing came."""
        if not isinstance(frame, Offer) or self._seated.peer == HOST:
            return False
        if not self._rematch.mine:
            refuse(self._link, Refused("withdrawn", "The other player does not want to play again just now."))
            return False
        self.offer = frame
        return True

    def _take_back(self, back: Return) -> None:
        """The line broke and the other side, which has called, is back: a new epoch begins."""
        if self._link.called or not hmac.compare_digest(back.token, self._seated.token.reveal()):
            self._count_bad("a return by nobody who was here")
            return
        self._heard_of(back.program)
        self._begin(max(self._voice.epoch, back.epoch) + 1)
        self._voice.welcome_back()
        self._meet_again(back)

    def _welcomed(self, welcome: Welcome) -> None:
        if not self._link.called or welcome.epoch <= self._voice.epoch:
            self._count_bad("a welcome to nobody who was away")
            return
        self._heard_of(welcome.program)
        self._begin(welcome.epoch)
        self._meet_again(welcome)

    def _begin(self, epoch: int) -> None:
        """The two sides have met again."""
        if self._seated.reconnector is not None:
            self._seated.reconnector.rest()
            self._seated.reconnector.began(epoch)
        self._voice.epoch = epoch
        self._rematch.met()
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
            self.on_apart(back.apart)
        if had := self._had:
            self._had = 0
            self.on_damage(Damage(True, self._match.n, had, back.n))
        if back.had > back.n:
            self.on_damage(Damage(False, back.n, back.had, self._match.n))
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
        """Both sides stop here: tell, hear what the other side found, and raise Mismatch."""
        self._table.leave()
        apps = self._seated.apps if self._seated.peer == HOST else self._seated.apps[::-1]
        self._voice.differ(finding, apps[0])
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
