"""What is to be said of the card under the cursor, beside the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

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
    """Paragraphs, from the top; what doesn't fit is left out with a sign."""

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

    def show(self, details: Sequence[Detail]) -> None:
        """Say this from now on."""
        self.details = details
        self.repaint()

    def repaint(self) -> None:
        width, height = self.size
        if not width or not height:
            return
        canvas = Canvas(width, height)
        y = 0
        for detail in self.details:
            y = _put(canvas, y, detail)
        if y > height:
            canvas.paint(0, height - 1, width, 1, "quiet")
            canvas.put_right(width - 1, height - 1, "..")
        self.put_on(canvas)


def _put(canvas: Canvas, y: int, detail: Detail) -> int:
    """Write a paragraph; returns the row after it."""
    start = 1 + (NUMBER + 1 if detail.number else 0)
    canvas.put_right(1 + max(NUMBER, cell_len(detail.number)), y, detail.number, detail.tone)
    for line in wrap(detail.text, canvas.width - start - 1, 99) or [""]:
        canvas.put(start, y, line, detail.look)
        y += 1
    return y
