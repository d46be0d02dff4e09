"""What the parts that a deck editor's screen holds ask of it: to say, to draw, to ask the player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from textual.screen import Screen

from tui.match.plans import LocalPlan

R = TypeVar("R")


class EditorFront(Protocol):
    """The screen as its parts see it."""

    def say(self, text: str) -> None:
        """Tell the player something about the key that was pressed."""

    def warn(self, text: str) -> None:
        """Tell the player what went wrong beside what is said."""

    def show(self) -> None:
        """Draw what depends on the deck."""

    def show_keys(self) -> None:
        """Show the keys as they are now."""

    def arrange_anew(self) -> None:
        """Group, sort and find cards as is usual for the deck as it is now, which may be another side's."""

    def ask(self, dialog: Screen[R], answered: Callable[[R | None], None] | None = None) -> None:
        """Put a dialog or a page over the screen; `answered` gets what comes of it."""

    def open_instead(self, key: str) -> None:
        """Open another deck in the place of this one."""

    def leave(self) -> None:
        """Close the deck."""

    def play(self, plan: LocalPlan) -> None:
        """Play a match over the screen."""
