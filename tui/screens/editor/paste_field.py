"""The field that a deck is pasted into, also by a terminal that puts no brackets around a paste."""

from __future__ import annotations

from textual import events
from textual.message import Message as Posted
from textual.widgets import TextArea

from decks.text.list_parser import why_too_much

TYPED_BY_NOBODY = 0.02
"""Seconds: a key that comes sooner behind another is of a text that came at once."""


class PasteField(TextArea):
    """Where a deck is pasted, as many lines as it has."""

    class Left(Posted):
        """Tab was pressed by a person: the lines are next."""

    class Pasted(Posted):
        """Something was pasted: it can be looked at."""

    class TooMuch(Posted):
        """More was pasted than can be read, and nothing of it was taken."""

        def __init__(self, why: str) -> None:
            super().__init__()
            self.why = why

    def __init__(self, text: str) -> None:
        super().__init__(text, id="pad", compact=True, highlight_cursor_line=False)
        self._written = 0.0
        """When the last key came that is of the text, or may be."""
        self._tabs = ""
        """Tabs that wait for what follows: text at once, or nothing where a person leaves with them."""

    async def _on_key(self, event: events.Key) -> None:
        # A terminal that puts no brackets around a paste sends it as keys, a table's with tabs in it.
        at_once = event.time - self._written < TYPED_BY_NOBODY
        if event.key == "tab":
            event.stop()
            event.prevent_default()
            if at_once and not self._tabs:
                self._written = event.time
                self.insert("\t")
            else:
                self._wait(event.time)
            return
        written = event.is_printable or event.key in ("enter", "ctrl+j")
        if self._tabs:
            self._follow(self._tabs if written and at_once else "")
        if written:
            self._written = event.time
        if event.key == "ctrl+j":
            event.stop()
            event.prevent_default()
            self.insert("\n")
            return
        await super()._on_key(event)

    def _wait(self, time: float) -> None:
        """A Tab with no text before it may begin one: what comes next tells."""
        self._tabs += "\t"
        self._written = time

        def over() -> None:
            if self._tabs and self._written == time:
                self._follow("")

        # By the way that keys come, so that those which came meanwhile are before it, however busy it is.
        self.set_timer(TYPED_BY_NOBODY, lambda: self.app.call_later(self.call_later, over))

    def _follow(self, tabs: str) -> None:
        """The waiting is over: these tabs are of the text, or, without any, they leave it."""
        self._tabs = ""
        if tabs:
            self.insert(tabs)
        else:
            self.post_message(self.Left())

    async def _on_paste(self, event: events.Paste) -> None:
        if why := why_too_much(event.text):
            event.stop()
            event.prevent_default()
            self.post_message(self.TooMuch(why))
            return
        # Textual goes on with the handler of TextArea itself, before this message is dealt with.
        self.post_message(self.Pasted())
