"""A match out of the archive, step by step, as one of its seats saw it."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from core.engine.match import Match
from tui.match.entry_texts import merged
from tui.match.events import MomentFound
from tui.match.history import history
from tui.match.player_names import player_at
from tui.match.story_texts import story_told
from tui.screens.match_help import key_row
from tui.screens.moment_screen import DISCARDS_HELP, STEPS_HELP, MomentScreen
from tui.widgets.text_reader import plain

_STEPS = (("Left", "before"), ("Right", "after"), ("l", "log"), ("t", "story"))


class ReplayScreen(MomentScreen):
    """Steps through a match that nobody plays now."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l", "log", "Log"),
        Binding("t", "story", "Story"),
        Binding("v", "eyes", "Other eyes"),
    ]
    KEYS = (*_STEPS, ("v", "other eyes"), ("?", "help"), ("Esc", "back"))
    KEYS_HELP = (
        *STEPS_HELP,
        key_row(("l", "the log, each line leads to its moment")),
        key_row(("t", "the story, what made the difference")),
        key_row(("v", "the eyes of another seat, where it is finished")),
        DISCARDS_HELP,
        plain("Esc            back to the archive"),
    )

    def __init__(self, match: Match, seat: int | None, note: str = "", n: int = 0) -> None:
        """`seat` is whose eyes it begins with, None for what everybody sees. They change only where the match
        is finished: while it is not, nothing of other hands is shown. `note` is something to know about it;
        it begins at entry `n`."""
        names = tuple(one.shown for one in match.header.seats)
        super().__init__(match.game, n, self._seek, self._told, names)
        self._match = match
        self._readers = [-1 if seat is None else seat]
        if match.outcome is not None:
            self._readers += [one for one in range(len(names)) if one not in self._readers]
        self._lines = history(match, self._readers).lines
        self._note = note

    def on_mount(self) -> None:
        self.call_after_refresh(self._seek, self._wanted)

    @property
    def _seat(self) -> int:
        return self._readers[0]

    def _seek(self, n: int) -> None:
        n = max(0, min(n, self._match.n))
        view = self._match.game.mask(self._match.state_at(n), self._seat if self._seat >= 0 else None)
        self.show(MomentFound(self._seat, n, self._match.n, view))

    def _told(self, n: int) -> list[str]:
        return merged([line for line in self._lines[self._seat] if line.n == n])

    def when(self, past: MomentFound) -> str:
        seat = self._seat
        who = player_at(self._game, self._names, seat) if seat >= 0 else "everybody"
        return f"Entry {past.n} of {past.last}, seen by {who}"

    def action_eyes(self) -> None:
        """The eyes of the next seat."""
        if len(self._readers) > 1:
            self._readers.append(self._readers.pop(0))
            self._seek(self._wanted)
        else:
            self.app.notify("Other hands are shown when the match is finished.")

    def action_log(self) -> None:
        """Every sentence, to choose a moment from."""
        from tui.screens.log_screen import LogScreen

        self.app.push_screen(LogScreen(self._lines[self._seat]), self._lead)

    def action_story(self) -> None:
        """What made the difference."""
        from tui.screens.story_panel import StoryPanel

        story = story_told(self._match, self._seat if self._seat >= 0 else None)
        self.app.push_screen(StoryPanel(story), self._lead)

    def _lead(self, n: int | None) -> None:
        if n is not None:
            self._to(n)
