"""Counts of positions, kept with a breakdown by first choice: a rules change is a readable difference."""

from __future__ import annotations

from pathlib import Path

from core.chance import Chance
from core.perft import divide, perft
from tests.core.perft import POSITIONS, lines, reach

KEPT = Path(__file__).parents[1] / "golden" / "perft.txt"


def test_the_counts_are_those_kept_in_golden() -> None:
    assert "\n".join(lines()) + "\n" == KEPT.read_text("utf-8")


def test_the_breakdown_adds_up_and_depth_nought_is_one() -> None:
    _, number, _, wanted = POSITIONS[1]
    match, decision = reach(number, wanted)
    assert match.header.seed is not None and decision.choices is not None
    chance = Chance(bytes.fromhex(match.header.seed), match.game.streams)
    assert perft(match.game, match.state, chance, 0) == 1
    assert perft(match.game, match.state, chance, 1) == len(decision.choices)
    total = sum(count for _, count in divide(match.game, match.state, chance, 2))
    assert perft(match.game, match.state, chance, 2) == total
    assert perft(match.game, match.state, chance, 2) > len(decision.choices)
