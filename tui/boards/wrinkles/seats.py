"""Which card in play sits in which slot, for drawing. (The rules only ever ask how many can sit.)"""

from __future__ import annotations

from typing import NamedTuple

from core.wrinkles.cards import BASE_SLOTS, SELECTORS, bit
from core.wrinkles.state import State
from core.wrinkles.wrinkles import Wrinkles

BASE = -1
"""Source of a slot the side has of its own."""
THIS_TURN = -2
"""Source of a slot that a Special gave until the end of the turn."""


class Slot(NamedTuple):
    """A slot of a board, or a card that has lost its seat."""

    name: str
    """The selector it seats, such as `character`; empty for a card without a seat."""
    source: int
    """The handle of the card that gives it, or BASE or THIS_TURN."""
    handle: int
    """The card that sits there; -1 if it is free."""

    @property
    def extra(self) -> bool:
        """Whether it is more than the side's own slots."""
        return self.source != BASE


def slots_of(game: Wrinkles, view: State, seat: int) -> list[Slot]:
    """A seat's slots, its own first in their fixed order, then extra ones, then cards without a seat.

    As many cards as possible are seated, in the order they came into play, in own slots rather than in
    extra ones.
    """
    pool, cards, board = game.pool, view.cards, view.board[seat]
    slots = [(bit(name), BASE) for name in BASE_SLOTS[seat]]
    for handle in board:
        slots += [(bits, handle) for bits in pool.slot_bits[cards[handle]]]
    slots += [(bits, THIS_TURN) for bits in view.turn_slots[seat]]
    taken = [-1] * len(slots)

    def seated(handle: int, tried: set[int]) -> bool:
        mask = pool.mask[cards[handle]]
        fitting = [n for n, (bits, source) in enumerate(slots) if mask & bits and source != handle]
        for n in fitting:
            if taken[n] < 0:
                taken[n] = handle
                return True
        for n in fitting:
            if n not in tried:
                tried.add(n)
                if seated(taken[n], tried):
                    taken[n] = handle
                    return True
        return False

    standing = [handle for handle in board if not seated(handle, set())]
    names = {bit(name): name for name in SELECTORS}
    found = [Slot(names[bits], source, handle) for (bits, source), handle in zip(slots, taken, strict=True)]
    return found + [Slot("", BASE, handle) for handle in standing]
