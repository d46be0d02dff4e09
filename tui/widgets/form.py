"""A form: rows of settings in a single widget with a cursor of its own.

Over SSH, moving Textual's focus from one input to the next costs far more than a cursor.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message as Posted
from textual.scroll_view import ScrollView
from textual.strip import Strip

from core.clean import clean
from tui.terminal import glyphs


@dataclass
class Row:
    """A line of a form. By itself a heading: the cursor passes it."""

    name: str
    """What the program knows it by; the cursor stays on a name when the rows change."""
    label: str
    about: str = ""
    """A sentence on it, shown while the cursor is there."""

    @property
    def value(self) -> Any:
        """What is set."""
        return None

    @property
    def shown(self) -> str:
        """The value as people read it."""
        return ""

    @property
    def remark(self) -> str:
        """Said quietly after the value."""
        return ""

    def step(self, by: int) -> bool:
        """Go to another value; False if there is none in that direction."""
        return False

    def type(self, key: str) -> bool:
        """Take a character or `backspace`; False if that means nothing here."""
        return False


@dataclass
class Act(Row):
    """A line that does something."""

    said: str = ""

    @property
    def shown(self) -> str:
        return self.said


@dataclass
class Item:
    """One value of a OneOf."""

    value: Any
    text: str
    remark: str = ""
    about: str = ""
    wrong: str = ""
    """Why this value can't be used, in a sentence."""


@dataclass
class OneOf(Row):
    """One of several values."""

    items: Sequence[Item] = ()
    at: int = 0

    @property
    def item(self) -> Item:
        return self.items[self.at]

    @property
    def value(self) -> Any:
        return self.item.value if self.items else None

    @property
    def shown(self) -> str:
        return self.item.text if self.items else "none"

    @property
    def remark(self) -> str:
        return self.item.remark if self.items else ""

    def choose(self, value: Any) -> None:
        """Set this value, if it is there."""
        self.at = next((n for n, item in enumerate(self.items) if item.value == value), self.at)

    def step(self, by: int) -> bool:
        if len(self.items) < 2:
            return False
        self.at = (self.at + by) % len(self.items)
        return True


@dataclass
class Number(Row):
    """A whole number in a range."""

    low: int = 0
    high: int = 1
    number: int = 0

    @property
    def value(self) -> int:
        return self.number

    @property
    def shown(self) -> str:
        return str(self.number)

    @property
    def remark(self) -> str:
        return f"{self.low} to {self.high}"

    def step(self, by: int) -> bool:
        old, self.number = self.number, max(self.low, min(self.number + by, self.high))
        return self.number != old

    def type(self, key: str) -> bool:
        if not key.isdecimal():
            return False
        # A digit goes on with the number where that fits, and begins a new one where it doesn't.
        for number in (self.number * 10 + int(key), int(key)):
            if self.low <= number <= self.high:
                self.number = number
                return True
        return False


@dataclass
class Digits(Row):
    """A number of any size, or nothing."""

    text: str = ""
    empty: str = ""
    """What to show for nothing."""
    longest: int = 18

    @property
    def value(self) -> int | None:
        return int(self.text) if self.text else None

    @property
    def shown(self) -> str:
        return self.text or self.empty

    def type(self, key: str) -> bool:
        if key == "backspace" and self.text:
            self.text = self.text[:-1]
        elif key.isdecimal() and key.isascii() and len(self.text) < self.longest:
            self.text += key
        else:
            return False
        return True


@dataclass
class Words(Row):
    """A few words that are typed, or none."""

    text: str = ""
    empty: str = ""
    """What to show for nothing."""
    cells: int = 24
    """How long they may be."""

    @property
    def value(self) -> str:
        return self.text.strip()

    @property
    def shown(self) -> str:
        return self.text or self.empty

    def type(self, key: str) -> bool:
        if key == "backspace":
            self.text = self.text[:-1]
        elif cell_len(key) and len(key) == 1 and cell_len(self.text + key) <= self.cells:
            self.text = (self.text + key).lstrip()
        else:
            return False
        return True


