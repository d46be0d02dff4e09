"""What cards there are to name: sides, printed types, the categories and traits of effects and slots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

SIDES = ("good", "evil")

TYPES: dict[str, tuple[str, ...]] = {
    "X": ("special",),
    "L": ("location",),
    "M": ("mortal", "character"),
    "MH": ("mortal", "character", "historical"),
    "MB": ("mortal", "character", "biblical"),
    "I": ("immortal", "character"),
    "IB": ("immortal", "character", "biblical"),
    "F": ("feeling",),
    "G": ("gift",),
    "T": ("travel",),
    "S": ("song",),
    "H": ("healing",),
    "Q": ("quote",),
    "C": ("communication",),
    "A": ("attack",),
    "P": ("plot",),
    "Z": ("lie",),
    "V": ("void",),
    "W": ("weakness",),
    "N": ("control",),
}
"""Printed type codes, and the selectors that match a card of each."""

SELECTORS = (
    "special", "character", "mortal", "immortal", "historical", "biblical", "murry", "child", "location",
    "gift", "travel", "song", "feeling", "healing", "quote", "communication",
    "attack", "plot", "lie", "void", "weakness", "control",
)  # fmt: skip
"""What effects and slots can name. Their order is part of saved states."""

CHARACTER_TRAITS = ("historical", "biblical", "child")
"""Selectors that only Characters match."""

BASE_SLOTS: tuple[tuple[str, ...], ...] = (
    ("character",) * 4
    + ("location", "gift", "travel", "song", "feeling", "healing", "quote", "communication"),
    ("character",) * 4 + ("location", "attack", "plot", "lie", "void", "weakness", "control"),
)
"""The slots each side has of its own."""

if TYPE_CHECKING:
    Selector: TypeAlias = str
else:
    Selector = Literal[SELECTORS]


def bit(selector: str) -> int:
    """The bit of a selector in the masks of the pool."""
    return 1 << SELECTORS.index(selector)
