"""Which entries of a match the other side is known to have, and how those it sends become the next ones here.

Entry n is appended by the machine that holds the seat that owes decision n, and what else the other side
wants placed it asks for; a match that goes on takes first what one side has and the other has lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from core.engine.entry import Entry
from core.engine.match import NotKept, Rejected
from core.engine.notation import Malformed
from core.engine.table import Table
from net.faultpoints import reach
from net.handshake.terms import HOST, HandshakeResult
from net.lockstep.desync import DesyncFinding, Differs, hash_at
from net.lockstep.events import EntryConfirmed, MatchSettled, PeerListener
from net.lockstep.permissions import Permissions
from net.lockstep.request import kind_of
from net.lockstep.requests import Requests
from net.lockstep.sender import FrameSender
from net.protocol.frames import EntryFrame, Request, Return, Welcome


@contextmanager
def unless_unkept(table: Table, by: int) -> Iterator[None]:
    """What can't be kept here is told, and comes again; where nobody can be told, it raises NotKept."""
    try:
        yield
    except NotKept as error:
        if table.on_unkept is None:
            raise
        table.on_unkept(by, str(error))


def place_signed(table: Table, entry: Entry, n: int) -> bool:
    """Make a signed entry the next one; False, and nothing has changed, if it is not so here.

    Raises NotKept if it is so, and can't be kept.
    """
    agreed = False

    def check(number: int, h_n: bytes) -> bool:
        nonlocal agreed
        agreed = number == n and h_n.hex() == entry.hash
        return agreed

    reach("apply.before")
    try:
        table.place(entry.by, entry.text, entry.signature, check)
        reach("apply.after")
    except (Malformed, Rejected):
        if agreed:
            raise
        return False
    return True


class EntrySync:
    """The entries of one match on the two sides. What makes no sense of what the other side sends is given in
    a few words, else an empty text; where the two differ, Differs is raised."""

    def __init__(
        self,
        seated: HandshakeResult,
        table: Table,
        sender: FrameSender,
        permissions: Permissions,
        requests: Requests,
        tell: PeerListener,
    ) -> None:
        self.theirs = 0
        """The last entry the other side is known to have."""
        self.whole = asyncio.Event()
        """Set when this side has all that was played: from then on it may add to it."""
        self.incoming = False
        """Whether the entry being placed came from the other side."""
        self._seated = seated
        self._table = table
        self._match = table.match
        self._sender = sender
        self._permissions = permissions
        self._requests = requests
        self._tell = tell
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
            self._sender.entry(n, self._match.entries[n - 1])

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
            self._sender.confirm_soon()  # it came twice: say that it is here
            stands = placed.signature.hex() == self._match.entries[n - 1].signature
            return "" if stands else "another entry in the place of one that stands"
        if n > self._match.n + 1:
            self._sender.confirm_soon()  # something is missing: say so
            return ""
        if self.whole.is_set():
            fault = self._permissions.may_append(
                placed, self._table.owes(), self._requests.mine, self._requests.agreed
            )
        else:
            had = (n, placed.hash) in self._seated.remembered
            fault = self._permissions.was_appended(placed, self._table.owes(), n <= self._tail, had)
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
        self._sender.confirm_received(self._table.owes())
        return ""

    def _know(self, n: int) -> None:
        """The other side has entry n, the same as here, and all before it."""
        if n > self.theirs:
            self.theirs = n
            self._tell(EntryConfirmed(n))
            if self.settled:
                self._tell(MatchSettled())

    def requested(self, request: Request) -> str:
        """The other side wants an entry placed beside its choices."""
        if not self.whole.is_set():
            return ""  # it asks again
        owing = self._table.owes()
        if request.n != self._match.n + 1 or owing is None:
            return ""  # too late: the other side will see the entry that came first, and ask anew
        here = self._permissions.here(owing)
        kind = kind_of(request.text)
        if not here and kind is not None and not kind.needs_agreement:
            return ""  # it may place this itself, and will know as soon as our last entry is there
        fault = self._permissions.may_ask(request, owing)
        if fault:
            return fault
        if not self._requests.receive(request) or not here:
            return ""
        entry = Entry(request.by, request.text, request.hash.hex(), request.signature.hex())
        with unless_unkept(self._table, request.by):
            if not self._place(entry, request.n):
                raise Differs(DesyncFinding(self._match, request.n, entry))
            self._sender.entry(request.n, entry)
        return ""

    def _place(self, entry: Entry, n: int) -> bool:
        """Make a signed entry of the other side the next one; see place_signed."""
        self.incoming = True
        try:
            return place_signed(self._table, entry, n)
        finally:
            self.incoming = False
