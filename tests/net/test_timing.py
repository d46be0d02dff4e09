"""Clocks: measured where a seat is held, told to the other side, and claimed only where they are measured."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from core.clock import GIFT
from core.match import Match, Rejected
from core.notation import write_choice
from net.errors import LinkLost
from net.limits import BAD_FRAMES, GIFTS
from net.session import Place
from net.timing import LONGEST_GAP, Shown, Timekeeper, Told
from net.wire import Answer, Request, SeatTime, Times
from tests.core.play import header
from tests.net.tables import DECK, Side, same, seated_pair, until
from tests.net.test_attacks import Rogue
from tests.pocket.game import Pocket

QUICK: dict[str, Any] = {"beat": 0.05, "give_up": 10.0}
PERSONS = {1: Place("Bea", DECK), 2: Place("Cal")}


class Time:
    """A time that passes when a test says so, and is looked at meanwhile."""

    def __init__(self) -> None:
        self.at = 0
        self.keepers: list[Timekeeper] = []

    def __call__(self) -> int:
        return self.at

    def passes(self, ms: int) -> None:
        for _ in range(ms // 1000):
            self.at += 1000
            for keeper in self.keepers:
                keeper.tick()
        self.at += ms % 1000
        for keeper in self.keepers:
            keeper.tick()


class Sitting:
    """All seats of a match at one machine, with what its clocks told."""

    def __init__(self, clock: str, seats: tuple[int, ...] = (0, 1, 2), **settings: Any) -> None:
        game = Pocket()
        self.match = Match(msgspec.structs.replace(header(game, **settings), clock=clock), game)
        self.time = Time()
        self.keeper = self.listen(Timekeeper(self.match, seats, now=self.time))
        self.away = False

    def listen(self, keeper: Timekeeper) -> Timekeeper:
        self.told: list[tuple[str, int]] = []
        self.news: list[Told] = []
        keeper.held = lambda: self.away
        keeper.on_warning = lambda seat, left: self.told.append((f"{left} left", seat))
        keeper.on_up = lambda seat: self.told.append(("up", seat))
        keeper.on_given = lambda seat: self.told.append(("given", seat))
        keeper.on_news = lambda: self.news.append(keeper.told()[0][0])
        self.time.keepers = [keeper]
        return keeper

    @property
    def owing(self) -> int:
        decision = self.match.decision()
        assert decision is not None
        return decision.seat

    def left(self, seat: int) -> int:
        return self.keeper.seats()[seat].left

    def thinks(self, ms: int, grace: int = 0) -> int:
        """The seat that is to choose takes so long; gives it."""
        seat = self.owing
        self.keeper.ask(seat, grace)
        self.time.passes(ms)
        return seat

    def chooses(self) -> None:
        seat, decision = self.owing, self.match.decision()
        self.keeper.stop(seat)
        assert decision is not None and decision.choices
        self.match.play(seat, write_choice(decision.choices[0], self.match.game.table))
        self.keeper.entered(self.match.entries[-1])


@pytest.fixture
def bank() -> Sitting:
    return Sitting("1m+5")


def test_only_who_is_asked_uses_time(bank: Sitting) -> None:
    seat = bank.thinks(10_000)
    assert bank.keeper.seats()[seat] == Shown(50_000, True, False)
    bank.chooses()
    assert bank.left(seat) == 55_000, "five seconds more with the choice"
    bank.time.passes(20_000)
    assert [bank.left(one) for one in range(3) if one != seat] == [60_000, 60_000]
    assert not any(shown.runs for shown in bank.keeper.seats().values())


def test_warnings_come_at_30_and_10_seconds_and_nothing_happens_by_itself(bank: Sitting) -> None:
    seat = bank.thinks(29_000)
    assert bank.told == [] and bank.keeper.wanted() is None
    bank.time.passes(2_000)
    assert bank.told == [("30000 left", seat)]
    bank.time.passes(40_000)
    assert bank.told[1:] == [("10000 left", seat), ("up", seat)]
    assert bank.keeper.seats()[seat] == Shown(0, False, True) and bank.keeper.wanted() == seat
    assert bank.match.outcome is None
    bank.chooses()
    assert bank.keeper.wanted() is None and bank.left(seat) == 5_000


def test_a_claim_comes_to_nothing_before_the_time_is_up(bank: Sitting) -> None:
    seat = bank.thinks(59_000)
    other = (seat + 1) % 3
    assert "has time left, 1 second, so nothing can be claimed." in bank.keeper.refusal(other)
    assert "your time that runs" in bank.keeper.refusal(seat)
    bank.time.passes(1_000)
    assert bank.keeper.refusal(other) == "" and bank.keeper.refusal(seat)
    bank.match.play(other, "forfeit")
    assert bank.keeper.refusal(other) == "The match is over."


def test_time_that_is_given_counts_and_whom_nobody_asks_about_has_none(bank: Sitting) -> None:
    seat = bank.thinks(61_000)
    assert bank.keeper.give(seat) and bank.left(seat) == GIFT and bank.keeper.wanted() is None
    assert not bank.keeper.give(seat), "it has time"
    bank.time.passes(60_000)
    assert bank.told.count(("up", seat)) == 2
    bank.keeper.go_on(seat)
    assert bank.keeper.goes_on(seat) and bank.keeper.wanted() == seat, "it may still be claimed"
    bank.chooses()
    assert not bank.keeper.goes_on(seat) and bank.keeper.wanted() is None
    assert bank.left(seat) == 5_000


@pytest.mark.parametrize("gap", [LONGEST_GAP + 1, 3_600_000])
def test_a_gap_in_which_nobody_looked_is_no_time(bank: Sitting, gap: int) -> None:
    seat = bank.thinks(10_000)
    bank.time.at += gap  # the machine slept, or the program was stopped
    bank.keeper.tick()
    bank.time.passes(1_000)
    assert bank.left(seat) == 49_000


def test_a_clock_stands_while_the_link_or_the_terminal_is_away(bank: Sitting) -> None:
    seat = bank.thinks(10_000)
    bank.away = True
    bank.time.passes(120_000)
    assert bank.left(seat) == 50_000 and not bank.keeper.seats()[seat].runs
    bank.away = False
    bank.time.passes(5_000)
    assert 45_000 <= bank.left(seat) <= 46_000 and bank.keeper.seats()[seat].runs


@pytest.mark.parametrize(("clock", "then", "later"), [("1m+5", 48_000, 48_000), ("60", 48_000, 60_000)])
def test_what_is_left_is_there_when_the_match_goes_on(clock: str, then: int, later: int) -> None:
    table = Sitting(clock)
    seat = table.thinks(12_000)
    kept = table.keeper.kept()
    table.keeper = table.listen(Timekeeper(table.match, (0, 1, 2), kept, table.time))
    table.thinks(0)
    assert table.left(seat) == then, "asked for the same entry again"
    table.keeper.stop(seat)
    table.chooses()
    while table.owing != seat:
        table.chooses()
    table.thinks(0)
    assert table.left(seat) == later


def test_of_an_answer_within_the_grace_nothing_is_told() -> None:
    """As an automatic one leaves after as long, nobody sees from the clock that a person was asked."""
    for clock in ("1m+5", "60"):
        table = Sitting(clock)
        seat = table.owing
        quiet = table.keeper.told()
        table.thinks(1_800, grace=2_000)
        assert table.keeper.told() == quiet and table.news == []
        table.chooses()
        assert table.keeper.told() == quiet and table.news == [] and table.left(seat) == 60_000
        while table.owing != seat:
            table.chooses()
        table.thinks(3_000, grace=2_000)
        assert table.keeper.told()[0][seat] == Told(seat, table.match.n + 1, 59_000, True, 0)


def test_time_that_is_given_from_elsewhere_counts_once_whatever_is_said_twice_or_lost() -> None:
    table = Sitting("1m+5", seats=(0,))
    here, there = table.keeper, Timekeeper(table.match, (1, 2), now=table.time)
    assert table.owing == 0
    table.thinks(61_000)
    late = here.told()
    there.heard(*late)
    assert there.wanted() == 0 and there.refusal(1) == ""
    assert there.give(0) and there.wanted() is None
    there.heard(*late)  # said before the gift was heard of
    assert there.wanted() is None
    for _ in range(2):
        here.heard(*there.told())
        assert table.left(0) == GIFT and table.told.count(("given", 0)) == 1
    there.heard(*here.told())
    assert there.seats()[0].left == GIFT

    # Both programs are started anew; and the one that gave has lost that it did.
    again = table.listen(Timekeeper(table.match, (0,), here.kept(), table.time))
    for kept in (there.kept(), None):
        other = Timekeeper(table.match, (1, 2), kept, table.time)
        again.heard(*other.told())
        other.heard(*again.told())
        assert again.seats()[0].left == other.seats()[0].left == GIFT and not table.told
    again.ask(0)
    table.time.passes(61_000)
    other.heard(*again.told())
    assert other.give(0)
    again.heard(*other.told())
    assert again.seats()[0].left == GIFT


def test_bots_have_no_clock() -> None:
    table = Sitting("60", players=["bot:random@1", "person", "person"])
    assert set(table.keeper.seats()) == {1, 2}
    table.keeper.ask(0)
    table.time.passes(10_000)
    assert table.owing == 0 and "has no clock" in table.keeper.refusal(1)


# Two machines


class Timed:
    """Two sides of persons who choose only when a test does, and one time for both."""

    def __init__(self, one: Side, two: Side, time: Time) -> None:
        assert one.timing is not None and two.timing is not None
        self.one, self.two, self.time = one, two, time
        time.keepers = [one.timing, two.timing]
        self.up: list[tuple[Side, int]] = []
        self.given: list[int] = []
        self.answers: list[tuple[str, bool]] = []
        for side in (one, two):
            assert side.timing is not None
            side.timing.on_up = lambda seat, side=side: self.up.append((side, seat))  # type: ignore[misc]
            side.timing.on_given = self.given.append
            side.lockstep.requests.on_answered = lambda wish, yes, why: self.answers.append((wish.text, yes))

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

    def shown(self, side: Side, seat: int) -> Shown:
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
        await until(lambda: table.shown(there, seat) == Shown(50_000, True, False))
        await table.chooses()
        await until(lambda: table.shown(there, seat) == Shown(55_000, False, False))


async def test_time_runs_out_and_is_claimed() -> None:
    async with timed() as table:
        await table.chooses()
        seat = table.thinks(61_000)
        there, claimant = table.there, table.claimant()
        await until(lambda: (there, seat) in table.up)
        assert table.one.match.outcome is None and table.two.match.outcome is None
        there.lockstep.ask(claimant, "forfeit")
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
            table.there.lockstep.ask(table.claimant(), "forfeit")
        table.time.passes(60_000)
        await until(lambda: table.up.count((table.there, seat)) == 2)
        assert there.wanted() == seat
        await table.chooses()
        assert table.one.match.outcome is None and there.wanted() is None


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
        there.lockstep.ask(table.claimant(), "forfeit")
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
async def test_time_counts_only_when_it_is_up_a_minute_each_and_a_flood_of_it_ends_the_link(
    first: int,
) -> None:
    async with timed_rogue() as (side, rogue, time, run):
        timing, seat = side.timing, side.seated.seats[0]
        assert timing is not None and side.table.owes() == seat
        given: list[int] = []
        changes: list[int] = []
        timing.on_given = given.append
        timing.ask(seat)
        time.passes(10_000)
        timing.on_change = lambda: changes.append(1)
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
            assert side.lockstep._hearing.bad == 0
        assert timing.seats()[seat] == before and not given and not changes


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
        await until(lambda: side.lockstep._hearing.bad == 1)  # no frame: there are no more than so many
        assert timing.seats()[seat].left == GIFT


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
        up: list[int] = []
        timing.on_up = up.append
        for left in (5_000, 0, 5_000, 0, 60_000, 0, 4_000):
            rogue.say(Times(rogue.id, 1, (SeatTime(owing, n + 1, left, True, 0),), ()))
        rogue.say(Times(rogue.id, 1, (SeatTime(owing, n + 9, 4_000, True, 0),), ()))
        rogue.say(Times(rogue.id, 1, (SeatTime(owing, n, 3_000, True, 0),), ()))
        rogue.say(Times(rogue.id, 1, (SeatTime(owing, n + 1, 2_000, True, 0),), ()))
        await until(lambda: timing.wanted() == owing)
        for ask in range(1, BAD_FRAMES + 2):
            side.lockstep.ask(mine, "forfeit")
            while (await rogue.hear(Request)).ask != ask:
                pass
            assert up == [owing] and timing.wanted() == owing
            rogue.say(Answer(rogue.id, 1, ask, False, ""))
            await until(lambda: run.done() or not side.lockstep.requests.mine)
        with pytest.raises(LinkLost, match="declined though the time is up"):
            await run


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


def test_who_was_killed_has_no_more_time_again_than_was_seen_elsewhere() -> None:
    table = Sitting("60", seats=(0,))
    here, there = table.keeper, Timekeeper(table.match, (1, 2), now=table.time)
    table.thinks(10_000)
    kept = here.kept()
    table.time.passes(45_000)
    there.heard(*here.told())
    again = table.listen(Timekeeper(table.match, (0,), kept, table.time))
    again.ask(0)
    there.heard(*again.told())
    assert there.seats()[0].left == 5_000
    resumed = Timekeeper(table.match, (1, 2), there.kept(), table.time)
    resumed.heard(*again.told())
    assert resumed.seats()[0].left == 5_000
