"""The application: its theme, its terminal, and how it ends. Its matches are in tui.app.open_matches."""

from __future__ import annotations

import contextlib
import os
import threading
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual import events
from textual.app import App, ScreenStackError
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.geometry import Size
from textual.notifications import SeverityLevel
from textual.screen import Screen

from tui import crash
from tui.app.key_queue import KeyDone, KeyQueue
from tui.app.open_matches import OpenMatches
from tui.match.end_texts import how_to_go_on, leaving
from tui.profile import Profile
from tui.screens.dialogs import QuestionDialog
from tui.screens.page import Page
from tui.screens.too_small import SMALLEST, TooSmall
from tui.terminal import themes
from tui.terminal.driver import HUNG_UP, TesserDriver
from tui.widgets import scrollbar

if TYPE_CHECKING:
    from decks.storage.store import DeckStore
    from net.protocol.frames import ByeReason

CRASHED = 1
"""Exit status after an error of our own."""


class TesserApp(App[None]):
    """The application of one player."""

    # Textual loads no stylesheet of its own for the first screen.
    CSS_PATH: ClassVar[Any] = ["app.tcss", "../screens/dialogs.tcss", "../screens/home.tcss"]
    TITLE = "tesser"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+z", "suspend_process", show=False, priority=True, system=True)
    ]

    def __init__(self, profile: Profile, plan: object | None = None) -> None:
        """`plan` is what to begin with, one of those in tui.match.local; None opens home."""
        # With NO_COLOR Textual shows greys, unless it is told to use the terminal's own colours: then none.
        ansi = True if "NO_COLOR" in os.environ else None
        super().__init__(driver_class=TesserDriver, ansi_color=ansi)
        self.profile = profile
        self.matches = OpenMatches(self, profile)
        self.keys = KeyQueue(self, super().on_event)
        scrollbar.use()
        self.plan = plan
        for theme in themes.THEMES:
            self.register_theme(theme)
        # Textual begins with TEXTUAL_THEME before it knows ours, and sees no change then when it is set.
        self.set_reactive(App.theme, "textual-dark")
        self.theme = themes.fitting(self)

    @cached_property
    def store(self) -> DeckStore:
        """The player's decks."""
        return self.profile.deck_store()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return themes.VARIABLES

    def get_default_screen(self) -> Screen[Any]:
        from tui.screens.home import HomeScreen

        return HomeScreen()

    async def on_event(self, event: events.Event) -> None:
        await self.keys.take(event)

    async def on_key_done(self, message: KeyDone) -> None:
        await self.keys.done(message)

    def on_wake(self) -> None:
        self.matches.take_news()

    def on_mount(self) -> None:
        self.set_interval(1.0, self._tick)
        if self.plan is not None:
            self.matches.begin(self.plan)

    def _tick(self) -> None:
        """Once a second: this terminal takes what is drawn, or Textual's loop would soon stand still."""
        if isinstance(self._driver, TesserDriver):
            self._driver.tick()
            if not self._driver.shown:
                return
            if any(thread.playing and thread.networked for thread in self.matches.threads):
                self._driver.ask()
        self.check_size()  # whatever was opened or closed between two sizes
        if isinstance(self._driver, TesserDriver) and self._driver.stopped:
            return  # It draws, and nobody takes that.
        for thread in self.matches.threads:
            thread.tick()

    # The terminal.

    def on_resize(self, event: events.Resize) -> None:
        self.check_size(event.size)

    def push_screen(self, *arguments: Any, **more: Any) -> Any:
        """As Textual's, but nothing comes over what covers everything."""
        pushed = super().push_screen(*arguments, **more)
        if self.is_attached and not isinstance(self.screen, TooSmall):
            self.check_size()
        return pushed

    def check_size(self, size: Size | None = None) -> None:
        """Cover everything while the terminal is too small."""
        if not self.screen_stack:
            return  # The app is closing.
        columns, rows = size or self.size
        covered = isinstance(self.screen, TooSmall)
        small = columns < SMALLEST[0] or rows < SMALLEST[1]
        if small and not covered:
            self.push_screen(TooSmall())
        elif covered and not small:
            self.pop_screen()

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """As Textual's, but text is text: what came from outside must not be read as markup."""
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=markup)

    def action_help_quit(self) -> None:
        self.notify("Ctrl+Q leaves tesser. A match is kept as it stands.")

    # The end.

    async def action_quit(self) -> None:
        """Ctrl+Q: asked about while a match goes on, or where something is kept nowhere; a second one quits
        all the same."""
        lost = [page.unkept for page in self.screen_stack if isinstance(page, Page) and page.unkept]
        if any(thread.playing for thread in self.matches.threads):
            playing = [thread for thread in self.matches.threads if thread.playing]
            heard = all(thread.heard for thread in playing)
            lost.append(leaving(any(thread.networked for thread in playing), heard))
        if lost and not isinstance(self.screen, QuestionDialog):
            self.push_screen(
                QuestionDialog(" ".join(["Quit tesser?", *lost]), "Quit", "Stay"),
                lambda said: self.exit() if said else None,
            )
        else:
            self.exit()

    @property
    def status(self) -> int:
        """The exit status of an app that did not crash: whether a match did, or how one against another
        machine, asked for on the command line, has failed."""
        from tui.match.plans import HostPlan, JoinPlan, ResumePlan

        if any(thread.crashed for thread in self.matches.threads):
            return CRASHED
        if not isinstance(self.plan, HostPlan | JoinPlan | ResumePlan):
            return 0
        failures = [thread.failure for thread in self.matches.threads if thread.failure is not None]
        return failures[-1].status if failures and failures[-1] is self.matches.threads[-1].failure else 0

    @property
    def farewell(self) -> ByeReason | None:
        """What other machines are told as this program ends; None where it was left."""
        from net.protocol.frames import ByeReason

        if self._exception is not None:
            return ByeReason.FAILED
        return ByeReason.CLOSED if self.return_code == HUNG_UP else None

    def ended_from_outside(self) -> list[str]:
        """What is said in the terminal where a signal ended the app in a match, and how that goes on."""
        for thread in reversed(self.matches.threads):
            if thread.begun and not thread.over:
                kept = [how_to_go_on(thread.kept, thread.networked)] if thread.kept else []
                return ["The match was ended from outside.", *kept]
        return []

    def panic(self, *renderables: RenderableType) -> None:
        self._return_code = CRASHED
        super().panic(*renderables)

    def _handle_exception(self, error: Exception) -> None:
        """As Textual's; but what finds its screen gone while the app closes is no fault."""
        closing = self._exit or not self.screen_stack
        if not (closing and isinstance(error, ScreenStackError | NoMatches)):
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """What an error of our own prints: a sentence, and where the details are."""
        if not self._exit_renderables and self._exception is not None:
            said = crash.told(self._exception)
            self._exit_renderables.append(Text(said, no_wrap=True, overflow="ignore"))
        self._close_messages_no_wait()


def run(profile: Profile, plan: object | None = None) -> int:
    """Run the app in this terminal, which tui.terminal.capabilities has checked; gives the exit status."""
    # A match's thread tells its screen what went wrong; beside the screen nothing may be printed.
    threading.excepthook = lambda _: None
    app = TesserApp(profile, plan)
    try:
        app.run()
    finally:
        for thread in app.matches.threads:
            thread.stop(why=app.farewell)
    if (app.return_code or 0) > 128:
        for said in app.ended_from_outside():
            with contextlib.suppress(OSError):  # A terminal that has hung up takes no more.
                print(said)
    return app.return_code or app.status
