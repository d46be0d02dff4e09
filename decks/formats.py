"""Formats as data, and legality: every reason why a deck is not legal, with the cards it concerns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache
from importlib import resources

import msgspec

from core import registry
from core.contract.card_info import CardInfo
from core.contract.game import AnyGame
from decks.model import Deck

SHOWN = 4
"""How many card names a reason says before "and 5 more"."""


class Format(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a deck may be made of."""

    name: str
    """As in deck files: lower case."""
    title: str
    about: str
    """One sentence for whoever chooses a format."""
    copies: int
    """Most copies of one card."""
    minimum: int = 1
    """Fewest cards."""
    maximum: int | None = None
    """Most cards; None for no limit."""
    group: str | None = None
    """The group of decklists it is for; None: those that seats bring."""
    each: int | None = None
    """Exactly so many cards of each group that such a decklist is made of; None for any number."""
    whole: str | None = None
    """A card set whose whole list of the side the deck must be, card for card; None for a free choice."""

    def least(self, game: AnyGame, group: str) -> int:
        """Fewest cards of a decklist of this group."""
        if self.whole is not None:
            return len(pool(game, group, self.whole))
        return self.minimum if self.each is None else self.each * len(game.pool_groups(group))


class ReasonKind(Enum):
    """What a reason is about."""

    FORMAT = "format"
    """There is no such format."""
    SIDE = "side"
    """Cards of another side."""
    FEW = "few"
    MANY = "many"
    LIST = "list"
    """Cards that are not on a printed list."""
    COPIES = "copies"
    """Too many copies of a card."""


class Reason(msgspec.Struct, frozen=True):
    """One reason why a deck is not legal."""

    sentence: str
    """Names a few of the cards."""
    cards: tuple[str, ...] = ()
    """The ids of all cards it concerns."""
    kind: ReasonKind = ReasonKind.FORMAT
    off: int = 0
    """How many cards are to be put in or taken out."""

    def adds(self, others: Iterable[Reason]) -> bool:
        """Whether it says something is wrong that none of the others says: of its kind, or of a card."""
        same = [other for other in others if other.kind is self.kind]
        known = {card for other in same for card in other.cards}
        return not same or (self.kind is not ReasonKind.FEW and not known.issuperset(self.cards))


class _FormatFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: tuple[Format, ...]


@cache
def formats(game: str) -> tuple[Format, ...]:
    """The formats of a game, in the order to offer them; none if the game has no file of them."""
    file = resources.files("decks") / "stock" / game / "formats.toml"
    if not file.is_file():
        return ()
    return msgspec.toml.decode(file.read_bytes(), type=_FormatFile).format


def find_format(game: str, name: str) -> Format | None:
    """A format by its name, in any case; None if the game has none of that name."""
    return next((form for form in formats(game) if form.name == name.casefold()), None)


def formats_for(game: AnyGame, group: str) -> tuple[Format, ...]:
    """The formats that a decklist of this group can be meant for, in the order to offer them."""
    return _meant(game, group if group == game.shared_group else None)


def usual_format(game: AnyGame, group: str) -> Format:
    """The format of a new deck for which none is chosen: the first in which there is something to choose."""
    meant = formats_for(game, group)
    return next((form for form in meant if form.whole is None), meant[0])


def deck_formats(game: AnyGame) -> tuple[Format, ...]:
    """The formats of the decks that seats bring, in the order to offer them."""
    return _meant(game, None)


def _meant(game: AnyGame, group: str | None) -> tuple[Format, ...]:
    return tuple(form for form in formats(game.name) if form.group == group)


def groups(game: AnyGame) -> dict[str, str]:
    """The groups a decklist of this game can be of, and what people call each: by seats, the table's last."""
    found = [*map(game.deck_group, range(game.seats[1])), game.shared_group]
    return {group: game.texts.group_title(group) for group in found if group is not None}


def sides() -> list[tuple[AnyGame, str, str]]:
    """All that a new deck can be for: the game, the group, and what people call it; with its game, where
    there are several."""
    loaded = [registry.load(name) for name in registry.names() if formats(name)]
    return [
        (game, group, f"{game.title}, {title}" if len(loaded) > 1 else title)
        for game in loaded
        for group, title in groups(game).items()
    ]


def noun(game: AnyGame, group: str) -> str:
    """What a decklist of this group is called within a sentence: `deck`, or the word of the table's own."""
    return "deck" if group != game.shared_group else game.texts.group_title(group).lower()


def kind(game: AnyGame, group: str) -> str:
    """What a decklist of this group is: `a deck of Good`, `a setup`."""
    named = noun(game, group)
    return f"a {named}" if named != "deck" else f"a deck of {groups(game)[group]}"


def groups_word(game: AnyGame, group: str) -> str:
    """The word before the number of each group that such a decklist is made of; `group` if there is none."""
    titles = [game.texts.group_title(one) for one in game.pool_groups(group)]
    first = titles[0].rpartition(" ")[0]
    return first if first and all(title.startswith(f"{first} ") for title in titles) else "group"


def by_group(game: AnyGame, group: str, cards: Mapping[str, int]) -> dict[str, int]:
    """How many of these cards are of each group that such a decklist is made of."""
    found = dict.fromkeys(game.pool_groups(group), 0)
    for card in pool(game, group):
        found[card.group] += cards.get(card.id, 0)
    return found


