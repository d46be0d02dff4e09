"""The board of Wrinkles in Time: one widget with hand, both boards and the choices of the moment."""

from __future__ import annotations

from typing import Any

from textual.geometry import Size

from core.game import HIDDEN, Choice, Outcome
from core.wrinkles.state import State
from core.wrinkles.wrinkles import Wrinkles
from tui.boards.base import Board, Spot
from tui.boards.wrinkles import lists
from tui.boards.wrinkles.detail import about_card, about_spot
from tui.boards.wrinkles.drawing import (
    ABOVE,
    BELOW,
    CHOICES,
    HAND,
    Button,
    Painter,
    grid_rows,
)
from tui.boards.wrinkles.facts import Facts
from tui.boards.wrinkles.layout import Plan, plan
from tui.boards.wrinkles.looks import COMPONENTS, CSS
from tui.widgets.canvas import Canvas, wrap

PLAIN, TOGETHER, LIST = 0, 1, 2
"""Buttons: the choice that names no card; the marked cards together; the list to choose from."""

_ON_BOARD = ("target", "cost", "replace", "entering")
"""Questions whose answer is a card in play."""
_MARKING = ("lose", "trim")
"""Questions whose cards are marked first and then given together."""
_LISTS = ("order", "seek")
"""Questions with a list of their own."""
_TWICE = ("seek", "study")
"""Questions where choosing none wastes a card, and so is asked twice."""
_NONE = {"entering": "discard none", "study": "put in none", "seek": "take none"}


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
        text, look = self._question()
        lines = wrap(text, size.width - 2, 3)
        below = facts.below
        self._plan = layout = plan(
            size.width,
            size.height,
            len(facts.slots[1 - below]),
            len(facts.slots[below]),
            len(facts.hand),
            max(1, len(lines)),
            scene.log_beside,
        )
        canvas = Canvas(size.width, size.height)
        painter = Painter(self.game, scene, facts, layout, canvas, self.cursor, self._tops)
        painter.legal = self._signs()
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
        painter.choices(self._buttons(), self._enter())
        painter.keys(self._keys(), self.hint)
        spot = next((one for one in painter.spots if (one.zone, one.key) == self.cursor), None)
        if spot is not None:
            painter.paragraphs(*layout.detail, about_spot(self.game, scene, facts, spot))
        return canvas, painter.spots

    def _scroll(self, layout: Plan) -> None:
        """Keep what is seen of each zone within it, and on the cursor where that has just moved."""
        facts = self.facts()
        for zone, (grid, rows) in grid_rows(facts, layout).items():
            top = self._tops[zone]
            if self.follow and self.cursor is not None and self.cursor[0] == zone:
                row = self._row(zone, self.cursor[1], grid.columns)
                top = min(max(top, row - grid.rows + 1), row)
            self._tops[zone] = max(0, min(top, rows - grid.rows))

    def _row(self, zone: str, handle: int, columns: int) -> int:
        facts = self.facts()
        if zone == HAND:
            handles = [one.handle for one in facts.hand]
        else:
            seat = facts.below if zone == BELOW else 1 - facts.below
            handles = [slot.handle for slot in facts.slots[seat]]
        return handles.index(handle) // columns if handle in handles else 0

    def _question(self) -> tuple[str, str]:
        scene = self.scene
        assert scene is not None
        decision = scene.decision
        if decision is None:
            return scene.status, "waiting"
        text = self.game.ask(decision, scene.view)
        if decision.kind in _MARKING:
            text += f" {len(self._marked)} of {decision.limit} chosen."
        return text, "answer" if decision.kind == "answer" else "question"

    def _signs(self) -> frozenset[int]:
        """Handles with a sign before them: what may be chosen, where that is not plain to see."""
        kind = self.kind()
        return frozenset(
            choice.handles[0]
            for choice in self.choices()
            if choice.handles and kind not in _MARKING and choice.kind not in ("play", "order")
        )

    def _buttons(self) -> list[Button]:
        kind = self.kind()
        found = []
        if kind in _LISTS:
            label = "put them in order" if kind == "order" else "look through the deck"
            found.append(Button(LIST, "Enter", label))
        plain = self.plain_choice()
        if plain is not None:
            label = self.game.say(plain, self.scene.view) if self.scene else ""
            if plain.kind == "decline":
                label = _NONE.get(kind, label)
            elif plain.kind == "done":
                label = "keep them as they lie"
            found.append(Button(PLAIN, "Space", label + (": sure? once more" if self._armed else "")))
        if self._complete():
            number = len(self._marked)
            found.append(Button(TOGETHER, "Tab, Enter", f"discard {'this card' if number == 1 else 'these'}"))
        return found

    def _complete(self) -> bool:
        decision = self.scene.decision if self.scene else None
        return decision is not None and decision.kind in _MARKING and len(self._marked) == decision.limit

    def _enter(self) -> str:
        """What Enter would do with the card under the cursor."""
        if self.cursor is None or self.cursor[0] == CHOICES or self.scene is None:
            return ""
        handle = self.cursor[1]
        if handle in self._marked:
            return "[Enter] keep it after all"
        choice = self.choice_of(handle)
        if choice is None or (self._complete() and self.kind() in _MARKING):
            return ""
        verb = "mark to discard" if choice.kind == "discard" else ""
        said = self.game.say(choice, self.scene.view)
        return f"[Enter] {verb + ' ' + said.partition(' ')[2] if verb else said}"

    def _keys(self) -> list[tuple[str, str]]:
        scene = self.scene
        assert scene is not None
        if self.over:
            return [("Enter", "leave"), ("arrows", "look around"), ("l", "log"), ("d", "discards")]
        parts = [("?", "help")]
        if self._marked or not scene.fresh:
            parts.append(("Esc", "start again"))
        if self.choosing():
            parts.append(("Tab", "next choice"))
        else:
            parts.append(("Tab", "boards, hand"))
        parts += [("1-9", "card"), ("l", "log"), ("d", "discards"), ("u", "take back"), ("c", "concede")]
        return parts

    # The cursor.

    def go(self, zone: str, key: int) -> None:
        if zone == HAND:
            handles = [one.handle for one in self.facts().hand]
            if key in handles:
                self._hand_place, self._hand_card = handles.index(key), key
        self._armed = False
        super().go(zone, key)

    def legal(self, spot: Spot) -> bool:
        return spot.zone == CHOICES or self.choice_of(spot.key) is not None

    def jumping(self) -> bool:
        return self.kind() in _ON_BOARD

    def choosing(self) -> bool:
        return self.kind() in (*_ON_BOARD, "study", "answer")

    def number(self, place: int) -> None:
        hand = self.facts().hand
        if place < len(hand):
            self.go(HAND, hand[place].handle)

    def wheel(self, y: int, step: int) -> None:
        if self._plan is None or self.scene is None:
            return
        for zone, (grid, _) in grid_rows(self.facts(), self._plan).items():
            if grid.y <= y < grid.y + grid.lines:
                self._tops[zone] += step
                self.follow = False
                self.repaint()

    def show(self, scene: Any) -> None:
        old = self.kind()
        super().show(scene)
        if self.kind() != old:
            self._armed = False
        if self.kind() not in _MARKING:
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
        self._marked = []
        spots = [spot for spot in self.spots if self.legal(spot) and spot.zone != CHOICES]
        if kind in _LISTS:
            self.go(CHOICES, LIST)
            self._open_list()
        elif kind == "answer" or (kind == "study" and not spots):
            self.go(CHOICES, PLAIN)
        elif kind in _ON_BOARD and spots:
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
            kind in _MARKING
            or self.cursor is None
            or self.cursor[0] in (CHOICES, HAND)
            or self.spot() is None
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
        if self.kind() in _LISTS:
            self._open_list()
        elif choice is None:
            self.hint = self._why_not(zone, key)
        elif choice.kind == "discard":
            self._mark(key)
        else:
            self.post_message(self.Picked([choice]))

    def _why_not(self, zone: str, handle: int) -> str:
        scene = self.scene
        assert scene is not None
        if scene.decision is None:
            return "There is nothing for you to choose now."
        if zone == HAND:
            card = scene.view.cards[handle]
            if scene.decision.kind == "window":
                return str(self.game.why_not(scene.view, Choice("play", (handle,), card)))
            if scene.decision.kind == "answer":
                return str(self.game.why_not(scene.view, Choice("negate", (handle,), card)))
        if scene.decision.kind == "window":
            return "A card in play with no ability to use."
        return "That card can't be chosen here."

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
        if self._complete():
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
        if self._complete():
            self.post_message(self.Picked(picks))

    def skip(self) -> None:
        plain = self.plain_choice()
        if plain is None:
            self.hint = "Nothing to pass here." if self.scene and self.scene.decision else ""
            return
        if self.kind() in _TWICE and not self._armed:
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
            self.app.push_screen(lists.discards(self.game, self.scene.view))
            return True
        return super().other_key(key)

    def _open_list(self) -> None:
        scene = self.scene
        if scene is None or scene.decision is None:
            return
        panel = lists.order if scene.decision.kind == "order" else lists.seek
        decision = scene.decision

        def chosen(picks: list[Choice] | None) -> None:
            now = self.scene.decision if self.scene else None
            if picks and now == decision:
                self.post_message(self.Picked(picks))

        self.app.push_screen(panel(self.game, scene.view, decision, self.guard), chosen)

    # Words.

    def ending(self, outcome: Outcome) -> str:
        if outcome.end == "tokens":
            return "All six Balance tokens are held by one side."
        return "The last turn is over; more tokens win, and Good wins a tie."

    def about(self) -> tuple[str, str]:
        spot, scene = self.spot(), self.scene
        if spot is None or scene is None or spot.zone == CHOICES:
            return "", ""
        card = scene.view.cards[spot.key]
        if card == HIDDEN:
            return "", ""
        parts = about_spot(self.game, scene, self.facts(), spot)
        return about_card(self.game, card), " ".join(text for text, _ in parts[1:])
