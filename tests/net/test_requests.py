"""A draw and a take-back are asked for, and placed by whoever owes the next decision; nobody else may."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from core.engine.entry import Entry
from core.engine.match import Match, Rejected
from core.engine.notation import Malformed, write_choice
from core.engine.record import read_record, verify, write_match
from net.handshake.terms import Participant
from net.lockstep.events import LedgerChanged, PeerEvent, RequestAnswered, RequestLapsed, RequestReceived
from net.lockstep.request import DRAWS, TAKE_BACKS, Decline, MatchRequest, RequestKind, RequestLedger, kind_of
from net.lockstep.requests import Requests
from net.protocol.frames import MOST_ENTRIES, Answer, Request
from net.protocol.identity import verify as verify_signature
from tests.net.test_attacks import Rogue, attacked
from tests.support.peers import DECK, GAME, Side, only, same, seated_pair
from tests.support.waiting import SECONDS, until

QUICK: dict[str, Any] = {"beat": 0.05, "attended": True}
PERSONS = {1: Participant("Bea", DECK), 2: Participant("Cal")}


class Asked:
    """Two sides of persons who choose only when a test does; what each was asked and told."""

    def __init__(self, one: Side, two: Side) -> None:
        self.one, self.two = one, two

    @property
    def told(self) -> list[PeerEvent]:
        return self.one.told + self.two.told

    @property
    def heard(self) -> list[MatchRequest]:
        return [event.request for event in self.told if isinstance(event, RequestReceived)]

    @property
    def answers(self) -> list[tuple[str, bool]]:
        return [(event.request.text, event.yes) for event in self.told if isinstance(event, RequestAnswered)]

    @property
    def lapsed(self) -> list[MatchRequest]:
        return [event.request for event in self.told if isinstance(event, RequestLapsed)]

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
        there = self.other(seat)
        count = len(there.heard(RequestReceived))
        self.side(seat).lockstep.requests.ask(seat, text)
        await until(lambda: len(there.heard(RequestReceived)) > count)
        return there.heard(RequestReceived)[-1].request


@asynccontextmanager
async def asking(here: dict[str, Any] = QUICK, there: dict[str, Any] = QUICK) -> AsyncIterator[Asked]:
    async with seated_pair(guest_places=PERSONS, options={"rounds": 9}) as (host, guest):
        one = Side(host, thinks=True, **QUICK | here)
        two = Side(guest, thinks=True, **QUICK | there)
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
        request = await table.ask(seat, "draw")
        assert table.one.match.outcome is None
        table.other(seat).lockstep.requests.answer(request.number, True)
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
            table.side(seat).lockstep.requests.ask(seat, "draw")
        else:
            await table.ask(seat, "draw")
        table.other(seat).lockstep.requests.ask(there, "draw")
        await until(lambda: table.one.match.outcome and table.two.match.outcome)
        assert same(table.one, table.two) and table.one.match.entries[-1].text == "draw"
        assert len(table.heard) == (0 if crossing else 1), "nobody is asked for what is agreed"


@pytest.mark.parametrize("what", ["draw", "undo"])
async def test_asking_again_for_what_is_asked_already_uses_nothing_up(what: str) -> None:
    async with asking() as table:
        seat = await table.choose()
        text = "draw" if what == "draw" else f"undo {table.one.match.agreed_undos(seat)[0]}"
        request = await table.ask(seat, text)
        for _ in range(5):
            with pytest.raises(Rejected, match="already, and it still stands"):
                table.side(seat).lockstep.requests.ask(seat, text)
        assert table.side(seat).lockstep.requests._ledger.mine == {what: 1}
        table.other(seat).lockstep.requests.answer(request.number, False)
        await until(lambda: table.answers)
        assert (await table.ask(seat, text)).number == request.number + 1, "after a no it may be asked anew"
        assert len(table.heard) == 2


async def test_a_take_back_goes_back_on_both_sides() -> None:
    async with asking() as table:
        first = await table.choose()
        for _ in range(3):
            await table.choose()
        while table.one.table.owes() == first:
            await table.choose()
        target = table.one.match.agreed_undos(first)[-1]
        request = await table.ask(first, f"undo {target}")
        await table.choose()  # n is taken meanwhile: who asks signs anew
        table.other(first).lockstep.requests.answer(request.number, True)
        await until(lambda: all("undo" in side.match.entries[-1].text for side in (table.one, table.two)))
        assert table.one.match.head == table.two.match.head
        assert table.one.table.owes() == first
        await table.choose()


async def test_a_declined_request_is_over_and_three_may_be_made() -> None:
    async with asking() as table:
        first = await table.choose()
        text = f"undo {table.one.match.agreed_undos(first)[0]}"
        for number in range(1, TAKE_BACKS + 1):
            request = await table.ask(first, text)
            table.other(first).lockstep.requests.answer(request.number, False)
            await until(lambda number=number: len(table.answers) == number)  # type: ignore[misc]
        assert table.answers == [(text, False)] * TAKE_BACKS
        with pytest.raises(Rejected, match="3 times"):
            table.side(first).lockstep.requests.ask(first, text)
        assert table.one.match.n == 1


async def test_who_has_muted_take_backs_hears_of_none() -> None:
    async with asking() as table:
        first = await table.choose()
        table.other(first).lockstep.requests.muted = True
        table.side(first).lockstep.requests.ask(first, f"undo {table.one.match.agreed_undos(first)[0]}")
        await until(lambda: table.answers)
        assert table.heard == [] and not table.answers[0][1]


async def test_a_request_lapses_with_the_next_choice_of_who_asks() -> None:
    async with asking() as table:
        owing = table.one.table.owes()
        assert owing is not None
        request = await table.ask(owing, "draw")
        assert await table.choose() == owing
        assert table.lapsed == [request]
        table.other(owing).lockstep.requests.answer(request.number, True)
        await table.choose()
        assert table.one.match.outcome is None


async def test_what_the_rules_do_not_allow_can_not_be_asked_for() -> None:
    async with asking() as table:
        for text in ("undo 0", "undo 7", "forfeit", "undo 0 marked"):
            with pytest.raises((Rejected, Malformed)):
                table.one.lockstep.requests.ask(0, text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("concede", RequestKind.CONCEDE),
        ("forfeit", RequestKind.CLAIM),
        ("draw", RequestKind.DRAW),
        ("undo 0", RequestKind.TAKE_BACK),
        ("undo 12", RequestKind.TAKE_BACK),
        *[
            (text, None)
            for text in ("undo 012", "undo 12 marked", f"undo {MOST_ENTRIES}", "undo", "undo -1", "undo 1 ")
        ],
        *[(text, None) for text in ("left", "claimed", "draw ", "Draw", "pass", "play 37=pkt/pip/one", "")],
    ],
)
def test_only_some_entries_can_be_asked_for(text: str, kind: RequestKind | None) -> None:
    assert kind_of(text) is kind


# A guest that says what it wants


@pytest.mark.usefixtures("unanswered")
async def test_an_entry_to_which_nobody_has_agreed_is_not_taken() -> None:
    async with attacked(thinks=False) as (side, rogue, _):
        for text in ("draw", "undo 1"):
            bad, n = side.lockstep._receiver.bad, side.match.n
            rogue.say(rogue.entry(text, rogue.me))
            await until(lambda bad=bad: side.lockstep._receiver.bad == bad + 1)  # type: ignore[misc]
            assert side.match.n == n


@pytest.mark.usefixtures("unanswered")
async def test_offers_without_end_are_declined_unheard() -> None:
    async with seated_pair(guest_places=PERSONS) as (host, guest):
        side, rogue = Side(host, thinks=True, **QUICK), Rogue(guest)
        run = asyncio.create_task(side.lockstep.run())
        for number in range(1, 30):
            rogue.say(rogue.request("draw", 1, ask=number))
        while (await rogue.hear(Answer)).ask < 29:
            pass
        assert len(side.heard(RequestReceived)) == DRAWS and side.match.n == 0
        run.cancel()
        await asyncio.wait({run})


async def test_what_was_asked_holds_when_the_match_goes_on_in_another_program() -> None:
    """The asks, what is declined unasked, and the numbers by which the other side tells requests apart."""
    async with asking() as table:
        seat = await table.choose()
        while seat not in table.one.seated.seats:
            seat = await table.choose()
        request = await table.ask(seat, f"undo {table.one.match.agreed_undos(seat)[0]}")
        table.two.lockstep.requests.answer(request.number, False)
        await until(lambda: table.answers)
        table.one.lockstep.requests.muted = True
        kept = table.one.heard(LedgerChanged)[-1].ledger
        requests = resumed(table.one, kept, [])
        assert requests.muted

        def declined(text: str) -> int:
            number = requests.ask(seat, text).number
            requests.answered(Answer(b"", 1, number, False, ""))
            return number

        numbers = [declined("draw") for _ in range(DRAWS)]
        assert numbers[0] == request.number + 1
        text = f"undo {table.one.match.agreed_undos(seat)[0]}"
        for _ in range(TAKE_BACKS - 1):
            declined(text)
        with pytest.raises(Rejected, match="3 times"):
            requests.ask(seat, text)


async def test_a_concession_is_kept_until_the_other_side_is_there_to_place_it() -> None:
    async with asking() as table:
        while table.owing is table.one:
            await table.choose()
        seat = table.one.seated.seats[0]
        requests = resumed(table.one, RequestLedger(), [])
        requests.ask(seat, "concede")
        with pytest.raises(Rejected, match="conceded already"):
            requests.ask(seat, "draw")
        assert resumed(table.one, requests._ledger, []).mine == {seat: "concede"}


async def test_a_concession_that_was_kept_is_placed_when_the_match_goes_on() -> None:
    async with asking(here={"ledger": RequestLedger(number=1, conceding=[0])}) as table:
        assert table.one.seated.seats == (0,)
        await until(lambda: table.one.match.outcome and table.two.match.outcome)
        assert same(table.one, table.two) and table.two.match.entries[-1].text == "concede"


def as_frame(match: Match, request: MatchRequest) -> Request:
    """A request of one side as the other hears it."""
    hoped = match.prepare(request.by, request.text)
    return Request(bytes(16), 1, request.number, hoped.n, request.by, request.text, hoped.hash, bytes(64))


def resumed(side: Side, ledger: RequestLedger, asked: list[MatchRequest]) -> Requests:
    """The requests of this side in a program that was started again with this ledger."""
    return Requests(
        side.match,
        side.lockstep._entries._permissions,
        side.lockstep._sender,
        only(RequestReceived, lambda event: asked.append(event.request)),
        lambda: None,
        ledger=msgspec.json.decode(msgspec.json.encode(ledger), type=RequestLedger),
        attended=True,
    )


@pytest.mark.parametrize("what", ["draw", "undo"])
async def test_what_was_asked_before_a_program_was_killed_is_asked_again(what: str) -> None:
    async with asking() as table:
        seat = await table.choose()
        there = table.other(seat)
        request = await table.ask(seat, "draw" if what == "draw" else f"undo {table.one.match.n - 1}")
        heard = as_frame(table.one.match, request)
        asked: list[MatchRequest] = []
        again = resumed(there, there.lockstep.requests._ledger, asked)
        assert not again.receive(heard) and asked == [request]
        assert not again.receive(heard) and asked == [request], "it is put once"
        assert again._ledger.theirs == {request.kind: 1}, "and counts once"
        again.answer(request.number, True)
        more = resumed(there, again._ledger, asked)
        assert more.receive(heard) and more.agreed == {(seat, request.text)}
        more.entered(Entry(seat, "pass", "", None))
        last = resumed(there, more._ledger, asked)
        assert not last.receive(heard) and asked == [request], "what has lapsed is not asked again"


@pytest.mark.parametrize("what", ["draw", "undo"])
async def test_what_a_killed_program_had_asked_for_stands_when_it_goes_on(what: str) -> None:
    async with asking() as table:
        seat = await table.choose()
        one, there = table.side(seat), table.other(seat)
        request = await table.ask(seat, "draw" if what == "draw" else f"undo {table.one.match.n - 1}")
        again = resumed(one, one.lockstep.requests._ledger, [])
        assert again.unanswered == [request] and again._ledger.mine == {request.kind: 1}, (
            "it is no further one"
        )
        heard = as_frame(table.one.match, request)
        assert not there.lockstep.requests.receive(heard), "it was put already"
        there.lockstep.requests.answer(request.number, True)
        assert there.lockstep.requests.receive(heard)
        again.entered(Entry(seat, request.text, "", None))
        assert not again.unanswered and not resumed(one, again._ledger, []).unanswered


async def test_an_older_ledger_leads_to_no_number_that_was_heard() -> None:
    async with asking() as table:
        seat = await table.choose()
        older = msgspec.json.encode(table.side(seat).lockstep.requests._ledger)
        request = await table.ask(seat, "draw")
        table.other(seat).lockstep.requests.answer(request.number, False)
        await until(lambda: table.answers)
        table.side(seat).lockstep._sender.epoch += 1  # as it is once the two have met again
        again = resumed(table.side(seat), msgspec.json.decode(older, type=RequestLedger), [])
        anew = again.ask(seat, "draw")
        assert anew.number > request.number
        there = table.other(seat)
        there.lockstep.requests.receive(as_frame(table.one.match, anew))
        assert there.heard(RequestReceived)[-1].request == anew


@pytest.mark.parametrize("known", [False, True])
async def test_where_only_bots_are_a_take_back_is_agreed_if_nothing_became_known(known: bool) -> None:
    async with asking(there={"attended": False}) as table:
        seat, asks, bots = 0, table.one, table.two
        decision = asks.match.decision()
        assert decision is not None and decision.seat == seat and decision.choices
        laid = next(one for one in decision.choices if one.kind == "lay")  # which shows nobody anything
        asks.table.place(seat, write_choice(laid, GAME.table))
        await until(lambda: bots.match.n == 1)
        target = asks.match.agreed_undos(seat)[0]
        if known:
            while not asks.match.learned_since(target, seat):
                await table.choose()
        assert bots.match.learned_since(target, seat) == known
        asks.lockstep.requests.ask(seat, f"undo {target}")
        await until(lambda: asks.heard(RequestAnswered))
        (answer,) = asks.heard(RequestAnswered)
        assert (answer.yes, answer.why) == (not known, Decline.KNOWN if known else None)
        if not known:
            await until(lambda: all("undo" in one.match.entries[-1].text for one in (table.one, table.two)))
        asks.lockstep.requests.ask(seat, "draw")
        await until(lambda: len(asks.heard(RequestAnswered)) == 2)
        answer = asks.heard(RequestAnswered)[-1]
        assert (answer.yes, answer.why) == (False, Decline.BOTS)


async def test_a_copy_is_ended_alone_only_while_the_other_side_is_gone() -> None:
    async with (
        seated_pair(guest_places=PERSONS, options={"rounds": 9}) as (host, guest),
        asyncio.timeout(SECONDS),
    ):
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
