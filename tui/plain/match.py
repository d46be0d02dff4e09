"""A match in plain mode: its course, and what is typed. What it says is in news.py."""

from __future__ import annotations

import contextlib
import signal
import time

from core.contract.game import AnyGame
from net.protocol.frames import ByeReason
from tui.exit_status import INTERRUPTED
from tui.match.channel import Update
from tui.match.end_texts import how_to_go_on
from tui.match.presence import awaited, elsewhere
from tui.match.series import Series
from tui.match.worker import MatchThread
from tui.plain import requests, typed_commands
from tui.plain.answers import Unclear
from tui.plain.ask import sure
from tui.plain.console import TICK, Console, InputEnded, Signalled, Typed
from tui.plain.match_end import tell_end
from tui.plain.match_news import MatchNews
from tui.plain.question import Asked
from tui.profile import Profile

PATIENCE = 3
"""About how many seconds pass before it is said whom the match waits for."""

QUIET = 0.9 * TICK
"""Seconds without news after which the commands of a script are taken although somebody else is to choose."""


class PlainMatch(MatchNews):
    """One match, told to the persons at one console, and what they type."""

    def __init__(
        self,
        console: Console,
        profile: Profile,
        thread: MatchThread,
        game: AnyGame,
        *,
        networked: bool = False,
        series: Series | None = None,
    ) -> None:
        """`networked`: whether somebody on another machine plays, so that waiting may take long; `series` are
        the two games, on this machine, that it is the next of."""
        super().__init__(console, profile, thread, game, networked)
        self.series = series
        self._interrupted = False
        self._waited = 0
        self._quiet_since = time.monotonic()

    # The course of things.

    def play(self, first: Update | None = None) -> int:
        """Go on until the match is over or left, and say what came of it; gives the exit status.

        `first` is what was taken of the thread already.
        """
        console, thread = self.console, self.thread
        console.idle = self._idle
        try:
            if first is not None:
                self.take(first)
            while not self.over:
                try:
                    self._step()
                except KeyboardInterrupt:
                    self._interrupt()
            return tell_end(self)
        except (requests.Left, KeyboardInterrupt):  # a second Ctrl-C may come at any point
            return self._leave("You left the match.")
        except InputEnded:
            return self._leave("The input has ended, so the match stops here.")
        except Signalled as ended:
            thread.stop(why=ByeReason.CLOSED if ended.number == signal.SIGHUP else None)
            with contextlib.suppress(OSError):  # A terminal that has hung up takes no more.
                console.say("The match was ended from outside.", *self.where())
            raise
        except OSError:
            raise  # Who read the output has gone, as by leaving.
        except Exception:  # whatever it is, it is raised again: only the other side is told
            thread.stop(why=ByeReason.FAILED)
            raise
        finally:
            console.idle = lambda: None
            console.drop_passed()
            if thread.following is None:
                thread.stop()
            with contextlib.suppress(OSError):
                console.say(*thread.take().notes)  # such as that its record could not be written

    def _step(self) -> None:
        self.take(self.thread.take())
        if self.over:
            return
        typed = self.console.next(self._takes, self._awaited or self.console.interactive, self._overtakes)
        self._waited = 0
        if typed is None:
            self._quiet_since = time.monotonic()
        else:
            self._interrupted = False
            self._heard(typed)

    @property
    def _awaited(self) -> bool:
        """Whether a line is waited for: an answer, or Enter at a change of players."""
        return self._next is not None or (self.asked is not None and not self._busy)

    def _takes(self, text: str) -> bool:
        """Whether a line is taken now. What a script has written ahead waits for its question."""
        if self._awaited:
            return True
        command = typed_commands.find(text)
        if self.console.interactive:
            return not self._busy or command is not None
        if command is None or command.asks or self._busy or command.after:
            return False
        # A bot may answer at once: then what a script wrote for afterwards is not taken before.
        return self.networked or time.monotonic() - self._quiet_since >= QUIET

    def _overtakes(self, text: str) -> bool:
        """Whether a line is taken although one before it waits for its question."""
        command = typed_commands.find(text)
        return command is not None and command.urgent

    def _idle(self) -> None:
        self.thread.tick()
        self._waited += 1
        picture = self.picture
        if self._waited == PATIENCE + 1 and picture is not None and not self._awaited:
            decision = self.game.decision(next(iter(picture.views.values())))
            # Who sits here and is answered for, as by stops, is told so soon.
            if decision is not None and not self.over and decision.seat not in picture.views:
                link = self.link if elsewhere(self.header, decision.seat, self.seat) else ""
                self.console.say(f"Waiting. {awaited(self.who(decision.seat), link)}")

    def _interrupt(self) -> None:
        """Ctrl-C: on a terminal a second one leaves."""
        if self._interrupted or not self.console.interactive:
            raise requests.Left
        self._interrupted = True
        self.console.say("", "Ctrl-C again leaves the match; anything else goes on.")

    # What is typed.

    def _heard(self, typed: Typed) -> None:
        self._waited = PATIENCE + 1  # Until this is dealt with there is no waiting to tell of.
        command = typed_commands.find(typed.text)
        if self._passing and not (command is not None and command.tells):
            self.thread.stop_passing()
        if self._next is not None:
            self._take_over(typed)
            return
        asked = None if self._busy else self.asked
        if command is not None and not (asked is not None and asked.exactly(typed.text)):
            command.do(self, command.argument)
        elif asked is None:
            self._nothing_asked(typed.text)
        elif self.console.early(typed) and not typed.text:
            pass  # Enter held down, or pressed once too often.
        elif self.console.early(typed):
            self.console.say(f'"{typed.text[:40]}" came before this question, and was not taken.')
        elif not typed.text:
            self.repeat()
        else:
            self._answer(typed.text, asked)

    def _take_over(self, typed: Typed) -> None:
        assert self._next is not None
        if typed.text.casefold() in ("quit", "exit"):
            requests.leave(self, "")
        elif typed.text.casefold() == "pass" and (open_to_all := self._open_to_all()) is not None:
            assert self.asked is not None
            ticket, self.asked, self._next = self.asked.ticket, None, None
            self.thread.covered = False
            self.sent(request=False)
            self.thread.answer(ticket, [open_to_all[1]])
        elif typed.text:
            self.console.say(f"Only Enter is taken here, by {self.who(self._next)}; or quit.")
        elif not self.console.early(typed):
            self.reader, self._next = self._next, None
            self.thread.covered = False
            self.console.wake()

    def _nothing_asked(self, text: str) -> None:
        picture = self.picture
        decision = None if picture is None else self.game.decision(next(iter(picture.views.values())))
        who = f"{self.who(decision.seat)} is to choose" if decision is not None else "the match goes on"
        self.console.say(f"Nothing is asked of you now: {who}." if text else f"Waiting: {who}.")

    def _answer(self, text: str, asked: Asked) -> None:
        try:
            rows = asked.rows_for(text)
        except Unclear as error:
            self.console.say(str(error))
            return
        choice = rows[0].choice
        assert choice is not None
        doubt = self.teller.sure(choice, asked.decision, asked.view)
        if doubt and not sure(self.console, doubt):
            self.console.say("Nothing was chosen.")
            return
        if asked.pick(rows):
            self.sent(request=False)
            self.thread.answer(asked.ticket, asked.act.picks)
        elif asked.numbers_stay:
            # There is no need to hear them all again.
            self.console.ask(asked.text(), asked.lines()[-1])
        else:
            self.repeat()

    # The end.

    def where(self) -> list[str]:
        """Where the match is kept, and how it is come back to."""
        name, path = self.thread.kept, self.thread.path
        if self.header is None or not name:
            return []
        if self.picture is not None and self.picture.outcome is not None:
            said = f"The match is kept, as {name}: tesser replay {name} tells it."
        else:
            said = how_to_go_on(name, self.thread.networked, self.failure)
        return [said, *([f"Its record: {path}"] if path is not None else [])]

    def _leave(self, why: str) -> int:
        self.thread.stop()
        self.console.say(why, *self.where())
        return INTERRUPTED
