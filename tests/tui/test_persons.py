"""A person's controller with stops: when automatic answers leave, and what an opponent can learn by that."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from core.contract.choice import Choice, Decision
from core.contract.header import Decklist, Header
from core.engine.match import Match
from core.engine.stops import StopRules, Stops
from core.engine.table import News, Table
from core.registry import load
from tests.support.matches import header
from tests.support.wrinkles_screen import Script, ids
from tui.match.channel import Channel
from tui.match.commands import PassTo, StopPassing
from tui.match.events import PassingChanged
from tui.match.persons import LONGEST, SHORTEST, Pace, Person, person_controllers
from tui.match.worker import LoopThread, MatchLoop

GAME = load("wrinkles")
NEVER = StopRules(at={stop.name: "never" for stop in GAME.stops})
GOOD, EVIL = 0, 1


class Clock:
    """Time that passes only when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []
        self.at_sleep: Callable[[], object] = lambda: None

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.at_sleep()
        await asyncio.sleep(0)
        self.now += seconds

    def __call__(self) -> float:
        return self.now


class Desk(MatchLoop):
    """A match's loop without a thread; its person takes the last choice, after a while."""

    def __init__(self, clock: Clock, thinks: float = 0.0, plain: bool = False) -> None:
        super().__init__(Channel(lambda: None), LoopThread())
        self._clock = clock
        self._thinks = thinks
        self._plain = plain
        self.asked: list[Decision] = []

    async def ask(self, seat: int, view: Any, decision: Decision, grace: float = 0.0) -> Sequence[Choice]:
        self.asked.append(decision)
        self._clock.now += self._thinks
        await asyncio.sleep(0)
        assert decision.choices
        halt = GAME.halt(view)
        return [halt.answer if halt is not None and self._plain else decision.choices[-1]]


def draws(clock: Clock) -> Callable[[], float]:
    """Delays of 0.5, 0.6, 0.7 ... seconds, one a decision."""
    drawn = 0

    def draw() -> float:
        nonlocal drawn
        drawn += 1
        return 0.4 + drawn / 10

    return draw


async def play(
    desk: Desk,
    clock: Clock,
    rules: StopRules,
    good: Sequence[str],
    until: int,
    evil: Sequence[str] = (),
    stops: Stops | None = None,
) -> list[tuple[float, str]]:
    """When each entry of Good's left, and what it was; Evil plays these cards, and answers at once."""
    lists = (Decklist("G", ids("good", *good)), Decklist("E", ids("evil", *evil)))
    match = Match(header(GAME, decks=lists), GAME)
    pace = Pace(draws(clock), beat=0.0, sleep=clock.sleep, clock=clock)
    person = Person(desk, GOOD, stops or Stops(GAME, GOOD, rules), pace)
    table = Table(match, {GOOD: person, EVIL: Script(*evil)})
    desk.commands.sit(table)
    left: list[tuple[float, str]] = []
    seen = clock.now

    def watch(news: News) -> None:
        nonlocal seen
        if news.entry.by == GOOD:
            left.append((round(clock.now - seen, 6), news.entry.text.split(" ")[0]))
        seen = clock.now
        if len(left) == until:
            table.leave()

    table.watch(watch)
    await asyncio.wait_for(table.run(), 10)
    return left


async def test_an_opponent_cannot_tell_who_could_have_acted() -> None:
    usable = [card.name for card in GAME.cards if card.group == "good" and card.type == "X"][:12]
    idle = [card.name for card in GAME.cards if card.group == "good" and card.type == "F"][:11]
    runs = []
    for cards in (usable, idle):
        clock = Clock()
        desk = Desk(clock)
        runs.append(await play(desk, clock, NEVER, cards, until=3))
        assert not desk.asked
    assert runs[0] == runs[1] == [(0.5, "pass"), (0.6, "pass"), (0.7, "pass")]


async def test_a_quick_pass_of_ones_own_leaves_no_sooner_than_an_automatic_one() -> None:
    always = StopRules(always=True)
    for thinks, left in ((0.1, [0.5, 0.6]), (2.0, [2.0, 2.0])):
        clock = Clock()
        desk = Desk(clock, thinks, plain=True)
        assert await play(desk, clock, always, SEVEN, until=2) == [(at, "pass") for at in left]
        assert len(desk.asked) == 2


SEVEN = ("Hope", "Love", "Kythe", "Noah", "Joy", "Wisdom", "Calm")


async def test_a_play_leaves_at_once() -> None:
    clock = Clock()
    desk = Desk(clock, 0.1)
    left = await play(desk, clock, StopRules(), SEVEN, until=2)
    assert left == [(0.5, "pass"), (0.1, "play")], "Destiny is passed unasked, Fate asked"
    assert [decision.kind for decision in desk.asked] == ["window"]


