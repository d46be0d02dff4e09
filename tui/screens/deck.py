"""The deck editor: the pool on the left, the deck on the right, and what is not legal yet in words.

Every change is kept in a draft beside the saved deck at once, so that neither a crash nor a closed
terminal loses any.
"""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Static

from core.game import CardInfo
from decks.editing import Editing, search
from decks.model import DeckError
from decks.report import count, format_title, side_title
from decks.store import STOCK, DeckChanged, DeckStore
from tui.screens import deck_rows as rows
from tui.screens.dialogs import Message, Pick
from tui.screens.new_deck import ask_name
from tui.screens.page import Page
from tui.widgets.canvas import cut
from tui.widgets.cards_list import RowList
from tui.widgets.key_line import KeyLine


class DeckScreen(Page[None]):
    """One deck, to change or, if it came with the game, to look at and to copy."""

    CSS_PATH = "deck.tcss"
    HORIZONTAL_BREAKPOINTS = [
        (0, "-narrow"),
        (80, "-normal"),
        (110, "-wide"),
    ]
    HEADING = "A deck"
    HELP = (
        "The pool, all cards that may be in it, is on the left; your deck or setup is on the right. Tab goes "
        "from one to the other. Enter moves a card across, and in the pool goes on to the next one. A number "
        "before a card says how many copies are in it. The filter looks for the beginnings of words, in "
        "any order, in names, effects and types."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus", "add", "add", key_display="+"),
        Binding("equals_sign,right", "add", "add", show=False),
        Binding("minus", "take", "take out", key_display="-"),
        Binding("left", "take", "take out", show=False),
        Binding("slash", "filter", "filter", key_display="/"),
        Binding("a", "add_all", "add all shown"),
        Binding("u", "undo", "undo"),
        Binding("r", "redo", "redo"),
        Binding("o", "order", "order"),
        Binding("l", "legality", "legality"),
        Binding("c", "copy", "copy"),
        Binding("s", "save", "save"),
        Binding("tab,shift+tab", "other_list", "other list", show=False),
        Binding("down", "leave_filter", show=False),
        Binding("escape", "back", "back"),
        Binding("question_mark", "help", "help"),
    ]

    def __init__(self, store: DeckStore, key: str) -> None:
        """Raises DeckError if the deck can't be read."""
        super().__init__()
        self._store = store
        self._key = key
        self._stock = key.startswith(STOCK)
        self._taken = not self._stock and not store.claim(key)
        """Whether another tesser has this deck open."""
        self._stamp = "" if self._stock else store.stamp(key)
        self._editing = Editing(store.load(key))
        self._order = next(iter(self._editing.orders))
        self._said = ""

    @property
    def keys(self) -> list[Binding]:
        looking = self._stock or self._taken
        unused = {"add", "take", "add_all", "undo", "redo", "save"} if looking else {"copy"}
        return [binding for binding in super().keys if binding.action not in unused]

    # Drawing.

    def compose(self) -> ComposeResult:
        # Without the heading of other pages: the top line here follows the deck.
        yield from self.body()
        yield KeyLine(self.keys)

    def body(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with Horizontal(id="panes"):
            with Vertical(id="pool-pane"):
                yield Static(id="pool-title", classes="pane-title", markup=False)
                yield Input(id="filter", placeholder="/ to filter by words", compact=True)
                yield RowList(rows.POOL_COLUMNS, advance=True, id="pool")
            with Vertical(id="deck-pane"):
                yield Static(id="deck-title", classes="pane-title", markup=False)
                yield Static(id="deck-figures", markup=False)
                yield RowList(rows.DECK_COLUMNS, id="deck")
        yield Static(id="card", markup=False)
        yield Static(id="verdict", markup=False)

    def on_mount(self) -> None:
        self.set_focus(self._pool)
        self._show()
        self._offer_draft()

    def on_unmount(self) -> None:
        if not (self._stock or self._taken):
            self._store.let_go(self._key)

    @property
    def _pool(self) -> RowList:
        return self.query_one("#pool", RowList)

    @property
    def _deck(self) -> RowList:
        return self.query_one("#deck", RowList)

    def _write(self, selector: str, content: Content) -> None:
        # The places never change their size, so nothing has to be laid out anew.
        self.query_one(selector, Static).update(content, layout=False)

    def _say(self, text: str) -> None:
        """Say something at the end of the top line; the next change or message takes its place."""
        self._said = text
        self._show_title()

    def _show(self) -> None:
        """Draw what depends on the deck; rows that stay as they were cost nothing."""
        editing = self._editing
        self._show_title()
        self._show_pool()
        self._deck.show_rows(rows.deck_rows(editing))
        self._write("#deck-title", _pane_title(editing.noun.upper(), rows.size(editing)))
        self._write("#deck-figures", Content(rows.figures(editing)))
        self._show_verdict()

    def _show_title(self) -> None:
        deck = self._editing.deck
        name = deck.name + ("*" if self._editing.changed else "")
        what = f"   {side_title(deck)}, {format_title(deck)}" + (
            ", came with the game" if self._stock else ""
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
        cards = self._shown()
        self._pool.show_rows(rows.pool_rows(self._editing, cards, self._order))
        all_cards = len(self._editing.pool)
        shown = count(all_cards) if len(cards) == all_cards else f"{len(cards)} of {all_cards}"
        self._write("#pool-title", _pane_title("POOL", f"{shown}, by {self._order}"))

    def _show_verdict(self) -> None:
        self._write("#verdict", rows.verdict(self._editing, max(20, self.size.width - 6)))

    def _shown(self) -> list[CardInfo]:
        """The cards of the pool that fit the filter, in order."""
        words = self.query_one(Input).value
        return sorted(search(self._editing.pool, words), key=self._editing.orders[self._order])

    def _show_card(self, key: str) -> None:
        card = self._editing.cards.get(key)
        self._write("#card", rows.card_lines(self._editing, card) if card else Content(""))

    def on_resize(self) -> None:
        if self.is_mounted:
            self._show_title()
            self._show_verdict()

    # The lists.

    @property
    def _list(self) -> RowList:
        """The list that keys are for."""
        return self._deck if self.focused is self._deck else self._pool

    @on(RowList.Moved)
    def _cursor_moved(self, event: RowList.Moved) -> None:
        if event.rows is self._list:
            self._show_card(event.rows.key)

    @on(RowList.Picked, "#pool")
    def _picked_in_pool(self, event: RowList.Picked) -> None:
        if self._may_change():
            self._change(self._editing.add(event.key))

    @on(RowList.Picked, "#deck")
    def _picked_in_deck(self, event: RowList.Picked) -> None:
        if self._may_change():
            self._change(self._editing.take(event.key))

    def _may_change(self) -> bool:
        if self._stock:
            self._say("It came with the game: c makes a copy.")
        elif self._taken:
            self._say("Open in another tesser: c makes a copy.")
        return not (self._stock or self._taken)

    def _change(self, refusal: str) -> bool:
        """Show and keep a change; say why there was none. False if there was none."""
        if refusal:
            self._say(refusal)
            return False
        self._say("")
        self._show()
        try:
            if self._editing.changed:
                self._store.keep_draft(self._key, self._editing.deck)
            else:
                self._store.drop_draft(self._key)
        except DeckError as error:
            self._say(str(error))
        return True

    # Keys.

    def action_add(self) -> None:
        if self._list.key and self._may_change():
            self._change(self._editing.add(self._list.key))

    def action_take(self) -> None:
        if self._list.key and self._may_change():
            self._change(self._editing.take(self._list.key))

    def action_add_all(self) -> None:
        if not self._may_change():
            return
        added = self._editing.add_all(card.id for card in self._shown())
        if self._change("" if added else "Nothing shown can be added."):
            self._say(f"{count(added)} added; u takes them back.")

    def action_undo(self) -> None:
        self._change("" if self._editing.undo() else "Nothing to take back.")

    def action_redo(self) -> None:
        self._change("" if self._editing.redo() else "Nothing to make again.")

    def action_order(self) -> None:
        orders = list(self._editing.orders)
        self._order = orders[(orders.index(self._order) + 1) % len(orders)]
        self._show_pool()

    def action_other_list(self) -> None:
        # At once, unlike Widget.focus: the next key may be there already.
        self.set_focus(self._deck if self.focused is self._pool else self._pool)

    def action_filter(self) -> None:
        self.set_focus(self.query_one(Input))

    def action_leave_filter(self) -> None:
        self.set_focus(self._pool)

    @on(Input.Changed, "#filter")
    def _filter_changed(self) -> None:
        self._show_pool()

    @on(Input.Submitted, "#filter")
    def _filter_done(self) -> None:
        self.set_focus(self._pool)

    def action_legality(self) -> None:
        """Every reason with every card it concerns."""
        self.app.push_screen(Message(*rows.full_verdict(self._editing)))

    def action_copy(self) -> None:
        deck = self._editing.deck

        def make(name: str | None) -> None:
            if not name:
                return
            try:
                key = self._store.create(deck.renamed(name))
                self.app.switch_screen(DeckScreen(self._store, key))
            except DeckError as error:
                self._say(str(error))

        if self._stock or self._taken:
            self.app.push_screen(ask_name(self._store, "The name of your copy", deck.name), make)

    # Saving, drafts, leaving.

    def action_save(self) -> None:
        if self._may_change():
            self._save(leave=False)

    def _save(self, leave: bool, over: bool = False) -> None:
        """Save; where the file was changed outside meanwhile, only if the player says so."""
        try:
            self._store.save(self._key, self._editing.deck, None if over else self._stamp)
        except DeckChanged as error:
            lines = [("Keep editing", "nothing is written"), ("Save over it", "the other changes are lost")]

            def answer(chosen: int | None) -> None:
                if chosen == 1:
                    self._save(leave, over=True)

            self.app.push_screen(Pick(str(error), lines), answer)
            return
        except DeckError as error:
            self._say(str(error))
            return
        self._stamp = self._store.stamp(self._key)
        self._editing.saved = self._editing.deck
        if leave:
            self.dismiss()
            return
        self._show()
        self._say("Saved.")

    def action_back(self) -> None:
        """Esc: out of the filter, then out of its words, then out of the deck."""
        words = self.query_one(Input)
        if self.focused is words:
            self.set_focus(self._pool)
        elif words.value:
            words.value = ""
        elif not self._editing.changed:
            self.dismiss()
        else:
            self._ask_before_leaving()

    def _ask_before_leaving(self) -> None:
        lines = [
            ("Keep editing", ""),
            ("Save and leave", ""),
            ("Leave without saving", "the changes since it was saved are lost"),
        ]

        def answer(chosen: int | None) -> None:
            if chosen == 1:
                self._save(leave=True)
            elif chosen == 2:
                self._drop_draft()
                self.dismiss()

        self.app.push_screen(
            Pick(f"{self._editing.deck.name} has changes that are not saved.", lines), answer
        )

    def _drop_draft(self) -> None:
        try:
            self._store.drop_draft(self._key)
        except DeckError as error:
            self.notify(str(error), severity="error", markup=False)

    def _offer_draft(self) -> None:
        """Changes of an earlier time that were never saved: go on with them, or not."""
        if self._taken:
            self._say("It is open in another tesser: here it can only be looked at.")
        if self._stock or self._taken:
            return
        try:
            draft = self._store.draft(self._key)
        except DeckError as error:
            self._say(str(error))
            return
        if draft is None:
            return
        saved = self._editing.saved
        lines = [
            ("Go on with the changes", f"{count(draft.size)}"),
            (f"Start from the {self._editing.noun} as saved", f"{count(saved.size)}; the changes are lost"),
        ]

        def answer(chosen: int | None) -> None:
            if chosen is None:
                self.dismiss()
            elif chosen == 1:
                self._drop_draft()
            else:
                self._editing = Editing(saved, draft)
                self._show()

        self.app.push_screen(Pick(f"{saved.name} has changes that were never saved.", lines), answer)


def _pane_title(name: str, remark: str) -> Content:
    return Content.assemble((name, "bold $key"), (f"  {remark}", "$quiet"))
