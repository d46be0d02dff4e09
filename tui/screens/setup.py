"""Setting up a match on this machine: who sits where, decks, options. Nothing here knows a game."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from core import bots, registry
from tui.match.plans import PERSON, LocalPlan
from tui.match.series import has_sides
from tui.screens.clock_rows import clock_fault, clock_rows, clock_set
from tui.screens.form_page import FORM_HELP, games_row, heading, illegal, lists_row, options_set
from tui.screens.page import BACK_KEY, HELP_KEY
from tui.screens.seat_rows import YOU, SeatsPage
from tui.widgets.form_rows import Digits, FormAction, FormRow


class SetupScreen(SeatsPage[None]):
    """A match with everybody at this machine. The cursor begins on Start, and the defaults are playable."""

    HELP = FORM_HELP
    BINDINGS: ClassVar[list[BindingType]] = [Binding("s", "start", "start"), HELP_KEY, BACK_KEY]
    ACT = "start"

    def __init__(self, *, against_computer: bool, game: str = registry.DEFAULT) -> None:
        super().__init__(game)
        self._computer = against_computer

    @property
    def heading(self) -> str:
        return "Play against the computer" if self._computer else "Hot-seat"

    def usual(self, seat: int) -> str:
        if seat == 0:
            return YOU
        return bots.names()[-1] if self._computer else PERSON

    def first_rows(self) -> list[FormRow]:
        return [
            FormAction("start", "Start", "Enter begins the match; up and down lead to what can be changed.")
        ]

    def last_rows(self) -> list[FormRow]:
        rows = [heading("Match")]
        if has_sides(self.game):
            rows.append(games_row())
        if sum(who in (YOU, PERSON) for who in self.who) > 1 and self.deck_seats(range(len(self.who))):
            rows.append(lists_row())
        rows += clock_rows(self.form.rows)
        rows.append(
            Digits("seed", "Seed", "The same seed deals the same cards again.", empty="drawn when it begins")
        )
        return rows

    def summarize(self) -> None:
        start = self.form.find("start")
        assert isinstance(start, FormAction)
        said = ["computer" if who in bots.names() else who for who in self.who]
        if self.game.roles:
            said = [f"{self.game.texts.seat_name(seat)}: {who}" for seat, who in enumerate(said)]
        start.said = "  " + ", ".join(said)

    def begin(self) -> None:
        self.action_start()

    def action_start(self) -> None:
        problem = next((said for row in self.form.rows if (said := illegal(row) or clock_fault(row))), "")
        if not problem:
            try:
                self.tesser.matches.play(self.plan())
                return
            except ValueError as error:
                problem = str(error)
        self.say_problem(problem)

    def plan(self) -> LocalPlan:
        """The match as it is set up now."""
        values = {row.name: row.value for row in self.form.rows if row.name}
        defaults = {option.name: option.default for option in self.game.options}
        seats = range(len(self.who))
        names = [self.name_at(seat) for seat in seats]
        if values["seed"] is not None or self.who.count(PERSON) == 0:
            # You alone are called by your own name anyway, and with a seed names are fixed.
            names = [name if who == PERSON else "" for name, who in zip(names, self.who, strict=True)]
        return LocalPlan(
            game=self.game.name,
            players=tuple(PERSON if who == YOU else who for who in self.who),
            decks=tuple(self.deck_at(seat) for seat in seats),
            options={
                name: value for name, value in options_set(self.form.rows).items() if value != defaults[name]
            },
            lists=values.get("lists", "open"),
            clock=clock_set(self.form.rows),
            both_sides=values.get("games", False),
            seed=values["seed"],
            shared=self.shared,
            names=tuple(names) if any(names) else (),
        )
