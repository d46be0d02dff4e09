"""Whole matches between two sides over loopback: ends, drops, silence, mismatches."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from core.chance import Chance
from core.game import Choice, Decision, Events
from core.match import replay, signing_bytes
from net.errors import LinkLost, PeerLeft
from net.handshake import check_seed
from net.identity import new_identity, verify
from net.invite import Address, read_invite
from net.link import Caller
from net.mismatch import Mismatch
from net.session import Seated
from net.wire import Return
from tests.net.tables import (
    GAME,
    GUEST_PLACES,
    HOST_PLACES,
    LOOPBACK,
    Side,
    bot,
    come,
    open_table,
    seated_pair,
)
from tests.pocket.game import Pocket, State

QUICK: dict[str, Any] = {"beat": 0.05, "give_up": 10.0}


def same(one: Side, two: Side) -> bool:
    """Whether both sides hold the same match, each entry signed by the key of its seat."""
    for n, entry in enumerate(one.match.entries, 1):
        key = one.match.header.seats[entry.by].key
        message = signing_bytes(one.match.header.match, n, bytes.fromhex(entry.hash))
        assert key and entry.signature and verify(key, message, entry.signature)
    assert replay(one.match.header, one.match.entries, GAME).head == one.match.head
    return one.store.entries == two.store.entries == one.match.entries and one.store.outcome is not None


async def test_a_bot_match_ends_the_same_on_both_sides() -> None:
    async with seated_pair(options={"rounds": 9}) as (host, guest):
        assert check_seed(host.header)
        assert host.seats == (0,) and guest.seats == (1, 2)
        one, two = Side(host), Side(guest)
        outcomes = await asyncio.gather(one.lockstep.run(), two.lockstep.run())
        assert outcomes[0] == outcomes[1] is not None
        assert same(one, two)


async def test_each_side_is_told_how_far_the_other_has_confirmed() -> None:
    async with seated_pair(options={"rounds": 9}) as (host, guest):
        told: tuple[list[int], list[int]] = ([], [])
        one, two = Side(host, on_confirmed=told[0].append), Side(guest, on_confirmed=told[1].append)
        await asyncio.gather(one.lockstep.run(), two.lockstep.run())
        for numbers in told:
            assert numbers == sorted(set(numbers))
            assert numbers[-1] == one.match.n
            assert len(numbers) > 1


# Giving up


@pytest.mark.parametrize("giver", [0, 1, 2])
async def test_conceding_works_whoever_owes_the_next_choice(giver: int) -> None:
    """Seat 0 owes: the host places its own concession at once, and those that the guest asks for."""
    async with seated_pair() as (host, guest):
        one, two = Side(host, thinks=True), Side(guest, thinks=True)
        (one if giver == 0 else two).lockstep.concede(giver)
        outcomes = await asyncio.gather(one.lockstep.run(), two.lockstep.run())
        assert outcomes[0] == outcomes[1] and outcomes[0] is not None
        assert outcomes[0].end == "concede" and outcomes[0].places[giver] == 2
        assert [(entry.by, entry.text) for entry in one.match.entries] == [(giver, "concede")]
        assert same(one, two)


async def test_the_host_asks_when_the_guest_owes() -> None:
    async with seated_pair() as (host, guest):
        one, two = Side(host), Side(guest, thinks=True)
        one.table.watch(lambda news: one.lockstep.concede(0) if news.n == 1 else None)
        await asyncio.gather(one.lockstep.run(), two.lockstep.run())
        assert one.match.entries[-1].text == "concede" and one.match.entries[-1].by == 0
        assert same(one, two)


@pytest.mark.parametrize("when", range(1, 8))
async def test_a_concession_in_the_middle_of_quick_play_is_signed_anew(when: int) -> None:
    async with seated_pair(options={"rounds": 9}) as (host, guest):
        one, two = Side(host), Side(guest)
        one.table.watch(lambda news: one.lockstep.concede(0) if news.n == when else None)
        two.table.watch(lambda news: two.lockstep.concede(2) if news.n == when + 1 else None)
        await asyncio.gather(one.lockstep.run(), two.lockstep.run())
        assert one.match.outcome and one.match.outcome.end == "concede"
        assert same(one, two)


async def test_only_own_seats_can_concede() -> None:
    async with seated_pair() as (host, _):
        with pytest.raises(ValueError, match="seat 1"):
            Side(host).lockstep.concede(1)


# Leaving, silence


async def test_leaving_on_purpose_is_told() -> None:
    async with seated_pair() as (host, guest):
        one, two = Side(host, thinks=True), Side(guest)
        left = asyncio.create_task(one.lockstep.run())
        asyncio.get_running_loop().call_later(0.05, one.lockstep.leave)
        with pytest.raises(PeerLeft, match="left the match") as failed:
            await two.lockstep.run()
        assert failed.value.status == 8
        assert await left is None
        assert two.store.outcome is None


async def test_a_side_that_is_stopped_says_goodbye() -> None:
    async with seated_pair() as (host, guest):
        one, two = Side(host, thinks=True), Side(guest, thinks=True)
        stopped = asyncio.create_task(two.lockstep.run())
        asyncio.get_running_loop().call_later(0.05, stopped.cancel)
        with pytest.raises(PeerLeft):
            await one.lockstep.run()
        assert stopped.cancelled()


async def test_a_side_that_falls_silent_is_given_up() -> None:
    async with seated_pair() as (host, guest):
        states: list[str] = []
        one = Side(host, give_up=0.5, beat=0.1, on_state=states.append)
        guest.close(0)
        with pytest.raises(LinkLost, match="Nothing was heard") as failed:
            await one.lockstep.run()
        assert failed.value.status == 6
        assert states == ["silent"]


async def test_a_paused_terminal_is_told() -> None:
    async with seated_pair() as (host, guest):
        states: list[str] = []
        one = Side(host, thinks=True, **QUICK)
        two = Side(guest, thinks=True, on_state=states.append, **QUICK)
        one.lockstep.paused = True
        clock = asyncio.get_running_loop()
        clock.call_later(0.2, setattr, one.lockstep, "paused", False)
        clock.call_later(0.4, one.lockstep.concede, 0)
        await asyncio.gather(one.lockstep.run(), two.lockstep.run())
        assert states == ["paused", "ok"]


async def test_a_controller_that_fails_ends_the_run_with_its_error() -> None:
    class Broken:
        async def choose(self, view: Any, decision: Decision) -> Sequence[Choice]:
            raise ZeroDivisionError

        def refused(self, reason: str) -> None: ...

    async with seated_pair() as (host, guest):
        one, two = Side(host), Side(guest)
        one.table._controllers[0] = Broken()
        results = await asyncio.gather(one.lockstep.run(), two.lockstep.run(), return_exceptions=True)
        assert [type(result) for result in results] == [ZeroDivisionError, PeerLeft]


# Short drops


class Cable:
    """A line between guest and host that can be cut."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._pulled = False
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.cuts = 0

    async def open(self) -> int:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    def cut(self) -> None:
        """Break the connections there are; new ones come about."""
        self.cuts += 1
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    def pull(self) -> None:
        self._pulled = True
        self.cut()

    def plug(self) -> None:
        self._pulled = False

    async def close(self) -> None:
        self._server.close()
        self.cut()
        for task in self._tasks:
            task.cancel()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._pulled:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._writers |= {writer, far_writer}
        for source, target in ((reader, far_writer), (far_reader, writer)):
            self._tasks.add(asyncio.create_task(self._copy(source, target)))

    async def _copy(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65_536):
                target.write(data)
                await target.drain()
        except OSError:
            pass
        target.transport.abort()


