"""Panels with a list: one thing of it is chosen, some are marked, or all are put in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding

from tui.terminal import glyphs
from tui.widgets.line_list import Rows
from tui.widgets.panels import CARD_KEY, Panel, shown_key

T = TypeVar("T")


class ChoosePanel(Panel[list[T]], Generic[T]):
    """One thing out of a list; the result is a list of that one."""

    KEYS = [
        shown_key("down", "move", "Up, Down"),
        shown_key("enter", "take it"),
        CARD_KEY,
        shown_key("escape", "look at the board"),
    ]

    def __init__(
        self,
        title: str,
        rows: Sequence[tuple[T, str]],
        guard: float = 0.0,
        explain: Callable[[T], object] | None = None,
    ) -> None:
        super().__init__(title, guard, explain)
        self._things = [thing for thing, _ in rows]
        self._rows = Rows([text for _, text in rows])

    def box(self) -> ComposeResult:
        self._rows.styles.height = max(1, len(self._things))
        yield self._rows

    def on_mount(self) -> None:
        self._rows.focus()

    def act(self, key: str) -> None:
        if key == "enter" and self._things:
            self.dismiss([self._things[self._rows.cursor]])

    def other(self, key: str) -> bool:
        if key == "question_mark" and self._things:
            self.explain(self._things[self._rows.cursor])
        return key == "question_mark"

    def on_rows_clicked(self, event: Rows.Clicked) -> None:
        self.act("enter")


class MarkPanel(Panel[list[T]], Generic[T]):
    """Some things out of a list: they are marked, and then taken together. Where it is one alone, Enter takes
    it at once."""

    def __init__(
        self,
        title: str,
        rows: Sequence[tuple[T, str]],
        most: int,
        stop: T | None = None,
        guard: float = 0.0,
        explain: Callable[[T], object] | None = None,
    ) -> None:
        """So many as `most` are to be taken, or fewer if there is a `stop`, which then ends the result."""
        super().__init__(title, guard, explain)
        self._title = title
        self._most = most
        self._stop = stop
        self._things = [thing for thing, _ in rows]
        self._texts = [text for _, text in rows]
        self._marked: list[int] = []
        self._rows = Rows([])

    def keys(self) -> Sequence[Binding]:
        finish = "take none" if self._most == 1 else "finished"
        return [
            shown_key("down", "move", "Up, Down"),
            shown_key("enter", "take it" if self._most == 1 else "mark"),
            *([shown_key("f", finish)] if self._most > 1 or self._stop is not None else []),
            CARD_KEY,
            shown_key("escape", "look at the board"),
        ]

    def box(self) -> ComposeResult:
        self._rows.styles.height = max(1, len(self._things))
        yield self._rows

    def on_mount(self) -> None:
        self._show()
        self._rows.focus()

    def _show(self) -> None:
        sign = glyphs.chosen().marked
        lines = self._texts
        if self._most > 1:
            lines = [f"{sign if n in self._marked else ' '} {text}" for n, text in enumerate(lines)]
            said = f"{self._title}: {len(self._marked)} of {self._most}"
            self.heading.update(said)
        self._rows.set_lines(lines, self._rows.cursor)

    def act(self, key: str) -> None:
        at = self._rows.cursor
        if key != "enter" or at >= len(self._things):
            return
        if self._most == 1:
            self.dismiss([self._things[at]])
        elif at in self._marked:
            self._marked.remove(at)
            self._show()
        elif len(self._marked) < self._most:
            self._marked.append(at)
            self._show()

    def other(self, key: str) -> bool:
        if key == "question_mark" and self._things:
            self.explain(self._things[self._rows.cursor])
        elif key == "f":
            self._finish()
        else:
            return False
        return True

    def _finish(self) -> None:
        full = len(self._marked) == self._most
        if full or self._stop is not None:
            rest = [] if full or self._stop is None else [self._stop]
            self.dismiss([*(self._things[at] for at in self._marked), *rest])

    def on_rows_clicked(self, event: Rows.Clicked) -> None:
        self.act("enter")


class OrderPanel(Panel[list[T]], Generic[T]):
    """A list whose lines are moved up and down."""

    KEYS = [
        shown_key("enter", "pick up, put down"),
        shown_key("f", "finished"),
        CARD_KEY,
        shown_key("escape", "look at the board"),
    ]

    def __init__(
        self,
        title: str,
        rows: Sequence[tuple[int, str]],
        result: Callable[[list[int]], list[T]],
        guard: float = 0.0,
        *,
        keep: Callable[[list[int]], object] = lambda _: None,
        explain: Callable[[int], object] | None = None,
    ) -> None:
        """`keep` is told the order after each move; for `explain` see Panel."""
        super().__init__(title, guard, explain)
        self._order = [key for key, _ in rows]
        self._keep = keep
        self._texts = dict(rows)
        self._result = result
        self._rows = Rows([])
        self._rows.mover = self._move

    def box(self) -> ComposeResult:
        self._rows.styles.height = len(self._order)
        yield self._rows

    def on_mount(self) -> None:
        self._show(0)
        self._rows.focus()

    def _show(self, cursor: int) -> None:
        lines = [f"{number:>2}  {self._texts[key]}" for number, key in enumerate(self._order, 1)]
        self._rows.set_lines(lines, cursor)

    def act(self, key: str) -> None:
        if key == "enter":
            self._rows.held = not self._rows.held
            self._rows.refresh()

    def other(self, key: str) -> bool:
        if key == "question_mark":
            self.explain(self._order[self._rows.cursor])
        elif key == "f":
            self.dismiss(self._result(self._order))
        elif key in ("plus", "minus"):
            self._move(1 if key == "plus" else -1)
        else:
            return False
        return True

    def _move(self, by: int) -> None:
        at = self._rows.cursor
        to = max(0, min(at + by, len(self._order) - 1))
        self._order.insert(to, self._order.pop(at))
        self._keep(self._order[:])
        self._show(to)

    def on_rows_clicked(self, event: Rows.Clicked) -> None:
        self.act("enter")
