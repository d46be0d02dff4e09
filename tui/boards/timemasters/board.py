"""The board of Time Masters: one widget with Spheres, seats, Timers, Spell zone, hand and choices."""

from __future__ import annotations

from typing import Any

from textual.geometry import Size

from core.contract.choice import HIDDEN, Choice
from core.contract.outcome import Outcome
from core.timemasters.state import MastersState
from core.timemasters.timemasters import TimeMasters
from tui.boards.board_state import Spot
from tui.boards.card_board import CardBoard, Scrolled
from tui.boards.grid import rows_for
from tui.boards.painter import CHOICES, HAND, LIST, PLAIN, note_lines
from tui.boards.spot_detail import About
from tui.boards.timemasters import lists
from tui.boards.timemasters.cell_texts import card_kind, ending
from tui.boards.timemasters.detail import MastersDetail
from tui.boards.timemasters.layout import Counts, MastersLayout, plan, their_rows
from tui.boards.timemasters.painting import RELEASED, SEATS, SPELLS, SPHERES, THEIRS, TIMERS, MastersPainter
from tui.boards.timemasters.prompt import (
    DELAY,
    NO_MODE,
    ON_BOARD,
    SECOND,
    TWO,
    ZONE,
    MastersPrompt,
    Mode,
    listed,
    open_choices,
    to_mark,
)
from tui.boards.timemasters.styles import COMPONENTS, CSS
from tui.boards.timemasters.view_model import MastersFacts
from tui.match.act import Act
from tui.terminal import glyphs
from tui.widgets.canvas import Canvas, wrap
from tui.widgets.panels import Panel


