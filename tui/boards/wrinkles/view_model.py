"""What is drawn of a view, worked out once for each scene and not for each move of the cursor."""

from __future__ import annotations

import msgspec

from core.wrinkles.choices import Unplayable
from core.wrinkles.force import gain
from core.wrinkles.seating import Seating, Slot
from core.wrinkles.state import WrinklesState
from core.wrinkles.wrinkles import Wrinkles
from tui.boards.wrinkles.cell_texts import place_in_hand


class WrinklesHandCard(msgspec.Struct, frozen=True):
    """A card of the reader's hand."""

    handle: int
    card: int
    reason: Unplayable | None
    """Why it can't be played from hand now; None if it can."""
    answer_reason: Unplayable | None
    """Why it can't be played from hand to negate a Special; None if it can."""
    gain: tuple[int, int] | None
    """What it would change of the (own, opponent's) total."""
    room: bool
    """Whether there is a free slot for it; otherwise it would replace a card."""
    entering: tuple[int, int] | None = None
    """What it would change if it needed no room; None for a Special."""


class WrinklesFacts:
    """Slots, Force, totals and the hand of one view."""

    def __init__(self, game: Wrinkles, view: WrinklesState, seat: int) -> None:
        self.seat = seat
        """Whose hand is shown; -1 for none."""
        self.below = max(seat, 0)
        """The seat whose board lies below."""
        self._seatings = [Seating(game.pool, view, one) for one in range(2)]
        self.slots: list[list[Slot]] = [seating.slots() for seating in self._seatings]
        self.totals = [game.total(view, one) for one in range(2)]
        self.forces: dict[int, int] = {}
        for one in range(2):
            self.forces.update(zip(view.board[one], game.forces(view, one), strict=True))
        self.hand: list[WrinklesHandCard] = []
        if seat >= 0:
            self.hand = [self._hand_card(game, view, handle) for handle in view.hand[seat]]
            self.hand.sort(key=lambda one: (place_in_hand(game.pool.cards[one.card]), one.handle))
        decision = game.decision(view)
        self.to_choose = decision.seat if decision is not None else -1
        """The seat that everybody waits for; -1 when the match is over."""
        self.by_handle = {one.handle: one for one in self.hand}

    def cells(self, seat: int, packed: bool) -> list[Slot]:
        """What is drawn of a board: its slots, or only those with cards."""
        return [slot for slot in self.slots[seat] if slot.handle >= 0] if packed else self.slots[seat]

    def _hand_card(self, game: Wrinkles, view: WrinklesState, handle: int) -> WrinklesHandCard:
        seat, card = self.seat, view.cards[handle]
        return WrinklesHandCard(
            handle,
            card,
            game.why_unplayable(view, seat, card),
            game.why_no_answer(view, seat, card),
            game.gain(view, seat, card),
            self._seatings[seat].room(game.pool.mask[card]),
            None if game.pool.special[card] else gain(game.pool, view, seat, card),
        )
