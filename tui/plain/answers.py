"""What a typed line means: a number of a list, or part of what the list says."""

from __future__ import annotations

from collections.abc import Sequence

from decks.names import fold

SHOWN = 12
"""How many of the lines that fit are listed when several do."""


class Unclear(ValueError):
    """A line that is none of the answers; the message says what may be typed."""


class Nothing(Unclear):
    """Nothing fits the line at all."""


def span(count: int) -> str:
    """`1`, `1 or 2`, `1 to 9`."""
    return "1" if count == 1 else "1 or 2" if count == 2 else f"1 to {count}"


def numbers(text: str) -> list[int] | None:
    """The numbers of a line of numbers, as `3 1 2` or `3, 1, 2`; None if it is none."""
    words = text.replace(",", " ").split()
    if not words or not all(word.isascii() and word.isdigit() and len(word) < 6 for word in words):
        return None
    return [int(word) for word in words]


def fitting(text: str, said: Sequence[str]) -> list[int]:
    """Places of the spoken forms that a line fits: those that are just so, else those whose words begin with
    the words typed, else those in which they stand anywhere."""
    wanted = fold(text)
    if not wanted:
        return []
    folded = [fold(one) for one in said]
    exact = [n for n, one in enumerate(folded) if one == wanted]
    if exact:
        return exact
    words = wanted.split()
    begun = [
        n
        for n, one in enumerate(folded)
        if all(any(word.startswith(typed) for word in one.split()) for typed in words)
    ]
    # Words that follow one another are meant rather than the same words here and there.
    together = [n for n in begun if f" {wanted}" in f" {folded[n]}"]
    return together or begun or [n for n, one in enumerate(folded) if wanted in one]


def the_one(text: str, said: Sequence[str]) -> int:
    """The place that a number or part of a spoken form means. Raises Unclear with what may be typed."""
    typed = numbers(text)
    if typed is not None:
        if len(typed) > 1:
            raise Unclear(f"One number is wanted here, {span(len(said))}.")
        if not 1 <= typed[0] <= len(said):
            raise Unclear(f"There is no {typed[0]} here; type {span(len(said))}.")
        return typed[0] - 1
    found = fitting(text, said)
    if not found:
        raise Nothing(f'Nothing here fits "{text[:60]}"; type {span(len(said))}, or part of a name.')
    if len({said[n] for n in found}) > 1:
        raise Unclear(several(text, [f"{n + 1}: {said[n]}" for n in found]))
    return found[0]


def several(text: str, lines: Sequence[str]) -> str:
    """A sentence that lists what fits."""
    more = f"; and {len(lines) - SHOWN} more" if len(lines) > SHOWN else ""
    return f'"{text[:60]}" fits {len(lines)}: {"; ".join(lines[:SHOWN])}{more}.'
