"""Decks in plain mode: the list of them, and one being made or changed by commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from core import games
from core.cardinfo import CardInfo
from core.words import counted
from decks.editing import Editing
from decks.formats import formats, formats_for, groups, legality, noun
from decks.model import COPIES, Deck, DeckError
from decks.query import Language, QueryError
from decks.report import contents, elsewhere, format_title, side_title, verdict
from decks.session import Session
from decks.store import DeckChanged, DeckStore, Entry
from tui.plain.answers import Unclear, fitting, several, the_one
from tui.plain.ask import Back, Item, Quit, pick, sure, text, typed_line
from tui.plain.console import Console
from tui.plain.lookups import read_aloud

FOUND = 15
"""Cards that `find` says when no more are asked for."""


class Decks:
    """A player's decks."""

    def __init__(self, console: Console, store: DeckStore) -> None:
        self._console = console
        self._store = store

    def choose(self) -> None:
        """Say which there are, and open one, or make one, until there is nothing more to do."""
        while True:
            entries = self._store.entries()
            for number, entry in enumerate(entries, 1):
                self._console.say(f"{number}: {_line(entry)}")
            question = "Open which? A number or part of a name; new makes one; Enter alone goes back."
            self._console.say(question)
            given = typed_line(self._console, allow_empty=True)
            if not given:
                return
            try:
                if given.casefold() == "new":
                    self._edit(self._make())
                else:
                    self._open(entries[the_one(given, [entry.name for entry in entries])])
            except (Unclear, DeckError) as error:
                self._console.say(*str(error).splitlines())
            except Back:
                continue

    def _make(self) -> str:
        """Make a new deck by questions; gives its key."""
        console, store = self._console, self._store
        loaded = [games.load(name) for name in games.names() if formats(name)]
        sides = [(game, group, title) for game in loaded for group, title in groups(game).items()]
        items = [Item(f"{game.title}, {title}" if len(loaded) > 1 else title) for game, _, title in sides]
        game, group, _ = sides[pick(console, "A new deck for which side?", items)]
        forms = formats_for(game, group)
        form = forms[pick(console, "In which format?", [Item(one.title, one.about) for one in forms])]
        what = noun(game, group)
        same = [
            one.deck
            for one in store.entries()
            if one.deck and (one.deck.game, one.deck.group) == (game.name, group)
        ]
        starts = [Item(f"an empty {what}"), *(Item(deck.name, counted(deck.size, "card")) for deck in same)]
        at = pick(console, "Start from what?", starts)
        cards = same[at - 1].cards if at else {}
        usual = store.free_name(f"New {what}")
        name = text(console, f"Its name? Enter alone takes {usual}.", store.checked_name, usual)
        return store.create(Deck(name, game.name, group, form.name, dict(cards)))

    def _open(self, entry: Entry) -> None:
        if entry.deck is None:
            self._console.say(*entry.problem.splitlines())
        elif not entry.stock:
            self._edit(entry.key)
        else:
            say_deck(self._console, entry.deck)
            if sure(self._console, "It comes with the game and stays as it is. Make a copy to change?"):
                name = self._store.free_name(entry.deck.name)
                self._edit(self._store.create(entry.deck.renamed(name)))

    def _edit(self, key: str) -> None:
        session = Session(self._store, key)
        try:
            if session.taken:
                self._console.say("This deck is open in another tesser: close it there first.")
            else:
                DeckEditor(self._console, session).run()
        finally:
            session.close()


def _line(entry: Entry) -> str:
    deck = entry.deck
    if deck is None:
        return f"{entry.name}, which can't be read."
    wrong = legality(deck, games.load(deck.game))
    what = f"{side_title(deck)}, {format_title(deck)}, {counted(deck.size, 'card')}"
    return f"{deck.name}: {what}, {'not legal' if wrong else 'legal'}{'' if entry.stock else ', your own'}."


def say_deck(console: Console, deck: Deck) -> None:
    """What a deck is, and what is in it."""
    console.say(f"{deck.name}, {side_title(deck)}, {format_title(deck)}, {counted(deck.size, 'card')}.")
    console.say(*(contents(games.load(deck.game), deck.group, deck.cards) or ["It is empty."]))


