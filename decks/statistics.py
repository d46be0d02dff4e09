"""What a deck is made of, in exact numbers. Nothing here draws anything.

A deck is one pile that is shuffled; a decklist that is made of several groups of cards, as a setup, is a pile
for each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb

import msgspec

from core.contract.card_info import CardInfo, Gain
from core.contract.game import AnyGame
from core.contract.stream import Stream, numbered_seed
from decks.formats import pool


class Category(msgspec.Struct, frozen=True):
    """Cards that go to the same slots; or, in a game or of a kind without slots, those of one kind."""

    name: str
    """A word, lower case."""
    cards: int
    """How many there are, copies counted."""
    slots: int | None
    """How many slots a seat has for them of its own; None where they need none."""
    extra: int
    """How many extra slots the cards of the deck give for them, or for some of them."""
    force: Fraction | None
    """Mean Force, or cost, of those that have one; None if none has."""
    ids: tuple[str, ...]
    """The cards, by id."""


class Extra(msgspec.Struct, frozen=True):
    """Extra slots of one kind."""

    to: str
    """What may go there."""
    slots: int
    """How many the cards of the deck give in all."""
    givers: tuple[str, ...]
    """The cards that give them, by id."""
    reached: int
    """How many cards of the deck may go there."""


class Bonus(msgspec.Struct, frozen=True):
    """More Force that a card of the deck gives to others of it."""

    card: str
    """Its id."""
    copies: int
    gain: Gain
    reached: int
    """How many cards of the deck can get it; a single copy that leaves itself out is not counted."""


class Statistics(msgspec.Struct, frozen=True):
    """All that is known of one deck."""

    size: int
    categories: tuple[Category, ...]
    """In the order of their slots, then those without, by name."""
    curve: dict[int, int]
    """Force, or cost, to how many cards have it; each number from 0 to the largest is there."""
    extras: tuple[Extra, ...]
    bonuses: tuple[Bonus, ...]
    """The strongest first, by force times reach."""
    mean: Fraction | None
    """Mean Force, or cost, of the cards that have one."""
    slot_mean: Fraction | None
    """Mean Force that a slot of one's own holds, once each has a card of its category of mean Force; a slot
    without such a card holds 0. None for a game without slots."""


def statistics(game: AnyGame, group: str, cards: Mapping[str, int]) -> Statistics:
    """The statistics of these cards as a decklist of this group."""
    infos = [card for card in game.cards if cards.get(card.id)]
    slots = game.base_slots(group)
    words = tuple(dict.fromkeys(slots))
    homes = _homes(pool(game, group), words)
    extras = tuple(_extras(infos, cards))
    found: dict[str, list[CardInfo]] = {word: [] for word in words}
    for card in sorted(infos, key=lambda card: (_category(card, words) not in words, _category(card, words))):
        found.setdefault(_category(card, words), []).append(card)
    categories = []
    for word, members in found.items():
        more = sum(extra.slots for extra in extras if homes.get(extra.to) == word)
        own = slots.count(word) if word in words else None
        ids = tuple(card.id for card in members)
        categories.append(Category(word, _count(members, cards), own, more, _mean(members, cards), ids))
    held = [(one.force or Fraction(0)) * one.slots for one in categories if one.slots is not None]
    return Statistics(
        _count(infos, cards),
        tuple(categories),
        _curve(infos, cards),
        extras,
        tuple(_bonuses(infos, cards)),
        _mean(infos, cards),
        sum(held, Fraction(0)) / len(slots) if slots else None,
    )


def _category(card: CardInfo, words: tuple[str, ...]) -> str:
    return next((word for word in words if word in card.counts_as), card.kind.lower())


def _homes(cards: Iterable[CardInfo], words: tuple[str, ...]) -> dict[str, str]:
    """The category in which cards that count as a word are, by that word."""
    homes: dict[str, str] = {}
    for card in cards:
        for word in card.counts_as:
            homes.setdefault(word, _category(card, words))
    return homes


def _count(infos: Iterable[CardInfo], cards: Mapping[str, int]) -> int:
    return sum(cards[card.id] for card in infos)


def _mean(infos: Iterable[CardInfo], cards: Mapping[str, int]) -> Fraction | None:
    forces = [(card.force, cards[card.id]) for card in infos if card.force is not None]
    number = sum(copies for _, copies in forces)
    return Fraction(sum(force * copies for force, copies in forces), number) if number else None


def _curve(infos: Iterable[CardInfo], cards: Mapping[str, int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for card in infos:
        if card.force is not None:
            found[card.force] = found.get(card.force, 0) + cards[card.id]
    return {force: found.get(force, 0) for force in range(max(found, default=-1) + 1)}


def _extras(infos: list[CardInfo], cards: Mapping[str, int]) -> Iterable[Extra]:
    for word in sorted({word for card in infos for word in card.slots}):
        givers = [card for card in infos if word in card.slots]
        slots = sum(card.slots.count(word) * cards[card.id] for card in givers)
        reached = _count([card for card in infos if word in card.counts_as], cards)
        yield Extra(word, slots, tuple(card.id for card in givers), reached)


def _bonuses(infos: list[CardInfo], cards: Mapping[str, int]) -> Iterable[Bonus]:
    found = []
    for card in infos:
        for gain in card.gains:
            reached = _count([one for one in infos if gain.to in one.counts_as], cards)
            if gain.other and gain.to in card.counts_as:
                reached -= 1  # itself
            found.append(Bonus(card.id, cards[card.id], gain, reached))
    found.sort(key=lambda one: (-one.gain.force * one.reached, one.card))
    return found


def chance(total: int, among: int, drawn: int, least: int) -> Fraction:
    """How likely it is that `drawn` cards off a shuffled pile of `total`, of which `among` are wanted, hold
    at least `least` of those. Exact; drawing more cards than there are draws all."""
    drawn = min(drawn, total)
    if least <= 0:
        return Fraction(1)
    ways = sum(
        comb(among, wanted) * comb(total - among, drawn - wanted)
        for wanted in range(least, min(among, drawn) + 1)
        if drawn - wanted <= total - among
    )
    return Fraction(ways, comb(total, drawn))


LEAST = (1, 2, 3, 4)
"""The least numbers of cards whose chance is given."""


class Chances(msgspec.Struct, frozen=True):
    """How likely the first cards of a pile hold at least so many of its categories; exact."""

    pile: str
    """What it is called; empty if there is only one."""
    drawn: tuple[int, ...]
    """How many first cards are looked at."""
    rows: tuple[tuple[Category, dict[tuple[int, int], Fraction]], ...]
    """Each category of which there are cards, with the chance by how many are drawn and the least number."""

    def least(self, drawn: int) -> tuple[int, ...]:
        """The least numbers that are asked about, of so many first cards."""
        return tuple(number for number in LEAST if number <= max(drawn, 2))


def chances(game: AnyGame, group: str, cards: Mapping[str, int]) -> list[Chances]:
    """The chances of each pile that has cards; none in a game where no first cards are of interest."""
    drawn = game.first_cards(group)
    found = []
    for name, pile in piles(game, group, cards).items() if drawn else ():
        size = len(pile)
        one = Chances(name, drawn, ())
        rows = tuple(
            (
                category,
                {(n, k): chance(size, category.cards, n, k) for n in drawn for k in one.least(n)},
            )
            for category in statistics(game, group, {card: pile.count(card) for card in pile}).categories
            if category.cards
        )
        if rows:
            found.append(Chances(name, drawn, rows))
    return found


def percent(share: Fraction) -> str:
    """A chance to the percent; only what is certain is said to be 0% or 100%."""
    if share in (0, 1):
        return f"{int(share) * 100}%"
    whole = round(share * 100)
    return "<1%" if whole < 1 else ">99%" if whole > 99 else f"{whole}%"


def decimal(number: Fraction) -> str:
    """A mean to two places."""
    return f"{float(number):.2f}"


def piles(game: AnyGame, group: str, cards: Mapping[str, int]) -> dict[str, list[str]]:
    """The cards that are shuffled together, copy by copy in the order of the game, by what that pile is
    called; a single pile has no name."""
    own = game.pool_groups(group)
    if len(own) == 1:
        return {"": [card for card in sorted(cards) for _ in range(cards[card])]}
    found: dict[str, list[str]] = {game.texts.group_title(one): [] for one in own}
    for card in game.cards:
        if card.group in own:
            found[game.texts.group_title(card.group)] += [card.id] * cards.get(card.id, 0)
    return found


def sample(game: AnyGame, group: str, cards: Mapping[str, int], seed: int) -> dict[str, list[str]]:
    """The piles as one shuffle leaves them, the first card first; the same seed gives the same order."""
    found = piles(game, group, cards)
    for name, pile in found.items():
        Stream(numbered_seed(seed), f"sample {name}").shuffle(pile)
    return found
