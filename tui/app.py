"""The application: its pages, its theme, the matches it runs, and how it ends."""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from rich.console import RenderableType
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message as Posted
from textual.notifications import SeverityLevel
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Static

from core.clean import shown_path
from tui import crash, themes
from tui.driver import TesserDriver
from tui.profile import Profile
from tui.screens.dialogs import Message, Question
from tui.widgets import scrollbar
from tui.widgets.closing import Closing
from tui.widgets.key_line import KeyLine, key_name

if TYPE_CHECKING:
    from core.game import AnyGame
    from decks.store import DeckStore
    from tui.endings import Parting
    from tui.host import MatchThread
    from tui.plans import HostPlan, JoinPlan, LocalPlan
    from tui.series import Series

SMALLEST = (60, 20)
"""Columns and rows below which nothing can be shown."""

KEY_TIME = 0.25
"""Seconds after which the next key is taken in any case."""

CRASHED = 1
"""Exit status after an error of our own."""

R = TypeVar("R")


class Page(Closing[R]):
    """A full screen of the shell: a heading, the page's own widgets, the keys."""

    HEADING: ClassVar[str] = ""
    """What the top line says after the program's name; empty for none."""
    HELP: ClassVar[str] = ""
    """What `?` says about this page, above its keys."""

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
        shown = (binding for _, binding in self._bindings if binding.show)
        # A binding of two keys comes once for each.
        return list({binding.action: binding for binding in reversed(list(shown))}.values())[::-1]

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
        lines = key_table(self.keys)
        self.app.push_screen(Message(self.heading or "tesser", "\n".join([self.HELP, "", *lines]).strip()))


