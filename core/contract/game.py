"""What a game is: its rules, as pure functions over states, and its texts.

A game is a set of pure functions over a plain-data state. The state holds identities behind *handles*
(small integers), so that a view of a seat is the same type with the identities that seat may not see
replaced by HIDDEN, and every function works on a view too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

if TYPE_CHECKING:
    from core.contract.card_info import CardInfo
    from core.contract.chance import Chance
    from core.contract.header import Header
    from core.contract.options import Option, Preset
    from core.contract.stop import Halt, Stop
    from core.contract.stream import Stream
    from core.contract.texts import Texts
from core.contract.choice import Choice, Decision, Illegal
from core.contract.event import Event, Events, Told
from core.contract.outcome import Outcome
from core.contract.state import State

S = TypeVar("S", bound=State)


class Game(ABC, Generic[S]):
    """One game with its card sets loaded. Instances are immutable and may be shared."""

    name: str
    """As on the command line and in records."""
    title: str
    """As people write it."""
    rules: int
    """Raised with any change of behaviour; part of the fingerprint."""
    roles: tuple[str, ...]
    """What the seats are called when the number of seats is fixed; the side of each, title case."""
    seats: tuple[int, int]
    """Fewest and most seats."""
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    tally: str = ""
    """Kind of the Told events that say a seat's total where totals are compared; empty if none are."""
    stops: tuple[Stop, ...] = ()
    """In the order of a turn; none where every decision has to be asked."""
    shared_group: str | None = None
    """The group of the one decklist that belongs to the table and to no seat; None for a game without."""
    sets: tuple[str, ...]
    """The card sets loaded."""
    table: tuple[str, ...]
    """The card table: card ids, sorted; an identity is an index into it."""
    cards: tuple[CardInfo, ...]
    """By identity."""
    streams: tuple[str, ...]
    """Names of the streams that shuffles use, in the order of `State.streams`."""
    fingerprint: str
    """Hex hash over everything that changes what the rules do; never over names and texts."""
    state_type: type[S]
    texts: Texts[S]
    """What people read of it."""

    @abstractmethod
    def deck_group(self, seat: int) -> str | None:
        """Which group of cards this seat's decklist is made of; None if the seat brings no deck."""

    def pool_groups(self, group: str) -> tuple[str, ...]:
        """Which groups of cards a decklist of this group is made of, in their order."""
        return (group,)

    def base_slots(self, group: str) -> tuple[str, ...]:
        """What the slots that a seat with such a decklist has of its own are for, a word a slot in their
        order (as in CardInfo.counts_as); empty for a game without slots."""
        return ()

    def first_cards(self, group: str) -> tuple[int, ...]:
        """How many of the first cards somebody with such a decklist asks about, smallest first: a hand, a
        turn. Where it is made of several groups of cards, these are of each."""
        return ()

    def why_not_shared(self, cards: Mapping[str, int]) -> str:
        """Why the table can't play with this list, in a sentence; empty if it can.

        `cards` are of the list's own pool, each with one copy at least; they are what a header, an offer
        from another machine, or a file says, so that any number of them may come.
        """
        return ""

    @abstractmethod
    def setup(self, header: Header, chance: Chance, events: Events | None = None) -> S:
        """The state before the first decision. Raises GameError if the header can't be played."""

    @abstractmethod
    def decision(self, state: S) -> Decision | None:
        """Who owes a choice; None when the match is over."""

    @abstractmethod
    def why_not(self, state: S, choice: Choice) -> str:
        """For a choice that is not in the legal list: the reason, in a sentence for players."""

    @abstractmethod
    def apply(self, state: S, choice: Choice, chance: Chance, events: Events | None = None) -> None:
        """Make a legal choice, in place, and all that follows by itself.

        Reads a card's identity only if it is public or carried by the choice. Says what happened only
        when `events` is given. Raises knowledge.Unseen, in the midst of it, on a view that lacks a card
        which is turned up by it and on which more depends; core.engine.preview plays on with such views.
        """

    @abstractmethod
    def copy(self, state: S) -> S:
        """An independent copy, cheap."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result; None while the match goes on."""

    @abstractmethod
    def standing(self, state: S) -> tuple[int, ...]:
        """The score of each seat so far."""

    @abstractmethod
    def turn(self, state: S) -> int:
        """The number of the turn or round, from 1."""

    @abstractmethod
    def value(self, state: S, seat: int) -> int:
        """How good this state looks for a seat, for bots; larger is better."""

    @abstractmethod
    def quiet(self, state: S) -> bool:
        """Whether nothing is pending: the match is over, or a go is asked for, no part of something begun."""

    @abstractmethod
    def problems(self, state: S) -> list[str]:
        """What is impossible about this state (a lost or doubled card, a bad mask); empty if nothing."""

    def key(self, choice: Choice, state: S) -> tuple[object, ...]:
        """Equal for choices that come to the same, by identity; pools them in search."""
        cards = state.cards
        return (choice.kind, choice.card, tuple(cards[handle] for handle in choice.handles))

    def check(self, state: S, choice: Choice) -> Illegal | None:
        """None if the choice is legal now; otherwise the reason."""
        decision = self.decision(state)
        if decision is None:
            return Illegal("The match is over.")
        if decision.choices is None or choice in decision.choices:
            return None
        return Illegal(self.why_not(state, choice))

    def totals(self, events: Sequence[Event]) -> tuple[int, ...]:
        """Each seat's total where these events compare totals; empty where they don't."""
        said = {one.seat: one.n for one in events if isinstance(one, Told) and one.kind == self.tally}
        return tuple(total for _, total in sorted(said.items()))

    def phase_name(self, state: S) -> str:
        """The phase the match is in, by its name in `stops`; empty if the game has none."""
        return ""

    def halt(self, state: S) -> Halt | None:
        """How the open decision may be answered unasked; None where it has to be asked, or there is none."""
        return None

    def mask(self, state: S, seat: int | None) -> S:
        """What a seat sees (None: what everybody sees), as a state of the same type."""
        from core.contract.knowledge import hide

        view = self.copy(state)
        hide(view, seat)
        return view

    def determinize(self, view: S, lists: Sequence[Mapping[str, int]], stream: Stream) -> S:
        """A full state that this view could be of: unseen identities dealt lot by lot.

        `lists` says, by seat, what a lot that this view may not know is supposed to be made of.
        """
        from core.contract.knowledge import guess

        def pool(seat: int) -> list[int]:
            cards = sorted(lists[seat].items())
            return [self.identity(card) for card, count in cards for _ in range(count)]

        state = self.copy(view)
        guess(state, pool, stream)
        return state

    def identity(self, card: str) -> int:
        """The identity of a card id. Raises KeyError if the table hasn't it."""
        return self._index[card]

    @cached_property
    def _index(self) -> dict[str, int]:
        return {card: identity for identity, card in enumerate(self.table)}


AnyGame: TypeAlias = Game[Any]
