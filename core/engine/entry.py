"""Entries of a match: the lines of its record, and what each of them says."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from core.contract.choice import Choice
from core.contract.game import AnyGame
from core.contract.outcome import Ending
from core.engine.notation import Malformed, read_choice


class Entry(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One line of a record."""

    by: int
    text: str
    hash: str
    signature: str | None


class Undo(msgspec.Struct, frozen=True):
    """A take-back: the state after an entry again. Nothing is cut out of the record."""

    to: int
    """The number of that entry; 0 for the start."""
    marked: bool = False
    """Whether it goes beyond what may be taken back freely, which is marked in the record."""

    def __str__(self) -> str:
        """As it stands in an entry."""
        return f"undo {self.to}{' marked' if self.marked else ''}"


Act: TypeAlias = Choice | Undo | Ending
"""What an entry does: a choice of the game, a take-back, or an end that is no choice of the game."""


def read_act(text: str, game: AnyGame) -> Act:
    """What a text does. Raises Malformed; accepts exactly what is written."""
    act = read_table_act(text)
    return read_choice(text, game) if act is None else act


def read_table_act(text: str) -> Undo | Ending | None:
    """What a text does that is no choice of the game; None for a choice. Raises Malformed."""
    word, space, _ = text.partition(" ")
    if word == "undo":
        return _read_undo(text)
    try:
        ending = Ending(word)
    except ValueError:
        return None
    if space:
        raise Malformed(f"{text[:40]!r} should be one word.")
    return ending


def is_choice(text: str) -> bool:
    """Whether a text, of whatever form, is meant as a choice of the game."""
    try:
        return read_table_act(text) is None
    except Malformed:
        return False


def _read_undo(text: str) -> Undo:
    parts = text.split(" ")
    number = parts[1] if len(parts) in (2, 3) and len(text) < 40 and text.isascii() else ""
    if not number.isdigit() or parts[2:] not in ([], ["marked"]):
        raise Malformed(f"A take-back is `undo N` or `undo N marked`, not {text[:40]!r}.")
    undo = Undo(int(number), len(parts) == 3)
    if text != str(undo):
        raise Malformed(f"Entry {number} is no entry to go back to.")
    return undo
