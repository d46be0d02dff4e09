"""Draws match.svg, the picture of a match in the README: the same match at each run, up to one moment.

Run it from the top of the project: `uv run python docs/picture.py`. It fetches nothing, and neither does
the picture: every word stands at its own place, so that it looks the same in any fixed-width font.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

sys.path.insert(0, str(Path(__file__).parent.parent))

from rich.cells import cell_len
from rich.color import Color
from rich.style import Style
from textual.pilot import Pilot
from textual.strip import Strip

from core import registry
from core.contract.choice import Choice, Decision
from core.contract.event import Event
from core.engine.match import Match
from core.engine.table import Table
from core.wrinkles.state import FATE, KINDS
from decks.storage.catalog import stock_decks
from tui.app.application import TesserApp
from tui.match.local import local_header
from tui.match.persons import Person
from tui.match.plans import LocalPlan
from tui.match.worker import MatchLoop, MatchWorker
from tui.profile import Profile
from tui.screens.match.match_screen import MatchScreen
from tui.terminal import glyphs, themes

HERE = Path(__file__).parent
SIZE = (120, 40)
SEED = 14
TURN = 2
HAND = 8
"""The picture shows the first Fate phase of this turn, when so many cards are left in hand."""
GAME: Any = registry.load("wrinkles")
GOOD, EVIL = 0, 1


class Greedy:
    """Plays what adds most, and hands over to a person when the picture's moment has come."""

    def __init__(self, seat: int, then: Person | None = None) -> None:
        self._seat = seat
        self._then = then

    async def choose(self, view: Any, decision: Decision) -> Sequence[Choice]:
        choices = decision.choices or ()
        if decision.kind in ("trim", "lose"):
            return choices[: decision.limit]
        if decision.kind != "window":
            return choices[:1]
        if self._then is not None and now(view):
            return await self._then.choose(view, decision)
        plays = [choice for choice in choices if choice.kind == "play"]
        best = max(plays, key=lambda choice: self._worth(view, choice), default=None)
        if best is not None and self._worth(view, best) > 0:
            return [best]
        return [next(choice for choice in choices if choice.kind == "pass")]

    def _worth(self, view: Any, choice: Choice) -> float:
        gain = GAME.gain(view, self._seat, choice.card)
        return gain[0] - gain[1] if gain is not None else 0.5

    def refused(self, reason: str) -> None:
        raise AssertionError(reason)


def now(view: Any) -> bool:
    """Whether this is the moment of the picture."""
    return bool(view.turn == TURN and KINDS[view.phase] == FATE and len(view.hand[GOOD]) <= HAND)


async def frame() -> list[Strip]:
    """The screen at the picture's moment."""
    lists = [next(d for d in stock_decks().values() if d.group == side) for side in ("good", "evil")]
    plan = LocalPlan(GAME.name, ("person", "person"), tuple(one.decklist() for one in lists), {}, seed=SEED)
    with tempfile.TemporaryDirectory() as folder:
        profile = Profile("", Path(folder))
        app = TesserApp(profile)
        app.theme = themes.NIGHT.name
        glyphs.choose(glyphs.UNICODE.name)
        opening: list[Event] = []
        match = Match(local_header(profile, plan, GAME), GAME, opening)
        worker = MatchWorker(app.matches.wake)

        async def play(loop: MatchLoop) -> None:
            table = Table(match, {GOOD: Greedy(GOOD, Person(loop, GOOD)), EVIL: Greedy(EVIL)})
            loop.begin(match, table, [GOOD], opening)
            await table.run()

        async with app.run_test(size=SIZE) as pilot:
            try:
                worker.start(play)
                screen = await asked(app, pilot, worker)
                for key in ("tab", "1"):
                    await pilot.press(key)
                return screen._compositor.render_strips()
            finally:
                worker.stop()


async def asked(app: TesserApp, pilot: Pilot[None], worker: MatchWorker) -> MatchScreen:
    """Show the match and wait until its person is asked."""
    for _ in range(1000):
        await pilot.pause(0.01)
        if worker.begun and not isinstance(app.screen, MatchScreen):
            app.matches.show_match(worker, GAME)
        elif isinstance(screen := app.screen, MatchScreen):
            scene = screen.board.scene
            if scene is not None and scene.decision is not None and now(scene.view):
                return screen
    raise SystemExit("The moment of the picture never came.")


# Drawing.

WIDE, HIGH, BASE, EDGE = 8.4, 18.0, 13.5, 12.0
"""Width and height of a cell, where its letters stand, and the frame."""
GROUND, INK = "#121212", "#d0d0d0"


def svg(strips: Iterable[Strip]) -> str:
    """Rows of text as a picture."""
    rows = list(strips)
    grounds: list[str] = []
    words: list[str] = []
    classes: dict[str, str] = {}
    for y, strip in enumerate(rows):
        x = 0
        for text, style, _ in strip:
            style = style or Style()
            top, cells = EDGE + y * HIGH, cell_len(text)
            ground = tone(style.bgcolor, GROUND)
            if ground != GROUND:
                grounds.append(
                    f'<rect x="{EDGE + x * WIDE:.1f}" y="{top:.1f}" width="{cells * WIDE + 0.2:.1f}" '
                    f'height="{HIGH + 0.2:.1f}" fill="{ground}"/>'
                )
            look = f"fill:{tone(style.color, INK)}" + (";font-weight:bold" if style.bold else "")
            for word in re.finditer(r"\S+", text):
                left = EDGE + (x + cell_len(text[: word.start()])) * WIDE
                name = classes.setdefault(look, f"c{len(classes)}")
                words.append(
                    f'<text class="{name}" x="{left:.1f}" y="{top + BASE:.1f}" '
                    f'textLength="{cell_len(word[0]) * WIDE:.1f}">{escape(word[0])}</text>'
                )
            x += cells
    width, height = 2 * EDGE + SIZE[0] * WIDE, 2 * EDGE + len(rows) * HIGH
    looks = "".join(f".{name}{{{look}}}" for look, name in classes.items())
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}">',
            "<style>text{font:14px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace}"
            f"{looks}</style>",
            f'<rect width="100%" height="100%" rx="8" fill="{GROUND}"/>',
            *grounds,
            *words,
            "</svg>",
            "",
        ]
    )


def tone(color: Color | None, usual: str) -> str:
    """A colour as SVG writes it."""
    return usual if color is None or color.is_default else color.get_truecolor().hex


if __name__ == "__main__":
    (HERE / "match.svg").write_text(svg(asyncio.run(frame())), encoding="utf-8")
