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


class Seating:
    """A seat's cards in play put into its slots.

    As many cards as possible are seated, in the order they came into play, in own slots rather than in
    extra ones.
    """

    def __init__(self, game: Wrinkles, view: State, seat: int) -> None:
        pool, cards = game.pool, view.cards
        self._masks = {handle: pool.mask[cards[handle]] for handle in view.board[seat]}
        self._slots = [(bit(name), BASE) for name in BASE_SLOTS[seat]]
        for handle in view.board[seat]:
            self._slots += [(bits, handle) for bits in pool.slot_bits[cards[handle]]]
        self._slots += [(bits, THIS_TURN) for bits in view.turn_slots[seat]]
        self._taken = [-1] * len(self._slots)
        self._standing = [
            handle for handle, mask in self._masks.items() if not self._seat(handle, mask, self._taken, set())
        ]

    def _seat(self, handle: int, mask: int, taken: list[int], tried: set[int]) -> bool:
        """Find a slot for a card, moving others if need be."""
        fitting = [n for n, (bits, source) in enumerate(self._slots) if mask & bits and source != handle]
        for n in fitting:
            if taken[n] < 0:
                taken[n] = handle
                return True
        for n in fitting:
            if n not in tried:
                tried.add(n)
                if self._seat(taken[n], self._masks[taken[n]], taken, tried):
                    taken[n] = handle
                    return True
        return False

    def room(self, mask: int) -> bool:
        """Whether one more card with these selectors could be seated."""
        return self._seat(-2, mask, self._taken[:], set())

    def slots(self) -> list[Slot]:
        """A side's own slots first in their fixed order, then extra ones, then cards without a seat."""
        names = {bit(name): name for name in SELECTORS}
        found = [
            Slot(names[bits], source, handle)
            for (bits, source), handle in zip(self._slots, self._taken, strict=True)
        ]
        return found + [Slot("", BASE, handle) for handle in self._standing]
