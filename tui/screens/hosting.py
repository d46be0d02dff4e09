"""Hosting: what the table offers, then the invite and who comes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from core import games
from decks.formats import check, find_format
from tui.matches.offers import OPEN_PLAY
from tui.matches.plans import HostPlan
from tui.matches.plays import seat_name
from tui.matches.remote import Invited
from tui.screens import setup
from tui.screens.dialogs import Question
from tui.screens.page import BACK_KEY, HELP_KEY, Page
from tui.terminal.clipboard import copy
from tui.widgets.form import Act, Item, OneOf, Row

if TYPE_CHECKING:
    from decks.model import Deck
    from tui.matches.host import MatchThread
    from tui.matches.mailbox import Update


class HostScreen(setup.FormPage[None]):
    """What the table offers: game, side, deck, format, options."""

    HEADING = "Host a match"
    HELP = (
        "Opening the table makes an invite, one long word. Give it to one other person, over any"
        " channel you trust; with it they join from their own machine.\n\n" + OPEN_PLAY
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("o", "open", "open the table"), HELP_KEY, BACK_KEY]

    def __init__(self, game: str = games.DEFAULT) -> None:
        super().__init__()
        self._game = games.load(game)

    def on_mount(self) -> None:
        self._make_rows()
        self.form.put_cursor("open")
        self.form.focus()
        self.say_problem("")
        self.tell_about()

    def _make_rows(self) -> None:
        game = self._game
        sides = [Item(seat, seat_name(game, seat)) for seat in range(game.seats[0])]
        rows: list[Row] = [
            Act("open", "Open the table", "Enter makes the invite. " + OPEN_PLAY),
            *setup.game_row(game.name),
            setup.heading("You"),
            OneOf("side", "You play", "Your side; the other one is your guest's.", sides),
        ]
        if any(game.deck_group(seat) is not None for seat in range(game.seats[0])):
            rows += [OneOf("deck", "Deck", "What you play with."), *setup.format_row(game)]
        rows += [setup.heading("Table"), setup.lists_row(), *setup.option_rows(game)]
        self.form.show_rows(rows)
        self._fill_decks()

    def _fill_decks(self) -> None:
        """The decks of the side that is chosen, and the one before if it still fits."""
        rows = {row.name: row for row in self.form.rows}
        deck = rows.get("deck")
        if isinstance(deck, OneOf):
            group = self._game.deck_group(rows["side"].value)
            form = find_format(self._game.name, rows["format"].value) if "format" in rows else None
            kept: Deck | None = deck.value
            deck.items = setup.deck_items(self.tesser.store, self._game, group, form) if group else []
            deck.at = 0
            if kept is not None and (form is None or not check(kept, self._game, form)):
                deck.choose(kept)
        self.form.refresh()

    def changed(self, row: Row) -> None:
        if row.name == "game":
            self._game = games.load(row.value)
            self._make_rows()
        elif row.name in ("side", "format"):
            self._fill_decks()
        elif row.name == "preset":
            setup.follow_preset(self._game, self.form.rows)
            self.form.refresh()
        elif row.name.startswith("option "):
            setup.follow_options(self._game, self.form.rows)
            self.form.refresh()

    def pressed(self, row: Row) -> None:
        self.action_open()

    def action_open(self) -> None:
        problem = next((said for said in map(setup.illegal, self._deck_rows()) if said), "")
        self.say_problem(problem)
        if not problem and self.is_current:
            self.tesser.begin(self.plan())

    def _deck_rows(self) -> Sequence[Row]:
        """The deck's row, unless this side brings none."""
        group = self._game.deck_group(self.form.find("side").value)
        return [row for row in self.form.rows if row.name == "deck" and group is not None]

    def plan(self) -> HostPlan:
        """The table as it is set up now."""
        values: dict[str, Any] = {row.name: row.value for row in self.form.rows if row.name}
        deck: Deck | None = values.get("deck")
        return HostPlan(
            game=self._game.name,
            seats=(values["side"],),
            decks={values["side"]: deck.decklist() if deck else None},
            options=setup.options_set(self.form.rows),
            format=values.get("format", ""),
            lists=values["lists"],
        )


class WaitScreen(Page[str]):
    """An open table: its invite, and who comes. Left with a sentence if it ended before the match began."""

    HEADING = "Your table"
    HELP = (
        "The invite works once, for the first person who uses it, and for a day."
        " [c] asks your terminal to copy it; where that doesn't work, hold Shift and select it with"
        " the mouse. Spaces and line breaks in it do no harm."
    )
    CSS_PATH: ClassVar[Any] = "hosting.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "copy", "copy the invite"),
        HELP_KEY,
        Binding("escape,w", "back", "close the table"),
    ]

    def __init__(self, thread: MatchThread, game: str) -> None:
        super().__init__()
        self._thread = thread
        self._game = games.load(game)
        self._invite = ""
        self._notes: list[str] = []
        self.over = False

    def body(self) -> ComposeResult:
        with VerticalScroll(id="wait"):
            yield Static("Opening the table ...", id="state", markup=False)
            yield Static("", id="invite", markup=False)
            yield Static("", id="where", markup=False)
            yield Static("", id="notes", markup=False)
            yield Static(OPEN_PLAY, id="open-play", markup=False)

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()
        self.on_wake()

    def on_wake(self) -> None:
        """The thread has news."""
        if self.over:
            return
        if self._thread.table is not None:
            # The match is there. What else the thread has to tell is for its screen to take.
            self.over = True
            self.tesser.show_match(self._thread, self._game, instead_of=self)
            return
        self.take(self._thread.take())

    def take(self, update: Update) -> None:
        """Show what is new."""
        if isinstance(update.stage, Invited) and update.stage.invite != self._invite:
            self._show_invite(update.stage)
        self._notes += update.notes
        # What is so now, and then what was, the newest first.
        now, *before = [*self._notes[:-7:-1], ""]
        earlier = "; ".join(one.rstrip(".") for one in before if one)
        self.query_one("#notes", Static).update(Content(f"{now}\n\nBefore: {earlier}." if earlier else now))
        if update.ended is not None:
            self.over = True
            self.dismiss(update.ended)

    def _show_invite(self, stage: Invited) -> None:
        self._invite = stage.invite
        self.query_one("#state", Static).update(Content("Give this invite to one other person:"))
        self.query_one("#invite", Static).update(Content(stage.invite))
        self.query_one("#where", Static).update(Content(f"This machine is at {stage.where}"))

    def action_copy(self) -> None:
        if self._invite:
            copy(self.app, self._invite, "The invite")

    def action_back(self) -> None:
        self.app.push_screen(
            Question("Close this table? Its invite stops working.", "Close it", "Stay"), self._leave
        )

    def _leave(self, leave: bool | None) -> None:
        if leave and not self.over:
            self.over = True
            self._thread.stop(0)
            self.dismiss("")
