"""What of a match's past is open over its screen: one moment, or the story. The match's thread is asked for
both, and what it answers is shown when it comes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from core.contract.game import AnyGame
from tui.match.channel import Update
from tui.match.entry_texts import Line, merged
from tui.match.worker import MatchThread

if TYPE_CHECKING:
    from tui.screens.moment_screen import MomentScreen


class PastOf:
    """The past of one match, for the reader who has the keyboard."""

    def __init__(
        self,
        screen: Screen[Any],
        thread: MatchThread,
        game: AnyGame,
        look: Callable[[int | None], None],
        back: Callable[[], object],
    ) -> None:
        """`look` is called with the entry that a line of the story leads to; `back` when a moment is left."""
        self._screen = screen
        self._thread = thread
        self._game = game
        self._look = look
        self._back = back
        self._moment: MomentScreen | None = None
        self._wanted = False
        """Whether the story was asked for and has not come."""

    def story(self, reader: int) -> None:
        """Show what made the difference so far, soon."""
        self._wanted = True
        self._thread.back.story(reader)

    def moment(self, reader: int, n: int, log: Sequence[Line], names: tuple[str, ...]) -> None:
        """Show the match as this reader saw it after entry n."""

        def ask(n: int) -> None:
            self._thread.back.moment(reader, n)

        def said(n: int) -> list[str]:
            return merged([line for line in log if line.n == n])

        def closed(_: None) -> None:
            self._moment = None
            self._back()

        from tui.screens.moment_screen import MomentScreen

        self._moment = MomentScreen(self._game, n, ask, said, names)
        self._screen.app.push_screen(self._moment, closed)

    def take(self, update: Update, reader: int | None) -> None:
        """What was asked for has come, if it is still for this reader."""
        past, told = update.past, update.told
        if past is not None and self._moment is not None and past.seat == reader:
            self._moment.show(past)
        if told is not None and self._wanted and told.seat == reader:
            self._wanted = False
            from tui.screens.story_panel import StoryPanel

            self._screen.app.push_screen(StoryPanel(told.story), self._look)

    def asked(self) -> None:
        """There is a question for the reader now."""
        if self._moment is not None:
            self._moment.note("You are asked meanwhile: Esc goes back to now.")

    def forget(self) -> None:
        """All of it is closed."""
        self._moment, self._wanted = None, False
