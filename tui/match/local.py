"""Making matches: from who plays what with which deck to a header, a table, and a thread that runs it."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager

import core
from core import bots, registry
from core.contract.event import Event
from core.contract.game import AnyGame
from core.contract.header import FORMAT, Header, Seat
from core.contract.stream import numbered_seed
from core.engine.chain import numbered_match
from core.engine.match import Match
from core.engine.table import Controller, Table
from tui.archive.store import MatchStore
from tui.match.bot_process import Thinking
from tui.match.match_clock import timed, timekeeper
from tui.match.match_storage import keeping
from tui.match.persons import person_controllers
from tui.match.plans import PERSON, LocalPlan
from tui.match.player_names import usual_name
from tui.match.worker import MatchLoop, MatchWorker
from tui.profile import Profile
from tui.settings import read_settings


def all_options(game: AnyGame, given: dict[str, int]) -> dict[str, int]:
    """Every option of the game with its value. Raises ValueError with a sentence for a wrong one."""
    known = {option.name: option for option in game.options}
    for name, value in given.items():
        if name not in known:
            raise ValueError(f"{game.title} has no option {name!r}; it has {', '.join(known)}.")
        option = known[name]
        if not option.low <= value <= option.high:
            raise ValueError(f"Option {name} is from {option.low} to {option.high}, not {value}.")
    return {name: given.get(name, option.default) for name, option in known.items()}


def local_header(profile: Profile, plan: LocalPlan, game: AnyGame) -> Header:
    """The header of a match on this machine. Raises ValueError for an option that is wrong."""
    seed = secrets.token_bytes(32) if plan.seed is None else numbered_seed(plan.seed)
    match = secrets.token_hex(16) if plan.seed is None else numbered_match(seed, 0)
    names = plan.names or ("",) * len(plan.players)
    nameless = sum((who, name) == (PERSON, "") for who, name in zip(plan.players, names, strict=True))
    seats = []
    for seat, player in enumerate(plan.players):
        # Fixed names with --seed, so that the same choices make the same record.
        own = player == PERSON and nameless == 1 and plan.seed is None
        usual = profile.player if own else usual_name(game, seat, player)
        name = names[seat] or usual
        seats.append(Seat(name, PERSON if player == PERSON else bots.player(player), None, 0))
    return Header(
        format=FORMAT,
        game=game.name,
        rules=game.fingerprint,
        app=core.VERSION,
        match=match,
        lists=plan.lists,
        clock=plan.clock,
        options=all_options(game, plan.options),
        seats=tuple(seats),
        decklists=plan.decks,
        shared=plan.shared,
        cards=game.table,
        sets=game.sets,
        seed=seed.hex(),
    )


def plan_again(header: Header) -> LocalPlan:
    """A match on this machine once more, with the seats moved by one: who sat at one seat sits at the next.

    A deck stays with its player where it may be played at the next seat, else with its seat.
    """
    game, seats = registry.load(header.game), header.seats
    names, decks = [], []
    for seat in range(len(seats)):
        before = (seat - 1) % len(seats)
        who = seats[before]
        player = bots.name_of(who.player) or PERSON
        names.append("" if who.name == usual_name(game, before, player) else who.name)
        moves = game.deck_group(seat) == game.deck_group(before)
        decks.append(header.decklists[before if moves else seat])
    return LocalPlan(
        game=game.name,
        players=tuple(bots.name_of(seats[seat - 1].player) or PERSON for seat in range(len(seats))),
        decks=tuple(decks),
        options=dict(header.options),
        clock=header.clock,
        lists=header.lists,
        names=tuple(names),
        shared=header.shared,
    )


@asynccontextmanager
async def bot_controllers(
    header: Header, seats: Iterable[int], game: AnyGame
) -> AsyncIterator[dict[int, Controller]]:
    """The bots at these seats, by the header; the seats of persons are left out.

    Those that think run in processes of their own, which end with this.
    """
    seated: dict[int, Controller] = {}
    thinking: list[Thinking] = []
    try:
        for seat in seats:
            name = bots.name_of(header.seats[seat].player)
            if name is None:
                continue
            if bots.thinks(name):
                thinking.append(Thinking(header, seat))
                seated[seat] = thinking[-1]
            else:
                seated[seat] = bots.seated(header, seat, game)
        yield seated
    finally:
        for controller in thinking:
            await controller.close()


def start_local(profile: Profile, plan: LocalPlan, notify: Callable[[], object]) -> MatchWorker:
    """Start a match on a thread of its own.

    Raises ValueError with a sentence for a plan that no match can be made of; what goes wrong later, such
    as an archive that can't be written, is told by the thread.
    """
    game = registry.load(plan.game)
    header = local_header(profile, plan, game)
    opening: list[Event] = []
    match = Match(header, game, opening)
    worker = MatchWorker(notify)

    async def play(loop: MatchLoop) -> None:
        seats, automatic = range(len(header.seats)), loop.persons.automatic
        with keeping(profile, seats, plan.save, loop.note, automatic=automatic, series=plan.series) as store:
            loop.channel.path = plan.save
            await play_local(profile, loop, match, store, opening)

    worker.start(play)
    return worker


async def play_local(
    profile: Profile,
    loop: MatchLoop,
    match: Match,
    store: MatchStore,
    opening: Sequence[Event] | None = None,
) -> None:
    """Play a match on this machine, from its beginning (then with the events of its setup) or from where it
    stands, to its end."""
    header, game = match.header, match.game
    settings, wrong = read_settings(profile)
    seats = range(len(header.seats))
    persons = person_controllers(loop, header, game, seats, settings.rules(game.name))
    async with bot_controllers(header, seats, game) as computers:
        table = Table(match, computers | persons, store)
        loop.channel.kept = store.name
        loop.begin(match, table, sorted(persons), opening)
        if wrong:
            loop.note(wrong)
        keeper = timekeeper(match, seats, store)
        if keeper is not None:
            table.watch(lambda news: keeper.entered(news.entry))
        async with timed(loop, keeper, match, sorted(persons), store):
            await table.run()
