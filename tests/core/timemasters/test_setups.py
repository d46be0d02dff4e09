"""Setups: the table's own ten cards for each Sphere."""

from __future__ import annotations

from collections import Counter

import pytest

from core.contract.errors import GameError
from core.contract.header import Decklist
from core.engine.match import Match
from core.timemasters.timemasters import load
from tests.support.matches import header

GAME = load()


def setup(copies: int = 2) -> dict[str, int]:
    """Ten cards for each Sphere: the first designs of its level, so many of each."""
    found: dict[str, int] = {}
    for level in range(1, 6):
        cards = [card.id for card in GAME.cards if card.group == f"level{level}"]
        found |= dict.fromkeys(cards[: 10 // copies], copies)
    return found


@pytest.mark.parametrize("copies", [1, 2])
def test_the_spheres_hold_just_what_the_setup_says(copies: int) -> None:
    cards = setup(copies)
    match = Match(header(GAME, 3, shared=Decklist("Mine", cards)), GAME)
    state = match.state
    held = Counter(GAME.table[state.cards[handle]] for sphere in state.spheres for handle in sphere)
    assert held == cards and state.box == [[] for _ in range(5)]
    for level, sphere in enumerate(state.spheres, 1):
        assert {GAME.pool.level[state.cards[handle]] for handle in sphere} == {level}


def test_it_is_shuffled() -> None:
    orders = set()
    for seed in range(5):
        state = Match(header(GAME, seed, shared=Decklist("Mine", setup())), GAME).state
        orders.add(tuple(state.cards[handle] for handle in state.spheres[0]))
    assert len(orders) == 5


def test_what_a_setup_holds_is_public() -> None:
    match = Match(header(GAME, 3, shared=Decklist("Mine", setup())), GAME)
    view = match.view(None)
    lot = view.lot[view.spheres[2][0]]
    cards = Counter(GAME.table[card] for card in view.lots[lot])
    assert cards == {card: 2 for card in setup() if "/level3/" in card}


def wrong(change: dict[str, int]) -> str:
    cards = {card: n for card, n in (setup() | change).items() if n}
    with pytest.raises(GameError) as error:
        Match(header(GAME, 1, shared=Decklist("Mine", cards)), GAME)
    return str(error.value)


def test_a_setup_that_can_not_be_played_is_refused_with_a_sentence() -> None:
    first, *_, last = (card.id for card in GAME.cards if card.group == "level4")
    assert "Sphere 4 holds 8 cards, and it takes exactly 10." in wrong({first: 0})
    assert "Sphere 4 holds 11 cards, and it takes exactly 10." in wrong({last: 1})
    assert f"3 copies of {GAME.cards[GAME.identity(first)].name}, and 2 at most" in wrong({first: 3})
    assert "belong" in wrong({"tm/level0/timer": 1})


def test_a_seat_brings_no_deck() -> None:
    assert [GAME.deck_group(seat) for seat in range(4)] == [None] * 4
    assert GAME.pool_groups("setup") == ("level1", "level2", "level3", "level4", "level5")
