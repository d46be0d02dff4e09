"""Painting what lies before seats: Kè, Timers, released spells."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from core.timemasters.state import State
from core.timemasters.text import SEATS as NAMES
from core.timemasters.timemasters import TimeMasters
from core.words import counted
from tui.boards.grid import Grid, rows_for
from tui.boards.painter import BoardPainter, Place
from tui.boards.timemasters.card_boxes import timer_box
from tui.boards.timemasters.cell_texts import counters, ke_short, waiting
from tui.boards.timemasters.layout import Plan
from tui.boards.timemasters.view_model import Facts, Held
from tui.widgets.canvas import cut, short

THEIRS, TIMERS, RELEASED = "theirs", "timers", "released"
"""Zones a cursor can be in: the other seats with what lies before them, and the reader's own."""

SEATS = -10
"""Key of the line of seat 0; that of seat 1 is one less."""


class SeatPainter(BoardPainter[TimeMasters, Facts, Plan]):
    """Paints the other seats, and the reader's Kè and Timers."""

    view: State

    def _scroll_room(self) -> int:
        """Cells for the signs that scroll the other seats, which have no line of their own."""
        return 10 if self.narrow else 15

    def _head(self, y: int) -> None:
        """The ground of a line between zones."""
        if not self.plan.boxed:
            self.canvas.paint(0, y, self.canvas.width, 1, "head")

    # Other seats.

    def theirs(self) -> None:
        """The other seats: a line each, with their Timers below it."""
        grid, row = self.plan.theirs, 0
        for seat in self.facts.others:
            self._their_line(seat, row)
            row += 1
            for number, held in enumerate(self.facts.held(seat)):
                place = self.spot(
                    THEIRS, held.handle, row + number // grid.columns, number % grid.columns, grid
                )
                if place is not None:
                    self._held(THEIRS, held, *place, grid)
            row += rows_for(len(self.facts.held(seat)), grid.columns)
        if row > grid.rows:
            self.more(self.canvas.width - self._scroll_room(), self.plan.title, THEIRS, grid.rows, row)

    def _their_line(self, seat: int, row: int) -> None:
        canvas, grid, view = self.canvas, self.plan.theirs, self.view
        seen = row - self.tops.get(THEIRS, 0)
        key = SEATS - seat
        y = grid.y + seen
        visible = 0 <= seen < grid.rows
        here = self.cursor == (THEIRS, key)
        self.add(THEIRS, key, row, 0, (0, y, canvas.width, 1) if visible else None, middle=4)
        if not visible:
            return
        self._head(y)
        if here:
            canvas.paint(0, y, canvas.width, 1, "cursor")
            canvas.put(0, y, self.glyphs.cursor)
        turn = seat == self.to_choose
        name = label(self.scene.names, seat, 9 if self.narrow else 12)
        x = canvas.put(1, y, name, "strong")
        if turn:
            x = canvas.put(x + 1, y, self.glyphs.left, "" if here else "turn strong")
        x = max(x + 1, 12 if self.narrow else 15)
        # Below each other, whatever each has.
        after = x + max(self._ke_room(one) for one in self.facts.others)
        self._ke(x, y, seat, here)
        x = after
        points = [counted(view.score[one], "point") for one in self.facts.others]
        score = f"{counted(view.score[seat], 'point'):<{max(map(len, points))}}"
        hand, deck, discard = (len(zone[seat]) for zone in (view.hand, view.deck, view.pile))
        parts = [
            (f"  {score}", "strong"),
            (f"  hand {hand}", ""),
            (f" deck {deck}", ""),
            (f" discard {discard}", ""),
            ("" if self.facts.held(seat) else "  no Timer", "quiet"),
            (f"  {wait}" if (wait := waiting(view, seat, self.narrow)) else "", "alarm"),
        ]
        # What there is no room for is left out, from the least of it on.
        for left_out in (4, 3, 2):
            if x + sum(len(text) for text, _ in parts) >= canvas.width:
                parts[left_out] = ("", "")
        for text, look in parts:
            x = canvas.put(x, y, text, "" if here else look)

    def _ke_room(self, seat: int) -> int:
        """How many cells `_ke` takes."""
        signs = 0 if self.narrow else 1 + sum(cell_len(text) for text, _ in counters(self.view, seat))
        return 3 + signs + len(ke_short(self.view, seat))

    def _ke(self, x: int, y: int, seat: int, here: bool) -> int:
        """A seat's Kè as counters, and in numbers; returns the x after it."""
        canvas = self.canvas
        x = canvas.put(x, y, "Kè ", "" if here else "quiet")
        if not self.narrow:
            for text, look in counters(self.view, seat):
                x = canvas.put(x, y, text, "" if here else look)
            x += 1
        return canvas.put(x, y, ke_short(self.view, seat), "" if here else "strong" if self.narrow else "")

    def _held(self, zone: str, held: Held, x: int, y: int, grid: Grid) -> None:
        """A Timer with its slots, or a released spell, in one line."""
        canvas = self.canvas
        here = self.cursor == (zone, held.handle)
        look = self.tile(zone, held.handle, x, y, grid)
        at, end = x + 2, x + grid.width - 2
        name = self.game.pool.cards[held.card].name
        if held.timer is None:
            word = "free to play" if zone == RELEASED else "released"
            canvas.put(at, y, f"{short(name, end - at - len(word) - 1)} {word}", look)
            canvas.put(
                at + cell_len(short(name, end - at - len(word) - 1)) + 1, y, word, "" if here else "sign"
            )
            return
        under = f"+{len(held.timer.under)} under" if held.timer.under else ""
        if grid.width < 36 and under:
            under = under.removesuffix(" under")
        room = end - at - (len(under) + 1 if under else 0)
        slots = self.slot_texts(held, room - min(cell_len(name), 13 if grid.width >= 36 else 8) - 1)
        used = sum(cell_len(text) for text in slots) + len(slots)
        at = canvas.put(at, y, short(name, room - used), look)
        for text in slots:
            at = canvas.put(at + 1, y, text, "" if here else "quiet" if text.strip("[] -") == "" else "code")
        if under:
            canvas.put(at + 1, y, under, "" if here else "quiet")

    def slot_texts(self, held: Held, room: int) -> list[str]:
        """The slots of a Timer with what is on them, in so many cells as far as that is possible."""
        assert held.timer is not None
        slots = self.game.pool.slots[held.card]
        names = [self.game.pool.cards[self.view.cards[one]].name for one in held.timer.spells]
        each = max(3, (room - slots) // max(1, slots) - 1)
        if len(names) < slots:
            # Free slots need less.
            free = slots - len(names)
            each = max(3, (room - 5 * free - len(names)) // max(1, len(names)) - 2)
        return [f"[{short(name, each)}]" for name in names] + ["[ - ]"] * (slots - len(names))

    # The reader's own.

    def own_head(self) -> None:
        """The line of the reader: Kè, points, deck and discard pile."""
        seat, y, canvas, view = self.scene.seat, self.plan.own_head, self.canvas, self.view
        if seat < 0:
            return
        self._head(y)
        x = canvas.put(1, y, "YOU", "strong")
        if seat == self.to_choose:
            x = canvas.put(x + 1, y, self.glyphs.left, "turn strong")
            if not self.narrow:
                x = canvas.put(x + 1, y, "your go", "turn")
        x = max(x + 2, 7 if self.narrow else 15)
        x = self._ke(x, y, seat, False)
        active, ephemeral = view.active[seat], view.ephemeral[seat]
        if canvas.width >= 100 and (active or ephemeral):
            x = canvas.put(x + 1, y, "(ephemeral ones behind the +)" if ephemeral else "active", "quiet")
        x = canvas.put(x + 2, y, counted(view.score[seat], "point"), "strong")
        counts = f"deck {len(view.deck[seat])} discard {len(view.pile[seat])}"
        x = canvas.put(x + 2, y, counts)
        grid = self.plan.timers
        rows = rows_for(len(self.facts.timers), grid.columns)
        if rows > grid.rows:
            x = self.more(x + 2, y, TIMERS, grid.rows, rows)
        elif not self.facts.timers and x + 10 <= canvas.width:
            canvas.put(x + 2, y, "no Timer", "quiet")

    def timers(self) -> None:
        """The reader's Timers."""
        grid = self.plan.timers
        for number, held in enumerate(self.facts.timers):
            place = self.spot(TIMERS, held.handle, number // grid.columns, number % grid.columns, grid)
            if place is None:
                continue
            if grid.cell < 3:
                self._held(TIMERS, held, *place, grid)
                continue
            box = Place(*place, grid.width - 1, grid.cell, *self.signs(TIMERS, held.handle))
            assert held.timer is not None
            slots = self.slot_texts(held, grid.width - 4)
            timer_box(self.canvas, box, self.game.pool.cards[held.card], slots, len(held.timer.under))

    def released(self) -> None:
        """The reader's released spells, which have to be played."""
        grid = self.plan.released
        for number, handle in enumerate(self.facts.released):
            place = self.spot(RELEASED, handle, number // grid.columns, number % grid.columns, grid)
            if place is not None:
                held = Held(handle, self.view.cards[handle], None)
                self._held(RELEASED, held, *place, grid)


def label(names: Sequence[str], seat: int, width: int) -> str:
    """A seat with its player's name in so many cells: `2 Bob`, for `Seat 2 (Bob)`."""
    own = NAMES.name(seat)
    return cut(f"{seat + 1} {names[seat]}" if names and names[seat] != own else own, width)
