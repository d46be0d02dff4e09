"""Setups: which ten cards each Sphere holds, as a list that belongs to the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.timemasters.card_kinds import GROUPS, SPHERES
from core.timemasters.cards import MastersPool
from core.timemasters.state import SPHERE_CARDS
from core.words import counted

GROUP = "setup"
LEVELS = GROUPS[1:]
"""The groups of cards a setup is made of."""
COPIES = 2
"""How many of one design it may hold."""


def why_not(pool: MastersPool, cards: Mapping[str, int]) -> str:
    """Why Spheres can't be made of these cards of levels 1 to 5, in a sentence; empty if they can."""
    held = [0] * (SPHERES + 1)
    for card, copies in sorted(cards.items()):
        if copies > COPIES:
            name = pool.cards[pool.table.index(card)].name
            return f"it has {copies} copies of {name}, and {COPIES} at most may be in it."
        held[GROUPS.index(card.split("/")[1])] += copies
    for level in range(1, SPHERES + 1):
        if held[level] != SPHERE_CARDS:
            return (
                f"Sphere {level} holds {counted(held[level], 'card')}, and it takes exactly {SPHERE_CARDS}."
            )
    return ""


def levels(pool: MastersPool, cards: Mapping[str, int]) -> list[Sequence[int]]:
    """The identities of a setup's cards by level, sorted."""
    held: list[list[int]] = [[] for _ in range(SPHERES)]
    for card, copies in sorted(cards.items()):
        identity = pool.table.index(card)
        held[pool.level[identity] - 1] += [identity] * copies
    return [sorted(level) for level in held]
