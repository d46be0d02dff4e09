"""Painting a view of Time Masters onto a canvas."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.cells import cell_len

from core.timemasters.state import MAX_TURNS, PHASES, TIMER, MastersState
from core.timemasters.text import SEATS as NAMES
from core.timemasters.timemasters import TimeMasters
from core.words import counted
from tui.boards.grid import Grid, rows_for
from tui.boards.painter import HAND, BoardPainter, Place
from tui.boards.timemasters.card_boxes import hand_box, sphere_box, timer_box
from tui.boards.timemasters.cell_texts import brief, counters, in_force, ke_short, waiting
from tui.boards.timemasters.hand_rows import MastersHandRow, hand_rows
from tui.boards.timemasters.layout import MastersLayout, their_rows
from tui.boards.timemasters.view_model import Held, MastersFacts
from tui.match.player_names import called, player_at
from tui.widgets.canvas import cut, short

SPHERES, SPELLS = "spheres", "spells"
"""Zones a cursor can be in, besides the hand, the choices and what lies before seats."""

THEIRS, TIMERS, RELEASED = "theirs", "timers", "released"
"""Zones a cursor can be in: the other seats with what lies before them, and the reader's own."""

SEATS = -10
"""Key of the line of seat 0; that of seat 1 is one less."""


class MastersPainter(BoardPainter[TimeMasters, MastersFacts, MastersLayout]):
    """Paints one frame; collects the spots it has drawn."""

    view: MastersState
    usable: Collection[int] = frozenset()
    """Hand cards that something may be done with now; the others are drawn quiet."""
    asked = ""
    """The kind of the open question."""

    def _scroll_room(self) -> int:
        """Cells for the signs that scroll the other seats, which have no line of their own."""
        return 10 if self.narrow else 15

    def _head(self, y: int) -> None:
        """The ground of a line between zones."""
        if not self.plan.boxed:
            self.canvas.paint(0, y, self.canvas.width, 1, "head")

    # Lines.

    def title(self) -> None:
        """Game, round, phase, who you are, hash, clock and link."""
        canvas, view, y = self.canvas, self.view, self.plan.title
        canvas.paint(0, y, canvas.width, 1, "title")
        over = self.over or view.over
        most = view.options[MAX_TURNS]
        round_ = f"round {view.round}" + (f" of {most}" if most else "")
        phase = self.ended if over else PHASES[view.phase] + " phase"
        names, seat = self.scene.names, self.scene.seat
        whose = "" if over or view.mover == seat else f"of {called(self.game, names, view.mover)}"
        you = f"you: {player_at(self.game, names, seat)}" if seat >= 0 else ""
        link = "  ".join(filter(None, (self.scene.clock, self.scene.link)))
        right = "  ".join(filter(None, (self.scene.head, link)))
        end = canvas.width - 1
        if their_rows(self.facts.others_hold, canvas.width) > self.plan.theirs.rows:
            end -= self._scroll_room()
        # What there is no room for is left out: the hash, who one is, the game's name, whose phase it is.
        parts = [self.game.title, round_, phase.upper(), whose, you]
        for left_out in (None, "right", 4, 0, 3):
            if left_out == "right":
                right = link
            elif isinstance(left_out, int):
                parts[left_out] = ""
            if sum(cell_len(part) + 2 for part in parts if part) + cell_len(right) <= end:
                break
        self.corner(end, y, right)
        x = 1
        for part, look in zip(parts, ("game", "", "phase", "", "quiet"), strict=True):
            if part:
                gap = 1 if look == "" and part == whose else 2
                x = canvas.put(x - (2 - gap if x > 1 else 0), y, part, look) + 2

    def spheres(self) -> None:
        """The Spheres: how many cards are left, the top card, and what lies beneath."""
        canvas, grid = self.canvas, self.plan.spheres
        self._head(self.plan.spheres_head)
        for one in self.facts.openings:
            column = one.level - 1
            x, y = grid.place(0, column)
            word = "SPH" if self.narrow else "SPHERE"
            at = canvas.put(x + 1, self.plan.spheres_head, f"{word} {one.level}", "strong")
            canvas.put(at + 1, self.plan.spheres_head, f"x{one.cards}", "quiet")
            if one.top < 0:
                self._empty(x + 1, y)
                continue
            self._top(one.top, one.level, column)
            if one.cards > 1:
                self._beneath(self.view.spheres[column][-2], one.level, column)

    def _empty(self, x: int, y: int) -> None:
        """An empty Sphere, and what that means."""
        width = self.plan.spheres.width - 2
        last = self.view.spheres.count([]) > 1
        more = ("empty: one", "more ends") if self.narrow else ("empty: another", "ends the match")
        said = ("empty:", "last round") if last else more
        for row, text in enumerate(said):
            self.canvas.put(x, y + row, text, "alarm", width)

    def _top(self, handle: int, level: int, column: int) -> None:
        grid, canvas = self.plan.spheres, self.canvas
        spot = self.spot(SPHERES, handle, 0, column, grid)
        assert spot is not None
        card = self.view.cards[handle]
        if self.plan.boxed:
            place = Place(*spot, grid.width - 1, grid.cell, *self.signs(SPHERES, handle))
            sphere_box(canvas, place, level, self.game.pool.cards[card])
            return
        x, y = spot
        look = self.tile(SPHERES, handle, x, y, grid)
        canvas.put(x + 1, y, short(self.game.pool.cards[card].name, grid.width - 2), look)

    def _beneath(self, handle: int, level: int, column: int) -> None:
        grid, canvas = self.plan.beneath, self.canvas
        # In the zone's second row, whatever its own grid says.
        x, y = grid.place(0, column)
        here = self.cursor == (SPHERES, handle)
        self.add(SPHERES, handle, 1, column, (x, y, grid.width - 1, 1))
        look = self.tile(SPHERES, handle, x, y, grid, "box" if self.plan.boxed else "tile")
        word = "below" if self.narrow else "beneath"
        canvas.put(x + 1, y, f"{word}: {level + 1}", "" if here else look or "quiet")

    def spells_head(self) -> None:
        """The line of the Spell zone: whose it is, the access points so far and what they open."""
        canvas, y, view = self.canvas, self.plan.spells_head, self.view
        self._head(y)
        whose = (
            "" if view.mover == self.scene.seat else f" of {called(self.game, self.scene.names, view.mover)}"
        )
        x = canvas.put(1, y, "SPELL ZONE" if not self.narrow else "SPELLS", "strong")
        x = canvas.put(x, y, whose, "strong")
        said, opens = self._access()
        x = canvas.put(x + 2, y, said, "strong" if self.facts.points.left else "")
        grid = self.plan.spells
        rows = rows_for(len(self.facts.spells), grid.columns)
        end = canvas.width - 1
        if rows > grid.rows:
            end -= 14
            self.more(end, y, SPELLS, grid.rows, rows)
        if opens and x + 4 <= end:
            canvas.put(x + 2, y, opens, "sign" if self.facts.points.left else "quiet", end - x - 2)

    def _access(self) -> tuple[str, str]:
        """The access points, and what they open."""
        points = self.facts.points
        said = f"access {points.left}"
        made = [f"{points.spells} in zone"] if points.extra or points.used else []
        made += [f"+{points.extra}"] if points.extra else []
        made += [f"{points.used} used"] if points.used else []
        if made:
            said += f" ({', '.join(made)})"
        open_ = [str(one.level) for one in self.facts.openings if one.can_top]
        if not open_:
            return said, "opens no Sphere" if points.left or self.view.phase != TIMER else ""
        beneath = [str(one.level) for one in self.facts.openings if one.can_beneath]
        opens = f"opens Sphere {', '.join(open_)}"
        if beneath and not self.narrow:
            opens += f"; beneath {', '.join(beneath)}"
        return said, opens

    def spells(self) -> None:
        """The Spell zone of the seat whose turn it is."""
        grid, canvas = self.plan.spells, self.canvas
        for number, handle in enumerate(self.facts.spells):
            place = self.spot(SPELLS, handle, number // grid.columns, number % grid.columns, grid)
            if place is None:
                continue
            x, y = place
            here = self.cursor == (SPELLS, handle)
            look = self.tile(SPELLS, handle, x, y, grid, "box" if self.plan.boxed else "tile")
            card = self.game.pool.cards[self.view.cards[handle]]
            canvas.put(x + 2, y, short(card.name, grid.width - 3), look)
            if grid.cell > 1:
                canvas.put(x + 2, y + 1, brief(card), "" if here else "quiet", grid.width - 3)

    # The hand.

    def hand_head(self) -> None:
        """The line above the hand, with what changes the costs of its spells."""
        canvas, y, seat = self.canvas, self.plan.hand_head, self.scene.seat
        self._head(y)
        if seat < 0:
            canvas.put(1, y, "You watch; hands are hidden.", "quiet")
            return
        x = canvas.put(1, y, "HAND", "strong")
        x = canvas.put(x + 1, y, str(len(self.facts.hand)))
        grid = self.plan.hand
        rows = rows_for(len(self.facts.hand), grid.columns)
        if rows > grid.rows:
            x = self.more(x + 2, y, HAND, grid.rows, rows)
        force = in_force(self.view, seat, self.narrow)
        if force:
            when = "" if seat == self.view.mover else "next turn: "
            canvas.put(x + 2, y, when + ", ".join(force), "alarm", canvas.width - x - 3)
        if self.view.pending:
            names = [self._card_name(handle) for handle in self.view.pending]
            canvas.put_right(canvas.width - 1, y, cut("being played: " + ", ".join(names), 40), "alarm")

    def _card_name(self, handle: int) -> str:
        card = self.view.cards[handle]
        return self.game.pool.cards[card].name if card >= 0 else "a card"

    def hand(self) -> None:
        """The reader's hand."""
        grid = self.plan.hand
        if self.plan.boxed:
            self._hand_boxes(grid)
            return
        rows = hand_rows(self.game, self.facts, self.asked, grid.width - 6)
        for number, (one, drawn) in enumerate(zip(self.facts.hand, rows, strict=True)):
            place = self.spot(HAND, one.handle, number // grid.columns, number % grid.columns, grid)
            if place is not None:
                self._hand_card(number, one.handle, drawn, *place, grid)

    def _hand_card(self, number: int, handle: int, row: MastersHandRow, x: int, y: int, grid: Grid) -> None:
        canvas = self.canvas
        here = self.cursor == (HAND, handle)
        look = self.tile(HAND, handle, x, y, grid)
        canvas.put_right(x + 3, y, str(number + 1), "" if here else "code")
        at = x + 4
        for text, tone in row.parts:
            tone = (look if handle in self.usable else "quiet") if tone == "name" else tone
            at = canvas.put(at, y, text, "" if here else tone)

    def _hand_boxes(self, grid: Grid) -> None:
        rows = hand_rows(self.game, self.facts, self.asked, 99)
        for number, (one, row) in enumerate(zip(self.facts.hand, rows, strict=True)):
            spot = self.spot(HAND, one.handle, number // grid.columns, number % grid.columns, grid)
            if spot is None:
                continue
            place = Place(*spot, grid.width - 1, grid.cell, *self.signs(HAND, one.handle))
            card = self.game.pool.cards[one.card]
            hand_box(self.canvas, place, number, card, one.handle in self.usable, row)

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
