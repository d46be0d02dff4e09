"""Choices: each settles the frame that was asked. What follows from it is flow.py's."""

from __future__ import annotations

from collections.abc import Callable

from core.contract.choice import HIDDEN, Choice
from core.contract.knowledge import turn_up
from core.timemasters import actions
from core.timemasters.moves import MastersMoves
from core.timemasters.state import (
    AWAY,
    BANISH,
    GO,
    ONTO,
    PAIR,
    PAY,
    REPEAT,
    TIMERS,
    UNDER,
    Timer,
)

Frame = tuple[int, ...]


def _pass(moves: MastersMoves, choice: Choice, frame: Frame) -> None:
    seat, state = frame[1], moves.state
    state.todo.pop()
    state.passes += 1
    moves.tell("pass", seat)
    moves.recover(seat, state.spent[seat])
    if state.released[seat]:
        for handle in state.released[seat]:
            state.pile[seat].append(handle)
            moves.tell("lapse", seat, handle)
        state.twice = [handle for handle in state.twice if handle not in state.released[seat]]
        state.released[seat].clear()
        state.refill = 0


def _end(moves: MastersMoves, choice: Choice, frame: Frame) -> None:
    moves.state.todo.pop()
    moves.state.passes = 0
    moves.tell("end", frame[1])


def _acts(moves: MastersMoves, seat: int) -> None:
    """Something is done in the main phase: from now on the seat can't pass in it."""
    if moves.state.todo[-1][2]:
        moves.state.todo[-1] = (GO, seat, 0)


def _cast(moves: MastersMoves, choice: Choice, frame: Frame) -> None:
    seat, handle = frame[1], choice.handles[0]
    _acts(moves, seat)
    moves.leave_hand(seat, handle, choice.card)
    moves.state.pending.append(handle)
    moves.state.todo.append((PAY, seat, handle, -1) if choice.kind == "cast" else (ONTO, seat, handle))


def _timer(moves: MastersMoves, choice: Choice, frame: Frame) -> None:
    seat, handle = frame[1], choice.handles[0]
    _acts(moves, seat)
    moves.leave_hand(seat, handle, choice.card)
    moves.state.timers[seat].append(Timer(handle))
    moves.tell("timer", seat, handle)


def _concentrate(moves: MastersMoves, choice: Choice, frame: Frame) -> None:
    seat, handle = frame[1], choice.handles[0]
    _acts(moves, seat)
    moves.leave_hand(seat, handle, choice.card)
    moves.state.pending.append(handle)
    moves.state.todo.append((AWAY, seat, handle))
    moves.tell("concentrate", seat, handle)
    actions.run(moves, seat, handle, choice.card)


def _release(moves: MastersMoves, choice: Choice, frame: Frame) -> None:
    seat, handle = frame[1], choice.handles[0]
    state = moves.state
    _acts(moves, seat)
    state.released[seat].remove(handle)
    state.zone[seat].append(handle)
    times = 1
    if handle in state.twice:
        state.twice.remove(handle)
        times = 2
    moves.tell("release", seat, handle)
    actions.run(moves, seat, handle, state.cards[handle], times=times)


def _activate(moves: MastersMoves, choice: Choice, frame: Frame) -> None:
    seat, handle = frame[1], choice.handles[0]
    if frame[0] == TIMERS:
        _settle(moves, frame, handle)
    else:
        _acts(moves, seat)
    actions.activate(moves, seat, handle, "activate")


def _delay(moves: MastersMoves, choice: Choice, frame: Frame) -> None:
    handle = choice.handles[0]
    _settle(moves, frame, handle)
    moves.state.todo.append((UNDER, frame[1], handle))


def _settle(moves: MastersMoves, frame: Frame, handle: int) -> None:
    """One of the Timers that are full at the beginning of a turn needs no more answer."""
    moves.state.todo[-1] = (*frame[:2], *(one for one in frame[2:] if one != handle))


def _under(moves: MastersMoves, choice: Choice, frame: Frame) -> None:
    moves.state.todo.pop()
    actions.delay(moves, frame[1], frame[2], choice.handles[0])


