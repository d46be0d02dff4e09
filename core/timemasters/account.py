"""How the scores come about: cards by level for each seat, and what a spell's cost was made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from core.contract.event import Event, Told
from core.timemasters import costs
from core.timemasters.card_kinds import SPHERES
from core.timemasters.cards import MastersPool
from core.timemasters.state import SPHERE_CARDS, MastersState, ke
from core.timemasters.text import SEATS, whose
from core.words import capital, counted, listed


def levels(pool: MastersPool, view: MastersState, seat: int) -> Counter[int]:
    """How many cards of each level a seat owns, banished ones left out; known to all.

    Cards are shuffled only among those of their owner, and a seat takes cards face down, but from a Sphere
    whose level everybody knows. So what lies where tells the numbers, though not which card is which.
    """
    found = Counter(_origin(pool, view, handle) for handle in _owned(view, seat))
    found.subtract(pool.level[view.cards[handle]] for handle in view.banished[seat])
    return +found


def _owned(view: MastersState, seat: int) -> Iterable[int]:
    for zone in (view.deck, view.hand, view.pile, view.zone, view.released, view.banished):
        yield from zone[seat]
    for timer in view.timers[seat]:
        yield from (timer.handle, *timer.spells, *timer.under)
    if seat == view.mover:
        yield from (*view.pending, *view.aside)


def _origin(pool: MastersPool, view: MastersState, handle: int) -> int:
    """The level of the deck or Sphere that a handle was dealt to before the match."""
    end = len(pool.copies[0]) * view.seats
    setup = not any(view.box)  # Then a Sphere has no cards but those in the match.
    for level in range(1, SPHERES + 1):
        if handle < end:
            return level - 1
        end += SPHERE_CARDS if setup else len(pool.copies[level])
    return SPHERES


def account(pool: MastersPool, view: MastersState) -> list[str]:
    """A sentence a seat, as the scores would be now; with equal points also what decides between them."""
    found = [_seat(pool, view, seat) for seat in range(view.seats)]
    level = {seat for seat, n in enumerate(view.score) if view.score.count(n) > 1}
    if level:
        kes = listed(f"{_you(seat, view)} {ke(view, seat)}" for seat in sorted(level))
        found.append(f"At equal points more Kè decide: {kes}.")
    return found


def _you(seat: int, view: MastersState) -> str:
    return "you" if seat == view.viewer else SEATS.name(seat)


def _seat(pool: MastersPool, view: MastersState, seat: int) -> str:
    counts = levels(pool, view, seat)
    scoring = [f"{n} of level {level}" for level, n in sorted(counts.items()) if level]
    points = counted(view.score[seat], "point")
    start = f"{capital(whose(seat, view))} {points}"
    if not scoring:
        return f"{start}: only cards of level 0."
    return f"{start}: {listed(scoring)}."


_CHANGES = {
    costs.SURCHARGE: "more by an opponent's spell",
    costs.NEXT: "less for the next spell",
    costs.TURN: "less for the rest of the turn",
    costs.ON_TIMER: "less on this Timer",
}


def why_cost(pool: MastersPool, event: Event, before: MastersState) -> str | None:
    """What the Kè paid for a spell were made of, if they were not what is printed on it."""
    if not isinstance(event, Told) or event.kind not in ("cast", "place") or event.seat != before.mover:
        return None
    price = costs.explain(pool, before, event.seat, event.card)
    parts = [part for part in price.parts if part[0] in _CHANGES]
    if event.kind == "place" and price.cost > event.n:
        parts.append((costs.ON_TIMER, event.n - price.cost))
    said = changes(parts)
    return f"Printed cost {pool.cost[event.card]}; {said}." if said else None


def changes(parts: Iterable[tuple[str, int]]) -> str:
    """What makes a cost differ from the printed one: `1 more by an opponent's spell, 2 less for the next
    spell`; empty if nothing does."""
    return ", ".join(f"{abs(n)} {_CHANGES[part]}" for part, n in parts if part in _CHANGES)
