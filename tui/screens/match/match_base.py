"""What a match screen knows of its match, and what its parts share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from core.contract.game import AnyGame
from core.contract.header import Header
from net.protocol.errors import NetError
from tui.boards import board
from tui.boards.act import Act
from tui.boards.board_widget import Board
from tui.match.channel import Picture
from tui.match.end_texts import Parting, leaving_so
from tui.match.entry_texts import Line
from tui.match.plans import ResumePlan
from tui.match.player_names import called
from tui.match.worker import MatchThread
from tui.widgets.closing_screen import Closing
from tui.widgets.panels import Confirm

if TYPE_CHECKING:
    from tui.screens.match.match_end_screen import EndOf


class MatchBase(Closing[Parting]):
    """A screen with a match open; gives what is left of it."""

    _end: EndOf
    """The end of it, told once."""

    def __init__(self, thread: MatchThread, game: AnyGame) -> None:
        super().__init__()
        self._thread = thread
        self.game = game
        self.board: Board = board(game.name)(game)
        self.header: Header | None = None
        self.reader: int | None = None
        """The seat whose eyes the screen shows; None before a person has taken the keyboard."""
        self.picture: Picture | None = None
        self._names: tuple[str, ...] = ()
        self._log: dict[int, list[Line]] = {}
        """By reader."""
        self._seen: dict[int, int] = {}
        """By reader: how long the log was at its last act."""
        self._note = ""
        self._act: Act | None = None
        self._runs = False
        """Whether answers are being given for somebody here, which any key ends."""
        self.ended: str | None = None
        """Why the match has stopped, if it has; empty where it came to its end."""
        self.failure: NetError | None = None

    def _show(self) -> None:
        """Draw what there is."""
        raise NotImplementedError

    def who(self, seat: int) -> str:
        """A seat as it is named here: its role with its player's name."""
        return called(self.game, self._names, seat)

    def _ask(self, title: str, text: str, yes: str, then: Callable[[], object]) -> None:
        """Ask, and do it if that is wanted; `yes` says what it is."""

        def answered(said: bool | None) -> None:
            if said:
                then()

        self.app.push_screen(Confirm(title, text, yes), answered)

    def leave(self, again: bool = False, onward: ResumePlan | None = None) -> None:
        """Leave the match; what is left of it goes to who opened the screen. `again`: to play once more. With
        `onward` it is gone on with at once."""
        self._end.told = True  # Who leaves needs no page that says so.
        failure = self.failure

        async def leave() -> None:
            # Waits for the goodbye to peers, so not on Textual's loop.
            await asyncio.to_thread(self._thread.stop)
            if failure is not None and onward is None and (said := leaving_so(failure)):
                self.app.notify(said, timeout=30)
            outcome = self.picture.outcome if self.picture else None
            reason = "" if outcome else self.ended or "You left the match."
            totals = self.picture.totals if self.picture else ()
            self.dismiss(Parting(outcome, reason, totals, self.header, again, onward))

        self.run_worker(leave(), exclusive=True, group="leave")
