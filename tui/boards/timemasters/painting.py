"""Painting a view of Time Masters onto a canvas."""

from __future__ import annotations

from collections.abc import Collection

from rich.cells import cell_len

from core.timemasters.state import MAX_TURNS, PHASES, TIMER
from tui.boards.grid import Grid, rows_for
from tui.boards.painter import HAND, Place
from tui.boards.timemasters.card_boxes import hand_box, sphere_box
from tui.boards.timemasters.cell_texts import brief, in_force
from tui.boards.timemasters.hand_rows import HandRow, hand_rows
from tui.boards.timemasters.layout import their_rows
from tui.boards.timemasters.seat_painter import SeatPainter
from tui.match.player_names import called, player_at
from tui.widgets.canvas import cut, short

SPHERES, SPELLS = "spheres", "spells"
"""Zones a cursor can be in, besides the hand, the choices and what lies before seats."""


class Painter(SeatPainter):
    """Paints one frame; collects the spots it has drawn."""

    usable: Collection[int] = frozenset()
    """Hand cards that something may be done with now; the others are drawn quiet."""
    asked = ""
    """The kind of the open question."""

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

    def _hand_card(self, number: int, handle: int, row: HandRow, x: int, y: int, grid: Grid) -> None:
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
