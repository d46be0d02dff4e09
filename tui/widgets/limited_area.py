"""The same as limited.py for text of several lines; apart, as few pages need what it is made of."""

from __future__ import annotations

from textual.widgets import TextArea
from textual.widgets.text_area import Edit, EditResult

from tui.widgets.limited_input import Limited


class LimitedArea(Limited, TextArea):
    """Text of several lines."""

    def __init__(self, text: str, most: int) -> None:
        """`most` is in characters, line ends counted."""
        super().__init__(text, compact=True, highlight_cursor_line=False)
        self._most = most

    @property
    def room(self) -> int:
        """For how many characters there is room."""
        return self._most - len(self.text)

    def edit(self, edit: Edit) -> EditResult:
        replaced = self.get_text_range(edit.from_location, edit.to_location)
        over = len(edit.text) - len(replaced) - self.room
        if edit.text and over > 0:
            self.post_message(self.refuse(self._most, over))
            return EditResult(self.cursor_location, "")
        self.refused = self.refused and not replaced
        return super().edit(edit)
