"""Painting a view of Wrinkles in Time onto a canvas."""

from __future__ import annotations

from core.wrinkles.seating import Slot
from core.wrinkles.state import EVIL, GOOD, KINDS, PHASES, TEST, TURNS, WrinklesState
from core.wrinkles.text import effects_text
from core.wrinkles.wrinkles import Wrinkles
from tui.boards.grid import Grid, rows_for
from tui.boards.painter import HAND, BoardPainter, Place
from tui.boards.wrinkles.card_boxes import hand_box, play_box
from tui.boards.wrinkles.cell_texts import brief, code
from tui.boards.wrinkles.hand_rows import WrinklesHandRow, hand_rows, worth
from tui.boards.wrinkles.hints import lead, result_of_test
from tui.boards.wrinkles.layout import WrinklesLayout
from tui.boards.wrinkles.view_model import WrinklesFacts
from tui.widgets.canvas import cut, short

SIDES = ("Good", "Evil")
SIDE_LOOKS = ("good", "evil")

ABOVE, BELOW = "above", "below"
"""The zones of both boards."""


class WrinklesPainter(BoardPainter[Wrinkles, WrinklesFacts, WrinklesLayout]):
    """Paints one frame; collects the spots it has drawn."""

    view: WrinklesState

    # Lines.

    def title(self) -> None:
        """Game, turn, phase, tokens, who you are, hash, clock and link."""
        canvas, view = self.canvas, self.view
        canvas.paint(0, self.plan.title, canvas.width, 1, "title")
        y = self.plan.title
        parts = [
            ("  ", f"turn {view.turn}", ""),
            ("  ", phase_name(view).upper() + (f", {self.ended}" if self.over else ""), "phase"),
            ("   ", "Good ", "good strong"),
            ("", self.glyphs.token * view.tokens[GOOD], "good strong"),
            ("", ":", ""),
            ("", self.glyphs.token * view.tokens[EVIL], "evil strong"),
            ("", " Evil", "evil strong"),
        ]
        seat = self.scene.seat
        parts.append(("   ", f"you: {SIDES[seat]}", "") if seat >= 0 else ("", "", ""))
        # What there is no room for is left out: the game's whole name, the hash, who one is, the turn.
        used = 3 + sum(len(gap) + len(text) for gap, text, _ in parts)
        link = "  ".join(filter(None, (self.scene.clock, self.scene.link)))
        for left_out in (-1, 0):
            if used + len(link) > canvas.width:
                gap, text, _ = parts.pop(left_out)
                used -= len(gap) + len(text)
        right = "  ".join(filter(None, (self.scene.head, link)))
        right = right if used + len(right) <= canvas.width else link
        self.corner(canvas.width - 1, y, right)
        room = canvas.width - len(right) - used
        name = next((name for name in (self.game.title, "Wrinkles", "") if len(name) <= room), "")
        x = canvas.put(1, y, name, "game")
        for gap, text, look in parts if name else [("", *parts[0][1:]), *parts[1:]]:
            x = canvas.put(x + len(gap), y, text, look)

    def head(self, seat: int, y: int, grid: Grid, zone: str) -> None:
        """The line above a board: side, player, Force, numbers of cards."""
        canvas, view = self.canvas, self.view
        look = SIDE_LOOKS[seat]
        if not self.plan.boxed:
            canvas.paint(0, y, canvas.width, 1, "head")
        x = canvas.put(1, y, SIDES[seat].upper(), f"{look} strong")
        x = canvas.put(x + 2, y, f"Force {self.facts.totals[seat]}", "strong")
        narrow = self.narrow
        zones = (("hand", view.hand), ("deck", view.deck), ("discard", view.pile))
        counts = (" " if narrow else "  ").join(f"{name} {len(cards[seat])}" for name, cards in zones)
        canvas.put_right(canvas.width - 1, y, counts)
        rows = rows_for(len(self.facts.cells(seat, self.plan.packed)), grid.columns)
        if seat == self.to_choose:
            go = "" if narrow else "your go" if seat == self.scene.seat else "to choose"
            x = canvas.put(canvas.put(x + 2, y, self.glyphs.cursor, "turn strong") + 1, y, go, "turn")
        names = self.scene.names
        said = names[seat] if names and names[seat] != SIDES[seat] else ""
        end = canvas.width - len(counts) - 3
        if rows > grid.rows:
            x = self.more(x + (1 if narrow else 2), y, zone, grid.rows, rows)
        limit = f"may play {view.limit[seat]} more this phase" if view.limit[seat] >= 0 else ""
        for part in (limit, said):
            if part and x + 3 + len(part) <= end:
                x = canvas.put(x + 3, y, part, "quiet")

    def story(self) -> None:
        """The Test as it would go now."""
        canvas, view, y = self.canvas, self.view, self.plan.story
        good, evil = self.facts.totals
        if KINDS[view.phase] == TEST and self.to_choose >= 0:
            result = result_of_test(view, good, evil)
        else:
            result = lead(good, evil)
        look = SIDE_LOOKS[GOOD if good >= evil else EVIL]
        canvas.paint(0, y, canvas.width, 1, "story")
        said = f"Good {good} against Evil {evil}: "
        room = canvas.width - len(said) - len(result) - 8
        canvas.put(1, y, said + result)
        canvas.put(1 + len(said), y, result, f"{look} strong")
        if room >= 12:
            bar = min(room, 40)
            x = canvas.width - bar - 3
            total = good + evil
            part = bar // 2 if not total else max(0, min(bar, round(bar * good / total)))
            x = canvas.put(x, y, "[")
            x = canvas.put(x, y, self.glyphs.strong * part, "goodbar")
            x = canvas.put(x, y, self.glyphs.between, "strong")
            x = canvas.put(x, y, self.glyphs.weak * (bar - part - 1), "evilbar")
            canvas.put(x, y, "]")

    def hand_head(self) -> None:
        """The line above the hand."""
        canvas, y = self.canvas, self.plan.hand_head
        if not self.plan.boxed:
            canvas.paint(0, y, canvas.width, 1, "head")
        if self.scene.seat < 0:
            canvas.put(1, y, "You watch; hands are hidden.", "quiet")
            return
        x = canvas.put(1, y, "HAND", "strong")
        grid = self.plan.hand
        rows = rows_for(len(self.facts.hand), grid.columns)
        if rows > grid.rows:
            x = self.more(x + 2, y, HAND, grid.rows, rows)
        if self.view.pending:
            names = [self.game.pool.cards[self.view.cards[handle]].name for handle in self.view.pending]
            canvas.put_right(canvas.width - 1, y, cut("being played: " + ", then ".join(names), 50), "alarm")

    # Cells.

    def board(self, seat: int, zone: str, grid: Grid) -> None:
        """A side's slots and the cards in them."""
        for number, slot in enumerate(self.facts.cells(seat, self.plan.packed)):
            row, column = divmod(number, grid.columns)
            if slot.handle < 0:
                seen = row - self.tops[zone]
                if 0 <= seen < grid.rows:
                    x, y = grid.place(seen, column)
                    sign = "+" if slot.extra else " "
                    self.canvas.put(x + 1, y, f"{sign}{slot.name.capitalize()}", "quiet", grid.width - 2)
                continue
            place = self.spot(zone, slot.handle, row, column, grid)
            if place is not None:
                self._card(zone, slot, *place, grid)

    def _card(self, zone: str, slot: Slot, x: int, y: int, grid: Grid) -> None:
        canvas, handle = self.canvas, slot.handle
        card = self.game.pool.cards[self.view.cards[handle]]
        if self.plan.boxed:
            sign = "+" if slot.extra else "" if slot.name else "!"
            place = Place(x, y, grid.width - 1, grid.cell, *self.signs(zone, handle))
            play_box(canvas, place, card, self.facts.forces[handle], sign)
            return
        look = self.tile(zone, handle, x, y, grid)
        sign = "+" if slot.extra else "" if slot.name else "!"
        here = self.cursor == (zone, handle)
        canvas.put(x + 2 - len(sign), y, sign, "" if here else "sign")
        canvas.put(x + 2, y, code(card), "" if here else "code")
        force = self.facts.forces[handle]
        number = str(force)
        end = x + grid.width - (1 if grid.width < 21 else 2)
        name = 5
        canvas.put(x + name, y, short(card.name, end - x - name - len(number) - 1), look)
        changed = "" if here else "up" if force > card.force else "down" if force < card.force else ""
        canvas.put_right(end, y, number, f"{changed} strong")
        if grid.cell > 1:
            canvas.put(x + name, y + 1, brief(card), "" if here else "quiet", end - x - name)

    def hand(self) -> None:
        """The reader's hand."""
        grid = self.plan.hand
        if self.plan.boxed:
            self._hand_boxes(grid)
            return
        room = grid.width - (2 if grid.width > 30 else 1) - 4
        kind = self.scene.decision.kind if self.scene.decision else ""
        rows = hand_rows(self.game, self.facts, kind, room, self.legal)
        for number, (one, drawn) in enumerate(zip(self.facts.hand, rows, strict=True)):
            row, column = divmod(number, grid.columns)
            place = self.spot(HAND, one.handle, row, column, grid)
            if place is not None:
                self._hand_card(number, one.handle, drawn, *place, grid)

    def _hand_boxes(self, grid: Grid) -> None:
        kind = self.scene.decision.kind if self.scene.decision else ""
        for number, one in enumerate(self.facts.hand):
            row, column = divmod(number, grid.columns)
            spot = self.spot(HAND, one.handle, row, column, grid)
            if spot is None:
                continue
            place = Place(*spot, grid.width - 1, grid.cell, *self.signs(HAND, one.handle))
            usable = one.handle in self.legal or one.reason is None or kind != "window"
            said = [worth(self.game, one, kind, width) for width in (20, 12, 6)]
            hand_box(self.canvas, place, number, self.game.pool.cards[one.card], usable, said)

    def _hand_card(self, number: int, handle: int, row: WrinklesHandRow, x: int, y: int, grid: Grid) -> None:
        canvas = self.canvas
        here = self.cursor == (HAND, handle)
        look = self.tile(HAND, handle, x, y, grid)
        canvas.put_right(x + 3, y, str(number + 1), "" if here else "code")
        at = x + 4
        for text, tone in row.parts:
            at = canvas.put(at, y, text, look if tone == "name" else "" if here else tone)
        if grid.cell > 1:
            text = effects_text(self.game.pool.cards[self.view.cards[handle]])
            canvas.put(x + 4, y + 1, text, "" if here else "quiet", grid.width - 6)


def phase_name(view: WrinklesState) -> str:
    """The phase as written."""
    # A turn that was the last ends behind its Test, where no new one begins.
    return PHASES[-1] if view.over == TURNS else PHASES[view.phase]


def grid_rows(facts: WrinklesFacts, plan: WrinklesLayout) -> dict[str, tuple[Grid, int]]:
    """By zone: its grid and how many rows it has in all."""
    return {
        ABOVE: (plan.above, rows_for(len(facts.cells(1 - facts.below, plan.packed)), plan.above.columns)),
        BELOW: (plan.below, rows_for(len(facts.cells(facts.below, plan.packed)), plan.below.columns)),
        HAND: (plan.hand, rows_for(len(facts.hand), plan.hand.columns)),
    }
