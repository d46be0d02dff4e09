"""What a deck is called, what it is for, its plan and its notes."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from decks.model import NOTES, DeckError, split_notes
from tui.plain.ask import MenuItem, pick, sure
from tui.plain.decks.text_input import many_lines

if TYPE_CHECKING:
    from tui.plain.decks.deck_editor import DeckEditor

NONE = "none"


def _plan(editor: DeckEditor, rest: str) -> None:
    """Say the plan, or give it another."""
    if not rest:
        editor.console.say(editor.editing.deck.about or "It has no plan; type plan and a sentence.")
    elif editor.may_change():
        wanted = "" if rest.casefold() == NONE else rest
        if not editor.step(lambda: editor.editing.describe(about=wanted), "The plan is written."):
            editor.console.say("So it was already.")


def _notes(editor: DeckEditor, rest: str) -> None:
    """Say the notes, or write them anew."""
    word = rest.casefold()
    if not rest:
        notes = editor.editing.deck.notes
        editor.console.say(*(notes.split("\n") if notes else ["There are no notes; type note and a line."]))
    elif word not in (NONE, "write"):
        editor.console.say("Type notes to hear them, note TEXT to add a line, notes write, or notes none.")
    elif editor.may_change():
        _put_notes(editor, "" if word == NONE else _typed(editor))


def _note(editor: DeckEditor, rest: str) -> None:
    """Add a line to the notes."""
    if not rest:
        editor.console.say("Type the line too, as: note draws too little.")
        return
    notes = editor.editing.deck.notes
    _put_notes(editor, f"{notes}\n{rest}" if notes else rest)


def _typed(editor: DeckEditor) -> str:
    """Have notes typed. Each line is kept in the draft, as long as there is room; where there is none any
    more, that is said at once."""
    full = False

    def typed(text: str) -> None:
        nonlocal full
        if full:
            return
        fits, over = split_notes(text)
        full = bool(over)
        # If they can't be kept before they are done, it is said once they are.
        with suppress(DeckError):
            editor.session.keep_typed(editor.editing.deck.about, fits)
        if full:
            editor.console.say(f"{_too_long(fits, over)} There is no room for more.")

    question = "Type the notes; they take the place of what there is."
    return many_lines(editor.console, question, typed=typed)


def _put_notes(editor: DeckEditor, notes: str) -> None:
    """Put them in the place of those there are; of too long ones as much as there is room for, and the
    rest is said again."""
    console, (fits, over) = editor.console, split_notes(notes)
    if over:
        console.say(_too_long(fits, over), "This is left out:", *over.strip().split("\n"))
    written = "The notes are written" + (" without that; undo brings back those of before." if over else ".")
    if not editor.step(lambda: editor.editing.describe(notes=fits), written):
        console.say("So they were already.")


def _too_long(fits: str, over: str) -> str:
    length = len(fits) + len(over)
    return f"Notes have at most {NOTES} characters, and these have {length}: {length - NOTES} too many."


def _rename(editor: DeckEditor, rest: str) -> None:
    """Another name, at once; it is no change that has to be saved."""
    name = editor.store.catalog.checked_name(rest, editor.session.key)
    editor.session.rename(name)
    editor.console.say(f"It is called {editor.editing.deck.name} now.")


def _meant(editor: DeckEditor, rest: str) -> None:
    """Another side or format; what would stop being legal is said before."""
    console, editing = editor.console, editor.editing
    ways = editing.purposes()
    now = (editing.deck.group, editing.deck.format)
    at = next((at for at, way in enumerate(ways) if (way.group, way.format) == now), 0)
    items = [MenuItem(way.title, "as it is now" if n == at else way.told) for n, way in enumerate(ways)]
    chosen = pick(console, f"What is {editing.deck.name} for?", items, at)
    way = ways[chosen]
    if (way.group, way.format) == now:
        console.say("It stays what it is.")
        return
    if way.stops:
        console.say(f"As {way.title} this stops being legal.", *way.stops)
        console.say(f"{way.stays} Its cards stay as they are.".strip())
        if not sure(console, "Change it?"):
            console.say("It stays what it is.")
            return
    editor.step(lambda: editing.mean_for(way.group, way.format), f"It is for {way.title} now.")
    editor.again()


HANDLERS = {
    "rename": _rename,
    "purpose": _meant,
    "plan": _plan,
    "note": _note,
    "notes": _notes,
}
"""By the id of a command."""
