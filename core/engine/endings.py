"""Ends of a match that are no choice of its game: what each comes to, and who may bring it about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.contract.choice import Illegal
from core.contract.clock import NO_CLOCK
from core.contract.outcome import Outcome

if TYPE_CHECKING:
    from core.contract.header import Header

ONE_SIDED = ("claimed", "left")
"""Entries by which one side of a match on two machines ends its own copy, where the other side is gone: its
time was up, or it has left and not come back. Signed by who ends it, and no entry of both: the other copy
stands as it is, and if both sides meet again such an entry counts for nothing."""
ENDINGS = ("concede", "draw", "forfeit", *ONE_SIDED)
"""Entries that end a match and are no choice of its game."""


def one_machine(header: Header) -> bool:
    """Whether all seats are on one machine."""
    return len({seat.peer for seat in header.seats}) == 1


def ended(header: Header, text: str, by: int, owing: int, scores: tuple[int, ...]) -> Outcome | Illegal:
    """What this entry of ENDINGS by a seat comes to while seat `owing` owes a choice, or why it may not be.

    Who gives up comes last, and all others share first place, whatever their scores: nobody is placed by a
    match that was not played out. So does whose time was up, where somebody else claims that: by `forfeit`,
    appended by the machine that measures the time, or by `claimed`. Where one side says that the other has
    left, nobody is placed at all: nobody but that side says so.
    """
    seats = header.seats
    last = by
    if text == "draw":
        peers = {seat.peer for seat in seats if seat.player == "person"}
        bots = any(seat.player != "person" for seat in seats)
        if peers != {seat.peer for seat in seats} or (one_machine(header) and bots):
            return Illegal("A draw has to be agreed by the people at the table.")
    if text in ONE_SIDED and one_machine(header):
        return Illegal("All seats of this match are on one machine, so nobody can be gone.")
    if text in ("forfeit", "claimed"):
        if header.clock == NO_CLOCK:
            return Illegal("This match has no clock, so nobody's time can be up.")
        if text == "claimed" and seats[owing].peer == seats[by].peer:
            return Illegal("The choice is owed on this side, so there is no time of the other's to claim.")
        if owing == by:
            return Illegal("Only somebody else can claim the match when your time is up.")
        if seats[owing].player != "person":
            return Illegal("A computer player is to choose, and it has no clock.")
        last = owing
    if text in ("draw", "left"):
        return Outcome((1,) * len(seats), scores, text)
    return Outcome(tuple(len(seats) if seat == last else 1 for seat in range(len(seats))), scores, text)
