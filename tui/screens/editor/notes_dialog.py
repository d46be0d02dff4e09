"""The plan of a deck, and the player's notes on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Input, Static, TextArea

from decks.model import ABOUT, NOTES, Deck
from tui.screens.dialogs import Dialog
from tui.widgets.limited_area import LimitedArea
from tui.widgets.limited_input import REFUSED, Full, LimitedInput


class NotesDialog(Dialog[tuple[str, str]]):
    """Gives plan and notes as they were written; Esc keeps them, as undo takes them back."""

    CSS_PATH = "pages.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (24, "-usual")]
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "done", "Done", show=False)]

    def __init__(self, deck: Deck, typed: Callable[[str, str], object]) -> None:
        """`typed` is called with both at each change."""
        super().__init__()
        self._shown = deck
        self._typed = typed
        self._told = (deck.about, deck.notes)

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(f"Plan and notes of {self._shown.name}", classes="title", markup=False)
            yield Static("The plan, in a sentence; Tab goes to the notes:", markup=False)
            yield LimitedInput(self._shown.about, ABOUT, select_on_focus=False)
            yield Static("Notes:", markup=False)
            yield LimitedArea(self._shown.notes, NOTES)
            yield Static(id="room", markup=False)
            with Horizontal(classes="buttons"):
                # Tab goes from field to field, and not here, where letters would be lost.
                done = Button(Content("[Esc] Done"), compact=True, action="screen.done")
                done.can_focus = False
                yield done

    def on_mount(self) -> None:
        self.query_one(Input).focus()
        self._show_room()

    def _show_room(self) -> None:
        """How much more can be written."""
        plan, notes = self.query_one(LimitedInput).room, self.query_one(LimitedArea).room
        text = f"Room: {plan} characters in the plan, {notes} in the notes."
        self.query_one("#room", Static).update(Content.styled(text, "$quiet"))

    @on(Full)
    def _full(self, event: Full) -> None:
        event.stop()
        self.query_one("#room", Static).update(Content.styled(event.why, "$bad-news"))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.set_focus(self.query_one(TextArea))

    @on(Input.Changed)
    @on(TextArea.Changed)
    def _changed(self) -> None:
        written = self._written
        if written != self._told:
            self._told = written
            self._show_room()
            self._typed(*written)

    @property
    def _written(self) -> tuple[str, str]:
        return self.query_one(Input).value, self.query_one(TextArea).text

    def action_done(self) -> None:
        # Both are asked: what is said now is not said again.
        fields = (self.query_one(LimitedInput), self.query_one(LimitedArea))
        if True in [field.incomplete() for field in fields]:
            self.query_one("#room", Static).update(Content.styled(REFUSED, "$bad-news"))
        else:
            self.dismiss(self._written)
