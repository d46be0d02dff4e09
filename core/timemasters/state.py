"""The state of a match of Time Masters, and the words its todo list is written in.

Levels of Spheres are 1 to 5; lists over Spheres have Sphere 1 at place 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from core.contract.knowledge import everyone
from core.contract.state import FULL
from core.contract.state import State as BaseState
from core.timemasters.card_kinds import SPHERES as LEVELS

if TYPE_CHECKING:
    from core.timemasters.cards import MastersPool

PHASES = ("Timer", "Main", "Access")
TIMER, MAIN, ACCESS = range(3)
"""Values of State.phase. The end phase asks nothing."""

END, MAX_TURNS = range(2)
"""Places in State.options."""
AT_ONCE = 0
"""Value of the option `end`: at once. The other is after the round."""

HAND = 5
"""Cards that a hand is refilled to."""
START_KE = 4
"""Permanent Kè that a seat starts with."""
MOST_EPHEMERAL = 4
"""Ephemeral Kè that a seat can hold (T1)."""
SPHERE_CARDS = 10
"""Cards in a Sphere at the start."""
EMPTY_SPHERES = 2
"""So many empty Spheres end the match."""
PASSED_ROUNDS = 3
"""So many rounds in which every seat passed end the match (T13)."""

SPHERES_EMPTY, TURNS, PASSES = 1, 2, 3
"""Values of State.over: two Spheres are empty, `max_turns` reached, or nobody did anything any more."""

# Frames of State.todo: what is still to be done, the last first. Each is (word, seat, ...), the seat being
# the one that it concerns, and that is asked if somebody has to be.
TIMERS = 0  # the handles of its full Timers that are still to be activated or delayed
UNDER = 1  # a Timer that a hand card is to be put under
GO = 2  # 1 if nothing was done yet in this phase, so that the seat may pass
PAIR = 3  # one of two hand cards was discarded for a Kè; the other is to be
ONTO = 4  # a spell that is to be placed on a Timer
PAY = 5  # a spell that is to be paid for, the Timer it goes onto or -1
RUN = 6  # a card's handle and identity, which of its effects, the next of them, how many times in all
AWAY = 7  # a Concentration that goes to the discard pile after its effect (T18)
DISCARD = 8  # how many hand cards are still to be discarded
LOSE = 9  # the same for an opponent's card; -1: half the hand, not counted yet (T22)
RETURN = 10  # how many cards more, 1 if it may stop, the only kind of card or -1
BANISH = 11  # how many more, 1 if it may stop, 1 if from the pile too, 1 if it draws for each, done so far
LOOK = 12  # takes one of the cards laid aside
TAKE = 13  # a bit mask of levels: takes the top of one of these Spheres
TARGET = 14  # chooses an opponent's Timer; 1 if it is activated, 0 if it is discarded
REPEAT = 15  # the spell that repeats, how many more, 1 if it may stop, the spell repeated already or -1
SPHERES = 16  # access
ENDING = 17  # the end phase


class Timer(NamedTuple):
    """A Timer in play."""

    handle: int
    spells: tuple[int, ...] = ()
    """Spells on it, in the order they were placed; no more than it has slots."""
    under: tuple[int, ...] = ()
    """Delay cards, face down; their owner knows them."""


class MastersState(BaseState, array_like=True):
    """Lists are by seat unless said otherwise. The top of a deck or a Sphere is its last handle."""

    options: tuple[int, ...]
    """The options `end` and `max_turns`."""
    first: int
    """The seat that has the first turn of every round."""
    round: int
    """From 1."""
    mover: int
    """The seat whose turn it is."""
    phase: int
    """TIMER, MAIN or ACCESS."""
    deck: list[list[int]]
    hand: list[list[int]]
    pile: list[list[int]]
    """Discard piles, face up, the newest last."""
    zone: list[list[int]]
    """Spell zones: the spells played this turn, in order. Empty but for the mover's."""
    timers: list[list[Timer]]
    """Timers in play, in the order they were played."""
    released: list[list[int]]
    """Spells of activated Timers, which must be played or are lost with a pass."""
    twice: list[int]
    """Not by seat: the released spells that have their effect twice."""
    banished: list[list[int]]
    """Cards that are out of the match, face up."""
    pending: list[int]
    """Not by seat: a card between the hand and where it goes: a spell being paid for, a Concentration
    whose effect goes on."""
    aside: list[int]
    """Not by seat: cards the mover laid aside from its deck to choose one; it alone knows them."""
    spheres: list[list[int]]
    """By level: the cards in it; only the top one lies face up."""
    box: list[list[int]]
    """By level: the cards of that level that nobody will see in this match."""
    active: list[int]
    """Active permanent Kè."""
    spent: list[int]
    """Spent permanent Kè."""
    ephemeral: list[int]
    """Ephemeral Kè, 0 to 4."""
    surcharge: list[int]
    """How much more the seat's next spell costs: waiting for its next turn, or in force in its own (T4)."""
    cap: list[int]
    """The most Kè the seat may spend in its next turn, or now in its own; 0 for no limit (T5)."""
    next_less: int
    """How much less the mover's next spell costs."""
    less: int
    """How much less each of the mover's spells costs for the rest of the turn."""
    paid: int
    """Kè the mover paid this turn, for the cap."""
    extra: int
    """Access points of this turn besides one for each spell in the zone."""
    used: int
    """Access points spent this turn."""
    accessed: list[int]
    """By level: how many times the Sphere was accessed this turn."""
    again: int
    """How many Spheres the mover may access a second time this turn."""
    refill: int
    """0 if the mover's hand isn't refilled this turn, since it passed with released spells (T6)."""
    passes: int
    """How many turns in a row were passed."""
    score: list[int]
    """Victory points: the levels of all the seat's cards that are not banished."""
    fives: list[int]
    """How many of them are of level 5."""
    todo: list[tuple[int, ...]]
    news: int
    """1 if the last choice drew, shuffled or showed a card, or asked another seat: an act begins here."""
    over: int
    """0 while the match goes on; else what ended it."""


