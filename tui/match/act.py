"""An act: the picks of one chain, played tentatively on a copy of the view."""

from __future__ import annotations

from typing import Any

from core.contract.choice import Choice, Decision
from core.contract.game import AnyGame
from core.engine.preview import Preview


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
        preview = Preview(self._game, self.view)
        preview.play(choice)
        self.picks.append(choice)
        decision = preview.decision()
        self.complete = (
            preview.news or decision is None or decision.seat != self.decision.seat or decision.start
        )
        if decision is not None and not self.complete:
            self.view, self.decision = preview.view, decision
        return self.complete

    def restart(self) -> bool:
        """Back to the start of the chain; False if nothing had been picked."""
        picked = bool(self.picks)
        self.view, self.decision = self._first
        self.picks = []
        return picked
