"""The client of a match, without a screen and without a thread: the order of things that holds for all front
ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import pytest

from core.contract.choice import Choice
from core.contract.event import Event as GameEvent
from core.engine.match import Match
from core.engine.notation import write_choice
from core.registry import load
from net.lockstep.clocks import ShownClock
from net.transport.liveness import LinkNews
from tests.support.matches import header
from tui.match import commands
from tui.match.client import MatchClient
from tui.match.commands import Command
from tui.match.entry_texts import NOTED, SAID, LogLine, event_lines, names_of, told_lines
from tui.match.events import (
    Began,
    ChatSaid,
    ChoiceMade,
    ClockChanged,
    ClocksRead,
    Event,
    KeyboardKept,
    KeyboardTaken,
    KeyboardWanted,
    MatchEnded,
    MatchStopped,
    MomentFound,
    Moved,
    Noted,
    PassingChanged,
    Picture,
    Posted,
    PresenceChanged,
    Question,
    QuestionAsked,
    QuestionPut,
    QuestionWithdrawn,
    Request,
    RequestClosed,
    RequestOpened,
    RequestPut,
    StandingChanged,
    Stopped,
    StoryFound,
    TimeRanOut,
    TimeSettled,
    TimeUp,
    Told,
    ViewChanged,
)
from tui.match.history import history, last_choice

GAME = load("wrinkles")
GOOD, EVIL = 0, 1
E = TypeVar("E")


class Desk:
    """A client, and who posts to it what a match's loop would."""

    def __init__(self, *persons: int, peers: Sequence[int] = (0, 0)) -> None:
        players = ["person" if seat in persons or peers[seat] else "bot:random@1" for seat in (GOOD, EVIL)]
        self.opening: list[GameEvent] = []
        head = header(GAME, 3, {"max_turns": 1}, players=players, peers=peers, names=("Ann", "Bea"))
        self.match = Match(head, GAME, self.opening)
        self.readers = persons or (-1,)
        self.sent: list[Command] = []
        self.events: list[Event] = []
        self.client = MatchClient(GAME, self.sent.append)
        self.client.subscribe(self.events.append)
        self.ticket = 0

    def post(self, *posted: Posted) -> list[Event]:
        """What the client tells of this."""
        before = len(self.events)
        for one in posted:
            self.client.reduce(one)
        return self.events[before:]

    @property
    def picture(self) -> Picture:
        views = {reader: self.match.view(reader if reader >= 0 else None) for reader in self.readers}
        match = self.match
        return Picture(match.n, match.head.hex(), views, match.outcome)

    def begin(self) -> list[Event]:
        names = names_of(self.match.header)
        lines = {
            reader: event_lines(GAME, 0, self.opening, view, None, names)
            for reader, view in self.picture.views.items()
        }
        return self.post(Began(self.match.header, self.picture, lines))

    def go_on(self) -> list[Event]:
        """The match is one that was left and goes on."""
        since = {reader: last_choice(self.match, reader, ()) for reader in self.readers}
        lines = history(self.match, self.readers).lines
        return self.post(Began(self.match.header, self.picture, lines, since))

    def ask(self) -> list[Event]:
        """Who is to choose is asked."""
        decision = self.match.decision()
        assert decision is not None
        self.ticket += 1
        view = self.match.view(decision.seat)
        asked = GAME.decision(view)
        assert asked is not None
        return self.post(QuestionPut(Question(self.ticket, decision.seat, asked)))

    def move(self, text: str = "", by: int | None = None) -> list[Event]:
        """Somebody's entry: the first choice there is, unless another is said."""
        return self.post(*self.moved(text, by))

    def moved(self, text: str = "", by: int | None = None) -> list[Posted]:
        decision = self.match.decision()
        assert decision is not None and decision.choices
        text = text or write_choice(decision.choices[0], GAME.table)
        before = self.picture.views
        made = self.match.play(decision.seat if by is None else by, text)
        entry, now = self.match.entries[-1], self.picture.views
        lines = {
            reader: told_lines(
                self.match, made.n, entry, made.events, now[reader], before[reader], reader, ()
            )
            for reader in self.readers
        }
        return [QuestionPut(None), Moved(self.picture, lines)]


def kinds(events: Sequence[Event]) -> list[type]:
    return [type(event) for event in events]


