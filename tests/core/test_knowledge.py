"""Who may see what: lots, dealing, showing, hiding, guessing."""

from __future__ import annotations

import copy

import pytest

from core.contract.chance import Blind, Chance
from core.contract.choice import HIDDEN
from core.contract.errors import GameError
from core.contract.event import Dealt, Event, Shown
from core.contract.knowledge import Unseen, deal, face, guess, hide, show, unseen
from core.contract.state import ANYBODY, FULL, State
from core.contract.stream import Stream, numbered_seed

CHANCE = Chance(numbered_seed(1), ("deck",))


def shuffled(cards: list[int], seats: int = 3, may_know: int | None = None) -> State:
    """A state of one deck, shuffled."""
    count = len(cards)
    state = State(FULL, seats, cards[:], [0] * count, [-1] * count, [], [], [0])
    CHANCE.shuffle(state, 0, "deck", range(count), None, may_know)
    return state


def test_the_first_shuffle_makes_a_lot_of_what_was_in_the_deck() -> None:
    state = shuffled([7, 5, 5, 9])
    assert state.lots == [(5, 5, 7, 9)] and state.lot == [0] * 4 and state.lot_seats == [7]


def test_a_dealt_card_is_seen_by_its_seat_only() -> None:
    state, events = shuffled([7, 5, 9]), list[Event]()
    deal(state, 1, 2, events)
    assert events == [Dealt(1, 2)]
    for seat, sees in ((0, False), (1, False), (2, True), (None, False)):
        view = State(*(getattr(state, field) for field in state.__struct_fields__))
        hide(view, seat)
        assert (view.cards[1] != HIDDEN) == sees and view.cards[0] == view.cards[2] == HIDDEN
        assert view.viewer == (ANYBODY if seat is None else seat)


def test_showing_is_reported_once() -> None:
    state, events = shuffled([7, 5, 9]), list[Event]()
    show(state, 0, 0b011, events)
    show(state, 0, 0b001, events)
    assert events == [Shown(0, 0b011)] and state.known[0] == 0b011
    show(state, 0, 0b111, events)
    assert events[1:] == [Shown(0, 0b111)]


def test_what_all_but_one_know_is_hidden_from_that_one_and_from_anybody() -> None:
    state = shuffled([7, 5, 9])
    show(state, 0, 0b110, None)
    for seat, sees in ((0, False), (1, True), (None, False)):
        view = State(*(getattr(state, field) for field in state.__struct_fields__))
        hide(view, seat)
        assert (view.cards[0] != HIDDEN) == sees


def test_public_cards_leave_their_lot_for_a_new_one_when_they_are_shuffled() -> None:
    state = shuffled([1, 2, 3, 4, 5])
    for handle in (0, 1):
        show(state, handle, 7, None)
    public = tuple(sorted(state.cards[:2]))
    CHANCE.shuffle(state, 0, "deck", [0, 1])
    assert state.lot == [1, 1, 0, 0, 0] and state.lots[1] == public
    assert state.lots[0] == tuple(sorted(set(range(1, 6)) - set(public)))
    assert state.known == [0] * 5


def test_an_emptied_lot_is_used_again() -> None:
    state = shuffled([1, 2, 3])
    for _ in range(5):
        for handle in range(3):
            show(state, handle, 7, None)
        CHANCE.shuffle(state, 0, "deck", range(3))
    assert len(state.lots) <= 2 and (1, 2, 3) in state.lots


def test_hidden_cards_of_one_lot_stay_in_it_when_they_are_shuffled() -> None:
    state = shuffled([1, 2, 3, 4])
    deal(state, 3, 0, None)
    CHANCE.shuffle(state, 0, "deck", [0, 1, 2])
    assert state.lot == [0] * 4 and state.lots == [(1, 2, 3, 4)] and state.known == [0, 0, 0, 1]


def test_cards_of_two_lots_can_not_be_shuffled_together_unless_all_are_public() -> None:
    state = shuffled([1, 2, 3, 4])
    show(state, 0, 7, None)
    CHANCE.shuffle(state, 0, "deck", [0])
    with pytest.raises(GameError, match="cards of one lot"):
        CHANCE.shuffle(state, 0, "deck", [0, 1])


