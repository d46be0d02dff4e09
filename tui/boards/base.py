"""What every board has: a scene to show, spots with a cursor among them, and picks to report.

A board is one focusable widget. It paints rows on a canvas and repaints only those that changed. It knows
which choices there are from the decision; what a choice leads to is the screen's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from core.game import HIDDEN, AnyGame, Choice, Decision, Outcome
from tui.widgets.canvas import Canvas

GUARD = 0.25
"""Seconds in which a key that was pressed before a question appeared doesn't answer it."""

ACTING = ("enter", "space", "p")
"""Keys that choose something."""


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a board shows besides its own cursor."""

    view: Any
    seat: int
    """Whose eyes; -1 for somebody without a seat."""
    decision: Decision | None
    """What this reader is asked now; None while others think."""
    fresh: bool = True
    """Whether nothing has been picked yet in this chain."""
    names: tuple[str, ...] = ()
    """Players' names by seat."""
    head: str = ""
    """The first digits of the hash both sides compare."""
    link: str = ""
    status: str = ""
    """What is going on while there is no question."""
    news: str = ""
    """What happened since this reader's last act, as running text, the newest last."""
    note: str = ""
    """What is to be said beside the match, such as why a choice was refused."""
    log_beside: bool = False
    """Whether the whole log is shown beside the board."""


class Spot(msgspec.Struct, frozen=True):
    """A place the cursor can be at: a card or a button."""

    zone: str
    key: int
    """The handle of a card, or the number of a button."""
    row: int
    column: int
    """Place in the grid of its zone."""
    middle: int = 0
    """The x of its middle."""
    region: tuple[int, int, int, int] | None = None
    """x, y, width and height where it is drawn; None while scrolled out."""


