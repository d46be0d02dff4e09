"""What a match in plain mode tells its reader: news as sentences, and questions with numbered choices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.contract.choice import Choice
from core.contract.game import AnyGame
from core.contract.header import Header
from core.contract.outcome import Ending
from core.engine.stops import public_pass
from core.words import counted
from tui.boards import teller
from tui.boards.spoken import spoken
from tui.match.channel import Picture, Said, TimeUp, Update
from tui.match.entry_texts import SAID, Line, merged, seen_before, what_happened
from tui.match.player_names import called, named, players
from tui.match.request_texts import Wanted
from tui.match.worker import MatchThread
from tui.plain.console import Console
from tui.plain.question import Asked
from tui.profile import Profile

if TYPE_CHECKING:
    from tui.match.rematch import Company
    from tui.match.series import Series


class MatchNews:
    """One match, told to the persons at one console: what it knows, and what it says."""

    def __init__(
        self,
        console: Console,
        profile: Profile,
        thread: MatchThread,
        game: AnyGame,
        networked: bool,
    ) -> None:
        self.console = console
        self.profile = profile
        self.thread = thread
        self.game = game
        self.teller = teller(game)
        self.networked = networked
        """Whether somebody on another machine plays, so that waiting may take long."""
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
        self.up: TimeUp | None = None
        """Whose time is up, where somebody here may do something about it."""
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
        self._passing: dict[int, str] = {}
        self.last_company: Company | None = None
        """Who is there after a match with another machine; None before."""
        self.company: Company | None = None
        """The same as it was told last."""
        self.again = False
        """Whether this match, on this machine, is to be played again."""
        self.series: Series | None = None
        """The two games, on this machine, that this match is one of; None if it stands alone."""
        self.at_one = False
        """Whether the second game, which was to follow this match, has been given up here."""

    @property
    def seat(self) -> int:
        """The seat at the keyboard; -1 for none."""
        return -1 if self.reader is None else self.reader

    def seated(self) -> bool:
        """Whether somebody at the keyboard has a seat; says so if not."""
        if self.seat < 0:
            self.console.say("You have no seat in this match.")
        return self.seat >= 0

    @property
    def view(self) -> Any:
        """What the reader sees, with what was picked so far of an act."""
        assert self.picture is not None
        if self.asked is not None:
            return self.asked.view
        views = self.picture.views
        # Before the first of several persons has the keyboard there is only what everybody sees.
        return views[self.seat] if self.seat in views else self.game.mask(next(iter(views.values())), None)

    def tell(self, *lines: str) -> None:
        """Say what the game says, with the players' names."""
        self.console.say(*(named(self.game, self._names, line) for line in lines))

    def who(self, seat: int) -> str:
        """What a seat is called in sentences."""
        return called(self.game, self._names, seat)

    @property
    def over(self) -> bool:
        """Whether the match has ended or stopped."""
        return self.ended is not None or (self.picture is not None and self.picture.outcome is not None)

    @property
    def second(self) -> bool:
        """Whether the second of two games is to follow this match, which is over, now or later."""
        if self.networked:
            return self.last_company is not None and self.last_company.second and not self.at_one
        return self.series is not None and not self.series.over and not self.at_one

    def sent(self, request: bool = True) -> None:
        """Something went to the match; what is typed next waits for what comes of it. A request, which is
        no answer to a question, may come to nothing but a sentence."""
        self._busy, self._requested = True, request
        self._busy_since = self.picture.n if self.picture is not None else 0

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
        self.last_company = update.company
        self.console.say(*update.notes)
        if update.time_up is not None and not update.time_up.same(self.up):
            self.console.say(
                update.time_up.sentence, "Type claim, give or go on; the match goes on meanwhile."
            )
        self.up = update.time_up
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

    def tell_company(self, company: Company | None) -> None:
        """Say who is there after the end, and what is asked, where that has changed."""
        if company is None or company == self.company:
            return
        self.company = company
        said = [company.said]
        if company.theirs and not company.mine:
            said.append("Type agree or decline.")
        self.console.say(*said)

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
            self.asked = Asked(self.game, self.teller, question.ticket, view, question.decision, self._names)
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
        self.thread.covered = True
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
            self.console.say(what_happened(self._since.pop(self.reader)))
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
        return (
            picture is not None and outcome is not None and outcome.end in set(Ending) and line.n == picture.n
        )

    def _asks_about(self, line: Line) -> bool:
        """Whether the reader's open question begins with what this sentence says."""
        decision = self.game.decision(self.view)
        if self.over or decision is None or decision.seat != self.reader:
            return False
        asked = named(self.game, self._names, self.game.texts.ask(decision, self.view))
        return asked.startswith(line.text.rstrip(".") + ":")

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


def told(lines: list[Line]) -> list[str]:
    """Sentences of the log as they are said: those of one entry that begin alike put together."""
    groups: list[list[Line]] = []
    for line in lines:
        if groups and groups[-1][0].n == line.n:
            groups[-1].append(line)
        else:
            groups.append([line])
    return [spoken(sentence) for group in groups for sentence in merged(group)]
