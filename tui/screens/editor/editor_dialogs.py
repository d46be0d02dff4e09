"""Where the keys of the deck editor lead: pages and dialogs, each loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from decks.model import Deck, DeckError
from decks.report import remarks
from decks.storage.store import DeckChanged
from tui.screens.dialogs import Pick
from tui.screens.editor.new_deck import ask_name
from tui.screens.editor.saving import Keeping
from tui.widgets.key_line import key_name


class Beside(Keeping):
    """An editor's ways to other pages."""

    MORE: ClassVar[str] = "o g n f v h i x w d z c r asterisk tab"
    """The keys of what `.` lists."""
    CHANGING: ClassVar[str] = "add take mark fill maybe undo redo save add_all notes meant import rename"
    """Actions that are nothing for a deck that can only be looked at."""

    def show_only(self, cards: Sequence[str]) -> None:
        """Mark these cards, and go to the first of them."""
        raise NotImplementedError

    def to_pool(self) -> None:
        """Go to the pool."""
        raise NotImplementedError

    def action_more(self) -> None:
        """Everything there is no room for in the line of keys."""
        wanted = self.MORE.split()
        unused = self.CHANGING.split() if self.session.looking else []
        found = [
            binding
            for key in wanted
            for _, binding in self._bindings
            if binding.key == key and binding.action not in unused
        ]
        lines = [(f"{key_name(binding):<4} {binding.description}", "") for binding in found]

        async def chosen(number: int | None) -> None:
            if number is not None:
                await self.run_action(found[number].action)

        self.app.push_screen(Pick("More to do", lines, keys=[binding.key for binding in found]), chosen)

    def action_legality(self) -> None:
        """Every reason, each with its cards."""
        said = remarks(self.editing.deck)

        def chosen(number: int | None) -> None:
            reason = said[number].reason if number is not None else None
            if reason is not None and reason.cards:
                self.show_only(reason.cards)
            elif reason is not None:
                self.to_pool()

        title = f"{self.editing.deck.name}: Enter goes to the cards"
        self.app.push_screen(Pick(title, [(one.sentence, one.more) for one in said]), chosen)

    def action_statistics(self) -> None:
        from tui.screens.editor.statistics_page import StatisticsPage

        self.app.push_screen(StatisticsPage(self.editing.deck))

    def action_hand(self) -> None:
        from tui.screens.editor.hands_page import HandsPage

        if self.editing.deck.cards:
            self.app.push_screen(HandsPage(self.editing.deck))
        else:
            self.say(f"There is no card in this {self.editing.noun} yet.")

    def action_play(self) -> None:
        from tui.screens.editor.playing import play

        play(self)

    def action_notes(self) -> None:
        from tui.screens.editor.notes_dialog import NotesDialog

        if self.may_change():

            def written(said: tuple[str, str] | None) -> None:
                if said is None:
                    return
                for words in ({"about": said[0]}, {"notes": said[1]}):
                    before = self.editing.deck
                    try:
                        self.editing.describe(**words)
                    except DeckError as error:
                        self.notify(str(error), severity="error", markup=False)
                    if self.editing.deck != before:
                        self.changed()

            self.app.push_screen(NotesDialog(self.editing.deck, self._typed), written)

    def _typed(self, about: str, notes: str) -> None:
        """Keep what is typed of plan and notes at once."""
        try:
            self.session.keep_typed(about, notes)
        except DeckError as error:
            self.say(f"{error} What you type is here as long as tesser runs.")

    def action_meant(self) -> None:
        from tui.screens.editor.format_dialog import choose

        if self.may_change():
            choose(self)

    def meant(self, group: str, form: str) -> None:
        """It is a deck of another side, or for another format, now."""
        self.editing.mean_for(group, form)
        self.arrange_anew()
        self.changed()

    def action_versions(self) -> None:
        from tui.screens.editor.compare_page import choose

        choose(self)

    def action_import(self) -> None:
        self._import("")

    def _import(self, text: str) -> None:
        from tui.screens.editor.import_page import ImportPage

        self.app.push_screen(ImportPage(self.session.store, text, self), self._imported)

    def _imported(self, key: str | None) -> None:
        if key:
            self.open_instead(key)

    def take_over(self, deck: Deck) -> None:
        """Another deck takes the place of this one, but for its name: one step that can be taken back."""
        if self.may_change():
            self.editing.become(deck)
            self.arrange_anew()
            self.changed("It is in place; u takes that back.")

    def action_export(self) -> None:
        from tui.screens.editor.export_page import ExportPage

        self.app.push_screen(ExportPage(self.editing.deck))

    def action_copy(self) -> None:
        deck = self.editing.deck

        def make(name: str | None) -> None:
            if not name:
                return
            try:
                key = self.session.store.create(deck.renamed(name))
                self.open_instead(key)
            except DeckError as error:
                self.say(str(error))

        self.app.push_screen(ask_name(self.session.store, "The name of your copy", deck.name), make)

    def action_rename(self) -> None:
        if not self.may_change():
            return

        def rename(name: str | None) -> None:
            if name:
                try:
                    self.session.rename(name)
                    self.changed() if self.editing.changed else self.show()
                except DeckChanged as error:
                    self.ask_about_both(str(error))
                except DeckError as error:
                    self.say(str(error))

        store, name = self.session.store, self.editing.deck.name
        self.app.push_screen(ask_name(store, f"The new name of {name}", name, self.session.key), rename)
