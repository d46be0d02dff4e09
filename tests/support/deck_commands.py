"""What tests of `tesser decks` do at the command line."""

from __future__ import annotations

import argparse
import io
import sys

import pytest

from decks.model import Deck
from decks.storage.catalog import stock_decks
from decks.storage.store import DeckStore
from tui.cli.main import main
from tui.cli.operands import profile_of
from tui.exit_status import FINISHED

STAR = next(deck for deck in stock_decks().values() if deck.name == "Star Singers")


def tesser(*arguments: str) -> int:
    return main(["decks", *arguments])


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def own_decks() -> list[Deck]:
    store = DeckStore(profile_of(argparse.Namespace(profile=None, deck_folder=None)).decks)
    return [entry.deck for entry in store.catalog.entries() if entry.deck is not None and not entry.stock]


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command that goes well prints."""
    capsys.readouterr()
    assert tesser(*arguments) == FINISHED
    return capsys.readouterr().out
