"""`tesser cards`: look cards up."""

from __future__ import annotations

import argparse

import msgspec

from core import games
from core.clean import clean
from decks.formats import groups
from decks.query import Language, QueryError
from tui.commands import common
from tui.exits import FINISHED, USAGE, Stop

HELP = (
    "words of name and text, t:song, force>=3, does:draw, or, parentheses, in quotes for the shell;"
    " with -word somewhere, write -- before it"
)


class Shown(msgspec.Struct):
    """A card as `--json` prints it."""

    id: str
    side: str
    name: str
    type: str
    force: int | None
    traits: tuple[str, ...]
    text: str


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command."""
    parser.add_argument("query", nargs="*", metavar="QUERY", help=HELP)
    common.add_game(parser)
    parser.add_argument("--side", help="only the cards of one side or level, such as good or level1")
    parser.add_argument("--json", action="store_true", help="a JSON list")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the cards that match."""
    game = games.load(arguments.game)
    own = [one for group in groups(game) for one in game.pool_groups(group)]
    sides = list(dict.fromkeys([*own, *sorted(card.group for card in game.cards)]))
    side = None if arguments.side is None else arguments.side.casefold()
    if side is not None and side not in sides:
        raise Stop(USAGE, f"--side {clean(arguments.side, 30)}: {game.title} has {', '.join(sides)}.")
    query = " ".join(arguments.query)
    try:
        found = [card for card in Language(game).find(query) if side in (None, card.group)]
    except QueryError as error:
        shown, carets = error.pointed(query)
        raise Stop(USAGE, f"{error}\n  {shown}\n  {carets}") from None
    if arguments.json:
        common.print_json([Shown(c.id, c.group, c.name, c.type, c.force, c.traits, c.text) for c in found])
        return FINISHED
    width = max((len(card.name) for card in found), default=0)
    for card in found:
        force = "-" if card.force is None else str(card.force)
        print(f"{card.name:<{width}}  {card.group:<6} {card.type:<2} {force:>2}  {card.text}".rstrip())
    if not found:
        print("No card matches.")
    return FINISHED
