"""What a match in plain mode tells its reader: news as sentences, and questions with numbered choices."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from core.contract.outcome import Ending
from core.words import counted
from tui.boards import teller
from tui.boards.spoken import spoken
from tui.match.client import MatchClient
from tui.match.entry_texts import LogLine, merged, what_happened
from tui.match.events import (
    Began,
    ChatSaid,
    ChoiceMade,
    ClockChanged,
    CompanyChanged,
    Event,
    KeyboardKept,
    KeyboardTaken,
    KeyboardWanted,
    MatchEnded,
    MatchStopped,
    MomentFound,
    Noted,
    PassingChanged,
    PresenceChanged,
    QuestionAsked,
    QuestionWithdrawn,
    Rang,
    RequestClosed,
    RequestOpened,
    StandingChanged,
    StoryFound,
    TakeBackOffered,
    TimeRanOut,
    TimeSettled,
    Told,
    ViewChanged,
)
from tui.match.player_names import named, players
from tui.plain.console import Console
from tui.plain.question import Asked

if TYPE_CHECKING:
    from tui.match.rematch import Company


class MatchNews:
    """Says the events of one match to the persons at one console."""

    def __init__(self, console: Console, client: MatchClient) -> None:
        self._console = console
        self._client = client
        self._game = client.game
        self.teller = teller(client.game)
        self._asked: Asked | None = None
        self._lines: list[LogLine] = []
        """What has happened, and is yet to be said."""
        self._passing: dict[int, str] = {}
        """As it was told last."""
        self.company: Company | None = None
        """Who is there after the end, as it was told last."""
        client.subscribe(self._hear)

    @property
    def asked(self) -> Asked | None:
        """The open question, put to the reader; None while there is none."""
        return self._asked if self._client.open is not None else None

    def tell(self, *lines: str) -> None:
        """Say what the game says, with the players' names."""
        self._console.say(*(named(self._game, self._client.names, line) for line in lines))

    def repeat(self) -> None:
        """Say the open question with its choices."""
        if self.asked is not None:
            self._console.ask(*self.asked.lines())

    def _hear(self, event: Event) -> None:
        if not isinstance(event, Told | ViewChanged):
            self.catch_up()
        match event:
            case Told():
                if event.since is not None:
                    self._console.say(what_happened(event.since))
                self._lines += event.lines
            case Began():
                self._console.say(f"{self._game.title}: {players(self._game, self._client.names)}.")
                self._console.say("Type help for the commands; Enter alone repeats the question.")
            case QuestionAsked():
                assert self._client.act is not None
                self._asked = Asked(self._game, self.teller, self._client.act, self._client.names)
                self.catch_up()
                self._tell_question(self._asked)
            case KeyboardWanted():
                self._hand_over(event)
            case PassingChanged():
                self._tell_passing(event.passing)
            case StoryFound():
                self._console.say(*(line.strip() for line in event.story.lines()))
            case Noted():
                self._console.say(event.text)
            case ChatSaid():
                self._console.say(event.sentence)
            case StandingChanged():
                self._console.say(*([event.sentence] if event.aloud else []))
            case TimeRanOut():
                said = "Type claim, give or go on; the match goes on meanwhile."
                self._console.say(event.up.sentence, said)
            case RequestOpened():
                said = "Type agree or decline; the match goes on meanwhile."
                self._console.say(event.request.sentence, said)
            case TakeBackOffered():
                self._console.say("Type undo 1 to take it back all the same.")
            case (
                ViewChanged()
                | QuestionWithdrawn()
                | ChoiceMade()
                | KeyboardTaken()
                | KeyboardKept()
                | RequestClosed()
                | TimeSettled()
            ):
                pass  # nothing to be said
            case PresenceChanged() | ClockChanged() | Rang() | MomentFound():
                pass  # told when it is asked for, by a note, or not in plain mode
            case CompanyChanged() | MatchEnded() | MatchStopped():
                pass  # said when the end is (ending.py)
            case _:
                assert_never(event)

    def tell_company(self) -> None:
        """Say who is there after the end, and what is asked, where that has changed."""
        company = self._client.company
        if company is None or company == self.company:
            return
        self.company = company
        said = [company.said]
        if company.theirs and not company.mine:
            said.append("Type agree or decline.")
        self._console.say(*said)

    def _tell_passing(self, passing: dict[int, str]) -> None:
        phase = passing.get(self._client.seat)
        if phase is not None and phase != self._passing.get(self._client.seat):
            ends = "; Enter ends it" if self._console.interactive else ""
            self._console.say(f"Passing to {phase}{ends}.")
        self._passing = passing

    def _hand_over(self, wanted: KeyboardWanted) -> None:
        """Nothing more of either hand is said until the next player has the keyboard."""
        who = self._client.who(wanted.seat)
        self._console.say(*[""] * max(1, self._console.rows))
        said = [f"Hand the keyboard to {who}."]
        if wanted.open_to_all:
            said.append(f"{wanted.open_to_all} Type pass if {who} only passes, without the keyboard.")
        self._console.ask(*said, f"{who}, press Enter when you have it.")

    def catch_up(self) -> None:
        """Say what has happened and was not said yet, neighbours put together entry by entry."""
        lines, self._lines = self._lines, []
        if lines and self._asks_about(lines[-1]):
            # The question says it once more. Until that is put, it may still be answered unasked.
            last = lines.pop()
            if self.asked is None:
                self._lines = [last]
        elif lines and self._ends_with(lines[-1]):
            lines.pop()
        self._console.say(*told(lines))

    def _ends_with(self, line: LogLine) -> bool:
        """Whether a sentence is of an entry that ends the match by itself, as a concession: how the match
        has ended says the same."""
        picture = self._client.picture
        outcome = self._client.outcome
        return (
            picture is not None and outcome is not None and outcome.end in set(Ending) and line.n == picture.n
        )

    def _asks_about(self, line: LogLine) -> bool:
        """Whether the reader's open question begins with what this sentence says."""
        client = self._client
        decision = self._game.decision(client.view)
        if client.over or decision is None or decision.seat != client.reader:
            return False
        asked = named(self._game, client.names, self._game.texts.ask(decision, client.view))
        return asked.startswith(line.text.rstrip(".") + ":")

    def _tell_question(self, asked: Asked) -> None:
        if self._console.short:
            choices = counted(len(asked.choices), "choice")
            self._console.ask(asked.text(), f"Choose; {choices}, which Enter alone lists.")
        else:
            self.repeat()


def told(lines: list[LogLine]) -> list[str]:
    """Sentences of the log as they are said: those of one entry that begin alike put together."""
    groups: list[list[LogLine]] = []
    for line in lines:
        if groups and groups[-1][0].n == line.n:
            groups[-1].append(line)
        else:
            groups.append([line])
    return [spoken(sentence) for group in groups for sentence in merged(group)]
