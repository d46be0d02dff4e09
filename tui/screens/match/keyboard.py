"""Who has the keyboard of a match: the curtain between two persons here, and what is told to who comes
back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tui.boards.board_widget import Board
from tui.match.client import MatchClient
from tui.match.entry_texts import merged
from tui.match.events import Event, KeyboardWanted, Told
from tui.match.plans import PERSON
from tui.match.presence import elsewhere
from tui.screens.match.side import Side
from tui.widgets.closing_screen import Closing

# What comes over the board is imported when it comes: a match begins sooner.


class Keyboard:
    """The keyboard of one match, which goes from one person to the next."""

    def __init__(
        self,
        screen: Closing[Any],
        client: MatchClient,
        board: Board,
        side: Side,
        show: Callable[[], object],
    ) -> None:
        """`show` draws what there is, once it may be seen again."""
        self._screen = screen
        self._client = client
        self._board = board
        self._side = side
        self._show = show
        self._since: dict[int, int] = {}
        """By reader that comes back to a match and was not shown yet what happened since its last choice: the
        entry of that."""
        client.subscribe(self._hear)

    def _hear(self, event: Event) -> None:
        match event:
            case KeyboardWanted():
                self._cover(event)
            case Told(since=int(since)):
                self._since[event.reader] = since
            case _:
                pass

    def _cover(self, wanted: KeyboardWanted) -> None:
        """Cover everything until the next player has the keyboard, or passes without it."""
        self._board.show(None)
        self._side.clear()
        if not self._screen.come_up():  # from under what the last reader had open
            return

        def ready(taken: bool | None) -> None:
            if taken or not wanted.open_to_all:
                self._client.take_keyboard()
            else:
                self._client.pass_unseen()
            self._show()

        from tui.screens.curtain import Curtain

        who = self._client.who(wanted.seat)
        self._screen.app.push_screen(Curtain(who, self._board.guard, wanted.open_to_all), ready)

    def settle(self) -> None:
        """Where a match goes on: show what happened since its reader's last choice, once."""
        client, reader = self._client, self._client.reader
        if reader not in self._since or client.covered:
            return
        if client.outcome is not None:
            return  # The page at the end tells.
        if self._screen.app.screen is not self._screen:
            return  # Keys that are meant for what lies over the board must not answer this.
        if self._moves_at_once():
            return  # That belongs to it.
        n, news = self._since.pop(reader), client.recent
        if news:
            from tui.screens.match.continued import Continued

            self._screen.app.push_screen(Continued(merged(news), n, self._board.guard))

    def _moves_at_once(self) -> bool:
        """Whether somebody at this machine is to choose who has not been asked yet, or a computer is."""
        client, owing = self._client, self._client.owing
        if client.question is not None or client.header is None or owing is None:
            return False
        person = client.header.seats[owing].player == PERSON
        return not (person and elsewhere(client.header, owing, client.seat))
