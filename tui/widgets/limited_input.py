"""Lines of text that hold so much and no more, and say so: nothing that is typed or pasted is cut."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.widgets import Input

from core.clean import cell_width


class Full(Message):
    """There was no room for what was typed or pasted, and nothing of it was taken."""

    def __init__(self, most: int, over: int) -> None:
        """It would be so many characters `over` the `most` there may be; 0 where it was before, and the rest
        is about to be taken."""
        super().__init__()
        self.why = f"At most {most} characters: {over} too many, nothing was taken." if over else REFUSED


REFUSED = "Not all that came last was taken; the same key again goes on with what is here."
"""What is said where a text that is not all that was typed or pasted is about to be taken."""


class Limited:
    """A field that holds so much. What it refused is not left out silently, however fast the next key comes:
    the text is taken when that is asked for a second time."""

    refused = False
    """Whether something was refused since the text was last made shorter."""

    def refuse(self, most: int, over: int) -> Full:
        """What is to be posted where it refuses something."""
        self.refused = True
        return Full(most, over)

    def incomplete(self) -> bool:
        """Whether something was refused that the player was not asked about before; from now on it was."""
        was, self.refused = self.refused, False
        return was


class LimitedInput(Limited, Input):
    """A line of text. Pasted lines become one."""

    def __init__(self, value: str, most: int, *, select_on_focus: bool = True) -> None:
        """`most` is in terminal cells."""
        super().__init__(value, compact=True, select_on_focus=select_on_focus)
        self._most = most

    @property
    def room(self) -> int:
        """For how many cells there is room."""
        return self._most - _cells(self.value)

    def replace(self, text: str, start: int, end: int) -> None:
        low, high = sorted((start, end))
        over = _cells(text) - _cells(self.value[low:high]) - self.room
        if text and over > 0:
            self.post_message(self.refuse(self._most, over))
        else:
            self.refused = self.refused and low == high
            super().replace(text, start, end)

    async def action_submit(self) -> None:
        if self.incomplete():
            self.post_message(Full(self._most, 0))
        else:
            await super().action_submit()

    def _on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        self.replace(" ".join(event.text.split()), *self.selection)


def _cells(text: str) -> int:
    return sum(map(cell_width, text))
