"""Setting up a match on this machine: who sits where, decks, options. Nothing here knows a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from core import bots, games
from core.match import Decklist
from decks.formats import Format, check, find_format, formats
from tui.matches.offers import decks_for
from tui.matches.plans import PERSON, LocalPlan
from tui.matches.plays import seat_name
from tui.screens.dialogs import Pick
from tui.screens.page import BACK_KEY, HELP_KEY, Page
from tui.widgets.canvas import wrap
from tui.widgets.form import Act, Digits, Form, Item, Number, OneOf, Row
from tui.widgets.guard import PressGuard

if TYPE_CHECKING:
    from core.game import AnyGame
    from decks.model import Deck
    from decks.store import DeckStore

YOU = "you"
"""The person this program belongs to, among persons."""


def heading(text: str) -> Row:
    """A heading with room above it."""
    return Row("", text)


def format_row(game: AnyGame) -> list[Row]:
    """The formats of the game's decks, if it has any."""
    forms = [Item(form.name, form.title, about=form.about) for form in formats(game.name)]
    return [OneOf("format", "Format", "", forms)] if forms else []


def deck_items(store: DeckStore, game: AnyGame, group: str, form: Format | None) -> list[Item]:
    """The decks of this group, legal ones first; each says why it isn't legal in this format."""
    remark = "legal" if form is not None else ""
    return [
        Item(deck, f"{deck.name}, {deck.size} cards", "not legal" if wrong else remark, deck.about, wrong)
        for deck, wrong in decks_for(store, game, group, form)
    ]


def illegal(row: Row) -> str | None:
    """Why the deck chosen in this row can't be played; None if it can."""
    if isinstance(row, OneOf) and row.name.startswith("deck"):
        return row.item.wrong or None if row.items else f"{row.label}: there is no deck to choose."
    return None


def option_rows(game: AnyGame) -> list[Row]:
    """A row for the presets and one for each option, with their defaults."""
    rows: list[Row] = []
    if game.presets:
        presets = [Item(preset.options, preset.name, about=preset.about) for preset in game.presets]
        own = Item(None, "your own", about="The options below as you have set them.")
        rows.append(OneOf("preset", "Preset", "", [*presets, own]))
    for option in game.options:
        name, label = f"option {option.name}", option.name.replace("_", " ").capitalize()
        if (option.low, option.high) == (0, 1):
            switch = [Item(0, "off"), Item(1, "on")]
            rows.append(OneOf(name, label, option.about, switch, option.default))
        else:
            rows.append(Number(name, label, option.about, option.low, option.high, option.default))
    follow_options(game, rows)
    return rows


def set_option(row: Row, value: int) -> None:
    """Put a value into an option's row."""
    if isinstance(row, Number):
        row.number = value
    elif isinstance(row, OneOf):
        row.choose(value)


def options_set(rows: Iterable[Row]) -> dict[str, int]:
    """Every option with the value of its row."""
    return {row.name.removeprefix("option "): row.value for row in rows if row.name.startswith("option ")}


def follow_preset(game: AnyGame, rows: Sequence[Row]) -> None:
    """The preset was changed: give the options its values."""
    preset = next((row.value for row in rows if row.name == "preset"), None)
    if preset is not None:
        values = {option.name: option.default for option in game.options} | preset
        for row in rows:
            if row.name.startswith("option "):
                set_option(row, values[row.name.removeprefix("option ")])


def follow_options(game: AnyGame, rows: Sequence[Row]) -> None:
    """An option was changed: show the preset that has these values, if there is one."""
    now = options_set(rows)
    defaults = {option.name: option.default for option in game.options}
    for row in rows:
        if isinstance(row, OneOf) and row.name == "preset":
            fits = (n for n, preset in enumerate(game.presets) if defaults | preset.options == now)
            row.at = next(fits, len(row.items) - 1)


def lists_row() -> Row:
    """Whether decklists are shown."""
    items = [
        Item("open", "open", about="Everybody at the table may see every decklist."),
        Item("closed", "closed", about="Only its owner sees a decklist, until the match is over."),
    ]
    return OneOf("lists", "Decklists", "", items)


def games_row() -> Row:
    """One game, or one for each side."""
    items = [
        Item(False, "one", about="Change it to play a second game with the sides swapped."),
        Item(
            True,
            "both sides",
            about="Two games on the same decks and options, the sides swapped for the second. Games won"
            " decide, then points (tokens), then totals. Fair where one side is the stronger.",
        ),
    ]
    return OneOf("games", "Games", "How many are played.", items)


