"""How well one colour is read on another, by WCAG 2: 1 not at all, 21 black on white; text wants 4.5."""

from __future__ import annotations

from textual.color import Color

TEXT = 4.5
"""The least for text."""


def luminance(color: Color) -> float:
    parts = [one / 255 for one in color.rgb]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(front: Color, back: Color) -> float:
    dark, light = sorted((luminance(front), luminance(back)))
    return (light + 0.05) / (dark + 0.05)