@asynccontextmanager
async def cabled_pair(**settings: Any) -> AsyncIterator[tuple[Seated, Seated, Cable]]:
    hosting = open_table(**settings)
    cable = Cable(hosting.port)
    port = await cable.open()
    invite = read_invite(hosting.invite)._replace(addresses=(Address(LOOPBACK, port),))
    waiting = asyncio.create_task(hosting.seat(HOST_PLACES))
    joining = await come(invite)
    try:
        guest = await joining.take_seat(GUEST_PLACES)
        yield await waiting, guest, cable
    finally:
        joining.close(0)
        hosting.close(0)
        await cable.close()


class Slow:
    """A bot that takes its time."""

    def __init__(self, n: int, seconds: float) -> None:
        self._bot = bot(n)
        self._seconds = seconds

    async def choose(self, view: Any, decision: Decision) -> Sequence[Choice]:
        await asyncio.sleep(self._seconds)
        return await self._bot.choose(view, decision)

    def refused(self, reason: str) -> None:
        raise AssertionError(reason)


@pytest.mark.parametrize("cuts", [1, 3])
async def test_a_cut_connection_comes_back_and_nothing_is_lost_or_doubled(cuts: int) -> None:
    async with cabled_pair(options={"rounds": 9}) as (host, guest, cable):
        one, two = Side(host, **QUICK), Side(guest, **QUICK)
        for side in (one, two):
            for seat in side.seated.seats:
                side.table._controllers[seat] = Slow(seat, 0.02)
        clock = asyncio.get_running_loop()
        for n in range(cuts):
            clock.call_later(0.1 + 0.5 * n, cable.cut)
        outcomes = await asyncio.gather(one.lockstep.run(), two.lockstep.run())
        assert outcomes[0] == outcomes[1] is not None
        assert same(one, two)
        assert one.lockstep._epoch == two.lockstep._epoch >= 2


