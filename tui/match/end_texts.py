"""How a match ended, or why it stopped, in sentences for the screen and for plain mode."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from core.contract.outcome import Outcome
from core.words import listed

if TYPE_CHECKING:
    from core.contract.header import Header
    from net.lockstep.desync import DesyncReport
    from tui.match.plans import ResumePlan

_ENDS = {
    "draw": "A draw was agreed.",
    "claimed": "The other side's time was up, and the match was claimed.",
    "left": "The other side had left and did not come back, so the match was ended here, on this side alone.",
}
"""Ends that are the same in every game; the others have somebody who comes last by them."""
_LAST = {
    "concede": ("You conceded.", "{} conceded."),
    "forfeit": (
        "Your time was up, and the match was claimed.",
        "{} had no time left, and the match was claimed.",
    ),
}


class Parting(NamedTuple):
    """What the match screen is dismissed with."""

    outcome: Outcome | None
    """The result; None if the match stopped or was left before its end."""
    reason: str
    """Why it stopped, in a sentence; empty if it came to its end."""
    totals: tuple[int, ...] = ()
    """Each seat's total when they were compared last; empty if they never were."""
    header: Header | None = None
    """What was played, if it had begun."""
    again: bool = False
    """Whether it is to be played once more."""
    onward: ResumePlan | None = None
    """What is gone on with at once."""


def leaving(elsewhere: bool, heard: bool = True) -> str:
    """What leaving a match comes to, in sentences; `elsewhere`: somebody plays it on another machine, who is
    `heard` or not."""
    if elsewhere and not heard:
        return (
            "The other side is not heard now, so it can't be told. The match is kept on both sides: it goes"
            " on when both have resumed it."
        )
    if elsewhere:
        return (
            "The match stops for the other side too, which is told. It is kept on both sides, for when both"
            " resume it."
        )
    return "The match is kept as it stands, for later."


def leaving_so(failure: Exception) -> str:
    """Do what is to be done when a match is left that has stopped by this; a sentence that says what."""
    from net.lockstep.desync import Desync

    return failure.leave() if isinstance(failure, Desync) and failure.leave is not None else ""


def how_to_go_on(name: str, elsewhere: bool, failure: Exception | None = None) -> str:
    """How a match that was left, or has stopped by this failure, is found again, in a sentence; `name` is
    what the archive calls it."""
    from net.lockstep.desync import Desync

    if isinstance(failure, Desync) and failure.final:
        return f"The match has ended so, and is kept, as {name}: tesser replay {name} tells it."
    when = " when the other side has resumed it too" if elsewhere else ""
    return f"The match is kept, as {name}: tesser resume {name}, or Continue at home, goes on with it{when}."


ENDING_ALONE = (
    "Your copy of the match ends here, as left, and nobody wins. The other side's copy stands as it is: if it"
    " comes back after all, resuming the match goes on with it, and this end counts no more."
)
"""What it comes to if one side ends its own copy."""

ENDING_CLAIMED = (
    "Your copy of the match ends here, as claimed: the other side's time is up, and it comes last. Its own"
    " copy stands as it is: if it comes back after all, resuming the match goes on with it, and this end"
    " counts no more."
)
"""The same where the other side's time is up."""
ENDING = {"left": ENDING_ALONE, "claimed": ENDING_CLAIMED}
"""By how it ends: one of ONE_SIDED."""


LEFT_AT_ONE = "It stays at one game; no second one follows."


def leaving_at_one(elsewhere: bool, there: bool) -> str:
    """What giving up the second game of two comes to, in sentences; `elsewhere`: somebody on another machine
    plays it, who is `there` to hear of it or not."""
    if not elsewhere:
        return "No second game follows then, now or later."
    if there:
        return (
            "No second game follows then, now or later. The other side is told, and no second game is offered"
            " to it any more."
        )
    return (
        "No second game follows then, now or later. The other side is not there to be told: a second game is"
        " offered to it until it leaves it at one too."
    )


def second_waits(name: str, elsewhere: bool) -> str:
    """How the second game is come to after this match, the first, has been left, in a sentence; `elsewhere`:
    somebody on another machine plays it too."""
    both = " on both sides" if elsewhere else ""
    return f"The second game waits: tesser resume {name}, or Continue at home,{both} goes on to it."


