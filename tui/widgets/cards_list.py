"""A list in columns: one widget with a cursor of its own, that redraws only the rows that changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.terminal import glyphs
from tui.widgets.canvas import cut

MARGIN = "  "
"""Before a row. While the list has the focus the row of the cursor has a sign there: a colour is never the
only one."""
GAP = 1


class Column(NamedTuple):
    """How wide a column may be. What is left over goes to the columns from left to right, up to `most`."""

    least: int
    most: int
    right: bool = False
    """Whether it is set to the right."""
    look: str = ""
    """Its component class, without `row-list--`; empty for the list's own."""


class ListRow(NamedTuple):
    """A row. Without a key it is a heading: one text across all columns, and the cursor passes it."""

    key: str
    cells: tuple[str, ...]
    look: str = ""
    """The look of the whole row, if it is not that of the columns, or of a heading."""
    marked: bool = False
    """Whether there is a sign before it that says it was marked."""


class RowList(ScrollView, can_focus=True):
    """Rows in columns. Up and down move the cursor; Enter, or a click on the cursor's row, picks."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "row-list--cursor",
        "row-list--cursor-quiet",
        "row-list--heading",
        "row-list--quiet",
        "row-list--strong",
        "row-list--bad",
    }
    DEFAULT_CSS = """
    RowList {
        background: transparent;
        scrollbar-size-vertical: 1;
        overflow-x: hidden;
        & > .row-list--cursor { background: $mark; color: $mark-text; text-style: bold; }
        & > .row-list--cursor-quiet { background: $panel; }
        & > .row-list--heading { color: $key; text-style: bold; }
        & > .row-list--quiet { color: $quiet; }
        & > .row-list--strong { text-style: bold; }
        & > .row-list--bad { color: $bad-news; }
        &:nocolor > .row-list--cursor { text-style: reverse; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Up", show=False),
        Binding("down,j", "move(1)", "Down", show=False),
        Binding("pageup", "page(-1)", "Page up", show=False),
        Binding("pagedown", "page(1)", "Page down", show=False),
        Binding("home", "end(-1)", "First", show=False),
        Binding("end", "end(1)", "Last", show=False),
        Binding("enter,space", "pick", "Pick", show=False),
    ]

    class Moved(Message):
        """The cursor is on another row, or on none."""

        def __init__(self, rows: RowList) -> None:
            super().__init__()
            self.rows = rows

        @property
        def control(self) -> RowList:
            """The list it came from."""
            return self.rows

    class Picked(Message):
        """A row was picked."""

        def __init__(self, rows: RowList, key: str) -> None:
            super().__init__()
            self.rows = rows
            self.key = key

        @property
        def control(self) -> RowList:
            """The list it came from."""
            return self.rows

    def __init__(self, columns: Sequence[Column], *, advance: bool = False, id: str | None = None) -> None:
        """`advance`: after Enter the cursor goes on to the next row, at once, however fast keys come."""
        super().__init__(id=id)
        self._advance = advance
        self._columns = columns
        self._rows: list[ListRow] = []
        self._at = -1
        self._focused_by_click = False

    @property
    def key(self) -> str:
        """The key of the row under the cursor; empty if there is no row."""
        return self._rows[self._at].key if self._at >= 0 else ""

    def show_rows(self, rows: Sequence[ListRow]) -> None:
        """Show these rows. The cursor stays on its row; if that is gone, it stays where it is."""
        old, before, key = self._rows, self._at, self.key
        self._rows = list(rows)
        keys = [row.key for row in self._rows]
        self._at = keys.index(key) if key and key in keys else self._nearest(max(before, 0), 1)
        if len(old) == len(self._rows):
            for y, (was, now) in enumerate(zip(old, self._rows, strict=True)):
                if was != now:
                    self._draw(y)
        else:
            self.virtual_size = Size(0, len(self._rows))
            self.refresh()
        if self._at != before:
            self._draw(before)
            self._draw(self._at)
            self._into_view()
        if self.key != key:
            self.post_message(self.Moved(self))

    @property
    def keys(self) -> list[str]:
        """The keys of all rows that have one, in order."""
        return [row.key for row in self._rows if row.key]

    def put_cursor(self, key: str) -> None:
        """Put the cursor on a row; nothing happens if there is none of this key."""
        for at, row in enumerate(self._rows):
            if row.key == key:
                self._go(at)

    def action_move(self, by: int) -> None:
        self._go(self._nearest(self._at + by, by))

    def action_page(self, way: int) -> None:
        self._go(self._nearest(self._at + way * max(1, self.size.height - 1), -way))

    def action_end(self, way: int) -> None:
        self._go(self._nearest(len(self._rows) if way > 0 else 0, -way))

    def action_pick(self) -> None:
        if self.key:
            self.post_message(self.Picked(self, self.key))
            if self._advance:
                self.action_move(1)

    def focus_on_click(self) -> bool:
        # Asked when the button goes down. The click that follows only gives the focus; it picks nothing.
        self._focused_by_click = not self.has_focus
        return super().focus_on_click()

    def on_click(self, event: events.Click) -> None:
        event.stop()
        at = event.y + self.scroll_offset.y
        if not 0 <= at < len(self._rows) or not self._rows[at].key:
            return
        if at != self._at:
            self._go(at)
        elif not self._focused_by_click:
            self.post_message(self.Picked(self, self.key))

    def on_focus(self) -> None:
        self._draw(self._at)
        self.post_message(self.Moved(self))

    def on_blur(self) -> None:
        self._draw(self._at)

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        at = y + self.scroll_offset.y
        base = self.rich_style
        if not 0 <= at < len(self._rows):
            return Strip.blank(width, base)
        row = self._rows[at]
        if not row.key:
            style = self.get_component_rich_style(f"row-list--{row.look or 'heading'}")
            return Strip([Segment(cut(row.cells[0], width), style)]).adjust_cell_length(width, base)
        here = at == self._at
        if here:
            base = self.get_component_rich_style(
                "row-list--cursor" if self.has_focus else "row-list--cursor-quiet"
            )
        signs = glyphs.chosen()
        margin = (signs.cursor if here and self.has_focus else " ") + (signs.marked if row.marked else " ")
        segments = [Segment(margin, base)]
        for text, column, room in zip(row.cells, self._columns, self._widths(width), strict=True):
            if not room:
                continue
            look = row.look or column.look
            style = base if here or not look else self.get_component_rich_style(f"row-list--{look}")
            shown = cut(text, room)
            blank = " " * (room - cell_len(shown))
            segments.append(Segment(blank + shown if column.right else shown + blank, style))
            segments.append(Segment(" " * GAP, base))
        return Strip(segments).adjust_cell_length(width, base)

    def _widths(self, width: int) -> list[int]:
        """The width of each column; a last one that has no room for its least is left out."""
        widths = [column.least for column in self._columns]
        spare = width - len(MARGIN) - sum(widths) - GAP * len(widths)
        if spare < 0:
            spare += widths[-1] + GAP
            widths[-1] = 0
        for place, column in enumerate(self._columns):
            if widths[place]:
                more = max(0, min(spare, column.most - widths[place]))
                widths[place] += more
                spare -= more
        return widths

    def _go(self, at: int) -> None:
        if at == self._at:
            return
        old, self._at = self._at, at
        self._draw(old)
        self._draw(at)
        self._into_view()
        self.post_message(self.Moved(self))

    def _into_view(self) -> None:
        if self._at >= 0:
            # A heading just above comes into view with its first row.
            top = self._at - 1 if self._at and not self._rows[self._at - 1].key else self._at
            self.scroll_to_region(Region(0, top, 1, self._at - top + 1), animate=False, force=True)

    def _draw(self, at: int) -> None:
        y = at - self.scroll_offset.y
        if 0 <= y < self.size.height:
            self.refresh(Region(0, y, self.size.width, 1))

    def _nearest(self, at: int, way: int) -> int:
        """The first row with a key in this direction, else in the other; -1 if there is none."""
        usable = [place for place, row in enumerate(self._rows) if row.key]
        ahead = [place for place in usable if (place >= at if way > 0 else place <= at)]
        if not ahead:
            ahead, way = usable, -way
        return (ahead[0] if way > 0 else ahead[-1]) if ahead else -1
