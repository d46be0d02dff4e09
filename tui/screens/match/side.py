"""What lies beside the board where there is room: the card under the cursor, the log, and the chat."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical

from tui.match.entry_texts import SAID, LogLine
from tui.screens.match.lookups import Lookups
from tui.widgets.detail_panel import DetailPanel
from tui.widgets.log_panel import ChatPanel, LogPanel


class Side(Vertical):
    """Three panels, one below the other."""

    def __init__(self, lookups: Lookups) -> None:
        super().__init__(id="side")
        self.detail = DetailPanel()
        self._lookups = lookups

    def compose(self) -> ComposeResult:
        yield self.detail
        yield LogPanel()
        yield ChatPanel()

    def tell(self, log: Sequence[LogLine]) -> None:
        """Show this log, and what of it was said in the chat in a panel of its own."""
        said = [line for line in log if line.n == SAID]
        self.query_one(LogPanel).tell_lines([line for line in log if line.n != SAID] if said else log)
        self.query_one(ChatPanel).tell_lines(said)

    def clear(self) -> None:
        """Show no log."""
        for panel in self.query(LogPanel):  # none yet, or none any more, where the screen comes or goes
            panel.tell_lines([])

    def on_log_panel_searched(self, message: LogPanel.Searched) -> None:
        message.stop()
        self._lookups.open_log(asks=True)

    def on_log_panel_left(self, message: LogPanel.Left) -> None:
        message.stop()
        self._lookups.back_to_board()

    def on_entry_list_picked(self, message: LogPanel.Picked) -> None:
        message.stop()
        self._lookups.look_back(message.n)
