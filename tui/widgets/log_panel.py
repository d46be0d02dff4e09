"""The log of a match in sentences, beside the board."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events

from tui.host import Line
from tui.sentences import merged
from tui.widgets.canvas import wrap
from tui.widgets.rows import Rows


def wrapped(sentences: Sequence[str], width: int) -> list[str]:
    """Sentences as lines of this width; what is carried over is set in."""
    lines: list[str] = []
    for sentence in sentences:
        first, *rest = wrap(sentence, max(8, width - 2), 20) or [""]
        lines += [first, *(f"  {line}" for line in rest)]
    return lines


def is_heading(line: str) -> bool:
    """Whether a line of the log begins something new: a turn, a phase, the Test."""
    words = line.split()
    return line.startswith("Turn ") or (0 < len(words) <= 2 and words[-1] not in _DEEDS and line[0] != " ")


_DEEDS = ("pass.", "passes.", "concede.", "concedes.", "forfeits.")


class LogPanel(Rows, can_focus=False):
    """The newest sentences at the bottom; the wheel scrolls."""

    DEFAULT_CSS = """
    LogPanel { width: 36; height: 1fr; padding: 0 1; background: $surface; color: $foreground; }
    """

    def __init__(self) -> None:
        super().__init__([], cursor=False, strong=is_heading)
        self._sentences: list[str] = []

    def tell(self, lines: Sequence[Line]) -> None:
        """Show the log of a reader, its end."""
        self._sentences = merged(lines)
        self._wrap()

    def _wrap(self) -> None:
        self.lines = wrapped(self._sentences, self.content_size.width)
        self.top = len(self.lines)
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        self._wrap()
