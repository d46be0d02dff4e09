"""Positions to count from, and the text their counts are kept as.

`python -m tests.core.perft > tests/golden/perft.txt` writes it anew, after a rules change that is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from core.chance import Chance, Stream, numbered_seed
from core.game import Decision
from core.match import Match
from core.perft import divide
from core.wrinkles.moves import board_survey
from core.wrinkles.state import FATE, KINDS, State
from core.wrinkles.wrinkles import load
from tests.core.play import header

Wanted = Callable[[State, Decision], bool]


def _full_slots(state: State, decision: Decision) -> bool:
    return (
        decision.kind == "window"
        and KINDS[state.phase] == FATE
        and not board_survey(load().rooms, state, decision.seat).room
        and len(state.hand[decision.seat]) >= 7
    )


POSITIONS: tuple[tuple[str, int, int, Wanted], ...] = (
    ("the opening of Destiny I", 1, 5, lambda state, decision: True),
    ("the opening of Fate I", 2, 4, lambda state, decision: state.phase == 1),
    ("a discard above seven", 3, 6, lambda state, decision: decision.kind == "trim"),
    ("a pending answer", 4, 5, lambda state, decision: decision.kind == "answer"),
    ("a Fate window with full slots", 5, 4, _full_slots),
)
"""What to look for in a random match, the match's number, and the depth to count to."""


def reach(number: int, wanted: Wanted) -> tuple[Match, Decision]:
    """The first position of a random match that is wanted; of the next match if this one has none."""
    game = load()
    while True:
        match = Match(header(game, number), game)
        stream = Stream(numbered_seed(number), "perft")
        while (decision := match.decision()) is not None:
            if wanted(match.state, decision):
                return match, decision
            assert decision.choices
            match.choose(decision.choices[stream.below(len(decision.choices))])
        number += 100


def lines() -> Iterator[str]:
    """The counts of all positions, broken down by first choice."""
    for name, number, depth, wanted in POSITIONS:
        match, decision = reach(number, wanted)
        assert match.header.seed is not None
        chance = Chance(bytes.fromhex(match.header.seed), match.game.streams)
        found = list(divide(match.game, match.state, chance, depth))
        yield f"{name}: entry {match.n} of match {match.header.match[:8]}, {decision.kind}"
        yield f"perft({depth}) = {sum(count for _, count in found)}"
        yield from (f"  {text} {count}" for text, count in found)
        yield ""


if __name__ == "__main__":
    print("\n".join(lines()))
