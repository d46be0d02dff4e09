"""What a seat may do: the open decision with its legal choices, and why anything else is illegal.

The kinds of decisions, and what can be chosen in each (H is a handle; `H=id` names the card for all):

    timers   a full Timer: `activate H`, or `delay H` with a hand card (only with cards in hand)
    under    which hand card goes face down under the Timer: `under H`
    main     `pass` (only as the first thing), `end`, `cast H=id` into the Spell zone, `place H=id` onto a
             Timer, `timer H=id` (play it), `concentrate H=id`, `release H` (play a released spell),
             `activate H` (a Timer), `discard H=id` (one of two, for a Kè)
    pair     the second of two hand cards discarded for a Kè: `discard H=id`
    onto     on which Timer the spell is placed: `onto H`
    pay      with which Kè first: `permanent` or `ephemeral`
    discard  hand cards discarded for an own effect: `discard H=id`
    lose     the same for an opponent's: `discard H=id`
    return   cards of the discard pile: `return H`, or `done` where it may stop
    banish   cards: `banish H=id` from the hand, `banish H` from the discard pile, or `done` where it may stop
    look     one of the cards laid aside goes to the hand: `keep H`
    take     the top card of a Sphere, for an effect: `take H`
    target   an opponent's Timer: `target H`
    repeat   a spell in the Spell zone: `repeat H`, or `done` where it may stop
    access   `access H`, the top card of a Sphere; `beneath H`, the card beneath it; or `done`

`limit` is how many more picks of this kind may follow; `about` the card whose effect asks, or the spell or
Timer that the question is about.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.contract.choice import Choice, Decision
from core.contract.knowledge import everyone, face
from core.contract.state import FULL
from core.contract.stop import Halt
from core.timemasters import costs
from core.timemasters.card_kinds import CONCENTRATION, SPELL
from core.timemasters.card_kinds import TIMER as TIMER_CARD
from core.timemasters.state import (
    BANISH,
    DISCARD,
    GO,
    LOOK,
    LOSE,
    ONTO,
    PAIR,
    PAY,
    REPEAT,
    RETURN,
    RUN,
    SPHERES,
    TAKE,
    TARGET,
    TIMERS,
    UNDER,
    MastersState,
    opponents,
)

if TYPE_CHECKING:
    from core.timemasters.cards import MastersPool

PASS = Choice("pass")
END = Choice("end")
DONE = Choice("done")
PERMANENT = Choice("permanent")
EPHEMERAL = Choice("ephemeral")

NAMES = {
    TIMERS: "timers",
    UNDER: "under",
    GO: "main",
    PAIR: "pair",
    ONTO: "onto",
    PAY: "pay",
    DISCARD: "discard",
    LOSE: "lose",
    RETURN: "return",
    BANISH: "banish",
    LOOK: "look",
    TAKE: "take",
    TARGET: "target",
    REPEAT: "repeat",
    SPHERES: "access",
}
"""Decision.kind for each frame that is asked."""

OWN_GO = (TIMERS, GO, SPHERES)
"""Questions that an act always begins with."""
_IN_ACT = (UNDER, PAIR, ONTO, PAY)
"""Questions that always belong to an act begun before."""
_COUNTED = (DISCARD, LOSE, RETURN, BANISH)
"""Questions with a number of picks, in place 2 of their frame."""


def decision(pool: MastersPool, state: MastersState) -> Decision | None:
    """The open decision; None when the match is over."""
    if state.over:
        return None
    frame = state.todo[-1]
    op, seat = frame[0], frame[1]
    choices = CHOICES[op](pool, state, frame) if state.viewer in (FULL, seat) else None
    if op in OWN_GO:
        return Decision(seat, NAMES[op], choices)
    if op in _IN_ACT:
        about: tuple[int, ...] = frame[2:3]
        return Decision(seat, NAMES[op], choices, bool(state.news), about)
    limit = frame[2] if op in _COUNTED else frame[3] if op == REPEAT else 0
    return Decision(seat, NAMES[op], choices, bool(state.news), _source(state), limit)


def _source(state: MastersState) -> tuple[int, ...]:
    """The card whose effect is going on, if it still lies where everybody sees it."""
    for frame in reversed(state.todo):
        if frame[0] == RUN:
            seen = state.known[frame[2]] == everyone(state.seats)
            return (frame[2],) if seen and state.cards[frame[2]] == frame[3] else ()
    return ()


def halt(pool: MastersPool, state: MastersState) -> Halt | None:
    """Where no Sphere can be accessed (any more), everybody can see it; nothing else may go unasked."""
    if state.over or state.todo[-1][0] != SPHERES:
        return None
    return Halt("Access", DONE, len(_access(pool, state, state.todo[-1])) > 1, guarded=True)


def _timers(pool: MastersPool, state: MastersState, frame: tuple[int, ...]) -> list[Choice]:
    full = frame[2:]
    choices = [Choice("activate", (handle,)) for handle in full]
    if state.hand[frame[1]]:
        choices += [Choice("delay", (handle,)) for handle in full]
    return choices


def _under(pool: MastersPool, state: MastersState, frame: tuple[int, ...]) -> list[Choice]:
    return [Choice("under", (handle,)) for handle in state.hand[frame[1]]]


def _main(pool: MastersPool, state: MastersState, frame: tuple[int, ...]) -> list[Choice]:
    seat, cards, kind = frame[1], state.cards, pool.kind
    hand, released, timers = state.hand[seat], state.released[seat], state.timers[seat]
    choices = [PASS] if frame[2] else []
    if not released:
        choices.append(END)
    room = costs.payable(state, seat)
    change = costs.change(state, seat)
    free = costs.best_timer(pool, state, seat)
    for handle in hand:
        card = cards[handle]
        what = kind[card]
        if what == SPELL:
            cost = pool.cost[card] + change
            if cost <= room:
                choices.append(Choice("cast", (handle,), card))
            if free >= 0 and cost - free <= room:
                choices.append(Choice("place", (handle,), card))
        elif what == CONCENTRATION:
            choices.append(Choice("concentrate", (handle,), card))
        else:
            choices.append(Choice("timer", (handle,), card))
    if released:
        choices += [Choice("release", (handle,)) for handle in released]
    if timers:
        choices += [Choice("activate", (timer.handle,)) for timer in timers]
    if len(hand) > 1:
        choices += [Choice("discard", (handle,), cards[handle]) for handle in hand]
    return choices


def _from_hand(pool: MastersPool, state: MastersState, frame: tuple[int, ...]) -> list[Choice]:
    cards = state.cards
    return [Choice("discard", (handle,), cards[handle]) for handle in state.hand[frame[1]]]


def _onto(pool: MastersPool, state: MastersState, frame: tuple[int, ...]) -> list[Choice]:
    return [Choice("onto", (handle,)) for handle in costs.timers_for(pool, state, frame[1], frame[2])]


def _pay(pool: MastersPool, state: MastersState, frame: tuple[int, ...]) -> list[Choice]:
    return [PERMANENT, EPHEMERAL]


def _return(pool: MastersPool, state: MastersState, frame: tuple[int, ...]) -> list[Choice]:
    choices = [Choice("return", (handle,)) for handle in returnable(pool, state, frame)]
    return [*choices, DONE] if frame[3] else choices


def returnable(pool: MastersPool, state: MastersState, frame: tuple[int, ...]) -> list[int]:
    """The cards in the discard pile that a RETURN frame may take."""
    _, seat, _, _, kind = frame
    if kind < 0:
        return state.pile[seat]
    return [handle for handle in state.pile[seat] if pool.kind[face(state, handle)] == kind]


def _banish(pool: MastersPool, state: MastersState, frame: tuple[int, ...]) -> list[Choice]:
    _, seat, _, may_stop, from_pile, _, _ = frame
    cards = state.cards
    choices = [Choice("banish", (handle,), cards[handle]) for handle in state.hand[seat]]
    if from_pile:
        choices += [Choice("banish", (handle,)) for handle in state.pile[seat]]
    return [*choices, DONE] if may_stop else choices


def _look(pool: MastersPool, state: MastersState, frame: tuple[int, ...]) -> list[Choice]:
    return [Choice("keep", (handle,)) for handle in state.aside]


def _take(pool: MastersPool, state: MastersState, frame: tuple[int, ...]) -> list[Choice]:
    return [Choice("take", (handle,)) for handle in takeable(state, frame)]


def takeable(state: MastersState, frame: tuple[int, ...]) -> list[int]:
    """The top cards that a TAKE frame may take."""
    return [sphere[-1] for place, sphere in enumerate(state.spheres) if sphere and frame[2] >> place & 1]


def _target(pool: MastersPool, state: MastersState, frame: tuple[int, ...]) -> list[Choice]:
    return [Choice("target", (handle,)) for handle in targets(state, frame)]


def targets(state: MastersState, frame: tuple[int, ...]) -> list[int]:
    """The Timers that a TARGET frame may choose from."""
    return [timer.handle for seat in opponents(state, frame[1]) for timer in state.timers[seat]]


def _repeat(pool: MastersPool, state: MastersState, frame: tuple[int, ...]) -> list[Choice]:
    choices = [Choice("repeat", (handle,)) for handle in repeatable(pool, state, frame)]
    return [*choices, DONE] if frame[4] else choices


def repeatable(pool: MastersPool, state: MastersState, frame: tuple[int, ...]) -> list[int]:
    """The spells that a REPEAT frame may repeat: others, none twice, none that repeats (T14)."""
    _, seat, source, _, _, before = frame
    repeats, cards = pool.repeats, state.cards
    return [
        handle
        for handle in state.zone[seat]
        if handle != source and handle != before and not repeats[cards[handle]]
    ]


def _access(pool: MastersPool, state: MastersState, frame: tuple[int, ...]) -> list[Choice]:
    choices = [DONE]
    for handle, beneath in costs.open_spheres(state):
        choices.append(Choice("access", (handle,)))
        if beneath >= 0:
            choices.append(Choice("beneath", (beneath,)))
    return choices


CHOICES: dict[int, Callable[[MastersPool, MastersState, tuple[int, ...]], list[Choice]]] = {
    TIMERS: _timers,
    UNDER: _under,
    GO: _main,
    PAIR: _from_hand,
    ONTO: _onto,
    PAY: _pay,
    DISCARD: _from_hand,
    LOSE: _from_hand,
    RETURN: _return,
    BANISH: _banish,
    LOOK: _look,
    TAKE: _take,
    TARGET: _target,
    REPEAT: _repeat,
    SPHERES: _access,
}
"""The legal choices at each frame that is asked."""

_VERBS = {
    TIMERS: ("activate", "delay"),
    UNDER: ("under",),
    GO: ("pass", "end", "cast", "place", "timer", "concentrate", "release", "activate", "discard"),
    PAIR: ("discard",),
    ONTO: ("onto",),
    PAY: ("permanent", "ephemeral"),
    DISCARD: ("discard",),
    LOSE: ("discard",),
    RETURN: ("return", "done"),
    BANISH: ("banish", "done"),
    LOOK: ("keep",),
    TAKE: ("take",),
    TARGET: ("target",),
    REPEAT: ("repeat", "done"),
    SPHERES: ("access", "beneath", "done"),
}
_FROM_HAND = ("cast", "place", "timer", "concentrate", "discard", "under")
_PLAYED = {"cast": SPELL, "place": SPELL, "concentrate": CONCENTRATION, "timer": TIMER_CARD}


def why_not(pool: MastersPool, state: MastersState, choice: Choice) -> str:
    """The reason why a choice that is not in the legal list can't be made, in a sentence."""
    frame = state.todo[-1]
    op, seat = frame[0], frame[1]
    verbs = _VERBS[op]
    if choice.kind not in verbs:
        if not any(choice.kind in known for known in _VERBS.values()):
            return f"There is no such choice in this game; the question is one of: {', '.join(verbs)}."
        return f"You can't choose {choice.kind} now; the question is one of: {', '.join(verbs)}."
    handle = choice.handles[0] if len(choice.handles) == 1 else -1
    if choice.kind in _FROM_HAND:
        if handle not in state.hand[seat]:
            return "That card is not in your hand."
        if choice.kind == "under":
            return "A card goes face down under a Timer: it isn't named."
        if choice.card != state.cards[handle]:
            return "That card is not what the choice says it is."
    return _WHY_NOT.get(choice.kind, _not_here)(pool, state, seat, choice)


