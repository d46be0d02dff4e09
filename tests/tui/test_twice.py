"""Nothing is begun, left or ended twice: keys that are held or repeated, double clicks, one seed twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events
from textual.app import App

from tests.support.pilot import piloted
from tests.support.whole_app import local_plan, running
from tests.support.wrinkles_screen import ids, playing
from tests.tui.test_keys import burst
from tui.app.application import TesserApp
from tui.app.key_queue import KeyDone, KeyQueue
from tui.screens.end_page import GamesPage
from tui.screens.home import HomeScreen
from tui.screens.match.match_screen import MatchScreen
from tui.screens.rules_screen import RulesScreen
from tui.screens.setup import SetupScreen
from tui.screens.too_small import TooSmall
from tui.terminal import themes
from tui.widgets import key_guard
from tui.widgets.key_guard import GAP, GUARD

pytestmark = pytest.mark.long


def matches(app: TesserApp) -> int:
    return sum(isinstance(screen, MatchScreen) for screen in app.screen_stack)


@pytest.mark.parametrize("way", ["p", "s"])
@pytest.mark.parametrize("keys", ["ss", "sssssss", "s enter", "enter s"])
async def test_a_match_begins_once_whatever_starts_it(tmp_path: Path, way: str, keys: str) -> None:
    async with running(tmp_path) as (app, pilot):
        await pilot.press(way)
        await pilot.pause(GUARD + GAP if way == "s" else 0)
        page = app.screen
        assert isinstance(page, SetupScreen)
        for key in keys.split(" ") if " " in keys else keys:
            app.post_message(events.Key(key, key if len(key) == 1 else None))
            page.action_start()
        await pilot.until(lambda: matches(app))
        await pilot.until(lambda: not app.matches._beginning)
        await pilot.pause(2 * GAP)
        assert matches(app) == len(app.matches.threads) == 1


async def test_a_letter_held_at_home_begins_no_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_guard, "GAP", 1.5)  # a busy machine takes repeats slowly
    async with running(tmp_path) as (app, pilot):
        keys = [events.Key("s", "s") for _ in range(8)]
        for key, after in zip(keys, (0, 0.5, 0.53, 0.56, 0.59, 0.62, 0.65, 0.68), strict=True):
            key.time += after - 0.68
            app.post_message(key)
        await pilot.pause(1.2 * key_guard.GAP)
        assert isinstance(app.screen, SetupScreen) and not app.matches.threads
        await pilot.press("s")
        await pilot.until(lambda: matches(app))


async def test_a_letter_that_waits_counts_before_the_key_behind_it(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        burst(app, "d", "escape")
        await pilot.until(lambda: isinstance(app.screen, HomeScreen) and app.keys.empty)
        app.push_screen(HomeScreen())
        await pilot.pause(GUARD * 1.2)
        burst(app, "d", "escape", "r")
        await pilot.until(lambda: isinstance(app.screen, RulesScreen))


async def test_q_twice_after_the_first_game_leaves_it_at_one_and_stays(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        app.push_screen(GamesPage("One game of two is played", "", False))
        await pilot.pause(GUARD)
        burst(app, "q", "q", "q")
        await pilot.until(lambda: isinstance(app.screen, HomeScreen))
        await pilot.pause(2 * GAP)
        assert isinstance(app.screen, HomeScreen) and app.return_code is None


async def test_every_letter_means_one_screen_only(tmp_path: Path) -> None:
    for letter in "pshjadr":
        async with running(tmp_path) as (app, pilot):
            burst(app, letter, letter, letter)
            await pilot.until(lambda: len(app.screen_stack) == 2)
            await pilot.pause(2 * GAP)
            assert len(app.screen_stack) == 2 and not app.matches.threads


async def test_nothing_comes_over_the_terminal_that_is_too_small(tmp_path: Path) -> None:
    async with running(tmp_path, local_plan(), size=(59, 19)) as (app, pilot):
        await pilot.until(lambda: matches(app))
        assert isinstance(app.screen, TooSmall)
        app.push_screen(GamesPage("Over it", "", False))
        assert isinstance(app.screen, TooSmall)
        await pilot.resize_terminal(80, 24)
        await pilot.until(lambda: isinstance(app.screen, GamesPage))


async def test_a_slow_double_click_answers_one_question(monkeypatch: pytest.MonkeyPatch) -> None:
    # However slow the machine: what is clicked within a minute is a double click here.
    monkeypatch.setattr(key_guard, "DOUBLE", 60.0)
    async with playing(ids("good", "Hope", "Love", "Kythe", "Noah", "Birth", "Joy", "Wisdom")) as player:
        await player.question("Destiny I: play")
        board = player.app.match_screen.board
        board.guard = GUARD
        await player.pilot.pause(GUARD)
        y, row = next((y, row) for y, row in enumerate(player.text.split("\n")) if "[Space] pass" in row)
        await player.pilot.click(offset=(row.index("pass"), y))
        await player.question("Fate I: play")
        await player.pilot.pause(GUARD)
        await player.pilot.click(offset=(row.index("pass"), y))
        await player.pilot.pause(0.1)
        assert "Fate I: play" in player.text
        monkeypatch.setattr(key_guard, "DOUBLE", 0.0)
        await player.pilot.click(offset=(row.index("pass"), y))
        await player.question("Challenge I: play")


async def test_a_double_click_that_opens_a_screen_presses_nothing_there() -> None:
    pressed: list[str] = []

    class Two(App[None]):
        def __init__(self) -> None:
            super().__init__()
            self.keys = KeyQueue(self, super().on_event)

        async def on_event(self, event: events.Event) -> None:
            await self.keys.take(event)

        async def on_key_done(self, message: KeyDone) -> None:
            await self.keys.done(message)

        def get_theme_variable_defaults(self) -> dict[str, str]:
            return themes.VARIABLES

        def on_click(self) -> None:
            pressed.append("below")

    app = Two()
    async with piloted(app) as pilot:

        async def click(x: int) -> None:
            for kind in (events.MouseDown, events.MouseUp):
                app.post_message(kind(None, x, 5, 0, 0, 1, False, False, False, x, 5))
            await pilot.pause()

        await click(5)
        await click(5)
        assert pressed == ["below", "below"], "on one screen the second half counts"
        app.push_screen(GamesPage("", "", False))
        await pilot.pause()
        await click(5)
        assert len(pressed) == 2
        await click(20)
        assert len(pressed) == 3
