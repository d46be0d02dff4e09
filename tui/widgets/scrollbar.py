"""Scrollbars of whole cells: the blocks that Textual ends them with are two cells wide in some terminals.

Their ends show the signs that lists have where there is more above and below: without colours a bar alone
can't be seen.
"""

from __future__ import annotations

from rich.color import Color
from rich.segment import Segment, Segments
from rich.style import Style
from textual.scrollbar import ScrollBar, ScrollBarRender

from tui.terminal import glyphs

GREY = Color.parse("#555555")


class WholeCells(ScrollBarRender):
    """Textual's, without parts of cells, and with signs."""

    VERTICAL_BARS = [" "]
    HORIZONTAL_BARS = [" "]

    @classmethod
    def render_bar(
        cls,
        size: int = 25,
        virtual_size: float = 50,
        window_size: float = 20,
        position: float = 0,
        thickness: int = 1,
        vertical: bool = True,
        back_color: Color = GREY,
        bar_color: Color = GREY,
    ) -> Segments:
        bar = super().render_bar(
            size, virtual_size, window_size, position, thickness, vertical, back_color, bar_color
        )
        if vertical and window_size and size > 1:
            signs, cells = glyphs.chosen(), list(bar.segments)
            if position > 0:
                cells[0] = _with(cells[0], signs.up, thickness, bar_color)
            if position + window_size < virtual_size:
                cells[-1] = _with(cells[-1], signs.down, thickness, bar_color)
            bar.segments = cells
        return bar


def _with(cell: Segment, sign: str, thickness: int, colour: Color) -> Segment:
    """A cell of the bar with a sign on it; what a click on it does stays."""
    style = (cell.style or Style()) + Style(color=colour)
    return Segment(sign.center(thickness), style)


def use() -> None:
    """Draw all scrollbars so."""
    ScrollBar.renderer = WholeCells
