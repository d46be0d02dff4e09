"""The application: its pages, its theme, the matches it runs, and how it ends."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual import events
from textual.app import App, ScreenStackError
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.geometry import Size
from textual.message import Message as Posted
from textual.notifications import SeverityLevel
from textual.screen import Screen

from tui import crash
from tui.matches.endings import how_to_go_on, leaving
from tui.matches.presence import gone
from tui.profile import Profile
from tui.screens.dialogs import Message, Question
from tui.screens.page import Page
from tui.screens.too_small import SMALLEST, TooSmall
from tui.terminal import themes
from tui.terminal.driver import HUNG_UP, TesserDriver
from tui.terminal.key_by_key import KeyByKey
from tui.widgets import scrollbar

if TYPE_CHECKING:
    from core.game import AnyGame
    from core.headers import Header
    from decks.store import DeckStore
    from tui.matches.endings import Parting
    from tui.matches.host import MatchThread
    from tui.matches.plans import HostPlan, JoinPlan, LocalPlan, ResumePlan
    from tui.matches.series import Series

CRASHED = 1
"""Exit status after an error of our own."""


class Wake(Posted, bubble=False):
    """A match has something for its screen to take."""


class TesserApp(KeyByKey):
    """The application of one player."""

    # Textual loads no stylesheet of its own for the first screen.
    CSS_PATH: ClassVar[Any] = ["app.tcss", "screens/dialogs.tcss", "screens/home.tcss"]
    TITLE = "tesser"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+z", "suspend_process", show=False, priority=True, system=True)
    ]

    def __init__(self, profile: Profile, plan: object | None = None) -> None:
        """`plan` is what to begin with, one of those in tui.matches.plays; None opens home."""
        # With NO_COLOR Textual shows greys, unless it is told to use the terminal's own colours: then none.
        super().__init__(driver_class=TesserDriver, ansi_color=True if "NO_COLOR" in os.environ else None)
        scrollbar.use()
        self.profile = profile
        self.plan = plan
        self.threads: list[MatchThread] = []
        """Every match that was started here; they are stopped when the app ends."""
        self._beginning: list[tuple[MatchThread, AnyGame, Callable[[Parting | None], None] | None]] = []
        """Those on this machine that have not told yet that they run."""
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

    def on_mount(self) -> None:
        self.set_interval(1.0, self._tick)
        if self.plan is not None:
            self.begin(self.plan)

    # What is played.

    def begin(self, plan: object) -> None:
        """Start what a plan says; one that can't be played is explained."""
        from tui.matches.plans import HostPlan, JoinPlan, LocalPlan, ResumePlan

        try:
            if isinstance(plan, LocalPlan):
                self.play(plan)
            elif isinstance(plan, ResumePlan):
                self.resume(plan)
            elif isinstance(plan, HostPlan):
                self.host(plan)
            elif isinstance(plan, JoinPlan):
                self.join(plan)
            else:
                raise TypeError(f"{type(plan).__name__} is no plan")
        except ValueError as error:
            self.push_screen(Message("This match can't begin", str(error)))

    def play(self, plan: LocalPlan) -> None:
        """Start a match on this machine; it is shown once it has begun. Raises ValueError with a sentence.

        One at a time: nothing is started while another one begins or is on the screen.
        """
        if self._busy:
            return
        from tui.matches.series import Series

        series = Series(plan, self.profile.player) if plan.both_sides else None
        self._play(series.next_plan() if series else plan, series)

    def _play(self, plan: LocalPlan, series: Series | None) -> None:
        """Start a match; with a series it is the next game of that."""
        # Its screen is imported before its thread runs beside that, which would take twice as long.
        import tui.screens.match  # noqa: F401
        from core import games
        from tui.matches.plays import start_local

        thread = start_local(self.profile, plan, self.wake)
        self.threads.append(thread)
        then = partial(self._next_game, series) if series else None
        self._beginning.append((thread, games.load(plan.game), then))

    def resume(self, plan: ResumePlan) -> None:
        """Go on with a match of the archive. Raises ValueError with a sentence if that can't be."""
        if self._busy:
            return
        import tui.screens.match  # noqa: F401  (as in _play)
        from core import games
        from tui.archive.file import Archive
        from tui.matches.mending import lost_of, question
        from tui.matches.plans import ResumePlan
        from tui.matches.resume import chosen, series_after, series_of, start_resumed, why_not

        with Archive(self.profile.archive) as archive:
            kept = chosen(archive, plan.match)
            reason = why_not(archive, kept)
            second = None if reason or not kept.alone or kept.outcome is None else series_after(archive, kept)
            damaged = not (reason or second) and kept.alone and not plan.from_sound
            lost = lost_of(archive, kept) if damaged else None
        if reason:
            raise ValueError(reason)
        if second is not None:
            self._play(second.next_plan(), second)
            return
        if lost is not None:
            onward = ResumePlan(kept.name, from_sound=True)
            asked = Question(question(kept.name, lost), "Go on from there", "Leave it as it is")
            self.push_screen(asked, lambda yes: self.begin(onward) if yes else None)
            return
        thread = start_resumed(self.profile, kept, self.wake, plan.line, plan.from_sound)
        self.threads.append(thread)
        if not kept.alone:
            from tui.screens.returning import ReturnScreen

            self.push_screen(ReturnScreen(thread, kept.game), self._say_not_back)
            return
        series = series_of(kept)
        then = partial(self._next_game, series) if series else None
        self._beginning.append((thread, games.load(kept.game), then))

    @property
    def _busy(self) -> bool:
        """Whether a match begins or is on the screen."""
        return bool(self._beginning) or any(hasattr(screen, "Moved") for screen in self.screen_stack)

    def _next_game(self, series: Series, parting: Parting | None) -> None:
        """A game of two has ended: tell how it stands, and go on to the second."""
        from tui.screens.ending import GamesPage

        if parting is None or parting.outcome is None:
            if series.played:
                lines = ["The second game has not come to its end.", *series.lines()[:1]]
                self.push_screen(Message("The second game was left", "\n".join(lines)))
            return

        def answered(said: bool | None) -> None:
            if said is False:
                self._leave_at_one(series.first)
            if said and not series.over and not self._busy:
                try:
                    self._play(series.next_plan(), series)
                except ValueError as error:
                    self.push_screen(Message("This match can't begin", str(error)))

        series.add(parting.outcome, parting.totals)
        if parting.header is not None and not series.over:
            series.first = parting.header.match
        self.push_screen(GamesPage(series.title(), "\n".join(series.lines()), series.over), answered)

    def _leave_at_one(self, first: str) -> None:
        """The second game is not wanted, now or later."""
        from tui.archive.file import Archive, ArchiveError
        from tui.archive.writing import leave_at_one

        try:
            with Archive(self.profile.archive) as archive:
                leave_at_one(archive, first)
        except ArchiveError as error:
            self.push_screen(Message("The second game is offered again", str(error)))

    def host(self, plan: HostPlan) -> None:
        """Open a table and show its invite."""
        from tui.matches.remote import start_host
        from tui.screens.hosting import WaitScreen

        thread = start_host(self.profile, plan, self.wake)
        self.threads.append(thread)
        self.push_screen(WaitScreen(thread, plan.game), self._say_end)

    def join(self, start: JoinPlan) -> None:
        """Open the page for an invite; with an invite, go on with it at once."""
        from tui.screens.joining import JoinScreen

        self.push_screen(JoinScreen(start))

    def _say_not_back(self, sentence: str | None) -> None:
        if sentence:
            self.push_screen(Message("This match can't go on", sentence))

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
        self.clear_notifications()  # what was said before it
        onward = "leave" if then is None else "to the score"
        screen = MatchScreen(thread, game, self.profile, onward, rematch=then is None)
        # As the app's own: a page that asked for it, and is gone by then, would be told nothing.
        with self._context():
            self.push_screen(screen, partial(self._left, thread, then))

    def show_following(self, before: Screen[Any], thread: MatchThread, game: AnyGame) -> None:
        """Put the match that follows over the same link in the place of the one before, once it has begun."""
        if thread in self.threads or (thread.table is None and not thread.gone):
            return
        self.threads.append(thread)
        if thread.table is None:
            self.push_screen(Message("The next match can't begin", thread.take().ended or ""))
            return
        before.dismiss(None)
        self.show_match(thread, game)

    def _left(
        self, thread: MatchThread, then: Callable[[Parting | None], None] | None, parting: Parting | None
    ) -> None:
        """The match's screen is closed: what follows, or how it is come back to."""
        if then is not None:
            then(parting)
        if parting is not None and parting.again and parting.header is not None:
            self._play_again(parting.header)
        if parting is not None and parting.onward is not None:
            self.begin(parting.onward)
        elif parting is not None and parting.outcome is None and thread.kept:
            self.notify(how_to_go_on(thread.kept, thread.networked, thread.failure), timeout=10)

    def _play_again(self, header: Header) -> None:
        """Play a match on this machine once more, with the seats moved by one."""
        from tui.matches.plays import plan_again

        try:
            self.play(plan_again(header))
        except ValueError as error:
            self.push_screen(Message("This match can't begin", str(error)))

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
            # Any message to a screen that is covered makes Textual draw all of the upper one anew.
            if news is not Wake or hasattr(screen, "on_wake"):
                screen.post_message(news())

    def _tick(self) -> None:
        """Once a second: this terminal takes what is drawn, or Textual's loop would soon stand still."""
        if isinstance(self._driver, TesserDriver):
            self._driver.tick()
            if not self._driver.shown:
                return
            if any(thread.playing and thread.networked for thread in self.threads):
                self._driver.ask()
        self.check_size()  # whatever was opened or closed between two sizes
        if isinstance(self._driver, TesserDriver) and self._driver.stopped:
            return  # It draws, and nobody takes that.
        for thread in self.threads:
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
        if any(thread.playing for thread in self.threads):
            playing = [thread for thread in self.threads if thread.playing]
            heard = not any(gone(thread.mail.link) for thread in playing)
            lost.append(leaving(any(thread.networked for thread in playing), heard))
        if lost and not isinstance(self.screen, Question):
            self.push_screen(
                Question(" ".join(["Quit tesser?", *lost]), "Quit", "Stay"),
                lambda said: self.exit() if said else None,
            )
        else:
            self.exit()

    @property
    def status(self) -> int:
        """The exit status of an app that did not crash: whether a match did, or how one against another
        machine, asked for on the command line, has failed."""
        from tui.matches.plans import HostPlan, JoinPlan, ResumePlan

        if any(thread.crashed for thread in self.threads):
            return CRASHED
        if not isinstance(self.plan, HostPlan | JoinPlan | ResumePlan):
            return 0
        failures = [thread.failure for thread in self.threads if thread.failure is not None]
        return failures[-1].status if failures and failures[-1] is self.threads[-1].failure else 0

    def ended_from_outside(self) -> list[str]:
        """What is said in the terminal where a signal ended the app in a match, and how that goes on."""
        for thread in reversed(self.threads):
            if thread.table is not None and thread.table.match.outcome is None:
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
    """Run the app in this terminal, which `tui.terminal.ready.ready` has checked; gives the exit status."""
    # A match's thread tells its screen what went wrong; beside the screen nothing may be printed.
    threading.excepthook = lambda _: None
    app = TesserApp(profile, plan)
    try:
        app.run()
    finally:
        for thread in app.threads:
            thread.stop(closed=app.return_code == HUNG_UP)
    if (app.return_code or 0) > 128:
        for said in app.ended_from_outside():
            with contextlib.suppress(OSError):  # A terminal that has hung up takes no more.
                print(said)
    return app.return_code or app.status
