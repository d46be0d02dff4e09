"""The match screen: a board, what lies beside and below it, and the panes that answer the keys."""

from __future__ import annotations

from typing import ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message

from core.contract.game import AnyGame
from tui.boards import board
from tui.boards.board_state import Scene
from tui.boards.board_widget import Board
from tui.match.client import MatchClient
from tui.match.commands import StopPassing
from tui.match.end_texts import Parting, result
from tui.match.entry_texts import merged
from tui.match.events import Event, KeyboardWanted
from tui.match.match_clock import clock_at
from tui.match.worker import MatchWorker
from tui.profile import Profile
from tui.screens.app_protocol import Application
from tui.screens.match.keyboard import Keyboard
from tui.screens.match.leaving import Leaving
from tui.screens.match.lookups import Lookups
from tui.screens.match.match_end import EndPane, Rematch
from tui.screens.match.note_line import NoteLine
from tui.screens.match.requests import Requests
from tui.screens.match.side import Side
from tui.screens.match.stop_controls import StopsPane
from tui.widgets.closing_screen import Closing

LOG_BESIDE = 120
"""Columns from which the log, and more about the card under the cursor, lie beside the board."""
WIDE = 160
"""Columns from which they have more room."""


class MatchScreen(Closing[Parting]):
    """Shows one match to the persons at this screen and takes their choices."""

    CSS_PATH = "match_screen.tcss"
    AUTO_FOCUS = "Board"
    BINDINGS: ClassVar[list[BindingType]] = [
        *Lookups.KEYS,
        *StopsPane.KEYS,
        *Requests.KEYS,
        *EndPane.KEYS,
    ]

    class Moved(Message):
        """The match has something to take. The app posts it when the match's loop notifies."""

    def __init__(
        self,
        worker: MatchWorker,
        game: AnyGame,
        profile: Profile | None = None,
        onward: str = "leave",
        rematch: bool = False,
    ) -> None:
        """`onward` is what follows on the end page; `profile` keeps the settings; `rematch` is whether it may
        be played again on this machine."""
        super().__init__()
        self.game = game
        self.board: Board = board(game.name)(game)
        self.client = client = MatchClient(game, worker.send)
        self._worker = worker
        worker.show_ticks()
        self._onward = "leaves" if onward == "leave" else f"goes {onward}"
        self._runs = False
        """Whether answers are being given for somebody here, which any key ends."""
        client.subscribe(self._hear)
        self._note = NoteLine(client, lambda: self.has_class("-log"))
        self._lookups = Lookups(self, client, self.board)
        self._side = Side(self._lookups)
        self._stops = StopsPane(self, client, profile)
        self._leaving = Leaving(self, client, worker, profile)
        self._requests = Requests(self, client, self._note, self._show, self._leaving.leave)
        self._end = EndPane(
            self,
            client,
            worker,
            self.board,
            self._note,
            self._leaving,
            Rematch(self, client, profile),
            onward=onward,
            again=rematch,
            story=self._lookups.story,
            say=self._requests.say,
        )
        self._keyboard = Keyboard(self, client, self.board, self._side, self._settle)
        self._does = self._lookups.does | self._stops.does | self._requests.does | self._end.does

    def compose(self) -> ComposeResult:
        yield self.board
        yield self._side

    def on_mount(self) -> None:
        self.call_later(self.take)  # what is taken may be shown at once, which a screen can do after this

    def on_screen_resume(self) -> None:
        """What lay over the board is closed."""
        self.call_later(self._keyboard.settle)

    def on_resize(self, event: events.Resize) -> None:
        beside = event.size.width >= LOG_BESIDE
        self.set_class(beside, "-log")
        self.set_class(event.size.width >= WIDE, "-wide")
        self.board.aside = self._side.detail if beside else None
        self._show()

    # What the match tells.

    def on_match_screen_moved(self, message: Moved) -> None:
        message.stop()
        self.take()

    def take(self) -> None:
        """Take what the match has to tell, and show it."""
        self._note.part()
        for posted in self._worker.take():
            self.client.reduce(posted)
        self._settle()
        following = self._worker.following
        if following is not None:
            cast(Application, self.app).matches.show_following(self, following, self.game)

    def _hear(self, event: Event) -> None:
        if isinstance(event, KeyboardWanted):
            self._runs = False

    def _settle(self) -> None:
        """Draw what there is, and then what comes over it."""
        self._show()
        self._requests.settle()
        self._keyboard.settle()
        self._end.settle()

    def _show(self) -> None:
        """Draw what there is."""
        client = self.client
        self._stops.entitle()
        if client.picture is None or client.covered:
            return
        act, over, passes = client.open, client.over, self._stops.passes
        self.board.over = over
        self._runs = bool(passes) and act is None and not over
        if self._runs:
            self.set_focus(self.board)  # Whose keys end it.
        company = client.company
        connected = client.ended is None and (company is None or company.there)
        self.board.show(
            Scene(
                view=client.view,
                seat=client.seat,
                decision=act.decision if act is not None else None,
                fresh=client.act is None or not client.act.picks,
                names=client.names,
                head=client.picture.head[:4],
                clock="" if over else self._clock(),
                link=client.link.words if client.link is not None and connected else "",
                stopped=client.ended is not None and client.outcome is None,
                status=self._status(),
                news=merged(client.news[-60:]),
                note=str(self._note) or (passes if act is not None else ""),
                passing=self._runs,
            )
        )
        if self.has_class("-log"):
            self.set_class(client.networked, "-chat")
            self._side.tell(client.log.get(client.seat, []))
        self._say_running(f"{passes} Any key ends it." if self._runs else "")

    def _clock(self) -> str:
        client = self.client
        return clock_at(self.game, client.clocks, client.owing, client.seat) if client.clocks else ""

    def _status(self) -> str:
        client = self.client
        if client.outcome is not None:
            return f"The match is over. {result(client.outcome, client.who)} Enter {self._onward}."
        if client.ended is not None:
            return "The match has stopped. Enter leaves."
        passes, owing = self._stops.passes, client.owing
        waits = owing is not None and owing != client.seat and owing not in client.passing
        thinks = client.awaited(owing) if owing is not None and waits else ""
        return " ".join(filter(None, (thinks, passes, "Any key ends it." if passes else "")))

    def _say_running(self, text: str) -> None:
        """On every page over this screen: what any key ends."""
        stack = self.app.screen_stack
        for page in stack[stack.index(self) + 1 :] if self in stack else []:
            if isinstance(page, Closing):
                page.say_running(text)

    # What the person does.

    def action_do(self, what: str) -> None:
        """A key of one of the panes."""
        self._does[what]()

    def interrupt(self) -> bool:
        """End the passes that are running here, before the next automatic answer; False if none is."""
        runs = self._runs
        if runs:
            self.client.send(StopPassing())
        return runs

    def on_board_picked(self, message: Board.Picked) -> None:
        message.stop()
        if self.client.open is not None:
            self.client.pick(*message.choices)
            self._note.say("")
            self._show()

    def on_board_back(self, message: Board.Back) -> None:
        message.stop()
        if self.client.restart():
            self._show()
        elif self.board.over:
            self._leaving.leave()
        else:
            self._requests.ask_to_leave()

    def on_board_interrupted(self, message: Board.Interrupted) -> None:
        message.stop()
        self.client.send(StopPassing())

    def on_board_explain(self, message: Board.Explain) -> None:
        message.stop()
        self._lookups.explain(message)

    def on_board_leave(self, message: Board.Leave) -> None:
        message.stop()
        self._leaving.leave()
