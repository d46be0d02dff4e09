"""Who may append what: the checks an entry from the other machine has to pass before the rules see it.

Entry n is appended by the machine that holds the seat that owes decision n, and by nobody else. So there is
never a choice between two entries n: without that rule a concession here and a choice there, each placed at
once, would make two matches of one, and somebody would have to be believed. All that another seat wants is
asked for, and placed by that machine; its entry bears the seat and the signature of who asked.

A signature is over (match, n, h_n), so it can't be used for another place, another match or another past.
Each check returns the fault in a few words, or None.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

from core.contract.clock import NO_CLOCK
from core.contract.header import Header
from core.engine.chain import signing_bytes
from core.engine.entry import is_choice
from net.lockstep.request import RequestKind, kind_of
from net.protocol.frames import EntryFrame, Request
from net.protocol.identity import verify


class Permissions:
    """What each of the two machines may append to one match."""

    def __init__(self, header: Header, peer: int) -> None:
        """`peer` is this machine."""
        self._match = header.match
        self._seats = header.seats
        self._clock = header.clock != NO_CLOCK
        self._peer = peer

    def here(self, seat: int) -> bool:
        """Whether this machine holds the seat."""
        return self._holder(seat) == self._peer

    def may_append(
        self,
        placed: EntryFrame,
        owing: int | None,
        asked: Mapping[int, str],
        agreed: Container[tuple[int, str]],
    ) -> str | None:
        """Why the other machine may not append this entry while seat `owing` owes a choice.

        `asked` has the request that runs for a seat held here; `agreed` are the requests of the other side
        to which this one has agreed.
        """
        if owing is None or self.here(owing):
            return "an entry that is not the other side's to append"
        kind = kind_of(placed.text)
        if kind is not None:
            if fault := self._no_claim(placed, owing):
                return fault
            if self.here(placed.by) and asked.get(placed.by) != placed.text:
                return "an answer to something nobody asked"
            theirs = not self.here(placed.by) and kind.needs_agreement
            if theirs and (placed.by, placed.text) not in agreed:
                return "an entry that has to be asked for"
        elif placed.by != owing:
            return "an entry of a seat that owes no choice"
        elif not is_choice(placed.text):
            return "an entry that has to be asked for"
        return self._signed(placed)

    def was_appended(
        self, placed: EntryFrame, owing: int | None, known: bool, had: bool = False
    ) -> str | None:
        """Why this can't be an entry of the past, which the other machine has and this one has lost.

        `known` is whether the other side had it when the two met again. Here its seat's signature is all that
        counts: an entry of a seat held here comes back signed by its own key. But what was placed here and
        the other machine had asked for bears only that one's signature, and says nothing of an agreement:
        there it counts whether this side has `had` this very entry.
        """
        if not known:
            return "an entry that came before its time"
        if owing is None:
            return "an entry after the end"
        if fault := self._no_claim(placed, owing):
            return fault
        kind = kind_of(placed.text)
        if kind is None:
            if placed.by != owing:
                return "an entry of a seat that owes no choice"
            if not is_choice(placed.text):
                return "an entry that has to be asked for"
        elif kind.may_be_declined and self.here(owing) and not self.here(placed.by) and not had:
            return "an agreement of which only the other side knows"
        return self._signed(placed)

    def may_ask(self, request: Request, owing: int) -> str | None:
        """Why the other machine may not ask for this entry while seat `owing` owes a choice."""
        if fault := self._no_claim(request, owing):
            return fault
        if kind_of(request.text) is None or self._holder(request.by) != 1 - self._peer:
            return "a request that can't be made"
        return self._signed(request)

    def _no_claim(self, frame: EntryFrame | Request, owing: int) -> str | None:
        """Why nobody could claim here that the time of `owing` is up; None for any other entry."""
        if kind_of(frame.text) is not RequestKind.CLAIM:
            return None
        if self._clock and frame.by != owing and self._seats[owing].player == "person":
            return None
        return "a claim that can't be made"

    def _signed(self, frame: EntryFrame | Request) -> str | None:
        key = self._seats[frame.by].key if frame.by < len(self._seats) else None
        message = signing_bytes(self._match, frame.n, frame.hash)
        if key is None or not verify(key, message, frame.signature.hex()):
            return "an entry that its seat has not signed"
        return None

    def _holder(self, seat: int) -> int | None:
        return self._seats[seat].peer if seat < len(self._seats) else None
