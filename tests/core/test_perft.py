"""Counts of positions, kept with a breakdown by first choice: a rules change is a readable difference."""

from __future__ import annotations

from pathlib import Path

from core.contract.chance import Chance
from core.engine.match import Match
from core.wrinkles.wrinkles import load
from tests.core.perft import POSITIONS, divide, lines, perft, reach
from tests.support.matches import header

KEPT = Path(__file__).parents[1] / "golden" / "perft.txt"


def test_the_counts_are_those_kept_in_golden() -> None:
    assert "\n".join(lines()) + "\n" == KEPT.read_text("utf-8")


def test_the_breakdown_adds_up_and_depth_nought_is_one() -> None:
    match, decision = reach(POSITIONS[1])
    assert match.header.seed is not None and decision.choices is not None
    chance = Chance(bytes.fromhex(match.header.seed), match.game.streams)
    assert perft(match.game, match.state, chance, 0) == 1
    assert perft(match.game, match.state, chance, 1) == len(decision.choices)
    total = sum(count for _, count in divide(match.game, match.state, chance, 2))
    assert perft(match.game, match.state, chance, 2) == total
    assert perft(match.game, match.state, chance, 2) > len(decision.choices)


def test_a_match_that_is_over_counts_once_however_deep() -> None:
    """At its last question, and after it."""
    game = load()
    match = Match(header(game, 1, {"max_turns": 1}), game)
    before = game.copy(match.state)
    while (decision := match.decision()) is not None:
        before = game.copy(match.state)
        last = decision
        assert decision.choices
        match.choose(decision.choices[0])  # Pass, where one may.
    assert match.header.seed is not None and last.choices is not None
    chance = Chance(bytes.fromhex(match.header.seed), game.streams)
    assert [perft(game, match.state, chance, depth) for depth in (0, 1, 5)] == [1, 1, 1]
    below = dict(divide(game, before, chance, 5))
    assert below["pass"] == 1 and len(below) == len(last.choices)
    assert perft(game, before, chance, 5) == sum(below.values())
