"""Pocket, a third game, for tests only: small, and shaped by neither of the two real ones.

Three seats have a deck each: a decklist of their own, or one of every card. You hold three cards and draw
one at the start of a turn; an empty deck takes the shuffled discard pile in. Then you lay a card face down,
or play one face up for what it does: 1 to 3 let you draw, 4 to 6 let you look at the next two cards of your
deck and choose which comes first, 7 and 8 make the next seat drop a card. After so many rounds all is
turned up; the greatest sum of laid cards wins, and first place may be shared. The table may have a list of
lucky cards, three at most: laid, one counts a point more for each time it is on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from functools import cache
from hashlib import blake2b
from itertools import chain

from msgspec import field

from core.contract import event as e
from core.contract.card_info import CardInfo
from core.contract.chance import Chance
from core.contract.choice import HIDDEN, Choice, Decision
from core.contract.errors import GameError
from core.contract.event import Event, Events, Told
from core.contract.game import Game
from core.contract.guide import Guide, Topic
from core.contract.header import Header
from core.contract.knowledge import deal, everyone, show, turn_up
from core.contract.options import Option, Preset
from core.contract.outcome import Outcome
from core.contract.state import FULL
from core.contract.state import State as BaseState
from core.contract.story import Chapter, Ply, Sentence, Story
from core.contract.texts import Texts
from core.guide_file import card_topic

NAMES = ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")
TEXTS = ("You draw.",) * 3 + ("You look at two cards.",) * 3 + ("The next seat drops a card.",) * 2
ALL = everyone(3)


class State(BaseState, array_like=True):
    """Lists are by seat. A deck's top is its last handle."""

    rounds: int
    lucky: list[int]  # by identity: how many points more a laid card counts
    turn: int = 0  # turns taken so far; it is seat turn % 3's
    asked: str = "turn"  # turn, keep, drop; empty when the match is over
    deck: list[list[int]] = field(default_factory=lambda: [[], [], []])
    hand: list[list[int]] = field(default_factory=lambda: [[], [], []])
    down: list[list[int]] = field(default_factory=lambda: [[], [], []])
    pile: list[list[int]] = field(default_factory=lambda: [[], [], []])
    box: list[list[int]] = field(default_factory=lambda: [[], [], []])  # set aside at the start, unseen


