"""A match in plain mode: news as sentences, questions with numbered choices, and commands."""

from __future__ import annotations

import contextlib
import signal
import time
from typing import Any

from core.game import AnyGame, Choice
from core.match import ENDINGS, Header
from core.stops import public_pass
from core.words import counted
from tui.boards import teller
from tui.boards.telling import spoken
from tui.exits import INTERRUPTED
from tui.matches.asking import Wanted
from tui.matches.endings import how_to_go_on
from tui.matches.host import MatchThread
from tui.matches.mailbox import Picture, Said, Update
from tui.matches.names import player_at, players
from tui.matches.presence import awaited, elsewhere
from tui.matches.sentences import SAID, Line, merged, seen_before
from tui.plain import commands
from tui.plain.answers import Unclear
from tui.plain.ask import sure
from tui.plain.console import TICK, Console, InputEnded, Signalled, Typed
from tui.plain.ending import tell_end
from tui.plain.question import Asked
from tui.profile import Profile

PATIENCE = 3
"""About how many seconds pass before it is said whom the match waits for."""

QUIET = 0.9 * TICK
"""Seconds without news after which the commands of a script are taken although somebody else is to choose."""


class Left(Exception):
    """The person leaves the match."""


class PlainMatch:
    """One match, told to the persons at one console, and what they type."""

    def __init__(
        self,
        console: Console,
        profile: Profile,
        thread: MatchThread,
        game: AnyGame,
        *,
        networked: bool = False,
    ) -> None:
        """`networked`: whether somebody on another machine plays, so that waiting may take long."""
        self.console = console
        self.profile = profile
        self.thread = thread
        self.game = game
        self.teller = teller(game)
        self.networked = networked
        self.header: Header | None = None
        self._names: tuple[str, ...] = ()
        self.picture: Picture | None = None
        self.reader: int | None = None
        """The seat at the keyboard; None before a person has taken it."""
        self.asked: Asked | None = None
        """The open question, put to the reader; None while there is none."""
        self.log: dict[int, list[Line]] = {}
        self.link = ""
        """How the link to another machine is, in a few words; empty without one."""
        self.wish: Wanted | None = None
        """What the other side asks for and waits for an answer to."""
        self.answered = 0
        """The number of its request that was answered last."""
        self._told: dict[int, int] = {}
        """By reader: how much of the log was said."""
        self._since: dict[int, int] | None = None
        """In a match that goes on, by reader that was not told so yet: the entry of its last choice."""
        self._next: int | None = None
        """The seat that is to take the keyboard over."""
        self._ticket = 0
        self._said_ticket = 0
        """The question that was said last."""
        self._busy = False
        """Whether something was sent to the match that hasn't answered yet."""
        self._requested = False
        self._busy_since = 0
        self.ended: str | None = None
        """Why the match's thread has stopped; empty if the match came to its end."""
        self.failure: Exception | None = None
        """The same for programs, when it was the other machine or the link."""
        self._interrupted = False
        self._waited = 0
        self._quiet_since = time.monotonic()
        self._passing: dict[int, str] = {}

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
        except (Left, KeyboardInterrupt):  # a second Ctrl-C may come at any point
            return self._leave("You left the match.")
        except InputEnded:
            return self._leave("The input has ended, so the match stops here.")
        except Signalled as ended:
            thread.stop(closed=ended.number == signal.SIGHUP)
            with contextlib.suppress(OSError):  # A terminal that has hung up takes no more.
                console.say("The match was ended from outside.", *self.where())
            raise
        finally:
            console.idle = lambda: None
            console.drop_passed()
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
        command = commands.find(text)
        if self.console.interactive:
            return not self._busy or command is not None
        if command is None or command.asks or self._busy:
            return False
        # A bot may answer at once: then what a script wrote for afterwards is not taken before.
        return self.networked or time.monotonic() - self._quiet_since >= QUIET

    def _overtakes(self, text: str) -> bool:
        """Whether a line is taken although one before it waits for its question."""
        command = commands.find(text)
        return command is not None and command.urgent

    def _idle(self) -> None:
        self.thread.tick()
        self._waited += 1
        picture = self.picture
        if self._waited == PATIENCE + 1 and picture is not None and not self._awaited:
            decision = self.game.decision(next(iter(picture.views.values())))
            if decision is not None and not self.over:
                link = self.link if elsewhere(self.header, decision.seat, self.seat) else ""
                self.console.say(f"Waiting. {awaited(self.who(decision.seat), link)}")

    def _interrupt(self) -> None:
        """Ctrl-C: on a terminal a second one leaves."""
        if self._interrupted or not self.console.interactive:
            raise Left
        self._interrupted = True
        self.console.say("", "Ctrl-C again leaves the match; anything else goes on.")

    @property
    def over(self) -> bool:
        """Whether the match has ended or stopped."""
        return self.ended is not None or (self.picture is not None and self.picture.outcome is not None)

    # News.

    def take(self, update: Update) -> None:
        """Take what the match has to tell, and say it."""
        self.link = update.link
        if self.header is None and update.header is not None:
            self.header = update.header
            self._greet()
        for reader, lines in update.lines.items():
            self.log.setdefault(reader, []).extend(lines)
        if update.since is not None and self._since is None:
            self._since = dict(update.since)
            self._told |= {
                reader: seen_before(n, self.log.get(reader, [])) for reader, n in self._since.items()
            }
        if update.picture is not None:
            self._look(update.picture)
        self._tell_passing(update.passing)
        if self._next is None:
            self._tell_news()
        if update.told is not None and update.told.seat == self.seat and self._next is None:
            self.console.say(*(line.strip() for line in update.told.story.lines()))
            self._busy = False
        self._hear(update.said)
        self.console.say(*update.notes)
        if update.asked is None or update.asked.number == self.answered:
            self.wish = None
        elif update.asked != self.wish:
            self.wish = update.asked
            self.console.say(update.asked.sentence, "Type agree or decline; the match goes on meanwhile.")
        if update.further is not None:
            self.console.say("Type undo 1 to take it back all the same.")
        if update.notes and self._requested:
            self._busy = False
        if update.ended is not None:
            self.ended, self.failure = update.ended, update.failure
        if self._next is None and not self.over:
            self._tell_question()

    def _hear(self, said: list[Said]) -> None:
        """Say the chat at once, whoever has the keyboard, and keep it in the log of everybody here."""
        lines = [Line(SAID, one.sentence) for one in said]
        self.console.say(*(line.text for line in lines))
        for reader in self.picture.views if self.picture is not None else ():
            self.log.setdefault(reader, []).extend(lines)

    def _greet(self) -> None:
        assert self.header is not None
        self._names = tuple(seat.shown for seat in self.header.seats)
        self.console.say(f"{self.game.title}: {players(self.game, self._names)}.")
        self.console.say("Type help for the commands; Enter alone repeats the question.")

    def _look(self, picture: Picture) -> None:
        moved = self.picture is None or picture.n != self.picture.n
        self.picture = picture
        if moved:
            self._busy = self._busy and picture.n == self._busy_since
        if self.reader is None and len(picture.views) == 1:
            self.reader = next(iter(picture.views))
        question = picture.question
        if question is None or picture.outcome is not None:
            self.asked = None
        elif question.ticket != self._ticket:
            self._ticket = question.ticket
            self._busy = False
            view = picture.views[question.seat]
            self.asked = Asked(self.game, self.teller, question.ticket, view, question.decision)
            if question.seat != self.reader and self._next != question.seat:
                self._hand_over(question.seat)

    def _tell_passing(self, passing: dict[int, str]) -> None:
        phase = passing.get(self.seat)
        if phase is not None and phase != self._passing.get(self.seat):
            ends = "; Enter ends it" if self.console.interactive else ""
            self.console.say(f"Passing to {phase}{ends}.")
        self._passing = passing

    def _hand_over(self, seat: int) -> None:
        """Nothing more of either hand is said until the next player has the keyboard."""
        if self._next is None:
            self._tell_news()
        self._next = seat
        who = self.who(seat)
        self.console.say(*[""] * max(1, self.console.rows))
        said = [f"Hand the keyboard to {who}."]
        open_to_all = self._open_to_all()
        if open_to_all is not None:
            said.append(f"{open_to_all[0]} Type pass if {who} only passes, without the keyboard.")
        self.console.ask(*said, f"{who}, press Enter when you have it.")

    def _open_to_all(self) -> tuple[str, Choice] | None:
        """What the next player may pass without the keyboard, and by which choice."""
        return public_pass(self.game, self.asked.view) if self.asked is not None else None

    def _tell_news(self) -> None:
        """Say what has happened since the reader heard last, neighbours put together entry by entry."""
        if self.reader is None:
            return
        lines = self.log.get(self.reader, [])
        if self._since is not None and self.reader in self._since:
            since = "since your last choice" if self._since.pop(self.reader) else "so far"
            self.console.say(f"The match goes on. What happened {since}:")
        told_before = self._told.get(self.reader, 0)
        # The chat was said as it came.
        news = [place for place in range(told_before, len(lines)) if lines[place].n != SAID]
        self._told[self.reader] = len(lines)
        if news and self._asks_about(lines[news[-1]]):
            # The question says it once more. Until that is put, it may still be answered unasked.
            last = news.pop()
            if self.asked is None:
                self._told[self.reader] = last
        elif news and self._ends_with(lines[news[-1]]):
            news.pop()
        self.console.say(*told([lines[place] for place in news]))

    def _ends_with(self, line: Line) -> bool:
        """Whether a sentence is of an entry that ends the match by itself, as a concession: how the match
        has ended says the same."""
        picture = self.picture
        outcome = picture.outcome if picture is not None else None
        return picture is not None and outcome is not None and outcome.end in ENDINGS and line.n == picture.n

    def _asks_about(self, line: Line) -> bool:
        """Whether the reader's open question begins with what this sentence says."""
        decision = self.game.decision(self.view)
        if self.over or decision is None or decision.seat != self.reader:
            return False
        return self.game.ask(decision, self.view).startswith(line.text.rstrip(".") + ":")

    def _tell_question(self) -> None:
        if self.asked is not None and not self._busy and self._said_ticket != self.asked.ticket:
            self._said_ticket = self.asked.ticket
            if self.console.short:
                choices = counted(len(self.asked.choices), "choice")
                self.console.ask(self.asked.text(), f"Choose; {choices}, which Enter alone lists.")
            else:
                self.repeat()

    def repeat(self) -> None:
        """Say the open question with its choices."""
        if self.asked is not None:
            self.console.ask(*self.asked.lines())

    # What is typed.

    def _heard(self, typed: Typed) -> None:
        self._waited = PATIENCE + 1  # Until this is dealt with there is no waiting to tell of.
        command = commands.find(typed.text)
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
            commands.leave(self, "")
        elif typed.text.casefold() == "pass" and (open_to_all := self._open_to_all()) is not None:
            assert self.asked is not None
            ticket, self.asked, self._next = self.asked.ticket, None, None
            self.sent(request=False)
            self.thread.answer(ticket, [open_to_all[1]])
        elif typed.text:
            self.console.say(f"Only Enter is taken here, by {self.who(self._next)}; or quit.")
        elif not self.console.early(typed):
            self.reader, self._next = self._next, None
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
        before = asked.rows
        if asked.pick(rows):
            self.sent(request=False)
            self.thread.answer(asked.ticket, asked.act.picks)
        elif len(asked.rows) == len(before) - len(rows) and asked.rows[0] in before:
            # The numbers are what they were: there is no need to hear them all again.
            self.console.ask(asked.text(), asked.lines()[-1])
        else:
            self.repeat()

    def sent(self, request: bool = True) -> None:
        """Something went to the match; what is typed next waits for what comes of it. A request, which is
        no answer to a question, may come to nothing but a sentence."""
        self._busy, self._requested = True, request
        self._busy_since = self.picture.n if self.picture is not None else 0

    # Words and the end.

    @property
    def seat(self) -> int:
        """The seat at the keyboard; -1 for none."""
        return -1 if self.reader is None else self.reader

    @property
    def view(self) -> Any:
        """What the reader sees, with what was picked so far of an act."""
        assert self.picture is not None
        if self.asked is not None:
            return self.asked.view
        views = self.picture.views
        # Before the first of several persons has the keyboard there is only what everybody sees.
        return views[self.seat] if self.seat in views else self.game.mask(next(iter(views.values())), None)

    def who(self, seat: int) -> str:
        """A seat by its side and its player's name."""
        return player_at(self.game, self._names, seat)

    def where(self) -> list[str]:
        """Where the match is kept, and how it is come back to."""
        name, path = self.thread.kept, self.thread.path
        if self.header is None or not name:
            return []
        if self.picture is not None and self.picture.outcome is not None:
            said = f"The match is kept, as {name}: tesser replay {name} tells it."
        else:
            said = how_to_go_on(name, self.thread.networked)
        return [said, *([f"Its record: {path}"] if path is not None else [])]

    def _leave(self, why: str) -> int:
        self.thread.stop()
        self.console.say(why, *self.where())
        return INTERRUPTED


def told(lines: list[Line]) -> list[str]:
    """Sentences of the log as they are said: those of one entry that begin alike put together."""
    groups: list[list[Line]] = []
    for line in lines:
        if groups and groups[-1][0].n == line.n != SAID:
            groups[-1].append(line)
        else:
            groups.append([line])
    return [
        spoken(sentence)
        for group in groups
        for sentence in ([group[0].text] if group[0].n == SAID else merged(group))
    ]
