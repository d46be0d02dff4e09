"""Decks in and out: lists, deck files and share codes, read line by line and written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.clean import shown_path
from core.words import counted
from decks.model import Deck, DeckError
from decks.report import verdict
from decks.storage.atomic import write_new
from decks.storage.store import DeckStore
from decks.text.deck_export import FORMS
from decks.text.deck_import import read_for, read_source
from decks.text.decklist import WORDS, ListLine, ParsedList, Verdict
from decks.text.share_code import is_share_code, read_share_code
from tui.plain.ask import MenuItem, pick, sure
from tui.plain.console import Console
from tui.plain.decks.deck_texts import what_it_is
from tui.plain.decks.text_input import many_lines

if TYPE_CHECKING:
    from tui.plain.decks.deck_editor import DeckEditor

UNNAMED = "Imported deck"


def brought(console: Console, source: str, like: Deck | None) -> tuple[Deck, str] | None:
    """The deck that a file of this name brings, or, without one, what is typed: each line with its verdict,
    then asked about; and the text of the deck file it was, if it was one. None if nothing came of it. `like`
    is the deck that is open. Raises Back and Quit."""
    text, name = "", UNNAMED
    try:
        if source:
            text, name = read_source(Path(source).expanduser())
        else:
            question = "Type or paste a list, a deck file or a share code."
            text = many_lines(console, question, _whole_code)
        listing = read_for(text, name, like)
    except DeckError as error:
        console.say(*error.sentences)
        return None
    except RuntimeError as error:  # a home folder that nobody has
        console.say(f"{error}.")
        return None
    console.say(*(_told(line) for line in listing.lines))
    deck = _with_suggestions(console, listing)
    if not deck.cards and not deck.maybe:
        console.say("There is no card in it.")
        return None
    console.say(what_it_is(deck), *verdict(deck))
    return deck, listing.file


def _whole_code(line: str) -> bool:
    """Whether a line is a share code that is read as it stands."""
    try:
        return is_share_code(line) and bool(read_share_code(line))
    except DeckError:
        return False


def _told(line: ListLine) -> str:
    """`Line 3, corrected: 2x hope. Read as 2 Hope.`"""
    said = f"Line {line.number}, {WORDS[line.verdict]}"
    words = [one for one in (line.text, line.note) if one]
    return f"{said}: {'. '.join(words)}" if words else f"{said}."


def _with_suggestions(console: Console, listing: ParsedList) -> Deck:
    """The deck, with those suggestions that the player takes. Raises Back and Quit."""
    taken: set[int] = set()
    doubtful = [line for line in listing.lines if line.verdict is Verdict.SUGGESTED]
    if doubtful:
        ways = [
            MenuItem("go through them", "each is asked about"),
            MenuItem("take all", ""),
            MenuItem("take none", "their cards are left out"),
        ]
        what = f"{counted(len(doubtful), 'line is no card but', 'lines are no cards but')} like one."
        chosen = pick(console, what, ways)
        for line in doubtful if chosen < 2 else ():
            if chosen == 1 or sure(console, f"Line {line.number}, {line.text}: {line.note}"):
                taken.add(line.number)
    missing = listing.missing(taken)
    console.say(f"{listing.told(taken)}.")
    if missing:
        console.say(f"{counted(missing, 'line is', 'lines are')} left out.")
    return listing.taking(taken)


def keep_new(console: Console, store: DeckStore, deck: Deck, file: str) -> str:
    """Keep it as a deck of its own, with the comments of the deck file it was; gives its key. Raises
    DeckError."""
    key = store.create_named(deck, file)
    console.say(f"It is kept as {store.catalog.load(key).name}.")
    return key


def import_new(console: Console, store: DeckStore, source: str) -> str:
    """Bring a deck and keep it, if the player says so; gives its key, empty if not. Raises Back and Quit."""
    found = brought(console, source, None)
    if found is None or not sure(console, "Keep it as a new deck?"):
        console.say("Nothing was kept.")
        return ""
    return keep_new(console, store, *found)


def _import(editor: DeckEditor, rest: str) -> None:
    """A deck in the place of this one, or as one of its own."""
    console, editing = editor.console, editor.editing
    found = brought(console, rest, editing.deck)
    if found is None:
        console.say("Nothing was kept.")
        return
    deck = found[0]
    refusal = editor.session.why_looking
    if deck.game != editing.deck.game:
        refusal = "It is for another game: it can be kept as a new deck."
    ways = [
        MenuItem("nothing", "throw it away"),
        MenuItem("keep it as a new deck", "which is opened"),
        MenuItem(f"put it in the place of {editing.deck.name}", "undo takes that back", refusal),
    ]
    chosen = pick(console, "What shall be done with it?", ways)
    if chosen == 0:
        console.say("Nothing was kept.")
    elif chosen == 1:
        editor.instead = keep_new(console, editor.store, *found)
        editor.out = True
    elif editor.may_change():
        told = editor.difference(lambda: editing.become(deck))
        editor.again()
        editor.changed("It is in place.", *told)


def _export(editor: DeckEditor, rest: str) -> None:
    """Say it as a list, a deck file or a share code, or write that to a new file."""
    deck, console = editor.editing.deck, editor.console
    word, _, file = rest.partition(" ")
    form = next((form for form in FORMS if form.name == word.casefold()), None)
    if form is None:
        file = rest
        items = [MenuItem(form.name, form.title) for form in FORMS]
        form = FORMS[pick(console, f"Export {deck.name} as what?", items)]
    text = form.write(deck)
    if file.strip():
        console.say(f"Written: {shown_path(write_new(file, text))}.")
    else:
        console.say(*text.rstrip("\n").split("\n"))


HANDLERS = {
    "import": _import,
    "export": _export,
}
"""By the id of a command."""
