"""A past moment of a match, as its reader saw it then: to be looked at, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.reactive import Reactive
from textual.widget import Widget

from core.contract.game import AnyGame
from tui.boards import board
from tui.boards.board_state import Scene
from tui.boards.board_widget import Board
from tui.match.events import MomentFound
from tui.screens.match_help import HelpPanel, card_help, help_pages, key_row
from tui.widgets.closing_screen import Closing
from tui.widgets.text_reader import Paragraph, plain

_KEYS = (
    ("Esc", "back to now"),
    ("Left", "before"),
    ("Right", "after"),
    ("Tab", "zones"),
    ("d", "discards"),
    ("?", "help"),
)
STEPS_HELP = (
    plain("Left, Right    the entry before, the one after"),
    plain("Home, End      the start of the match, the last entry"),
    plain("Up, Down, Tab  move the cursor"),
)
DISCARDS_HELP = key_row(("d", "discard piles as they lay then"))
_HELP = (
    *STEPS_HELP,
    DISCARDS_HELP,
    plain("Esc            back to now"),
)


class MomentScreen(Closing[None]):
    """Asks for one entry after another, and shows what comes. Nothing can be chosen here."""

    CSS_PATH = "match/match_screen.tcss"
    AUTO_FOCUS = "Board"
    BINDINGS: ClassVar[list[BindingType]] = [
        # Before the board, whose cursor they would move.
        Binding("left", "step(-1)", "Before", priority=True),
        Binding("right", "step(1)", "After", priority=True),
        Binding("home", "edge(0)", "Start", priority=True),
        Binding("end", "edge(1)", "Last", priority=True),
        Binding("question_mark", "help", "Help"),
    ]
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)

    KEYS: ClassVar[Sequence[tuple[str, str]]] = _KEYS
    """What the board says of keys."""
    KEYS_HELP: ClassVar[Sequence[Paragraph]] = _HELP

    def __init__(
        self,
        game: AnyGame,
        n: int,
        ask: Callable[[int], object],
        said: Callable[[int], Sequence[str]],
        names: tuple[str, ...],
    ) -> None:
        """Begin at entry n. `ask` asks for the match after an entry, which `show` brings; `said` has the
        log of an entry."""
        super().__init__()
        self._game = game
        self._ask = ask
        self._said = said
        self._names = names
        self.board: Board = board(game.name)(game)
        self.past: MomentFound | None = None
        """What is shown."""
        self._wanted = n
        self._last = n
        self._note = ""

    def compose(self) -> ComposeResult:
        yield self.board

    def on_mount(self) -> None:
        self._ask(self._wanted)

    def show(self, past: MomentFound) -> None:
        """This is the match as it was."""
        self.past = past
        self._last = past.last
        self._wanted = min(self._wanted, past.last)
        if past.n == self._wanted:
            self._show()

    def note(self, text: str) -> None:
        """Say something about now."""
        self._note = text
        self._show()

    def when(self, past: MomentFound) -> str:
        """Which moment it is, in words."""
        if past.n:
            return f"The past: after entry {past.n} of {past.last}"
        return f"The past: at the start, before entry 1 of {past.last}"

    def _show(self) -> None:
        past = self.past
        if past is None:
            return
        self.board.show(
            Scene(
                view=past.view,
                seat=past.seat,
                decision=None,
                names=self._names,
                status=f"{self.when(past)}. {' '.join(self._said(past.n))}",
                note=self._note,
                keys=self.KEYS,
            )
        )

    def action_step(self, by: int) -> None:
        """To the entry before or after."""
        self._to(self._wanted + by)

    def action_edge(self, end: int) -> None:
        """To the start, or to the last entry."""
        self._to(self._last if end else 0)

    def _to(self, n: int) -> None:
        n = max(0, min(n, self._last))
        if n != self._wanted:
            self._wanted = n
            self._ask(n)

    def on_board_explain(self, message: Board.Explain) -> None:
        self.app.push_screen(card_help(self._game, message))

    def action_help(self) -> None:
        """The card under the cursor, the phase, and the keys."""
        pages = help_pages(self._game, self.board, self.KEYS_HELP)
        self.app.push_screen(HelpPanel(self._game, pages, self.board.topic()))

    def on_board_back(self, message: Board.Back) -> None:
        message.stop()
        self.dismiss()
