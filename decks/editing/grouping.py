"""The cards of a pool or a deck in groups, sorted: what editors list. Nothing here draws."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from core.contract.card_info import CardInfo
from decks.editing.edited_deck import EditedDeck
from decks.formats import by_group, groups_word

NOTHING = "nothing"
"""The grouping that groups nothing."""


class Arrangement(NamedTuple):
    """How cards are grouped, and sorted within their groups: words of `groupings` and `sortings`."""

    group: str
    sort: str

    @property
    def said(self) -> str:
        """As people read it: `by type, Force`."""
        return f"by {self.sort}" if self.group in (NOTHING, self.sort) else f"by {self.group}, {self.sort}"


def groupings(editing: EditedDeck) -> tuple[str, ...]:
    """What cards can be grouped by; the usual first."""
    own = (groups_word(editing.game, editing.deck.group),) if len(editing.groups) > 1 else ()
    return (*own, "type", editing.game.texts.force_name, NOTHING)


def sortings(editing: EditedDeck) -> tuple[str, ...]:
    """What cards can be sorted by; the usual first."""
    return (editing.game.texts.force_name, "name", "type")


def _force_key(card: CardInfo) -> tuple[int, str]:
    return (-(card.force if card.force is not None else -1), card.name)


def _grouped(editing: EditedDeck, group: str) -> tuple[Callable[[CardInfo], Any], Callable[[CardInfo], str]]:
    """What tells the order of the groups, and what a group is called."""
    if group == NOTHING:
        return (lambda card: 0), (lambda card: "")
    if group == "type":
        return (lambda card: card.kind), (lambda card: card.kind)
    if group == editing.game.texts.force_name:

        def named(card: CardInfo) -> str:
            return f"No {group}" if card.force is None else f"{group} {card.force}"

        return (lambda card: _force_key(card)[0]), named
    order = {one: place for place, one in enumerate(editing.groups)}
    return (lambda card: order.get(card.group, 99)), (lambda card: editing.game.texts.group_title(card.group))


def arranged(
    editing: EditedDeck, cards: Iterable[CardInfo], how: Arrangement
) -> list[tuple[str, list[CardInfo]]]:
    """The cards under the names of their groups, in order."""
    group_key, named = _grouped(editing, how.group)
    sort_keys: dict[str, Callable[[CardInfo], Any]] = {
        "name": lambda card: card.name,
        "type": lambda card: (card.kind, *_force_key(card)),
    }
    sort_key = sort_keys.get(how.sort, _force_key)
    found: dict[str, list[CardInfo]] = {}
    for card in sorted(cards, key=lambda card: (group_key(card), sort_key(card))):
        found.setdefault(named(card), []).append(card)
    return list(found.items())


def usual(editing: EditedDeck) -> Arrangement:
    """How the cards of such a deck are arranged before anybody says otherwise."""
    return Arrangement(groupings(editing)[0], sortings(editing)[0])


class CardGroup(NamedTuple):
    """Cards that are listed together."""

    title: str
    """Empty where nothing is grouped."""
    number: str
    """How many there are of it, `8`, or of how many, `9 of 10`; empty if that is not to be said."""
    members: list[CardInfo]

    @property
    def heading(self) -> str:
        """Both, as they stand above a list."""
        return f"{self.title}  {self.number}".rstrip()


def pool_groups(editing: EditedDeck, cards: Iterable[CardInfo], how: Arrangement) -> list[CardGroup]:
    """These cards in their groups; the number is how many of how many the deck has, where its format wants
    so many."""
    numbers = _numbers(editing, how)
    return [
        CardGroup(head, numbers.get(head, ""), members) for head, members in arranged(editing, cards, how)
    ]


def deck_groups(editing: EditedDeck, how: Arrangement) -> list[CardGroup]:
    """The cards of the deck in their groups, with how many it has; the groups that a setup is made of are all
    there, also one without cards."""
    deck = editing.deck
    groups = arranged(editing, (editing.cards[card] for card in deck.cards), how)
    if len(editing.groups) > 1 and how.group == groupings(editing)[0]:
        found = dict(groups)
        own = [editing.game.texts.group_title(one) for one in editing.groups]
        groups = [(one, found.pop(one, [])) for one in own] + list(found.items())
    numbers = _numbers(editing, how)

    def number(head: str, members: Iterable[CardInfo]) -> str:
        return numbers.get(head) or str(sum(deck.copies(card.id) for card in members))

    return [CardGroup(head, number(head, members) if head else "", members) for head, members in groups]


def _numbers(editing: EditedDeck, how: Arrangement) -> dict[str, str]:
    """How many cards of how many the deck has, by the title of a group, where a format says that."""
    form = editing.format
    if form is None or form.each is None or how.group != groupings(editing)[0]:
        return {}
    have = by_group(editing.game, editing.deck.group, editing.deck.cards)
    return {
        editing.game.texts.group_title(group): f"{number} of {form.each}" for group, number in have.items()
    }
