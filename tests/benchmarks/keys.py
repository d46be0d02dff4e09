"""What a cursor key costs: the bytes it writes to a terminal, and how long that takes.

The match screen is run in a pseudo-terminal, in a process of its own, and everything it writes is counted.
"""

from __future__ import annotations

import os
import select
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from core import registry
from core.contract.event import Event
from core.contract.game import AnyGame
from tests.benchmarks.figures import Figure, Missing, Say, figure
from tests.support.pseudo_terminal import Terminal

QUIET = 0.15
"""Seconds without a byte after which a key has written all it writes."""
PATIENCE = 0.3
"""Seconds after which a key that has written nothing writes nothing."""
STARTING = 30.0
"""Seconds in which the match must be on the screen."""

PLIES = 60
"""The match is measured from the first choice of this many or more, so that cards are in play."""
CHOICES = 5
"""And from one with so many choices at least."""

_KEYS = {
    "up": b"\x1b[A",
    "down": b"\x1b[B",
    "right": b"\x1b[C",
    "left": b"\x1b[D",
    "tab": b"\t",
    "shift+tab": b"\x1b[Z",
}

WALK = (
    *["right"] * 3, "left", "down", "down", *["up"] * 11, "right", "left", *["down"] * 10,
    *["tab"] * 5, *["shift+tab"] * 5,
)  # fmt: skip
"""A walk of the cursor: over the hand, to the top of the boards and down again, and from zone to zone."""


class KeyCost(NamedTuple):
    """What one key did."""

    key: str
    bytes: int
    """Written to the terminal; 0 if the key did nothing there, as at an edge."""
    ms: float
    """Milliseconds from the key to the last byte; 0 without one."""


def measure(game: AnyGame, runs: int, keys: int, say: Say) -> dict[str, Figure]:
    """`key_bytes`, the most that a key writes, `key_bytes_median` and `key_ms`, over keys that write at all.

    In each run the first `keys` of the walk are pressed, in another match. Raises Missing if no match comes
    on the screen.
    """
    walks = []
    for run in range(runs):
        say(f"keys, {run + 1} of {runs}")
        costs = [cost for cost in walk(game, WALK[:keys], seed=run + 1) if cost.bytes]
        if not costs:
            raise Missing("No cursor key wrote anything.")
        walks.append(costs)
    most = [max(cost.bytes for cost in costs) for costs in walks]
    return {
        "key_bytes": figure(most, max(most)),
        "key_bytes_median": figure([statistics.median(cost.bytes for cost in costs) for costs in walks]),
        "key_ms": figure([statistics.median(cost.ms for cost in costs) for costs in walks]),
    }


def walk(
    game: AnyGame, keys: Sequence[str] = WALK, size: tuple[int, int] = (80, 24), seed: int = 1
) -> list[KeyCost]:
    """Play a match of bots for a while, show it to a person in a terminal of 256 colours, press these keys.

    `size` is in columns and rows; the same seed gives the same match and so the same bytes. Raises Missing
    if the match doesn't come on the screen, KeyError for a key that isn't one of these.
    """
    ready, told = os.pipe()
    code = f"from tests.benchmarks.keys import show; show({game.name!r}, {seed}, {told})"
    try:
        with (
            tempfile.TemporaryDirectory(prefix="tesser-bench-") as folder,
            Terminal(code, data=Path(folder), size=size, pass_fds=(told,)) as terminal,
        ):
            os.close(told)
            told = -1
            wait_for(terminal, ready)
            return [_press(terminal, key) for key in keys]
    finally:
        os.close(ready)
        if told >= 0:
            os.close(told)


def wait_for(terminal: Terminal, ready: int) -> None:
    """Read until the child says that what is measured is on the screen, and then until it is quiet."""
    while terminal.last - terminal.began < STARTING:
        found = select.select([terminal.master, ready], [], [], STARTING)[0]
        if terminal.master in found:
            terminal.read(0)
        elif found and os.read(ready, 1):
            terminal.settle(2 * QUIET, 2 * QUIET)
            return
        else:
            break
    raise Missing("What was to be measured did not come on the screen.")


def _press(terminal: Terminal, key: str) -> KeyCost:
    began = perf_counter()
    terminal.type(_KEYS[key])
    total = terminal.settle(QUIET, PATIENCE)
    return KeyCost(key, total, (terminal.last - began) * 1000 if total else 0.0)


def show(name: str, seed: int, told: int) -> None:
    """In the child: show the match, and write a byte to `told` once a person is asked there."""
    from tui.terminal import capabilities as terminal

    terminal.settle()  # Before Textual is imported.
    from core import bots
    from core.contract.stream import Stream, numbered_seed
    from core.engine.match import Match
    from core.engine.table import Table
    from decks.storage.catalog import default_deck
    from tui.app import application as app_module
    from tui.match.local import local_header
    from tui.match.persons import Person
    from tui.match.plans import PERSON, LocalPlan
    from tui.match.worker import MatchLoop, MatchWorker
    from tui.profile import Profile
    from tui.screens.match.match_screen import MatchScreen

    game: Any = registry.load(name)
    seats = range(game.seats[0])
    groups = [game.deck_group(seat) for seat in seats]
    decks = tuple(default_deck(game, group).decklist() if group else None for group in groups)
    bot = bots.names()[0]
    plan = LocalPlan(name, (PERSON, *(bot for _ in seats[1:])), decks, {}, seed=seed)
    profile = Profile("", Path(os.environ["XDG_DATA_HOME"]))
    opening: list[Event] = []
    match = Match(local_header(profile, plan, game), game, opening)
    picks = Stream(numbered_seed(seed), "key bytes")
    while (decision := match.decision()) is not None:
        assert decision.choices is not None
        if match.n >= PLIES and decision.seat == 0 and decision.start and len(decision.choices) >= CHOICES:
            break
        match.choose(decision.choices[picks.below(len(decision.choices))])

    class Shown(app_module.TesserApp):
        """The app, that says when the question is there."""

        CSS_PATH = [Path(app_module.__file__).parent / path for path in app_module.TesserApp.CSS_PATH]

        def on_mount(self) -> None:
            self.looking = self.set_interval(0.02, self.look)

        def look(self) -> None:
            if self.matches.threads and not isinstance(self.screen, MatchScreen):
                self.matches.show_match(self.matches.threads[0], game)
            elif isinstance(self.screen, MatchScreen) and self.screen.board.scene is not None:
                self.looking.stop()
                os.write(told, b"!")

    app = Shown(profile)
    worker = MatchWorker(app.matches.wake)

    async def play(loop: MatchLoop) -> None:
        table = Table(match, {0: Person(loop, 0)})
        loop.begin(match, table, [0], opening)
        await table.run()

    worker.start(play)
    app.matches.threads.append(worker)
    app.run(mouse=False)
