"""Lists of what happened in a match, over the board: the log, as its reader may know it."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult

from tui.matches.sentences import Line
from tui.widgets.entries import EntryList, Item
from tui.widgets.log_panel import log_items
from tui.widgets.panels import Panel, inside, shown_key


class EntryPanel(Panel[int]):
    """Lines, the newest at the bottom; closes with the entry that a chosen one leads to."""

    DEFAULT_CSS = """
    EntryPanel EntryList { height: auto; background: $panel; }
    """
    KEYS = [
        shown_key("pageup", "move", "Up, Down, PgUp, PgDn"),
        shown_key("enter", "see that moment"),
        shown_key("escape", "close"),
    ]

    def __init__(self, title: str, items: Sequence[Item]) -> None:
        super().__init__(title)
        self.entries = EntryList(items)

    def box(self) -> ComposeResult:
        yield self.entries

    def on_mount(self) -> None:
        self.entries.focus()

    def on_resize(self, event: events.Resize) -> None:
        width = inside(event.size.width)
        room = max(2, event.size.height * 9 // 10 - 7)
        self.entries.styles.height = min(room, self.entries.lines_at(width))

    def act(self, key: str) -> None:
        if key == "enter":
            self.entries.pick()

    def other(self, key: str) -> bool:
        if key in ("l", "t", "d", "q"):
            self.dismiss(None)
            return True
        return False

    def on_entry_list_picked(self, event: EntryList.Picked) -> None:
        event.stop()
        self.dismiss(event.n)


class LogScreen(EntryPanel):
    """Every sentence of the log."""

    def __init__(self, lines: Sequence[Line]) -> None:
        super().__init__("Log", log_items(lines))
