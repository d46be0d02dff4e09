"""The deck that a page has open: saved, kept when it is left, watched while others may change it."""

from __future__ import annotations

from contextlib import suppress

from core.words import capital
from decks.editing.conflict import (
    APART,
    CHANGED,
    CHANGED_SINCE,
    GONE,
    LOST,
    OVER,
    THEIRS,
    became,
    changed_outside,
    unsaved,
    ways,
)
from decks.editing.edited_deck import EditedDeck
from decks.editing.session import EditSession
from decks.model import DeckError
from decks.report import count
from decks.storage.store import DeckChanged, DeckStore
from tui.screens.dialogs import Pick
from tui.screens.editor import card_rows
from tui.screens.page import Page


class Keeping(Page[None]):
    """A page with a deck open."""

    def __init__(self, store: DeckStore, key: str) -> None:
        """Raises DeckError if the deck can't be read."""
        super().__init__()
        self.session = EditSession(store, key)
        self._outside = 0
        """What was said last of what became of its file outside."""

    @property
    def editing(self) -> EditedDeck:
        """The deck."""
        return self.session.editing

    def say(self, text: str) -> None:
        """Tell the player."""
        raise NotImplementedError

    def show(self) -> None:
        """Draw what depends on the deck."""
        raise NotImplementedError

    def arrange_anew(self) -> None:
        """Group, sort and find cards as is usual for the deck as it is now, which may be another side's."""
        raise NotImplementedError

    def open_instead(self, key: str) -> None:
        """Open another deck in the place of this one."""
        raise NotImplementedError

    def on_unmount(self) -> None:
        self.session.close()

    def leave(self) -> None:
        """Close the deck: at once, since it may be opened again before this page is gone."""
        self.session.close()
        self.dismiss()

    def may_change(self) -> bool:
        """Whether it can be changed; says why not, each time."""
        looking = self.session.looking
        if self.session.hold():
            return True
        if not looking:
            self.show_keys()  # others are of use from now on
        self.say(f"{self.session.why_looking} c makes a copy.")
        return False

    def changed(self, said: str = "") -> None:
        """After a change: keep it, and show it."""
        self.say(said)
        self.show()
        try:
            self.session.keep()
        except DeckError as error:
            self.say(f"{error} The {self.editing.noun} is here as long as tesser runs.")

    @property
    def unkept(self) -> str:
        """What would be lost if tesser ended now, in a sentence; empty if nothing would be."""
        try:
            self.session.keep_again()
        except DeckError as error:
            return f"The changes of {self.editing.deck.name} are kept nowhere else: {error}"
        return ""

    def action_save(self) -> None:
        if self.may_change():
            self._save(leave=False)

    def _save(self, leave: bool, over: bool = False) -> None:
        """Save; where the file was changed outside meanwhile, the player says what becomes of both."""
        try:
            self.session.save(over)
        except DeckChanged as error:
            self.ask_about_both(str(error), leave)
            return
        except DeckError as error:
            self.say(f"{error} What you made is still here.")
            return
        self._outside = 0
        if leave:
            self.leave()
            return
        self.show()
        self.say("Saved.")

    def ask_about_both(self, said: str, leave: bool = False) -> None:
        """The file was changed outside: the player says what becomes of both."""
        self._outside = became(self.session)  # so that it is asked once
        offered = ways(self.session)
        said = " ".join([said, *offered[THEIRS].wrong])
        lines = [(capital(way.name), way.about) for way in offered if not way.wrong]

        def answer(chosen: int | None) -> None:
            try:
                if chosen == APART:
                    key = self.session.save_apart()
                    self.open_instead(key)
                elif chosen == OVER:
                    self._save(leave, over=True)
                elif chosen == THEIRS:
                    self.session.take_theirs()
                    self._outside = 0
                    self.arrange_anew()
                    self.show()
            except DeckError as error:
                self.say(str(error))

        self.app.push_screen(Pick(said, lines), answer)

    @property
    def unsaved(self) -> bool:
        """Whether there is anything to save, as far as it was looked: no file is asked for each key."""
        return self.editing.changed or self._outside in LOST

    def _look_outside(self) -> None:
        """Say once what somebody else has done to the file."""
        if self.session.looking:
            return
        if not self.is_active:
            with suppress(DeckError):
                self.session.keep_again()
            return  # under a dialog nothing is asked or said: it waits until that is closed
        said, self._outside = self._outside, became(self.session)
        if self._outside == said:
            return
        if self._outside in LOST:
            self._keep_lost()
        elif self._outside == CHANGED:
            self.ask_about_both(changed_outside(self.editing.deck.name))
        elif said in LOST:
            self.changed()  # it is there again: no draft of it is needed for that
        self.show()

    def _keep_lost(self) -> None:
        """Its file is gone, or the folder of that: keep what is here, and say so."""
        if not self.may_change():
            return
        said = unsaved(self.session)
        anew = ": s saves it anew" if self._outside == GONE else ""
        try:
            self.session.keep_again()
        except DeckError as error:
            self.say(f"{said} {error} The {self.editing.noun} is here as long as tesser runs.")
        else:
            self.say(f"{said} What you have here is kept{anew}.")

    def _ask_before_leaving(self) -> None:
        lost = self.session.lost
        anew = "its file is written anew" if self.session.gone else ""
        lines = [
            ("Keep editing", ""),
            ("Save and leave", anew if lost else card_rows.changed_line(self.editing)),
            (
                "Leave without saving",
                "what you have here is lost" if lost else "the changes since it was saved are lost",
            ),
        ]

        def answer(chosen: int | None) -> None:
            if chosen == 1:
                self._save(leave=True)
            elif chosen == 2:
                self._drop_draft()
                self.leave()

        self.app.push_screen(Pick(unsaved(self.session), lines), answer)

    def _drop_draft(self) -> None:
        try:
            self.session.drop_draft()
        except DeckError as error:
            self.say(str(error))

    def _offer_draft(self) -> None:
        """Changes of an earlier time that were never saved: go on with them, or not."""
        try:
            draft = self.session.draft()
        except DeckError as error:
            self.say(str(error))
            return
        if draft is None:
            return
        saved = self.editing.saved
        lines = [
            ("Go on with the changes", f"{count(draft.size)}"),
            (f"Start from the {self.editing.noun} as saved", f"{count(saved.size)}; the changes are lost"),
        ]

        def answer(chosen: int | None) -> None:
            if chosen is None:
                self.leave()
            elif chosen == 1:
                self._drop_draft()
            else:
                try:
                    self.session.take_up_draft()
                except DeckError as error:
                    self.say(str(error))
                    return
                self.arrange_anew()
                self.show()

        said = f"{saved.name} has changes that were never saved."
        if self.session.draft_is_of_another:
            said += f" {CHANGED_SINCE}"
        self.app.push_screen(Pick(said, lines), answer)
