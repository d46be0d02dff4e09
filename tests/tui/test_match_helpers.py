"""What the tests of the match screen share: small matches on a real thread, and an app that shows them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.message import Message
from textual.pilot import Pilot

from core.bots.random import RandomBot
from core.chance import Stream, numbered_seed
from core.game import Choice, Decision, Event
from core.games import load
from core.headers import Decklist, Header, Seat
from core.match import Match
from core.stops import StopRules, Stops
from core.table import Controller, Table
from tui.matches.endings import Parting
from tui.matches.host import MatchThread
from tui.matches.persons import Pace, Person
from tui.profile import Profile
from tui.screens.match import MatchScreen
from tui.terminal import themes
from tui.terminal.key_by_key import KeyByKey

GAME = load("wrinkles")

GOOD, EVIL = 0, 1


def ids(side: str, *names: str) -> dict[str, int]:
    """A decklist of cards by name; without names all cards of the side, once each."""
    by_name = {info.name: info.id for info in GAME.cards if info.group == side}
    return dict.fromkeys((by_name[name] for name in names) if names else by_name.values(), 1)


class Script:
    """Plays the named cards as soon as they may be played, and otherwise passes or takes the first choice."""

    def __init__(self, *cards: str) -> None:
        self._cards = list(cards)

    async def choose(self, view: Any, decision: Decision) -> Sequence[Choice]:
        assert decision.choices
        for choice in decision.choices:
            if choice.card >= 0 and GAME.cards[choice.card].name in self._cards:
                self._cards.remove(GAME.cards[choice.card].name)
                return [choice]
        return [decision.choices[0]]

    def refused(self, reason: str) -> None:
        raise AssertionError(reason)


def header(
    persons: Sequence[int], good: dict[str, int], evil: dict[str, int], seed: int, options: dict[str, int]
) -> Header:
    """A header with these decks."""
    names = ("Ada", "Bob")
    return Header(
        format=1,
        game=GAME.name,
        rules=GAME.fingerprint,
        app="test",
        match="00" * 16,
        options={option.name: option.default for option in GAME.options} | options,
        seats=tuple(
            Seat(names[seat], "person" if seat in persons else "bot:script@1", None, 0) for seat in range(2)
        ),
        decklists=(Decklist("Good", good), Decklist("Evil", evil)),
        cards=GAME.table,
        sets=GAME.sets,
        seed=numbered_seed(seed).hex(),
    )


class Wake(Message):
    """The match's thread has news."""


class Shown(KeyByKey):
    """An app that shows one match."""

    def __init__(
        self,
        match: Match,
        bots: dict[int, Controller],
        opening: list[Event],
        rules: StopRules | None = None,
        profile: Profile | None = None,
        pace: Pace | None = None,
    ) -> None:
        """Without `rules` everything is asked."""
        super().__init__()
        self.letters.seconds = 0.0
        self.match = match
        self.thread = MatchThread(lambda: self.post_message(Wake()))
        self.thread.path = Path("/records/a.tesser")
        self.match_screen = MatchScreen(self.thread, match.game, profile)
        self._rules = rules
        self._pace = pace or Pace(beat=0.0)
        self.rung = 0
        self.match_screen.board.guard = 0.0
        self._bots = bots
        self._opening = opening
        self.parting: Parting | None = None

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return themes.VARIABLES

    def on_wake(self) -> None:
        self.match_screen.post_message(MatchScreen.Moved())

    def on_mount(self) -> None:
        async def play(thread: MatchThread) -> None:
            seats = range(len(self.match.header.seats))
            persons = [seat for seat in seats if seat not in self._bots]
            table = Table(
                self.match, {**self._bots, **{seat: self._person(seat, persons) for seat in persons}}
            )
            thread.begin(self.match, table, persons, self._opening)
            await table.run()

        self.thread.start(play)
        self.push_screen(self.match_screen, self._parted)

    def _person(self, seat: int, persons: Sequence[int]) -> Person:
        if self._rules is None:
            return Person(self.thread, seat)
        stops = Stops(self.match.game, seat, self._rules, shared=len(persons) > 1)
        return Person(self.thread, seat, stops, self._pace)

    def bell(self) -> None:
        self.rung += 1

    def _parted(self, parting: Parting | None) -> None:
        self.parting = parting


class Player:
    """Presses keys and reads the screen."""

    def __init__(self, app: Shown, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def text(self) -> str:
        """Everything on the screen that is in front."""
        screen = self.app.screen
        return "\n".join(strip.text for strip in screen._compositor.render_strips())

    def row(self, part: str) -> str:
        """The first row with this in it."""
        return next((row for row in self.text.split("\n") if part in row), "")

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until this is so."""
        for _ in range(600):
            if condition():
                return
            await self.pilot.pause(0.005)
        raise AssertionError(f"waited in vain; the screen shows\n{self.text}")

    async def sees(self, part: str) -> None:
        """Wait until the screen shows this."""
        await self.until(lambda: part in self.text)

    async def press(self, *keys: str) -> None:
        """Press keys, one after another."""
        for key in keys:
            self.app.simulate_key(key)
            await self.pilot.pause()

    async def pick(self, name: str) -> None:
        """Put the cursor on a card by Tab, digits and arrows, whichever comes there first."""
        for key in ["1", *["right"] * 16, *["tab"] * 14]:
            await self.press(key)
            if self.under_cursor().startswith(name[:9]):
                return
        raise AssertionError(f"the cursor found no {name}\n{self.text}")

    def under_cursor(self) -> str:
        """The name of the card under the cursor."""
        board = self.app.match_screen.board
        if board.cursor is None or board.cursor[0] == "choices" or board.scene is None:
            return ""
        return self.app.match.game.cards[board.scene.view.cards[board.cursor[1]]].name

    async def question(self, part: str) -> None:
        """Wait until a question with these words is asked."""
        await self.until(lambda: self.app.match_screen.board.scene is not None and part in self.text)


@asynccontextmanager
async def playing(
    good: dict[str, int] | None = None,
    evil: dict[str, int] | None = None,
    bots: dict[int, Controller] | None = None,
    size: tuple[int, int] = (80, 24),
    seed: int = 1,
    rules: StopRules | None = None,
    profile: Profile | None = None,
    pace: Pace | None = None,
    **options: int,
) -> AsyncIterator[Player]:
    """A match at the screen; Evil is played by a script that passes unless told otherwise."""
    players: dict[int, Controller] = {EVIL: Script()} if bots is None else bots
    persons = [seat for seat in range(2) if seat not in players]
    head = header(persons, good or ids("good"), evil or ids("evil"), seed, options)
    opening: list[Event] = []
    app = Shown(Match(head, GAME, opening), players, opening, rules, profile, pace)
    async with app.run_test(size=size) as pilot:
        player = Player(app, pilot)
        try:
            await player.until(lambda: app.match_screen.picture is not None)
            yield player
        finally:
            app.thread.stop()


def random_bot(seed: int) -> RandomBot:
    """A bot for the other side."""
    return RandomBot(Stream(numbered_seed(seed), "bot"))
