"""Shelves side by side, each with so many places: what fills them, and which are empty, at one look."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar, NamedTuple

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from tui.terminal import glyphs
from tui.widgets.canvas import Canvas, cut, short
from tui.widgets.cursor_list import BAR, Cursored
from tui.widgets.row_list import GAP, MARGIN, ListRow

HEAD = 1
"""Rows above the places: what the shelf is called, and how many of its places are filled."""
ROOMY = 22
"""Cells a shelf needs to show, behind its names, the other cells of its rows."""


class Shelf(NamedTuple):
    """One shelf. A thing that is on it twice has two rows with the same key."""

    key: str
    title: str
    rows: tuple[ListRow, ...]
    """Each with a name, and with what may be left out where there is no room for it."""
    places: int | None = None
    """How many it should hold; None for any number."""

    @property
    def said(self) -> str:
        """How many there are, and of how many."""
        return str(len(self.rows)) if self.places is None else f"{len(self.rows)}/{self.places}"

    @property
    def depth(self) -> int:
        """How many places are to be seen."""
        return max(len(self.rows), self.places or 1)


class Shelves(Cursored):
    """The arrows move the cursor, on empty places too; Enter, or a click on the cursor's place, picks."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Up", show=False),
        Binding("down,j", "move(1)", "Down", show=False),
        Binding("left", "aside(-1)", "To the left", show=False),
        Binding("right", "aside(1)", "To the right", show=False),
        Binding("pageup,home", "end(-1)", "First", show=False),
        Binding("pagedown,end", "end(1)", "Last", show=False),
        Binding("enter", "pick", "Pick", show=False),
    ]

    class Wanted(Message):
        """An empty place, or a shelf's head, was picked: something is wanted for this shelf."""

        def __init__(self, shelf: str) -> None:
            super().__init__()
            self.shelf = shelf

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._shelves: Sequence[Shelf] = ()
        self._at = (0, 0)
        """The shelf and the place that the cursor is on."""
        self._top = 0
        """The first place that is in view, the same on all shelves."""

    @property
    def key(self) -> str:
        return self._key(*self._at)

    @property
    def shelf(self) -> Shelf | None:
        """The shelf that the cursor is on."""
        return self._shelves[self._at[0]] if self._shelves else None

    @property
    def keys(self) -> list[str]:
        return list(dict.fromkeys(row.key for shelf in self._shelves for row in shelf.rows))

    def _key(self, shelf: int, place: int) -> str:
        rows = self._shelves[shelf].rows if self._shelves else ()
        return rows[place].key if place < len(rows) else ""

    def show_shelves(self, shelves: Sequence[Shelf]) -> None:
        """Show these shelves. The cursor stays on what it is on; if that is gone, it stays where it is."""
        key, before, shelf = self.key, self._at, self.shelf
        self._shelves = tuple(shelves)
        same = (at for at, one in enumerate(self._shelves) if shelf is not None and one.key == shelf.key)
        self._at = self._nearest(key) or self._within(next(same, before[0]), before[1])
        if self._at != before:
            self._into_view()
        self._scroll(self._top)
        self.repaint()
        if self.key != key or not key:
            self.post_message(self.Moved(self))

    def put_cursor(self, key: str) -> None:
        place = self._nearest(key)
        if place is not None:
            self._go(place)

    def _nearest(self, key: str) -> tuple[int, int] | None:
        """The place of this key that is the nearest to the cursor."""
        shelf, place = self._at
        places = [
            (number, at)
            for number, one in enumerate(self._shelves)
            for at, row in enumerate(one.rows)
            if key and row.key == key
        ]
        return min(places, key=lambda one: (abs(one[0] - shelf), abs(one[1] - place)), default=None)

    def _within(self, shelf: int, place: int) -> tuple[int, int]:
        """This place, or the nearest that there is."""
        if not self._shelves:
            return 0, 0
        shelf = max(0, min(shelf, len(self._shelves) - 1))
        return shelf, max(0, min(place, self._shelves[shelf].depth - 1))

    def go_on(self) -> None:
        # Past the other copies of the same, which a mark is for as well.
        shelf, place = self._at
        key = self.key
        while self._key(shelf, place) == key and place < self._shelves[shelf].depth - 1:
            place += 1
        self._go((shelf, place))

    def action_move(self, by: int) -> None:
        self._go((self._at[0], self._at[1] + by))

    def action_aside(self, by: int) -> None:
        self._go((self._at[0] + by, self._at[1]))

    def action_end(self, way: int) -> None:
        shelf = self.shelf
        self._go((self._at[0], max(1, len(shelf.rows)) - 1 if shelf is not None and way > 0 else 0))

    def action_pick(self) -> None:
        if self.key:
            self.post_message(self.Picked(self, self.key))
        elif self.shelf is not None:
            self.post_message(self.Wanted(self.shelf.key))

    # The mouse.

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self._scroll(self._top + 1)
        self.repaint()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self._scroll(self._top - 1)
        self.repaint()

    def on_click(self, event: events.Click) -> None:
        event.stop()
        number = bisect([x for x, _ in self._places(self.size.width)], event.x) - 1
        if number < 0 or self._on_bar(event.x):
            return
        place = event.y - HEAD + self._top
        if event.y < HEAD:
            self.post_message(self.Wanted(self._shelves[number].key))
        elif place < self._shelves[number].depth:
            if (number, place) != self._at:
                self._go((number, place))
            elif not self._focused_by_click:
                self.action_pick()

    def _on_bar(self, x: int) -> bool:
        return self._depth > self.size.height - HEAD and x >= self.size.width - BAR

    # Drawing.

    def resized(self) -> None:
        self._into_view()
        self._scroll(self._top)
        self.repaint()

    @property
    def _depth(self) -> int:
        return max((shelf.depth for shelf in self._shelves), default=0)

    def _places(self, width: int) -> list[tuple[int, int]]:
        """Where each shelf begins, and how wide it is."""
        number = len(self._shelves)
        if self._depth > self.size.height - HEAD:
            width -= BAR
        ends = [width * place // number for place in range(number + 1)] if number else []
        return [(start, end - start) for start, end in pairwise(ends)]

    def repaint(self) -> None:
        width, height = self.size
        if not width or not height:
            return
        canvas = Canvas(width, height)
        places = self._places(width)
        # Where there is no room for `Level 3`, the 3 says it, on all of them.
        cramped = any(
            len(f"{shelf.title} {shelf.said}") > cells - MARGIN
            for shelf, (_, cells) in zip(self._shelves, places, strict=True)
        )
        for number, (x, cells) in enumerate(places):
            self._paint_head(canvas, x, cells, self._shelves[number], cramped)
            for y in range(HEAD, height):
                self._paint_place(canvas, x, y, cells, number)
        if HEAD < height < self._depth + HEAD:
            self.paint_bar(canvas, HEAD, self._top, self._depth)
        self.put_on(canvas)

    def _paint_head(self, canvas: Canvas, x: int, cells: int, shelf: Shelf, cramped: bool) -> None:
        room = cells - MARGIN - len(shelf.said) - 1
        title = shelf.title.split()[-1] if cramped else shelf.title
        end = canvas.put(x + MARGIN, 0, cut(title, room), "heading")
        places = len(shelf.rows) if shelf.places is None else shelf.places
        look = "bad" if len(shelf.rows) > places else "quiet" if len(shelf.rows) < places else ""
        canvas.put(end + 1, 0, shelf.said, look)

    def _paint_place(self, canvas: Canvas, x: int, y: int, cells: int, number: int) -> None:
        shelf, place = self._shelves[number], self._top + y - HEAD
        if place >= shelf.depth:
            return
        signs = glyphs.chosen()
        here = (number, place) == self._at
        room = cells - MARGIN - GAP
        if here:
            canvas.paint(x, y, cells - GAP, 1, "cursor" if self.has_focus else "cursor-quiet")
            if self.has_focus:
                canvas.put(x, y, signs.cursor)
        if place >= len(shelf.rows):
            if place < (shelf.places or 0):
                canvas.put(x + MARGIN, y, signs.rule * 3, "" if here else "quiet")
            return
        row = shelf.rows[place]
        over = shelf.places is not None and place >= shelf.places
        look = "" if here else row.look or ("bad" if over else "")
        if row.marked:
            # Apart from the name, where the sign of the cursor leaves room for that.
            canvas.put(x + (here and self.has_focus), y, signs.marked)
        name, *others = row.cells
        if others and cells >= ROOMY:
            said = " ".join(others)
            canvas.put_right(x + MARGIN + room, y, said, "" if here else look or "quiet")
            room -= len(said) + 1
        canvas.put(x + MARGIN, y, short(name, room), look)

    # The cursor, and what is in view.

    def _go(self, place: tuple[int, int]) -> None:
        place = self._within(*place)
        if place == self._at:
            return
        self._at = place
        self._into_view()
        self.repaint()
        self.post_message(self.Moved(self))

    def _scroll(self, top: int) -> None:
        self._top = max(0, min(top, self._depth - (self.size.height - HEAD)))

    def _into_view(self) -> None:
        height = max(1, self.size.height - HEAD)
        self._top = min(max(self._top, self._at[1] - height + 1), self._at[1])
