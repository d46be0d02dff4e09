"""What the two sides of a match ask of each other beside choices: a concession, a claim on time, a draw, a
take-back.

A concession is placed at once, or when the other side is there again. A claim is placed or declined at once
by the machine that holds the seat which owes the decision, as its time is up or not, and lapses with any
entry. The others take the other side's agreement, and lapse with the next choice of who has asked; a draw
that both offer is agreed. Whoever
owes the next decision places what was agreed, before a choice of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

import msgspec

from core.clock import WITHOUT
from core.match import Entry, Match, Rejected
from core.notation import Malformed
from net.lockstep.permissions import Permissions
from net.lockstep.request import MatchRequest, is_request, may_be_declined, needs_agreement
from net.lockstep.sender import FrameSender
from net.protocol.frames import Answer, Request

Verdict: TypeAlias = Literal["unknown", "ask", "agreed"]


class RequestLedger(msgspec.Struct):
    """What has been asked in a match so far: it is kept with the match, and holds when that goes on."""

    number: int = 0
    """Of this side's last request."""
    heard: int = 0
    """Number of the other side's last one."""
    mine: dict[str, int] = msgspec.field(default_factory=dict)
    """How often this side has asked, by kind: undo, draw."""
    theirs: dict[str, int] = msgspec.field(default_factory=dict)
    muted: bool = False
    """Whether take-backs are declined unasked."""
    conceding: list[int] = msgspec.field(default_factory=list)
    """Seats here that have conceded, as long as the other side has yet to place it."""
    asking: dict[int, tuple[int, str]] = msgspec.field(default_factory=dict)
    """By seat here: number and text of what it asks for that takes an agreement, as long as that stands."""
    asked: dict[int, tuple[int, str, bool | None]] = msgspec.field(default_factory=dict)
    """By seat of the other side: number and text of what it asks for, as long as that stands, and the answer
    if there is one."""


