"""What each effect does, and what choices and frames that work by themselves have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.timemasters import cards as c
from core.timemasters.choices import returnable
from core.timemasters.costs import price, split
from core.timemasters.moves import Moves
from core.timemasters.state import (
    BANISH,
    DISCARD,
    LOOK,
    LOSE,
    PAY,
    REPEAT,
    RETURN,
    RUN,
    TAKE,
    TARGET,
    opponents,
    owner_of_timer,
)

Frame = tuple[int, ...]


def half(n: int) -> int:
    """Half of a number, rounded up."""
    return (n + 1) // 2


def run(moves: Moves, seat: int, handle: int, card: int, which: int = c.EFFECTS, times: int = 1) -> None:
    """Have the effects of a card happen, so many times, before anything else goes on."""
    if times and moves.pool.effects[card][which]:
        moves.state.todo.append((RUN, seat, handle, card, which, 0, times))


def run_frame(moves: Moves, frame: Frame) -> bool:
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
    effect = effects[at]
    _DO[type(effect)](moves, effect, seat, handle)
    return True


# Effects that are done at once.


def _recover(moves: Moves, effect: c.Recover, seat: int, handle: int) -> None:
    moves.recover(seat, effect.n)


def _recover_half(moves: Moves, effect: c.RecoverHalf, seat: int, handle: int) -> None:
    moves.recover(seat, half(moves.state.spent[seat]))


def _recover_all(moves: Moves, effect: c.RecoverAll, seat: int, handle: int) -> None:
    moves.recover(seat, moves.state.spent[seat])


def _ephemeral(moves: Moves, effect: c.Ephemeral, seat: int, handle: int) -> None:
    moves.gain_ephemeral(seat, effect.n)


def _permanent(moves: Moves, effect: c.Permanent, seat: int, handle: int) -> None:
    moves.state.active[seat] += effect.n
    moves.tell("permanent", seat, n=effect.n)


def _draw(moves: Moves, effect: c.Draw, seat: int, handle: int) -> None:
    moves.draw(seat, effect.n)


def _discount(moves: Moves, effect: c.Discount, seat: int, handle: int) -> None:
    if effect.next:
        moves.state.next_less += effect.n
        moves.tell("next-less", seat, n=effect.n)
    else:
        moves.state.less += effect.n
        moves.tell("less", seat, n=effect.n)


def _surcharge(moves: Moves, effect: c.Surcharge, seat: int, handle: int) -> None:
    for other in opponents(moves.state, seat):
        moves.state.surcharge[other] += effect.n
        moves.tell("surcharge", other, n=effect.n)


def _cap(moves: Moves, effect: c.Cap, seat: int, handle: int) -> None:
    cap = moves.state.cap
    for other in opponents(moves.state, seat):
        cap[other] = min(cap[other] or effect.n, effect.n)
        moves.tell("cap", other, n=cap[other])


def _steal(moves: Moves, effect: c.Steal, seat: int, handle: int) -> None:
    state, stolen = moves.state, 0
    for other in opponents(state, seat):
        lost = min(effect.n, state.active[other])
        state.active[other] -= lost
        state.spent[other] += lost
        stolen += lost
        moves.tell("robbed", other, n=lost)
    moves.recover(seat, stolen)


def _count_as(moves: Moves, effect: c.CountAs, seat: int, handle: int) -> None:
    moves.state.extra += effect.n - 1
    moves.tell("counts", seat, handle, effect.n)


def _access_again(moves: Moves, effect: c.AccessAgain, seat: int, handle: int) -> None:
    moves.state.again += 1
    moves.tell("twice", seat)


# Effects that ask.


def _discard(moves: Moves, effect: c.Discard, seat: int, handle: int) -> None:
    moves.state.todo.append((DISCARD, seat, effect.n))


def _return(moves: Moves, effect: c.Return, seat: int, handle: int) -> None:
    kind = c.KINDS.index(effect.of) if effect.of else -1
    frame = (RETURN, seat, effect.n, int(effect.up_to), kind)
    moves.state.todo.append(frame)
    if not returnable(moves.pool, moves.state, frame):
        moves.tell("nothing", seat)


def _banish(moves: Moves, effect: c.Banish, seat: int, handle: int) -> None:
    moves.state.todo.append(
        (BANISH, seat, effect.n, int(effect.up_to), int(effect.pile), int(effect.draw), 0)
    )
    if not moves.state.hand[seat] and not (effect.pile and moves.state.pile[seat]):
        moves.tell("nothing", seat)


def _look(moves: Moves, effect: c.Look, seat: int, handle: int) -> None:
    moves.lay_aside(seat, effect.n)
    moves.state.todo.append((LOOK, seat))


def _opponents_discard(moves: Moves, effect: c.OpponentsDiscard, seat: int, handle: int) -> None:
    moves.state.todo += [(LOSE, other, effect.n) for other in reversed(opponents(moves.state, seat))]


def _opponents_discard_half(moves: Moves, effect: c.OpponentsDiscardHalf, seat: int, handle: int) -> None:
    moves.state.todo += [(LOSE, other, -1) for other in reversed(opponents(moves.state, seat))]


def _take(moves: Moves, effect: c.Take, seat: int, handle: int) -> None:
    moves.state.todo.append((TAKE, seat, sum(1 << level - 1 for level in set(effect.levels))))


def _break_timer(moves: Moves, effect: c.BreakTimer, seat: int, handle: int) -> None:
    moves.state.todo.append((TARGET, seat, 0))


def _force_timer(moves: Moves, effect: c.ForceTimer, seat: int, handle: int) -> None:
    moves.state.todo.append((TARGET, seat, 1))


def _repeat(moves: Moves, effect: c.Repeat, seat: int, handle: int) -> None:
    moves.state.todo.append((REPEAT, seat, handle, effect.n, int(effect.up_to), -1))


_DO: dict[type[Any], Callable[[Moves, Any, int, int], None]] = {
    c.Recover: _recover,
    c.RecoverHalf: _recover_half,
    c.RecoverAll: _recover_all,
    c.Ephemeral: _ephemeral,
    c.Permanent: _permanent,
    c.Draw: _draw,
    c.Discard: _discard,
    c.Return: _return,
    c.Banish: _banish,
    c.Look: _look,
    c.Discount: _discount,
    c.Surcharge: _surcharge,
    c.Cap: _cap,
    c.OpponentsDiscard: _opponents_discard,
    c.OpponentsDiscardHalf: _opponents_discard_half,
    c.Steal: _steal,
    c.Take: _take,
    c.BreakTimer: _break_timer,
    c.ForceTimer: _force_timer,
    c.CountAs: _count_as,
    c.AccessAgain: _access_again,
    c.Repeat: _repeat,
}


# What acts and workers share.

DISCARDED = {DISCARD: "discard", LOSE: "lose"}
"""What is told of a hand card discarded at each of these frames."""


def activate(moves: Moves, seat: int, handle: int, kind: str) -> None:
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


def aim(moves: Moves, handle: int, force: bool) -> None:
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


def delay(moves: Moves, seat: int, handle: int, card: int) -> None:
    """A hand card goes face down under a Timer."""
    state = moves.state
    state.hand[seat].remove(card)
    timer = next(one for one in state.timers[seat] if one.handle == handle)
    moves.change_timer(seat, timer._replace(under=(*timer.under, card)))
    moves.tell("delay", seat, handle, len(timer.under) + 1)
    moves.tell("under", seat, card)


def go_onto(moves: Moves, seat: int, spell: int, timer: int) -> None:
    """The Timer that a spell goes onto is known; next it is paid for."""
    moves.state.todo.append((PAY, seat, spell, timer))


def pay(moves: Moves, frame: Frame, ephemeral_first: bool) -> None:
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


def _tell_paid(moves: Moves, seat: int, ephemeral: int) -> None:
    if ephemeral:
        moves.tell("paid", seat, n=ephemeral)


def regain(moves: Moves, seat: int, handle: int) -> None:
    """A card of the discard pile goes to the hand."""
    moves.state.pile[seat].remove(handle)
    moves.state.hand[seat].append(handle)
    moves.tell("return", seat, handle)


def repeat(moves: Moves, seat: int, handle: int) -> None:
    """The effects of a spell in the Spell zone happen again."""
    moves.tell("repeat", seat, handle)
    run(moves, seat, handle, moves.state.cards[handle])
