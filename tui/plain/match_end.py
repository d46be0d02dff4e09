"""The end of a match in plain mode: what came of it, and a last look at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.contract.outcome import ONE_SIDED, Outcome
from net.lockstep.desync import Desync
from net.protocol.errors import PeerLeft
from tui.archive.database import Archive, ArchiveError
from tui.archive.queries import Summary, find
from tui.exit_status import BAD_FILE, FINISHED
from tui.match.end_texts import (
    ENDING,
    STOPPED,
    how,
    how_it_reopens,
    last_totals,
    leaving_so,
    mismatch,
    result,
    second_waits,
    standings,
)
from tui.match.one_sided_end import end_named, would_end
from tui.plain import requests, typed_commands
from tui.plain.ask import sure
from tui.plain.console import InputEnded

if TYPE_CHECKING:
    from tui.match.worker import MatchWorker
    from tui.plain.match import PlainMatch


def tell_end(match: PlainMatch) -> int:
    """Say how a match ended or why it stopped; gives the exit status."""
    outcome = match.client.outcome
    if outcome is not None:
        if match.series is not None and match.client.header is not None and match.client.picture is not None:
            match.series.end(outcome, match.client.picture.totals, match.client.header.match)
        match.console.say(*_result(match, outcome))
        _look_back(match)
        if match.second and not match.again and match.thread.following is None:
            match.console.say(second_waits(match.thread.kept, match.networked))
        return FINISHED
    failure = match.client.failure
    if isinstance(failure, Desync):
        match.console.say(STOPPED.format(max(failure.report.n - 1, 0)))
        match.console.say(*(f"{about}: {said}" for about, said in mismatch(failure.report, match.client.who)))
        match.console.say(*filter(None, [failure.onward]))
    else:
        match.console.say(match.client.ended or "The match was left.")
    match.console.say(*match.where())
    asks = match.console.interactive and bool(match.thread.kept)
    if asks and isinstance(failure, Desync) and failure.back is not None:
        leaving = "or Enter to leave: then a full report is written, with the hidden cards."
        if _chosen(match, ("back",), f"Type back to go back to entry {failure.back} now, {leaving}"):
            return _go_back(match)
    if asks and isinstance(failure, PeerLeft):
        match.thread.stop()
        ways = {
            "left": (("end",), "Type end to end the match here"),
            "claimed": (("claim", "end"), "Type claim to claim the match, since the other side's time is up"),
        }
        words, does = ways[would_end(match.profile, match.thread.kept)]
        if _chosen(match, words, f"{does}, on your side alone, or Enter to keep it for later."):
            _end_here(match)
    if failure is not None:
        match.console.say(*filter(None, [leaving_so(failure)]))
    return getattr(failure, "status", BAD_FILE)


def _chosen(match: PlainMatch, words: tuple[str, ...], question: str) -> bool:
    """Whether one of these words is the answer; Enter, and the end of the input, say no."""
    match.console.ask(question)
    while True:
        try:
            typed = match.console.next()
        except (InputEnded, KeyboardInterrupt):
            return False
        if typed is not None and typed.text.casefold() in ("", *words, "quit", "exit"):
            return typed.text.casefold() in words
        if typed is not None:
            match.console.ask(question)


def _kept(match: PlainMatch) -> Summary:
    """The match as the archive has it. Raises ArchiveError."""
    match.thread.stop()
    with Archive(match.profile.archive) as archive:
        return find(archive, match.thread.kept)


def _go_back(match: PlainMatch) -> int:
    """Resume the match at once: that takes it to the last agreed entry."""
    assert match.come_back is not None  # with nobody elsewhere there is nothing to disagree about
    try:
        return match.come_back(_kept(match))
    except ArchiveError as error:
        match.console.say(str(error))
        return BAD_FILE


def _end_here(match: PlainMatch) -> None:
    """End this side's copy, when asked once more."""
    match.thread.stop()
    name = match.thread.kept
    if not sure(match.console, f"{ENDING[would_end(match.profile, name)]} End it?"):
        match.console.say("It is kept for later.")
        return
    try:
        _, said = end_named(match.profile, name)
    except ArchiveError as error:
        said = str(error)
    match.console.say(said)


