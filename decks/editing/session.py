"""A deck that is open to be changed: what is kept of it on the way, and how it is saved.

Whatever the disk does, what was made is in the file, in the draft, or still here.
"""

from __future__ import annotations

from contextlib import suppress

import msgspec

from core import registry
from core.words import counted
from decks.comparison import compare
from decks.editing.edited_deck import EditedDeck
from decks.model import Deck, DeckError
from decks.report import side_title
from decks.storage.folders import STOCK
from decks.storage.journal import read_journal
from decks.storage.locks import Lock
from decks.storage.store import DeckStore
from decks.text.deck_file import Draft


class ComparedDeck(msgspec.Struct, frozen=True):
    """A deck to compare with."""

    title: str
    """Its name, or which version it is."""
    deck: Deck | None
    """None if it can't be read."""
    own: bool
    """Whether it is what the open deck was, and can be restored."""

    def told(self, deck: Deck) -> str:
        """How large it is, and how `deck` differs from it, in a few words."""
        if self.deck is None:
            return "it can't be read"
        changes = compare(self.deck, deck)
        size = counted(self.deck.size, "card")
        if changes.none:
            return f"{size}; the same"
        return f"{size}; here {changes.more} more and {changes.less} less" if changes.cards else changes.short


class EditSession:
    """One deck, opened. Methods raise DeckError, with a sentence, where something fails."""

    def __init__(self, store: DeckStore, key: str) -> None:
        self.store = store
        self.key = key
        self.stock = key.startswith(STOCK)
        """Whether it came with a game, and can only be looked at."""
        self._refusal = ""
        """Why it can only be looked at though it is one's own."""
        if self.stock:
            self._refusal = "It came with the game and stays as it is: make a copy to change."
        elif store.folders.held(key):
            self._refusal = _TAKEN
        self._lock: Lock | None = None
        """That nobody else has it: taken when it is first changed, since looking writes nothing."""
        self._unkept: Deck | None = None
        """What could not be kept as a draft."""
        self._steps = b""
        """The steps that are not in the journal on the disk, as lines of it."""
        self._journal = False
        """Whether the journal on the disk is that of this history, but for the steps to come."""
        self._seen = "" if self.stock else store.drafts.stamp(key)
        """Which draft there was when it was opened."""
        saved, self._stamp = store.catalog.open(key)
        self._begin(EditedDeck(saved))
        # A draft that can't be read shuts no deck: who asks for it is told.
        with suppress(DeckError):
            if not self.looking and self.draft() is None:
                self._take_up_history(saved)

    @property
    def looking(self) -> bool:
        """Whether it can't be changed here."""
        return bool(self._refusal)

    @property
    def why_looking(self) -> str:
        """Why it can't be changed here, in a sentence; empty if it can."""
        return self._refusal

    def hold(self) -> bool:
        """Have it for oneself, before anything of it is changed; False if it can't be changed here. Nothing
        is written for a deck that is only looked at."""
        if self._lock is None and not self.looking:
            lock = self.store.folders.claim(self.key)
            if lock is None:
                self._refusal = _TAKEN
            elif self.store.drafts.stamp(self.key) != self._seen:
                lock.let_go()
                self._refusal = _OUTDATED
            else:
                self._lock = lock
                self._make_room()
        return not self.looking

    def _make_room(self) -> None:
        """A draft that can't be gone on with is in nobody's way: it is kept as a former version."""
        try:
            self.draft()
        except DeckError:
            try:
                self.store.drafts.set_aside(self.key)
            except DeckError as error:
                self._refusal = str(error)

    def _held(self) -> Lock:
        """The lock. Raises DeckError if it can't be changed here."""
        if not self.hold() or self._lock is None:
            raise DeckError(self._refusal)
        return self._lock

    def _begin(self, editing: EditedDeck) -> None:
        self.editing = editing
        self._journal = False
        self._steps = b""
        editing.history.written = self._step

    def _step(self, line: bytes) -> None:
        self._steps += line

    def draft(self) -> Deck | None:
        """Changes of an earlier time that were never saved; None if there are none, or they can't be made
        here. Raises DeckError for a draft that can't be read."""
        kept = self._kept()
        return kept.deck if kept else None

    def _kept(self) -> Draft | None:
        kept = None if self.looking else self.store.drafts.read(self.key)
        if kept is None:
            return None
        # Its name is the file's: it may have been given another one meanwhile.
        kept = msgspec.structs.replace(kept, deck=kept.deck.renamed(self.editing.saved.name))
        if kept.deck == self.editing.saved:
            return None
        self._of_this_game(kept.deck, "The draft")
        return kept

    @property
    def draft_is_of_another(self) -> bool:
        """Whether the file is no longer what was changed in the draft. Raises DeckError."""
        kept = self._kept()
        return kept is not None and kept.base != self._stamp

    def _of_this_game(self, deck: Deck, what: str) -> Deck:
        """The deck, if it can take the place of this one. Raises DeckError if it is for another game."""
        if deck.game != self.editing.saved.game:
            raise DeckError(
                f"{what} of {deck.name} is of a deck for {registry.title(deck.game)} now: close it here."
            )
        return deck

    @property
    def _draft_waits(self) -> bool:
        try:
            return self.draft() is not None
        except DeckError:
            return True  # one that can't be read may still be mended by hand

    def take_up_draft(self) -> None:
        """Go on with those changes, and with how they came about. If the file is another by now, that is
        noticed when it is saved, or before."""
        kept = self._kept()
        if kept is not None:
            self._held()
            self._begin(EditedDeck(self.editing.saved, kept.deck))
            self._take_up_history(kept.deck)
            self._stamp = kept.base

    def _take_up_history(self, deck: Deck) -> None:
        history = self.store.drafts.history(self.key)
        if history is None:
            return
        history.rename(deck.name)
        # Killed between the two, a history is one change ahead.
        if deck in history.beside:
            history.undo() if deck == history.before else history.redo()
        # A plan and notes are kept while they are typed, and are a step when that is done.
        elif msgspec.structs.replace(history.deck, about=deck.about, notes=deck.notes) == deck:
            history.step(deck)
        # A history that leads elsewhere is of another time, or somebody has changed the file.
        if history.deck == deck:
            self._begin(EditedDeck(self.editing.saved, history=history))

    def drop_draft(self) -> None:
        """Forget what is not saved, and how it came about."""
        self._held()
        self.store.drafts.drop(self.key)
        self.store.drafts.drop_history(self.key)
        self._unkept = None

    def keep(self) -> None:
        """After each change: keep the draft and the history of it, so that a crash loses nothing."""
        self._held()
        try:
            self._keep_history()
        finally:
            # Without the way to it, an older draft is not given up for what is saved.
            if self._journal or self.unsaved:
                self._keep_draft(self.editing.deck)

    def _keep_history(self) -> None:
        """Have the journal on the disk as the history is."""
        if self._journal and self._steps:
            try:
                self.store.drafts.add_to_history(self.key, self._steps)
            except DeckError:
                self._journal = False  # part of a line may be there
        if not self._journal:
            self.store.drafts.keep_history(self.key, self.editing.history)
            self._journal = True
        self._steps = b""

    def keep_typed(self, about: str, notes: str) -> None:
        """While they are typed: keep a plan and notes in the draft, as they are no step yet. The history is
        what they become a step of when they are found again."""
        typed = EditedDeck(self.editing.saved, self.editing.deck)
        typed.describe(about=about, notes=notes)
        self._held()
        try:
            self._keep_history()
        finally:
            self._keep_draft(typed.deck)

    def _keep_draft(self, deck: Deck) -> None:
        self._unkept = deck
        self._held()
        if deck != self.editing.saved or self.lost:
            self.store.drafts.keep(self.key, deck, self._stamp)
        else:
            self.store.drafts.drop(self.key)
        self._unkept = None

    def keep_again(self) -> None:
        """Keep what nothing on the disk says: what could not be kept before, or a deck whose file is gone.
        Raises DeckError if it can't be."""
        if self._unkept is not None:
            self._keep_draft(self._unkept)
        # A draft that is there is of what is here, or of what the player is being asked about.
        elif self.lost and self.hold() and not self.store.drafts.stamp(self.key):
            self.keep()

    @property
    def changed_outside(self) -> bool:
        """Whether the file is no longer what was opened, or saved here last."""
        return not self.stock and self.store.catalog.stamp(self.key) != self._stamp

    @property
    def gone(self) -> bool:
        """Whether there is no file of it any more, in a folder that is there."""
        return not self.stock and self.store.folders.gone(self.key)

    @property
    def missing_folder(self) -> str:
        """That the folder it is in is not there, in a sentence; empty if it is."""
        return "" if self.stock else self.store.folders.missing_folder(self.key)

    @property
    def lost(self) -> bool:
        """Whether its file or the folder of that is not there, so that what is here is in no file."""
        return not self.looking and (self.gone or bool(self.missing_folder))

    @property
    def unsaved(self) -> bool:
        """Whether there is anything to save: changes, or all of it where its file is gone."""
        return not self.looking and (self.editing.changed or self.lost)

    def theirs(self) -> Deck:
        """What the file says now."""
        return self.store.catalog.load(self.key)

    def take_theirs(self) -> None:
        """Go on with what the file says now; what was here is one step back."""
        self._held()
        theirs, stamp = self.store.catalog.open(self.key)
        self._of_this_game(theirs, "The file")
        self._stamp = stamp
        self.editing.rename(theirs.name)
        self.editing.saved = theirs
        self.editing.history.step(theirs)
        self._journal = False
        self.keep()

    def versions(self) -> list[ComparedDeck]:
        """What it was: as it was saved, then its former versions, the newest first."""
        saved = self.editing.saved
        found = [ComparedDeck("As it was saved", saved, True)]
        with suppress(DeckError):
            for former in () if self.stock else self.store.versions(self.key):
                own = former.deck is None or former.deck.game == saved.game
                found.append(ComparedDeck(f"Version of {former.when}", former.deck, own))
        return found

    def others(self) -> list[ComparedDeck]:
        """What the deck can be compared with: its versions, then the other decks of its side, then those of
        other sides of the game."""
        deck = self.editing.deck
        alike: list[ComparedDeck] = []
        unlike: list[ComparedDeck] = []
        for entry in self.store.catalog.entries():
            other = entry.deck
            if other is None or other.game != deck.game or entry.key == self.key:
                continue
            if other.group == deck.group:
                alike.append(ComparedDeck(other.name, other, False))
            else:
                unlike.append(ComparedDeck(f"{other.name}, {side_title(other)}", other, False))
        return self.versions() + alike + unlike

    def save(self, over: bool = False) -> None:
        """Save it. Raises DeckChanged if somebody else changed the file, unless it goes `over` that: then
        what the file said is kept as a former version. A file that is gone is written anew."""
        self._held()
        deck = self.editing.deck
        # What nothing has changed needs no former version that is the same.
        if self.editing.changed or over or self.changed_outside:
            known = None if over or self.gone else self._stamp
            self._stamp = self.store.save(self.key, deck, known)
        self.editing.saved = deck
        self._unkept = None
        # It says what the file says, if it can't be removed.
        with suppress(DeckError):
            self.store.drafts.drop(self.key)

    def save_apart(self) -> str:
        """Save it as a deck of its own, and leave the file as it is; gives the key of the new deck. How it
        came about goes with it."""
        self._held()
        key = self.store.create_named(self.editing.deck)
        history = read_journal(self.editing.history.journal())
        if history is not None:
            history.rename(self.store.catalog.load(key).name)
            try:
                self.store.drafts.keep_history(key, history)
            except DeckError:
                return key  # it stays beside the draft here
        self.drop_draft()
        return key

    def rename(self, name: str) -> None:
        """Give it another name, and its file too, at once; a name is no change to be saved. Raises
        DeckChanged if somebody else changed the file."""
        self.key, self._stamp = self.store.rename_held(self.key, name, self._held(), self._stamp)
        self._journal = False
        self.editing.rename(name)

    def delete(self) -> int:
        """Put it into the bin; gives its number there. What is not saved goes with it, as its draft."""
        return self.store.delete(self.key, self._held())

    def close(self) -> None:
        """Let others have it. A history ends with the session, unless there is something not saved, here or
        in a draft that was not taken up."""
        if self._lock is not None:
            if not self.unsaved and not self._draft_waits:
                self.store.drafts.drop_history(self.key)
            self._lock.let_go()
            self._lock = None
            self._refusal = _CLOSED


_TAKEN = "It is open in another tesser: close it there first, or make a copy."
_OUTDATED = "It was changed in another tesser since it was opened here: open it again."
_CLOSED = "It is closed."
