"""No turn goes on for ever: a search for loops over small hands, with Kè without end.

Whatever a seat does in its main phase leads to another position, and positions may not come again: then
the acts of a turn would go round. Positions are told apart by what lies where, and not by Kè, so that a
loop is found also where it would need more of them than there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

import msgspec
import pytest

from core.contract.chance import Chance
from core.contract.choice import HIDDEN, Choice
from core.contract.state import State as AnyState
from core.contract.stream import Stream, numbered_seed
from core.timemasters.cards import MastersCardFile, MastersPool, printed_pool
from core.timemasters.effects import Draw
from core.timemasters.state import GO, MastersState
from core.timemasters.timemasters import TimeMasters, load
from tests.support.scenes.timemasters import scene

MOST = 20_000
"""Positions looked at from one hand."""


class Stacked(Chance):
    """Shuffles by laying the identities in order: the highest on top, or the lowest."""

    def __init__(self, game: TimeMasters, down: bool) -> None:
        super().__init__(bytes(32), game.streams)
        self._down = down

    def _permute(self, state: AnyState, stream: int, handles: Sequence[int]) -> None:
        cards = sorted((state.cards[handle] for handle in handles), reverse=self._down)
        for handle, card in zip(handles, cards, strict=True):
            state.cards[handle] = card


def position(state: MastersState) -> tuple[object, ...]:
    """What lies where, by identity, and what is still to be done."""
    cards = state.cards

    def named(handles: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted(cards[handle] for handle in handles))

    timers = sorted(
        (cards[timer.handle], named(timer.spells), named(timer.under)) for timer in state.timers[0]
    )
    own = (state.hand, state.deck, state.pile, state.zone, state.released, state.banished)
    zones = [named(zone[0]) for zone in own]
    rest = (named(state.pending), named(state.aside), named(state.twice), tuple(timers))
    return (*zones, *rest, *(frame for frame in state.todo if frame[0] != GO))


def loop(game: TimeMasters, state: MastersState, chance: Chance) -> list[str] | None:
    """The acts that lead back to a position of this turn; None if none do."""
    open_: dict[object, None] = {}
    closed: set[object] = set()
    path: list[str] = []
    todo = [(state, _acts(game, state))]
    open_[position(state)] = None
    while todo:
        now, acts = todo[-1]
        step = next(acts, None)
        if step is None:
            closed.add(position(now))
            open_.pop(position(now), None)
            todo.pop()
            path = path[: len(todo) - 1]
            continue
        after = game.copy(now)
        game.apply(after, step, chance)
        path = [
            *path[: len(todo) - 1],
            f"{step.kind} {game.cards[step.card].name if step.card != HIDDEN else ''}",
        ]
        where = position(after)
        if after.over or after.mover != 0 or after.phase != now.phase or where in closed:
            continue
        if where in open_:
            return path
        assert len(closed) < MOST, "too many positions to look at"
        open_[where] = None
        todo.append((after, _acts(game, after)))
    return None


def _acts(game: TimeMasters, state: MastersState) -> Iterator[Choice]:
    decision = game.decision(state)
    assert decision is not None and decision.choices is not None
    seen = set()
    for choice in decision.choices:
        key = game.key(choice, state)
        if key not in seen and choice.kind not in ("pass", "end"):
            seen.add(key)
            yield choice


def start(game: TimeMasters, names: Sequence[str]) -> MastersState:
    """These cards in hand, and Kè for all that can be done with them."""
    return scene(hand=", ".join(names), ke=(60, 60, 0), game=game).state


NAMES = sorted(card.name for card in printed_pool().cards)


@pytest.mark.parametrize("down", [False, True])
def test_no_two_cards_go_round(down: bool) -> None:
    game = load()
    chance = Stacked(game, down)
    for names in combinations_with_replacement(NAMES, 2):
        assert loop(game, start(game, names), chance) is None, names


def test_no_hands_at_random_go_round() -> None:
    game = load()
    stream = Stream(numbered_seed(1), "loops")
    for number in range(40):
        names = [NAMES[stream.below(len(NAMES))] for _ in range(4 + number % 2)]
        assert loop(game, start(game, names), Stacked(game, bool(number & 2))) is None, names


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_no_three_cards_go_round() -> None:
    game = load()
    for down in (False, True):
        for names in combinations_with_replacement(NAMES, 3):
            assert loop(game, start(game, names), Stacked(game, down)) is None, names


def test_the_search_finds_a_loop_where_there_is_one() -> None:
    """A Concentration that draws, which no card file may have: two of them draw each other."""
    cards = [
        msgspec.structs.replace(card, effects=(Draw(1),)) if card.name == "Concentration" else card
        for card in printed_pool().cards
    ]
    game = TimeMasters(MastersPool([MastersCardFile("tm", 0, tuple(cards))]))
    found = loop(game, start(game, ["Concentration", "Concentration"]), Stacked(game, False))
    assert found is not None and set(found) == {"concentrate Concentration"}
    assert loop(game, start(game, ["Concentration"]), Stacked(game, False)) is None
