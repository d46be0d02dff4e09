"""Players of real matches, in the process of the test, whose match is with a program."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import core
from core import registry
from decks.storage.catalog import default_deck
from net.handshake.guest import join
from net.handshake.terms import HandshakeResult
from net.lockstep.events import PeerEvent, PeerListener
from net.protocol.identity import load_identity
from net.protocol.invite import read_invite
from tests.support.forger import Forger
from tests.support.programs import Program, Programs, near
from tests.support.waiting import SECONDS
from tui.match.host_and_join import close_table, find_game, open_table, places_of
from tui.match.network import Sitting, sit_at
from tui.match.plans import HostPlan, Sitter
from tui.match.series_position import Course
from tui.profile import Profile


class Ears:
    """What such a player is told of the link, for whoever listens."""

    def __init__(self) -> None:
        self.listeners: list[PeerListener] = []

    def hear(self, event: PeerEvent) -> None:
        for listener in self.listeners:
            listener(event)


class Cheat(Forger):
    """A player of a real match who says, beside what is right, whatever it likes."""

    def __init__(self, sitting: Sitting, seated: HandshakeResult, root: Path, ears: Ears) -> None:
        """`root` is where this player's data is."""
        super().__init__(seated, sitting.match)
        self.ears = ears
        self.sitting = sitting
        self.root = root


@asynccontextmanager
async def cheating_guest(host: Program, folder: Path, controller: Any = None) -> AsyncIterator[Cheat]:
    """A guest of this host, in this process."""
    profile = Profile(root=folder)
    invite = read_invite(host.invite)
    joining = await join(
        load_identity(profile.identity), invite, name="Eve", app=core.VERSION, find_game=find_game
    )
    try:
        (seat,) = joining.seats
        group = joining.game.deck_group(seat)
        assert group
        deck = default_deck(joining.game, group, joining.terms.format).decklist()
        seated = await joining.take_seat(places_of(profile, {seat: Sitter("random", deck)}))
        controllers = {} if controller is None else {seat: controller}
        ears = Ears()
        async with sit_at(
            profile, seated, joining.game, controllers, None, Course(), print, ears.hear
        ) as sitting:
            yield Cheat(sitting, seated, folder, ears)
    finally:
        joining.close()


@asynccontextmanager
async def cheating_host(programs: Programs, folder: Path) -> AsyncIterator[tuple[Cheat, Program]]:
    """A host in this process, and its guest."""
    profile = Profile(root=folder)
    game = registry.load("wrinkles")
    deck = default_deck(game, "evil")
    here = {1: Sitter("random", deck.decklist())}
    plan = HostPlan("wrinkles", 2, here, {"max_turns": 1}, deck.format)
    table = open_table(profile, load_identity(profile.identity), plan, lambda _: None)
    try:
        guest = await programs.join(near(table.hosting.invite))
        async with asyncio.timeout(SECONDS):
            seated = await table.seated
        ears = Ears()
        async with sit_at(profile, seated, game, {}, None, Course(), print, ears.hear) as sitting:
            yield Cheat(sitting, seated, folder, ears), guest
    finally:
        await close_table(table)
