"""What is kept of a deck that is being changed and not saved yet: a draft, and how it came to be.

Both are safe against a crash of this program, not against power loss.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from core.clean import clean, shown_path
from decks.model import Deck, DeckError
from decks.storage import locks, versions
from decks.storage.folders import DeckFolders, checked, reason, write
from decks.storage.journal import LONGEST as JOURNAL_LIMIT
from decks.storage.journal import History, read_journal
from decks.storage.locks import Lock
from decks.storage.paths import DeckPaths
from decks.text.deck_file import Draft, read_bytes, read_draft, write_draft


class Unsaved(DeckFolders):
    """Drafts and histories, beside the decks they are of; of those in a shared folder, in one's own."""

    def stamp(self, key: str) -> str:
        """Tells one content of a deck's file from another; empty if there is none."""
        return _stamp(self._place(key).path)

    def draft(self, key: str) -> Deck | None:
        """The changes that were kept and never saved; None if there are none."""
        kept = self.kept(key)
        return kept.deck if kept else None

    def kept(self, key: str) -> Draft | None:
        """Those changes, and what they are changes of."""
        path = self._place(key).draft
        return read_draft(read_bytes(path), clean(path.name, 60)) if path.exists() else None

    def draft_stamp(self, key: str) -> str:
        """Tells one draft of a deck from another; empty if there is none."""
        return _stamp(self._place(key).draft)

    def keep_draft(self, key: str, deck: Deck, base: str | None = None) -> None:
        """Keep changes that are not saved. `base` is the stamp of what was changed; without one, of what the
        deck's file says now."""
        place = self._place(key)
        of = place.name if place.folder == place.home else shown_path(place.path)
        text = write_draft(checked(deck), of, self.stamp(key) if base is None else base)
        write(place.draft, text, os.replace, durable=False, exact=_mode(place))

    def drop_draft(self, key: str) -> None:
        """Forget the kept changes."""
        try:
            self._place(key).draft.unlink(missing_ok=True)
        except OSError as error:
            raise DeckError(f"The draft of {clean(key, 60)} can't be removed: {reason(error)}.") from None

    def set_draft_aside(self, key: str) -> None:
        """Make a former version of the deck of its draft, which need not be readable."""
        place = self._place(key)
        try:
            versions.keep(place.former, place.draft.read_bytes(), place.draft.stat())
        except OSError as error:
            raise DeckError(f"The draft of {clean(key, 60)} is in the way: {reason(error)}.") from None
        self.drop_draft(key)

    def _rebase(self, key: str, name: str, old: str, new: str) -> None:
        """The file of a deck has another content now, stamped `new`, that says the same but for its name."""
        with suppress(DeckError):
            draft = self.kept(key)
            if draft is not None:
                self.keep_draft(key, draft.deck.renamed(name), new if draft.base == old else draft.base)

    def history(self, key: str) -> History | None:
        """How the deck came to be what it was when editing it ended without being ended; None if that is not
        known."""
        try:
            with self._place(key).history.open("rb") as file:
                return read_journal(file.read(JOURNAL_LIMIT + 1))
        except OSError:
            return None

    def keep_history(self, key: str, history: History) -> None:
        """Keep it, in the place of what was kept before."""
        place = self._place(key)
        text = history.journal().decode()
        write(place.history, text, os.replace, durable=False, exact=_mode(place))

    def add_to_history(self, key: str, line: bytes) -> None:
        """Keep one more step of the history that was kept last."""
        try:
            with self._place(key).history.open("ab") as file:
                file.write(line)
        except OSError as error:
            raise DeckError(f"The history of {clean(key, 60)} can't be kept: {reason(error)}.") from None

    def drop_history(self, key: str) -> None:
        """Forget it; nothing depends on it any more."""
        with suppress(OSError):
            self._place(key).history.unlink(missing_ok=True)

    def claim(self, key: str) -> Lock | None:
        """Have a deck for oneself, so that nobody else edits it, renames it or deletes it meanwhile; None if
        somebody has it. The system gives it free when this process ends."""
        return claim_place(self._place(key))

    def held(self, key: str) -> bool:
        """Whether somebody has this deck."""
        return locks.held(self._place(key).lock)


def claim_place(place: DeckPaths) -> Lock | None:
    """Have the deck of this place for oneself; None if somebody has it."""
    if not place.folder.is_dir():
        return Lock(place.lock)
    try:
        place.home.mkdir(parents=True, exist_ok=True)
        return locks.claim(place.lock)
    except OSError:
        return Lock(place.lock)  # no folder to write in: nobody else can have it either


def _mode(place: DeckPaths) -> int | None:
    """Who may read what is kept of a deck: who may read the deck; as is usual if there is no file."""
    try:
        return stat.S_IMODE(place.path.stat().st_mode) & 0o666 | 0o600
    except OSError:
        return None


def _stamp(path: Path) -> str:
    try:
        return stamp_of(path.read_bytes())
    except OSError:
        return ""


def stamp_of(data: bytes) -> str:
    """Tells one content of a file from another."""
    return blake2b(data, digest_size=16).hexdigest()
