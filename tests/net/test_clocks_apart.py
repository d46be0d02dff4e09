"""Clocks of two machines: told to the other side, given from there, claimed where they are measured."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest

from core.contract.clock import GIFT
from core.engine.match import Rejected
from core.engine.notation import write_choice
from net.handshake.terms import Participant
from net.lockstep.clocks import ClockEvent, ClockNews, ShownClock, TimeGiven, TimeRanOut
from net.lockstep.events import RequestAnswered
from net.protocol.errors import LinkLost
from net.protocol.frames import Answer, Request, SeatTime, Times
from net.protocol.limits import BAD_FRAMES, GIFTS
from tests.net.passing import Time
from tests.net.test_attacks import Rogue
from tests.support.peers import DECK, Side, same, seated_pair
from tests.support.waiting import until

QUICK: dict[str, Any] = {"beat": 0.05, "give_up": 10.0}
PERSONS = {1: Participant("Bea", DECK), 2: Participant("Cal")}


class Timed:
    """Two sides of persons who choose only when a test does, and one time for both."""

    def __init__(self, one: Side, two: Side, time: Time) -> None:
        assert one.timing is not None and two.timing is not None
        self.one, self.two, self.time = one, two, time
        time.keepers = [one.timing, two.timing]
        self.up: list[tuple[Side, int]] = []
        self.given: list[int] = []
        for side in (one, two):
            assert side.timing is not None
            side.timing.listener = partial(self.hear, side)

    def hear(self, side: Side, event: ClockEvent) -> None:
        match event:
            case TimeRanOut(seat):
                self.up.append((side, seat))
            case TimeGiven(seat):
                self.given.append(seat)

    @property
    def answers(self) -> list[tuple[str, bool]]:
        answers = self.one.heard(RequestAnswered) + self.two.heard(RequestAnswered)
        return [(answer.request.text, answer.yes) for answer in answers]

    @property
    def seat(self) -> int:
        seat = self.one.table.owes()
        assert seat is not None
        return seat

    @property
    def here(self) -> Side:
        return self.one if self.seat in self.one.seated.seats else self.two

    @property
    def there(self) -> Side:
        return self.two if self.here is self.one else self.one

    def shown(self, side: Side, seat: int) -> ShownClock:
        assert side.timing is not None
        return side.timing.seats()[seat]

    def thinks(self, ms: int) -> int:
        timing = self.here.timing
        assert timing is not None
        timing.ask(self.seat)
        self.time.passes(ms)
        return self.seat

    async def chooses(self) -> None:
        side, n = self.here, self.one.match.n
        decision = side.match.decision()
        assert decision is not None and decision.choices and side.timing is not None
        side.timing.stop(decision.seat)
        side.table.place(decision.seat, write_choice(decision.choices[0], side.match.game.table))
        await until(lambda: self.one.match.n == self.two.match.n == n + 1)

    def claimant(self) -> int:
        return self.there.seated.seats[0]


@asynccontextmanager
async def timed(clock: str = "1m+5") -> AsyncIterator[Timed]:
    async with seated_pair(guest_places=PERSONS, options={"rounds": 9}, clock=clock) as (host, guest):
        assert host.header.clock == guest.header.clock == clock
        time = Time()
        one, two = (Side(seated, thinks=True, now=time, **QUICK) for seated in (host, guest))
        runs = [asyncio.create_task(side.lockstep.run()) for side in (one, two)]
        try:
            yield Timed(one, two, time)
        finally:
            for run in runs:
                run.cancel()
            await asyncio.wait(runs)


async def test_the_other_side_shows_what_the_one_that_thinks_says() -> None:
    async with timed() as table:
        seat = table.thinks(10_000)
        there = table.there
        await until(lambda: table.shown(there, seat) == ShownClock(50_000, True, False))
        await table.chooses()
        await until(lambda: table.shown(there, seat) == ShownClock(55_000, False, False))


async def test_time_runs_out_and_is_claimed() -> None:
    async with timed() as table:
        await table.chooses()
        seat = table.thinks(61_000)
        there, claimant = table.there, table.claimant()
        await until(lambda: (there, seat) in table.up)
        assert table.one.match.outcome is None and table.two.match.outcome is None
        there.lockstep.requests.ask(claimant, "forfeit")
        await until(lambda: table.one.match.outcome and table.two.match.outcome)
        assert same(table.one, table.two)
        last, outcome = table.one.match.entries[-1], table.one.match.outcome
        assert outcome is not None
        assert (last.by, last.text, outcome.end) == (claimant, "forfeit", "forfeit")
        assert outcome.places[seat] == 3 and outcome.places[claimant] == 1


async def test_time_runs_out_and_more_is_given() -> None:
    async with timed() as table:
        seat = table.thinks(61_000)
        there = table.there.timing
        await until(lambda: table.up.count((table.there, seat)) == 1)
        assert there is not None and there.give(seat) and there.wanted() is None
        await until(lambda: table.given == [seat])
        assert table.shown(table.here, seat).left == GIFT
        with pytest.raises(Rejected, match="has time left"):
            table.there.lockstep.requests.ask(table.claimant(), "forfeit")
        table.time.passes(60_000)
        await until(lambda: table.up.count((table.there, seat)) == 2)
        assert there.wanted() == seat
        await table.chooses()
        assert table.one.match.outcome is None and there.wanted() is None


@pytest.mark.usefixtures("unanswered")
async def test_where_the_side_that_is_out_of_time_is_gone_the_other_ends_its_own_copy() -> None:
    async with timed() as table:
        seat = table.thinks(30_000)
        there = table.there
        await until(lambda: table.shown(there, seat).runs)
        there.lockstep._alive.broke()
        with pytest.raises(Rejected, match="has time left"):
            there.lockstep.end_apart(table.claimant(), "claimed")
        there.lockstep._alive.back()
        table.time.passes(31_000)
        await until(lambda: (there, seat) in table.up)
        there.lockstep._alive.broke()
        there.lockstep.end_apart(table.claimant(), "claimed")
        outcome = there.match.outcome
        assert outcome is not None and outcome.end == "claimed" and outcome.places[seat] == 3
        assert there.match is not table.here.match and table.here.match.outcome is None


async def test_a_claim_that_comes_too_late_is_over() -> None:
    """The other side chooses while the claim is on its way: it is about that one decision only."""
    async with timed() as table:
        seat = table.thinks(61_000)
        there = table.there
        await until(lambda: (there, seat) in table.up)
        there.lockstep.requests.ask(table.claimant(), "forfeit")
        await table.chooses()  # before the request is sent
        await until(lambda: table.answers == [("forfeit", False)])
        assert not there.lockstep.requests.mine
        await table.chooses()
        assert table.one.match.outcome is None


async def test_a_clock_stands_where_the_link_is_lost() -> None:
    async with timed() as table:
        here = table.here
        assert here.timing is not None
        here.timing.held = lambda: here.lockstep.state == "silent"
        seat = table.thinks(10_000)
        here.lockstep._alive.broke()
        table.time.passes(120_000)
        assert table.shown(here, seat).left >= 50_000 and not table.up


@pytest.mark.usefixtures("unanswered")
async def test_a_claim_before_the_time_is_up_is_declined_by_the_machine_that_thinks() -> None:
    async with seated_pair(guest_places=PERSONS, clock="1m+5") as (host, guest):
        time = Time()
        side, rogue = Side(host, thinks=True, now=time, beat=0.05), Rogue(guest)
        assert side.timing is not None
        run = asyncio.create_task(side.lockstep.run())
        time.keepers = [side.timing]
        assert side.table.owes() == host.seats[0]
        side.timing.ask(host.seats[0])
        rogue.say(rogue.request("forfeit", 1, ask=1))
        assert await rogue.hear(Answer) == Answer(rogue.id, 1, 1, False, "")
        assert side.match.n == 0
        time.passes(61_000)
        rogue.say(rogue.request("forfeit", 1, ask=2))
        await until(lambda: side.match.outcome)
        assert side.match.outcome.end == "forfeit"
        run.cancel()
        await asyncio.wait({run})


@pytest.mark.usefixtures("unanswered")
async def test_what_a_peer_says_of_seats_that_are_not_its_own_means_nothing() -> None:
    async with seated_pair(guest_places=PERSONS, clock="1m+5") as (host, guest):
        side, rogue = Side(host, thinks=True, now=Time(), beat=0.05), Rogue(guest)
        assert side.timing is not None
        run = asyncio.create_task(side.lockstep.run())
        before = side.timing.seats()
        mine = host.seats[0]
        rogue.say(Times(rogue.id, 1, (SeatTime(mine, 1, 0, True, 0), SeatTime(7, 1, 0, True, 0)), ((7, 9),)))
        rogue.say(Times(rogue.id, 1, (SeatTime(1, 1, 7_000, True, 0),), ()))
        await until(lambda: side.timing and side.timing.seats()[1].left == 7_000)
        assert side.timing.seats()[mine] == before[mine]
        run.cancel()
        await asyncio.wait({run})


@asynccontextmanager
async def timed_rogue() -> AsyncIterator[tuple[Side, Rogue, Time, asyncio.Task[object]]]:
    """A host with a clock, its running lockstep, and a guest that may say anything."""
    async with seated_pair(guest_places=PERSONS, clock="1m+5") as (host, guest):
        time = Time()
        side, rogue = Side(host, thinks=True, now=time, **QUICK), Rogue(guest)
        assert side.timing is not None
        time.keepers = [side.timing]
        run: asyncio.Task[object] = asyncio.create_task(side.lockstep.run())
        try:
            yield side, rogue, time, run
        finally:
            run.cancel()
            await asyncio.wait({run})


@pytest.mark.parametrize("first", [1, GIFTS])
@pytest.mark.usefixtures("unanswered")
async def test_time_counts_only_when_it_is_up_a_minute_each_and_a_flood_of_it_ends_the_link(
    first: int,
) -> None:
    async with timed_rogue() as (side, rogue, time, run):
        timing, seat = side.timing, side.seated.seats[0]
        assert timing is not None and side.table.owes() == seat
        timing.ask(seat)
        time.passes(10_000)
        told: list[ClockEvent] = []
        timing.listener = told.append
        before = timing.seats()[seat]
        rogue.say(Times(rogue.id, 1, (), ((seat, first),)))  # it may have crossed with a choice
        for count in range(2, 40):
            rogue.say(Times(rogue.id, 1, (), ((seat, count if first == 1 else first),)))
        if first == 1:
            with pytest.raises(LinkLost, match="gifts of time"):
                await run
        else:
            rogue.say(Times(rogue.id, 1, (SeatTime(1, 0, 7_000, False, 0),), ()))
            await until(lambda: timing.seats()[1].left == 7_000)
            assert side.lockstep._receiver.bad == 0
        assert timing.seats()[seat] == before and not {ClockNews.CHANGED, TimeGiven(seat)} & set(told)


@pytest.mark.usefixtures("unanswered")
async def test_a_gift_that_comes_when_it_is_needed_is_a_minute_however_many_it_is_said_to_be() -> None:
    async with timed_rogue() as (side, rogue, time, _):
        timing, seat = side.timing, side.seated.seats[0]
        assert timing is not None
        timing.ask(seat)
        time.passes(61_000)
        rogue.say(Times(rogue.id, 1, (), ((seat, GIFTS),)))
        await until(lambda: timing.seats()[seat].left)
        assert timing.seats()[seat].left == GIFT
        rogue.say(Times(rogue.id, 1, (), ((seat, GIFTS + 1),)))
        await until(lambda: side.lockstep._receiver.bad == 1)  # no frame: there are no more than so many
        assert timing.seats()[seat].left == GIFT


@pytest.mark.usefixtures("unanswered")
async def test_a_clock_elsewhere_that_is_up_stays_up_and_a_claim_on_it_is_not_declined_for_ever() -> None:
    async with timed_rogue() as (side, rogue, _, run):
        timing, mine = side.timing, side.seated.seats[0]
        assert timing is not None
        while side.table.owes() == mine:
            decision = side.match.decision()
            assert decision is not None and decision.choices
            side.table.place(mine, write_choice(decision.choices[-1], side.match.game.table))
        n = side.match.n
        owing = side.table.owes()
        assert owing is not None and owing != mine
        told: list[ClockEvent] = []
        timing.listener = told.append
        for left in (5_000, 0, 5_000, 0, 60_000, 0, 4_000):
            rogue.say(Times(rogue.id, 1, (SeatTime(owing, n + 1, left, True, 0),), ()))
        rogue.say(Times(rogue.id, 1, (SeatTime(owing, n + 9, 4_000, True, 0),), ()))
        rogue.say(Times(rogue.id, 1, (SeatTime(owing, n, 3_000, True, 0),), ()))
        rogue.say(Times(rogue.id, 1, (SeatTime(owing, n + 1, 2_000, True, 0),), ()))
        await until(lambda: timing.wanted() == owing)
        for _ in range(BAD_FRAMES + 1):
            ask = side.lockstep.requests.ask(mine, "forfeit").number
            while (await rogue.hear(Request)).ask != ask:
                pass
            assert told.count(TimeRanOut(owing)) == 1 and timing.wanted() == owing
            rogue.say(Answer(rogue.id, 1, ask, False, ""))
            await until(lambda: run.done() or not side.lockstep.requests.mine)
        with pytest.raises(LinkLost, match="declined though the time is up"):
            await run


@pytest.mark.usefixtures("unanswered")
async def test_gifts_that_nobody_gave_are_not_heard_of() -> None:
    async with timed_rogue() as (side, rogue, _, run):
        timing = side.timing
        assert timing is not None
        rogue.say(Times(rogue.id, 1, (SeatTime(1, 0, 7_000, False, 0),), ()))
        for count in range(1, BAD_FRAMES + 2):
            rogue.say(Times(rogue.id, 1, (SeatTime(1, 0, 9_000, False, count),), ()))
        with pytest.raises(LinkLost, match="gifts of time that nobody gave"):
            await run
        assert timing.seats()[1].left == 7_000
