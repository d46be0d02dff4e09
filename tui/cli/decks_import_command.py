"""`tesser decks import`: a deck that somebody wrote, with a verdict on every line of it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import msgspec

from core import registry
from core.clean import clean
from core.contract.game import AnyGame
from core.words import listed
from decks import report
from decks.formats import find_format, formats, groups
from decks.model import Deck, DeckError, clean_name
from decks.names import fold
from decks.storage.store import DeckStore
from decks.text.deck_import import FILE_LIMIT, deck_in, decoded, read_as, read_source
from decks.text.decklist import MISSING, ListLine, ParsedList, Verdict
from tui.cli import operands
from tui.exit_status import BAD_FILE, NO, USAGE, Stop
from tui.terminal.text_fit import whoever_reads

PIPED = "-"
"""What is said for a file, where it is typed or piped in."""
SOURCE = "what was piped in"


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("source", metavar="FILE", help="a file, or - for what is typed or piped in")
    operands.add_game(parser, None, "what it says, or told by its cards")
    parser.add_argument("--side", help="what it is a deck of; refused if it says another side")
    parser.add_argument(
        "--format", help="what it is kept for and judged by, whatever it says; the nearest if nobody says any"
    )
    parser.add_argument("--name", help="what it is to be called")
    parser.add_argument("--take", action="store_true", help="take every suggestion for a misspelt name")
    parser.add_argument("--anyway", action="store_true", help="keep it without the lines that are no cards")
    parser.add_argument("--preview", action="store_true", help="say what would be kept, and keep nothing")


def run(arguments: argparse.Namespace) -> int:
    """Keep a deck that somebody wrote; the exit status says whether it is whole and legal."""
    game, group, form = _wanted(arguments)
    called = _name(arguments.name) if arguments.name else ""
    store = operands.profile_of(arguments).deck_store()
    text, name = _text(arguments.source)
    try:
        listing = read_as(text, called or name, game, group, form)
    except DeckError as error:
        raise Stop(BAD_FILE, str(error)) from None
    missing = [line for line in listing.lines if line.verdict in MISSING]
    deck = listing.deck
    if arguments.take:
        deck = listing.taking({line.number for line in missing})
        missing = [line for line in missing if line.verdict is not Verdict.SUGGESTED]
    if called:
        deck = deck.renamed(called)
    kept = ""
    if not arguments.preview and (not missing or arguments.anyway) and (deck.cards or deck.maybe):
        kept = _keep(store, deck, listing.file)
        deck = store.catalog.load(kept)
    with whoever_reads():
        if arguments.json:
            operands.print_json(
                operands.deck_facts(deck)
                | {"kept": kept or None, "lines": [_json_line(one) for one in listing.lines]}
            )
        else:
            print("\n".join(_told(listing, deck, kept, bool(missing), arguments)))
    return NO if missing else operands.verdict_status(deck)


def _json_line(line: ListLine) -> dict[str, Any]:
    return msgspec.structs.asdict(line) | {"verdict": line.verdict.value}


def _told(
    listing: ParsedList, deck: Deck, kept: str, missing: bool, arguments: argparse.Namespace
) -> list[str]:
    lines = [
        f"Line {line.number}: {line.text}  {'taken: ' if _taken(line, arguments) else ''}{line.note}"
        for line in listing.lines
        if line.note
    ]
    if listing.lines or listing.deck.maybe:
        lines.append(f"{listing.told({line.number for line in listing.lines if _taken(line, arguments)})}.")
    lines += [f"{report.summary(deck)}.", *report.verdict(deck)]
    if kept:
        lines.append(f"Kept as {clean(kept, 60)}.")
    elif arguments.preview:
        lines.append("Nothing was kept: this was a preview.")
    elif missing:
        lines.append("Nothing was kept. Mend these lines, or say --take for suggestions, --anyway without.")
    else:
        lines.append("Nothing was kept: there is no card in it.")
    return lines


def _taken(line: ListLine, arguments: argparse.Namespace) -> bool:
    return bool(arguments.take) and line.verdict is Verdict.SUGGESTED


def _keep(store: DeckStore, deck: Deck, file: str) -> str:
    try:
        return store.create_named(deck, file)
    except DeckError as error:
        raise Stop(BAD_FILE, str(error)) from None


def _name(name: str) -> str:
    try:
        return clean_name(name) or "Imported deck"
    except DeckError as error:
        raise Stop(USAGE, f"--name: {error}") from None


def _text(source: str) -> tuple[str, str]:
    """What is to be read, and a name for it."""
    try:
        if source == PIPED:
            return piped(), "Imported deck"
        return read_source(Path(source))
    except DeckError as error:
        raise Stop(BAD_FILE, str(error)) from None


def piped() -> str:
    """What is typed or piped in. Raises DeckError if it is no text, or too long."""
    return decoded(sys.stdin.buffer.read(FILE_LIMIT + 1), SOURCE)


def piped_deck() -> Deck:
    """The deck that is typed or piped in, if it says one without doubt. Raises DeckError."""
    return deck_in(piped(), "Deck", SOURCE, PIPED)


def _wanted(arguments: argparse.Namespace) -> tuple[str, str, str]:
    """The game, group and format asked for; empty where nothing is."""
    game = arguments.game or ""
    group = form = ""
    if arguments.side:
        found = [
            (name, group)
            for name in ([game] if game else registry.names())
            for group in _named(name, arguments.side)
        ]
        if not found:
            there = [title for name in ([game] if game else registry.names()) for title in _titles(name)]
            raise Stop(USAGE, f"--side {clean(arguments.side, 30)}: there is {listed(there, 'and')}.")
        if len(found) > 1:
            raise Stop(USAGE, f"--side {clean(arguments.side, 30)}: several games have it; say --game too.")
        game, group = found[0]
    if arguments.format:
        known = [one.name for name in ([game] if game else registry.names()) for one in formats(name)]
        form = arguments.format.casefold()
        if form not in known:
            raise Stop(USAGE, f"--format {clean(arguments.format, 30)}: there is {', '.join(known)}.")
        if not game:
            game = next(name for name in registry.names() if find_format(name, form))
    return game, group, form


def _titles(name: str) -> list[str]:
    return [title.lower() for title in groups(registry.load(name)).values()]


def _named(name: str, side: str) -> list[str]:
    game: AnyGame = registry.load(name)
    return [group for group, title in groups(game).items() if fold(side) in (fold(group), fold(title))]
