"""What one side hears in a match, and what it does about it; what it says is in net/voice.py.

Each frame is looked at by what the rules of the link allow the other side to send just now: its entries are
placed here, its hashes compared with ours, its requests and answers passed on. What makes no sense is counted
and else ignored, until it is too much; where the two sides disagree, both stop with a report.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable

from core.endings import ONE_SIDED
from core.match import Entry
from core.notation import Malformed
from core.table import Table
from net.chat import Chat
from net.damage import Damage
from net.errors import LinkLost, NeverBegan, PeerLeft, Refused
from net.greeting import refuse
from net.invite import MOST_ADDRESSES, Address, unpack_address
from net.limits import BAD_FRAMES
from net.link import refusal
from net.liveness import Liveness
from net.mismatch import Finding, Mismatch, hash_at
from net.parting import parting
from net.placing import comes_next, place_signed, unless_unkept
from net.points import reach
from net.rematch import Rematch
from net.requests import Requests
from net.reunion import CROSSED
from net.rights import Rights
from net.session import HOST, Seated
from net.voice import Voice
from net.wire import (
    Again,
    Answer,
    Beat,
    Bye,
    Commit,
    Differ,
    Frame,
    InMatch,
    Kept,
    Offer,
    Placed,
    Refuse,
    Request,
    Return,
    Reveal,
    Say,
    Sit,
    Start,
    Still,
    Times,
    Welcome,
    Where,
)
from net.wishes import needs_agreement

_AGAIN = Offer | Sit | Commit | Reveal | Start
"""What may come of a rematch."""
_NEVER = "The match has not begun on the other side."
LAST_WORD_SECONDS = 3.0
"""How long to wait for the other side's part of an ending."""


