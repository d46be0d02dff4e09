"""Matches with another machine: hosting and joining, with a screen or without."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Container, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import NoReturn, TypeAlias

import msgspec

import core
from core import bots, games
from core.endings import ONE_SIDED
from core.game import AnyGame, Event, Outcome
from core.headers import Decklist
from core.match import Match, NotKept
from core.table import Controller, Table
from core.words import listed
from decks.formats import check, find_format
from decks.model import Deck
from net.contact import Contact
from net.hosting import Hosting
from net.identity import Identity, load_identity
from net.invite import own_addresses, read_invite
from net.joining import join
from net.liveness import LINK_OK, LinkNews
from net.lockstep import Lockstep
from net.mismatch import Mismatch
from net.parting import decline
from net.requests import Account
from net.session import GUEST, HOST, CheckDeck, Place, Progress, Seated, make_terms
from net.wire import Terms
from tui.archive.store import MatchStore
from tui.matches import disputes
from tui.matches.asking import answer
from tui.matches.endings import reopened_there
from tui.matches.host import MatchThread
from tui.matches.keeping import keeping
from tui.matches.persons import person_controllers
from tui.matches.plans import PERSON, HostPlan, Sitter
from tui.matches.plays import bot_controllers
from tui.profile import Profile
from tui.settings import read_settings

PAUSED_SECONDS = 3.0
"""A screen that has not ticked for so long counts as paused."""


class Invited(msgspec.Struct, frozen=True):
    """Stage: the table is open, and this is its invite."""

    invite: str
    port: int

    @property
    def where(self) -> str:
        """Where this machine is, for people."""
        places = (f"[{ip}]" if ip.version == 6 else str(ip) for ip in own_addresses())
        named = ", ".join(f"{place}:{self.port}" for place in places)
        return named or f"this machine alone, port {self.port}"


class Offered(msgspec.Struct, frozen=True):
    """Stage: the host's offer; the answer is a dict of Sitters by seat, or None to leave."""

    terms: Terms
    seated: dict[int, Place]
    """Who plays at the host's seats; their decks are not told yet."""
    seats: tuple[int, ...]
    """The guest's."""
    host_key: str


def deck_checker(game: AnyGame, format_name: str) -> CheckDeck:
    """Judges the other side's deck by the format of the offer."""

    def judge(seat: int, decklist: Decklist) -> str | None:
        form = find_format(game.name, format_name)
        group = game.deck_group(seat)
        if form is None or group is None:
            return None
        reasons = check(Deck(decklist.name, game.name, group, form.name, decklist.cards), game, form)
        return " ".join(reason.sentence for reason in reasons) or None

    return judge


def places_of(profile: Profile, sitters: Mapping[int, Sitter]) -> dict[int, Place]:
    """Who sits at the seats held here, each with a name: a person who gave none has this player's, the
    second one with a number, and a bot is said to be this player's."""
    mine = profile.player
    places: dict[int, Place] = {}
    taken = {sitter.name for sitter in sitters.values()}
    for seat, sitter in sorted(sitters.items()):
        person = sitter.player == PERSON
        numbered = (mine if n == 1 else f"{mine} {n}" for n in count(1))
        usual = next(one for one in numbered if one not in taken) if person else f"{mine}'s {sitter.player}"
        name = sitter.name or usual
        taken.add(name)
        places[seat] = Place(name, sitter.deck, PERSON if person else bots.player(sitter.player))
    return places


class Open(msgspec.Struct, frozen=True):
    """A table that is being hosted."""

    game: AnyGame
    hosting: Hosting
    seated: asyncio.Task[Seated]


def open_table(
    profile: Profile, identity: Identity, plan: HostPlan, progress: Callable[[Progress], None]
) -> Open:
    """Open a table, on the running loop. Raises NoConnection, and ValueError for a wrong option."""
    game = games.load(plan.game)
    terms = make_terms(
        game,
        name=profile.player,
        app=core.VERSION,
        peers=tuple(HOST if seat in plan.here else GUEST for seat in range(plan.seats)),
        options=plan.options,
        format=plan.format,
        lists=plan.lists,
        clock=plan.clock,
        shared=plan.shared,
    )
    hosting = Hosting(
        identity,
        game,
        terms,
        check_deck=deck_checker(game, plan.format),
        progress=progress,
        port=plan.port,
    )
    return Open(game, hosting, asyncio.ensure_future(hosting.seat(places_of(profile, plan.here))))


