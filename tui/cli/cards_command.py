"""`tesser cards`: look cards up."""

from __future__ import annotations

import argparse

from core import registry
from core.clean import clean
from core.contract.card_info import CardInfo
from core.contract.game import AnyGame
from decks.formats import groups
from decks.query import Language, QueryError
from tui.cli import operands
from tui.cli.parser import Parser
from tui.exit_status import FINISHED, USAGE, Stop
from tui.exit_status import TEXT as EXITS

HELP = (
    "words of name and text, t:song, force>=3, does:draw, or, parentheses, all of it in quotes for the shell;"
    " with -word somewhere, write -- before it"
)


RULINGS = "rulings"
"""The field of `--json` that cards of every game have besides the game's own."""

FEW = 5
"""Cards whose rulings are named."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command."""
    parser.add_argument("query", nargs="*", metavar="QUERY", help=HELP)
    operands.add_game(parser)
    parser.add_argument("--side", help="only the cards of one side or level, such as good or level1")
    parser.add_argument("--json", action="store_true", help="a JSON list; the fields of a card are below")
    parser.set_defaults(run=run)
    if isinstance(parser, Parser):
        parser.appendix = _field_list


def _field_list() -> str:
    lines = []
    for name in registry.names():
        game = registry.load(name)
        lines.append(f"fields of a card of {game.title} with --json:")
        fields = {**game.texts.card_fields, RULINGS: "ids of the rulings that concern it"}
        lines += [f"  {field:<8} {about}" for field, about in fields.items()]
    return "\n".join([*lines, "", EXITS])


def run(arguments: argparse.Namespace) -> int:
    """Print the cards that match."""
    game = registry.load(arguments.game)
    own = [one for group in groups(game) for one in game.pool_groups(group)]
    sides = list(dict.fromkeys([*own, *sorted(card.group for card in game.cards)]))
    side = None if arguments.side is None else arguments.side.casefold()
    if side is not None and side not in sides:
        raise Stop(USAGE, f"--side {clean(arguments.side, 30)}: {game.title} has {', '.join(sides)}.")
    query = " ".join(arguments.query)
    empty = bool(arguments.query) and not any(map(str.isalnum, query))
    try:
        found = [] if empty else [card for card in Language(game).find(query) if side in (None, card.group)]
    except QueryError as error:
        shown, carets = error.pointed(query)
        raise Stop(USAGE, f"{error}\n  {shown}\n  {carets}") from None
    if arguments.json:
        operands.print_json(
            [
                {**game.texts.card_facts(game.identity(card.id)), RULINGS: list(_rulings(game, card))}
                for card in found
            ]
        )
        return FINISHED
    width = max((len(card.name) for card in found), default=0)
    for card in found:
        force = "-" if card.force is None else str(card.force)
        print(f"{card.name:<{width}}  {card.group:<6} {card.type:<2} {force:>2}  {card.text}".rstrip())
    if empty:
        print(f'No card matches: there is no word and no number in "{clean(query, 60)}".')
    elif not found:
        print("No card matches.")
    elif len(found) <= FEW:
        print()
        for card in found:
            rulings = "; ".join(f"{id} {title}" for id, title in _rulings(game, card).items())
            print(f"{card.name}: {rulings or 'no ruling is about it'}.")
        print("tesser rules with a ruling's number, or a card's name, says more.")
    return FINISHED


def _rulings(game: AnyGame, card: CardInfo) -> dict[str, str]:
    """The rulings that concern a card: id and title."""
    guide = game.texts.guide()
    topic = guide.topic(card.id)
    leads = guide.links(topic) if topic is not None else ()
    return {one.id: one.title for one in leads if one.kind == "ruling"}