async def test_a_special_that_could_be_negated_is_asked_and_another_is_not() -> None:
    for cards, asked in ((("Answer to Prayer", *SEVEN), ["answer"]), (SEVEN, [])):
        clock = Clock()
        desk = Desk(clock, plain=True)
        left = await play(desk, clock, NEVER, cards, until=2, evil=("Chain Reaction", "Fear"))
        assert [word for _, word in left] == ["pass", "allow"]
        assert [decision.kind for decision in desk.asked] == asked
        assert desk.persons.automatic == ({1} if asked else {1, 3})


async def test_an_opponent_elsewhere_cannot_tell_who_could_negate() -> None:
    """Whatever the hand holds, one is asked: by default, and on the way to a phase; unless one set it so."""
    head = players("person", "person")
    quick = StopRules(at={"Answers": "could"})
    for cards in (("Answer to Prayer", *SEVEN), SEVEN):
        for rules, to, asked in ((StopRules(), "", True), (StopRules(), "Test", True), (quick, "", False)):
            clock = Clock()
            desk = Desk(clock, plain=True)
            stops = person_controllers(desk, head, GAME, [GOOD], rules)[GOOD].stops
            assert stops is not None
            if to:
                match = Match(header(GAME), GAME)
                stops.pass_to(to, match.view(GOOD))
            evil = ("Chain Reaction", "Fear")
            await play(desk, clock, rules, cards, until=2, evil=evil, stops=stops)
            kinds = ["answer"] if asked or len(cards) > 7 else []
            assert [decision.kind for decision in desk.asked] == kinds


def told_passing(desk: Desk) -> dict[int, str]:
    """Who passes to a phase, as was told last."""
    return [one.passing for one in desk.channel.take() if isinstance(one, PassingChanged)][-1]


async def test_a_pass_to_a_phase_is_ended_before_its_next_answer() -> None:
    clock = Clock()
    desk = Desk(clock, plain=True)
    beat = Pace(None, beat=0.2, sleep=clock.sleep, clock=clock)
    match = Match(header(GAME), GAME)
    person = Person(desk, GOOD, Stops(GAME, GOOD, NEVER), beat)
    table = Table(match, {GOOD: person, EVIL: Script()})
    desk.commands.sit(table)
    desk.commands.do(PassTo(GOOD, "Test"))
    assert told_passing(desk) == {GOOD: "Test"}

    def press() -> None:
        if len(clock.slept) == 3:
            desk.commands.do(StopPassing())

    clock.at_sleep = press
    asked = desk.ask

    async def ask(seat: int, view: Any, decision: Decision, grace: float) -> Sequence[Choice]:
        if decision.kind == "window":
            table.leave()
        return await asked(seat, view, decision)

    desk.ask = ask  # type: ignore[method-assign]
    await asyncio.wait_for(table.run(), 10)
    own = [entry.text for entry in match.entries if entry.by == GOOD and entry.text == "pass"]
    assert clock.slept == [0.2] * 3 and len(own) == 2, "the third was asked instead"
    assert told_passing(desk) == {}


async def test_without_stops_everything_is_asked() -> None:
    clock = Clock()
    desk = Desk(clock, plain=True)
    match = Match(header(GAME), GAME)
    table = Table(match, {GOOD: Person(desk, GOOD), EVIL: Script()})
    desk.commands.sit(table)
    table.watch(lambda news: table.leave() if news.n == 2 else None)
    await asyncio.wait_for(table.run(), 10)
    assert [decision.kind for decision in desk.asked] == ["window"]


def players(*who: str, peers: tuple[int, int] = (0, 1)) -> Header:
    return header(GAME, players=who, peers=peers)


def test_only_where_somebody_waits_on_another_machine_an_answer_takes_its_time() -> None:
    desk = MatchLoop(Channel(lambda: None), LoopThread())
    for head, seats, waits, shared in (
        (players("person", "person"), (GOOD,), True, False),
        (players("person", "bot:random@1"), (GOOD,), False, False),
        (players("person", "bot:random@1", peers=(0, 0)), (GOOD, EVIL), False, False),
        (players("person", "person", peers=(0, 0)), (GOOD, EVIL), False, True),
    ):
        persons = person_controllers(desk, head, GAME, seats, NEVER)
        draws = [persons[GOOD].pace.draw() for _ in range(200)]
        if waits:
            assert all(SHORTEST <= one <= LONGEST for one in draws) and len(set(draws)) > 100
            assert sum(one > 1.5 for one in draws) > 10, "a person that thinks for a moment stands out"
        else:
            assert set(draws) == {0.0}
        stops = persons[GOOD].stops
        assert stops is not None and stops.shared == shared
