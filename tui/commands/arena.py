"""`tesser arena`: matches between bots."""

from __future__ import annotations

import argparse

from core import arena, bots, games
from decks.store import DeckStore
from tui.commands import common
from tui.exits import FINISHED, USAGE, Stop
from tui.plays import all_options, seat_name
from tui.profile import Profile


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command."""
    common.add_game(parser)
    common.add_options(parser)
    parser.add_argument(
        "--seats",
        default="random,random",
        metavar="BOT,BOT",
        help=f"a bot for each seat, of: {', '.join(bots.names())} (default: %(default)s)",
    )
    parser.add_argument("--matches", type=int, default=1, metavar="N", help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="which ones (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="one line of JSON instead of a table")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play, and print what came of it."""
    game = games.load(arguments.game)
    players = arguments.seats.split(",")
    for player in players:
        if player not in bots.names():
            raise Stop(USAGE, f"--seats: there is no bot {player!r}; there are: {', '.join(bots.names())}.")
    low, high = game.seats
    if not low <= len(players) <= high:
        count = str(low) if low == high else f"{low} to {high}"
        raise Stop(USAGE, f"--seats: {game.title} has {count} seats, not {len(players)}.")
    if not 1 <= arguments.matches <= 1_000_000:
        raise Stop(USAGE, "--matches is from 1 to 1000000.")
    options = all_options(game, common.options_of(game, arguments.option))
    store = DeckStore(Profile().decks)
    lists = [common.decklist_for(store, game, seat, None) for seat in range(len(players))]
    tally = arena.run(game, players, lists, options, arguments.seed, arguments.matches)
    if arguments.json:
        common.print_json(tally)
        return FINISHED
    print(f"{tally.matches} match{'' if tally.matches == 1 else 'es'} of {game.title}")
    for seat, player in enumerate(players):
        share = 100 * tally.wins[seat] / tally.matches
        print(f"  {seat_name(game, seat):<8} {player:<8} won {tally.wins[seat]:>6}  {share:5.1f}%")
    print(f"  shared first place {tally.draws}")
    print(f"  {tally.turns / tally.matches:.1f} turns and {tally.plies / tally.matches:.0f} choices a match")
    print(f"  digest {tally.digest}")
    return FINISHED