class Requests:
    """The requests of one match, both ways."""

    def __init__(self, match: Match, rights: Permissions, voice: FrameSender) -> None:
        self.on_asked: Callable[[MatchRequest], object] | None = None
        """Told a request that takes an agreement. None where no person could give one: then draws are
        declined, and a take-back is agreed if its side has learned nothing since that choice."""
        self.on_answered: Callable[[MatchRequest, bool, str], object] = lambda wish, yes, why: None
        """Told what the other side says to a request made here, and why not, see Answer."""
        self.on_lapsed: Callable[[MatchRequest], object] = lambda wish: None
        """Told that a request of the other side needs no answer any more."""
        self.why_no_claim: Callable[[int], str] = lambda by: WITHOUT
        """Why this seat can't claim now that the time is up of who is to choose; empty if it can."""
        self.on_done: Callable[[MatchRequest], object] = lambda wish: None
        """Told that a request made here stands no more: it was placed or declined, or has lapsed."""
        self.on_account: Callable[[RequestLedger], object] = lambda account: None
        """Told when something has changed that is to be kept."""
        self._match = match
        self._rights = rights
        self._voice = voice
        self._account = RequestLedger()
        self._mine: dict[int, MatchRequest] = {}
        self._granted: set[MatchRequest] = set()
        self._theirs: dict[int, tuple[MatchRequest, bool | None]] = {}
        """By seat of the other side: its last request, and the answer to it."""

    def restore(self, account: RequestLedger) -> None:
        """The match goes on, and this is what had been asked in it."""
        self._account = account
        self._mine = {
            seat: MatchRequest(number, seat, text) for seat, (number, text) in account.asking.items()
        }
        for seat in account.conceding:
            account.number = self._next()
            self._mine[seat] = MatchRequest(account.number, seat, "concede")
        # What nobody has answered is put once more when it comes again.
        self._theirs = {
            seat: (MatchRequest(number, seat, text), yes)
            for seat, (number, text, yes) in account.asked.items()
            if yes is not None
        }

    def _next(self) -> int:
        """The number of the next request here. An account from before, as out of an older copy of an archive,
        does not lead to a number that the other side has heard: the two have met once more since."""
        return max(self._account.number, self._voice.number_above) + 1

    @property
    def muted(self) -> bool:
        """Whether take-backs are declined unasked."""
        return self._account.muted

    @muted.setter
    def muted(self, muted: bool) -> None:
        self._account.muted = muted
        self.on_account(self._account)

    @property
    def mine(self) -> dict[int, str]:
        """By seat held here: what it asks for."""
        return {seat: wish.text for seat, wish in self._mine.items()}

    @property
    def agreed(self) -> set[tuple[int, str]]:
        """By seat and text: those of the other side to which this one has agreed."""
        return {(wish.by, wish.text) for wish, yes in self._theirs.values() if yes}

    @property
    def asking(self) -> list[MatchRequest]:
        """What is asked for here that takes an agreement, and was not answered."""
        return [wish for wish in self._mine.values() if needs_agreement(wish.text)]

    def has_conceded(self, seat: int) -> bool:
        """Whether this seat here has conceded. May be read from any thread."""
        return seat in self._account.conceding

    def ask(self, seat: int, text: str) -> MatchRequest:
        """Ask for this entry. Raises Rejected where that is against the rules, or was done too often, or is
        done already. Who offers a draw while one is offered agrees to it, and gets that one."""
        if not is_request(text):
            raise Rejected("That can't be asked for.")
        if text == "forfeit" and (reason := self.why_no_claim(seat)):
            raise Rejected(reason)
        account = self._account
        if self.has_conceded(seat) and text != "concede":
            raise Rejected("You have conceded already.")
        mine = self._mine.get(seat)
        if mine is not None and mine.text == text and may_be_declined(text):
            raise Rejected("You have asked for that already, and it still stands.")
        offered = self._offered() if text == "draw" else None
        if offered is not None:
            self.agree(offered.number, True)
            return offered
        wish = MatchRequest(self._next(), seat, text)
        if needs_agreement(text):
            self._match.prepare(seat, text)
            if account.mine.get(wish.kind, 0) >= wish.most:
                what = "to take something back" if wish.kind == "undo" else "for a draw"
                raise Rejected(f"You have asked {what} {wish.most} times; more are not allowed in a match.")
            account.mine[wish.kind] = account.mine.get(wish.kind, 0) + 1
            account.asking[seat] = wish.number, text
        elif text == "concede" and seat not in account.conceding:
            account.conceding.append(seat)
            account.asking.pop(seat, None)
        account.number = wish.number
        self._mine[seat] = wish
        self.on_account(account)
        return wish

    def pursue(self, owing: int | None, place: Callable[[int, str], object]) -> None:
        """Have placed what is asked for here: by `place`, or by the other side if it owes the decision."""
        for seat, wish in sorted(self._mine.items()):
            if owing is None:
                self._over(seat)
                continue
            if self._rights.here(owing) and (wish in self._granted or not needs_agreement(wish.text)):
                place(seat, wish.text)
                continue
            try:
                self._voice.request(self._match.prepare(seat, wish.text), wish.number)
            except (Rejected, Malformed):
                self._over(seat)  # what it would go back to is no more

    def answered(self, answer: Answer) -> str:
        """The other side says whether it agrees. Gives what of that makes no sense; empty if it does."""
        wish = next((one for one in self._mine.values() if one.number == answer.ask), None)
        if wish is None or wish in self._granted or not may_be_declined(wish.text):
            return ""
        claims = not needs_agreement(wish.text)
        if answer.yes and claims:
            return ""  # a claim is placed, or declined
        fault = "a claim declined though the time is up" if claims and not self.why_no_claim(wish.by) else ""
        if answer.yes:
            self._granted.add(wish)
        else:
            self._over(wish.by)
        self.on_answered(wish, answer.yes, answer.why)
        return fault

    def heard(self, request: Request) -> Verdict:
        """What to do with a request of the other side that may be made: it is `agreed` and can be placed, or
        somebody is to be asked, by `put`; or else nothing."""
        if request.text == "forfeit" and self.why_no_claim(request.by):
            self._voice.answer(request.ask, False)
            return "unknown"
        if not needs_agreement(request.text):
            return "agreed"
        wish = MatchRequest(request.ask, request.by, request.text)
        known = self._theirs.get(request.by)
        if known is not None and known[0] == wish:
            if known[1] is not None:
                self._voice.answer(request.ask, known[1])
            return "agreed" if known[1] else "unknown"
        account = self._account
        if request.ask == account.heard:
            stands = known is None and account.asked.get(wish.by) == (wish.number, wish.text, None)
            return "ask" if stands else "unknown"  # or it has lapsed: this was on its way then
        self._lapse(request.by)
        account.heard = request.ask
        account.theirs[wish.kind] = account.theirs.get(wish.kind, 0) + 1
        account.asked[wish.by] = wish.number, wish.text, None
        self.on_account(account)
        offers = wish.text == "draw" and any(one.text == "draw" for one in self._mine.values())
        why = "" if offers else self._why_not(wish)
        if why is None:
            return "ask"
        self._settle(wish, not why)
        self._voice.answer(wish.number, not why, why)
        return "unknown" if why else "agreed"

    def _why_not(self, wish: MatchRequest) -> str | None:
        """Why a request is declined with nobody asked, a word of UNASKED; empty if it is agreed to like
        that; None if somebody is to be asked."""
        if self._account.theirs[wish.kind] > wish.most:
            return "often"
        if self.on_asked is not None:
            return "muted" if wish.kind == "undo" and self.muted else None
        if wish.kind == "draw":
            return "bots"
        return "known" if self._match.learned_since(int(wish.text.split(" ")[1]), wish.by) else ""

    def _offered(self) -> MatchRequest | None:
        """The draw that the other side offers and nobody here has answered yet."""
        open_ones = (wish for wish, answer in self._theirs.values() if answer is None)
        return next((wish for wish in open_ones if wish.text == "draw"), None)

    def put(self, request: Request) -> None:
        """Ask whoever is here whether they agree."""
        wish = MatchRequest(request.ask, request.by, request.text)
        self._theirs[wish.by] = wish, None
        if self.on_asked is not None:
            self.on_asked(wish)

    def agree(self, number: int, yes: bool) -> None:
        """The answer to the other side's request of this number; nothing if it has lapsed."""
        for wish, answer in list(self._theirs.values()):
            if wish.number == number and answer is None:
                self._settle(wish, yes)
                self._voice.answer(number, yes)

    def _settle(self, wish: MatchRequest, yes: bool) -> None:
        """This is the answer to a request of the other side."""
        self._theirs[wish.by] = wish, yes
        self._account.asked[wish.by] = wish.number, wish.text, yes
        self.on_account(self._account)

    def entered(self, entry: Entry) -> None:
        """An entry has become part of the match: what its seat had asked for is done, or lapses."""
        for late in [wish for wish in self._mine.values() if wish.text == "forfeit" != entry.text]:
            self._over(late.by)
            self.on_answered(late, False, "")
        mine = self._mine.get(entry.by)
        if mine is not None and (needs_agreement(mine.text) or entry.text == mine.text):
            self._over(entry.by)
        self._lapse(entry.by)

    def _over(self, seat: int) -> None:
        if self._account.asking.pop(seat, None) is not None:
            self.on_account(self._account)
        self.on_done(self._mine.pop(seat))

    def _lapse(self, seat: int) -> None:
        if self._account.asked.pop(seat, None) is not None:
            self.on_account(self._account)
        known = self._theirs.pop(seat, None)
        if known is not None and known[1] is None:
            self.on_lapsed(known[0])