class Hearing:
    """Takes what the other side of one match sends over its link."""

    def __init__(
        self,
        seated: Seated,
        table: Table,
        voice: Voice,
        *,
        rights: Rights,
        requests: Requests,
        chat: Chat,
        alive: Liveness,
        beat: float,
        pursue: Callable[[], None],
        rematch: Rematch,
        on_confirmed: Callable[[int], None],
        on_times: Callable[[Times], str],
    ) -> None:
        """`pursue` has placed what is asked for here; it is called when more of it may be placed.

        The other side says once in `beat` seconds how far it is; `on_confirmed` is told the number of the
        last entry that both sides are known to have with the same hash, `on_times` of clocks; it gives what
        is wrong with that, if anything is.
        """
        self.theirs = 0
        """The last entry the other side is known to have."""
        self.places: tuple[Address, ...] = ()
        """Where the other side was told that this one listens; forgotten when the two meet again."""
        self.whole = asyncio.Event()
        """Set when this side has all that was played: from then on it may add to it."""
        self.incoming = False
        """Whether the entry being placed came from the other side."""
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
        self.on_settled: Callable[[], object] = lambda: None
        """Told when the other side is known to have the whole match."""
        self._seated = seated
        self._link = seated.link
        self._table = table
        self._match = table.match
        self._id = bytes.fromhex(table.match.header.match)
        self._voice = voice
        self._rights = rights
        self._requests = requests
        self._chat = chat
        self._alive = alive
        self._beat = beat
        self._pursue = pursue
        self._rematch = rematch
        self._on_confirmed = on_confirmed
        self._on_times = on_times
        self._clock = asyncio.get_running_loop()
        self._tail = 0
        """The last entry the other side has said it has, in a match that goes on."""
        self._begun = seated.resumed or seated.peer == HOST
        """Whether the match is known to have begun on both sides: the host begins when the guest has."""
        if self._begun and not seated.resumed:
            self.whole.set()

    @property
    def settled(self) -> bool:
        """Whether the match is over and the other side is known to have all of it."""
        return self._match.outcome is not None and self.theirs == self._match.n

    @property
    def _lingers(self) -> bool:
        """Whether the match is over here and this side stays."""
        return self.stays and self._match.outcome is not None

    async def listen(self) -> None:
        """Take what comes until the match is over on both sides; or, where this side stays, until the other
        one leaves or makes an offer to play once more."""
        while self.stays or not self.settled:
            try:
                frame = await self._link.receive()
            except Malformed as error:
                self._count_bad(str(error))
                continue
            if await self._hear(frame):
                break
        self._voice.confirm()

    async def _hear(self, frame: Frame) -> bool:
        """Take one frame; True if it was the last."""
        if isinstance(frame, Still | Kept):
            return False  # left over from the handshake
        if isinstance(frame, Refuse):
            if frame.why == CROSSED:
                # This side came back by the line there was while the other one called: that call comes.
                return False
            if self._lingers and frame.why != "left":
                return False  # left over from a rematch that came to nothing
            self.parted = True
            if not self._begun and frame.why in ("unbegun", "taken"):
                raise NeverBegan(f"{_NEVER} {refusal(frame)}")
            raise LinkLost(f"The other side no longer plays this match: {refusal(frame)} The match is kept.")
        if self._lingers and isinstance(frame, _AGAIN):
            return self._offered(frame)
        if not isinstance(frame, InMatch):
            self._count_bad("a frame of a handshake")
            return False
        if frame.match != self._id:
            if frame.match == self._link.past and (isinstance(frame, Bye) or not self._begun):
                # After the handshake's last word nothing more would be said of the match before it.
                self.parted = self._link.called
                raise NeverBegan(f"{_NEVER} Nothing came of it.")
            return False  # what a dead match left unsent
        if isinstance(frame, Return):
            await self._take_back(frame)
        elif isinstance(frame, Welcome):
            await self._welcomed(frame)
        elif frame.epoch != self._voice.epoch:
            return False  # from before the link broke
        else:
            self._alive.heard(frame.paused if isinstance(frame, Beat) else None)
            if isinstance(frame, Bye) and frame.reason == "unbegun":
                self.parted = self._link.called
                raise NeverBegan(f"{_NEVER} Nothing is kept of it.")
            if not self._begun:
                self._begun = True
                self.whole.set()
            if isinstance(frame, Placed):
                await self._receive(frame)
            elif isinstance(frame, Request):
                await self._answer(frame)
            elif isinstance(frame, Beat):
                await self._compare(frame.n, frame.hash)
                if (
                    self.theirs < self._match.n
                    and self._clock.time() > self._voice.entry_sent + 2 * self._beat
                ):
                    self._send_rest()
            elif isinstance(frame, Answer):
                if fault := self._requests.answered(frame):
                    self._count_bad(fault)
                self._pursue()
            elif isinstance(frame, Say):
                self._chat.heard(frame.text)
            elif isinstance(frame, Times):
                if fault := self._on_times(frame):
                    self._count_bad(fault)
            elif isinstance(frame, Where):
                self._learn(frame)
            elif isinstance(frame, Again):
                if self._lingers and (fault := self._rematch.heard(frame)):
                    self._count_bad(fault)
            elif isinstance(frame, Differ):
                await self._differ(Finding(self._match, min(frame.n, self._match.n)), frame)
            else:
                self.parted = self._link.called
                if self._match.outcome is None:
                    raise PeerLeft(parting(frame.reason))
                self.left = True
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

    async def _take_back(self, back: Return) -> None:
        """The line broke and the other side, which has called, is back: a new epoch begins."""
        if self._link.called or not hmac.compare_digest(back.token, self._seated.token.reveal()):
            self._count_bad("a return by nobody who was here")
            return
        self._begin(max(self._voice.epoch, back.epoch) + 1)
        self._voice.welcome_back()
        await self._meet_again(back)

    async def _welcomed(self, welcome: Welcome) -> None:
        if not self._link.called or welcome.epoch <= self._voice.epoch:
            self._count_bad("a welcome to nobody who was away")
            return
        self._begin(welcome.epoch)
        await self._meet_again(welcome)

    def _begin(self, epoch: int) -> None:
        """The two sides have met again."""
        if self._seated.reunion is not None:
            self._seated.reunion.rest()
            self._seated.reunion.began(epoch)
        self._voice.epoch = epoch
        self._begun = True
        self._alive.back()

    async def _meet_again(self, back: Return | Welcome) -> None:
        self.theirs = min(self.theirs, back.n)
        self.places = ()
        if self._seated.reunion is not None:
            self._seated.reunion.apart = ""
            self._seated.reunion.had = 0
        if back.apart in ONE_SIDED:
            self.on_apart(back.apart)
        if had := self._had:
            self._had = 0
            self.on_damage(Damage(True, self._match.n, had, back.n))
        if back.had > back.n:
            self.on_damage(Damage(False, back.n, back.had, self._match.n))
        await self._compare(back.n, back.hash)
        self._send_rest()
        if not self.whole.is_set():
            self._tail = back.n
            self._come_whole()
        self._pursue()

    def _send_rest(self) -> None:
        """Send again what the other side has not got."""
        for n in range(self.theirs + 1, self._match.n + 1):
            self._voice.entry(n, self._match.entries[n - 1])

    def _come_whole(self) -> None:
        """In a match that goes on: play, once everything is here that was played."""
        if self._match.n >= self._tail:
            self.whole.set()

    def _learn(self, where: Where) -> None:
        """The other side listens there."""
        if self._seated.reunion is not None:
            places = [place for place in map(unpack_address, where.places) if place is not None]
            self._seated.reunion.learn(places[:MOST_ADDRESSES])

    async def _compare(self, n: int, h_n: bytes) -> None:
        """The other side has come to entry n: it must be ours, if we have it."""
        if n > self._match.n:
            return  # the entries will come
        if hash_at(self._match, n) != h_n:
            await self._differ(Finding(self._match, n))
        self._know(n)

    async def _receive(self, placed: Placed) -> None:
        """An entry of the other side."""
        n = placed.n
        reach("receive")
        if n <= self._match.n:
            if placed.signature.hex() != self._match.entries[n - 1].signature:
                self._count_bad("another entry in the place of one that stands")
            self._voice.confirm_soon()  # it came twice: say that it is here
            return
        if n > self._match.n + 1:
            self._voice.confirm_soon()  # something is missing: say so
            return
        if self.whole.is_set():
            fault = self._rights.may_append(
                placed, self._table.owes(), self._requests.mine, self._requests.agreed
            )
        else:
            had = (n, placed.hash) in self._seated.remembered
            fault = self._rights.was_appended(placed, self._table.owes(), n <= self._tail, had)
        if fault:
            self._count_bad(fault)
            return
        entry = Entry(placed.by, placed.text, placed.hash.hex(), placed.signature.hex())
        with unless_unkept(self._table, placed.by):
            if not self._place(entry, n):
                await self._differ(Finding(self._match, n, entry))
        if self._match.n < n:
            return  # there is no room for it: as nothing confirms it, it comes again
        self._know(n)
        if not self.whole.is_set():
            self._come_whole()
        self._voice.confirm_received(self._table.owes())

    def _know(self, n: int) -> None:
        """The other side has entry n, the same as here, and all before it."""
        if n > self.theirs:
            self.theirs = n
            self._on_confirmed(n)
            if self.settled:
                self.on_settled()

    async def _answer(self, request: Request) -> None:
        """The other side wants an entry placed beside its choices."""
        if not self.whole.is_set():
            return  # it asks again
        owing = self._table.owes()
        if request.n != self._match.n + 1 or owing is None:
            return  # too late: the other side will see the entry that came first, and ask anew
        here = self._rights.here(owing)
        if not here and not needs_agreement(request.text):
            return  # it may place this itself, and will know as soon as our last entry is there
        fault = self._rights.may_ask(request, owing)
        if fault:
            self._count_bad(fault)
            return
        entry = Entry(request.by, request.text, request.hash.hex(), request.signature.hex())
        verdict = self._requests.heard(request)
        if verdict == "ask":
            if comes_next(self._match, entry):
                self._requests.put(request)
            else:
                await self._differ(Finding(self._match, request.n, entry))
        if verdict != "agreed" or not here:
            return
        with unless_unkept(self._table, request.by):
            if self._place(entry, request.n):
                self._voice.entry(request.n, entry)
            else:
                await self._differ(Finding(self._match, request.n, entry))

    def _place(self, entry: Entry, n: int) -> bool:
        """Make a signed entry of the other side the next one; see place_signed."""
        self.incoming = True
        try:
            return place_signed(self._table, entry, n)
        finally:
            self.incoming = False

    def _count_bad(self, what: str) -> None:
        self.bad += 1
        if self.bad > BAD_FRAMES:
            raise LinkLost(
                f"The other side keeps sending what makes no sense ({what}), so the match was stopped."
                " It is kept as it stands."
            )

    async def _differ(self, finding: Finding, theirs: Differ | None = None) -> None:
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
        raise Mismatch(finding.report(theirs, apps))