def empty_spheres(state: MastersState) -> int:
    """How many Spheres have run empty."""
    return state.spheres.count([])


def ke(state: MastersState, seat: int) -> int:
    """All Kè of a seat: active, spent and ephemeral."""
    return state.active[seat] + state.spent[seat] + state.ephemeral[seat]


def opponents(state: MastersState, seat: int) -> list[int]:
    """The other seats in turn order."""
    return [(seat + step) % state.seats for step in range(1, state.seats)]


def owner_of_timer(state: MastersState, handle: int) -> int:
    """The seat that has this Timer in play. Raises ValueError if none has."""
    for seat, timers in enumerate(state.timers):
        if any(timer.handle == handle for timer in timers):
            return seat
    raise ValueError(f"{handle} is no Timer in play")


def empty(seats: int, options: Mapping[str, int], first: int) -> MastersState:
    """A match of so many seats with these options, in which seat `first` begins, before any card lies
    anywhere."""
    return MastersState(
        viewer=FULL,
        seats=seats,
        cards=[],
        known=[],
        lot=[],
        lots=[],
        lot_seats=[],
        streams=[0, 0],
        options=(options["end"], options["max_turns"]),
        first=first,
        round=1,
        mover=0,
        phase=TIMER,
        deck=[[] for _ in range(seats)],
        hand=[[] for _ in range(seats)],
        pile=[[] for _ in range(seats)],
        zone=[[] for _ in range(seats)],
        timers=[[] for _ in range(seats)],
        released=[[] for _ in range(seats)],
        twice=[],
        banished=[[] for _ in range(seats)],
        pending=[],
        aside=[],
        spheres=[[] for _ in range(LEVELS)],
        box=[[] for _ in range(LEVELS)],
        active=[START_KE] * seats,
        spent=[0] * seats,
        ephemeral=[0] * seats,
        surcharge=[0] * seats,
        cap=[0] * seats,
        next_less=0,
        less=0,
        paid=0,
        extra=0,
        used=0,
        accessed=[0] * LEVELS,
        again=0,
        refill=1,
        passes=0,
        score=[0] * seats,
        fives=[0] * seats,
        todo=[],
        news=1,
        over=0,
    )


def copy(state: MastersState) -> MastersState:
    """An independent copy."""
    return MastersState(
        state.viewer,
        state.seats,
        state.cards[:],
        state.known[:],
        state.lot[:],
        state.lots[:],
        state.lot_seats[:],
        state.streams[:],
        state.options,
        state.first,
        state.round,
        state.mover,
        state.phase,
        [zone[:] for zone in state.deck],
        [zone[:] for zone in state.hand],
        [zone[:] for zone in state.pile],
        [zone[:] for zone in state.zone],
        [zone[:] for zone in state.timers],
        [zone[:] for zone in state.released],
        state.twice[:],
        [zone[:] for zone in state.banished],
        state.pending[:],
        state.aside[:],
        [zone[:] for zone in state.spheres],
        [zone[:] for zone in state.box],
        state.active[:],
        state.spent[:],
        state.ephemeral[:],
        state.surcharge[:],
        state.cap[:],
        state.next_less,
        state.less,
        state.paid,
        state.extra,
        state.used,
        state.accessed[:],
        state.again,
        state.refill,
        state.passes,
        state.score[:],
        state.fives[:],
        state.todo[:],
        state.news,
        state.over,
    )


