"""The application: its pages, its theme, the matches it runs, and how it ends."""

from __future__ import annotations

import os
import traceback
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from rich.console import RenderableType
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.message import Message as Posted
from textual.notifications import SeverityLevel
from textual.reactive import Reactive
from textual.screen import ModalScreen, Screen
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Static

from core.clean import clean
from tui import themes
from tui.driver import TesserDriver
from tui.profile import Profile
from tui.screens.dialogs import Message

if TYPE_CHECKING:
    from core.game import AnyGame
    from decks.store import DeckStore
    from tui.host import MatchThread
    from tui.plays import LocalPlan

SMALLEST = (60, 20)
"""Columns and rows below which nothing can be shown."""

CRASHED = 1
"""Exit status after an error of our own."""

CRASH = "tesser stopped because of an error of its own. Matches are kept up to their last choice."

R = TypeVar("R")


class KeyLine(Static):
    """The keys of a page; each can be clicked."""

    def __init__(self, keys: Iterable[Binding]) -> None:
        super().__init__(key_line(keys), markup=False)


def key_line(keys: Iterable[Binding]) -> Content:
    """Keys and what they do. A click runs what the key runs."""
    parts: list[Content] = []
    for binding in keys:
        run = Style.from_meta({"@click": f"screen.{binding.action}"})
        # A key and its meaning stay together when the line wraps.
        said = "\u00a0" + binding.description.replace(" ", "\u00a0")
        parts.append(Content.assemble((f"[{key_name(binding)}]", "$key"), said).stylize(run))
    return Content("  ").join(parts)


def key_name(binding: Binding) -> str:
    """The key of a binding as people write it."""
    key = binding.key_display or binding.key.split(",")[0]
    return {"escape": "Esc", "enter": "Enter", "question_mark": "?"}.get(key, key)


class Page(Screen[R]):
    """A full screen of the shell: a heading, the page's own widgets, the keys."""

    HEADING: ClassVar[str] = ""
    """What the top line says after the program's name; empty for none."""
    HELP: ClassVar[str] = ""
    """What `?` says about this page, above its keys."""

    # Textual repaints the whole screen when the focus moves, which is to be felt over SSH.
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)

    @property
    def tesser(self) -> TesserApp:
        """The app this page belongs to."""
        return cast("TesserApp", self.app)

    @property
    def heading(self) -> str:
        """What the top line says; a page may know better than its class."""
        return self.HEADING

    @property
    def keys(self) -> list[Binding]:
        """The bindings shown in the key line, in order."""
        return [binding for _, binding in self._bindings if binding.show]

    def compose(self) -> ComposeResult:
        if self.heading:
            yield Static(Content.assemble(("tesser", "bold $key"), "   ", self.heading), id="top")
        yield from self.body()
        yield KeyLine(self.keys)

    def body(self) -> ComposeResult:
        """The page's own widgets."""
        yield from ()

    def action_back(self) -> None:
        """Esc. Pages that hold something ask before they give it up."""
        self.dismiss()

    def action_help(self) -> None:
        lines = [f"{key_name(one):>7}   {one.description}" for one in self.keys]
        self.app.push_screen(Message(self.heading or "tesser", "\n".join([self.HELP, "", *lines]).strip()))


BACK_KEY = Binding("escape", "back", "back")
HELP_KEY = Binding("question_mark", "help", "help")


class TooSmall(ModalScreen[None]):
    """Covers everything while the terminal is smaller than SMALLEST: nothing may be done unseen."""

    def compose(self) -> ComposeResult:
        columns, rows = SMALLEST
        yield Static(f"tesser needs {columns} columns and {rows} rows.", markup=False)

    def on_screen_resume(self) -> None:
        # It may have been covered by another screen while the terminal grew.
        self.app.call_later(cast("TesserApp", self.app).check_size)

    def on_key(self, event: events.Key) -> None:
        event.stop()


class Wake(Posted):
    """A match has something for its screen to take."""


class TesserApp(App[None]):
    """The application of one player."""

    # Textual loads no stylesheet of its own for the first screen.
    CSS_PATH: ClassVar[Any] = ["app.tcss", "screens/dialogs.tcss", "screens/home.tcss"]
    TITLE = "tesser"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, profile: Profile, plan: object | None = None) -> None:
        """`plan` is what to begin with, one of those in tui.plays; None opens home."""
        # With NO_COLOR Textual shows greys, unless it is told to use the terminal's own colours: then none.
        super().__init__(driver_class=TesserDriver, ansi_color=True if "NO_COLOR" in os.environ else None)
        self.profile = profile
        self.plan = plan
        self.threads: list[MatchThread] = []
        """Every match that was started here; they are stopped when the app ends."""
        for theme in themes.THEMES:
            self.register_theme(theme)
        self.theme = themes.fitting(self)

    @cached_property
    def store(self) -> DeckStore:
        """The player's decks."""
        from decks.store import DeckStore

        return DeckStore(self.profile.decks)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return themes.VARIABLES

    def get_default_screen(self) -> Screen[Any]:
        from tui.screens.home import HomeScreen

        return HomeScreen()

    def on_mount(self) -> None:
        if self.plan is not None:
            self.begin(self.plan)

    # What is played.

    def begin(self, plan: object) -> None:
        """Start what a plan says; a plan that can't be played is explained."""
        from tui import plays

        try:
            if isinstance(plan, plays.LocalPlan):
                self.play(plan)
            else:
                raise TypeError(f"{type(plan).__name__} is no plan")
        except ValueError as error:
            self.push_screen(Message("This match can't begin", str(error)))

    def play(self, plan: LocalPlan) -> None:
        """Start a match on this machine and show it. Raises ValueError with a sentence."""
        from core import games
        from tui import plays

        game = games.load(plan.game)
        thread = plays.start_local(self.profile, plan, self.wake)
        self.show_match(thread, game)

    def show_match(self, thread: MatchThread, game: AnyGame) -> None:
        """Put a running match on the screen."""
        from tui.screens.match import MatchScreen

        self.threads.append(thread)
        self.push_screen(MatchScreen(thread, game))
        self.check_size()

    def wake(self) -> None:
        """A match has news for its screen. Called from the match's thread."""
        self.post_message(Wake())

    # The terminal.

    def on_resize(self, event: events.Resize) -> None:
        self.check_size(event.size)

    def check_size(self, size: Size | None = None) -> None:
        """Cover everything while the terminal is too small."""
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

    def panic(self, *renderables: RenderableType) -> None:
        self._return_code = CRASHED
        super().panic(*renderables)

    def _fatal_error(self) -> None:
        """What an error of our own prints: no values of variables, since keys and hands are among them."""
        if not self._exit_renderables and self._exception is not None:
            told = "".join(traceback.format_exception(self._exception))
            lines = [clean(line, 400) for line in told.splitlines()]
            report = "\n".join([*lines, "", CRASH])
            self._exit_renderables.append(Text(report, no_wrap=True, overflow="ignore"))
        self._close_messages_no_wait()


def run(profile: Profile, plan: object | None = None) -> int:
    """Run the app in this terminal, which `tui.terminal.ready` has checked; gives the exit status."""
    app = TesserApp(profile, plan)
    try:
        app.run()
    finally:
        for thread in app.threads:
            thread.stop()
    return app.return_code or 0
