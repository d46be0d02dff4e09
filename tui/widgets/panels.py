"""Panels over a screen: a text, a question, cards to read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Static

from tui.widgets.closing_screen import Closing
from tui.widgets.key_guard import KeyGuard
from tui.widgets.key_line import KeyLine
from tui.widgets.line_list import Rows

R = TypeVar("R")


def shown_key(key: str, said: str, display: str | None = None) -> Binding:
    """A key for a panel's key line, where a click on it presses it."""
    return Binding(key, f"press({key!r})", said, key_display=display)


CARD_KEY = shown_key("question_mark", "help for it")


def inside(width: int) -> int:
    """How many cells a panel has for its lines on a screen of this width."""
    return min(100, width * 9 // 10) - 4


class Panel(Closing[R], ModalScreen[R]):
    """A box over the screen below; Esc closes it."""

    DEFAULT_CSS = """
    Panel {
        align: center middle;
        background: $background 60%;
        & > Vertical {
            width: 90%;
            max-width: 100;
            height: auto;
            max-height: 90%;
            padding: 1 2;
            background: $panel;
        }
        .panel--title { text-style: bold; color: $key; width: 1fr; height: auto; margin-bottom: 1; }
        KeyLine { margin-top: 1; }
        .panel--text { width: 1fr; height: auto; }
        Rows { background: $panel; }
        &:ansi > Vertical { border: ascii $foreground; padding: 0 1; }
    }
    """
    KEYS: ClassVar[Sequence[Binding]] = [shown_key("escape", "close")]
    """Keys and what they do, for the key line."""

    def __init__(
        self, title: str, guard: float = 0.0, explain: Callable[[Any], object] | None = None
    ) -> None:
        """`explain` shows help for one thing of a list, for `?`; for `guard` see KeyGuard."""
        super().__init__()
        self.explain = explain or (lambda _: None)
        self.heading = Static(title, classes="panel--title", markup=False)
        self._guard = KeyGuard(self, events.Event().time, guard)

    def box(self) -> ComposeResult:
        """What is between title and keys."""
        yield from ()

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self.heading
            yield from self.box()
            yield KeyLine(self.keys())

    def keys(self) -> Sequence[Binding]:
        """Keys and what they do."""
        return self.KEYS

    def action_press(self, key: str) -> None:
        """A click on a key of the key line."""
        self.app.simulate_key(key)

    def on_resize(self, event: events.Resize) -> None:
        self.fit(event.size)

    def fit(self, size: Size) -> None:
        """Make lists so short that title, keys and padding stay to be seen, and what else is in the box."""
        rest = 7 + self.beside(inside(size.width))
        for rows in self.query(Rows):
            rows.styles.max_height = max(2, size.height * 9 // 10 - rest)

    def beside(self, width: int) -> int:
        """How many lines, of so many cells, the box has besides its list."""
        return 0

    def on_key(self, event: events.Key) -> None:
        key = "space" if event.key == "p" else event.key
        if key in ("enter", "space"):
            event.stop()
            self._guard.press(key, event.time, lambda: self.act(key))
            return
        self._guard.other()
        if key == "escape":
            event.stop()
            self.dismiss(None)
        elif self.other(key):
            event.stop()

    def act(self, key: str) -> None:
        """Enter or Space."""
        self.dismiss(None)

    def other(self, key: str) -> bool:
        """Any other key; False if it means nothing here."""
        return False


class TextPanel(Panel[None]):
    """Lines to read."""

    KEYS = [shown_key("pagedown", "scroll", "Up, Down, PgUp, PgDn"), shown_key("escape", "close")]

    def __init__(
        self,
        title: str,
        lines: list[str],
        at_end: bool = False,
        strong: Callable[[str], bool] = lambda line: line.endswith(":") and not line.startswith(" "),
    ) -> None:
        """`strong` says which lines stand out."""
        super().__init__(title)
        self._rows = Rows(lines, cursor=False, at_end=at_end, strong=strong)

    def box(self) -> ComposeResult:
        self._rows.styles.height = max(1, len(self._rows.lines))
        yield self._rows

    def on_mount(self) -> None:
        self._rows.focus()

    def other(self, key: str) -> bool:
        if key in ("l", "d", "s", "question_mark", "q"):
            self.dismiss(None)
            return True
        return False


class ReadCards(Panel[None]):
    """Lines to read with a cursor among them; `?` or Enter explains what it is on."""

    KEYS = [
        shown_key("down", "move", "Up, Down"),
        CARD_KEY,
        shown_key("escape", "close"),
    ]

    def __init__(
        self, title: str, rows: Sequence[tuple[int | None, str]], explain: Callable[[int], object]
    ) -> None:
        """Each row with what `explain` takes; None where there is nothing to explain."""
        super().__init__(title, explain=explain)
        self._things = [thing for thing, _ in rows]
        lines = [line for _, line in rows]
        self._rows = Rows(lines, strong=lambda line: line.endswith(":") and not line.startswith(" "))
        self._rows.cursor = next((n for n, thing in enumerate(self._things) if thing is not None), 0)

    def box(self) -> ComposeResult:
        self._rows.styles.height = max(1, len(self._rows.lines))
        yield self._rows

    def on_mount(self) -> None:
        self._rows.focus()

    def act(self, key: str) -> None:
        thing = self._things[self._rows.cursor]
        if key == "enter" and thing is not None:
            self.explain(thing)
        elif key == "space":
            self.dismiss(None)

    def other(self, key: str) -> bool:
        if key == "question_mark":
            self.act("enter")
        elif key in ("d", "q"):
            self.dismiss(None)
        else:
            return False
        return True

    def on_rows_clicked(self, event: Rows.Clicked) -> None:
        self.act("enter")


class Confirm(Panel[bool]):
    """A question that is answered with y or n; Enter says no."""

    def __init__(self, title: str, text: str, yes: str, no: str = "no") -> None:
        super().__init__(title)
        self._text = text
        self._yes = yes
        self._no = no

    def keys(self) -> Sequence[Binding]:
        return [shown_key("y", self._yes), shown_key("n", self._no)]

    def box(self) -> ComposeResult:
        yield Static(self._text, classes="panel--text", markup=False)

    def act(self, key: str) -> None:
        """Enter and Space decide nothing that can't be taken back."""

    def other(self, key: str) -> bool:
        if key in ("y", "n"):
            self.dismiss(key == "y")
            return True
        return False
