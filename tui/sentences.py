"""The log in fewer sentences, for the screen and for plain mode."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tui.host import Line


def merged(lines: Sequence[Line]) -> list[str]:
    """The sentences, neighbours that begin alike put together: `You draw Hope, Noah.`"""
    return [line.text for line in folded(lines)]


def folded(lines: Sequence[Line]) -> list[Line]:
    """The same with the entry of the last of each."""
    groups: list[list[Line]] = []
    words: list[list[str]] = []
    for line in lines:
        before, now = words[-1] if words else [], line.text.split(" ")
        words.append(now)
        if not line.level and len(now) > 2 and before[:2] == now[:2]:
            groups[-1].append(line)
        else:
            groups.append([line])
    return [
        msgspec.structs.replace(group[-1], text=_joined([line.text.split(" ") for line in group]))
        for group in groups
    ]


def _joined(group: list[list[str]]) -> str:
    """One sentence of several that begin alike; what they all end with is said once."""
    if len(group) == 1:
        return " ".join(group[0])
    middles = [words[2:] for words in group]
    end = 0
    while all(len(words) > end + 1 for words in middles) and len({words[-1 - end] for words in middles}) == 1:
        end += 1
    tail = middles[0][len(middles[0]) - end :]
    if not tail:
        middles = [[*words[:-1], words[-1].removesuffix(".")] for words in middles]
    said = ", ".join(" ".join(words[: len(words) - end]) for words in middles)
    return " ".join([*group[0][:2], said, *tail]) if tail else " ".join([*group[0][:2], said]) + "."
