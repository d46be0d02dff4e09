"""What a header has to be: in any game, and in one."""

from __future__ import annotations

import re
from collections.abc import Mapping

from core.clean import NAME_CELLS, clean
from core.contract.clock import fault_of
from core.contract.errors import GameError
from core.contract.game import AnyGame
from core.contract.header import (
    KEY_BYTES,
    LAST_ENTRY,
    LISTS,
    MATCH_BYTES,
    MOST_COPIES,
    MOST_SEATS,
    PLAY,
    Decklist,
    Header,
)
from core.contract.stream import SEED_BYTES


def check_header(header: Header, game: AnyGame) -> None:
    """Raise GameError, with a sentence, for a header that no match of this game has.

    Which cards a deck may have is the game's own affair; the card table is compared where a record is
    verified.
    """
    fewest, most = game.seats
    count = len(header.seats)
    if not fewest <= count <= most:
        seats = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise GameError(f"{game.title} has {seats} seats, not {count}.")
    check_form(header)
    _check_options(header, game)
    if header.shared is not None:
        check_shared(header.shared, game)


def check_form(header: Header) -> None:
    """Raise GameError, with a sentence, for a header that no match of any game has."""
    _hex(header.seed, SEED_BYTES, "A match needs a seed")
    _hex(header.match, MATCH_BYTES, "A match needs a match id")
    if header.from_ is not None:
        match, n = header.from_
        _hex(match, MATCH_BYTES, "The match it branched off needs a match id")
        if not 0 <= n <= LAST_ENTRY:
            raise GameError("There is no entry of that number where it branched off.")
    for value, words, what in ((header.lists, LISTS, "lists"), (header.play, PLAY, "play")):
        if value not in words:
            raise GameError(f"{what} is {' or '.join(words)}, not {clean(value, 40)!r}.")
    fault = fault_of(header.clock)
    if fault:
        raise GameError(fault)
    _check_seats(header)


def check_shared(shared: Decklist, game: AnyGame) -> None:
    """Raise GameError, with a sentence, for a list that a table of this game can't be played with."""
    group = game.shared_group
    if group is None:
        raise GameError(f"{game.title} has no list of cards for the whole table.")
    name, title = clean(shared.name, NAME_CELLS), game.texts.group_title(group)
    _check_copies(shared.cards, title)
    own = {card.id for card in game.cards if card.group in game.pool_groups(group)}
    foreign = sorted(shared.cards.keys() - own)
    if foreign:
        shown = ", ".join(clean(card, 60) for card in foreign[:3])
        raise GameError(f"{title} {name!r} has cards that don't belong there: {shown}.")
    why = game.why_not_shared(shared.cards)
    if why:
        raise GameError(f"{title} {name!r} can't be played: {why}")


def _check_options(header: Header, game: AnyGame) -> None:
    for name in header.options:
        if name not in {option.name for option in game.options}:
            raise GameError(f"{game.title} has no option {clean(name, 40)!r}.")
    for option in game.options:
        value = header.options.get(option.name)
        if value is None:
            raise GameError(f"Option {option.name} is missing.")
        if not option.low <= value <= option.high:
            raise GameError(f"Option {option.name} is from {option.low} to {option.high}, not {value}.")


def _check_seats(header: Header) -> None:
    count = len(header.seats)
    if not 1 <= count <= MOST_SEATS:
        raise GameError(f"A match has from 1 to {MOST_SEATS} seats, not {count}.")
    if len(header.decklists) != count:
        raise GameError(f"There are {len(header.decklists)} decks for {count} seats.")
    for deck in header.decklists:
        if deck is not None:
            _check_copies(deck.cards, "A deck")
    for number, seat in enumerate(header.seats, 1):
        if not 0 <= seat.peer < count:
            raise GameError(f"Seat {number} is on no machine: peer is 0 to {count - 1}.")
        if seat.player != "person" and not re.fullmatch(r"bot:[a-z0-9_-]{1,40}@[0-9]{1,9}", seat.player):
            raise GameError(f"Seat {number} has neither a person nor a bot: {clean(seat.player, 40)!r}.")
        if seat.key is not None:
            _hex(seat.key, KEY_BYTES, f"Seat {number} needs a key")


def _check_copies(cards: Mapping[str, int], what: str) -> None:
    for card, copies in cards.items():
        if not 1 <= copies <= MOST_COPIES:
            raise GameError(f"{what} has from 1 to {MOST_COPIES} copies of {clean(card, 60)}.")


def _hex(value: str | None, size: int, what: str) -> None:
    if value is None or not re.fullmatch(f"[0-9a-f]{{{2 * size}}}", value):
        raise GameError(f"{what} of {size} bytes in lower-case hex.")
