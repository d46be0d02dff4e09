"""`tesser decks`: list, check and show decks."""

from __future__ import annotations

import argparse
import sys

from core import games
from decks import report
from decks.formats import legality
from decks.model import Deck, DeckError
from decks.store import DeckStore
from tui.commands import common
from tui.exits import BAD_FILE, FINISHED, Stop
from tui.terminal.fitting import columns, fitted


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command and its own."""
    common.add_profile(parser)
    actions = parser.add_subparsers(dest="action", required=True, metavar="list|check|show")
    actions.add_parser("list", help="every deck, those that come with the games too").set_defaults(
        run=run_list
    )
    for action, about, run in (
        ("check", "say whether a deck is legal, and every reason why not", run_check),
        ("show", "print a deck, card by card", run_show),
    ):
        one = actions.add_parser(action, help=about)
        one.add_argument("deck", metavar="DECK", help="the name of a deck, or a file")
        one.set_defaults(run=run)


def _store(arguments: argparse.Namespace) -> DeckStore:
    return DeckStore(common.profile_of(arguments).decks)


def _deck(arguments: argparse.Namespace) -> Deck:
    try:
        return _store(arguments).find(arguments.deck)
    except DeckError as error:
        raise Stop(BAD_FILE, str(error)) from None


def run_list(arguments: argparse.Namespace) -> int:
    """Print a line a deck."""
    print(fitted("\n".join(report.listing(_store(arguments).entries())), columns(sys.stdout)))
    return FINISHED


def run_check(arguments: argparse.Namespace) -> int:
    """Say whether a deck is legal; the exit status says it too."""
    deck = _deck(arguments)
    print("\n".join([f"{report.summary(deck)}.", *report.verdict(deck), *report.elsewhere(deck)]))
    return BAD_FILE if legality(deck, games.load(deck.game)) else FINISHED


def run_show(arguments: argparse.Namespace) -> int:
    """Print a deck in full."""
    print("\n".join(report.show(_deck(arguments))))
    return FINISHED