def _result(match: PlainMatch, outcome: Outcome) -> list[str]:
    assert match.client.picture is not None
    reader = -1 if match.client.reader is None or len(match.client.picture.views) > 1 else match.client.reader
    scores = ", ".join(f"{match.client.who(seat)} {score}" for seat, score in enumerate(outcome.scores))
    compared = last_totals(match.client.picture.totals, outcome)
    totals = ", ".join(f"{match.client.who(seat)} {total}" for seat, total in enumerate(compared))
    marked = match.client.picture.marked
    places = standings(outcome, match.client.who)
    return [
        result(outcome, match.client.who),
        how(outcome, reader, match.client.who, match.teller.ending),
        *(f"Place {place}: {line}." for place, line in places),
        *([] if places else [f"Score: {scores}."]),
        *([f"Last totals: {totals}."] if totals else []),
        *([f"Choices taken back, and marked: {marked}."] if marked else []),
        *match.where(),
        *([how_it_reopens(match.thread.kept)] if outcome.end in ONE_SIDED else []),
        f"Final hash {match.client.picture.head}.",
        *_score(match, outcome),
    ]


def _score(match: PlainMatch, outcome: Outcome) -> list[str]:
    """How two games stand, where this is one of them."""
    company, header, picture = match.client.company, match.client.header, match.client.picture
    if match.series is not None:
        return [f"{match.series.title()}.", *match.series.lines()]
    if company is None or not company.course.both or header is None or picture is None:
        return []
    score = company.course.score(header)
    score.add(outcome, picture.totals)
    return [f"{score.title()}.", *score.lines()]


def _look_back(match: PlainMatch) -> None:
    """The match is over, and still there to be looked at by a person. Whoever played it elsewhere may be
    there too, and both may play again: a script stays only for that. Of two games on this machine it goes on
    to the second, unless it says that it does not."""
    console, thread = match.console, match.thread

    def goes_on() -> str:
        there = not match.networked or (match.client.company is not None and match.client.company.there)
        if match.second:
            plays = ", rematch begins the second game, leave at one gives it up"
            plays = plays if there else ", leave at one gives the second game up"
        else:
            plays = ", rematch plays again" if there else ""
        return f"The match is over. Commands that tell of it still answer{plays}; Enter alone leaves."

    if not console.interactive and match.second and not match.networked:
        ahead = console.peek()
        command = None if ahead is None else typed_commands.find(ahead)
        if command is None or not (command.after or command.do is requests.leave):
            match.again = True
            return
    if console.interactive:
        console.say(goes_on())
    if console.interactive or _is_for_now(console.peek()):
        match.news.tell_company()
    while not (match.again or match.at_one) and (
        thread.following is None or not _has_begun(thread.following)
    ):
        asks = match.news.company is not None and match.news.company.there and match.news.company.mine
        if not (console.interactive or asks or _is_for_now(console.peek())):
            return
        try:
            typed = console.next(lambda text: console.interactive or _is_for_now(text), ends=not asks)
        except (InputEnded, KeyboardInterrupt):
            return
        if typed is None:
            match.take()
            match.news.tell_company()
            continue
        command = typed_commands.find(typed.text)
        if not typed.text or (command is not None and command.do is requests.leave):
            return
        if command is not None and (command.tells or command.after or command.do in _ANSWERS):
            command.do(match, command.argument)
        else:
            console.say(goes_on())


_ANSWERS = (requests.agree, requests.decline)


def _has_begun(following: MatchWorker) -> bool:
    """Whether the next match is there, or has failed to begin."""
    return following.begun or following.gone


def _is_for_now(text: str | None) -> bool:
    """Whether a line that a script has written ahead is for a match that is over."""
    command = None if text is None else typed_commands.find(text)
    return command is not None and command.after
