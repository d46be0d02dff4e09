"""The text form of choices, on the wire and in records: ASCII, ids only, one space between parts."""

from __future__ import annotations

from collections.abc import Sequence

from core.contract.choice import HIDDEN, Choice
from core.contract.game import AnyGame


class Malformed(ValueError):
    """Text, a frame or a record line that is not of the form it should be; the message says how."""


def write_choice(choice: Choice, table: Sequence[str]) -> str:
    """The wire and record form: `play 37=wit/good/hope`, `order 31`, `pass`."""
    parts = [choice.kind]
    for place, handle in enumerate(choice.handles):
        parts.append(
            f"{handle}={table[choice.card]}" if place == 0 and choice.card != HIDDEN else str(handle)
        )
    if choice.card != HIDDEN and not choice.handles:
        parts.append("=" + table[choice.card])
    return " ".join(parts)


def read_choice(text: str, game: AnyGame) -> Choice:
    """The choice a text says. Raises Malformed; accepts exactly what write_choice writes."""
    if not text.isascii() or not text.isprintable() or not text or len(text) > 400:
        raise Malformed(f"A choice is a short line of ASCII text, not {text[:60]!r}.")
    kind, *parts = text.split(" ")
    handles: list[int] = []
    card = HIDDEN
    for place, part in enumerate(parts):
        number, equals, name = part.partition("=")
        if equals:
            if place:
                raise Malformed(f"Only the first card of a choice is named: {text!r}.")
            try:
                card = game.identity(name)
            except KeyError:
                raise Malformed(f"No card has the id {name!r}: {text!r}.") from None
        if number or not equals:
            if not number.isdigit() or len(number) > 4:
                raise Malformed(f"{part!r} is no card number: {text!r}.")
            handles.append(int(number))
    choice = Choice(kind, tuple(handles), card)
    if write_choice(choice, game.table) != text:
        raise Malformed(f"A choice is written in one way only: {text!r}.")
    return choice
