"""Events: what an applied choice did. They are derived and never part of a record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

import msgspec

if TYPE_CHECKING:
    pass
from core.contract.choice import HIDDEN


class Shuffled(msgspec.Struct, frozen=True, tag=True):
    """The identities of these handles were permuted; nobody knows one of them any more."""

    zone: str
    handles: tuple[int, ...]


class Dealt(msgspec.Struct, frozen=True, tag=True):
    """A card came into this seat's hand; the seat may see it now."""

    handle: int
    seat: int


class Shown(msgspec.Struct, frozen=True, tag=True):
    """A card that no choice named became visible to these seats (a bit mask)."""

    handle: int
    seats: int


class Told(msgspec.Struct, frozen=True, tag=True):
    """Anything else a player would want to be told; the game's `text` knows the kinds.

    `card` is given only where everybody may see it.
    """

    kind: str
    seat: int = -1
    handle: int = -1
    card: int = HIDDEN
    n: int = 0


Event: TypeAlias = Shuffled | Dealt | Shown | Told


class Events(Protocol):
    """Where apply puts its events: a list, or anything else that can append."""

    def append(self, event: Event, /) -> object: ...
