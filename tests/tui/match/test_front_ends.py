"""One script through the match screen and through plain mode: the client of each tells the same events, in
the same order.

Two scripts are on this machine, where all that is told is compared: cards are chosen by keys at the screen,
and the same choices are then typed. A third is with another machine, and about what the two persons say.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from enum import Enum, auto
from itertools import count, cycle
from pathlib import Path
from typing import Any, NamedTuple, assert_never

import pytest

from core import registry
from tests.support.pilot import Pilot
from tests.support.plain import Played, plan, session
from tests.support.two_apps import offered
from tests.support.waiting import wait_until
from tests.support.whole_app import running
from tui.app.application import TesserApp
from tui.boards import board_widget
from tui.match.client import MatchClient
from tui.match.commands import Command, OfferDraw, Say
from tui.match.events import (
    Began,
    ChatSaid,
    ChoiceMade,
    ClockChanged,
    CompanyChanged,
    Event,
    KeyboardKept,
    KeyboardTaken,
    KeyboardWanted,
    MatchEnded,
    Noted,
    PassingChanged,
    PresenceChanged,
    QuestionAsked,
    QuestionWithdrawn,
    RequestClosed,
    RequestOpened,
    StageReached,
    StoryFound,
    TakeBackOffered,
    Told,
    ViewChanged,
)
from tui.match.host_and_join import Invited, start_host
from tui.match.plans import HostPlan, JoinPlan, LocalPlan, Sitter
from tui.plain import match as plain_match
from tui.profile import Profile
from tui.screens.curtain import Curtain
from tui.screens.end_page import EndPage
from tui.screens.match import match_screen
from tui.screens.match.match_screen import MatchScreen
from tui.widgets import key_guard
from tui.widgets.panels import Panel

ABOUT_THE_FRONT_END = (
    ViewChanged,
    ClockChanged,
    PresenceChanged,
    PassingChanged,
    CompanyChanged,
    QuestionWithdrawn,
)
"""How many of these are told, and when, is about how soon a front end looks: of the first five only the last
counts, and it stands for all that came since the last look; and a question that makes way for another one
was withdrawn only for who looks in between."""


class RecordingClient(MatchClient):
    """A client that keeps what it has told its front end."""

    made: Callable[[RecordingClient], object]

    def __init__(self, game: Any, send: Callable[[Command], object]) -> None:
        super().__init__(game, send)
        self.events: list[Event] = []
        self.subscribe(self.events.append)
        self.script = list(SCRIPT)
        """What is still to be done."""
        self.made(self)

    def told(self, *kinds: type[Event], since: int = 0) -> list[Event]:
        """The events of these kinds, from that one on."""
        return [event for event in self.events[since:] if isinstance(event, kinds)]

    @property
    def lasting(self) -> list[Event]:
        """All but those that are about the front end itself."""
        return [event for event in self.events if not isinstance(event, ABOUT_THE_FRONT_END)]

    @property
    def choices(self) -> list[ChoiceMade]:
        """What was chosen here so far."""
        return [event for event in self.events if isinstance(event, ChoiceMade)]


@pytest.fixture
def clients(monkeypatch: pytest.MonkeyPatch) -> list[RecordingClient]:
    """The clients that front ends have made, in order."""
    made: list[RecordingClient] = []
    monkeypatch.setattr(RecordingClient, "made", made.append, raising=False)
    monkeypatch.setattr(match_screen, "MatchClient", RecordingClient)
    monkeypatch.setattr(plain_match, "MatchClient", RecordingClient)
    # Keys come faster than by hand, and none of them is held down.
    monkeypatch.setattr(board_widget, "GUARD", 0.0)
    monkeypatch.setattr(key_guard, "GUARD", 0.0)
    return made


def assert_same(shown: Sequence[object], said: Sequence[object]) -> None:
    """Both are the same; else the first that differs is told."""
    for one, other in zip(shown, said, strict=False):
        assert one == other
    assert len(shown) == len(said)


# On this machine.


class Deed(Enum):
    """What a person does besides choosing."""

    STORY = auto()
    TAKE_BACK = auto()
    CONCEDE = auto()


SCRIPT = (
    (3, Deed.STORY),
    (6, Deed.TAKE_BACK),
    (10, Deed.TAKE_BACK),
    (15, Deed.TAKE_BACK),
    (22, Deed.CONCEDE),
)
"""What is done once so many choices were made, before the next question is answered."""
REFUSED = "Nothing can be taken back"


def deed(client: RecordingClient) -> Deed | None:
    """What is to be done now that a question is open, told once; None for an answer to it."""
    assert client.open is not None
    due = bool(client.script) and len(client.choices) >= client.script[0][0] and not client.open.picks
    return client.script.pop(0)[1] if due else None


def passes_unseen(client: RecordingClient) -> bool:
    """Whether who is to have the keyboard passes without it: every other time, where that is possible."""
    return client.passable is not None and len(client.told(KeyboardWanted)) % 2 == 0


def refused(event: Event) -> bool:
    """Whether this says that a take-back is not possible."""
    return isinstance(event, Noted) and REFUSED in event.text


class AtTheScreen:
    """Follows the script by keys."""

    def __init__(self, app: TesserApp, pilot: Pilot, client: RecordingClient) -> None:
        self._app = app
        self._pilot = pilot
        self._client = client
        self._numbers = count()
        self._over_it = cycle(("down", "enter", "f"))

    def _awaited(self) -> bool:
        """Whether a key is, or the end is shown."""
        if isinstance(self._app.screen, EndPage | Curtain):
            return True
        return self._client.open is not None and isinstance(self._app.screen, MatchScreen | Panel)

    async def play(self) -> None:
        """Play until the end is shown."""
        while True:
            await self._pilot.until(self._awaited)
            match self._app.screen:
                case EndPage():
                    return
                case Curtain():
                    await self._hand_over()
                case MatchScreen():
                    await self._at_the_board()
                case _:  # a list of cards to choose from
                    await self._pilot.press(next(self._over_it))

    async def _hand_over(self) -> None:
        before = len(self._client.events)
        await self._pilot.press("p" if passes_unseen(self._client) else "enter")
        await self._until(before, KeyboardTaken, KeyboardKept)

    async def _at_the_board(self) -> None:
        before = len(self._client.events)
        match deed(self._client):
            case Deed.STORY:
                await self._pilot.press("t")
                await self._until(before, StoryFound)
                await self._pilot.press("escape")
            case Deed.TAKE_BACK:
                await self._pilot.press("u")
                await self._until(before, TakeBackOffered, QuestionAsked, or_so=refused)
                if self._client.told(TakeBackOffered, since=before):
                    await self._pilot.press("y")
                    await self._until(before, QuestionAsked)
            case Deed.CONCEDE:
                await self._pilot.press("c", "y")
                await self._until(before, MatchEnded)
            case None:
                await self._choose(before)
            case never:
                assert_never(never)

    async def _choose(self, before: int) -> None:
        """Choose one of the first five cards of the hand, or what the question offers besides cards, or a
        card elsewhere."""
        for key in (str(1 + next(self._numbers) % 5), "enter", "space", "space", "tab", "enter"):
            await self._pilot.press(key)
            if self._client.told(ChoiceMade, since=before) or not isinstance(self._app.screen, MatchScreen):
                return

    async def _until(
        self, before: int, *kinds: type[Event], or_so: Callable[[Event], bool] = lambda _: False
    ) -> None:
        """Wait until one of these is told after that event."""

        def told() -> bool:
            return any(isinstance(event, kinds) or or_so(event) for event in self._client.events[before:])

        await self._pilot.until(told)


async def play_at_the_screen(
    clients: list[RecordingClient], folder: Path, what: LocalPlan
) -> RecordingClient:
    """The client of a match that is played by keys."""
    async with running(folder, what) as (app, pilot):
        app.keys.letters.seconds = 0.0
        await pilot.until(lambda: clients)
        await AtTheScreen(app, pilot, clients[-1]).play()
    return clients[-1]


def play_in_plain_mode(
    clients: list[RecordingClient], folder: Path, what: LocalPlan, choices: Sequence[ChoiceMade]
) -> RecordingClient:
    """The client of the same match, where these choices are typed."""
    with session(folder, lambda one: one.begin(what)) as (player, _):
        while (line := player.next()) is not None:
            if line.endswith("press Enter when you have it."):
                player.type("pass" if passes_unseen(clients[-1]) else "")
            elif line.startswith("Type undo 1 to take it back"):
                player.type("undo 1")
            elif line.endswith("Yes or no?"):
                player.type("yes")
            elif REFUSED in line:
                player.type("again")
            elif line.startswith("Choose "):
                answer(clients[-1], player, choices)
    return clients[-1]


def answer(client: RecordingClient, player: Played, choices: Sequence[ChoiceMade]) -> None:
    """Type what the script does, or what was chosen at the screen."""
    match deed(client):
        case Deed.STORY:
            player.type("story", "again")
        case Deed.TAKE_BACK:
            player.type("undo")
        case Deed.CONCEDE:
            player.type("concede")
        case None:
            assert client.open is not None
            pick = choices[len(client.choices)].picks[len(client.open.picks)]
            player.type(client.game.texts.say(pick, client.open.view))
        case never:
            assert_never(never)


# Wrinkles, since no deck has a card twice there: of two alike plain mode takes the first, and the screen the
# one under the cursor.
@pytest.mark.parametrize(
    ("players", "own"),
    [
        pytest.param(("person", "person"), (KeyboardTaken, KeyboardKept, Noted), id="two at one keyboard"),
        pytest.param(("person", "random"), (TakeBackOffered,), id="against the computer"),
    ],
)
async def test_a_match_is_told_the_same_at_the_screen_and_in_plain_mode(
    tmp_path: Path,
    clients: list[RecordingClient],
    players: tuple[str, str],
    own: tuple[type[Event], ...],
) -> None:
    what = plan(*players, seed=5)
    shown = await play_at_the_screen(clients, tmp_path / "screen", what)
    said = await asyncio.to_thread(play_in_plain_mode, clients, tmp_path / "plain", what, shown.choices)
    assert clients == [shown, said]
    assert_same(shown.lasting, said.lasting)
    assert len(shown.choices) >= SCRIPT[-1][0] and not shown.script
    for kind in (*own, StoryFound, MatchEnded):
        assert shown.told(kind), kind


# With another machine.

TABLE = HostPlan("time-masters", 2, {0: Sitter(name="Ann")}, {"first": 2}, "")
"""The guest, who needs no deck, begins."""
ABOUT_CARDS = (Began, Told, QuestionAsked, ChoiceMade)
"""What these hold is another in each match: two machines draw a seed that neither can choose."""


class Step(NamedTuple):
    """Something that the guest does, in both ways to do it."""

    keys: tuple[str, ...]
    lines: tuple[str, ...]
    answer: type[Event]
    """What its client tells of it last: the next step waits for that."""
    times: int = 1
    """How many of those there are then since the match began."""


CONVERSATION = (
    Step(("y", *"Hello", "enter"), ("say Hello",), ChatSaid, 2),
    Step(("w", "y"), ("draw",), Noted),
    Step(("space",), ("pass",), Told, 2),
    Step(("u", "y"), ("undo",), QuestionAsked, 2),
    Step(("y", *"Draw?", "enter"), ("say Draw?",), RequestOpened),
    Step(("a", "down", "enter"), ("decline",), RequestClosed),
    Step(("c", "y"), ("concede", "yes"), MatchEnded),
)


class Host:
    """Somebody at another machine, whose client greets who greets, offers a draw to who asks for that, and
    agrees to take-backs but to no draw."""

    def __init__(self, folder: Path) -> None:
        self.invite = ""
        self._client: MatchClient | None = None
        self._made = threading.Event()
        self._worker = start_host(Profile("host", folder), TABLE, self._take)
        self._made.set()

    def stop(self) -> None:
        self._worker.stop()

    def _take(self) -> None:
        """Take what there is. Runs on the match's thread."""
        self._made.wait()
        self._worker.tick()
        for told in self._worker.take_before():
            if isinstance(told, StageReached) and isinstance(told.stage, Invited):
                self.invite = told.stage.invite
        if not self._worker.begun:
            return
        if self._client is None:
            self._client = MatchClient(registry.load(TABLE.game), self._worker.send)
            self._client.subscribe(self._hear)
        for posted in self._worker.take():
            self._client.reduce(posted)

    def _hear(self, event: Event) -> None:
        assert self._client is not None
        match event:
            case ChatSaid("guest", "Hello"):
                self._client.send(Say("Hello, guest"))
            case ChatSaid("guest", "Draw?"):
                self._client.send(OfferDraw(0))
            case RequestOpened(request):
                self._client.answer_request(request.take_back)
            case _:
                pass


