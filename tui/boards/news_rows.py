"""What happened since a reader's last act, fitted into a few rows."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from tui.widgets.canvas import cut

Word = tuple[str, str]
"""A word and its look."""


def newest(sentences: Sequence[str], width: int, rows: int) -> list[list[Word]]:
    """The newest sentences that fit, each from its beginning; what the reader did is the quieter part."""
    for first in range(len(sentences)):
        lines = _wrapped(sentences[first:], width)
        if len(lines) <= rows:
            return lines
    return _shortened(lines[:rows], width) if sentences and rows > 0 else []


def _wrapped(sentences: Sequence[str], width: int) -> list[list[Word]]:
    lines: list[list[Word]] = [[]]
    used = 0
    for sentence in sentences:
        look = "quiet" if sentence.startswith("You ") else ""
        for word in sentence.split():
            room = cell_len(word) + bool(lines[-1])
            if lines[-1] and used + room > width:
                lines.append([])
                used, room = 0, cell_len(word)
            lines[-1].append((cut(word, width), look))
            used += room
    return lines


def _shortened(lines: list[list[Word]], width: int) -> list[list[Word]]:
    """A sentence that is too long: dots for its end."""
    words = lines[-1]
    while len(words) > 1 and sum(cell_len(word) + 1 for word, _ in words) + 2 > width:
        words = words[:-1]
    return [*lines[:-1], [*words, ("..", words[-1][1])]]
