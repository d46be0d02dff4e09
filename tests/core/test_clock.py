"""The clock: its text form, and what is left after so much time, by known answers."""

from __future__ import annotations

import msgspec
import pytest

from core.contract.clock import (
    GIFT,
    MOST_LEFT,
    Clock,
    TimeLeft,
    clock_said,
    fault_of,
    read_clock,
    shown,
    spoken,
    written,
)
from core.contract.errors import GameError
from core.engine.match import IllegalEntry, Match
from tests.pocket.game import Pocket
from tests.support.matches import header

QUICK = Clock(each=60_000)
BANK = Clock(bank=600_000, increment=5_000)


@pytest.mark.parametrize(
    ("text", "clock", "own", "said"),
    [
        ("none", None, "none", ""),
        (" None ", None, "none", ""),
        ("60", QUICK, "60", "Clock: 60 seconds a decision."),
        ("060", QUICK, "60", "Clock: 60 seconds a decision."),
        ("5", Clock(each=5_000), "5", "Clock: 5 seconds a decision."),
        (
            "10m+5",
            BANK,
            "10m+5",
            "Clock: 10 minutes for all of a seat's decisions, and 5 seconds more with each.",
        ),
        ("10M", Clock(bank=600_000), "10m+0", "Clock: 10 minutes for all of a seat's decisions."),
        ("1m+1", Clock(bank=60_000, increment=1_000), "1m+1",
         "Clock: 1 minute for all of a seat's decisions, and 1 second more with each."),
    ],
)  # fmt: skip
def test_a_clock_has_one_text_form(text: str, clock: Clock | None, own: str, said: str) -> None:
    assert read_clock(text) == clock and written(clock) == own
    assert clock_said(own) == said and read_clock(own) == clock
    assert fault_of(own) == "" and (fault_of(text) == "") == (text == own)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is no clock. Write none; or seconds for each decision, as 60"),
        ("soon", "'soon' is no clock"),
        ("10+5", "is no clock"),
        ("-60", "is no clock"),
        ("6.5", "is no clock"),
        ("٦٠", "is no clock"),
        ("60\x1b[2J", "is no clock"),
        ("4", "'4' is no clock: seconds a decision are from 5 to 3600"),
        ("3601", "5 to 3600"),
        ("0m+5", "minutes for the whole match are from 1 to 600"),
        ("601m", "1 to 600"),
        ("10m+601", "seconds more with each choice are from 0 to 600"),
        ("9999999", "is no clock"),
    ],
)
def test_what_is_no_clock_is_said(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why.replace("+", r"\+")) as error:
        read_clock(text)
    assert str(error.value).isprintable() and fault_of(text) == str(error.value)


def test_time_for_a_decision_is_whole_again_with_the_next_one() -> None:
    left = TimeLeft.whole(QUICK)
    left.ask(1)
    assert left.run(29_999) is None and left.left == 30_001
    assert left.run(1) == 30_000, "the first warning"
    left.ask(1)
    assert left.left == 30_000, "asked once more for the same entry, as when the stops were changed"
    assert left.run(25_000) == 10_000, "one warning, where two are due at once: the later one"
    assert left.run(5_000) == 0 and left.left == 0
    assert left.run(5_000) is None, "time comes to its end once"
    left.chose()
    left.ask(3)
    assert left.left == 60_000


@pytest.mark.parametrize(
    ("clock", "warned"),
    [("5", [2]), ("9", [4]), ("10", [5]), ("11", [10]), ("30", [10]), ("31", [30, 10]), ("1m+0", [30, 10])],
)
def test_every_clock_warns_before_time_is_up(clock: str, warned: list[int]) -> None:
    read = read_clock(clock)
    assert read is not None
    left = TimeLeft.whole(read)
    left.ask(1)
    due = [left.run(1_000) for _ in range(left.left // 1_000)]
    assert [one for one in due if one is not None] == [*(one * 1_000 for one in warned), 0]


def test_a_bank_is_used_up_and_grows_with_each_choice() -> None:
    left = TimeLeft.whole(BANK)
    left.ask(1)
    assert left.run(100_000) is None
    left.chose()
    left.ask(4)
    assert left.left == 505_000
    assert left.run(504_000) == 10_000 and left.run(2_000) == 0
    left.give()
    assert left.left == GIFT
    assert left.run(31_000) == 30_000, "what was given is warned of again"
    left.give(10**9)
    assert left.left == MOST_LEFT
    assert left.run(-5) is None and left.left == MOST_LEFT, "time never runs backwards"


@pytest.mark.parametrize(
    ("left", "said", "words"),
    [
        (0, "0:00", "no time"),
        (1, "0:01", "1 second"),
        (1_000, "0:01", "1 second"),
        (42_001, "0:43", "43 seconds"),
        (60_000, "1:00", "1 minute"),
        (725_000, "12:05", "12 minutes and 5 seconds"),
        (3_723_000, "1:02:03", "1 hour, 2 minutes and 3 seconds"),
    ],
)
def test_what_is_left_is_shown_to_the_second_above(left: int, said: str, words: str) -> None:
    assert shown(left) == said and spoken(left) == words


def test_a_claim_puts_who_owes_the_choice_last(pocket: Pocket) -> None:
    timed = msgspec.structs.replace(header(pocket), clock="60")
    match = Match(timed, pocket)
    decision = match.decision()
    assert decision is not None
    late, other = decision.seat, (decision.seat + 1) % 3
    with pytest.raises(IllegalEntry, match="Only somebody else"):
        match.play(late, "forfeit")
    match.play(other, "forfeit")
    assert match.outcome is not None and match.outcome.end == "forfeit"
    assert [match.outcome.places[seat] for seat in (late, other)] == [3, 1]


def test_without_a_clock_nothing_can_be_claimed(pocket: Pocket) -> None:
    match = Match(header(pocket), pocket)
    for seat in range(3):
        with pytest.raises(IllegalEntry, match="no clock"):
            match.prepare(seat, "forfeit")


def test_nobody_claims_against_a_computer(pocket: Pocket) -> None:
    players = ["bot:random@1"] * 3
    match = Match(msgspec.structs.replace(header(pocket, players=players), clock="60"), pocket)
    for seat in range(3):
        with pytest.raises(IllegalEntry):
            match.prepare(seat, "forfeit")


@pytest.mark.parametrize("text", ["", "10m", "060", "60 ", "soon"])
def test_a_header_has_a_clock_in_its_one_form(pocket: Pocket, text: str) -> None:
    with pytest.raises(GameError, match="clock"):
        Match(msgspec.structs.replace(header(pocket), clock=text), pocket)