class DeckEditor:
    """One deck of the player's own, changed by commands. Nothing is lost: what isn't saved is kept as a
    draft."""

    def __init__(self, console: Console, session: Session) -> None:
        self._console = console
        self._session = session
        self._names = [card.name for card in self._editing.pool]
        self._language = Language(self._editing.game, self._editing.pool)
        self._out = False

    @property
    def _editing(self) -> Editing:
        return self._session.editing

    def run(self) -> None:
        """Take commands until the player is done."""
        self._take_up_draft()
        say_deck(self._console, self._editing.deck)
        self._console.say("Type add, take, find, check, save, done; help lists all there is.")
        while not self._out:
            try:
                given = typed_line(self._console, allow_empty=True)
            except Back:
                self._done("")
                continue
            except Quit:
                self._done("")
                raise
            word, _, rest = given.partition(" ")
            command = _COMMANDS.get(word.casefold() or "deck")
            if command is None:
                self._console.say(f'There is no command "{word[:40]}" here; help lists them.')
            else:
                command.do(self, rest.strip())

    def _take_up_draft(self) -> None:
        """Ask what becomes of changes that were never saved. Raises Back and Quit, and then they stay."""
        try:
            draft = self._session.draft()
        except DeckError as error:
            self._console.say(*str(error).splitlines())
            return
        if draft is None:
            return
        deck = self._editing.deck
        ways = [
            Item("go on with the changes", counted(draft.size, "card")),
            Item("start from what is saved", f"{counted(deck.size, 'card')}; the changes are lost"),
        ]
        if pick(self._console, f"{deck.name} has changes that were not saved.", ways) == 0:
            self._session.take_up_draft()
        else:
            self._session.drop_draft()

    def _changed(self, said: str) -> None:
        try:
            self._session.keep()
        except DeckError as error:
            said = f"{said} It is not kept as a draft: {error}"
        self._console.say(f"{said} {counted(self._editing.deck.size, 'card')} now.")

    # The commands.

    def help(self, rest: str) -> None:
        """All of them."""
        self._console.say(*(f"{known.usage}: {known.about}" for known in _TABLE))

    def deck(self, rest: str) -> None:
        """What is in it."""
        say_deck(self._console, self._editing.deck)

    def find(self, rest: str) -> None:
        """Cards of the pool, by the search language."""
        try:
            found = self._language.find(rest)
        except QueryError as error:
            self._console.say(str(error))
            return
        for card in found[:FOUND]:
            copies = self._editing.deck.copies(card.id)
            force = "" if card.force is None else f", {self._editing.game.force_name} {card.force}"
            self._console.say(f"{card.name}: {card.kind}{force}; {f'{copies} in' if copies else 'not in'}.")
        if not found:
            self._console.say(f'No card fits "{rest[:60]}".')
        elif len(found) > FOUND:
            self._console.say(f"And {len(found) - FOUND} more; a narrower search says them.")

    def card(self, rest: str) -> None:
        """All about one card."""
        for card in self._meant(rest)[:1]:
            topic = self._editing.game.guide().topic(card.id)
            self._console.say(
                *(read_aloud(self._editing.game.guide().lines(topic)) if topic else [card.text])
            )

    def add(self, rest: str) -> None:
        """Copies of a card, or one of each card that a search finds."""
        if rest.casefold().startswith("all "):
            try:
                found = self._language.find(rest[4:].strip())
            except QueryError as error:
                self._console.say(str(error))
                return
            self._changed(f"{counted(self._editing.add_all(card.id for card in found), 'card')} added.")
            return
        self._each(rest, self._editing.add, "added")

    def take(self, rest: str) -> None:
        """Copies of a card out of it."""
        if rest.casefold() == "all":
            self._editing.take_all()
            self._changed("All taken out.")
        else:
            self._each(rest, self._editing.take, "taken out")

    def _each(self, rest: str, change: Callable[[str], str], done: str) -> None:
        """Do it with what is named, as `2 hope`, or `hope, noah, 2 kythe`."""
        whole = self._meant(_counted(rest)[1], say=False)
        parts = [rest] if whole or "," not in rest else [part.strip() for part in rest.split(",")]
        told = []
        for part in parts:
            copies, name = _counted(part)
            for card in self._meant(name):
                wrong, times = "", 0
                while times < copies and not wrong:
                    wrong = change(card.id)
                    times += not wrong
                copies_said = f"{times} copies of {card.name}" if times > 1 else card.name
                if times:
                    told.append(f"{copies_said} {done}.")
                if wrong:
                    self._console.say(f"{card.name}: {wrong}")
        if told:
            self._changed(" ".join(told))

    def check(self, rest: str) -> None:
        """Whether it is legal, and if not why."""
        deck = self._editing.deck
        self._console.say(*verdict(deck), *elsewhere(deck), f"Its hash is {deck.hash}.")

    def undo(self, rest: str) -> None:
        """The last change back."""
        if self._editing.undo():
            self._changed("Taken back.")
        else:
            self._console.say("Nothing was changed.")

    def redo(self, rest: str) -> None:
        """What was taken back, again."""
        if self._editing.redo():
            self._changed("Done again.")
        else:
            self._console.say("Nothing was taken back.")

    def save(self, rest: str) -> None:
        """Into its file."""
        deck = self._editing.deck
        try:
            try:
                self._session.save()
            except DeckChanged as error:
                if not sure(self._console, f"{error} Save this over it?"):
                    return
                self._session.save(over=True)
        except DeckError as error:
            self._console.say(*str(error).splitlines())
            return
        self._console.say(f"{deck.name} is saved.", *verdict(deck))

    def name(self, rest: str) -> None:
        """Another name, at once."""
        try:
            name = self._session.store.checked_name(rest, self._session.key)
            self._session.rename(name)
        except DeckError as error:
            self._console.say(*str(error).splitlines())
            return
        self._console.say(f"It is called {name} now.")

    def delete(self, rest: str) -> None:
        """Into the bin."""
        name = self._editing.deck.name
        if not sure(self._console, f"Delete {name}? It can be taken out of the bin by tesser decks."):
            self._console.say("It stays.")
            return
        try:
            self._session.delete()
        except DeckError as error:
            self._console.say(*str(error).splitlines())
        else:
            self._out = True
            self._console.say(f"{name} is in the bin.")

    def _done(self, rest: str) -> None:
        if self._editing.changed:
            if sure(self._console, "There are changes that are not saved. Save them?"):
                self.save("")
            if self._editing.changed:
                self._console.say(
                    "They are kept as a draft, which you are asked about when you open it again."
                )
        self._out = True

    def _meant(self, name: str, say: bool = True) -> Sequence[CardInfo]:
        """The one card of the pool that is meant; none if it isn't clear, which is said."""
        found = fitting(name, self._names)
        names = sorted({self._names[place] for place in found})
        if len(names) == 1:
            return [self._editing.pool[found[0]]]
        if say and not name:
            self._console.say("Type which card too, by part of its name.")
        elif say:
            self._console.say(
                several(name, names) if names else f'No card that may be in it fits "{name[:60]}".'
            )
        return []


