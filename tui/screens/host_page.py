"""Hosting: what the table offers, then the invite and who comes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, assert_never

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from core import registry
from tui.match.events import Noted, StageReached, Stopped
from tui.match.network_play import Invited
from tui.match.offers import OPEN_PLAY
from tui.match.plans import GUEST, PERSON, HostPlan, Sitter
from tui.match.series import has_sides
from tui.screens.clock_rows import clock_fault, clock_rows, clock_set
from tui.screens.dialogs import QuestionDialog
from tui.screens.form_page import FORM_HELP, games_row, heading, illegal, lists_row, options_set
from tui.screens.page import BACK_KEY, HELP_KEY, Page
from tui.screens.seat_rows import YOU, SeatsPage
from tui.terminal.clipboard import copy
from tui.widgets.form_rows import FormAction, FormRow

if TYPE_CHECKING:
    from tui.match.worker import MatchWorker


class HostScreen(SeatsPage[None]):
    """What the table offers: game, who plays where, decks, format, options."""

    HEADING = "Host a match"
    HELP = (
        "Opening the table makes an invite, one long word. Give it to one other person, over any"
        " channel you trust; with it they join from their own machine, and play at every seat that you"
        f" leave to your guest.\n\n{FORM_HELP}\n\n{OPEN_PLAY}"
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("o", "open", "open the table"), HELP_KEY, BACK_KEY]
    ACT = "open"
    GUESTS = True

    def __init__(self, game: str = registry.DEFAULT) -> None:
        super().__init__(game)

    def usual(self, seat: int) -> str:
        return GUEST if seat else YOU

    def first_rows(self) -> list[FormRow]:
        return [FormAction("open", "Open the table", "Enter makes the invite. " + OPEN_PLAY)]

    def last_rows(self) -> list[FormRow]:
        lists = [lists_row()] if self.deck_seats(range(len(self.who))) else []
        both = [games_row()] if has_sides(self.game) else []
        return [heading("Table"), *both, *lists, *clock_rows(self.form.rows)]

    def begin(self) -> None:
        self.action_open()

    def action_open(self) -> None:
        problem = next((said for row in self.form.rows if (said := illegal(row) or clock_fault(row))), "")
        if GUEST not in self.who:
            problem = "No seat is left for your guest: give one of them to it."
        elif not self.here:
            problem = "All seats are your guest's: take one yourself."
        self.say_problem(problem)
        if not problem and self.is_active:
            self.tesser.matches.begin(self.plan())

    def plan(self) -> HostPlan:
        """The table as it is set up now."""
        values: dict[str, Any] = {row.name: row.value for row in self.form.rows if row.name}
        return HostPlan(
            game=self.game.name,
            seats=len(self.who),
            here={
                seat: Sitter(
                    PERSON if self.who[seat] == YOU else self.who[seat],
                    self.deck_at(seat),
                    self.name_at(seat),
                )
                for seat in self.here
            },
            options=options_set(self.form.rows),
            format=values.get("format", ""),
            lists=values.get("lists", "open"),
            clock=clock_set(self.form.rows),
            both_sides=values.get("games", False),
            shared=self.shared,
        )


class WaitScreen(Page[str]):
    """An open table: its invite, and who comes. Left with a sentence if it ended before the match began."""

    HEADING = "Your table"
    HELP = (
        "The invite works once, for the first person who uses it, and for a day."
        " [c] asks your terminal to copy it; where that doesn't work, hold Shift and select it with"
        " the mouse. Spaces and line breaks in it do no harm."
    )
    CSS_PATH: ClassVar[Any] = "host_page.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "copy", "copy the invite"),
        HELP_KEY,
        Binding("escape,w", "back", "close the table"),
    ]

    GIVE = "Give this invite to one other person:"
    COPIED = "The invite"
    OPENING = "Opening the table ..."
    SURE = ("Close this table? Its invite stops working.", "Close it")

    def __init__(self, thread: MatchWorker, game: str) -> None:
        super().__init__()
        self._thread = thread
        self._game = registry.load(game)
        self._invite = ""
        self._notes: list[str] = []
        self.over = False

    def body(self) -> ComposeResult:
        with VerticalScroll(id="wait"):
            yield Static(self.OPENING, id="state", markup=False)
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
        if self._thread.begun:
            # The match is there. What else the thread has to tell is for its screen to take.
            self.over = True
            self.tesser.matches.show_match(self._thread, self._game, instead_of=self)
            return
        ended: Stopped | None = None
        for told in self._thread.take_before():
            match told:
                case StageReached(stage=Invited() as stage):
                    self._show_invite(stage)
                case Noted():
                    self._notes.append(told.text)
                case Stopped():
                    ended = told
                case StageReached():
                    pass  # no table of this side's
                case _:
                    assert_never(told)
        # What is so now, and then what was, the newest first.
        now, *before = [*list(dict.fromkeys(reversed(self._notes)))[:3], ""]
        earlier = "; ".join(one.rstrip(".") for one in before if one)
        self.query_one("#notes", Static).update(Content(f"{now}\n\nBefore: {earlier}." if earlier else now))
        if ended is not None:
            self.over = True
            self.dismiss(ended.reason)

    def _show_invite(self, stage: Invited) -> None:
        self._invite = stage.invite
        self.query_one("#state", Static).update(Content(self.GIVE))
        self.query_one("#invite", Static).update(Content(stage.invite))
        self.query_one("#where", Static).update(Content(f"This machine is at {stage.where}"))

    def action_copy(self) -> None:
        if self._invite:
            copy(self.app, self._invite, self.COPIED)

    def action_back(self) -> None:
        self.app.push_screen(QuestionDialog(*self.SURE, "Stay"), self._leave)

    def _leave(self, leave: bool | None) -> None:
        if leave and not self.over:
            self.over = True
            self._thread.stop(0)
            self.dismiss("")
