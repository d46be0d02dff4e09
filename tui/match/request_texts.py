"""What the other side of a match asks for, and what it answers, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.match import Match, course
from core.words import counted, listed
from net.lockstep.request import TAKE_BACKS, Decline, MatchRequest, RequestKind
from tui.match.events import Request

CONCEDED = (
    "You have conceded. The match ends as soon as the other side hears of it: that is kept, and told when"
    " both are in the match again."
)
"""What is said as long as a concession was not heard."""


def asked(match: Match, wish: MatchRequest, who: str) -> Request:
    """A request of the player called `who` as it is put to whoever is here."""
    if wish.kind is RequestKind.DRAW:
        return Request(wish.number, False, f"{who} offers a draw.")
    return Request(wish.number, True, f"{who} asks to take back {_choices(match, wish)}.")


def asking(match: Match, wish: MatchRequest, heard: bool = True) -> str:
    """What is said to who has just asked; `heard`: whether the other side is there to hear it."""
    if wish.kind is RequestKind.CONCEDE:
        return CONCEDED
    if wish.kind is RequestKind.DRAW:
        said = "You offer a draw; the offer stands until your next choice."
    else:
        said = (
            f"You ask to take back {_choices(match, wish)}; that stands until your next choice, and you may"
            f" ask {TAKE_BACKS} times in a match."
        )
    return said if heard else f"{said} The other side is not heard now: it is told when it is back."


def answer(wish: MatchRequest, yes: bool, others: Sequence[str], why: Decline | None = None) -> str:
    """What the other side, where these play, has said to a request made here; `why` not, where
    nobody was asked there."""
    who, several = listed(others), len(others) > 1
    if wish.kind is RequestKind.CLAIM:
        have = "have" if several else "has"
        return f"Nothing was claimed: {who} {have} chosen meanwhile, or {have} time left."
    what = "a draw" if wish.kind is RequestKind.DRAW else "the take-back"
    if yes:
        return f"{who} {'agree' if several else 'agrees'} to {what}."
    reasons = {
        Decline.BOTS: "only a computer player is there, which takes no draw",
        Decline.KNOWN: "only a computer player is there, and since that choice you have learned something",
        Decline.OFTEN: f"you have asked {wish.most} times already",
        Decline.MUTED: "take-backs are declined there without being asked",
    }
    because = f": {reasons[why]}" if why is not None else ""
    return f"{who} {'do' if several else 'does'} not agree to {what}{because}."


def _choices(match: Match, wish: MatchRequest) -> str:
    """Which of its choices a seat would take back: `the last choice, and with it what others did since`."""
    since = [n for n in course(match.entries) if n > wish.back_to]
    own = sum(match.entries[n - 1].by == wish.by for n in since)
    last = "the last choice" if own == 1 else f"the last {counted(own, 'choice')}"
    others = len(since) - own
    return last + (f", and with it {counted(others, 'choice')} of others since" if others else "")
