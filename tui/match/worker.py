"""A match on its own thread: the loop there owns match, storage, sockets and clock.

The screen and the match never wait for each other. What a screen should know lies in a mailbox
(mailbox.py, filled by showing.py); what a player does comes back by `answer` and `call` (placing.py).
"""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from core.contract.choice import Choice, Decision
from core.contract.errors import GameError
from core.contract.event import Event
from core.contract.outcome import ONE_SIDED
from core.engine.match import Match, Rejected
from core.engine.stops import StopRules
from core.engine.table import Table
from net.lockstep.chat import NOBODY_HEARS, Unsaid
from net.lockstep.clocks import ShownClock
from net.protocol.errors import NetError
from net.protocol.frames import ByeReason
from tui import crash
from tui.match.channel import Mailbox, Question, Said, Update
from tui.match.commands import Placing
from tui.match.lookback import LookBack
from tui.match.match_clock import Timing
from tui.match.persons import Persons
from tui.match.publisher import Showing

PAUSED_SECONDS = 3.0
"""A screen that has not ticked for so long counts as paused."""

if TYPE_CHECKING:
    from core.contract.header import Decklist
    from tui.match.rematch import Encore


class MatchThread:
    """Runs one coroutine, which plays a match, on a thread of its own."""

    def __init__(self, notify: Callable[[], object]) -> None:
        """`notify` is called from the match's thread and must not block (post_message does not)."""
        self._notify = notify
        self.mail = Mailbox(notify)
        """What the screen is told. Only for code that runs on the match's loop."""
        self.crashed = False
        """Whether an error of our own ended it."""
        self._replies: asyncio.Queue[Any] = asyncio.Queue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready = threading.Event()
        self._thread: threading.Thread | None = None
        self._task: asyncio.Task[None] | None = None
        self._asked: tuple[int, asyncio.Future[Sequence[Choice]]] | None = None
        self._ticket = 0
        self.kept = ""
        """What the match is called in the archive, once it has begun."""
        self.path: Path | None = None
        """Where its record will be too, if one was asked for."""
        self.farewell: Callable[[ByeReason], object] | None = None
        """Says what another machine is told if the match is stopped here now; None without one."""
        self.speak: Callable[[str], str] | None = None
        """Says a line to the player at another machine, and gives it as it was said; only for the match's
        loop. It raises Unsaid."""
        self.dial: Callable[[str], object] | None = None
        """Looks for the other side of a match that goes on at the address line in this text; only for the
        match's loop."""
        self.chats = True
        """Whether lines of the chat are said and shown."""
        self.persons = Persons()
        """The persons at this screen. Only for code that runs on the match's loop."""
        self.placing = Placing(self.mail, self.persons)
        """What they do besides choosing. Only for code that runs on the match's loop."""
        self.encore: Encore | None = None
        """Playing once more with somebody at another machine. Only for code that runs on the match's loop."""
        self.following: MatchThread | None = None
        """The next match over the same link, once it begins."""
        self.timing: Timing | None = None
        """The clocks, in a match with them. Only for code that runs on the match's loop."""
        self.covered = False
        """Whether the next person at this screen has yet to take the keyboard, so that no clock runs."""
        self._showing: Showing | None = None
        self.back = LookBack(self.call, self.mail.wake)
        """The match's past, for who asks."""
        self.ticked = time.monotonic()
        """When the screen last said that its terminal takes what is drawn."""

    # For the screen's thread.

    def start(self, play: Callable[[MatchThread], Coroutine[Any, Any, None]]) -> None:
        """Begin. `play(self)` is awaited on the match's loop; a Rejected it raises is told as the end."""
        self._thread = threading.Thread(target=self._run, args=(play,), name="match", daemon=True)
        self._thread.start()
        self._ready.wait()

    def take(self) -> Update:
        """Everything since the last take."""
        update = self.mail.take()
        past, told = self.back.take()
        return msgspec.structs.replace(update, past=past, told=told)

    @property
    def table(self) -> Table | None:
        """The table, once there is one. Only for code that runs on the match's loop."""
        return self.placing.table

    @property
    def playing(self) -> bool:
        """Whether a match has begun here and is neither over nor left."""
        picture = self.mail.picture
        return picture is not None and picture.outcome is None and not self.gone

    @property
    def over(self) -> bool:
        """Whether the match is."""
        return self.mail.picture is not None and self.mail.picture.outcome is not None

    @property
    def totals(self) -> tuple[int, ...]:
        """Each seat's total when they were compared last; empty if they never were."""
        return () if self.mail.picture is None else self.mail.picture.totals

    @property
    def last(self) -> MatchThread:
        """This one, or the last of those that have followed."""
        return self if self.following is None else self.following.last

    @property
    def networked(self) -> bool:
        """Whether another machine takes part in the match that has begun."""
        header = self.mail.header
        return header is not None and len({seat.peer for seat in header.seats}) > 1

    @property
    def gone(self) -> bool:
        """Whether the thread has stopped; what it ended with is to be taken."""
        return self.mail.ended is not None

    @property
    def failure(self) -> NetError | None:
        """What the other machine or the link ended this with."""
        return self.mail.failure

    def tick(self) -> None:
        """Call once a second from the screen's loop: its terminal is alive."""
        self.ticked = time.monotonic()

    def reply(self, value: object) -> None:
        """Answer the stage that is shown."""
        self.call(self._replies.put_nowait, value)

    def answer(self, ticket: int, act: Sequence[Choice]) -> None:
        """A person's picks. Ignored if that question is no longer open."""
        self.call(self._answer, ticket, act)

    def place(self, seat: int, text: str) -> None:
        """Ask for an entry that is no choice: `concede`, `draw`, `undo 12`. A refusal becomes a note."""
        self.call(self.placing.place, seat, text)

    def end_apart(self, seat: int, text: str) -> None:
        """End this side's copy of the match alone, while the other side is not heard: `text` is one of
        core.contract.outcome.ONE_SIDED. A refusal becomes a note."""
        self.call(self.placing.end_apart, seat, text)

    def take_back(self, seat: int, choices: int | None = None) -> None:
        """Take back this seat's last choice, where that is free; where it has to be marked, it is offered
        (Update.further). With `choices` so many choices are taken back, marked where that is needed.

        Choices that were made for the person don't count. A refusal becomes a note.
        """
        self.call(self.placing.take_back, seat, choices)

    def agree(self, number: int, yes: bool, *, mute: bool = False) -> None:
        """Answer a request of the other side (Update.asked); with `mute` all further take-backs of theirs are
        declined unasked."""
        self.call(self.placing.agree, number, yes, mute)

    def conceding(self, seat: int) -> bool:
        """Whether this seat has conceded to another machine, which may have yet to hear of it."""
        return self.placing.conceding(seat)

    @property
    def muted(self) -> bool:
        """Whether the other side's take-backs are declined unasked."""
        return self.placing.muted

    def mute(self, muted: bool) -> None:
        """Decline take-backs of the other side unasked from now on, or ask about them again."""
        self.call(self.placing.mute, muted)

    def claim(self, seat: int) -> None:
        """Claim the match for this seat, since the time is up of who is to choose (Update.time_up). A refusal
        becomes a note."""
        self.call(self.placing.claim, seat)

    def give_time(self, seat: int) -> None:
        """Give that seat a minute more."""
        if self.timing is not None:
            self.call(self.timing.give, seat)

    def let_go_on(self, seat: int) -> None:
        """Hear no more of it for the decision it has now."""
        if self.timing is not None:
            self.call(self.timing.go_on, seat)

    @property
    def clocks(self) -> dict[int, ShownClock]:
        """As Update.clocks has them, but at once."""
        return self.mail.clocks

    def show_ticks(self) -> None:
        """Each second of a running clock is news from now on."""
        self.mail.ticks = True

    def pass_to(self, seat: int, phase: str) -> None:
        """Pass for this seat until a phase, by its name in `Game.stops`. A refusal becomes a note."""
        self.call(self.placing.pass_to, seat, phase)

    def stop_passing(self) -> None:
        """Nobody here passes to a phase any more, from before the next automatic answer on."""
        self.call(self.placing.stop_passing)

    def set_stops(self, rules: StopRules) -> None:
        """Where the persons here are asked, from the next decision on."""
        self.call(self.persons.set_rules, rules)

    def say(self, text: str) -> None:
        """Say a line to the player at another machine. Why that can't be becomes a note."""
        if self.gone:
            self.mail.note(NOBODY_HEARS)
        self.call(self._say, text)

    def set_chat(self, on: bool) -> None:
        """Whether lines of the chat are said and shown from now on."""
        self.call(setattr, self, "chats", on)

    def look_at(self, line: str) -> None:
        """Look for the other side at this address line too. What is wrong with it becomes a note."""
        if self.dial is not None:
            self.call(self.dial, line)

    def play_again(self, decks: Mapping[int, Decklist | None]) -> None:
        """Ask somebody at another machine to play once more, or agree to it; with these decks, by seat of the
        next match."""
        self.call(self._encore, lambda encore: encore.ask(decks))

    def play_no_more(self) -> None:
        """Take that back, or decline what is asked for."""
        self.call(self._encore, lambda encore: encore.refuse())

    def leave_at_one(self) -> None:
        """The second game of two is not wanted, now or later; who says so leaves then."""
        self.call(self._encore, lambda encore: encore.leave_at_one())

    def call(self, function: Callable[..., object], *args: object) -> None:
        """Run something on the match's loop, soon; does nothing once the loop has ended."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            try:
                loop.call_soon_threadsafe(function, *args)
            except RuntimeError:
                return  # The loop closed in between.

    def stop(self, seconds: float = 2.0, *, why: ByeReason | None = None) -> None:
        """Cancel the match's coroutine, which says goodbye to peers, and wait for the thread to end.

        `why` is what another machine is told if nobody meant to leave. With a match that follows it is that
        one which is stopped."""
        if self.following is not None:
            self.following.stop(seconds, why=why)
            return
        if why is not None and self.farewell is not None:
            self.call(self.farewell, why)
        if self._task is not None:
            self.call(self._task.cancel)
        if self._thread is not None:
            self._thread.join(seconds)

    # For the match's loop.

    def begin(
        self, match: Match, table: Table, persons: Sequence[int], opening: Sequence[Event] | None = None
    ) -> None:
        """The match is there: show its first picture and follow it.

        `persons` sit at this screen; `opening` are the events of the match's setup, None for a match
        that goes on: what happened in it is told, and the person who is to choose is asked.
        """
        self.placing.sit(table)
        self.back.follow(match)
        # Whoever sees that it is over knows who is still there.
        table.watch(lambda news: self._when_over(match))
        self._when_over(match)
        showing = Showing(match, tuple(persons) or (-1,), self.mail, self.persons, opening)
        self._showing = showing
        table.watch(showing.follow)
        self._notify()  # also where nobody has taken yet what came before: the screen may wait for the match

    def _encore(self, do: Callable[[Encore], None]) -> None:
        if self.encore is not None:
            do(self.encore)

    def _when_over(self, match: Match) -> None:
        outcome = match.outcome
        if outcome is not None and outcome.end not in ONE_SIDED and self.encore is not None:
            self.encore.show()

    def follow(self) -> MatchThread:
        """The next match, on the same loop, for a screen of its own; this one has ended."""
        following = MatchThread(self._notify)
        following._loop, following._thread, following._task = self._loop, self._thread, self._task
        following._ready.set()
        self.following = following
        self.mail.end("", None)
        self.back.end()
        return following

    def note(self, text: str) -> None:
        """Say something beside the match."""
        self.mail.note(text)

    def hear(self, by: str, text: str) -> None:
        """Somebody at another machine says a line."""
        if self.chats:
            self.mail.chat(Said(by, text))

    def _say(self, text: str) -> None:
        if self.speak is None:
            self.note("Nobody plays on another machine who could hear you.")
        elif not self.chats:
            self.note("Your chat is off: nothing is said and nothing heard until you turn it on again.")
        else:
            try:
                self.mail.chat(Said("", self.speak(text)))
            except Unsaid as error:
                self.note(str(error))

    def stage(self, stage: object) -> None:
        """What the screen should show before the match begins."""
        self.mail.show_stage(stage)

    async def replied(self) -> Any:
        """The next answer to a stage."""
        return await self._replies.get()

    @property
    def paused(self) -> bool:
        """Whether the screen's terminal takes nothing that is drawn."""
        return time.monotonic() - self.ticked > PAUSED_SECONDS

    def link(self, words: str) -> None:
        """How the link is now."""
        self.mail.show_link(words)

    async def ask(self, seat: int, view: Any, decision: Decision, grace: float = 0.0) -> Sequence[Choice]:
        """Put a question to the person at the screen and wait for the answer. A clock runs after `grace`, in
        seconds."""
        self._ticket += 1
        ticket = self._ticket
        future: asyncio.Future[Sequence[Choice]] = asyncio.get_running_loop().create_future()
        self._asked = (ticket, future)
        called = self._showing is None or self._showing.called()
        self.mail.show_question(Question(ticket, seat, decision, called))
        if self.timing is not None:
            self.timing.ask(seat, grace)
        try:
            return await future
        finally:
            if self.timing is not None:
                self.timing.stop(seat)
            self._asked = None
            self.mail.show_question(None)

    def _run(self, play: Callable[[MatchThread], Coroutine[Any, Any, None]]) -> None:
        async def main() -> None:
            self._loop = asyncio.get_running_loop()
            self._task = asyncio.current_task()
            self._ready.set()
            await play(self)

        ended, failure = None, None
        try:
            asyncio.run(main())
            ended = ""
        except (Rejected, GameError) as error:
            ended = str(error)
        except NetError as error:
            ended = str(error)
            failure = error
        except asyncio.CancelledError:
            ended = "You left the match."
        finally:
            self._ready.set()
            unforeseen = sys.exc_info()[1]
            last = self.last
            if ended is None and unforeseen is not None:
                last.crashed = True
                ended = crash.told(unforeseen, crash.MATCH)
            last.mail.end(ended, failure)
            last._notify()
            last.back.end()

    def _answer(self, ticket: int, act: Sequence[Choice]) -> None:
        if self._asked is not None and self._asked[0] == ticket and not self._asked[1].done():
            self._asked[1].set_result(act)
