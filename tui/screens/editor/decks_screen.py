"""The decks: one's own and those that came with the games; make, open, copy, rename and delete them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import msgspec
from textual import events
from textual.binding import Binding, BindingType

from core.clean import clean, shown_path
from decks.model import Deck, DeckError
from decks.report import count, format_title, legal_word, side_title, verdict
from decks.storage.catalog import CatalogEntry, stock_decks
from decks.storage.store import DeckStore
from decks.storage.trash import TrashedDeck
from tui.profile import folder_named
from tui.screens.dialogs import AskText, Message, Pick, QuestionDialog
from tui.screens.editor.editor_screen import EditorScreen
from tui.screens.editor.new_deck import NewDeck, ask_name
from tui.screens.list_page import ListPage
from tui.widgets.row_list import Column, ListRow


class DecksScreen(ListPage):
    """All decks of the player."""

    CSS_PATH = ["../list_page.tcss", "editor.tcss"]
    COLUMNS = (
        Column(16, 38),
        Column(6, 8),
        Column(12, 13),
        Column(5, 5, right=True),
        Column(12, 30, look="quiet"),
    )
    """Name, side, format, cards, whether legal."""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-normal")]
    HEADING = "Decks"
    HELP = (
        "Enter opens a deck, or a setup. One that came with the games can be looked at, and copied to be"
        " changed."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "open", show=True),
        Binding("n", "new", "new"),
        Binding("c", "copy", "copy"),
        Binding("r", "rename", "rename"),
        Binding("d", "delete", "delete"),
        Binding("b", "bin", "bin"),
        Binding("i", "import", "import"),
        Binding("f", "folder", "shared folder"),
        Binding("escape", "back", "back"),
        Binding("question_mark", "help", "help"),
    ]

    def __init__(self, store: DeckStore) -> None:
        super().__init__()
        self._store = store
        self._entries: dict[str, CatalogEntry] = {}

    def on_screen_resume(self) -> None:
        self._show()

    @property
    def _entry(self) -> CatalogEntry | None:
        """The deck under the cursor."""
        return self._entries.get(self.rows.key)

    def _show(self, key: str = "") -> None:
        """Read the decks anew; the cursor goes to this key, if one is given."""
        try:
            entries = self._store.catalog.entries()
        except DeckError as error:
            entries = [CatalogEntry(stock, deck) for stock, deck in stock_decks().items()]
            self._say(str(error))
        self._entries = {entry.key: entry for entry in entries}
        rows = [ListRow("", ("Your decks",))]
        own = [entry for entry in entries if not entry.stock]
        rows += [_row(entry) for entry in own if not entry.shared and not entry.elsewhere]
        if all(entry.shared or entry.elsewhere for entry in own):
            rows.append(ListRow("", ("  None yet: n makes one, c copies one of these.",), "quiet"))
        if self._store.folders.shared is not None:
            rows.append(ListRow("", (f"Shared, in {shown_path(self._store.folders.shared)}",)))
            rows += [_row(entry) for entry in own if entry.shared] or [ListRow("", ("  None.",), "quiet")]
        elsewhere = [_row(entry) for entry in own if entry.elsewhere]
        if elsewhere:
            rows += [ListRow("", ("Not saved, of folders that are not used now",)), *elsewhere]
        rows.append(ListRow("", ("Came with the games",)))
        rows += [_row(entry) for entry in entries if entry.stock]
        self.rows.show_rows(rows)
        if key:
            self.rows.put_cursor(key)
        self.show_about()

    def about(self) -> list[str]:
        entry = self._entry
        if entry is None:
            return []
        deck = entry.deck
        lines = [entry.problem] if deck is None else _about(deck)
        if entry.draft:
            lines.insert(0, "* It has changes that were never saved: they are kept.")
        return lines

    def _say(self, text: str) -> None:
        self.tell(text)

    def action_open(self) -> None:
        entry = self._entry
        if entry is None:
            return
        try:
            self.app.push_screen(EditorScreen(self._store, entry.key))
        except DeckError as error:
            self._offer_remains(entry, "\n".join(error.sentences))

    def _offer_remains(self, entry: CatalogEntry, wrong: str) -> None:
        """A deck that can't be opened: say why, and what can be put in its place."""
        title = f"{entry.name} can't be read"
        try:
            remains = self._store.remains(entry.key)
        except DeckError:
            remains = []
        if not remains:
            self.app.push_screen(Message(title, wrong))
            return

        def chosen(number: int | None) -> None:
            if number is None:
                return
            if number == len(remains):
                self.app.push_screen(Message(title, wrong))
                return
            try:
                key = self._store.put_back(entry.key, remains[number].deck)
                self._show(key)
                self.app.push_screen(EditorScreen(self._store, key))
            except DeckError as error:
                self._say(str(error))

        becomes = "keep as a deck of your own" if entry.elsewhere else "put in its place"
        lines = [(one.title, f"{count(one.deck.size)}: {becomes}") for one in remains]
        if not entry.elsewhere:  # nothing is wrong with that
            lines.append(("Only say what is wrong with it", ""))
        self.app.push_screen(Pick(entry.problem, lines), chosen)

    def action_new(self) -> None:
        def make(deck: Deck | None) -> None:
            if deck is not None and (key := self._create(deck)):
                self.app.push_screen(EditorScreen(self._store, key))

        self.app.push_screen(NewDeck(self._store), make)

    def action_copy(self) -> None:
        deck = self._readable()
        if deck is None:
            return

        def make(name: str | None) -> None:
            if name:
                self._create(deck.renamed(name))

        self.app.push_screen(ask_name(self._store, f"The name of the copy of {deck.name}", deck.name), make)

    def action_rename(self) -> None:
        entry, deck = self._entry, self._readable(own=True)
        if entry is None or deck is None:
            return

        def rename(name: str | None) -> None:
            if name:
                try:
                    self._show(self._store.rename(entry.key, name))
                except DeckError as error:
                    self._say(str(error))

        self.app.push_screen(
            ask_name(self._store, f"The new name of {deck.name}", deck.name, entry.key), rename
        )

    def action_delete(self) -> None:
        entry = self._entry
        if entry is None:
            return
        if entry.stock:
            self._say("What came with the game stays.")
            return

        def delete(yes: bool | None) -> None:
            if yes:
                try:
                    self._store.delete(entry.key)
                except DeckError as error:
                    self._say(str(error))
                self._show()

        cards = f", {count(entry.deck.size)}" if entry.deck else ""
        question = f"Delete {entry.name}{cards}? It goes to the bin, from which b brings it back."
        self.app.push_screen(QuestionDialog(question, "Delete it", "Keep it"), delete)

    def action_bin(self) -> None:
        """What was deleted: bring it back, or throw it away for good."""
        try:
            binned = self._store.binned()
        except DeckError as error:
            self._say(str(error))
            return
        if not binned:
            self._say("The bin is empty.")
            return

        def chosen(number: int | None) -> None:
            if number is not None:
                self.app.push_screen(Pick(f"{_binned(binned[number])[0]}, from the bin", _OUT), then(number))

        def then(number: int) -> Callable[[int | None], None]:
            def do(what: int | None) -> None:
                try:
                    if what == 0:
                        key = self._store.bring_back(binned[number].number)
                        self._show(key)
                        if elsewhere := binned[number].elsewhere(key):
                            self._say(elsewhere)
                    elif what == 1:
                        self._store.throw_away(binned[number].number)
                except DeckError as error:
                    self._say(str(error))

            return do

        self.app.push_screen(Pick("In the bin, the last deleted first", [*map(_binned, binned)]), chosen)

    def action_folder(self) -> None:
        """Another folder beside one's own, such as a club's: kept in the settings."""
        from tui.settings import CannotSave, load_settings, save_settings

        def given(folder: str | None) -> None:
            if folder is None:
                return
            self._store.folders.shared = Path(folder) if folder else None
            self._show()
            try:
                profile = self.tesser.profile
                settings = msgspec.structs.replace(load_settings(profile), decks=folder)
                save_settings(profile, settings)
            except CannotSave as error:
                self._say(f"{error} The folder is used until tesser ends.")

        def checked(text: str) -> str:
            return str(folder_named(text)) if text.strip() else ""

        question = "A folder of decks beside your own, such as a club's; empty for none:"
        start = str(self._store.folders.shared or "")
        self.app.push_screen(AskText(question, start, checked, 400), given)

    def action_import(self) -> None:
        self._import("")

    def on_paste(self, event: events.Paste) -> None:
        """A text that was pasted here is a deck, in whatever form."""
        event.stop()
        self._import(event.text)

    def _import(self, text: str) -> None:
        from tui.screens.editor.import_page import ImportPage

        def made(key: str | None) -> None:
            if key:
                self._show(key)
                self.app.push_screen(EditorScreen(self._store, key))

        self.app.push_screen(ImportPage(self._store, text), made)

    def _create(self, deck: Deck) -> str:
        """Store a new deck and go to it; gives its key, empty if that failed."""
        try:
            key = self._store.create(deck)
        except DeckError as error:
            self._say(str(error))
            return ""
        self._show(key)
        return key

    def _readable(self, own: bool = False) -> Deck | None:
        """The deck under the cursor, if it can be read and, where asked, changed; says why not."""
        entry = self._entry
        if entry is None:
            return None
        if own and entry.stock:
            self._say("What came with the game can't be changed: c makes a copy of your own.")
            return None
        if entry.deck is None:
            self._say(entry.problem)
        return entry.deck


def _about(deck: Deck) -> list[str]:
    """What to say of a deck: whether it is legal, what it is recognised by, its plan, what else is wrong."""
    first, *rest = verdict(deck)
    return [f"{first}  Hash {deck.hash}.", deck.about, *rest]


_OUT = (("Bring it back", "with its former versions and what was not saved"), ("Throw it away for good", ""))


def _binned(binned: TrashedDeck) -> tuple[str, str]:
    deck = binned.deck
    if deck is None:
        return clean(binned.key, 60), "can't be read"
    return deck.name, f"{side_title(deck)}, {format_title(deck)}, {count(deck.size)}"


def _row(entry: CatalogEntry) -> ListRow:
    deck = entry.deck
    if deck is None:
        name = entry.name + ("*" if entry.draft else "")
        wrong = "not in use" if entry.elsewhere else "gone" if entry.gone else "unreadable"
        return ListRow(entry.key, (name, "", "", "", wrong), "bad")
    name = deck.name + ("*" if entry.draft else "")
    what = (side_title(deck), format_title(deck), str(deck.size), legal_word(deck))
    return ListRow(entry.key, (name, *what))
