"""What the forms of matches are made of: rows for decks, rules and games, and the page they are on. Nothing
here knows a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from core import registry
from decks.formats import Format, deck_formats
from tui.match.offers import Playable, decks_for, playable, shared_lists, shared_said, shared_told
from tui.screens.dialogs import Pick
from tui.screens.page import Page
from tui.widgets.canvas import wrap
from tui.widgets.form import Form
from tui.widgets.form_rows import FormAction, FormItem, FormRow, Number, OneOf
from tui.widgets.key_guard import PressGuard
from tui.widgets.panels import TextPanel

if TYPE_CHECKING:
    from core.contract.game import AnyGame
    from core.contract.header import Decklist
    from decks.model import Deck
    from decks.storage.store import DeckStore

FORM_HELP = (
    "Up and down go from row to row, left and right change a value; digits type a number, letters a name,"
    " Enter opens a longer list. With the mouse: click the signs beside a value, or the value itself."
)


def heading(text: str) -> FormRow:
    """A heading with room above it."""
    return FormRow("", text)


def format_row(game: AnyGame) -> list[FormRow]:
    """The formats of the game's decks, if it has any."""
    forms = [FormItem(form.name, form.title, about=form.about) for form in deck_formats(game)]
    return [OneOf("format", "Format", "", forms)] if forms else []


def deck_items(
    store: DeckStore, game: AnyGame, group: str, form: Format | None, also: Deck | None = None
) -> list[FormItem]:
    """The decks of this group, legal ones first; each says why it isn't legal in this format. `also` is one
    that need not be among those kept here, and comes first then."""
    found = decks_for(store, game, group, form)
    if also is not None and also.group == group and all(one.deck != also for one in found):
        found.insert(0, playable(also, game, group, form))
    return _list_items(found, "legal" if form is not None else "")


def _list_items(found: Iterable[Playable], remark: str) -> list[FormItem]:
    return [
        FormItem(
            deck,
            f"{deck.name}, {deck.size} cards",
            "not legal" if wrong else remark,
            deck.about,
            wrong,
            deck.hash,
        )
        for deck, wrong in found
    ]


def shared_rows(store: DeckStore, game: AnyGame, chosen: Deck | None) -> list[FormRow]:
    """The list that belongs to the table, where the game has one; with one chosen, a row that shows it."""
    if game.shared_group is None:
        return []
    title = game.texts.group_title(game.shared_group)
    none = FormItem(
        None, game.texts.without_shared, about=f"Change it to play with a {title.lower()} of your choice."
    )
    row = OneOf("shared", title, "", [none, *_list_items(shared_lists(store, game), "legal")])
    row.choose(chosen)
    look = FormAction("look", "  look at it", "Enter shows every card of it.")
    return [row] if chosen is None else [row, look]


def look_at(game: AnyGame, shared: Decklist, columns: int) -> TextPanel:
    """The list of the table, on a screen of so many columns."""
    from tui.screens.end_page import inner_width

    lines = [line for said in shared_told(game, shared) for line in wrap(said, inner_width(columns), 40)]
    return TextPanel(shared_said(game, shared), lines)


def illegal(row: FormRow) -> str | None:
    """Why the list of cards chosen in this row can't be played; None if it can."""
    if isinstance(row, OneOf) and row.name.startswith(("deck", "shared")):
        return row.item.wrong or None if row.items else f"{row.label}: there is no deck to choose."
    return None


def option_rows(game: AnyGame) -> list[FormRow]:
    """A row for the presets and one for each option, with their defaults."""
    rows: list[FormRow] = []
    if game.presets:
        presets = [FormItem(preset.options, preset.name, about=preset.about) for preset in game.presets]
        own = FormItem(None, "your own", about="The options below as you have set them.")
        rows.append(OneOf("preset", "Preset", "", [*presets, own]))
    for option in game.options:
        name, label = f"option {option.name}", option.name.replace("_", " ").capitalize()
        if option.words:
            items = [FormItem(value, word) for value, word in enumerate(option.words, option.low)]
            rows.append(OneOf(name, label, option.about, items, option.default - option.low))
        else:
            rows.append(Number(name, label, option.about, option.low, option.high, option.default))
    follow_options(game, rows)
    return rows


def set_option(row: FormRow, value: int) -> None:
    """Put a value into an option's row."""
    if isinstance(row, Number):
        row.number = value
    elif isinstance(row, OneOf):
        row.choose(value)


def options_set(rows: Iterable[FormRow]) -> dict[str, int]:
    """Every option with the value of its row."""
    return {row.name.removeprefix("option "): row.value for row in rows if row.name.startswith("option ")}


def follow_preset(game: AnyGame, rows: Sequence[FormRow]) -> None:
    """The preset was changed: give the options its values."""
    preset = next((row.value for row in rows if row.name == "preset"), None)
    if preset is not None:
        values = {option.name: option.default for option in game.options} | preset
        for row in rows:
            if row.name.startswith("option "):
                set_option(row, values[row.name.removeprefix("option ")])


def follow_options(game: AnyGame, rows: Sequence[FormRow]) -> None:
    """An option was changed: show the preset that has these values, if there is one."""
    now = options_set(rows)
    defaults = {option.name: option.default for option in game.options}
    for row in rows:
        if isinstance(row, OneOf) and row.name == "preset":
            fits = (n for n, preset in enumerate(game.presets) if defaults | preset.options == now)
            row.at = next(fits, len(row.items) - 1)


def lists_row() -> FormRow:
    """Whether decklists are shown."""
    items = [
        FormItem("open", "open", about="Everybody at the table may see every decklist."),
        FormItem("closed", "closed", about="Only its owner sees a decklist, until the match is over."),
    ]
    return OneOf("lists", "Decklists", "", items)


def games_row() -> FormRow:
    """One game, or one for each side."""
    items = [
        FormItem(False, "one", about="Change it to play a second game with the sides swapped."),
        FormItem(
            True,
            "both sides",
            about="Two games on the same decks and options, the sides swapped for the second. Games won"
            " decide, then points (tokens), then totals. Fair where one side is the stronger.",
        ),
    ]
    return OneOf("games", "Games", "How many are played.", items)


def game_row(chosen: str) -> list[FormRow]:
    """The games, if there are several."""
    items = [FormItem(name, registry.title(name)) for name in registry.names()]
    row = OneOf("game", "Game", "", items)
    row.choose(chosen)
    return [row] if len(items) > 1 else []


R = TypeVar("R")

ABOUT_ROWS = 3


class FormPage(Page[R]):
    """A page with a form, a sentence on the row under its cursor, and what is wrong."""

    CSS_PATH: ClassVar[Any] = "form_page.tcss"

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
            about = row.item.told or about
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
            lines = [(item.text, item.told) for item in row.items]
            self.app.push_screen(Pick(row.label, lines, row.at), lambda at: self._picked(row, at))
        else:
            self.guard.press(lambda: self.pressed(row) if self.is_active else None)

    def _picked(self, row: OneOf, at: int | None) -> None:
        if at is not None and at != row.at:
            row.at = at
            self.say_problem("")
            self.changed(row)
            self.form.refresh()
            self.tell_about()

    def changed(self, row: FormRow) -> None:
        """A value was changed."""

    def pressed(self, row: FormRow) -> None:
        """An Act was chosen."""
