"""Lists of what happened in a match, over the board: the log, as its reader may know it."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size

from core.words import counted
from decks.names import quoted
from tui.match.entry_texts import LogLine, having
from tui.widgets.entry_list import EntryItem, EntryList
from tui.widgets.log_panel import log_items
from tui.widgets.panels import Panel, inside, shown_key


class EntryPanel(Panel[int]):
    """Lines, the newest at the bottom; closes with the entry that a chosen one leads to."""

    DEFAULT_CSS = """
    EntryPanel EntryList { height: auto; background: $panel; }
    """
    KEYS = [
        shown_key("pageup", "move", "Up, Down, PgUp, PgDn"),
        shown_key("slash", "find", "/"),
        shown_key("enter", "see that moment"),
        shown_key("escape", "close"),
    ]

    def __init__(self, title: str, items: Sequence[EntryItem]) -> None:
        super().__init__(title)
        self._called = title
        self._items = items
        self._words = ""
        """What the lines shown have in them; empty for all."""
        self.entries = EntryList(items)

    def box(self) -> ComposeResult:
        yield self.entries

    def on_mount(self) -> None:
        self.entries.focus()

    def on_resize(self, event: events.Resize) -> None:
        self.fit(event.size)

    def fit(self, size: Size) -> None:
        room = max(2, size.height * 9 // 10 - 7)
        self.entries.styles.height = min(room, self.entries.lines_at(inside(size.width)))

    def find(self) -> None:
        """Ask for words, and show only the lines that have them."""
        from tui.screens.dialogs import AskText

        self.app.push_screen(
            AskText("Lines with which words? None shows all.", self._words, str.strip), self._show
        )

    def _show(self, words: str | None) -> None:
        if words is None:
            return
        found = having(words, self._items, lambda item: item.text)
        self._words = words if found else ""
        self.entries.tell(found or self._items)
        told = f"{counted(len(found), 'line')} with" if found else "nothing has"
        self.heading.update(Content(f"{self._called}: {told} {quoted(words)}" if words else self._called))
        self.fit(self.size)

    def act(self, key: str) -> None:
        if key == "enter":
            self.entries.pick()

    def other(self, key: str) -> bool:
        if key == "slash":
            self.find()
            return True
        if key in ("l", "t", "d", "q"):
            self.dismiss(None)
            return True
        return False

    def on_entry_list_picked(self, event: EntryList.Picked) -> None:
        event.stop()
        self.dismiss(event.n)


class LogScreen(EntryPanel):
    """Every sentence of the log."""

    def __init__(self, lines: Sequence[LogLine], asks: bool = False) -> None:
        """`asks` begins by asking for the words to find."""
        super().__init__("Log", log_items(lines))
        self._asks = asks

    def on_mount(self) -> None:
        if self._asks:
            self.find()
