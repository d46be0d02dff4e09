"""A match in plain mode: its course, and what is typed. What it says is in news.py."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Callable

from core.contract.game import AnyGame
from net.protocol.frames import ByeReason
from tui.archive.queries import Summary
from tui.exit_status import INTERRUPTED
from tui.match.client import MatchClient
from tui.match.commands import StopPassing
from tui.match.end_texts import how_to_go_on
from tui.match.events import Noted
from tui.match.series import Series
from tui.match.worker import MatchWorker
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


class PlainMatch:
    """One match at one console: its course, and what its persons type."""

    def __init__(
        self,
        console: Console,
        profile: Profile,
        thread: MatchWorker,
        game: AnyGame,
        *,
        come_back: Callable[[Summary], int] | None = None,
        series: Series | None = None,
    ) -> None:
        """`come_back` goes on with a match of the archive, and gives the exit status, where somebody on
        another machine plays; `series` are the two games, on this machine, that it is the next of."""
        self.console = console
        self.profile = profile
        self.thread = thread
        self.game = game
        self.come_back = come_back
        self.networked = come_back is not None
        """Whether somebody on another machine plays, so that waiting may take long."""
        self.client = MatchClient(game, thread.send)
        self.news = MatchNews(console, self.client)
        self.teller = self.news.teller
        self.again = False
        """Whether this match, on this machine, is to be played again."""
        self.series = series
        """The two games, on this machine, that this match is one of; None if it stands alone."""
        self.at_one = False
        """Whether the second game, which was to follow this match, has been given up here."""
        self._interrupted = False
        self._waited = 0
        self._quiet_since = time.monotonic()

    def seated(self) -> bool:
        """Whether somebody at the keyboard has a seat; says so if not."""
        if self.client.seat < 0:
            self.console.say("You have no seat in this match.")
        return self.client.seat >= 0

    @property
    def second(self) -> bool:
        """Whether the second of two games is to follow this match, which is over, now or later."""
        if self.networked:
            company = self.client.company
            return company is not None and company.second and not self.at_one
        return self.series is not None and not self.series.over and not self.at_one

    def take(self) -> None:
        """Take what the match has to tell, and say it."""
        for posted in self.thread.take():
            self.client.reduce(posted)
        if not self.client.covered:
            self.news.catch_up()

    # The course of things.

    def play(self) -> int:
        """Go on until the match is over or left, and say what came of it; gives the exit status."""
        console, thread = self.console, self.thread
        console.idle = self._idle
        try:
            while not self.client.over:
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
                # Such as that its record could not be written.
                console.say(*(one.text for one in thread.take() if isinstance(one, Noted)))

    def _step(self) -> None:
        self.take()
        if self.client.over:
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
        return self.client.covered or (self.news.asked is not None and not self.client.busy)

    def _takes(self, text: str) -> bool:
        """Whether a line is taken now. What a script has written ahead waits for its question."""
        if self._awaited:
            return True
        command = typed_commands.find(text)
        if self.console.interactive:
            return not self.client.busy or command is not None
        if command is None or command.asks or self.client.busy or command.after:
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
        client = self.client
        if self._waited == PATIENCE + 1 and client.picture is not None and not self._awaited:
            owing = client.owing
            # Who sits here and is answered for, as by stops, is told so soon.
            if owing is not None and not client.over and owing not in client.picture.views:
                self.console.say(f"Waiting. {client.awaited(owing)}")

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
        if self.client.passing and not (command is not None and command.tells):
            self.client.send(StopPassing())
        if self.client.next is not None:
            self._take_over(typed, self.client.next)
            return
        asked = None if self.client.busy else self.news.asked
        if command is not None and not (asked is not None and asked.exactly(typed.text)):
            command.do(self, command.argument)
        elif asked is None:
            self._nothing_asked(typed.text)
        elif self.console.early(typed) and not typed.text:
            pass  # Enter held down, or pressed once too often.
        elif self.console.early(typed):
            self.console.say(f'"{typed.text[:40]}" came before this question, and was not taken.')
        elif not typed.text:
            self.news.repeat()
        else:
            self._answer(typed.text, asked)

    def _take_over(self, typed: Typed, seat: int) -> None:
        if typed.text.casefold() in ("quit", "exit"):
            requests.leave(self, "")
        elif typed.text.casefold() == "pass" and self.client.passable is not None:
            self.client.pass_unseen()
        elif typed.text:
            self.console.say(f"Only Enter is taken here, by {self.client.who(seat)}; or quit.")
        elif not self.console.early(typed):
            self.client.take_keyboard()

    def _nothing_asked(self, text: str) -> None:
        owing = self.client.owing
        who = f"{self.client.who(owing)} is to choose" if owing is not None else "the match goes on"
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
        if asked.pick(rows, self.client.pick):
            return
        if asked.numbers_stay:
            # There is no need to hear them all again.
            self.console.ask(asked.text(), asked.lines()[-1])
        else:
            self.news.repeat()

    # The end.

    def where(self) -> list[str]:
        """Where the match is kept, and how it is come back to."""
        name, path = self.thread.kept, self.thread.path
        if self.client.header is None or not name:
            return []
        if self.client.outcome is not None:
            said = f"The match is kept, as {name}: tesser replay {name} tells it."
        else:
            said = how_to_go_on(name, self.thread.networked, self.client.failure)
        return [said, *([f"Its record: {path}"] if path is not None else [])]

    def _leave(self, why: str) -> int:
        self.thread.stop()
        self.console.say(why, *self.where())
        return INTERRUPTED
