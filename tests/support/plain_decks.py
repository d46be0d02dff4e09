"""Lines typed among the decks, and all that is said there."""

from __future__ import annotations

from pathlib import Path

import msgspec

from decks.model import Deck
from decks.storage.catalog import stock_decks
from decks.storage.store import DeckStore
from tests.support.plain import session
from tui.exit_status import INTERRUPTED
from tui.plain.console import InputEnded
from tui.plain.session import Session


def to_the_end(one: Session) -> int:
    """The menu, left when the input ends."""
    try:
        return one.begin(None)
    except InputEnded:
        return INTERRUPTED


def heard(tmp_path: Path, *typed: str) -> list[str]:
    """All that is said from the list of decks on, when these lines are typed there and nothing more."""
    with session(tmp_path, to_the_end) as (player, _):
        player.question()
        player.type("decks")
        player.until("Enter alone goes back.")
        player.type(*typed)
        player.close()
        return player.rest()


def told(tmp_path: Path, typed: str) -> list[str]:
    """The same when the lines are those of one text, set apart by `; `."""
    return heard(tmp_path, *typed.split("; "))


def kept(tmp_path: Path, name: str = "Ark", like: str = "Star Singers", **more: object) -> DeckStore:
    """A folder with one deck of the player's own, made of one that comes with the games."""
    stock = next(deck for deck in stock_decks().values() if deck.name == like)
    store = DeckStore(tmp_path / "decks")
    store.create(msgspec.structs.replace(stock.renamed(name), **more))
    return store


def empty(tmp_path: Path, form: str = "constructed") -> DeckStore:
    """A folder with an empty deck of Good, called Ark."""
    store = DeckStore(tmp_path / "decks")
    store.create(Deck("Ark", "wrinkles", "good", form, {}))
    return store


def after(said: list[str], line: str, number: int = 1) -> list[str]:
    """So many lines behind the first that is just so."""
    at = said.index(line) + 1
    return said[at : at + number]
