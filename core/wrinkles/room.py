"""Seats and room (R3, R7): which slots a board has, and whether one more card fits.

A card in play has a seat if it can be matched to a slot; a slot never seats its own source. There is room
for a card if one more card can be seated with it. All of that is worked out once for a board, as the mask
of selectors there is room for, and then read off for every card in hand.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from core.wrinkles.cards import BASE_SLOTS, SELECTORS, Pool, Slot, bit

Board = tuple[int, ...]
"""Identities of the cards in play of one side."""
Slots = tuple[int, ...]
"""Selector bits of slots that come from Specials and last until the end of the turn."""

_CACHE = 20_000


class Survey:
    """What is known about one board: where there is room, and what would change with its cards."""

    __slots__ = ("free", "left", "loose", "mixed", "room", "unseated")

    def __init__(self, free: dict[int, int], mixed: Board, loose: Slots, bits: int, left: int) -> None:
        self.free = free
        """For each category that only counts, its slots less its cards."""
        self.mixed = mixed
        """The cards of all other categories, sorted."""
        self.loose = loose
        """Slots for those that none of them gives, sorted; base slots left out."""
        self.left = left
        """How many of those have no seat."""
        self.room = bits
        """Mask of the selectors there is room for."""
        self.unseated = left
        """How many cards have no seat."""
        for one, slots in free.items():
            if slots > 0:
                self.room |= one
            else:
                self.unseated -= slots


class Rooms:
    """Answers questions about room for one pool, remembering the boards it was asked about."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._base = tuple(tuple(bit(name) for name in side) for side in BASE_SLOTS)
        self._simple = self._simple_bits(pool)
        self._counts = tuple(
            {one: side.count(one) for one in side if one & self._simple} for side in self._base
        )
        self._counts_for = tuple(mask & self._simple for mask in pool.mask)
        """The category a card counts for; 0 for the others, whose seats have to be matched."""
        kinds = sum(
            {one for side in self._base for one in side} | {_slot_bit(s) for g in pool.slots for s in g}
        )
        self._fits = tuple(mask & kinds for mask in pool.mask)
        """The kinds of slot each card fits."""
        self._known: dict[tuple[int, Board, Slots], Survey] = {}
        self._matched: dict[tuple[int, Board, Slots], tuple[int, int]] = {}

    def _simple_bits(self, pool: Pool) -> int:
        """Categories that only count: no card in them fits any other slot or gives a slot of its own kind."""
        slot_bits = {b for side in self._base for b in side}
        slot_bits |= {_slot_bit(slot) for given in pool.slots for slot in given}
        simple = 0
        for name in SELECTORS:
            one = bit(name)
            members = [card for card, mask in enumerate(pool.mask) if mask & one]
            fits_more = any(pool.mask[card] & other for card in members for other in slot_bits - {one})
            gives_own = any(one in pool.slot_bits[card] for card in members)
            if one in slot_bits and not fits_more and not gives_own:
                simple |= one
        return simple

    def survey(self, side: int, board: Board, extra: Slots) -> Survey:
        """The survey of a board; `extra` are the slots that Specials gave."""
        key = (side, board, extra)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _CACHE:
                self._known.clear()
            found = self._known[key] = self._survey(side, board, extra)
        return found

    def _survey(self, side: int, board: Board, extra: Slots) -> Survey:
        counts, gives, simple = self._counts_for, self._pool.slot_bits, self._simple
        free = self._counts[side].copy()
        loose: list[int] = []
        for one in extra:
            if one & simple:
                free[one] = free.get(one, 0) + 1
            else:
                loose.append(one)
        mixed: list[int] = []
        for card in board:
            counted = counts[card]
            if counted:
                free[counted] = free.get(counted, 0) - 1
            else:
                mixed.append(card)
            for one in gives[card]:
                if one & simple:
                    free[one] = free.get(one, 0) + 1
                elif counted:
                    loose.append(one)
        cards, slots = tuple(sorted(mixed)), tuple(sorted(loose))
        return Survey(free, cards, slots, *self._match(side, cards, slots))

    def _match(self, side: int, mixed: Board, loose: Slots) -> tuple[int, int]:
        """(Mask of slots that are free or can be freed, cards left over), for cards that don't just count."""
        key = (side, mixed, loose)
        found = self._matched.get(key)
        if found is None:
            if len(self._matched) >= _CACHE:
                self._matched.clear()
            found = self._matched[key] = self._work_out(side, mixed, loose)
        return found

    def _work_out(self, side: int, mixed: Board, loose: Slots) -> tuple[int, int]:
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
            left += not find_seat(place, fits, taken, set())
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
        gives, fits = self._pool.slot_bits, self._fits
        mask = fits[card]
        # It can sit wherever a card sat that fits no more slots; no slot may go with that card.
        if any(not gives[old] and not fits[old] & ~mask for old in board):
            return True
        return any(True for _ in self._replaceable(side, board, extra, card))

    def replaceable(self, side: int, board: Board, extra: Slots, card: int) -> list[int]:
        """Places on the board whose card this one, for which there is no room, may replace (R3)."""
        return list(self._replaceable(side, board, extra, card))

    def _replaceable(self, side: int, board: Board, extra: Slots, card: int) -> Iterator[int]:
        survey = self.survey(side, board, extra)
        counts, counted = self._counts_for, self._counts_for[card]
        # If all have a seat, only a card of its own kind can make way, unless its own slots help others.
        narrow = not survey.unseated and not any(one & ~self._simple for one in self._pool.slot_bits[card])
        for place, old in enumerate(board):
            if narrow and counts[old] != counted:
                continue
            if self._unseated_after(side, survey, old, card) <= survey.unseated:
                yield place

    def _unseated_after(self, side: int, survey: Survey, old: int, new: int) -> int:
        """How many cards have no seat once a new card, its slots counting, has replaced an old one."""
        counts, gives, simple = self._counts_for, self._pool.slot_bits, self._simple
        changes: dict[int, int] = {}
        loose = survey.loose
        mixed = survey.mixed
        for card, step in ((old, 1), (new, -1)):
            counted = counts[card]
            if counted:
                changes[counted] = changes.get(counted, 0) + step
            else:
                at = bisect_left(mixed, card)
                mixed = (*mixed[:at], *mixed[at + 1 :]) if step > 0 else (*mixed[:at], card, *mixed[at:])
            for one in gives[card]:
                if one & simple:
                    changes[one] = changes.get(one, 0) - step
                elif counted:
                    at = bisect_left(loose, one)
                    loose = (*loose[:at], *loose[at + 1 :]) if step > 0 else (*loose[:at], one, *loose[at:])
        same = mixed is survey.mixed and loose is survey.loose
        unseated = survey.unseated - survey.left
        unseated += survey.left if same else self._match(side, mixed, loose)[1]
        for one, change in changes.items():
            before = survey.free.get(one, 0)
            unseated += max(0, -before - change) - max(0, -before)
        return unseated


def _slot_bit(slot: Slot) -> int:
    return bit(slot.match)


def find_seat(place: int, fits: list[list[int]], taken: list[int], tried: set[int]) -> bool:
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
            if find_seat(taken[n], fits, taken, tried):
                taken[n] = place
                return True
    return False
