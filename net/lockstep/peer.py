"""Two machines play one match in step: only entries travel, and after each both compare its hash.

Entry n is appended by one machine only, the one that holds the seat that owes decision n. What the other
side wants placed meanwhile (a concession) it asks for. Each side says once a second, and after what it
received, how far it has come; whoever is ahead sends the rest again, so that a short drop loses nothing.
A side that is not heard for longer is looked for (handshake/reconnect.py), and so is the other side of a
match that goes on in a program that was started anew: there nothing is placed before both have what one of
them has.

Here is the loop of a match and what one side does of itself. What it hears goes by the type of the frame to
the parts (receiver.py): entries, requests, chat, clocks, rematch. What there is to know for whoever plays
here goes to one listener (events.py).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from core.contract.outcome import Outcome
from core.engine.match import NotKept, Rejected
from core.engine.table import News, Table
from net.handshake.terms import HOST, HandshakeResult
from net.lockstep.chat import NOBODY_HEARS, Chat
from net.lockstep.clocks import Timekeeper
from net.lockstep.entry_sync import EntrySync, unless_unkept
from net.lockstep.events import PeerGone, PeerListener
from net.lockstep.farewell import part
from net.lockstep.permissions import Permissions
from net.lockstep.receiver import LAST_WORD_SECONDS, FrameReceiver
from net.lockstep.rematch import Came, Rematch
from net.lockstep.request import RequestLedger
from net.lockstep.requests import Requests
from net.lockstep.sender import FrameSender
from net.protocol.errors import LinkLost, NetError, PeerLeft
from net.protocol.frames import ByeReason, Times
from net.transport.liveness import GIVE_UP_SECONDS, SILENT_SECONDS, LinkState, Liveness
from net.transport.sockets import FAREWELL_MS

BEAT_SECONDS = 1.0
SEARCH_SECONDS = 5.0
"""After so much silence the other side is called wherever it may be by now."""


class LockstepPeer:
    """Plays a match at a table with the other machine."""

    def __init__(
        self,
        seated: HandshakeResult,
        table: Table,
        tell: PeerListener,
        *,
        attended: bool = False,
        ledger: RequestLedger | None = None,
        clocks: Timekeeper | None = None,
        give_up: float | None = GIVE_UP_SECONDS,
        beat: float = BEAT_SECONDS,
    ) -> None:
        """`table` is at the match of `seated.header`, signs with `seated.sign` and controls `seated.seats`.

        `tell` is told all there is to know. `attended` is whether a person plays here: requests are put to
        it, and the other side is looked for until this side leaves; else it is given up after `give_up`
        seconds of silence (None: never). `ledger` is what had been asked in a match that goes on, `clocks`
        are those of a match that has some. `beat` is how often this side says how far it is, in seconds.
        """
        self._seated = seated
        self._link = seated.link
        self._table = table
        self._match = table.match
        self._tell = tell
        self._clocks = clocks
        self._beat = beat
        loop = asyncio.get_running_loop()
        silent = SILENT_SECONDS * beat / BEAT_SECONDS
        self._alive = Liveness(None if attended else give_up, silent, tell, loop.time)
        self._sender = FrameSender(seated, self._match)
        self.chat = Chat(self._sender, tell, self._why_unheard, loop.time)
        """Lines between the players."""
        self._nudge = asyncio.Event()
        """Set when a request should be pursued before the next beat."""
        permissions = Permissions(table.match.header, seated.peer)
        self.requests = Requests(
            self._match,
            permissions,
            self._sender,
            tell,
            self._nudge.set,
            ledger=ledger,
            attended=attended,
            clocks=clocks,
        )
        """What is asked for beside choices."""
        if clocks is not None:
            clocks.publish = self._tell_times
        self.farewell = ByeReason.LEFT
        """What the other side is told if this one stops before the match's end."""
        self._ended = asyncio.Event()
        """Set when this side leaves, or both want to play once more."""
        self._left = False
        self._apart = False
        """Whether this side has ended its copy by itself."""
        self.rematch = Rematch(self._sender, seated.peer == HOST, self._ended.set, tell)
        """What comes after the end."""
        self._entries = EntrySync(seated, table, self._sender, permissions, self.requests, tell)
        self._receiver = FrameReceiver(
            seated,
            table,
            self._sender,
            entries=self._entries,
            requests=self.requests,
            chat=self.chat,
            rematch=self.rematch,
            clocks=clocks,
            alive=self._alive,
            beat=beat,
            pursue=self._pursue,
            tell=tell,
        )
        if seated.reconnector is not None:
            seated.reconnector.played = self._match
        table.watch(self._on_news)
        self._link.on_line = self._on_line

    @property
    def paused(self) -> bool:
        """Whether this side's terminal is not listening; set it, and the other side is told."""
        return self._sender.paused

    @paused.setter
    def paused(self, paused: bool) -> None:
        self._sender.paused = paused

    @property
    def epoch(self) -> int:
        """Number of handshakes of this match: one more each time the link has come back."""
        return self._sender.epoch

    @property
    def over(self) -> bool:
        """Whether the match is over here."""
        return self._match.outcome is not None

    @property
    def settled(self) -> bool:
        """Whether the match is over and the other side is known to have all of it."""
        return self._entries.settled

    @property
    def state(self) -> LinkState:
        """How the other side is."""
        return self._alive.state

    async def run(self) -> Outcome | None:
        """Play the match to its end, then close the link. None if this side left.

        Where the rematch has a handshake the link stays open after the end until one side leaves, or until
        both want to play once more and that gives the next match: then it is not closed.

        Raises LinkLost, PeerLeft or Desync, and NotKept if an entry can't be kept here and nobody can be
        told (Table.on_unkept); the match then stands as it is and can be kept.
        """
        if self._seated.peer == HOST and not self._seated.resumed:
            self._sender.confirm()  # the guest waits to hear that the match has begun here too
        running = [asyncio.create_task(self._play()), asyncio.create_task(self._link.fed())]
        talking = self._talk()
        try:
            while await self._until_over(talking[0], {*running, *talking}):
                await _cancelled(talking)
                if await self._begin_next():
                    break
                talking = self._talk()
        except NetError:
            raise
        except NotKept:
            self.farewell = ByeReason.UNKEPT
            raise
        except Exception:  # whatever it is, it is raised again: only the goodbye says so
            self.farewell = ByeReason.FAILED
            raise
        finally:
            over = self._match.outcome is not None
            if self.rematch.following is None:
                self._sender.goodbye(
                    ByeReason.APART if self._apart else self.rematch.farewell if over else self.farewell
                )
            self._table.leave()
            self._sender.hush()
            await _cancelled([*running, *talking])
            if self.rematch.following is None:
                await self._part()
                self._seated.close(FAREWELL_MS)
        return self._match.outcome

    def leave(self) -> None:
        """Leave the match on purpose: the other side is told, and `run` returns."""
        self._left = True
        self._ended.set()
        self._table.leave()

    def end_apart(self, seat: int, text: str) -> None:
        """End this side's copy of the match alone, for a seat held here: `text` is one of ONE_SIDED. The
        other side's copy stands as it is. Raises Rejected while the other side is there to be asked."""
        if self.state != "silent":
            raise Rejected("The other side is there: concede, or ask it for a draw.")
        if text == "claimed" and (reason := self.requests.why_no_claim(seat)):
            raise Rejected(reason)
        self._apart = True
        try:
            self._table.place(seat, text)
        finally:
            self._apart = self._match.outcome is not None
        self._entries.whole.set()  # nothing more is waited for
        self._ended.set()

    def _why_unheard(self) -> str:
        """Why the other player would not hear a line now, in a sentence; empty if it would."""
        if (self.over and not self.rematch.stays) or self._left or self._receiver.left:
            return NOBODY_HEARS
        return "The other side is not heard now, so it would not hear you." if self.state == "silent" else ""

    def _talk(self) -> list[asyncio.Task[None]]:
        """Listen, and say once a beat how far this side is."""
        return [asyncio.create_task(self._receiver.listen()), asyncio.create_task(self._pulse())]

    async def _until_over(self, listen: asyncio.Task[None], tasks: set[asyncio.Task[None]]) -> bool:
        """Wait for the match's end, and then for the other side to have it too, or the first failure; and
        where this side stays, for what comes then: True if both want to play once more."""
        self._ended.clear()
        ended = asyncio.create_task(self._wait_for_end())
        pending: set[asyncio.Future[Any]] = {*tasks, ended}
        stays = self.rematch.stays
        try:
            while not (self._left or self._apart or listen.done() or ended.done()):
                last_words = None if stays or self._match.outcome is None else LAST_WORD_SECONDS
                done, pending = await asyncio.wait(
                    pending, timeout=last_words, return_when=asyncio.FIRST_COMPLETED
                )
                if not done:
                    return False  # it is over here, signed by whom it takes; the other side will find out
                for task in done:
                    try:
                        task.result()
                    except (LinkLost, PeerLeft):
                        if self._match.outcome is None:
                            raise
                        if stays:
                            self._tell(PeerGone.LOST)
                            return False
        finally:
            await _cancelled([ended])
        if self._receiver.left:
            self._tell(PeerGone.AT_ONE if self._receiver.farewell is ByeReason.AT_ONE else PeerGone.LEFT)
        return (
            stays
            and not (self._left or self._apart)
            and (not listen.done() or self._receiver.offer is not None)
        )

    async def _wait_for_end(self) -> None:
        await self._ended.wait()

    async def _play(self) -> None:
        await self._entries.whole.wait()
        self._tell_where()
        await self._table.run()

    async def _part(self) -> None:
        if self.state != "silent":
            await part(self._link, self._sender, self._receiver.parted)

    def _on_news(self, news: News) -> None:
        """An entry has become part of the match: send it, unless it came from there."""
        if not self._entries.incoming and not self._apart:
            self._sender.entry(news.n, news.entry)
        if self._clocks is not None:
            self._clocks.entered(news.entry)
        self.requests.entered(news.entry)
        if self.requests.mine:
            self._nudge.set()  # not from here: other watchers have not heard of this entry yet

    def _pursue(self) -> None:
        """Have placed what is asked for here, if nothing else ended the match first."""
        if self._entries.whole.is_set():
            self.requests.pursue(self._table.owes(), self._place_request)

    def _place_request(self, seat: int, text: str) -> None:
        with unless_unkept(self._table, seat):
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
                self._sender.confirm()
                self._tell_where()
                self._tell_times()
                if self._entries.settled:
                    self.rematch.votes.repeat()
            self._nudge.clear()
            self._pursue()

    def _tell_times(self) -> None:
        """Tell the other side what is left to the seats held here."""
        if self._clocks is not None and self._entries.whole.is_set() and self.state != "silent":
            self._sender.send(Times(*self._sender.stamp, *self._clocks.told()))

    def _on_line(self, up: bool) -> None:
        """The line broke, or is there again: who has called comes back by it at once."""
        if not up:
            self._alive.broke()
        elif self._link.called:
            self._sender.come_back()

    async def _begin_next(self) -> bool:
        """Both want to play once more: True if the next match has begun over the link, or the other side has
        left; False if all is as before."""
        self._link.past = bytes.fromhex(self._match.header.match)
        lines: list[bool] = []
        self._link.on_line = lines.append
        self._sender.hush()
        came = Came.NOTHING
        try:
            came = await self.rematch.begin(self._receiver.take_offer())
        finally:
            if came is Came.GONE:
                self._receiver.left = True
                self._receiver.parted = self._link.called
            if came is not Came.BEGUN:
                self._link.past = None
                self._link.on_line = self._on_line
                if lines and not (self._left or self._receiver.left):
                    self._on_line(lines[-1])
        return came is not Came.NOTHING

    def _look_for_them(self) -> None:
        """The other side is not heard."""
        if self._link.called:
            self._sender.come_back()
        reconnector = self._seated.reconnector
        if reconnector is not None and self._alive.silence > SEARCH_SECONDS * self._beat / BEAT_SECONDS:
            reconnector.search()

    def _tell_where(self) -> None:
        """Tell the other side where this one listens, if that has changed since it was told."""
        reconnector = self._seated.reconnector
        if reconnector is not None and self._entries.whole.is_set() and self.state != "silent":
            places = reconnector.addresses
            if places != self._receiver.places:
                self._receiver.places = places
                self._sender.addresses(places)


async def _cancelled(tasks: Sequence[asyncio.Task[None]]) -> None:
    """End these tasks, and wait until they have."""
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