async def close_table(table: Open) -> None:
    """Close a table, before its match or after; a guest who is still choosing is told."""
    if not table.seated.done() or table.seated.cancelled():
        table.seated.cancel()
        await table.hosting.withdraw()
    else:
        table.hosting.close()


class Sitting:
    """A seated match: its table and its link. Made by sit_at, or where a match goes on."""

    def __init__(
        self,
        store: MatchStore,
        seated: Seated,
        match: Match,
        controllers: Mapping[int, Controller],
        on_link: Callable[[LinkNews], None] | None = None,
        opening: Sequence[Event] = (),
    ) -> None:
        """`controllers` has the seats held here; `opening` are the events of a match's setup."""
        self.store = store
        self.seated = seated
        self.opening = opening
        self.match = match
        self.table = Table(match, controllers, store, seated.sign)
        if seated.reunion is not None:
            seated.reunion.on_contact = self._keep_contact
        self.lockstep = Lockstep(seated, self.table, on_link=on_link)
        if any(seated.header.seats[seat].player == PERSON for seat in seated.seats):
            self.lockstep.give_up = None
        requests = self.lockstep.requests
        requests.restore(store.account())
        requests.on_account = self._keep_account

    async def play(self, say: Callable[[str], object]) -> Outcome | None:
        """Play the match to its end, or to where it stops here; see Lockstep.run. `say` is told what is left
        to do, in a sentence."""
        try:
            outcome = await self.lockstep.run()
        except Mismatch as failure:
            disputes.stop(self.store, self.match, failure)
            raise
        if self.lockstep.settled:
            # What can't be dropped now does no harm: the other side is looked for in vain, if at all.
            with suppress(NotKept):
                self.store.drop_contact()
        elif outcome is not None and outcome.end not in ONE_SIDED:
            name = self.store.name
            say(f"The other side may not have the end of the match: tesser resume {name} brings it there.")
        return outcome

    def _keep_contact(self, contact: Contact) -> None:
        # What can't be kept now is with the next change; the match itself is kept all the same.
        with suppress(NotKept):
            self.store.keep_contact(contact)

    def _keep_account(self, account: Account) -> None:
        with suppress(NotKept):
            self.store.keep_account(account)


@asynccontextmanager
async def sit_at(
    profile: Profile,
    seated: Seated,
    game: AnyGame,
    controllers: Mapping[int, Controller],
    save: Path | None,
    say: Callable[[str], object],
    on_link: Callable[[LinkNews], None] | None = None,
    automatic: Container[int] = (),
) -> AsyncIterator[Sitting]:
    """Begin a seated match, with the bots that play here beside these controllers.

    If that fails, as when it can't be kept, the other side is told. `say` is told, in sentences, what else
    there is to know; `automatic` has the entries that are answered for a person.
    """
    async with bot_controllers(seated.header, seated.seats, game) as computers:
        contact = None if seated.reunion is None else seated.reunion.contact
        with keeping(profile, seated.seats, save, say, automatic=automatic, contact=contact) as store:
            try:
                opening: list[Event] = []
                match = Match(seated.header, game, opening)
                sitting = Sitting(store, seated, match, computers | dict(controllers), on_link, opening)
            except BaseException:
                await decline(seated)
                raise
            yield sitting


def other_players(seated: Seated) -> list[str]:
    """Who is at the other machine: the persons who play there, or else its bots."""
    there = [seat for seat in seated.header.seats if seat.peer != seated.peer]
    persons = [seat.name for seat in there if seat.player == PERSON]
    return persons or [seat.name for seat in there]


SitDown: TypeAlias = Callable[
    [Mapping[int, Controller], Callable[[LinkNews], None]], AbstractAsyncContextManager[Sitting]
]
"""Seats these controllers, and tells that function how the link is."""


async def _sit(
    thread: MatchThread, profile: Profile, seated: Seated, game: AnyGame, save: Path | None
) -> None:
    def sit_down(
        persons: Mapping[int, Controller], tell: Callable[[LinkNews], None]
    ) -> AbstractAsyncContextManager[Sitting]:
        automatic = thread.persons.automatic
        return sit_at(profile, seated, game, persons, save, thread.note, tell, automatic)

    thread.path = save
    await play_seated(thread, profile, seated, game, sit_down)


