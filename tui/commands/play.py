"""`tesser play`: a match on this machine."""

from __future__ import annotations

import argparse
from pathlib import Path

from core import bots, games
from decks.store import DeckStore
from tui.commands import common
from tui.exits import USAGE, Stop
from tui.matches.plans import PERSON, LocalPlan


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command."""
    common.add_profile(parser)
    common.add_glyphs(parser)
    common.add_plain(parser)
    common.add_game(parser)
    parser.add_argument("--side", help="the side you play (default: your deck's, else the first)")
    parser.add_argument(
        "--against",
        choices=(PERSON, *bots.names()),
        default=bots.names()[-1],
        help="another person at this keyboard, or a bot (default: %(default)s)",
    )
    parser.add_argument(
        "--both-sides",
        action="store_true",
        help="two games, the second with the sides swapped; the sum decides",
    )
    parser.add_argument("--deck", metavar="DECK", help="your deck: its name, or a file")
    parser.add_argument(
        "--seed", type=common.whole("--seed"), metavar="N", help="a match that can be played again"
    )
    common.add_setup(parser)
    common.add_options(parser)
    parser.add_argument("--save", type=Path, metavar="FILE", help="where the record goes")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Open the match screen, or play in plain mode."""
    profile = common.profile_of(arguments)
    game = games.load(arguments.game)
    seats = range(game.seats[0])
    store = DeckStore(profile.decks)
    seat = common.seat_for(store, game, arguments.side, arguments.deck) or 0
    save = common.new_file(arguments.save)
    if arguments.both_sides:
        from tui.matches.archive import numbered

        if game.seats != (2, 2):
            raise Stop(USAGE, f"--both-sides is for games of two; {game.title} has other seats.")
        common.new_file(None if save is None else numbered(save, 1))
    plan = LocalPlan(
        game=game.name,
        players=tuple(PERSON if one == seat else arguments.against for one in seats),
        decks=tuple(
            common.decklist_for(store, game, one, arguments.deck if one == seat else None) for one in seats
        ),
        options=common.options_of(game, arguments.option),
        seed=arguments.seed,
        save=save,
        both_sides=arguments.both_sides,
        shared=common.shared_for(store, game, arguments.setup),
    )
    return common.open_app(profile, plan, arguments.plain)
