"""`tesser decks`: list, check, show, compare and export decks."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from core import registry
from core.clean import cell_width, clean, padded
from decks import report
from decks.comparison import compare
from decks.formats import check, formats_for
from decks.model import Deck, DeckError
from decks.storage.catalog import CatalogEntry
from decks.storage.store import DeckStore
from decks.text.deck_export import FORMS
from tui.cli import decks_bin_command, decks_import_command, operands
from tui.exit_status import BAD_FILE, FINISHED, USAGE, Stop
from tui.terminal.text_fit import aside, columns, fitted, whoever_reads

WRITTEN = {form.name: form.write for form in FORMS}
"""The forms a deck can be exported in."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command and its own."""
    operands.add_profile(parser)
    actions = parser.add_subparsers(
        dest="action",
        required=True,
        metavar="list|check|show|diff|export|code|import|delete|bin|restore|versions",
    )

    def action(name: str, about: str, run: Any, *named: str) -> argparse.ArgumentParser:
        one = actions.add_parser(name, help=about)
        for deck in named:
            kept = name in ("delete", "versions")
            about = "the name of a deck" if kept else "the name of a deck, a file, or - for what is piped in"
            one.add_argument(deck.lower(), metavar=deck, help=about)
        one.add_argument("--json", action="store_true", help="one line of JSON, where it fails too")
        operands.add_profile(one)
        one.set_defaults(run=run)
        return one

    action("list", "every deck, those that come with the games too", run_list)
    action("check", "say whether a deck is legal, and every reason why not", run_check, "DECK")
    action("show", "print a deck, card by card", run_show, "DECK")
    action("diff", "say what would have to change to make the second of the first", run_diff, "DECK", "OTHER")
    export = action("export", "print a deck, to be kept or sent", run_export, "DECK")
    export.add_argument("--as", dest="form", choices=WRITTEN, default="text", help="text by default")
    action("code", "print a deck as a share code, one long word", run_code, "DECK")
    action("delete", "put a deck of your own into the bin", decks_bin_command.run_delete, "DECK")
    action("bin", "list what is in the bin", decks_bin_command.run_bin)
    restore = action("restore", "bring a deck back from the bin", decks_bin_command.run_restore)
    restore.add_argument("number", metavar="NUMBER", type=operands.whole("NUMBER"), help="as bin lists it")
    versions = action(
        "versions", "list what a deck was before its last saves", decks_bin_command.run_versions, "DECK"
    )
    versions.add_argument(
        "--restore",
        metavar="NUMBER",
        type=operands.whole("--restore"),
        help="make the deck what it was; what it is now is kept as a version too",
    )
    decks_import_command.declare(
        action(
            "import",
            "keep a deck from a list, a deck file or a share code, line by line",
            decks_import_command.run,
        )
    )


def _store(arguments: argparse.Namespace) -> DeckStore:
    return operands.profile_of(arguments).deck_store()


def _deck(arguments: argparse.Namespace, word: str = "deck") -> Deck:
    named = getattr(arguments, word)
    try:
        if named == decks_import_command.PIPED:
            return decks_import_command.piped_deck()
        deck, changed = _store(arguments).catalog.find_with_changes(named)
    except DeckError as error:
        raise Stop(BAD_FILE, str(error)) from None
    if changed:
        aside(f"{deck.name} has changes that are not saved: this is the deck as it was saved last.")
    return deck


def run_list(arguments: argparse.Namespace) -> int:
    """Print a line a deck."""
    entries = _store(arguments).catalog.entries()
    if arguments.json:
        operands.print_json(
            [
                {"key": one.key, "stock": one.stock, "problem": one.problem, "draft": one.draft}
                | (operands.deck_facts(one.deck) if one.deck else {})
                for one in entries
            ]
        )
    else:
        print(fitted("\n".join(_aligned(entries)), columns(sys.stdout)))
    return FINISHED


def _aligned(entries: list[CatalogEntry]) -> list[str]:
    """Decks in aligned lines: name, side, format, size, whether legal, and which came with the game."""
    lines = []
    width = max((sum(map(cell_width, entry.name)) for entry in entries), default=0)
    decks = [entry.deck for entry in entries if entry.deck is not None]
    sides = max((len(report.side_title(deck)) for deck in decks), default=0)
    forms = max((len(report.format_title(deck)) for deck in decks), default=0)
    for entry in entries:
        deck = entry.deck
        if deck is None:
            what = "" if entry.gone else "can't be read: "
            lines.append(f"{padded(entry.name, width)}  {what}{entry.problem}")
            continue
        side, form = report.side_title(deck).ljust(sides), report.format_title(deck).ljust(forms)
        what = f"{side}  {form} {deck.size:3}  {report.legal_word(deck):9}"
        source = "with the game" if entry.stock else clean(entry.key, 60)
        source += ", with unsaved changes" if entry.draft else ""
        lines.append(f"{padded(deck.name, width)}  {what}  {source}")
    return lines


def run_check(arguments: argparse.Namespace) -> int:
    """Say whether a deck is legal; the exit status says it too."""
    deck = _deck(arguments)
    with whoever_reads():
        if arguments.json:
            game = registry.load(deck.game)
            others = [form for form in formats_for(game, deck.group) if form.name != deck.format]
            legal = {form.name: not check(deck, game, form) for form in others}
            operands.print_json(operands.deck_facts(deck) | {"elsewhere": legal})
        else:
            print("\n".join([f"{report.summary(deck)}.", *report.verdict(deck), *report.elsewhere(deck)]))
    return operands.verdict_status(deck)


def run_show(arguments: argparse.Namespace) -> int:
    """Print a deck in full."""
    deck = _deck(arguments)
    if arguments.json:
        operands.print_json(operands.deck_facts(deck))
    else:
        print("\n".join(report.show(deck)))
    return FINISHED


def run_diff(arguments: argparse.Namespace) -> int:
    """Print what changes from one deck to the other; 0 also if there is something."""
    if arguments.deck == arguments.other == decks_import_command.PIPED:
        raise Stop(USAGE, "Only one of two decks can be piped in.")
    one, other = _deck(arguments), _deck(arguments, "other")
    changes = compare(one, other)
    if arguments.json:
        operands.print_json(
            {
                "from": operands.deck_facts(one),
                "to": operands.deck_facts(other),
                "changes": changes.cards,
                "maybe": changes.maybe,
                "others": changes.others,
            }
        )
    else:
        print("\n".join(changes.lines()))
    return FINISHED


def run_export(arguments: argparse.Namespace) -> int:
    """Print a deck as it is kept or sent."""
    deck = _deck(arguments)
    text = WRITTEN[arguments.form](deck)
    if arguments.json:
        operands.print_json({"name": deck.name, "hash": deck.hash, "as": arguments.form, "text": text})
    else:
        print(text, end="")
    return FINISHED


def run_code(arguments: argparse.Namespace) -> int:
    """Print a share code."""
    arguments.form = "code"
    return run_export(arguments)
