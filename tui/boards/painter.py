"""Painting what every board has: cells with a cursor among them, news, the question, choices and keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from rich.cells import cell_len

from core.contract.game import AnyGame
from tui.boards.board_keys import fitted
from tui.boards.board_state import Hint, Scene, Spot
from tui.boards.grid import Grid
from tui.boards.news_rows import newest
from tui.boards.spot_detail import About
from tui.terminal import glyphs
from tui.widgets.canvas import Canvas, cut, short, wrap

HAND, CHOICES = "hand", "choices"
"""The zones that every board has."""

NARROW = 76
"""Columns below which the lines between the zones are as short as they can be."""

KEY_NAMES = {
    "?": "question_mark", "Esc": "escape", "Tab": "tab", "Enter": "enter", "Left": "left", "Right": "right",
    "arrows": "",
}  # fmt: skip
"""What Textual calls a key of the key line; empty for several keys, which a click can't choose from."""

PLAIN, TOGETHER, LIST = 0, 1, 2
"""Buttons: the choice that names no card; the marked cards together; the list to choose from."""


class Button(NamedTuple):
    """A choice that is no card."""

    number: int
    key: str
    """The key for it while the cursor is elsewhere."""
    label: str


class Place(NamedTuple):
    """Where a box is, and what stands before its card."""

    x: int
    y: int
    width: int
    height: int
    sign: str
    """The cursor, or why the card is marked; empty for nothing."""
    here: bool
    """Whether the cursor is on it."""


class TextRows(Protocol):
    """Where the texts of a board go: (y, lines), or y."""

    @property
    def news(self) -> tuple[int, int]: ...
    @property
    def detail(self) -> tuple[int, int]: ...
    @property
    def question(self) -> tuple[int, int]: ...
    @property
    def choices(self) -> int: ...
    @property
    def keys(self) -> int: ...


class Waiting(Protocol):
    """What every board's facts say."""

    @property
    def to_choose(self) -> int: ...


G = TypeVar("G", bound=AnyGame)
F = TypeVar("F", bound=Waiting)
P = TypeVar("P", bound=TextRows)


