"""Totals (R9, R10) against a plain search that tries every way to place the bonuses for one card."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.wrinkles.card_kinds import bit
from core.wrinkles.cards import printed_pool
from core.wrinkles.force import explain, forces, total, total_of
from core.wrinkles.state import EVIL, GOOD
from tests.support.scenes.wrinkles import scene

POOL = printed_pool()
GOOD_CARDS = [card for card, side in enumerate(POOL.side) if side == GOOD and not POOL.special[card]]
EVIL_CARDS = [card for card, side in enumerate(POOL.side) if side == EVIL and not POOL.special[card]]
SINGULAR = [card for card in GOOD_CARDS if any(one for *_, one in POOL.bonuses[card])]
MORTALS = [card for card in GOOD_CARDS if POOL.mask[card] & bit("mortal")]
PENALTIES = [card for card in EVIL_CARDS if POOL.penalties[card]]


def searched(mine: list[int], theirs: list[int], turn_bonus: list[tuple[int, int]]) -> int:
    """The greatest total, by trying out every placing."""
    values = [POOL.force[card] for card in mine]
    singles = []
    for source, card in enumerate(mine):
        for bits, force, other, one in POOL.bonuses[card]:
            places = [
                place for place, held in enumerate(mine)
                if POOL.mask[held] & bits and not (other and place == source)
            ]  # fmt: skip
            if one:
                singles.append([(place, force) for place in places] or [(0, 0)])
            else:
                for place in places:
                    values[place] += force
    for place, card in enumerate(mine):
        values[place] += sum(force for bits, force in turn_bonus if POOL.mask[card] & bits)
        values[place] -= sum(
            force for held in theirs for bits, force in POOL.penalties[held] if POOL.mask[card] & bits
        )
    best = 0
    for placing in product(*singles):
        raised = values[:]
        for place, force in placing:
            raised[place] += force
        best = max(best, sum(max(0, value) for value in raised))
    return best


boards = st.tuples(
    st.lists(st.sampled_from(GOOD_CARDS) | st.sampled_from(SINGULAR) | st.sampled_from(MORTALS), max_size=8),
    st.lists(st.sampled_from(EVIL_CARDS) | st.sampled_from(PENALTIES), max_size=6),
    st.lists(st.sampled_from([(bit("immortal"), 3), (bit("mortal"), 1)]), max_size=2),
)


@settings(max_examples=300, deadline=None)
@given(boards)
def test_a_total_is_the_greatest_that_can_be_had(
    drawn: tuple[list[int], list[int], list[tuple[int, int]]],
) -> None:
    good, evil, turn_bonus = drawn
    assert total_of(POOL, good, evil, turn_bonus) == searched(good, evil, turn_bonus)
    assert total_of(POOL, evil, good, turn_bonus) == searched(evil, good, turn_bonus)


@settings(max_examples=100, deadline=None)
@given(boards)
def test_the_parts_of_an_explanation_add_up_to_what_a_card_counts(
    drawn: tuple[list[int], list[int], list[tuple[int, int]]],
) -> None:
    good, evil, turn_bonus = drawn
    names = [", ".join(POOL.cards[card].name for card in cards) for cards in (good, evil)]
    state = scene(good=names[GOOD], evil=names[EVIL]).state
    state.turn_bonus[GOOD] = turn_bonus
    for seat in (GOOD, EVIL):
        counted = forces(POOL, state, seat)
        assert sum(counted) == total(POOL, state, seat)
        parts = [explain(POOL, state, handle) for handle in state.board[seat]]
        assert [max(0, sum(force for _, force in part)) for part in parts] == counted


def test_two_bonuses_for_one_card_go_together_where_alone_they_would_be_lost() -> None:
    s = scene(good="Yalith, Madoc, 2 Ms Who's Glasses", evil="3 Stench of Evil")
    assert s.each(GOOD)["Madoc"] == 3 - 6 + 6 and s.each(GOOD)["Yalith"] == 0
    assert s.force(GOOD) == 3 + 3 + 3


@pytest.mark.parametrize(
    "gifts", ["Childhood Resilience, Might Have Been", "Might Have Been, Childhood Resilience"]
)
def test_a_bonus_is_not_wasted_on_a_card_that_stays_below_nothing(gifts: str) -> None:
    s = scene(good=f"Harcels, Madoc, {gifts}", evil="2 Stench of Evil")
    # Harcels 1 - 4, Madoc 3 - 4: the child's bonus can only go to Harcels, the historical one to either.
    assert s.force(GOOD) == 3 + 4 + max(3 - 4 + 3, 1 - 4 + 6)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sampled_from(SINGULAR), min_size=2, max_size=4),
    st.lists(st.sampled_from(MORTALS), max_size=4),
    st.integers(1, 4),
)
def test_bonuses_for_one_card_are_placed_best_under_heavy_penalties(
    gifts: list[int], mortals: list[int], penalties: int
) -> None:
    stench = next(card for card in PENALTIES if POOL.cards[card].name == "Stench of Evil")
    for good in ([*gifts, *mortals], [*mortals, *gifts]):
        assert total_of(POOL, good, [stench] * penalties, ()) == searched(good, [stench] * penalties, [])
