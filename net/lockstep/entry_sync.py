"""Which entries of a match the other side is known to have, and how those it sends become the next ones here.

Entry n is appended by the machine that holds the seat that owes decision n, and what else the other side
wants placed it asks for; a match that goes on takes first what one side has and the other has lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from core.match import Entry
from core.table import Table
from net.faultpoints import reach
from net.handshake.terms import HOST, HandshakeResult
from net.lockstep.apply import comes_next, place_signed, unless_unkept
from net.lockstep.desync import DesyncFinding, hash_at
from net.lockstep.permissions import Permissions
from net.lockstep.request import needs_agreement
from net.lockstep.requests import Requests
from net.lockstep.sender import FrameSender
from net.protocol.frames import EntryFrame, Request, Return, Welcome


class Differs(Exception):
    """An entry does not come out the same on both sides."""

    def __init__(self, finding: DesyncFinding) -> None:
        super().__init__(f"entry {finding.n}")
        self.finding = finding


class EntrySync:
    """The entries of one match on the two sides. What makes no sense of what the other side sends is given in
    a few words, else an empty text; where the two differ, Differs is raised."""

    def __init__(
        self,
        seated: HandshakeResult,
        table: Table,
        voice: FrameSender,
        rights: Permissions,
        requests: Requests,
        on_confirmed: Callable[[int], None],
    ) -> None:
        """`on_confirmed` is told the number of the last entry that both sides are known to have with the same
        hash."""
        self.theirs = 0
        """The last entry the other side is known to have."""
        self.whole = asyncio.Event()
        """Set when this side has all that was played: from then on it may add to it."""
        self.incoming = False
        """Whether the entry being placed came from the other side."""
        self.on_settled: Callable[[], object] = lambda: None
        """Told when the other side is known to have the whole match."""
        self._seated = seated
        self._table = table
        self._match = table.match
        self._voice = voice
        self._rights = rights
        self._requests = requests
        self._on_confirmed = on_confirmed
        self._tail = 0
        """The last entry the other side has said it has, in a match that goes on."""
        if seated.peer == HOST and not seated.resumed:
            self.whole.set()  # the host begins when the guest has

    @property
    def settled(self) -> bool:
        """Whether the match is over and the other side is known to have all of it."""
        return self._match.outcome is not None and self.theirs == self._match.n

    def met(self, back: Return | Welcome) -> None:
        """The two sides have met again, and this is how far the other one is."""
        self.theirs = min(self.theirs, back.n)
        self.compare(back.n, back.hash)
        self.send_rest()
        if not self.whole.is_set():
            self._tail = back.n
            self._come_whole()

    def send_rest(self) -> None:
        """Send again what the other side has not got."""
        for n in range(self.theirs + 1, self._match.n + 1):
            self._voice.entry(n, self._match.entries[n - 1])

    def _come_whole(self) -> None:
        """In a match that goes on: play, once everything is here that was played."""
        if self._match.n >= self._tail:
            self.whole.set()

    def compare(self, n: int, h_n: bytes) -> None:
        """The other side has come to entry n: it must be ours, if we have it."""
        if n > self._match.n:
            return  # the entries will come
        if hash_at(self._match, n) != h_n:
            raise Differs(DesyncFinding(self._match, n))
        self._know(n)

    def receive(self, placed: EntryFrame) -> str:
        """An entry of the other side."""
        n = placed.n
        reach("receive")
        if n <= self._match.n:
            self._voice.confirm_soon()  # it came twice: say that it is here
            stands = placed.signature.hex() == self._match.entries[n - 1].signature
            return "" if stands else "another entry in the place of one that stands"
        if n > self._match.n + 1:
            self._voice.confirm_soon()  # something is missing: say so
            return ""
        if self.whole.is_set():
            fault = self._rights.may_append(
                placed, self._table.owes(), self._requests.mine, self._requests.agreed
            )
        else:
            had = (n, placed.hash) in self._seated.remembered
            fault = self._rights.was_appended(placed, self._table.owes(), n <= self._tail, had)
        if fault:
            return fault
        entry = Entry(placed.by, placed.text, placed.hash.hex(), placed.signature.hex())
        with unless_unkept(self._table, placed.by):
            if not self._place(entry, n):
                raise Differs(DesyncFinding(self._match, n, entry))
        if self._match.n < n:
            return ""  # there is no room for it: as nothing confirms it, it comes again
        self._know(n)
        if not self.whole.is_set():
            self._come_whole()
        self._voice.confirm_received(self._table.owes())
        return ""

    def _know(self, n: int) -> None:
        """The other side has entry n, the same as here, and all before it."""
        if n > self.theirs:
            self.theirs = n
            self._on_confirmed(n)
            if self.settled:
                self.on_settled()

    def answer(self, request: Request) -> str:
        """The other side wants an entry placed beside its choices."""
        if not self.whole.is_set():
            return ""  # it asks again
        owing = self._table.owes()
        if request.n != self._match.n + 1 or owing is None:
            return ""  # too late: the other side will see the entry that came first, and ask anew
        here = self._rights.here(owing)
        if not here and not needs_agreement(request.text):
            return ""  # it may place this itself, and will know as soon as our last entry is there
        fault = self._rights.may_ask(request, owing)
        if fault:
            return fault
        entry = Entry(request.by, request.text, request.hash.hex(), request.signature.hex())
        verdict = self._requests.heard(request)
        if verdict == "ask":
            if comes_next(self._match, entry):
                self._requests.put(request)
            else:
                raise Differs(DesyncFinding(self._match, request.n, entry))
        if verdict != "agreed" or not here:
            return ""
        with unless_unkept(self._table, request.by):
            if self._place(entry, request.n):
                self._voice.entry(request.n, entry)
            else:
                raise Differs(DesyncFinding(self._match, request.n, entry))
        return ""

    def _place(self, entry: Entry, n: int) -> bool:
        """Make a signed entry of the other side the next one; see place_signed."""
        self.incoming = True
        try:
            return place_signed(self._table, entry, n)
        finally:
            self.incoming = False
