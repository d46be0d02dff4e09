"""The parts of the deck editor that take keys: its two lists, and its search."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message as Posted
from textual.reactive import Reactive
from textual.widgets import Input

from tui.widgets.row_list import RowList
from tui.widgets.shelves import Shelves


class CardList(RowList):
    """One side of the editor: rows of cards that can be marked."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "screen.mark", "Mark", show=False)]


class CardShelves(Shelves):
    """The deck side of a decklist that has so many places for each group of cards."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "screen.mark", "Mark", show=False)]


class Filter(Input):
    """The search words. What is pasted arrives whole: many lines are no search, but a deck to be read."""

    # Textual lays the whole screen out anew with each letter; this place never changes its size.
    virtual_size: Reactive[Size] = Reactive(Size(0, 0), layout=False)

    class Pasted(Posted):
        """A text of several lines was pasted."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def _on_paste(self, event: events.Paste) -> None:
        if len(event.text.strip().splitlines()) > 1:
            event.stop()
            event.prevent_default()
            self.post_message(self.Pasted(event.text))
        # Otherwise Textual goes on with the handler of Input itself.
