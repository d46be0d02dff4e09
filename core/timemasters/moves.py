"""Moving cards and Kè: drawing, discarding, paying, recovering, activating Timers, accessing Spheres.

Nothing here reads a card's identity unless it is public (a view plays on).

What is told (Told): kind, and what seat, handle (H), card and n say in it. `card` is given wherever everybody
may see it.

    tops        the top cards of all Spheres lie open
    start       the first seat of the match
    turn        a turn begins: seat, n the round
    phase       a phase begins: seat, n its place in PHASES
    pass        seat passes
    end         seat ends its main phase
    timer       seat plays the Timer H
    cast        seat casts the spell H into its Spell zone, n the Kè paid
    place       seat places the spell H on a Timer, n the Kè paid; `onto` follows
    onto        H is the Timer it goes onto
    paid        seat pays: n ephemeral Kè were among them (told only if some were)
    concentrate seat plays the Concentration H
    release     seat plays the released spell H
    again       the released spell H has its effect a second time (Mirror Clock)
    activate    seat activates its Timer H
    forced      seat's Timer H is activated by an opponent's spell
    broken      seat's Timer H is discarded by an opponent's spell, with all on and under it
    fallen      seat's spell H, which was on it, is discarded with it
    waits       seat's spell H is released: it must be played
    lapse       seat's released spell H goes to the discard pile with a pass, without effect
    delay       seat delays its Timer H, n cards under it now; `under` follows
    under       H is the card that seat puts face down under it
    turned-up   seat's delay card H reaches its discard pile
    pair        seat discards H, one of two for a Kè
    discard     seat discards H from hand, for an own effect
    lose        seat discards H from hand, for an opponent's effect
    draw        seat draws n cards (0 if there were none)
    reshuffle   seat's discard pile of n cards became its deck
    look        seat lays n cards of its deck aside
    keep        seat takes one of them into its hand
    aside       H, laid aside, goes to seat's discard pile
    return      seat takes H from its discard pile into its hand
    banish      seat banishes H
    recover     n spent permanent Kè of seat become active
    ephemeral   seat gains n ephemeral Kè
    full        n ephemeral Kè of seat were over four, and are lost
    permanent   seat gains n permanent Kè
    next-less   seat's next spell this turn costs n less
    less        seat's spells cost n less for the rest of the turn
    surcharge   seat's next spell, in its next turn, costs n more
    cap         seat may spend at most n Kè in its next turn
    robbed      n active permanent Kè of seat are spent by an opponent's spell
    counts      the spell H counts as n cards for access
    twice       seat may access one Sphere twice this turn
    repeat      the effect of H happens again
    no-card     seat has no card to discard for an opponent's effect
    nothing     an effect of seat's finds nothing that it could choose
    take        seat takes H, the top card of a Sphere, n its level
    beneath     seat takes the card beneath the top of a Sphere, n its level; nobody else sees it
    top         H is the new top card of a Sphere, n its level
    empty       a Sphere ran empty, n its level
    last-round  two Spheres are empty: the round is played to its end, n the round
    swept       the n cards in seat's Spell zone go to its discard pile
    ending      seat's end phase begins
    no-refill   seat doesn't refill its hand, since it passed with released spells
    score       seat has n victory points at the end
    over        the match ends; n is State.over
"""

from __future__ import annotations

from core.contract.chance import Chance
from core.contract.choice import HIDDEN
from core.contract.event import Events, Told
from core.contract.knowledge import deal, everyone, face, show, turn_up
from core.timemasters.card_kinds import SPHERES
from core.timemasters.cards import MastersPool
from core.timemasters.state import (
    AT_ONCE,
    EMPTY_SPHERES,
    END,
    MOST_EPHEMERAL,
    SPHERES_EMPTY,
    MastersState,
    Timer,
    empty_spheres,
)

DECKS, SPHERE_STREAM = range(2)
"""Places in State.streams."""


