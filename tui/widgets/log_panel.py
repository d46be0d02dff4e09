"""The log of a match in sentences, beside the board."""

from __future__ import annotations

from collections.abc import Sequence

from textual.message import Message

from tui.match.entry_texts import LogLine, folded
from tui.widgets.entry_list import EntryItem, EntryList


def log_items(lines: Sequence[LogLine]) -> list[EntryItem]:
    """The log as lines that lead to their moments; passes one after the other are one line."""
    found: list[EntryItem] = []
    short = False
    for line in folded(lines):
        before, short = short, line.n >= 0 and not line.level and line.text.count(" ") == 1
        if before and short:
            said = "you" + line.text[3:] if line.text.startswith("You ") else line.text
            found[-1] = EntryItem(f"{found[-1].text.removesuffix('.')}, {said}", line.n)
        else:
            found.append(EntryItem(line.text, line.n, line.level))
    return found


class ChatPanel(EntryList, can_focus=False):
    """What the players say to each other, the newest at the bottom."""

    DEFAULT_CSS = """
    ChatPanel { width: 1fr; padding: 0 1 0 0; background: $surface; color: $foreground; }
    """

    def __init__(self) -> None:
        super().__init__(empty="y says something to the other player.")

    def tell_lines(self, lines: Sequence[LogLine]) -> None:
        """Show what was said."""
        self.tell([EntryItem(line.text) for line in lines])


class LogPanel(EntryList):
    """The newest sentences at the bottom; with the keyboard, a line can be chosen."""

    DEFAULT_CSS = """
    LogPanel { width: 36; height: 1fr; padding: 0 1 0 0; background: $surface; color: $foreground; }
    """

    class Left(Message):
        """Esc: the keyboard goes back to the board."""

    class Searched(Message):
        """`/`: words are to be looked for."""

    def tell_lines(self, lines: Sequence[LogLine]) -> None:
        """Show the log of a reader."""
        self.tell(log_items(lines))

    def key_escape(self) -> None:
        """Leave the keyboard to the board."""
        self.post_message(self.Left())

    def key_slash(self) -> None:
        """Look for words."""
        self.post_message(self.Searched())
