"""The course of a match: turns, phases, and all that follows from a choice by itself.

What is still to be done is a stack of frames in the state (state.py has the words). A choice settles the
top frame; then frames are worked off until one has to be asked.
"""

from __future__ import annotations

from core.contract.choice import Choice
from core.wrinkles import force
from core.wrinkles.acts import ACTS
from core.wrinkles.frames import WORK
from core.wrinkles.moves import WrinklesMoves
from core.wrinkles.state import (
    BALANCE,
    CHALLENGE,
    DESTINY,
    EVIL,
    EVIL_DRAW,
    FRESH,
    GOOD,
    KINDS,
    MAX_TURNS,
    PHASES,
    TEST,
    TOKENS,
    TRIM,
    TURNS,
    WINDOW,
    leader_of,
)

DRAWS = 7
"""Cards drawn in a Destiny phase."""


def begin(moves: WrinklesMoves) -> None:
    """Start the phase the state is in, and go on to the first decision."""
    _begin_phase(moves)
    advance(moves)


def _begin_phase(moves: WrinklesMoves) -> None:
    state = moves.state
    kind = KINDS[state.phase]
    leader = leader_of(state)
    state.old = [len(pile) for pile in state.pile]
    state.limit = [-1, -1]
    if state.phase == 0:
        moves.tell("turn", leader, n=state.turn)
    moves.tell("phase", leader, n=state.phase)
    if kind == DESTINY:
        for seat in (GOOD, EVIL):
            n = DRAWS + (state.options[EVIL_DRAW] if seat == EVIL else 0)
            if state.phase == 0:
                n += sum(moves.pool.destiny[state.cards[handle]] for handle in state.board[seat])
            moves.draw(seat, n)
    elif kind == CHALLENGE:
        state.todo += [(TRIM, 1 - leader, 1), (TRIM, leader, 1)]
    elif kind == TEST:
        state.todo.append((BALANCE, -1))
    state.todo.append((WINDOW, leader, 0))


def _end_phase(moves: WrinklesMoves) -> None:
    state = moves.state
    state.phase += 1
    if state.phase == len(PHASES):
        state.phase = 0
        _end_turn(moves)
        if state.over:
            return
        state.turn += 1
    _begin_phase(moves)


def _balance(moves: WrinklesMoves, frame: tuple[int, ...]) -> bool:
    state = moves.state
    state.todo.pop()
    totals = force.totals(moves.pool, state)
    for seat in (GOOD, EVIL):
        moves.tell("total", seat, n=totals[seat])
    winner = GOOD if totals[GOOD] >= totals[EVIL] else EVIL
    state.tokens[winner] += 1
    state.tokens[1 - winner] -= 1
    moves.tell("token", winner, n=state.tokens[winner])
    if state.tokens[1 - winner] == 0:
        state.over = TOKENS
        moves.tell("won", winner)
    return True


def _end_turn(moves: WrinklesMoves) -> None:
    state = moves.state
    state.turn_bonus = [[], []]
    state.turn_slots = [[], []]
    if state.options[FRESH]:
        for seat in (GOOD, EVIL):
            moves.tell("swept", seat, n=len(state.board[seat]))
            state.pile[seat] += state.board[seat]
            state.board[seat] = []
    if state.options[MAX_TURNS] and state.turn >= state.options[MAX_TURNS]:
        state.over = TURNS
        moves.tell("won", GOOD if state.tokens[GOOD] >= state.tokens[EVIL] else EVIL)


def advance(moves: WrinklesMoves) -> None:
    """Work off frames until one has to be asked or the match is over."""
    state = moves.state
    todo = state.todo
    while not state.over:
        if not todo:
            _end_phase(moves)
            continue
        frame = todo[-1]
        work = _WORKERS.get(frame[0])
        if work is None or not work(moves, frame):
            return


def apply(moves: WrinklesMoves, choice: Choice) -> None:
    """Make a legal choice and go on to the next decision."""
    frame = moves.state.todo[-1]
    ACTS[choice.kind](moves, choice, frame)
    advance(moves)


_WORKERS = WORK | {BALANCE: _balance}
