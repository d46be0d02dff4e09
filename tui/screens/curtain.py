"""The curtain of hot-seat play: covers everything while the keyboard changes hands."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Center, Middle
from textual.widgets import Static

from tui.widgets.closing_screen import Closing
from tui.widgets.key_guard import KeyGuard


class Curtain(Closing[bool]):
    """Nothing of either hand can be seen until the next player presses Enter; closes with True. Where that
    player only wants to pass, `p` does it without the keyboard changing hands: it closes with False."""

    CSS_PATH = "curtain.tcss"

    def __init__(self, who: str, guard: float, question: str = "") -> None:
        """`who` is the player who is to have the keyboard; `question` what may be passed without it."""
        super().__init__()
        self._question = question
        self._who = who
        self._guard = KeyGuard(self, events.Event().time, guard)

    def compose(self) -> ComposeResult:
        with Middle():
            yield Static(f"Hand the keyboard to {self._who}.", id="curtain-who", markup=False)
            yield Static("Press Enter when ready.", id="curtain-how", markup=False)
            if self._question:
                yield Static(self._question, id="curtain-question", markup=False)
                with Center():
                    yield Static(f"[p] {self._who} passes, without looking", id="curtain-pass", markup=False)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if event.key == "enter" or (event.key == "p" and self._question):
            self._guard.press(event.key, event.time, lambda: self.dismiss(event.key == "enter"))
        else:
            self._guard.other()

    def on_click(self, event: events.Click) -> None:
        event.stop()
        if not self._guard.early(event.time):
            self.dismiss(event.widget is None or event.widget.id != "curtain-pass")
