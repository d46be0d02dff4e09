"""The course of a match: turns, phases, and all that follows from a choice by itself.

What is still to be done is a stack of frames in the state (state.py has the words). A choice settles the
top frame; then frames are worked off until one has to be asked.
"""

from __future__ import annotations

from core.contract.choice import Choice
from core.timemasters import actions
from core.timemasters.acts import ACTS
from core.timemasters.frames import WORK
from core.timemasters.moves import MastersMoves
from core.timemasters.state import (
    ACCESS,
    EMPTY_SPHERES,
    ENDING,
    GO,
    HAND,
    MAIN,
    MAX_TURNS,
    PASSED_ROUNDS,
    PASSES,
    SPHERES,
    SPHERES_EMPTY,
    TIMER,
    TIMERS,
    TURNS,
    empty_spheres,
)

Frame = tuple[int, ...]


def begin(moves: MastersMoves) -> None:
    """Start the first turn, and go on to the first decision."""
    moves.tell("start", moves.state.first)
    _begin_turn(moves, moves.state.first)
    advance(moves)


def _begin_turn(moves: MastersMoves, seat: int) -> None:
    state, slots = moves.state, moves.pool.slots
    state.mover = seat
    state.phase = TIMER
    moves.tell("turn", seat, n=state.round)
    full = [
        timer.handle for timer in state.timers[seat] if len(timer.spells) == slots[state.cards[timer.handle]]
    ]
    if full:
        moves.tell("phase", seat, n=TIMER)
    state.todo += [(ENDING, seat), (SPHERES, seat), (GO, seat, 1), (TIMERS, seat, *full)]


def _timers(moves: MastersMoves, frame: Frame) -> bool:
    """Each full Timer is activated or delayed (T23); without a hand card a last one can only be activated."""
    _, seat, *full = frame
    state = moves.state
    if not full:
        state.todo.pop()
        return True
    if len(full) > 1 or state.hand[seat]:
        return False
    state.todo[-1] = (TIMERS, seat)
    actions.activate(moves, seat, full[0], "activate")
    return True


def _go(moves: MastersMoves, frame: Frame) -> bool:
    if moves.state.phase != MAIN:
        moves.state.phase = MAIN
        moves.tell("phase", frame[1], n=MAIN)
    return False


def _spheres(moves: MastersMoves, frame: Frame) -> bool:
    if moves.state.phase != ACCESS:
        moves.state.phase = ACCESS
        moves.tell("phase", frame[1], n=ACCESS)
    return False


def _ending(moves: MastersMoves, frame: Frame) -> bool:
    """The end phase; then the next seat's turn, or the end of the match."""
    seat, state = frame[1], moves.state
    state.todo.pop()
    moves.tell("ending", seat)
    zone = state.zone[seat]
    if zone:
        moves.tell("swept", seat, n=len(zone))
        state.pile[seat] += zone
        zone.clear()
    if state.refill:
        wanted = HAND - sum(len(timer.under) for timer in state.timers[seat])
        if len(state.hand[seat]) < wanted:
            moves.draw(seat, wanted - len(state.hand[seat]))
    else:
        moves.tell("no-refill", seat)
    state.surcharge[seat] = state.cap[seat] = 0
    state.next_less = state.less = state.paid = state.extra = state.used = state.again = 0
    state.accessed = [0] * len(state.accessed)
    state.refill = 1
    after = (seat + 1) % state.seats
    if after == state.first:
        _end_round(moves)
        if state.over:
            return True
        state.round += 1
    _begin_turn(moves, after)
    return True


def _end_round(moves: MastersMoves) -> None:
    state = moves.state
    most = state.options[MAX_TURNS]
    if empty_spheres(state) >= EMPTY_SPHERES:
        moves.finish(SPHERES_EMPTY)
    elif most and state.round >= most:
        moves.finish(TURNS)
    elif state.passes >= PASSED_ROUNDS * state.seats:
        moves.finish(PASSES)


def advance(moves: MastersMoves) -> None:
    """Work off frames until one has to be asked or the match is over."""
    state = moves.state
    todo = state.todo
    while not state.over:
        frame = todo[-1]
        if not _WORKERS[frame[0]](moves, frame):
            return


def apply(moves: MastersMoves, choice: Choice) -> None:
    """Make a legal choice and go on to the next decision."""
    state = moves.state
    frame = state.todo[-1]
    state.news = 0
    ACTS[choice.kind](moves, choice, frame)
    advance(moves)
    if not state.over and state.todo[-1][1] != frame[1]:
        state.news = 1


_WORKERS = WORK | {TIMERS: _timers, GO: _go, SPHERES: _spheres, ENDING: _ending}
