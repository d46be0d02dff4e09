"""Text from outside made safe to show: one function, called where bytes become values."""

from __future__ import annotations

import re
import unicodedata

MARKS = 2
"""How many marks a base letter keeps, after composition."""
_RAW_MARKS = 8
"""How many are composed at all: composing sorts them, and a thousand would take for ever."""

NAME_CELLS = 24
"""How wide a player's name may be, in terminal cells, and a deck's in a match."""
PATH_CELLS = 200
"""The most of a file's name that is shown."""

NAMELESS = "Nameless"
"""What a player is called whose name has nothing in it that may be shown."""

_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f")
"""Letters, a symbol and a mark that draw nothing, and would make two names look alike."""

_LOOSE = re.compile("[\u1160-\u11ff\ud7b0-\ud7ff\U0001f1e6-\U0001f1ff\U0001f3fb-\U0001f3ff]")
"""What draws nothing of its own, or who knows what, when it is not composed with what stands before it."""
_WIDE = re.compile("[\u2630-\u2637\u268a-\u268f\u4dc0-\u4dff\U0001d300-\U0001d356\U0001d360-\U0001d376]")
"""Wide since Unicode 16: newer terminals give them two cells, whatever this Python's tables say."""


def clean(text: str, cells: int) -> str:
    """This text as it may be shown to a player, at most `cells` terminal cells wide.

    Composed (NFC). Letters, marks (at most two a base), numbers, punctuation, symbols and plain spaces
    stay. Every other kind of space, tabs and line ends become one plain space each, so that words stay
    apart. The rest goes: controls, formats (bidi, joiners), variation selectors, private and unassigned
    characters, marks that have nothing to stand on, and what is only a part of a sign: vowels and ends of
    Hangul outside a syllable, skin tones, halves of flags. Cleaning twice changes nothing more.
    """
    if text.isascii() and text.isprintable():
        return text[: max(cells, 0)]  # nothing else could come of it
    text = unicodedata.normalize("NFC", _few_marks("".join(map(_keep, text)), _RAW_MARKS))
    if _LOOSE.search(text):
        text = unicodedata.normalize("NFC", _LOOSE.sub("", text))
    text = _few_marks(text, MARKS)
    width = 0
    for place, char in enumerate(text):
        width += cell_width(char)
        if width > cells:
            return text[:place]
    return text


def clean_lines(text: str) -> str:
    """Text of several lines as it may be shown and changed: each as clean() has it, none cut."""
    return "\n".join(clean(line, 2 * len(line)) for line in text.splitlines())


def player_name(text: str) -> str:
    """A player's name from outside as it may be shown; never empty."""
    return clean(text, NAME_CELLS).strip() or NAMELESS


def shown_path(path: object) -> str:
    """A file's name as it may stand in a sentence: a long one loses its beginning."""
    text = clean(str(path), PATH_CELLS * 10)
    if len(text) <= PATH_CELLS:
        return text
    return "..." + clean(text[3 - PATH_CELLS :], PATH_CELLS - 3)


def padded(text: str, cells: int) -> str:
    """Text that clean() keeps, with spaces up to so many cells."""
    return text + " " * (cells - sum(map(cell_width, text)))


def cell_width(char: str) -> int:
    """How many terminal cells a character that clean() keeps takes: 0, 1 or 2."""
    if unicodedata.category(char)[0] == "M":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" or _WIDE.match(char) else 1


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
