"""The clock in plain mode: its warnings, what is left on asking, and what is typed when a time is up."""

from __future__ import annotations

from pathlib import Path

from tests.support.clocks import Time
from tests.support.clocks import times as times
from tests.support.kept import record
from tests.support.plain import Played, plan, session
from tui.exit_status import FINISHED, INTERRUPTED
from tui.match.plans import PERSON


def begun(player: Played) -> None:
    player.until("press Enter when you have it.")
    player.type("")
    player.question()


def test_only_warnings_are_said_and_a_claim_ends_the_match(tmp_path: Path, times: list[Time]) -> None:
    with session(tmp_path, lambda one: one.begin(plan(PERSON, PERSON, clock="60"))) as (player, status):
        begun(player)
        player.type("clock", "claim", "match")
        said = player.until("Entry 0")
        assert "You have 1 minute left." in said and "Evil has 1 minute left." in said
        assert "Nobody's time is up, so there is nothing to claim." in said
        assert "Clock: 60 seconds a decision." in said
        times[0].wind(120)
        said = player.until("Type claim, give or go on")
        told = [line for line in said if "left" in line or "time" in line]
        assert told == ["Good has 30 seconds left.", "Good has 10 seconds left.", "The time of Good is up."]
        player.type("claim", "yes")
        rest = player.rest()
        assert any("the match was claimed" in line for line in rest)
    assert status == [FINISHED]
    assert record(tmp_path).entries[-1].text == "forfeit"


def test_a_minute_is_given_and_then_the_match_goes_on(tmp_path: Path, times: list[Time]) -> None:
    with session(tmp_path, lambda one: one.begin(plan(PERSON, PERSON, clock="1m+0"))) as (player, status):
        begun(player)
        times[0].wind(61)
        player.until("Type claim, give or go on")
        player.type("give")
        player.until("Good gets a minute more.")
        player.type("clock")
        player.until("You have 1 minute left.")
        times[0].wind(61)
        player.until("Type claim, give or go on")
        player.type("go on", "clock")
        player.until("you hear no more of it for this decision.")
        player.until("You have no time left.")
        player.type("quit", "yes")
        player.rest()
    assert status == [INTERRUPTED]


def test_without_a_clock_there_is_none(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan())) as (player, _):
        player.question()
        player.type("clock", "quit", "yes")
        player.until("This match has no clock.")
        player.rest()


def test_a_claim_that_is_being_asked_about_ends_with_the_time_it_is_about(
    tmp_path: Path, times: list[Time]
) -> None:
    with session(tmp_path, lambda one: one.begin(plan(PERSON, PERSON, clock="60"))) as (player, status):
        begun(player)
        times[0].wind(61)
        player.until("Type claim, give or go on")
        player.type("claim")
        player.until("Claim it? Yes or no?")
        keeper, loop = times[0].keeper, times[0].loop
        assert keeper is not None and loop is not None
        loop.call_soon_threadsafe(keeper.give, 0)
        player.until("Good has gone on meanwhile: there is nothing to claim any more.")
        player.type("clock")
        player.until("You have 1 minute left.")
        times[0].wind(61)
        player.until("Type claim, give or go on")
        player.type("go on", "claim", "yes")
        player.until("hear no more of it")
        assert any("the match was claimed" in line for line in player.rest())
    assert status == [FINISHED]


def test_of_ones_own_time_nobody_says_that_it_is_not_up(tmp_path: Path, times: list[Time]) -> None:
    with session(tmp_path, lambda one: one.begin(plan(clock="20"))) as (player, _):
        player.question()
        times[0].wind(21)
        player.until("Your time is up. Nobody claims the match for that: choose all the same.")
        player.type("go on", "give", "claim", "quit", "yes")
        said = player.rest()
    assert [line for line in said if line.startswith("Your own time is up")] == [
        "Your own time is up, and nothing ends by itself: go on by choosing.",
        "Your own time is up, and only another player could give you a minute.",
        "Your own time is up, so it is not for you to claim the match.",
    ]
    assert not any(line.startswith("Nobody's time") for line in said)
