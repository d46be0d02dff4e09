"""Time Masters as a Game: the contract, fulfilled by the modules of this folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property

from core.contract.chance import Chance
from core.contract.choice import Choice, Decision
from core.contract.errors import GameError
from core.contract.event import Event, Events
from core.contract.game import Game
from core.contract.guide import Guide
from core.contract.header import Decklist, Header
from core.contract.knowledge import everyone
from core.contract.options import Option, Preset
from core.contract.outcome import Outcome
from core.contract.stop import Halt, Stop
from core.contract.story import Ply, Story
from core.contract.texts import Texts
from core.timemasters import (
    account,
    cards,
    cardtext,
    choices,
    costs,
    flow,
    guide,
    questions,
    setups,
    story,
    text,
    worth,
)
from core.timemasters import state as states
from core.timemasters.cards import MastersCardFile, MastersPool, printed_pool
from core.timemasters.costs import Opening, Points, Price
from core.timemasters.moves import DECKS, SPHERE_STREAM, MastersMoves
from core.timemasters.state import HAND, MOST_EPHEMERAL, PHASES, SPHERE_CARDS, MastersState

OPTIONS = (
    Option(
        "end",
        0,
        0,
        1,
        "When the second Sphere runs empty the match ends at once, or after the round, so that all have had"
        " the same number of turns.",
        ("at-once", "round"),
    ),
    Option(
        "later_start",
        0,
        0,
        2,
        "Ephemeral Kè that each later seat starts with more than the one before, four at most (ours, not the"
        " rulebook's).",
    ),
    Option("max_turns", 0, 0, 99, "The match ends after so many rounds: more points win; 0 for no such end."),
    Option("first", 0, 0, 4, "The seat that begins: 1 to 4, or 0 to have it drawn."),
)

PRESETS = (
    Preset(
        "Rulebook",
        {},
        "As published. Between greedy computer players the first of two seats wins 57%.",
    ),
    Preset(
        "Even",
        {"end": 1, "later_start": 1},
        "The round is played to its end, and each later seat starts with one ephemeral Kè more: the first of"
        " two wins 54%.",
    ),
)

_ENDS = {states.SPHERES_EMPTY: "spheres", states.TURNS: "max_turns", states.PASSES: "passes"}
"""Outcome.end for each value of State.over."""


class TimeMasters(Game[MastersState]):
    """The game with its card sets loaded."""

    name = "time-masters"
    title = "Time Masters"
    rules = cards.RULES
    roles = ()
    seats = (2, 4)
    options = OPTIONS
    presets = PRESETS
    stops = (Stop("Access", phase=False),)
    tally = "score"
    shared_group = setups.GROUP
    streams = ("decks", "spheres")
    state_type = MastersState

    def __init__(self, pool: MastersPool) -> None:
        self.pool = pool
        self.sets = pool.sets
        self.table = pool.table
        self.fingerprint = pool.fingerprint
        self.texts = TimeMastersTexts(self)
        self.cards = tuple(cards.card_info(card, cardtext.effects_text(card)) for card in pool.cards)

    def deck_group(self, seat: int) -> str | None:
        return None

    def pool_groups(self, group: str) -> tuple[str, ...]:
        return setups.LEVELS if group == setups.GROUP else (group,)

    def first_cards(self, group: str) -> tuple[int, ...]:
        return (1, SPHERE_CARDS // 2)  # of each Sphere: its top card, and half of it

    def why_not_shared(self, cards: Mapping[str, int]) -> str:
        return setups.why_not(self.pool, cards)

    def setup(self, header: Header, chance: Chance, events: Events | None = None) -> MastersState:
        options, seats = header.options, len(header.seats)
        first = options["first"]
        if first > seats:
            raise GameError(f"Seat {first} can't begin a match of {seats} seats: first is 0 to {seats}.")
        state = states.empty(seats, options, first - 1 if first else chance.stream("first seat").below(seats))
        for later in range(seats):
            seat = (state.first + later) % seats
            state.ephemeral[seat] = min(later * options["later_start"], MOST_EPHEMERAL)
        self._deal(state, header.shared, chance, events)
        flow.begin(MastersMoves(self.pool, state, chance, events))
        return state

    def _deal(
        self, state: MastersState, setup: Decklist | None, chance: Chance, events: Events | None
    ) -> None:
        """Shuffle the decks that all start with, and the Spheres; turn up their tops, and draw."""
        decks = [self.pool.copies[0]] * state.seats
        levels = self.pool.copies[1:] if setup is None else setups.levels(self.pool, setup.cards)
        zones = []
        for content in (*decks, *levels):
            zones.append(list(range(len(state.cards), len(state.cards) + len(content))))
            state.cards += content
        state.known = [0] * len(state.cards)
        state.lot = [-1] * len(state.cards)
        moves = MastersMoves(self.pool, state, chance, events)
        for seat in range(state.seats):
            state.deck[seat] = zones[seat]
            chance.shuffle(state, DECKS, "deck", zones[seat], events)
        for place, zone in enumerate(zones[state.seats :]):
            chance.shuffle(state, SPHERE_STREAM, "sphere", zone, events)
            state.spheres[place] = zone[-SPHERE_CARDS:]
            state.box[place] = zone[:-SPHERE_CARDS]
            moves.show_all(zone[-1])
        moves.tell("tops")
        for seat in range(state.seats):
            moves.draw(seat, HAND)

    def decision(self, state: MastersState) -> Decision | None:
        return choices.decision(self.pool, state)

    def why_not(self, state: MastersState, choice: Choice) -> str:
        return choices.why_not(self.pool, state, choice)

    def apply(
        self, state: MastersState, choice: Choice, chance: Chance, events: Events | None = None
    ) -> None:
        flow.apply(MastersMoves(self.pool, state, chance, events), choice)

    def copy(self, state: MastersState) -> MastersState:
        return states.copy(state)

    def phase_name(self, state: MastersState) -> str:
        return PHASES[state.phase]

    def halt(self, state: MastersState) -> Halt | None:
        return choices.halt(self.pool, state)

    def outcome(self, state: MastersState) -> Outcome | None:
        if not state.over:
            return None
        ranks = [
            (state.score[seat], states.ke(state, seat), state.fives[seat]) for seat in range(state.seats)
        ]
        places = tuple(1 + sum(other > rank for other in ranks) for rank in ranks)
        return Outcome(places, tuple(state.score), _ENDS[state.over])

    def standing(self, state: MastersState) -> tuple[int, ...]:
        return tuple(state.score)

    def turn(self, state: MastersState) -> int:
        return state.round

    def value(self, state: MastersState, seat: int) -> int:
        return worth.value(self.pool, state, seat)

    def quiet(self, state: MastersState) -> bool:
        return bool(state.over) or state.todo[-1][0] in choices.OWN_GO

    def problems(self, state: MastersState) -> list[str]:
        return states.problems(self.pool, state)

    # What the board and its hints want to know, besides the contract.

    def price(self, state: MastersState, seat: int, card: int, timer: int = -1) -> Price:
        """What a spell of this identity would cost a seat now, into its Spell zone or onto a Timer (a
        handle), with what the cost is made of, whether it can be paid and with which Kè."""
        return costs.explain(self.pool, state, seat, card, timer)

    def known_to_all(self, state: MastersState, handle: int) -> bool:
        """Whether everybody has seen this card since it was shuffled last, wherever it lies now (T30)."""
        return state.known[handle] == everyone(state.seats)

    def free_timers(self, state: MastersState, seat: int) -> list[int]:
        """The handles of a seat's Timers with a free slot."""
        return [timer.handle for timer in costs.free_timers(self.pool, state, seat)]

    def slots(self, state: MastersState, timer: int) -> int:
        """How many spells a Timer in play (a handle) holds in all."""
        return self.pool.slots[state.cards[timer]]

    def points(self, state: MastersState) -> Points:
        """The access points of the turn so far: from spells, from effects, and used."""
        return costs.points(state)

    def openings(self, state: MastersState) -> list[Opening]:
        """The five Spheres: what each costs, and whether the points left open its top or the next card."""
        return costs.openings(state)


