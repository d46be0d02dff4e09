"""What the reader of a match looks up: the log, a moment of the past, the story, help, what is played
with."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding
from textual.screen import Screen

from tui.boards.board_widget import Board
from tui.match.client import MatchClient
from tui.match.commands import FindMoment
from tui.match.entry_texts import merged
from tui.match.events import Event, KeyboardWanted, MomentFound, QuestionAsked, StoryFound
from tui.widgets.log_panel import LogPanel
from tui.widgets.panels import TextPanel

if TYPE_CHECKING:
    from tui.screens.moment_screen import MomentScreen

# What comes over the board is imported when it comes: a match begins sooner.


class Lookups:
    """The pages to read of one match. The match's loop is asked for the past and the story, and what it
    answers is shown when it comes."""

    KEYS: ClassVar = (
        Binding("l", "do('log')", "Log", id="match.log"),
        Binding("t", "do('story')", "Story", id="match.story"),
        Binding("question_mark", "do('help')", "Help", id="match.help"),
        Binding("s", "do('lists')", "Decklists", id="match.lists"),
    )

    def __init__(self, screen: Screen[Any], client: MatchClient, board: Board) -> None:
        self._screen = screen
        self._client = client
        self._board = board
        self._moment: MomentScreen | None = None
        client.subscribe(self._hear)

    @property
    def does(self) -> dict[str, Callable[[], object]]:
        """What its keys do."""
        return {"log": self.log, "story": self.story, "help": self.help, "lists": self.lists}

    def log(self) -> None:
        """The log: the keyboard goes to the one beside the board, or the whole one comes over it."""
        if self._screen.has_class("-log"):
            panel = self._screen.query_one(LogPanel)
            self._screen.set_focus(self._board if panel.has_focus else panel)
        else:
            self.open_log()

    def open_log(self, asks: bool = False) -> None:
        """The whole log over the board; `asks` begins by asking for the words to find."""
        reader = self._client.reader
        if reader is not None:
            from tui.screens.log_screen import LogScreen

            self._screen.app.push_screen(LogScreen(self._client.log.get(reader, []), asks), self.look_back)

    def back_to_board(self) -> None:
        """The keyboard goes to the board."""
        self._screen.set_focus(self._board)

    def story(self) -> None:
        """What made the difference so far, soon."""
        if self._client.reader is not None:
            self._client.find_story()

    def look_back(self, n: int | None) -> None:
        """Show the match as its reader saw it after entry n."""
        reader = self._client.reader
        if n is None or reader is None:
            return
        log = self._client.log.get(reader, [])

        def ask(n: int) -> None:
            self._client.send(FindMoment(reader, n))

        def said(n: int) -> list[str]:
            return merged([line for line in log if line.n == n])

        def closed(_: None) -> None:
            self._moment = None
            self.back_to_board()
            # What was asked meanwhile is answered by no key that is still down.
            self._board.question_appeared()

        from tui.screens.moment_screen import MomentScreen

        self._moment = MomentScreen(self._client.game, n, ask, said, self._client.names)
        self._screen.app.push_screen(self._moment, closed)

    def help(self) -> None:
        """The card under the cursor, what is asked, the phase, and the keys."""
        from tui.screens.match_help import HelpPanel, help_pages, match_keys

        game, board = self._client.game, self._board
        paragraphs = help_pages(game, board, match_keys(game, board))
        self._screen.app.push_screen(HelpPanel(game, paragraphs, board.topic()))

    def explain(self, asked: Board.Explain) -> None:
        """All about a card."""
        from tui.screens.match_help import card_help

        self._screen.app.push_screen(card_help(self._client.game, asked))

    def lists(self) -> None:
        """What is played with: the table's own list, and the decklists that the reader may see."""
        client = self._client
        if client.header is not None and client.reader is not None:
            from tui.screens.end_page import inner_width, list_lines

            width = inner_width(self._screen.size.width)
            seat = None if client.over else client.reader
            lines = list_lines(client.game, client.header, client.who, width, seat)
            self._screen.app.push_screen(TextPanel("What is played with", lines))

    def _hear(self, event: Event) -> None:
        match event:
            case MomentFound():
                if self._moment is not None:
                    self._moment.show(event)
            case StoryFound():
                from tui.screens.story_panel import StoryPanel

                self._screen.app.push_screen(StoryPanel(event.story), self.look_back)
            case QuestionAsked():
                if self._moment is not None:
                    self._moment.note("You are asked meanwhile: Esc goes back to now.")
            case KeyboardWanted():
                self._moment = None  # all that the last reader had open is closed
            case _:
                pass