class Board(Widget, can_focus=True):
    """The part of a match screen that one game brings with it."""

    class Picked(Message):
        """The person picked these choices, one after another."""

        def __init__(self, choices: Sequence[Choice]) -> None:
            super().__init__()
            self.choices = tuple(choices)

    class Back(Message):
        """Esc, and the board itself had nothing to go back from."""

    class Leave(Message):
        """Enter or Space at a match that is over."""

    ZONES: ClassVar[tuple[str, ...]]
    """From top to bottom."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__()
        self.game: Any = game
        self.scene: Scene | None = None
        self.spots: list[Spot] = []
        self.cursor: tuple[str, int] | None = None
        """Zone and key of the spot under the cursor."""
        self.hint = ""
        """Why the last key did nothing; gone with the next one."""
        self.guard = GUARD
        self.over = False
        """Whether the match is over, so that Enter leaves it."""
        self.follow = True
        """Whether scrolled zones are to show the cursor; not after the wheel was used."""
        self._strips: list[Strip] = []
        self._looks: dict[str, Style] = {}
        self._asked_at = 0.0
        self._last_key = ("", 0.0)
        self._held = False

    # What a game's board fills in.

    def paint(self, size: Size) -> tuple[Canvas, list[Spot]]:
        """Draw the scene, and say where the spots are."""
        raise NotImplementedError

    def act(self, zone: str, key: int) -> None:
        """Enter or a second click on this spot."""
        raise NotImplementedError

    def skip(self) -> None:
        """Space: what the question offers besides cards, such as to pass."""
        raise NotImplementedError

    def asked(self) -> None:
        """A question has just appeared: put the cursor where it is useful."""
        raise NotImplementedError

    def back(self) -> bool:
        """Esc: undo what was only marked on the board; False if there is nothing."""
        return False

    def ending(self, outcome: Outcome) -> str:
        """How the match ended, in a sentence, where the end is one of the game's own."""
        return outcome.end

    def about(self) -> tuple[str, str]:
        """Title and text of help for the card under the cursor."""
        return "", ""

    # Showing.

    def show(self, scene: Scene | None) -> None:
        """Show this scene from now on; None shows nothing at all."""
        old = self.scene
        self.scene = scene
        new = scene is not None and scene.decision is not None
        if new and (old is None or old.decision != scene.decision):  # type: ignore[union-attr]
            self.question_appeared()
            self.repaint()
            self.asked()
        self.repaint()

    def question_appeared(self) -> None:
        """From now on a key that is held down doesn't answer, until the guard's time is over."""
        self._asked_at = events.Event().time
        self._held = True

    def repaint(self) -> None:
        """Draw anew and refresh the rows that changed."""
        if not self.size.width or not self.size.height:
            self.spots = []
            return
        if self.scene is None:
            canvas, self.spots = Canvas(self.size.width, self.size.height), []
        else:
            canvas, self.spots = self.paint(self.size)
        strips = canvas.strips(self._style)
        old = self._strips
        self._strips = strips
        if len(old) != len(strips):
            self.refresh()
            return
        width = self.size.width
        changed = [Region(0, y, width, 1) for y, strip in enumerate(strips) if strip != old[y]]
        if changed:
            self.refresh(*changed)

    def _style(self, look: str) -> Style:
        style = self._looks.get(look)
        if style is None:
            style = self.rich_style
            for word in dict.fromkeys(look.split()):
                style += self.get_component_rich_style(f"board--{word}", partial=True)
            self._looks[look] = style
        return style

    def render_line(self, y: int) -> Strip:
        if y < len(self._strips):
            return self._strips[y]
        return Strip.blank(self.size.width, self.rich_style)

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._looks.clear()
        self._strips = []
        self.repaint()

    def on_resize(self) -> None:
        self._strips = []
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

    def legal(self, spot: Spot) -> bool:
        """Whether Enter on this spot chooses something."""
        raise NotImplementedError

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
        key = "space" if event.key == "p" else event.key
        if key in ("enter", "space"):
            event.stop()
            event.prevent_default()
            if self._guarded(key, event.time):
                return
            self.hint = ""
            if self.over:
                self.post_message(self.Leave())
            elif key == "space":
                self.skip()
            elif self.cursor is not None:
                self.act(*self.cursor)
            self.repaint()
            return
        self._last_key = (key, event.time)
        self._held = False
        if not self.other_key(key):
            return
        event.stop()
        event.prevent_default()

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

    def _guarded(self, key: str, time: float) -> bool:
        """Whether this is the press that was there before the question, and not an answer to it."""
        last, at = self._last_key
        self._last_key = (key, time)
        if not self._held:
            return False
        if time - self._asked_at < self.guard or (last == key and time - at < self.guard):
            return True
        self._held = False
        return False

    def on_click(self, event: events.Click) -> None:
        if self.scene is None:
            return
        event.stop()
        self.focus()
        spot = self.spot_at(event.x, event.y)
        if spot is None:
            return
        if event.time - self._asked_at < self.guard:
            return  # The second half of a double click that brought the question.
        self.hint = ""
        place = (spot.zone, spot.key)
        again = place == self.cursor
        self.go(*place)
        if again or spot.zone == "choices":
            self.act(*place)
        self.repaint()

    def spot_at(self, x: int, y: int) -> Spot | None:
        """The spot drawn at this place."""
        for spot in self.spots:
            if spot.region is not None:
                left, top, width, height = spot.region
                if left <= x < left + width and top <= y < top + height:
                    return spot
        return None

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.wheel(event.y, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.wheel(event.y, -1)

    def wheel(self, y: int, step: int) -> None:
        """Scroll the zone under the pointer by a row."""

    # Choices by what they are about.

    def choices(self) -> list[Choice]:
        """What may be chosen now."""
        decision = self.scene.decision if self.scene else None
        return list(decision.choices or ()) if decision else []

    def choice_of(self, handle: int) -> Choice | None:
        """The choice that begins with this card."""
        return next((choice for choice in self.choices() if choice.handles[:1] == (handle,)), None)

    def plain_choice(self) -> Choice | None:
        """The choice that names no card: pass, let it resolve, none, done."""
        return next((one for one in self.choices() if not one.handles and one.card == HIDDEN), None)


def _beside(here: Spot, spots: Sequence[Spot], key: str) -> Spot | None:
    """The next spot of the same zone in reading order, or the one before."""
    zone = [spot for spot in spots if spot.zone == here.zone]
    after = [spot for spot in zone if (spot.row, spot.column) > (here.row, here.column)]
    before = [spot for spot in zone if (spot.row, spot.column) < (here.row, here.column)]
    if key == "right":
        return after[0] if after else None
    return before[-1] if before else None
