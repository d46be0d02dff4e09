"""A deck saved, copied, deleted and left."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, assert_never

from decks.editing.conflict import Outcome, resolutions, unsaved
from decks.model import DeckError
from decks.report import verdict
from decks.storage.store import DeckChanged
from tui.plain.ask import Back, MenuItem, Quit, pick, sure

if TYPE_CHECKING:
    from tui.plain.decks.deck_editor import DeckEditor


def _save(editor: DeckEditor, rest: str) -> None:
    """Into its file; where that was changed outside, the player says what becomes of both. Raises DeckError,
    and Back and Quit where nothing is said."""
    try:
        editor.session.save()
    except DeckChanged as error:
        _save_both(editor, str(error))
        return
    _told_saved(editor)


def _told_saved(editor: DeckEditor) -> None:
    deck = editor.editing.deck
    editor.saved()
    editor.console.say(f"{deck.name} is saved.", *verdict(deck))


def _save_both(editor: DeckEditor, said: str) -> None:
    session = editor.session
    offered = resolutions(session)
    items = [MenuItem(one.name, one.about, "".join(one.wrong[:1])) for one in offered]
    outcome = offered[pick(editor.console, said, items)].outcome
    match outcome:
        case Outcome.EDIT:
            pass
        case Outcome.APART:
            editor.instead = session.save_apart()
            editor.out = True
        case Outcome.OVER:
            session.save(over=True)
            _told_saved(editor)
        case Outcome.THEIRS:
            session.take_theirs()
            editor.saved()
            editor.again()
            editor.console.say(f"It is what the file says now, {editor.editing.size}.")
        case _:
            assert_never(outcome)


def _copy(editor: DeckEditor, rest: str) -> None:
    """A deck of one's own like this one, which is opened instead. What is not saved here stays a draft."""
    deck, store = editor.editing.deck, editor.store
    name = store.catalog.checked_name(rest) if rest else store.catalog.free_name(deck.name)
    editor.instead = store.create(deck.renamed(name))
    editor.out = True
    if editor.session.unsaved:
        editor.session.keep_again()
        editor.console.say(f"What is not saved of {deck.name} is kept as its draft.")


def _delete(editor: DeckEditor, rest: str) -> None:
    """Into the bin."""
    name = editor.editing.deck.name
    if not sure(editor.console, f"Delete {name}? It goes to the bin; bin, in the list, brings it back."):
        editor.console.say("It stays.")
        return
    editor.session.delete()
    editor.out = True
    editor.console.say(f"{name} is in the bin.")


def done(editor: DeckEditor, rest: str) -> None:
    """Leave the deck; what is not saved is lost only if the player says so. To go back is to stay. Raises
    Quit, and then it is kept as a draft."""
    session = editor.session
    if not session.unsaved:
        editor.out = True
        return
    name = editor.editing.deck.name
    lost = session.lost
    try:
        items = _WAYS_OUT_LOST if lost else _WAYS_OUT
        way = tuple(WayOut)[pick(editor.console, unsaved(session), items)]
        match way:
            case WayOut.SAVE:
                _save(editor, "")
                editor.instead = ""  # Saved as another, that one needs no opening now.
                editor.out |= not session.unsaved
            case WayOut.DRAFT:
                session.keep_again()
                editor.console.say("It is kept as a draft." if lost else "They are kept as a draft.")
                editor.out = True
            case WayOut.FORGET:
                session.drop_draft()
                editor.out = True
            case WayOut.STAY:
                pass
            case _:
                assert_never(way)
    except Back:
        pass
    except DeckError as error:
        editor.console.say(*error.sentences)
    except Quit:
        try:
            session.keep_again()
        except DeckError as error:
            what = "It is" if lost else "The changes are"
            editor.console.say(f"{what} kept nowhere else:", *error.sentences)
        else:
            editor.console.say("It is kept as a draft." if lost else "The changes are kept as a draft.")
            raise
    if not editor.out:
        editor.console.say(f"You are at {name}.")


class WayOut(Enum):
    """What becomes of what is not saved, in the order in which it is asked."""

    SAVE = "save"
    DRAFT = "draft"
    FORGET = "forget"
    STAY = "stay"


_STAY = MenuItem("stay here", "and go on with the deck")
_WAYS_OUT = (
    MenuItem("save them", "and leave"),
    MenuItem("keep them as a draft", "you are asked about it when you open the deck again"),
    MenuItem("forget them", "the changes since it was saved are lost"),
    _STAY,
)
_WAYS_OUT_LOST = (
    MenuItem("save it", "and leave"),
    MenuItem("keep it as a draft", "it stays in the list of decks, without a file"),
    MenuItem("forget it", "what you have here is lost"),
    _STAY,
)
"""The same where its file is gone."""


HANDLERS = {
    "save": _save,
    "copy": _copy,
    "delete": _delete,
    "leave": done,
}
"""By the id of a command."""
