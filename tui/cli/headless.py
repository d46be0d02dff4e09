"""Matches with another machine without a screen: a bot plays, and the result is printed."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any

import msgspec

import core
from core.contract.errors import GameError
from core.contract.game import AnyGame
from core.engine.match import NotKept, Rejected
from core.words import listed
from decks.storage.store import DeckStore
from net.handshake.guest import join as sit_down
from net.handshake.terms import CheckDeck, HandshakeResult, Progress
from net.lockstep.events import CopyDamaged, CopyReopened, PeerEvent, PeerListener
from net.protocol.errors import BadInvite, NetError
from net.protocol.identity import load_identity
from net.protocol.invite import read_invite
from net.transport.liveness import LinkNews
from tui.archive.queries import Summary
from tui.cli import operands
from tui.exit_status import BAD_FILE, FINISHED, INTERRUPTED, Stop
from tui.match.end_texts import how_to_go_on, reopened, reopened_there
from tui.match.host_and_join import (
    close_table,
    find_game,
    first_course,
    open_table,
    places_of,
)
from tui.match.network import Sitting, sit_at
from tui.match.network_play import other_players
from tui.match.offers import deck_checker, seat_all
from tui.match.plans import HostPlan, JoinPlan, Sitter
from tui.match.reconnect import returning, sit_again
from tui.match.repair import mended
from tui.profile import Profile
from tui.terminal.text_fit import aside

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
            operands.print_json({"invite": table.hosting.invite})
        else:
            print(table.hosting.invite, flush=True)
        seated = await table.seated
        return await _finish(
            seated,
            as_json,
            lambda tell: sit_at(
                profile,
                seated,
                table.game,
                {},
                plan.save,
                first_course(seated, plan.format, False),
                aside,
                tell,
            ),
        )
    finally:
        await close_table(table)


async def join(profile: Profile, invite: str, plan: JoinPlan, as_json: bool) -> int:
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
        if terms.both:
            raise Stop(BAD_FILE, "This table plays two games, which takes a person: join it without --bot.")
        sitters = seat_all(game, joining.seats, plan)
        store = profile.deck_store()
        sitters = _with_decks(store, game, sitters, plan.deck, terms.format, checker)
        seated = await joining.take_seat(places_of(profile, sitters), checker, keeps=True)
    except BaseException:
        joining.leave()
        raise
    return await _finish(
        seated,
        as_json,
        lambda tell: sit_at(
            profile, seated, game, {}, plan.save, first_course(seated, terms.format, False), aside, tell
        ),
    )


async def resume(profile: Profile, kept: Summary, line: str, as_json: bool) -> int:
    """Go on with a match in which only bots play here."""
    async with returning(profile, kept, aside, set(), line) as back:
        if as_json:
            operands.print_json({"address": back.reconnector.line})
        else:
            print(back.reconnector.line, flush=True)
        for said in filter(None, (back.stage.damage, back.stage.unbegun)):
            aside(said)
        seated = await back.meet()
        if back.apart:
            aside(reopened(back.apart))
        return await _finish(seated, as_json, lambda tell: sit_again(back, seated, {}, tell))


def _with_decks(
    store: DeckStore,
    game: AnyGame,
    sitters: Mapping[int, Sitter],
    named: str | None,
    format_name: str,
    checker: CheckDeck,
) -> dict[int, Sitter]:
    """These players with their decks. Raises Stop for one that the host would refuse."""
    found: dict[int, Sitter] = {}
    own = operands.seat_of_deck(store, game, sitters, named)
    for seat, sitter in sitters.items():
        deck = operands.decklist_for(store, game, seat, named if seat == own else None, format_name)
        fault = None if deck is None else checker(seat, deck)
        if deck is not None and fault:
            raise Stop(BAD_FILE, f"{deck.name} can't be played at this table: {fault}")
        found[seat] = msgspec.structs.replace(sitter, deck=deck)
    return found


def _say(progress: Progress) -> None:
    aside(progress.sentence)


async def _finish(
    seated: HandshakeResult,
    as_json: bool,
    sit_down: Callable[[PeerListener], AbstractAsyncContextManager[Sitting]],
) -> int:
    """Play to the end and print the result."""
    others = other_players(seated)

    def tell(event: PeerEvent) -> None:
        match event:
            case LinkNews():
                if sentence := event.sentence(*others):
                    aside(sentence)
            case CopyReopened():
                aside(reopened_there(listed(others), event.how))
            case CopyDamaged():
                aside(mended(event, listed(others)))

    async with sit_down(tell) as sitting:
        try:
            outcome = await sitting.play(aside)
        except NotKept as error:
            raise Stop(BAD_FILE, f"{error} {how_to_go_on(sitting.store.name, True)}") from None
    match, header, game = sitting.match, sitting.match.header, sitting.match.game
    if outcome is None:
        return INTERRUPTED
    winner = None if outcome.winner is None else game.texts.seat_name(outcome.winner).lower()
    result = {
        "winner": winner,
        "places": list(outcome.places),
        "end": outcome.end,
        "score": list(outcome.scores),
        "turns": match.game.turn(match.state),
        "plies": match.n,
        "seed": header.seed,
        "final_hash": match.head.hex(),
        "match": header.match,
    }
    if as_json:
        operands.print_json(result)
    else:
        print("\n".join(f"{key}: {value}" for key, value in result.items()))
    return FINISHED
