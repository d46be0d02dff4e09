"""What the reader of a match looks up beside the board: the log, the past, help, the decklists."""

from __future__ import annotations

from core.contract.game import AnyGame
from tui.boards.board_widget import Board
from tui.match.worker import MatchThread
from tui.screens.match.match_base import MatchBase
from tui.screens.match.past import PastOf
from tui.widgets.log_panel import LogPanel
from tui.widgets.panels import TextPanel

# What comes over the board is imported when it comes: a match begins sooner.


class LookingUp(MatchBase):
    """A match screen's log, and its pages to read."""

    def __init__(self, thread: MatchThread, game: AnyGame) -> None:
        super().__init__(thread, game)
        self._past = PastOf(self, thread, game, self._look_back, self._back_to_now)

    def action_log(self) -> None:
        """The log: the keyboard goes to the one beside the board, or the whole one comes over it."""
        if self.has_class("-log"):
            panel = self.query_one(LogPanel)
            self.set_focus(self.board if panel.has_focus else panel)
        elif self.reader is not None:
            self._open_log()

    def _open_log(self, asks: bool = False) -> None:
        if self.reader is not None:
            from tui.screens.log_screen import LogScreen

            self.app.push_screen(LogScreen(self._log.get(self.reader, []), asks), self._look_back)

    def on_log_panel_searched(self, message: LogPanel.Searched) -> None:
        message.stop()
        self._open_log(asks=True)

    def on_log_panel_left(self, message: LogPanel.Left) -> None:
        message.stop()
        self.set_focus(self.board)

    def on_entry_list_picked(self, message: LogPanel.Picked) -> None:
        message.stop()
        self._look_back(message.n)

    def action_story(self) -> None:
        """What made the difference so far."""
        if self.reader is not None:
            self._past.story(self.reader)

    def _look_back(self, n: int | None) -> None:
        """Show the match as its reader saw it after entry n."""
        if n is not None and self.reader is not None:
            self._past.moment(self.reader, n, self._log.get(self.reader, []), self._names)

    def _back_to_now(self) -> None:
        self.set_focus(self.board)
        # What was asked meanwhile is answered by no key that is still down.
        self.board.question_appeared()

    def on_board_explain(self, message: Board.Explain) -> None:
        from tui.screens.match_help import card_help

        self.app.push_screen(card_help(self.game, message))

    def action_help(self) -> None:
        """The card under the cursor, what is asked, the phase, and the keys."""
        from tui.screens.match_help import HelpPanel, help_pages, match_keys

        paragraphs = help_pages(self.game, self.board, match_keys(self.game, self.board))
        self.app.push_screen(HelpPanel(self.game, paragraphs, self.board.topic()))

    def action_lists(self) -> None:
        """What is played with: the table's own list, and the decklists that the reader may see."""
        if self.header is not None and self.reader is not None:
            from tui.screens.end_page import inner_width, list_lines

            width = inner_width(self.size.width)
            seat = None if self.board.over else self.reader
            lines = list_lines(self.game, self.header, self.who, width, seat)
            self.app.push_screen(TextPanel("What is played with", lines))