async def play_seated(
    thread: MatchThread, profile: Profile, seated: Seated, game: AnyGame, sit_down: SitDown
) -> None:
    """Play a match with another machine at this thread's screen, from its beginning or from where it is."""
    settings, wrong = read_settings(profile)
    rules = settings.rules(game.name)
    persons = person_controllers(thread, seated.header, game, seated.seats, rules)
    others = other_players(seated)

    def tell(news: LinkNews) -> None:
        thread.link(news.words)
        if sentence := news.sentence(*others):
            thread.note(sentence)

    async with sit_down(persons, tell) as sitting:
        thread.placing.lockstep, requests = sitting.lockstep, sitting.lockstep.requests
        if persons:
            requests.on_asked = lambda wish: thread.placing.hear(wish, seated.header.seats[wish.by].shown)
        requests.on_lapsed = lambda wish: thread.placing.lapse()
        there = listed(others)
        requests.on_answered = lambda wish, yes, why: thread.note(answer(wish, yes, there, why))
        sitting.lockstep.on_apart = lambda how: thread.note(reopened_there(there, how))
        thread.farewell = partial(setattr, sitting.lockstep, "farewell")
        thread.speak, thread.chats = sitting.lockstep.say, settings.chat
        speaker = others[0] if len(others) == 1 else f"One of {listed(others)}"
        sitting.lockstep.on_said = partial(thread.hear, speaker)
        thread.link(LINK_OK)
        thread.kept = sitting.store.name
        thread.begin(sitting.match, sitting.table, sorted(persons), sitting.opening)
        if wrong:
            thread.note(wrong)
        watching = asyncio.ensure_future(_watch_screen(thread, sitting.lockstep))
        try:
            await sitting.play(thread.note)
        finally:
            watching.cancel()


async def _watch_screen(thread: MatchThread, lockstep: Lockstep) -> None:
    """Tell the other side, with each beat, whether this side's terminal takes what is drawn."""
    while True:
        lockstep.paused = time.monotonic() - thread.ticked > PAUSED_SECONDS
        await asyncio.sleep(1)


def start_host(profile: Profile, plan: HostPlan, notify: Callable[[], object]) -> MatchThread:
    """Host a table and play its match on a thread; the stage Invited comes first."""

    async def play(thread: MatchThread) -> None:
        table = open_table(
            profile, load_identity(profile.identity), plan, lambda news: thread.note(news.sentence)
        )
        try:
            thread.stage(Invited(table.hosting.invite, table.hosting.port))
            seated = await table.seated
            await _sit(thread, profile, seated, table.game, plan.save)
        finally:
            await close_table(table)

    thread = MatchThread(notify)
    thread.start(play)
    return thread


def find_game(terms: Terms) -> AnyGame | None:
    """The game of these terms; None if there is none here."""
    return games.load(terms.game) if terms.game in games.names() else None


def start_join(
    profile: Profile, invite: str, notify: Callable[[], object], save: Path | None = None
) -> MatchThread:
    """Join by an invite and play on a thread; the stage Offered asks who plays with which decks.

    Raises BadInvite.
    """
    invited = read_invite(invite)

    async def play(thread: MatchThread) -> None:
        identity = load_identity(profile.identity)
        joining = await join(identity, invited, name=profile.player, app=core.VERSION, find_game=find_game)
        try:
            thread.stage(Offered(joining.terms, dict(joining.seated), joining.seats, joining.host_key))
            choice = await _choice_or_loss(thread, joining.until_lost())
            if choice is None:
                joining.leave()
                return
            checker = deck_checker(joining.game, joining.terms.format)
            seated = await joining.take_seat(places_of(profile, choice), checker)
        except BaseException:
            # Left to the garbage collector, the sockets would block whatever thread it runs in.
            joining.close()
            raise
        await _sit(thread, profile, seated, joining.game, save)

    thread = MatchThread(notify)
    thread.start(play)
    return thread


async def _choice_or_loss(thread: MatchThread, lost: Awaitable[NoReturn]) -> dict[int, Sitter] | None:
    """Who is to sit down here; raises what `lost` raises if the host goes away first."""
    choosing = asyncio.ensure_future(thread.replied())
    losing = asyncio.ensure_future(lost)
    try:
        await asyncio.wait({choosing, losing}, return_when=asyncio.FIRST_COMPLETED)
        if losing.done():
            losing.result()
        choice: dict[int, Sitter] | None = choosing.result()
        return choice
    finally:
        choosing.cancel()
        losing.cancel()
