"""The list of decks in plain mode: open, make, bring, copy, rename and delete them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from core.clean import clean, shown_path
from core.words import counted
from decks.formats import formats_for, noun, sides, usual_format
from decks.model import Deck, DeckError
from decks.names import fold
from decks.report import format_title, legal_word, side_title
from decks.storage.catalog import CatalogEntry
from decks.storage.store import DeckStore
from decks.storage.trash import TrashedDeck
from tui.match.plans import LocalPlan
from tui.plain.answers import Unclear, the_one
from tui.plain.ask import HELP, Back, MenuItem, pick, sure, text, typed_line
from tui.plain.console import Console
from tui.plain.decks.deck_editor import DeckEditor
from tui.plain.decks.deck_exchange import import_new
from tui.plain.decks.deck_texts import what_it_is
from tui.profile import Profile, folder_named
from tui.settings import CannotSave, load_settings, save_settings

QUESTION = "Open which? A number or part of a name; new makes one; help says more; Enter alone goes back."


class Decks:
    """A player's decks."""

    def __init__(
        self, console: Console, profile: Profile, store: DeckStore, play: Callable[[LocalPlan], object]
    ) -> None:
        """`play` plays a match."""
        self._console = console
        self._profile = profile
        self._store = store
        self._play = play
        self._words: dict[str, tuple[str, Callable[[str], object]]] = {
            "list": ("list: say the decks again", lambda rest: True),
            "new": ("new: make one, by a few questions", self._new),
            "import": (
                "import, import FILE: keep a list, a deck file or a share code",
                self._import,
            ),
            "copy": ("copy DECK: one of your own like it", self._copy),
            "rename": ("rename DECK: call it something else", self._rename),
            "delete": ("delete DECK: put it into the bin", self._delete),
            "bin": ("bin: what was deleted; bring it back, or throw it away for good", self._bin),
            "folder": ("folder: use another folder of decks beside your own, such as a club's", self._folder),
        }

    def choose(self) -> None:
        """Say which there are, and open one, or do something with one, until there is nothing more to do."""
        anew = True
        while True:
            entries = self._store.catalog.entries()
            if anew:
                self._console.say(*(f"{number}: {_line(one)}" for number, one in enumerate(entries, 1)))
            self._console.say(QUESTION if anew else "Open which? list says them again.")
            anew = False
            given = typed_line(self._console, allow_empty=True)
            if not given:
                return
            if given.casefold() in HELP:
                self._console.say(
                    "Type a number or part of a name to open a deck.",
                    *(f"{about}." for about, _ in self._words.values()),
                    "Enter alone goes back; what can be done with an open deck, help says there.",
                )
                continue
            try:
                anew = self._do(given, entries)
            except (Unclear, DeckError) as error:
                self._console.say(*str(error).splitlines())
            except Back:
                anew = True

    def _do(self, given: str, entries: list[CatalogEntry]) -> bool:
        """Do what is typed; whether the list may be another now."""
        word, _, rest = given.partition(" ")
        known = self._words.get(word.casefold())
        # A deck may be called as one of the words.
        if known is not None and not any(fold(entry.name) == fold(given) for entry in entries):
            return known[1](rest.strip()) is not False
        self._open(self._meant(given))
        return True

    def _meant(self, given: str) -> CatalogEntry:
        """The deck of a number or part of a name. Raises Unclear."""
        entries = self._store.catalog.entries()
        if not given:
            raise Unclear("Type which deck too, by its number or part of its name.")
        return entries[the_one(given, [entry.name for entry in entries])]

    def _open(self, entry: CatalogEntry) -> None:
        self._open_key(entry.key if entry.deck is not None else self._put_back(entry))

    def _put_back(self, entry: CatalogEntry) -> str:
        """Where a deck can't be read: put its draft, or a former version, in its place, or keep that as one's
        own where its folder is not used now; gives its key. Raises DeckError if there is none of these, and
        Back."""
        remains = self._store.remains(entry.key)
        if not remains:
            raise DeckError(entry.problem)
        items = [
            MenuItem("leave it", ""),
            *(MenuItem(one.title, counted(one.deck.size, "card")) for one in remains),
        ]
        what = "Which becomes a deck of your own?" if entry.elsewhere else "What is put in its place?"
        chosen = pick(self._console, f"{entry.problem} {what}", items)
        if chosen == 0:
            raise Back
        return self._store.put_back(entry.key, remains[chosen - 1].deck)

    def _open_key(self, key: str) -> None:
        while key:
            key = DeckEditor(self._console, self._store, key, self._play).run()

    def _new(self, rest: str) -> None:
        """Make a new deck by questions, and open it."""
        console, store = self._console, self._store
        known = sides()
        items = [MenuItem(title) for _, _, title in known]
        game, group, _ = known[pick(console, "A new deck for which side?", items)]
        forms = formats_for(game, group)
        items = [MenuItem(one.title, one.about) for one in forms]
        form = forms[pick(console, "In which format?", items, forms.index(usual_format(game, group)))]
        what = noun(game, group)
        decks = [entry.deck for entry in store.catalog.entries() if entry.deck]
        same = [deck for deck in decks if (deck.game, deck.group) == (game.name, group)]
        starts = [
            MenuItem(f"an empty {what}"),
            *(MenuItem(deck.name, counted(deck.size, "card")) for deck in same),
        ]
        at = pick(console, "Start from what?", starts)
        start = same[at - 1] if at else Deck("", game.name, group, "", {})
        usual = store.catalog.free_name(f"New {what}")
        name = text(console, f"Its name? Enter alone takes {usual}.", store.catalog.checked_name, usual)
        self._open_key(store.create(start.as_new(name, form.name)))

    def _import(self, rest: str) -> bool:
        key = import_new(self._console, self._store, rest)
        self._open_key(key)
        return bool(key)

    def _copy(self, rest: str) -> None:
        deck = self._readable(rest)
        usual = self._store.catalog.free_name(deck.name)
        question = f"The name of the copy of {deck.name}? Enter alone takes {usual}."
        name = text(self._console, question, self._store.catalog.checked_name, usual)
        self._store.create(deck.renamed(name))
        self._console.say(f"{name} is made.")

    def _rename(self, rest: str) -> None:
        entry = self._own(rest)
        question = f"The new name of {entry.name}? Enter alone leaves it."
        name = text(
            self._console,
            question,
            lambda given: self._store.catalog.checked_name(given, entry.key),
            entry.name,
        )
        if entry.deck is None:
            raise DeckError(entry.problem)
        self._store.rename(entry.key, name)
        self._console.say(f"It is called {name} now.")

    def _delete(self, rest: str) -> bool:
        entry = self._own(rest)
        cards = f", {counted(entry.deck.size, 'card')}" if entry.deck else ""
        if sure(self._console, f"Delete {entry.name}{cards}? It goes to the bin; bin brings it back."):
            self._store.delete(entry.key)
            self._console.say(f"{entry.name} is in the bin.")
            return True
        self._console.say("It stays.")
        return False

    def _own(self, rest: str) -> CatalogEntry:
        """The deck of one's own that is meant. Raises Unclear."""
        entry = self._meant(rest)
        if entry.stock:
            raise Unclear(f"{entry.name} came with the game and stays as it is; copy makes one of your own.")
        return entry

    def _readable(self, rest: str) -> Deck:
        """The deck that is meant. Raises Unclear and DeckError."""
        entry = self._meant(rest)
        if entry.deck is None:
            raise DeckError(entry.problem)
        return entry.deck

    def _bin(self, rest: str) -> bool:
        """What was deleted: bring it back, or throw it away for good."""
        binned = self._store.binned()
        if not binned:
            self._console.say("The bin is empty.")
            return False
        items = [MenuItem(name, about) for name, about in map(_binned, binned)]
        one = binned[pick(self._console, "In the bin, the last deleted first. Which?", items)]
        ways = [
            MenuItem("bring it back", "with its former versions and what was not saved"),
            MenuItem("throw it away", "for good"),
            MenuItem("leave it", "in the bin"),
        ]
        chosen = pick(self._console, f"{_binned(one)[0]}, from the bin.", ways)
        if chosen == 0:
            key = self._store.bring_back(one.number)
            deck = next((entry for entry in self._store.catalog.entries() if entry.key == key), None)
            elsewhere = one.elsewhere(key)
            self._console.say(
                f"{deck.name if deck else clean(key, 60)} is back.", *([elsewhere] if elsewhere else [])
            )
            return True
        if chosen == 1 and sure(self._console, "It can't be brought back then. Throw it away?"):
            self._store.throw_away(one.number)
            self._console.say("It is gone.")
        return False

    def _folder(self, rest: str) -> None:
        """Another folder of decks beside one's own: used at once, and kept in the settings."""
        now = "none" if self._store.folders.shared is None else shown_path(self._store.folders.shared)
        question = f"Which folder? Now: {now}. Type a path, or none; Enter alone leaves it."

        def read(given: str) -> Path | None:
            return None if given.casefold() == "none" else folder_named(given)

        folder = text(self._console, question, read, self._store.folders.shared)
        if folder == self._store.folders.shared:
            return
        self._store.folders.shared = folder
        self._console.say(f"Decks in {shown_path(folder)} are listed too." if folder else "None is used.")
        try:
            settings = msgspec.structs.replace(load_settings(self._profile), decks=str(folder or ""))
            save_settings(self._profile, settings)
        except CannotSave as error:
            self._console.say(f"{error} The folder is used until tesser ends.")


def _line(entry: CatalogEntry) -> str:
    deck = entry.deck
    if deck is None:
        kept = ", with changes not saved" if entry.draft else ""
        what = "whose file is gone" if entry.gone else "which can't be read"
        if entry.elsewhere:
            what = "of a folder that is not used now"
        return f"{entry.name}, {what}{kept}."
    what = f"{side_title(deck)}, {format_title(deck)}, {counted(deck.size, 'card')}, {legal_word(deck)}"
    whose = "" if entry.stock else ", in the shared folder" if entry.shared else ", your own"
    return f"{deck.name}: {what}{whose}{', with changes not saved' if entry.draft else ''}."


def _binned(binned: TrashedDeck) -> tuple[str, str]:
    """What a deck in the bin is called, and what it is."""
    deck = binned.deck
    return (clean(binned.key, 60), "can't be read") if deck is None else (deck.name, what_it_is(deck))
