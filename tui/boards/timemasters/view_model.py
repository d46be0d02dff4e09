"""What is drawn of a view, worked out once for each scene and not for each move of the cursor."""

from __future__ import annotations

import msgspec

from core.timemasters import costs
from core.timemasters.card_kinds import SPELL
from core.timemasters.costs import Opening, Price
from core.timemasters.state import MastersState, Timer, opponents
from core.timemasters.timemasters import TimeMasters
from tui.boards.timemasters.cell_texts import place_in_hand


class MastersHandCard(msgspec.Struct, frozen=True):
    """A card of the reader's hand."""

    handle: int
    card: int
    price: Price | None
    """What it costs into the Spell zone; None for what is no spell."""
    on_timer: Price | None
    """The least it costs on a free Timer, if that is less or it can't be paid in the zone; else None."""


class Held(msgspec.Struct, frozen=True):
    """What lies before a seat for long: a Timer, or a released spell that waits to be played."""

    handle: int
    card: int
    timer: Timer | None
    """None for a released spell."""


class MastersFacts:
    """Prices, Timers, Spheres and the hand of one view."""

    def __init__(self, game: TimeMasters, view: MastersState, seat: int) -> None:
        self.game = game
        self.view = view
        self.seat = seat
        """Whose hand is shown; -1 for none."""
        self.others = opponents(view, seat) if seat >= 0 else list(range(view.seats))
        """The seats above, in turn order."""
        self.others_hold = tuple(len(view.timers[one]) + len(view.released[one]) for one in self.others)
        """How many Timers and released spells each of them has."""
        self.hand: list[MastersHandCard] = []
        if seat >= 0:
            self.hand = [self._hand_card(handle) for handle in view.hand[seat]]
            self.hand.sort(key=lambda one: (place_in_hand(game, one.card), one.handle))
        self.by_handle = {one.handle: one for one in self.hand}
        self.openings: list[Opening] = costs.openings(view)
        self.points = costs.points(view)
        decision = game.decision(view)
        self.to_choose = decision.seat if decision is not None else -1
        """The seat that everybody waits for; -1 when the match is over."""
        self.timers: list[Held] = self.held(seat, released=False) if seat >= 0 else []
        """The reader's own."""
        self.released: list[int] = view.released[seat] if seat >= 0 else []
        self.spells: list[int] = view.zone[view.mover]
        """The Spell zone of the seat whose turn it is."""

    def held(self, seat: int, released: bool = True) -> list[Held]:
        """A seat's Timers, and then its released spells."""
        cards = self.view.cards
        found = [Held(one.handle, cards[one.handle], one) for one in self.view.timers[seat]]
        if released:
            found += [Held(handle, cards[handle], None) for handle in self.view.released[seat]]
        return found

    def timer(self, handle: int) -> tuple[int, Timer] | None:
        """Whose Timer this is, and how it stands; None if it is none in play."""
        for seat, timers in enumerate(self.view.timers):
            for timer in timers:
                if timer.handle == handle:
                    return seat, timer
        return None

    def _hand_card(self, handle: int) -> MastersHandCard:
        game, view, seat = self.game, self.view, self.seat
        card = view.cards[handle]
        if game.pool.kind[card] != SPELL:
            return MastersHandCard(handle, card, None, None)
        zone = costs.explain(game.pool, view, seat, card)
        free = costs.free_timers(game.pool, view, seat)
        prices = [costs.explain(game.pool, view, seat, card, timer.handle) for timer in free]
        best = min(prices, key=lambda one: one.cost, default=None)
        if best is not None and best.cost == zone.cost and zone.why_not is None:
            best = None
        return MastersHandCard(handle, card, zone, best)