def _unplayable(pool: MastersPool, state: MastersState, seat: int, choice: Choice) -> str:
    name = pool.cards[choice.card].name
    what = pool.kind[choice.card]
    if what != _PLAYED[choice.kind]:
        how = {SPELL: "cast", CONCENTRATION: "played with `concentrate`", TIMER_CARD: "played with `timer`"}
        return f"{name} can't be chosen so: it is {how[what]}."
    if choice.kind == "cast":
        return f"{name} can't be cast: it {costs.explain(pool, state, seat, choice.card).why_not}."
    timers = [timer.handle for timer in costs.free_timers(pool, state, seat)]
    if not timers:
        return f"{name} can't be placed: no Timer of yours has a free slot."
    prices = [costs.explain(pool, state, seat, choice.card, timer) for timer in timers]
    return f"{name} can't be placed: it {min(prices, key=lambda price: price.cost).why_not}."


def _not_passed(pool: MastersPool, state: MastersState, seat: int, choice: Choice) -> str:
    return "You can pass only as the first thing in your main phase; you may end the phase."


def _not_ended(pool: MastersPool, state: MastersState, seat: int, choice: Choice) -> str:
    waiting = ", ".join(pool.cards[state.cards[handle]].name for handle in state.released[seat])
    return f"Released spells must be played before the phase ends: {waiting}."


