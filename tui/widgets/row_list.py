"""A list in columns: one widget with a cursor of its own, that draws only the cells that changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual import events
from textual.binding import Binding, BindingType

from tui.terminal import glyphs
from tui.widgets.canvas import Canvas, cut
from tui.widgets.cursor_list import BAR, Cursored

MARGIN = 2
"""Cells before a row. While the list has the focus the row of the cursor has a sign there: a colour is never
the only one."""
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
    part: str = ""
    """Which part of the list it belongs to, if any: where a row goes, the cursor stays in its part."""


class RowList(Cursored):
    """Rows in columns. Up and down move the cursor; Enter, or a click on the cursor's row, picks."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Up", show=False),
        Binding("down,j", "move(1)", "Down", show=False),
        Binding("pageup", "page(-1)", "Page up", show=False),
        Binding("pagedown", "page(1)", "Page down", show=False),
        Binding("home", "end(-1)", "First", show=False),
        Binding("end", "end(1)", "Last", show=False),
        Binding("enter,space", "pick", "Pick", show=False),
    ]

    def __init__(self, columns: Sequence[Column], *, advance: bool = False, id: str | None = None) -> None:
        """`advance`: after Enter the cursor goes on to the next row, at once, however fast keys come."""
        super().__init__(id=id)
        self._advance = advance
        self._columns = columns
        self._rows: list[ListRow] = []
        self._at = -1
        self._top = 0
        """The first row that is in view."""
        self._pulled = False
        """Whether the mouse has hold of the bar."""

    @property
    def key(self) -> str:
        return self._rows[self._at].key if self._at >= 0 else ""

    @property
    def part(self) -> str:
        """The part of the list that the cursor is in; empty if it is in none."""
        return self._rows[self._at].part if self._at >= 0 else ""

    @property
    def keys(self) -> list[str]:
        return [row.key for row in self._rows if row.key]

    def show_rows(self, rows: Sequence[ListRow], seek: str | None = None) -> None:
        """Show these rows. The cursor stays on its row; if that is gone, it stays where it is, within its
        part, and on the heading of that if there is nothing more. If they are an answer to something else,
        its place means nothing: it goes to the row with the key `seek`, or else to the first."""
        before, key, part = self._at, self.key, self.part
        self._rows = list(rows)
        keys = [row.key for row in self._rows]
        wanted = key if seek is None else seek
        if wanted and wanted in keys:
            self._at = keys.index(wanted)
        elif seek is None:
            self._at = self._nearest(max(before, 0), 1, part)
        else:
            self._at = self._nearest(0, 1)
        if self._at != before or seek is not None:
            self._into_view()
        self._scroll(self._top)
        self.repaint()
        if self.key != key:
            self.post_message(self.Moved(self))

    def put_cursor(self, key: str) -> None:
        for at, row in enumerate(self._rows):
            if row.key == key:
                self._go(at)

    def go_on(self) -> None:
        self.action_move(1)

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

    # The mouse.

    def on_mouse_down(self, event: events.MouseDown) -> None:
        if self._on_bar(event):
            self._pulled = True
            self.capture_mouse()
            self._pull(event.y)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._pulled:
            self._pull(event.y)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        if self._pulled:
            self.release_mouse()

    def on_mouse_release(self) -> None:
        self._pulled = False

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self._scroll(self._top + 2)
        self.repaint()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self._scroll(self._top - 2)
        self.repaint()

    def on_click(self, event: events.Click) -> None:
        event.stop()
        at = event.y + self._top
        if self._on_bar(event) or not 0 <= at < len(self._rows) or not self._rows[at].key:
            return
        if at != self._at:
            self._go(at)
        elif not self._focused_by_click:
            self.post_message(self.Picked(self, self.key))

    def _on_bar(self, event: events.MouseEvent) -> bool:
        return len(self._rows) > self.size.height and event.x >= self.size.width - BAR

    def _pull(self, y: int) -> None:
        """Show the part of the list that this place on the bar stands for."""
        height = self.size.height
        self._scroll(round(y / max(1, height - 1) * (len(self._rows) - height)))
        self.repaint()

    # Drawing.

    def resized(self) -> None:
        self._into_view()
        self._scroll(self._top)
        self.repaint()

    def repaint(self) -> None:
        width, height = self.size
        if not width or not height:
            return
        canvas = Canvas(width, height)
        widths = self._widths(width - BAR)
        for y, row in enumerate(self._rows[self._top : self._top + height]):
            self._paint_row(canvas, y, row, widths)
        if len(self._rows) > height:
            self.paint_bar(canvas, 0, self._top, len(self._rows))
        self.put_on(canvas)

    def _paint_row(self, canvas: Canvas, y: int, row: ListRow, widths: Sequence[int]) -> None:
        room = canvas.width - BAR
        here = self._top + y == self._at
        signs = glyphs.chosen()
        if here:
            canvas.paint(0, y, room, 1, "cursor" if self.has_focus else "cursor-quiet")
            if self.has_focus:
                canvas.put(0, y, signs.cursor)
        if not row.key:
            canvas.put(MARGIN * here, y, row.cells[0], "" if here else row.look or "heading", room)
            return
        if row.marked:
            canvas.put(1, y, signs.marked)
        x = MARGIN
        for text, column, cells in zip(row.cells, self._columns, widths, strict=True):
            if not cells:
                continue
            look = "" if here else row.look or column.look
            shown = cut(text, cells)
            if column.right:
                canvas.put_right(x + cells, y, shown, look)
            else:
                canvas.put(x, y, shown, look)
            x += cells + GAP

    def _widths(self, width: int) -> list[int]:
        """The width of each column; a last one that has no room for its least is left out."""
        widths = [column.least for column in self._columns]
        spare = width - MARGIN - sum(widths) - GAP * len(widths)
        if spare < 0:
            spare += widths[-1] + GAP
            widths[-1] = 0
        for place, column in enumerate(self._columns):
            if widths[place]:
                more = max(0, min(spare, column.most - widths[place]))
                widths[place] += more
                spare -= more
        return widths

    # The cursor, and what is in view.

    def _go(self, at: int) -> None:
        if at == self._at:
            return
        self._at = at
        self._into_view()
        self.repaint()
        self.post_message(self.Moved(self))

    def _scroll(self, top: int) -> None:
        self._top = max(0, min(top, len(self._rows) - self.size.height))

    def _into_view(self) -> None:
        height = self.size.height
        if self._at < 0 or not height:
            return
        # The headings just above come into view with their first row, as far as there is room.
        first = self._at
        while first > max(0, self._at - height + 1) and not self._rows[first - 1].key:
            first -= 1
        self._top = min(max(self._top, self._at - height + 1), first)

    def _nearest(self, at: int, way: int, part: str = "") -> int:
        """The first row with a key in this direction, else in the other; -1 if there is none. Of a `part` of
        the list only, if that is not gone; without rows it has its heading."""
        usable = [place for place, row in enumerate(self._rows) if row.key]
        if part and any(row.part == part for row in self._rows):
            within = [place for place, row in enumerate(self._rows) if row.part == part]
            usable = [place for place in within if self._rows[place].key] or within[:1]
        ahead = [place for place in usable if (place >= at if way > 0 else place <= at)]
        if not ahead:
            ahead, way = usable, -way
        return (ahead[0] if way > 0 else ahead[-1]) if ahead else -1
