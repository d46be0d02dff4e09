"""How both totals come about, in sentences: what is printed, what gives and takes most."""

from __future__ import annotations

from collections import Counter

from core.wrinkles.cards import WrinklesPool
from core.wrinkles.force import PRINTED, THIS_TURN, explain, forces
from core.wrinkles.state import EVIL, GOOD, WrinklesState
from core.wrinkles.text import whose

_NAMED = 3
"""How many cards of each sort are named at most."""


def account(pool: WrinklesPool, view: WrinklesState) -> list[str]:
    """A few sentences a side, as the Test would go now. Boards are public, so every reader hears them."""
    found = []
    for seat in (GOOD, EVIL):
        found += _side(pool, view, seat)
    return found


def totals(pool: WrinklesPool, view: WrinklesState) -> list[str]:
    """One sentence a side: what its total is made of."""
    return [_side(pool, view, seat)[0] for seat in (GOOD, EVIL)]


def _side(pool: WrinklesPool, view: WrinklesState, seat: int) -> list[str]:
    board = view.board[seat]
    mine, theirs = whose(seat, view), whose(1 - seat, view)
    if not board:
        return [f"{mine.capitalize()} 0: no card in play."]
    given: Counter[int] = Counter()
    taken: Counter[int] = Counter()
    printed = 0
    for handle in board:
        for source, force in explain(pool, view, handle):
            if source == PRINTED:
                printed += force
            else:
                (given if force > 0 else taken)[source] += abs(force)
    counts = Counter(dict(zip(board, forces(pool, view, seat), strict=True)))
    total, plus, minus = counts.total(), given.total(), taken.total()
    cards = "1 card" if len(board) == 1 else f"{len(board)} cards"
    parts = [f"{printed} printed on {cards}"]
    if plus:
        parts.append(f"{plus} more by bonuses")
    if minus:
        parts.append(f"{minus} less by {theirs} cards")
    spared = total - (printed + plus - minus)
    if spared:
        parts.append(f"{spared} of that not counted, since no card is below 0")
    found = [f"{mine.capitalize()} {total}: {', '.join(parts)}."]
    best = _named(pool, view, counts)
    if len(board) > 1 and best:
        found.append(f"{mine.capitalize()} strongest: {best}.")
    if plus:
        found.append(f"Most was given by {_named(pool, view, given, '+')}.")
    if minus:
        found.append(f"Most was taken by {_named(pool, view, taken, '-')}.")
    return found


def _named(pool: WrinklesPool, view: WrinklesState, counts: Counter[int], sign: str = "") -> str:
    ranked = sorted((pair for pair in counts.items() if pair[1]), key=lambda pair: -pair[1])
    return ", ".join(f"{_name(pool, view, handle)} {sign}{n}" for handle, n in ranked[:_NAMED])


def _name(pool: WrinklesPool, view: WrinklesState, handle: int) -> str:
    return "Specials of this turn" if handle == THIS_TURN else pool.cards[view.cards[handle]].name
