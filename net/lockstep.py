"""Two machines play one match in step: only entries travel, and after each both compare its hash.

Entry n is appended by one machine only, the one that holds the seat that owes decision n. What the other
side wants placed meanwhile (a concession) it asks for. Each side says once a second, and after what it
received, how far it has come; whoever is ahead sends the rest again, so that a short drop loses nothing.
A side that is not heard for longer is looked for (net/reunion.py), and so is the other side of a match that
goes on in a program that was started anew: there nothing is placed before both have what one of them has.

Here is the loop of a match and what one side does of itself; what it hears is taken in net/hearing.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from core.game import Outcome
from core.match import NotKept
from core.table import News, Table
from net.chat import Chat, Unsaid
from net.errors import LinkLost, NetError, PeerLeft
from net.hearing import LAST_WORD_SECONDS, Hearing
from net.liveness import GIVE_UP_SECONDS, SILENT_SECONDS, LinkNews, LinkState, Liveness
from net.parting import part
from net.placing import unless_unkept
from net.requests import Requests
from net.rights import Rights
from net.session import Seated
from net.sockets import FAREWELL_MS
from net.voice import Voice
from net.wishes import Wish

BEAT_SECONDS = 1.0
SEARCH_SECONDS = 5.0
"""After so much silence the other side is called wherever it may be by now."""


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
        self._beat = beat
        self._clock = asyncio.get_running_loop()
        silent = SILENT_SECONDS * beat / BEAT_SECONDS
        self._alive = Liveness(give_up, silent, on_link or (lambda _: None), self._clock.time)
        self._voice = Voice(seated, self._match)
        self.on_said: Callable[[str], object] = lambda _: None
        """Told each line that the other player says, safe to show."""
        self._chat = Chat(self._voice.say, lambda line: self.on_said(line), self._clock.time)
        self.farewell = "left"
        """What the other side is told if this one stops before the match's end; see Bye."""
        rights = Rights(table.match.header, seated.peer)
        self.requests = Requests(self._match, rights, self._voice)
        """What is asked for beside choices."""
        self._nudge = asyncio.Event()
        """Set when a request should be pursued before the next beat."""
        self._left = False
        self._hearing = Hearing(
            seated,
            table,
            self._voice,
            rights=rights,
            requests=self.requests,
            chat=self._chat,
            alive=self._alive,
            beat=beat,
            pursue=self._pursue,
            on_confirmed=on_confirmed or (lambda _: None),
        )
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
        return self._hearing.settled

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
        listen = asyncio.create_task(self._hearing.listen())
        pulse = asyncio.create_task(self._pulse())
        fed = asyncio.create_task(self._link.fed())
        tasks: set[asyncio.Future[Any]] = {play, listen, pulse, fed}
        try:
            await self._until_over(listen, tasks)
        except NetError:
            raise
        except NotKept:
            self.farewell = "unkept"
            raise
        except Exception:  # whatever it is, it is raised again: only the goodbye says so
            self.farewell = "failed"
            raise
        finally:
            over = self._match.outcome is not None
            self._voice.goodbye("over" if over else self.farewell)
            self._table.leave()
            self._voice.hush()
            for task in (play, listen, pulse, fed):
                task.cancel()
            await asyncio.wait({play, listen, pulse, fed})
            await self._part()
            self._seated.close(FAREWELL_MS)
        return self._match.outcome

    def leave(self) -> None:
        """Leave the match on purpose: the other side is told, and `run` returns."""
        self._left = True
        self._table.leave()

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

    async def _until_over(self, listen: asyncio.Task[None], pending: set[asyncio.Future[Any]]) -> None:
        """Wait for the match's end, and then for the other side to have it too, or the first failure."""
        while not self._left and not listen.done():
            last_words = None if self._match.outcome is None else LAST_WORD_SECONDS
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
        await self._hearing.whole.wait()
        self._tell_where()
        await self._table.run()

    async def _part(self) -> None:
        if self.state != "silent":
            await part(self._link, self._voice, self._hearing.parted)

    def _on_news(self, news: News) -> None:
        """An entry has become part of the match: send it, unless it came from there."""
        if not self._hearing.incoming:
            self._voice.entry(news.n, news.entry)
        self.requests.entered(news.entry)
        if self.requests.mine:
            self._nudge.set()  # not from here: other watchers have not heard of this entry yet

    def _pursue(self) -> None:
        """Have placed what is asked for here, if nothing else ended the match first."""
        if self._hearing.whole.is_set():
            self.requests.pursue(self._table.owes(), self._place_wish)

    def _place_wish(self, seat: int, text: str) -> None:
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
        if reunion is not None and self._hearing.whole.is_set() and self.state != "silent":
            places = reunion.addresses
            if places != self._hearing.places:
                self._hearing.places = places
                self._voice.where(places)
