"""What every board has: a scene to show, spots with a cursor among them, and picks to report.

A board is one focusable widget. It paints rows on a canvas and repaints only the cells that changed. It knows
which choices there are from the decision; what a choice leads to is the screen's business.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from textual import events
from textual.geometry import Size
from textual.message import Message

from core.contract.choice import Choice
from core.contract.game import AnyGame
from core.contract.outcome import Outcome
from tui.boards.board_state import Hint, Scene, Spot, choice_of, plain_choice
from tui.widgets.canvas import Canvas
from tui.widgets.detail_panel import Detail, DetailPanel
from tui.widgets.key_guard import GUARD, ClickGuard, KeyGuard
from tui.widgets.painted import Painted


class Board(Painted, can_focus=True):
    """The part of a match screen that one game brings with it."""

    class Picked(Message):
        """The person picked these choices, one after another."""

        def __init__(self, choices: Sequence[Choice]) -> None:
            super().__init__()
            self.choices = tuple(choices)

    class Explain(Message):
        """Help is wanted for a card of a list."""

        def __init__(self, card: int, kind: str) -> None:
            super().__init__()
            self.card = card
            """Its identity."""
            self.kind = kind
            """Its type and the like, in words."""

    class Back(Message):
        """Esc, and the board itself had nothing to go back from."""

    class Interrupted(Message):
        """A key, while answers are given for the reader: it does nothing but end that."""

    class Leave(Message):
        """Enter or Space at a match that is over."""

    LOOKS = "board"
    ZONES: ClassVar[tuple[str, ...]]
    """From top to bottom."""
    ANSWERS: ClassVar[tuple[str, ...]] = ("enter", "space")
    """Keys that may answer a question, and so do nothing while they are held down from before it came."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__()
        self.game: Any = game
        self.scene: Scene | None = None
        self.spots: list[Spot] = []
        self.hints: list[Hint] = []
        """Keys written on the board, for the mouse."""
        self.cursor: tuple[str, int] | None = None
        """Zone and key of the spot under the cursor."""
        self.hint = ""
        """Why the last key did nothing; gone with the next one."""
        self.over = False
        """Whether the match is over, so that Enter leaves it."""
        self.follow = True
        """Whether scrolled zones are to show the cursor; not after the wheel was used."""
        self.aside: DetailPanel | None = None
        """Where to say more of what is under the cursor; None if there is no room beside the board."""
        self._keys = KeyGuard(self, 0.0, GUARD)
        self._clicks = ClickGuard()

    @property
    def guard(self) -> float:
        """Seconds for which a key that was down before a question doesn't answer it."""
        return self._keys.seconds

    @guard.setter
    def guard(self, seconds: float) -> None:
        self._keys.seconds = seconds

    # What a game's board fills in.

    @abstractmethod
    def paint(self, size: Size) -> tuple[Canvas, list[Spot]]:
        """Draw the scene, and say where the spots are."""

    @abstractmethod
    def act(self, zone: str, key: int) -> None:
        """Enter or a second click on this spot."""

    @abstractmethod
    def skip(self) -> None:
        """Space: what the question offers besides cards, such as to pass."""

    def letter(self, key: str) -> None:
        """Another key of ANSWERS."""

    @abstractmethod
    def asked(self) -> None:
        """A question has just appeared: put the cursor where it is useful."""

    def back(self) -> bool:
        """Esc: undo what was only marked on the board; False if there is nothing."""
        return False

    def ending(self, outcome: Outcome) -> str:
        """How the match ended, in a sentence, where the end is one of the game's own."""
        return outcome.end

    def about(self) -> tuple[str, str]:
        """Title and text of help for the card under the cursor."""
        return "", ""

    def topic(self) -> str:
        """The id of the guide's topic about the card under the cursor; empty if there is none."""
        return ""

    def own_keys(self) -> list[str]:
        """Lines of help about keys that mean something of their own in this game."""
        return []

    def legend(self) -> list[str]:
        """Lines of help about signs and codes of this game's cards."""
        return []

    # Showing.

    def show(self, scene: Scene | None) -> None:
        """Show this scene from now on; None shows nothing at all."""
        old = self.scene
        self.scene = scene
        new = scene is not None and scene.decision is not None
        if old is not None and (scene is None or old.decision != scene.decision):
            self.hint = ""  # it was about what was asked before
        if new and (old is None or old.decision != scene.decision):  # type: ignore[union-attr]
            self.question_appeared()
            self.repaint()
            self.asked()
        self.repaint()

    def question_appeared(self) -> None:
        """From now on a key that is held down doesn't answer, until the guard's time is over."""
        self._keys.appeared(events.Event().time)

    def repaint(self) -> None:
        """Draw anew and refresh the cells that changed."""
        if not self.size.width or not self.size.height:
            self.spots = []
            return
        self.hints = []
        if self.scene is None:
            canvas, self.spots = Canvas(self.size.width, self.size.height), []
        else:
            canvas, self.spots = self.paint(self.size)
        self.put_on(canvas)
        if self.aside is not None:
            self.aside.show(self.details() if self.scene is not None else ())

    def details(self) -> Sequence[Detail]:
        """What is to be said of the spot under the cursor, where there is a panel for it."""
        return ()

    def resized(self) -> None:
        self.follow = True
        self.repaint()
        if self.spot() is None and self.scene is not None and self.scene.decision is not None:
            self.asked()

    # The cursor.

    def spot(self) -> Spot | None:
        """The spot under the cursor."""
        return self.find(self.cursor) if self.cursor else None

    def find(self, place: tuple[str, int]) -> Spot | None:
        """The spot of this zone and key."""
        return next((spot for spot in self.spots if (spot.zone, spot.key) == place), None)

    def go(self, zone: str, key: int) -> None:
        """Put the cursor on this spot."""
        self.cursor = (zone, key)
        self.follow = True
        self.repaint()

    @abstractmethod
    def legal(self, spot: Spot) -> bool:
        """Whether Enter on this spot chooses something."""

    def jumping(self) -> bool:
        """Whether arrows go from one legal spot to the next, and not over every card."""
        return False

    def move(self, key: str) -> None:
        """An arrow key."""
        here = self.spot()
        spots = self.spots
        if self.jumping():
            spots = [spot for spot in spots if self.legal(spot)] or spots
        if here is None:
            if spots:
                self.go(spots[0].zone, spots[0].key)
            return
        found = _beside(here, spots, key) if key in ("left", "right") else self._above(here, spots, key)
        if found is not None:
            self.go(found.zone, found.key)

    def _above(self, here: Spot, spots: list[Spot], key: str) -> Spot | None:
        down = key == "down"
        zone = self.ZONES.index(here.zone)

        def depth(spot: Spot) -> tuple[int, int]:
            place = (self.ZONES.index(spot.zone), spot.row)
            return place if down else (-place[0], -place[1])

        start = (zone, here.row) if down else (-zone, -here.row)
        beyond = [spot for spot in spots if depth(spot) > start]
        if not beyond:
            return None
        nearest = min(depth(spot) for spot in beyond)
        row = [spot for spot in beyond if depth(spot) == nearest]
        return min(row, key=lambda spot: abs(spot.middle - here.middle))

    def next_zone(self, step: int) -> None:
        """Tab: the next group of spots; while cards are to be chosen, the next one of those."""
        here = self.spot()
        chosen = [spot for spot in self.spots if self.legal(spot)] if self.choosing() else []
        if chosen:
            places = [(spot.zone, spot.key) for spot in chosen]
            at = places.index(self.cursor) if self.cursor in places else (-1 if step > 0 else 0)
            self.go(*places[(at + step) % len(places)])
            return
        zones = [zone for zone in self.ZONES if any(spot.zone == zone for spot in self.spots)]
        if not zones:
            return
        at = zones.index(here.zone) if here is not None and here.zone in zones else 0
        zone = zones[(at + step) % len(zones)]
        first = next(spot for spot in self.spots if spot.zone == zone)
        self.go(first.zone, first.key)

    def choosing(self) -> bool:
        """Whether a card has to be chosen, so that Tab goes through those that may be."""
        return self.jumping()

    # Keys and mouse.

    def on_key(self, event: events.Key) -> None:
        if self.scene is None:
            return
        if self._interrupts(event):
            return
        key = "space" if event.key == "p" else event.key
        if key in self.ANSWERS:
            event.stop()
            event.prevent_default()
            self._keys.press(key, event.time, lambda: self._answer(key))
            return
        self._keys.other()
        if not self.other_key(key):
            return
        event.stop()
        event.prevent_default()

    def _answer(self, key: str) -> None:
        if self.scene is None:
            return
        self.hint = ""
        if self.over:
            self.post_message(self.Leave())
        elif key == "space":
            self.skip()
        elif key != "enter":
            self.letter(key)
        elif self.cursor is not None:
            self.act(*self.cursor)
        self.repaint()

    def _interrupts(self, event: events.Key | events.Click) -> bool:
        passing = self.scene is not None and self.scene.passing
        if passing:
            event.stop()
            event.prevent_default()
            self.post_message(self.Interrupted())
        return passing

    def other_key(self, key: str) -> bool:
        """A key that chooses nothing; False if it isn't one of the board's."""
        self.hint = ""
        if key in ("up", "down", "left", "right"):
            self.move(key)
        elif key in ("tab", "shift+tab"):
            self.next_zone(1 if key == "tab" else -1)
        elif key == "escape":
            if not self.back():
                self.post_message(self.Back())
        elif key.isdigit() and len(key) == 1:
            self.number((int(key) or 10) - 1)
        else:
            return False
        self.repaint()
        return True

    def number(self, place: int) -> None:
        """A digit: jump to that card of the hand."""

    def on_click(self, event: events.Click) -> None:
        if self.scene is None or self._interrupts(event):
            return
        event.stop()
        self.focus()
        first = self._clicks.first_half(event.time, event.x, event.y)
        if self.guard and ((first or event.time) <= self._keys.since or self._keys.early(event.time)):
            return  # The second half of a double click that brought the question.
        spot = self.spot_at(event.x, event.y)
        if spot is None:
            self._click_hint(event.x, event.y)
            return
        self.hint = ""
        place = (spot.zone, spot.key)
        again = place == self.cursor
        self.go(*place)
        if again or spot.zone == "choices":
            self.act(*place)
        self.repaint()

    def spot_at(self, x: int, y: int) -> Spot | None:
        """The spot drawn at this place."""
        return next((spot for spot in self.spots if _within(spot.region, x, y)), None)

    def _click_hint(self, x: int, y: int) -> None:
        hint = next((hint for hint in self.hints if _within(hint.region, x, y)), None)
        if hint is not None and hint.zone:
            self.scroll_zone(hint.zone, hint.step)
        elif hint is not None:
            self.app.simulate_key(hint.key)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.wheel(event.y, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.wheel(event.y, -1)

    def wheel(self, y: int, step: int) -> None:
        """Scroll the zone under the pointer by a row."""

    def scroll_zone(self, zone: str, step: int) -> None:
        """Show so many rows further down of a zone."""

    # Choices by what they are about.

    def choices(self) -> list[Choice]:
        """What may be chosen now."""
        decision = self.scene.decision if self.scene else None
        return list(decision.choices or ()) if decision else []

    def choice_of(self, handle: int) -> Choice | None:
        """The choice that begins with this card."""
        return choice_of(self.choices(), handle)

    def plain_choice(self) -> Choice | None:
        """The choice that names no card: pass, let it resolve, none, done."""
        return plain_choice(self.choices())


def _within(region: tuple[int, int, int, int] | None, x: int, y: int) -> bool:
    if region is None:
        return False
    left, top, width, height = region
    return left <= x < left + width and top <= y < top + height


def _beside(here: Spot, spots: Sequence[Spot], key: str) -> Spot | None:
    """The next spot of the same zone in reading order, or the one before."""
    zone = [spot for spot in spots if spot.zone == here.zone]
    after = [spot for spot in zone if (spot.row, spot.column) > (here.row, here.column)]
    before = [spot for spot in zone if (spot.row, spot.column) < (here.row, here.column)]
    if key == "right":
        return after[0] if after else None
    return before[-1] if before else None
