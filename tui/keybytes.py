"""What a cursor key costs: the bytes it writes to a terminal, and how long that takes.

The match screen is run in a pseudo-terminal, in a process of its own, and everything it writes is counted.
"""

from __future__ import annotations

import os
import select
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from core import games
from core.game import AnyGame, Event

QUIET = 0.15
"""Seconds without a byte after which a key has written all it writes."""
PATIENCE = 0.6
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


def measure(
    game: AnyGame, keys: Sequence[str] = WALK, size: tuple[int, int] = (80, 24), seed: int = 1
) -> list[KeyCost]:
    """Play a match of bots for a while, show it to a person in a terminal of 256 colours, press these keys.

    `size` is in columns and rows; the same seed gives the same match and so the same bytes. Raises
    RuntimeError if the match doesn't come on the screen, KeyError for a key that isn't one of these. POSIX
    only.
    """
    # Not where there are no pseudo-terminals.
    import fcntl
    import pty
    import termios

    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    ready, told = os.pipe()
    environ = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("TEXTUAL", "COLORTERM", "NO_COLOR", "SSH_", "TESSER_"))
    }
    with tempfile.TemporaryDirectory() as folder:
        child = subprocess.Popen(
            [sys.executable, "-c", f"from tui.keybytes import show; show({game.name!r}, {seed}, {told})"],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environ
            | {
                "TERM": "xterm-256color",
                "XDG_DATA_HOME": folder,
                "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
            },
            pass_fds=(told,),
            start_new_session=True,
        )
        os.close(slave)
        os.close(told)
        try:
            _wait(master, ready)
            return [_press(master, key) for key in keys]
        finally:
            child.kill()
            child.wait()
            os.close(master)
            os.close(ready)


def _wait(master: int, ready: int) -> None:
    """Read until the child says that the question is on the screen, and then until it is quiet."""
    end = time.monotonic() + STARTING
    while time.monotonic() < end:
        found = select.select([master, ready], [], [], 0.5)[0]
        if master in found:
            os.read(master, 65536)
        elif ready in found:
            if not os.read(ready, 1):
                break
            while _read(master, 2 * QUIET):
                pass
            return
    raise RuntimeError("The match did not come on the screen.")


def _read(master: int, seconds: float) -> int:
    """How many bytes came in this time at most; 0 for none."""
    return len(os.read(master, 65536)) if select.select([master], [], [], seconds)[0] else 0


def _press(master: int, key: str) -> KeyCost:
    began = last = time.perf_counter()
    os.write(master, _KEYS[key])
    total = found = _read(master, PATIENCE)
    while found:
        last = time.perf_counter()
        found = _read(master, QUIET)
        total += found
    return KeyCost(key, total, (last - began) * 1000)


def show(name: str, seed: int, told: int) -> None:
    """In the child: show the match, and write a byte to `told` once a person is asked there."""
    from core import bots
    from core.chance import Stream, numbered_seed
    from core.match import Match
    from core.table import Table
    from tui.app import TesserApp
    from tui.commands.common import default_deck
    from tui.host import MatchThread, Person
    from tui.plans import PERSON, LocalPlan
    from tui.plays import local_header
    from tui.profile import Profile
    from tui.screens.match import MatchScreen

    game: Any = games.load(name)
    seats = range(game.seats[0])
    groups = [game.deck_group(seat) for seat in seats]
    decks = tuple(default_deck(game, group).decklist() if group else None for group in groups)
    bot = bots.names()[0]
    plan = LocalPlan(name, (PERSON, *(bot for _ in seats[1:])), decks, {}, seed=seed)
    profile = Profile("", Path(os.environ["XDG_DATA_HOME"]))
    opening: list[Event] = []
    match = Match(local_header(profile, plan, game), game, opening)
    picker = bots.make(bot, Stream(numbered_seed(seed), "key bytes"))
    while (decision := match.decision()) is not None:
        assert decision.choices is not None
        if match.n >= PLIES and decision.seat == 0 and decision.start and len(decision.choices) >= CHOICES:
            break
        match.choose(picker.pick(decision))

    class Shown(TesserApp):
        """The app, that says when the question is there."""

        def on_mount(self) -> None:
            self.set_interval(0.02, self.look)

        def look(self) -> None:
            if self.threads and not isinstance(self.screen, MatchScreen):
                self.show_match(self.threads[0], game)
            elif isinstance(self.screen, MatchScreen) and self.screen.board.scene is not None and not done:
                done.append(True)
                os.write(told, b"!")

    done: list[bool] = []
    app = Shown(profile)
    thread = MatchThread(app.wake)

    async def play(thread: MatchThread) -> None:
        table = Table(match, {0: Person(thread, 0)})
        thread.begin(match, table, [0], opening)
        await table.run()

    thread.start(play)
    app.threads.append(thread)
    app.run(mouse=False)


__all__ = ["WALK", "KeyCost", "measure"]
