"""Seats and room (R3, R7): which slots a board has, and whether one more card fits.

A card in play has a seat if it can be matched to a slot; a slot never seats its own source. There is room
for a card if one more card can be seated with it. All of that is worked out once for a board and then read
off for every card in hand. Only the kind of a card matters: which slots it fits and which it gives. So
boards that are alike in kinds are worked out once, too.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from core.wrinkles.cards import BASE_SLOTS, SELECTORS, Pool, bit

Slots = tuple[int, ...]
"""Selector bits of slots."""
Kinds = tuple[int, ...]
"""Kinds of cards, sorted."""

_CACHE = 100_000


class Survey:
    """What is known about one board: where there is room, and what would change with its cards."""

    __slots__ = ("free", "kinds", "left", "loose", "mixed", "replacing", "room", "side", "unseated")

    def __init__(
        self, side: int, kinds: Kinds, free: dict[int, int], mixed: Kinds, loose: Slots, bits: int, left: int
    ) -> None:
        self.side = side
        self.kinds = kinds
        """The kinds of its cards."""
        self.free = free
        """For each category that only counts, its slots less its cards."""
        self.mixed = mixed
        """All other cards, by what matters when seats are matched; sorted."""
        self.loose = loose
        """Slots for those that none of them gives, sorted; base slots left out."""
        self.left = left
        """How many of those have no seat."""
        self.room = bits
        """Mask of the selectors there is room for."""
        self.unseated = left
        """How many cards have no seat."""
        self.replacing: dict[int, frozenset[int]] = {}
        """For kinds that were asked about: the kinds of cards they may replace."""
        for one, slots in free.items():
            if slots > 0:
                self.room |= one
            else:
                self.unseated -= slots


class Rooms:
    """Answers questions about room for one pool, remembering the boards it was asked about."""

    def __init__(self, pool: Pool) -> None:
        base = tuple(tuple(bit(name) for name in side) for side in BASE_SLOTS)
        all_slots = {one for side in base for one in side}
        all_slots |= {bit(slot.match) for given in pool.slots for slot in given}
        fits = [mask & sum(all_slots) for mask in pool.mask]
        simple = self._simple_bits(pool, all_slots)
        kinds = sorted(set(zip(fits, pool.slot_bits, strict=True)))
        index = {kind: number for number, kind in enumerate(kinds)}
        self._kind = tuple(index[kind] for kind in zip(fits, pool.slot_bits, strict=True))
        """The kind of each card. The following are by kind."""
        self._fits = tuple(fit for fit, _ in kinds)
        """Mask of the slots it fits."""
        self._counted = tuple(fit & simple for fit, _ in kinds)
        """The category it counts for; 0 if its seat has to be matched."""
        self._gives = tuple(tuple(one for one in given if one & simple) for _, given in kinds)
        """Slots it gives to categories that only count."""
        self._gives_mixed = tuple(tuple(one for one in given if not one & simple) for _, given in kinds)
        """The other slots it gives."""
        seating = sorted(set(zip(self._fits, self._gives_mixed, strict=True)))
        self._seating = tuple(seating.index(pair) for pair in zip(self._fits, self._gives_mixed, strict=True))
        """What matters of the kind when seats are matched: a place in the next two."""
        self._seat_fits = tuple(fit for fit, _ in seating)
        self._seat_gives = tuple(given for _, given in seating)
        self._plain = frozenset(number for number, (_, given) in enumerate(kinds) if not given)
        """Kinds that give no slot."""
        self._counts = tuple({one: side.count(one) for one in side if one & simple} for side in base)
        self._base = tuple(tuple(one for one in side if not one & simple) for side in base)
        self._simple = simple
        self._known: dict[tuple[int, Kinds, Slots], Survey] = {}
        self._matched: dict[tuple[int, Kinds, Slots], tuple[int, int]] = {}

    @staticmethod
    def _simple_bits(pool: Pool, all_slots: set[int]) -> int:
        """Categories that only count: no card in them fits any other slot or gives a slot of its own kind."""
        simple = 0
        for one in map(bit, SELECTORS):
            members = [card for card, mask in enumerate(pool.mask) if mask & one]
            fits_more = any(pool.mask[card] & other for card in members for other in all_slots - {one})
            gives_own = any(one in pool.slot_bits[card] for card in members)
            if one in all_slots and not fits_more and not gives_own:
                simple |= one
        return simple

    def survey(self, side: int, board: Iterable[int], extra: Slots) -> Survey:
        """The survey of a board of these cards; `extra` are the slots that Specials gave."""
        kinds = tuple(sorted(map(self._kind.__getitem__, board)))
        key = (side, kinds, extra)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _CACHE:
                self._known.clear()
            found = self._known[key] = self._survey(side, kinds, extra)
        return found

    def _survey(self, side: int, kinds: Kinds, extra: Slots) -> Survey:
        free = self._counts[side].copy()
        loose: list[int] = []
        for one in extra:
            if one & self._simple:
                free[one] = free.get(one, 0) + 1
            else:
                loose.append(one)
        mixed: list[int] = []
        for kind in kinds:
            counted = self._counted[kind]
            if counted:
                free[counted] = free.get(counted, 0) - 1
                loose += self._gives_mixed[kind]
            else:
                mixed.append(self._seating[kind])
            for one in self._gives[kind]:
                free[one] = free.get(one, 0) + 1
        cards, slots = tuple(sorted(mixed)), tuple(sorted(loose))
        return Survey(side, kinds, free, cards, slots, *self._match(side, cards, slots))

    def _match(self, side: int, mixed: Kinds, loose: Slots) -> tuple[int, int]:
        """(Mask of slots that are free or can be freed, cards left over), for cards that don't just count."""
        key = (side, mixed, loose)
        found = self._matched.get(key)
        if found is None:
            if len(self._matched) >= _CACHE:
                self._matched.clear()
            found = self._matched[key] = self._work_out(side, mixed, loose)
        return found

    def _work_out(self, side: int, mixed: Kinds, loose: Slots) -> tuple[int, int]:
        # Slots that few cards fit come before the wide base slots, so that most cards find a seat at once.
        slots = [(one, place) for place, kind in enumerate(mixed) for one in self._seat_gives[kind]]
        slots += [(one, -1) for one in (*loose, *self._base[side])]
        taken = [-1] * len(slots)
        fits = [
            [n for n, (one, source) in enumerate(slots) if self._seat_fits[kind] & one and source != place]
            for place, kind in enumerate(mixed)
        ]
        left = sum(not find_seat(place, fits, taken, set()) for place in range(len(mixed)))
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

    def can_replace(self, survey: Survey, card: int) -> bool:
        """Whether this card, for which there is no room, may replace any card of the board (R3)."""
        new = self._kind[card]
        found = survey.replacing.get(new)
        if found is None:
            # It can sit wherever a card sits that fits no more slots, if no slot goes with that card.
            other = ~self._fits[new]
            if any(not self._fits[old] & other and old in self._plain for old in survey.kinds):
                return True
            found = self._replacing(survey, new)
        return bool(found)

    def replaceable(self, survey: Survey, board: Iterable[int], card: int) -> list[int]:
        """Places on the board whose card this one, for which there is no room, may replace (R3)."""
        kinds = self._replacing(survey, self._kind[card])
        return [place for place, old in enumerate(board) if self._kind[old] in kinds]

    def _replacing(self, survey: Survey, new: int) -> frozenset[int]:
        found = survey.replacing.get(new)
        if found is None:
            olds = set(survey.kinds)
            if not survey.unseated and not self._gives_mixed[new]:
                # All have a seat, and no seat comes with the new card for others of its kind: only one of
                # its own category can make way for it.
                olds = {old for old in olds if self._counted[old] == self._counted[new]}
            found = survey.replacing[new] = frozenset(
                old for old in olds if self._unseated_after(survey, old, new) <= survey.unseated
            )
        return found

    def _unseated_after(self, survey: Survey, old: int, new: int) -> int:
        """How many cards have no seat once a card of another kind, its slots counting, replaced one."""
        changes: dict[int, int] = {}
        loose, mixed = list(survey.loose), list(survey.mixed)
        for kind, step in ((old, 1), (new, -1)):
            counted = self._counted[kind]
            if counted:
                changes[counted] = changes.get(counted, 0) + step
                for one in self._gives_mixed[kind]:
                    _change(loose, one, step)
            else:
                _change(mixed, self._seating[kind], step)
            for one in self._gives[kind]:
                changes[one] = changes.get(one, 0) - step
        unseated = survey.unseated - survey.left + self._match(survey.side, tuple(mixed), tuple(loose))[1]
        for one, change in changes.items():
            before = survey.free.get(one, 0)
            unseated += max(0, -before - change) - max(0, -before)
        return unseated


def _change(items: list[int], item: int, step: int) -> None:
    """Take an item out of a sorted list (step 1), or put it in (step -1)."""
    at = bisect_left(items, item)
    if step > 0:
        del items[at]
    else:
        items.insert(at, item)


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
