"""Moving cards: drawing, discarding, coming into play, announcing and negating Specials.

Nothing here reads a card's identity unless it is public (a view plays on).
"""

from __future__ import annotations

from collections.abc import Sequence

from core.contract.chance import Chance
from core.contract.choice import HIDDEN
from core.contract.errors import GameError
from core.contract.event import Events, Told
from core.contract.knowledge import deal, everyone, show, turn_up
from core.wrinkles.cards import WrinklesPool
from core.wrinkles.room import Rooms, Survey
from core.wrinkles.state import (
    ANSWER,
    COST,
    ENTER,
    EVIL,
    EXCHANGE,
    GOOD,
    HANDLES,
    RESOLVE,
    TARGET,
    WrinklesState,
)

ALL = everyone(2)


class WrinklesMoves:
    """What can be done to one state: it, and where chance comes from and events go."""

    __slots__ = ("chance", "events", "pool", "rooms", "state")

    def __init__(
        self,
        pool: WrinklesPool,
        rooms: Rooms,
        state: WrinklesState,
        chance: Chance,
        events: Events | None = None,
    ) -> None:
        self.pool = pool
        self.rooms = rooms
        self.state = state
        self.chance = chance
        self.events = events

    def tell(self, kind: str, seat: int = -1, handle: int = -1, n: int = 0) -> None:
        """Report something; the card is named if everybody may see it."""
        if self.events is not None:
            state = self.state
            public = handle >= 0 and state.known[handle] == ALL
            self.events.append(Told(kind, seat, handle, state.cards[handle] if public else HIDDEN, n))

    def draw(self, seat: int, n: int) -> None:
        """Draw cards; an empty deck takes in what has lain in the pile since before the phase (R15)."""
        state = self.state
        deck, hand = state.deck[seat], state.hand[seat]
        drawn = 0
        for _ in range(n):
            if not deck:
                if not state.old[seat]:
                    break
                self._reshuffle(seat)
            handle = deck.pop()
            hand.append(handle)
            drawn += 1
            deal(state, handle, seat, self.events)
        self.tell("draw", seat, n=drawn)

    def _reshuffle(self, seat: int) -> None:
        state = self.state
        old = state.old[seat]
        state.deck[seat] += state.pile[seat][:old]
        del state.pile[seat][:old]
        state.old[seat] = 0
        self.chance.shuffle(state, seat, "deck", state.deck[seat], self.events)
        self.tell("reshuffle", seat, n=old)

    def discard_from_play(self, handle: int, kind: str = "discard") -> None:
        """A card in play goes to its owner's pile."""
        state = self.state
        seat = GOOD if handle in state.board[GOOD] else EVIL
        state.board[seat].remove(handle)
        state.pile[seat].append(handle)
        self.tell(kind, seat, handle)

    def discard_from_hand(self, seat: int, handle: int) -> None:
        """A card goes from hand to the pile, face up."""
        self.state.hand[seat].remove(handle)
        self.state.pile[seat].append(handle)
        self.tell("lose", seat, handle)

    def discard_hand(self, seat: int) -> None:
        for handle in self.state.hand[seat][:]:
            show(self.state, handle, ALL, self.events)
            self.discard_from_hand(seat, handle)

    def leave_hand(self, seat: int, handle: int, card: int) -> None:
        """A card is played from hand: it lies between hand and play, and counts for a limit (R14)."""
        state = self.state
        state.hand[seat].remove(handle)
        state.pending.append(handle)
        turn_up(state, handle, card, ALL)
        if state.limit[seat] > 0:
            state.limit[seat] -= 1

    def enter(self, seat: int, handle: int, put: int = 0) -> None:
        """A pending card comes into play; `put` is 1 if a Special puts it there, and it was not played."""
        state = self.state
        state.pending.remove(handle)
        state.board[seat].append(handle)
        self.tell("enter", seat, handle, put)
        if self.pool.enters[state.cards[handle]]:
            state.todo.append((ENTER, seat, handle, 0))

    def enter_with_room(self, seat: int, handle: int, put: int = 0) -> None:
        """A pending card comes into play where there is room, or replaces another (R3)."""
        state = self.state
        room = board_survey(self.rooms, state, seat).room
        if self.pool.mask[state.cards[handle]] & room:
            self.enter(seat, handle, put)
        else:
            state.todo.append((EXCHANGE, seat, handle, put))

    def special(self, handle: int) -> int:
        """The identity of a Special that is announced or resolves. Raises GameError for any other card."""
        card = self.state.cards[handle]
        if not self.pool.special[card]:
            raise GameError(
                f"{self.pool.table[card]} is no Special, and can be neither announced nor resolved."
            )
        return card

    def announce(self, seat: int, handle: int) -> None:
        """A pending Special is announced: its cost and target are chosen, then it may be answered.

        Raises GameError for what is no Special.
        """
        state, pool = self.state, self.pool
        card = self.special(handle)
        state.todo.append((RESOLVE, seat, handle, -1))
        if pool.answers[1 - seat]:
            state.todo.append((ANSWER, 1 - seat))
        state.todo += [(TARGET, seat, handle, bits) for bits in pool.targets[card]]
        state.todo += [(COST, seat, handle, bits) for bits in pool.costs[card]]

    def aim(self, target: int) -> None:
        """The Special being announced points at this card in play."""
        todo = self.state.todo
        for place in range(len(todo) - 1, -1, -1):
            if todo[place][0] == RESOLVE:
                _, seat, handle, _ = todo[place]
                todo[place] = (RESOLVE, seat, handle, target)
                self.tell("aim", seat, target)
                return

    def negate(self) -> None:
        """The Special announced last is negated; what it had negated itself stands again."""
        todo = self.state.todo
        _, seat, handle, _ = todo.pop()
        self.tell("negated", seat, handle)
        self.put_away(seat, handle)
        if todo[-1][0] == RESOLVE and self.pool.answers[1 - todo[-1][1]]:
            todo.append((ANSWER, 1 - todo[-1][1]))

    def put_away(self, seat: int, handle: int) -> None:
        self.state.pending.remove(handle)
        self.state.pile[seat].append(handle)

    def exchange(self, seat: int, handle: int, old: int, put: int) -> None:
        """A card in play goes, with its bonuses and slots; then the new one enters."""
        self.discard_from_play(old, "replaced")
        self.enter(seat, handle, put)


