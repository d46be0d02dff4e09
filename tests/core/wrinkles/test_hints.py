"""What the board asks the game besides the contract: why a card can't be played, and what it would add."""

from __future__ import annotations

import pytest

from core.contract.chance import Blind
from core.contract.choice import Choice
from core.wrinkles.state import EVIL, GOOD, WrinklesState
from core.wrinkles.wrinkles import load
from tests.support.matches import Walk
from tests.support.scenes.wrinkles import scene

pytestmark = pytest.mark.usefixtures("nothing_hidden_is_read")

GAME = load()


def changes(state: WrinklesState, seat: int, play: Choice) -> list[tuple[int, int]]:
    """How the totals (own, opponent's) change by a card put into play, for each way to make room."""
    before = (GAME.total(state, seat), GAME.total(state, 1 - seat))
    GAME.apply(state, play, Blind())
    decision = GAME.decision(state)
    ways = [state]
    if decision is not None and decision.kind == "replace":
        ways = []
        for choice in decision.choices or []:
            way = GAME.copy(state)
            GAME.apply(way, choice, Blind())
            ways.append(way)
    return [(GAME.total(way, seat) - before[0], GAME.total(way, 1 - seat) - before[1]) for way in ways]


def test_what_a_card_would_add_is_what_it_adds() -> None:
    compared = 0
    for number in range(30):
        for ply in Walk(GAME, number):
            if ply.decision.kind != "window" or ply.n % 5:
                continue
            seat = ply.decision.seat
            for play in ply.decision.choices or []:
                if play.kind != "play":
                    continue
                view = GAME.mask(ply.before, seat)
                gain = GAME.gain(view, seat, play.card)
                if GAME.pool.special[play.card]:
                    assert gain is None
                elif not GAME.pool.enters[play.card]:
                    assert gain is not None
                    found = changes(view, seat, play)
                    assert gain in found
                    assert gain[0] - gain[1] == max(own - other for own, other in found)
                    compared += 1
    assert compared > 300


def test_a_card_has_a_reason_exactly_when_it_can_not_be_played() -> None:
    for number in range(30):
        for ply in Walk(GAME, number):
            if ply.decision.kind != "window":
                continue
            seat, offered = ply.decision.seat, set(ply.decision.choices or [])
            for handle in ply.before.hand[seat]:
                card = ply.before.cards[handle]
                reason = GAME.why_unplayable(ply.before, seat, card)
                assert (reason is None) == (Choice("play", (handle,), card) in offered)
                assert reason is None or len(str(reason)) <= 24


@pytest.mark.parametrize(
    ("zones", "card", "gain"),
    [
        ({"good": "Sporos, Madoc"}, "Mrs Whatsit", (1 + 3 + 3, 0)),
        ({"good": "Love"}, "Hope", (3 - 5, 0)),
        ({"good": "Sporos", "evil": "Stench of Evil"}, "Ms Who's Glasses", (3 + 3, 0)),
    ],
)
def test_what_a_card_of_good_would_add(zones: dict[str, str], card: str, gain: tuple[int, int]) -> None:
    s = scene(**zones, hand=card)  # type: ignore[arg-type]
    assert GAME.gain(s.state, GOOD, s.state.cards[s.state.hand[GOOD][0]]) == gain


def test_a_penalty_is_a_loss_of_the_opponents() -> None:
    s = scene(good="Sporos, Madoc", evil_hand="Stench of Evil", turn=2)
    assert GAME.gain(s.state, EVIL, s.state.cards[s.state.hand[EVIL][0]]) == (3, -4)


def test_a_card_that_fits_nowhere_adds_nothing() -> None:
    s = scene(good="Love", hand="Hope", options={"replace": 0})
    assert GAME.gain(s.state, GOOD, s.state.cards[s.state.hand[GOOD][0]]) is None
