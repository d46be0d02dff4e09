"""Who sits where, in a form: rows for each seat, and the page of a whole table. Nothing here knows a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar, TypeVar

from core import bots, registry
from core.contract.header import Decklist
from decks.formats import Format, check, find_format
from tui.match.plans import GUEST, PERSON
from tui.match.player_names import usual_name
from tui.screens.form_page import (
    FormPage,
    deck_items,
    follow_options,
    follow_preset,
    format_row,
    game_row,
    heading,
    look_at,
    option_rows,
    shared_rows,
)
from tui.widgets.form import Form
from tui.widgets.form_rows import Digits, FormItem, FormRow, Number, OneOf, Words

if TYPE_CHECKING:
    from core.contract.game import AnyGame
    from decks.model import Deck
    from decks.storage.store import DeckStore

YOU = "you"
"""The person this program belongs to, among persons."""


def who_rows(game: AnyGame, who: Mapping[int, str], player: str, guests: bool = False) -> list[FormRow]:
    """For each of these seats: who plays there, and for another person its name.

    `who` is YOU, PERSON, GUEST or the name of a bot, by seat; `player` is your name; `guests`: whether a
    guest from another machine may sit there.
    """
    items = [
        FormItem(YOU, f"you, {player}"),
        FormItem(PERSON, "another person", about="You share screen and keyboard, and take turns at them."),
    ]
    for name in bots.names():
        items.append(FormItem(name, f"computer, {name}", about=f"The computer player called {name}."))
    if guests:
        items.append(FormItem(GUEST, "your guest", about="Whoever joins by your invite plays there."))
    rows: list[FormRow] = []
    for seat, one in who.items():
        row = OneOf(f"who {seat}", game.texts.seat_name(seat), "Who plays there.", items)
        row.choose(one)
        rows.append(row)
        if one == PERSON:
            usual = usual_name(game, seat, one)
            rows.append(Words(f"name {seat}", "  called", "A name: letters type it.", empty=usual))
    return rows


class Change:
    """Who sits where, while somebody steps through those who might sit at one seat: what was passed on the
    way, such as you, is nowhere moved by it."""

    def __init__(self) -> None:
        self._seat: int | None = None
        self._before: dict[int, str] = {}

    def sit_down(self, who: Mapping[int, str], seat: int, one: str) -> dict[int, str]:
        """Somebody else sits at a seat now. There is one of you: the seat you leave takes who was there."""
        if seat != self._seat:
            self._seat, self._before = seat, dict(who)
        seated = dict(self._before)
        if one == YOU:
            for other, there in self._before.items():
                if there == YOU:
                    seated[other] = self._before[seat]
        seated[seat] = one
        return seated

    def over(self) -> None:
        """Who sits there now was meant."""
        self._seat = None


def keep_values(old: Iterable[FormRow], rows: Iterable[FormRow]) -> None:
    """Values that were typed or chosen stay when the rows are made anew; who sits where is known already."""
    before = {row.name: row for row in old if row.name}
    for row in rows:
        kept = before.get(row.name)
        if isinstance(row, Words) and isinstance(kept, Words):
            row.text = kept.text
        elif isinstance(row, OneOf | Digits) and kept is not None and not row.name.startswith("who "):
            row.__dict__.update(kept.__dict__)
        elif isinstance(row, Number) and isinstance(kept, Number):
            row.number = max(row.low, min(kept.number, row.high)) if row.name != "seats" else row.number


def fill_decks(
    form: Form, store: DeckStore, game: AnyGame, chosen: Format | None, also: Deck | None = None
) -> None:
    """The decks of each seat's row, and the one before if it still fits; for `also` see deck_items."""
    for row in form.rows:
        if isinstance(row, OneOf) and row.name.startswith("deck "):
            kept: Deck | None = row.value
            group = game.deck_group(int(row.name.removeprefix("deck ")))
            assert group is not None
            row.items, row.at = deck_items(store, game, group, chosen, also), 0
            if kept is not None and (chosen is None or not check(kept, game, chosen)):
                row.choose(kept)
    form.refresh()


R = TypeVar("R")


