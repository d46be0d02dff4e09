"""The matches an app has: how each begins, goes on, is put on the screen and is left."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.message import Message as Posted
from textual.screen import Screen

from tui.match.end_texts import how_to_go_on, second_waits
from tui.profile import Profile
from tui.screens.dialogs import Message, QuestionDialog

if TYPE_CHECKING:
    from core.contract.game import AnyGame
    from core.contract.header import Header
    from tui.match.end_texts import Parting
    from tui.match.plans import HostPlan, JoinPlan, LocalPlan, ResumePlan
    from tui.match.series import Series
    from tui.match.worker import MatchWorker


class Wake(Posted, bubble=False):
    """A match has something for its screen to take."""


class OpenMatches:
    """The matches of an app. Only what a plan asks for is imported, when it is asked for."""

    def __init__(self, app: App[Any], profile: Profile) -> None:
        self._app = app
        self._profile = profile
        self.threads: list[MatchWorker] = []
        """Every match that was started here; they are stopped when the app ends."""
        self._beginning: list[tuple[MatchWorker, AnyGame, Callable[[Parting | None], None] | None]] = []
        """Those on this machine that have not told yet that they run."""

    def begin(self, plan: object) -> None:
        """Start what a plan says; one that can't be played is explained."""
        from tui.match.plans import HostPlan, JoinPlan, LocalPlan, ResumePlan

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
            self._say_no_match(str(error))

    def play(self, plan: LocalPlan) -> None:
        """Start a match on this machine; it is shown once it has begun. Raises ValueError with a sentence.

        One at a time: nothing is started while another one begins or is on the screen.
        """
        if self._busy:
            return
        from tui.match.series import Series

        series = Series(plan, self._profile.player) if plan.both_sides else None
        self._play(series.next_plan() if series else plan, series)

    def _play(self, plan: LocalPlan, series: Series | None) -> None:
        """Start a match; with a series it is the next game of that."""
        # Its screen is imported before its thread runs beside that, which would take twice as long.
        import tui.screens.match.match_screen  # noqa: F401
        from core import registry
        from tui.match.local import start_local

        thread = start_local(self._profile, plan, self.wake)
        self.threads.append(thread)
        then = partial(self._next_game, series) if series else None
        self._beginning.append((thread, registry.load(plan.game), then))

    def resume(self, plan: ResumePlan) -> None:
        """Go on with a match of the archive. Raises ValueError with a sentence if that can't be."""
        if self._busy:
            return
        import tui.screens.match.match_screen  # noqa: F401
        from core import registry
        from tui.archive.database import Archive
        from tui.match.plans import ResumePlan
        from tui.match.reconnect import start_resumed
        from tui.match.repair import lost_of, question
        from tui.match.resume import chosen, series_after, series_of, why_not

        with Archive(self._profile.archive) as archive:
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
            asked = QuestionDialog(question(kept.name, lost), "Go on from there", "Leave it as it is")
            self._app.push_screen(asked, lambda yes: self.begin(onward) if yes else None)
            return
        thread = start_resumed(self._profile, kept, self.wake, plan.line, plan.from_sound)
        self.threads.append(thread)
        if not kept.alone:
            from tui.screens.reconnect_page import ReturnScreen

            self._app.push_screen(ReturnScreen(thread, kept.game), self._say_not_back)
            return
        series = series_of(kept)
        then = partial(self._next_game, series) if series else None
        self._beginning.append((thread, registry.load(kept.game), then))

    @property
    def _busy(self) -> bool:
        """Whether a match begins or is on the screen."""
        return bool(self._beginning) or any(hasattr(screen, "Moved") for screen in self._app.screen_stack)

    def _next_game(self, series: Series, parting: Parting | None) -> None:
        """A game of two has ended: tell how it stands, and go on to the second."""
        from tui.screens.end_page import GamesPage

        if parting is None or parting.outcome is None:
            if series.played:
                lines = ["The second game has not come to its end.", *series.lines()[:1]]
                self._app.push_screen(Message("The second game was left", "\n".join(lines)))
            return

        def answered(said: bool | None) -> None:
            if said is False:
                self._leave_at_one(series.first)
            if said and not series.over and not self._busy:
                try:
                    self._play(series.next_plan(), series)
                except ValueError as error:
                    self._say_no_match(str(error))

        match = "" if parting.header is None else parting.header.match
        series.end(parting.outcome, parting.totals, match)
        self._app.push_screen(GamesPage(series.title(), "\n".join(series.lines()), series.over), answered)

    def _leave_at_one(self, first: str) -> None:
        """The second game is not wanted, now or later."""
        from tui.archive.changes import leave_at_one
        from tui.archive.database import Archive, ArchiveError

        try:
            with Archive(self._profile.archive) as archive:
                leave_at_one(archive, first)
        except ArchiveError as error:
            self._app.push_screen(Message("The second game is offered again", str(error)))

    def host(self, plan: HostPlan) -> None:
        """Open a table and show its invite."""
        from tui.match.host_and_join import start_host
        from tui.screens.host_page import WaitScreen

        thread = start_host(self._profile, plan, self.wake)
        self.threads.append(thread)
        self._app.push_screen(WaitScreen(thread, plan.game), self._say_end)

    def join(self, start: JoinPlan) -> None:
        """Open the page for an invite; with an invite, go on with it at once."""
        from tui.screens.join_page import JoinScreen

        self._app.push_screen(JoinScreen(start))

    def _say_no_match(self, sentence: str) -> None:
        self._app.push_screen(Message("This match can't begin", sentence))

    def _say_not_back(self, sentence: str | None) -> None:
        if sentence:
            self._app.push_screen(Message("This match can't go on", sentence))

    def _say_end(self, sentence: str | None) -> None:
        if sentence:
            self._app.push_screen(Message("The table is closed", sentence))

    def show_match(
        self,
        thread: MatchWorker,
        game: AnyGame,
        instead_of: Screen[Any] | None = None,
        then: Callable[[Parting | None], None] | None = None,
    ) -> None:
        """Put a match that has begun on the screen; `instead_of` is the page that waited for it, and `then`
        what follows on its end page."""
        from tui.screens.match.match_screen import MatchScreen

        if instead_of is not None:
            # The pages that led here have done their work: the match ends at home.
            while len(self._app.screen_stack) > 1:
                self._app.pop_screen()
        self._app.clear_notifications()  # what was said before it
        onward = "leave" if then is None else "to the score"
        screen = MatchScreen(thread, game, self._profile, onward, rematch=then is None)
        # As the app's own: a page that asked for it, and is gone by then, would be told nothing.
        with self._app._context():
            self._app.push_screen(screen, partial(self._left, thread, then))

    def show_following(self, before: Screen[Any], thread: MatchWorker, game: AnyGame) -> None:
        """Put the match that follows over the same link in the place of the one before, once it has begun."""
        if thread in self.threads or not (thread.begun or thread.gone):
            return
        self.threads.append(thread)
        if not thread.begun:
            self._app.push_screen(Message("The next match can't begin", thread.reason))
            return
        before.dismiss(None)
        self.show_match(thread, game)

    def _left(
        self, thread: MatchWorker, then: Callable[[Parting | None], None] | None, parting: Parting | None
    ) -> None:
        """The match's screen is closed: what follows, or how it is come back to."""
        if then is not None:
            then(parting)
        if parting is not None and parting.again and parting.header is not None:
            self._play_again(parting.header)
        if parting is not None and parting.onward is not None:
            self.begin(parting.onward)
        elif parting is not None and parting.outcome is None and thread.kept:
            self._app.notify(how_to_go_on(thread.kept, thread.networked, thread.failure), timeout=10)
        elif parting is not None and thread.second:
            self._app.notify(second_waits(thread.kept, True), timeout=10)

    def _play_again(self, header: Header) -> None:
        """Play a match on this machine once more, with the seats moved by one."""
        from tui.match.local import plan_again

        try:
            self.play(plan_again(header))
        except ValueError as error:
            self._say_no_match(str(error))

    def wake(self) -> None:
        """A match has news for its screen. Called from the match's thread."""
        self._app.post_message(Wake())

    def take_news(self) -> None:
        """Each screen takes what is its own; those over no match know no such message."""
        waiting, self._beginning = self._beginning, []
        for thread, game, then in waiting:
            if thread.begun:
                self.show_match(thread, game, then=then)
            elif thread.gone:
                self._say_no_match(thread.reason)
            else:
                self._beginning.append((thread, game, then))
        for screen in self._app.screen_stack:
            news: type[Posted] = getattr(screen, "Moved", Wake)
            # Any message to a screen that is covered makes Textual draw all of the upper one anew.
            if news is not Wake or hasattr(screen, "on_wake"):
                screen.post_message(news())
