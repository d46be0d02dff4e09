"""What is kept of a deck that is being changed and not saved yet: a draft, and how it came to be.

Both are safe against a crash of this program, not against power loss.
"""

from __future__ import annotations

import os
from contextlib import suppress

from core.clean import clean
from decks.files import read_file
from decks.folder import DeckFolder, checked, write
from decks.history import LONGEST as JOURNAL_LIMIT
from decks.history import History, read_journal
from decks.model import Deck, DeckError


class Unsaved(DeckFolder):
    """Drafts and histories, beside the decks they are of."""

    def draft(self, key: str) -> Deck | None:
        """The changes that were kept and never saved; None if there are none."""
        path = self._draft_path(key)
        return read_file(path) if path.exists() else None

    def keep_draft(self, key: str, deck: Deck) -> None:
        """Keep changes that are not saved."""
        write(self._draft_path(key), checked(deck), os.replace, durable=False)

    def drop_draft(self, key: str) -> None:
        """Forget the kept changes."""
        try:
            self._draft_path(key).unlink(missing_ok=True)
        except OSError as error:
            raise DeckError(f"The draft of {clean(key, 60)} can't be removed: {error.strerror}.") from None

    def history(self, key: str) -> History | None:
        """How the deck came to be what it was when editing it ended without being ended; None if that is not
        known."""
        try:
            with self._history_path(key).open("rb") as file:
                return read_journal(file.read(JOURNAL_LIMIT + 1))
        except OSError:
            return None

    def keep_history(self, key: str, history: History) -> None:
        """Keep it, in the place of what was kept before."""
        write(self._history_path(key), history.journal().decode(), os.replace, durable=False)

    def add_to_history(self, key: str, line: bytes) -> None:
        """Keep one more step of the history that was kept last."""
        try:
            with self._history_path(key).open("ab") as file:
                file.write(line)
        except OSError as error:
            raise DeckError(f"The history of {clean(key, 60)} can't be kept: {error.strerror}.") from None

    def drop_history(self, key: str) -> None:
        """Forget it; nothing depends on it any more."""
        with suppress(OSError):
            self._history_path(key).unlink(missing_ok=True)
