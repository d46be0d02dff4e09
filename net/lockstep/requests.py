"""What the two sides of a match ask of each other beside choices: a concession, a claim on time, a draw, a
take-back.

A concession is placed at once, or when the other side is there again. A claim is placed or declined at once
by the machine that holds the seat which owes the decision, as its time is up or not, and lapses with any
entry. The others take the other side's agreement, and lapse with the next choice of who has asked; a draw
that both offer is agreed. Whoever owes the next decision places what was agreed, before a choice of its own.

A request on its way may cross with an entry. It is signed as entry n, so one that comes too late is ignored,
and sent again, signed anew for the next n, until it is placed, answered or lapses. That makes its number
matter: the same number is the same request, and is answered as before; a new one is put to the player.
"""

from __future__ import annotations

from collections.abc import Callable

from core.contract.clock import WITHOUT
from core.engine.entry import Entry
from core.engine.match import Match, Rejected
from core.engine.notation import Malformed
from net.lockstep.clocks import Timekeeper
from net.lockstep.desync import DesyncFinding, Differs
from net.lockstep.events import (
    LedgerChanged,
    PeerListener,
    RequestAnswered,
    RequestClosed,
    RequestLapsed,
    RequestReceived,
)
from net.lockstep.permissions import Permissions
from net.lockstep.request import (
    Decline,
    MatchRequest,
    RequestKind,
    RequestLedger,
    decline_of,
    kind_of,
)
from net.lockstep.sender import FrameSender
from net.protocol.frames import Answer, Request


