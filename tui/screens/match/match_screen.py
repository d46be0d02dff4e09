"""The match screen: a board, the log, and everything around them that is the same for every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.reactive import Reactive
from textual.widget import Widget

from core.contract.game import AnyGame
from net.lockstep.clocks import ShownClock
from tui.boards.act import Act
from tui.boards.board_state import Scene
from tui.boards.board_widget import Board
from tui.match.channel import Picture
from tui.match.end_texts import leaving, result
from tui.match.entry_texts import SAID, merged, seen_before
from tui.match.match_clock import clock_at
from tui.match.plans import PERSON
from tui.match.presence import awaited, elsewhere, gone
from tui.match.worker import MatchThread
from tui.profile import Profile
from tui.screens.application import Application
from tui.screens.match.handover import HandingOver
from tui.screens.match.match_end_screen import EndOf
from tui.screens.match.play_again import Again
from tui.screens.match.stop_controls import Stopping
from tui.widgets.closing_screen import Closing
from tui.widgets.detail_panel import DetailPanel
from tui.widgets.log_panel import ChatPanel, LogPanel

LOG_BESIDE = 120
"""Columns from which the log, and more about the card under the cursor, lie beside the board."""
WIDE = 160
"""Columns from which they have more room."""


class MatchScreen(HandingOver):
    """Shows one match to the persons at this screen and takes their choices."""

    CSS_PATH = "match_screen.tcss"
    AUTO_FOCUS = "Board"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l", "log", "Log", id="match.log"),
        Binding("t", "story", "Story", id="match.story"),
        Binding("question_mark", "help", "Help", id="match.help"),
        Binding("s", "lists", "Decklists", id="match.lists"),
        Binding("f", "pass_to", "Pass to", id="match.pass_to"),
        Binding("o", "stops", "When am I asked", id="match.stops"),
        Binding("y", "say", "Say something", id="match.say"),
        Binding("u", "take_back", "Take back", id="match.take_back"),
        Binding("w", "draw", "Offer a draw", id="match.draw"),
        Binding("a", "request", "Answer a request", id="match.request"),
        Binding("c", "concede", "Concede", id="match.concede"),
        Binding("r", "end_key('r')", "Rematch", id="match.rematch"),
        Binding("n", "end_key('n')", "Decline a rematch", id="match.decline"),
        Binding("q", "end_key('q')", "Leave it at one of two games", id="match.at_one"),
    ]

    # Textual repaints the whole screen when the focus moves, as between board and log.
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)

    class Moved(Message):
        """The match's thread has something to take. The app posts it when the thread notifies."""

    def __init__(
        self,
        thread: MatchThread,
        game: AnyGame,
        profile: Profile | None = None,
        onward: str = "leave",
        rematch: bool = False,
    ) -> None:
        """`onward` is what follows on the end page; `profile` keeps the settings; `rematch` is whether it may
        be played again on this machine."""
        super().__init__(thread, game, profile)
        self._stopping = Stopping(self, thread, game, profile)
        self._detail = DetailPanel()
        self._people: list[int] = []
        self._clocks: Mapping[int, ShownClock] = {}
        thread.show_ticks()
        self._ticket = 0
        self._sent = False
        """Whether the act was answered and the match hasn't moved since."""
        self._sent_at = 0
        self._onward = "leaves" if onward == "leave" else f"goes {onward}"
        self._again = Again(thread, game, profile)
        self._end = EndOf(self, thread, onward, self._again, rematch)

    def compose(self) -> ComposeResult:
        yield self.board
        with Vertical(id="side"):
            yield self._detail
            yield LogPanel()
            yield ChatPanel()

    def on_mount(self) -> None:
        self.call_later(self.take)  # what is taken may be shown at once, which a screen can do after this

    def on_screen_resume(self) -> None:
        """What lay over the board is closed."""
        self.call_later(self._tell_since)

    def on_resize(self, event: events.Resize) -> None:
        beside = event.size.width >= LOG_BESIDE
        self.set_class(beside, "-log")
        self.set_class(event.size.width >= WIDE, "-wide")
        self.board.aside = self._detail if beside else None
        self._show()

    # News from the match's thread.

    def on_match_screen_moved(self, message: Moved) -> None:
        message.stop()
        self.take()

    def take(self) -> None:
        """Take what the thread has and show it."""
        update = self._thread.take()
        if update.header is not None:
            self.header = update.header
            self._names = tuple(seat.shown for seat in update.header.seats)
            self._people = [n for n, seat in enumerate(update.header.seats) if seat.player == PERSON]
        self._link = update.link
        self._clocks = update.clocks
        self._stopping.passing = update.passing
        for reader, lines in update.lines.items():
            self._log.setdefault(reader, []).extend(lines)
        if update.since is not None and self._since is None:
            self._since = dict(update.since)
            self._seen |= {
                reader: seen_before(n, self._log.get(reader, [])) for reader, n in self._since.items()
            }
        if update.said:
            self._hear(update.said)
        self._asking = update.asking
        if update.notes:
            self._note = " ".join(note for note in update.notes if note != update.asking)
            self._noted(*update.notes)
        self._wanted(update.asked)
        self._is_up(update.time_up)
        if update.ring:
            self._stopping.ring()
        if update.ended is not None:
            self.ended = update.ended
            self.failure = update.failure
        if update.picture is not None:
            self._look(update.picture)
        if not self.covered:
            self._past.take(update, self.reader)
        if update.company is not None and (update.company != self._again.company or update.said):
            changed, self._again.company = update.company != self._again.company, update.company
            now = self._end.show_now(update.said)
            if changed and now:
                self._note = now
                self._noted(update.company.said)
        self._show()
        if update.further is not None:
            self._offer_further(update.further)
        self._tell_since()
        self._end.tell()
        self._go_on_to_the_next()

    def _go_on_to_the_next(self) -> None:
        """Where another match follows over the same link: show that instead."""
        following = self._thread.following
        if following is not None:
            cast(Application, self.app).show_following(self, following, self.game)

    def _look(self, picture: Picture) -> None:
        self.picture = picture
        if self.reader is None and len(picture.views) == 1:
            self.reader = next(iter(picture.views))
        question = picture.question
        if self._sent and picture.n > self._sent_at:
            self._sent = False
            self._act = None
        if question is None:
            if not self._sent:
                self._act = None
            return
        if question.ticket == self._ticket:
            return
        self._ticket = question.ticket
        self._sent = False
        self._act = Act(self.game, picture.views[question.seat], question.decision)
        self._stopping.call(question, picture.views[question.seat], self._elsewhere)
        if question.seat != self.reader:
            self._hand_over(question)
        else:
            self._past.asked()

    # Showing.

    def _show(self) -> None:
        picture, reader = self.picture, -1 if self.reader is None else self.reader
        self._entitle()
        if picture is None or self.covered:
            return
        log = self._log.get(reader, [])
        act = self._act
        mine = act is not None and picture.question is not None and picture.question.seat == reader
        open_ = act is not None and mine and not self._sent
        over = picture.outcome is not None or self.ended is not None
        self.board.over = over
        view = self._view(picture, reader)
        if act is not None and (open_ or self._sent) and not over:
            view = act.view
        passes = self._stopping.passes(reader)
        self._runs = bool(passes) and not open_ and not over
        beside = self.has_class("-log")
        if self._runs:
            self.set_focus(self.board)  # Whose keys end it.
        self.board.show(
            Scene(
                view=view,
                seat=reader,
                decision=act.decision if act is not None and open_ and not over else None,
                fresh=act is None or not act.picks,
                names=self._names,
                head=picture.head[:4],
                clock=self._clock(picture, reader) if not over else "",
                link=self._link if self._connected else "",
                stopped=self.ended is not None and picture.outcome is None,
                status=self._status(picture, reader),
                news=merged([line for line in log[self._seen.get(reader, 0) :] if line.n >= 0][-60:]),
                note=" ".join(filter(None, (self._note, self._standing()))) or (passes if open_ else ""),
                passing=self._runs,
            )
        )
        if beside:
            chats = self._thread.networked
            self.set_class(chats, "-chat")
            said = [line for line in log if line.n == SAID]
            # The panel below has what was said.
            self.query_one(LogPanel).tell_lines([line for line in log if line.n != SAID] if said else log)
            self.query_one(ChatPanel).tell_lines(said)
        self._say_running(f"{passes} Any key ends it." if self._runs else "")

    def _view(self, picture: Picture, reader: int) -> Any:
        """What this reader sees; what everybody does before the first of several has the keyboard."""
        views = picture.views
        return views[reader] if reader in views else self.game.mask(next(iter(views.values())), None)

    def _say_running(self, text: str) -> None:
        """On every page over this screen: what any key ends."""
        stack = self.app.screen_stack
        for page in stack[stack.index(self) + 1 :] if self in stack else []:
            if isinstance(page, Closing):
                page.say_running(text)

    def interrupt(self) -> bool:
        """End the passes that are running here, before the next automatic answer; False if none is."""
        runs = self._runs
        if runs:
            self._thread.stop_passing()
        return runs

    @property
    def _connected(self) -> bool:
        """Whether there is a link of which to say how it is."""
        company = self._again.company
        return self.ended is None and (company is None or company.there)

    def _clock(self, picture: Picture, reader: int) -> str:
        if not self._clocks:
            return ""
        decision = self.game.decision(self._view(picture, reader))
        return clock_at(self.game, self._clocks, None if decision is None else decision.seat, reader)

    def _status(self, picture: Picture, reader: int) -> str:
        if picture.outcome is not None:
            return f"The match is over. {result(picture.outcome, self.who)} Enter {self._onward}."
        if self.ended is not None:
            return "The match has stopped. Enter leaves."
        passes = self._stopping.passes(reader)
        decision = self.game.decision(self._view(picture, reader))
        waits = (
            decision is not None and decision.seat != reader and decision.seat not in self._stopping.passing
        )
        thinks = ""
        if decision is not None and waits:
            link = self._link if elsewhere(self.header, decision.seat, reader) else ""
            thinks = awaited(self.who(decision.seat), link)
        return " ".join(filter(None, (thinks, passes, "Any key ends it." if passes else "")))

    @property
    def _elsewhere(self) -> bool:
        """Whether somebody plays on another machine."""
        views = self.picture.views if self.picture is not None else {}
        return any(seat not in views for seat in self._people)

    def _entitle(self) -> None:
        picture = self.picture
        if picture is not None and self.is_attached:
            question = picture.question if not self._sent and picture.outcome is None else None
            self._stopping.entitle(question, next(iter(picture.views.values())))

    # What the person does.

    def on_board_picked(self, message: Board.Picked) -> None:
        message.stop()
        act = self._act
        if act is None or self._sent:
            return
        for choice in message.choices:
            if choice not in (act.decision.choices or ()):
                break
            if act.pick(choice):
                break
        self._note = ""
        if act.complete:
            self._sent = True
            self._sent_at = self.picture.n if self.picture else 0
            if self.reader is not None:
                self._seen[self.reader] = len(self._log.get(self.reader, []))
            self._thread.answer(self._ticket, act.picks)
        self._show()

    def on_board_back(self, message: Board.Back) -> None:
        message.stop()
        if self._act is not None and not self._sent and self._act.restart():
            self._show()
        elif self.board.over:
            self.leave()
        elif gone(self._link):
            self._ask_how()
        else:
            self._ask(
                "Leave the match?",
                leaving(self._thread.networked),
                "leave" if self._thread.networked else "leave, and keep it for later",
                self.leave,
            )

    def on_board_interrupted(self, message: Board.Interrupted) -> None:
        message.stop()
        self._thread.stop_passing()

    def on_board_leave(self, message: Board.Leave) -> None:
        message.stop()
        self.leave()

    def action_end_key(self, key: str) -> None:
        """A key of the page at the end."""
        self._end.press(key)

    def action_pass_to(self) -> None:
        """Pass to a phase that is chosen."""
        reader, picture = self.reader, self.picture
        if reader is not None and reader >= 0 and picture is not None and not self.board.over:
            self._stopping.choose_phase(reader, picture.views[reader])

    def action_stops(self) -> None:
        """Where one is asked, and the bell."""
        shared = self.picture is not None and len(self.picture.views) > 1
        self._stopping.show_settings(shared, self._elsewhere)