def game_row(chosen: str) -> list[Row]:
    """The games, if there are several."""
    items = [Item(name, games.title(name)) for name in games.names()]
    row = OneOf("game", "Game", "", items)
    row.choose(chosen)
    return [row] if len(items) > 1 else []


R = TypeVar("R")

ABOUT_ROWS = 3


class FormPage(Page[R]):
    """A page with a form, a sentence on the row under its cursor, and what is wrong."""

    CSS_PATH: ClassVar[Any] = "setup.tcss"

    def __init__(self) -> None:
        super().__init__()
        self.guard = PressGuard(self)
        """The Enter that led here, held down, doesn't also press what is under the cursor."""

    def on_mount(self) -> None:
        self.guard.appeared()

    def body(self) -> ComposeResult:
        yield Form(id="form")
        yield Static("", id="problem", markup=False)
        yield Static("", id="about", markup=False)

    @property
    def form(self) -> Form:
        return self.query_one("#form", Form)

    def tell_about(self) -> None:
        """Say what the row under the cursor is."""
        row = self.form.row
        about = row.about
        if isinstance(row, OneOf) and row.items:
            about = row.item.wrong or row.item.about or about
        lines = wrap(about, max(20, self.size.width - 4), ABOUT_ROWS)
        self.query_one("#about", Static).update(Content("\n".join(lines)), layout=False)

    def say_problem(self, problem: str) -> None:
        """Show what is wrong, in a sentence; nothing for an empty one."""
        told = self.query_one("#problem", Static)
        told.update(Content(problem))
        told.display = bool(problem)

    def on_form_moved(self) -> None:
        self.tell_about()

    def on_form_changed(self, event: Form.Changed) -> None:
        self.say_problem("")
        self.changed(event.row)
        self.tell_about()

    def on_form_pressed(self, event: Form.Pressed) -> None:
        row = event.row
        if isinstance(row, OneOf):
            lines = [(item.text, item.wrong or item.about) for item in row.items]
            self.app.push_screen(Pick(row.label, lines, row.at), lambda at: self._picked(row, at))
        else:
            self.guard.press(lambda: self.pressed(row) if self.is_current else None)

    def _picked(self, row: OneOf, at: int | None) -> None:
        if at is not None and at != row.at:
            row.at = at
            self.say_problem("")
            self.changed(row)
            self.form.refresh()
            self.tell_about()

    def changed(self, row: Row) -> None:
        """A value was changed."""

    def pressed(self, row: Row) -> None:
        """An Act was chosen."""


