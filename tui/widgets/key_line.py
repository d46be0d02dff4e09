"""The keys of a page or a panel, in as many rows as they take; each can be clicked."""

from __future__ import annotations

from collections.abc import Iterable

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.style import Style
from textual.widget import Widget


class KeyLine(Widget):
    """Keys and what they do."""

    DEFAULT_CSS = """
    KeyLine { height: auto; width: 1fr; color: $quiet; }
    """

    def __init__(self, keys: Iterable[Binding]) -> None:
        super().__init__()
        self._keys = list(keys)
        self._first = self._keys

    def show_keys(self, keys: Iterable[Binding]) -> None:
        """Show these keys now; the line keeps the rows of its first keys, and gets more if need be."""
        before, self._keys = self._keys, list(keys)
        if self._keys != before:
            width = self.content_size.width
            self.refresh(layout=self._rows(before, width) != self._rows(self._keys, width))

    def _rows(self, keys: Iterable[Binding], width: int) -> int:
        return max(len(key_rows(keys, width)), len(key_rows(self._first, width)))

    def render(self) -> Content:
        return key_line(self._keys, self.content_size.width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._rows(self._keys, width)

    async def on_click(self, event: events.Click) -> None:
        # Not Textual's own links: they have one colour, and a key has another than what it does.
        action = event.style.meta.get("does")
        if action:
            event.stop()
            await self.screen.run_action(action)


def key_rows(keys: Iterable[Binding], width: int) -> list[Content]:
    """Keys and what they do, in rows of this width. A click does what the key does."""
    rows = [Content()]
    for binding in keys:
        does = Style.from_meta({"does": binding.action})
        key = Content.assemble((f"[{key_name(binding)}]", "$key"), " ", binding.description).stylize(does)
        # A key and what it does stay together, which wrapping by itself would not keep so.
        if not rows[-1]:
            rows[-1] = key
        elif rows[-1].cell_length + 2 + key.cell_length <= width:
            rows[-1] = Content("  ").join([rows[-1], key])
        else:
            rows.append(key)
    return rows


def key_line(keys: Iterable[Binding], width: int) -> Content:
    """The rows as one content."""
    return Content("\n").join(key_rows(keys, width))


def key_name(binding: Binding) -> str:
    """The key of a binding as people write it."""
    key = binding.key_display or binding.key.split(",")[0]
    names = {
        "escape": "Esc",
        "enter": "Enter",
        "question_mark": "?",
        "up": "Up",
        "down": "Down",
        "tab": "Tab",
        "space": "Space",
    }
    return names.get(key, key)
