"""The key line of a match: which keys there are, and which of them a line has room for."""

from __future__ import annotations

from collections.abc import Sequence

from tui.boards.board_state import Scene

Keys = Sequence[tuple[str, str]]
"""Keys and what they do."""

HELP = "?"
KEPT = (HELP, "Esc", "y", "c", "o")
"""Keys that are on the line as long as they can be, the most wanted first: nothing else on the screen shows
that there is help, that one can leave, chat, concede, and say when one is asked."""


def match_keys(scene: Scene, tab: str, begun: bool, over: bool, phases: bool = False) -> Keys:
    """The keys of a moment, in the order in which they are shown.

    `tab` is where Tab goes; `begun` is whether Esc has something to begin again; `phases` is whether one can
    pass to a phase.
    """
    reading = [("t", "story"), ("d", "piles")]
    if over:
        return [("Enter", "leave"), ("arrows", "look around"), ("l", "log"), *reading]
    parts = [("Tab", tab)]
    if phases:
        parts.append(("f", "pass to"))
    parts += [("l", "log"), ("u", "undo"), *reading, ("o", "stops"), ("c", "concede")]
    if scene.link:
        parts += [("w", "draw"), ("y", "chat")]
    return [*parts, ("Esc", "back" if begun else "leave"), (HELP, "help")]


def fitted(parts: Keys, width: int) -> list[tuple[str, str]]:
    """Those of the keys that so many cells have room for, each with its word, in their order; if some have
    none, the key of the help says that it has them all."""
    if _cells(parts) <= width:
        return list(parts)
    parts = [(key, "all keys" if key == HELP else label) for key, label in parts]
    kept = [part for key in KEPT for part in parts if part[0] == key]
    shown: list[tuple[str, str]] = []
    for part in [*kept, *(part for part in parts if part not in kept)]:
        if _cells([*shown, part]) <= width:
            shown.append(part)
    return [part for part in parts if part in shown]


def _cells(parts: Keys) -> int:
    """The cells of a line of keys with their words, two between each."""
    return sum(len(key) + 1 + len(label) + 2 for key, label in parts) - 2
