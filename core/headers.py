"""The header of a match: everything it is made of besides its entries, and what it has to be in any game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import blake2b

import msgspec

from core.chance import SEED_BYTES
from core.clean import NAME_CELLS, clean, player_name
from core.clock import NO_CLOCK, fault_of
from core.game import AnyGame, GameError

FORMAT = 1
"""Version of the record format."""
LISTS = ("open", "closed")
PLAY = ("open",)
MOST_COPIES = 1_000
"""Of one card in a deck, whatever the game."""
LAST_ENTRY = 1_000_000
"""No match is so long."""
MOST_SEATS = 10
"""Of any game."""
MATCH_BYTES = 16
KEY_BYTES = 32


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits at a seat."""

    name: str
    """The player's chosen name, cleaned."""
    player: str
    """`person`, or `bot:name@version`."""
    key: str | None
    """The Ed25519 key that signs this seat's entries, hex; None when all seats are on one machine."""
    peer: int
    """Which machine holds the seat: 0 the host's, 1 the guest's."""

    @property
    def shown(self) -> str:
        """The name as a player may see it: a record from elsewhere may hold any text."""
        return player_name(self.name)


class Decklist(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named deck as it enters a match: card id to number of copies."""

    name: str
    cards: dict[str, int]
    hash: str = ""
    """What its cards are recognised by (cards_hash); worked out where it is not given, never another."""

    def __post_init__(self) -> None:
        hash = cards_hash(self.cards)
        if self.hash not in ("", hash):
            raise ValueError(f"the hash of these cards is {hash}")
        msgspec.structs.force_setattr(self, "hash", hash)


def cards_hash(cards: Mapping[str, int]) -> str:
    """12 hex digits over card ids and copies; names, formats and descriptions don't count."""
    lines = "".join(f"{copies} {card}\n" for card, copies in sorted(cards.items()) if copies)
    return blake2b(lines.encode(errors="replace"), digest_size=6, person=b"tesser-deck").hexdigest()


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything a match is made of besides its entries. All byte strings are lower-case hex."""

    format: int
    game: str
    rules: str
    """The rules fingerprint."""
    app: str
    match: str
    """16 bytes: random; in the arena and with `--seed` a hash of seed and match number."""
    from_: tuple[str, int] | None = msgspec.field(name="from", default=None)
    """The match and entry this one branched off."""
    play: str = "open"
    lists: str = "open"
    """`open`: both see the decklists; `closed`: only their owner, until the end."""
    clock: str = NO_CLOCK
    """How much time a seat has to choose, in the text form of core.clock. No rule of the game knows it."""
    options: dict[str, int]
    """Every option of the game, defaults too."""
    seats: tuple[Seat, ...]
    decklists: tuple[Decklist | None, ...]
    """By seat; None for a seat that brings none."""
    shared: Decklist | None = None
    """The list that belongs to the table (Game.shared_group), known to all; None: the game does without."""
    cards: tuple[str, ...]
    """The card table: ids, sorted."""
    sets: tuple[str, ...]
    seed: str | None
    commits: tuple[str, ...] | None = None
    nonces: tuple[str, ...] | None = None


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
    name, title = clean(shared.name, NAME_CELLS), game.group_title(group)
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