def pool(game: AnyGame, group: str, set_: str | None = None) -> list[CardInfo]:
    """The cards a deck of this group is made of; only those of one card set, if it is named."""
    wanted = game.pool_groups(group)
    return [
        card
        for card in game.cards
        if card.group in wanted and (set_ is None or card.id.startswith(f"{set_}/"))
    ]


def check(deck: Deck, game: AnyGame, form: Format) -> list[Reason]:
    """Every reason why the deck is not legal in this format; an empty list for a legal deck."""
    side = _pool_title(game, deck.group)
    own = {card.id for card in pool(game, deck.group)}
    allowed = {card.id for card in pool(game, deck.group, form.whole)}
    namer = _namer(game)
    reasons: list[Reason] = []

    def add(kind: ReasonKind, sentence: str, off: int, cards: Iterable[str] = ()) -> None:
        reasons.append(Reason(sentence, tuple(cards), kind, off))

    foreign = sorted(deck.cards.keys() - own)
    if foreign:
        what = noun(game, deck.group)
        off = sum(deck.cards[card] for card in foreign)
        add(
            ReasonKind.SIDE,
            f"Only cards of {side} may be in this {what}: take out {namer(foreign)}.",
            off,
            foreign,
        )
    size = deck.size
    if form.whole is not None:
        missing = sorted(allowed - deck.cards.keys())
        if missing:
            what = f"{form.title} is the full printed list of {side}, {len(allowed)} cards"
            add(ReasonKind.FEW, f"{what}: {_missing(missing)} {namer(missing)}.", len(missing), missing)
        unlisted = sorted((deck.cards.keys() & own) - allowed)
        if unlisted:
            off = sum(deck.cards[card] for card in unlisted)
            add(
                ReasonKind.LIST,
                f"Not on the printed list of {side}: take out {namer(unlisted)}.",
                off,
                unlisted,
            )
    elif form.each is not None:
        reasons += _uneven(deck, game, form.each)
    elif size < form.minimum:
        more = form.minimum - size
        add(ReasonKind.FEW, f"{form.title} needs at least {form.minimum} cards: {more} more to add.", more)
    if form.maximum is not None and size > form.maximum:
        over = size - form.maximum
        add(ReasonKind.MANY, f"{form.title} allows at most {form.maximum} cards: {over} too many.", over)
    doubled = sorted(card for card, copies in deck.cards.items() if copies > form.copies)
    if doubled:
        limit = "one copy of a card" if form.copies == 1 else f"{form.copies} copies of a card at most"
        counted = {card: copies for card, copies in deck.cards.items() if copies > form.copies}
        off = sum(copies - form.copies for copies in counted.values())
        add(
            ReasonKind.COPIES,
            f"{form.title} allows {limit}: too many of {namer(doubled, counted)}.",
            off,
            doubled,
        )
    return reasons


def distance(deck: Deck, game: AnyGame, form: Format) -> int:
    """How many cards a deck is away from being legal in a format; 0 for a legal one."""
    return sum(reason.off for reason in check(deck, game, form))


def legality(deck: Deck, game: AnyGame) -> list[Reason]:
    """Every reason why the deck is not legal in the format it is meant for."""
    form = find_format(deck.game, deck.format)
    if form is None or form not in formats_for(game, deck.group):
        known = ", ".join(form.name for form in formats_for(game, deck.group))
        return [Reason(f"{game.title} has no format {deck.format}; it has {known or 'none'}.")]
    return check(deck, game, form)


def _uneven(deck: Deck, game: AnyGame, each: int) -> list[Reason]:
    """A reason for each group of which there are not exactly so many cards."""
    reasons = []
    for group, have in by_group(game, deck.group, deck.cards).items():
        has = f"{game.texts.group_title(group)} has {have} of {each} cards"
        if have < each:
            reasons.append(Reason(f"{has}: {each - have} more to add.", (), ReasonKind.FEW, each - have))
        elif have > each:
            cards = tuple(card.id for card in game.cards if card.group == group and card.id in deck.cards)
            reasons.append(Reason(f"{has}: {have - each} too many.", cards, ReasonKind.MANY, have - each))
    return reasons


def _pool_title(game: AnyGame, group: str) -> str:
    """What people call the cards that such a decklist is made of."""
    titles = [game.texts.group_title(one) for one in game.pool_groups(group)]
    return titles[0] if len(titles) == 1 else f"{titles[0]} to {titles[-1]}"


def _missing(cards: list[str]) -> str:
    return "1 is missing," if len(cards) == 1 else f"{len(cards)} are missing,"


def _namer(game: AnyGame) -> Callable[..., str]:
    """Names card ids in a sentence, with their copies if they are given."""
    names = {card.id: card.name for card in game.cards}

    def name(cards: Iterable[str], copies: dict[str, int] | None = None) -> str:
        said = [names.get(card, card) + (f" ({copies[card]})" if copies else "") for card in cards]
        rest = len(said) - SHOWN
        # Never "and 1 more": that one has room too.
        return ", ".join(said) if rest <= 1 else f"{', '.join(said[:SHOWN])} and {rest} more"

    return name
