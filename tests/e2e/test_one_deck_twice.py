"""A deck that is open in two terminals: the second one looks, and no change of the first is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import registry
from decks.formats import pool
from decks.model import Deck
from decks.storage.store import DeckStore
from tests.support.terminal import READY, Start, Terminal

pytestmark = pytest.mark.long


def opened(start: Start) -> Terminal:
    """A terminal with the one deck of one's own on the screen."""
    terminal = start()
    terminal.see(READY)
    terminal.type("d")
    terminal.see("Mine")
    terminal.type("\r")
    terminal.see("POOL")
    return terminal


def test_only_one_of_two_terminals_changes_a_deck(start: Start, tmp_path: Path) -> None:
    store = DeckStore(tmp_path / "tesser" / "decks")
    cards = [card.id for card in pool(registry.load("wrinkles"), "good")][:30]
    key = store.create(Deck("Mine", "wrinkles", "good", "singleton", dict.fromkeys(cards, 1)))
    one = opened(start)
    one.type("\t-")
    one.see("29 of 60|29 cards")
    two = opened(start)
    two.see("open in another tesser")
    two.type("\t-")
    two.see("makes a copy")
    assert "30" in two.text
    one.process.kill()  # its changes are in the draft
    one.process.wait()
    two.type("\x1b[27u")
    two.see("Mine")

    def draft_is_offered() -> bool:
        two.type("\r")
        two.rest()
        if "never saved" in two.text:
            return True
        two.type("\x1b[27u")
        two.rest()
        return False

    two.until(draft_is_offered, "the draft of the one that was killed")
    draft = store.drafts.deck(key)
    assert draft is not None and draft.size == 29
