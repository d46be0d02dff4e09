"""The board of Wrinkles in Time: one widget with hand, both boards and the choices of the moment."""

from __future__ import annotations

from textual.geometry import Size

from core.contract.choice import Choice
from core.contract.outcome import Outcome
from core.wrinkles.state import WrinklesState
from core.wrinkles.wrinkles import Wrinkles
from tui.boards.board_state import Spot
from tui.boards.card_board import CardBoard, Scrolled
from tui.boards.painter import CHOICES, HAND, LIST, PLAIN, note_lines
from tui.boards.spot_detail import About
from tui.boards.wrinkles import lists
from tui.boards.wrinkles.cell_texts import CODES, TWICE, card_kind, ending
from tui.boards.wrinkles.detail import about_spot
from tui.boards.wrinkles.layout import WrinklesLayout, plan
from tui.boards.wrinkles.painting import ABOVE, BELOW, WrinklesPainter, grid_rows
from tui.boards.wrinkles.prompt import LISTS, MARKING, ON_BOARD, WrinklesPrompt
from tui.boards.wrinkles.styles import COMPONENTS, CSS
from tui.boards.wrinkles.view_model import WrinklesFacts
from tui.terminal import glyphs
from tui.widgets.canvas import Canvas, wrap
from tui.widgets.panels import Panel


class WrinklesBoard(CardBoard):
    """Draws a view and turns keys into picks. It knows no rules."""

    ZONES = (ABOVE, BELOW, HAND, CHOICES)
    COMPONENT_CLASSES = COMPONENTS
    DEFAULT_CSS = CSS
    MARKING, TWICE, LISTS = MARKING, TWICE, LISTS

    def __init__(self, game: Wrinkles) -> None:
        super().__init__(game)
        self._facts: tuple[WrinklesState, WrinklesFacts] | None = None
        self._plan: WrinklesLayout | None = None
        self._arranged: list[int] = []
        """The order in which the cards of the list lie now; empty while it was not touched."""

    # Drawing.

    def facts(self) -> WrinklesFacts:
        """What is drawn of the scene's view."""
        assert self.scene is not None
        if self._facts is None or self._facts[0] is not self.scene.view:
            self._facts = (self.scene.view, WrinklesFacts(self.game, self.scene.view, self.scene.seat))
        return self._facts[1]

    def paint(self, size: Size) -> tuple[Canvas, list[Spot]]:
        scene = self.scene
        assert scene is not None
        facts = self.facts()
        moment = self.moment()
        text, look = moment.question()
        lines = wrap(text, size.width - 2, 3)
        below = facts.below
        self._plan = layout = plan(
            size.width,
            size.height,
            len(facts.slots[1 - below]),
            len(facts.slots[below]),
            len(facts.hand),
            max(1, len(lines)),
            self.aside is not None,
            (len(scene.view.board[1 - below]), len(scene.view.board[below])),
            len(note_lines(scene, size.width)),
        )
        canvas = Canvas(size.width, size.height)
        self.scroll()
        painter = WrinklesPainter(self.game, scene, facts, layout, canvas, self.cursor, self._tops)
        painter.legal = moment.signs()
        painter.over = self.over
        if self.over:
            painter.to_choose = -1
        painter.marked = frozenset(self._marked)
        painter.title()
        painter.head(1 - below, layout.above_head, layout.above, ABOVE)
        painter.board(1 - below, ABOVE, layout.above)
        painter.story()
        painter.head(below, layout.below_head, layout.below, BELOW)
        painter.board(below, BELOW, layout.below)
        painter.hand_head()
        painter.hand()
        self.write(painter, moment, lines, look)
        return canvas, painter.spots

    def moment(self) -> WrinklesPrompt:
        assert self.scene is not None
        return WrinklesPrompt(self.game, self.scene, self._marked, self._armed, bool(self._arranged))

    def hand(self) -> list[int]:
        return [one.handle for one in self.facts().hand]

    def scrolled(self) -> dict[str, Scrolled]:
        if self._plan is None:
            return {}
        grids = grid_rows(self.facts(), self._plan)
        return {zone: Scrolled(grid.y, grid.lines, grid.rows, rows) for zone, (grid, rows) in grids.items()}

    def row_of(self, zone: str, key: int) -> int:
        assert self._plan is not None
        facts = self.facts()
        if zone == HAND:
            handles, columns = self.hand(), self._plan.hand.columns
        else:
            seat = facts.below if zone == BELOW else 1 - facts.below
            handles = [slot.handle for slot in facts.cells(seat, self._plan.packed)]
            columns = self._plan.above.columns
        return handles.index(key) // columns if key in handles else 0

    def about_spot(self, spot: Spot) -> About:
        assert self.scene is not None
        return about_spot(self.game, self.scene, self.facts(), spot, self._marked)

    # The cursor.

    def jumping(self) -> bool:
        return self.kind() in ON_BOARD

    def choosing(self) -> bool:
        return self.kind() in (*ON_BOARD, "study", "answer")

    def asked(self) -> None:
        kind = self.kind()
        self._marked, self._arranged = [], []
        spots = [spot for spot in self.spots if self.legal(spot) and spot.zone != CHOICES]
        if kind in LISTS:
            self.go(CHOICES, LIST)
            self.open_list()
        elif kind == "answer" or (kind == "study" and not spots):
            self.go(CHOICES, PLAIN)
        elif kind in ON_BOARD and spots:
            # Their strongest card, or the weakest of one's own.
            forces = self.facts().forces
            theirs = [spot for spot in spots if spot.zone == ABOVE]
            if theirs:
                best = max(theirs, key=lambda spot: forces[spot.key])
            else:
                best = min(spots, key=lambda spot: forces[spot.key])
            self.go(best.zone, best.key)
        elif kind == "study":
            self.go(spots[0].zone, spots[0].key)
        else:
            self.stay()

    # Lists.

    def panel(self) -> Panel[list[Choice]]:
        scene = self.scene
        assert scene is not None and scene.decision is not None
        decision = scene.decision
        if decision.kind == "order":
            return lists.order(self.game, scene.view, decision, self.look(), self._arranged, self._arrange)
        return lists.seek(self.game, scene.view, decision, self.look())

    def piles(self) -> Panel[None]:
        assert self.scene is not None
        return lists.discards(self.game, self.scene.view, self.look())

    def _arrange(self, order: list[int]) -> None:
        self._arranged = order
        self.repaint()

    # Words.

    def kind_of(self, card: int) -> str:
        return card_kind(self.game, card)

    def ending(self, outcome: Outcome) -> str:
        return ending(outcome)

    def own_keys(self) -> list[str]:
        return ["Space, p   pass, let it resolve, choose none"]

    def legend(self) -> list[str]:
        codes = [f"{two} {kind.capitalize()}" for kind, two in CODES.items()]
        rows = (codes[at : at + 3] for at in range(0, len(codes), 3))
        signs = glyphs.chosen()
        return [
            f"{signs.cursor} cursor   {signs.legal} may be chosen   {signs.marked} marked",
            "+ extra slot   ! no seat",
            "r+2 in a narrow hand: it would replace a card",
            "",
            *("".join(f"{one:<17}" for one in row).rstrip() for row in rows),
        ]
