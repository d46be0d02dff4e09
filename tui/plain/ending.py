"""The end of a match in plain mode: what came of it, and a last look at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.game import Outcome
from net.mismatch import Mismatch
from tui.exits import BAD_FILE, FINISHED
from tui.matches.endings import how, last_totals, mismatch, result, standings
from tui.plain import commands, requests
from tui.plain.console import InputEnded

if TYPE_CHECKING:
    from tui.plain.match import PlainMatch


def tell_end(match: PlainMatch) -> int:
    """Say how a match ended or why it stopped; gives the exit status."""
    outcome = match.picture.outcome if match.picture is not None else None
    if outcome is not None:
        match.console.say(*_result(match, outcome))
        if match.console.interactive:
            _look_back(match)
        return FINISHED
    if isinstance(match.failure, Mismatch):
        # Without the columns they have on a screen.
        lines = [*mismatch(match.failure.report, match.who), *filter(None, [match.failure.onward])]
        match.console.say(*(" ".join(line.split()) for line in lines))
    else:
        match.console.say(match.ended or "The match was left.")
    match.console.say(*match.where())
    return getattr(match.failure, "status", BAD_FILE)


def _result(match: PlainMatch, outcome: Outcome) -> list[str]:
    assert match.picture is not None
    reader = -1 if match.reader is None or len(match.picture.views) > 1 else match.reader
    scores = ", ".join(f"{match.who(seat)} {score}" for seat, score in enumerate(outcome.scores))
    compared = last_totals(match.picture.totals, outcome)
    totals = ", ".join(f"{match.who(seat)} {total}" for seat, total in enumerate(compared))
    marked = match.picture.marked
    places = standings(outcome, match.who)
    return [
        result(outcome, match.who),
        how(outcome, reader, match.who, match.teller.ending),
        *(f"Place {place}: {line}." for place, line in places),
        *([] if places else [f"Score: {scores}."]),
        *([f"Last totals: {totals}."] if totals else []),
        *([f"Choices taken back, and marked: {marked}."] if marked else []),
        *match.where(),
        f"Final hash {match.picture.head}.",
    ]


def _look_back(match: PlainMatch) -> None:
    """The match is over, and still there to be looked at by a person."""
    goes_on = "The match is over. Commands that tell of it still answer; Enter alone leaves."
    match.console.say(goes_on)
    while True:
        try:
            typed = match.console.next()
        except (InputEnded, KeyboardInterrupt):
            return
        if typed is None:
            match.take(match.thread.take())
            continue
        command = commands.find(typed.text)
        if not typed.text or (command is not None and command.do is requests.leave):
            return
        if command is not None and command.tells:
            command.do(match, command.argument)
        else:
            match.console.say(goes_on)
