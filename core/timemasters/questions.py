"""The question of each decision, in a sentence or two."""

from __future__ import annotations

from collections.abc import Callable

from core.contract.choice import HIDDEN, Decision
from core.timemasters import costs
from core.timemasters.cards import MastersPool
from core.timemasters.state import PAY, TARGET, MastersState
from core.timemasters.text import SEATS, bare_name, find_timer, timer_name
from core.words import counted, listed


def ask(pool: MastersPool, decision: Decision, view: MastersState) -> str:
    """The question of a decision."""
    return _ASK[decision.kind](pool, decision, view)


def _about(pool: MastersPool, decision: Decision, view: MastersState) -> str:
    return bare_name(pool, view, decision.about[0]) if decision.about else "The effect"


def _how_many(decision: Decision, may_stop: bool) -> str:
    """What follows a question for cards one by one."""
    if may_stop:
        return f" Up to {decision.limit}, or done." if decision.limit > 1 else " One more, or done."
    return f" {decision.limit} to choose." if decision.limit > 1 else ""


def _ask_timers(pool: MastersPool, decision: Decision, view: MastersState) -> str:
    full = [timer for handle in view.todo[-1][2:] if (timer := find_timer(view, handle)) is not None]
    names = listed(timer_name(pool, view, timer) for timer in full)
    are, it, its = ("are", "each", "its") if len(full) > 1 else ("is", "it", "its")
    may = f"Activate {it}, so that {its} spells must be played this turn"
    if not view.hand[decision.seat]:
        return f"Timer phase: {names} {are} full. {may}."
    return f"Timer phase: {names} {are} full. {may}; or delay {it} with a card from your hand."


def _ask_under(pool: MastersPool, decision: Decision, view: MastersState) -> str:
    return (
        f"Which card goes face down under {_about(pool, decision, view)}? Until the Timer leaves play you"
        " refill your hand to one card less."
    )


def _ask_main(pool: MastersPool, decision: Decision, view: MastersState) -> str:
    seat = decision.seat
    said = f"Main phase: {counted(costs.payable(view, seat), 'Kè', 'Kè')} to spend, {_points(view)} so far."
    released = view.released[seat]
    if released:
        names = listed(bare_name(pool, view, handle) for handle in released)
        must = f"{names} {'is' if len(released) == 1 else 'are'} released and must be played"
        lost = ", or you pass and lose " + ("it" if len(released) == 1 else "them")
        return f"{said} {must} before the phase ends{lost if view.todo[-1][2] else ''}."
    if view.todo[-1][2]:
        return f"{said} Play cards, then end the phase; or pass, and all your permanent Kè become active."
    return f"{said} Go on, or end the phase."


def _points(view: MastersState) -> str:
    return counted(costs.points_left(view), "access point")


def _ask_pair(pool: MastersPool, decision: Decision, view: MastersState) -> str:
    return "Which second card do you discard to have a spent Kè active again?"


def _ask_onto(pool: MastersPool, decision: Decision, view: MastersState) -> str:
    return (
        f"On which Timer do you place {_about(pool, decision, view)}? You pay now; it has its effect when you"
        " play it after the Timer is activated."
    )


def _ask_pay(pool: MastersPool, decision: Decision, view: MastersState) -> str:
    frame = view.todo[-1]
    name, cost = _about(pool, decision, view), 0
    if frame[0] == PAY and view.cards[frame[2]] != HIDDEN:
        cost = costs.price(pool, view, decision.seat, view.cards[frame[2]], frame[3])
    return (
        f"{name} costs {cost} Kè: pay with permanent Kè first, which can be recovered, or with ephemeral Kè"
        " first, which are gone then?"
    )


def _ask_discard(pool: MastersPool, decision: Decision, view: MastersState) -> str:
    return f"{_about(pool, decision, view)}: discard {counted(decision.limit, 'card')} from your hand."


def _ask_lose(pool: MastersPool, decision: Decision, view: MastersState) -> str:
    by = f"{SEATS.name(view.mover)}'s {_about(pool, decision, view)}" if decision.about else "An attack"
    return f"{by}: you discard {counted(decision.limit, 'card')} from your hand, of your choice."


def _ask_return(pool: MastersPool, decision: Decision, view: MastersState) -> str:
    question = "which card of your discard pile comes back to your hand?"
    more = _how_many(decision, bool(view.todo[-1][3]))
    return f"{_about(pool, decision, view)}: {question}{more}"


def _ask_banish(pool: MastersPool, decision: Decision, view: MastersState) -> str:
    frame = view.todo[-1]
    where = "of your hand or discard pile" if frame[4] else "of your hand"
    draws = " You draw one for each afterwards." if frame[5] else ""
    more = _how_many(decision, bool(frame[3]))
    return f"{_about(pool, decision, view)}: which card {where} leaves the match for good?{more}{draws}"


def _ask_look(pool: MastersPool, decision: Decision, view: MastersState) -> str:
    question = "which of these cards do you take into your hand? The others are discarded."
    return f"{_about(pool, decision, view)}: {question}"


def _ask_take(pool: MastersPool, decision: Decision, view: MastersState) -> str:
    return f"{_about(pool, decision, view)}: which top card do you take into your hand? It is no access."


def _ask_target(pool: MastersPool, decision: Decision, view: MastersState) -> str:
    happens = "is discarded, with all that is on and under it"
    frame = view.todo[-1]
    if frame[0] == TARGET and frame[2]:
        happens = "is activated? Its owner plays the spells on it in its own next turn"
        return f"{_about(pool, decision, view)}: which opponent's Timer {happens}."
    return f"{_about(pool, decision, view)}: which opponent's Timer {happens}?"


def _ask_repeat(pool: MastersPool, decision: Decision, view: MastersState) -> str:
    more = _how_many(decision, bool(view.todo[-1][4]))
    return (
        f"{_about(pool, decision, view)}: the effect of which spell in your Spell zone happens again?{more}"
    )


def _ask_access(pool: MastersPool, decision: Decision, view: MastersState) -> str:
    if not costs.open_spheres(view):
        return (
            f"Access phase: {_points(view)}{' left' if view.used else ''}. No Sphere is open to you; go on."
        )
    if not view.used:
        each = "" if view.again else ", from each Sphere one"
        return f"Access phase: {_points(view)}. Take cards from the Spheres{each}, or be done."
    return f"Access phase: {_points(view)} left. Take another card, or be done."


_ASK: dict[str, Callable[[MastersPool, Decision, MastersState], str]] = {
    "timers": _ask_timers,
    "under": _ask_under,
    "main": _ask_main,
    "pair": _ask_pair,
    "onto": _ask_onto,
    "pay": _ask_pay,
    "discard": _ask_discard,
    "lose": _ask_lose,
    "return": _ask_return,
    "banish": _ask_banish,
    "look": _ask_look,
    "take": _ask_take,
    "target": _ask_target,
    "repeat": _ask_repeat,
    "access": _ask_access,
}
