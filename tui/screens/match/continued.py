"""Over a match that goes on: what happened since its reader's last choice."""

from __future__ import annotations

from collections.abc import Sequence

from tui.match.entry_texts import what_happened
from tui.widgets.canvas import wrap
from tui.widgets.panels import TextPanel, inside, shown_key


class Continued(TextPanel):
    """Sentences to read; Enter or Esc leads to the board."""

    KEYS = [
        shown_key("pagedown", "scroll", "Up, Down, PgUp, PgDn"),
        shown_key("enter", "go on"),
    ]

    def __init__(self, news: Sequence[str], choice: int, guard: float) -> None:
        """`news` is what happened, `choice` the entry of the reader's last choice, 0 for none; for `guard`
        see KeyGuard."""
        super().__init__(what_happened(choice), list(news), at_end=True)
        self._news = list(news)
        self._guard.seconds = guard

    def on_mount(self) -> None:
        width = max(20, inside(self.app.size.width) - 2)
        self._rows.lines = [part for line in self._news for part in wrap(line, width, 20)]
        self._rows.top = len(self._rows.lines)
        self._rows.styles.height = max(1, len(self._rows.lines))
        super().on_mount()
