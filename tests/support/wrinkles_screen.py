"""Matches of Wrinkles in Time for tests of the screens: decks by name, scripted players, first moves."""

from __future__ import annotations

from collections.abc import AsyncIterator, Container, Sequence
from contextlib import asynccontextmanager
from typing import Any

from core.contract.choice import Choice, Decision
from core.contract.header import Decklist, Header
from core.engine.stops import StopRules
from core.engine.table import Controller
from core.registry import load
from tests.support.match_screen import Player, asked, players, showing
from tests.support.matches import header
from tui.match.persons import Pace
from tui.profile import Profile

GAME = load("wrinkles")

GOOD, EVIL = 0, 1
NAMES = ("Ada", "Bob")
SEVEN = ("Hope", "Love", "Kythe", "Noah", "Birth", "Joy", "Wisdom")
FIVE_MORTALS = ("Sporos", "Senex", "Noah", "Yalith", "Harcels", "Hope", "Joy")


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


def two(
    good: dict[str, int], evil: dict[str, int], bots: Container[int] = (), seed: int = 1, **options: int
) -> Header:
    """A header with these decks."""
    decks = (Decklist("Good", good), Decklist("Evil", evil))
    return header(GAME, seed, options, decks=decks, players=players(NAMES, bots), names=NAMES)


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
    others: dict[int, Controller] = {EVIL: Script()} if bots is None else bots
    head = two(good or ids("good"), evil or ids("evil"), others, seed, **options)
    async with showing(GAME, head, others, size, rules=rules, profile=profile, pace=pace) as player:
        yield player


async def to_fate(player: Player) -> None:
    await player.question("Destiny I: play")
    await player.press("space")
    await player.question("Fate I: play")


async def play(player: Player, name: str) -> None:
    await player.pick(name)
    await player.press("enter")
    await player.until(lambda: asked(player))