def _counted(given: str) -> tuple[int, str]:
    """A number of copies, 1 if there is none, and the name after it."""
    first, _, rest = given.partition(" ")
    word = first.casefold().removesuffix("x")
    if rest and word.isascii() and word.isdigit() and 0 < int(word[:4]) <= COPIES:
        return int(word), rest.strip()
    return 1, given


class _Known(NamedTuple):
    words: tuple[str, ...]
    usage: str
    about: str
    do: Callable[[DeckEditor, str], None]


_TABLE = (
    _Known(("add",), "add NAME, add 2 NAME, add all SEARCH", "put cards in", DeckEditor.add),
    _Known(("take", "remove"), "take NAME, take 2 NAME, take all", "take cards out", DeckEditor.take),
    _Known(("find",), "find SEARCH", "cards that may be in it, as: find t:song force>=3", DeckEditor.find),
    _Known(("card",), "card NAME", "what a card does", DeckEditor.card),
    _Known(("deck",), "deck, or Enter alone", "what is in it", DeckEditor.deck),
    _Known(("check",), "check", "whether it is legal, and if not why", DeckEditor.check),
    _Known(("undo",), "undo", "take the last change back", DeckEditor.undo),
    _Known(("redo",), "redo", "make it again", DeckEditor.redo),
    _Known(("save",), "save", "keep it", DeckEditor.save),
    _Known(("name",), "name NEW NAME", "call it something else", DeckEditor.name),
    _Known(("delete",), "delete", "put the deck into the bin", DeckEditor.delete),
    _Known(("done",), "done, or back", "to the list of decks", DeckEditor._done),
    _Known(("help", "?"), "help", "this list", DeckEditor.help),
)
_COMMANDS = {word: known for known in _TABLE for word in known.words}
