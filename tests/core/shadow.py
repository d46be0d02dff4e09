"""Views that play on beside the full state (promise 8)."""

from __future__ import annotations

from typing import Any

import msgspec

from core.contract.chance import Blind, Chance
from core.contract.choice import HIDDEN, Choice
from core.contract.event import Dealt, Event, Shown
from core.contract.game import AnyGame
from core.engine.match import difference

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


def packed(state: Any) -> bytes:
    """The bytes that hashes are made of."""
    return _encode(state)


class Recorder:
    """Keeps each event of a full state with the identity its handle has at that moment."""

    def __init__(self, state: Any) -> None:
        self._state = state
        self.seen: list[tuple[Event, int]] = []

    def append(self, event: Event) -> None:
        card = self._state.cards[event.handle] if isinstance(event, Dealt | Shown) else HIDDEN
        self.seen.append((event, card))


class _Filler:
    """Takes the events of a view, and fills in what Dealt and Shown give its reader, at once."""

    def __init__(self, view: Any, seat: int | None, recorded: list[tuple[Event, int]]) -> None:
        self._view = view
        self._need = (1 << view.seats) - 1 if seat is None else 1 << seat
        self._recorded = iter(recorded)

    def append(self, event: Event) -> None:
        expected, card = next(self._recorded, (None, HIDDEN))
        assert event == expected, "a view tells another story than the match"
        if card != HIDDEN:
            assert isinstance(event, Dealt | Shown)
            view = self._view
            if view.known[event.handle] & self._need == self._need:
                view.cards[event.handle] = card

    def finish(self) -> None:
        assert next(self._recorded, None) is None, "a view leaves out what happened"


class Shadows:
    """The views of all seats and of nobody, from now on playing on by themselves."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self._game = game
        self.views: dict[int | None, Any] = {
            seat: game.mask(state, seat) for seat in (*range(state.seats), None)
        }

    def apply(self, state: Any, choice: Choice, chance: Chance) -> list[tuple[Event, int]]:
        """Apply a choice to the full state, in place, and to each view as it would hear of it."""
        recorder = Recorder(state)
        self._game.apply(state, choice, chance, recorder)
        self.follow(choice, recorder.seen)
        return recorder.seen

    def follow(self, choice: Choice, seen: list[tuple[Event, int]]) -> None:
        """Apply to each view a choice that did this to the full state."""
        for seat, view in self.views.items():
            filler = _Filler(view, seat, seen)
            self._game.apply(view, choice, Blind(), filler)
            filler.finish()

    def compare(self, state: Any) -> None:
        """Each view is, byte for byte, what its reader sees of the full state."""
        for seat, view in self.views.items():
            masked = self._game.mask(state, seat)
            if packed(view) != packed(masked):
                raise AssertionError(f"the view of {seat} differs at {difference(view, masked)}")
