"""How good a state looks for a seat: what bots that look ahead compare."""

from __future__ import annotations

from core.timemasters.cards import MastersPool
from core.timemasters.costs import points_left
from core.timemasters.state import HAND, MastersState

# What things are worth, a victory point being 20. Found by matches between bots that differ in one of them.
_POINT = 20
_ACCESS_POINT = 12
_ACTIVE, _SPENT, _EPHEMERAL = 4, 2, 4
_CARD = 3
"""In hand, above those that a refill brings in any case."""
_TIMER = 3
_PLACED = 11
"""A spell on a Timer: an access point of a later turn."""


def value(pool: MastersPool, state: MastersState, seat: int) -> int:
    """How well this seat stands against the best of the others."""
    own = _worth(state, seat)
    return own - max(_worth(state, other) for other in range(state.seats) if other != seat)


def _worth(state: MastersState, seat: int) -> int:
    """Victory points, and what makes some: Kè, cards in hand, Timers, spells in the zone or waiting."""
    refilled, worth = HAND, _POINT * state.score[seat]
    for timer in state.timers[seat]:
        refilled -= len(timer.under)
        worth += _TIMER + _PLACED * len(timer.spells)
    worth += _CARD * max(len(state.hand[seat]), refilled)
    worth += _ACTIVE * state.active[seat] + _SPENT * state.spent[seat] + _EPHEMERAL * state.ephemeral[seat]
    if state.over:
        return worth
    worth += _ACCESS_POINT * len(state.released[seat])
    if seat == state.mover:
        worth += _ACCESS_POINT * points_left(state)
    return worth