def key_table(keys: Sequence[Binding]) -> list[str]:
    """Keys and what they do as lines, in two columns where they are many."""
    said = [f"{key_name(one):>7}   {one.description}" for one in keys]
    if len(said) <= 7:
        return said
    half = -(-len(said) // 2)
    return [f"{left:<28}{right}" for left, right in zip_longest(said[:half], said[half:], fillvalue="")]


BACK_KEY = Binding("escape", "back", "back")
HELP_KEY = Binding("question_mark", "help", "help")


class TooSmall(ModalScreen[None]):
    """Covers everything while the terminal is smaller than SMALLEST: nothing may be done unseen."""

    def compose(self) -> ComposeResult:
        columns, rows = SMALLEST
        yield Static(
            f"tesser needs {columns} columns and {rows} rows. tesser --plain needs none.", markup=False
        )

    def on_screen_resume(self) -> None:
        # It may have been covered by another screen while the terminal grew.
        self.app.call_later(cast("TesserApp", self.app).check_size)

    def on_key(self, event: events.Key) -> None:
        event.stop()


class Wake(Posted, bubble=False):
    """A match has something for its screen to take."""


class KeyDone(Posted, bubble=True):
    """Goes the way of a key, behind it; when it arrives at the app, the key has been dealt with."""

    def __init__(self, number: int, rounds: int) -> None:
        super().__init__()
        self.number = number
        """Which key it follows."""
        self.rounds = rounds
        """How often it still has to go: what a key sets going may take the same way once more."""


class TesserApp(App[None]):
    """The application of one player."""

    # Textual loads no stylesheet of its own for the first screen.
    CSS_PATH: ClassVar[Any] = ["app.tcss", "screens/dialogs.tcss", "screens/home.tcss"]
    TITLE = "tesser"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+z", "suspend_process", show=False, priority=True, system=True)
    ]

    def __init__(self, profile: Profile, plan: object | None = None) -> None:
        """`plan` is what to begin with, one of those in tui.plays; None opens home."""
        # With NO_COLOR Textual shows greys, unless it is told to use the terminal's own colours: then none.
        super().__init__(driver_class=TesserDriver, ansi_color=True if "NO_COLOR" in os.environ else None)
        scrollbar.use()
        self.profile = profile
        self.plan = plan
        self.threads: list[MatchThread] = []
        """Every match that was started here; they are stopped when the app ends."""
        self._beginning: list[tuple[MatchThread, AnyGame, Callable[[Parting | None], None] | None]] = []
        """Those on this machine that have not told yet that they run."""
        self._typed: deque[events.Key | events.Paste] = deque()
        """Keys that wait for the one before them."""
        self._key_number = 0
        self._key_since: float | None = None
        """When the key that is being dealt with began; None if there is none."""
        for theme in themes.THEMES:
            self.register_theme(theme)
        # Textual begins with TEXTUAL_THEME before it knows ours, and sees no change then when it is set.
        self.set_reactive(App.theme, "textual-dark")
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
        self.set_interval(1.0, self._tick)
        if self.plan is not None:
            self.begin(self.plan)

    # What is played.

    def begin(self, plan: object) -> None:
        """Start what a plan says; one that can't be played is explained."""
        from tui.plans import HostPlan, JoinPlan, LocalPlan

        try:
            if isinstance(plan, LocalPlan):
                self.play(plan)
            elif isinstance(plan, HostPlan):
                self.host(plan)
            elif isinstance(plan, JoinPlan):
                self.join(plan)
            else:
                raise TypeError(f"{type(plan).__name__} is no plan")
        except ValueError as error:
            self.push_screen(Message("This match can't begin", str(error)))
        self.check_size()

    def play(self, plan: LocalPlan) -> None:
        """Start a match on this machine; it is shown once it has begun. Raises ValueError with a sentence."""
        from tui.series import Series

        self._play(plan, Series(plan, self.profile.player) if plan.both_sides else None)

    def _play(self, plan: LocalPlan, series: Series | None) -> None:
        """Start a match; with a series it is the next game of that."""
        # Its screen is imported before its thread runs beside that, which would take twice as long.
        import tui.screens.match  # noqa: F401
        from core import games
        from tui.plays import start_local

        thread = start_local(self.profile, series.next_plan() if series else plan, self.wake)
        self.threads.append(thread)
        then = partial(self._next_game, plan, series) if series else None
        self._beginning.append((thread, games.load(plan.game), then))

    def _next_game(self, plan: LocalPlan, series: Series, parting: Parting | None) -> None:
        """A game of two has ended: tell how it stands, and go on to the second."""
        from tui.screens.ending import GamesPage

        if parting is None or parting.outcome is None:
            if series.played:
                lines = ["The second game has not come to its end.", *series.lines()[:1]]
                self.push_screen(Message("The second game was left", "\n".join(lines)))
            return

        def answered(said: bool | None) -> None:
            if said and not series.over:
                try:
                    self._play(plan, series)
                except ValueError as error:
                    self.push_screen(Message("This match can't begin", str(error)))

        series.add(parting.outcome, parting.totals)
        self.push_screen(GamesPage(series.title(), "\n".join(series.lines()), series.over), answered)

    def host(self, plan: HostPlan) -> None:
        """Open a table and show its invite."""
        from tui.remote import start_host
        from tui.screens.hosting import WaitScreen

        thread = start_host(self.profile, plan, self.wake)
        self.threads.append(thread)
        self.push_screen(WaitScreen(thread, plan.game), self._say_end)

    def join(self, start: JoinPlan) -> None:
        """Open the page for an invite; with an invite, go on with it at once."""
        from tui.screens.joining import JoinScreen

        self.push_screen(JoinScreen(start))

    def _say_end(self, sentence: str | None) -> None:
        if sentence:
            self.push_screen(Message("The table is closed", sentence))

    def show_match(
        self,
        thread: MatchThread,
        game: AnyGame,
        instead_of: Screen[Any] | None = None,
        then: Callable[[Parting | None], None] | None = None,
    ) -> None:
        """Put a match that has begun on the screen; `instead_of` is the page that waited for it, and `then`
        what follows on its end page."""
        from tui.screens.match import MatchScreen

        if instead_of is not None:
            # The pages that led here have done their work: the match ends at home.
            while len(self.screen_stack) > 1:
                self.pop_screen()
        onward = "leave" if then is None else "to the score"
        self.push_screen(MatchScreen(thread, game, shown_path(thread.path or ""), self.profile, onward), then)
        self.check_size()

    def wake(self) -> None:
        """A match has news for its screen. Called from the match's thread."""
        self.post_message(Wake())

    def on_wake(self) -> None:
        """Each screen takes what is its own; those over no match know no such message."""
        waiting, self._beginning = self._beginning, []
        for thread, game, then in waiting:
            if thread.table is not None:
                self.show_match(thread, game, then=then)
            elif (ended := thread.take().ended) is not None:
                self.push_screen(Message("This match can't begin", ended))
            else:
                self._beginning.append((thread, game, then))
        for screen in self.screen_stack:
            news: type[Posted] = getattr(screen, "Moved", Wake)
            screen.post_message(news())

    def _tick(self) -> None:
        """Once a second: this terminal takes what is drawn, or Textual's loop would stand still."""
        if isinstance(self._driver, TesserDriver):
            self._driver.tick()
            if not self._driver.shown:
                return
        self.check_size()  # whatever was opened or closed between two sizes
        for thread in self.threads:
            thread.tick()

    # Keys.

    async def on_event(self, event: events.Event) -> None:
        """As Textual's, but one key at a time.

        Textual sends each key at once to the widget that has the focus then, and does what a key is bound
        to only when that has come back here. Of keys that arrive together, as from an SSH connection, the
        second would go to where the first was, and not to where the first has led.
        """
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            if not self.screen_stack:
                return  # The app is closing: there is nothing left that a key could be for.
            self._typed.append(event)
            if self._key_since is None or time.monotonic() - self._key_since > KEY_TIME:
                await self._next_key()
            elif len(self._typed) == 1:
                self._wait_at_most()
        else:
            await super().on_event(event)

    async def _next_key(self) -> None:
        self._key_since = None
        if not self.screen_stack:
            self._typed.clear()
        if self._typed:
            event = self._typed.popleft()
            self._key_number += 1
            self._key_since = time.monotonic()
            target = self.focused or self.screen
            await super().on_event(event)
            self._follow_key(target, 2)
            if self._typed:
                self._wait_at_most()

    def _follow_key(self, target: Widget, rounds: int) -> None:
        sign = KeyDone(self._key_number, rounds)
        if not target.post_message(sign):
            self.post_message(sign)

    def _wait_at_most(self) -> None:
        """Go on after a while in any case: where a screen closes, the sign may be lost on its way."""
        number = self._key_number

        async def go_on() -> None:
            if number == self._key_number and self._key_since is not None:
                await self._next_key()

        self.set_timer(KEY_TIME, go_on)

    async def on_key_done(self, message: KeyDone) -> None:
        if message.number != self._key_number:
            return
        if message.rounds > 1:
            self._follow_key(self.focused or self.screen, message.rounds - 1)
        else:
            await self._next_key()

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

    async def action_quit(self) -> None:
        """Ctrl+Q: asked about while a match goes on; a second one quits all the same."""
        if any(thread.playing for thread in self.threads) and not isinstance(self.screen, Question):
            self.push_screen(
                Question("Quit tesser? The match stops here; its record is kept.", "Quit", "Stay"),
                lambda said: self.exit() if said else None,
            )
        else:
            self.exit()

    @property
    def status(self) -> int:
        """The exit status of an app that did not crash: whether a match did, or how one against another
        machine, asked for on the command line, has failed."""
        from tui.plans import HostPlan, JoinPlan

        if any(thread.crashed for thread in self.threads):
            return CRASHED
        if not isinstance(self.plan, HostPlan | JoinPlan):
            return 0
        failures = [thread.failure for thread in self.threads if thread.failure is not None]
        return failures[-1].status if failures and failures[-1] is self.threads[-1].failure else 0

    def panic(self, *renderables: RenderableType) -> None:
        self._return_code = CRASHED
        super().panic(*renderables)

    def _fatal_error(self) -> None:
        """What an error of our own prints: a sentence, and where the details are."""
        if not self._exit_renderables and self._exception is not None:
            said = crash.told(self._exception)
            self._exit_renderables.append(Text(said, no_wrap=True, overflow="ignore"))
        self._close_messages_no_wait()


def run(profile: Profile, plan: object | None = None) -> int:
    """Run the app in this terminal, which `tui.terminal.ready` has checked; gives the exit status."""
    # A match's thread tells its screen what went wrong; beside the screen nothing may be printed.
    threading.excepthook = lambda _: None
    app = TesserApp(profile, plan)
    try:
        app.run()
    finally:
        for thread in app.threads:
            thread.stop()
    return app.return_code or app.status
