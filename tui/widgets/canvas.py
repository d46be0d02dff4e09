"""A grid of cells that text is put on, and that becomes strips."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip


def cut(text: str, width: int) -> str:
    """The text in at most this many cells, with dots where it was cut."""
    if cell_len(text) <= width:
        return text
    end = ".." if width >= 12 else "." if width > 4 else ""
    room = width - len(end)
    while text and cell_len(text) > room:
        text = text[:-1]
    return text + end


def wrap(text: str, width: int, rows: int) -> list[str]:
    """The text in at most so many rows of this width, cut at blanks; the last one is cut with `..`."""
    lines: list[str] = []
    words = text.split()
    while words and len(lines) < rows:
        if len(lines) == rows - 1:
            lines.append(cut(" ".join(words), width))
            break
        line = words.pop(0)
        while words and cell_len(line) + 1 + cell_len(words[0]) <= width:
            line += " " + words.pop(0)
        lines.append(cut(line, width))
    return lines


class Canvas:
    """Cells of one character and one look each. A look is a few words; see `strips`."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._chars = [[" "] * width for _ in range(height)]
        self._looks = [[""] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, look: str = "", width: int | None = None) -> int:
        """Write text, adding the look to that of the cells; returns the x after it.

        With a width the text is cut to it. Nothing is written outside the canvas.
        """
        if width is not None:
            text = cut(text, width)
        if not 0 <= y < self.height:
            return x + cell_len(text)
        chars, looks = self._chars[y], self._looks[y]
        for char in text:
            cells = cell_len(char)
            if x >= 0 and x + cells <= self.width:
                if cells == 0:
                    if x:
                        chars[x - 1] += char
                    continue
                for place in range(x, x + cells):
                    chars[place] = ""
                    if look:
                        looks[place] = f"{looks[place]} {look}"
                chars[x] = char
            x += cells
        return x

    def put_right(self, x: int, y: int, text: str, look: str = "") -> None:
        """Write text that ends before x."""
        self.put(x - cell_len(text), y, text, look)

    def paint(self, x: int, y: int, width: int, height: int, look: str) -> None:
        """Add a look to a rectangle of cells."""
        for row in range(max(0, y), min(self.height, y + height)):
            looks = self._looks[row]
            for place in range(max(0, x), min(self.width, x + width)):
                looks[place] = f"{looks[place]} {look}"

    def strips(self, style: Callable[[str], Style]) -> list[Strip]:
        """The rows as strips; `style` gives the style of a look, all its words together."""
        rows = []
        for chars, looks in zip(self._chars, self._looks, strict=True):
            segments: list[Segment] = []
            start = 0
            for place in range(1, self.width + 1):
                if place == self.width or looks[place] != looks[start]:
                    segments.append(Segment("".join(chars[start:place]), style(looks[start])))
                    start = place
            rows.append(Strip(segments, self.width))
        return rows
