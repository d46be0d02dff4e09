"""After a match the link stays: both may talk, leave, and play once more with the seats moved."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from core.contract.header import Decklist
from net.faultpoints import BEGINNING
from net.handshake.terms import GUEST, HOST, CheckDeck, HandshakeResult
from net.lockstep.events import ChatHeard, MatchSettled, PeerGone, RematchFailed, RematchTurn
from net.lockstep.rematch import RematchVotes, moved, moved_peers, play_again, terms_again
from net.protocol.errors import NeverBegan, StillBefore
from net.protocol.frames import Offer, RematchVote, Say
from net.protocol.invite import Address
from net.protocol.limits import BAD_FRAMES, REMATCHES
from net.protocol.secret import Secret
from tests.net.test_reconnect import Back, Kept, at, both, broken_off, contact
from tests.support.cable import LOOPBACK
from tests.support.peers import DECK, GAME, PEERS, Side, same, seated_pair
from tests.support.waiting import SECONDS, until

QUICK: dict[str, Any] = {"beat": 0.05, "give_up": 0.8}
POOR = Decklist("Poor", {"pkt/pip/one": 1})


class Stayer(Side):
    """A side whose match is played by bots, and which then stays."""

    def __init__(self, seated: HandshakeResult, **settings: Any) -> None:
        super().__init__(seated, **QUICK)
        self.deck = DECK
        self.check: CheckDeck | None = None
        self.lockstep.rematch.handshake = self.rematch
        self.run = asyncio.create_task(self.lockstep.run())

    @property
    def turns(self) -> list[RematchTurn]:
        return self.heard(RematchTurn)

    @property
    def gone(self) -> list[PeerGone]:
        return self.heard(PeerGone)

    @property
    def refused(self) -> list[str]:
        return [str(failed.error) for failed in self.heard(RematchFailed)]

    @property
    def settled(self) -> bool:
        return bool(self.heard(MatchSettled))

    async def rematch(self, offer: Offer | None) -> HandshakeResult:
        header = self.seated.header
        terms = terms_again(header, GAME, name="Ann", app="0.1", format="")
        decks = {seat: self.deck if GAME.deck_group(seat) else None for seat in range(len(PEERS))}
        return await play_again(self.seated, GAME, terms, decks, self.check, offer)

    async def followed(self) -> Stayer:
        """The next match, which has begun."""
        async with asyncio.timeout(SECONDS):
            await self.run
        assert self.lockstep.rematch.following is not None
        return Stayer(self.lockstep.rematch.following)


@asynccontextmanager
async def over() -> AsyncIterator[tuple[Stayer, Stayer]]:
    """Both sides of a match that is over, where both stay."""
    async with seated_pair() as (one, two):
        host, guest = Stayer(one), Stayer(two)
        try:
            await until(lambda: host.settled and guest.settled)
            yield host, guest
        finally:
            for side in (host, guest):
                side.run.cancel()
            await asyncio.wait({host.run, guest.run})


async def test_the_link_stays_after_the_end_and_both_talk() -> None:
    async with over() as (host, guest):
        host.lockstep.chat.say("Well played.")
        guest.lockstep.chat.say("You too.")
        await until(lambda: host.heard(ChatHeard) and guest.heard(ChatHeard))
        await asyncio.sleep(3 * QUICK["give_up"] / 2)  # longer than either waits for a silent one
        assert not host.run.done() and not guest.run.done()
        assert (host.settled, guest.settled) == (1, 1) and same(host, guest)


@pytest.mark.parametrize("asker", [HOST, GUEST])
async def test_one_asks_and_the_other_agrees(asker: int) -> None:
    async with over() as sides:
        first, second = sides[asker], sides[1 - asker]
        first.lockstep.rematch.votes.ask()
        await until(lambda: second.turns == [RematchTurn.ASKED])
        second.lockstep.rematch.votes.ask()
        host, guest = [await side.followed() for side in sides]
        try:
            before, now = sides[0].match.header, host.match.header
            assert now == guest.match.header and now.match != before.match and now.seed != before.seed
            seats = range(len(PEERS))
            names = [seat.name for seat in before.seats]
            assert [now.seats[moved(seat, len(PEERS))].name for seat in seats] == names
            assert tuple(seat.peer for seat in now.seats) == moved_peers(before) == (1, 0, 1)
            assert [seat.player for seat in now.seats] == ["person", "person", "bot:random@1"]
            assert now.options == before.options and now.lists == before.lists
            assert host.seated.token.reveal() == guest.seated.token.reveal() != sides[0].seated.token.reveal()
            await until(lambda: host.settled and guest.settled)
            assert same(host, guest) and host.match.head == guest.match.head
        finally:
            for side in (host, guest):
                side.run.cancel()
            await asyncio.wait({host.run, guest.run})


async def test_both_ask_at_once_and_play_one_match_and_then_one_more() -> None:
    async with over() as sides:
        for _ in range(2):
            for side in sides:
                side.lockstep.rematch.votes.ask()
            sides = await sides[0].followed(), await sides[1].followed()
            host, guest = sides
            await until(lambda host=host, guest=guest: host.settled and guest.settled)
            assert same(host, guest)
        for side in sides:
            side.run.cancel()
        await asyncio.wait({side.run for side in sides})


@pytest.mark.parametrize("asker", [HOST, GUEST])
async def test_a_rematch_is_declined_asked_for_again_and_taken_back(asker: int) -> None:
    async with over() as sides:
        first, second = sides[asker], sides[1 - asker]
        first.lockstep.rematch.votes.ask()
        await until(lambda: second.turns == [RematchTurn.ASKED])
        second.lockstep.rematch.votes.decline()
        await until(lambda: first.turns == [RematchTurn.DECLINED])
        await asyncio.sleep(4 * QUICK["beat"])
        assert second.turns == [RematchTurn.ASKED], "what was declined is not asked again"
        first.lockstep.rematch.votes.ask()
        await until(lambda: second.turns == [RematchTurn.ASKED, RematchTurn.ASKED])
        first.lockstep.rematch.votes.withdraw()
        await until(lambda: second.turns[2:] == [RematchTurn.WITHDRAWN])
        assert not any(side.run.done() for side in sides)
        second.lockstep.rematch.votes.ask()  # too late to agree: now it asks
        await until(lambda: first.turns == [RematchTurn.DECLINED, RematchTurn.ASKED])


async def test_an_offer_that_comes_too_late_is_refused_and_both_stay() -> None:
    async with over() as (host, guest):
        guest.lockstep.rematch.votes.ask()
        await until(lambda: host.turns == [RematchTurn.ASKED])
        guest.lockstep.rematch.votes._mine = 0  # taken back, and not yet told
        host.lockstep.rematch.votes.ask()
        await until(lambda: host.refused)
        assert host.refused == ["The other player does not want to play again just now."]
        await play_on(host, guest)


async def play_on(*sides: Stayer) -> None:
    """Both may still play again."""
    assert not any(side.run.done() for side in sides)
    for side in sides:
        side.lockstep.rematch.votes.ask()
    for side in sides:
        async with asyncio.timeout(SECONDS):
            await side.run
        assert side.lockstep.rematch.following is not None


@pytest.mark.parametrize("judge", [HOST, GUEST])
async def test_a_deck_that_can_t_be_played_leads_back(judge: int) -> None:
    async with over() as sides:
        wrong, right = sides[1 - judge], sides[judge]
        wrong.deck = POOR
        right.check = lambda seat, deck: "It has too few cards." if sum(deck.cards.values()) < 2 else None
        for side in sides:
            side.lockstep.rematch.votes.ask()
        await until(lambda: wrong.refused and right.refused)
        assert wrong.refused == right.refused
        assert wrong.refused[0].endswith("can't be played: It has too few cards.")
        await asyncio.sleep(4 * QUICK["beat"])
        for side in sides:
            assert not {RematchTurn.DECLINED, RematchTurn.FAILED} & set(side.turns), (
                "who had agreed has declined nothing"
            )
        wrong.deck = DECK
        await play_on(*sides)


@pytest.mark.parametrize("failing", [HOST, GUEST])
async def test_one_side_alone_finds_that_it_came_to_nothing(failing: int) -> None:
    """As where the line breaks before the other has begun: that one's wish is void, and not declined."""
    async with over() as sides:
        first, second = sides[1 - failing], sides[failing]
        first.lockstep.rematch.votes.ask()
        await until(lambda: second.turns == [RematchTurn.ASKED])
        second.lockstep.rematch.votes.start_over()
        await until(lambda: first.turns == [RematchTurn.FAILED])
        assert not first.lockstep.rematch.votes.mine
        first.lockstep.rematch.votes.ask()
        await until(lambda: second.turns == [RematchTurn.ASKED, RematchTurn.ASKED])


