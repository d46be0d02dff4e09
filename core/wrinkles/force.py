"""Force (R9, R10): totals, where a card's Force comes from, and what a card would add."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from core.wrinkles.cards import WrinklesPool
from core.wrinkles.state import EVIL, GOOD, WrinklesState

PRINTED = -1
"""Source of the printed Force in an explanation."""
THIS_TURN = -2
"""Source of a bonus that a Special gave until the end of the turn."""


def _raw(
    pool: WrinklesPool, mine: Sequence[int], theirs: Sequence[int], turn_bonus: Sequence[tuple[int, int]]
) -> tuple[list[int], list[tuple[int, int, int]]]:
    """Force of each of my cards before the bonuses that go to one card; and those: (place, bit, Force)."""
    every: dict[int, int] = {}
    others: list[tuple[int, int, int]] = []
    ones: list[tuple[int, int, int]] = []
    for place, card in enumerate(mine):
        for bits, force, other, one in pool.bonuses[card]:
            if one:
                ones.append((place, bits, force))
            else:
                every[bits] = every.get(bits, 0) + force
                if other and pool.mask[card] & bits:
                    others.append((place, bits, force))
    for bits, force in turn_bonus:
        every[bits] = every.get(bits, 0) + force
    for card in theirs:
        for bits, force in pool.penalties[card]:
            every[bits] = every.get(bits, 0) - force
    masks, printed = pool.mask, pool.force
    changes = list(every.items())
    raw = []
    for card in mine:
        mask, force = masks[card], printed[card]
        for bits, change in changes:
            if mask & bits:
                force += change
        raw.append(force)
    for place, _, force in others:
        raw[place] -= force
    return raw, ones


def _place(
    pool: WrinklesPool, mine: Sequence[int], raw: list[int], ones: Sequence[tuple[int, int, int]]
) -> list[int]:
    """Where each bonus for one card goes (-1: nowhere), so that the total is greatest. Adds it to raw.

    On a card that is not below 0 a bonus counts in full, and nothing can be better. Only bonuses whose
    cards are all below 0 have to be tried out together.
    """
    homes = [-1] * len(ones)
    hard: list[int] = []
    for number, (_, bits, force) in enumerate(ones):
        fitting = [place for place, card in enumerate(mine) if pool.mask[card] & bits]
        if fitting:
            best = max(fitting, key=raw.__getitem__)
            if raw[best] >= 0:
                homes[number] = best
                raw[best] += force
            else:
                hard.append(number)
    if hard:
        _, choice = _best(pool, mine, raw, [ones[number] for number in hard], {})
        for number, place in zip(hard, choice, strict=True):
            homes[number] = place
            raw[place] += ones[number][2]
    return homes


def _best(
    pool: WrinklesPool,
    mine: Sequence[int],
    raw: list[int],
    ones: Sequence[tuple[int, int, int]],
    seen: dict[tuple[int, ...], tuple[int, tuple[int, ...]]],
) -> tuple[int, tuple[int, ...]]:
    if not ones:
        return sum(max(0, force) for force in raw), ()
    key = (len(ones), *raw)
    if key not in seen:
        _, bits, force = ones[0]
        best: tuple[int, tuple[int, ...]] = (-1, ())
        for place, card in enumerate(mine):
            if pool.mask[card] & bits:
                raw[place] += force
                total, rest = _best(pool, mine, raw, ones[1:], seen)
                raw[place] -= force
                if total > best[0]:
                    best = (total, (place, *rest))
        seen[key] = best
    return seen[key]


def total_of(
    pool: WrinklesPool, mine: Sequence[int], theirs: Sequence[int], turn_bonus: Sequence[tuple[int, int]]
) -> int:
    """Total Force of a board of these identities against that one."""
    penalties = pool.penalties
    return _total(pool, tuple(mine), tuple([card for card in theirs if penalties[card]]), tuple(turn_bonus))


# Bots ask for the same totals again and again: most of what they try changes one board or none.
@lru_cache(maxsize=10_000)
def _total(
    pool: WrinklesPool,
    mine: tuple[int, ...],
    theirs: tuple[int, ...],
    turn_bonus: tuple[tuple[int, int], ...],
) -> int:
    raw, ones = _raw(pool, mine, theirs, turn_bonus)
    if ones:
        _place(pool, mine, raw, ones)
    return sum([force for force in raw if force > 0])


def board_cards(state: WrinklesState, seat: int) -> list[int]:
    """Identities of a seat's cards in play, in board order."""
    return [*map(state.cards.__getitem__, state.board[seat])]


def total(pool: WrinklesPool, state: WrinklesState, seat: int) -> int:
    """A seat's total Force now."""
    mine, theirs = board_cards(state, seat), board_cards(state, 1 - seat)
    return total_of(pool, mine, theirs, state.turn_bonus[seat])


def totals(pool: WrinklesPool, state: WrinklesState) -> tuple[int, int]:
    """The total Force of both seats now."""
    good, evil = board_cards(state, GOOD), board_cards(state, EVIL)
    good_bonus, evil_bonus = state.turn_bonus
    return total_of(pool, good, evil, good_bonus), total_of(pool, evil, good, evil_bonus)


def forces(pool: WrinklesPool, state: WrinklesState, seat: int) -> list[int]:
    """What each of a seat's cards in play counts now, in board order."""
    mine = board_cards(state, seat)
    raw, ones = _raw(pool, mine, board_cards(state, 1 - seat), state.turn_bonus[seat])
    _place(pool, mine, raw, ones)
    return [max(0, force) for force in raw]


def gain(
    pool: WrinklesPool, state: WrinklesState, seat: int, card: int, replaced: int | None = None
) -> tuple[int, int]:
    """How a card put into play changes (the own total, the opponent's), by identity.

    `replaced` is the place on the board of a card that would go.
    """
    mine, theirs = board_cards(state, seat), board_cards(state, 1 - seat)
    after = [other for place, other in enumerate(mine) if place != replaced] + [card]
    own, other = state.turn_bonus[seat], state.turn_bonus[1 - seat]
    return (
        total_of(pool, after, theirs, own) - total_of(pool, mine, theirs, own),
        total_of(pool, theirs, after, other) - total_of(pool, theirs, mine, other),
    )


def explain(pool: WrinklesPool, state: WrinklesState, handle: int) -> list[tuple[int, int]]:
    """Where the Force of a card in play comes from: (handle of the source, Force), printed Force first.

    The source is PRINTED or THIS_TURN where it is no card. The sum may be below 0; the card then counts 0.
    """
    seat = next(seat for seat in range(2) if handle in state.board[seat])
    cards, board = state.cards, state.board[seat]
    mask = pool.mask[cards[handle]]
    parts = [(PRINTED, pool.force[cards[handle]])]
    for source in board:
        for bits, force, other, one in pool.bonuses[cards[source]]:
            if mask & bits and not one and not (other and source == handle):
                parts.append((source, force))
    parts += [(THIS_TURN, force) for bits, force in state.turn_bonus[seat] if mask & bits]
    for source in state.board[1 - seat]:
        parts += [(source, -force) for bits, force in pool.penalties[cards[source]] if mask & bits]
    mine = board_cards(state, seat)
    raw, ones = _raw(pool, mine, board_cards(state, 1 - seat), state.turn_bonus[seat])
    homes = _place(pool, mine, raw, ones)
    for (place, _, force), home in zip(ones, homes, strict=True):
        if home >= 0 and board[home] == handle:
            parts.append((board[place], force))
    return parts
