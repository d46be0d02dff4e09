"""A deck that is open to be changed: what is kept of it on the way, and how it is saved.

Whatever the disk does, what was made is in the file, in the draft, or still here.
"""

from __future__ import annotations

import time
from contextlib import suppress

import msgspec

from core import games
from core.words import counted
from decks.comparing import compare
from decks.editing import Editing
from decks.folder import STOCK
from decks.model import Deck, DeckError
from decks.store import DeckStore


class Other(msgspec.Struct, frozen=True):
    """A deck to compare with."""

    title: str
    """Its name, or which version it is."""
    deck: Deck
    own: bool
    """Whether it is what the open deck was, and can be restored."""

    def told(self, deck: Deck) -> str:
        """How large it is, and how `deck` differs from it, in a few words."""
        changes = compare(self.deck, deck)
        size = counted(self.deck.size, "card")
        if changes.none:
            return f"{size}; the same"
        return f"{size}; here {changes.more} more and {changes.less} less" if changes.cards else changes.short


class Session:
    """One deck, opened. Methods raise DeckError, with a sentence, where something fails."""

    def __init__(self, store: DeckStore, key: str) -> None:
        self.store = store
        self.key = key
        self.stock = key.startswith(STOCK)
        """Whether it came with a game, and can only be looked at."""
        self.taken = not self.stock and not store.claim(key)
        """Whether another tesser has it open, so that here it can only be looked at."""
        self._stamp = "" if self.stock else store.stamp(key)
        self._last = b""
        """The last step as a line of the journal."""
        self._journal = False
        """Whether the journal on the disk is that of this history, but for the steps to come."""
        try:
            self._begin(Editing(store.load(key)))
        except DeckError:
            if not self.looking:
                store.let_go(key)
            raise
        # A draft that can't be read shuts no deck: who asks for it is told.
        with suppress(DeckError):
            if not self.looking and self.draft() is None:
                self._take_up_history(self.editing.saved)

    @property
    def looking(self) -> bool:
        """Whether it can't be changed here."""
        return self.stock or self.taken

    @property
    def why_looking(self) -> str:
        """Why it can't be changed here, in a sentence; empty if it can."""
        if self.stock:
            return "It came with the game and stays as it is: make a copy to change."
        return "It is open in another tesser: close it there first, or make a copy." if self.taken else ""

    def _begin(self, editing: Editing) -> None:
        self.editing = editing
        self._journal = False
        editing.history.written = self._step

    def _step(self, line: bytes) -> None:
        self._last = line

    def draft(self) -> Deck | None:
        """Changes of an earlier time that were never saved; None if there are none, or they can't be made
        here. Raises DeckError for a draft that can't be read."""
        if self.looking:
            return None
        draft = self.store.draft(self.key)
        if draft is None or draft == self.editing.saved:
            return None
        return self._of_this_game(draft, "The draft")

    def _of_this_game(self, deck: Deck, what: str) -> Deck:
        """The deck, if it can take the place of this one. Raises DeckError if it is for another game."""
        if deck.game != self.editing.saved.game:
            raise DeckError(
                f"{what} of {deck.name} is of a deck for {games.title(deck.game)} now: close it here."
            )
        return deck

    @property
    def _draft_waits(self) -> bool:
        try:
            return self.draft() is not None
        except DeckError:
            return True  # one that can't be read may still be mended by hand

    def take_up_draft(self) -> None:
        """Go on with those changes, and with how they came about."""
        draft = self.draft()
        if draft is not None:
            self._begin(Editing(self.editing.saved, draft))
            self._take_up_history(draft)

    def _take_up_history(self, deck: Deck) -> None:
        history = self.store.history(self.key)
        # A history that leads elsewhere is of another time, or somebody has changed the file.
        if history is not None and history.deck == deck:
            self._begin(Editing(self.editing.saved, history=history))

    def drop_draft(self) -> None:
        """Forget what is not saved, and how it came about."""
        self.store.drop_draft(self.key)
        self.store.drop_history(self.key)

    def keep(self) -> None:
        """After each change: keep the draft and the history of it, so that a crash loses nothing."""
        if self.editing.changed:
            self.store.keep_draft(self.key, self.editing.deck)
        else:
            self.store.drop_draft(self.key)
        try:
            if self._journal:
                self.store.add_to_history(self.key, self._last)
            else:
                self.store.keep_history(self.key, self.editing.history)
            self._journal = True
        except DeckError:
            self._journal = False  # part of a line may be there
            raise

    @property
    def changed_outside(self) -> bool:
        """Whether the file is no longer what was opened, or saved here last."""
        return not self.stock and self.store.stamp(self.key) != self._stamp

    def theirs(self) -> Deck:
        """What the file says now."""
        return self.store.load(self.key)

    def take_theirs(self) -> None:
        """Go on with what the file says now; what was here is one step back."""
        deck = self._of_this_game(self.theirs(), "The file")
        self._stamp = self.store.stamp(self.key)
        self.editing.saved = deck
        self.editing.history.step(deck)
        self.keep()

    def others(self) -> list[Other]:
        """What the deck can be compared with: as it was saved, its former versions, the newest first, then
        the other decks of its side. Former versions that can't be read are left out."""
        saved, deck = self.editing.saved, self.editing.deck
        found = [Other("As it was saved", saved, True)]
        with suppress(DeckError):
            for former in () if self.stock else self.store.versions(self.key):
                if former.deck is not None:
                    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(former.saved))
                    found.append(Other(f"Version of {when}", former.deck, former.deck.game == saved.game))
        for entry in self.store.entries():
            other = entry.deck
            alike = other is not None and (other.game, other.group) == (deck.game, deck.group)
            if other is not None and alike and entry.key != self.key:
                found.append(Other(other.name, other, False))
        return found

    def save(self, over: bool = False) -> None:
        """Save it. Raises DeckChanged if somebody else changed the file, unless it goes `over` that: then
        what the file said is kept as a former version."""
        deck = self.editing.deck
        self.store.save(self.key, deck, None if over else self._stamp)
        self._stamp = self.store.stamp(self.key)
        self.editing.saved = deck

    def save_apart(self) -> str:
        """Save it as a deck of its own, and leave the file as it is; gives the key of the new deck."""
        deck = self.editing.deck
        key = self.store.create(deck.renamed(self.store.free_name(deck.name)))
        self.drop_draft()
        return key

    def rename(self, name: str) -> None:
        """Give it another name, and its file too, at once; a name is no change to be saved."""
        old, self.key = self.key, self.store.rename(self.key, name)
        if old != self.key:
            self.store.let_go(old)
            self.store.claim(self.key)
        self._stamp = self.store.stamp(self.key)
        self._journal = False
        self.editing.rename(name)

    def delete(self) -> int:
        """Put it into the bin; gives its number there. What is not saved goes with it, as its draft."""
        self.store.let_go(self.key)
        try:
            return self.store.delete(self.key)
        except DeckError:
            self.store.claim(self.key)
            raise

    def close(self) -> None:
        """Let others have it. A history ends with the session, unless there is something not saved, here or
        in a draft that was not taken up."""
        if self.looking:
            return
        if not self.editing.changed and not self._draft_waits:
            self.store.drop_history(self.key)
        self.store.let_go(self.key)
