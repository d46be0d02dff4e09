"""How good a state looks for a seat: what bots that look ahead compare."""

from __future__ import annotations

from core.timemasters.cards import Pool
from core.timemasters.costs import points_left
from core.timemasters.state import HAND, State


def value(pool: Pool, state: State, seat: int) -> int:
    """How well this seat stands against the best of the others."""
    own = _worth(state, seat)
    return own - max(_worth(state, other) for other in range(state.seats) if other != seat)


def _worth(state: State, seat: int) -> int:
    """Points, and a little what makes points: Kè, cards in hand, spells in the zone."""
    hand = max(len(state.hand[seat]), HAND - sum(len(timer.under) for timer in state.timers[seat]))
    worth = (
        20 * state.score[seat] + 4 * state.active[seat] + 2 * state.spent[seat] + 4 * state.ephemeral[seat]
    )
    worth += 3 * hand
    if seat == state.mover and not state.over:
        worth += 12 * points_left(state)
    return worth
