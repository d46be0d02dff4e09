"""Persons at a front end as controllers: asked where their stops say so, answered for elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from random import SystemRandom
from typing import TYPE_CHECKING, Any, TypeVar

from core.contract.choice import Choice, Decision
from core.contract.game import AnyGame
from core.contract.header import Header
from core.engine.match import Match, course
from core.engine.stops import StopRules, Stops
from tui.match.plans import PERSON

if TYPE_CHECKING:
    from tui.match.worker import MatchLoop

T = TypeVar("T")

SHORTEST, LONGEST = 0.4, 5.0
"""Seconds between which an automatic answer leaves where somebody on another machine waits for it."""
_MIDDLE, _SPREAD = 0.9, 0.7
"""Half of those answers take less than the first, in seconds; about one in six takes over twice that."""
BEAT = 0.2
"""Seconds before each automatic answer while a seat passes to a phase: it is seen, and a key can end it."""


TOLD_APART = (
    f"A pass made for you takes {SHORTEST:g} to {LONGEST:g} s by chance, as one of your own does; a longer"
    " wait tells the other side that you are asked, so that you could act. 'always' tells nothing: leave"
    " Answers at it, or they learn whether you can negate."
)
"""What an opponent on another machine may learn from when one answers."""


def drawn_delay() -> float:
    """The delay of one answer that somebody on another machine waits for, in seconds.

    Spread as a person's own quick passes are, most of them short and some long: a pass within LONGEST may
    be a person's or an automatic one. What takes longer, and what is played, tells that one was asked.
    """
    return min(max(SystemRandom().lognormvariate(math.log(_MIDDLE), _SPREAD), SHORTEST), LONGEST)


class Pace:
    """When automatic answers leave."""

    def __init__(
        self,
        draw: Callable[[], float] | None = None,
        beat: float = BEAT,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`draw` gives the delay, in seconds, of one decision; it knows nothing of the decision, so that an
        opponent learns nothing by it. Without it nothing waits but the beat of a pass to a phase."""
        self.draw = draw or (lambda: 0.0)
        self.beat = beat
        self.sleep = sleep
        self.clock = clock


class Person:
    """A controller that asks the person at the screen, where its stops say so."""

    def __init__(
        self, loop: MatchLoop, seat: int, stops: Stops | None = None, pace: Pace | None = None
    ) -> None:
        """Without `stops` everything is asked."""
        self._loop = loop
        self._seat = seat
        self.stops = stops
        self.pace = pace or Pace()
        self.changed = asyncio.Event()
        """Set when the stops may say something else about the open decision."""
        loop.persons.by_seat[seat] = self

    async def choose(self, view: Any, decision: Decision) -> Sequence[Choice]:
        stops, pace, loop = self.stops, self.pace, self._loop
        halt = loop.table.match.game.halt(view) if stops is not None and loop.table is not None else None
        if stops is None or halt is None:
            return await loop.ask(self._seat, view, decision)
        # Drawn for every decision that might be answered unasked: a person's own pass leaves no sooner.
        delay, begun = pace.draw(), pace.clock()
        while True:
            self.changed.clear()
            answer = stops.answer(view)
            loop.commands.tell_passing()
            if answer is None:
                rest = max(0.0, begun + delay - pace.clock())
                act = await self._until_changed(loop.ask(self._seat, view, decision, rest))
                if act is not None:
                    rest = begun + delay - pace.clock()
                    if list(act) == [halt.answer] and rest > 0:
                        await pace.sleep(rest)
                    return act
            elif not await self._disturbed(max(delay, pace.beat if stops.target else 0.0)):
                assert loop.table is not None
                loop.persons.automatic.add(loop.table.match.n + 1)
                return [answer]

    async def _disturbed(self, seconds: float) -> bool:
        """Wait so long; True, and at once, if the stops changed meanwhile."""
        if seconds > 0:
            await self._until_changed(self._slept(seconds))
        return self.changed.is_set()

    async def _slept(self, seconds: float) -> None:
        await self.pace.sleep(seconds)

    async def _until_changed(self, waited: Coroutine[Any, Any, T]) -> T | None:
        """What is waited for; None if the stops changed first."""
        task = asyncio.ensure_future(waited)
        changed = asyncio.ensure_future(self.changed.wait())
        try:
            await asyncio.wait({task, changed}, return_when=asyncio.FIRST_COMPLETED)
            return task.result() if task.done() else None
        finally:
            for one in (task, changed):
                if not one.done():
                    one.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await one

    def refused(self, reason: str) -> None:
        self._loop.note(reason)

    def unkept(self, reason: str) -> None:
        """What this person chose, or was chosen for it, could not be kept: it is to choose again."""
        loop = self._loop
        loop.note(reason)
        if loop.table is not None:
            loop.persons.automatic.discard(loop.table.match.n + 1)
        if self.stops is not None:
            self.stops.ask_next()


class Persons:
    """The persons at one screen. Only for the match's loop."""

    def __init__(self) -> None:
        self.by_seat: dict[int, Person] = {}
        self.automatic: set[int] = set()
        """Numbers of the entries that were answered for a person."""

    def _stops(self) -> dict[int, Stops]:
        return {seat: one.stops for seat, one in self.by_seat.items() if one.stops is not None}

    def passing(self) -> dict[int, str]:
        """By seat: the phase to which it passes, while it does."""
        return {seat: stops.target for seat, stops in self._stops().items() if stops.target is not None}

    def pass_to(self, seat: int, phase: str, view: Any) -> None:
        """Pass for this seat, whose view it is, until a phase. Raises ValueError if there is no such one."""
        stops = self._stops().get(seat)
        if stops is not None:
            stops.pass_to(phase, view)
            self.by_seat[seat].changed.set()

    def stop_passing(self) -> None:
        """Nobody passes to a phase any more."""
        for seat, stops in self._stops().items():
            if stops.target is not None:
                stops.stop_passing()
                self.by_seat[seat].changed.set()

    def set_rules(self, rules: StopRules) -> None:
        """Where all are asked, from the next decision on."""
        for stops in self._stops().values():
            stops.rules = rules

    def came_back(self, seat: int) -> None:
        """A decision is come back to, as by a take-back: it is asked, whatever the rules say."""
        stops = self._stops().get(seat)
        if stops is not None:
            stops.ask_next()

    def choices(self, match: Match, seat: int) -> list[int]:
        """The entries before the choices that a person made itself and that still count, the newest first."""
        own = (n for n in course(match.entries) if match.entries[n - 1].by == seat)
        return [n - 1 for n in own if n not in self.automatic][::-1]


def apart(header: Header, seats: Collection[int]) -> bool:
    """Whether a person plays elsewhere than at these seats, which are held here."""
    return any(seat.player == PERSON and n not in seats for n, seat in enumerate(header.seats))


def person_controllers(
    loop: MatchLoop, header: Header, game: AnyGame, seats: Sequence[int], rules: StopRules
) -> dict[int, Person]:
    """The persons among these seats, which are held here, with their stops."""
    players = [seat.player for seat in header.seats]
    here = [seat for seat in seats if players[seat] == PERSON]
    elsewhere = apart(header, seats)
    pace = Pace(drawn_delay) if elsewhere else Pace()
    shared = len(here) > 1
    return {
        seat: Person(loop, seat, Stops(game, seat, rules, shared=shared, apart=elsewhere), pace)
        for seat in here
    }
