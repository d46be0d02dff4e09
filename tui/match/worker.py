"""A match on a thread of its own, whose loop owns the match, its storage, its sockets and its clocks.

MatchWorker is what the front end has of it, and MatchLoop what runs there; each is for its own thread.
Between them are the channel, by which the front end is told things, and commands, which are done soon.
Neither waits for the other.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

from core.contract.choice import Choice, Decision
from core.contract.errors import GameError
from core.contract.event import Event
from core.contract.outcome import ONE_SIDED
from core.engine.match import Match, Rejected
from core.engine.table import Table
from net.lockstep.chat import NOBODY_HEARS
from net.lockstep.clocks import ShownClock
from net.protocol.errors import NetError
from net.protocol.frames import ByeReason
from net.transport.liveness import LinkNews
from tui import crash
from tui.match.channel import Channel
from tui.match.commands import Command, Commands, FindMoment, FindStory, Say
from tui.match.events import (
    Before,
    Noted,
    Posted,
    PresenceChanged,
    Question,
    QuestionPut,
    StageReached,
    Stopped,
)
from tui.match.lookback import LookBack
from tui.match.persons import Persons
from tui.match.presence import gone
from tui.match.publisher import Publisher


class LoopThread:
    """The thread on which a match is played, and those that follow it over the same link."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._ready = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, first: MatchLoop, play: Callable[[MatchLoop], Coroutine[Any, Any, None]]) -> None:
        """Run this there, and return once its loop runs."""
        self._thread = threading.Thread(target=self._run, args=(first, play), name="match", daemon=True)
        self._thread.start()
        self._ready.wait()

    def call(self, function: Callable[..., object], *arguments: object) -> None:
        """Run something on the loop, soon; does nothing once the loop has ended."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            try:
                loop.call_soon_threadsafe(function, *arguments)
            except RuntimeError:
                return  # The loop closed in between.

    def stop(self, seconds: float) -> None:
        """Cancel what runs there, and wait for the thread to end."""
        if self._task is not None:
            self.call(self._task.cancel)
        if self._thread is not None:
            self._thread.join(seconds)

    def _run(self, first: MatchLoop, play: Callable[[MatchLoop], Coroutine[Any, Any, None]]) -> None:
        async def main() -> None:
            self._loop = asyncio.get_running_loop()
            self._task = asyncio.current_task()
            self._ready.set()
            await play(first)

        ended, failure = None, None
        try:
            asyncio.run(main())
            ended = ""
        except (Rejected, GameError) as error:
            ended = str(error)
        except NetError as error:
            ended, failure = str(error), error
        except asyncio.CancelledError:
            ended = "You left the match."
        finally:
            self._ready.set()
            unforeseen = sys.exc_info()[1]
            last = first.last
            if ended is None and unforeseen is not None:
                last.channel.crashed = True
                ended = crash.told(unforeseen, crash.MATCH)
            last.end(ended or "", failure)


class MatchWorker:
    """A match that is played on a thread of its own. Only for the front end's thread."""

    def __init__(self, notify: Callable[[], object], thread: LoopThread | None = None) -> None:
        """`notify` is called from the match's thread and must not block (post_message does not). `thread` is
        that of the match before, where this follows it."""
        self._channel = Channel(notify)
        self._thread = thread or LoopThread()
        self.loop = MatchLoop(self._channel, self._thread)
        """The same on the match's loop. Only for code that runs there."""

    def start(self, play: Callable[[MatchLoop], Coroutine[Any, Any, None]]) -> None:
        """Begin. `play` is awaited on the match's loop; a Rejected it raises is told as the end."""
        self._thread.start(self.loop, play)

    def take(self) -> list[Posted]:
        """All that was posted since the last take."""
        return self._channel.take()

    def take_before(self) -> list[Before]:
        """The same up to the beginning of the match, and no further."""
        return self._channel.take_before()

    def send(self, command: Command) -> None:
        """Do this, soon."""
        if isinstance(command, FindMoment | FindStory):
            self.loop.back.want(command)
            if self.gone:
                # Nobody owns the match any more, and it doesn't change.
                threading.Thread(target=self.loop.back.serve, name="look back", daemon=True).start()
            else:
                self._thread.call(self.loop.back.serve)
        elif isinstance(command, Say) and self.gone:
            self._channel.post(Noted(NOBODY_HEARS))
        else:
            self.run(lambda loop: loop.commands.do(command))

    def run(self, do: Callable[[MatchLoop], object]) -> None:
        """Do something on the match's loop, soon."""
        self._thread.call(do, self.loop)

    def reply(self, value: object) -> None:
        """Answer the stage that is shown."""
        self.run(lambda loop: loop.heard_reply(value))

    def tick(self) -> None:
        """To be called once a second: the terminal takes what is drawn."""
        self._channel.tick()

    def show_ticks(self) -> None:
        """Each second of a running clock is news from now on."""
        self._channel.show_ticks()

    def stop(self, seconds: float = 2.0, *, why: ByeReason | None = None) -> None:
        """End what is played, which says goodbye to peers, and wait for that. `why` is what another machine
        is told if nobody meant to leave. With a match that follows it is that one which is stopped."""
        if self.following is not None:
            self.following.stop(seconds, why=why)
            return
        if why is not None:
            self.run(lambda loop: loop.say_farewell(why))
        self._thread.stop(seconds)

    # What is so now.

    @property
    def begun(self) -> bool:
        """Whether the match has begun."""
        return self._channel.began is not None

    @property
    def playing(self) -> bool:
        """Whether it has, and is neither over nor left."""
        return self.begun and not self.over and not self.gone

    @property
    def over(self) -> bool:
        """Whether it has come to its end."""
        picture = self._channel.picture
        return picture is not None and picture.outcome is not None

    @property
    def gone(self) -> bool:
        """Whether its loop has ended; what it ended with is to be taken."""
        return self._channel.stopped is not None

    @property
    def reason(self) -> str:
        """Why it has ended, in a sentence; empty while it runs, and where the match came to its end."""
        stopped = self._channel.stopped
        return "" if stopped is None else stopped.reason

    @property
    def failure(self) -> NetError | None:
        """What the other machine or the link ended it with."""
        stopped = self._channel.stopped
        return None if stopped is None else stopped.failure

    @property
    def crashed(self) -> bool:
        """Whether an error of our own did."""
        return self._channel.crashed

    @property
    def networked(self) -> bool:
        """Whether another machine takes part in the match that has begun."""
        began = self._channel.began
        return began is not None and len({seat.peer for seat in began.header.seats}) > 1

    @property
    def heard(self) -> bool:
        """Whether that one is heard, if there is one."""
        return not gone(self._channel.link)

    @property
    def clocks(self) -> dict[int, ShownClock]:
        """As the client has them, but at once."""
        return self._channel.clocks

    @property
    def question(self) -> Question | None:
        """What is asked here, but at once."""
        return self._channel.question

    @property
    def kept(self) -> str:
        """What the match is called in the archive, once it has begun."""
        return self._channel.kept

    @property
    def path(self) -> Path | None:
        """Where its record will be too, if one was asked for."""
        return self._channel.path

    @property
    def second(self) -> bool | None:
        """Whether a second game with somebody at another machine is still to come, now or later; None where
        nobody plays there."""
        return self._channel.second

    def forget_second(self) -> None:
        """It was given up, when the match's loop had ended."""
        self._channel.second = None if self._channel.second is None else False

    @property
    def following(self) -> MatchWorker | None:
        """The next match over the same link, once it begins."""
        return self._channel.following


