"""Seats and room (R3, R7): which slots a board has, and whether one more card fits.

A card in play has a seat if it can be matched to a slot; a slot never seats its own source. There is room
for a card if one more card can be seated with it.

By Hall's theorem nothing has to be matched to know that. Take a set of slots, such as all of Characters and
Mortals: the cards that fit no slot outside the set need a seat inside, and if they are more than its slots,
the set is short. As many cards have no seat as the shortest set is short of; and there is room for a card
unless all the slots it fits lie in sets as short as that.

How short a set is, is a sum over the board. So these sums are the digits of one number, the *form* of the
board: a card that comes adds its weight, a card that goes takes it away, and what is worked out for a form
holds for every board of that form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import count

from core.wrinkles.card_kinds import BASE_SLOTS, bit
from core.wrinkles.cards import WrinklesPool

Kind = tuple[int, tuple[int, ...]]
"""All that matters of a card here: a mask of the slots it fits, and the slots it gives."""

_DIGIT = 16
"""Bits of a digit: no board has nearly so many cards or slots."""
_ALL = (1 << _DIGIT) - 1
_EVEN = 1 << _DIGIT - 1
"""The digit of a set that has as many slots as cards that need them."""

_KEPT = 10_000
"""How many boards, and how many forms, are remembered: those of the last hundred matches, in about 20 MB."""


class Survey:
    """What is known about one board: where there is room, and what would change with its cards."""

    __slots__ = ("form", "free", "kinds", "present", "replaceable", "room", "unseated")

    def __init__(self, kinds: tuple[int, ...], slots: int, form: int, room: int, unseated: int) -> None:
        self.kinds = kinds
        """The kinds of its cards, in board order."""
        self.present = frozenset(kinds)
        self.form = form
        self.room = room
        """Mask of the selectors there is room for."""
        self.unseated = unseated
        """How many cards have no seat."""
        self.free = slots - len(kinds) + unseated
        """How many slots nobody sits in."""
        self.replaceable: dict[int, list[int]] = {}
        """For kinds that were asked about: the places of the cards they may replace."""


class _Group:
    """Slots tied together by cards that fit several of them. No card fits slots of two groups."""

    def __init__(self, slots: int, kinds: Sequence[Kind], places: Iterator[int]) -> None:
        """`slots` is a mask; `places` are where in a form this group's digits go."""
        self.slots = slots
        here = [(fit, tuple(one for one in given if fit & one)) for fit, given in kinds if fit & slots]
        self._own = [(fit, given, next(places)) for fit, given in sorted(set(here)) if given]
        """Cards that fit slots they give themselves, and the place of the digit that counts them."""
        self._numbers = {one: next(places) for one in sorted({one for _, given in here for one in given})}
        """For slots that cards of that sort give: the place of the digit that counts the slots."""
        fits = {fit for fit, _ in here}
        fits |= {fit & ~shut for fit, given in here for shut in _unions(given)}
        self._sets = [(mask, next(places)) for mask in sorted(_unions(fits))]
        """The sets that can be short, as masks, and the places of their digits."""
        self.even = sum(_EVEN << place for _, place in self._sets)
        """What it adds to the form of a board without cards and slots."""
        self.digits = sum(
            _ALL << place for place in (*self._numbers.values(), *(own[-1] for own in self._own + self._sets))
        )
        """Mask of its digits."""

    @property
    def counted(self) -> bool:
        """Whether nothing matters but how many cards and slots there are."""
        return len(self._sets) < 2 and not self._own

    def seats(self, fit: int) -> int:
        """What the need for a seat in these slots adds to a form."""
        return sum(1 << place for mask, place in self._sets if not fit & ~mask)

    def slot(self, one: int) -> int:
        """What a slot adds to a form."""
        number = 1 << self._numbers[one] if one in self._numbers else 0
        return number - sum(1 << place for mask, place in self._sets if mask & one)

    def card(self, kind: Kind) -> int:
        """What a card adds to a form by the seat it needs; the slots it gives are not in it."""
        fit, given = kind
        same = (fit, tuple(one for one in given if fit & one))
        return self.seats(fit) + sum(1 << place for *own, place in self._own if tuple(own) == same)

    def judge(self, form: int) -> tuple[int, int]:
        """(Mask of the slots there is room for, cards without a seat)."""
        for fit, given, place in self._own:
            if form >> place & _ALL:
                # One that gives all the slots there are of a sort can't sit there. Where there are others,
                # it can change places with whoever sits in one of those.
                shut = sum(one for one in set(given) if form >> self._numbers[one] & _ALL == given.count(one))
                if shut:
                    form += self.seats(fit & ~shut) - self.seats(fit)
        unseated = full = 0
        for mask, place in self._sets:
            short = (form >> place & _ALL) - _EVEN
            if short > unseated:
                unseated, full = short, mask
            elif short == unseated:
                full |= mask
        return self.slots & ~full, unseated


