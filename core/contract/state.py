"""What the state of every game has: identities behind handles, and who knows which."""

from __future__ import annotations

import msgspec

FULL = -2
"""`State.viewer` of a state that hides nothing: the match itself, or a determinization."""
ANYBODY = -1
"""`State.viewer` of the view for None: only what everybody may see."""


class State(msgspec.Struct, array_like=True):
    """What every game's state has. Lists are by handle unless said otherwise. Ints only, no floats."""

    viewer: int
    """FULL, ANYBODY, or the seat whose view this is."""
    seats: int
    """How many seats the match has."""
    cards: list[int]
    """The identity of each handle: an index into the header's card table, or HIDDEN."""
    known: list[int]
    """Bit mask of the seats that may see each handle's identity."""
    lot: list[int]
    """The lot each handle was shuffled in last; -1 before its first shuffle."""
    lots: list[tuple[int, ...]]
    """For each lot the sorted identities of the handles in it; HIDDEN ones where blanked."""
    lot_seats: list[int]
    """Bit mask, by lot, of the seats that may know what is in it."""
    streams: list[int]
    """How many shuffles each of the game's named streams has made."""
