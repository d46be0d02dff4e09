"""A list of lines in one widget, with or without a cursor."""

from __future__ import annotations

from collections.abc import Callable

from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui.terminal import glyphs
from tui.widgets.canvas import Canvas


class Rows(Widget, can_focus=True):
    """Lines that scroll; keys move a cursor or, without one, the lines."""

    COMPONENT_CLASSES = {"rows--cursor", "rows--held", "rows--strong"}
    DEFAULT_CSS = """
    Rows {
        width: 1fr;
        height: 1fr;
        .rows--cursor {
            background: $mark; color: $mark-text; text-style: bold;
        }
        .rows--held { color: $key; text-style: bold reverse; }
        .rows--strong { color: $key; text-style: bold; }
        &:nocolor .rows--cursor { text-style: bold reverse; }
    }
    """

    class Clicked(Message):
        """A click on the line that had the cursor already."""

    def __init__(
        self,
        lines: list[str],
        cursor: bool = True,
        at_end: bool = False,
        strong: Callable[[str], bool] | None = None,
    ) -> None:
        """`strong` says which lines stand out."""
        super().__init__()
        self._strong = strong or (lambda line: False)
        self.lines = lines
        self.cursor = 0
        self.top = len(lines) if at_end else 0
        self.held = False
        """Whether the line under the cursor is being moved."""
        self.mover: Callable[[int], None] | None = None
        """Moves the line under the cursor by so many places, while it is held."""
        self._has_cursor = cursor

    def set_lines(self, lines: list[str], cursor: int) -> None:
        """Show these lines now."""
        self.lines = lines
        self.cursor = cursor
        self.refresh()

    def on_key(self, event: events.Key) -> None:
        page = max(1, self.size.height - 1)
        steps = {"up": -1, "down": 1, "pageup": -page, "pagedown": page, "home": -10000, "end": 10000}
        if event.key in steps:
            event.stop()
            self.step(steps[event.key])

    def step(self, by: int) -> None:
        """Move the cursor, or the lines where there is none."""
        if self.held and self.mover is not None:
            self.mover(by)
        elif self._has_cursor:
            self.cursor = max(0, min(self.cursor + by, len(self.lines) - 1))
        else:
            self.top = self._first() + by
        self.refresh()

    def _first(self) -> int:
        """The first line to be seen."""
        height = self.size.height
        if self._has_cursor:
            self.top = min(max(self.top, self.cursor - height + 1), self.cursor)
        # Not kept: the height may still grow, and the end is to stay the end.
        return max(0, min(self.top, len(self.lines) - height))

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        first = self._first()
        number = first + y
        canvas = Canvas(width, 1)
        look = ""
        # Lines of a list that scrolls end before the sign that there is more.
        room = width - 2 if len(self.lines) > self.size.height else width
        if number < len(self.lines):
            here = self._has_cursor and number == self.cursor
            line = self.lines[number]
            if here:
                look = "held" if self.held else "cursor"
                signs = glyphs.chosen()
                canvas.put(0, 0, (signs.held if self.held else signs.cursor) + " " + line, width=room)
            else:
                look = "strong" if self._strong(line) else ""
                canvas.put(0, 0, ("  " if self._has_cursor else "") + line, width=room)
        sign = self._sign(first, y)
        if sign:
            canvas.put(width - 1, 0, sign)
        return canvas.strips(lambda _: self._style(look))[0]

    def _sign(self, first: int, y: int) -> str:
        """What the edge of a line says of lines out of sight: above the first one, and below the last."""
        signs = glyphs.chosen()
        below = first + self.size.height < len(self.lines)
        if y == self.size.height - 1 and below:
            return signs.down
        return signs.up if y == 0 and first else ""

    def _style(self, look: str) -> Style:
        if not look:
            return self.rich_style
        return self.rich_style + self.get_component_rich_style(f"rows--{look}", partial=True)

    def on_click(self, event: events.Click) -> None:
        number = self._first() + event.y
        if self._has_cursor and number < len(self.lines):
            event.stop()
            if self.held and self.mover is not None and number != self.cursor:
                # The line that was picked up is put down here.
                self.mover(number - self.cursor)
                self.held = False
            elif number == self.cursor:
                self.post_message(self.Clicked())
            self.cursor = number
            self.refresh()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.step(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.step(-1)
