"""What covers everything while the terminal is too small."""

from __future__ import annotations

from typing import cast

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static

from tui.screens.app_protocol import Application

SMALLEST = (60, 20)
"""Columns and rows below which nothing can be shown."""


class TooSmall(ModalScreen[None]):
    """Covers everything while the terminal is smaller than SMALLEST: nothing may be done unseen."""

    def compose(self) -> ComposeResult:
        columns, rows = SMALLEST
        yield Static(
            f"tesser needs {columns} columns and {rows} rows. tesser --plain needs none.", markup=False
        )

    def on_screen_resume(self) -> None:
        # It may have been covered by another screen while the terminal grew.
        self.app.call_later(cast(Application, self.app).check_size)

    def on_key(self, event: events.Key) -> None:
        event.stop()
