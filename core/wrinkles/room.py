"""Seats and room (R3, R7): which slots a board has, and whether one more card fits.

A card in play has a seat if it can be matched to a slot; a slot never seats its own source. There is room
for a card if one more card can be seated with it. All of that is worked out once for a board, as the mask
of selectors there is room for, and then read off for every card in hand.
"""

from __future__ import annotations

from core.wrinkles.cards import BASE_SLOTS, SELECTORS, Pool, bit

Board = tuple[int, ...]
"""Identities of the cards in play of one side."""
Slots = tuple[int, ...]
"""Selector bits of slots that come from Specials and last until the end of the turn."""

_CACHE = 20_000


class Rooms:
    """Answers questions about room for one pool, remembering the boards it was asked about."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._base = tuple(tuple(bit(name) for name in side) for side in BASE_SLOTS)
        self._simple = self._simple_bits(pool)
        self._known: dict[tuple[int, Board, Slots], tuple[int, int]] = {}

    def _simple_bits(self, pool: Pool) -> int:
        """Categories that only count: no card in them fits any other slot or gives a slot of its own kind."""
        slot_bits = {b for side in self._base for b in side}
        slot_bits |= {b for given in pool.slots for b in (bit(slot.match) for slot in given)}
        simple = 0
        for name in SELECTORS:
            one = bit(name)
            members = [card for card, mask in enumerate(pool.mask) if mask & one]
            fits_more = any(pool.mask[card] & other for card in members for other in slot_bits - {one})
            gives_own = any(one in pool.slot_bits[card] for card in members)
            if one in slot_bits and not fits_more and not gives_own:
                simple |= one
        return simple

    def survey(self, side: int, board: Board, extra: Slots) -> tuple[int, int]:
        """(mask of the selectors there is room for, number of cards without a seat)."""
        key = (side, board, extra)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _CACHE:
                self._known.clear()
            found = self._known[key] = self._survey(side, board, extra)
        return found

    def _survey(self, side: int, board: Board, extra: Slots) -> tuple[int, int]:
        pool, simple = self._pool, self._simple
        free: dict[int, int] = {}
        slots: list[tuple[int, int]] = []
        for one in (*self._base[side], *extra):
            if one & simple:
                free[one] = free.get(one, 0) + 1
            else:
                slots.append((one, -1))
        cards: list[int] = []
        for place, card in enumerate(board):
            mask = pool.mask[card]
            if mask & simple:
                free[mask & simple] = free.get(mask & simple, 0) - 1
            else:
                cards.append(place)
            for one in pool.slot_bits[card]:
                if one & simple:
                    free[one] = free.get(one, 0) + 1
                else:
                    slots.append((one, place))
        room = unseated = 0
        for one, left in free.items():
            if left > 0:
                room |= one
            else:
                unseated -= left
        bits, rest = self._match(board, cards, slots)
        return room | bits, unseated + rest

    def _match(self, board: Board, cards: list[int], slots: list[tuple[int, int]]) -> tuple[int, int]:
        """Seat as many of these cards as can be; (mask of slots that could be freed, cards left over)."""
        masks = self._pool.mask
        fits = {
            place: [
                n for n, (one, source) in enumerate(slots) if masks[board[place]] & one and source != place
            ]
            for place in cards
        }
        taken = [-1] * len(slots)

        def seat(place: int, tried: set[int]) -> bool:
            for n in fits[place]:
                if n not in tried:
                    tried.add(n)
                    if taken[n] < 0 or seat(taken[n], tried):
                        taken[n] = place
                        return True
            return False

        left = sum(not seat(place, set()) for place in cards)
        # A slot can be freed if it is free, or if its card can move to a slot that can be freed.
        open_slots = {n for n, place in enumerate(taken) if place < 0}
        grown = bool(open_slots)
        while grown:
            grown = False
            for n, place in enumerate(taken):
                if n not in open_slots and any(other in open_slots for other in fits[place]):
                    open_slots.add(n)
                    grown = True
        bits = 0
        for n in open_slots:
            bits |= slots[n][0]
        return bits, left

    def replaceable(self, side: int, board: Board, extra: Slots, card: int, first: bool = False) -> list[int]:
        """Places on the board whose card this one may replace (R3); at most one place if `first`."""
        mask = self._pool.mask[card]
        limit = self.survey(side, board, extra)[1]
        found: list[int] = []
        missed: list[int] = []
        for place in range(len(board)):
            rest = board[:place] + board[place + 1 :]
            # Without the new card's own slots: enough if it fits, and quick, since boards repeat.
            room, unseated = self.survey(side, rest, extra)
            if unseated + (not mask & room) <= limit:
                found.append(place)
                if first:
                    return found
            else:
                missed.append(place)
        if self._pool.slot_bits[card]:
            for place in missed:
                after = (*board[:place], *board[place + 1 :], card)
                if self.survey(side, after, extra)[1] <= limit:
                    found.append(place)
            found.sort()
        return found[:1] if first else found
