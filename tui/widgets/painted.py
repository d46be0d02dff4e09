"""A widget that is painted on a canvas, and of which only the cells that changed are drawn anew."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.widgets.canvas import Canvas


class Painted(Widget):
    """Give it a canvas of its size with `put_on`; looks are component classes."""

    LOOKS: ClassVar[str] = "painted"
    """What the names of its component classes begin with: the look `strong` is `painted--strong`."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._canvas: Canvas | None = None
        """What was drawn last; None if all has to be drawn anew."""
        self._strips: list[Strip] = []
        self._looks: dict[str, Style] = {}

    def repaint(self) -> None:
        """Paint what is to be seen now, and put it on."""
        raise NotImplementedError

    def put_on(self, canvas: Canvas) -> None:
        """Show this canvas."""
        old, self._canvas = self._canvas, canvas
        if old is None or (old.width, old.height) != (canvas.width, canvas.height):
            self._strips = canvas.strips(self.look_style)
            self.refresh()
            return
        spans = canvas.changes(old)
        for y in {y for _, y, _ in spans}:
            self._strips[y] = canvas.strip(y, self.look_style)
        if spans:
            self.refresh(*(Region(x, y, width, 1) for x, y, width in spans))

    def look_style(self, look: str) -> Style:
        """The style of a look: all its words, one after another."""
        style = self._looks.get(look)
        if style is None:
            style = self.rich_style
            for word in dict.fromkeys(look.split()):
                style += self.get_component_rich_style(f"{self.LOOKS}--{word}", partial=True)
            self._looks[look] = style
        return style

    def render_line(self, y: int) -> Strip:
        if y < len(self._strips):
            return self._strips[y]
        return Strip.blank(self.size.width, self.rich_style)

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._looks.clear()
        self._canvas = None
        self.repaint()

    def on_resize(self) -> None:
        self._canvas = None
        self.resized()

    def resized(self) -> None:
        """The size is another one."""
        self.repaint()
