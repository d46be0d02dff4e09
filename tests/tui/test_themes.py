"""Colours of our themes that are drawn on one another can be told apart, and text can be read."""

from __future__ import annotations

import pytest
from rich.color import Color as RichColor
from rich.color import ColorSystem
from textual.color import Color
from textual.theme import Theme

from tests.support.contrast import TEXT, contrast
from tui.terminal.themes import DAY, NIGHT, VARIABLES

GROUNDS = ("background", "surface", "panel")
WORDS = ("foreground", "primary", "secondary", "accent", "success", "warning", "error")
OURS = ("quiet", "key", "good-news", "bad-news", "footer-key-foreground")
PAIRS = (
    ("mark-text", "mark"),
    ("block-cursor-foreground", "block-cursor-background"),
    ("foreground", "block-cursor-blurred-background"),
)
"""Words and what they are drawn on, besides the grounds."""


def colour(theme: Theme, name: str) -> Color | None:
    """A colour of a theme by name; None if it leaves it to Textual."""
    value = getattr(theme, name, None) or (VARIABLES | theme.variables).get(name)
    return Color.parse(value) if value else None


def drawn(found: Color) -> Color:
    """What a terminal of 256 colours draws for this one."""
    return Color(*RichColor.parse(found.hex).downgrade(ColorSystem.EIGHT_BIT).get_truecolor())


@pytest.mark.parametrize("theme", [NIGHT, DAY], ids=lambda theme: theme.name)
def test_words_have_contrast_on_every_ground(theme: Theme) -> None:
    pairs = [(word, ground) for word in (*WORDS, *OURS) for ground in GROUNDS] + list(PAIRS)
    weak = {}
    for word, ground in pairs:
        front, back = colour(theme, word), colour(theme, ground)
        if front is not None and back is not None:
            found = min(contrast(front, back), contrast(drawn(front), drawn(back)))
            if found < TEXT:
                weak[word, ground] = round(found, 2)
    assert not weak


@pytest.mark.parametrize("theme", [NIGHT, DAY], ids=lambda theme: theme.name)
def test_colours_hardly_shift_with_256(theme: Theme) -> None:
    for name in (*GROUNDS, *WORDS, *OURS, "mark", "mark-text", "faint"):
        if (found := colour(theme, name)) is not None:
            shifted = drawn(found)
            assert all(abs(one - other) <= 10 for one, other in zip(found.rgb, shifted.rgb, strict=True)), (
                name
            )


def test_a_contrast_is_what_everybody_measures() -> None:
    assert round(contrast(Color.parse("#000000"), Color.parse("#ffffff")), 1) == 21.0
    assert round(contrast(Color.parse("#777777"), Color.parse("#ffffff")), 2) == 4.48
