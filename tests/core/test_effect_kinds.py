"""An effect is one class; one that lacks something is refused as the game is loaded."""

from __future__ import annotations

from typing import Any

import pytest

from core.card_effect import effect_kinds
from core.timemasters import effects as masters
from core.wrinkles import effects as wrinkles

WORDS = {
    "wording": lambda self, special=False: "It flies.",
    "brief": lambda self, special=False: "fly",
    "topics": lambda self, special=False: ("effects",),
}


def does_nothing(self: Any, *_: object) -> None:
    """A method of a made-up kind."""


def declared(base: type, methods: dict[str, Any]) -> dict[str, object]:
    """What a module defines that declares one more kind, with these methods only."""
    fly = type(base)("Fly", (base,), {"__module__": __name__, **methods}, frozen=True, tag="fly")
    return {"Effect": base, "Fly": fly, "WORDS": WORDS}


@pytest.mark.parametrize("lacking", ["happen", *WORDS])
def test_an_effect_of_time_masters_that_lacks_something_is_refused(lacking: str) -> None:
    whole = {"happen": does_nothing, **WORDS}
    assert len(effect_kinds(declared(masters.Effect, whole), masters.Effect)) == 1
    del whole[lacking]
    with pytest.raises(TypeError, match=rf"Fly is declared without {lacking}\.$"):
        effect_kinds(declared(masters.Effect, whole), masters.Effect)


@pytest.mark.parametrize("lacking", WORDS)
def test_an_effect_of_wrinkles_that_lacks_words_is_refused(lacking: str) -> None:
    methods = {"resolve": does_nothing, **WORDS}
    del methods[lacking]
    with pytest.raises(TypeError, match=rf"Fly is declared without {lacking}\.$"):
        effect_kinds(declared(wrinkles.Effect, methods), wrinkles.Effect, wrinkles.DOING)


def test_an_effect_of_wrinkles_that_does_nothing_anywhere_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Fly is declared without stand or enter or announce or resolve\.$"):
        effect_kinds(declared(wrinkles.Effect, WORDS), wrinkles.Effect, wrinkles.DOING)


@pytest.mark.parametrize(
    ("method", "in_play", "special"),
    [("stand", True, False), ("enter", True, False), ("announce", False, True), ("resolve", False, True)],
)
def test_where_an_effect_of_wrinkles_may_stand_follows_from_what_it_does(
    method: str, in_play: bool, special: bool
) -> None:
    methods = {method: does_nothing, **WORDS}
    (kind,) = effect_kinds(declared(wrinkles.Effect, methods), wrinkles.Effect, wrinkles.DOING)
    assert (wrinkles.in_play(kind), wrinkles.on_special(kind)) == (in_play, special)
