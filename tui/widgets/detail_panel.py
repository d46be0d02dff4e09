"""What is to be said of the card under the cursor, beside the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual import events

from tui.terminal import glyphs
from tui.widgets.canvas import Canvas, wrap
from tui.widgets.painted import Painted

NUMBER = 4
"""Cells of the column of numbers."""


class Detail(NamedTuple):
    """A paragraph; an empty one is an empty line."""

    text: str
    look: str = ""
    number: str = ""
    """Makes it a row of a sum, or of a list of what each choice would change."""
    tone: str = ""
    """The look of the number."""


class DetailPanel(Painted, can_focus=False):
    """Paragraphs, from the top; what doesn't fit is there for the wheel, or a click on a sign."""

    LOOKS = "detail"
    COMPONENT_CLASSES = {"detail--strong", "detail--quiet", "detail--up", "detail--down", "detail--key"}
    DEFAULT_CSS = """
    DetailPanel {
        width: 1fr;
        height: 1fr;
        padding: 0;
        background: $surface;
        color: $foreground;
        .detail--strong { text-style: bold; }
        .detail--quiet { color: $quiet; }
        .detail--key { color: $key; text-style: bold; }
        .detail--up { color: $good-news; text-style: bold; }
        .detail--down { color: $bad-news; text-style: bold; }
        &:ansi .detail--quiet { color: $foreground; text-style: dim; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self.details: Sequence[Detail] = ()
        self._top = 0
        """Rows that are scrolled out above."""

    def show(self, details: Sequence[Detail]) -> None:
        """Say this from now on."""
        if details != self.details:
            self.details, self._top = details, 0
        self.repaint()

    def repaint(self) -> None:
        width, height = self.size
        if not width or not height:
            return
        canvas = Canvas(width, height)
        rows = sum(_rows(width, detail) for detail in self.details)
        self._top = max(0, min(self._top, rows - height))
        y = -self._top
        for detail in self.details:
            y = _put(canvas, y, detail)
        if rows > height:
            signs = glyphs.chosen()
            for sign, row, more in ((signs.up, 0, self._top > 0), (signs.down, height - 1, y > height)):
                if more:
                    canvas.put(width - 1, row, sign, "key")
        self.put_on(canvas)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._scroll_by(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._scroll_by(event, -1)

    def on_click(self, event: events.Click) -> None:
        # On the signs at its right edge.
        if event.x >= self.size.width - 2:
            self._scroll_by(event, -3 if event.y < self.size.height // 2 else 3)

    def _scroll_by(self, event: events.MouseEvent, rows: int) -> None:
        event.stop()
        self._top += rows
        self.repaint()


def _rows(width: int, detail: Detail) -> int:
    """How many rows a paragraph takes."""
    return len(_lines(width, detail))


def _lines(width: int, detail: Detail) -> list[str]:
    return wrap(detail.text, width - _start(detail) - 2, 99) or [""]


def _start(detail: Detail) -> int:
    """Where the words of a paragraph begin."""
    return 1 + (NUMBER + 1 if detail.number else 0)


def _put(canvas: Canvas, y: int, detail: Detail) -> int:
    """Write a paragraph; returns the row after it."""
    canvas.put_right(1 + max(NUMBER, cell_len(detail.number)), y, detail.number, detail.tone)
    for line in _lines(canvas.width, detail):
        canvas.put(_start(detail), y, line, detail.look)
        y += 1
    return y