def how_it_reopens(name: str) -> str:
    """What becomes of a copy that was ended on this side alone, in sentences."""
    return (
        "Your copy alone has ended so, and the other side's stands as it is. If the other side comes back"
        f" after all, tesser resume {name} goes on with the match, and this end counts no more."
    )


def ended_here(how: str, name: str) -> str:
    """What is said when a copy has been ended on this side alone, as `how` has it."""
    return f"The match has ended here, as {how}. {how_it_reopens(name)}"


_REOPENS = (
    "That was no entry of both sides: as both are there again, the match goes on, and that end counts no"
    " more."
)


def reopened(how: str) -> str:
    """What is said where a match goes on that was ended on this side alone; `how` is one of ONE_SIDED."""
    return f"You had ended the match here, as {how}. {_REOPENS}"


def reopened_there(who: str, how: str) -> str:
    """The same to the other side; `who` had ended it."""
    return f"{who} had ended the match there, as {how}. {_REOPENS}"


def conceding(seats: int, reader: int, who: Callable[[int], str]) -> str:
    """What it comes to if this reader concedes in a match of so many seats, in sentences."""
    others = [who(seat) for seat in range(seats) if seat != reader]
    if seats == 2:
        return f"{others[0]} wins the match. This can't be taken back."
    return (
        "The match ends for everybody, at once and whatever the points: you come last, and"
        f" {listed(others)} share first place. This can't be taken back."
    )


def result(outcome: Outcome, who: Callable[[int], str]) -> str:
    """Who won; `who` names a seat."""
    if outcome.end == "left":
        return "Nobody wins."
    first = [seat for seat, place in enumerate(outcome.places) if place == 1]
    if len(first) == 1:
        return f"{who(first[0])} wins."
    if len(first) < len(outcome.places):
        return f"{listed([who(seat) for seat in first])} share first place."
    return f"{'Both' if len(first) == 2 else 'All'} share first place."


def last_totals(totals: tuple[int, ...], outcome: Outcome) -> tuple[int, ...]:
    """Each seat's total when they were compared last; empty where they are what is scored."""
    return () if totals == outcome.scores else totals


def standings(outcome: Outcome, who: Callable[[int], str]) -> list[tuple[int, str]]:
    """Each place with who has it and the score, as (2, `Seat 1 (Ann) with 24`), the first first; none for
    two seats, where `result` says it all."""
    order = sorted(range(len(outcome.places)), key=outcome.places.__getitem__)
    lines = [(outcome.places[seat], f"{who(seat)} with {outcome.scores[seat]}") for seat in order]
    return lines if len(lines) > 2 else []


def gone_back(n: int) -> str:
    """What is said where a match goes on after the two programs did not agree on entry n."""
    return (
        f"The match has gone back to entry {n - 1}: entry {n}, on which the two programs did not agree, is"
        " taken away on both sides."
    )


STOPPED = "The two programs do not agree about this match, so it was stopped. It is kept up to entry {}."


def mismatch(report: DesyncReport, who: Callable[[int], str]) -> list[tuple[str, str]]:
    """Where the two programs disagree, what each has there, and what they are: pairs of a word or two and
    what they are about. All of it is public."""
    found = [("Entry", f"{report.n}, {report.text}, by {who(report.by)}" if report.n else "none: the start")]
    if report.reason:
        found.append(("Not allowed", f"here: {report.reason}"))
    if report.path:
        found.append(("Differs at", report.path))
    if report.mine or report.theirs:
        found.append(("Values", f"{report.mine} here, {report.theirs} there"))
    elif report.path:
        found.append(("Values", "not shown: not everybody at this table may see them"))
    mine, theirs = report.apps
    found.append(("Programs", f"tesser {mine} here, {theirs} there"))
    if report.rules[1] and report.rules[0] != report.rules[1]:
        found.append(("Rules", f"{report.rules[0][:8]} here, {report.rules[1][:8]} there"))
    return found


def how(outcome: Outcome, reader: int, who: Callable[[int], str], own: Callable[[Outcome], str]) -> str:
    """How it ended, said to this reader; `own` says it for an end of the game's own."""
    said = _LAST.get(outcome.end)
    if said is None:
        return _ENDS.get(outcome.end) or own(outcome)
    last = max(outcome.places)
    seats = [seat for seat, place in enumerate(outcome.places) if place == last]
    if len(seats) != 1:
        return said[1].format("A player")
    return said[0] if seats == [reader] else said[1].format(who(seats[0]))
