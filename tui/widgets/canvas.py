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


def short(name: str, width: int) -> str:
    """A name in so many cells: its article goes first, then its end."""
    if len(name) > width:
        for article in ("The ", "A ", "An "):
            name = name.removeprefix(article)
    return cut(name, width)


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


NEAR = 6
"""So many unchanged cells between two changes are written with them."""


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
                if x and not chars[x]:
                    chars[x - 1] = " "  # Half a wide character is none.
                if x + cells < self.width and not chars[x + cells]:
                    chars[x + cells] = " "
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
        return [self.strip(y, style) for y in range(self.height)]

    def strip(self, y: int, style: Callable[[str], Style]) -> Strip:
        """One row as a strip."""
        chars, looks = self._chars[y], self._looks[y]
        segments: list[Segment] = []
        start = 0
        for place in range(1, self.width + 1):
            if place == self.width or looks[place] != looks[start]:
                segments.append(Segment("".join(chars[start:place]), style(looks[start])))
                start = place
        return Strip(segments, self.width)

    def changes(self, old: Canvas) -> list[tuple[int, int, int]]:
        """Where this differs from a canvas of the same size: (x, y, width) of spans, row by row.

        Spans that are close together are one: to go to another place takes as many bytes as a few cells.
        """
        spans: list[tuple[int, int, int]] = []
        for y, (chars, looks) in enumerate(zip(self._chars, self._looks, strict=True)):
            chars_before, looks_before = old._chars[y], old._looks[y]
            if chars == chars_before and looks == looks_before:
                continue
            start = end = -NEAR - 1
            for x in range(self.width):
                if chars[x] != chars_before[x] or looks[x] != looks_before[x]:
                    if x - end > NEAR:
                        if start >= 0:
                            spans.append((start, y, end - start))
                        # Never from or to the middle of a wide character, the old or the new one.
                        start = x - (x > 0 and "" in (chars[x], chars_before[x]))
                    end = x + 1
                    if end < self.width and "" in (chars[end], chars_before[end]):
                        end += 1
            spans.append((start, y, end - start))
        return spans
