"""Decks that sessions have open: changed, killed, and written by somebody else meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from decks.editing.session import EditSession
from decks.model import Deck
from decks.storage.locks import Lock
from decks.storage.store import DeckStore
from decks.text.deck_file import write_deck
from tests.decks.test_store import deck

CLUB = "shared/theirs.toml"


@pytest.fixture
def club(tmp_path: Path, store: DeckStore) -> DeckStore:
    """A club's decks, beside one's own."""
    club = DeckStore(tmp_path / "club")
    club.create(deck("Theirs", hope=1))
    store.folders.shared = club.folders.own
    return club


def killed(session: EditSession) -> None:
    """The process of this session ends: nothing is closed, and what it had is free."""
    assert isinstance(session._lock, Lock)
    session._lock.let_go()


def changed(store: DeckStore, key: str, **cards: int) -> EditSession:
    """A session that has changed its deck, and kept that."""
    session = EditSession(store, key)
    session.editing.become(deck(**cards))
    session.keep()
    return session


def outside(store: DeckStore, key: str, **cards: int) -> Deck:
    """Somebody writes the file of a deck by other means; gives what it says."""
    path = store.folders.paths(key).path
    theirs = deck(store.catalog.load(key).name, **cards)
    path.write_text(write_deck(theirs))
    return theirs