def problems(pool: MastersPool, state: MastersState) -> list[str]:
    """What is impossible about a state; empty if nothing."""
    return [*_lost(state), *_unseen(state), *_wrong_numbers(state), *_wrong_score(pool, state)]


def _lost(state: MastersState) -> list[str]:
    zones = [*state.pending, *state.aside]
    for kind in (state.deck, state.hand, state.pile, state.zone, state.released, state.banished,
                 state.spheres, state.box):  # fmt: skip
        for zone in kind:
            zones += zone
    for timers in state.timers:
        for timer in timers:
            zones += [timer.handle, *timer.spells, *timer.under]
    found = [] if sorted(zones) == list(range(len(state.cards))) else ["a card is lost or doubled"]
    if state.viewer == FULL:
        for number, content in enumerate(state.lots):
            members = [card for card, lot in zip(state.cards, state.lot, strict=True) if lot == number]
            if sorted(members) != list(content):
                found.append(f"lot {number} is not what its handles hold")
    return found


def _unseen(state: MastersState) -> list[str]:
    found = []
    open_ = [*state.pending, *(sphere[-1] for sphere in state.spheres if sphere)]
    for kind in (state.pile, state.zone, state.released, state.banished):
        for zone in kind:
            open_ += zone
    for timers in state.timers:
        for timer in timers:
            open_ += [timer.handle, *timer.spells]
    public = everyone(state.seats)
    found += [
        f"handle {one} lies face up and is not known to all" for one in open_ if state.known[one] != public
    ]
    for seat in range(state.seats):
        own = [*state.hand[seat], *(one for timer in state.timers[seat] for one in timer.under)]
        if seat == state.mover:
            own += state.aside
        if any(not state.known[handle] >> seat & 1 for handle in own):
            found.append(f"seat {seat} does not know its own cards")
    for handle in (one for kind in (state.deck, state.box) for zone in kind for one in zone):
        if state.known[handle]:
            found.append(f"handle {handle} lies unseen and is known to somebody")
    return found


def _wrong_numbers(state: MastersState) -> list[str]:
    found = []
    for name in ("active", "spent", "ephemeral", "surcharge", "cap", "score", "fives", "accessed"):
        if min(getattr(state, name)) < 0:
            found.append(f"{name} is {getattr(state, name)}")
    if max(state.ephemeral) > MOST_EPHEMERAL:
        found.append(f"ephemeral Kè are {state.ephemeral}")
    if state.used > len(state.zone[state.mover]) + state.extra:
        found.append("more access points were used than there were")
    if state.cap[state.mover] and state.paid > state.cap[state.mover]:
        found.append("more Kè were spent than the limit allows")
    if not state.over and not state.todo:
        found.append("nothing is asked and the match goes on")
    released = [handle for zone in state.released for handle in zone]
    if not set(state.twice) <= set(released):
        found.append("a spell that is to have its effect twice is not released")
    return found


def _wrong_score(pool: MastersPool, state: MastersState) -> list[str]:
    """Scores that are not what the seats' cards come to; where some are hidden nobody can tell."""
    found = []
    if state.viewer == FULL:
        for seat in range(state.seats):
            levels = [pool.level[state.cards[handle]] for handle in _scoring(state, seat)]
            if state.score[seat] != sum(levels):
                found.append(f"seat {seat} has {state.score[seat]} points and cards for {sum(levels)}")
            if state.fives[seat] != levels.count(LEVELS):
                found.append(
                    f"seat {seat} has {levels.count(LEVELS)} cards of level {LEVELS}, not {state.fives[seat]}"
                )
    return found


def _scoring(state: MastersState, seat: int) -> list[int]:
    """All cards of a seat but the banished ones (T11)."""
    zones = (state.deck, state.hand, state.pile, state.zone, state.released)
    handles = [handle for zone in zones for handle in zone[seat]]
    for timer in state.timers[seat]:
        handles += [timer.handle, *timer.spells, *timer.under]
    if seat == state.mover:
        handles += [*state.pending, *state.aside]
    return handles
