"""A pool of made-up cards that put effects together as no printed card does, to see what breaks."""

from __future__ import annotations

from functools import cache

from core.wrinkles.wrinkles import Wrinkles
from tests.support.scenes.wrinkles import card, made_up

EVIL = {
    "Counter": ("X", '{ do = "negate" }'),
    "Gatekeeper": ("I", '{ do = "negate" }, { do = "use", draw = 1 }'),
    "Summons": ("X", '{ do = "study" }'),
    "Dig": ("X", '{ do = "opponent-discards", n = 2 }, { do = "seek", of = "weakness" }'),
    "Scheme": ("X", '{ do = "order", n = 3 }, { do = "seek", of = "character" }, { do = "draw", n = 2 }'),
    "Toll": ("X", '{ do = "cost", of = "mortal" }, { do = "discard", of = "gift" }, { do = "limit", n = 1 }'),
    "Collapse": ("X", '{ do = "hands" }, { do = "draw", n = 3 }, { do = "limit", n = 2 }'),
    "Hydra": ("I", '{ do = "slot", for = "immortal" }, { do = "slot", for = "immortal" }'),
    "Broodmother": ("I", '{ do = "draw", n = 2 }, { do = "opponent-discards", n = 1 }'),
    "Twin Lies": ("Z", '{ do = "slot", for = "lie" }, { do = "penalty", to = "character", force = 1 }'),
}
GOOD = {
    "Revelation": ("X", '{ do = "draw", n = 2 }, { do = "study" }, { do = "opponent-discards", n = 1 }'),
    "Vigil": ("X", '{ do = "order", n = 2 }, { do = "draw", n = 1 }, { do = "slot", for = "song" }'),
    "Last Stand": ("X", '{ do = "cost", of = "character" }, { do = "bonus", to = "character", force = 2 }'),
    "Herald": ("M", '{ do = "draw", n = 1 }, { do = "discard", of = "immortal" }, { do = "negate" }'),
    "Elder": ("MB", '{ do = "use", draw = 1 }, { do = "destiny", n = 2 }, { do = "slot", for = "biblical" }'),
    "Choir": ("S", '{ do = "bonus", to = "song", force = 2, other = true, one = true }'),
}


@cache
def load() -> Wrinkles:
    """The printed game with these cards added, in a pool in which both sides negate."""
    return made_up(_file("good", GOOD), _file("evil", EVIL))


def _file(side: str, cards: dict[str, tuple[str, str]]) -> str:
    return "".join(
        card(side, name, kind, 0 if kind == "X" else 2, effects) for name, (kind, effects) in cards.items()
    )
