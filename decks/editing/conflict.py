"""A deck whose file was changed outside this program while it is open here: what can become of both."""

from __future__ import annotations

from typing import NamedTuple

from decks.editing.session import EditSession
from decks.model import DeckError

CHANGED, GONE, NO_FOLDER = range(1, 4)
"""What may have become of the file of an open deck: see `became`."""
LOST = (GONE, NO_FOLDER)
"""Those after which no file says what is here."""
EDIT, APART, OVER, THEIRS = range(4)
"""The ways, in the order of `ways`: see there."""
CHANGED_SINCE = "Its file was changed outside this program since."
"""What is said of a draft whose deck was saved by another program."""


class Resolution(NamedTuple):
    """One thing that can become of what is here and what is in the file."""

    name: str
    about: str
    wrong: tuple[str, ...] = ()
    """Why it can't be done, in sentences; empty if it can."""


def became(session: EditSession) -> int:
    """What became of the file of a deck since it was opened or saved: CHANGED, GONE, NO_FOLDER where the
    folder that it is in is not there; 0 if it is as it was."""
    if session.stock or not session.changed_outside:
        return 0
    if session.missing_folder:
        return NO_FOLDER
    return GONE if session.gone else CHANGED


def changed_outside(name: str) -> str:
    """That a deck's file was changed, in a sentence."""
    return f"The file of {name} was changed outside this program."


def unsaved(session: EditSession) -> str:
    """That something of the deck is not saved, in a sentence."""
    name = session.editing.deck.name
    if session.missing_folder:
        return session.missing_folder
    return f"The file of {name} is gone." if session.gone else f"{name} has changes that are not saved."


def ways(session: EditSession) -> list[Resolution]:
    """What the player may do about it: `mine` is what is here, `theirs` what is in the file."""
    unreadable: tuple[str, ...] = ()
    try:
        session.theirs()
    except DeckError as error:
        unreadable = error.sentences
    return [
        Resolution("keep editing", "nothing is written"),
        Resolution(f"save mine as another {session.editing.noun}", "theirs stays in its file: both are kept"),
        Resolution("save mine over it", "theirs is kept as a former version"),
        Resolution("take theirs", "mine is one undo back", unreadable),
    ]
