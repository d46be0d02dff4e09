"""What people read of a game: choices, questions, events, cards and the rules in words.

Each text is for one reader, who is whoever the view it is given was made for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Generic, TypeVar

from core.contract.choice import Choice, Decision
from core.contract.event import Event
from core.contract.outcome import Outcome
from core.contract.state import State
from core.words import Seats

if TYPE_CHECKING:
    from core.contract.game import Game
    from core.contract.guide import Guide
    from core.contract.story import Ply, Story

S = TypeVar("S", bound=State)


class Texts(ABC, Generic[S]):
    """The words of one game. Instances are immutable and may be shared."""

    force_name: str = "Force"
    """What the number on a card (`CardInfo.force`) is called before that number."""
    no_text: str = "It does nothing but count."
    """What is said of a card without a text."""
    card_fields: Mapping[str, str] = {"id": "card id", "name": "name", "text": "what it does"}
    """What machines are told of a card, in the game's own words: each field's name, and what it holds."""
    unasked: str = "pass"
    """What a seat does where it is not asked."""
    without_shared: str = "none"
    """What is played with where the table has no such list, in a few words, such as `a random draw`."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game

    @abstractmethod
    def say(self, choice: Choice, view: S) -> str:
        """The spoken form of a choice, as this view's reader may hear it."""

    @abstractmethod
    def ask(self, decision: Decision, view: S) -> str:
        """The question of a decision, in a sentence or two."""

    def answered(self, decision: Decision, view: S) -> str:
        """What a decision is an answer to and what that would do, in a sentence, for somebody for whom it is
        answered unasked; empty where nothing is answered."""
        return ""

    @abstractmethod
    def tell(self, event: Event, view: S) -> str | None:
        """An event as a sentence for this view's reader; None for what needs no words."""

    @abstractmethod
    def guide(self) -> Guide:
        """The rules to be read: sections, rulings, glossary, questions, phases and cards, with links."""

    @abstractmethod
    def story(self, start: S, plies: Iterable[Ply], outcome: Outcome | None) -> Story:
        """What made the difference so far, for the reader whose views these are; `start` is the first."""

    def group_title(self, group: str) -> str:
        """What people call a group of cards or of decklists."""
        return group.capitalize()

    def seat_name(self, seat: int) -> str:
        """What a seat is called, whoever sits there: its role, or `Seat 1`."""
        return Seats(self.game.roles).name(seat)

    def account(self, view: S) -> list[str]:
        """How the scores would come about if they were taken now, in sentences for this view's reader."""
        return []

    def comment(self, event: Event, before: S) -> list[str]:
        """What an event rests on, such as how scores came about, from a reader's view before its choice."""
        return []

    def phase(self, state: S) -> str:
        """The id of the guide's topic about the phase the state is in; empty if there is none."""
        return ""

    def card_facts(self, card: int) -> dict[str, object]:
        """What the fields of `card_fields` hold for a card, by its identity, in their order."""
        info = self.game.cards[card]
        return {"id": info.id, "name": info.name, "text": info.text}

    def heading(self, event: Event) -> int:
        """Whether the sentence of an event is a heading in a log: 1 above all, 2 below that; 0 if not."""
        return 0
