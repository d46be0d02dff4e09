"""A match against another machine that goes on: this side's address line, and the search for the other."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from tui.matches.remote import Invited
from tui.matches.returning import Awaited
from tui.screens.hosting import WaitScreen
from tui.screens.page import HELP_KEY


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
        HELP_KEY,
        Binding("escape,w", "back", "later"),
    ]
    COPIED = "The address line"
    OPENING = "Taking up the match ..."
    SURE = ("Stop looking for the other side? The match stays kept as it is.", "Stop")

    def _show_invite(self, stage: Invited) -> None:
        super()._show_invite(stage)
        if isinstance(stage, Awaited):
            self.query_one("#state", Static).update(Content("\n\n".join(stage.lines())))
            for widget in ("#where", "#open-play"):
                self.query_one(widget, Static).update(Content(""))

    def on_paste(self, event: events.Paste) -> None:
        """The other side's address line."""
        event.stop()
        self._thread.look_at(event.text)
