"""The state of a match of Wrinkles in Time, and the words its todo list is written in."""

from __future__ import annotations

from collections.abc import Mapping

from core.contract.knowledge import everyone
from core.contract.state import FULL
from core.contract.state import State as BaseState

GOOD, EVIL = 0, 1

PHASES = ("Destiny I", "Fate I", "Challenge I", "Destiny II", "Fate II", "Challenge II",
          "Destiny III", "Fate III", "Challenge III", "Test")  # fmt: skip
DESTINY, FATE, CHALLENGE, TEST = "Destiny", "Fate", "Challenge", "Test"
KINDS = tuple(name.split(" ")[0] for name in PHASES)
"""What kind of phase each is."""

REPLACE, FRESH, EVIL_DRAW, MAX_TURNS = range(4)
"""Places in State.options."""

# Frames of State.todo: what is still to be done, the last first. Each is (word, seat, ...).
WINDOW = 0  # seat to act, passes in a row
ANSWER = 1  # seat that may negate the last Special announced
TARGET = 2  # seat that chooses what its Special discards, the Special, selector bit
COST = 3  # seat that pays with a card in play, the Special, selector bit
RESOLVE = 4  # seat, the Special, its target or -1
EXCHANGE = 5  # seat that chooses what its card replaces, the card, 1 if it came from the deck
ENTER = 6  # seat, a card that is being put into play, how many of its effects are done
OPTIONAL = 7  # seat that may discard a card in play as its card enters, the card, selector bit
LOSE = 8  # seat that discards from hand, how many more, 1 at the first
TRIM = 9  # seat that discards down to seven, 1 at the first
ORDER = 10  # seat that orders, how many cards it looks at, how many are placed
STUDY = 11  # seat, the Special
SEEK = 12  # seat, the Special, selector bit
EFFECTS = 13  # seat, a Special that resolves, its target or -1, how many of its effects are done
BALANCE = 14  # the comparison in the Test phase; its seat says nothing

HANDLES = {
    TARGET: (2,),
    COST: (2,),
    RESOLVE: (2, 3),
    EXCHANGE: (2,),
    ENTER: (2,),
    OPTIONAL: (2,),
    STUDY: (2,),
    SEEK: (2,),
    EFFECTS: (2, 3),
}
"""Where handles stand in a frame."""

TOKENS, TURNS = 1, 2
"""Values of State.over: six tokens, or `max_turns` reached."""


class WrinklesState(BaseState, array_like=True):
    """Lists are by seat. A deck's top is its last handle."""

    options: tuple[int, ...]
    deck: list[list[int]]
    hand: list[list[int]]
    board: list[list[int]]
    pile: list[list[int]]
    pending: list[int]
    """Specials announced and not dealt with, the newest last."""
    tokens: list[int]
    turn: int
    phase: int
    """Index into PHASES."""
    todo: list[tuple[int, ...]]
    limit: list[int]
    """Cards from hand a seat may still play in this phase; -1 without a limit."""
    turn_bonus: list[list[tuple[int, int]]]
    """Bonuses until the end of the turn: (selector bit, Force)."""
    turn_slots: list[list[int]]
    """Slots until the end of the turn: selector bits."""
    old: list[int]
    """How many cards of each pile lay there before the phase began (R15)."""
    over: int


def leader_of(state: WrinklesState) -> int:
    """Who leads this turn (R1)."""
    return GOOD if state.turn % 2 else EVIL


def empty(options: Mapping[str, int]) -> WrinklesState:
    """A match with these options before anybody has a card."""
    return WrinklesState(
        viewer=FULL,
        seats=2,
        cards=[],
        known=[],
        lot=[],
        lots=[],
        lot_seats=[],
        streams=[0, 0],
        options=(options["replace"], options["fresh"], options["evil_draw"], options["max_turns"]),
        deck=[[], []],
        hand=[[], []],
        board=[[], []],
        pile=[[], []],
        pending=[],
        tokens=[options["good_tokens"], 6 - options["good_tokens"]],
        turn=1,
        phase=0,
        todo=[],
        limit=[-1, -1],
        turn_bonus=[[], []],
        turn_slots=[[], []],
        old=[0, 0],
        over=0,
    )


def copy(state: WrinklesState) -> WrinklesState:
    """An independent copy."""
    deck, hand, board, pile = state.deck, state.hand, state.board, state.pile
    bonus, slots = state.turn_bonus, state.turn_slots
    return WrinklesState(
        state.viewer,
        state.seats,
        state.cards[:],
        state.known[:],
        state.lot[:],
        state.lots[:],
        state.lot_seats[:],
        state.streams[:],
        state.options,
        [deck[0][:], deck[1][:]],
        [hand[0][:], hand[1][:]],
        [board[0][:], board[1][:]],
        [pile[0][:], pile[1][:]],
        state.pending[:],
        state.tokens[:],
        state.turn,
        state.phase,
        state.todo[:],
        state.limit[:],
        [bonus[0][:], bonus[1][:]],
        [slots[0][:], slots[1][:]],
        state.old[:],
        state.over,
    )


def problems(state: WrinklesState) -> list[str]:
    """What is impossible about a state; empty if nothing."""
    found = []
    zones = [
        handle
        for kind in (state.deck, state.hand, state.board, state.pile)
        for zone in kind
        for handle in zone
    ]
    zones += state.pending
    if sorted(zones) != list(range(len(state.cards))):
        found.append("a card is lost or doubled")
    if sum(state.tokens) != 6 or min(state.tokens) < 0:
        found.append(f"the tokens are {state.tokens}")
    if state.viewer == FULL:
        for number, content in enumerate(state.lots):
            members = [card for card, lot in zip(state.cards, state.lot, strict=True) if lot == number]
            if sorted(members) != list(content):
                found.append(f"lot {number} is not what its handles hold")
    public = everyone(state.seats)
    for handle in (
        *state.board[GOOD],
        *state.board[EVIL],
        *state.pile[GOOD],
        *state.pile[EVIL],
        *state.pending,
    ):
        if state.known[handle] != public:
            found.append(f"handle {handle} lies face up and is not known to all")
    for seat in (GOOD, EVIL):
        if any(not state.known[handle] >> seat & 1 for handle in state.hand[seat]):
            found.append(f"seat {seat} does not know its hand")
        if state.old[seat] > len(state.pile[seat]):
            found.append(f"seat {seat} has fewer cards in its pile than before the phase")
    if not state.over and not state.todo:
        found.append("nothing is asked and the match goes on")
    return found
