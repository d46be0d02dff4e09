"""The clocks of one match at one machine: those of the seats held here, which it measures itself, and what
the other machine tells of its own.

A clock runs only while a person held here is asked and could answer: not while the link is lost, not while
the terminal takes nothing, and not over a gap in which nobody looked at it, as when the machine slept or the
program was stopped. No clock ends a match; that a time is up is never found out by the side that waits.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

import msgspec

from core.contract.clock import GIFT, SECOND, TimeLeft, read_clock, spoken
from core.engine.entry import Entry, is_choice
from core.engine.match import Match
from net.protocol.frames import SeatTime, Times
from net.protocol.limits import CROSSED_GIFTS, GIFTS

LONGEST_GAP = 3 * SECOND
"""More than this between two looks at a running clock is no time of its seat's, in milliseconds."""
PERSON = "person"


def now() -> int:
    """The time that passes, in milliseconds; it stands still while the machine sleeps."""
    return time.monotonic_ns() // 1_000_000


class KeptClock(NamedTuple):
    """What is kept of a seat's clock from one run of the program to the next."""

    n: int
    """The entry it was asked for last."""
    left: int
    """In milliseconds."""
    gifts: int
    """How often the other side gave it time: as far as that was heard here, or was given from here."""


class ShownClock(NamedTuple):
    """A seat's clock, for who looks at it."""

    left: int
    """In milliseconds."""
    runs: bool
    """Whether its seat is thinking and the clock runs."""
    up: bool
    """Whether it owes a choice for which it has no time left."""


class ClockNews(Enum):
    """What is new of the clocks as a whole."""

    CHANGED = "changed"
    """There is something to keep and to show."""
    TICKED = "ticked"
    """A running clock shows another second."""


@dataclass(frozen=True, slots=True)
class TimeShort:
    """Little time is left to a seat held here, in milliseconds."""

    seat: int
    left: int


@dataclass(frozen=True, slots=True)
class TimeRanOut:
    """A seat's time is up, here or there; once for each time."""

    seat: int


@dataclass(frozen=True, slots=True)
class TimeGiven:
    """The other side has given a seat held here time."""

    seat: int


ClockEvent: TypeAlias = ClockNews | TimeShort | TimeRanOut | TimeGiven
ClockListener: TypeAlias = Callable[[ClockEvent], object]