@pytest.mark.parametrize("leaver", [HOST, GUEST])
async def test_who_is_left_is_told(leaver: int) -> None:
    async with over() as sides:
        sides[leaver].lockstep.leave()
        other = sides[1 - leaver]
        async with asyncio.timeout(SECONDS):
            await asyncio.gather(*(side.run for side in sides))
        assert other.gone == [PeerGone.LEFT] and sides[leaver].gone == []
        assert other.lockstep.rematch.following is None


@pytest.mark.parametrize("leaver", [HOST, GUEST])
@pytest.mark.parametrize("point", BEGINNING[: BEGINNING.index("begin.keep")])
async def test_one_leaves_in_the_middle_of_the_handshake(
    leaver: int, point: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with over() as sides:
        going, other = sides[leaver], sides[1 - leaver]

        def leave(reached: str) -> None:
            if reached == point and asyncio.current_task() is going.run:
                raise asyncio.CancelledError

        monkeypatch.setattr("net.lockstep.rematch.reach", leave)
        monkeypatch.setattr("net.handshake.steps.reach", leave)
        monkeypatch.setattr("net.handshake.seed.reach", leave)
        for side in sides:
            side.lockstep.rematch.votes.ask()
        if (leaver, point) == (HOST, "begin.start"):  # the guest has all it needs by then
            begun = await other.followed()
            with pytest.raises(NeverBegan):
                await begun.run
        else:
            async with asyncio.timeout(SECONDS):
                await other.run
            assert other.lockstep.rematch.following is None and other.gone == [PeerGone.LEFT]
        assert other.match.outcome is not None


async def test_a_guest_that_comes_anew_in_the_middle_of_the_handshake_is_welcomed() -> None:
    """As after its machine failed: nothing told the host that the old line broke, by which it waits."""
    async with over() as (host, guest):
        began = asyncio.Event()

        async def stand_still(offer: Offer | None) -> HandshakeResult:
            began.set()
            await asyncio.Event().wait()
            raise AssertionError

        guest.lockstep.rematch.handshake = stand_still
        for side in (host, guest):
            side.lockstep.rematch.votes.ask()
        async with asyncio.timeout(SECONDS):
            await began.wait()
        seated = guest.seated
        kept = Kept(seated.header, seated.peer, seated.identity, contact(seated), list(guest.match.entries))
        assert host.seated.reconnector is not None
        again = Back(kept, port=0, addresses=(Address(LOOPBACK, host.seated.reconnector.port),))
        async with asyncio.timeout(SECONDS):
            assert await again.play() == host.match.outcome
        assert again.lockstep.settled
        assert host.refused == ["The line to the other side broke off on the way."]


@pytest.mark.parametrize("ahead", [HOST, GUEST])
@pytest.mark.parametrize("calls", [False, True])
async def test_who_has_begun_the_next_match_alone_comes_back_to_the_one_before(
    ahead: int, calls: bool
) -> None:
    """Whichever of the two calls."""
    async with broken_off() as sides:
        behind, mine = sides[1 - ahead], sides[ahead]
        following = msgspec.structs.replace(
            mine, header=msgspec.structs.replace(mine.header, match="ab" * 16)
        )
        following.entries = []
        told: list[str] = []
        alone = Back(following, token=Secret(bytes(16)), addresses=(), port=0)
        alone.reconnector.before = bytes.fromhex(mine.header.match)
        alone.reconnector.on_refused = told.append
        other = Back(behind, addresses=(), port=0)
        if calls:
            alone.reconnector.learn([Address(LOOPBACK, other.reconnector.port)])
        else:
            other.reconnector.learn([Address(LOOPBACK, alone.reconnector.port)])
        playing = asyncio.create_task(other.play())
        async with asyncio.timeout(SECONDS):
            with pytest.raises(StillBefore):
                await alone.reconnector.meet()
        alone.reconnector.close()
        assert not told
        again = Back(mine, port=0, **at(other))
        await both(playing, again.play())
        assert other.match.head == again.match.head and other.match.outcome is not None


@pytest.mark.parametrize("declines", [False, True])
@pytest.mark.parametrize("asks", ["rising", "the same"])
async def test_a_peer_that_asks_again_and_again_is_told_of_a_few_times_and_then_not_heard(
    declines: bool, asks: str
) -> None:
    async with over() as (host, guest):
        rematch = host.lockstep.rematch.votes
        rogue = guest.lockstep._sender
        for count in range(1, REMATCHES + BAD_FRAMES + 2):
            rogue.confirm()
            rogue.send(RematchVote(*rogue.stamp, count if asks == "rising" else 1, 0, 0))
            if declines and rematch.theirs:
                rematch.decline()
            rogue.confirm()
            rogue.send(RematchVote(*rogue.stamp, 0, 0, 0))
            await asyncio.sleep(0)
        if asks == "rising":
            await until(lambda: host.gone)
            assert host.gone == [PeerGone.LOST] and host.lockstep._receiver.bad > BAD_FRAMES
            assert 0 < host.turns.count(RematchTurn.ASKED) <= REMATCHES
        else:
            await until(lambda: host.turns)
            rogue.send(Say(*rogue.stamp, "that is all"))
            await until(lambda: host.heard(ChatHeard))
            # What is declined before it is taken back is not told to be taken back.
            assert (
                host.turns
                == [RematchTurn.ASKED, RematchTurn.WITHDRAWN][: 1 + (len(host.turns) > 1 or not declines)]
            )
            assert not host.gone


@pytest.mark.parametrize("mine", [False, True])
def test_what_a_killed_program_had_asked_for_counts_only_if_it_is_asked_for_again(mine: bool) -> None:
    turns: list[RematchTurn] = []
    begun: list[bool] = []
    side = RematchVotes(True, lambda *said: None, lambda: begun.append(True), lambda: 0, turns.append)
    ask = RematchVote(bytes(16), 1, 7, 0, 0)
    side.receive(ask)
    assert side.theirs and turns == [RematchTurn.ASKED]
    for _ in range(3 * REMATCHES):  # as often as the line breaks
        side.met()
        assert not side.theirs
        side.receive(ask)
        assert side.theirs
    side.met()
    if mine:
        side.ask()
        assert side.mine and not begun
    assert side.receive(msgspec.structs.replace(ask, ask=8)) == "" and side.theirs
    assert begun == [True] * mine


async def test_who_has_asked_often_enough_waits_to_be_asked() -> None:
    async with over() as (host, guest):
        first, second = host.lockstep.rematch.votes, guest.lockstep.rematch.votes
        for count in range(1, REMATCHES + 1):
            assert first.ask()
            await until(lambda count=count: guest.turns.count(RematchTurn.ASKED) == count)  # type: ignore[misc]
            first.withdraw()
            await until(lambda count=count: guest.turns.count(RematchTurn.WITHDRAWN) == count)  # type: ignore[misc]
        assert not first.ask() and not first.mine
        assert second.ask()
        await until(lambda: first.theirs)
        assert first.ask() and first.mine, "to agree is always possible"
        following = await asyncio.gather(host.followed(), guest.followed())
        for side in following:
            side.run.cancel()
        await asyncio.wait({side.run for side in following})