class SetupScreen(FormPage[None]):
    """A match with everybody at this machine. The cursor begins on Start, and the defaults are playable."""

    HELP = (
        "Up and down go from row to row, left and right change a value; digits type a number,"
        " Enter opens a longer list. With the mouse: click the signs beside a value, or the value itself."
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("s", "start", "start"), HELP_KEY, BACK_KEY]

    def __init__(self, *, against_computer: bool, game: str = games.DEFAULT) -> None:
        super().__init__()
        self._computer = against_computer
        self._game = games.load(game)
        self._who: list[str] = []
        """By seat: YOU, PERSON or the name of a bot."""

    @property
    def heading(self) -> str:
        return "Play against the computer" if self._computer else "Hot-seat"

    def on_mount(self) -> None:
        self._begin()
        self.form.put_cursor("start")
        self.form.focus()
        self.say_problem("")
        self.tell_about()

    # Rows.

    def _begin(self) -> None:
        """Defaults for the game that is chosen."""
        others = [bots.names()[-1] if self._computer else PERSON] * (self._game.seats[0] - 1)
        self._who = [YOU, *others]
        self._make_rows()

    def _make_rows(self) -> None:
        game = self._game
        fewest, most = game.seats
        rows: list[Row] = [
            Act("start", "Start", "Enter begins the match; up and down lead to what can be changed."),
            *game_row(game.name),
            heading("Players"),
        ]
        if fewest != most:
            rows.append(Number("seats", "Seats", "How many play.", fewest, most, len(self._who)))
        rows += [self._who_row(seat) for seat in range(len(self._who))]
        groups = [seat for seat in range(len(self._who)) if game.deck_group(seat) is not None]
        if groups:
            rows += [heading("Decks"), *format_row(game)]
            rows += [OneOf(f"deck {seat}", seat_name(game, seat)) for seat in groups]
        if game.options:
            rows += [heading("Rules"), *option_rows(game)]
        rows += [heading("Match")]
        if game.seats == (2, 2):
            rows.append(games_row())
        if sum(who in (YOU, PERSON) for who in self._who) > 1:
            rows.append(lists_row())
        rows.append(
            Digits("seed", "Seed", "The same seed deals the same cards again.", empty="drawn when it begins")
        )
        self._keep_values(rows)
        self.form.show_rows(rows)
        self._fill_decks()
        self._summarize()

    def _keep_values(self, rows: Sequence[Row]) -> None:
        """What was set stays set when the rows are made anew."""
        old = {row.name: row for row in self.form.rows if row.name}
        for at, row in enumerate(rows):
            before = old.get(row.name)
            if before is not None and not row.name.startswith(("deck", "who", "game", "seats", "start")):
                rows[at].__dict__.update(before.__dict__)

    def _who_row(self, seat: int) -> Row:
        items = [
            Item(YOU, f"you, {self.tesser.profile.player}"),
            Item(PERSON, "another person", about="You share screen and keyboard, and take turns at them."),
        ]
        for name in bots.names():
            items.append(Item(name, f"computer, {name}", about=f"The computer player called {name}."))
        row = OneOf(f"who {seat}", seat_name(self._game, seat), "Who plays this side.", items)
        row.choose(self._who[seat])
        return row

    def _fill_decks(self) -> None:
        game = self._game
        names = [row.name for row in self.form.rows]
        form = find_format(game.name, self.form.find("format").value) if "format" in names else None
        for row in self.form.rows:
            if isinstance(row, OneOf) and row.name.startswith("deck "):
                kept: Deck | None = row.value
                group = game.deck_group(int(row.name.removeprefix("deck ")))
                assert group is not None
                row.items, row.at = deck_items(self.tesser.store, game, group, form), 0
                if kept is not None and form is not None and not check(kept, game, form):
                    row.choose(kept)
        self.form.refresh()

    def _summarize(self) -> None:
        start = self.form.find("start")
        assert isinstance(start, Act)
        players = [
            f"{seat_name(self._game, seat)}: {'computer' if who in bots.names() else who}"
            for seat, who in enumerate(self._who)
        ]
        start.said = "  " + ", ".join(players)
        self.form.refresh()

    def changed(self, row: Row) -> None:
        if row.name == "game":
            self._game = games.load(row.value)
            self._begin()
        elif row.name == "seats":
            more = row.value - len(self._who)
            self._who = [*self._who[: row.value], *[bots.names()[-1]] * more]
            self._make_rows()
        elif row.name.startswith("who "):
            self._seat(int(row.name.removeprefix("who ")), row.value)
        elif row.name == "format":
            self._fill_decks()
        elif row.name == "preset":
            follow_preset(self._game, self.form.rows)
            self.form.refresh()
        elif row.name.startswith("option "):
            follow_options(self._game, self.form.rows)
            self.form.refresh()

    def _seat(self, seat: int, who: str) -> None:
        """Somebody else sits there now. There is one of you: the seat you leave takes who was there."""
        if who == YOU and YOU in self._who:
            self._who[self._who.index(YOU)] = self._who[seat]
        self._who[seat] = who
        self._make_rows()

    # Starting.

    def pressed(self, row: Row) -> None:
        self.action_start()

    def action_start(self) -> None:
        problem = next((said for said in map(illegal, self.form.rows) if said), "")
        if not problem:
            try:
                self.tesser.play(self.plan())
                return
            except ValueError as error:
                problem = str(error)
        self.say_problem(problem)

    def plan(self) -> LocalPlan:
        """The match as it is set up now."""
        values = {row.name: row.value for row in self.form.rows if row.name}
        defaults = {option.name: option.default for option in self._game.options}
        lists: list[Decklist | None] = []
        for seat in range(len(self._who)):
            deck: Deck | None = values.get(f"deck {seat}")
            lists.append(deck.decklist() if deck else None)
        return LocalPlan(
            game=self._game.name,
            players=tuple(PERSON if who == YOU else who for who in self._who),
            decks=tuple(lists),
            options={
                name: value for name, value in options_set(self.form.rows).items() if value != defaults[name]
            },
            lists=values.get("lists", "open"),
            both_sides=values.get("games", False),
            seed=values["seed"],
        )
