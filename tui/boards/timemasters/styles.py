"""How the parts look that only this board has."""

from __future__ import annotations

COMPONENTS = {"board--ke", "board--spent", "board--fleeting", "board--closed"}

CSS = """
TimeMastersBoard {
    .board--ke { color: $key; text-style: bold; }
    .board--spent { color: $quiet; }
    .board--fleeting { color: $good-news; text-style: bold; }
    .board--closed { color: $quiet; }
    &:ansi .board--spent, &:ansi .board--closed { color: $foreground; text-style: dim; }
}
"""
