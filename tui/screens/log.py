"""The whole log of a match, as its reader may know it."""

from __future__ import annotations

from collections.abc import Sequence

from tui.host import Line
from tui.sentences import merged
from tui.widgets.log_panel import is_heading, wrapped
from tui.widgets.panels import TextPanel


class LogScreen(TextPanel):
    """Every sentence, the newest at the bottom."""

    CSS_PATH = "log.tcss"

    def __init__(self, lines: Sequence[Line], width: int) -> None:
        """`width` is that of the screen."""
        inner = min(100, width * 9 // 10) - 4
        told = wrapped(merged(lines), inner) or ["Nothing has happened yet."]
        super().__init__("Log", told, at_end=True, strong=is_heading)