def test_a_seat_can_work_out_what_is_left_of_a_lot() -> None:
    state = shuffled([1, 2, 2, 3])
    handle = state.cards.index(2)
    deal(state, handle, 1, None)
    views = [copy.deepcopy(state) for _ in range(2)]
    for seat, view in enumerate(views):
        hide(view, seat)
    assert unseen(views[1], 0) == [1, 2, 3]
    assert unseen(views[0], 0) == [1, 2, 2, 3]


def test_what_a_closed_lot_holds_is_worked_out_by_its_owner_only() -> None:
    state = shuffled([1, 2, 3], may_know=0b010)
    deal(state, state.cards.index(2), 1, None)
    for seat, rest in ((0, None), (1, [1, 3]), (2, None)):
        view = copy.deepcopy(state)
        hide(view, seat)
        assert unseen(view, 0) == rest
    assert unseen(state, -1) is None, "cards that were never shuffled are in no lot"


def test_a_closed_lot_is_blank_for_the_others_and_keeps_its_size() -> None:
    state = shuffled([1, 2, 3], may_know=0b010)
    view = State(*(getattr(state, field) for field in state.__struct_fields__))
    view.lots = state.lots[:]
    hide(view, 0)
    assert view.lots == [(HIDDEN,) * 3] and state.lots == [(1, 2, 3)]


def test_a_guess_keeps_what_is_seen_and_fills_the_rest_from_the_lot() -> None:
    state = shuffled([1, 2, 3, 4, 5])
    deal(state, 2, 0, None)
    seen = state.cards[2]
    hide(state, 0)
    guess(state, [[], [], []].__getitem__, Stream(numbered_seed(1), "guess"))
    assert state.cards[2] == seen and sorted(state.cards) == [1, 2, 3, 4, 5] and state.viewer == FULL


def test_a_guess_fills_a_blank_lot_from_the_list_its_owner_is_thought_to_have() -> None:
    state = shuffled([1, 2, 3, 4], may_know=0b010)
    show(state, state.cards.index(3), 7, None)
    hide(state, 0)
    guess(state, [[9], [3, 6, 7, 8], [9]].__getitem__, Stream(numbered_seed(1), "guess"))
    assert sorted(state.cards) == [3, 6, 7, 8] == sorted(state.lots[0])


def test_a_guess_from_too_short_a_list_repeats_it_and_from_an_empty_one_is_refused() -> None:
    state = shuffled([1, 2, 3, 4], may_know=0b010)
    hide(state, 0)
    view = State(*(getattr(state, field) for field in state.__struct_fields__))
    view.cards, view.lots = state.cards[:], state.lots[:]
    guess(state, [[], [6, 7], []].__getitem__, Stream(numbered_seed(1), "guess"))
    assert sorted(state.cards) == [6, 6, 7, 7]
    with pytest.raises(GameError, match="empty"):
        guess(view, [[9], [], [9]].__getitem__, Stream(numbered_seed(1), "guess"))


def test_a_guess_does_not_double_cards_that_are_known_to_lie_elsewhere() -> None:
    state = shuffled(list(range(1, 9)), may_know=0b010)
    for handle in (0, 1, 2):
        show(state, handle, 7, None)
    CHANCE.shuffle(state, 0, "deck", [0, 1, 2])
    hide(state, 0)
    assert HIDDEN not in state.lots[1] and set(state.cards) == {HIDDEN}
    guess(state, [[], list(range(1, 9)), []].__getitem__, Stream(numbered_seed(1), "guess"))
    assert sorted(state.cards) == list(range(1, 9))


def test_a_view_that_was_not_told_what_lies_open_can_not_shuffle_it() -> None:
    state = shuffled([1, 2, 3, 4, 5])
    for handle in (0, 1):
        show(state, handle, 7, None)
    state.cards[1] = HIDDEN
    assert face(state, 0) in (1, 2, 3, 4, 5)
    with pytest.raises(Unseen):
        face(state, 1)
    before = copy.deepcopy(state)
    with pytest.raises(Unseen):
        Blind().shuffle(state, 0, "deck", [0, 1])
    assert state == before
