"""Whole matches by mouse alone: the script sees what is on the screen, and clicks on it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from textual import events

from tests.support.pilot import Pilot
from tests.support.whole_app import running
from tui.app.application import TesserApp
from tui.boards import board_widget
from tui.match import local
from tui.screens.match_help import HelpPanel
from tui.widgets.key_guard import GUARD, PressGuard

pytestmark = pytest.mark.long

STEPS = 800
"""Looks at the screen; a match of one turn takes about 150."""


class Mouse:
    """Somebody who only has a mouse, and eyes."""

    def __init__(self, app: TesserApp, pilot: Pilot, seed: int) -> None:
        self._app = app
        self._pilot = pilot
        self._rng = random.Random(seed)
        self._rows: list[str] = []
        """The screen as it was looked at last; empty when it may have changed."""
        self.seen: set[str] = set()
        """What was met on the way."""

    @property
    def rows(self) -> list[str]:
        if not self._rows:
            self._rows = [strip.text for strip in self._app.screen._compositor.render_strips()]
        return self._rows

    def find(self, pattern: str, rows: tuple[int, int] = (0, 200)) -> list[tuple[int, int]]:
        """Where this is on the screen: the middle of each place, x and y."""
        return [
            ((match.start() + match.end()) // 2, y)
            for y, row in enumerate(self.rows)
            if rows[0] <= y < rows[1]
            for match in re.finditer(pattern, row)
        ]

    async def at(self, x: int, y: int) -> None:
        await self._pilot.click(offset=(x, y))
        self._rows = []

    async def _wait(self) -> None:
        await self._pilot.pause(0.02)
        self._rows = []

    async def wheel(self) -> None:
        """Turn the wheel by one, in the middle of the screen."""
        middle = (self._app.size.width // 2, self._app.size.height // 2)
        await self._pilot._post_mouse_events([events.MouseScrollDown], offset=middle)
        await self._wait()

    async def click(self, pattern: str) -> None:
        """Click on this as soon as it is there."""
        await self.at(*await self.sees(pattern))

    async def sees(self, pattern: str) -> tuple[int, int]:
        """Wait until this is there; where it is."""

        def there() -> object:
            self._rows = []
            return self.find(pattern)

        await self._pilot.until(there)
        return self.find(pattern)[0]

    async def set_up(self, way: str) -> None:
        """From home to the first question, for a match of one turn."""
        await self.click(way)
        await self.click("Max turns")
        await self.click(r"(?<=< 0) >")
        assert self.find(r"Max turns +< 1 >")
        await self.click(r"\bStart\b")

    async def play(self) -> None:
        """To the end page and home again."""
        for _ in range(STEPS):
            self._rows = []
            if self.find(r"\[Enter\] leave") and self.find("Final hash"):
                return
            if not await self._step():
                await self._wait()
        raise AssertionError("no end in sight:\n" + "\n".join(self.rows))

    async def _step(self) -> bool:
        """One deed, as the screen offers it; False if there is nothing to do now."""
        if places := self.find("Hand the keyboard to"):
            self.seen.add("curtain")
            await self.at(*places[0])
        elif places := self.find(r"\[f\] finished"):
            self.seen.add("order")
            await self._put_in_order()
        elif self.find(r"\[Enter\] take it"):
            self.seen.add("seek")
            await self.click(r"\[Enter\] take it")
        elif places := self.find(r"\[(Tab, )?Enter\] discard th"):
            self.seen.add("discard")
            await self.at(*places[0])
        elif places := self.find(r"\[Enter\] mark to discard"):
            await self.at(*places[0])
        elif self.find(r"\[Enter\] negate with"):
            self.seen.add("negate")
            await self.click(r"\[Enter\] negate with")
        elif self.find("Negate it, or let it resolve"):
            self.seen.add("answer")
            await self.click(r"\[\w+\] let it resolve")
        elif places := self.find(r"(?<=\* )(\d+ |[A-Z][a-z] )\w", (2, 20)):
            # What may be chosen has a sign: the first click selects it, the second one takes it.
            self.seen.add("choose")
            place = self._rng.choice(places)
            await self.at(*place)
            await self.at(*place)
        elif places := self.find(r"\[Enter\] (replace|discard|pay with|put into play) "):
            self.seen.add("choose")
            await self.at(*places[0])
        elif self.find(r"\[Space\] pass"):
            await self._go()
        elif places := self.find(r"\[(Space|Enter)\] (put in none|take none|keep them|discard none)"):
            await self.at(*places[0])
        else:
            return False
        return True

    async def _go(self) -> None:
        """A go in a window: play what adds something, now and then a Special; or pass."""
        worth = self.find(r"(?<=\d )[A-Z][\w.' ]+ [A-Z][a-z] \d+ \+[1-9](?!\d* replaces)")
        special = self.find(r"(?<=\d )[A-Z][\w.' ]+ Sp (draw|order|they|free|seek)")
        kind, places = ("play", worth) if worth else ("special", special)
        if not places or (kind == "special" and self._rng.random() < 0.5):
            await self.click(r"\[Space\] pass")
            return
        self.seen.add(kind)
        x, y = places[0]
        await self.at(x, y)
        if self.find(r"\[Enter\] play"):  # That it was a card that may be played.
            await self.at(x, y)

    async def _put_in_order(self) -> None:
        """Pick the third card up with two clicks, put it down at the top with one."""
        lines = self.find(r"(?<= )[123]  [A-Z]")
        if len(lines) >= 3:
            names = [self.rows[y].split("  ")[1:] for _, y in lines]
            (x, third), (_, first) = lines[2], lines[0]
            moved = self.rows[third][x : x + 12]
            await self.at(x, third)
            await self.at(x, third)
            await self.at(x, first)
            assert moved in self.rows[first], names
        await self.click(r"\[f\] finished")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No waiting for people's reflexes, and the same cards each time."""
    monkeypatch.setattr(board_widget, "GUARD", 0.0)
    monkeypatch.setattr(PressGuard, "NEW", 0.0)
    monkeypatch.setattr(local.secrets, "token_bytes", lambda n: bytes(range(n)))


