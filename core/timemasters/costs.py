"""What spells cost and what may be spent; access points and what they open. All from public facts.

The bare functions are what the rules count with; the classes say the same with its reasons, for boards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.timemasters.state import MastersState, Timer

if TYPE_CHECKING:
    from core.timemasters.cards import MastersPool

PRINTED = "printed"
"""The part of a sum that is on the card; the other parts of a cost are named by the constants below."""
SURCHARGE = "surcharge"
NEXT = "next"
TURN = "turn"
ON_TIMER = "timer"
AT_LEAST = "at least 0"


def change(state: MastersState, seat: int) -> int:
    """What the waiting modifiers add to the cost of a spell of the seat whose turn it is (T3)."""
    return state.surcharge[seat] - state.next_less - state.less


def payable(state: MastersState, seat: int) -> int:
    """The most Kè a seat can spend in its turn from now on: what it has, within the cap (T5)."""
    room = state.active[seat] + state.ephemeral[seat]
    cap = state.cap[seat]
    if not cap:
        return room
    return min(room, cap - state.paid if seat == state.mover else cap)


def price(pool: MastersPool, state: MastersState, seat: int, card: int, timer: int = -1) -> int:
    """What a spell costs the seat now: into the Spell zone, or onto a Timer of this handle."""
    cost = pool.cost[card] + change(state, seat)
    if timer >= 0:
        cost -= pool.discount[state.cards[timer]]
    return max(cost, 0)


def free_timers(pool: MastersPool, state: MastersState, seat: int) -> list[Timer]:
    """The seat's Timers with a free slot."""
    cards, slots = state.cards, pool.slots
    return [timer for timer in state.timers[seat] if len(timer.spells) < slots[cards[timer.handle]]]


def best_timer(pool: MastersPool, state: MastersState, seat: int) -> int:
    """How much less a spell costs on the best of the seat's free Timers; -1 if it has none."""
    if not state.timers[seat]:
        return -1
    cards, discount = state.cards, pool.discount
    return max((discount[cards[timer.handle]] for timer in free_timers(pool, state, seat)), default=-1)


def timers_for(pool: MastersPool, state: MastersState, seat: int, spell: int) -> list[int]:
    """The seat's free Timers that it can pay for to place this spell on, whose card is known to all."""
    card, room = state.cards[spell], payable(state, seat)
    return [
        timer.handle
        for timer in free_timers(pool, state, seat)
        if price(pool, state, seat, card, timer.handle) <= room
    ]


def split(state: MastersState, seat: int, cost: int, ephemeral_first: bool) -> tuple[int, int]:
    """The (permanent, ephemeral) Kè that a payment takes."""
    if ephemeral_first:
        used = min(cost, state.ephemeral[seat])
        return cost - used, used
    used = min(cost, state.active[seat])
    return used, cost - used


def points_left(state: MastersState) -> int:
    """The access points of the seat whose turn it is that are not spent yet."""
    return len(state.zone[state.mover]) + state.extra - state.used


def may_access(state: MastersState, place: int) -> bool:
    """Whether a Sphere (by its place in State.spheres) was not accessed as often as it may be this turn."""
    times = state.accessed[place]
    return not times or (times == 1 and state.again > 0)


def open_spheres(state: MastersState) -> list[tuple[int, int]]:
    """The Spheres that the points left open now: (top card, the card beneath or -1 if that is too dear)."""
    left = points_left(state)
    found = []
    for place, sphere in enumerate(state.spheres[:left]):
        if sphere and may_access(state, place):
            beneath = sphere[-2] if len(sphere) > 1 and left > place + 1 else -1
            found.append((sphere[-1], beneath))
    return found


# The same, with reasons.


class Price(NamedTuple):
    """What a spell in hand would cost now in one place, and why."""

    timer: int
    """The Timer it would go onto; -1 for the Spell zone."""
    cost: int
    parts: tuple[tuple[str, int], ...]
    """What the cost is made of, in this order and without what adds nothing: (PRINTED, the printed cost),
    (SURCHARGE, more by opponents' spells), (NEXT, less for the next spell alone), (TURN, less for the rest
    of the turn), (ON_TIMER, less on this Timer), (AT_LEAST, what brings it up to 0). Signed; they add up to
    `cost`."""
    why_not: str | None
    """Why it can't be paid, as short as a table cell; None if it can."""
    permanent_first: tuple[int, int]
    """The (permanent, ephemeral) Kè it takes if permanent ones go first; (0, 0) if it can't be paid."""
    ephemeral_first: tuple[int, int]
    """The same if ephemeral ones go first; equal where there is nothing to choose."""


def explain(pool: MastersPool, state: MastersState, seat: int, card: int, timer: int = -1) -> Price:
    """What a spell of this identity would cost the seat now, into the Spell zone or onto a Timer.

    For a seat whose turn it isn't, what it would cost if its turn began now.
    """
    own_turn = seat == state.mover
    less = (state.next_less, state.less) if own_turn else (0, 0)
    on_timer = pool.discount[state.cards[timer]] if timer >= 0 else 0
    parts = [
        (PRINTED, pool.cost[card]),
        (SURCHARGE, state.surcharge[seat]),
        (NEXT, -less[0]),
        (TURN, -less[1]),
        (ON_TIMER, -on_timer),
    ]
    total = sum(n for _, n in parts)
    if total < 0:
        parts.append((AT_LEAST, -total))
    cost = max(total, 0)
    why_not = _why_not(state, seat, cost)
    found = tuple(part for part in parts if part[1] or part[0] == PRINTED)
    if why_not is not None:
        return Price(timer, cost, found, why_not, (0, 0), (0, 0))
    return Price(timer, cost, found, None, split(state, seat, cost, False), split(state, seat, cost, True))


def _why_not(state: MastersState, seat: int, cost: int) -> str | None:
    had, room = state.active[seat] + state.ephemeral[seat], payable(state, seat)
    if cost > had:
        return f"costs {cost} Kè, you have {had}"
    return f"costs {cost} Kè, you may spend {room} more" if cost > room else None


class Points(NamedTuple):
    """The access points of this turn."""

    spells: int
    """One for each card in the Spell zone."""
    extra: int
    """More by effects."""
    used: int

    @property
    def left(self) -> int:
        return self.spells + self.extra - self.used


def points(state: MastersState) -> Points:
    """The access points of the seat whose turn it is, with where they come from."""
    return Points(len(state.zone[state.mover]), state.extra, state.used)


class Opening(NamedTuple):
    """What one Sphere offers to the seat whose turn it is."""

    level: int
    top: int
    """Handle of the top card; -1 if the Sphere is empty."""
    cards: int
    """How many cards are in it."""
    price: int
    """Access points for the top card; the card beneath costs one more."""
    can_top: bool
    can_beneath: bool
    why_not: str | None
    """Why the top card can't be taken now, as short as a table cell; None if it can (in the access phase)."""


def openings(state: MastersState) -> list[Opening]:
    """All Spheres, and what the points left open of them."""
    left = points_left(state)
    found = []
    for place, sphere in enumerate(state.spheres):
        level, why_not = place + 1, None
        if not sphere:
            why_not = "empty"
        elif not may_access(state, place):
            why_not = "accessed this turn" if state.accessed[place] == 1 else "accessed twice this turn"
        elif left < level:
            why_not = f"needs {level - left} more"
        open_ = why_not is None
        beneath = open_ and len(sphere) > 1 and left > level
        found.append(
            Opening(level, sphere[-1] if sphere else -1, len(sphere), level, open_, beneath, why_not)
        )
    return found
