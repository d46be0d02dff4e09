"""The deck that the editor has open: saved, kept when it is left, watched while others may change it."""

from __future__ import annotations

from contextlib import suppress
from typing import assert_never

from core.words import capital
from decks.editing.conflict import (
    CHANGED_SINCE,
    FileState,
    FileWatch,
    Outcome,
    changed_outside,
    resolutions,
    unsaved,
)
from decks.editing.session import EditSession
from decks.model import DeckError
from decks.report import count
from decks.storage.store import DeckChanged
from tui.screens.dialogs import Pick
from tui.screens.editor import card_rows
from tui.screens.editor.front import EditorFront


class DeckSaving:
    """What becomes of the changes of one open deck."""

    def __init__(self, session: EditSession, front: EditorFront) -> None:
        self._session = session
        self._front = front
        self._watch = FileWatch(session)

    def may_change(self) -> bool:
        """Whether it can be changed; says why not, each time."""
        looking = self._session.looking
        if self._session.hold():
            return True
        if not looking:
            self._front.show_keys()  # others are of use from now on
        self._front.say(f"{self._session.why_looking} c makes a copy.")
        return False

    def changed(self, said: str = "") -> None:
        """After a change: keep it, and show it."""
        self._front.say(said)
        self._front.show()
        try:
            self._session.keep()
        except DeckError as error:
            self._front.say(f"{error} The {self._session.editing.noun} is here as long as tesser runs.")

    @property
    def unkept(self) -> str:
        """What would be lost if tesser ended now, in a sentence; empty if nothing would be."""
        try:
            self._session.keep_again()
        except DeckError as error:
            return f"The changes of {self._session.editing.deck.name} are kept nowhere else: {error}"
        return ""

    def save(self) -> None:
        """Save it, if it can be changed."""
        if self.may_change():
            self._save(leave=False)

    def _save(self, leave: bool, over: bool = False) -> None:
        """Save; where the file was changed outside meanwhile, the player says what becomes of both."""
        try:
            self._session.save(over)
        except DeckChanged as error:
            self.ask_about_both(str(error), leave)
            return
        except DeckError as error:
            self._front.say(f"{error} What you made is still here.")
            return
        self._watch.settle()
        if leave:
            self._front.leave()
            return
        self._front.show()
        self._front.say("Saved.")

    def ask_about_both(self, said: str, leave: bool = False) -> None:
        """The file was changed outside: the player says what becomes of both."""
        self._watch.look()  # so that it is asked once
        offered = resolutions(self._session)
        said = " ".join([said, *(why for one in offered for why in one.wrong)])
        possible = [one for one in offered if not one.wrong]

        def answer(chosen: int | None) -> None:
            if chosen is not None:
                try:
                    self._resolve(possible[chosen].outcome, leave)
                except DeckError as error:
                    self._front.say(str(error))

        self._front.ask(Pick(said, [(capital(one.name), one.about) for one in possible]), answer)

    def _resolve(self, outcome: Outcome, leave: bool) -> None:
        """What the player has chosen is done. Raises DeckError."""
        match outcome:
            case Outcome.EDIT:
                pass
            case Outcome.APART:
                self._front.open_instead(self._session.save_apart())
            case Outcome.OVER:
                self._save(leave, over=True)
            case Outcome.THEIRS:
                self._session.take_theirs()
                self._watch.settle()
                self._front.arrange_anew()
                self._front.show()
            case _:
                assert_never(outcome)

    @property
    def unsaved(self) -> bool:
        """Whether there is anything to save, as far as it was looked: no file is asked for each key."""
        return self._session.editing.changed or self._watch.state.lost

    def look_outside(self, covered: bool) -> None:
        """Say once what somebody else has done to the file. While the screen is `covered` nothing is asked or
        said: it waits until the dialog is closed."""
        if self._session.looking:
            return
        if covered:
            with suppress(DeckError):
                self._session.keep_again()
            return
        if not self._watch.look():
            return
        state, before = self._watch.state, self._watch.before
        match state:
            case FileState.GONE | FileState.NO_FOLDER:
                self._keep_lost()
            case FileState.CHANGED:
                self.ask_about_both(changed_outside(self._session.editing.deck.name))
            case FileState.AS_SAVED:
                if before.lost:
                    self.changed()  # it is there again: no draft of it is needed for that
            case _:
                assert_never(state)
        self._front.show()

    def _keep_lost(self) -> None:
        """Its file is gone, or the folder of that: keep what is here, and say so."""
        if not self.may_change():
            return
        said = unsaved(self._session)
        anew = ": s saves it anew" if self._watch.state is FileState.GONE else ""
        try:
            self._session.keep_again()
        except DeckError as error:
            self._front.say(
                f"{said} {error} The {self._session.editing.noun} is here as long as tesser runs."
            )
        else:
            self._front.say(f"{said} What you have here is kept{anew}.")

    def leave(self) -> None:
        """Leave the deck; where something is not saved, the player says what becomes of it."""
        if self._session.unsaved:
            self._ask_before_leaving()
        else:
            self._front.leave()

    def _ask_before_leaving(self) -> None:
        lost = self._session.lost
        anew = "its file is written anew" if self._session.gone else ""
        lines = [
            ("Keep editing", ""),
            ("Save and leave", anew if lost else card_rows.changed_line(self._session.editing)),
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
                self._front.leave()

        self._front.ask(Pick(unsaved(self._session), lines), answer)

    def _drop_draft(self) -> None:
        try:
            self._session.drop_draft()
        except DeckError as error:
            self._front.say(str(error))

    def offer_draft(self) -> None:
        """Changes of an earlier time that were never saved: go on with them, or not."""
        try:
            draft = self._session.draft()
        except DeckError as error:
            self._front.say(str(error))
            return
        if draft is None:
            return
        saved = self._session.editing.saved
        lines = [
            ("Go on with the changes", f"{count(draft.size)}"),
            (
                f"Start from the {self._session.editing.noun} as saved",
                f"{count(saved.size)}; the changes are lost",
            ),
        ]

        def answer(chosen: int | None) -> None:
            if chosen is None:
                self._front.leave()
            elif chosen == 1:
                self._drop_draft()
            else:
                try:
                    self._session.take_up_draft()
                except DeckError as error:
                    self._front.say(str(error))
                    return
                self._front.arrange_anew()
                self._front.show()

        said = f"{saved.name} has changes that were never saved."
        if self._session.draft_is_of_another:
            said += f" {CHANGED_SINCE}"
        self._front.ask(Pick(said, lines), answer)
