"""An app that shows one match, whatever the game, and somebody who presses keys and reads the screen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Container, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from textual import events
from textual.app import App
from textual.message import Message

from core.bots.random import RandomBot
from core.contract.event import Event
from core.contract.game import AnyGame
from core.contract.header import Header
from core.contract.stream import Stream, numbered_seed
from core.engine.match import Match
from core.engine.stops import StopRules, Stops
from core.engine.table import Controller, Table
from tests.support.pilot import Pilot, piloted, rows
from tui.app.key_queue import KeyDone, KeyQueue
from tui.match.end_texts import Parting
from tui.match.persons import Pace, Person
from tui.match.worker import MatchLoop, MatchWorker
from tui.profile import Profile
from tui.screens.match.match_screen import MatchScreen
from tui.terminal import themes


def players(names: Sequence[str], bots: Container[int]) -> list[str]:
    """Who sits at these seats, as headers have it."""
    return ["bot:random@1" if seat in bots else "person" for seat in range(len(names))]


class Wake(Message):
    """The match's thread has news."""


class Shown(App[None]):
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
        self.keys = KeyQueue(self, super().on_event)
        self.keys.letters.seconds = 0.0
        self.match = match
        self.worker = MatchWorker(lambda: self.post_message(Wake()))
        self.worker.loop.channel.path = Path("/records/a.tesser")
        self.match_screen = MatchScreen(self.worker, match.game, profile)
        self._rules = rules
        self._pace = pace or Pace(beat=0.0)
        self.rung = 0
        self.match_screen.board.guard = 0.0
        self._bots = bots
        self._opening = opening
        self.parting: Parting | None = None

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return themes.VARIABLES

    async def on_event(self, event: events.Event) -> None:
        await self.keys.take(event)

    async def on_key_done(self, message: KeyDone) -> None:
        await self.keys.done(message)

    def on_wake(self) -> None:
        self.match_screen.post_message(MatchScreen.Moved())

    def on_mount(self) -> None:
        async def play(loop: MatchLoop) -> None:
            seats = range(len(self.match.header.seats))
            persons = [seat for seat in seats if seat not in self._bots]
            table = Table(
                self.match, {**self._bots, **{seat: self._person(seat, persons) for seat in persons}}
            )
            loop.begin(self.match, table, persons, self._opening)
            await table.run()

        self.worker.start(play)
        self.push_screen(self.match_screen, self._parted)

    def _person(self, seat: int, persons: Sequence[int]) -> Person:
        if self._rules is None:
            return Person(self.worker.loop, seat)
        stops = Stops(self.match.game, seat, self._rules, shared=len(persons) > 1)
        return Person(self.worker.loop, seat, stops, self._pace)

    def bell(self) -> None:
        self.rung += 1

    def _parted(self, parting: Parting | None) -> None:
        self.parting = parting


class Player:
    """Presses keys and reads the screen."""

    def __init__(self, app: Shown, pilot: Pilot) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def text(self) -> str:
        """Everything on the screen that is in front."""
        return rows(self.app)

    def row(self, part: str) -> str:
        """The first row with this in it."""
        return next((row for row in self.text.split("\n") if part in row), "")

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until this is so."""
        await self.pilot.until(condition)

    async def sees(self, part: str) -> None:
        """Wait until the screen shows this."""
        await self.until(lambda: part in self.text)

    async def press(self, *keys: str) -> None:
        """Press keys, one after another."""
        await self.pilot.press(*keys)

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


def asked(player: Player) -> bool:
    """Whether a question is open at the board."""
    scene = player.app.match_screen.board.scene
    return scene is not None and scene.decision is not None


async def press_at_random(
    player: Player, rng: Random, keys: Sequence[str], panels: Sequence[str], most: int
) -> None:
    """Play a match to its end by random keys: these at the board when it asks, the others over it."""
    match, screen = player.app.match, player.app.match_screen
    for _ in range(most):
        if match.outcome is not None:
            return
        await player.until(
            lambda: asked(player) or player.app.screen is not screen or match.outcome is not None
        )
        await player.press(rng.choice(panels if player.app.screen is not screen else keys))
    raise AssertionError(f"the match has no end; the screen shows\n{player.text}")


@asynccontextmanager
async def showing(
    game: AnyGame, head: Header, bots: dict[int, Controller], size: tuple[int, int], **more: Any
) -> AsyncIterator[Player]:
    """A match at the screen; `more` is for Shown."""
    opening: list[Event] = []
    app = Shown(Match(head, game, opening), bots, opening, **more)
    async with piloted(app, size) as pilot:
        player = Player(app, pilot)
        try:
            await player.until(lambda: app.match_screen.client.picture is not None)
            yield player
        finally:
            app.worker.stop()


def random_bot(seed: int) -> RandomBot:
    """A bot for the other side."""
    return RandomBot(Stream(numbered_seed(seed), "bot"))