async def test_a_pulled_cable_is_noticed_and_survived() -> None:
    async with cabled_pair() as (host, guest, cable):
        states: list[str] = []
        one, two = Side(host, on_state=states.append, **QUICK), Side(guest, **QUICK)
        two.table._controllers[1] = Slow(1, 0.3)
        clock = asyncio.get_running_loop()
        clock.call_later(0.1, cable.pull)
        clock.call_later(0.8, cable.plug)
        await asyncio.gather(one.lockstep.run(), two.lockstep.run())
        assert same(one, two)
        assert states[:2] == ["silent", "ok"]


async def test_another_guest_cannot_take_the_place_of_one_whose_line_is_cut() -> None:
    """It lacks the key; that it knows match and token would not help it."""
    async with cabled_pair() as (host, _, cable):
        one = Side(host, thinks=True, give_up=1.0, beat=0.1)
        run = asyncio.create_task(one.lockstep.run())
        cable.pull()
        caller = Caller(new_identity(), host.identity.curve_public)
        link = caller.call(Address(LOOPBACK, cable._port))
        await caller.say(link, Return(bytes.fromhex(host.header.match), host.token.reveal(), 0, one.match.h0))
        with pytest.raises(LinkLost):
            await run
        assert one.lockstep._epoch == 1
        caller.close()


# Mismatches


class OddRound(Pocket):
    """Says it has the same rules, and counts rounds otherwise."""

    def apply(self, state: State, choice: Choice, chance: Chance, events: Events | None = None) -> None:
        super().apply(state, choice, chance, events)
        state.rounds += 1


class OddBox(Pocket):
    """Says it has the same rules, and swaps two cards that nobody sees."""

    def apply(self, state: State, choice: Choice, chance: Chance, events: Events | None = None) -> None:
        super().apply(state, choice, chance, events)
        one, two = (
            state.deck[0][0],
            next(handle for handle in state.deck[0] if state.cards[handle] != state.cards[state.deck[0][0]]),
        )
        state.cards[one], state.cards[two] = state.cards[two], state.cards[one]


class NoLaying(Pocket):
    """Says it has the same rules, and forbids what they allow."""

    def decision(self, state: State) -> Decision | None:
        found = super().decision(state)
        if found is None or found.choices is None or state.asked != "turn":
            return found
        return Decision(
            found.seat, found.kind, [choice for choice in found.choices if choice.kind == "nothing"]
        )

    def why_not(self, state: State, choice: Choice) -> str:
        return "Nothing may be done."


async def mismatch_of(odd: Pocket) -> list[Mismatch]:
    async with seated_pair() as (host, guest):
        one, two = Side(host), Side(guest, game=odd)
        results = await asyncio.gather(one.lockstep.run(), two.lockstep.run(), return_exceptions=True)
        assert one.match.n == 1 and two.match.n == 0, "the guest never takes what it does not agree with"
        assert one.store.outcome is None and two.store.outcome is None
        found = [result for result in results if isinstance(result, Mismatch)]
        assert len(found) == 2
        assert all(fault.status == 7 and fault.report.n == 1 for fault in found)
        assert found[0].report.text == found[1].report.text == one.match.entries[0].text
        return found


async def test_a_public_difference_is_shown_with_both_values() -> None:
    host, guest = await mismatch_of(OddRound())
    assert (host.report.path, host.report.mine, host.report.theirs) == ("rounds", "3", "4")
    assert (guest.report.path, guest.report.mine, guest.report.theirs) == ("rounds", "4", "3")
    assert "rounds" in str(host) and "tesser 0.1" in str(host)


async def test_a_hidden_difference_is_named_without_values() -> None:
    for fault in await mismatch_of(OddBox()):
        assert (fault.report.path, fault.report.mine, fault.report.theirs) == ("cards", "", "")


async def test_what_one_side_does_not_allow_stops_both() -> None:
    host, guest = await mismatch_of(NoLaying())
    assert guest.report.reason == "Nothing may be done." and "Nothing may be done." in str(guest)
    assert host.report.reason == ""


async def test_another_start_is_noticed_with_the_first_entry() -> None:
    class OddStart(Pocket):
        def setup(self, header: Any, chance: Chance, events: Events | None = None) -> State:
            state = super().setup(header, chance, events)
            state.rounds += 1
            return state

    host, _ = await mismatch_of(OddStart())
    assert (host.report.path, host.report.mine, host.report.theirs) == ("rounds", "3", "4")
