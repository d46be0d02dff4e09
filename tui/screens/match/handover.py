"""The keyboard of a match goes from one person here to the next: the curtain, and what happened meanwhile."""

from __future__ import annotations

from core.contract.game import AnyGame
from core.engine.stops import public_pass
from tui.match.channel import Question
from tui.match.entry_texts import merged
from tui.match.plans import PERSON
from tui.match.presence import elsewhere
from tui.match.worker import MatchThread
from tui.profile import Profile
from tui.screens.match.requests import Requesting
from tui.widgets.log_panel import LogPanel

# What comes over the board is imported when it comes: a match begins sooner.


class HandingOver(Requesting):
    """A match screen's change of readers."""

    def __init__(self, thread: MatchThread, game: AnyGame, profile: Profile | None = None) -> None:
        """`profile` is whose match it is, and keeps the settings."""
        super().__init__(thread, game, profile)
        self._since: dict[int, int] | None = None
        """In a match that goes on, by reader that was not told yet what happened since its last choice: the
        entry of that."""
        self.covered = False
        """Whether nobody has taken the keyboard since it was somebody else's turn."""

    def _hand_over(self, question: Question) -> None:
        """Cover everything until the next player has the keyboard, or passes without it."""
        seat, act = question.seat, self._act
        open_to_all = public_pass(self.game, act.view) if act is not None else None
        self.covered, self._runs = True, False
        self._thread.covered = True
        self.board.show(None)
        for panel in self.query(LogPanel):  # none yet, or none any more, where the screen comes or goes
            panel.tell_lines([])
        if not self.come_up():  # from under what the last reader had open
            return
        self._past.forget()

        def ready(taken: bool | None) -> None:
            self.covered = self._thread.covered = False
            if taken or open_to_all is None:
                self.reader = seat
            else:
                self._act = None  # What it shows is the other one's.
                self._thread.answer(question.ticket, [open_to_all[1]])
            self._show()
            self._tell_since()
            self._end.tell()

        from tui.screens.curtain import Curtain

        said = open_to_all[0] if open_to_all is not None else ""
        self.app.push_screen(Curtain(self.who(seat), self.board.guard, said), ready)

    def _moves_at_once(self) -> bool:
        """Whether somebody at this machine is to choose who has not been asked yet, or a computer is."""
        picture, header = self.picture, self.header
        if picture is None or header is None or picture.question is not None or picture.outcome is not None:
            return False
        decision = self.game.decision(next(iter(picture.views.values())))
        if decision is None or self.reader is None:
            return False
        person = header.seats[decision.seat].player == PERSON
        return not (person and elsewhere(header, decision.seat, self.reader))

    def _tell_since(self) -> None:
        """Where a match goes on: what happened since its reader's last choice, once."""
        reader, since = self.reader, self._since
        if reader is None or since is None or reader not in since or self.covered:
            return
        if self.picture is not None and self.picture.outcome is not None:
            return  # The page at the end tells.
        if self.app.screen is not self:
            return  # Keys that are meant for what lies over the board must not answer this.
        news = self._log.get(reader, [])[self._seen.get(reader, 0) :]
        if self._moves_at_once():
            return  # That belongs to it.
        n = since.pop(reader)
        if news:
            from tui.screens.match.continued import Continued

            self.app.push_screen(Continued(merged(news), n, self.board.guard))
