"""Dialogs over a page: a text, a question, a list to pick from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from tui.terminal import glyphs
from tui.widgets.closing_screen import Closing
from tui.widgets.limited_input import Full, LimitedInput

R = TypeVar("R")


class Dialog(Closing[R], ModalScreen[R]):
    """A box over the page."""


class Message(Dialog[None]):
    """A page of text; any of the usual keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,escape,space,q", "close", "Close", show=False)]

    def __init__(self, title: str, text: str) -> None:
        """`text` is shown as it is, never as markup."""
        super().__init__()
        self._title = title
        self._text = text

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self._title, classes="title", markup=False)
            with VerticalScroll(classes="text"):
                yield Static(self._text, markup=False)
            with Horizontal(classes="buttons"):
                yield Button(Content("[Esc] Close"), compact=True, action="screen.close")

    def on_mount(self) -> None:
        # The text has the focus, for the arrow keys; Enter closes from there too.
        self.query_one(VerticalScroll).focus()

    def on_resize(self, event: events.Resize) -> None:
        # Title, button and edges stay to be seen.
        self.query_one(VerticalScroll).styles.max_height = max(3, event.size.height * 9 // 10 - 6)

    def action_close(self) -> None:
        self.dismiss()


class QuestionDialog(Dialog[bool]):
    """A yes or no. Esc is always the answer that changes nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes", show=False),
        Binding("n,escape", "answer(False)", "No", show=False),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(self, question: str, yes: str = "Yes", no: str = "No", *, safe: bool = False) -> None:
        """`safe` puts the cursor on `yes`; leave it out where `yes` gives something up."""
        super().__init__()
        self._question = question
        self._labels = (yes, no)
        self._safe = safe

    def compose(self) -> ComposeResult:
        yes, no = self._labels
        with Vertical(classes="box"):
            yield Static(self._question, classes="text", markup=False)
            with Horizontal(classes="buttons"):
                yield Button(Content(f"[y] {yes}"), id="yes", compact=True, action="screen.answer(True)")
                yield Button(Content(f"[n] {no}"), id="no", compact=True, action="screen.answer(False)")

    def on_mount(self) -> None:
        self.query_one("#yes" if self._safe else "#no").focus()

    def action_answer(self, answer: bool) -> None:
        self.dismiss(answer)


class Pick(Dialog[int | None]):
    """One of several lines; gives its number, or None if nothing was picked."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "cancel", "Cancel", show=False)]

    def __init__(
        self, title: str, lines: Sequence[tuple[str, str]], chosen: int = 0, keys: Sequence[str] = ()
    ) -> None:
        """`lines` are what to pick from, each with a remark; `chosen` is where the cursor starts. `keys` are
        those that pick the lines at once, as Textual calls them, one for each line, if there are any."""
        super().__init__()
        self._keys = keys
        self._title = title
        self._lines = lines
        self._chosen = chosen

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self._title, classes="title", markup=False)
            yield OptionList(*(Option(_picked(*line)) for line in self._lines), compact=True)
            with Horizontal(classes="buttons"):
                yield Button(Content("[Esc] Cancel"), compact=True, action="screen.cancel")

    def on_mount(self) -> None:
        listed = self.query_one(OptionList)
        listed.highlighted = self._chosen
        listed.focus()

    def on_key(self, event: events.Key) -> None:
        if event.key in self._keys:
            event.stop()
            self.dismiss(self._keys.index(event.key))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        for place, line in enumerate(self._lines):
            event.option_list.replace_option_prompt_at_index(
                place, _picked(*line, place == event.option_index)
            )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(event.option_index)

    def action_cancel(self) -> None:
        self.dismiss(None)


def _picked(line: str, remark: str, here: bool = False) -> Content:
    """A line with its remark; `here` is whether the cursor stands on it, which is no colour only."""
    sign = glyphs.chosen().cursor if here else " "
    return Content.assemble(f"{sign} {line}", ("\n    " + remark, "$quiet") if remark else "")


class AskText(Dialog[str | None]):
    """Asks for a line of text; None if Esc was pressed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Cancel", show=False)]

    def __init__(self, question: str, start: str, check: Callable[[str], str], longest: int = 80) -> None:
        """`check` gives the text as it will be kept; it raises ValueError with a sentence. `longest` is in
        terminal cells."""
        super().__init__()
        self._question = question
        self._start = start
        self._check = check
        self._longest = longest

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self._question, classes="title", markup=False)
            yield LimitedInput(self._start, self._longest)
            yield Static(Content("Enter takes it, Esc goes back."), id="why", markup=False)

    @on(Full)
    def _full(self, event: Full) -> None:
        event.stop()
        self.query_one("#why", Static).update(Content(event.why))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        try:
            self.dismiss(self._check(event.value))
        except ValueError as error:
            self.query_one("#why", Static).update(Content(str(error)))

    def action_cancel(self) -> None:
        self.dismiss(None)
