"""Setting up a match by questions. Nothing here knows a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from core import bots, registry
from core.contract.clock import FORMS, NO_CLOCK, read_clock, written
from core.contract.game import AnyGame
from core.contract.header import Decklist
from core.contract.options import Option
from core.words import listed
from decks.formats import deck_formats, find_format, noun
from decks.storage.store import DeckStore
from tui.match.offers import decks_for, shared_lists, shared_told
from tui.match.plans import GUEST, PERSON, HostPlan, LocalPlan, Sitter
from tui.match.player_names import read_name
from tui.match.series import has_sides
from tui.plain.ask import Back, MenuItem, pick, text
from tui.plain.console import Console

PLAYERS = {PERSON: "a person at this keyboard", GUEST: "your guest"}
"""What those are called that are no bots."""


def answer_all(steps: Sequence[Callable[[], object]]) -> None:
    """Ask one question after another; `back` leads to the one before, and before the first raises Back.

    A step that had nothing to ask gives False.
    """
    asked: list[int] = []
    at = 0
    while at < len(steps):
        try:
            if steps[at]() is not False:
                asked.append(at)
        except Back:
            if not asked:
                raise
            at = asked.pop()
        else:
            at += 1


class Setup:
    """What a match is made of, asked bit by bit."""

    def __init__(self, console: Console, store: DeckStore) -> None:
        self._console = console
        self._store = store
        self.game: AnyGame = registry.load(registry.DEFAULT)
        self.count = self.game.seats[0]
        """How many seats there are."""
        self.seat = 0
        """Where the person sits that is asked."""
        self.others: dict[int, str] = {}
        """By seat: `person`, GUEST, or the name of a bot."""
        self.names: dict[int, str] = {}
        """By seat, what other persons are to be called."""
        self.decks: dict[int, Decklist | None] = {}
        self.options: dict[str, int] = {}
        self.format = ""
        self.lists = "open"
        self.clock = NO_CLOCK
        self.both_sides = False
        self.seed: int | None = None
        self.shared: Decklist | None = None
        """The list that belongs to the table."""

    def local(self, usual: str) -> LocalPlan:
        """A match on this machine; `usual` is who plays the other seats unless something else is said:
        `person`, or the name of a bot."""
        answer_all([*self._begin(), lambda: self._ask_others(usual), self._ask_rest])
        seats = range(self.count)
        return LocalPlan(
            game=self.game.name,
            players=tuple(self._player(seat) for seat in seats),
            decks=tuple(self.decks[seat] for seat in seats),
            options=self.options,
            lists=self.lists,
            clock=self.clock,
            both_sides=self.both_sides,
            seed=self.seed,
            shared=self.shared,
            names=tuple(self.names.get(seat, "") for seat in seats) if self.names else (),
        )

    def host(self) -> HostPlan:
        """A table for somebody on another machine."""
        answer_all([*self._begin(), lambda: self._ask_others(GUEST), self._ask_rest])
        return HostPlan(
            game=self.game.name,
            seats=self.count,
            here={
                seat: Sitter(self._player(seat), self.decks[seat], self.names.get(seat, ""))
                for seat in self._here()
            },
            options=self.options,
            format=self.format,
            lists=self.lists,
            clock=self.clock,
            both_sides=self.both_sides,
            shared=self.shared,
        )

    def _player(self, seat: int) -> str:
        return PERSON if seat == self.seat else self.others[seat]

    def _here(self) -> list[int]:
        """The seats of this machine."""
        return [seat for seat in range(self.count) if self._player(seat) != GUEST]

    def _begin(self) -> list[Callable[[], object]]:
        return [self._ask_game, self._ask_count, self._ask_side]

    def _ask_game(self) -> bool:
        names = registry.names()
        items = [MenuItem(registry.load(name).title) for name in names]
        self.game = registry.load(names[pick(self._console, "Which game?", items) if len(names) > 1 else 0])
        return len(names) > 1

    def _ask_count(self) -> bool:
        fewest, most = self.game.seats
        self.count = fewest
        if fewest != most:
            self.count = ask_number(self._console, "How many play?", fewest, most, fewest)
        return fewest != most

    def _ask_side(self) -> None:
        items = [MenuItem(self.game.texts.seat_name(seat)) for seat in range(self.count)]
        question = "Which side do you play?" if self.game.roles else "Where do you sit?"
        self.seat = pick(self._console, question, items)

    def _ask_others(self, usual: str) -> bool:
        """Who plays the other seats: asked where there are several, or several sorts of bots for one."""
        seats = [seat for seat in range(self.count) if seat != self.seat]
        computers = bots.names()[::-1]
        words = computers if len(seats) == 1 else [*dict.fromkeys((usual, *computers, PERSON))]
        self.others = dict.fromkeys(seats, usual)
        self.names = {}
        if usual not in words or len(words) == 1:
            return False
        ask_players(self._console, self.game, self.others, words)
        while usual == GUEST and GUEST not in self.others.values():
            self._console.say("Nobody is left for your guest: give it a seat.")
            ask_players(self._console, self.game, self.others, words)
        return True

    def _ask_rest(self) -> None:
        """Decks, rules and the like: as usual, or each of them."""
        here, game = self._here(), self.game
        brought = any(game.deck_group(seat) is not None for seat in range(self.count))
        hosts = GUEST in self.others.values()
        persons = [seat for seat, player in self.others.items() if player == PERSON]
        forms = deck_formats(game) if brought else ()
        self.options, self.lists, self.both_sides, self.seed, self.names = {}, "open", False, None, {}
        self.shared, self.clock = None, NO_CLOCK
        self.format = forms[0].name if forms else ""
        self.decks = {}
        self._usual_decks(here)
        named = ", ".join(deck.name for deck in self.decks.values() if deck is not None)
        rules = game.presets[0].name if game.presets else "as they come"
        group = game.shared_group
        table = "" if group is None else game.texts.group_title(group).lower()
        usual = [f"decks {named}"] if named else []
        usual += [f"{table}: {game.texts.without_shared}"] if table else []
        what = ["decks"] if brought else []
        what += [table] if table else []
        items = [
            MenuItem("as usual", "; ".join([*usual, f"rules {rules}"])),
            MenuItem("choose", f"{', '.join([*what, 'rules'])} and the rest, one by one"),
        ]
        if pick(self._console, f"{listed([*what, 'rules'])}?".capitalize(), items) == 0:
            return
        steps: list[Callable[[], object]] = [self._ask_format] if forms else []
        steps += [partial(self._ask_deck, seat) for seat in here]
        if group is not None:
            steps.append(self._ask_shared)
        steps.append(self._ask_rules)
        if brought and (hosts or persons):
            steps.append(self._ask_lists)
        steps.append(self._ask_clock)
        steps += [partial(self._ask_name, seat) for seat in persons]
        if has_sides(game):
            steps.append(self._ask_games)
        if not hosts:
            steps.append(self._ask_seed)
        try:
            answer_all(steps)
        except Back:
            self._ask_rest()

    def _ask_name(self, seat: int) -> None:
        where = self.game.texts.seat_name(seat)
        name = ask_name(self._console, where)
        self.names = {other: one for other, one in self.names.items() if other != seat}
        if name:
            self.names[seat] = name

    def _usual_decks(self, seats: Sequence[int]) -> None:
        for seat in seats:
            group = self.game.deck_group(seat)
            form = find_format(self.game.name, self.format)
            found = decks_for(self._store, self.game, group, form) if group is not None else []
            stock = next((one.deck.decklist() for one in found if not one.wrong), None)
            self.decks[seat] = stock

    def _ask_format(self) -> None:
        forms = deck_formats(self.game)
        items = [MenuItem(form.title, form.about) for form in forms]
        self.format = forms[pick(self._console, "Which decks may be played?", items)].name

    def _ask_deck(self, seat: int) -> bool:
        whose = "you" if seat == self.seat else self.game.texts.seat_name(seat)
        self.decks[seat] = ask_deck(self._console, self._store, self.game, seat, self.format, whose)
        return self.decks[seat] is not None

    def _ask_shared(self) -> None:
        """The table's own list, and what it holds."""
        game = self.game
        found = shared_lists(self._store, game)
        items = [MenuItem(game.texts.without_shared)]
        for deck, wrong in found:
            items.append(
                MenuItem(f"{deck.name}, {deck.size} cards", "not legal" if wrong else deck.about, wrong)
            )
        at = pick(self._console, f"Which {noun(game, game.shared_group or '')}?", items)
        self.shared = found[at - 1].deck.decklist() if at else None
        self._console.say(*shared_told(game, self.shared))

    def _ask_rules(self) -> None:
        presets = self.game.presets
        items = [MenuItem(preset.name, preset.about) for preset in presets]
        if items:
            at = pick(self._console, "Which rules?", [*items, MenuItem("your own", "each option is asked")])
            if at < len(presets):
                self.options = dict(presets[at].options)
                return
        self.options = {}
        for option in self.game.options:
            value = self._ask_option(option)
            if value != option.default:
                self.options[option.name] = value

    def _ask_option(self, option: Option) -> int:
        question = f"{option.name.replace('_', ' ').capitalize()}: {option.about}"
        low, default = option.low, option.default
        if option.words:
            items = [MenuItem(word) for word in option.words]
            return low + pick(self._console, question, items, default - low)
        return ask_number(self._console, question, low, option.high, default)

    def _ask_lists(self) -> None:
        items = [
            MenuItem("open", "everybody at the table may see every decklist"),
            MenuItem("closed", "only its owner sees a decklist, until the match is over"),
        ]
        self.lists = ("open", "closed")[pick(self._console, "Decklists?", items)]

    def _ask_clock(self) -> None:
        question = f"Clock: how much time does a person have? {FORMS} Enter alone takes none."
        self.clock = text(self._console, question, lambda given: written(read_clock(given)), NO_CLOCK)

    def _ask_games(self) -> None:
        items = [
            MenuItem("one"),
            MenuItem("both sides", "two games, the second with the sides swapped; the sum decides"),
        ]
        self.both_sides = bool(pick(self._console, "How many games?", items))

    def _ask_seed(self) -> None:
        def read(given: str) -> int:
            if not (given.isascii() and given.isdigit() and len(given) <= 18):
                raise ValueError("A whole number is wanted.")
            return int(given)

        question = "Seed: the same number deals the same cards again. Enter alone draws one."
        self.seed = text(self._console, question, read, None)


