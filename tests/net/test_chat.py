"""What players say to each other: heard once, bounded, and no part of the match."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from net.lockstep.chat import CHAT_CELLS, Chat, Unsaid
from net.lockstep.events import ChatHeard
from net.protocol.frames import Beat, Say
from tests.net.test_attacks import attacked
from tests.support.outside import NASTY, dangers
from tests.support.peers import Side, seated_pair
from tests.support.waiting import until


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Sender:
    """Sends nothing, but notes what would be sent."""

    stamp = bytes(16), 1

    def __init__(self) -> None:
        self.sent: list[str] = []

    def send(self, said: Say) -> None:
        self.sent.append(said.text)


def chat() -> tuple[Chat, list[str], list[str], Clock]:
    """A chat, what it sends and what it hears."""
    sender, heard, clock = Sender(), [], Clock()
    return Chat(sender, lambda event: heard.append(event.line), lambda: "", clock), sender.sent, heard, clock


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_what_is_said_and_heard_is_safe_to_show(text: str) -> None:
    one, sent, heard, clock = chat()
    for said in (text, text * 100):
        clock.now += 10
        one.receive(Say(bytes(16), 1, said))
        with suppress(Unsaid):
            assert one.say(said) == sent[-1]
    assert sent == heard
    assert not dangers("".join(heard)) and all(line == line.strip() for line in heard)


def test_a_line_has_so_many_cells_and_a_player_so_many_lines() -> None:
    one, sent, heard, clock = chat()
    assert one.say("x" * 1_000) == "x" * CHAT_CELLS
    one.say("two at once")
    with pytest.raises(Unsaid, match="more than one line a second"):
        one.say("three at once")
    clock.now += 1.0
    one.say("a second later")
    assert [line[:3] for line in sent] == ["xxx", "two", "a s"]
    for number in range(1_000):
        clock.now += 0.001
        one.receive(Say(bytes(16), 1, str(number)))
    assert heard[:6] == list("012345") and len(heard) <= 10


async def test_what_one_says_the_other_hears_and_neither_match_has_it() -> None:
    async with seated_pair() as (host, guest):
        one, two = Side(host, thinks=True, beat=0.05), Side(guest, thinks=True, beat=0.05)
        runs = [asyncio.create_task(side.lockstep.run()) for side in (one, two)]
        assert one.lockstep.chat.say("  Good luck! ") == "Good luck!"
        two.lockstep.chat.say("And you.")
        await until(lambda: one.heard(ChatHeard) and two.heard(ChatHeard))
        assert one.heard(ChatHeard) == [ChatHeard("And you.")] and two.heard(ChatHeard) == [
            ChatHeard("Good luck!")
        ]
        assert one.match.n == two.match.n == 0 and one.match.head == two.match.head
        one.lockstep.requests.ask(0, "concede")
        await asyncio.gather(*runs)
        assert [entry.text for entry in two.match.entries] == ["concede"]
        with pytest.raises(Unsaid, match="nobody hears you any more"):
            one.lockstep.chat.say("Well played.")


@pytest.mark.usefixtures("unanswered")
async def test_a_flood_of_lines_changes_nothing_and_is_heard_in_part() -> None:
    async with attacked() as (side, rogue, run):
        before = (side.match.n, side.match.head, list(side.store.entries))
        for number in range(60):
            rogue.say(Say(rogue.id, 1, f"line {number}"))
        rogue.say(Beat(rogue.id, 1, 1, rogue.match.head, True))
        await until(lambda: side.lockstep.state == "paused")
        heard = side.heard(ChatHeard)
        assert heard[0] == ChatHeard("line 0") and 6 <= len(heard) < 20
        assert (side.match.n, side.match.head, side.store.entries) == before
        assert side.lockstep._receiver.bad == 0 and not run.done()


@pytest.mark.usefixtures("unanswered")
async def test_lines_of_another_match_or_epoch_are_not_heard_and_too_long_ones_are_no_frames() -> None:
    async with attacked() as (side, rogue, run):
        rogue.say(Say(bytes(16), 1, "of another match"))
        rogue.say(Say(rogue.id, 0, "of an older epoch"))
        rogue.say(Say(rogue.id, 1, "x" * 501))
        rogue.say(Say(rogue.id, 1, ""))
        rogue.say(Say(rogue.id, 1, "\x1b[2J\u202e"))
        rogue.say(Say(rogue.id, 1, "hello"))
        await until(lambda: ChatHeard("hello") in side.told)
        assert side.heard(ChatHeard) == [ChatHeard("[2J"), ChatHeard("hello")]
        assert side.lockstep._receiver.bad == 2 and not run.done()