def _no_pair(pool: MastersPool, state: MastersState, seat: int, choice: Choice) -> str:
    return "It takes two hand cards to recover a Kè so."


def _no_sphere(pool: MastersPool, state: MastersState, seat: int, choice: Choice) -> str:
    handle = choice.handles[0] if choice.handles else -1
    for opening, sphere in zip(costs.openings(state), state.spheres, strict=True):
        if handle in sphere[-2:]:
            if opening.why_not is not None:
                return f"Sphere {opening.level} can't be accessed: {opening.why_not}."
            if (choice.kind == "access") == (handle == sphere[-1]):
                return f"The card beneath the top of Sphere {opening.level} costs {opening.price + 1} points."
    return "That card can't be taken: only the top card of a Sphere, or the one beneath it."


def _not_here(pool: MastersPool, state: MastersState, seat: int, choice: Choice) -> str:
    if choice.kind in ("permanent", "ephemeral", "done"):
        return f"There is no card to be named with {choice.kind}."
    return "That card can't be chosen here."


_WHY_NOT: dict[str, Callable[[MastersPool, MastersState, int, Choice], str]] = {
    "pass": _not_passed,
    "end": _not_ended,
    "cast": _unplayable,
    "place": _unplayable,
    "timer": _unplayable,
    "concentrate": _unplayable,
    "discard": _no_pair,
    "access": _no_sphere,
    "beneath": _no_sphere,
}
