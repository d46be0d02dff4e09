"""Room and replacement (R3, R7) against a plain search that tries every way to seat the cards."""

from __future__ import annotations

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from core.wrinkles.card_kinds import BASE_SLOTS, bit
from core.wrinkles.cards import WrinklesPool, printed_pool
from core.wrinkles.room import Rooms
from tests.core.wrinkles import wild

HARD = bit("character") | bit("location")


def seated(
    pool: WrinklesPool, side: int, board: tuple[int, ...], extra: tuple[int, ...], more: tuple[int, ...] = ()
) -> int:
    """The greatest number of cards seated at once; `more` are cards whose own slots do not count."""
    slots = [(bit(name), -1) for name in BASE_SLOTS[side]] + [(one, -1) for one in extra]
    slots += [(one, place) for place, card in enumerate(board) for one in pool.slot_bits[card]]
    cards = (*board, *more)

    @cache
    def best(place: int, used: frozenset[int]) -> int:
        if place == len(cards):
            return 0
        result = best(place + 1, used)
        kinds = set()
        for n, (one, source) in enumerate(slots):
            kind = (one, source == place)
            if n not in used and pool.mask[cards[place]] & one and source != place:
                # Slots alike need trying once only, unless a later card is the source of one of them.
                if source < 0 and kind in kinds:
                    continue
                kinds.add(kind)
                result = max(result, 1 + best(place + 1, used | {n}))
        return result

    return best(0, frozenset())


def boards(pool: WrinklesPool) -> st.SearchStrategy[tuple[int, list[int], list[int]]]:
    """A side, cards of its own of which all but the last are in play, and slots that Specials gave."""
    return st.integers(0, 1).flatmap(
        lambda side: st.tuples(
            st.just(side),
            st.lists(
                st.sampled_from([
                    card for card in range(len(pool.table))
                    if pool.side[card] == side and not pool.special[card]
                    # Cards that give slots, Characters and Locations are what makes it hard.
                    and (pool.slot_bits[card] or pool.mask[card] & HARD or card % 5 == 0)
                ]),
                min_size=1,
                max_size=9,
            ),
            st.lists(st.sampled_from([bit("immortal"), bit("weakness"), bit("quote")]), max_size=1),
        )
    )  # fmt: skip


def agrees(pool: WrinklesPool, side: int, cards: list[int], extra: tuple[int, ...]) -> None:
    """What Rooms says of a board, and of one more card, is what a plain search finds."""
    *in_play, card = cards
    board = tuple(in_play)
    rooms = Rooms(pool)
    before = seated(pool, side, board, extra)
    survey = rooms.survey(side, board, extra)
    room, unseated = survey.room, survey.unseated
    assert unseated == len(board) - before
    assert bool(pool.mask[card] & room) == (seated(pool, side, board, extra, (card,)) > before)
    if pool.mask[card] & room:
        return  # Replacing is only for where there is no room.
    expected = [
        place
        for place in range(len(board))
        if len(board) - seated(pool, side, (*board[:place], *board[place + 1 :], card), extra) <= unseated
    ]
    assert rooms.replaceable(survey, card) == expected
    assert rooms.can_replace(survey, card) == bool(expected)


@settings(max_examples=150, deadline=None)
@given(boards(printed_pool()))
def test_room_and_replacement_are_what_a_plain_search_finds(drawn: tuple[int, list[int], list[int]]) -> None:
    side, cards, extra = drawn
    agrees(printed_pool(), side, cards, tuple(extra))


WILD = wild.load().pool
OWN = [card for card, given in enumerate(WILD.slot_bits) if WILD.mask[card] & sum(set(given))]
"""Made-up and printed cards that fit slots of their own, and may not sit in them."""


@settings(max_examples=150, deadline=None)
@given(boards(WILD), st.lists(st.sampled_from(OWN), min_size=1, max_size=3))
def test_cards_never_sit_in_their_own_slots(drawn: tuple[int, list[int], list[int]], own: list[int]) -> None:
    side, cards, extra = drawn
    mine = [card for card in own if WILD.side[card] == side]
    agrees(WILD, side, [*mine, *cards[-6:]], tuple(extra))
