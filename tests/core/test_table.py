"""The table: who is asked, what is stored when, what peers may place, and leaving."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from core.bots.random import RandomBot
from core.contract.choice import Choice, Decision
from core.contract.header import Header
from core.contract.outcome import Outcome
from core.contract.state import ANYBODY, FULL
from core.contract.stream import Stream, numbered_seed
from core.engine.chain import signing_bytes
from core.engine.entry import Entry
from core.engine.match import IllegalEntry, Match, Rejected, StaleEntry
from core.engine.notation import Malformed
from core.engine.table import News, Table
from core.wrinkles.state import EVIL, GOOD
from core.wrinkles.wrinkles import load
from tests.core.shadow import packed
from tests.pocket.game import Pocket
from tests.support.matches import header

PASS = Choice("pass")


class Scripted:
    """A controller that makes these acts, one after the other, and keeps what it was shown."""

    def __init__(self, *acts: Sequence[Choice], then: asyncio.Event | None = None) -> None:
        self._acts = list(acts)
        self.views: list[Any] = []
        self.asked: list[Decision] = []
        self.reasons: list[str] = []
        self.cancelled = 0
        self.waiting = then or asyncio.Event()
        """Set when there is no act left, and it only waits."""

    async def choose(self, view: Any, decision: Decision) -> Sequence[Choice]:
        self.views.append(view)
        self.asked.append(decision)
        if self._acts:
            return self._acts.pop(0)
        self.waiting.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        raise AssertionError

    def refused(self, reason: str) -> None:
        self.reasons.append(reason)


class Shelf:
    """A store that writes down what it is told, in one list with whatever else happens."""

    def __init__(self, log: list[tuple[str, Any]]) -> None:
        self.log = log
        self.fails = False

    def open(self, header: Header, h0: bytes) -> None:
        self.log.append(("open", h0))

    def append(self, entry: Entry, outcome: Outcome | None) -> None:
        if self.fails:
            raise OSError("disk full")
        self.log.append(("append", entry.text))
        if outcome is not None:
            self.log.append(("close", outcome.end))


def wrinkles(**changes: Any) -> Match:
    return Match(header(load(), **changes), load())


async def test_bots_play_a_match_to_its_end(pocket: Pocket) -> None:
    for game in (load(), pocket):
        options = {"max_turns": 1} if game is not pocket else {}
        match = Match(header(game, options=options), game)
        table = Table(
            match, {seat: RandomBot(Stream(numbered_seed(seat), "bot")) for seat in range(game.seats[1])}
        )
        outcome = await table.run()
        assert outcome is not None and outcome == match.outcome and table.owes() is None


async def test_each_seat_is_asked_its_own_decisions_and_shown_its_own_view(pocket: Pocket) -> None:
    match = Match(header(pocket, options={"rounds": 1}), pocket)
    shown: list[tuple[int, int]] = []

    class Watching(RandomBot):
        def __init__(self, seat: int) -> None:
            super().__init__(Stream(numbered_seed(seat), "bot"))
            self.seat = seat

        async def choose(self, view: Any, decision: Decision) -> Sequence[Choice]:
            shown.append((self.seat, view.viewer))
            assert decision.seat == self.seat and view.viewer not in (FULL, ANYBODY)
            assert packed(view) == packed(pocket.mask(match.state, self.seat))
            return await super().choose(view, decision)

    await Table(match, {seat: Watching(seat) for seat in range(3)}).run()
    assert {seat for seat, _ in shown} == {0, 1, 2} and all(seat == viewer for seat, viewer in shown)


async def test_an_entry_is_stored_before_anybody_is_told() -> None:
    log: list[tuple[str, Any]] = []
    match = wrinkles()
    table = Table(match, {}, Shelf(log))
    table.watch(lambda news: log.append(("told", (news.n, news.entry.text, match.n))))
    assert log == [("open", match.h0)]
    table.place(GOOD, "pass")
    table.place(EVIL, "concede")
    assert log[1:] == [
        ("append", "pass"), ("told", (1, "pass", 1)),
        ("append", "concede"), ("close", "concede"), ("told", (2, "concede", 2)),
    ]  # fmt: skip


async def test_what_can_not_be_stored_does_not_happen() -> None:
    shelf, told = Shelf([]), list[News]()
    match = wrinkles()
    table = Table(match, {}, shelf)
    table.watch(told.append)
    shelf.fails = True
    before, head = packed(match.state), match.head
    with pytest.raises(OSError, match="disk full"):
        table.place(GOOD, "pass")
    assert (packed(match.state), match.head, match.n, told) == (before, head, 0, [])


@pytest.mark.parametrize(
    ("by", "text", "error"),
    [
        (EVIL, "pass", StaleEntry),
        (GOOD, "allow", IllegalEntry),
        (GOOD, "play x", Malformed),
        (5, "pass", Malformed),
    ],
)
async def test_a_refused_entry_is_neither_stored_nor_told(by: int, text: str, error: type[Exception]) -> None:
    log: list[tuple[str, Any]] = []
    match = wrinkles()
    table = Table(match, {}, Shelf(log))
    table.watch(lambda news: log.append(("told", news.n)))
    with pytest.raises(error):
        table.place(by, text)
    assert [word for word, _ in log] == ["open"] and match.n == 0


async def test_an_entry_of_a_peer_is_checked_before_it_is_stored() -> None:
    log: list[tuple[str, Any]] = []
    match = wrinkles(peers=(0, 1))
    table = Table(match, {}, Shelf(log))
    news: list[News] = []
    table.watch(news.append)
    prepared = match.prepare(GOOD, "pass")
    checked: list[tuple[int, bytes]] = []

    def refuse(n: int, h_n: bytes) -> bool:
        checked.append((n, h_n))
        return False

    with pytest.raises(Rejected, match="signed"):
        table.place(GOOD, "pass", "aa", refuse)
    assert checked == [(1, prepared.hash)] and match.n == 0 and [word for word, _ in log] == ["open"]
    entry = table.place(GOOD, "pass", "aa", lambda n, h_n: h_n == prepared.hash)
    assert entry.signature == "aa" and news[0].entry == entry


async def test_what_is_placed_here_is_signed_over_match_number_and_hash() -> None:
    signed: list[tuple[int, bytes]] = []

    def sign(by: int, message: bytes) -> str:
        signed.append((by, message))
        return f"{by:02x}"

    match = wrinkles()
    table = Table(match, {}, sign=sign)
    entry = table.place(GOOD, "pass")
    assert entry.signature == "00"
    assert signed == [(GOOD, signing_bytes(match.header.match, 1, match.head))]
    assert table.place(EVIL, "pass", "given").signature == "given", "a request comes with its asker's"
    assert len(signed) == 1


async def test_a_peers_entry_moves_a_waiting_table_on() -> None:
    match = wrinkles(peers=(0, 1))
    good = Scripted([PASS])
    table = Table(match, {GOOD: good})
    run = asyncio.ensure_future(table.run())
    moved = asyncio.Event()
    table.watch(lambda news: moved.set())
    await moved.wait()
    assert table.owes() == EVIL and match.n == 1
    table.place(EVIL, "pass", None, lambda n, h_n: True)
    await good.waiting.wait()
    assert [decision.seat for decision in good.asked] == [GOOD, GOOD]
    table.leave()
    assert await run is None and good.cancelled == 1


async def test_a_controller_is_no_longer_asked_when_the_match_moves_on_without_it() -> None:
    match = wrinkles()
    good, evil = Scripted(), Scripted()
    table = Table(match, {GOOD: good, EVIL: evil})
    run = asyncio.ensure_future(table.run())
    await good.waiting.wait()
    table.place(EVIL, "concede")
    outcome = await run
    assert outcome is not None and outcome.winner == GOOD
    assert good.cancelled == 1 and evil.asked == []


async def test_leaving_stops_the_table_and_keeps_the_match() -> None:
    match = wrinkles()
    good = Scripted()
    table = Table(match, {GOOD: good})
    run = asyncio.ensure_future(table.run())
    await good.waiting.wait()
    table.leave()
    assert await run is None
    assert match.outcome is None and match.n == 0 and table.owes() == GOOD
    assert await table.run() is None, "once left, it stays so"


async def test_a_cancelled_table_leaves_no_controller_behind() -> None:
    good = Scripted()
    run = asyncio.ensure_future(Table(wrinkles(), {GOOD: good}).run())
    await good.waiting.wait()
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert good.cancelled == 1


async def test_a_refused_act_is_told_to_its_controller_which_is_asked_again() -> None:
    match = wrinkles()
    good = Scripted([Choice("allow")], [PASS])
    evil = Scripted()
    table = Table(match, {GOOD: good, EVIL: evil})
    run = asyncio.ensure_future(table.run())
    await evil.waiting.wait()
    assert len(good.asked) == 2 and match.n == 1
    assert good.reasons == ["You can't allow now; the question is one of: pass, play, use."]
    table.leave()
    await run


async def test_an_act_ends_where_another_seat_owes_the_next_choice() -> None:
    match = wrinkles()
    good, evil = Scripted([PASS, PASS]), Scripted()
    table = Table(match, {GOOD: good, EVIL: evil})
    run = asyncio.ensure_future(table.run())
    await evil.waiting.wait()
    assert match.n == 1, "the second pick was not for this seat's decision"
    table.leave()
    await run


async def test_a_controller_that_breaks_breaks_the_run_and_not_the_match() -> None:
    class Broken(Scripted):
        async def choose(self, view: Any, decision: Decision) -> Sequence[Choice]:
            raise RuntimeError("broken bot")

    match = wrinkles()
    with pytest.raises(RuntimeError, match="broken bot"):
        await Table(match, {GOOD: Broken()}).run()
    assert match.n == 0 and match.outcome is None