class MastersMoves:
    """What can be done to one state: it, and where chance comes from and events go."""

    __slots__ = ("all", "chance", "events", "pool", "state")

    def __init__(
        self, pool: MastersPool, state: MastersState, chance: Chance, events: Events | None = None
    ) -> None:
        self.pool = pool
        self.state = state
        self.chance = chance
        self.events = events
        self.all = everyone(state.seats)

    def tell(self, kind: str, seat: int = -1, handle: int = -1, n: int = 0) -> None:
        """Report something; the card is named if everybody may see it."""
        if self.events is not None:
            state = self.state
            public = handle >= 0 and state.known[handle] == self.all
            self.events.append(Told(kind, seat, handle, state.cards[handle] if public else HIDDEN, n))

    # Cards.

    def show_all(self, handle: int) -> None:
        """Let everybody see a card that no choice names."""
        if self.state.known[handle] != self.all:
            self.state.news = 1
            show(self.state, handle, self.all, self.events)

    def _next_card(self, seat: int) -> int:
        """The next card of a deck, off it; -1 if deck and discard pile are empty."""
        state = self.state
        deck = state.deck[seat]
        if not deck:
            pile = state.pile[seat]
            if not pile:
                return -1
            deck += pile
            pile.clear()
            self.chance.shuffle(state, DECKS, "deck", deck, self.events)
            self.tell("reshuffle", seat, n=len(deck))
        return deck.pop()

    def draw(self, seat: int, n: int) -> None:
        """Draw cards; an empty deck takes in the discard pile, and with both empty nothing comes (T8)."""
        state = self.state
        hand = state.hand[seat]
        drawn = 0
        while drawn < n and (handle := self._next_card(seat)) >= 0:
            hand.append(handle)
            deal(state, handle, seat, self.events)
            drawn += 1
        if drawn:
            state.news = 1
        self.tell("draw", seat, n=drawn)

    def lay_aside(self, seat: int, n: int) -> None:
        """Lay the next cards of a deck aside, as a draw does; only the seat sees them (T20)."""
        state = self.state
        while len(state.aside) < n and (handle := self._next_card(seat)) >= 0:
            state.aside.append(handle)
            state.news = 1
            show(state, handle, 1 << seat, self.events)
        self.tell("look", seat, n=len(state.aside))

    def keep(self, seat: int, handle: int) -> None:
        """One card laid aside goes to the hand, the others to the discard pile."""
        state = self.state
        state.aside.remove(handle)
        state.hand[seat].append(handle)
        self.tell("keep", seat, handle)
        for other in state.aside:
            self.show_all(other)
            state.pile[seat].append(other)
            self.tell("aside", seat, other)
        state.aside.clear()

    def leave_hand(self, seat: int, handle: int, card: int) -> None:
        """A card named for all leaves the hand; where to is the caller's."""
        self.state.hand[seat].remove(handle)
        turn_up(self.state, handle, card, self.all)

    def discard(self, seat: int, handle: int, kind: str) -> None:
        """A card that all know by now goes from hand to the discard pile."""
        self.state.hand[seat].remove(handle)
        self.state.pile[seat].append(handle)
        self.tell(kind, seat, handle)

    def discard_hand(self, seat: int, kind: str) -> None:
        """All hand cards go to the discard pile."""
        for handle in self.state.hand[seat][:]:
            self.show_all(handle)
            self.discard(seat, handle, kind)

    def banish(self, seat: int, handle: int) -> None:
        """A card that all know leaves the match, from hand or discard pile."""
        state = self.state
        level = self.pool.level[face(state, handle)]
        zone = state.hand[seat] if handle in state.hand[seat] else state.pile[seat]
        zone.remove(handle)
        state.banished[seat].append(handle)
        state.score[seat] -= level
        state.fives[seat] -= level == SPHERES
        self.tell("banish", seat, handle)

    # Kè.

    def recover(self, seat: int, n: int) -> None:
        """Spent permanent Kè become active, as far as there are some."""
        state = self.state
        n = min(n, state.spent[seat])
        state.spent[seat] -= n
        state.active[seat] += n
        self.tell("recover", seat, n=n)

    def gain_ephemeral(self, seat: int, n: int) -> None:
        """Ephemeral Kè; any over four are lost (T1)."""
        state = self.state
        gained = min(n, MOST_EPHEMERAL - state.ephemeral[seat])
        state.ephemeral[seat] += gained
        self.tell("ephemeral", seat, n=gained)
        if n > gained:
            self.tell("full", seat, n=n - gained)

    def pay(self, seat: int, permanent: int, ephemeral: int) -> None:
        """Spend Kè on a spell; what waited for the next one is used up (T15)."""
        state = self.state
        state.active[seat] -= permanent
        state.spent[seat] += permanent
        state.ephemeral[seat] -= ephemeral
        state.paid += permanent + ephemeral
        state.surcharge[seat] = 0
        state.next_less = 0

    # Timers.

    def take_timer(self, seat: int, handle: int) -> Timer:
        """A Timer off the seat's Timer zone, to be put elsewhere with what is on and under it."""
        timers = self.state.timers[seat]
        timer = next(one for one in timers if one.handle == handle)
        timers.remove(timer)
        return timer

    def change_timer(self, seat: int, timer: Timer) -> None:
        """Put another state of the same Timer in its place."""
        timers = self.state.timers[seat]
        timers[next(n for n, one in enumerate(timers) if one.handle == timer.handle)] = timer

    def put_away(self, seat: int, timer: Timer) -> None:
        """A Timer and its delay cards go to the discard pile."""
        pile = self.state.pile[seat]
        pile.append(timer.handle)
        for handle in timer.under:
            self.show_all(handle)
            pile.append(handle)
            self.tell("turned-up", seat, handle)

    # Spheres.

    def take(self, seat: int, handle: int) -> None:
        """A Sphere's top card, or the one beneath it, goes to the hand; the next top is turned up at once."""
        state = self.state
        place = next(n for n, sphere in enumerate(state.spheres) if handle in sphere[-2:])
        sphere, level = state.spheres[place], place + 1
        top = sphere[-1] == handle
        sphere.remove(handle)
        state.hand[seat].append(handle)
        state.score[seat] += level
        state.fives[seat] += level == SPHERES
        if top:
            self.tell("take", seat, handle, level)
            if sphere:
                self.show_all(sphere[-1])
                self.tell("top", -1, sphere[-1], level)
        else:
            state.news = 1
            show(state, handle, 1 << seat, self.events)
            self.tell("beneath", seat, handle, level)
        if not sphere:
            self.tell("empty", n=level)
            self._ran_empty()

    def _ran_empty(self) -> None:
        state = self.state
        if empty_spheres(state) < EMPTY_SPHERES:
            return
        if state.options[END] == AT_ONCE:
            self.finish(SPHERES_EMPTY)
        elif empty_spheres(state) == EMPTY_SPHERES:
            self.tell("last-round", n=state.round)

    def finish(self, over: int) -> None:
        """The match ends, whatever is still to be done."""
        state = self.state
        state.over = over
        for seat in range(state.seats):
            self.tell("score", seat, n=state.score[seat])
        self.tell("over", n=over)
