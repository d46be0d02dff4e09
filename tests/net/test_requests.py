"""A draw and a take-back are asked for, and placed by whoever owes the next decision; nobody else may."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from core.match import Entry, Match, Rejected
from core.notation import Malformed, write_choice
from core.record import read_record, verify, write_match
from net.handshake.terms import Participant
from net.lockstep.request import DRAWS, TAKE_BACKS, MatchRequest
from net.lockstep.requests import RequestLedger, Requests
from net.protocol.frames import Answer, Request
from net.protocol.identity import verify as verify_signature
from tests.net.test_attacks import Rogue, attacked
from tests.support.peers import DECK, GAME, Side, same, seated_pair, until

QUICK: dict[str, Any] = {"beat": 0.05, "give_up": 10.0}
PERSONS = {1: Participant("Bea", DECK), 2: Participant("Cal")}


class Asked:
    """Two sides of persons who choose only when a test does; what each was asked and told."""

    def __init__(self, one: Side, two: Side) -> None:
        self.one, self.two = one, two
        self.heard: list[MatchRequest] = []
        self.answers: list[tuple[str, bool]] = []
        self.lapsed: list[MatchRequest] = []
        for side in (one, two):
            side.lockstep.requests.on_asked = self.heard.append
            side.lockstep.requests.on_lapsed = self.lapsed.append
            side.lockstep.requests.on_answered = lambda wish, yes, why: self.answers.append((wish.text, yes))

    @property
    def owing(self) -> Side:
        seat = self.one.table.owes()
        return self.one if seat in self.one.seated.seats else self.two

    async def choose(self) -> int:
        """The seat that owes a choice makes it; gives the seat. Both sides have it then."""
        side, n = self.owing, self.one.match.n
        decision = side.match.decision()
        assert decision is not None and decision.choices
        side.table.place(decision.seat, write_choice(decision.choices[0], side.match.game.table))
        await until(lambda: self.one.match.n == self.two.match.n == n + 1)
        return decision.seat

    def side(self, seat: int) -> Side:
        return self.one if seat in self.one.seated.seats else self.two

    def other(self, seat: int) -> Side:
        return self.two if seat in self.one.seated.seats else self.one

    async def ask(self, seat: int, text: str) -> MatchRequest:
        count = len(self.heard)
        self.side(seat).lockstep.ask(seat, text)
        await until(lambda: len(self.heard) > count)
        return self.heard[-1]


@asynccontextmanager
async def asking() -> AsyncIterator[Asked]:
    async with seated_pair(guest_places=PERSONS, options={"rounds": 9}) as (host, guest):
        one, two = Side(host, thinks=True, **QUICK), Side(guest, thinks=True, **QUICK)
        runs = [asyncio.create_task(side.lockstep.run()) for side in (one, two)]
        try:
            yield Asked(one, two)
        finally:
            for run in runs:
                run.cancel()
            await asyncio.wait(runs)


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("choices", [1, 4])
async def test_a_draw_is_agreed_whoever_owes_the_next_choice(seat: int, choices: int) -> None:
    async with asking() as table:
        for _ in range(choices):
            await table.choose()
        wish = await table.ask(seat, "draw")
        assert table.one.match.outcome is None
        table.other(seat).lockstep.agree(wish.number, True)
        await until(lambda: table.one.match.outcome and table.two.match.outcome)
        assert same(table.one, table.two)
        last = table.one.match.entries[-1]
        assert (last.by, last.text) == (seat, "draw")


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("crossing", [False, True])
async def test_a_draw_that_both_offer_is_agreed(seat: int, crossing: bool) -> None:
    async with asking() as table:
        await table.choose()
        there = table.other(seat).seated.seats[0]
        if crossing:
            table.side(seat).lockstep.ask(seat, "draw")
        else:
            await table.ask(seat, "draw")
        table.other(seat).lockstep.ask(there, "draw")
        await until(lambda: table.one.match.outcome and table.two.match.outcome)
        assert same(table.one, table.two) and table.one.match.entries[-1].text == "draw"
        assert len(table.heard) == (0 if crossing else 1), "nobody is asked for what is agreed"


@pytest.mark.parametrize("what", ["draw", "undo"])
async def test_asking_again_for_what_is_asked_already_uses_nothing_up(what: str) -> None:
    async with asking() as table:
        seat = await table.choose()
        text = "draw" if what == "draw" else f"undo {table.one.match.agreed_undos(seat)[0]}"
        wish = await table.ask(seat, text)
        for _ in range(5):
            with pytest.raises(Rejected, match="already, and it still stands"):
                table.side(seat).lockstep.ask(seat, text)
        assert table.side(seat).lockstep.requests._account.mine == {what: 1}
        table.other(seat).lockstep.agree(wish.number, False)
        await until(lambda: table.answers)
        assert (await table.ask(seat, text)).number == wish.number + 1, "after a no it may be asked anew"
        assert len(table.heard) == 2


async def test_a_take_back_goes_back_on_both_sides() -> None:
    async with asking() as table:
        first = await table.choose()
        for _ in range(3):
            await table.choose()
        while table.one.table.owes() == first:
            await table.choose()
        target = table.one.match.agreed_undos(first)[-1]
        wish = await table.ask(first, f"undo {target}")
        await table.choose()  # n is taken meanwhile: who asks signs anew
        table.other(first).lockstep.agree(wish.number, True)
        await until(lambda: all("undo" in side.match.entries[-1].text for side in (table.one, table.two)))
        assert table.one.match.head == table.two.match.head
        assert table.one.table.owes() == first
        await table.choose()


async def test_a_declined_request_is_over_and_three_may_be_made() -> None:
    async with asking() as table:
        first = await table.choose()
        text = f"undo {table.one.match.agreed_undos(first)[0]}"
        for number in range(1, TAKE_BACKS + 1):
            wish = await table.ask(first, text)
            table.other(first).lockstep.agree(wish.number, False)
            await until(lambda number=number: len(table.answers) == number)  # type: ignore[misc]
        assert table.answers == [(text, False)] * TAKE_BACKS
        with pytest.raises(Rejected, match="3 times"):
            table.side(first).lockstep.ask(first, text)
        assert table.one.match.n == 1


async def test_who_has_muted_take_backs_hears_of_none() -> None:
    async with asking() as table:
        first = await table.choose()
        table.other(first).lockstep.requests.muted = True
        table.side(first).lockstep.ask(first, f"undo {table.one.match.agreed_undos(first)[0]}")
        await until(lambda: table.answers)
        assert table.heard == [] and not table.answers[0][1]


async def test_a_request_lapses_with_the_next_choice_of_who_asks() -> None:
    async with asking() as table:
        owing = table.one.table.owes()
        assert owing is not None
        wish = await table.ask(owing, "draw")
        assert await table.choose() == owing
        assert table.lapsed == [wish]
        table.other(owing).lockstep.agree(wish.number, True)
        await table.choose()
        assert table.one.match.outcome is None


async def test_what_the_rules_do_not_allow_can_not_be_asked_for() -> None:
    async with asking() as table:
        for text in ("undo 0", "undo 7", "forfeit", "undo 0 marked"):
            with pytest.raises((Rejected, Malformed)):
                table.one.lockstep.ask(0, text)


# A guest that says what it wants


@pytest.mark.usefixtures("unanswered")
async def test_an_entry_to_which_nobody_has_agreed_is_not_taken() -> None:
    async with attacked(thinks=False) as (side, rogue, _):
        for text in ("draw", "undo 1"):
            bad, n = side.lockstep._hearing.bad, side.match.n
            rogue.say(rogue.entry(text, rogue.me))
            await until(lambda bad=bad: side.lockstep._hearing.bad == bad + 1)  # type: ignore[misc]
            assert side.match.n == n


@pytest.mark.usefixtures("unanswered")
async def test_offers_without_end_are_declined_unheard() -> None:
    async with seated_pair(guest_places=PERSONS) as (host, guest):
        side, rogue = Side(host, thinks=True, beat=0.05), Rogue(guest)
        heard: list[MatchRequest] = []
        side.lockstep.requests.on_asked = heard.append
        run = asyncio.create_task(side.lockstep.run())
        for number in range(1, 30):
            rogue.say(rogue.request("draw", 1, ask=number))
        while (await rogue.hear(Answer)).ask < 29:
            pass
        assert len(heard) == DRAWS and side.match.n == 0
        run.cancel()
        await asyncio.wait({run})


async def test_what_was_asked_holds_when_the_match_goes_on_in_another_program() -> None:
    """The asks, what is declined unasked, and the numbers by which the other side tells requests apart."""
    kept: list[RequestLedger] = []
    async with asking() as table:
        table.one.lockstep.requests.on_account = kept.append
        seat = await table.choose()
        while seat not in table.one.seated.seats:
            seat = await table.choose()
        wish = await table.ask(seat, f"undo {table.one.match.agreed_undos(seat)[0]}")
        table.two.lockstep.agree(wish.number, False)
        await until(lambda: table.answers)
        table.one.lockstep.requests.muted = True
        requests = Requests(table.one.match, table.one.lockstep._entries._rights, table.one.lockstep._voice)
        requests.restore(msgspec.json.decode(msgspec.json.encode(kept[-1]), type=RequestLedger))
        assert requests.muted

        def declined(text: str) -> int:
            number = requests.ask(seat, text).number
            requests.answered(Answer(b"", 1, number, False, ""))
            return number

        numbers = [declined("draw") for _ in range(DRAWS)]
        assert numbers[0] == wish.number + 1
        text = f"undo {table.one.match.agreed_undos(seat)[0]}"
        for _ in range(TAKE_BACKS - 1):
            declined(text)
        with pytest.raises(Rejected, match="3 times"):
            requests.ask(seat, text)


async def test_a_concession_is_kept_until_the_other_side_is_there_to_place_it() -> None:
    kept: list[RequestLedger] = []
    async with asking() as table:
        table.one.lockstep.requests.on_account = kept.append
        while table.owing is table.one:
            await table.choose()
        seat = table.one.seated.seats[0]
        requests = Requests(table.one.match, table.one.lockstep._entries._rights, table.one.lockstep._voice)
        requests.ask(seat, "concede")
        with pytest.raises(Rejected, match="conceded already"):
            requests.ask(seat, "draw")
        again = Requests(table.one.match, table.one.lockstep._entries._rights, table.one.lockstep._voice)
        again.restore(requests._account)
        assert again.mine == {seat: "concede"}
        table.one.lockstep.requests.restore(requests._account)
        await until(lambda: table.one.match.outcome and table.two.match.outcome)
        assert same(table.one, table.two) and table.two.match.entries[-1].text == "concede"


def resumed(side: Side, account: RequestLedger, asked: list[MatchRequest]) -> Requests:
    """The requests of this side in a program that was started again with this account."""
    held = msgspec.json.decode(msgspec.json.encode(account), type=RequestLedger)
    again = Requests(side.match, side.lockstep._entries._rights, side.lockstep._voice)
    again.restore(held)
    again.on_asked = asked.append
    return again


@pytest.mark.parametrize("what", ["draw", "undo"])
async def test_what_was_asked_before_a_program_was_killed_is_asked_again(what: str) -> None:
    async with asking() as table:
        seat = await table.choose()
        there = table.other(seat)
        wish = await table.ask(seat, "draw" if what == "draw" else f"undo {table.one.match.n - 1}")
        heard = Request(b"", 1, wish.number, table.one.match.n + 1, seat, wish.text, bytes(16), bytes(64))
        asked: list[MatchRequest] = []
        again = resumed(there, there.lockstep.requests._account, asked)
        assert again.heard(heard) == "ask"
        again.put(heard)
        assert asked == [wish] and again.heard(heard) == "unknown", "it is put once"
        assert again._account.theirs == {wish.kind: 1}, "and counts once"
        again.agree(wish.number, True)
        more = resumed(there, again._account, asked)
        assert more.heard(heard) == "agreed" and more.agreed == {(seat, wish.text)}
        more.entered(Entry(seat, "pass", "", None))
        last = resumed(there, more._account, asked)
        assert last.heard(heard) == "unknown" and asked == [wish], "what has lapsed is not asked again"


@pytest.mark.parametrize("what", ["draw", "undo"])
async def test_what_a_killed_program_had_asked_for_stands_when_it_goes_on(what: str) -> None:
    async with asking() as table:
        seat = await table.choose()
        one, there = table.side(seat), table.other(seat)
        wish = await table.ask(seat, "draw" if what == "draw" else f"undo {table.one.match.n - 1}")
        again = resumed(one, one.lockstep.requests._account, [])
        assert again.asking == [wish] and again._account.mine == {wish.kind: 1}, "it is no further one"
        heard = Request(b"", 1, wish.number, table.one.match.n + 1, seat, wish.text, bytes(16), bytes(64))
        assert there.lockstep.requests.heard(heard) == "unknown", "it was put already"
        there.lockstep.agree(wish.number, True)
        assert there.lockstep.requests.heard(heard) == "agreed"
        again.entered(Entry(seat, wish.text, "", None))
        assert not again.asking and not resumed(one, again._account, []).asking


async def test_an_older_account_leads_to_no_number_that_was_heard() -> None:
    async with asking() as table:
        seat = await table.choose()
        older = msgspec.json.encode(table.side(seat).lockstep.requests._account)
        wish = await table.ask(seat, "draw")
        table.other(seat).lockstep.agree(wish.number, False)
        await until(lambda: table.answers)
        table.side(seat).lockstep._voice.epoch += 1  # as it is once the two have met again
        again = resumed(table.side(seat), msgspec.json.decode(older, type=RequestLedger), [])
        anew = again.ask(seat, "draw")
        heard = Request(b"", 2, anew.number, table.one.match.n + 1, seat, "draw", bytes(16), bytes(64))
        assert anew.number > wish.number
        assert table.other(seat).lockstep.requests.heard(heard) == "ask"


@pytest.mark.parametrize("known", [False, True])
async def test_where_only_bots_are_a_take_back_is_agreed_if_nothing_became_known(known: bool) -> None:
    async with asking() as table:
        seat, asks, bots = 0, table.one, table.two
        decision = asks.match.decision()
        assert decision is not None and decision.seat == seat and decision.choices
        laid = next(one for one in decision.choices if one.kind == "lay")  # which shows nobody anything
        asks.table.place(seat, write_choice(laid, GAME.table))
        await until(lambda: bots.match.n == 1)
        bots.lockstep.requests.on_asked = None
        answers: list[tuple[bool, str]] = []
        asks.lockstep.requests.on_answered = lambda wish, yes, why: answers.append((yes, why))
        target = asks.match.agreed_undos(seat)[0]
        if known:
            while not asks.match.learned_since(target, seat):
                await table.choose()
        assert bots.match.learned_since(target, seat) == known
        asks.lockstep.ask(seat, f"undo {target}")
        await until(lambda: answers)
        assert answers == [(not known, "known" if known else "")]
        if not known:
            await until(lambda: all("undo" in one.match.entries[-1].text for one in (table.one, table.two)))
        asks.lockstep.ask(seat, "draw")
        await until(lambda: len(answers) == 2)
        assert answers[-1] == (False, "bots")


async def test_a_copy_is_ended_alone_only_while_the_other_side_is_gone() -> None:
    async with seated_pair(guest_places=PERSONS, options={"rounds": 9}) as (host, guest), asyncio.timeout(20):
        one = Side(host, thinks=True, beat=0.05, give_up=None)
        two = Side(guest, thinks=True, **QUICK)
        runs = [asyncio.create_task(side.lockstep.run()) for side in (one, two)]
        with pytest.raises(Rejected, match="is there"):
            one.lockstep.end_apart(0, "left")
        guest.close(0)  # without a word, as a machine that is switched off
        await until(lambda: one.lockstep.state == "silent")
        one.lockstep.end_apart(0, "left")
        outcome = await runs[0]
        assert outcome is not None and outcome.end == "left" and not one.lockstep.settled
        assert one.store.entries[-1].text == "left" and two.match.n == 0
        verify(read_record(write_match(one.match)), GAME, verify_signature)
        runs[1].cancel()
        await asyncio.wait({runs[1]})


async def test_one_sided_ends_say_what_they_are() -> None:
    async with seated_pair(options={"rounds": 9}, clock="60") as (host, _):
        match = Match(host.header.__class__(**msgspec.structs.asdict(host.header)), GAME)
        decision = match.decision()
        assert decision is not None
        there = next(
            n
            for n, one in enumerate(match.header.seats)
            if one.peer != match.header.seats[decision.seat].peer
        )
        left = match.prepare(there, "left")
        assert left.outcome is not None and left.outcome.end == "left" and left.outcome.winner is None
        claimed = match.prepare(there, "claimed")
        assert claimed.outcome is not None
        assert max(claimed.outcome.places) == claimed.outcome.places[decision.seat] > 1
        with pytest.raises(Rejected, match="owed on this side"):
            match.prepare(decision.seat, "claimed")