class MatchLoop:
    """A match where it is played. Only for its loop."""

    def __init__(self, channel: Channel, thread: LoopThread) -> None:
        self.channel = channel
        """By which the front end is told things."""
        self.back = LookBack(channel.post)
        """What is wanted of the match's past; for any thread."""
        self._thread = thread
        self.persons = Persons()
        """The persons at the front end."""
        self.commands = Commands(channel, self.persons)
        """What they ask for."""
        self.farewell: Callable[[ByeReason], object] | None = None
        """Says what another machine is told if the match is stopped here now; None without one."""
        self._replies: asyncio.Queue[Any] = asyncio.Queue()
        self._ticket = 0
        self._publisher: Publisher | None = None

    def say_farewell(self, why: ByeReason) -> None:
        """The match is stopped, and nobody meant to leave."""
        if self.farewell is not None:
            self.farewell(why)

    @property
    def last(self) -> MatchLoop:
        """This one, or the last of those that have followed."""
        following = self.channel.following
        return self if following is None else following.loop.last

    @property
    def table(self) -> Table | None:
        """The table, once there is one."""
        return self.commands.table

    @property
    def over(self) -> bool:
        """Whether the match is."""
        return self.table is not None and self.table.match.outcome is not None

    @property
    def totals(self) -> tuple[int, ...]:
        """Each seat's total when they were compared last; empty if they never were."""
        return () if self.channel.picture is None else self.channel.picture.totals

    # Before the match.

    def stage(self, stage: object) -> None:
        """What is to be shown before the match begins."""
        self.channel.post(StageReached(stage))

    async def replied(self) -> Any:
        """The next answer to a stage."""
        return await self._replies.get()

    def heard_reply(self, value: object) -> None:
        """An answer to the stage that is shown."""
        self._replies.put_nowait(value)

    # The match.

    def begin(
        self, match: Match, table: Table, persons: Sequence[int], opening: Sequence[Event] | None = None
    ) -> None:
        """The match is there: post its beginning, and follow it.

        `persons` sit at this front end; `opening` are the events of the match's setup, None for a match
        that goes on: what happened in it is told, and the person who is to choose is asked.
        """
        self.commands.sit(table)
        self.back.follow(match)
        # Whoever sees that it is over knows who is still there.
        table.watch(lambda news: self._when_over(match))
        self._when_over(match)
        lockstep = self.commands.lockstep
        muted = lockstep is not None and lockstep.requests.muted
        readers = tuple(persons) or (-1,)
        self._publisher = Publisher(match, readers, self.channel, self.persons, opening, muted)
        table.watch(self._publisher.follow)

    def _when_over(self, match: Match) -> None:
        outcome, rematch = match.outcome, self.commands.rematch
        if outcome is not None and outcome.end not in ONE_SIDED and rematch is not None:
            rematch.show()

    def note(self, text: str) -> None:
        """Say something beside the match."""
        self.channel.post(Noted(text))

    def link(self, news: LinkNews) -> None:
        """How the link is now."""
        self.channel.post(PresenceChanged(news))

    async def ask(self, seat: int, view: Any, decision: Decision, grace: float = 0.0) -> Sequence[Choice]:
        """Put a question to a person at the front end and wait for the answer. A clock runs after `grace`, in
        seconds."""
        self._ticket += 1
        future: asyncio.Future[Sequence[Choice]] = asyncio.get_running_loop().create_future()
        self.commands.open = (self._ticket, future)
        called = self._publisher is None or self._publisher.called()
        self.channel.post(QuestionPut(Question(self._ticket, seat, decision, called)))
        timing = self.commands.timing
        if timing is not None:
            timing.ask(seat, grace)
        try:
            return await future
        finally:
            if timing is not None:
                timing.stop(seat)
            self.commands.open = None
            self.channel.post(QuestionPut(None))

    @property
    def idle(self) -> bool:
        """Whether no person here could answer: nobody has the keyboard, or the terminal takes nothing."""
        return self.commands.held or self.paused

    @property
    def paused(self) -> bool:
        """Whether the front end's terminal takes nothing that is drawn."""
        return self.channel.paused

    # Its end.

    def follow(self) -> MatchLoop:
        """The next match, on the same loop, for a front end of its own; this one has ended."""
        worker = MatchWorker(self.channel.notify, self._thread)
        self.channel.follow(worker)
        self.end("", None)
        return worker.loop

    def end(self, reason: str, failure: NetError | None) -> None:
        """Nothing more is posted; what is still to be found in the past is."""
        self.channel.post(Stopped(reason, failure))
        self.back.serve()
