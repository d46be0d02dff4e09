"""Clocks, measured where a seat is held."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core.contract.clock import GIFT
from core.engine.match import Match
from core.engine.notation import write_choice
from net.lockstep.clocks import (
    LONGEST_GAP,
    ClockEvent,
    ShownClock,
    TimeGiven,
    Timekeeper,
    TimeRanOut,
    TimeShort,
)
from net.protocol.frames import SeatTime, Times
from tests.net.passing import Time
from tests.pocket.game import Pocket
from tests.support.matches import header


def told(keeper: Timekeeper) -> Times:
    """What one machine tells the other of its clocks now."""
    return Times(bytes(16), 1, *keeper.told())


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
        self.news: list[SeatTime] = []
        keeper.held = lambda: self.away
        keeper.listener = self.hear
        keeper.publish = lambda: self.news.append(keeper.told()[0][0])
        self.time.keepers = [keeper]
        return keeper

    def hear(self, event: ClockEvent) -> None:
        match event:
            case TimeShort(seat, left):
                self.told.append((f"{left} left", seat))
            case TimeRanOut(seat):
                self.told.append(("up", seat))
            case TimeGiven(seat):
                self.told.append(("given", seat))

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
    assert bank.keeper.seats()[seat] == ShownClock(50_000, True, False)
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
    assert bank.keeper.seats()[seat] == ShownClock(0, False, True) and bank.keeper.wanted() == seat
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
        assert table.keeper.told()[0][seat] == SeatTime(seat, table.match.n + 1, 59_000, True, 0)


def test_time_that_is_given_from_elsewhere_counts_once_whatever_is_said_twice_or_lost() -> None:
    table = Sitting("1m+5", seats=(0,))
    here, there = table.keeper, Timekeeper(table.match, (1, 2), now=table.time)
    assert table.owing == 0
    table.thinks(61_000)
    late = told(here)
    there.receive(late)
    assert there.wanted() == 0 and there.refusal(1) == ""
    assert there.give(0) and there.wanted() is None
    there.receive(late)  # said before the gift was heard of
    assert there.wanted() is None
    for _ in range(2):
        here.receive(told(there))
        assert table.left(0) == GIFT and table.told.count(("given", 0)) == 1
    there.receive(told(here))
    assert there.seats()[0].left == GIFT

    # Both programs are started anew; and the one that gave has lost that it did.
    again = table.listen(Timekeeper(table.match, (0,), here.kept(), table.time))
    for kept in (there.kept(), None):
        other = Timekeeper(table.match, (1, 2), kept, table.time)
        again.receive(told(other))
        other.receive(told(again))
        assert again.seats()[0].left == other.seats()[0].left == GIFT and not table.told
    again.ask(0)
    table.time.passes(61_000)
    other.receive(told(again))
    assert other.give(0)
    again.receive(told(other))
    assert again.seats()[0].left == GIFT


def test_bots_have_no_clock() -> None:
    table = Sitting("60", players=["bot:random@1", "person", "person"])
    assert set(table.keeper.seats()) == {1, 2}
    table.keeper.ask(0)
    table.time.passes(10_000)
    assert table.owing == 0 and "has no clock" in table.keeper.refusal(1)


def test_who_was_killed_has_no_more_time_again_than_was_seen_elsewhere() -> None:
    table = Sitting("60", seats=(0,))
    here, there = table.keeper, Timekeeper(table.match, (1, 2), now=table.time)
    table.thinks(10_000)
    kept = here.kept()
    table.time.passes(45_000)
    there.receive(told(here))
    again = table.listen(Timekeeper(table.match, (0,), kept, table.time))
    again.ask(0)
    there.receive(told(again))
    assert there.seats()[0].left == 5_000
    resumed = Timekeeper(table.match, (1, 2), there.kept(), table.time)
    resumed.receive(told(again))
    assert resumed.seats()[0].left == 5_000
