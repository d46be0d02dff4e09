"""Names compared as people mean them, the nearest to a misspelt one, and file names from any name."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache

from core.clean import clean

STEM = 48
"""Longest file name made here, without its ending."""
_SHORTEST = 3
"""Fewest letters by which a name is told from its beginnings."""
_RESERVED = frozenset(
    ["con", "prn", "aux", "nul", "conin", "conout"]
    + [f"{port}{n}" for port in ("com", "lpt") for n in range(10)]
)
"""Names that are devices on Windows, whatever their ending."""
_DROPPED = frozenset("'\u2019\u2018`\u00b4\u02bc")
"""Quotes inside words: O'Keefe is one word."""


@lru_cache(4096)
def fold(text: str) -> str:
    """A name without case, accents, quotes and punctuation: two that fold alike are the same to people. Of a
    name without any letter or number the signs stay."""
    folded = []
    for char in unicodedata.normalize("NFKD", text.replace("&", " and ").casefold()):
        if char.isalnum():
            folded.append(char)
        elif unicodedata.category(char)[0] != "M" and char not in _DROPPED:
            folded.append(" ")
    # A name of nothing but signs is told from others by these.
    return " ".join("".join(folded).split()) or " ".join(text.casefold().split())


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known name most like this word; None if none is like it."""
    return next(iter(alike(word, known)), None)


def alike(word: str, known: Iterable[str]) -> list[str]:
    """The known names that a word may mean: those whose words begin like its words, or else the one that is
    spelt most like it, or begins so. Several where none is likelier; those that begin with it come first."""
    by_fold = {fold(name): name for name in known}
    # Cut, since comparing grows with the square of the length.
    wanted = fold(word[:80])
    words = wanted.split()
    if not words:
        return []
    if len(wanted) >= _SHORTEST:
        begun = [name for name in by_fold if _begins(words, name.split())]
        first = [name for name in begun if name.startswith(wanted)]
        if found := first if len(first) == 1 else [*first, *(name for name in begun if name not in first)]:
            return [by_fold[name] for name in found]
    heads: dict[str, list[str]] = {}
    for name in by_fold:
        heads.setdefault(name, []).insert(0, name)
        head = " ".join(name.split()[: len(words)])
        if head != name:
            heads.setdefault(head, []).append(name)
    near = get_close_matches(wanted, heads, 1, 0.65)
    return [by_fold[name] for name in heads[near[0]]] if near else []


def _begins(words: list[str], name: list[str]) -> bool:
    """Whether each of these words begins another word of a name."""
    left = list(name)
    for word in words:
        found = next((one for one in left if one.startswith(word)), None)
        if found is None:
            return False
        left.remove(found)
    return True


def quoted(text: str) -> str:
    """Text from outside as it may stand in a sentence: cleaned, cut, in quotes."""
    return f'"{clean(text, 60)}"'


def file_stem(name: str, taken: Iterable[str] = ()) -> str:
    """A file name, without its ending, that every system accepts, for a deck of any name.

    Lower-case letters, digits and dashes, 1 to 48 characters; letters lose their accents where that makes
    them ASCII, and stay as they are otherwise. Unlike each of the stems in `taken`, also where case or
    accents make no difference: a number is added.
    """
    stem = "-".join(_file_letters(name).split())[:STEM].strip("-") or "deck"
    if stem in _RESERVED:
        stem += "-deck"
    used = {fold(other) for other in taken}
    number, numbered = 1, stem
    while fold(numbered) in used:
        number += 1
        ending = f"-{number}"
        numbered = stem[: STEM - len(ending)].rstrip("-") + ending
    return numbered


def _file_letters(name: str) -> str:
    """The letters and digits of a name that may stand in a file's, and spaces between its words."""
    letters = ""
    for char in unicodedata.normalize("NFC", name.replace("&", " and ").casefold()):
        plain = "".join(one for one in unicodedata.normalize("NFKD", char) if one.isalnum())
        if char.isalnum() and plain.isascii():
            letters += plain.casefold()
        elif char.isalnum() and _storable(char):
            letters += char
        elif unicodedata.category(char)[0] != "M":
            letters += "" if char in _DROPPED else " "
        elif letters and letters[-1] > "\x7f" and _storable(char):
            letters += char  # a vowel sign, which belongs to the letter before
    return letters


def _storable(char: str) -> bool:
    """Whether this system's file names can have this character."""
    try:
        return bool(os.fsencode(char))
    except UnicodeEncodeError:
        return False
