"""Lines of text that hold so much and no more, and say so: nothing that is typed or pasted is cut."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.widgets import Input

from core.clean import cell_width


class Full(Message):
    """There was no room for what was typed or pasted, and nothing of it was taken."""

    def __init__(self, most: int, over: int) -> None:
        """It would be so many characters `over` the `most` there may be."""
        super().__init__()
        self.why = f"At most {most} characters: {over} too many, nothing was taken."


class LimitedInput(Input):
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
            self.post_message(Full(self._most, over))
        else:
            super().replace(text, start, end)

    def _on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        self.replace(" ".join(event.text.split()), *self.selection)


def _cells(text: str) -> int:
    return sum(map(cell_width, text))
