"""A deck whose file was changed outside this program while it is open here: what can become of both."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from decks.editing.session import EditSession
from decks.model import DeckError

CHANGED_SINCE = "Its file was changed outside this program since."
"""What is said of a draft whose deck was saved by another program."""


class FileState(Enum):
    """What a deck's file is now, beside what it was when the deck was opened or saved."""

    AS_SAVED = "as saved"
    CHANGED = "changed"
    GONE = "gone"
    NO_FOLDER = "no folder"
    """The folder that it is in is not there."""

    @property
    def lost(self) -> bool:
        """Whether no file says what is here."""
        return self in (FileState.GONE, FileState.NO_FOLDER)


class FileWatch:
    """Looks what others do to the file of an open deck, so that each thing is said once."""

    def __init__(self, session: EditSession) -> None:
        self._session = session
        self.state = self.before = FileState.AS_SAVED
        """What it was found to be when it was looked at last, and the time before."""

    def look(self) -> bool:
        """Look at it; whether it is another thing than the last time."""
        self.before, self.state = self.state, file_state(self._session)
        return self.state is not self.before

    def settle(self) -> None:
        """The file is what is here now, or the other way round: a change of it is news again."""
        self.state = FileState.AS_SAVED


def file_state(session: EditSession) -> FileState:
    """What became of the file of a deck since it was opened or saved."""
    if session.stock or not session.changed_outside:
        return FileState.AS_SAVED
    if session.missing_folder:
        return FileState.NO_FOLDER
    return FileState.GONE if session.gone else FileState.CHANGED


class Outcome(Enum):
    """What can become of what is here and what is in the file."""

    EDIT = "edit"
    """Nothing yet: the player goes on editing."""
    APART = "apart"
    """What is here becomes another deck."""
    OVER = "over"
    """What is here takes the place of what is in the file."""
    THEIRS = "theirs"
    """What is in the file is gone on with."""


class Resolution(NamedTuple):
    """One outcome, as it is offered to the player."""

    outcome: Outcome
    name: str
    about: str
    wrong: tuple[str, ...] = ()
    """Why it can't be chosen, in sentences; empty if it can."""


def changed_outside(name: str) -> str:
    """That a deck's file was changed, in a sentence."""
    return f"The file of {name} was changed outside this program."


def unsaved(session: EditSession) -> str:
    """That something of the deck is not saved, in a sentence."""
    name = session.editing.deck.name
    if session.missing_folder:
        return session.missing_folder
    return f"The file of {name} is gone." if session.gone else f"{name} has changes that are not saved."


def resolutions(session: EditSession) -> list[Resolution]:
    """What the player may do about it: `mine` is what is here, `theirs` what is in the file."""
    unreadable: tuple[str, ...] = ()
    try:
        session.theirs()
    except DeckError as error:
        unreadable = error.sentences
    return [
        Resolution(Outcome.EDIT, "keep editing", "nothing is written"),
        Resolution(
            Outcome.APART,
            f"save mine as another {session.editing.noun}",
            "theirs stays in its file: both are kept",
        ),
        Resolution(Outcome.OVER, "save mine over it", "theirs is kept as a former version"),
        Resolution(Outcome.THEIRS, "take theirs", "mine is one undo back", unreadable),
    ]
