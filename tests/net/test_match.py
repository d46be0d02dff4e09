"""Whole matches between two sides over loopback: ends, mismatches."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest

from core.contract.chance import Chance
from core.contract.choice import Choice, Decision
from core.contract.event import Events
from core.engine.entry import Entry
from net.handshake.seed import check_seed
from net.handshake.terms import Participant
from net.lockstep.desync import Desync
from net.lockstep.events import EntryConfirmed
from tests.pocket.game import Pocket, State
from tests.support.peers import DECK, Side, same, seated_pair
from tests.support.waiting import until


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
        one, two = Side(host), Side(guest)
        await asyncio.gather(one.lockstep.run(), two.lockstep.run())
        for side in (one, two):
            numbers = [confirmed.n for confirmed in side.heard(EntryConfirmed)]
            assert numbers == sorted(set(numbers))
            assert numbers[-1] == one.match.n
            assert len(numbers) > 1


async def test_a_choice_is_confirmed_at_once_where_a_person_thinks_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No beat and no waiting confirmation could do it: both come too late here."""
    monkeypatch.setattr("net.lockstep.sender._CONFIRM_SECONDS", 1_000.0)
    places = {1: Participant("Bea", DECK), 2: Participant("Cal")}
    async with seated_pair(guest_places=places) as (host, guest):
        one = Side(host, beat=1_000.0, give_up=10_000.0)
        two = Side(guest, thinks=True, beat=1_000.0, give_up=10_000.0)
        match = asyncio.gather(one.lockstep.run(), two.lockstep.run())
        await until(lambda: one.heard(EntryConfirmed) == [EntryConfirmed(1)])
        two.lockstep.requests.ask(1, "concede")
        await match


async def test_what_finds_no_room_here_comes_again_until_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.engine.table.RETRY_SECONDS", 0.01)
    async with seated_pair(options={"rounds": 3}) as (host, guest):
        one, two = Side(host, beat=0.05), Side(guest, beat=0.05)
        tries: Counter[int] = Counter()

        def full(entry: Entry) -> bool:
            tries[two.match.n] += 1
            return tries[two.match.n] < 3

        told: list[tuple[int, str]] = []

        def tell(by: int, reason: str) -> bool:
            told.append((by, reason))
            return True

        two.store.full = full
        two.table.on_unkept = tell
        await asyncio.gather(one.lockstep.run(), two.lockstep.run())
        assert same(one, two)
        assert {by for by, _ in told} == {0, 1, 2} and {reason for _, reason in told} == {"There is no room."}


# Giving up


@pytest.mark.parametrize("giver", [0, 1, 2])
async def test_conceding_works_whoever_owes_the_next_choice(giver: int) -> None:
    """Seat 0 owes: the host places its own concession at once, and those that the guest asks for."""
    async with seated_pair() as (host, guest):
        one, two = Side(host, thinks=True, beat=0.05), Side(guest, thinks=True, beat=0.05)
        (one if giver == 0 else two).lockstep.requests.ask(giver, "concede")
        outcomes = await asyncio.gather(one.lockstep.run(), two.lockstep.run())
        assert outcomes[0] == outcomes[1] and outcomes[0] is not None
        assert outcomes[0].end == "concede" and outcomes[0].places[giver] == 3
        assert [(entry.by, entry.text) for entry in one.match.entries] == [(giver, "concede")]
        assert same(one, two)


async def test_the_host_asks_when_the_guest_owes() -> None:
    async with seated_pair() as (host, guest):
        one, two = Side(host), Side(guest, thinks=True)
        one.table.watch(lambda news: one.lockstep.requests.ask(0, "concede") if news.n == 1 else None)
        await asyncio.gather(one.lockstep.run(), two.lockstep.run())
        assert one.match.entries[-1].text == "concede" and one.match.entries[-1].by == 0
        assert same(one, two)


@pytest.mark.parametrize("when", range(1, 8))
async def test_a_concession_in_the_middle_of_quick_play_is_signed_anew(when: int) -> None:
    async with seated_pair(options={"rounds": 9}) as (host, guest):
        one, two = Side(host), Side(guest)
        one.table.watch(lambda news: one.lockstep.requests.ask(0, "concede") if news.n == when else None)
        two.table.watch(lambda news: two.lockstep.requests.ask(2, "concede") if news.n == when + 1 else None)
        await asyncio.gather(one.lockstep.run(), two.lockstep.run())
        assert one.match.outcome and one.match.outcome.end == "concede"
        assert same(one, two)


async def test_only_own_seats_can_concede() -> None:
    async with seated_pair() as (host, _):
        with pytest.raises(ValueError, match="seat 1"):
            Side(host).lockstep.requests.ask(1, "concede")


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


async def mismatch_of(odd: Pocket) -> list[Desync]:
    async with seated_pair() as (host, guest):
        one, two = Side(host), Side(guest, game=odd)
        results = await asyncio.gather(one.lockstep.run(), two.lockstep.run(), return_exceptions=True)
        assert one.match.n == 1 and two.match.n == 0, "the guest never takes what it does not agree with"
        assert one.store.outcome is None and two.store.outcome is None
        found = [result for result in results if isinstance(result, Desync)]
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
