"""Text for what has ASCII only: each character as near as may be."""

from __future__ import annotations

import codecs
import unicodedata

_ASCII = {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-",
          "\u2026": "...", "\u00d7": "x", "\u00df": "ss", "\u00e6": "ae", "\u00f8": "o"}  # fmt: skip
"""What has no simpler form by the tables of Unicode."""


def simple(char: str) -> str:
    """A character in ASCII, as near as may be."""
    if char.isascii():
        return char
    plain = _ASCII.get(char) or unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode()
    return plain or ("" if unicodedata.combining(char) else "?")


ERRORS = "tesser-simple"
"""Name of the error handler of codecs that writes what an encoding lacks as `simple` does."""


def _handle(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(simple(char) for char in error.object[error.start : error.end]), error.end


codecs.register_error(ERRORS, _handle)


def simple_cells(text: str) -> str:
    """A text in ASCII that takes as many cells of a terminal as it did."""
    if text.isascii():
        return text
    return "".join(_cells(char) for char in text)


def _cells(char: str) -> str:
    from rich.cells import cell_len

    if char.isascii():
        return char  # Control characters too.
    cells = cell_len(char)
    found = simple(char)[:cells] if cells else ""
    return found + "?" * (cells - len(found))