def matching(pool: WrinklesPool, state: WrinklesState, bits: int, seat: int | None = None) -> list[int]:
    """Handles of the cards in play that a selector matches: of one seat, or of both."""
    return [
        handle
        for one in (range(2) if seat is None else (seat,))
        for handle in state.board[one]
        if pool.mask[state.cards[handle]] & bits
    ]


def board_survey(rooms: Rooms, state: WrinklesState, seat: int) -> Survey:
    """Where a seat's board has room now."""
    return rooms.survey(seat, map(state.cards.__getitem__, state.board[seat]), state.turn_slots[seat])


def picks(pool: WrinklesPool, rooms: Rooms, state: WrinklesState, frame: tuple[int, ...]) -> list[int]:
    """Handles of the cards in play that a frame of PICKS or OPTIONAL asks about."""
    op, seat = frame[:2]
    if op == EXCHANGE:
        return replaceable(rooms, state, seat, state.cards[frame[2]])
    return matching(pool, state, frame[3], seat if op == COST else None)


def one_answer(state: WrinklesState, handles: Sequence[int]) -> int | None:
    """The card in play that is picked unasked (R17): where there is nothing to choose, the lowest handle.

    None where there is: some of these cards can be told apart, or there are none.
    """
    first = min(handles, default=None)
    if first is None or not all(_alike(state, first, handle) for handle in handles):
        return None
    return first


def _alike(state: WrinklesState, one: int, other: int) -> bool:
    """Whether nobody can ever tell which of two cards of one side in play was picked (R17).

    Their places on the board and their lots may differ. A lot only says what the cards in it may be that
    somebody can't see; a card in play has been seen by all and leaves its lot before it is hidden again, so
    that nothing anybody may know or do depends on the lot of either.
    """
    if one == other:
        return True
    pointed_at = {frame[place] for frame in state.todo for place in HANDLES.get(frame[0], ())}
    return (
        state.cards[one] == state.cards[other]
        and state.known[one] == state.known[other]
        and (one in state.board[GOOD]) == (other in state.board[GOOD])
        # What a Special points at, or what enters, is not any copy.
        and not {one, other} & pointed_at
    )


def replaceable(rooms: Rooms, state: WrinklesState, seat: int, card: int) -> list[int]:
    """Handles of a seat's cards in play that a card of this identity may replace (R3)."""
    board = state.board[seat]
    return [board[place] for place in rooms.replaceable(board_survey(rooms, state, seat), card)]