class SeatsPage(FormPage[R]):
    """A form about a table: which game, how many seats, who sits where with which deck, by which rules."""

    ACT: ClassVar[str]
    """The row on which the cursor begins."""
    GUESTS: ClassVar[bool] = False
    """Whether somebody from another machine is to play."""

    def __init__(self, game: str) -> None:
        super().__init__()
        self.game = registry.load(game)
        self.who: list[str] = []
        """By seat: YOU, PERSON, GUEST or the name of a bot."""
        self._change = Change()
        self._shown = ""
        """The game that the rows are of."""
        self._shared_deck: Deck | None = None
        """The list of cards that belongs to the table."""

    # What a page of its own says.

    def usual(self, seat: int) -> str:
        """Who plays at a seat before that is chosen."""
        raise NotImplementedError

    def first_rows(self) -> list[FormRow]:
        """The row that begins, and whatever else comes first."""
        raise NotImplementedError

    def last_rows(self) -> list[FormRow]:
        """What follows on the rules."""
        raise NotImplementedError

    def summarize(self) -> None:
        """Say on the first row what is set, before it is drawn."""

    # Rows.

    def on_mount(self) -> None:
        self._begin()
        self.form.put_cursor(self.ACT)
        self.form.focus()
        self.say_problem("")
        self.tell_about()

    def _begin(self) -> None:
        """Defaults for the game that is chosen."""
        self.who = [self.usual(seat) for seat in range(self.game.seats[0])]
        self._make_rows()

    def deck_seats(self, seats: Iterable[int]) -> list[int]:
        """Those of these seats that bring a deck."""
        return [seat for seat in seats if self.game.deck_group(seat) is not None]

    @property
    def here(self) -> list[int]:
        """The seats of this machine."""
        return [seat for seat, who in enumerate(self.who) if who != GUEST]

    def _make_rows(self) -> None:
        game = self.game
        fewest, most = game.seats
        rows: list[FormRow] = [*self.first_rows(), *game_row(game.name), heading("Players")]
        if fewest != most:
            rows.append(Number("seats", "Seats", "How many play.", fewest, most, len(self.who)))
        rows += who_rows(game, dict(enumerate(self.who)), self.tesser.profile.player, self.GUESTS)
        decks = format_row(game) if self.deck_seats(range(len(self.who))) else []
        for seat in self.deck_seats(self.here):
            decks.append(OneOf(f"deck {seat}", game.texts.seat_name(seat), "What is played with."))
        rows += [heading("Decks"), *decks] if decks else []
        rules = [*shared_rows(self.tesser.store, game, self._shared_deck), *option_rows(game)]
        rows += [heading("Rules"), *rules] if rules else []
        rows += self.last_rows()
        keep_values(self.form.rows if self._shown == game.name else (), rows)
        self._shown = game.name
        self.form.show_rows(rows)
        self._fill_decks()

    def _fill_decks(self) -> None:
        fill_decks(self.form, self.tesser.store, self.game, self.format)
        self.summarize()
        self.form.refresh()

    @property
    def format(self) -> Format | None:
        """The format of the decks, if there are any."""
        names = [row.name for row in self.form.rows]
        return find_format(self.game.name, self.form.find("format").value) if "format" in names else None

    def on_form_moved(self) -> None:
        self._change.over()

    def changed(self, row: FormRow) -> None:
        if row.name == "game":
            self.game = registry.load(row.value)
            self._shared_deck = None
            self._begin()
        elif row.name == "shared":
            self._shared_deck = row.value
            self._make_rows()
        elif row.name == "seats":
            self._change.over()
            more = range(len(self.who), row.value)
            self.who = [*self.who[: row.value], *map(self.usual, more)]
            if YOU not in self.who and YOU in map(self.usual, range(row.value)):
                self.who[0] = YOU
            self._make_rows()
        elif row.name.startswith("who "):
            who = dict(enumerate(self.who))
            seated = self._change.sit_down(who, int(row.name.removeprefix("who ")), row.value)
            self.who = list(seated.values())
            self._make_rows()
        elif row.name == "clock":
            self._make_rows()
        elif row.name == "format":
            self._fill_decks()
        elif row.name == "preset":
            follow_preset(self.game, self.form.rows)
            self.form.refresh()
        elif row.name.startswith("option "):
            follow_options(self.game, self.form.rows)
            self.form.refresh()

    def pressed(self, row: FormRow) -> None:
        if row.name == "look" and self.shared is not None:
            self.app.push_screen(look_at(self.game, self.shared, self.size.width))
        else:
            self.begin()

    def begin(self) -> None:
        """The first row was pressed."""
        raise NotImplementedError

    # What is set.

    @property
    def shared(self) -> Decklist | None:
        """The list of cards that belongs to the table."""
        return self._shared_deck.decklist() if self._shared_deck is not None else None

    def deck_at(self, seat: int) -> Decklist | None:
        """The deck of a seat; None if it brings none."""
        return next(
            (row.value.decklist() for row in self.form.rows if row.name == f"deck {seat}" and row.value), None
        )

    def name_at(self, seat: int) -> str:
        """What the person at a seat is to be called; empty where nothing was typed, and for a bot."""
        if self.who[seat] == YOU:
            return self.tesser.profile.player
        return name_typed(self.form.rows, seat)


def name_typed(rows: Iterable[FormRow], seat: int) -> str:
    """The name that was typed for the person at a seat."""
    return next((str(row.value) for row in rows if row.name == f"name {seat}"), "")
