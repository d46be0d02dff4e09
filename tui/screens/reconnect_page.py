"""A match against another machine that goes on: this side's address line, and the search for the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from tui.archive.database import ArchiveError
from tui.match.commands import LookFor
from tui.match.end_texts import ENDING, leaving_at_one
from tui.match.network_play import Invited
from tui.match.one_sided_end import end_named, left_at_one, would_end
from tui.match.reconnect import Awaited
from tui.match.worker import MatchWorker
from tui.screens.dialogs import QuestionDialog
from tui.screens.host_page import WaitScreen
from tui.screens.page import HELP_KEY

TAKES = "paste the other side's address line here"


class ReturnScreen(WaitScreen):
    """Waits for the other side of a match; left with a sentence if it can't go on."""

    HEADING = "Going on with a match"
    HELP = (
        "Both sides listen, and call each other where they were last. When one of them has moved to"
        " another network, give it this side's address line, which it takes as tesser resume --join LINE,"
        " or paste theirs here. The line tells nobody more than where to knock: nobody gets in without"
        " your keys."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "copy", "copy the line"),
        Binding("e", "end_here", "end it here"),
        Binding("q", "leave_at_one", "leave it at one"),
        HELP_KEY,
        Binding("escape,w", "back", "later"),
    ]
    COPIED = "The address line"
    OPENING = "Taking up the match ..."
    SURE = ("Stop looking for the other side? The match stays kept as it is.", "Stop")

    def __init__(self, thread: MatchWorker, game: str) -> None:
        super().__init__(thread, game)
        self._stage: Awaited | None = None

    def _show_invite(self, stage: Invited) -> None:
        super()._show_invite(stage)
        if isinstance(stage, Awaited):
            self._stage = stage
            self.show_keys()
            self.query_one("#state", Static).update(Content("\n\n".join(stage.lines(TAKES))))
            for widget in ("#where", "#open-play"):
                self.query_one(widget, Static).update(Content(""))

    @property
    def keys(self) -> list[Binding]:
        stage = self._stage
        useless = {
            "end_here": stage is None or bool(stage.apart) or stage.over,
            "leave_at_one": stage is None or not stage.second,
        }
        return [one for one in super().keys if not useless.get(one.action)]

    async def action_end_here(self) -> None:
        """End this side's copy, when asked once more; nothing where it has ended so before."""
        profile, stage = self.tesser.profile, self._stage
        if stage is None or stage.apart or stage.over:
            return
        how = await asyncio.to_thread(would_end, profile, stage.name)
        if not self.over:
            question = QuestionDialog(ENDING[how], f"End it, as {how}", "Wait on")
            self._ask(question, lambda: end_named(profile, stage.name)[1])

    def action_leave_at_one(self) -> None:
        """Give up the second game, when asked once more; nothing of any other match."""
        profile, stage = self.tesser.profile, self._stage
        if stage is not None and stage.second and not self.over:
            question = QuestionDialog(leaving_at_one(True, False), "Leave it at one", "Wait on")
            self._ask(question, lambda: left_at_one(profile, stage.name))

    def _ask(self, question: QuestionDialog, do: Callable[[], str]) -> None:
        """Ask; if that is wanted, look for the other side no more, do it, and leave with what is said
        then."""

        async def leave() -> None:
            await asyncio.to_thread(self._thread.stop)
            try:
                said = await asyncio.to_thread(do)
            except ArchiveError as error:
                said = str(error)
            self.dismiss("")
            self.app.notify(said, timeout=15)

        def answered(yes: bool | None) -> None:
            if yes and not self.over:
                self.over = True
                self.run_worker(leave(), exclusive=True)

        self.app.push_screen(question, answered)

    def on_paste(self, event: events.Paste) -> None:
        """The other side's address line."""
        event.stop()
        self._thread.send(LookFor(event.text))
