"""What to say about decks, as lines and small structures, for the command line and for screens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

import msgspec

from core import registry
from core.contract.card_info import CardInfo
from core.contract.game import AnyGame
from core.words import counted
from decks.formats import (
    Reason,
    by_group,
    check,
    find_format,
    formats_for,
    groups,
    groups_word,
    legality,
)
from decks.model import Deck


def summary(deck: Deck) -> str:
    """A deck in a line: `Star Singers, Good, Singleton, 60 cards, 1a2b3c4d5e6f`."""
    return f"{deck.name}, {side_title(deck)}, {format_title(deck)}, {count(deck.size)}, {deck.hash}"


def verdict(deck: Deck) -> list[str]:
    """Whether a deck is legal in its format, and if not every reason, a line each."""
    reasons = legality(deck, registry.load(deck.game))
    if not reasons:
        return [f"Legal in {format_title(deck)}."]
    return [reason.sentence for reason in reasons]


def elsewhere(deck: Deck) -> list[str]:
    """How the deck would do in the other formats of its game, a line each."""
    game = registry.load(deck.game)
    lines = []
    for form in formats_for(game, deck.group):
        if form.name != deck.format:
            reasons = [reason.sentence for reason in check(deck, game, form)]
            lines.append(f"In {form.title}: {' '.join(reasons) or 'legal too.'}")
    return lines


class LegalityRemark(msgspec.Struct, frozen=True):
    """Something there is to say of a deck's legality."""

    sentence: str
    more: str = ""
    """The names of all cards it concerns, where the sentence says only some of them."""
    reason: Reason | None = None
    """The reason it is; None if it says that the deck is legal."""


def remarks(deck: Deck) -> list[LegalityRemark]:
    """All there is to say of a deck's legality: first in its own format, then in the others, those first in
    which least is wrong with it."""
    game = registry.load(deck.game)
    names = {card.id: card.name for card in game.cards}

    def remark(reason: Reason, where: str = "") -> LegalityRemark:
        more = ""
        if reason.sentence.endswith(" more."):
            more = f"All {len(reason.cards)}: {', '.join(names[card] for card in reason.cards)}."
        return LegalityRemark(f"{where}{reason.sentence}", more, reason)

    said = [remark(reason) for reason in legality(deck, game)]
    said = said or [LegalityRemark(f"Legal in {format_title(deck)}.")]
    others = [form for form in formats_for(game, deck.group) if form.name != deck.format]
    found = {form.title: check(deck, game, form) for form in others}
    for title, wrong in sorted(found.items(), key=lambda one: sum(reason.off for reason in one[1])):
        said += [remark(reason, f"In {title}: ") for reason in wrong] or [
            LegalityRemark(f"In {title}: legal too.")
        ]
    return said


class CardSection(msgspec.Struct, frozen=True):
    """Cards that are listed together."""

    title: str
    have: int
    """How many cards."""
    want: int | None
    """How many there should be; None where any number will do."""
    cards: tuple[CardInfo, ...]


def sections(game: AnyGame, group: str | None, cards: Mapping[str, int]) -> list[CardSection]:
    """The cards of a decklist under the groups it is made of, where those are several, or under their kinds.

    Within each by kind, strongest first, then by name. Each group is there, also one without cards.
    """
    infos = [card for card in game.cards if card.id in cards]
    infos.sort(key=lambda card: (card.kind, -(card.force or 0), card.name))

    def section(title: str, found: Iterable[CardInfo], want: int | None = None) -> CardSection:
        there = tuple(found)
        return CardSection(title, sum(cards[card.id] for card in there), want, there)

    own = game.pool_groups(group) if group is not None else ()
    if len(own) <= 1:
        return [section(kind, found) for kind, found in groupby(infos, key=lambda card: card.kind)]
    form = next(iter(formats_for(game, group or "")), None)
    each = form.each if form else None
    found = [
        section(game.texts.group_title(one), (card for card in infos if card.group == one), each)
        for one in own
    ]
    foreign = [card for card in infos if card.group not in own]
    return [*found, section("Other cards", foreign)] if foreign else found


def contents(game: AnyGame, group: str | None, cards: Mapping[str, int]) -> list[str]:
    """A decklist of this group in sentences, one for each kind of card or for each group it is made of."""
    lines = []
    for section in sections(game, group, cards):
        names = (
            f"{cards[card.id]} {card.name}" if cards[card.id] > 1 else card.name for card in section.cards
        )
        lines.append(f"{section.title}, {section.have}: {', '.join(names)}.")
    return lines


def counts(deck: Deck, short: bool = False) -> str:
    """How many cards each group of the deck has, where it is made of several: `Sphere 1: 10, 2: 9`.

    `short` leaves out what the groups are called, where each has a number: `1:10 2:9`.
    """
    game = registry.load(deck.game)
    own = by_group(game, deck.group, deck.cards)
    if len(own) == 1:
        return ""
    first = groups_word(game, deck.group)
    titles = [game.texts.group_title(group) for group in own]
    bare = [title.removeprefix(f"{first} ") for title in titles]
    if short:
        return " ".join(f"{title}:{have}" for title, have in zip(bare, own.values(), strict=True))
    said = [titles[0], *bare[1:]]
    return ", ".join(f"{title}: {have}" for title, have in zip(said, own.values(), strict=True))


def show(deck: Deck) -> list[str]:
    """A deck in full: what it is, its plan, its cards in their sections, and the verdict."""
    lines = [f"{summary(deck)}."]
    if deck.about:
        lines.append(deck.about)
    for section in sections(registry.load(deck.game), deck.group, deck.cards):
        lines += ["", f"{section.title} ({section.have})"]
        for card in section.cards:
            force = "" if card.force is None else str(card.force)
            line = f"  {deck.copies(card.id):2} {card.name:32} {card.type:2} {force:>2}  {card.text}"
            lines.append(line.rstrip())
    return [*lines, "", *verdict(deck)]


def legal_word(deck: Deck) -> str:
    """`legal` or `not legal`."""
    return "not legal" if legality(deck, registry.load(deck.game)) else "legal"


def side_title(deck: Deck) -> str:
    """The deck's side as people call it."""
    return groups(registry.load(deck.game)).get(deck.group, deck.group)


def format_title(deck: Deck) -> str:
    """The deck's format as people call it."""
    form = find_format(deck.game, deck.format)
    return form.title if form else deck.format


def count(cards: int) -> str:
    """`1 card`, `60 cards`."""
    return counted(cards, "card")
