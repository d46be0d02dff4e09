"""The match screen: a board, the log, and everything around them that is the same for every game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.reactive import Reactive
from textual.widget import Widget

from core.game import AnyGame
from core.match import Header
from core.stops import public_pass
from net.errors import NetError
from tui.boards import board
from tui.boards.act import Act
from tui.boards.base import Board
from tui.boards.scene import Scene
from tui.matches.asking import Wanted
from tui.matches.endings import Parting, conceding, leaving, result
from tui.matches.host import MatchThread
from tui.matches.mailbox import Further, Picture, Question, Said
from tui.matches.names import player_at
from tui.matches.plans import PERSON
from tui.matches.presence import awaited, elsewhere
from tui.matches.sentences import SAID, Line, merged, seen_before
from tui.profile import Profile
from tui.screens.end_of import EndOf
from tui.screens.past import PastOf
from tui.screens.stopping import Stopping
from tui.widgets.closing import Closing
from tui.widgets.detail_panel import DetailPanel
from tui.widgets.log_panel import ChatPanel, LogPanel
from tui.widgets.panels import Confirm, TextPanel

# What comes over the board is imported when it comes: a match begins sooner.

LOG_BESIDE = 120
"""Columns from which the log, and more about the card under the cursor, lie beside the board."""
WIDE = 160
"""Columns from which they have more room."""


class MatchScreen(Closing[Parting]):
    """Shows one match to the persons at this screen and takes their choices."""

    CSS_PATH = "match.tcss"
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
    ) -> None:
        """`onward` is what follows on the end page; `profile` keeps the settings."""
        super().__init__()
        self.header: Header | None = None
        self._stopping = Stopping(self, thread, game, profile)
        self._thread = thread
        self.game = game
        self.board: Board = board(game.name)(game)
        self._detail = DetailPanel()
        self.reader: int | None = None
        """The seat whose eyes the screen shows; None before a person has taken the keyboard."""
        self.picture: Picture | None = None
        self._names: tuple[str, ...] = ()
        self._people: list[int] = []
        self._link = ""
        self._asked: Wanted | None = None
        """What the other side asks for and waits for an answer to."""
        self._log: dict[int, list[Line]] = {}
        self._seen: dict[int, int] = {}
        """By reader: how long the log was at its last act."""
        self._since: dict[int, int] | None = None
        """In a match that goes on, by reader that was not told yet what happened since its last choice: the
        entry of that."""
        self._note = ""
        self._act: Act | None = None
        self._ticket = 0
        self._sent = False
        """Whether the act was answered and the match hasn't moved since."""
        self._sent_at = 0
        self.covered = False
        """Whether nobody has taken the keyboard since it was somebody else's turn."""
        self._runs = False
        """Whether answers are being given for somebody here, which any key ends."""
        self.ended: str | None = None
        """Why the match has stopped, if it has; empty where it came to its end."""
        self.failure: NetError | None = None
        self._end = EndOf(self, thread, onward)
        self._past = PastOf(self, thread, game, self._look_back, self._back_to_now)

    def compose(self) -> ComposeResult:
        yield self.board
        with Vertical(id="side"):
            yield self._detail
            yield LogPanel()
            yield ChatPanel()

    def on_mount(self) -> None:
        self.take()

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
        if update.notes:
            self._note = " ".join(update.notes)
            # There is not always room for a whole note beside the board.
            for reader in list(self._log) if self.reader is None else [self.reader]:
                self._log.setdefault(reader, []).extend(Line(-1, note) for note in update.notes)
        if update.asked is not None and update.asked != self._asked:
            self._note = f"{update.asked.sentence} Press a to answer."
            self._log.setdefault(-1 if self.reader is None else self.reader, []).append(Line(-1, self._note))
        self._asked = update.asked
        if update.ended is not None:
            self.ended = update.ended
            self.failure = update.failure
        if update.picture is not None:
            self._look(update.picture)
        if not self.covered:
            self._past.take(update, self.reader)
        self._show()
        if update.further is not None:
            self._offer_further(update.further)
        self._tell_since()
        self._end.tell()

    def _hear(self, said: Sequence[Said]) -> None:
        """Lines of the chat: in the log, and where that is not beside the board also below it."""
        lines = [Line(SAID, one.sentence) for one in said]
        for reader in list(self._log) if self.reader is None else [self.reader]:
            self._log.setdefault(reader, []).extend(lines)
        if not self.has_class("-log") and any(one.by for one in said):
            self._note = " ".join(one.sentence for one in said if one.by)

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

    def _hand_over(self, question: Question) -> None:
        """Cover everything until the next player has the keyboard, or passes without it."""
        seat, act = question.seat, self._act
        open_to_all = public_pass(self.game, act.view) if act is not None else None
        self.covered, self._runs = True, False
        self.board.show(None)
        for panel in self.query(LogPanel):  # none yet, or none any more, where the screen comes or goes
            panel.tell_lines([])
        if self not in self.app.screen_stack:
            return
        while self.app.screen is not self:
            self.app.pop_screen()  # What the last reader had open.
        self._past.forget()

        def ready(taken: bool | None) -> None:
            self.covered = False
            if taken or open_to_all is None:
                self.reader = seat
            else:
                self._act = None  # What it shows is the other one's.
                self._thread.answer(question.ticket, [open_to_all[1]])
            self._show()
            self._tell_since()
            self._end.tell()

        from tui.screens.curtain import Curtain

        said = open_to_all[0] if open_to_all is not None else ""
        self.app.push_screen(Curtain(self.who(seat), self.board.guard, said), ready)

    def _tell_since(self) -> None:
        """Where a match goes on: what happened since its reader's last choice, once."""
        reader, since = self.reader, self._since
        if reader is None or since is None or reader not in since or self.covered or not self.is_mounted:
            return
        news = self._log.get(reader, [])[self._seen.get(reader, 0) :]
        if self.picture is not None and self.picture.question is None and self.picture.outcome is None:
            return  # Whoever is to choose does so first: that belongs to it.
        n = since.pop(reader)
        if news:
            from tui.screens.continued import Continued

            self.app.push_screen(Continued(merged(news), n, self.board.guard))

    def who(self, seat: int) -> str:
        """A seat as it is named here: its role with its player's name."""
        return player_at(self.game, self._names, seat)

    # Showing.

    def _show(self) -> None:
        picture, reader = self.picture, -1 if self.reader is None else self.reader
        self._entitle()
        if picture is None or self.covered or not self.is_mounted:
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
                link=self._link,
                status=self._status(picture, reader),
                news=merged([line for line in log[self._seen.get(reader, 0) :] if line.n >= 0][-60:]),
                note=self._note or (passes if open_ else ""),
                passing=self._runs,
                log_beside=beside,
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

    def _status(self, picture: Picture, reader: int) -> str:
        if picture.outcome is not None:
            return f"The match is over. {result(picture.outcome, self.who)} Enter leaves."
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

    def _ask(self, title: str, text: str, yes: str, then: Callable[[], object]) -> None:
        def answered(said: bool | None) -> None:
            if said:
                then()

        self.app.push_screen(Confirm(title, text, yes), answered)

    def leave(self) -> None:
        """Leave the match; what is left of it goes to who opened the screen."""
        self._end.told = True  # Who leaves needs no page that says so.

        async def leave() -> None:
            # Waits for the goodbye to peers, so not on Textual's loop.
            await asyncio.to_thread(self._thread.stop)
            outcome = self.picture.outcome if self.picture else None
            reason = "" if outcome else self.ended or "You left the match."
            self.dismiss(Parting(outcome, reason, self.picture.totals if self.picture else ()))

        self.run_worker(leave(), exclusive=True, group="leave")

    def action_log(self) -> None:
        """The log: the keyboard goes to the one beside the board, or the whole one comes over it."""
        if self.has_class("-log"):
            panel = self.query_one(LogPanel)
            self.set_focus(self.board if panel.has_focus else panel)
        elif self.reader is not None:
            self._open_log()

    def _open_log(self, asks: bool = False) -> None:
        if self.reader is not None:
            from tui.screens.log import LogScreen

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

    # The past.

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

    def action_help(self) -> None:
        """The card under the cursor, what is asked, the phase, and the keys."""
        from tui.screens.help import HelpPanel, help_pages, match_keys

        paragraphs = help_pages(self.game, self.board, match_keys(self.game, self.board))
        self.app.push_screen(HelpPanel(self.game, paragraphs, self.board.topic()))

    def action_lists(self) -> None:
        """What is played with: the table's own list, and the decklists that the reader may see."""
        if self.header is not None and self.reader is not None:
            from tui.screens.ending import inner_width, list_lines

            width = inner_width(self.size.width)
            seat = None if self.board.over else self.reader
            lines = list_lines(self.game, self.header, self.who, width, seat)
            self.app.push_screen(TextPanel("What is played with", lines))

    def action_say(self) -> None:
        """Say a line to the other player."""
        if not self._thread.networked:
            return
        from net.chat import CHAT_CELLS
        from tui.screens.dialogs import AskText

        def ready(text: str | None) -> None:
            if text:
                self._thread.say(text)

        self.app.push_screen(AskText("Say to the other player:", "", str.strip, CHAT_CELLS), ready)

    def action_concede(self) -> None:
        """Give the match up, when asked once more."""
        reader = self.reader
        if reader is None or reader < 0 or self.board.over:
            return
        self._ask(
            "Concede?",
            conceding(len(self._names), reader, self.who),
            "concede",
            lambda: self._thread.place(reader, "concede"),
        )

    def action_take_back(self) -> None:
        """Back to before the reader's last decision; asked where it is not free."""
        reader = self.reader
        if reader is not None and reader >= 0 and not self.board.over:
            self._thread.take_back(reader)

    def action_draw(self) -> None:
        """Offer a draw to the other side, when asked once more."""
        reader = self.reader
        if reader is None or reader < 0 or self.board.over or not self._thread.networked:
            return
        self._ask(
            "Offer a draw?",
            "The offer stands until your next choice. If the other side agrees, the match ends at once, with"
            " the same place for all.",
            "offer a draw",
            lambda: self._thread.place(reader, "draw"),
        )

    def action_request(self) -> None:
        """Answer what the other side asks for."""
        wish = self._asked
        if wish is None or self.board.over:
            return
        from tui.screens.dialogs import Pick

        def answered(said: int | None) -> None:
            if said is not None:
                self._thread.agree(wish.number, said == 0, mute=said == 2)

        ways = [("Agree", ""), ("Decline", "")]
        if wish.take_back:
            ways.append(("Decline, and hear of no more", "further take-backs of theirs are declined unasked"))
        self.app.push_screen(Pick(wish.sentence, ways), answered)

    def _offer_further(self, further: Further) -> None:
        """A take-back that isn't free: it is marked, and so asked."""
        self._note = ""
        self._ask(
            "Take it back all the same?",
            "Something became known since your last choice. Against the computer alone you may go back to"
            " before it; the log, the record and the page at the end say so.",
            "take back, marked",
            lambda: self._thread.place(further.seat, f"undo {further.target} marked"),
        )

    def action_pass_to(self) -> None:
        """Pass to a phase that is chosen."""
        reader, picture = self.reader, self.picture
        if reader is not None and reader >= 0 and picture is not None and not self.board.over:
            self._stopping.choose_phase(reader, picture.views[reader])

    def action_stops(self) -> None:
        """Where one is asked, and the bell."""
        shared = self.picture is not None and len(self.picture.views) > 1
        self._stopping.show_settings(shared, self._elsewhere)
