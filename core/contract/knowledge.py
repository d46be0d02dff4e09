"""Who may see what: dealing, showing, hiding, guessing. The masks and lots of `State`."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from core.contract.choice import HIDDEN
from core.contract.errors import GameError
from core.contract.event import Dealt, Events, Shown
from core.contract.state import ANYBODY, FULL, State

if TYPE_CHECKING:
    from core.contract.stream import Stream


class Unseen(Exception):
    """A rule needs a card that was turned up for all, and this view was not told what it is."""


def face(state: State, handle: int) -> int:
    """The identity of a card that lies open to all.

    Raises Unseen on a view that was played on without what Shown gives its reader.
    """
    card = state.cards[handle]
    if card == HIDDEN:
        raise Unseen(f"what card {handle} is")
    return card


def everyone(seats: int) -> int:
    """The bit mask of all seats."""
    return (1 << seats) - 1


def deal(state: State, handle: int, seat: int, events: Events | None) -> None:
    """Let one seat see a card that comes into its hand."""
    state.known[handle] |= 1 << seat
    if events is not None:
        events.append(Dealt(handle, seat))


def show(state: State, handle: int, seats: int, events: Events | None) -> None:
    """Let these seats (a bit mask) see a card that no choice names."""
    if state.known[handle] & seats != seats:
        state.known[handle] |= seats
        if events is not None:
            events.append(Shown(handle, seats))


def turn_up(state: State, handle: int, card: int, seats: int) -> None:
    """A choice names this card for all: write it down, which on a view is news."""
    state.cards[handle] = card
    state.known[handle] |= seats


def forget(state: State, handles: Sequence[int], may_know: int) -> None:
    """What a shuffle of these handles does to knowledge; identities are permuted by the caller.

    Cards that are all public, or that were never shuffled, become a lot of their own, whose contents the
    seats of `may_know` may know; otherwise they must lie in one lot, which stays as it is. Raises
    GameError for any other mixture, which no game's rules may make, and Unseen where a view lacks a card
    that is public.
    """
    known, lot, cards = state.known, state.lot, state.cards
    public = everyone(state.seats)
    old = {lot[handle] for handle in handles}
    fresh = old == {-1}
    if fresh or all(known[handle] == public for handle in handles):
        identities = tuple(sorted(cards[handle] if fresh else face(state, handle) for handle in handles))
        for handle in handles:
            if lot[handle] >= 0:
                _leave_lot(state, handle)
        number = next((n for n, content in enumerate(state.lots) if not content), len(state.lots))
        if number == len(state.lots):
            state.lots.append(())
            state.lot_seats.append(0)
        state.lots[number] = identities
        state.lot_seats[number] = may_know
        for handle in handles:
            lot[handle] = number
    elif len(old) > 1:
        raise GameError("A shuffle takes cards that are all public, or cards of one lot.")
    for handle in handles:
        known[handle] = 0


def _leave_lot(state: State, handle: int) -> None:
    content = list(state.lots[state.lot[handle]])
    content.remove(HIDDEN if content[0] == HIDDEN else state.cards[handle])
    state.lots[state.lot[handle]] = tuple(content)


def hide(view: State, seat: int | None) -> None:
    """Blank, in place, all that a seat (None: somebody without a seat) may not see."""
    need = everyone(view.seats) if seat is None else 1 << seat
    view.viewer = ANYBODY if seat is None else seat
    sees = [bits & need == need for bits in range(1 << view.seats)]
    view.cards = [card if sees[bits] else HIDDEN for card, bits in zip(view.cards, view.known, strict=True)]
    for number, bits in enumerate(view.lot_seats):
        if bits & need != need:
            view.lots[number] = (HIDDEN,) * len(view.lots[number])


def unseen(view: State, number: int) -> list[int] | None:
    """The identities of a lot that this view's reader has not seen a handle of, sorted; None if it may not
    know what the lot holds, or of handles that are in none (-1)."""
    rest = list(view.lots[number]) if number >= 0 else [HIDDEN]
    if HIDDEN in rest:
        return None
    for handle, member in enumerate(view.lot):
        if member == number and view.cards[handle] != HIDDEN:
            rest.remove(view.cards[handle])
    return rest


def _left(view: State, pool: Sequence[int], size: int) -> Counter[int]:
    """What must have left a lot of this size that was made of `pool`: the lots that its cards are in now.

    None of it if that doesn't add up, since then the pool is not what the lot was made of.
    """
    left: Counter[int] = Counter()
    for content in view.lots:
        if content and content[0] != HIDDEN and not Counter(content) - Counter(pool):
            left.update(content)
    return left if left.total() == len(pool) - size else Counter()


def guess(view: State, pools: Callable[[int], Sequence[int]], stream: Stream) -> None:
    """Give every hidden handle an identity, in place, so that lots and known cards agree.

    `pools` says, for a seat, the identities that a lot only it may know is supposed to be made of.
    """
    cards = view.cards
    # By lot; the last of each is for handles that were never shuffled, whose lot is -1.
    hidden: list[list[int]] = [[] for _ in range(len(view.lots) + 1)]
    visible: list[list[int]] = [[] for _ in hidden]
    for handle, number in enumerate(view.lot):
        card = cards[handle]
        if card == HIDDEN:
            hidden[number].append(handle)
        else:
            visible[number].append(card)
    for number, content in enumerate(view.lots):
        size = len(hidden[number])
        if content and content[0] == HIDDEN:
            pool = pools(view.lot_seats[number].bit_length() - 1)
            if size and not pool:
                raise GameError("What is in a hidden deck can't be guessed from an empty list.")
            here = Counter(pool) - _left(view, pool, len(content)) - Counter(visible[number])
            rest: list[int] = []
            while len(rest) < size:
                more = sorted(here.elements()) if not rest and here else sorted(pool)
                stream.shuffle(more)
                rest += more
            rest = rest[:size]
            view.lots[number] = tuple(sorted(visible[number] + rest))
        else:
            rest = list(content)
            for card in visible[number]:
                del rest[bisect_left(rest, card)]
            stream.shuffle(rest)
        for handle, card in zip(hidden[number], rest, strict=True):
            cards[handle] = card
    view.viewer = FULL
