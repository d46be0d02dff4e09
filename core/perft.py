"""Counting positions to a depth: a wrong count finds a wrong rule, its breakdown the wrong branch.

perft(state, d) is 1 at d = 0 or when the match is over, else the sum over the legal choices. Every choice
that is asked is a ply, also one without an alternative; what a game makes by itself is none.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.chance import Chance
from core.game import AnyGame, State
from core.notation import write_choice


def perft(game: AnyGame, state: State, chance: Chance, depth: int) -> int:
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


def divide(game: AnyGame, state: State, chance: Chance, depth: int) -> Iterator[tuple[str, int]]:
    """The count below each first choice, in wire form; depth is from 1."""
    decision = game.decision(state)
    assert decision is not None and decision.choices is not None
    for choice in decision.choices:
        after = game.copy(state)
        game.apply(after, choice, chance)
        yield write_choice(choice, game.table), perft(game, after, chance, depth - 1)
