"""Calling a player who looks elsewhere: the bell, and the title of the terminal's window."""

from __future__ import annotations

from typing import Any

from textual.app import App

from core.clean import clean
from tui.settings import Bell
from tui.terminal.driver import TesserDriver

TITLE_CELLS = 60


class Caller:
    """When the bell rings in one match."""

    def __init__(self) -> None:
        self._turn = 0
        """The last turn in which somebody was called."""

    def rings(self, bell: Bell, called: bool, turn: int, elsewhere: bool) -> bool:
        """Whether it rings for a question. `called`: others have moved since the last one; `elsewhere`:
        somebody on another machine plays too."""
        new, self._turn = turn != self._turn, turn if called else self._turn
        return called and (bell == "always" or (bell == "once" and new and elsewhere))


def your_turn(role: str, turn: int) -> str:
    """The window's title while a question is open."""
    return f"tesser: your turn - {role}, turn {turn}"


def set_title(app: App[Any], title: str) -> None:
    """Give the terminal's window a title; nothing where there is no terminal."""
    driver = app._driver  # Textual has no word for it
    if isinstance(driver, TesserDriver):
        driver.title(clean(title, TITLE_CELLS))
