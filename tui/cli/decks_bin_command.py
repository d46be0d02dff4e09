"""`tesser decks delete|bin|restore|versions`: what was thrown away or replaced, and how it comes back."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from core.clean import clean
from core.words import counted
from decks.comparison import compare
from decks.model import Deck, DeckError
from decks.report import summary
from decks.storage.folders import STOCK
from decks.storage.store import DeckStore
from tui.cli import operands
from tui.exit_status import BAD_FILE, FINISHED, Stop


@contextmanager
def _decks(arguments: argparse.Namespace) -> Iterator[DeckStore]:
    """The decks; what can't be done ends the command with its sentence."""
    try:
        yield operands.profile_of(arguments).deck_store()
    except DeckError as error:
        raise Stop(BAD_FILE, str(error)) from None


def run_delete(arguments: argparse.Namespace) -> int:
    """Put a deck into the bin."""
    with _decks(arguments) as store:
        number = store.delete(store.catalog.find_key(arguments.deck))
    if arguments.json:
        operands.print_json({"number": number})
    else:
        print(f"It is in the bin: tesser decks restore {number} brings it back.")
    return FINISHED


def run_bin(arguments: argparse.Namespace) -> int:
    """Print what is in the bin, the last deleted first."""
    with _decks(arguments) as store:
        binned = store.binned()
    if arguments.json:
        operands.print_json([{"number": one.number, "key": one.key} | _facts(one.deck) for one in binned])
        return FINISHED
    for one in binned:
        print(f"{one.number:>4}  {summary(one.deck) if one.deck else clean(one.key, 60)}")
    if not binned:
        print("The bin is empty.")
    return FINISHED


def run_restore(arguments: argparse.Namespace) -> int:
    """Bring a deck back from the bin."""
    with _decks(arguments) as store:
        binned = next((one for one in store.binned() if one.number == arguments.number), None)
        key = store.bring_back(arguments.number)
        now = _now(store, key)
    name = now.name if isinstance(now, Deck) else ""
    if arguments.json:
        operands.print_json({"key": key, "name": name})
    else:
        elsewhere = binned.elsewhere(key) if binned else ""
        print(f"{name or 'It'} is back, as {clean(key, 60)}. {elsewhere}".rstrip())
    return FINISHED


def run_versions(arguments: argparse.Namespace) -> int:
    """Print the former versions of a deck, the newest first, or restore one of them."""
    with _decks(arguments) as store:
        key = store.catalog.find_key(arguments.deck)
        if arguments.restore is not None:
            return _restore_version(store, key, arguments)
        versions = [] if key.startswith(STOCK) else store.versions(key)
        now, unsaved = _now(store, key), _is_draft(store, key)
    if arguments.json:
        operands.print_json(
            [{"number": one.number, "saved": one.saved} | _facts(one.deck) for one in versions]
        )
        return FINISHED
    if isinstance(now, str):
        print(now)
    for one in versions:
        print(f"{one.number:>4}  {one.when}  {_said(one.deck, now)}")
    if not versions:
        came = key.startswith(STOCK)
        print("It came with the game, and was never saved over." if came else "It was never saved over.")
    if unsaved:
        print(_UNSAVED)
    return FINISHED


_UNSAVED = "It has changes that were never saved: they are kept."


def _now(store: DeckStore, key: str) -> Deck | str:
    """The deck as it is saved, or why it can't be read."""
    try:
        return store.catalog.load(key)
    except DeckError as error:
        return str(error)


def _is_draft(store: DeckStore, key: str) -> bool:
    return any(entry.draft for entry in store.catalog.entries() if entry.key == key)


def _said(deck: Deck | None, now: Deck | str) -> str:
    if deck is None:
        return "it can't be read"
    is_now = ""
    if isinstance(now, Deck):
        changes = compare(deck, now)
        is_now = f"; now {changes.more} more and {changes.less} less"
    return f"{counted(deck.size, 'card')}, {deck.hash}{is_now}"


def _restore_version(store: DeckStore, key: str, arguments: argparse.Namespace) -> int:
    now = _now(store, key)
    name = now.name if isinstance(now, Deck) else clean(key, 60)
    if arguments.restore not in [one.number for one in store.versions(key)]:
        raise DeckError(f"There is no version {arguments.restore} of {name}; it is listed without --restore.")
    deck = store.version(key, arguments.restore)
    store.put_back(key, deck.renamed(now.name) if isinstance(now, Deck) else deck)
    if arguments.json:
        operands.print_json(operands.deck_facts(store.catalog.load(key)))
        return FINISHED
    print(f"{summary(store.catalog.load(key))}.")
    if _is_draft(store, key):
        print(_UNSAVED)
    return FINISHED


def _facts(deck: Deck | None) -> dict[str, object]:
    return operands.deck_facts(deck) if deck is not None else {}
