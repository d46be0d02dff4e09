"""What to say about decks, as lines and small structures, for the command line and for screens."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

import msgspec

from core import games
from core.clean import cell_width, clean, padded
from core.game import AnyGame, CardInfo
from decks.files import read_file
from decks.formats import Reason, check, find_format, formats, groups, legality
from decks.model import Deck, DeckError
from decks.store import Entry


class Report(msgspec.Struct, frozen=True):
    """The verdict on a deck file."""

    source: str
    """The file, as it may be shown."""
    deck: Deck | None
    """None if the file can't be read."""
    problems: tuple[str, ...]
    """Why it can't be read."""
    reasons: tuple[Reason, ...]
    """Why it is not legal in its format."""

    @property
    def ok(self) -> bool:
        """Whether the deck can be played in its format."""
        return self.deck is not None and not self.reasons

    def lines(self) -> list[str]:
        """The verdict in words."""
        if self.deck is None:
            return list(self.problems)
        return [f"{self.source}: {summary(self.deck)}.", *verdict(self.deck)]


def check_file(path: Path) -> Report:
    """Read and judge a deck file. Raises nothing."""
    source = clean(str(path), 80)
    try:
        deck = read_file(path)
    except DeckError as error:
        return Report(source, None, error.sentences, ())
    return Report(source, deck, (), tuple(legality(deck, games.load(deck.game))))


def summary(deck: Deck) -> str:
    """A deck in a line: `Star Singers, Good, Singleton, 60 cards, 1a2b3c4d5e6f`."""
    return f"{deck.name}, {side_title(deck)}, {format_title(deck)}, {count(deck.size)}, {deck.hash}"


def verdict(deck: Deck) -> list[str]:
    """Whether a deck is legal in its format, and if not every reason, a line each."""
    reasons = legality(deck, games.load(deck.game))
    if not reasons:
        return [f"Legal in {format_title(deck)}."]
    return [reason.sentence for reason in reasons]


def elsewhere(deck: Deck) -> list[str]:
    """How the deck would do in the other formats of its game, a line each."""
    game = games.load(deck.game)
    lines = []
    for form in formats(deck.game):
        if form.name != deck.format:
            reasons = [reason.sentence for reason in check(deck, game, form)]
            lines.append(f"In {form.title}: {' '.join(reasons) or 'legal too.'}")
    return lines


def by_kind(game: AnyGame, cards: Iterable[str]) -> list[tuple[str, list[CardInfo]]]:
    """Cards under their kinds, kinds by name, strongest first, then by name."""
    wanted = set(cards)
    infos = [card for card in game.cards if card.id in wanted]
    infos.sort(key=lambda card: (card.kind, -(card.force or 0), card.name))
    return [(kind, list(group)) for kind, group in groupby(infos, key=lambda card: card.kind)]


def show(deck: Deck) -> list[str]:
    """A deck in full: what it is, its plan, its cards by kind, and the verdict."""
    game = games.load(deck.game)
    lines = [f"{summary(deck)}."]
    if deck.about:
        lines.append(deck.about)
    for kind, cards in by_kind(game, deck.cards):
        lines += ["", f"{kind} ({sum(deck.copies(card.id) for card in cards)})"]
        for card in cards:
            force = "" if card.force is None else str(card.force)
            line = f"  {deck.copies(card.id):2} {card.name:32} {card.type:2} {force:>2}  {card.text}"
            lines.append(line.rstrip())
    return [*lines, "", *verdict(deck)]


def listing(entries: Iterable[Entry]) -> list[str]:
    """Decks in aligned lines: name, side, format, size, whether legal, and which came with the game."""
    entries = list(entries)
    lines = []
    width = max((sum(map(cell_width, entry.name)) for entry in entries), default=0)
    for entry in entries:
        deck = entry.deck
        if deck is None:
            lines.append(f"{padded(entry.name, width)} can't be read: {entry.problem}")
            continue
        what = f"{side_title(deck):4}  {format_title(deck):11} {deck.size:3}  {legal_word(deck):9}"
        source = "with the game" if entry.stock else clean(entry.key, 60)
        lines.append(f"{padded(deck.name, width)}  {what}  {source}")
    return lines


def legal_word(deck: Deck) -> str:
    """`legal` or `not legal`."""
    return "not legal" if legality(deck, games.load(deck.game)) else "legal"


def side_title(deck: Deck) -> str:
    """The deck's side as people call it."""
    return groups(games.load(deck.game)).get(deck.group, deck.group)


def format_title(deck: Deck) -> str:
    """The deck's format as people call it."""
    form = find_format(deck.game, deck.format)
    return form.title if form else deck.format


def count(cards: int) -> str:
    """`1 card`, `60 cards`."""
    return "1 card" if cards == 1 else f"{cards} cards"
