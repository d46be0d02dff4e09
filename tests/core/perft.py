"""Counting positions to a depth: a wrong count finds a wrong rule, its breakdown the wrong branch.

perft(state, d) is 1 at d = 0 or when the match is over, else the sum over the legal choices. Every choice
that is asked is a ply, also one without an alternative; what a game makes by itself is none.

`python -m tests.core.perft > tests/golden/perft.txt` writes the kept counts anew, after a rules change that
is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from core import registry
from core.contract.chance import Chance
from core.contract.choice import Decision
from core.contract.game import AnyGame
from core.contract.state import State as AnyState
from core.contract.stream import Stream, numbered_seed
from core.engine.match import Match
from core.engine.notation import write_choice
from core.timemasters.costs import points_left
from core.wrinkles.moves import board_survey
from core.wrinkles.state import FATE, KINDS, WrinklesState
from core.wrinkles.wrinkles import load
from tests.support.matches import header


def perft(game: AnyGame, state: AnyState, chance: Chance, depth: int) -> int:
    """How many positions lie `depth` plies ahead, or at an end of the match before."""
    if depth == 0:
        return 1
    decision = game.decision(state)
    if decision is None:
        return 1
    assert decision.choices is not None
    if depth == 1:
        return len(decision.choices)
    total = 0
    for choice in decision.choices:
        after = game.copy(state)
        game.apply(after, choice, chance)
        total += perft(game, after, chance, depth - 1)
    return total


def divide(game: AnyGame, state: AnyState, chance: Chance, depth: int) -> Iterator[tuple[str, int]]:
    """The count below each first choice, in wire form; depth is from 1."""
    decision = game.decision(state)
    assert decision is not None and decision.choices is not None
    for choice in decision.choices:
        after = game.copy(state)
        game.apply(after, choice, chance)
        yield write_choice(choice, game.table), perft(game, after, chance, depth - 1)


def _full_slots(state: WrinklesState, decision: Decision) -> bool:
    return (
        decision.kind == "window"
        and KINDS[state.phase] == FATE
        and not board_survey(load().rooms, state, decision.seat).room
        and len(state.hand[decision.seat]) >= 7
    )


class Position(NamedTuple):
    """What to look for in a random match."""

    name: str
    game: str
    number: int
    """Of the match."""
    depth: int
    """To count to."""
    wanted: Callable[[Any, Decision], bool]
    seats: int = 2


POSITIONS = (
    Position("the opening of Destiny I", "wrinkles", 1, 5, lambda state, decision: True),
    Position("the opening of Fate I", "wrinkles", 2, 4, lambda state, decision: state.phase == 1),
    Position("a discard above seven", "wrinkles", 3, 6, lambda state, decision: decision.kind == "trim"),
    Position("a pending answer", "wrinkles", 4, 5, lambda state, decision: decision.kind == "answer"),
    Position("a Fate window with full slots", "wrinkles", 5, 4, _full_slots),
    Position("the first turn", "time-masters", 1, 3, lambda state, decision: True),
    Position("a full Timer", "time-masters", 2, 3, lambda state, decision: decision.kind == "timers"),
    Position(
        "a released spell", "time-masters", 3, 3, lambda state, decision: bool(state.released[state.mover]), 3
    ),
    Position(
        "an access with three points",
        "time-masters",
        4,
        4,
        lambda state, decision: decision.kind == "access" and points_left(state) >= 3,
        4,
    ),
    Position("a payment", "time-masters", 5, 3, lambda state, decision: decision.kind == "pay"),
    Position("a forced discard", "time-masters", 6, 4, lambda state, decision: decision.kind == "lose", 3),
)


def reach(position: Position) -> tuple[Match, Decision]:
    """The first position of a random match that is wanted; of a later match if this one has none."""
    game, number = registry.load(position.game), position.number
    while True:
        match = Match(header(game, number, seats=position.seats), game)
        stream = Stream(numbered_seed(number), "perft")
        while (decision := match.decision()) is not None:
            if position.wanted(match.state, decision):
                return match, decision
            assert decision.choices
            match.choose(decision.choices[stream.below(len(decision.choices))])
        number += 100


def lines() -> Iterator[str]:
    """The counts of all positions, broken down by first choice."""
    for position in POSITIONS:
        match, decision = reach(position)
        assert match.header.seed is not None
        chance = Chance(bytes.fromhex(match.header.seed), match.game.streams)
        found = list(divide(match.game, match.state, chance, position.depth))
        yield f"{position.name}: entry {match.n} of match {match.header.match[:8]}, {decision.kind}"
        yield f"perft({position.depth}) = {sum(count for _, count in found)}"
        yield from (f"  {text} {count}" for text, count in found)
        yield ""


if __name__ == "__main__":
    print("\n".join(lines()))
