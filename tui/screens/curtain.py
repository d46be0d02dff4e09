"""The curtain of hot-seat play: covers everything while the keyboard changes hands."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Middle
from textual.widgets import Static

from tui.widgets.closing import Closing
from tui.widgets.guard import KeyGuard


class Curtain(Closing[None]):
    """Nothing of either hand can be seen until the next player presses Enter."""

    CSS_PATH = "curtain.tcss"

    def __init__(self, who: str, guard: float) -> None:
        """`who` is the player who is to have the keyboard."""
        super().__init__()
        self._who = who
        self._guard = KeyGuard(self, events.Event().time, guard)

    def compose(self) -> ComposeResult:
        with Middle():
            yield Static(f"Hand the keyboard to {self._who}.", id="curtain-who", markup=False)
            yield Static("Press Enter when ready.", id="curtain-how", markup=False)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if event.key != "enter":
            self._guard.other()
        else:
            self._guard.press(event.key, event.time, lambda: self.dismiss(None))

    def on_click(self, event: events.Click) -> None:
        event.stop()
        if not self._guard.early(event.time):
            self.dismiss(None)