class TimeMastersBoard(CardBoard):
    """Draws a view and turns keys into picks. It knows no rules."""

    ZONES = (SPHERES, THEIRS, TIMERS, SPELLS, RELEASED, HAND, CHOICES)
    COMPONENT_CLASSES = COMPONENTS
    DEFAULT_CSS = CSS
    ANSWERS = (*CardBoard.ANSWERS, "e")

    def __init__(self, game: TimeMasters) -> None:
        super().__init__(game)
        self._facts: tuple[MastersState, MastersFacts] | None = None
        self._plan: MastersLayout | None = None
        self._counts = Counts((), 0, 0, 0, 0)
        self._mode = NO_MODE

    # Drawing.

    def facts(self) -> MastersFacts:
        """What is drawn of the scene's view."""
        assert self.scene is not None
        if self._facts is None or self._facts[0] is not self.scene.view:
            self._facts = (self.scene.view, MastersFacts(self.game, self.scene.view, self.scene.seat))
        return self._facts[1]

    def paint(self, size: Size) -> tuple[Canvas, list[Spot]]:
        scene = self.scene
        assert scene is not None
        facts, moment = self.facts(), self.moment()
        text, look = moment.question()
        lines = wrap(text, size.width - 2, 3)
        self._counts = counts = Counts(
            facts.others_hold,
            len(facts.timers) if scene.seat >= 0 else -1,
            len(facts.spells),
            len(facts.released),
            len(facts.hand),
        )
        noted = len(note_lines(scene, size.width))
        layout = plan(size.width, size.height, counts, max(1, len(lines)), self.aside is not None, noted)
        self._plan = layout
        canvas = Canvas(size.width, size.height)
        self.scroll()
        painter = MastersPainter(self.game, scene, facts, layout, canvas, self.cursor, self._tops)
        painter.legal = frozenset() if self.over else moment.signs()
        painter.asked = self.kind()
        painter.over = self.over
        if self.over:
            painter.to_choose = -1
        painter.marked = frozenset((*self._marked, *((self._mode.handle,) if self._mode.handle >= 0 else ())))
        painter.usable = self._usable()
        painter.title()
        painter.spheres()
        painter.theirs()
        painter.own_head()
        painter.timers()
        painter.spells_head()
        painter.spells()
        painter.released()
        painter.hand_head()
        painter.hand()
        self.write(painter, moment, lines, look)
        return canvas, painter.spots

    def _usable(self) -> frozenset[int]:
        """Hand cards that something may be done with; without a question, what could be paid for."""
        facts = self.facts()
        if self.scene is not None and self.scene.decision is not None and self.kind() != "access":
            return frozenset(one.handles[0] for one in self.choices() if one.handles)
        return frozenset(one.handle for one in facts.hand if one.price is None or one.price.why_not is None)

    def moment(self) -> MastersPrompt:
        assert self.scene is not None
        return MastersPrompt(self.game, self.scene, self.facts(), self._mode, self._marked, self._armed)

    def choices(self) -> list[Choice]:
        return open_choices(self.scene, self._mode) if self.scene is not None else []

    def hand(self) -> list[int]:
        return [one.handle for one in self.facts().hand]

    def scrolled(self) -> dict[str, Scrolled]:
        layout, counts = self._plan, self._counts
        if layout is None:
            return {}
        grids = (
            (THEIRS, layout.theirs, their_rows(counts.others, self.size.width)),
            (TIMERS, layout.timers, rows_for(max(0, counts.timers), layout.timers.columns)),
            (SPELLS, layout.spells, rows_for(counts.spells, layout.spells.columns)),
            (RELEASED, layout.released, rows_for(counts.released, layout.released.columns)),
            (HAND, layout.hand, rows_for(counts.hand, layout.hand.columns)),
        )
        return {zone: Scrolled(grid.y, grid.lines, grid.rows, rows) for zone, grid, rows in grids}

    def row_of(self, zone: str, key: int) -> int:
        facts, layout = self.facts(), self._plan
        assert layout is not None
        if zone == THEIRS:
            row = 0
            for seat in facts.others:
                held = [one.handle for one in facts.held(seat)]
                if key == SEATS - seat:
                    return row
                if key in held:
                    return row + 1 + held.index(key) // layout.theirs.columns
                row += 1 + rows_for(len(held), layout.theirs.columns)
            return 0
        lying = {
            TIMERS: ([one.handle for one in facts.timers], layout.timers),
            SPELLS: (facts.spells, layout.spells),
            RELEASED: (facts.released, layout.released),
            HAND: (self.hand(), layout.hand),
        }
        handles, grid = lying[zone]
        return handles.index(key) // grid.columns if key in handles else 0

    def about_spot(self, spot: Spot) -> About:
        assert self.scene is not None
        return MastersDetail(self.game, self.scene, self.facts(), self._mode, self._marked).about(spot)

    def card_at(self, spot: Spot) -> int:
        return HIDDEN if spot.key < 0 else super().card_at(spot)

    # The cursor.

    def legal(self, spot: Spot) -> bool:
        if self._mode.kind == "where":
            return spot.zone == CHOICES or (spot.zone == TIMERS and spot.key in self.moment().timers())
        return super().legal(spot)

    def jumping(self) -> bool:
        return self.kind() in ON_BOARD or self._mode.kind == "where"

    def choosing(self) -> bool:
        return self.jumping() or self.kind() in ("access", "pay")

    def show(self, scene: Any) -> None:
        old = self.scene.decision if self.scene is not None else None
        if scene is None or scene.decision != old:
            self._mode = NO_MODE
        super().show(scene)

    def to_mark(self) -> int:
        return to_mark(self.scene, self._mode) if self.scene is not None else 0

    def listed(self) -> bool:
        return self.scene is not None and listed(self.scene)

    def asked(self) -> None:
        self._marked = []
        kind = self.kind()
        spots = [spot for spot in self.spots if self.legal(spot) and spot.zone != CHOICES]
        if self.listed():
            self.go(CHOICES, LIST)
            self.open_list()
        elif kind == "pay":
            self.go(CHOICES, PLAIN)
        elif kind == "access" and spots:
            # The dearest top card.
            best = max(spots, key=lambda spot: (spot.row == 0, spot.column))
            self.go(best.zone, best.key)
        elif kind in ON_BOARD and spots:
            best = spots[-1] if kind == "repeat" else spots[0]
            self.go(best.zone, best.key)
        elif kind == "access":
            self.go(CHOICES, PLAIN)
        elif kind == "main" and any(spot.zone == RELEASED for spot in spots):
            best = next(spot for spot in spots if spot.zone == RELEASED)
            self.go(best.zone, best.key)
        elif self.cursor is not None and self.cursor[0] not in (HAND, CHOICES) and kind == "main":
            self.settle()
        else:
            self.stay()

    # Choosing.

    def act(self, zone: str, key: int) -> None:
        if key < 0:
            self.app.push_screen(self.piles())
        elif zone == CHOICES and key in (SECOND, TWO, DELAY, ZONE):
            self._button(key)
        elif self._mode.kind == "where" and zone != CHOICES:
            self._place(key)
        elif self.kind() == "main" and not self._mode.kind and zone == HAND and self.moment().both(key):
            self._begin(Mode("where", key))
            self.go(CHOICES, ZONE)
        else:
            super().act(zone, key)

    def _button(self, key: int) -> None:
        if key == SECOND:
            plain = self.moment().plain()
            if len(plain) < 2:
                return
            ends = plain[1].kind == "end" and self._mode.kind != "end"
            if ends and self._has_spent():
                # Nothing was done, or there would be no pass, which would bring Kè back.
                self._begin(Mode("end"))
                self.go(CHOICES, SECOND)
            else:
                self.post_message(self.Picked([plain[1]]))
            return
        if key == TWO:
            self._begin(Mode("two"))
            self.settle()
        elif key == DELAY:
            self._delay()
        elif self._mode.kind == "where":
            self._cast()

    def _has_spent(self) -> bool:
        """Whether Kè of the reader are spent."""
        scene = self.scene
        return scene is not None and scene.seat >= 0 and bool(scene.view.spent[scene.seat])

    def _begin(self, mode: Mode) -> None:
        """Something is asked on the board alone, under a key that may be held down."""
        self._mode, self._marked = mode, []
        self.question_appeared()
        self.repaint()

    def _cast(self) -> None:
        handle = self._mode.handle
        cast = [one for one in self.choices() if one.kind == "cast" and one.handles == (handle,)]
        self.post_message(self.Picked(cast))

    def _place(self, timer: int) -> None:
        """The spell of the mode goes onto this Timer."""
        scene, handle = self.scene, self._mode.handle
        if timer not in self.moment().timers() or scene is None or scene.decision is None:
            self.hint = self.moment().why_not(TIMERS, timer)
            return
        place = next(one for one in self.choices() if one.kind == "place" and one.handles == (handle,))
        act = Act(self.game, scene.view, scene.decision)
        picks = [place]
        if not act.pick(place) and act.decision.kind == "onto":
            picks.append(Choice("onto", (timer,)))
        self.post_message(self.Picked(picks))

    def _delay(self) -> None:
        """The Timer under the cursor is delayed, or the only one."""
        delays = [one for one in self.choices() if one.kind == "delay"]
        here = [one for one in delays if self.cursor == (TIMERS, one.handles[0])]
        if not here and len(delays) > 1:
            self.hint = "Put the cursor on the Timer that is to be delayed."
        elif here or delays:
            self.post_message(self.Picked((here or delays)[:1]))

    def skip(self) -> None:
        if self._mode.kind == "where":
            self._cast()
        elif self._mode.kind == "two":
            self.hint = "Mark two hand cards, or press Esc."
        elif self._mode.kind == "end":
            self.hint = "Press e to end the phase, or Esc to go back to where you can pass."
        else:
            super().skip()

    def twice(self, plain: Choice) -> bool:
        scene = self.scene
        if scene is None or scene.decision is None:
            return False
        if plain.kind == "pass":
            return bool(scene.view.released[scene.decision.seat])
        return self.kind() == "access" and not scene.view.used and len(self.choices()) > 1

    def back(self) -> bool:
        begun = self._mode
        found = super().back()
        if begun.kind:
            self._mode = NO_MODE
            if begun.handle >= 0:
                self.go(HAND, begun.handle)
            else:
                self.settle()
        return found or bool(begun.kind)

    def letter(self, key: str) -> None:
        if key == "e" and any(button.key == "e" for button in self.moment().buttons()):
            self._button(SECOND)

    def other_key(self, key: str) -> bool:
        button = {"x": TWO, "b": DELAY}.get(key)
        if button is not None:
            self.hint = ""
            if any(one.number == button for one in self.moment().buttons()):
                self._button(button)
            self.repaint()
            return True
        return super().other_key(key)

    # Lists.

    def panel(self) -> Panel[list[Choice]]:
        scene = self.scene
        assert scene is not None and scene.decision is not None
        return lists.choose(self.game, scene.view, scene.decision, self.look())

    def piles(self) -> Panel[None]:
        scene = self.scene
        assert scene is not None
        return lists.piles(self.game, scene.view, scene.names, scene.seat, self.look())

    # Words.

    def kind_of(self, card: int) -> str:
        return card_kind(self.game, card)

    def ending(self, outcome: Outcome) -> str:
        return ending(outcome)

    def own_keys(self) -> list[str]:
        return [
            "Space, p   pass; on to access; take no more",
            "e          the second of two such choices",
            "x          discard two hand cards for a Kè",
            "b          delay the Timer at the cursor",
        ]

    def legend(self) -> list[str]:
        signs = glyphs.chosen()
        return [
            f"{signs.cursor} cursor   {signs.legal} may be chosen, or open now   {signs.marked} marked",
            f"Kè: {signs.token} active   {signs.spent} spent   {signs.fleeting} ephemeral",
            "3 of 4 +2: 3 of 4 permanent Kè active, 2 ephemeral",
            "Sp 2 (1) spell, its cost now and as printed",
            "Sp 2+ in a narrow hand: more than printed, - less",
            "Co Concentration   Ti 2 Timer with 2 slots",
            "[ - ] free slot   [Spark] a spell on a Timer",
            "+1 under: delay cards under a Timer",
        ]
