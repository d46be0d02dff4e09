"""What a letter of a search costs in the deck editor: the bytes it writes, and the work it makes.

The editor is run in a pseudo-terminal, in a process of its own, which says how much processor time each key
took; beside that, what drawing the whole screen anew takes it.
"""

from __future__ import annotations

import os
import struct
import tempfile
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from core.contract.game import AnyGame
from tests.benchmarks.figures import Figure, Missing, Say, figure
from tests.benchmarks.keys import PATIENCE, QUIET, wait_for
from tests.support.pseudo_terminal import Terminal

TYPED = "song or feel +3"
"""What is typed; the first letters find much, the last ones little, and the list changes with most."""
REPAINT = b"\x1b[19~"
"""F8: in this child alone it draws the whole screen anew."""
REPAINTS = 5
SETTLED = 0.1
"""Seconds after a key in which all of its work is done."""
_TIME = struct.Struct("d")


def measure(game: AnyGame, runs: int, say: Say) -> dict[str, Figure]:
    """`filter_bytes`, the most that a letter writes, `filter_ms` and `repaint_ms`: processor time.

    Raises Missing if the editor doesn't come on the screen.
    """
    letters: list[list[tuple[int, float]]] = []
    repaints: list[float] = []
    for run in range(runs):
        say(f"search, {run + 1} of {runs}")
        found, drawn = _run(game)
        letters.append(found)
        repaints.append(median(drawn))
    most = [max(written for written, _ in found) for found in letters]
    return {
        "filter_bytes": figure(most, max(most)),
        "filter_ms": figure([median(ms for _, ms in found) for found in letters]),
        "repaint_ms": figure(repaints),
    }


def _run(game: AnyGame) -> tuple[list[tuple[int, float]], list[float]]:
    """For each letter the bytes and the milliseconds, and the milliseconds of each repaint."""
    ready, told = os.pipe()
    code = f"from tests.benchmarks.filtering import show; show({game.name!r}, {told})"
    try:
        with (
            tempfile.TemporaryDirectory(prefix="tesser-bench-") as folder,
            Terminal(code, data=Path(folder), pass_fds=(told,)) as terminal,
        ):
            os.close(told)
            told = -1
            wait_for(terminal, ready)
            _press(terminal, ready, b"/")
            letters = [_press(terminal, ready, letter.encode()) for letter in TYPED]
            drawn = [_press(terminal, ready, REPAINT)[1] for _ in range(REPAINTS)]
            return letters, drawn
    finally:
        os.close(ready)
        if told >= 0:
            os.close(told)


def _press(terminal: Terminal, ready: int, key: bytes) -> tuple[int, float]:
    terminal.type(key)
    written = terminal.settle(QUIET, PATIENCE)
    data = os.read(ready, _TIME.size)
    if len(data) < _TIME.size:
        raise Missing("The deck editor has ended.")
    return written, _TIME.unpack(data)[0] * 1000


def show(name: str, told: int) -> None:
    """In the child: open an editor over the largest pool; after each key write to `told` what it took."""
    from tui.terminal import capabilities as terminal

    terminal.settle()  # Before Textual is imported.
    from textual import events
    from textual.binding import Binding

    from core import registry
    from decks.formats import formats_for, groups, pool
    from decks.model import Deck
    from tui.app import application as app_module
    from tui.profile import Profile
    from tui.screens.editor.editor_screen import EditorScreen

    game = registry.load(name)
    profile = Profile("", Path(os.environ["XDG_DATA_HOME"]))
    group = max(groups(game), key=lambda one: len(pool(game, one)))
    cards = {card.id: 1 for card in pool(game, group)[::2]}
    deck = Deck("Measured", game.name, group, formats_for(game, group)[-1].name, cards)

    class Shown(app_module.TesserApp):
        """The app with the editor, that counts its own time."""

        BINDINGS = [Binding("f8", "draw_anew", priority=True)]
        CSS_PATH = [Path(app_module.__file__).parent / path for path in app_module.TesserApp.CSS_PATH]

        def on_mount(self) -> None:
            self.push_screen(EditorScreen(self.store, self.store.create(deck)))
            self.looking = self.set_interval(0.02, self.look)

        def look(self) -> None:
            if isinstance(self.screen, EditorScreen) and self.screen.is_mounted:
                self.looking.stop()
                os.write(told, b"!")

        def action_draw_anew(self) -> None:
            for widget in self.screen.walk_children(with_self=True):
                widget.refresh()

        async def on_event(self, event: events.Event) -> None:
            if isinstance(event, events.Key) and not event.is_forwarded:
                began = process_time()
                self.set_timer(SETTLED, lambda: self.tell(began))
            await super().on_event(event)

        def tell(self, began: float) -> None:
            os.write(told, _TIME.pack(process_time() - began))

    app: Any = Shown(profile)
    app.run(mouse=False)
