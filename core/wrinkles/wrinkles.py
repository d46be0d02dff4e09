"""Wrinkles in Time as a Game: the contract, fulfilled by the modules of this folder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property

from core.contract.chance import Chance
from core.contract.choice import Choice, Decision
from core.contract.errors import GameError
from core.contract.event import Event, Events, Told
from core.contract.game import Game
from core.contract.guide import Guide
from core.contract.header import Header
from core.contract.knowledge import everyone
from core.contract.options import Option, Preset
from core.contract.outcome import Outcome
from core.contract.stop import Halt, Stop
from core.contract.story import Ply, Story
from core.contract.texts import Texts
from core.wrinkles import account, cards, choices, flow, force, guide, story, text
from core.wrinkles import state as states
from core.wrinkles.card_kinds import BASE_SLOTS, SIDES
from core.wrinkles.cards import WrinklesCardFile, WrinklesPool, printed_pool
from core.wrinkles.choices import Unplayable
from core.wrinkles.frames import HAND_LIMIT
from core.wrinkles.moves import WrinklesMoves, board_survey
from core.wrinkles.room import Rooms
from core.wrinkles.state import EVIL, FATE, GOOD, KINDS, PHASES, WrinklesState

OPTIONS = (
    Option("replace", 1, 0, 1, "Where there is no room, a card may replace one of your own in play."),
    Option("fresh", 0, 0, 1, "All cards in play are discarded at the end of each turn."),
    Option(
        "good_tokens",
        3,
        1,
        5,
        "Balance tokens Good starts with; Evil has the rest of the six. A handicap: with 2, Good wins 80%"
        " between greedy computer players with the full decks.",
    ),
    Option(
        "evil_draw", 0, 0, 3, "Cards more that Evil draws in each Destiny phase (ours, not the designer's)."
    ),
    Option(
        "max_turns",
        0,
        0,
        99,
        "The match ends after so many turns: more tokens win, and Good with three each; 0 for no such end.",
    ),
)

MOST_CARDS = 1000
"""In a deck, whatever its format: what a header may ask for stays small."""

PRESETS = (
    Preset(
        "Original", {}, "As designed. Between two greedy computer players with the full decks Good wins 90%."
    ),
    Preset(
        "Even",
        {"evil_draw": 1, "good_tokens": 2},
        "Evil draws one card more in each Destiny phase and starts with four tokens: Good wins 49%.",
    ),
)

STOPS = (
    *(Stop(phase, asked=kind == FATE) for phase, kind in zip(PHASES, KINDS, strict=True)),
    Stop(choices.ANSWERS, asked_apart=True, phase=False),
)


CARD_FIELDS = {
    "id": "card id",
    "side": "good or evil",
    "name": "name",
    "type": "its type in the letters printed on it",
    "force": "printed Force, null for a Special",
    "traits": "what it counts as besides its type",
    "text": "what it does",
}


class Wrinkles(Game[WrinklesState]):
    """The game with its card sets loaded."""

    name = "wrinkles"
    title = "Wrinkles in Time"
    rules = cards.RULES
    roles = ("Good", "Evil")
    seats = (2, 2)
    options = OPTIONS
    presets = PRESETS
    stops = STOPS
    tally = "total"
    streams = ("good deck", "evil deck")
    state_type = WrinklesState

    def __init__(self, pool: WrinklesPool) -> None:
        self.pool = pool
        self.rooms = Rooms(pool)
        self.sets = pool.sets
        self.table = pool.table
        self.fingerprint = pool.fingerprint
        self.texts = WrinklesTexts(self)
        self.cards = tuple(cards.card_info(card, text.effects_text(card)) for card in pool.cards)

    def deck_group(self, seat: int) -> str | None:
        return SIDES[seat]

    def base_slots(self, group: str) -> tuple[str, ...]:
        return BASE_SLOTS[SIDES.index(group)]

    def first_cards(self, group: str) -> tuple[int, ...]:
        return (flow.DRAWS, flow.DRAWS * KINDS.count(states.DESTINY))

    def setup(self, header: Header, chance: Chance, events: Events | None = None) -> WrinklesState:
        state = states.empty(header.options)
        for seat, decklist in enumerate(header.decklists):
            if decklist is None or not decklist.cards:
                raise GameError(f"{self.roles[seat]} has no deck.")
            if sum(decklist.cards.values()) > MOST_CARDS:
                raise GameError(f"{self.roles[seat]}'s deck has more than {MOST_CARDS} cards.")
            for card, count in sorted(decklist.cards.items()):
                if card not in self.table or self.pool.side[self.identity(card)] != seat:
                    raise GameError(f"{card} is no card of {self.roles[seat]}'s.")
                state.cards += [self.identity(card)] * count
            state.deck[seat] = list(range(sum(map(len, state.deck)), len(state.cards)))
        state.known = [0] * len(state.cards)
        state.lot = [-1] * len(state.cards)
        for seat in (GOOD, EVIL):
            may_know = 1 << seat if header.lists == "closed" else everyone(2)
            chance.shuffle(state, seat, "deck", state.deck[seat], events, may_know)
        flow.begin(WrinklesMoves(self.pool, self.rooms, state, chance, events))
        return state

    def decision(self, state: WrinklesState) -> Decision | None:
        return choices.decision(self.pool, self.rooms, state)

    def why_not(self, state: WrinklesState, choice: Choice) -> str:
        return choices.why_not(self.pool, self.rooms, state, choice)

    def apply(
        self, state: WrinklesState, choice: Choice, chance: Chance, events: Events | None = None
    ) -> None:
        flow.apply(WrinklesMoves(self.pool, self.rooms, state, chance, events), choice)

    def copy(self, state: WrinklesState) -> WrinklesState:
        return states.copy(state)

    def phase_name(self, state: WrinklesState) -> str:
        return PHASES[state.phase]

    def halt(self, state: WrinklesState) -> Halt | None:
        return choices.halt(self.pool, self.rooms, state)

    def outcome(self, state: WrinklesState) -> Outcome | None:
        if not state.over:
            return None
        good, evil = state.tokens
        end = "tokens" if state.over == states.TOKENS else "max_turns"
        return Outcome((1, 2) if good >= evil else (2, 1), (good, evil), end)

    def standing(self, state: WrinklesState) -> tuple[int, ...]:
        return tuple(state.tokens)

    def turn(self, state: WrinklesState) -> int:
        return state.turn

    def value(self, state: WrinklesState, seat: int) -> int:
        """How well this seat stands; tokens are not in it.

        What counts is by how much its total Force is ahead, and a little the cards in hand that need not be
        discarded (less the other's), and its own slots that nobody sits in.
        """
        other = 1 - seat
        totals = force.totals(self.pool, state)
        mine, theirs = (min(len(state.hand[one]), HAND_LIMIT) for one in (seat, other))
        return 4 * (totals[seat] - totals[other]) + mine - theirs + board_survey(self.rooms, state, seat).free

    def quiet(self, state: WrinklesState) -> bool:
        return bool(state.over) or state.todo[-1][0] == states.WINDOW

    def problems(self, state: WrinklesState) -> list[str]:
        return states.problems(state)

    # What the board and its hints want to know, besides the contract.

    def total(self, state: WrinklesState, seat: int) -> int:
        """A seat's total Force now."""
        return force.total(self.pool, state, seat)

    def forces(self, state: WrinklesState, seat: int) -> list[int]:
        """What each card in play counts, in board order."""
        return force.forces(self.pool, state, seat)

    def why_unplayable(self, state: WrinklesState, seat: int, card: int) -> Unplayable | None:
        """Why a hand card can't be played in a window now; None if it can."""
        return choices.card_reason(self.pool, self.rooms, state, seat, card)

    def why_no_answer(self, state: WrinklesState, seat: int, card: int) -> Unplayable | None:
        """Why a hand card can't be played to negate a Special; None if it can."""
        return choices.answer_reason(self.pool, state, seat, card)

    def gain(self, state: WrinklesState, seat: int, card: int) -> tuple[int, int] | None:
        """How putting a card into play would change (the own, the opponent's) total: with room, or with
        the best card to replace. None for a Special or where there is no way."""
        if self.pool.special[card]:
            return None
        survey = board_survey(self.rooms, state, seat)
        if self.pool.mask[card] & survey.room:
            return force.gain(self.pool, state, seat, card)
        if not state.options[states.REPLACE]:
            return None
        places = self.rooms.replaceable(survey, card)
        changes = [force.gain(self.pool, state, seat, card, place) for place in places]
        return max(changes, key=lambda change: change[0] - change[1], default=None)


class WrinklesTexts(Texts[WrinklesState]):
    """The words of the game with its cards."""

    card_fields = CARD_FIELDS

    def __init__(self, game: Wrinkles) -> None:
        super().__init__(game)
        self._pool = game.pool

    def say(self, choice: Choice, view: WrinklesState) -> str:
        return text.say(self._pool, choice, view)

    def ask(self, decision: Decision, view: WrinklesState) -> str:
        return text.ask(self._pool, decision, view)

    def answered(self, decision: Decision, view: WrinklesState) -> str:
        return text.answered(self._pool, decision, view)

    def tell(self, event: Event, view: WrinklesState) -> str | None:
        return text.tell(self._pool, event, view)

    def guide(self) -> Guide:
        return self._guide

    @cached_property
    def _guide(self) -> Guide:
        return guide.guide(self.game, self._pool)

    def story(self, start: WrinklesState, plies: Iterable[Ply], outcome: Outcome | None) -> Story:
        return story.story(self._pool, start, plies, outcome)

    def account(self, view: WrinklesState) -> list[str]:
        return account.account(self._pool, view)

    def comment(self, event: Event, before: WrinklesState) -> list[str]:
        settled = isinstance(event, Told) and event.kind == "token"
        return account.totals(self._pool, before) if settled else []

    def phase(self, state: WrinklesState) -> str:
        return guide.phase_topic(state.phase)

    def card_facts(self, card: int) -> dict[str, object]:
        info = self.game.cards[card]
        return {
            "id": info.id,
            "side": info.group,
            "name": info.name,
            "type": info.type,
            "force": info.force,
            "traits": info.traits,
            "text": info.text,
        }

    def heading(self, event: Event) -> int:
        return text.heading(event)


def load(files: Sequence[WrinklesCardFile] | None = None) -> Wrinkles:
    """The game with the cards of these files, or with those that come with it (`cards.printed_files`).

    A file is one side of a card set; files of several sets make one game. Raises GameError for a card that
    stands in two of them.
    """
    return _printed() if files is None else Wrinkles(WrinklesPool(files))


@cache
def _printed() -> Wrinkles:
    return Wrinkles(printed_pool())