class Timekeeper:
    """All clocks of a match with a clock. Times are whole milliseconds."""

    def __init__(
        self,
        match: Match,
        seats: Collection[int],
        kept: Mapping[int, KeptClock] | None = None,
        now: Callable[[], int] = now,
    ) -> None:
        """`seats` are held here; `kept` is what `keep` gave when the match was left."""
        clock = read_clock(match.header.clock)
        if clock is None:
            raise ValueError("this match has no clock")
        self.listener: ClockListener | None = None
        """Told what there is to keep, to show and to say."""
        self.publish: Callable[[], object] | None = None
        """Has the other side told what `told` gives, because that has changed."""
        self.held: Callable[[], bool] | None = None
        """Whether nothing that is asked can be answered now, so that clocks stand still."""
        self._match = match
        self._now = now
        kept = kept or {}
        persons = [seat for seat, who in enumerate(match.header.seats) if who.player == PERSON]
        self._here: dict[int, TimeLeft] = {}
        self._there: dict[int, ShownClock] = {}
        self._asked_there: dict[int, int] = {}
        """By seat held there: the entry it is asked for, as was told last."""
        self._gifts = {seat: kept[seat].gifts if seat in kept else 0 for seat in persons}
        for seat in persons:
            left = TimeLeft.whole(clock)
            if seat in kept:
                left.n, left.left = kept[seat].n, kept[seat].left
            if left.n > match.n + 1:
                left.n = 0  # the match has gone back since
            if seat in seats:
                self._here[seat] = left
            else:
                self._there[seat] = ShownClock(left.left, False, False)
                self._asked_there[seat] = left.n
        self._asked: int | None = None
        """The seat here whose question is open."""
        self._from = 0
        """From when on its clock runs."""
        self._at = 0
        """When its clock was looked at last."""
        self._stood = True
        """Whether it stood still then."""
        self._used = False
        """Whether its time was used for this question."""
        self._thought: int | None = None
        """The seat here that has answered after using its time, until its choice is an entry."""
        self._let_go: tuple[int, int] | None = None
        """A seat, and the entry of its decision, whose time is up and that nobody is told of any more."""
        self._heard = False
        """Whether the other side has told of its clocks, in this run of the program."""
        self._crossed = Counter[tuple[int, int]]()
        """By seat here and entry of its decision: gifts that came though its time was not up."""
        self._public = {seat: self._now_of(seat) for seat in self._here}
        """What the other side may know of the seats here."""

    def _tell(self, event: ClockEvent) -> None:
        if self.listener is not None:
            self.listener(event)

    def _publish_all(self) -> None:
        if self.publish is not None:
            self.publish()

    def _stands(self) -> bool:
        return self.held is not None and self.held()

    # What the seats held here do.

    def ask(self, seat: int, grace: int = 0) -> None:
        """A person held here is asked for the next entry. The clock runs after `grace`: as long as an
        automatic answer would take to leave, nobody is to see from it that a person was asked."""
        left = self._here.get(seat)
        if left is None:
            return
        left.ask(self._match.n + 1)
        self._asked, self._used, self._thought = seat, False, None
        self._at, self._stood = self._now(), self._stands()
        self._from = self._at + grace
        if not grace:
            self._publish(seat)
        self._tell(ClockNews.CHANGED)
        if not left.left and self.up(seat):
            self._tell(TimeRanOut(seat))

    def stop(self, seat: int) -> None:
        """It was answered, or is asked no more."""
        if seat == self._asked:
            self.tick()
            self._asked = None
            self._thought = seat if self._used else None
            if self._used:
                self._publish(seat)
            self._tell(ClockNews.CHANGED)

    def entered(self, entry: Entry) -> None:
        """An entry has become part of the match."""
        if entry.by == self._thought and is_choice(entry.text):
            self._here[entry.by].chose()
            self._thought = None
            self._publish(entry.by)
        self._tell(ClockNews.CHANGED)

    def tick(self) -> None:
        """Look at the clock that runs."""
        seat = self._asked
        if seat is None:
            return
        left, at, stood = self._here[seat], self._now(), self._stands()
        begun, passed = max(self._at, self._from), at - self._at
        if stood or self._stood or passed > LONGEST_GAP:
            # What of the grace is still to come comes when the clock goes on.
            self._from += max(0, min(passed, self._from - self._at))
            changed = stood != self._stood
            self._at, self._stood = at, stood
            if changed:
                if self._used:
                    self._publish(seat)
                self._tell(ClockNews.CHANGED)
            return
        self._at = at
        if at <= begun:
            return
        before, begins = left.left, not self._used
        self._used = True
        due = left.run(at - begun)
        if begins or due is not None:
            self._publish(seat)
        if due is None:
            if -(-before // SECOND) != -(-left.left // SECOND):
                self._tell(ClockNews.TICKED)
            return
        self._tell(ClockNews.CHANGED)
        if due:
            self._tell(TimeShort(seat, left.left))
        else:
            self._tell(TimeRanOut(seat))

    async def keep(self) -> None:
        """Look at the clock as long as the match is played."""
        while True:
            self.tick()
            await asyncio.sleep(self.pause / SECOND)

    @property
    def pause(self) -> int:
        """After how long the clock is to be looked at again: when it shows another second."""
        if self._asked is None:
            return SECOND
        grace = max(0, self._from - self._now())
        return min(grace + (self._here[self._asked].left % SECOND or SECOND), SECOND)

    # What is known of all seats.

    def seats(self) -> dict[int, ShownClock]:
        """The clocks of all persons."""
        shown = {
            seat: ShownClock(left.left, self._runs(seat), self.up(seat)) for seat, left in self._here.items()
        }
        there = {seat: one._replace(up=self.up(seat)) for seat, one in self._there.items()}
        return dict(sorted((shown | there).items()))

    def up(self, seat: int) -> bool:
        """Whether this seat owes a choice for which it has no time left, as its own machine says."""
        decision = self._match.decision()
        if decision is None or decision.seat != seat:
            return False
        n = self._match.n + 1
        if seat in self._here:
            return self._here[seat].n == n and not self._here[seat].left
        return seat in self._there and self._asked_there[seat] == n and not self._there[seat].left

    def refusal(self, by: int) -> str:
        """Why `by` can't claim the match now, in a sentence; empty if it can."""
        decision = self._match.decision()
        if decision is None:
            return "The match is over."
        seat = decision.seat
        if seat == by:
            return "It is your time that runs, so there is nothing for you to claim."
        name = self._match.header.seats[seat].shown
        clock = self.seats().get(seat)
        if clock is None:
            return f"{name} has no clock, so nothing can be claimed."
        if not clock.up:
            return f"{name} has time left, {spoken(clock.left)}, so nothing can be claimed."
        return ""

    def wanted(self) -> int | None:
        """The seat whose time is up; None for none."""
        return next((seat for seat, clock in self.seats().items() if clock.up), None)

    def goes_on(self, seat: int) -> bool:
        """Whether it was said here that a seat whose time is up may go on."""
        return self._let_go == (seat, self._match.n + 1)

    def go_on(self, seat: int) -> None:
        """Nobody here is told any more of this decision of a seat whose time is up. It may yet be claimed."""
        if self.up(seat):
            self._let_go = seat, self._match.n + 1
            self._tell(ClockNews.CHANGED)

    def give(self, seat: int) -> bool:
        """Give a seat whose time is up a minute; False if its time is not up, or was given too often."""
        if not self.up(seat) or self._gifts[seat] >= GIFTS:
            return False
        if seat in self._here:
            self._here[seat].give()
            self._publish(seat)
        else:
            self._gifts[seat] += 1
            self._there[seat] = self._there[seat]._replace(left=GIFT)
            self._publish_all()
        self._tell(ClockNews.CHANGED)
        return True

    # What the two machines tell each other, again and again.

    def told(self) -> tuple[tuple[SeatTime, ...], tuple[tuple[int, int], ...]]:
        """The clocks held here, and how often each seat held there was given time.

        Of a person who answers within the grace it tells as little as of an automatic answer.
        """
        if self._used and self._asked is not None:
            self._public[self._asked] = self._now_of(self._asked)
        return tuple(self._public.values()), tuple((seat, self._gifts[seat]) for seat in self._there)

    def receive(self, times: Times) -> str:
        """The same from the other side. What it says of seats that are not its own means nothing. Gives what
        of it makes no sense, in a few words; empty if all does."""
        before, were_up = self.seats(), {seat for seat in self._there if self.up(seat)}
        changed, fault = False, ""
        for seat, count in times.gifts:
            more = count - self._gifts[seat] if seat in self._here else 0
            if more > 0:
                self._gifts[seat] = count
                # This side may have lost that it had heard of some; else each comes before the next is given.
                if more > 1 and self._heard:
                    fault = "several gifts of time at once"
                elif self.up(seat):
                    self._take(seat)
                    changed = True
                else:
                    fault = fault or self._untimely(seat)
        for one in times.seats:
            fault = self._learn(one) or fault
        self._heard = True
        after = self.seats()
        if changed or any(before[seat].runs != after[seat].runs for seat in after):
            self._tell(ClockNews.CHANGED)
        elif before != after:
            self._tell(ClockNews.TICKED)
        for seat in self._there:
            if after[seat].up and seat not in were_up:
                self._tell(ClockNews.CHANGED)
                self._tell(TimeRanOut(seat))
        return fault

    def _learn(self, one: SeatTime) -> str:
        """What the other side says of a seat; gives what is wrong with it, empty if nothing is."""
        seat = one.seat
        if seat in self._there and one.gifts > self._gifts[seat] and self._heard:
            return "gifts of time that nobody gave"  # at first: this side may have lost that it did
        # What was said before the other side had heard of a gift is out of date, and so is what it says of an
        # earlier entry; of a later one it says it again when that is here.
        if seat not in self._there or one.gifts < self._gifts[seat]:
            return ""
        if not self._asked_there[seat] <= one.n <= self._match.n + 1:
            return ""
        left = one.left
        if one.n == self._asked_there[seat] == self._match.n + 1 and one.gifts == self._gifts[seat]:
            # Nothing adds to the time for a decision but a gift: who has more again was killed, or cheats.
            left = min(left, self._there[seat].left)
        self._gifts[seat], self._asked_there[seat] = one.gifts, one.n
        self._there[seat] = ShownClock(left, one.runs and left > 0, False)
        return ""

    def _untimely(self, seat: int) -> str:
        """A gift has come though this seat's time is not up: it counts for nothing. Gives what is wrong,
        empty as long as it may have crossed with a choice."""
        decision = seat, self._match.n
        self._crossed[decision] += 1
        return "gifts of time that nobody needs" if self._crossed[decision] > CROSSED_GIFTS else ""

    def kept(self) -> dict[int, KeptClock]:
        """What is to be kept of all clocks."""
        here = {seat: KeptClock(left.n, left.left, self._gifts[seat]) for seat, left in self._here.items()}
        there = {
            seat: KeptClock(self._asked_there[seat], one.left, self._gifts[seat])
            for seat, one in self._there.items()
        }
        return here | there

    def _now_of(self, seat: int) -> SeatTime:
        left = self._here[seat]
        return SeatTime(seat, left.n, left.left, self._runs(seat), self._gifts[seat])

    def _publish(self, seat: int) -> None:
        """The other side may know how this seat's clock is now."""
        if seat == self._asked and not self._used and self._now() < self._from:
            self._public[seat] = msgspec.structs.replace(self._public[seat], gifts=self._gifts[seat])
        else:
            self._public[seat] = self._now_of(seat)
        self._publish_all()

    def _runs(self, seat: int) -> bool:
        runs = seat == self._asked and not self._stood and self._at >= self._from
        return runs and self._here[seat].left > 0

    def _take(self, seat: int) -> None:
        """The other side has given this seat, whose time is up, a minute."""
        self._here[seat].give()
        self._tell(TimeGiven(seat))
        self._publish(seat)
