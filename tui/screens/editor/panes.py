"""The panes of the deck editor: the pool with its search, the deck, and the lines about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.message import Message as Posted
from textual.reactive import Reactive
from textual.widgets import Input, Static

from core.contract.card_info import CardInfo
from decks.editing.edited_deck import EditedDeck
from decks.editing.grouping import groupings, sortings, usual
from decks.editing.session import EditSession
from decks.query import QueryError
from decks.report import format_title, side_title
from tui.screens.editor import card_rows, setup_shelves
from tui.widgets.canvas import cut
from tui.widgets.cursor_list import Cursored
from tui.widgets.row_list import RowList
from tui.widgets.shelves import Shelves

SIDES = 4
"""Cells of the top line that stay empty at its two ends."""


MARK = Binding("space", "screen.do('mark')", "Mark", show=False)


class CardList(RowList):
    """Rows of cards that can be marked, where another list is picked from."""

    DEFAULT_CSS = """
    CardList { height: 1fr; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [MARK]


class Filter(Input):
    """The search words. What is pasted arrives whole: many lines are no search, but a deck to be read."""

    DEFAULT_CSS = """
    Filter, Filter:focus {
        width: 1fr;
        padding: 0;
        background: $background;
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("down", "screen.to_pool", show=False)]

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


class PaneLine(Static):
    """A text whose place never changes its size, so that nothing has to be laid out anew for it."""

    def __init__(self, *, id: str, classes: str = "") -> None:
        super().__init__(id=id, classes=classes, markup=False)

    def put(self, content: Content) -> None:
        """Show this."""
        self.update(content, layout=False)

    def put_title(self, name: str, remark: str) -> None:
        """Show the title of a pane, and behind it as much of a remark as there is room for."""
        room = self.content_size.width or self.screen.size.width
        remark = cut(f"  {remark}", room - cell_len(name))
        self.put(Content.assemble((name, "bold $key"), (remark, "$quiet")))

    @property
    def rows(self) -> int:
        """Its height in rows, also before it is laid out."""
        height = self.styles.height
        return height.cells or 1 if height is not None else 1


class DeckLine(PaneLine):
    """A line about the whole deck, as wide as the screen."""

    DEFAULT_CSS = """
    DeckLine { height: 2; padding: 0 3; }
    DeckLine.-one { height: 1; text-wrap: nowrap; }
    """

    def __init__(
        self, id: str, paint: Callable[[EditedDeck, int, int], Content], *, wraps: bool = True
    ) -> None:
        """`paint` is given the deck, and how many cells and rows there are; with `wraps` it may take two."""
        super().__init__(id=id, classes="" if wraps else "-one")
        self._paint = paint

    def show(self, editing: EditedDeck) -> None:
        """Draw it, where it has a place."""
        if self.display:
            self.put(self._paint(editing, inner_width(self.screen.size.width), self.rows))


def inner_width(width: int) -> int:
    """Of what is as wide as a screen of this width, in cells."""
    return max(20, width - 6)


class TitleLine(PaneLine):
    """The top line: what is open and what it is, as far as there is room, and what is said."""

    DEFAULT_CSS = """
    TitleLine {
        height: 1;
        padding: 0 2;
        background: $panel;
        text-wrap: nowrap;
    }
    """

    def __init__(self, session: EditSession, unsaved: Callable[[], bool]) -> None:
        """`unsaved` is whether there is anything to save."""
        super().__init__(id="title")
        self._session = session
        self._unsaved = unsaved
        self._said = ""

    def say(self, text: str) -> bool:
        """Say something at the end of the line; False, and nothing is said, if name and hash leave too little
        room."""
        deck = self._session.editing.deck
        room = self.screen.size.width - SIDES - cell_len(f"{deck.name}*   {deck.hash}  ")
        self._said = text if cell_len(text) <= room else ""
        self.show()
        return self._said == text

    def show(self) -> None:
        """Draw it; the hash is always there."""
        deck, said = self._session.editing.deck, self._said
        name = deck.name + ("*" if self._unsaved() else "")
        meant = f"{side_title(deck)}, {format_title(deck)}, "
        room = self.screen.size.width - SIDES - cell_len(f"{name}   {deck.hash}")
        room -= cell_len(said) + 2 if said else 0
        wordings = [f"{meant}came with the game, "] if self._session.stock else []
        what = next((one for one in (*wordings, meant) if cell_len(one) <= room), "")
        above = "Decks > " if cell_len(what) + 8 <= room else ""
        gap = " " * (room - cell_len(above + what) + 2)
        parts = ((above, "$quiet"), (name, "bold $key"), (f"   {what}{deck.hash}", "$quiet"))
        self.put(Content.assemble(*parts, *((gap, said) if said else ())))


class CardsPane(Vertical):
    """One side of the editor: cards in a list with a cursor, some of them marked."""

    DEFAULT_CSS = """
    CardsPane > .pane-title {
        height: 1;
        padding: 0 1 0 2;
        text-wrap: nowrap;
    }
    CardsPane > .-quiet { color: $quiet; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [MARK]

    def __init__(self, session: EditSession, id: str) -> None:
        super().__init__(id=id)
        self.session = session
        self.how = usual(self.editing)
        """How its cards are grouped and sorted."""
        self.marked: set[str] = set()
        """The keys of the rows that are marked."""

    @property
    def editing(self) -> EditedDeck:
        """The deck."""
        return self.session.editing

    @property
    def listed(self) -> Cursored:
        """Its list."""
        raise NotImplementedError

    def show(self) -> None:
        """Draw what depends on the deck; rows that stay as they were cost nothing."""
        raise NotImplementedError

    @property
    def nothing_here(self) -> str:
        """What there is to say where the cursor is on no card."""
        raise NotImplementedError

    def arrange_anew(self) -> None:
        """Group and sort as is usual for the deck as it is now."""
        self.how = usual(self.editing)

    def marks(self) -> list[str]:
        """The rows that are marked: those that are shown, in order, then those that the search does not find
        now."""
        shown = [key for key in self.listed.keys if key in self.marked]
        return shown + sorted(self.marked.difference(shown))

    def sort_on(self) -> None:
        """The next way to sort it."""
        self._turn("sort", sortings(self.editing))

    def group_on(self) -> None:
        """The next way to group it."""
        self._turn("group", groupings(self.editing))

    def _turn(self, what: str, words: Sequence[str]) -> None:
        word = words[(words.index(getattr(self.how, what)) + 1) % len(words)]
        self.how = self.how._replace(**{what: word})


class PoolPane(CardsPane):
    """All cards that may be in the deck, or those of them that the search finds."""

    DEFAULT_CSS = """
    PoolPane { width: 1fr; }
    PoolPane > #search { height: 1; }
    PoolPane #slash { width: 2; color: $key; }
    """

    def __init__(self, session: EditSession) -> None:
        super().__init__(session, "pool-pane")
        self.found: list[CardInfo] = []
        """The cards that the search finds, or that it found last."""
        self.wrong: QueryError | None = None
        """What is wrong with the search; `found` is then of the one before."""
        self._wrong_at = ""
        """What the cursor was on when that was last typed: until it goes on, the sentence stays."""
        self._sought_from = ""
        """The card that the cursor was on when the search got the keyboard."""
        self._title = PaneLine(id="pool-title", classes="pane-title")
        self.words = Filter(id="filter", compact=True)
        """The search."""
        self._list = CardList(card_rows.POOL_COLUMNS, advance=True, id="pool")

    def compose(self) -> ComposeResult:
        with Horizontal(id="search"):
            yield PaneLine(id="slash")
            yield self.words
        yield self._title
        yield self._list

    def on_mount(self) -> None:
        self.words.cursor_blink = False
        self.query_one("#slash", PaneLine).put(Content("/"))

    @property
    def listed(self) -> CardList:
        return self._list

    @property
    def nothing_here(self) -> str:
        return "No card is found."

    def arrange_anew(self) -> None:
        super().arrange_anew()
        self.search()

    def search(self) -> None:
        """Find the cards that the filter asks for; where it makes no sense, those found before stay."""
        try:
            self.found = self.editing.search(self.words.value)
            self.wrong = None
        except QueryError as error:
            self.wrong = error
            self._wrong_at = self.listed.key

    def end_search(self) -> None:
        """Find all cards again."""
        self.words.value = ""
        self.search()

    def begin_search(self) -> None:
        """The search has got the keyboard."""
        self._sought_from = self.listed.key

    def on_input_changed(self) -> None:
        """The search is another: find what it asks for. The message goes on to the screen."""
        self.search()
        if self.wrong is None:
            # While words are typed, what a part of them has found is no card that the player went to.
            self._show_rows(self._sought_from if self.words.has_focus else self.listed.key)
        else:
            self.show_title()

    def go_to_group(self, group: str) -> None:
        """Put the cursor on the first card of this group; if the search finds none of it, end the search."""

        def first() -> str:
            cards = self.editing.cards
            return next((key for key in self.listed.keys if cards[key].group == group), "")

        if not first():
            self.end_search()
            self.show()
        self.listed.put_cursor(first())

    def show(self) -> None:
        self.words.placeholder = f"search: {'  '.join(self.editing.examples[:2])}"
        self._show_rows()

    def _show_rows(self, seek: str | None = None) -> None:
        """Draw the cards; after another search the cursor goes to the card `seek`, or else to the first."""
        self.listed.show_rows(card_rows.pool_rows(self.editing, self.found, self.how, self.marked), seek)
        self.show_title()

    def show_title(self) -> None:
        """Draw the line above the cards: how many there are, or what is wrong with the search."""
        marked = f"{len(self.marked)} marked" if self.marked else ""
        if self.wrong is not None:
            self._show_wrong(self.wrong, marked)
            return
        in_view = len(self.marked.intersection(self.listed.keys))
        shown = f"{in_view} shown" if in_view < len(self.marked) else ""
        remarks = [marked, shown, card_rows.found(self.editing, self.found), self.how.said]
        self._title.put_title("POOL", ", ".join(filter(None, remarks)))

    def _show_wrong(self, wrong: QueryError, marked: str) -> None:
        # The place is meant in the filter, which stands just above and two cells to the right.
        _, carets = wrong.pointed(self.words.value, max(10, self.words.size.width - 1))
        width = self._title.size.width
        if marked:
            # Keys mean what is marked all the same, so that stays in sight: behind the place, or before.
            behind = max(1, width - len(marked) - 2)
            if len(carets) > behind and carets.startswith(" " * (len(marked) + 1)):
                carets, marked = marked + carets[len(marked) :], ""
            else:
                carets, marked = carets[:behind], f"  {marked}"
        room = width - len(carets) - 1 - len(marked)
        text, key = str(wrong), ""
        if cell_len(text) > room and not self.words.has_focus:
            key = " [/] why"  # there the whole sentence is below
        room -= len(key)
        text = cut(text, room) if room > 20 else ""
        said = f"{carets} {text}".rstrip()
        self._title.put(Content.assemble((said, "$bad-news"), (marked, "$quiet"), (key, "$key")))

    def what_is_wrong(self, here: bool) -> str:
        """What is wrong with the search, for whoever types it or, if the cursor is `here`, has not gone on
        since; else empty."""
        seen = self.words.has_focus or (here and self.listed.key == self._wrong_at)
        return str(self.wrong) if self.wrong is not None and seen else ""

    def why_empty(self) -> str:
        """What there is to say of a search that finds no card."""
        elsewhere = self.editing.elsewhere(self.words.value) if self.wrong is None else ""
        return f"{elsewhere or 'No card is found.'} Esc takes the search away."


class DeckPane(CardsPane):
    """The cards of the deck, in a list or, as a setup, on shelves; and its maybe list."""

    DEFAULT_CSS = """
    DeckPane {
        width: 28;
        margin: 0 0 0 1;
        background: $surface;
    }
    """

    def __init__(self, session: EditSession) -> None:
        super().__init__(session, "deck-pane")
        self.places = setup_shelves.places(self.editing)
        """How many cards each group should have, and so each shelf; None if the deck is one list."""
        self._emptied = ""
        """The part of the deck that is shown without any card, since the cursor is there."""
        self._title = PaneLine(id="deck-title", classes="pane-title")
        self._figures = PaneLine(id="deck-figures", classes="pane-title -quiet")
        self._list: CardList | Shelves = (
            Shelves(id="deck") if self.places else CardList(card_rows.DECK_COLUMNS, id="deck")
        )

    def compose(self) -> ComposeResult:
        yield self._title
        yield self._figures
        yield self._list

    @property
    def listed(self) -> CardList | Shelves:
        return self._list

    @property
    def part(self) -> str:
        """The part of the deck, or the shelf, that the cursor is in; empty if it is nowhere."""
        listed = self._list
        if isinstance(listed, Shelves):
            return listed.shelf.key if listed.shelf is not None else ""
        return listed.part

    @property
    def nothing_here(self) -> str:
        if self.part == card_rows.MAYBE:
            return "Nothing is a maybe any more."
        if self.places is None:
            return f"The {self.editing.noun} is empty: Tab goes to the pool."
        if self.part not in self.editing.groups:
            return "No card lies here any more."
        return "No card lies here: Enter goes to those for it."

    @property
    def empty_place(self) -> str:
        """What there is to say of the empty place that the cursor is on; empty if it is on none."""
        listed = self._list
        if listed.key or not isinstance(listed, Shelves) or listed.shelf is None:
            return ""
        if listed.shelf.key not in self.editing.groups:
            return self.nothing_here
        return f"An empty place of {listed.shelf.title}: Enter goes to its cards."

    def show(self) -> None:
        self._show_rows()
        self.marked &= set(self.listed.keys)
        self._title.put_title(self.editing.noun.upper(), self.editing.size)
        self._figures.put(Content(card_rows.figures(self.editing)))

    def _show_rows(self) -> None:
        listed = self._list
        if isinstance(listed, Shelves):
            shown = setup_shelves.shelves(self.editing, self.how, self.marked, self.part)
            self._emptied = next((one.key for one in shown if one.places is None and not one.rows), "")
            listed.show_shelves(shown)
        else:
            lines = card_rows.deck_rows(self.editing, self.how, self.marked, self.part)
            parts = {line.part: any(one.key for one in lines if one.part == line.part) for line in lines}
            self._emptied = next((part for part, full in parts.items() if not full), "")
            listed.show_rows(lines)

    def leave_part(self) -> None:
        """The cursor moves: an empty part of the deck is shown while that is there."""
        if self._emptied and self.part != self._emptied:
            self._show_rows()


class CardBox(PaneLine):
    """The card under the cursor; or, in its place, what is said of a key or of the search."""

    DEFAULT_CSS = """
    CardBox {
        height: 2;
        padding: 0 3;
        background: $panel;
    }
    """

    def __init__(self) -> None:
        super().__init__(id="card")
        self.told = ""
        """What is said in the place of the card; empty if that is shown."""

    def tell(self, text: str, look: str, typing: bool) -> None:
        """Say something in the place of the card, to somebody who is `typing` a search, or not."""
        self.told = text
        key = "" if typing else "[d] all of it"
        self.put(card_rows.fitted(text, self._width, self.rows, look, key))

    def show_card(self, editing: EditedDeck, card: CardInfo) -> None:
        """Show a card."""
        self.told = ""
        self.put(card_rows.card_lines(editing, card, self._width, self.rows))

    def remark(self, text: str) -> None:
        """Say quietly why there is no card."""
        self.told = ""
        self.put(Content.styled(text, "$quiet"))

    def shows(self, text: str) -> bool:
        """Whether all of this is to be seen here."""
        return text in " ".join(str(self.content).split())

    @property
    def _width(self) -> int:
        return inner_width(self.screen.size.width)
