"""`tesser host` and `tesser join`: a match with another machine, with the screens or without."""

from __future__ import annotations

import argparse
import secrets
import sys
from pathlib import Path

from core import bots, registry
from core.contract.game import AnyGame
from decks.storage.catalog import default_deck
from decks.storage.store import DeckStore
from tui.cli import operands
from tui.exit_status import USAGE, Stop
from tui.match.local import local_header
from tui.match.plans import GUEST, PERSON, HostPlan, JoinPlan, LocalPlan, Sitter
from tui.match.series import has_sides
from tui.profile import Profile
from tui.terminal.text_fit import aside


def declare_host(parser: argparse.ArgumentParser) -> None:
    """Declare `tesser host`."""
    operands.add_game(parser)
    parser.add_argument("--side", help="the side you play, or random (default: your deck's, else random)")
    operands.add_seats(parser, "who plays at each seat, instead of --side and --bot", (GUEST,))
    operands.add_setup(parser)
    operands.add_options(parser)
    operands.add_clock(parser)
    operands.add_both_sides(parser)
    parser.add_argument(
        "--lists", choices=("open", "closed"), default="open", help="whether both see both decklists"
    )
    parser.add_argument(
        "--port",
        type=operands.whole("--port"),
        default=0,
        help="the port to listen on (default: any free one)",
    )
    parser.set_defaults(run=run_host)
    _declare_both(parser)


def declare_join(parser: argparse.ArgumentParser) -> None:
    """Declare `tesser join`."""
    parser.add_argument("invite", nargs="?", help="the invite; asked for if it is not given here")
    operands.add_seats(parser, "who plays at the seats you get, in their order, instead of --bot")
    parser.set_defaults(run=run_join)
    _declare_both(parser)


def _declare_both(parser: argparse.ArgumentParser) -> None:
    operands.add_profile(parser)
    operands.add_glyphs(parser)
    operands.add_plain(parser)
    parser.add_argument("--deck", metavar="DECK", help="your deck: its name, or a file")
    parser.add_argument("--bot", choices=bots.names(), help="let a bot play for you, without a screen")
    parser.add_argument(
        "--json", action="store_true", help="where no person plays: lines of JSON on standard output"
    )
    parser.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="where the record goes; a second game's, or a rematch's, goes beside it (a.tesser, a-2.tesser)",
    )


def _format_of(store: DeckStore, named: str | None, game: AnyGame, group: str | None) -> str:
    if group is None:
        return ""
    deck = default_deck(game, group) if named is None else operands.deck_named(store, game, group, named)
    return deck.format


def run_host(arguments: argparse.Namespace) -> int:
    """Host with the screens, or with a bot and without them."""
    profile = operands.profile_of(arguments)
    game = registry.load(arguments.game)
    if not 0 <= arguments.port <= 65535:
        raise Stop(USAGE, "--port is from 0 to 65535.")
    if arguments.both_sides:
        if not has_sides(game):
            raise Stop(USAGE, f"--both-sides is for games of two sides; {game.title} has none.")
        if arguments.bot:
            raise Stop(USAGE, "--both-sides takes a person, who goes on to the second game: leave --bot out.")
    store = profile.deck_store()
    count, players = _host_players(arguments, game, store)
    named = {operands.seat_of_deck(store, game, players, arguments.deck): arguments.deck}
    first = next((seat for seat in players if game.deck_group(seat) is not None), None)
    form = "" if first is None else _format_of(store, named.get(first), game, game.deck_group(first))
    plan = HostPlan(
        game=game.name,
        seats=count,
        here={
            seat: Sitter(who, operands.decklist_for(store, game, seat, named.get(seat), form), name)
            for seat, (who, name) in players.items()
        },
        options=operands.options_of(game, arguments.option, arguments.preset),
        format=form,
        lists=arguments.lists,
        clock=arguments.clock,
        both_sides=arguments.both_sides,
        save=operands.new_file(arguments.save),
        port=arguments.port,
        shared=operands.shared_for(store, game, arguments.setup),
    )
    _check_table(profile, game, plan)
    if any(sitter.player == PERSON for sitter in plan.here.values()):
        _no_json(arguments)
        return operands.open_app(profile, plan, arguments.plain)
    _no_plain(arguments)
    from tui.cli import headless

    return headless.run(lambda: headless.host(profile, plan, arguments.json))


def _check_table(profile: Profile, game: AnyGame, plan: HostPlan) -> None:
    """Raise Stop if no match of so many seats begins with these options."""
    seats = range(plan.seats)
    if any(game.deck_group(seat) is not None for seat in seats):
        return  # Nothing begins before the guest's deck is known.
    alike = LocalPlan(
        game=game.name,
        players=(bots.names()[0],) * plan.seats,
        decks=(None,) * plan.seats,
        options=plan.options,
        shared=plan.shared,
    )
    operands.check_start(game, local_header(profile, alike, game))


def _host_players(
    arguments: argparse.Namespace, game: AnyGame, store: DeckStore
) -> tuple[int, dict[int, tuple[str, str]]]:
    """How many seats there are, and who plays at those held here, with the name that was given."""
    if arguments.seats is None:
        side = None if arguments.side == "random" else arguments.side
        meant = operands.seat_for(store, game, side, arguments.deck)
        seat = secrets.randbelow(game.seats[0]) if meant is None else meant
        return max(game.seats[0], seat + 1), {seat: (arguments.bot or PERSON, "")}
    operands.leave_out("--side", arguments.side)
    operands.leave_out("--bot", arguments.bot)
    said = operands.seats_of(arguments.seats, (GUEST,))
    operands.check_count(game, len(said))
    here = {seat: one for seat, one in enumerate(said) if one[0] != GUEST}
    if not here or len(here) == len(said):
        lacks = "none is yours" if not here else f"none is for a {GUEST}"
        raise Stop(USAGE, f"--seats: {lacks}. A table has seats of yours and of your guest's.")
    return len(said), here


def run_join(arguments: argparse.Namespace) -> int:
    """Join with the screens, or with bots alone and without them."""
    profile = operands.profile_of(arguments)
    sitters: tuple[Sitter, ...] = ()
    if arguments.seats is not None:
        operands.leave_out("--bot", arguments.bot)
        sitters = tuple(Sitter(who, None, name) for who, name in operands.seats_of(arguments.seats))
    save = operands.new_file(arguments.save)
    plan = JoinPlan(arguments.invite or "", arguments.deck, save, sitters, arguments.bot or "")
    if not plan.bot and (not sitters or any(sitter.player == PERSON for sitter in sitters)):
        _no_json(arguments)
        return operands.open_app(profile, plan, arguments.plain)
    _no_plain(arguments)
    invite = arguments.invite
    if invite is None:
        if sys.stdin.isatty():
            aside("Paste the invite, then press Enter:")
        invite = sys.stdin.readline()
    from tui.cli import headless

    return headless.run(lambda: headless.join(profile, invite, plan, arguments.json))


def _no_json(arguments: argparse.Namespace) -> None:
    if arguments.json:
        raise Stop(USAGE, "--json goes with --bot, or with --seats of bots alone.")


def _no_plain(arguments: argparse.Namespace) -> None:
    if arguments.plain:
        raise Stop(USAGE, "--plain is for a person, and only bots play here: leave it out, or seat a person.")
