"""Scrollbars of whole cells: the blocks that Textual ends them with are two cells wide in some terminals."""

from __future__ import annotations

from textual.scrollbar import ScrollBar, ScrollBarRender


class WholeCells(ScrollBarRender):
    """Textual's, without parts of cells."""

    VERTICAL_BARS = [" "]
    HORIZONTAL_BARS = [" "]


def use() -> None:
    """Draw all scrollbars so."""
    ScrollBar.renderer = WholeCells
