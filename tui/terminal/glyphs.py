"""The signs we draw with: every one that is more than a letter comes from a set in this table.

Each takes one cell in every terminal. That leaves out what East Asian terminals may draw two cells wide,
which most lines, arrows and blocks are, and all emoji.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

VARIABLE = "TESSER_GLYPHS"
"""Environment variable that names a set."""


class Glyphs(NamedTuple):
    """One set of signs, of one cell each."""

    name: str
    cursor: str
    """Before what the cursor is on."""
    legal: str
    """Before what may be chosen."""
    marked: str
    """Before what has been marked, to be given together with others."""
    held: str
    """Before a line that is being moved."""
    token: str
    """Something held: a Balance token, an active Kè."""
    spent: str
    """One of the same kind that is used up for now."""
    fleeting: str
    """One of the same kind that is gone once it is used."""
    left: str
    """Before a value that can be changed, and after it."""
    right: str
    up: str
    """What a scrolled zone has more of, above and below."""
    down: str
    strong: str
    """The parts of a bar that shows how two sides stand."""
    weak: str
    between: str
    rule: str
    """A line between parts of the screen, lying and standing."""
    side: str


UNICODE = Glyphs(
    name="unicode",
    cursor="▸",
    legal="▹",
    marked="✓",
    held="=",
    token="◉",
    spent="◌",
    fleeting="✦",
    left="◂",
    right="▸",
    up="▴",
    down="▾",
    strong="▰",
    weak="▱",
    between="╏",
    rule="╌",
    side="╎",
)

ASCII = Glyphs(
    name="ascii",
    cursor=">",
    legal="*",
    marked="x",
    held="=",
    token="o",
    spent=".",
    fleeting="+",
    left="<",
    right=">",
    up="^",
    down="v",
    strong="=",
    weak="-",
    between="|",
    rule="-",
    side="|",
)

SETS = {one.name: one for one in (UNICODE, ASCII)}
"""By name."""

_chosen = ASCII


def chosen() -> Glyphs:
    """The set of this program; until one is chosen, that which is right everywhere."""
    return _chosen


def choose(name: str) -> None:
    """Draw with this set from now on. Raises KeyError for a name that is none."""
    global _chosen
    _chosen = SETS[name]


def fitting(environ: Mapping[str, str]) -> str:
    """The name of the set for a terminal with this environment."""
    named = environ.get(VARIABLE, "").casefold()
    if named in SETS:
        return named
    # The console's own fonts have a few hundred signs, and not these.
    if environ.get("TERM", "").startswith(("linux", "vt", "cons25")):
        return ASCII.name
    return UNICODE.name if _speaks_unicode(environ) else ASCII.name


def _speaks_unicode(environ: Mapping[str, str]) -> bool:
    """Whether the locale is one of UTF-8."""
    names = {name: environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")}
    if names["LANG"] in ("", "C", "POSIX") and names["LC_CTYPE"] in ("C.UTF-8", "C.utf8"):
        # Python puts this there itself when the locale is plain C.
        names["LC_CTYPE"] = ""
    locale = next((name for name in names.values() if name), "C")
    return "utf8" in locale.casefold().replace("-", "")
