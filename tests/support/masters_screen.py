"""Matches of Time Masters for tests of its board: walks that do something, and an app that shows one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Container, Iterator, Sequence
from contextlib import asynccontextmanager

from textual.app import App

from core.contract.choice import Choice, Decision
from core.contract.header import Header
from core.contract.stream import Stream, numbered_seed
from core.engine.match import Match
from core.engine.table import Controller
from core.timemasters.state import MastersState, Timer
from core.timemasters.timemasters import load
from tests.support.match_screen import Player, players, random_bot, showing
from tests.support.matches import header
from tests.support.pilot import Pilot, piloted
from tui.boards.board_state import Scene
from tui.boards.board_widget import Board
from tui.boards.timemasters.board import TimeMastersBoard
from tui.screens.match_help import card_help
from tui.terminal.themes import VARIABLES

GAME = load()
NAMES = ("Ada", "Robert the Old", "Cy", "Dee")

_BUSY = ("cast", "timer", "concentrate", "release", "place", "activate")
"""What a player does who makes something of a main phase."""


def table(seats: int, seed: int = 1, bots: Container[int] = (), **options: int) -> Header:
    """A header for so many players."""
    names = NAMES[:seats]
    return header(GAME, seed, options, decks=(None,) * seats, players=players(names, bots), names=names)


def busy(decision: Decision, picks: Stream) -> Choice:
    """A choice at random, of those that get on with it: cards are played and taken."""
    choices = list(decision.choices or ())
    if decision.kind == "main":
        doing = [one for one in choices if one.kind in _BUSY]
        ending = [one for one in choices if one.kind in ("end", "pass")]
        if doing and picks.below(10) < 8:
            choices = doing
        elif ending:
            choices = ending[-1:] if picks.below(10) < 7 else ending[:1]
    elif decision.kind == "access" and len(choices) > 1:
        choices = choices[-2:]
    return choices[picks.below(len(choices))]


def walk(seats: int, seed: int, plies: int = 400, **options: int) -> Iterator[tuple[Match, Decision]]:
    """A match, decision by decision."""
    match = Match(table(seats, seed, **options), GAME)
    picks = Stream(numbered_seed(seed), "walk")
    while match.n < plies and (decision := match.decision()) is not None:
        yield match, decision
        match.choose(busy(decision, picks))


def crowded(seat: int, seats: int = 4, cards: int = 12, timers: int = 3) -> MastersState:
    """A view with a full hand, Timers before everybody, spells on and cards under them."""
    state = Match(table(seats), GAME).state
    for one in range(seats):
        for level, sphere in enumerate(state.spheres[1:], 2):
            if len(sphere) < 4:
                continue
            for _ in range(2):
                handle = sphere.pop(0)
                state.hand[one].append(handle)
                state.known[handle] |= 1 << one
                state.score[one] += level
    everyone = (1 << seats) - 1
    kinds = GAME.pool.kind
    loose = [one for box in state.box for one in box]
    clocks = [one for one in loose if GAME.pool.slots[state.cards[one]]]
    spells = [one for one in loose if kinds[state.cards[one]] == 0]
    for one in range(seats):
        for n in range(timers if one == seat else 2):
            clock = clocks.pop()
            on = tuple(spells.pop() for _ in range(GAME.pool.slots[state.cards[clock]] - n % 2))
            under = tuple(state.deck[one].pop() for _ in range(min(n, len(state.deck[one]))))
            for handle in (clock, *on):
                state.known[handle] = everyone
            for handle in under:
                state.known[handle] |= 1 << one
            state.timers[one].append(Timer(clock, on, under))
    while len(state.hand[seat]) < cards and spells:
        handle = spells.pop()
        state.hand[seat].append(handle)
        state.known[handle] |= 1 << seat
    gone = {h for zone in (state.hand, state.deck) for part in zone for h in part}
    gone |= {
        h for part in state.timers for timer in part for h in (timer.handle, *timer.spells, *timer.under)
    }
    state.box = [[one for one in box if one not in gone] for box in state.box]
    return state


class Bare(App[None]):
    """An application with nothing but our colours, and one board."""

    def __init__(self) -> None:
        super().__init__()
        self.board = TimeMastersBoard(GAME)
        self.picked: list[tuple[Choice, ...]] = []

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return VARIABLES

    def on_mount(self) -> None:
        self.board.guard = 0.0
        self.mount(self.board)

    def on_board_picked(self, message: Board.Picked) -> None:
        self.picked.append(message.choices)

    def on_board_explain(self, message: Board.Explain) -> None:
        self.push_screen(card_help(GAME, message))

    def look(self, view: MastersState, seat: int, decision: Decision | None, **more: object) -> list[str]:
        """The rows of the board as it shows this."""
        names = NAMES[: view.seats]
        fresh = decision is None or decision.start
        self.board.show(None)
        self.board.show(
            Scene(view=view, seat=seat, decision=decision, names=names, head="3f9a", fresh=fresh, **more)  # type: ignore[arg-type]
        )
        rows = [strip.text for strip in self.board._strips]
        while len(self.screen_stack) > 1:
            self.pop_screen()
        return rows


@asynccontextmanager
async def bare(size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[Bare, Pilot]]:
    """An app with a board alone."""
    app = Bare()
    async with piloted(app, size) as pilot:
        await pilot.pause()
        yield app, pilot


@asynccontextmanager
async def playing(
    seats: int,
    bots: Sequence[int] = (),
    size: tuple[int, int] = (80, 24),
    seed: int = 1,
    controllers: dict[int, Controller] | None = None,
    **options: int,
) -> AsyncIterator[Player]:
    """A match at the screen; these seats are played by random bots, and the others by who presses keys."""
    others: dict[int, Controller] = controllers or {seat: random_bot(seat + seed) for seat in bots}
    async with showing(GAME, table(seats, seed, others, **options), others, size) as player:
        yield player
