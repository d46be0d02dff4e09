"""Our themes. Every screen takes its colours from theme variables only, so that a theme is all of them.

The colours of `night` and `day` are colours of the xterm palette: with 256 colours, which is what SSH leaves,
none is shifted, but light greys by one step. `sixteen` uses the terminal's own colours, for consoles that
have no more and for NO_COLOR, where only bold, dim and reverse remain.
"""

from __future__ import annotations

import os
from typing import Any

from textual.app import App
from textual.theme import Theme

VARIABLES = {
    "quiet": "#949494",  # labels, hints, what can wait
    "faint": "#585858",  # drawings, rules between parts
    "mark": "#005f87",  # behind what the cursor is on
    "mark-text": "#ffffff",
    "key": "#d7af5f",  # keys to press, and the title
    "good-news": "#87af87",
    "bad-news": "#d78787",
}
"""What our stylesheets use besides Textual's own variables, as in `night`."""

NIGHT = Theme(
    name="night",
    primary="#d7af5f",
    secondary="#87afd7",
    accent="#d7af5f",
    success="#87af87",
    warning="#d7af5f",
    error="#ff5f5f",
    foreground="#d0d0d0",
    background="#121212",
    surface="#1c1c1c",
    panel="#262626",
    variables={
        **VARIABLES,
        "block-cursor-background": "#005f87",
        "block-cursor-foreground": "#ffffff",
        "block-cursor-blurred-background": "#262626",
        "input-selection-background": "#5f87af",
        "scrollbar": "#4e4e4e",
        "scrollbar-hover": "#585858",
        "scrollbar-active": "#87afd7",
        "scrollbar-background": "#1c1c1c",
        "scrollbar-background-hover": "#1c1c1c",
        "scrollbar-background-active": "#1c1c1c",
        "scrollbar-corner-color": "#1c1c1c",
        "footer-key-foreground": "#d7af5f",
    },
)

DAY = Theme(
    name="day",
    primary="#005f87",
    secondary="#005f5f",
    accent="#87005f",
    success="#005f00",
    warning="#5f0000",
    error="#af0000",
    foreground="#1c1c1c",
    background="#eeeeee",
    surface="#e4e4e4",
    panel="#dadada",
    dark=False,
    variables={
        "quiet": "#5f5f5f",
        "faint": "#a8a8a8",
        "mark": "#005f87",
        "mark-text": "#ffffff",
        "key": "#87005f",
        "good-news": "#005f00",
        "bad-news": "#af0000",
        "block-cursor-background": "#005f87",
        "block-cursor-foreground": "#ffffff",
        "block-cursor-blurred-background": "#bcbcbc",
    },
)

SIXTEEN = Theme(
    name="sixteen",
    ansi=True,
    primary="ansi_yellow",
    secondary="ansi_cyan",
    accent="ansi_yellow",
    success="ansi_green",
    warning="ansi_yellow",
    error="ansi_red",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    variables={
        "ansi-background": "ansi_black",
        "ansi-foreground": "ansi_white",
        "quiet": "ansi_default",
        "faint": "ansi_cyan",
        "mark": "ansi_blue",
        "mark-text": "ansi_bright_white",
        "key": "ansi_yellow",
        "good-news": "ansi_green",
        "bad-news": "ansi_red",
        "block-cursor-background": "ansi_blue",
        "block-cursor-foreground": "ansi_bright_white",
        "block-cursor-blurred-background": "ansi_default",
        "border": "ansi_cyan",
        "border-blurred": "ansi_blue",
        "scrollbar": "ansi_white",
        "scrollbar-background": "ansi_black",
        "input-selection-background": "ansi_cyan",
        "input-selection-foreground": "ansi_black",
        "footer-key-foreground": "ansi_yellow",
    },
)

THEMES = (NIGHT, DAY, SIXTEEN)


def fitting(app: App[Any]) -> str:
    """The name of the theme for this app's terminal. TEXTUAL_THEME chooses another."""
    chosen = os.environ.get("TEXTUAL_THEME", "")
    if chosen in app.available_themes:
        return chosen
    few = app.no_color or app.console.color_system in (None, "standard", "windows")
    return SIXTEEN.name if few else NIGHT.name
