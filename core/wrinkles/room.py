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
        self._base_kinds = tuple(sum(set(side)) for side in self._base)
        self._simple = self._simple_bits(pool)
        self._counts = tuple(
            {one: side.count(one) for one in side if one & self._simple} for side in self._base
        )
        self._known: dict[tuple[int, Board, Slots], tuple[int, int]] = {}
        self._matched: dict[tuple[int, Board, Slots], tuple[int, int]] = {}

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
        masks, gives, simple = self._pool.mask, self._pool.slot_bits, self._simple
        free = self._counts[side].copy()
        loose: list[int] = []
        for one in extra:
            if one & simple:
                free[one] = free.get(one, 0) + 1
            else:
                loose.append(one)
        mixed: list[int] = []
        for card in board:
            counted = masks[card] & simple
            if counted:
                free[counted] = free.get(counted, 0) - 1
            else:
                mixed.append(card)
            for one in gives[card]:
                if one & simple:
                    free[one] = free.get(one, 0) + 1
                elif counted:
                    loose.append(one)
        room = unseated = 0
        for one, left in free.items():
            if left > 0:
                room |= one
            else:
                unseated -= left
        bits, rest = self._match(side, tuple(mixed), tuple(loose))
        return room | bits, unseated + rest

    def _match(self, side: int, mixed: Board, loose: Slots) -> tuple[int, int]:
        """Survey of the cards that don't just count; `loose` are slots that none of them gives."""
        key = (side, mixed, loose)
        found = self._matched.get(key)
        if found is None:
            if len(self._matched) >= _CACHE:
                self._matched.clear()
            found = self._matched[key] = self._work_out(side, mixed, loose)
        return found

    def _work_out(self, side: int, mixed: Board, loose: Slots) -> tuple[int, int]:
        """Seat as many of these cards as can be; (mask of slots that could be freed, cards left over)."""
        masks, gives, simple = self._pool.mask, self._pool.slot_bits, self._simple
        # Slots that few cards fit come before the wide base slots, so that most cards find a seat at once.
        slots = [(one, place) for place, card in enumerate(mixed) for one in gives[card] if not one & simple]
        slots += [(one, -1) for one in loose]
        slots += [(one, -1) for one in self._base[side] if not one & simple]
        taken = [-1] * len(slots)
        fits: list[list[int]] = []
        left = 0
        for place, card in enumerate(mixed):
            mask = masks[card]
            mine = [n for n, (one, source) in enumerate(slots) if mask & one and source != place]
            fits.append(mine)
            for n in mine:
                if taken[n] < 0:
                    taken[n] = place
                    break
            else:
                left += not _seat(place, fits, taken, set())
        # A slot can be freed if it is free, or if its card can move to a slot that can be freed.
        free = [n for n, place in enumerate(taken) if place < 0]
        held = [(n, place) for n, place in enumerate(taken) if place >= 0]
        for target in free:
            still = []
            for n, place in held:
                if target in fits[place]:
                    free.append(n)
                else:
                    still.append((n, place))
            held = still
        bits = 0
        for n in free:
            bits |= slots[n][0]
        return bits, left

    def can_replace(self, side: int, board: Board, extra: Slots, card: int) -> bool:
        """Whether this card, for which there is no room, may replace any card of the board (R3)."""
        masks, gives, simple = self._pool.mask, self._pool.slot_bits, self._simple
        room, _ = self.survey(side, board, extra)
        kinds = self._kinds(side, board, extra)
        mask = masks[card]
        for old in board:
            # A card that fits wherever the old one fits can take its seat, if no slot in use goes with it.
            if not masks[old] & kinds & ~mask:
                given = gives[old]
                if not given or (len(given) == 1 and given[0] & simple & room):
                    return True
        return bool(self.replaceable(side, board, extra, card, 1))

    def _kinds(self, side: int, board: Board, extra: Slots) -> int:
        """The mask of all slots this board has, free or not."""
        kinds = self._base_kinds[side]
        for one in extra:
            kinds |= one
        for card in board:
            for one in self._pool.slot_bits[card]:
                kinds |= one
        return kinds

    def replaceable(
        self, side: int, board: Board, extra: Slots, card: int, most: int | None = None
    ) -> list[int]:
        """Places on the board whose card this one, for which there is no room, may replace (R3).

        Stops at `most` of them.
        """
        masks, simple = self._pool.mask, self._simple
        mask, gives = masks[card], self._pool.slot_bits[card]
        limit = self.survey(side, board, extra)[1]
        # Where every card has a seat and the new one brings no slot that matters to others of its kind,
        # only a card of its own kind can make way for it.
        narrow = not limit and not any(one & ~simple for one in gives)
        found: list[int] = []
        for place, old in enumerate(board):
            if narrow and masks[old] & simple != mask & simple:
                continue
            rest = board[:place] + board[place + 1 :]
            # Without the new card's own slots first: that is enough if it fits, and such boards repeat.
            room, unseated = self.survey(side, rest, extra)
            if unseated + (not mask & room) <= limit or (
                gives and self.survey(side, (*rest, card), extra)[1] <= limit
            ):
                found.append(place)
                if len(found) == most:
                    break
        return found


def _seat(place: int, fits: list[list[int]], taken: list[int], tried: set[int]) -> bool:
    """Find a seat for a card by moving others (an augmenting path)."""
    for n in fits[place]:
        if n not in tried:
            tried.add(n)
            if taken[n] < 0 or _seat(taken[n], fits, taken, tried):
                taken[n] = place
                return True
    return False
