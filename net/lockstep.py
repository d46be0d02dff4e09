"""Two machines play one match in step: only entries travel, and after each both compare its hash.

Entry n is appended by one machine only, the one that holds the seat that owes decision n. What the other
side wants placed meanwhile (a concession) it asks for. Each side says once a second, and after what it
received, how far it has come; whoever is ahead sends the rest again, so that a short drop loses nothing.
A side that is not heard for longer is looked for (net/reunion.py), and so is the other side of a match that
goes on in a program that was started anew: there nothing is placed before both have what one of them has.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from core.game import Outcome
from core.match import Entry, NotKept, Rejected
from core.notation import Malformed
from core.table import News, Table
from net.chat import Chat, Unsaid
from net.errors import LinkLost, NetError, PeerLeft
from net.invite import MOST_ADDRESSES, Address, unpack_address
from net.limits import BAD_FRAMES
from net.link import refusal
from net.liveness import GIVE_UP_SECONDS, SILENT_SECONDS, LinkNews, LinkState, Liveness
from net.mismatch import Finding, Mismatch, hash_at
from net.parting import part, parting
from net.points import reach
from net.requests import Requests
from net.reunion import CROSSED
from net.rights import Rights, needs_agreement
from net.session import HOST, Seated
from net.sockets import FAREWELL_MS
from net.voice import Voice
from net.wire import (
    Answer,
    Beat,
    Bye,
    Differ,
    Frame,
    InMatch,
    Placed,
    Refuse,
    Request,
    Return,
    Say,
    Still,
    Welcome,
    Where,
)
from net.wishes import Wish

BEAT_SECONDS = 1.0
SEARCH_SECONDS = 5.0
"""After so much silence the other side is called wherever it may be by now."""
_LAST_WORD_SECONDS = 3.0
"""How long to wait for the other side's part of an ending."""


