"""Frames that work by themselves (R17).

Each worker settles its frame and returns True, or returns False if somebody has to be asked.
"""

from __future__ import annotations

from collections.abc import Callable

from core.contract.choice import Choice
from core.wrinkles.acts import ACTS
from core.wrinkles.moves import WrinklesMoves, one_answer, picks
from core.wrinkles.state import (
    COST,
    EFFECTS,
    ENTER,
    EXCHANGE,
    LOSE,
    OPTIONAL,
    ORDER,
    RESOLVE,
    SEEK,
    TARGET,
    TRIM,
)

HAND_LIMIT = 7
"""Cards a seat keeps in a Challenge phase."""


def _trim(moves: WrinklesMoves, frame: tuple[int, ...]) -> bool:
    if len(moves.state.hand[frame[1]]) > HAND_LIMIT:
        return False
    moves.state.todo.pop()
    return True


def _lose(moves: WrinklesMoves, frame: tuple[int, ...]) -> bool:
    _, seat, n, _ = frame
    if len(moves.state.hand[seat]) > n > 0:
        return False
    moves.state.todo.pop()
    if n:
        moves.discard_hand(seat)
    return True


PICKS = {TARGET: "target", COST: "pay", EXCHANGE: "replace"}
"""Picks of a card in play that has to be made, and the kind of choice that makes them."""


def _pick(moves: WrinklesMoves, frame: tuple[int, ...]) -> bool:
    """A pick of a card in play that has to be made: made here where it is one answer (R17)."""
    state = moves.state
    found = picks(moves.pool, moves.rooms, state, frame)
    if not found:
        state.todo.pop()
        return True
    handle = one_answer(state, found)
    if handle is None:
        return False
    kind = PICKS[frame[0]]
    ACTS[kind](moves, Choice(kind, (handle,)), frame)
    return True


def _optional(moves: WrinklesMoves, frame: tuple[int, ...]) -> bool:
    # To take none is another answer, so that one card is asked about, too.
    if picks(moves.pool, moves.rooms, moves.state, frame):
        return False
    moves.state.todo.pop()
    return True


def _order(moves: WrinklesMoves, frame: tuple[int, ...]) -> bool:
    _, _, seen, placed = frame
    if seen - placed > 1:
        return False
    moves.state.todo.pop()
    return True


def _seek(moves: WrinklesMoves, frame: tuple[int, ...]) -> bool:
    if moves.state.deck[frame[1]]:
        return False
    moves.state.todo.pop()
    return True


def _enter(moves: WrinklesMoves, frame: tuple[int, ...]) -> bool:
    _, seat, handle, done = frame
    state = moves.state
    effects = moves.pool.enters[state.cards[handle]]
    state.todo.pop()
    if done + 1 < len(effects):
        state.todo.append((ENTER, seat, handle, done + 1))
    effects[done].enter(moves, seat, handle)
    return True


def _resolve(moves: WrinklesMoves, frame: tuple[int, ...]) -> bool:
    _, seat, handle, target = frame
    moves.special(handle)
    moves.state.todo[-1] = (EFFECTS, seat, handle, target, 0)
    return True


def _effects(moves: WrinklesMoves, frame: tuple[int, ...]) -> bool:
    _, seat, handle, target, done = frame
    effects = moves.pool.cards[moves.special(handle)].effects
    moves.state.todo.pop()
    if done == len(effects):
        moves.put_away(seat, handle)
    else:
        moves.state.todo.append((EFFECTS, seat, handle, target, done + 1))
        effects[done].resolve(moves, seat, handle, target)
    return True


WORK: dict[int, Callable[[WrinklesMoves, tuple[int, ...]], bool]] = {
    **dict.fromkeys(PICKS, _pick),
    RESOLVE: _resolve,
    ENTER: _enter,
    OPTIONAL: _optional,
    LOSE: _lose,
    TRIM: _trim,
    ORDER: _order,
    SEEK: _seek,
    EFFECTS: _effects,
}
"""The worker of each frame; those that are always asked have none."""
