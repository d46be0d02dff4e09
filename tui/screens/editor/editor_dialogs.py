"""Where the keys of the deck editor lead: pages and dialogs, each loaded when it is first asked for."""

from __future__ import annotations

from decks.editing.edited_deck import EditedDeck
from decks.editing.session import EditSession
from decks.model import Deck, DeckError
from decks.storage.store import DeckChanged
from tui.match.deck_trial import opponents, trial, why_no_trial
from tui.screens.dialogs import Pick
from tui.screens.editor.front import EditorFront
from tui.screens.editor.new_deck import ask_name
from tui.screens.editor.saving import DeckSaving


class EditorDialogs:
    """An open deck's ways to other pages, and what comes of them."""

    def __init__(self, session: EditSession, saving: DeckSaving, front: EditorFront) -> None:
        self._session = session
        self._saving = saving
        self._front = front

    @property
    def _editing(self) -> EditedDeck:
        return self._session.editing

    def numbers(self) -> None:
        """What it is made of."""
        from tui.screens.editor.statistics_page import StatisticsPage

        self._front.ask(StatisticsPage(self._editing.deck))

    def hand(self) -> None:
        """Sample hands."""
        from tui.screens.editor.hands_page import HandsPage

        if self._editing.deck.cards:
            self._front.ask(HandsPage(self._editing.deck))
        else:
            self._front.say(f"There is no card in this {self._editing.noun} yet.")

    def play(self) -> None:
        """Play it as it is now against a computer player; the match comes over the editor, and leaves it as
        it was."""
        deck = self._editing.deck
        if reason := why_no_trial(deck):
            self._front.say(reason)
            return
        names = list(opponents())

        def chosen(number: int | None) -> None:
            if number is not None:
                self._front.play(trial(deck, names[number]))

        lines = [(f"computer, {name}", about) for name, about in opponents().items()]
        self._front.ask(Pick(f"Play {deck.name} against which computer player?", lines), chosen)

    def notes(self) -> None:
        """Its plan and notes."""
        from tui.screens.editor.notes_dialog import NotesDialog

        if not self._saving.may_change():
            return

        def written(said: tuple[str, str] | None) -> None:
            if said is None:
                return
            for words in ({"about": said[0]}, {"notes": said[1]}):
                before = self._editing.deck
                try:
                    self._editing.describe(**words)
                except DeckError as error:
                    self._front.warn(str(error))
                if self._editing.deck != before:
                    self._saving.changed()

        self._front.ask(NotesDialog(self._editing.deck, self._typed), written)

    def _typed(self, about: str, notes: str) -> None:
        """Keep what is typed of plan and notes at once."""
        try:
            self._session.keep_typed(about, notes)
        except DeckError as error:
            self._front.say(f"{error} What you type is here as long as tesser runs.")

    def purpose(self) -> None:
        """Make it a deck of another side, or for another format."""
        from tui.screens.editor.format_dialog import ask_purpose

        def chosen(group: str, form: str) -> None:
            self._editing.mean_for(group, form)
            self._front.arrange_anew()
            self._saving.changed()

        if self._saving.may_change():
            ask_purpose(self._editing, self._front, chosen)

    def versions(self) -> None:
        """What is different from another deck; a version of its own can be restored."""
        from tui.screens.editor.compare_page import ask_and_compare

        ask_and_compare(self._session, self._front, self.take_over)

    def take_in(self, text: str = "") -> None:
        """A text that is a deck in whatever form: it becomes a new deck, or takes the place of this one."""
        from tui.screens.editor.import_page import ImportPage

        def imported(key: str | None) -> None:
            if key:
                self._front.open_instead(key)

        self._front.ask(ImportPage(self._session.store, text, self._session, self.take_over), imported)

    def take_over(self, deck: Deck) -> None:
        """Another deck takes the place of this one, but for its name: one step that can be taken back."""
        if self._saving.may_change():
            self._editing.become(deck)
            self._front.arrange_anew()
            self._saving.changed("It is in place; u takes that back.")

    def export(self) -> None:
        """The deck as text."""
        from tui.screens.editor.export_page import ExportPage

        self._front.ask(ExportPage(self._editing.deck))

    def copy(self) -> None:
        """A deck of one's own like it, which is opened instead."""
        deck, store = self._editing.deck, self._session.store

        def make(name: str | None) -> None:
            if not name:
                return
            try:
                self._front.open_instead(store.create(deck.renamed(name)))
            except DeckError as error:
                self._front.say(str(error))

        self._front.ask(ask_name(store, "The name of your copy", deck.name), make)

    def rename(self) -> None:
        """Another name, at once."""
        if not self._saving.may_change():
            return

        def rename(name: str | None) -> None:
            if name:
                try:
                    self._session.rename(name)
                    self._saving.changed() if self._editing.changed else self._front.show()
                except DeckChanged as error:
                    self._saving.ask_about_both(str(error))
                except DeckError as error:
                    self._front.say(str(error))

        store, name = self._session.store, self._editing.deck.name
        self._front.ask(ask_name(store, f"The new name of {name}", name, self._session.key), rename)