class Rooms:
    """Answers questions about room for one pool, remembering the boards it was asked about."""

    def __init__(self, pool: WrinklesPool) -> None:
        slots = {bit(name) for side in BASE_SLOTS for name in side}
        slots |= {one for given in (*pool.slot_bits, *pool.turn_slots) for one in given}
        all_kinds = [
            (mask & sum(slots), given) for mask, given in zip(pool.mask, pool.slot_bits, strict=True)
        ]
        kinds = sorted(set(all_kinds))
        index = {kind: number for number, kind in enumerate(kinds)}
        self._kind = tuple(index[kind] for kind in all_kinds)
        """The kind of each card. The following are by kind."""
        self._gives = tuple(len(given) for _, given in kinds)
        """How many slots it gives."""
        places = count(0, _DIGIT)
        areas = _tied(sorted(slots), [fit for fit, _ in kinds])
        groups = [_Group(area, kinds, places) for area in areas]
        self._slot = {one: group.slot(one) for group in groups for one in slots if one & group.slots}
        """What a slot adds to the form of a board."""
        self._card = tuple(
            sum(group.card(kind) for group in groups if kind[0] & group.slots)
            + sum(self._slot[one] for one in kind[1])
            for kind in kinds
        )
        """What a card adds."""
        even = sum(group.even for group in groups)
        self._base = tuple(even + sum(self._slot[bit(name)] for name in side) for side in BASE_SLOTS)
        """By side: the form of a board without cards."""
        self._area = tuple(next((area for area in areas if fit & area), 0) for fit, _ in kinds)
        """Mask of the slots of the group where it sits."""
        self._eases = tuple(
            any(one & area for one in given) for area, (_, given) in zip(self._area, kinds, strict=True)
        )
        """Whether it gives slots in that group."""
        self._makes_way = tuple(
            frozenset(old for old, (fewer, given) in enumerate(kinds) if not fewer & ~fit and not given)
            for fit, _ in kinds
        )
        """The kinds it may always replace: they fit no other slots, and give none."""
        tied = [group for group in groups if not group.counted]
        self._tied_digits = sum(group.digits for group in tied)
        # Pure functions of some numbers: that they are remembered changes no answer, and a match comes back
        # to the same boards again and again. The two parts of a form are remembered apart, since boards are
        # alike in one of them far more often than in both.
        self._survey = lru_cache(_KEPT)(self._look)
        self._tied = lru_cache(_KEPT)(partial(_judge, tied))
        self._counted = lru_cache(_KEPT)(partial(_judge, [group for group in groups if group.counted]))

    def survey(self, side: int, board: Iterable[int], extra: Iterable[int]) -> Survey:
        """The survey of a board of these cards; `extra` are the slots that Specials gave."""
        return self._survey(side, tuple(map(self._kind.__getitem__, board)), tuple(extra))

    def _look(self, side: int, kinds: tuple[int, ...], extra: tuple[int, ...]) -> Survey:
        form = sum(map(self._card.__getitem__, kinds), self._base[side])
        form += sum(map(self._slot.__getitem__, extra))
        tied = form & self._tied_digits
        room, unseated = self._tied(tied)
        more_room, more_unseated = self._counted(form - tied)
        slots = len(BASE_SLOTS[side]) + len(extra) + sum(map(self._gives.__getitem__, kinds))
        return Survey(kinds, slots, form, room | more_room, unseated + more_unseated)

    def can_replace(self, survey: Survey, card: int) -> bool:
        """Whether this card, for which there is no room, may replace any card of the board (R3)."""
        makes_way = self._makes_way[self._kind[card]]
        return not survey.present.isdisjoint(makes_way) or bool(self.replaceable(survey, card))

    def replaceable(self, survey: Survey, card: int) -> list[int]:
        """Places on the board whose card this one, for which there is no room, may replace (R3)."""
        new = self._kind[card]
        found = survey.replaceable.get(new)
        if found is None:
            kinds = self._replacing(survey, new)
            found = [place for place, old in enumerate(survey.kinds) if old in kinds]
            survey.replaceable[new] = found
        return found

    def _replacing(self, survey: Survey, new: int) -> set[int]:
        """The kinds on a board that one more may replace."""
        olds: Iterable[int] = survey.present
        if not survey.unseated and not self._eases[new]:
            # All have a seat, and the new card needs one where it brings none: only a card that sits there
            # can make way for it.
            area = self._area
            olds = [old for old in olds if area[old] == area[new]]
        found = set()
        form, ready = survey.form + self._card[new], self._makes_way[new]
        for old in olds:
            if old not in ready:
                after = form - self._card[old]
                tied = after & self._tied_digits
                if self._tied(tied)[1] + self._counted(after - tied)[1] > survey.unseated:
                    continue
            found.add(old)
        return found


def _judge(groups: Sequence[_Group], form: int) -> tuple[int, int]:
    """(Mask of the slots there is room for, cards without a seat), for these groups."""
    room = unseated = 0
    for group in groups:
        more_room, more_unseated = group.judge(form)
        room |= more_room
        unseated += more_unseated
    return room, unseated


def _tied(slots: Iterable[int], fits: Iterable[int]) -> list[int]:
    """The groups of slots, as masks."""
    areas = list(slots)
    for fit in fits:
        areas = [area for area in areas if not area & fit] + [sum(area for area in areas if area & fit)]
    return [area for area in areas if area]


def _unions(masks: Iterable[int]) -> set[int]:
    """All masks that one or more of these make together."""
    found: set[int] = set()
    for mask in masks:
        found |= {mask, *(mask | other for other in found)}
    return found
