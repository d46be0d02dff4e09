"""Leaving a match on its screen: the match's loop says goodbye, which is waited for beside Textual's."""

from __future__ import annotations

import asyncio

from tui.match.client import MatchClient
from tui.match.end_texts import Parting, leaving_so
from tui.match.plans import ResumePlan
from tui.match.worker import MatchWorker
from tui.profile import Profile
from tui.widgets.closing_screen import Closing


class Leaving:
    """The ways out of one match's screen. What is left of the match goes to who opened the screen."""

    def __init__(
        self, screen: Closing[Parting], client: MatchClient, worker: MatchWorker, profile: Profile | None
    ) -> None:
        self._screen = screen
        self._client = client
        self._worker = worker
        self._profile = profile
        self.begun = False
        """Whether it is being left: who leaves needs no page that says how it ended."""

    def leave(self, again: bool = False, onward: ResumePlan | None = None) -> None:
        """Leave the match. `again`: to play once more. With `onward` it is gone on with at once."""
        self.begun = True
        client, failure = self._client, self._client.failure

        async def leave() -> None:
            await asyncio.to_thread(self._worker.stop)
            if failure is not None and onward is None and (said := leaving_so(failure)):
                self._screen.app.notify(said, timeout=30)
            outcome = client.outcome
            reason = "" if outcome else client.ended or "You left the match."
            totals = client.picture.totals if client.picture else ()
            self._screen.dismiss(Parting(outcome, reason, totals, client.header, again, onward))

        self._screen.run_worker(leave(), exclusive=True, group="leave")

    def end_copy(self) -> None:
        """End this side's copy of a match that has stopped, and leave it."""
        from tui.archive.database import ArchiveError
        from tui.match.one_sided_end import end_named

        profile = self._profile
        assert profile is not None

        async def end() -> None:
            await asyncio.to_thread(self._worker.stop)
            try:
                outcome, said = await asyncio.to_thread(end_named, profile, self._worker.kept)
            except ArchiveError as error:
                self._screen.app.notify(str(error), severity="error", timeout=15)
                return
            self._screen.app.notify(said, timeout=15)
            self._screen.dismiss(Parting(outcome, ""))

        self._screen.run_worker(end(), exclusive=True, group="leave")

    def give_up_second(self) -> None:
        """Leave a match that is over, and give up the second game that was to follow it."""
        from tui.match.one_sided_end import give_up_second

        profile = self._profile
        assert profile is not None

        async def give_up() -> None:
            said = await asyncio.to_thread(give_up_second, profile, self._worker)
            self._screen.app.notify(said, timeout=10)
            self.leave()

        self._screen.run_worker(give_up(), exclusive=True)
