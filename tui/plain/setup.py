"""Setting up a match by questions. Nothing here knows a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core import games
from core.game import AnyGame
from core.match import Decklist
from decks.formats import find_format, formats
from decks.store import DeckStore
from tui.matches.offers import decks_for
from tui.matches.plans import PERSON, HostPlan, LocalPlan
from tui.matches.plays import seat_name
from tui.plain.ask import Back, Item, pick, text
from tui.plain.console import Console


def answer_all(steps: Sequence[Callable[[], object]]) -> None:
    """Ask one question after another; `back` leads to the one before, and before the first raises Back."""
    at = 0
    while at < len(steps):
        try:
            steps[at]()
        except Back:
            if not at:
                raise
            at -= 1
        else:
            at += 1


class Setup:
    """What a match is made of, asked bit by bit."""

    def __init__(self, console: Console, store: DeckStore, persons: Sequence[str] = ()) -> None:
        """`persons` are the kinds of players that are left to choose from for the other seats."""
        self._console = console
        self._store = store
        self._opponents = persons
        self.game: AnyGame = games.load(games.DEFAULT)
        self.seat = 0
        self.others: dict[int, str] = {}
        """By seat: `person`, or the name of a bot."""
        self.decks: dict[int, Decklist | None] = {}
        self.options: dict[str, int] = {}
        self.format = ""
        self.lists = "open"
        self.both_sides = False
        self.seed: int | None = None

    def local(self, against: str | None) -> LocalPlan:
        """A match on this machine; `against` is who plays all other seats, None asks for each."""
        steps = [*self._begin()]
        if against is None and len(self._opponents) > 1:
            steps.append(self._ask_opponents)
        answer_all([*steps, lambda: self._ask_rest(against)])
        seats = range(self.game.seats[0])
        return LocalPlan(
            game=self.game.name,
            players=tuple(PERSON if seat == self.seat else self._player(seat, against) for seat in seats),
            decks=tuple(self.decks[seat] for seat in seats),
            options=self.options,
            lists=self.lists,
            both_sides=self.both_sides,
            seed=self.seed,
        )

    def host(self) -> HostPlan:
        """A table for somebody on another machine."""
        answer_all([*self._begin(), lambda: self._ask_rest("guest")])
        return HostPlan(
            game=self.game.name,
            seats=(self.seat,),
            decks={self.seat: self.decks[self.seat]},
            options=self.options,
            format=self.format,
            lists=self.lists,
        )

    def _player(self, seat: int, against: str | None) -> str:
        return against or self.others.get(seat) or self._opponents[0]

    def _begin(self) -> list[Callable[[], object]]:
        return [*([self._ask_game] if len(games.names()) > 1 else []), self._ask_side]

    def _ask_game(self) -> None:
        names = games.names()
        items = [Item(games.load(name).title) for name in names]
        self.game = games.load(names[pick(self._console, "Which game?", items)])

    def _ask_side(self) -> None:
        items = [Item(seat_name(self.game, seat)) for seat in range(self.game.seats[0])]
        self.seat = pick(self._console, "Which side do you play?", items)

    def _ask_opponents(self) -> None:
        for seat in range(self.game.seats[0]):
            if seat != self.seat:
                items = [Item(f"the computer, {name}") for name in self._opponents]
                at = pick(self._console, f"Who plays {seat_name(self.game, seat)}?", items)
                self.others[seat] = self._opponents[at]

    def _ask_rest(self, against: str | None) -> None:
        """Decks, rules and the like: as usual, or each of them."""
        here = [self.seat] if against == "guest" else list(range(self.game.seats[0]))
        forms = formats(self.game.name)
        self.options, self.lists, self.both_sides, self.seed = {}, "open", False, None
        self.format = forms[0].name if forms else ""
        self._usual_decks(here)
        named = ", ".join(deck.name for deck in self.decks.values() if deck is not None)
        rules = self.game.presets[0].name if self.game.presets else "as they come"
        usual = f"decks {named}; rules {rules}" if named else f"rules {rules}"
        items = [Item("as usual", usual), Item("choose", "decks, rules and the rest, one by one")]
        if pick(self._console, "Decks and rules?", items) == 0:
            return
        steps: list[Callable[[], object]] = [self._ask_format] if forms else []
        steps += [lambda seat=seat: self._ask_deck(seat) for seat in here]  # type: ignore[misc]
        steps.append(self._ask_rules)
        if against in ("guest", PERSON):
            steps.append(self._ask_lists)
        if against != "guest":
            if self.game.seats == (2, 2):
                steps.append(self._ask_games)
            steps.append(self._ask_seed)
        try:
            answer_all(steps)
        except Back:
            self._ask_rest(against)

    def _usual_decks(self, seats: Sequence[int]) -> None:
        for seat in seats:
            group = self.game.deck_group(seat)
            form = find_format(self.game.name, self.format)
            found = decks_for(self._store, self.game, group, form) if group is not None else []
            stock = next((one.deck.decklist() for one in found if not one.wrong), None)
            self.decks[seat] = stock

    def _ask_format(self) -> None:
        forms = formats(self.game.name)
        items = [Item(form.title, form.about) for form in forms]
        self.format = forms[pick(self._console, "Which decks may be played?", items)].name

    def _ask_deck(self, seat: int) -> None:
        whose = "you" if seat == self.seat else seat_name(self.game, seat)
        self.decks[seat] = ask_deck(self._console, self._store, self.game, seat, self.format, whose)

    def _ask_rules(self) -> None:
        presets = self.game.presets
        items = [Item(preset.name, preset.about) for preset in presets]
        if items:
            at = pick(self._console, "Which rules?", [*items, Item("your own", "each option is asked")])
            if at < len(presets):
                self.options = dict(presets[at].options)
                return
        self.options = {}
        for option in self.game.options:
            value = self._ask_option(option.name, option.about, option.low, option.high, option.default)
            if value != option.default:
                self.options[option.name] = value

    def _ask_option(self, name: str, about: str, low: int, high: int, default: int) -> int:
        label = name.replace("_", " ").capitalize()
        if (low, high) == (0, 1):
            return pick(self._console, f"{label}: {about}", [Item("off"), Item("on")], default)

        def read(given: str) -> int:
            if not (given.isascii() and given.isdigit() and low <= int(given) <= high):
                raise ValueError(f"A whole number from {low} to {high} is wanted.")
            return int(given)

        question = f"{label}: {about} From {low} to {high}; Enter alone takes {default}."
        return text(self._console, question, read, default)

    def _ask_lists(self) -> None:
        items = [
            Item("open", "everybody at the table may see every decklist"),
            Item("closed", "only its owner sees a decklist, until the match is over"),
        ]
        self.lists = ("open", "closed")[pick(self._console, "Decklists?", items)]

    def _ask_games(self) -> None:
        items = [
            Item("one"),
            Item("both sides", "two games, the second with the sides swapped; the sum decides"),
        ]
        self.both_sides = bool(pick(self._console, "How many games?", items))

    def _ask_seed(self) -> None:
        def read(given: str) -> int:
            if not (given.isascii() and given.isdigit() and len(given) <= 18):
                raise ValueError("A whole number is wanted.")
            return int(given)

        question = "Seed: the same number deals the same cards again. Enter alone draws one."
        self.seed = text(self._console, question, read, None)


def ask_deck(
    console: Console, store: DeckStore, game: AnyGame, seat: int, format_name: str, whose: str
) -> Decklist | None:
    """Ask for the deck of a seat; None if it brings none. `whose` is `you`, or who plays it."""
    group = game.deck_group(seat)
    if group is None:
        return None
    found = decks_for(store, game, group, find_format(game.name, format_name))
    items = [
        Item(f"{one.deck.name}, {one.deck.size} cards", "not legal here" if one.wrong else "", one.wrong)
        for one in found
    ]
    question = "Which deck do you play?" if whose == "you" else f"Which deck does {whose} play?"
    return found[pick(console, question, items)].deck.decklist()