class BoardPainter(Generic[G, F, P]):
    """Paints one frame; collects the spots it has drawn."""

    def __init__(
        self,
        game: G,
        scene: Scene,
        facts: F,
        plan: P,
        canvas: Canvas,
        cursor: tuple[str, int] | None,
        tops: Mapping[str, int],
    ) -> None:
        """`facts` are of the scene's view, and `plan` is where everything goes."""
        self.game = game
        self.scene = scene
        self.view: Any = scene.view
        self.facts = facts
        self.to_choose = facts.to_choose
        """The seat that is waited for; -1 for none."""
        self.plan = plan
        self.canvas = canvas
        self.cursor = cursor
        self.tops = tops
        """First row seen of each zone that scrolls."""
        self.glyphs = glyphs.chosen()
        self.spots: list[Spot] = []
        self.hints: list[Hint] = []
        """Keys that were written somewhere."""
        self.over = False
        """Whether the match is over."""
        self.legal: frozenset[int] = frozenset()
        """Handles that may be chosen and are marked."""
        self.marked: frozenset[int] = frozenset()
        """Handles that were chosen on this board and not yet reported."""

    @property
    def narrow(self) -> bool:
        """Whether words have to be left out."""
        return self.canvas.width < NARROW

    # Cells.

    def more(self, x: int, y: int, zone: str, seen: int, rows: int) -> int:
        """Which rows of a zone are seen, with signs that scroll it; returns the x after it."""
        canvas, top = self.canvas, self.tops[zone]
        word = "" if self.narrow else "rows "
        x = canvas.put(x, y, f"{word}{top + 1}-{top + seen}/{rows}", "quiet")
        for sign, step, more in (
            (self.glyphs.up, -1, top > 0),
            (self.glyphs.down, 1, top + seen < rows),
        ):
            self.hints.append(Hint("", (x, y, 2, 1), zone, step))
            x = canvas.put(x + 1, y, sign, "key" if more else "faint")
        return x

    def spot(self, zone: str, key: int, row: int, column: int, grid: Grid) -> tuple[int, int] | None:
        """Note a spot of a grid; its x and y if it is to be seen."""
        seen = row - self.tops.get(zone, 0)
        x, y = grid.place(seen, column)
        visible = 0 <= seen < grid.rows
        region = (x, y, grid.width - 1, grid.cell) if visible else None
        self.add(zone, key, row, column, region, x + (grid.width - 1) // 2)
        return (x, y) if visible else None

    def add(
        self,
        zone: str,
        key: int,
        row: int,
        column: int,
        region: tuple[int, int, int, int] | None,
        middle: int = -1,
    ) -> None:
        """Note a spot at this place of its zone, drawn in this region; `middle` is the x of its middle."""
        if region is not None and middle < 0:
            middle = region[0] + region[2] // 2
        self.spots.append(Spot(zone, key, row, column, middle, region))

    def tile(self, zone: str, key: int, x: int, y: int, grid: Grid, look: str = "tile") -> str:
        """The ground of a card, and the sign before it; returns the look of its text."""
        canvas = self.canvas
        here = self.cursor == (zone, key)
        canvas.paint(x, y, grid.width - 1, grid.cell, "cursor" if here else look)
        signs = self.glyphs
        sign = signs.marked if key in self.marked else signs.legal if key in self.legal else " "
        canvas.put(x, y, signs.cursor if here else sign, "" if here or sign == " " else "sign")
        if here and key in self.marked:
            canvas.put(x + 1, y, signs.marked)
        return "" if here else "legal" if key in self.legal else ""

    def signs(self, zone: str, key: int) -> tuple[str, bool]:
        """The sign before a card, and whether the cursor is on it."""
        here = self.cursor == (zone, key)
        signs = self.glyphs
        if here:
            return signs.cursor, True
        return signs.marked if key in self.marked else signs.legal if key in self.legal else "", False

    # Texts.

    def detail(self, about: About) -> None:
        """What is under the cursor: name and text run on, what it would do now begins a row."""
        y, rows = self.plan.detail
        width = self.canvas.width - 2
        named, now = about.named, about.now
        lines = wrap(now, width, max(1, rows - 1)) if now else []
        text = f"{named}. {about.text}" if about.text and named else about.text or named
        first = wrap(text, width, rows - len(lines)) if rows > len(lines) else []
        if rows == 1:
            # What it would do, if anything: the name is on the button.
            named = "" if now else about.title or named
            lines = wrap(now or f"{named}. {about.text}", width, 1)
        for number, line in enumerate([*first, *lines]):
            self.canvas.put(1, y + number, line)
        if named and (first or rows == 1):
            self.canvas.put(1, y, cut(named, width), "strong")

    @property
    def ended(self) -> str:
        """In a word, how it is that nothing is asked any more."""
        return "stopped" if self.scene.stopped else "over"

    def corner(self, end: int, y: int, text: str) -> None:
        """The end of the title: hash and link, and the clock so that it is seen."""
        x = end - cell_len(text)
        self.canvas.put(x, y, text, "quiet")
        before, clock, _ = text.partition(self.scene.clock) if self.scene.clock else (text, "", "")
        self.canvas.put(x + cell_len(before), y, clock, "strong")

    def news(self) -> None:
        """What happened since the reader's last act, the newest at the end, and notes."""
        y, rows = self.plan.news
        width = self.canvas.width - 2
        for said in note_lines(self.scene, self.canvas.width, max(1, min(rows, 2))):
            self.canvas.put(1, y, said, "alarm", width)
            y, rows = y + 1, rows - 1
        for line in newest(self.scene.news, width, rows):
            x = 1
            for word, look in line:
                x = self.canvas.put(x, y, word, look) + 1
            y += 1

    def question(self, lines: list[str], look: str) -> None:
        """The question of the decision, or what is going on."""
        y, rows = self.plan.question
        self.canvas.paint(0, y, self.canvas.width, rows, look)
        for number, line in enumerate(lines[:rows]):
            self.canvas.put(1, y + number, line)

    def choices(self, buttons: Sequence[Button], enter: str) -> None:
        """The choices that are no cards, and what Enter would do."""
        canvas, y, x = self.canvas, self.plan.choices, 1
        for place, button in enumerate(buttons):
            here = self.cursor == (CHOICES, button.number)
            key = "Enter" if here else button.key
            start = x
            look = "cursor" if here else "button"
            x = canvas.put(x, y, self.glyphs.cursor if here else " ", look)
            x = canvas.put(x, y, f"[{key}]", look if here else f"{look} key")
            x = canvas.put(x, y, f" {button.label} ", look)
            region = (start, y, x - start, 1)
            self.spots.append(Spot(CHOICES, button.number, 0, place, (start + x) // 2, region))
            x += 1
        if enter:
            start = x
            x = canvas.put(x, y, " [Enter]", "button key")
            x = canvas.put(x, y, f" {cut(enter, canvas.width - x - 3)} ", "button")
            self.hints.append(Hint("enter", (start, y, x - start, 1)))

    def keys(self, parts: Sequence[tuple[str, str]], hint: str) -> None:
        """The key line: (key, what it does), as many as have room; or why the last key did nothing."""
        canvas, y, x = self.canvas, self.plan.keys, 1
        if hint:
            canvas.put(1, y, f"! {hint}", "alarm", canvas.width - 2)
            return
        for key, label in fitted(parts, canvas.width - 2):
            start = x
            x = canvas.put(x, y, key, "key")
            x = canvas.put(x + 1, y, label, "quiet")
            name = KEY_NAMES.get(key, key)
            if name:
                self.hints.append(Hint(name, (start, y, x - start, 1)))
            x += 2


def box_ground(canvas: Canvas, place: Place, name: str, look: str) -> None:
    """The box of a card with its heading, and its ground and edge."""
    x, y, width, height, sign, here = place
    canvas.paint(x, y, width, 1, "cursor" if here else "boxhead")
    canvas.paint(x, y + 1, width, height - 1, "box")
    for row in range(y + 1, y + height):
        canvas.put(x, row, glyphs.chosen().side, "sign" if here else "edge")
    canvas.put(x, y, sign, "" if here else "sign")
    canvas.put(x + 2, y, short(name, width - 2), "" if here else f"{look} strong")


def note_lines(scene: Scene, width: int, most: int = 2) -> list[str]:
    """The note of a scene, in so many lines at most."""
    return wrap(f"! {scene.note}", width - 2, most) if scene.note else []
