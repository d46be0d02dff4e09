"""What is kept of a deck that is being changed and not saved yet: a draft, and how it came to be.

Both are safe against a crash of this program, not against power loss.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress

from core.clean import clean, shown_path
from decks.model import Deck, DeckError
from decks.storage import versions
from decks.storage.folders import DeckFolders, checked, reason, write
from decks.storage.journal import LONGEST as JOURNAL_LIMIT
from decks.storage.journal import History, read_journal
from decks.storage.paths import DeckPaths, stamp
from decks.text.deck_file import Draft, read_bytes, read_draft, write_draft


class Drafts:
    """Drafts and histories, beside the decks they are of; of those in a shared folder, in one's own. All
    methods raise DeckError where something fails."""

    def __init__(self, folders: DeckFolders) -> None:
        self._folders = folders

    def read(self, key: str) -> Draft | None:
        """Changes that were kept and never saved, and what they are changes of; None if there are none."""
        path = self._folders.paths(key).draft
        return read_draft(read_bytes(path), clean(path.name, 60)) if path.exists() else None

    def deck(self, key: str) -> Deck | None:
        """The deck with those changes."""
        draft = self.read(key)
        return draft.deck if draft else None

    def stamp(self, key: str) -> str:
        """Tells one draft of a deck from another; empty if there is none."""
        return stamp(self._folders.paths(key).draft)

    def keep(self, key: str, deck: Deck, base: str | None = None) -> None:
        """Keep changes that are not saved. `base` is the stamp of what was changed; without one, of what the
        deck's file says now."""
        paths = self._folders.paths(key)
        of = paths.name if paths.folder == paths.home else shown_path(paths.path)
        text = write_draft(checked(deck), of, stamp(paths.path) if base is None else base)
        write(paths.draft, text, os.replace, durable=False, exact=_mode(paths))

    def drop(self, key: str) -> None:
        """Forget the kept changes."""
        try:
            self._folders.paths(key).draft.unlink(missing_ok=True)
        except OSError as error:
            raise DeckError(f"The draft of {clean(key, 60)} can't be removed: {reason(error)}.") from None

    def set_aside(self, key: str) -> None:
        """Make a former version of the deck of its draft, which need not be readable."""
        paths = self._folders.paths(key)
        try:
            versions.keep(paths.former, paths.draft.read_bytes(), paths.draft.stat())
        except OSError as error:
            raise DeckError(f"The draft of {clean(key, 60)} is in the way: {reason(error)}.") from None
        self.drop(key)

    def rebase(self, key: str, name: str, old: str, new: str) -> None:
        """The file of a deck has another content now, stamped `new`, that says the same but for its name."""
        with suppress(DeckError):
            draft = self.read(key)
            if draft is not None:
                self.keep(key, draft.deck.renamed(name), new if draft.base == old else draft.base)

    def history(self, key: str) -> History | None:
        """How the deck came to be what it was when editing it ended without being ended; None if that is not
        known."""
        try:
            with self._folders.paths(key).history.open("rb") as file:
                return read_journal(file.read(JOURNAL_LIMIT + 1))
        except OSError:
            return None

    def keep_history(self, key: str, history: History) -> None:
        """Keep it, in the place of what was kept before."""
        paths = self._folders.paths(key)
        text = history.journal().decode()
        write(paths.history, text, os.replace, durable=False, exact=_mode(paths))

    def add_to_history(self, key: str, line: bytes) -> None:
        """Keep one more step of the history that was kept last."""
        try:
            with self._folders.paths(key).history.open("ab") as file:
                file.write(line)
        except OSError as error:
            raise DeckError(f"The history of {clean(key, 60)} can't be kept: {reason(error)}.") from None

    def drop_history(self, key: str) -> None:
        """Forget it; nothing depends on it any more."""
        with suppress(OSError):
            self._folders.paths(key).history.unlink(missing_ok=True)


def _mode(paths: DeckPaths) -> int | None:
    """Who may read what is kept of a deck: who may read the deck; as is usual if there is no file."""
    try:
        return stat.S_IMODE(paths.path.stat().st_mode) & 0o666 | 0o600
    except OSError:
        return None
