"""The name of a deck, and what a new one is to be: small dialogs of the deck pages."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from core import registry
from decks.formats import formats_for, noun, sides, usual_format
from decks.model import NAME, Deck, DeckError
from decks.storage.catalog import free_name
from decks.storage.store import DeckStore
from tui.screens.dialogs import AskText, Dialog
from tui.widgets.form import Form
from tui.widgets.form_rows import FormAction, FormItem, FormRow, OneOf
from tui.widgets.limited_input import REFUSED, Full, LimitedInput


def ask_name(store: DeckStore, question: str, name: str, key: str = "") -> AskText:
    """Asks for a deck's name that no other deck has; `key` is of the deck to be renamed, if it is one."""
    return AskText(
        question,
        name if key else store.catalog.free_name(name),
        lambda text: store.catalog.checked_name(text, key),
        NAME,
    )


class NewDeck(Dialog[Deck | None]):
    """Asks for name, kind, format and what to start from; gives the deck, or None."""

    CSS_PATH = "new_deck.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Cancel", show=False),
        Binding("down", "to_form", show=False),
    ]

    def __init__(self, store: DeckStore) -> None:
        super().__init__()
        self._store = store
        self._entries = store.catalog.entries()
        self._proposed = free_name("New deck", self._entries)

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static("A new deck", classes="title", markup=False)
            yield Static("Its name, then Enter:", classes="label", markup=False)
            yield LimitedInput(self._proposed, NAME)
            yield Form(self._rows(), goes_on=True)
            yield Static(id="why", markup=False)
            yield Static("Left and Right change it, Enter goes on.", classes="label", markup=False)

    def on_mount(self) -> None:
        self._explain()

    def _rows(self) -> list[FormRow]:
        items = [FormItem((game.name, group), title) for game, group, title in sides()]
        rows = [OneOf("side", "For", items=items), OneOf("format", "Format"), OneOf("from", "Start from")]
        self._fit(*rows)
        return [*rows, FormAction("make", "Make it")]

    def _fit(self, side: OneOf, form: OneOf, start: OneOf) -> None:
        """Formats and decks to start from are those of the side."""
        name, group = side.value
        game = registry.load(name)
        form.items = [FormItem(one.name, one.title, about=one.about) for one in formats_for(game, group)]
        form.choose(usual_format(game, group).name)
        decks = [entry.deck for entry in self._entries if entry.deck]
        same = [deck for deck in decks if (deck.game, deck.group) == (name, group)]
        empty = f"an empty {noun(game, group)}"
        about = "With its plan, its notes and its maybe list."
        start.items = [FormItem(None, empty), *(FormItem(deck, deck.name, about=about) for deck in same)]
        start.at = 0

    def _propose(self, game: str, group: str) -> None:
        """A name that fits what is made, unless another was written."""
        words = self.query_one(Input)
        if words.value == self._proposed:
            self._proposed = free_name(f"New {noun(registry.load(game), group)}", self._entries)
            words.value = self._proposed

    def _explain(self) -> None:
        form = self.query_one(Form)
        chosen = form.find("from" if form.row.name == "from" and form.row.value else "format")
        assert isinstance(chosen, OneOf)
        self.query_one("#why", Static).update(Content(chosen.item.about))

    @on(Form.Moved)
    def _moved(self, event: Form.Moved) -> None:
        event.stop()
        self._explain()

    @on(Full)
    def _full(self, event: Full) -> None:
        event.stop()
        self.query_one("#why", Static).update(Content(event.why))

    @on(Input.Submitted)
    def _named(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_to_form()

    def action_to_form(self) -> None:
        self.set_focus(self.query_one(Form))

    @on(Form.Changed)
    def _changed(self, event: Form.Changed) -> None:
        event.stop()
        rows = [event.form.find(name) for name in ("side", "format", "from")]
        if event.row.name == "side":
            side, form, start = rows
            assert isinstance(side, OneOf) and isinstance(form, OneOf) and isinstance(start, OneOf)
            self._fit(side, form, start)
            self._propose(*side.value)
            event.form.refresh()
        self._explain()

    @on(Form.Pressed)
    def _pressed(self, event: Form.Pressed) -> None:
        event.stop()
        if event.row.name != "make":
            event.form.action_step(1)
            return
        field = self.query_one(LimitedInput)
        if field.incomplete():  # and left by another key than Enter
            self.query_one("#why", Static).update(Content(REFUSED))
            return
        game, group = event.form.find("side").value
        try:
            name = self._store.catalog.checked_name(field.value)
        except DeckError as error:
            self.query_one("#why", Static).update(Content(str(error)))
            return
        start = event.form.find("from").value or Deck("", game, group, "", {})
        self.dismiss(start.as_new(name, event.form.find("format").value))

    def action_cancel(self) -> None:
        self.dismiss(None)
