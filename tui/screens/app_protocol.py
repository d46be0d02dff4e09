"""What screens ask of the application that shows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from textual.screen import Screen

    from core.contract.game import AnyGame
    from decks.storage.store import DeckStore
    from tui.match.end_texts import Parting
    from tui.match.plans import LocalPlan
    from tui.match.worker import MatchWorker
    from tui.profile import Profile


class MatchOpener(Protocol):
    """The matches that are open."""

    threads: list[MatchWorker]
    """Every match that was started here; they are stopped when the application ends."""

    def begin(self, plan: object) -> None:
        """Start what a plan says; one that can't be played is explained."""

    def play(self, plan: LocalPlan) -> None:
        """Start a match on this machine. Raises ValueError with a sentence."""

    def show_match(
        self,
        thread: MatchWorker,
        game: AnyGame,
        instead_of: Screen[Any] | None = None,
        then: Callable[[Parting | None], None] | None = None,
    ) -> None:
        """Put a match on the screen, in the place of another screen if one is given."""

    def show_following(self, before: Screen[Any], thread: MatchWorker, game: AnyGame) -> None:
        """Put the match that follows over the same link in the place of the one before, once it has begun."""

    def wake(self) -> None:
        """A match has news for its screen. Called from the match's thread."""


class Application(Protocol):
    """The application, as its screens know it: the player, and the matches that are open."""

    profile: Profile

    @property
    def matches(self) -> MatchOpener:
        """The matches that are open."""

    @property
    def store(self) -> DeckStore:
        """The player's decks."""

    def check_size(self) -> None:
        """Cover everything while the terminal is too small."""
