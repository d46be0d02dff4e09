"""The deck editor: the pool on the left, the deck on the right, and what is not legal yet in words.

Every change is kept in a draft beside the saved deck at once, so that neither a crash nor a closed
terminal loses any.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Static

from decks.arranging import Arrangement, groupings, sortings, usual
from decks.query import QueryError
from decks.report import count, format_title, side_title
from decks.store import DeckStore
from tui.screens.editor import rows
from tui.screens.editor.changing import Changing
from tui.screens.editor.lists import CardList, Filter
from tui.widgets.canvas import cut, wrap
from tui.widgets.cards_list import RowList
from tui.widgets.key_line import KeyLine

LOOK = 3.0
"""Seconds between two looks at whether somebody else has changed the file."""


class EditorScreen(Changing):
    """One deck, to change or, if it came with the game, to look at and to copy."""

    CSS_PATH = "editor.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-normal"), (110, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (24, "-usual"), (36, "-high")]
    HEADING = "A deck"
    HELP = (
        "The pool, all cards that may be in it, is on the left; your deck or setup is on the right. Tab goes "
        "from one to the other. Enter moves a card across, and in the pool goes on to the next one. A number "
        "before a card says how many copies are in it; a digit gives it so many. Space marks cards, and what"
        " comes next is done to all that are marked.\n\n"
        "Words of the search are found by their beginnings in names and texts. t:song force>=3 tag:murry"
        ' slot:quote does:draw side: set: "two words" -not or ( ) can be asked for; side: finds cards that'
        " belong to others too.\n\n"
        "Paste a list, a deck file or a share code anywhere here: it is read line by line before anything"
        " is changed."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus", "add", "add", key_display="+"),
        Binding("equals_sign,right", "add", "add", show=False),
        Binding("minus", "take", "take", key_display="-"),
        Binding("left", "take", "take", show=False),
        Binding("space", "mark", "mark"),
        Binding("asterisk", "fill", "limit", key_display="*"),
        Binding("m", "maybe", "maybe"),
        Binding("slash", "filter", "search", key_display="/"),
        Binding("u", "undo", "undo"),
        Binding("r", "redo", "redo"),
        Binding("s", "save", "save"),
        Binding("t", "statistics", "numbers"),
        Binding("l", "legality", "legality"),
        Binding("c", "copy", "copy"),
        Binding("full_stop", "more", "more", key_display="."),
        Binding("question_mark", "help", "help"),
        Binding("escape", "back", "back"),
        *(Binding(str(digit), f"put({digit})", show=False) for digit in range(10)),
        Binding("a", "add_all", "add all shown", show=False),
        Binding("o", "sort", "sort in another way", show=False),
        Binding("g", "group", "group in another way", show=False),
        Binding("n", "notes", "plan and notes", show=False),
        Binding("f", "meant", "another side or format", show=False),
        Binding("v", "versions", "versions, and what is different", show=False),
        Binding("h", "hand", "sample hands", show=False),
        Binding("p", "play", "play it now", show=False),
        Binding("i", "import", "import a list, a file, a share code", show=False),
        Binding("x", "export", "export", show=False),
        Binding("w", "rename", "another name", show=False),
        Binding("tab,shift+tab", "other_list", "the other list", show=False),
        Binding("down", "leave_filter", show=False),
    ]

    def __init__(self, store: DeckStore, key: str) -> None:
        """Raises DeckError if the deck can't be read."""
        super().__init__(store, key)
        self._pool_how = self._deck_how = self._usual()
        self._wrong: QueryError | None = None
        """What is wrong with the search."""
        self._said = ""

    def open_instead(self, key: str) -> None:
        self.app.switch_screen(EditorScreen(self.session.store, key))

    def to_pool(self) -> None:
        self.set_focus(self.pool_list)

    def arrange_anew(self) -> None:
        self._pool_how = self._deck_how = self._usual()
        self.search()

    def _usual(self) -> Arrangement:
        return usual(self.editing)

    @property
    def keys(self) -> list[Binding]:
        unused = self.CHANGING.split() if self.session.looking else ["copy"]
        return [binding for binding in super().keys if binding.action not in unused]

    # Drawing.

    def compose(self) -> ComposeResult:
        # Without the heading of other pages: the top line here follows the deck.
        yield Static(id="title", markup=False)
        with Horizontal(id="panes"):
            with Vertical(id="pool-pane"):
                with Horizontal(id="search"):
                    yield Static("/", id="slash", markup=False)
                    yield Filter(id="filter", placeholder="search", compact=True)
                yield Static(id="pool-title", classes="pane-title", markup=False)
                yield CardList(rows.POOL_COLUMNS, advance=True, id="pool")
            with Vertical(id="deck-pane"):
                yield Static(id="deck-title", classes="pane-title", markup=False)
                yield Static(id="deck-figures", markup=False)
                yield CardList(rows.DECK_COLUMNS, id="deck")
        yield Static(id="curve", markup=False)
        yield Static(id="slots", markup=False)
        yield Static(id="card", markup=False)
        yield Static(id="verdict", markup=False)
        yield KeyLine(self.keys)

    def on_mount(self) -> None:
        self.query_one(Filter).cursor_blink = False
        if not self.editing.game.base_slots(self.editing.deck.group):
            self.query_one("#slots").styles.height = 1
        self.set_focus(self.pool_list)
        self.search()
        self.show()
        self.set_interval(LOOK, self._look_outside)
        if self.session.taken:
            self.say(self.session.why_looking)
        self._offer_draft()

    def _write(self, selector: str, content: Content) -> None:
        # The places never change their size, so nothing has to be laid out anew.
        self.query_one(selector, Static).update(content, layout=False)

    def say(self, text: str) -> None:
        """Say something at the end of the top line, or, where there is no room for it, over the page; the
        next change or message takes its place."""
        self._said = text if cell_len(text) < self.size.width - cell_len(self.editing.deck.name) - 14 else ""
        self._show_title()
        if text and not self._said:
            self.notify(text, markup=False)

    def show(self) -> None:
        """Draw what depends on the deck; rows that stay as they were cost nothing."""
        editing = self.editing
        self._show_title()
        self._show_pool()
        self.deck_list.show_rows(rows.deck_rows(editing, self._deck_how, self.marked["deck"]))
        self.marked["deck"] &= set(self.deck_list.keys)
        self._write("#deck-title", _pane_title(editing.noun.upper(), editing.size))
        self._write("#deck-figures", Content(rows.figures(editing)))
        self._show_wide()

    def _show_title(self) -> None:
        deck, session = self.editing.deck, self.session
        name = deck.name + ("*" if self.editing.changed else "")
        what = f"   {side_title(deck)}, {format_title(deck)}" + (
            ", came with the game" if session.stock else f", {deck.hash}"
        )
        room = self.size.width - 4 - cell_len("Decks > " + name) - 2
        said = cut(self._said, room)
        what = cut(what, max(0, room - cell_len(said)))
        gap = " " * (room + 2 - cell_len(what) - cell_len(said))
        self._write(
            "#title",
            Content.assemble(("Decks > ", "$quiet"), (name, "bold $key"), (what, "$quiet"), gap, said),
        )

    def _show_pool(self) -> None:
        self.pool_list.show_rows(
            rows.pool_rows(self.editing, self.found, self._pool_how, self.marked["pool"])
        )
        self._show_pool_title()

    def _show_pool_title(self) -> None:
        if self._wrong is not None:
            # The place is meant in the filter, which stands just above and two cells to the right.
            words = self.query_one(Filter)
            _, carets = self._wrong.pointed(words.value, max(10, words.size.width - 1))
            room = self.query_one("#pool-title").size.width - len(carets) - 1
            text = cut(str(self._wrong), room) if room > 20 else ""
            self._write("#pool-title", Content.styled(f"{carets} {text}", "$bad-news"))
            return
        all_cards = len(self.editing.pool)
        shown = count(all_cards) if len(self.found) == all_cards else f"{len(self.found)} of {all_cards}"
        marked = len(self.marked["pool"])
        remark = f"{shown}, {self._pool_how.said}" + (f", {marked} marked" if marked else "")
        self._write("#pool-title", _pane_title("POOL", remark))

    def _show_wide(self) -> None:
        """What is as wide as the screen."""
        width = max(20, self.size.width - 6)
        self._write("#verdict", rows.verdict(self.editing, width))
        self._write("#curve", rows.curve(self.editing, width))
        if self.query_one("#slots").display:
            from tui.screens.editor.charts import category_lines

            self._write("#slots", Content("\n").join(category_lines(self.editing, width)))

    def search(self) -> None:
        """Find the cards that the filter asks for; where it makes no sense, those found before stay."""
        words = self.query_one(Filter).value
        try:
            self.found = self.editing.search(words)
            self._wrong = None
        except QueryError as error:
            self._wrong = error

    def _show_card(self, key: str) -> None:
        card = self.editing.cards.get(rows.card_of(key))
        if self._wrong is not None and isinstance(self.focused, Filter):
            said = "\n".join(wrap(str(self._wrong), max(20, self.size.width - 6), 2))
            self._write("#card", Content.styled(said, "$bad-news"))
        else:
            self._write("#card", rows.card_lines(self.editing, card) if card else Content(""))

    def on_resize(self) -> None:
        if self.is_mounted:
            self.call_after_refresh(self._resized)

    def _resized(self) -> None:
        self._show_title()
        self._show_wide()

    # The lists.

    @on(RowList.Moved)
    def _cursor_moved(self, event: RowList.Moved) -> None:
        if event.rows is self.current_list:
            self._show_card(event.rows.key)

    def action_sort(self) -> None:
        self._arrange("sort", sortings(self.editing))

    def action_group(self) -> None:
        self._arrange("group", groupings(self.editing))

    def _arrange(self, what: str, words: Sequence[str]) -> None:
        """The next way to sort or group the list that has the keyboard."""
        pool = self.current_list is self.pool_list
        how = self._pool_how if pool else self._deck_how
        word = words[(words.index(getattr(how, what)) + 1) % len(words)]
        how = how._replace(**{what: word})
        if pool:
            self._pool_how = how
        else:
            self._deck_how = how
            self.say(f"{self.editing.noun.capitalize()} {how.said}.")
        self.show()

    def action_other_list(self) -> None:
        # At once, unlike Widget.focus: the next key may be there already.
        self.set_focus(self.deck_list if self.focused is self.pool_list else self.pool_list)

    def action_filter(self) -> None:
        self.set_focus(self.query_one(Filter))

    def action_leave_filter(self) -> None:
        self.set_focus(self.pool_list)

    @on(Input.Changed, "#filter")
    def _filter_changed(self) -> None:
        self.search()
        if self._wrong is None:
            self._show_pool()
        else:
            self._show_pool_title()
        self._show_card(self.pool_list.key)

    @on(Input.Submitted, "#filter")
    def _filter_done(self) -> None:
        self.set_focus(self.pool_list)

    @on(Filter.Pasted)
    def _pasted(self, event: Filter.Pasted) -> None:
        self._import(event.text)

    def on_paste(self, event: events.Paste) -> None:
        """A text for none of the fields: a deck, in whatever form."""
        event.stop()
        self._import(event.text)

    def show_only(self, cards: Sequence[str]) -> None:
        """Mark these cards, and go to the first of them: in the deck, or, if none is there, in the pool."""
        listed = self.deck_list if any(card in self.editing.deck.cards for card in cards) else self.pool_list
        if listed is self.pool_list:
            self.query_one(Filter).value = ""
            self.search()
        for marked in self.marked.values():
            marked.clear()
        if not self.session.looking:
            self.marked[listed.id or ""] |= set(cards)
        self.set_focus(listed)
        self.show()
        first = next((key for key in listed.keys if key in cards), "")
        listed.put_cursor(first)
        if not self.session.looking:
            self.say(f"{count(len(self.marks(listed)))} marked; Esc takes the marks off.")

    def on_click(self, event: events.Click) -> None:
        places = {"verdict": self.action_legality, "curve": self.action_statistics}
        places |= {
            "slots": self.action_statistics,
            "pool-title": self.action_sort,
            "slash": self.action_filter,
        }
        if event.widget is not None and (action := places.get(event.widget.id or "")):
            event.stop()
            action()

    def action_back(self) -> None:
        """Esc: out of the filter, then out of its words, then off with the marks, then out of the deck."""
        words = self.query_one(Filter)
        if self.focused is words:
            self.set_focus(self.pool_list)
            if self._wrong is not None:
                words.value = ""
        elif words.value:
            words.value = ""
        elif any(self.marked.values()):
            for marked in self.marked.values():
                marked.clear()
            self.say("")
            self.show()
        elif not self.editing.changed:
            self.dismiss()
        else:
            self._ask_before_leaving()


def _pane_title(name: str, remark: str) -> Content:
    return Content.assemble((name, "bold $key"), (f"  {remark}", "$quiet"))
