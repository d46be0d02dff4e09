"""What happened, line by line, with headings; each line leads to the moment of its entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui.terminal import glyphs
from tui.widgets.canvas import Canvas, wrap

MARGIN = 2
"""Cells before a line, for the cursor."""
_LONGEST = 20
"""Lines that one sentence takes at most."""


class EntryItem(NamedTuple):
    """A sentence."""

    text: str
    n: int = -1
    """The entry after which it is to be seen; -1 if it leads nowhere."""
    level: int = 0
    """1 and 2 for headings."""


class EntryList(Widget, can_focus=True):
    """Sentences that scroll, the newest at the bottom; while it has the focus, with a cursor."""

    COMPONENT_CLASSES = {"entry-list--cursor", "entry-list--heading", "entry-list--part"}
    DEFAULT_CSS = """
    EntryList {
        width: 1fr;
        height: 1fr;
        .entry-list--cursor { background: $mark; color: $mark-text; text-style: bold; }
        .entry-list--heading { color: $key; text-style: bold; }
        .entry-list--part { text-style: bold; }
        &:nocolor .entry-list--cursor { text-style: bold reverse; }
    }
    """

    class Picked(Message):
        """A line was chosen."""

        def __init__(self, n: int) -> None:
            super().__init__()
            self.n = n
            """The entry that it leads to."""

    def __init__(self, items: Sequence[EntryItem] = (), empty: str = "Nothing has happened yet.") -> None:
        super().__init__()
        self._empty = empty
        self._items: list[EntryItem] = []
        self._lines: list[tuple[int, str]] = []
        """(number of its item, text) of each line."""
        self._first: list[int] = []
        """The first line of each item, and the number of all lines."""
        self._wrapped: dict[EntryItem, list[str]] = {}
        self._width = 0
        self._cursor = 0
        self._top = 0
        self._at_end = True
        """Whether the end is in sight, and is to stay so when more comes."""
        self.tell(items)

    @property
    def item(self) -> EntryItem | None:
        """The line under the cursor."""
        return self._items[self._cursor] if self._cursor < len(self._items) else None

    def tell(self, items: Sequence[EntryItem]) -> None:
        """Show these. A cursor on the last line stays on the last."""
        if self._first and list(items) == self._items:
            return
        last = self._cursor >= len(self._items) - 1
        self._items = list(items)
        self._cursor = len(self._items) - 1 if last else min(self._cursor, len(self._items) - 1)
        self._cursor = max(0, self._cursor)
        self._lay_out()

    def lines_at(self, width: int) -> int:
        """How many lines it takes at a width."""
        return sum(len(_wrap(item, width)) for item in self._items) or 1

    def on_resize(self, event: events.Resize) -> None:
        if self.content_size.width != self._width:
            self._width = self.content_size.width
            self._wrapped.clear()
            self._lay_out()
        self.refresh()

    def _lay_out(self) -> None:
        self._lines, self._first = [], []
        for number, item in enumerate(self._items):
            self._first.append(len(self._lines))
            lines = self._wrapped.get(item)
            if lines is None:
                lines = self._wrapped[item] = _wrap(item, self._width)
            self._lines += [(number, line) for line in lines]
        self._first.append(len(self._lines))
        if not self._items:
            self._lines = [(-1, self._empty)]
        self.refresh()

    # Moving.

    def on_key(self, event: events.Key) -> None:
        page = max(1, self.content_size.height // 2)
        steps = {"up": -1, "down": 1, "pageup": -page, "pagedown": page, "home": -100_000, "end": 100_000}
        if event.key in steps and self._items:
            event.stop()
            self._go(max(0, min(self._cursor + steps[event.key], len(self._items) - 1)))
        elif event.key == "enter":
            event.stop()
            self.pick()

    def pick(self) -> None:
        """Choose the line under the cursor."""
        if self.item is not None and self.item.n >= 0:
            self.post_message(self.Picked(self.item.n))

    def _go(self, number: int) -> None:
        self._cursor = number
        height = self.content_size.height
        first, end = self._first[number], self._first[number + 1]
        self._scroll(min(max(self._shown(), end - height), first))

    def _scroll(self, top: int) -> None:
        lowest = max(0, len(self._lines) - self.content_size.height)
        self._top = max(0, min(top, lowest))
        self._at_end = self._top == lowest
        self.refresh()

    def _shown(self) -> int:
        """The first line to be seen."""
        lowest = max(0, len(self._lines) - self.content_size.height)
        return lowest if self._at_end else min(self._top, lowest)

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None:
            return
        event.stop()
        line = self._shown() + offset.y
        number = self._lines[line][0] if line < len(self._lines) else -1
        if number < 0:
            return
        again = number == self._cursor and self._clicked
        self._cursor, self._clicked = number, True
        self.refresh()
        if again:
            self.pick()

    _clicked = False
    """Whether the cursor was put where it is with the keyboard here, so that one more click chooses."""

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self._clicked = False
        self.refresh()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self._scroll(self._shown() + 2)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self._scroll(self._shown() - 2)

    # Drawing.

    def render_line(self, y: int) -> Strip:
        canvas = Canvas(self.content_size.width, 1)
        line = self._shown() + y
        look = ""
        if line < len(self._lines):
            number, text = self._lines[line]
            here = self.has_focus and number == self._cursor and number >= 0
            if here:
                look = "cursor"
                if line == self._first[number]:
                    canvas.put(0, 0, glyphs.chosen().cursor)
            elif number >= 0:
                look = ("", "heading", "part")[self._items[number].level]
            canvas.put(MARGIN, 0, text)
        sign = self._sign(y)
        if sign:
            canvas.put(canvas.width - 1, 0, sign)
        return canvas.strips(lambda _: self._style(look))[0]

    def _sign(self, y: int) -> str:
        """What the edge of a line says of lines out of sight: above the first one, and below the last."""
        height, shown, signs = self.content_size.height, self._shown(), glyphs.chosen()
        if y == height - 1 and shown + height < len(self._lines):
            return signs.down
        return signs.up if y == 0 and shown else ""

    def _style(self, look: str) -> Style:
        if not look:
            return self.rich_style
        return self.rich_style + self.get_component_rich_style(f"entry-list--{look}", partial=True)


def _wrap(item: EntryItem, width: int) -> list[str]:
    room = max(8, width - MARGIN - 4)  # The last cells of a line are for the sign that there is more.
    first, *rest = wrap(item.text, room + 2, _LONGEST) or [""]
    if not rest:
        return [first]
    # What is carried over is set in.
    rest = wrap(item.text[len(first) :], room, _LONGEST)
    return [first, *(f"  {line}" for line in rest)]
