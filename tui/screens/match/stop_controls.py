"""What a match screen does about stops: passing to a phase, settings, the bell and the window's title."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen

from core.contract.game import AnyGame
from tui.match.channel import Question
from tui.match.worker import MatchThread
from tui.profile import Profile
from tui.settings import CannotSave, Settings, load_settings, save_settings
from tui.terminal.attention import Caller, set_title, your_turn


class Stopping:
    """The stops of one match screen."""

    def __init__(
        self, screen: Screen[Any], thread: MatchThread, game: AnyGame, profile: Profile | None
    ) -> None:
        """`profile` keeps the settings; without one they hold for the match alone."""
        self._screen = screen
        self._thread = thread
        self._game = game
        self._profile = profile
        self._settings = load_settings(profile) if profile is not None else Settings()
        self._caller = Caller()
        self.passing: dict[int, str] = {}
        """By seat here: the phase to which it passes, while it does."""

    def passes(self, reader: int) -> str:
        """Who passes to where, in sentences for this reader; empty if nobody here does."""
        return " ".join(
            f"You are passing to {phase}."
            if seat == reader
            else f"{self._game.texts.seat_name(seat)} passes until {phase}."
            for seat, phase in self.passing.items()
        )

    def call(self, question: Question, view: Any, elsewhere: bool) -> None:
        """A question has come: ring, if that is wanted. `elsewhere`: somebody plays on another machine."""
        turn = self._game.turn(view)
        if self._caller.rings(self._settings.bell, question.called, turn, elsewhere):
            self._screen.app.bell()

    def ring(self) -> None:
        """The clock calls: ring, unless bells are off."""
        if self._settings.bell != "off":
            self._screen.app.bell()

    def entitle(self, question: Question | None, view: Any) -> None:
        """The window's title says whose turn it is, while a question is open."""
        if self._settings.bell != "off":
            title = self._game.title
            if question is not None:
                title = your_turn(self._game.texts.seat_name(question.seat), self._game.turn(view))
            set_title(self._screen.app, title)

    def choose_phase(self, seat: int, view: Any) -> None:
        """Pass to a phase that is chosen."""
        if not any(stop.phase for stop in self._game.stops):
            return

        from tui.screens.stops import ASK_AGAIN, PassPanel

        def chosen(phases: list[str] | None) -> None:
            if phases and phases[0] != ASK_AGAIN:
                self._thread.pass_to(seat, phases[0])
            elif phases:
                self._thread.stop_passing()

        self._screen.app.push_screen(PassPanel(self._game, view, self.passes(seat)), chosen)

    def show_settings(self, shared: bool, elsewhere: bool) -> None:
        """Where one is asked, and the bell. `shared`: several persons play at this screen; `elsewhere`:
        somebody plays on another machine."""
        from tui.screens.stops import StopsPanel

        thread = self._thread
        panel = StopsPanel(
            self._game,
            self._settings,
            self._keep,
            shared=shared,
            elsewhere=elsewhere,
            muted=thread.muted,
            mute=thread.mute,
        )
        self._screen.app.push_screen(panel)

    def _keep(self, settings: Settings) -> str:
        """Use changed settings, and save them; a sentence if that is not possible."""
        self._settings = settings
        self._thread.set_stops(settings.rules(self._game.name))
        self._thread.set_chat(settings.chat)
        if settings.bell == "off":
            set_title(self._screen.app, self._game.title)
        try:
            if self._profile is not None:
                save_settings(self._profile, settings)
        except CannotSave as error:
            return f"{error} They hold for this match."
        return ""
