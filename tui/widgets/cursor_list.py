"""What lists have in common in which a cursor stands on something that has a key."""

from __future__ import annotations

from typing import ClassVar

from textual.message import Message

from tui.terminal import glyphs
from tui.widgets.canvas import Canvas
from tui.widgets.painted import Painted

BAR = 1
"""Cells at the right edge that are kept for the bar of what is longer than its place."""


class Cursored(Painted, can_focus=True):
    """A painted widget with a cursor of its own. It says where the cursor goes, and what is picked."""

    LOOKS = "row-list"
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "row-list--cursor",
        "row-list--cursor-quiet",
        "row-list--heading",
        "row-list--quiet",
        "row-list--strong",
        "row-list--bad",
        "row-list--bar",
        "row-list--thumb",
    }
    DEFAULT_CSS = """
    Cursored {
        background: transparent;
        & > .row-list--cursor { background: $mark; color: $mark-text; text-style: bold; }
        & > .row-list--cursor-quiet { background: $panel; }
        & > .row-list--heading { color: $key; text-style: bold; }
        & > .row-list--quiet { color: $quiet; }
        & > .row-list--strong { text-style: bold; }
        & > .row-list--bad { color: $bad-news; }
        & > .row-list--bar { background: $scrollbar-background; color: $scrollbar; }
        & > .row-list--thumb { background: $scrollbar; color: $scrollbar-background; }
        &:nocolor > .row-list--cursor { text-style: reverse; }
    }
    """

    class Moved(Message):
        """The cursor is on something else, or on nothing."""

        def __init__(self, rows: Cursored) -> None:
            super().__init__()
            self.rows = rows

        @property
        def control(self) -> Cursored:
            """The list it came from."""
            return self.rows

    class Picked(Message):
        """Something was picked."""

        def __init__(self, rows: Cursored, key: str) -> None:
            super().__init__()
            self.rows = rows
            self.key = key

        @property
        def control(self) -> Cursored:
            """The list it came from."""
            return self.rows

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._focused_by_click = False

    @property
    def key(self) -> str:
        """The key of what is under the cursor; empty if nothing is."""
        raise NotImplementedError

    @property
    def keys(self) -> list[str]:
        """All keys, in order, each once."""
        raise NotImplementedError

    def put_cursor(self, key: str) -> None:
        """Put the cursor on what has this key; nothing happens if nothing has."""
        raise NotImplementedError

    def go_on(self) -> None:
        """Move the cursor to the next key."""
        raise NotImplementedError

    def focus_on_click(self) -> bool:
        # Asked when the button goes down. The click that follows only gives the focus; it picks nothing.
        self._focused_by_click = not self.has_focus
        return super().focus_on_click()

    def on_focus(self) -> None:
        self.repaint()
        self.post_message(self.Moved(self))

    def on_blur(self) -> None:
        self.repaint()

    @staticmethod
    def paint_bar(canvas: Canvas, first: int, top: int, whole: int) -> None:
        """The bar at the right edge, from the row `first` of the canvas down: `top` rows of the `whole` are
        above what is in view."""
        height = canvas.height - first
        x = canvas.width - BAR
        canvas.paint(x, first, BAR, height, "bar")
        size = max(1, height * height // whole)
        start = round(top / max(1, whole - height) * (height - size))
        canvas.paint(x, first + start, BAR, size, "thumb")
        signs = glyphs.chosen()
        if top:
            canvas.put(x, first, signs.up)
        if top + height < whole:
            canvas.put(x, canvas.height - 1, signs.down)
