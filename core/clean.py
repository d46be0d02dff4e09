"""Text from outside made safe to show: one function, called where bytes become values."""

from __future__ import annotations

import unicodedata

MARKS = 2
"""How many marks a base letter keeps, after composition."""
_RAW_MARKS = 8
"""How many are composed at all: composing sorts them, and a thousand would take for ever."""

_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f")
"""Letters, a symbol and a mark that draw nothing, and would make two names look alike."""


def clean(text: str, cells: int) -> str:
    """This text as it may be shown to a player, at most `cells` terminal cells wide.

    Composed (NFC). Letters, marks (at most two a base), numbers, punctuation, symbols and plain spaces
    stay. Every other kind of space, tabs and line ends become one plain space each, so that words stay
    apart. The rest goes: controls, formats (bidi, joiners), variation selectors, private and unassigned
    characters, and marks that have nothing to stand on. Cleaning twice changes nothing more.
    """
    text = unicodedata.normalize("NFC", _few_marks("".join(map(_keep, text)), _RAW_MARKS))
    text = _few_marks(text, MARKS)
    width = 0
    for place, char in enumerate(text):
        width += cell_width(char)
        if width > cells:
            return text[:place]
    return text


def cell_width(char: str) -> int:
    """How many terminal cells a character that clean() keeps takes: 0, 1 or 2."""
    if unicodedata.category(char)[0] == "M":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _keep(char: str) -> str:
    """The character itself, a space in its place, or nothing."""
    if "!" <= char <= "~":
        return char
    category = unicodedata.category(char)
    if category[0] == "Z" or char in "\t\n\r\v\f\x85":
        return " "
    if category[0] not in "LMNPS" or char in _BLANKS or "\ufe00" <= char <= "\ufe0f" or char >= "\U000e0000":
        return ""
    return char


def _few_marks(text: str, limit: int) -> str:
    """Without the marks that stand on nothing, on a space, or above this many."""
    kept: list[str] = []
    room = 0
    for char in text:
        if unicodedata.category(char)[0] == "M":
            room -= 1
            if room < 0:
                continue
        else:
            room = 0 if char == " " else limit
        kept.append(char)
    return "".join(kept)
