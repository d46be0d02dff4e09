"""Scenes: states with given cards, played in words. What every game's scenes have in common.

Whatever a scene does is also checked: no card is lost, and the views play on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from core.contract.chance import Chance
from core.contract.choice import Choice
from core.contract.event import Event
from core.contract.game import AnyGame
from core.contract.stream import numbered_seed
from tests.core.shadow import Shadows


class Scene:
    """A match that starts in the middle."""

    def __init__(self, game: Any, state: Any) -> None:
        self.game = game
        self.state = state
        self.events: list[Event] = []
        """Of the last choice."""
        self._chance = Chance(numbered_seed(1), game.streams)
        self._shadows = Shadows(game, state)
        self.check()

    # What is to be done.

    @property
    def asked(self) -> tuple[str, int]:
        """The open question and the seat it is put to."""
        decision = self.game.decision(self.state)
        assert decision is not None, "the match is over"
        return decision.kind, decision.seat

    def may(self, about: str = "") -> list[str]:
        """The choices in words, sorted; only those that begin with `about` if given."""
        return sorted(said for said in self._choices() if said.startswith(about))

    def words(self, choice: Choice, view: Any) -> str:
        """A choice in the words of these scenes: as the game says it."""
        said: str = self.game.texts.say(choice, view)
        return said

    def _choices(self) -> dict[str, Choice]:
        decision = self.game.decision(self.state)
        assert decision is not None and decision.choices is not None
        view = self.game.mask(self.state, decision.seat)
        said: dict[str, Choice] = {}
        for choice in decision.choices:
            said.setdefault(self.words(choice, view), choice)
        return said

    def do(self, *acts: str) -> Any:
        """Make these choices, one after the other, for whoever is asked."""
        for act in acts:
            choices = self._choices()
            assert act in choices, f"{act!r} is none of {sorted(choices)}"
            self.make(choices[act])
        return self

    def make(self, choice: Choice) -> None:
        """Make one choice."""
        self.events = [event for event, _ in self._shadows.apply(self.state, choice, self._chance)]
        self.check()

    def refused(self, kind: str, name: str, seat: int | None = None) -> str:
        """Why a hand card can't be chosen so."""
        seat = self.asked[1] if seat is None else seat
        handle = self.handle(self.state.hand[seat], name)
        illegal = self.game.check(self.state, Choice(kind, (handle,), self.state.cards[handle]))
        return illegal.reason if illegal else ""

    def check(self) -> None:
        """Nothing about the state is impossible, and the views have played on."""
        assert self.game.problems(self.state) == []
        self._shadows.compare(self.state)

    # What there is to see.

    def names(self, handles: Iterable[int]) -> list[str]:
        return [self.game.cards[self.state.cards[handle]].name for handle in handles]

    def handle(self, handles: Sequence[int], name: str) -> int:
        return handles[self.names(handles).index(name)]

    def hand(self, seat: int) -> list[str]:
        return self.names(self.state.hand[seat])

    def pile(self, seat: int) -> list[str]:
        return self.names(self.state.pile[seat])

    def deck(self, seat: int) -> list[str]:
        """From the top."""
        return self.names(self.state.deck[seat][::-1])

    def told(self, seat: int | None = None) -> list[str]:
        """The last choice's events as sentences for a seat (None: for anybody)."""
        view = self.game.mask(self.state, seat)
        return [said for event in self.events if (said := self.game.texts.tell(event, view))]


def cards_named(game: AnyGame, text: str, groups: Sequence[str]) -> list[int]:
    """Identities of the cards written in a zone: names with commas; `3 Hope` is Hope three times.

    Where cards of several of these groups have a name, it is that of the first group.
    """
    by_name: dict[str, int] = {}
    for group in groups:
        for identity, info in enumerate(game.cards):
            if info.group == group:
                by_name.setdefault(info.name, identity)
    found: list[int] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        counted = re.fullmatch(r"(\d+) (.+)", part)
        found += [by_name[counted[2]]] * int(counted[1]) if counted else [by_name[part]]
    return found
