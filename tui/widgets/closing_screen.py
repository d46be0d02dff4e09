"""Screens that close once, and only themselves."""

from __future__ import annotations

from typing import Any, TypeVar

from textual.await_complete import AwaitComplete
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from tui.widgets.cell_compositor import SpansCompositor

R = TypeVar("R")


class Closing(Screen[R]):
    """A screen whose `dismiss` is safe at any time.

    Textual's closes whatever is on top: a second key, on its way when the first closed this screen, would
    close the one below.
    """

    DEFAULT_CSS = """
    Closing > .running {
        dock: bottom; width: 1fr; height: auto; padding: 0 1; text-style: bold reverse;
    }
    """

    # Textual repaints the whole screen when the focus moves, which is to be felt over SSH.
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._compositor = SpansCompositor()
        self._running_line = Static("", classes="running", markup=False)
        self._running_line.display = False

    def say_running(self, text: str) -> None:
        """Say in a line of its own that something goes on behind this screen; nothing for an empty text."""
        if text and not self._running_line.is_attached:
            self.mount(self._running_line)
        self._running_line.update(text)
        self._running_line.display = bool(text)

    def dismiss(self, result: R | None = None) -> AwaitComplete:
        """Close this screen and what lies over it; nothing if it is closed already."""
        return super().dismiss(result) if self.come_up() else AwaitComplete()

    def give_way(self, screen: Screen[Any]) -> None:
        """Put another screen in the place of this one and of what lies over it; nothing if it is closed
        already. Textual's own switch replaces whatever is on top."""
        if self.come_up():
            self.app.switch_screen(screen)

    def come_up(self) -> bool:
        """Close what lies over this screen; False if it is closed itself."""
        if self not in self.app.screen_stack:
            return False
        while self.app.screen is not self:
            self.app.pop_screen()
        return True