class Lockstep:
    """Plays a match at a table with the other machine."""

    def __init__(
        self,
        seated: Seated,
        table: Table,
        *,
        give_up: float = GIVE_UP_SECONDS,
        beat: float = BEAT_SECONDS,
        on_link: Callable[[LinkNews], None] | None = None,
        on_confirmed: Callable[[int], None] | None = None,
    ) -> None:
        """`table` is at the match of `seated.header`, signs with `seated.sign` and controls `seated.seats`.

        The other side is given up after `give_up` seconds of silence; `on_link` is told of changes, and
        once a beat as long as nothing is heard; `on_confirmed` is told the number of the last entry that
        both sides are known to have with the same hash.
        """
        self._seated = seated
        self._link = seated.link
        self._table = table
        self._match = table.match
        self._rights = Rights(table.match.header, seated.peer)
        self._id = bytes.fromhex(table.match.header.match)
        self._beat = beat
        self._on_confirmed = on_confirmed or (lambda _: None)
        self._clock = asyncio.get_running_loop()
        silent = SILENT_SECONDS * beat / BEAT_SECONDS
        self._alive = Liveness(give_up, silent, on_link or (lambda _: None), self._clock.time)
        self._voice = Voice(seated, self._match)
        self.on_said: Callable[[str], object] = lambda _: None
        """Told each line that the other player says, safe to show."""
        self._chat = Chat(self._voice.say, lambda line: self.on_said(line), self._clock.time)
        self._theirs = 0
        """The last entry the other side is known to have."""
        self.farewell = "left"
        """What the other side is told if this one stops before the match's end; see Bye."""
        self.requests = Requests(self._match, self._rights, self._voice)
        """What is asked for beside choices."""
        self._nudge = asyncio.Event()
        """Set when a request should be pursued before the next beat."""
        self._incoming = False
        """Whether the entry being placed came from the other side."""
        self._bad = 0
        self._left = False
        self._parted = False
        """Whether the other side has said goodbye; to who was called, in answer to its own."""
        self._whole = asyncio.Event()
        """Set when this side has all that was played: from then on it may add to it."""
        self._tail = 0
        """The last entry the other side has said it has, in a match that goes on."""
        self._places: tuple[Address, ...] = ()
        """Where the other side was told that this one listens."""
        if not seated.resumed:
            self._whole.set()
        if seated.reunion is not None:
            seated.reunion.standing = lambda: (self._match.n, self._match.head)
        table.watch(self._on_news)
        self._link.on_line = self._on_line

    @property
    def paused(self) -> bool:
        """Whether this side's terminal is not listening; set it, and the other side is told."""
        return self._voice.paused

    @paused.setter
    def paused(self, paused: bool) -> None:
        self._voice.paused = paused

    @property
    def epoch(self) -> int:
        """Number of handshakes of this match: one more each time the link has come back."""
        return self._voice.epoch

    @property
    def settled(self) -> bool:
        """Whether the match is over and the other side is known to have all of it."""
        return self._match.outcome is not None and self._theirs == self._match.n

    @property
    def state(self) -> LinkState:
        """How the other side is."""
        return self._alive.state

    async def run(self) -> Outcome | None:
        """Play the match to its end, then close the link. None if this side left.

        Raises LinkLost, PeerLeft or Mismatch, and NotKept if an entry can't be kept here and nobody can be
        told (Table.on_unkept); the match then stands as it is and can be kept.
        """
        play = asyncio.create_task(self._play())
        talk = asyncio.create_task(self._talk())
        pulse = asyncio.create_task(self._pulse())
        fed = asyncio.create_task(self._link.fed())
        tasks: set[asyncio.Future[Any]] = {play, talk, pulse, fed}
        try:
            await self._until_over(talk, tasks)
        except NetError:
            raise
        except Exception:
            self.farewell = "failed"
            raise
        finally:
            over = self._match.outcome is not None
            self._voice.goodbye("over" if over else self.farewell)
            self._table.leave()
            self._voice.hush()
            for task in (play, talk, pulse, fed):
                task.cancel()
            await asyncio.wait({play, talk, pulse, fed})
            await self._part()
            self._seated.close(FAREWELL_MS)
        return self._match.outcome

    def leave(self) -> None:
        """Leave the match on purpose: the other side is told, and `run` returns."""
        self._left = True
        self._table.leave()

    def concede(self, seat: int) -> None:
        """Give up for a seat held here: placed here or by the other machine, whoever owes the next choice."""
        self.ask(seat, "concede")

    def ask(self, seat: int, text: str) -> Wish:
        """Ask for an entry beside choices, for a seat held here: see net.requests. Raises Rejected."""
        if seat not in self._seated.seats:
            raise ValueError(f"seat {seat} is not held here")
        wish = self.requests.ask(seat, text)
        self._nudge.set()
        return wish

    def agree(self, number: int, yes: bool) -> None:
        """Say whether this side agrees to the other side's request of this number."""
        self.requests.agree(number, yes)

    def say(self, text: str) -> str:
        """Say a line to the other player; gives it as it was said. Raises Unsaid if it can't be heard."""
        if self._match.outcome is not None or self._left:
            raise Unsaid("The match is over, and nobody hears you any more.")
        if self.state == "silent":
            raise Unsaid("The other side is not heard now, so it would not hear you.")
        return self._chat.say(text)

    # What happens here

    async def _until_over(self, talk: asyncio.Task[None], pending: set[asyncio.Future[Any]]) -> None:
        """Wait for the match's end, and then for the other side to have it too, or the first failure."""
        while not self._left and not talk.done():
            last_words = None if self._match.outcome is None else _LAST_WORD_SECONDS
            done, pending = await asyncio.wait(
                pending, timeout=last_words, return_when=asyncio.FIRST_COMPLETED
            )
            if not done:
                return  # the match is over here, signed by whom it takes; the other side will find out
            for task in done:
                try:
                    task.result()
                except (LinkLost, PeerLeft):
                    if self._match.outcome is None:
                        raise

    async def _play(self) -> None:
        await self._whole.wait()
        self._tell_where()
        await self._table.run()

    async def _part(self) -> None:
        if self.state != "silent":
            await part(self._link, self._voice, self._parted)

    def _on_news(self, news: News) -> None:
        """An entry has become part of the match: send it, unless it came from there."""
        if not self._incoming:
            self._voice.entry(news.n, news.entry)
        self.requests.entered(news.entry)
        if self.requests.mine:
            self._nudge.set()  # not from here: other watchers have not heard of this entry yet

    def _pursue(self) -> None:
        """Have placed what is asked for here, if nothing else ended the match first."""
        if self._whole.is_set():
            self.requests.pursue(self._table.owes(), self._place_wish)

    def _place_wish(self, seat: int, text: str) -> None:
        with self._unless_unkept(seat):
            self._table.place(seat, text)

    async def _pulse(self) -> None:
        """Once a beat: say how far this side is, notice silence, and ask again for what was not answered."""
        while True:
            try:
                async with asyncio.timeout(self._beat):
                    await self._nudge.wait()
            except TimeoutError:
                if self._alive.mind():
                    self._look_for_them()
                self._voice.confirm()
                self._tell_where()
            self._nudge.clear()
            self._pursue()

    def _on_line(self, up: bool) -> None:
        """The line broke, or is there again: who has called comes back by it at once."""
        if not up:
            self._alive.broke()
        elif self._link.called:
            self._voice.come_back()

    def _look_for_them(self) -> None:
        """The other side is not heard."""
        if self._link.called:
            self._voice.come_back()
        reunion = self._seated.reunion
        if reunion is not None and self._alive.silence > SEARCH_SECONDS * self._beat / BEAT_SECONDS:
            reunion.search()

    def _tell_where(self) -> None:
        """Tell the other side where this one listens, if that has changed since it was told."""
        reunion = self._seated.reunion
        if reunion is not None and self._whole.is_set() and self.state != "silent":
            places = reunion.addresses
            if places != self._places:
                self._places = places
                self._voice.where(places)

    def _send_rest(self) -> None:
        """Send again what the other side has not got."""
        for n in range(self._theirs + 1, self._match.n + 1):
            self._voice.entry(n, self._match.entries[n - 1])

    # What is heard

    async def _talk(self) -> None:
        """Take what comes until the match is over on both sides."""
        while not (self._match.outcome is not None and self._theirs == self._match.n):
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
        if isinstance(frame, Still):
            return False  # left over from the handshake
        if isinstance(frame, Refuse):
            if frame.why == CROSSED:
                # This side came back by the line there was while the other one called: that call comes.
                return False
            self._parted = True
            raise LinkLost(f"The other side no longer plays this match: {refusal(frame)} The match is kept.")
        if not isinstance(frame, InMatch):
            self._count_bad("a frame of a handshake")
            return False
        if frame.match != self._id:
            return False  # what a dead match left unsent
        if isinstance(frame, Return):
            await self._take_back(frame)
        elif isinstance(frame, Welcome):
            await self._welcomed(frame)
        elif frame.epoch != self._voice.epoch:
            return False  # from before the link broke
        else:
            self._alive.heard(frame.paused if isinstance(frame, Beat) else None)
            if isinstance(frame, Placed):
                await self._receive(frame)
            elif isinstance(frame, Request):
                await self._answer(frame)
            elif isinstance(frame, Beat):
                await self._compare(frame.n, frame.hash)
                if (
                    self._theirs < self._match.n
                    and self._clock.time() > self._voice.entry_sent + 2 * self._beat
                ):
                    self._send_rest()
            elif isinstance(frame, Answer):
                self.requests.answered(frame)
                self._pursue()
            elif isinstance(frame, Say):
                self._chat.heard(frame.text)
            elif isinstance(frame, Where):
                self._learn(frame)
            elif isinstance(frame, Differ):
                await self._differ(Finding(self._match, min(frame.n, self._match.n)), frame)
            else:
                self._parted = self._link.called
                if self._match.outcome is None:
                    raise PeerLeft(parting(frame.reason))
                return True
        return False

    async def _take_back(self, back: Return) -> None:
        """The line broke and the other side, which has called, is back: a new epoch begins."""
        if self._link.called or not hmac.compare_digest(back.token, self._seated.token.reveal()):
            self._count_bad("a return by nobody who was here")
            return
        self._begin(max(self._voice.epoch, back.epoch) + 1)
        self._voice.welcome_back()
        await self._meet_again(back.n, back.hash)

    async def _welcomed(self, welcome: Welcome) -> None:
        if not self._link.called or welcome.epoch <= self._voice.epoch:
            self._count_bad("a welcome to nobody who was away")
            return
        self._begin(welcome.epoch)
        await self._meet_again(welcome.n, welcome.hash)

    def _begin(self, epoch: int) -> None:
        """The two sides have met again."""
        if self._seated.reunion is not None:
            self._seated.reunion.rest()
            self._seated.reunion.began(epoch)
        self._voice.epoch = epoch
        self._alive.back()

    async def _meet_again(self, n: int, h_n: bytes) -> None:
        self._theirs = min(self._theirs, n)
        self._places = ()
        await self._compare(n, h_n)
        self._send_rest()
        if not self._whole.is_set():
            self._tail = n
            self._come_whole()
        self._pursue()

    def _come_whole(self) -> None:
        """In a match that goes on: play, once everything is here that was played."""
        if self._match.n >= self._tail:
            self._whole.set()

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
        if self._whole.is_set():
            fault = self._rights.may_append(
                placed, self._table.owes(), self.requests.mine, self.requests.agreed
            )
        else:
            fault = self._rights.was_appended(placed, self._table.owes(), n <= self._tail)
        if fault:
            self._count_bad(fault)
            return
        entry = Entry(placed.by, placed.text, placed.hash.hex(), placed.signature.hex())
        with self._unless_unkept(placed.by):
            if not self._place(entry, n):
                await self._differ(Finding(self._match, n, entry))
        if self._match.n < n:
            return  # there is no room for it: as nothing confirms it, it comes again
        self._know(n)
        if not self._whole.is_set():
            self._come_whole()
        self._voice.confirm_received(self._table.owes())

    def _know(self, n: int) -> None:
        """The other side has entry n, the same as here, and all before it."""
        if n > self._theirs:
            self._theirs = n
            self._on_confirmed(n)

    async def _answer(self, request: Request) -> None:
        """The other side wants an entry placed beside its choices."""
        if not self._whole.is_set():
            return  # it asks again
        owing = self._table.owes()
        if request.n != self._match.n + 1 or owing is None:
            return  # too late: the other side will see the entry that came first, and ask anew
        here = self._rights.here(owing)
        if not here and not needs_agreement(request.text):
            return  # it may place this itself, and will know as soon as our last entry is there
        fault = self._rights.may_ask(request)
        if fault:
            self._count_bad(fault)
            return
        entry = Entry(request.by, request.text, request.hash.hex(), request.signature.hex())
        verdict = self.requests.heard(request)
        if verdict == "ask":
            if self._right(entry):
                self.requests.put(request)
            else:
                await self._differ(Finding(self._match, request.n, entry))
        if verdict != "agreed" or not here:
            return
        with self._unless_unkept(request.by):
            if self._place(entry, request.n):
                self._voice.entry(request.n, entry)
            else:
                await self._differ(Finding(self._match, request.n, entry))

    def _right(self, entry: Entry) -> bool:
        """Whether a signed entry is what would come next here."""
        try:
            return self._match.prepare(entry.by, entry.text).hash.hex() == entry.hash
        except (Malformed, Rejected):
            return False

    @contextmanager
    def _unless_unkept(self, by: int) -> Iterator[None]:
        """What can't be kept here is told, and comes again; where nobody can be told, it raises NotKept."""
        try:
            yield
        except NotKept as error:
            if self._table.on_unkept is None:
                raise
            self._table.on_unkept(by, str(error))

    def _place(self, entry: Entry, n: int) -> bool:
        """Make a signed entry the next one; False, and nothing has changed, if it is not so here.

        Raises NotKept if it is so, and can't be kept.
        """
        agreed = False

        def check(number: int, h_n: bytes) -> bool:
            nonlocal agreed
            agreed = number == n and h_n.hex() == entry.hash
            return agreed

        self._incoming = True
        reach("apply.before")
        try:
            self._table.place(entry.by, entry.text, entry.signature, check)
            reach("apply.after")
        except (Malformed, Rejected):
            if agreed:
                raise
            return False
        finally:
            self._incoming = False
        return True

    def _count_bad(self, what: str) -> None:
        self._bad += 1
        if self._bad > BAD_FRAMES:
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
            async with asyncio.timeout(_LAST_WORD_SECONDS):
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
