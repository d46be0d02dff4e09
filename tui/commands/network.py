"""`tesser host` and `tesser join`: a match with another machine, with the screens or without."""

from __future__ import annotations

import argparse
import asyncio
import secrets
import signal
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import core
from core import bots, games
from core.game import AnyGame, GameError
from core.match import Decklist, Rejected
from decks.store import DeckStore
from net.errors import BadInvite, NetError
from tui.commands import common
from tui.exits import BAD_FILE, FINISHED, INTERRUPTED, USAGE, Stop
from tui.plays import PERSON
from tui.profile import Profile
from tui.remote import HostPlan, Sitting, close_table, deck_checker, find_game, open_table, places_of

JOIN_SECONDS = 10.0


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare both commands."""
    host = commands.add_parser("host", help="open a table for somebody on another machine")
    common.add_game(host)
    host.add_argument("--side", default="random", help="the side you play, or random (default: %(default)s)")
    common.add_options(host)
    host.add_argument(
        "--lists", choices=("open", "closed"), default="open", help="whether both see both decklists"
    )
    host.add_argument("--port", type=int, default=0, help="the port to listen on (default: any free one)")
    host.set_defaults(run=run_host)
    join = commands.add_parser("join", help="sit down at a table, by its invite")
    join.add_argument("invite", nargs="?", help="the invite; asked for if it is not given here")
    join.set_defaults(run=run_join)
    for parser in (host, join):
        common.add_profile(parser)
        parser.add_argument("--deck", metavar="DECK", help="your deck: its name, or a file")
        parser.add_argument("--bot", choices=bots.names(), help="let a bot play your side, without a screen")
        parser.add_argument(
            "--json", action="store_true", help="with --bot: lines of JSON on standard output"
        )
        parser.add_argument("--save", type=Path, metavar="FILE", help="where the record goes")


def _seat(game: AnyGame, side: str) -> int:
    return secrets.randbelow(game.seats[0]) if side == "random" else common.seat_of(game, side)


def _format_of(store: DeckStore, named: str | None, game: AnyGame, group: str | None) -> str:
    if group is None:
        return ""
    deck = common.default_deck(game, group) if named is None else common.deck_named(store, game, group, named)
    return deck.format


def run_host(arguments: argparse.Namespace) -> int:
    """Host with the screens, or with a bot and without them."""
    profile = common.profile_of(arguments)
    game = games.load(arguments.game)
    if not 0 <= arguments.port <= 65535:
        raise Stop(USAGE, "--port is from 0 to 65535.")
    seat = _seat(game, arguments.side)
    store = DeckStore(profile.decks)
    plan = HostPlan(
        game=game.name,
        seats=(seat,),
        decks={seat: common.decklist_for(store, game, seat, arguments.deck)},
        options=common.options_of(game, arguments.option),
        format=_format_of(store, arguments.deck, game, game.deck_group(seat)),
        lists=arguments.lists,
        player=arguments.bot or PERSON,
        save=_free(arguments.save),
        port=arguments.port,
    )
    if arguments.bot is None:
        _no_json(arguments)
        return common.open_app(profile, plan)
    return _run(lambda: _host(profile, plan, arguments.json))


def run_join(arguments: argparse.Namespace) -> int:
    """Join with the screens, or with a bot and without them."""
    profile = common.profile_of(arguments)
    _free(arguments.save)
    if arguments.bot is None:
        _no_json(arguments)
        from tui.app import JoinStart

        return common.open_app(profile, JoinStart(arguments.invite or "", arguments.deck, arguments.save))
    invite = arguments.invite
    if invite is None:
        if sys.stdin.isatty():
            print("Paste the invite, then press Enter:", file=sys.stderr)
        invite = sys.stdin.readline()
    return _run(lambda: _join(profile, invite, arguments))


def _free(path: Path | None) -> Path | None:
    if path is not None and path.exists():
        raise Stop(USAGE, f"--save {path}: there is such a file already; records are not overwritten.")
    return path


def _no_json(arguments: argparse.Namespace) -> None:
    if arguments.json:
        raise Stop(USAGE, "--json goes with --bot.")


def _run(play: Callable[[], Coroutine[Any, Any, int]]) -> int:
    """Run a match without a screen; turns what can go wrong into a sentence and an exit status."""

    async def main() -> int:
        task = asyncio.ensure_future(play())
        loop = asyncio.get_running_loop()
        # Leaving says goodbye to the other side, also when this is ended from outside.
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, task.cancel)
        return await task

    try:
        return asyncio.run(main())
    except NetError as error:
        raise Stop(error.status, str(error)) from None
    except (Rejected, GameError) as error:
        raise Stop(BAD_FILE, str(error)) from None
    except asyncio.CancelledError:
        return INTERRUPTED


async def _host(profile: Profile, plan: HostPlan, as_json: bool) -> int:
    from net.identity import load_identity

    table = open_table(profile, load_identity(profile.identity), plan, _say)
    try:
        if as_json:
            common.print_json({"invite": table.hosting.invite})
        else:
            print(table.hosting.invite, flush=True)
        seated = await table.seated
        return await _finish(Sitting(profile, seated, table.game, {}, plan.save), as_json)
    finally:
        await close_table(table)


async def _join(profile: Profile, invite: str, arguments: argparse.Namespace) -> int:
    from net.identity import load_identity
    from net.invite import read_invite
    from net.joining import join

    try:
        invited = read_invite(invite)
    except BadInvite as error:
        raise Stop(error.status, str(error)) from None
    joining = await join(
        load_identity(profile.identity),
        invited,
        name=profile.player,
        app=core.VERSION,
        find_game=find_game,
        seconds=JOIN_SECONDS,
    )
    game, terms = joining.game, joining.terms
    store = DeckStore(profile.decks)
    decks: dict[int, Decklist | None] = {}
    try:
        for seat in joining.seats:
            decks[seat] = common.decklist_for(store, game, seat, arguments.deck, terms.format)
    except Stop:
        joining.leave()
        raise
    places = places_of(profile, game, decks, arguments.bot)
    seated = await joining.take_seat(places, deck_checker(game, terms.format))
    return await _finish(Sitting(profile, seated, game, {}, arguments.save), arguments.json)


def _say(progress: Any) -> None:
    print(progress.sentence, file=sys.stderr, flush=True)


async def _finish(sitting: Sitting, as_json: bool) -> int:
    """Play to the end and print the result."""
    outcome = await sitting.lockstep.run()
    match, header = sitting.match, sitting.match.header
    if outcome is None:
        return INTERRUPTED
    winner = None if outcome.winner is None else sitting.match.game.roles[outcome.winner].lower()
    result = {
        "winner": winner,
        "end": outcome.end,
        "score": list(outcome.scores),
        "turns": match.game.turn(match.state),
        "plies": match.n,
        "seed": header.seed,
        "final_hash": match.head.hex(),
        "match": header.match,
    }
    if as_json:
        common.print_json(result)
    else:
        print("\n".join(f"{key}: {value}" for key, value in result.items()))
    return FINISHED