class TimeMastersTexts(Texts[MastersState]):
    """The words of the game with its cards."""

    unasked = "take nothing"
    force_name = "Cost"
    no_text = "It does nothing of its own."
    card_fields = cardtext.FIELDS
    without_shared = "a random draw"

    def __init__(self, game: TimeMasters) -> None:
        super().__init__(game)
        self._pool = game.pool

    def group_title(self, group: str) -> str:
        if group == setups.GROUP:
            return "Setup"
        level = group.removeprefix("level")
        return f"Sphere {level}" if group in setups.LEVELS else f"Level {level}"

    def say(self, choice: Choice, view: MastersState) -> str:
        return text.say(self._pool, choice, view)

    def ask(self, decision: Decision, view: MastersState) -> str:
        return questions.ask(self._pool, decision, view)

    def tell(self, event: Event, view: MastersState) -> str | None:
        return text.tell(self._pool, event, view)

    def guide(self) -> Guide:
        return self._guide

    @cached_property
    def _guide(self) -> Guide:
        return guide.guide(self.game, self._pool)

    def story(self, start: MastersState, plies: Iterable[Ply], outcome: Outcome | None) -> Story:
        return story.story(self._pool, start, plies, outcome)

    def account(self, view: MastersState) -> list[str]:
        return account.account(self._pool, view)

    def comment(self, event: Event, before: MastersState) -> list[str]:
        said = account.why_cost(self._pool, event, before)
        return [said] if said else []

    def phase(self, state: MastersState) -> str:
        return guide.PHASE_TOPICS[state.phase]

    def card_facts(self, card: int) -> dict[str, object]:
        return cardtext.facts(self._pool.cards[card], self._pool.level[card])

    def heading(self, event: Event) -> int:
        return text.heading(event)


def load(files: Sequence[MastersCardFile] | None = None) -> TimeMasters:
    """The game with the cards of these files, or with those that come with it (`cards.printed_files`).

    A file is one level of a card set; files of several sets make one game. Raises GameError for a card that
    stands in two of them.
    """
    return _printed() if files is None else TimeMasters(MastersPool(files))


@cache
def _printed() -> TimeMasters:
    return TimeMasters(printed_pool())
