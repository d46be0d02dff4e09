"""Chance: the seeded shuffles of a match, and one without a seed for playing on with a view."""

from __future__ import annotations

from collections.abc import Sequence

from core.contract.choice import HIDDEN
from core.contract.event import Events, Shuffled
from core.contract.knowledge import everyone, forget
from core.contract.state import State
from core.contract.stream import Stream


class Chance:
    """The randomness of one match. Holds the seed, and is never in a state."""

    __slots__ = ("_names", "_seed")

    def __init__(self, seed: bytes, names: Sequence[str]) -> None:
        """`seed` is 32 bytes; `names` the game's streams in the order of `State.streams`."""
        self._seed = seed
        self._names = tuple(names)

    def __repr__(self) -> str:
        return "<Chance of a seed>"

    def stream(self, name: str) -> Stream:
        """A stream of its own for another purpose than the game's shuffles."""
        return Stream(self._seed, name)

    def shuffle(
        self,
        state: State,
        stream: int,
        zone: str,
        handles: Sequence[int],
        events: Events | None = None,
        may_know: int | None = None,
    ) -> None:
        """Permute the identities of a zone's handles, so that nobody knows one of them any more.

        `may_know` is the mask of the seats that may know what the zone holds, if this shuffle makes a
        lot; None means every seat.
        """
        if handles:
            forget(state, handles, everyone(state.seats) if may_know is None else may_know)
            self._permute(state, stream, handles)
        state.streams[stream] += 1
        if events is not None:
            events.append(Shuffled(zone, tuple(handles)))

    def _permute(self, state: State, stream: int, handles: Sequence[int]) -> None:
        cards = state.cards
        identities = [cards[handle] for handle in handles]
        Stream(self._seed, f"{self._names[stream]} {state.streams[stream]}").shuffle(identities)
        for handle, card in zip(handles, identities, strict=True):
            cards[handle] = card


class Blind(Chance):
    """A chance without a seed, for playing on with a view: a shuffle only blanks what it shuffles."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(b"", ())

    def _permute(self, state: State, stream: int, handles: Sequence[int]) -> None:
        for handle in handles:
            state.cards[handle] = HIDDEN