async def test_a_match_against_the_computer_by_mouse_alone(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        mouse = Mouse(app, pilot, 1)
        await mouse.set_up("Play against the computer")
        await mouse.play()
        assert {"play", "discard"} <= mouse.seen
        await mouse.click(r"\[Esc\] look at the board")
        await mouse.click("The match is over")
        await mouse.click("l log")
        await mouse.click(r"\[Esc\] close")
        await mouse.click("Enter leave  arrows")
        await mouse.click(r"\[Esc\] back")
        await mouse.click("Hot-seat")


async def test_a_hot_seat_match_by_mouse_alone(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        mouse = Mouse(app, pilot, 2)
        await mouse.set_up("Hot-seat")
        await mouse.play()
        assert {"play", "discard", "curtain", "answer"} <= mouse.seen
        await mouse.click(r"\[Enter\] leave")
        await mouse.click(r"\[Esc\] back")
        await mouse.click("Play against the computer")


@pytest.mark.parametrize("size", [(60, 20), (120, 40)])
async def test_what_is_scrolled_out_is_reached_by_mouse(tmp_path: Path, size: tuple[int, int]) -> None:
    async with running(tmp_path, size=size) as (app, pilot):
        mouse = Mouse(app, pilot, 3)
        await mouse.click("Play against the computer")
        await mouse.click(r"\[s\] start")
        await mouse.sees(r"\[(Space|Enter)\]")
        scrolled = 0
        for x, y in mouse.find(r"\d-\d/\d \^ v"):
            before = mouse.rows
            down = before[y].index(" v", x) + 1
            await mouse.at(down, y)
            assert mouse.rows != before
            await mouse.at(down - 2, y)
            assert mouse.rows == before
            scrolled += 1
        # On a large screen there is room for all of it.
        assert scrolled >= 2 if size == (60, 20) else not scrolled
        await mouse.click("Esc")
        await mouse.click(r"\[y\]")
        await mouse.click(r"\[Esc\] back")
        await mouse.click("Hot-seat")


@pytest.mark.parametrize("size", [(60, 20), (120, 40)])
async def test_every_page_of_a_match_opens_and_closes_by_mouse(tmp_path: Path, size: tuple[int, int]) -> None:
    async with running(tmp_path, size=size) as (app, pilot):
        mouse = Mouse(app, pilot, 4)
        await mouse.click("Play against the computer")
        await mouse.click(r"\[s\] start")
        await mouse.sees(r"\[(Space|Enter)\]")
        match = app.screen
        for key in ("?", "f", "l", "t", "d", "c", "o", "Esc"):
            if key == "l" and size == (120, 40):
                continue  # The log is there already.
            # The last row of the board has the keys; the log may be beside it.
            pattern = rf"(?<![\w\[]){re.escape(key)}(?= |$)"
            if not mouse.find(pattern, (size[1] - 1, size[1])):
                # There is no room for it: the help has it.
                await mouse.click(r"\? all keys")
                await mouse.sees(r"\[Esc\]")
                pattern = rf"\b{key}  [a-z]"
                while not mouse.find(pattern):
                    await mouse.wheel()
            (place, *_) = mouse.find(pattern, (size[1] - 1, size[1])) or [await mouse.sees(pattern)]
            await mouse.at(*place)
            await pilot.until(
                lambda k=key: app.screen is not match and isinstance(app.screen, HelpPanel) == (k == "?"),
            )
            # A dialog that has just appeared takes no click yet: who sees that clicks again.
            while app.screen is not match:
                await mouse.click(r"\[(Esc|n)\]")
                await pilot.pause(GUARD)