def only(events: Sequence[Event], kind: type[E]) -> E:
    """The one event of this kind."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


def texts(events: Sequence[Event]) -> list[str]:
    """All that was told, in order."""
    return [line.text for event in events if isinstance(event, Told) for line in event.lines]


def two_persons() -> Desk:
    """Two persons at one keyboard, the first of whom has it and is asked."""
    desk = Desk(GOOD, EVIL)
    desk.begin()
    desk.ask()
    desk.client.take_keyboard()
    return desk


# What happened.


def test_a_match_begins_and_its_setup_is_told_before_anybody_is_asked() -> None:
    desk = Desk(GOOD)
    assert kinds([*desk.begin(), *desk.ask()]) == [Began, ViewChanged, Told, QuestionAsked]
    assert desk.client.reader == GOOD and desk.client.names == ("Ann", "Bea")
    assert "You draw" in " ".join(texts(desk.events))


def test_each_line_is_told_once_and_its_own_choice_to_who_made_it() -> None:
    desk = Desk(GOOD)
    desk.begin()
    while desk.match.outcome is None:
        decision = desk.match.decision()
        if decision is not None and decision.seat == GOOD:
            desk.ask()
            act = desk.client.open
            while act is not None and not act.complete:
                assert act.decision.choices
                desk.client.pick(act.decision.choices[0])
        desk.move()
    told = texts(desk.events)
    assert told == [line.text for line in desk.client.log[GOOD]]
    assert "You pass." in told and "Evil passes." in told


def test_who_sits_nowhere_is_told_what_everybody_sees() -> None:
    desk = Desk()
    desk.begin()
    desk.move()
    assert desk.client.reader == desk.client.seat == -1 and texts(desk.events)
    assert desk.client.open is None


def test_of_views_that_were_not_taken_only_the_newest_is_seen_and_all_lines_are_told() -> None:
    """As when the terminal has stopped: the channel keeps the lines, and one picture."""
    quick, slow = Desk(GOOD), Desk(GOOD)
    for desk in (quick, slow):
        desk.begin()
        desk.move()
    posted = [*quick.moved(), *quick.moved()]
    assert [event.n for event in quick.post(*posted) if isinstance(event, ViewChanged)] == [2, 3]
    slow.moved(), slow.moved()
    first, last = (one for one in posted if isinstance(one, Moved))
    told = slow.post(Moved(None, first.lines), last)
    assert [event.n for event in told if isinstance(event, ViewChanged)] == [3]
    assert texts(slow.events) == texts(quick.events)


def test_in_a_match_that_goes_on_what_happened_since_the_last_choice_is_told_once() -> None:
    desk = Desk(GOOD)
    for _ in range(4):
        desk.moved()
    told = only(desk.go_on(), Told)
    assert told.since == last_choice(desk.match, GOOD, ()) > 0
    assert told.lines and all(line.n >= told.since for line in told.lines)
    assert len(desk.client.log[GOOD]) > len(told.lines)
    assert only(desk.move(), Told).since is None
    assert next(line.n for line in desk.client.news) == told.since, "what the board says is new"


def test_at_a_shared_keyboard_each_person_is_told_what_happened_since_its_own_choice() -> None:
    desk = Desk(GOOD, EVIL)
    for _ in range(4):
        desk.moved()
    assert not texts(desk.go_on())
    seen = []
    for _ in range(2):
        desk.ask()
        before = len(desk.events)
        desk.client.take_keyboard()
        seen.append(only(desk.events[before:], Told).since)
        decision = desk.match.decision()
        seat = desk.client.reader
        while decision is not None and decision.seat == seat:
            desk.move()
            decision = desk.match.decision()
    assert None not in seen and len(set(seen)) == 2


# A question and its answer.


def test_an_answer_is_sent_once_and_nothing_is_open_until_the_match_has_moved() -> None:
    desk = Desk(GOOD)
    desk.begin()
    desk.ask()
    client = desk.client
    assert client.open is not None and client.open.decision.choices
    first = client.open.decision.choices[0]
    assert client.pick(first) and not client.pick(first)
    assert desk.sent == [commands.Choose(1, (first,))]
    assert only(desk.events, ChoiceMade) == ChoiceMade(GOOD, (first,))
    assert client.open is None and client.sent and client.busy
    assert client.view is client.act.view  # type: ignore[union-attr]  # the board stays as it was picked
    assert QuestionWithdrawn not in kinds(desk.move()), "it was answered"
    assert not client.sent and client.act is None


def test_a_refused_answer_is_asked_for_anew() -> None:
    desk = Desk(GOOD)
    desk.begin()
    desk.ask()
    act = desk.client.open
    assert act is not None and act.decision.choices
    desk.client.pick(act.decision.choices[0])
    assert kinds(desk.post(QuestionPut(None), Noted("Nothing was played: make room."))) == [Noted]
    assert desk.client.open is None, "what is asked next may be another thing"
    assert kinds(desk.ask()) == [QuestionAsked]
    assert desk.client.open is not None and not desk.client.open.picks and not desk.client.sent


def test_a_choice_that_is_not_offered_is_no_pick() -> None:
    desk = Desk(GOOD)
    desk.begin()
    assert not desk.client.pick(), "nothing is asked"
    desk.ask()
    act = desk.client.open
    assert act is not None and act.decision.choices
    assert not desk.client.pick(Choice(act.decision.choices[0].kind, (999,)))
    assert not desk.sent and not act.picks


def test_a_question_that_is_withdrawn_closes() -> None:
    desk = Desk(GOOD)
    desk.begin()
    desk.ask()
    assert kinds(desk.post(QuestionPut(None))) == [QuestionWithdrawn]
    assert desk.client.open is None and desk.client.act is None


def test_an_answer_that_has_its_own_news_marks_where_the_next_begin() -> None:
    desk = Desk(GOOD)
    desk.begin()
    desk.ask()
    assert desk.client.news, "what its setup is told in"
    act = desk.client.open
    assert act is not None and act.decision.choices
    desk.client.pick(act.decision.choices[0])
    assert not desk.client.news
    desk.move()
    assert [line.n for line in desk.client.news] == [1] * len(desk.client.news)


def test_what_was_asked_of_the_match_waits_for_an_entry_a_question_or_a_sentence() -> None:
    answers: list[Posted] = [Noted("No."), StandingChanged("You offer a draw.", aloud=True)]
    for answer in answers:
        desk = Desk(GOOD)
        desk.begin()
        desk.client.send(commands.TakeBack(GOOD))
        assert desk.client.busy and desk.sent == [commands.TakeBack(GOOD)]
        desk.post(answer)
        assert not desk.client.busy
    desk = Desk(GOOD)
    desk.begin()
    desk.client.send(commands.Concede(GOOD))
    assert desk.client.pending
    desk.move()
    assert not desk.client.pending
    desk.client.send(commands.Say("Hello."))
    assert not desk.client.busy, "a line of the chat has no answer"


# Two persons at one keyboard.


def test_who_is_asked_first_is_told_nothing_before_it_has_the_keyboard() -> None:
    desk = Desk(GOOD, EVIL)
    desk.begin()
    told = desk.ask()
    assert kinds(desk.events) == [Began, ViewChanged, KeyboardWanted]
    assert only(told, KeyboardWanted).seat == GOOD
    assert desk.client.reader is None and desk.client.open is None and desk.client.covered
    assert desk.sent == [commands.HoldClocks(True)]
    hidden = desk.client.view
    assert hidden.viewer not in (GOOD, EVIL), "what everybody sees"
    desk.client.take_keyboard()
    assert kinds(desk.events)[3:] == [KeyboardTaken, Told, QuestionAsked]
    assert desk.client.reader == GOOD and desk.sent[-1] == commands.HoldClocks(False)


def test_while_the_keyboard_is_on_its_way_nothing_of_any_hand_is_told() -> None:
    desk = two_persons()
    desk.move("pass")
    assert only(desk.ask(), KeyboardWanted).seat == EVIL
    assert not desk.client.pick(), "nothing is open"
    before = len(desk.events)
    desk.post(
        Moved(desk.picture, {GOOD: [LogLine(1, "You draw Hope.")], EVIL: [LogLine(1, "You draw Fear.")]})
    )
    desk.post(MomentFound(GOOD, 0, 1, None), StoryFound(GOOD, None))  # type: ignore[arg-type]
    assert not desk.events[before:]
    desk.client.take_keyboard()
    said = texts(desk.events[before:])
    assert "You draw Fear." in said and "You draw Hope." not in said


def test_a_pass_that_all_may_read_is_said_without_the_keyboard() -> None:
    desk = two_persons()
    desk.move("pass")
    wanted = only(desk.ask(), KeyboardWanted)
    assert "or pass" in wanted.open_to_all
    before = len(desk.events)
    desk.client.pass_unseen()
    assert kinds(desk.events[before:])[:2] == [ChoiceMade, KeyboardKept]
    assert desk.client.reader == GOOD and not desk.client.covered
    choose = desk.sent[-1]
    assert isinstance(choose, commands.Choose) and choose.ticket == desk.ticket
    assert [write_choice(one, GAME.table) for one in choose.picks] == ["pass"]
    assert "Evil passes." in texts(desk.move("pass"))


def test_what_is_no_pass_for_all_takes_the_keyboard() -> None:
    desk = two_persons()
    while GAME.halt(desk.match.view(None)) is not None:
        desk.move()
    decision = desk.match.decision()
    assert decision is not None
    other = Desk(GOOD, EVIL)
    other.match = desk.match
    other.begin()
    assert only(other.ask(), KeyboardWanted).open_to_all == "" and other.client.passable is None
    other.client.pass_unseen()
    assert not any(isinstance(one, commands.Choose) for one in other.sent)


def test_a_question_that_comes_anew_takes_the_keyboard_anew() -> None:
    desk = two_persons()
    desk.move("pass")
    desk.ask()
    assert kinds(desk.post(QuestionPut(None))) == [], "none was open to who had the keyboard"
    assert kinds(desk.ask()) == [KeyboardWanted]
    before = len(desk.events)
    desk.client.take_keyboard()
    desk.client.take_keyboard()
    assert kinds(desk.events[before:]).count(QuestionAsked) == 1


# The other side.


REQUEST = Request(7, True, "Bea asks to take back the last choice.")


def test_a_request_is_told_once_and_answered_once() -> None:
    desk = Desk(GOOD, peers=(0, 1))
    desk.begin()
    assert desk.post(RequestPut(REQUEST)) == [RequestOpened(REQUEST)]
    desk.client.answer_request(True)
    desk.client.answer_request(False)
    assert desk.sent == [commands.AnswerRequest(7, True, False)]
    assert desk.events[-1] == RequestClosed() and desk.client.request is None
    assert desk.post(RequestPut(None)) == [], "it was closed by the answer"


def test_a_request_that_has_lapsed_is_answered_no_more() -> None:
    desk = Desk(GOOD, peers=(0, 1))
    desk.begin()
    desk.post(RequestPut(REQUEST))
    assert desk.post(RequestPut(None)) == [RequestClosed()]
    desk.client.answer_request(True)
    assert not desk.sent


def test_what_is_asked_of_the_other_side_stands_until_it_is_done() -> None:
    desk = Desk(GOOD, peers=(0, 1))
    desk.begin()
    desk.client.send(commands.OfferDraw(GOOD))
    desk.post(StandingChanged("You offer a draw.", aloud=True))
    assert desk.client.standing == "You offer a draw."
    assert desk.client.log[GOOD][-1] == LogLine(NOTED, "You offer a draw.")
    desk.post(StandingChanged(""))
    assert desk.client.standing == "" and desk.client.log[GOOD][-1].text == "You offer a draw."


def test_the_chat_is_in_the_log_of_everybody_here_and_told_at_once() -> None:
    desk = two_persons()
    desk.move("pass")
    desk.ask()
    said = ChatSaid("Cal", "Hello.")
    assert desk.post(said) == [said], "also while the keyboard is on its way"
    assert desk.client.log[GOOD][-1] == desk.client.log[EVIL][-1] == LogLine(SAID, "Cal says: Hello.")
    desk.client.take_keyboard()
    assert "Cal says: Hello." not in texts(desk.events), "it was told"


def test_notes_from_before_the_match_are_in_its_log() -> None:
    desk = Desk(GOOD, peers=(0, 1))
    assert desk.post(Noted("Bea is there; the match goes on.")) == [Noted("Bea is there; the match goes on.")]
    desk.begin()
    assert desk.client.log[GOOD][-1] == LogLine(NOTED, "Bea is there; the match goes on.")


@pytest.mark.parametrize(("state", "heard"), [("ok", True), ("paused", True), ("silent", False)])
def test_whether_the_other_side_is_there_is_told_by_its_link(state: str, heard: bool) -> None:
    desk = Desk(GOOD, peers=(0, 1))
    desk.begin()
    assert desk.client.heard, "nothing else is known"
    news = LinkNews(state, "ok", 12, None)  # type: ignore[arg-type]
    assert desk.post(PresenceChanged(news)) == [PresenceChanged(news)]
    assert desk.client.heard == heard
    assert ("not heard" in desk.client.awaited(EVIL)) != heard
    assert desk.client.ends_as == "left"


# The clock.


UP = TimeUp(EVIL, 1, GOOD, "The time of Evil is up.")


def test_a_time_that_is_up_is_told_once_a_decision() -> None:
    desk = Desk(GOOD, peers=(0, 1))
    desk.begin()
    clocks = {EVIL: ShownClock(0, True, True)}
    assert desk.post(ClocksRead(clocks, UP)) == [ClockChanged(), TimeRanOut(UP)]
    quiet = TimeUp(EVIL, 1, GOOD, UP.sentence, quiet=True)
    assert desk.post(ClocksRead(clocks, quiet)) == [] and desk.client.up == quiet
    assert desk.client.ends_as == "claimed"
    later = TimeUp(EVIL, 3, GOOD, UP.sentence)
    assert desk.post(ClocksRead(clocks, later)) == [TimeRanOut(later)], "another decision"
    assert desk.post(ClocksRead({}, None)) == [ClockChanged(), TimeSettled()]
    assert desk.client.up is None


# The end.


def test_the_end_is_told_once() -> None:
    desk = Desk(GOOD)
    desk.begin()
    desk.ask()
    ended = desk.move("concede", GOOD)
    assert kinds(ended)[-2:] == [Told, MatchEnded] and desk.client.over
    assert desk.client.open is None
    assert desk.post(Stopped("", None)) == []
    assert desk.post(QuestionPut(Question(9, GOOD, None))) == []  # type: ignore[arg-type]


def test_the_end_is_told_when_the_next_player_has_the_keyboard() -> None:
    for takes in (True, False):
        desk = two_persons()
        desk.move("pass")
        desk.ask()
        assert MatchEnded not in kinds(desk.move("concede", EVIL)) and desk.client.over
        before = len(desk.events)
        (desk.client.take_keyboard if takes else desk.client.pass_unseen)()
        assert kinds(desk.events[before:])[-1] is MatchEnded
        assert not any(isinstance(one, commands.Choose) for one in desk.sent[-1:])


def test_a_match_that_stops_says_why_and_nothing_is_open_any_more() -> None:
    desk = Desk(GOOD)
    desk.begin()
    desk.ask()
    assert desk.post(Stopped("The line is lost.", None)) == [MatchStopped("The line is lost.", None)]
    assert desk.client.over and desk.client.outcome is None and desk.client.open is None


# What is looked up.


def test_a_story_is_told_to_who_has_asked_for_it() -> None:
    desk = Desk(GOOD)
    desk.begin()
    story = StoryFound(GOOD, None)  # type: ignore[arg-type]
    assert desk.post(story) == [], "nobody has"
    desk.client.find_story()
    assert desk.sent == [commands.FindStory(GOOD)] and desk.client.busy
    assert desk.post(StoryFound(EVIL, None), story, story) == [story]  # type: ignore[arg-type]
    assert not desk.client.busy


def test_a_story_is_not_told_to_the_next_player() -> None:
    desk = two_persons()
    desk.client.find_story()
    desk.move("pass")
    desk.ask()
    desk.client.take_keyboard()
    assert StoryFound not in kinds(desk.post(StoryFound(GOOD, None), StoryFound(EVIL, None)))  # type: ignore[arg-type]


def test_a_moment_is_shown_to_its_reader_only() -> None:
    desk = two_persons()
    mine, theirs = MomentFound(GOOD, 0, 0, None), MomentFound(EVIL, 0, 0, None)
    assert desk.post(theirs, mine) == [mine]


def test_passing_to_a_phase_waits_only_where_the_question_can_be_passed() -> None:
    desk = Desk(GOOD)
    desk.begin()
    desk.client.send(commands.PassTo(GOOD, "Test"))
    assert not desk.client.busy, "nothing is asked"
    desk.ask()
    desk.client.send(commands.PassTo(GOOD, "Test"))
    assert desk.client.busy
    assert kinds(desk.post(PassingChanged({GOOD: "Test"}))) == [PassingChanged]
    assert desk.client.passing == {GOOD: "Test"}
