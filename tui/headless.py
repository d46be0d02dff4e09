"""Matches with another machine without a screen: a bot plays, and the result is printed."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable, Coroutine
from typing import Any

import core
from core.game import GameError
from core.match import Decklist, Rejected
from decks.store import DeckStore
from net.errors import BadInvite, NetError
from net.identity import load_identity
from net.invite import read_invite
from net.joining import join as sit_down
from net.session import Progress
from tui.commands import common
from tui.exits import BAD_FILE, FINISHED, INTERRUPTED, Stop
from tui.plans import HostPlan, JoinPlan
from tui.profile import Profile
from tui.remote import Sitting, close_table, deck_checker, find_game, open_table, places_of

JOIN_SECONDS = 10.0


def run(play: Callable[[], Coroutine[Any, Any, int]]) -> int:
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


async def host(profile: Profile, plan: HostPlan, as_json: bool) -> int:
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


async def join(profile: Profile, invite: str, plan: JoinPlan, bot: str, as_json: bool) -> int:
    from net.identity import load_identity

    try:
        invited = read_invite(invite)
    except BadInvite as error:
        raise Stop(error.status, str(error)) from None
    joining = await sit_down(
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
            decks[seat] = common.decklist_for(store, game, seat, plan.deck, terms.format)
    except Stop:
        joining.leave()
        raise
    places = places_of(profile, game, decks, bot)
    seated = await joining.take_seat(places, deck_checker(game, terms.format))
    return await _finish(Sitting(profile, seated, game, {}, plan.save), as_json)


def _say(progress: Progress) -> None:
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
