"""What a line of a decklist may mean: the name of a card, and how many of it.

A number is said before the name or behind it, with or without an x, in brackets or behind a sign, in digits
or, before it, in a word. No number
of a line is left out in silence: what a name and the number behind it do not account for is no reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from decks.names import fold

_LONGEST = 300
"""Longest line that may be a card and a number, in characters; names are far shorter."""
_TIMES = "[xX×✕*]"
_NUMBER = rf"(?:{_TIMES} ?\d{{1,9}}|\d{{1,9}}(?: ?{_TIMES})?)"
_BRACKETED = rf"[(\[{{] ?{_NUMBER} ?[)\]}}]"
_SIGN = "[,;:|=–—-]"
_BEFORE = re.compile(
    rf"^(?:({_BRACKETED}) ?{_SIGN}?|({_NUMBER})(?: ?{_SIGN} ?| )|(\d{{1,9}} ?{_TIMES})) ?(?=[^ ])(.+)$"
)
_USUAL = re.compile(r"^(\d{1,9}) (.+)$")
_AFTER_X = re.compile(r"^(.+[xX]) (\d{1,9})$")
_AFTER = re.compile(
    rf"^(.*?[^ ]) ?(?:{_SIGN}? ?({_BRACKETED})|(?: |{_SIGN} ?)({_NUMBER})|([×✕*] ?\d{{1,9}}|[xX]\d{{1,9}}))$"
)
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_WORD = re.compile(rf"^({'|'.join(_WORDS)})(?: ?{_TIMES})? (.+)$", re.IGNORECASE)
_COPIES_OF = re.compile(rf"^(\d{{1,9}}|{'|'.join(_WORDS)}) cop(?:y|ies)(?: of)? (.+)$", re.IGNORECASE)
_ANY_NUMBER = re.compile(rf"\d+|\b(?:{'|'.join(_WORDS)})\b")
_BARE_AFTER = re.compile(r"[^\W\d_][^\W\d_]* \d{1,9}$")
"""A number behind a name with nothing but a blank between: perhaps the name's own, or a card's place."""
_BULLET = re.compile(r"^(?:[-*+•·‣▪–—>] )+")
_PLACE = re.compile(r"^\d{1,4}[.)] ?(?=[^ ])")
"""`2.`: the place of a line in a list, or how many."""
_WHOLE = re.compile(r"(?<!\d)(?<!\d[.,])(\d{1,9})[.,]0{1,2}(?![.,]?\d)")
"""A whole number as tables write it: `2.0`."""
_FRAME = re.compile(r"^[\[*_~=`]+ ?([^ ].*[^ ]) ?[\]*_~=`]+$")
"""Signs that people put around a line."""
_TRAILING = re.compile(r" (?:#(?!\d+$)|//).*$")
_CODE_NAME = r"(?![xX]?\d+[xX]?[\])])[A-Za-z0-9]{1,8}"
_CODE = re.compile(rf" ?[\[(]{_CODE_NAME}[\])](?: #?\d{{1,4}}$)?(?= |$)|^[\[(]{_CODE_NAME}[\])] ?")
"""The code of a card set, and the card's number in it."""


class LineReading(msgspec.Struct, frozen=True):
    """One thing that a line may mean."""

    name: str
    copies: int = 1
    said: bool = False
    """Whether that number is said."""
    changed: bool = False
    """Whether something was left out, or it might be meant otherwise."""
    place: str = ""
    """What was taken for the line's place in a list, though it may be a number of copies; `2.`."""
    other: int | None = None
    """Another number of copies that is said too."""
    comment: str = ""
    """What was left out, since it stands behind a sign for comments."""


def readings(text: str) -> Iterator[LineReading]:
    """What a line may mean, the likeliest first, the last with least around the name. Blanks are single."""
    bare = _BULLET.sub("", text)
    if (whole := _WHOLE.sub(r"\1", bare)) != bare:
        yield LineReading(bare)
        for one in readings(whole):
            yield msgspec.structs.replace(one, changed=True)
        return
    yield from _unplaced(bare)
    if match := _PLACE.match(bare):
        # `2.5` may say how many in both its numbers.
        joined = match[0][-1] != " " and bare[match.end()].isdigit()
        for one in _unplaced(bare[match.end() :]):
            place = "" if one.said else match[0].strip()
            other = _number(match[0]) if one.said and joined else one.other
            yield msgspec.structs.replace(one, changed=True, place=place, other=other)


def stray_number(name: str, of: str) -> bool:
    """Whether a name has a number, in digits or in a word, that the card it may mean has not."""
    return bool(set(_ANY_NUMBER.findall(fold(name))) - set(_ANY_NUMBER.findall(fold(of))))


def _unplaced(text: str) -> Iterator[LineReading]:
    without = _TRAILING.sub("", text)
    plain = " ".join(_CODE.sub(" ", without).split()) if len(without) <= _LONGEST else without
    framed = _FRAME.match(plain) if len(plain) <= _LONGEST else None
    comment = text[len(without) :].lstrip(" #/")
    for said in dict.fromkeys((text, without, plain, *([framed[1]] if framed else []))):
        for one in _counted(said, said not in (text, without)):
            yield one if said == text else msgspec.structs.replace(one, comment=comment)


def _counted(said: str, left_out: bool) -> Iterator[LineReading]:
    """A name and a number of copies, wherever that stands; `left_out` is whether something was."""
    yield LineReading(said, changed=left_out)
    if len(said) <= _LONGEST:
        before, after = _BEFORE.match(said), _AFTER.match(said)
        if usual := _USUAL.match(said):
            # First: a name may begin with an x, or a sign.
            yield LineReading(usual[2], int(usual[1]), True, left_out)
        if before:
            yield LineReading(before[4], _number(before[1] or before[2] or before[3]), True, left_out)
        if ending := _AFTER_X.match(said):
            # Likewise, a name may end with an x.
            yield LineReading(ending[1], int(ending[2]), True, True)
        if after:
            unsure = bool(_BARE_AFTER.search(said))
            yield LineReading(after[1], _number(after[2] or after[3] or after[4]), True, left_out or unsure)
        if word := _WORD.match(said):
            yield LineReading(word[2], _number(word[1]), True, True)
        if copies := _COPIES_OF.match(said):
            yield LineReading(copies[2], _number(copies[1]), True, True)
        both = _AFTER.match(before[4]) if before else None
        if before and both:
            first, second = (
                _number(before[1] or before[2] or before[3]),
                _number(both[2] or both[3] or both[4]),
            )
            yield LineReading(both[1], first, True, True, other=second if second != first else None)


def _number(text: str) -> int:
    if text.lower() in _WORDS:
        return _WORDS.index(text.lower()) + 1
    found = re.search(r"\d+", text)
    assert found is not None
    return int(found[0])
