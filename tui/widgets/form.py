"""A form: rows of settings in a single widget with a cursor of its own.

Over SSH, moving Textual's focus from one input to the next costs far more than a cursor.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

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
from tui.widgets.form_rows import Digits, FormAction, FormRow, Number, OneOf, Words


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
        Binding("enter", "enter", "Use", show=False),
        Binding("space", "use", "Use", show=False),
        Binding("home,pageup", "move(-99)", "First", show=False),
        Binding("end,pagedown", "move(99)", "Last", show=False),
    ]

    class Changed(Posted):
        """A value was changed."""

        def __init__(self, form: Form, row: FormRow) -> None:
            super().__init__()
            self.form = form
            self.row = row

    class Pressed(Posted):
        """Enter on an Act, or on a OneOf with more values than one steps through gladly."""

        def __init__(self, form: Form, row: FormRow) -> None:
            super().__init__()
            self.form = form
            self.row = row

    class Moved(Posted):
        """The cursor is on another row."""

        def __init__(self, form: Form, row: FormRow) -> None:
            super().__init__()
            self.form = form
            self.row = row

    FEW = 3
    """Up to so many values Enter steps to the next one."""

    def __init__(self, rows: Iterable[FormRow] = (), id: str | None = None, *, goes_on: bool = False) -> None:
        """`goes_on` is whether Enter on a value only goes on to the next row, as in a dialog that is filled
        in from top to bottom."""
        super().__init__(id=id)
        self._goes_on = goes_on
        self.rows: list[FormRow] = []
        self._cursor = 0
        self.show_rows(rows)

    @property
    def row(self) -> FormRow:
        """The row under the cursor; one with which nothing can be done while there are none."""
        return self.rows[self._cursor] if self.rows else FormRow("", "")

    def find(self, name: str) -> FormRow:
        """The row of this name. Raises KeyError."""
        for row in self.rows:
            if row.name == name:
                return row
        raise KeyError(name)

    def show_rows(self, rows: Iterable[FormRow]) -> None:
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

    def action_enter(self) -> None:
        if self._goes_on and not isinstance(self.row, FormAction):
            self.action_move(1)
        else:
            self.action_use()

    def action_use(self) -> None:
        row = self.row
        if isinstance(row, OneOf) and len(row.items) <= self.FEW:
            self.action_step(1)
        elif isinstance(row, FormAction | OneOf):
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
        if not 0 <= at < len(self.rows) or not self.rows[at].usable:
            return
        event.stop()
        self._go(at)
        row = self.row
        left = self._value_at
        right = left + 2 + cell_len(row.shown)
        if isinstance(row, FormAction):
            self.action_use()
        elif left <= event.x < left + 2:
            self.action_step(-1)
        elif right <= event.x < right + 3:
            self.action_step(1)
        elif left < event.x < right and not isinstance(row, Number | Words):
            self.action_use()

    # Drawing.

    def render_line(self, y: int) -> Strip:
        width = self._width
        at = y + self.scroll_offset.y
        base = self.rich_style
        if not 0 <= at < len(self.rows):
            return Strip.blank(width, base)
        row = self.rows[at]
        if not row.usable:
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
        value = self.get_component_rich_style("form--act" if isinstance(row, FormAction) else "form--value")
        remark = self.get_component_rich_style("form--remark")
        name = value if isinstance(row, FormAction) else self.get_component_rich_style("form--label")
        parts = [Segment(label, name), *self._value(row, value, remark, here)]
        return Strip(parts).adjust_cell_length(width, base)

    def _value(self, row: FormRow, value: Style, remark: Style, here: bool) -> list[Segment]:
        changes = here and (isinstance(row, Number) or (isinstance(row, OneOf) and len(row.items) > 1))
        signs = glyphs.chosen()
        before, after = (f"{signs.left} ", f" {signs.right}") if changes else ("  ", "  ")
        if isinstance(row, FormAction):
            return [Segment(row.shown, remark)]
        typed = "_" if here and isinstance(row, Digits | Words) else ""
        said = f"{before}{row.shown}{typed}{after}"
        # A remark, or what is short of it, is said whole or not at all.
        room = self._width - self._value_at - cell_len(said)
        quiet = next((one for one in (row.remark, row.short) if cell_len(one) <= room), "")
        gap = "  " if room >= cell_len(quiet) + 2 else ""
        return [Segment(said, value), Segment(gap + quiet if quiet else "", remark)]

    @property
    def _width(self) -> int:
        """Of a row, in cells: beside the bar, where there is one."""
        return self.scrollable_content_region.width

    @property
    def _value_at(self) -> int:
        """The column where values begin."""
        return 4 + max((cell_len(row.label) for row in self.rows if row.usable), default=0)

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
        top = at - 1 if at and not self.rows[at - 1].usable else at
        self.scroll_to_region(Region(0, top, 1, at - top + 1), animate=False, force=True)
        self.post_message(self.Moved(self, self.row))

    def _draw(self, at: int) -> None:
        self.refresh(Region(0, at - self.scroll_offset.y, self.size.width, 1))

    def _nearest(self, at: int, way: int) -> int:
        """The usable row at this place or beyond it; else the last one before."""
        if not self.rows:
            return 0
        at = max(0, min(at, len(self.rows) - 1))
        for places in (range(at, len(self.rows) if way > 0 else -1, way), range(len(self.rows))[::-way]):
            for place in places:
                if self.rows[place].usable:
                    return place
        return 0
