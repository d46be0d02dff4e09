"""`tesser decks delete|bin|restore|versions`: what was thrown away or replaced, and how it comes back."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager

from core.clean import clean
from core.words import counted
from decks.comparing import compare
from decks.model import Deck, DeckError
from decks.report import summary
from decks.store import DeckStore
from tui.commands import common
from tui.exits import BAD_FILE, FINISHED, Stop


@contextmanager
def _decks(arguments: argparse.Namespace) -> Iterator[DeckStore]:
    """The decks; what can't be done ends the command with its sentence."""
    try:
        yield common.profile_of(arguments).deck_store()
    except DeckError as error:
        raise Stop(BAD_FILE, str(error)) from None


def run_delete(arguments: argparse.Namespace) -> int:
    """Put a deck into the bin."""
    with _decks(arguments) as store:
        number = store.delete(store.find_key(arguments.deck))
    if arguments.json:
        common.print_json({"number": number})
    else:
        print(f"It is in the bin: tesser decks restore {number} brings it back.")
    return FINISHED


def run_bin(arguments: argparse.Namespace) -> int:
    """Print what is in the bin, the last deleted first."""
    with _decks(arguments) as store:
        binned = store.binned()
    if arguments.json:
        common.print_json([{"number": one.number, "key": one.key} | _facts(one.deck) for one in binned])
        return FINISHED
    for one in binned:
        print(f"{one.number:>4}  {summary(one.deck) if one.deck else clean(one.key, 60)}")
    if not binned:
        print("The bin is empty.")
    return FINISHED


def run_restore(arguments: argparse.Namespace) -> int:
    """Bring a deck back from the bin."""
    with _decks(arguments) as store:
        key = store.bring_back(arguments.number)
    if arguments.json:
        common.print_json({"key": key})
    else:
        print(f"It is back, as {clean(key, 60)}.")
    return FINISHED


def run_versions(arguments: argparse.Namespace) -> int:
    """Print the former versions of a deck, the newest first, or restore one of them."""
    with _decks(arguments) as store:
        key = store.find_key(arguments.deck)
        if arguments.restore is not None:
            return _restore_version(store, key, arguments)
        versions = store.versions(key)
        now = store.load(key)
    if arguments.json:
        common.print_json([{"number": one.number, "saved": one.saved} | _facts(one.deck) for one in versions])
        return FINISHED
    for one in versions:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.saved))
        print(f"{one.number:>4}  {when}  {_said(one.deck, now)}")
    if not versions:
        print("It was never saved over.")
    return FINISHED


def _said(deck: Deck | None, now: Deck) -> str:
    if deck is None:
        return "it can't be read"
    changes = compare(deck, now)
    return f"{counted(deck.size, 'card')}, {deck.hash}; now {changes.more} more and {changes.less} less"


def _restore_version(store: DeckStore, key: str, arguments: argparse.Namespace) -> int:
    deck, stamp = store.load(key), store.stamp(key)
    if arguments.restore not in [one.number for one in store.versions(key)]:
        raise DeckError(
            f"There is no version {arguments.restore} of {deck.name}; it is listed without --restore."
        )
    if not store.claim(key):
        raise DeckError(f"{deck.name} is open in another tesser: close it there first.")
    try:
        store.save(key, store.version(key, arguments.restore).renamed(deck.name), stamp)
    finally:
        store.let_go(key)
    if arguments.json:
        common.print_json(common.deck_facts(store.load(key)))
    else:
        print(f"{summary(store.load(key))}.")
    return FINISHED


def _facts(deck: Deck | None) -> dict[str, object]:
    return common.deck_facts(deck) if deck is not None else {}
