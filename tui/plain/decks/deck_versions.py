"""What a deck was before, and what other decks are: what is different, and how it comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.words import counted
from decks.comparison import compare
from decks.editing.session import ComparedDeck
from tui.plain.answers import Nothing, Unclear, the_one
from tui.plain.ask import MenuItem, pick
from tui.plain.decks.deck_texts import what_changed

if TYPE_CHECKING:
    from tui.plain.decks.deck_editor import DeckEditor


def _own(editor: DeckEditor) -> list[ComparedDeck]:
    """Its versions, but for those that were another game's."""
    return [other for other in editor.session.versions() if other.own]


def _versions(editor: DeckEditor, rest: str) -> None:
    """What it was, by numbers that changes and restore take."""
    deck = editor.editing.deck
    for number, other in enumerate(_own(editor), 1):
        editor.console.say(f"{number}: {other.title}, {other.told(deck)}.")
    editor.console.say("Type changes or restore with a number.")


def _version(editor: DeckEditor, rest: str) -> ComparedDeck | None:
    """The version of this number, or the first; None if there is none, which is said."""
    own = _own(editor)
    try:
        other = own[the_one(rest, [other.title for other in own]) if rest else 0]
    except Unclear as error:
        editor.console.say(str(error), "versions lists them.")
        return None
    if other.deck is None:
        editor.console.say(f"{other.title} can't be read.")
        return None
    return other


def _changes(editor: DeckEditor, rest: str) -> None:
    """What is different from a version; from the saved deck, if none is named."""
    other = _version(editor, rest)
    if other is not None:
        _tell(editor, other)


def _tell(editor: DeckEditor, other: ComparedDeck) -> None:
    if other.deck is None:
        editor.console.say(f"{other.title} can't be read.")
        return
    editor.console.say(
        f"{other.title}: {counted(other.deck.size, 'card')}. What is different here:",
        *what_changed(compare(other.deck, editor.editing.deck)),
    )


def _restore(editor: DeckEditor, rest: str) -> None:
    """Make it what it was: one step that can be taken back, and not saved yet."""
    if not rest:
        _versions(editor, "")
        return
    other = _version(editor, rest)
    if other is None or (restored := other.deck) is None:
        return
    told = editor.difference(lambda: editor.editing.become(restored))
    if not told:
        editor.console.say("It is the same already.")
        return
    editor.again()
    editor.changed(f"Restored: {other.title}.", *told)
    editor.console.say("undo takes that back; save keeps it.")


def _compare(editor: DeckEditor, rest: str) -> None:
    """What is different from another deck of its side."""
    others, deck = editor.session.others(), editor.editing.deck
    titles = [other.title for other in others]
    if rest:
        try:
            other = others[the_one(rest, titles)]
        except Nothing:
            # One of another side, or a file.
            deck = editor.store.catalog.find(rest)
            other = ComparedDeck(deck.name, deck, False)
        except Unclear as error:
            editor.console.say(str(error))
            return
        _tell(editor, other)
        return
    items = [MenuItem(other.title, other.told(deck)) for other in others]
    _tell(editor, others[pick(editor.console, f"Compare {deck.name} with what?", items)])


HANDLERS = {
    "changes": _changes,
    "versions": _versions,
    "restore": _restore,
    "compare": _compare,
}
"""By the id of a command."""
