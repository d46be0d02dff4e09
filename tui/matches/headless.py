"""Matches with another machine without a screen: a bot plays, and the result is printed."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from typing import Any

import core
from core.game import AnyGame, GameError
from core.match import Decklist, NotKept, Rejected
from decks.store import DeckStore
from net.errors import BadInvite, NetError
from net.identity import load_identity
from net.invite import read_invite
from net.joining import join as sit_down
from net.liveness import LinkNews
from net.session import CheckDeck, Progress, Seated
from tui.commands import common
from tui.exits import BAD_FILE, FINISHED, INTERRUPTED, Stop
from tui.matches.plans import HostPlan, JoinPlan
from tui.matches.remote import (
    close_table,
    deck_checker,
    find_game,
    open_table,
    other_player,
    places_of,
    sit_at,
)
from tui.profile import Profile

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
    except NotKept as error:
        raise Stop(BAD_FILE, f"{error} The match is kept up to the last choice.") from None
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
        return await _finish(profile, seated, table.game, plan.save, as_json)
    finally:
        await close_table(table)


async def join(profile: Profile, invite: str, plan: JoinPlan, bot: str, as_json: bool) -> int:
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
    checker = deck_checker(game, terms.format)
    try:
        decks = _decks(DeckStore(profile.decks), game, joining.seats, plan.deck, terms.format, checker)
        seated = await joining.take_seat(places_of(profile, game, decks, bot), checker)
    except BaseException:
        joining.leave()
        raise
    return await _finish(profile, seated, game, plan.save, as_json)


def _decks(
    store: DeckStore,
    game: AnyGame,
    seats: Iterable[int],
    named: str | None,
    format_name: str,
    checker: CheckDeck,
) -> dict[int, Decklist | None]:
    """The decks of these seats. Raises Stop for one that the host would refuse."""
    decks: dict[int, Decklist | None] = {}
    for seat in seats:
        deck = decks[seat] = common.decklist_for(store, game, seat, named, format_name)
        fault = None if deck is None else checker(seat, deck)
        if deck is not None and fault:
            raise Stop(BAD_FILE, f"{deck.name} can't be played at this table: {fault}")
    return decks


def _say(progress: Progress) -> None:
    print(progress.sentence, file=sys.stderr, flush=True)


async def _finish(profile: Profile, seated: Seated, game: AnyGame, save: Path | None, as_json: bool) -> int:
    """Play to the end and print the result."""
    other = other_player(seated)

    def tell(news: LinkNews) -> None:
        if sentence := news.sentence(other):
            print(sentence, file=sys.stderr, flush=True)

    async with sit_at(profile, seated, game, {}, save, tell) as sitting:
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