@pytest.fixture
def invite(tmp_path: Path) -> Iterator[Callable[[], str]]:
    """Opens a table; gives its invite."""
    hosts: list[Host] = []

    def opened() -> str:
        host = Host(tmp_path / f"host {len(hosts)}")
        hosts.append(host)
        wait_until(lambda: host.invite)
        return host.invite

    yield opened
    for host in hosts:
        host.stop()


async def talk_at_the_screen(clients: list[RecordingClient], folder: Path, invite: str) -> RecordingClient:
    """The client of a guest who presses keys."""
    async with running(folder, JoinPlan(invite), name="guest") as (app, pilot):
        app.keys.letters.seconds = 0.0
        await pilot.until(lambda: offered(app))
        await pilot.press("t")
        await pilot.until(lambda: clients and clients[-1].told(QuestionAsked))
        for step in CONVERSATION:
            await pilot.press(*step.keys)
            await pilot.until(lambda one=step: len(clients[-1].told(one.answer)) >= one.times)  # type: ignore[misc]
    return clients[-1]


def talk_in_plain_mode(clients: list[RecordingClient], folder: Path, invite: str) -> RecordingClient:
    """The client of a guest who types."""
    before = len(clients)
    with session(folder, lambda one: one.begin(JoinPlan(invite)), name="guest") as (player, _):
        wait_until(lambda: len(clients) > before and clients[-1].told(QuestionAsked))
        for step in CONVERSATION:
            player.type(*step.lines)
            wait_until(lambda one=step: len(clients[-1].told(one.answer)) >= one.times)  # type: ignore[misc]
    return clients[-1]


def conversation(client: RecordingClient) -> list[object]:
    """What was told until the match had ended. What comes later is about who leaves first."""
    told = client.lasting[: client.lasting.index(client.told(MatchEnded)[0]) + 1]
    return [type(event) if isinstance(event, ABOUT_CARDS) else event for event in told]


async def test_what_two_machines_say_is_told_the_same_at_the_screen_and_in_plain_mode(
    tmp_path: Path, clients: list[RecordingClient], invite: Callable[[], str]
) -> None:
    shown = await talk_at_the_screen(clients, tmp_path / "screen", await asyncio.to_thread(invite))
    there = await asyncio.to_thread(invite)
    said = await asyncio.to_thread(talk_in_plain_mode, clients, tmp_path / "plain", there)
    assert clients == [shown, said]
    assert_same(conversation(shown), conversation(said))