class Pocket(Game[State]):
    """The game with its eight cards."""

    name, title, rules = "pocket", "Pocket", 1
    roles, seats = ("Ann", "Bea", "Cal"), (3, 3)
    options = (
        Option("rounds", 3, 1, 9, "How many turns each seat takes."),
        Option("box", 1, 0, 2, "Cards of each deck that are set aside unseen."),
    )
    presets = (Preset("Short", {"rounds": 1}, "One turn each."),)
    table = tuple(sorted(f"pkt/pip/{name.lower()}" for name in NAMES))
    sets, streams = ("pkt",), ("decks",)
    state_type = State
    shared_group = "lucky"
    fingerprint = blake2b(b"pocket 1", digest_size=16).hexdigest()
    pips = tuple(NAMES.index(card.rpartition("/")[2].capitalize()) + 1 for card in table)
    cards = tuple(
        CardInfo(card, "pip", NAMES[n - 1], "P", "Pip", n, (), TEXTS[n - 1])
        for card, n in zip(table, pips, strict=True)
    )

    def __init__(self) -> None:
        self.texts = PocketTexts(self)

    def deck_group(self, seat: int) -> str | None:
        return "pip" if seat < 2 else None  # Cal always plays one of every card

    def pool_groups(self, group: str) -> tuple[str, ...]:
        return ("pip",)

    def why_not_shared(self, cards: Mapping[str, int]) -> str:
        return "" if 1 <= sum(cards.values()) <= 3 else "It has from one to three cards."

    def setup(self, header: Header, chance: Chance, events: Events | None = None) -> State:
        given = header.options
        if any(given.get(option.name) not in range(option.low, option.high + 1) for option in self.options):
            raise GameError(f"Pocket can't be played with {given}.")
        lucky = header.shared.cards if header.shared else {}
        more = [lucky.get(card, 0) for card in self.table]
        state = State(FULL, 3, [], [], [], [], [], [0], given["rounds"], more)
        for seat, brought in enumerate(header.decklists):
            deck = dict.fromkeys(self.table, 1) if brought is None else brought.cards
            if sum(deck.values()) < 6 or not set(deck) <= set(self.table):
                raise GameError(f"{self.roles[seat]} needs a deck of six Pocket cards or more.")
            state.cards += [self.identity(card) for card in sorted(deck) for _ in range(deck[card])]
            state.deck[seat] = list(range(len(state.cards)))[-sum(deck.values()) :]
        state.known = [0] * len(state.cards)
        state.lot = [-1] * len(state.cards)
        for seat in range(3):
            closed = header.lists == "closed" and header.decklists[seat] is not None
            chance.shuffle(state, 0, "deck", state.deck[seat], events, 1 << seat if closed else ALL)
            state.box[seat] = [state.deck[seat].pop() for _ in range(given["box"])]
            self._draw(state, seat, 3, chance, events)
        self._draw(state, 0, 1, chance, events)
        return state

    def decision(self, state: State) -> Decision | None:
        if not state.asked:
            return None
        seat = (state.turn + (state.asked == "drop")) % 3
        if state.viewer not in (FULL, seat):
            return Decision(seat, state.asked, None)
        if state.asked == "keep":
            return Decision(seat, "keep", [Choice("keep", (handle,)) for handle in state.deck[seat][-2:]])
        word = "play" if state.asked == "turn" else "drop"
        choices = [Choice(word, (handle,), state.cards[handle]) for handle in state.hand[seat]]
        if state.asked == "turn":
            choices += [Choice("lay", (handle,)) for handle in state.hand[seat]] or [Choice("pass")]
        return Decision(seat, state.asked, choices)

    def why_not(self, state: State, choice: Choice) -> str:
        return "That can't be chosen here."

    def apply(self, state: State, choice: Choice, chance: Chance, events: Events | None = None) -> None:
        seat, after = state.turn % 3, (state.turn + 1) % 3
        handle = choice.handles[0] if choice.handles else -1
        state.asked = ""
        if events is not None:
            events.append(Told(choice.kind, after if choice.kind == "drop" else seat, handle, choice.card))
        if choice.kind == "lay":
            state.hand[seat].remove(handle)
            state.down[seat].append(handle)
        elif choice.kind == "keep":
            state.deck[seat].remove(handle)
            state.deck[seat].append(handle)
        elif choice.kind in ("play", "drop"):
            owner = seat if choice.kind == "play" else after
            turn_up(state, handle, choice.card, ALL)
            state.hand[owner].remove(handle)
            state.pile[owner].append(handle)
            pips = self.pips[choice.card] if choice.kind == "play" else 0
            if 1 <= pips <= 3:
                self._draw(state, seat, 1, chance, events)
            elif 4 <= pips <= 6 and state.deck[seat]:
                state.asked = "keep"
                for top in state.deck[seat][-2:]:
                    show(state, top, 1 << seat, events)
            elif pips >= 7 and state.hand[after]:
                state.asked = "drop"
        if state.asked:
            return  # this turn goes on
        state.turn += 1
        if state.turn < 3 * state.rounds:
            self._draw(state, after, 1, chance, events)
            state.asked = "turn"
            return
        for laid in chain(*state.down):
            show(state, laid, ALL, events)

    def _draw(self, state: State, seat: int, n: int, chance: Chance, events: Events | None) -> None:
        deck, pile = state.deck[seat], state.pile[seat]
        for _ in range(n):
            if not deck and pile:
                deck += pile
                pile.clear()
                chance.shuffle(state, 0, "deck", deck, events)
            if deck:
                state.hand[seat].append(deck.pop())
                deal(state, state.hand[seat][-1], seat, events)

    def copy(self, state: State) -> State:
        return deepcopy(state)

    def outcome(self, state: State) -> Outcome | None:
        scores = self.standing(state)
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        return None if state.asked else Outcome(places, scores, "counted")

    def standing(self, state: State) -> tuple[int, ...]:
        """What everybody can count: nothing before all is turned up."""
        up = [[handle for handle in down if state.known[handle] == ALL] for down in state.down]
        return tuple(sum(self._points(state, handle) for handle in seat) for seat in up)

    def _points(self, state: State, handle: int) -> int:
        card = state.cards[handle]
        return 0 if card == HIDDEN else self.pips[card] + state.lucky[card]

    def turn(self, state: State) -> int:
        return min(state.turn // 3 + 1, state.rounds)

    def value(self, state: State, seat: int) -> int:
        return sum(self._points(state, handle) for handle in state.down[seat])

    def quiet(self, state: State) -> bool:
        return state.asked in ("", "turn")

    def problems(self, state: State) -> list[str]:
        zones = chain(*state.deck, *state.hand, *state.down, *state.pile, *state.box)
        return [] if sorted(zones) == list(range(len(state.cards))) else ["a card is lost or doubled"]


class PocketTexts(Texts[State]):
    """What is said of it."""

    without_shared = "no lucky card"

    def say(self, choice: Choice, view: State) -> str:
        return " ".join([choice.kind, *(self._name(handle, choice.card, view) for handle in choice.handles)])

    def ask(self, decision: Decision, view: State) -> str:
        return f"{self.game.roles[decision.seat]}, choose: {decision.kind}."

    def tell(self, event: Event, view: State) -> str | None:
        if isinstance(event, e.Shuffled):
            return f"The {event.zone} is shuffled."
        if isinstance(event, e.Dealt | e.Shown):
            return f"{self._name(event.handle, HIDDEN, view)} is seen."
        what = f" {self._name(event.handle, event.card, view)}" if event.handle >= 0 else ""
        return f"{self.game.roles[event.seat]}: {event.kind}{what}."

    def guide(self) -> Guide:
        rules = Topic("rules", "The rules", "section", ("Lay cards; the greatest sum wins.",))
        return Guide([rules, *(card_topic(self.game, card, ["rules"]) for card in self.game.cards)])

    def story(self, start: State, plies: Iterable[Ply], outcome: Outcome | None) -> Story:
        rounds: dict[int, list[Sentence]] = {}
        for ply in plies:
            said = f"{self.game.roles[ply.by]}: {self.say(ply.choice, ply.after)}."
            rounds.setdefault(self.game.turn(ply.before), []).append(Sentence(said, ply.n))
        return Story((), tuple(Chapter(f"Round {n}", tuple(told)) for n, told in rounds.items()))

    def _name(self, handle: int, card: int, view: State) -> str:
        card = card if card != HIDDEN else view.cards[handle]
        return self.game.cards[card].name if card != HIDDEN else "a card"


@cache
def load() -> Pocket:
    """The game, for `core.registry.register("pocket", "tests.pocket.game")`."""
    return Pocket()
