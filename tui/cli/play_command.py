"""`tesser play`: a match on this machine."""

from __future__ import annotations

import argparse
from pathlib import Path

from core import bots, registry
from core.contract.game import AnyGame
from tui.cli import operands
from tui.exit_status import USAGE, Stop
from tui.match.plans import PERSON, LocalPlan
from tui.match.series import has_sides


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command."""
    operands.add_profile(parser)
    operands.add_glyphs(parser)
    operands.add_plain(parser)
    operands.add_game(parser)
    parser.add_argument("--side", help="the side you play (default: your deck's, else the first)")
    parser.add_argument(
        "--against",
        choices=(PERSON, *bots.names()),
        help=f"who plays the other seats: persons at this keyboard, or a bot (default: {bots.names()[-1]})",
    )
    operands.add_seats(parser, "who plays at each seat, instead of --side and --against")
    operands.add_both_sides(parser)
    parser.add_argument("--deck", metavar="DECK", help="your deck: its name, or a file")
    parser.add_argument(
        "--seed", type=operands.whole("--seed"), metavar="N", help="a match that can be played again"
    )
    operands.add_setup(parser)
    operands.add_options(parser)
    operands.add_clock(parser)
    parser.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="where the record goes; a second game's goes beside it (a.tesser, a-2.tesser)",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Open the match screen, or play in plain mode."""
    profile = operands.profile_of(arguments)
    game = registry.load(arguments.game)
    store = profile.deck_store()
    own = operands.seat_for(store, game, arguments.side, arguments.deck) or 0
    save = operands.new_file(arguments.save)
    if arguments.both_sides:
        from tui.match.match_storage import numbered

        if not has_sides(game):
            raise Stop(USAGE, f"--both-sides is for games of two sides; {game.title} has none.")
        operands.new_file(None if save is None else numbered(save, 1))
    players, names = _seated(arguments, game, own)
    persons = [seat for seat, player in enumerate(players) if player == PERSON]
    named = {
        operands.seat_of_deck(store, game, persons or range(len(players)), arguments.deck): arguments.deck
    }
    plan = LocalPlan(
        game=game.name,
        players=players,
        decks=tuple(
            operands.decklist_for(store, game, seat, named.get(seat)) for seat in range(len(players))
        ),
        options=operands.options_of(game, arguments.option, arguments.preset),
        clock=arguments.clock,
        seed=arguments.seed,
        save=save,
        both_sides=arguments.both_sides,
        shared=operands.shared_for(store, game, arguments.setup),
        names=names,
    )
    return operands.open_app(profile, plan, arguments.plain)


def _seated(
    arguments: argparse.Namespace, game: AnyGame, own: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who plays at each seat, and the names that were given; `own` is the seat of who asks for a match."""
    if arguments.seats is None:
        against = arguments.against or bots.names()[-1]
        return tuple(PERSON if seat == own else against for seat in range(max(game.seats[0], own + 1))), ()
    operands.leave_out("--side", arguments.side)
    operands.leave_out("--against", arguments.against)
    said = operands.seats_of(arguments.seats)
    operands.check_count(game, len(said))
    return tuple(player for player, _ in said), tuple(name for _, name in said)
