"""The header of a match: everything it is made of besides its entries. What it has to be is checked in
core.engine.header_check."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b

import msgspec

from core.clean import player_name
from core.contract.clock import NO_CLOCK

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
    """How much time a seat has to choose, in the text form of clock.py. No rule of the game knows it."""
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
