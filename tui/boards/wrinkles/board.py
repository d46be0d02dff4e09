"""The board of Wrinkles in Time: one widget with hand, both boards and the choices of the moment."""

from __future__ import annotations

from typing import Any

from textual.geometry import Size

from core.game import HIDDEN, Choice, Outcome
from core.wrinkles.state import State
from core.wrinkles.wrinkles import Wrinkles
from tui.boards.base import Board
from tui.boards.scene import Spot
from tui.boards.wrinkles import lists
from tui.boards.wrinkles.detail import About, about_spot
from tui.boards.wrinkles.drawing import ABOVE, BELOW, CHOICES, HAND, Painter, grid_rows, note_lines
from tui.boards.wrinkles.facts import Facts
from tui.boards.wrinkles.layout import Plan, plan
from tui.boards.wrinkles.looks import COMPONENTS, CSS
from tui.boards.wrinkles.moment import LIST, LISTS, MARKING, ON_BOARD, PLAIN, TOGETHER, TWICE, Moment
from tui.boards.wrinkles.words import CODES, card_kind, ending
from tui.terminal import glyphs
from tui.widgets.canvas import Canvas, wrap
from tui.widgets.detail_panel import Detail
from tui.widgets.panels import ChoosePanel, OrderPanel


class WrinklesBoard(Board):
    """Draws a view and turns keys into picks. It knows no rules."""

    ZONES = (ABOVE, BELOW, HAND, CHOICES)
    COMPONENT_CLASSES = COMPONENTS
    DEFAULT_CSS = CSS

    def __init__(self, game: Wrinkles) -> None:
        super().__init__(game)
        self._facts: tuple[State, Facts] | None = None
        self._plan: Plan | None = None
        self._tops = {ABOVE: 0, BELOW: 0, HAND: 0}
        self._marked: list[int] = []
        self._about = About()
        """What is said of the spot under the cursor."""
        self._arranged: list[int] = []
        """The order in which the cards of the list lie now; empty while it was not touched."""
        self._armed = False
        """Whether Space was pressed once where it is asked twice."""
        self._hand_place = 0
        self._hand_card = -1

    # Drawing.

    def facts(self) -> Facts:
        """What is drawn of the scene's view."""
        assert self.scene is not None
        if self._facts is None or self._facts[0] is not self.scene.view:
            self._facts = (self.scene.view, Facts(self.game, self.scene.view, self.scene.seat))
        return self._facts[1]

    def kind(self) -> str:
        """The kind of the open question; empty if there is none."""
        decision = self.scene.decision if self.scene else None
        return decision.kind if decision else ""

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
        painter = Painter(self.game, scene, facts, layout, canvas, self.cursor, self._tops)
        painter.legal = moment.signs()
        painter.over = self.over
        if self.over:
            painter.to_choose = -1
        painter.marked = frozenset(self._marked)
        self._scroll(layout)
        painter.title()
        painter.head(1 - below, layout.above_head, layout.above, ABOVE)
        painter.board(1 - below, ABOVE, layout.above)
        painter.story()
        painter.head(below, layout.below_head, layout.below, BELOW)
        painter.board(below, BELOW, layout.below)
        painter.hand_head()
        painter.hand()
        painter.news()
        painter.question(lines, look)
        painter.choices(moment.buttons(), moment.enter(self.cursor))
        painter.keys(scene.keys or moment.keys(self.over), self.hint)
        spot = next((one for one in painter.spots if (one.zone, one.key) == self.cursor), None)
        self._about = About() if spot is None else about_spot(self.game, scene, facts, spot, self._marked)
        if self.aside is None:
            painter.detail(self._about)
        self.hints = painter.hints
        return canvas, painter.spots

    def details(self) -> list[Detail]:
        return self._about.details()

    def moment(self) -> Moment:
        """What is asked now, in words."""
        assert self.scene is not None
        return Moment(self.game, self.scene, self._marked, self._armed, bool(self._arranged))

    def _scroll(self, layout: Plan) -> None:
        """Keep what is seen of each zone within it, and on the cursor where that has just moved."""
        facts = self.facts()
        for zone, (grid, rows) in grid_rows(facts, layout).items():
            top = self._tops[zone]
            if self.follow and self.cursor is not None and self.cursor[0] == zone:
                row = self._row(zone, self.cursor[1], grid.columns, layout.packed)
                top = min(max(top, row - grid.rows + 1), row)
            self._tops[zone] = max(0, min(top, rows - grid.rows))

    def _row(self, zone: str, handle: int, columns: int, packed: bool) -> int:
        facts = self.facts()
        if zone == HAND:
            handles = [one.handle for one in facts.hand]
        else:
            seat = facts.below if zone == BELOW else 1 - facts.below
            handles = [slot.handle for slot in facts.cells(seat, packed)]
        return handles.index(handle) // columns if handle in handles else 0

    # The cursor.

    def go(self, zone: str, key: int) -> None:
        if zone == HAND:
            handles = [one.handle for one in self.facts().hand]
            if key in handles:
                self._hand_place, self._hand_card = handles.index(key), key
        if (zone, key) != self.cursor:
            self._armed = False
        super().go(zone, key)

    def legal(self, spot: Spot) -> bool:
        return spot.zone == CHOICES or self.choice_of(spot.key) is not None

    def jumping(self) -> bool:
        return self.kind() in ON_BOARD

    def choosing(self) -> bool:
        return self.kind() in (*ON_BOARD, "study", "answer")

    def number(self, place: int) -> None:
        hand = self.facts().hand
        if place < len(hand):
            self.go(HAND, hand[place].handle)

    def wheel(self, y: int, step: int) -> None:
        if self._plan is None or self.scene is None:
            return
        for zone, (grid, _) in grid_rows(self.facts(), self._plan).items():
            if grid.y <= y < grid.y + grid.lines:
                self.scroll_zone(zone, step)

    def scroll_zone(self, zone: str, step: int) -> None:
        self._tops[zone] += step
        self.follow = False
        self.repaint()

    def show(self, scene: Any) -> None:
        old = self.kind()
        super().show(scene)
        if self.kind() != old:
            self._armed = False
        if self.kind() not in MARKING:
            self._marked = []
        if self.scene is not None and self.spot() is None:
            self._settle()
        self.repaint()

    def _settle(self) -> None:
        """The card under the cursor is gone: stay near it."""
        hand = self.facts().hand
        if hand:
            self.go(HAND, hand[min(self._hand_place, len(hand) - 1)].handle)
        elif self.spots:
            self.go(self.spots[-1].zone, self.spots[-1].key)
        else:
            self.cursor = None

    def asked(self) -> None:
        kind = self.kind()
        self._marked, self._arranged = [], []
        spots = [spot for spot in self.spots if self.legal(spot) and spot.zone != CHOICES]
        if kind in LISTS:
            self.go(CHOICES, LIST)
            self._open_list()
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
        elif self.find((HAND, self._hand_card)) is not None:
            self.go(HAND, self._hand_card)
        elif (
            kind in MARKING or self.cursor is None or self.cursor[0] in (CHOICES, HAND) or self.spot() is None
        ):
            self._settle()

    # Choosing.

    def act(self, zone: str, key: int) -> None:
        if zone == CHOICES:
            if key == PLAIN:
                self.skip()
            elif key == LIST:
                self._open_list()
            else:
                self._give()
            return
        choice = self.choice_of(key)
        if self.kind() in LISTS:
            self._open_list()
        elif choice is None:
            self.hint = self.moment().why_not(zone == HAND, key)
        elif choice.kind == "discard":
            self._mark(key)
        else:
            self.post_message(self.Picked([choice]))

    def _mark(self, handle: int) -> None:
        decision = self.scene.decision if self.scene else None
        assert decision is not None
        if handle in self._marked:
            self._marked.remove(handle)
        elif len(self._marked) < decision.limit:
            self._marked.append(handle)
        else:
            self.hint = "Enough are chosen; take one of them back first."
            return
        self.repaint()
        if self.moment().complete():
            # The button appears under the pressed key.
            self.question_appeared()
            self.go(CHOICES, TOGETHER)
        elif handle in self._marked:
            self._next_unmarked(handle)

    def _next_unmarked(self, handle: int) -> None:
        """On to the next card that could be marked, so that Enter alone marks one after another."""
        hand = [one.handle for one in self.facts().hand]
        at = hand.index(handle)
        rest = [one for one in (*hand[at:], *hand[:at]) if one not in self._marked]
        if rest:
            self.go(HAND, rest[0])

    def _give(self) -> None:
        picks = [choice for handle in self._marked if (choice := self.choice_of(handle)) is not None]
        if self.moment().complete():
            self.post_message(self.Picked(picks))

    def skip(self) -> None:
        plain = self.plain_choice()
        if plain is None:
            self.hint = "Nothing to pass here." if self.scene and self.scene.decision else ""
            return
        if self.kind() in TWICE and not self._armed:
            self._armed = True
            return
        self.post_message(self.Picked([plain]))

    def back(self) -> bool:
        if self._armed or self._marked:
            self._armed, self._marked = False, []
            if self.cursor == (CHOICES, TOGETHER):
                self._settle()
            return True
        return False

    def other_key(self, key: str) -> bool:
        if key == "d" and self.scene is not None:
            self.app.push_screen(lists.discards(self.game, self.scene.view, self._look()))
            return True
        return super().other_key(key)

    def _open_list(self) -> None:
        scene = self.scene
        if scene is None or scene.decision is None:
            return
        decision = scene.decision

        def chosen(picks: list[Choice] | None) -> None:
            now = self.scene.decision if self.scene else None
            if picks and now == decision:
                self.post_message(self.Picked(picks))

        panel: OrderPanel[Choice] | ChoosePanel[Choice]
        if decision.kind == "order":
            panel = lists.order(self.game, scene.view, decision, self._look(), self._arranged, self._arrange)
        else:
            panel = lists.seek(self.game, scene.view, decision, self._look())
        self.app.push_screen(panel, chosen)

    def _arrange(self, order: list[int]) -> None:
        self._arranged = order
        self.repaint()

    def _look(self) -> lists.Look:
        return lists.Look(self.app.size.width, self.guard, self._explain)

    def _explain(self, card: int) -> None:
        """Help for a card of a list."""
        from tui.screens.help import HelpPanel, card_pages

        known = self.game.cards[card]
        topic = self.game.table[card]
        pages = card_pages(self.game, f"{known.name} ({card_kind(self.game, card)})", known.text, topic)
        self.app.push_screen(HelpPanel(self.game, pages, topic))

    # Words.

    def ending(self, outcome: Outcome) -> str:
        return ending(outcome)

    def about(self) -> tuple[str, str]:
        spot, scene = self.spot(), self.scene
        if spot is None or scene is None or spot.zone == CHOICES:
            return "", ""
        card = scene.view.cards[spot.key]
        if card == HIDDEN:
            return "", ""
        about = about_spot(self.game, scene, self.facts(), spot)
        return about.named, f"{about.text} {about.now}".strip()

    def topic(self) -> str:
        spot, scene = self.spot(), self.scene
        if spot is None or scene is None or spot.zone == CHOICES:
            return ""
        card = scene.view.cards[spot.key]
        return "" if card == HIDDEN else self.game.table[card]

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
