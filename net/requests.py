"""What the two sides of a match ask of each other beside choices: a concession, a claim on time, a draw, a
take-back.

A concession is placed at once. A claim is placed or declined at once by the machine that holds the seat which
owes the decision, as its time is up or not, and lapses with any entry. The others take the other side's
agreement, and lapse with the next choice of who has asked. Whoever owes the next decision places what was
agreed, before a choice of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from core.match import Entry, Match, Rejected
from core.notation import Malformed
from net.rights import Rights, is_request, may_be_declined, needs_agreement
from net.voice import Voice
from net.wire import Answer, Request
from net.wishes import DRAWS, TAKE_BACKS, Wish

Verdict: TypeAlias = Literal["unknown", "ask", "agreed"]


class Requests:
    """The requests of one match, both ways."""

    def __init__(self, match: Match, rights: Rights, voice: Voice) -> None:
        self.on_asked: Callable[[Wish], object] | None = None
        """Told a request that takes an agreement; None where nobody could give one: then all are declined."""
        self.on_answered: Callable[[Wish, bool], object] = lambda wish, yes: None
        """Told what the other side says to a request made here."""
        self.on_lapsed: Callable[[Wish], object] = lambda wish: None
        """Told that a request of the other side needs no answer any more."""
        self.why_no_claim: Callable[[int], str] = lambda by: "This match has no clock."
        """Why this seat can't claim now that the time is up of who is to choose; empty if it can."""
        self.muted = False
        """Whether take-backs are declined unasked."""
        self._match = match
        self._rights = rights
        self._voice = voice
        self._count = 0
        self._mine: dict[int, Wish] = {}
        self._granted: set[Wish] = set()
        self._theirs: dict[int, tuple[Wish, bool | None]] = {}
        """By seat of the other side: its last request, and the answer to it."""
        self._latest = 0
        self._asks = {(side, kind): 0 for side in ("mine", "theirs") for kind in ("undo", "draw")}

    @property
    def mine(self) -> dict[int, str]:
        """By seat held here: what it asks for."""
        return {seat: wish.text for seat, wish in self._mine.items()}

    @property
    def agreed(self) -> set[tuple[int, str]]:
        """By seat and text: those of the other side to which this one has agreed."""
        return {(wish.by, wish.text) for wish, yes in self._theirs.values() if yes}

    def ask(self, seat: int, text: str) -> Wish:
        """Ask for this entry. Raises Rejected where that is against the rules, or was done too often."""
        if not is_request(text):
            raise Rejected("That can't be asked for.")
        wish = Wish(self._count + 1, seat, text)
        if text == "forfeit" and (reason := self.why_no_claim(seat)):
            raise Rejected(reason)
        if needs_agreement(text):
            self._match.prepare(seat, text)
            most = TAKE_BACKS if wish.kind == "undo" else DRAWS
            if self._asks["mine", wish.kind] >= most:
                what = "to take something back" if wish.kind == "undo" else "for a draw"
                raise Rejected(f"You have asked {what} {most} times; more are not allowed in a match.")
            self._asks["mine", wish.kind] += 1
        self._count = wish.number
        self._mine[seat] = wish
        return wish

    def pursue(self, owing: int | None, place: Callable[[int, str], object]) -> None:
        """Have placed what is asked for here: by `place`, or by the other side if it owes the decision."""
        if owing is None:
            self._mine.clear()
        for seat, wish in sorted(self._mine.items()):
            if self._rights.here(owing or 0) and (wish in self._granted or not needs_agreement(wish.text)):
                place(seat, wish.text)
                continue
            try:
                self._voice.request(self._match.prepare(seat, wish.text), wish.number)
            except (Rejected, Malformed):
                del self._mine[seat]  # what it would go back to is no more

    def answered(self, answer: Answer) -> None:
        """The other side says whether it agrees."""
        wish = next((one for one in self._mine.values() if one.number == answer.ask), None)
        if wish is None or wish in self._granted or not may_be_declined(wish.text):
            return
        if answer.yes and not needs_agreement(wish.text):
            return  # a claim is placed, or declined
        if answer.yes:
            self._granted.add(wish)
        else:
            del self._mine[wish.by]
        self.on_answered(wish, answer.yes)

    def heard(self, request: Request) -> Verdict:
        """What to do with a request of the other side that may be made: it is `agreed` and can be placed, or
        somebody is to be asked, by `put`; or else nothing."""
        if request.text == "forfeit" and self.why_no_claim(request.by):
            self._voice.answer(request.ask, False)
            return "unknown"
        if not needs_agreement(request.text):
            return "agreed"
        known = self._theirs.get(request.by)
        if known is not None and known[0] == Wish(request.ask, request.by, request.text):
            if known[1] is not None:
                self._voice.answer(request.ask, known[1])
            return "agreed" if known[1] else "unknown"
        if request.ask <= self._latest:
            return "unknown"
        self._latest = request.ask
        wish = Wish(request.ask, request.by, request.text)
        self._lapse(request.by)
        self._asks["theirs", wish.kind] += 1
        often = self._asks["theirs", wish.kind] > (TAKE_BACKS if wish.kind == "undo" else DRAWS)
        if self.on_asked is None or often or (wish.kind == "undo" and self.muted):
            self._theirs[wish.by] = wish, False
            self._voice.answer(wish.number, False)
            return "unknown"
        return "ask"

    def put(self, request: Request) -> None:
        """Ask whoever is here whether they agree."""
        wish = Wish(request.ask, request.by, request.text)
        self._theirs[wish.by] = wish, None
        if self.on_asked is not None:
            self.on_asked(wish)

    def agree(self, number: int, yes: bool) -> None:
        """The answer to the other side's request of this number; nothing if it has lapsed."""
        for seat, (wish, answer) in self._theirs.items():
            if wish.number == number and answer is None:
                self._theirs[seat] = wish, yes
                self._voice.answer(number, yes)

    def entered(self, entry: Entry) -> None:
        """An entry has become part of the match: what its seat had asked for is done, or lapses."""
        for late in [wish for wish in self._mine.values() if wish.text == "forfeit" != entry.text]:
            del self._mine[late.by]
            self.on_answered(late, False)
        mine = self._mine.get(entry.by)
        if mine is not None and (needs_agreement(mine.text) or entry.text == mine.text):
            del self._mine[entry.by]
        self._lapse(entry.by)

    def _lapse(self, seat: int) -> None:
        known = self._theirs.pop(seat, None)
        if known is not None and known[1] is None:
            self.on_lapsed(known[0])
