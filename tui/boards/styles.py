"""How the parts of a board look. Colours come from theme variables, and none is ever the only sign."""

from __future__ import annotations

LOOKS = """
    game title strong quiet faint phase head alarm tile box boxhead edge
    cursor sign legal code up down question answer waiting button key turn
"""

COMPONENTS = {f"board--{name}" for name in LOOKS.split()}
"""What the stylesheet below can say something about."""

CSS = """
CardBoard {
    width: 1fr;
    height: 1fr;
    background: $background;
    color: $foreground;
    .board--game { color: $key; text-style: bold; }
    .board--strong { text-style: bold; }
    .board--quiet { color: $quiet; }
    .board--faint { color: $faint; }
    .board--phase { color: $key; text-style: bold; }
    .board--head { background: $panel; }
    .board--alarm { color: $key; text-style: bold; }
    .board--tile { background: $surface; }
    .board--box { background: $surface; }
    .board--edge { color: $surface; }
    .board--boxhead { background: $panel; }
    .board--cursor { background: $mark; color: $mark-text; text-style: bold; }
    .board--sign { color: $key; text-style: bold; }
    .board--legal { color: $key; text-style: bold; }
    .board--code { color: $secondary; }
    .board--up { color: $good-news; }
    .board--down { color: $bad-news; }
    .board--question { background: $panel; color: $key; text-style: bold; }
    .board--answer { color: $key; text-style: bold reverse; }
    .board--waiting { background: $panel; color: $quiet; }
    .board--button { background: $panel; text-style: bold; }
    .board--key { color: $key; text-style: bold; }
    .board--turn { color: $key; }
    &:nocolor .board--cursor { text-style: bold reverse; }
    &:ansi .board--faint, &:ansi .board--quiet { color: $foreground; text-style: dim; }
    &:ansi .board--head { text-style: underline; }
    &:ansi .board--edge { color: $foreground; text-style: dim; }
    &:ansi .board--boxhead { text-style: underline; }
    &:ansi .board--question { text-style: bold underline; }
}
"""
