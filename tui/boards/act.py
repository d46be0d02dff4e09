"""An act: the picks of one chain, played tentatively on a copy of the view."""

from __future__ import annotations

from typing import Any

from core.chance import Blind
from core.game import AnyGame, Choice, Dealt, Decision, Event, Shown, Shuffled

_NEWS = (Dealt, Shown, Shuffled)
"""Events after which a chain can't be taken back: something became known, or chance was used."""


class Act:
    """What a person has picked so far of one act, and how the view would look after it."""

    def __init__(self, game: AnyGame, view: Any, decision: Decision) -> None:
        self._game = game
        self._first = (view, decision)
        self.view: Any = view
        """The view with the picks so far played on it."""
        self.decision: Decision = decision
        """The question that is open now."""
        self.picks: list[Choice] = []
        self.complete = False

    def pick(self, choice: Choice) -> bool:
        """Play one legal choice; True if that completes the act.

        It is complete when something became known by it, or when what follows is no more part of it: the
        end, another seat's decision, or the beginning of a new act.
        """
        game = self._game
        view = game.copy(self.view)
        events: list[Event] = []
        game.apply(view, choice, Blind(), events)
        self.picks.append(choice)
        self.complete = any(isinstance(event, _NEWS) for event in events)
        if not self.complete:
            decision = game.decision(view)
            self.complete = decision is None or decision.seat != self.decision.seat or decision.start
            if decision is not None and not self.complete:
                self.view, self.decision = view, decision
        return self.complete

    def restart(self) -> bool:
        """Back to the start of the chain; False if nothing had been picked."""
        picked = bool(self.picks)
        self.view, self.decision = self._first
        self.picks = []
        return picked
