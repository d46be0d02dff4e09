"""Frames of the todo list that work by themselves (T29).

A worker settles its frame and returns True, or returns False if somebody has to be asked.
"""

from __future__ import annotations

from collections.abc import Callable

from core.timemasters import actions
from core.timemasters.choices import repeatable, returnable, takeable, targets
from core.timemasters.costs import price, split, timers_for
from core.timemasters.effects import half
from core.timemasters.moves import MastersMoves
from core.timemasters.state import (
    AWAY,
    BANISH,
    DISCARD,
    LOOK,
    LOSE,
    ONTO,
    PAIR,
    PAY,
    REPEAT,
    RETURN,
    RUN,
    TAKE,
    TARGET,
    UNDER,
)

Frame = tuple[int, ...]


def _under_work(moves: MastersMoves, frame: Frame) -> bool:
    _, seat, timer = frame
    hand = moves.state.hand[seat]
    if len(hand) > 1:
        return False
    moves.state.todo.pop()
    actions.delay(moves, seat, timer, hand[0])
    return True


def _pair_work(moves: MastersMoves, frame: Frame) -> bool:
    seat = frame[1]
    if len(moves.state.hand[seat]) > 1:
        return False
    moves.state.todo.pop()
    moves.discard_hand(seat, "pair")
    moves.recover(seat, 1)
    return True


def _onto_work(moves: MastersMoves, frame: Frame) -> bool:
    _, seat, spell = frame
    timers = timers_for(moves.pool, moves.state, seat, spell)
    if len(timers) > 1:
        return False
    moves.state.todo.pop()
    actions.go_onto(moves, seat, spell, timers[0])
    return True


def _pay_work(moves: MastersMoves, frame: Frame) -> bool:
    _, seat, spell, timer = frame
    state = moves.state
    if state.ephemeral[seat] and state.active[seat]:
        cost = price(moves.pool, state, seat, state.cards[spell], timer)
        if cost and split(state, seat, cost, False) != split(state, seat, cost, True):
            return False
    state.todo.pop()
    actions.pay(moves, frame, False)
    return True


def _away_work(moves: MastersMoves, frame: Frame) -> bool:
    _, seat, handle = frame
    moves.state.todo.pop()
    moves.state.pending.remove(handle)
    moves.state.pile[seat].append(handle)
    return True


def _discard_work(moves: MastersMoves, frame: Frame) -> bool:
    op, seat, n = frame
    hand = len(moves.state.hand[seat])
    if n < 0:
        n = half(hand)
        moves.state.todo[-1] = (op, seat, n)
    if hand > n > 0:
        return False
    moves.state.todo.pop()
    if n:
        moves.discard_hand(seat, actions.DISCARDED[op])
    if op == LOSE and frame[2] and not hand:
        moves.tell("no-card", seat)
    return True


def _return_work(moves: MastersMoves, frame: Frame) -> bool:
    _, seat, n, may_stop, _ = frame
    cards = returnable(moves.pool, moves.state, frame)
    if n and cards and (may_stop or len(cards) > n):
        return False
    moves.state.todo.pop()
    if n:
        for handle in cards[:]:
            actions.regain(moves, seat, handle)
    return True


def _banish_work(moves: MastersMoves, frame: Frame) -> bool:
    _, seat, n, may_stop, from_pile, draws, done = frame
    state = moves.state
    there = [*state.hand[seat], *(state.pile[seat] if from_pile else ())]
    if n and there and (may_stop or len(there) > n):
        return False
    state.todo.pop()
    if n:
        for handle in there:
            moves.show_all(handle)
            moves.banish(seat, handle)
            done += 1
    if draws and done:
        moves.draw(seat, done)
    return True


def _look_work(moves: MastersMoves, frame: Frame) -> bool:
    aside = moves.state.aside
    if len(aside) > 1:
        return False
    moves.state.todo.pop()
    if aside:
        moves.keep(frame[1], aside[0])
    return True


def _take_work(moves: MastersMoves, frame: Frame) -> bool:
    cards = takeable(moves.state, frame)
    if len(cards) > 1:
        return False
    moves.state.todo.pop()
    if cards:
        moves.take(frame[1], cards[0])
    else:
        moves.tell("nothing", frame[1])
    return True


def _target_work(moves: MastersMoves, frame: Frame) -> bool:
    timers = targets(moves.state, frame)
    if len(timers) > 1:
        return False
    moves.state.todo.pop()
    if timers:
        actions.aim(moves, timers[0], bool(frame[2]))
    else:
        moves.tell("nothing", frame[1])
    return True


def _repeat_work(moves: MastersMoves, frame: Frame) -> bool:
    _, seat, source, n, may_stop, before = frame
    spells = repeatable(moves.pool, moves.state, frame) if n else []
    if spells and (may_stop or len(spells) > 1):
        return False
    moves.state.todo.pop()
    if spells:
        if n > 1:
            moves.state.todo.append((REPEAT, seat, source, n - 1, may_stop, spells[0]))
        actions.repeat(moves, seat, spells[0])
    elif n and before < 0:
        moves.tell("nothing", seat)
    return True


WORK: dict[int, Callable[[MastersMoves, Frame], bool]] = {
    UNDER: _under_work,
    PAIR: _pair_work,
    ONTO: _onto_work,
    PAY: _pay_work,
    RUN: actions.run_frame,
    AWAY: _away_work,
    DISCARD: _discard_work,
    LOSE: _discard_work,
    RETURN: _return_work,
    BANISH: _banish_work,
    LOOK: _look_work,
    TAKE: _take_work,
    TARGET: _target_work,
    REPEAT: _repeat_work,
}
"""The worker of each frame that isn't a phase; flow.py has those."""
