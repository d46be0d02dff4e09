"""What the card files of every game have in common: how they are read, and what ids they may hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from importlib import resources
from itertools import pairwise
from typing import Protocol, TypeVar

import msgspec

from core.contract.errors import GameError

F = TypeVar("F")
C = TypeVar("C", bound="HasId")


class HasId(Protocol):
    """Anything with a card id."""

    @property
    def id(self) -> str: ...


def decode(text: str, source: str, kind: type[F]) -> F:
    """A card file (TOML) of this type. Raises GameError naming the source and what is wrong."""
    try:
        return msgspec.toml.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise GameError(f"{source}: {error}") from None
    except RecursionError:
        raise GameError(f"{source}: it is nested too deeply.") from None


def located(cards: Iterable[C], source: str, prefix: str) -> Iterator[tuple[C, str]]:
    """Each card of a file with the words that say where it stands, its id checked.

    Raises GameError for an id that stands twice, or doesn't begin with `prefix`, the file's set and group.
    """
    seen: set[str] = set()
    for card in cards:
        where = f"{source}: {card.id}"
        if card.id in seen:
            raise GameError(f"{where}: this id stands twice; give each card its own.")
        seen.add(card.id)
        if not card.id.startswith(prefix):
            raise GameError(f"{where}: ids in this file begin with {prefix}.")
        yield card, where


def by_id(files: Iterable[Sequence[C]]) -> list[C]:
    """The cards of all files by id. Raises GameError for a card that two of them have."""
    cards = sorted((card for file in files for card in file), key=lambda card: card.id)
    for one, other in pairwise(cards):
        if one.id == other.id:
            raise GameError(f"{one.id} stands in two card files.")
    return cards


def printed(room: str, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Text and file name of the card files of these names that come with a game."""
    folder = resources.files(room) / "cards"
    for name in names:
        yield (folder / f"{name}.toml").read_text("utf-8"), f"{name}.toml"


def fingerprint(facts: object) -> str:
    """The rules fingerprint, hex, over all that changes what the rules do."""
    return blake2b(msgspec.msgpack.encode(facts, order="deterministic"), digest_size=16).hexdigest()
