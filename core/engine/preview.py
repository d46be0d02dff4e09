"""Previews: what choices would do, as far as the reader of a view can know it."""

from __future__ import annotations

from typing import Any

from core.contract.chance import Blind
from core.contract.choice import Choice, Decision
from core.contract.event import Dealt, Event, Shown, Shuffled
from core.contract.game import AnyGame
from core.contract.knowledge import Unseen
from core.contract.state import ANYBODY

_NEWS = (Dealt, Shown, Shuffled)
"""Events after which a chain can't be taken back: something became known, or chance was used."""


class Preview:
    """A copy of a view on which choices are played, without the match.

    What chance brings stays hidden on it: how many cards come is known, which ones is not.
    """

    def __init__(self, game: AnyGame, view: Any) -> None:
        self._game = game
        self.view: Any = game.copy(view)
        """The view with the choices so far played on it. Where `unknown`, as it was when that began."""
        self.events: list[Event] = []
        """What the choices did, as far as `view` goes."""
        self.news = False
        """Whether a card was dealt or shown, or cards were shuffled: an act ends there, and what can be
        chosen next depends on what came."""
        self.unknown = False
        """Whether something follows that depends on a card this view lacks: all that is not in `events`."""

    def play(self, choice: Choice) -> None:
        """Play one legal choice. After news none is known to be legal."""
        try:
            self._game.apply(self.view, choice, Blind(), self.events)
        except Unseen:
            self.unknown = True
        self.news = any(isinstance(event, _NEWS) for event in self.events)

    def decision(self) -> Decision | None:
        """What is asked next, after news without its list; None if the match is over, or it is unknown."""
        if self.unknown:
            return None
        if not self.news:
            return self._game.decision(self.view)
        outside = self._game.copy(self.view)
        outside.viewer = ANYBODY
        return self._game.decision(outside)
