"""Ends of a match that are no choice of its game: what each comes to, and who may bring it about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.contract.choice import Illegal
from core.contract.clock import NO_CLOCK
from core.contract.outcome import ONE_SIDED, Ending, Outcome

if TYPE_CHECKING:
    from core.contract.header import Header


def one_machine(header: Header) -> bool:
    """Whether all seats are on one machine."""
    return len({seat.peer for seat in header.seats}) == 1


def ended(header: Header, ending: Ending, by: int, owing: int, scores: tuple[int, ...]) -> Outcome | Illegal:
    """What this ending by a seat comes to while seat `owing` owes a choice, or why it may not be.

    Who gives up comes last, and all others share first place, whatever their scores: nobody is placed by a
    match that was not played out. So does whose time was up, where somebody else claims that: by `forfeit`,
    appended by the machine that measures the time, or by `claimed`. Where one side says that the other has
    left, nobody is placed at all: nobody but that side says so.
    """
    seats = header.seats
    last = by
    if ending is Ending.DRAW:
        peers = {seat.peer for seat in seats if seat.player == "person"}
        bots = any(seat.player != "person" for seat in seats)
        if peers != {seat.peer for seat in seats} or (one_machine(header) and bots):
            return Illegal("A draw has to be agreed by the people at the table.")
    if ending in ONE_SIDED and one_machine(header):
        return Illegal("All seats of this match are on one machine, so nobody can be gone.")
    if ending in (Ending.FORFEIT, Ending.CLAIMED):
        if header.clock == NO_CLOCK:
            return Illegal("This match has no clock, so nobody's time can be up.")
        if ending is Ending.CLAIMED and seats[owing].peer == seats[by].peer:
            return Illegal("The choice is owed on this side, so there is no time of the other's to claim.")
        if owing == by:
            return Illegal("Only somebody else can claim the match when your time is up.")
        if seats[owing].player != "person":
            return Illegal("A computer player is to choose, and it has no clock.")
        last = owing
    if ending in (Ending.DRAW, Ending.LEFT):
        return Outcome((1,) * len(seats), scores, ending.value)
    return Outcome(
        tuple(len(seats) if seat == last else 1 for seat in range(len(seats))), scores, ending.value
    )