class Form(ScrollView, can_focus=True):
    """Rows with a cursor. Up and down move it, left and right change the value, Enter does or picks."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "form--heading",
        "form--label",
        "form--value",
        "form--remark",
        "form--act",
        "form--cursor",
        "form--cursor-quiet",
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Down", show=False),
        Binding("left,minus", "step(-1)", "Less", show=False),
        Binding("right,plus", "step(1)", "More", show=False),
        Binding("enter,space", "use", "Use", show=False),
        Binding("home,pageup", "move(-99)", "First", show=False),
        Binding("end,pagedown", "move(99)", "Last", show=False),
    ]

    class Changed(Posted):
        """A value was changed."""

        def __init__(self, form: Form, row: Row) -> None:
            super().__init__()
            self.form = form
            self.row = row

    class Pressed(Posted):
        """Enter on an Act, or on a OneOf with more values than one steps through gladly."""

        def __init__(self, form: Form, row: Row) -> None:
            super().__init__()
            self.form = form
            self.row = row

    class Moved(Posted):
        """The cursor is on another row."""

        def __init__(self, form: Form, row: Row) -> None:
            super().__init__()
            self.form = form
            self.row = row

    FEW = 3
    """Up to so many values Enter steps to the next one."""

    def __init__(self, rows: Iterable[Row] = (), id: str | None = None) -> None:
        super().__init__(id=id)
        self.rows: list[Row] = []
        self._cursor = 0
        self.show_rows(rows)

    @property
    def row(self) -> Row:
        """The row under the cursor."""
        return self.rows[self._cursor]

    def find(self, name: str) -> Row:
        """The row of this name. Raises KeyError."""
        for row in self.rows:
            if row.name == name:
                return row
        raise KeyError(name)

    def show_rows(self, rows: Iterable[Row]) -> None:
        """Replace all rows; the cursor stays on the row of the same name, if it is still there."""
        here = self.rows[self._cursor].name if self.rows else ""
        self.rows = list(rows)
        at = next((n for n, row in enumerate(self.rows) if row.name == here), 0)
        self._cursor = self._nearest(at, 1)
        self.virtual_size = Size(0, len(self.rows))
        self.refresh()

    def put_cursor(self, name: str) -> None:
        """Put the cursor on a row."""
        self._go(self.rows.index(self.find(name)))

    # Keys.

    def action_move(self, by: int) -> None:
        self._go(self._nearest(self._cursor + by, 1 if by > 0 else -1))

    def action_step(self, by: int) -> None:
        if self.row.step(by):
            self._changed()

    def action_use(self) -> None:
        row = self.row
        if isinstance(row, OneOf) and len(row.items) <= self.FEW:
            self.action_step(1)
        elif isinstance(row, Act | OneOf):
            self.post_message(self.Pressed(self, row))
        elif isinstance(row, Number):
            self.action_step(1)
        elif isinstance(row, Words):
            self.action_move(1)

    def on_key(self, event: events.Key) -> None:
        key = event.character if event.character and event.is_printable else event.key
        if self.row.type(key):
            event.stop()
            event.prevent_default()
            self._changed()

    def on_paste(self, event: events.Paste) -> None:
        row = self.row
        if isinstance(row, Words):
            event.stop()
            for char in clean(event.text.split("\n")[0], row.cells):
                row.type(char)
            self._changed()

    def on_click(self, event: events.Click) -> None:
        at = event.y + self.scroll_offset.y
        if not 0 <= at < len(self.rows) or not _usable(self.rows[at]):
            return
        event.stop()
        self._go(at)
        row = self.row
        left = self._value_at
        right = left + 2 + cell_len(row.shown)
        if isinstance(row, Act):
            self.action_use()
        elif left <= event.x < left + 2:
            self.action_step(-1)
        elif right <= event.x < right + 3:
            self.action_step(1)
        elif left < event.x < right and not isinstance(row, Number | Words):
            self.action_use()

    # Drawing.

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        at = y + self.scroll_offset.y
        base = self.rich_style
        if not 0 <= at < len(self.rows):
            return Strip.blank(width, base)
        row = self.rows[at]
        if not _usable(row):
            style = self.get_component_rich_style("form--heading")
            return Strip([Segment(row.label, style)]).adjust_cell_length(width, base)
        here = at == self._cursor
        sign = f"{glyphs.chosen().cursor} " if here and self.has_focus else "  "
        label = sign + set_cell_size(row.label, self._value_at - 3) + " "
        if here:
            cursor = "form--cursor" if self.has_focus else "form--cursor-quiet"
            style = self.get_component_rich_style(cursor)
            parts = [Segment(label, style), *self._value(row, style, style, here)]
            return Strip(parts).adjust_cell_length(width, style)
        value = self.get_component_rich_style("form--act" if isinstance(row, Act) else "form--value")
        remark = self.get_component_rich_style("form--remark")
        name = value if isinstance(row, Act) else self.get_component_rich_style("form--label")
        parts = [Segment(label, name), *self._value(row, value, remark, here)]
        return Strip(parts).adjust_cell_length(width, base)

    def _value(self, row: Row, value: Style, remark: Style, here: bool) -> list[Segment]:
        changes = here and (isinstance(row, Number) or (isinstance(row, OneOf) and len(row.items) > 1))
        signs = glyphs.chosen()
        before, after = (f"{signs.left} ", f" {signs.right}") if changes else ("  ", "  ")
        if isinstance(row, Act):
            return [Segment(row.shown, remark)]
        typed = "_" if here and isinstance(row, Digits | Words) else ""
        said = f"{before}{row.shown}{typed}{after}"
        # A remark is said whole or not at all.
        room = self.size.width - self._value_at - 2 - cell_len(row.shown) - cell_len(row.remark)
        gap = "  " if room >= 4 else ""
        return [Segment(said, value), Segment(gap + row.remark if room >= 2 else "", remark)]

    @property
    def _value_at(self) -> int:
        """The column where values begin."""
        return 4 + max((cell_len(row.label) for row in self.rows if _usable(row)), default=0)

    def on_focus(self) -> None:
        self._draw(self._cursor)

    def on_blur(self) -> None:
        self._draw(self._cursor)

    def _changed(self) -> None:
        self._draw(self._cursor)
        self.post_message(self.Changed(self, self.row))

    def _go(self, at: int) -> None:
        if at == self._cursor:
            return
        old, self._cursor = self._cursor, at
        self._draw(old)
        self._draw(at)
        # A heading just above comes into view with its first row.
        top = at - 1 if at and not _usable(self.rows[at - 1]) else at
        self.scroll_to_region(Region(0, top, 1, at - top + 1), animate=False, force=True)
        self.post_message(self.Moved(self, self.row))

    def _draw(self, at: int) -> None:
        self.refresh(Region(0, at - self.scroll_offset.y, self.size.width, 1))

    def _nearest(self, at: int, way: int) -> int:
        """The usable row at this place or beyond it; else the last one before."""
        at = max(0, min(at, len(self.rows) - 1))
        for places in (range(at, len(self.rows) if way > 0 else -1, way), range(len(self.rows))[::-way]):
            for place in places:
                if _usable(self.rows[place]):
                    return place
        return 0


def _usable(row: Row) -> bool:
    return type(row) is not Row
