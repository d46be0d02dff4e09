"""What the deck editor draws of its deck: both sides, the card under the cursor, figures and the verdict."""

from __future__ import annotations

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from decks.editing.grouping import usual
from decks.query import QueryError
from decks.report import format_title, side_title
from decks.storage.store import DeckStore
from tui.screens.editor import card_rows, setup_shelves
from tui.screens.editor.card_commands import Changing
from tui.screens.editor.lists import CardList, CardShelves, Filter
from tui.widgets.canvas import cut
from tui.widgets.key_line import KeyLine
from tui.widgets.shelves import HEAD

SIDES = 4
"""Cells of the top line that stay empty at its two ends."""
STACKED = (24, 28)
"""Fewest rows of a screen on which the shelves of a setup are below its pool; and of a narrow one, where keys
and texts take more rows."""


class Drawing(Changing):
    """An editor's screen."""

    def __init__(self, store: DeckStore, key: str) -> None:
        """Raises DeckError if the deck can't be read."""
        super().__init__(store, key)
        self._pool_how = self._deck_how = usual(self.editing)
        self._wrong_at = ""
        """What the cursor was on when that was last typed: until it goes on, the sentence stays."""
        self._sought_from = ""
        """The card of the pool that the cursor was on when the search got the keyboard."""
        self._said = self._instead = ""
        """What is said on the top line, and what in the place of the card."""
        self._just_said = False
        """Whether it is said of the key that was pressed last, which may move the cursor too."""
        self._emptied = ""
        """The part of the deck that is shown without any card, since the cursor is there."""
        self._places = setup_shelves.places(self.editing)
        """How many cards each group should have, and so each shelf; None if the deck is one list."""
        self.set_class(self._places is not None, "-shelves")
        self.one_side = False
        """Whether the player wants all the room for the side that has the keyboard."""

    def arrange_anew(self) -> None:
        self._pool_how = self._deck_how = usual(self.editing)
        self.search()

    def compose(self) -> ComposeResult:
        # Without the heading of other pages: the top line here follows the deck.
        yield Static(id="title", markup=False)
        with Horizontal(id="panes"):
            with Vertical(id="pool-pane"):
                with Horizontal(id="search"):
                    yield Static("/", id="slash", markup=False)
                    yield Filter(id="filter", compact=True)
                yield Static(id="pool-title", classes="pane-title", markup=False)
                yield CardList(card_rows.POOL_COLUMNS, advance=True, id="pool")
            with Vertical(id="deck-pane"):
                yield Static(id="deck-title", classes="pane-title", markup=False)
                yield Static(id="deck-figures", markup=False)
                yield CardShelves(id="deck") if self._places else CardList(card_rows.DECK_COLUMNS, id="deck")
        yield Static(id="curve", markup=False)
        yield Static(id="slots", markup=False)
        yield Static(id="card", markup=False)
        yield Static(id="verdict", markup=False)
        yield KeyLine(self.keys)

    def _write(self, selector: str, content: Content) -> None:
        # The places never change their size, so nothing has to be laid out anew.
        self.query_one(selector, Static).update(content, layout=False)

    def say(self, text: str) -> None:
        """Say something at the end of the top line, where name and hash leave room for it, or else in the
        place of the card under the cursor, until that is another; what is said next takes its place."""
        deck = self.editing.deck
        room = self.size.width - SIDES - cell_len(f"{deck.name}*   {deck.hash}  ")
        self._said = text if cell_len(text) <= room else ""
        before, self._instead = self._instead, "" if self._said else text
        self._just_said = True
        self.call_after_refresh(self._was_said)
        self._show_title()
        if self._instead != before:
            self.show_card()

    def _was_said(self) -> None:
        self._just_said = False

    def show(self) -> None:
        """Draw what depends on the deck; rows that stay as they were cost nothing."""
        editing = self.editing
        self._show_title()
        self.query_one(Filter).placeholder = f"search: {'  '.join(editing.examples[:2])}"
        self._show_pool()
        self._show_deck()
        self.marked["deck"] &= set(self.deck_list.keys)
        self._write_title("#deck-title", editing.noun.upper(), editing.size)
        self._write("#deck-figures", Content(card_rows.figures(editing)))
        self._show_wide()

    def _show_deck(self) -> None:
        listed, marked = self.deck_list, self.marked["deck"]
        if isinstance(listed, CardShelves):
            shown = setup_shelves.shelves(self.editing, self._deck_how, marked, self.deck_part)
            self._emptied = next((one.key for one in shown if one.places is None and not one.rows), "")
            listed.show_shelves(shown)
        elif isinstance(listed, CardList):
            lines = card_rows.deck_rows(self.editing, self._deck_how, marked, self.deck_part)
            parts = {line.part: any(one.key for one in lines if one.part == line.part) for line in lines}
            self._emptied = next((part for part, full in parts.items() if not full), "")
            listed.show_rows(lines)

    def left_part(self) -> None:
        """The cursor of the deck moves: an empty part of it is shown while that is there."""
        if self._emptied and self.deck_part != self._emptied:
            self._show_deck()

    def _show_title(self) -> None:
        """What is open and what it is, as far as there is room; always its hash."""
        deck, said = self.editing.deck, self._said
        name = deck.name + ("*" if self.unsaved else "")
        meant = f"{side_title(deck)}, {format_title(deck)}, "
        room = (
            self.size.width - SIDES - cell_len(f"{name}   {deck.hash}") - (cell_len(said) + 2 if said else 0)
        )
        wordings = [f"{meant}came with the game, "] if self.session.stock else []
        what = next((one for one in (*wordings, meant) if cell_len(one) <= room), "")
        above = "Decks > " if cell_len(what) + 8 <= room else ""
        gap = " " * (room - cell_len(above + what) + 2)
        parts = ((above, "$quiet"), (name, "bold $key"), (f"   {what}{deck.hash}", "$quiet"))
        self._write("#title", Content.assemble(*parts, *((gap, said) if said else ())))

    def _show_pool(self, seek: str | None = None) -> None:
        """Draw the pool; after another search the cursor goes to the card `seek`, or else to the first."""
        self.pool_list.show_rows(
            card_rows.pool_rows(self.editing, self.found, self._pool_how, self.marked["pool"]), seek
        )
        self._show_pool_title()

    def _show_pool_title(self) -> None:
        marks = self.marked["pool"]
        marked = f"{len(marks)} marked" if marks else ""
        if self.wrong is not None:
            # The place is meant in the filter, which stands just above and two cells to the right.
            words = self.query_one(Filter)
            _, carets = self.wrong.pointed(words.value, max(10, words.size.width - 1))
            width = self.query_one("#pool-title").size.width
            if marked:
                # Keys mean what is marked all the same, so that stays in sight: behind the place, or before.
                behind = max(1, width - len(marked) - 2)
                if len(carets) > behind and carets.startswith(" " * (len(marked) + 1)):
                    carets, marked = marked + carets[len(marked) :], ""
                else:
                    carets, marked = carets[:behind], f"  {marked}"
            room = width - len(carets) - 1 - len(marked)
            text, key = str(self.wrong), ""
            if cell_len(text) > room and not isinstance(self.focused, Filter):
                key = " [/] why"  # there the whole sentence is below
            room -= len(key)
            text = cut(text, room) if room > 20 else ""
            said = f"{carets} {text}".rstrip()
            self._write(
                "#pool-title", Content.assemble((said, "$bad-news"), (marked, "$quiet"), (key, "$key"))
            )
            return
        shown = card_rows.found(self.editing, self.found)
        in_view = len(marks.intersection(self.pool_list.keys))
        remarks = [marked, f"{in_view} shown" if in_view < len(marks) else "", shown, self._pool_how.said]
        self._write_title("#pool-title", "POOL", ", ".join(filter(None, remarks)))

    def _write_title(self, selector: str, name: str, remark: str) -> None:
        room = self.query_one(selector).content_size.width or self.size.width
        remark = cut(f"  {remark}", room - cell_len(name))
        self._write(selector, Content.assemble((name, "bold $key"), (remark, "$quiet")))

    def _show_wide(self) -> None:
        """What is as wide as the screen."""
        width = self._width
        self._write("#verdict", card_rows.verdict(self.editing, width, self._height("#verdict")))
        self._write("#curve", card_rows.curve(self.editing, width))
        if self.query_one("#slots").display:
            from tui.screens.editor.statistics_page import category_lines

            self._write("#slots", Content("\n").join(category_lines(self.editing, width)))

    def search(self) -> None:
        """Find the cards that the filter asks for; where it makes no sense, those found before stay."""
        words = self.query_one(Filter).value
        try:
            self.found = self.editing.search(words)
            self.wrong = None
        except QueryError as error:
            self.wrong = error
            self._wrong_at = self.pool_list.key

    @property
    def _width(self) -> int:
        """Of what is as wide as the screen, in cells."""
        return max(20, self.size.width - 6)

    def _height(self, selector: str) -> int:
        """The rows of a place, which is not laid out yet, maybe."""
        height = self.query_one(selector).styles.height
        return height.cells or 1 if height is not None else 1

    @property
    def told(self) -> str:
        """What is said in the place of the card: of a key, or what is wrong with the search; empty if the
        card is shown."""
        typed = isinstance(self.focused, Filter)
        here = self.current_list is self.pool_list and self.pool_list.key == self._wrong_at
        wrong = str(self.wrong) if self.wrong is not None and (typed or here) else ""
        return self._instead or wrong

    def show_card(self) -> None:
        """Show the card under the cursor, or, until that moves, what is wrong with the search."""
        key, listed = self.current_list.key, self.current_list
        card = self.editing.cards.get(card_rows.card_of(key))
        width, height = self._width, self._height("#card")
        if told := self.told:
            look = "$key" if self._instead else "$bad-news"
            typing = isinstance(self.focused, Filter)
            said = card_rows.fitted(told, width, height, look, "" if typing else "[d] all of it")
        elif card is not None:
            said = card_rows.card_lines(self.editing, card, width, height)
        elif isinstance(listed, CardShelves) and listed.shelf is not None:
            empty = f"An empty place of {listed.shelf.title}: Enter goes to its cards."
            empty = empty if listed.shelf.key in self.editing.groups else self._nothing_here
            said = Content.styled(empty, "$quiet")
        elif listed is self.pool_list and not self.found:
            elsewhere = self.editing.elsewhere(self.query_one(Filter).value) if self.wrong is None else ""
            said = Content.styled(f"{elsewhere or 'No card is found.'} Esc takes the search away.", "$quiet")
        else:
            said = Content("")
        self._write("#card", said)

    # Where everything is.

    def turn_to(self, widget: Widget) -> None:
        """Give it the keyboard."""
        self._lay_out(widget)
        # At once, unlike Widget.focus: the next key may be there already.
        self.set_focus(widget)

    def _lay_out(self, focused: Widget | None) -> None:
        """Show the side that has the keyboard alone where the player wants that, or where pool and shelves
        have no room above each other. Of shelves, the heads stay."""
        pool, deck = self.query_one("#pool-pane"), self.query_one("#deck-pane")
        small = self._places is not None and self.size.height < STACKED[self.size.width < 80]
        alone, in_deck = self.one_side or small, focused is self.deck_list
        pool.display = not (alone and in_deck)
        if self._places is None:
            deck.display = in_deck or not alone
            deck.set_class(alone, "-alone")
        else:
            deck.styles.height = "1fr" if alone and in_deck else "auto"
            rows_of_shelves = HEAD if alone else HEAD + self._places
            self.deck_list.styles.height = "1fr" if alone and in_deck else rows_of_shelves

    def on_resize(self) -> None:
        if self.is_mounted:
            self.call_after_refresh(self._resized)

    def _resized(self) -> None:
        self._lay_out(self.focused)
        self._show_title()
        self._show_pool_title()
        self._show_wide()
        self.show_card()
