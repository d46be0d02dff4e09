"""The page at the end of a match: who won and how, or why it stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from textual.binding import Binding

from core.game import Outcome
from tui.widgets.panels import Confirm, shown_key


class Parting(NamedTuple):
    """What the match screen is dismissed with."""

    outcome: Outcome | None
    """The result; None if the match stopped or was left before its end."""
    reason: str
    """Why it stopped, in a sentence; empty if it came to its end."""


class EndPage(Confirm):
    """How the match ended. Enter leaves, Esc looks at the board again, `t` tells the story."""

    def __init__(self, title: str, text: str, story: Callable[[], object]) -> None:
        super().__init__(title, text, "")
        self._story = story

    def keys(self) -> Sequence[Binding]:
        return [
            shown_key("enter", "leave"),
            shown_key("t", "story"),
            shown_key("escape", "look at the board"),
        ]

    def act(self, key: str) -> None:
        if key == "enter":
            self.dismiss(True)

    def other(self, key: str) -> bool:
        if key == "t":
            self._story()
        return key == "t"