def ask_number(console: Console, question: str, low: int, high: int, usual: int) -> int:
    """Ask for a whole number in a range; Enter alone takes the usual one."""

    def read(given: str) -> int:
        if not (given.isascii() and given.isdigit() and low <= int(given) <= high):
            raise ValueError(f"A whole number from {low} to {high} is wanted.")
        return int(given)

    return text(console, f"{question} From {low} to {high}; Enter alone takes {usual}.", read, usual)


def ask_players(console: Console, game: AnyGame, players: dict[int, str], words: Sequence[str]) -> None:
    """Ask who plays at each of these seats, one of `words`; `players` has what Enter alone takes."""
    items = [MenuItem(PLAYERS.get(word, f"the computer, {word}")) for word in words]

    def ask(seat: int) -> None:
        question = f"Who plays {game.texts.seat_name(seat)}?"
        players[seat] = words[pick(console, question, items, words.index(players[seat]))]

    answer_all([partial(ask, seat) for seat in players])


def ask_name(console: Console, where: str) -> str:
    """Ask for the name of the person who plays there; empty for none."""
    return text(console, f"What is the name of who plays {where}? Enter alone leaves it out.", read_name, "")


def ask_deck(
    console: Console, store: DeckStore, game: AnyGame, seat: int, format_name: str, whose: str
) -> Decklist | None:
    """Ask for the deck of a seat; None if it brings none. `whose` is `you`, or who plays it."""
    group = game.deck_group(seat)
    if group is None:
        return None
    found = decks_for(store, game, group, find_format(game.name, format_name))
    items = [
        MenuItem(f"{one.deck.name}, {one.deck.size} cards", "not legal here" if one.wrong else "", one.wrong)
        for one in found
    ]
    question = "Which deck do you play?" if whose == "you" else f"Which deck does {whose} play?"
    return found[pick(console, question, items)].deck.decklist()
