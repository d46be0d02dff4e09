"""Which card in play sits in which slot (R7), for drawing: the rules only ask how many can sit."""

from __future__ import annotations

from typing import NamedTuple

from core.wrinkles.card_kinds import BASE_SLOTS, SELECTORS, bit
from core.wrinkles.cards import WrinklesPool
from core.wrinkles.state import WrinklesState

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

    def __init__(self, pool: WrinklesPool, view: WrinklesState, seat: int) -> None:
        cards = view.cards
        self._board = tuple(view.board[seat])
        self._slots = [(bit(name), BASE) for name in BASE_SLOTS[seat]]
        for handle in self._board:
            self._slots += [(bits, handle) for bits in pool.slot_bits[cards[handle]]]
        self._slots += [(bits, THIS_TURN) for bits in view.turn_slots[seat]]
        masks = [pool.mask[cards[handle]] for handle in self._board]
        self._fits = [
            [n for n, (bits, source) in enumerate(self._slots) if mask & bits and source != handle]
            for handle, mask in zip(self._board, masks, strict=True)
        ]
        self._taken = [-1] * len(self._slots)
        self._standing = [
            handle
            for place, handle in enumerate(self._board)
            if not _find_seat(place, self._fits, self._taken, set())
        ]

    def room(self, mask: int) -> bool:
        """Whether one more card with these selectors could be seated."""
        fits = [n for n, (bits, _) in enumerate(self._slots) if mask & bits]
        return _find_seat(len(self._board), [*self._fits, fits], self._taken[:], set())

    def slots(self) -> list[Slot]:
        """A side's own slots first in their fixed order, then extra ones, then cards without a seat."""
        names = {bit(name): name for name in SELECTORS}
        found = [
            Slot(names[bits], source, -1 if place < 0 else self._board[place])
            for (bits, source), place in zip(self._slots, self._taken, strict=True)
        ]
        return found + [Slot("", BASE, handle) for handle in self._standing]


def _find_seat(place: int, fits: list[list[int]], taken: list[int], tried: set[int]) -> bool:
    """Seat one more card, moving others if need be (an augmenting path).

    `fits` has the slots each card fits, `taken` the card in each slot (-1: free), changed in place.
    """
    for n in fits[place]:
        if taken[n] < 0:
            taken[n] = place
            return True
    for n in fits[place]:
        if n not in tried:
            tried.add(n)
            if _find_seat(taken[n], fits, taken, tried):
                taken[n] = place
                return True
    return False
