"""Where one is asked in a match: passing to a phase, the settings, the bell and the window's title."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual.binding import Binding
from textual.screen import Screen

from tui.match.client import MatchClient
from tui.match.commands import Mute, PassTo, SetChat, SetStops, StopPassing
from tui.match.events import Event, KeyboardWanted, Question, QuestionAsked, Rang
from tui.profile import Profile
from tui.settings import CannotSave, Settings, load_settings, save_settings
from tui.terminal.attention import Caller, set_title, your_turn


class StopsPane:
    """The stops of one match, and how a person is called to it."""

    KEYS: ClassVar = (
        Binding("f", "do('pass_to')", "Pass to", id="match.pass_to"),
        Binding("o", "do('stops')", "When am I asked", id="match.stops"),
    )

    def __init__(self, screen: Screen[Any], client: MatchClient, profile: Profile | None) -> None:
        """`profile` keeps the settings; without one they hold for the match alone."""
        self._screen = screen
        self._client = client
        self._game = client.game
        self._profile = profile
        self._settings = load_settings(profile) if profile is not None else Settings()
        self._caller = Caller()
        client.subscribe(self._hear)

    @property
    def does(self) -> dict[str, Callable[[], object]]:
        """What its keys do."""
        return {"pass_to": self.choose_phase, "stops": self.show_settings}

    @property
    def passes(self) -> str:
        """Who passes to where, in sentences for the reader; empty if nobody here does."""
        return " ".join(
            f"You are passing to {phase}."
            if seat == self._client.seat
            else f"{self._game.texts.seat_name(seat)} passes until {phase}."
            for seat, phase in self._client.passing.items()
        )

    def _hear(self, event: Event) -> None:
        match event:
            case QuestionAsked() | KeyboardWanted():
                self._call(event.question)
            case Rang():
                if self._settings.bell != "off":
                    self._screen.app.bell()
            case _:
                pass

    def _call(self, question: Question) -> None:
        """A question has come: ring, if that is wanted."""
        turn = self._game.turn(self._client.public)
        if self._caller.rings(self._settings.bell, question.called, turn, self._elsewhere):
            self._screen.app.bell()

    @property
    def _elsewhere(self) -> bool:
        """Whether somebody plays on another machine."""
        return any(seat not in self._client.here for seat in self._client.persons)

    def entitle(self) -> None:
        """The window's title says whose turn it is, while a question is open."""
        client = self._client
        if client.picture is not None and self._screen.is_attached and self._settings.bell != "off":
            title = self._game.title
            if client.question is not None and not client.sent:
                turn = self._game.turn(client.public)
                title = your_turn(self._game.texts.seat_name(client.question.seat), turn)
            set_title(self._screen.app, title)

    def choose_phase(self) -> None:
        """Pass to a phase that is chosen."""
        client, seat = self._client, self._client.seat
        if (
            client.picture is None
            or seat < 0
            or client.over
            or not any(one.phase for one in self._game.stops)
        ):
            return

        from tui.screens.stops import ASK_AGAIN, PassPanel

        def chosen(phases: list[str] | None) -> None:
            if phases and phases[0] != ASK_AGAIN:
                client.send(PassTo(seat, phases[0]))
            elif phases:
                client.send(StopPassing())

        self._screen.app.push_screen(PassPanel(self._game, client.picture.views[seat], self.passes), chosen)

    def show_settings(self) -> None:
        """Where one is asked, and the bell."""
        from tui.screens.stops import StopsPanel

        client = self._client
        panel = StopsPanel(
            self._game,
            self._settings,
            self._keep,
            shared=len(client.here) > 1,
            elsewhere=self._elsewhere,
            muted=client.muted,
            mute=lambda on: client.send(Mute(on)),
        )
        self._screen.app.push_screen(panel)

    def _keep(self, settings: Settings) -> str:
        """Use changed settings, and save them; a sentence if that is not possible."""
        self._settings = settings
        self._client.send(SetStops(settings.rules(self._game.name)))
        self._client.send(SetChat(settings.chat))
        if settings.bell == "off":
            set_title(self._screen.app, self._game.title)
        try:
            if self._profile is not None:
                save_settings(self._profile, settings)
        except CannotSave as error:
            return f"{error} They hold for this match."
        return ""