def _discard(moves: MastersMoves, choice: Choice, frame: Frame) -> None:
    op, seat = frame[:2]
    handle = choice.handles[0]
    turn_up(moves.state, handle, choice.card, moves.all)
    if op == GO:
        _acts(moves, seat)
        moves.state.todo.append((PAIR, seat))
        moves.discard(seat, handle, "pair")
    elif op == PAIR:
        moves.state.todo.pop()
        moves.discard(seat, handle, "pair")
        moves.recover(seat, 1)
    else:
        moves.state.todo[-1] = (op, seat, frame[2] - 1)
        moves.discard(seat, handle, actions.DISCARDED[op])


def _onto(moves: MastersMoves, choice: Choice, frame: Frame) -> None:
    moves.state.todo.pop()
    actions.go_onto(moves, frame[1], frame[2], choice.handles[0])


def _permanent(moves: MastersMoves, choice: Choice, frame: Frame) -> None:
    moves.state.todo.pop()
    actions.pay(moves, frame, choice.kind == "ephemeral")


def _return(moves: MastersMoves, choice: Choice, frame: Frame) -> None:
    op, seat, n, may_stop, kind = frame
    moves.state.todo[-1] = (op, seat, n - 1, may_stop, kind)
    actions.regain(moves, seat, choice.handles[0])


def _banish(moves: MastersMoves, choice: Choice, frame: Frame) -> None:
    _, seat, n, may_stop, from_pile, draws, done = frame
    handle = choice.handles[0]
    if choice.card != HIDDEN:
        turn_up(moves.state, handle, choice.card, moves.all)
    moves.state.todo[-1] = (BANISH, seat, n - 1, may_stop, from_pile, draws, done + 1)
    moves.banish(seat, handle)


def _done(moves: MastersMoves, choice: Choice, frame: Frame) -> None:
    todo = moves.state.todo
    if frame[0] == BANISH:
        _, seat, _, may_stop, from_pile, draws, done = frame
        todo[-1] = (BANISH, seat, 0, may_stop, from_pile, draws, done)
    else:
        todo.pop()


def _keep(moves: MastersMoves, choice: Choice, frame: Frame) -> None:
    moves.state.todo.pop()
    moves.keep(frame[1], choice.handles[0])


def _take(moves: MastersMoves, choice: Choice, frame: Frame) -> None:
    moves.state.todo.pop()
    moves.take(frame[1], choice.handles[0])


def _target(moves: MastersMoves, choice: Choice, frame: Frame) -> None:
    moves.state.todo.pop()
    actions.aim(moves, choice.handles[0], bool(frame[2]))


def _repeat(moves: MastersMoves, choice: Choice, frame: Frame) -> None:
    _, seat, source, n, may_stop, _ = frame
    handle = choice.handles[0]
    moves.state.todo[-1] = (REPEAT, seat, source, n - 1, may_stop, handle)
    actions.repeat(moves, seat, handle)


def _access(moves: MastersMoves, choice: Choice, frame: Frame) -> None:
    state, handle = moves.state, choice.handles[0]
    place = next(n for n, sphere in enumerate(state.spheres) if handle in sphere[-2:])
    if state.accessed[place]:
        state.again -= 1
    state.accessed[place] += 1
    state.used += place + 1 + (choice.kind == "beneath")
    moves.take(frame[1], handle)


ACTS: dict[str, Callable[[MastersMoves, Choice, Frame], None]] = {
    "pass": _pass,
    "end": _end,
    "cast": _cast,
    "place": _cast,
    "timer": _timer,
    "concentrate": _concentrate,
    "release": _release,
    "activate": _activate,
    "delay": _delay,
    "under": _under,
    "discard": _discard,
    "onto": _onto,
    "permanent": _permanent,
    "ephemeral": _permanent,
    "return": _return,
    "banish": _banish,
    "done": _done,
    "keep": _keep,
    "take": _take,
    "target": _target,
    "repeat": _repeat,
    "access": _access,
    "beneath": _access,
}
"""What each kind of choice does."""
