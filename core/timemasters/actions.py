"""What choices and frames have in common: a card's effects run, spells are paid, Timers activated."""

from __future__ import annotations

from core.timemasters import cards as c
from core.timemasters.costs import price, split
from core.timemasters.moves import MastersMoves
from core.timemasters.state import (
    DISCARD,
    LOSE,
    PAY,
    RUN,
    owner_of_timer,
)

Frame = tuple[int, ...]


def run(
    moves: MastersMoves, seat: int, handle: int, card: int, which: int = c.EFFECTS, times: int = 1
) -> None:
    """Have the effects of a card happen, so many times, before anything else goes on."""
    if times and moves.pool.effects[card][which]:
        moves.state.todo.append((RUN, seat, handle, card, which, 0, times))


def run_frame(moves: MastersMoves, frame: Frame) -> bool:
    """Have the next effect of a RUN frame happen, or take the frame off when all have. True in any case."""
    _, seat, handle, card, which, at, times = frame
    todo = moves.state.todo
    effects = moves.pool.effects[card][which]
    if at == len(effects):
        at, times = 0, times - 1
        if not times:
            todo.pop()
            return True
        if which == c.EFFECTS:
            moves.tell("again", seat, handle)
    todo[-1] = (RUN, seat, handle, card, which, at + 1, times)
    effects[at].happen(moves, seat, handle)
    return True


DISCARDED = {DISCARD: "discard", LOSE: "lose"}
"""What is told of a hand card discarded at each of these frames."""


def activate(moves: MastersMoves, seat: int, handle: int, kind: str) -> None:
    """A seat's Timer goes to the discard pile, its spells are released, its effects happen (T16, T17)."""
    state, pool = moves.state, moves.pool
    timer = moves.take_timer(seat, handle)
    card = state.cards[handle]
    moves.tell(kind, seat, handle)
    moves.put_away(seat, timer)
    for spell in timer.spells:
        state.released[seat].append(spell)
        if pool.twice[card]:
            state.twice.append(spell)
        moves.tell("waits", seat, spell)
    run(moves, seat, handle, card, c.EACH, len(timer.spells))
    run(moves, seat, handle, card, c.ACTIVATION)


def aim(moves: MastersMoves, handle: int, force: bool) -> None:
    """An opponent's Timer is activated, or discarded with all on and under it."""
    state = moves.state
    seat = owner_of_timer(state, handle)
    if force:
        activate(moves, seat, handle, "forced")
        return
    timer = moves.take_timer(seat, handle)
    moves.tell("broken", seat, handle)
    for spell in timer.spells:
        state.pile[seat].append(spell)
        moves.tell("fallen", seat, spell)
    moves.put_away(seat, timer)


def delay(moves: MastersMoves, seat: int, handle: int, card: int) -> None:
    """A hand card goes face down under a Timer."""
    state = moves.state
    state.hand[seat].remove(card)
    timer = next(one for one in state.timers[seat] if one.handle == handle)
    moves.change_timer(seat, timer._replace(under=(*timer.under, card)))
    moves.tell("delay", seat, handle, len(timer.under) + 1)
    moves.tell("under", seat, card)


def go_onto(moves: MastersMoves, seat: int, spell: int, timer: int) -> None:
    """The Timer that a spell goes onto is known; next it is paid for."""
    moves.state.todo.append((PAY, seat, spell, timer))


def pay(moves: MastersMoves, frame: Frame, ephemeral_first: bool) -> None:
    """Pay for a spell and put it where it goes; its effect, or that of the Timer for placing, happens."""
    _, seat, spell, timer = frame
    state = moves.state
    card = state.cards[spell]
    cost = price(moves.pool, state, seat, card, timer)
    permanent, ephemeral = split(state, seat, cost, ephemeral_first)
    moves.pay(seat, permanent, ephemeral)
    state.pending.remove(spell)
    if timer < 0:
        state.zone[seat].append(spell)
        moves.tell("cast", seat, spell, cost)
        _tell_paid(moves, seat, ephemeral)
        run(moves, seat, spell, card)
    else:
        under = next(one for one in state.timers[seat] if one.handle == timer)
        moves.change_timer(seat, under._replace(spells=(*under.spells, spell)))
        moves.tell("place", seat, spell, cost)
        moves.tell("onto", seat, timer)
        _tell_paid(moves, seat, ephemeral)
        run(moves, seat, timer, state.cards[timer], c.PLACING)


def _tell_paid(moves: MastersMoves, seat: int, ephemeral: int) -> None:
    if ephemeral:
        moves.tell("paid", seat, n=ephemeral)


def regain(moves: MastersMoves, seat: int, handle: int) -> None:
    """A card of the discard pile goes to the hand."""
    moves.state.pile[seat].remove(handle)
    moves.state.hand[seat].append(handle)
    moves.tell("return", seat, handle)


def repeat(moves: MastersMoves, seat: int, handle: int) -> None:
    """The effects of a spell in the Spell zone happen again."""
    moves.tell("repeat", seat, handle)
    run(moves, seat, handle, moves.state.cards[handle])