class Requests:
    """The requests of one match, both ways."""

    def __init__(
        self,
        match: Match,
        permissions: Permissions,
        sender: FrameSender,
        tell: PeerListener,
        wanted: Callable[[], object],
        *,
        ledger: RequestLedger | None = None,
        attended: bool = False,
        clocks: Timekeeper | None = None,
    ) -> None:
        """`wanted` is called when there is something to be pursued at once. `ledger` is what had been asked
        in a match that goes on. `attended` is whether a person here can be asked; else draws are declined,
        and a take-back is agreed if its side has learned nothing since that choice."""
        self._match = match
        self._permissions = permissions
        self._sender = sender
        self._tell = tell
        self._wanted = wanted
        self._attended = attended
        self._clocks = clocks
        self._ledger = ledger = ledger or RequestLedger()
        self._mine = {
            seat: MatchRequest(number, seat, text)
            for seat, (number, text) in ledger.asking.items()
            if kind_of(text) is not None
        }
        """By seat here: what it asks for."""
        for seat in ledger.conceding:
            ledger.number = self._next()
            self._mine[seat] = MatchRequest(ledger.number, seat, "concede")
        self._granted: set[MatchRequest] = set()
        # What nobody has answered is put once more when it comes again.
        self._theirs: dict[int, tuple[MatchRequest, bool | None]] = {
            seat: (MatchRequest(number, seat, text), yes)
            for seat, (number, text, yes) in ledger.asked.items()
            if yes is not None and kind_of(text) is not None
        }
        """By seat of the other side: its last request, and the answer to it."""

    def _next(self) -> int:
        """The number of the next request here."""
        return max(self._ledger.number, self._sender.number_above) + 1

    @property
    def muted(self) -> bool:
        """Whether take-backs are declined unasked."""
        return self._ledger.muted

    @muted.setter
    def muted(self, muted: bool) -> None:
        self._ledger.muted = muted
        self._keep()

    @property
    def mine(self) -> dict[int, str]:
        """By seat held here: what it asks for."""
        return {seat: request.text for seat, request in self._mine.items()}

    @property
    def agreed(self) -> set[tuple[int, str]]:
        """By seat and text: those of the other side to which this one has agreed."""
        return {(request.by, request.text) for request, yes in self._theirs.values() if yes}

    @property
    def unanswered(self) -> list[MatchRequest]:
        """What is asked for here that takes an agreement, and was not answered."""
        return [request for request in self._mine.values() if request.kind.needs_agreement]

    def has_conceded(self, seat: int) -> bool:
        """Whether this seat here has conceded. May be read from any thread."""
        return seat in self._ledger.conceding

    def why_no_claim(self, by: int) -> str:
        """Why this seat can't claim now that the time is up of who is to choose; empty if it can."""
        return WITHOUT if self._clocks is None else self._clocks.refusal(by)

    # Asking

    def ask(self, seat: int, text: str) -> MatchRequest:
        """Ask for this entry, for a seat held here. Raises Rejected where that is against the rules, or was
        done too often, or is done already. Who offers a draw while one is offered agrees to it, and gets that
        one."""
        if not self._permissions.here(seat):
            raise ValueError(f"seat {seat} is not held here")
        request = self._request(seat, text)
        self._wanted()
        return request

    def _request(self, seat: int, text: str) -> MatchRequest:
        kind = kind_of(text)
        if kind is None:
            raise Rejected("That can't be asked for.")
        if kind is RequestKind.CLAIM and (reason := self.why_no_claim(seat)):
            raise Rejected(reason)
        ledger = self._ledger
        if self.has_conceded(seat) and kind is not RequestKind.CONCEDE:
            raise Rejected("You have conceded already.")
        mine = self._mine.get(seat)
        if mine is not None and mine.text == text and kind.may_be_declined:
            raise Rejected("You have asked for that already, and it still stands.")
        offered = self._offered_draw() if kind is RequestKind.DRAW else None
        if offered is not None:
            self.answer(offered.number, True)
            return offered
        request = MatchRequest(self._next(), seat, text)
        if kind.needs_agreement:
            self._match.prepare(seat, text)
            if ledger.mine.get(kind, 0) >= request.most:
                what = "to take something back" if kind is RequestKind.TAKE_BACK else "for a draw"
                raise Rejected(
                    f"You have asked {what} {request.most} times; more are not allowed in a match."
                )
            ledger.mine[kind.value] = ledger.mine.get(kind, 0) + 1
            ledger.asking[seat] = request.number, text
        elif kind is RequestKind.CONCEDE and seat not in ledger.conceding:
            ledger.conceding.append(seat)
            ledger.asking.pop(seat, None)
        ledger.number = request.number
        self._mine[seat] = request
        self._keep()
        return request

    def pursue(self, owing: int | None, place: Callable[[int, str], object]) -> None:
        """Have placed what is asked for here: by `place`, or by the other side if it owes the decision."""
        for seat, request in sorted(self._mine.items()):
            if owing is None:
                self._close(seat)
                continue
            ours = request in self._granted or not request.kind.needs_agreement
            if self._permissions.here(owing) and ours:
                place(seat, request.text)
                continue
            try:
                hoped = self._match.prepare(seat, request.text)
            except (Rejected, Malformed):
                self._close(seat)  # what it would go back to is no more
                continue
            signature = self._sender.signature(hoped)
            self._sender.send(
                Request(*self._sender.stamp, request.number, hoped.n, seat, hoped.text, hoped.hash, signature)
            )

    def answered(self, answer: Answer) -> str:
        """The other side says whether it agrees. Gives what of that makes no sense; empty if it does."""
        request = next((one for one in self._mine.values() if one.number == answer.ask), None)
        if request is None or request in self._granted or not request.kind.may_be_declined:
            return ""
        claims = request.kind is RequestKind.CLAIM
        if answer.yes and claims:
            return ""  # a claim is placed, or declined
        fault = (
            "a claim declined though the time is up" if claims and not self.why_no_claim(request.by) else ""
        )
        if answer.yes:
            self._granted.add(request)
        else:
            self._close(request.by)
        self._tell(RequestAnswered(request, answer.yes, decline_of(answer.why)))
        return fault

    # Being asked

    def receive(self, frame: Request) -> bool:
        """Take a request of the other side that it may make: True if it is agreed, and so can be placed. It
        is answered here, or put to the player. Raises Differs if it is to be put, and would not come out here
        as it did there."""
        request = MatchRequest(frame.ask, frame.by, frame.text)
        if request.kind is RequestKind.CLAIM and self.why_no_claim(request.by):
            self._reply(request.number, False)
            return False
        if not request.kind.needs_agreement:
            return True
        known = self._theirs.get(request.by)
        if known is not None and known[0] == request:
            if known[1] is not None:
                self._reply(request.number, known[1])
            return bool(known[1])
        ledger = self._ledger
        if request.number == ledger.heard:
            # What nobody has answered in an earlier run is put once more; what has lapsed was on its way.
            if known is None and ledger.asked.get(request.by) == (request.number, request.text, None):
                self._put(request, frame)
            return False
        self._lapse(request.by)
        ledger.heard = request.number
        ledger.theirs[request.kind.value] = ledger.theirs.get(request.kind, 0) + 1
        ledger.asked[request.by] = request.number, request.text, None
        self._keep()
        both = request.kind is RequestKind.DRAW and any(
            one.kind is RequestKind.DRAW for one in self._mine.values()
        )
        why = None if both else self._why_not(request)
        if why is None and not both and self._attended:
            self._put(request, frame)
            return False
        self._settle(request, why is None)
        self._reply(request.number, why is None, why)
        return why is None

    def _put(self, request: MatchRequest, frame: Request) -> None:
        """Ask whoever is here whether they agree; nobody is asked for what could not be placed."""
        try:
            comes_next = self._match.prepare(request.by, request.text).hash == frame.hash
        except (Malformed, Rejected):
            comes_next = False
        if not comes_next:
            entry = Entry(request.by, request.text, frame.hash.hex(), frame.signature.hex())
            raise Differs(DesyncFinding(self._match, frame.n, entry))
        self._theirs[request.by] = request, None
        self._tell(RequestReceived(request))

    def _why_not(self, request: MatchRequest) -> Decline | None:
        """Why a request is declined with nobody asked; None if a person here decides, or it is agreed to
        where there is none."""
        take_back = request.kind is RequestKind.TAKE_BACK
        if self._ledger.theirs[request.kind] > request.most:
            return Decline.OFTEN
        if self._attended:
            return Decline.MUTED if take_back and self.muted else None
        if not take_back:
            return Decline.BOTS
        return Decline.KNOWN if self._match.learned_since(request.back_to, request.by) else None

    def _offered_draw(self) -> MatchRequest | None:
        """The draw that the other side offers and nobody here has answered yet."""
        open_ones = (request for request, answer in self._theirs.values() if answer is None)
        return next((request for request in open_ones if request.kind is RequestKind.DRAW), None)

    def answer(self, number: int, yes: bool) -> None:
        """The answer to the other side's request of this number; nothing if it has lapsed."""
        for request, answer in list(self._theirs.values()):
            if request.number == number and answer is None:
                self._settle(request, yes)
                self._reply(number, yes)

    def _reply(self, number: int, yes: bool, why: Decline | None = None) -> None:
        self._sender.send(Answer(*self._sender.stamp, number, yes, why.value if why else ""))

    def _settle(self, request: MatchRequest, yes: bool) -> None:
        """This is the answer to a request of the other side."""
        self._theirs[request.by] = request, yes
        self._ledger.asked[request.by] = request.number, request.text, yes
        self._keep()

    # What becomes of requests

    def entered(self, entry: Entry) -> None:
        """An entry has become part of the match: what its seat had asked for is done, or lapses."""
        if entry.text != RequestKind.CLAIM:
            for late in [one for one in self._mine.values() if one.kind is RequestKind.CLAIM]:
                self._close(late.by)
                self._tell(RequestAnswered(late, False))
        mine = self._mine.get(entry.by)
        if mine is not None and (mine.kind.needs_agreement or entry.text == mine.text):
            self._close(entry.by)
        self._lapse(entry.by)

    def _close(self, seat: int) -> None:
        if self._ledger.asking.pop(seat, None) is not None:
            self._keep()
        self._tell(RequestClosed(self._mine.pop(seat)))

    def _lapse(self, seat: int) -> None:
        if self._ledger.asked.pop(seat, None) is not None:
            self._keep()
        known = self._theirs.pop(seat, None)
        if known is not None and known[1] is None:
            self._tell(RequestLapsed(known[0]))

    def _keep(self) -> None:
        self._tell(LedgerChanged(self._ledger))
