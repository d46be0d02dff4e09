"""`--seats` of play, host and join: what is wrong with it is said, and what is right is played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.pocket.game import Pocket
from tui.cli.main import main
from tui.exit_status import USAGE
from tui.match.plans import HostPlan, JoinPlan, LocalPlan, Sitter

MASTERS = ("--game", "time-masters")


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The plans that would be played, instead of playing them."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    plans: list[object] = []

    def open_app(profile: object, plan: object, plain: bool = False) -> int:
        plans.append(plan)
        return 0

    monkeypatch.setattr("tui.cli.operands.open_app", open_app)
    return plans


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (("play", *MASTERS, "--seats", "person"), "Time Masters has 2 to 4 seats, not 1."),
        (("play", *MASTERS, "--seats", "person" + ",random" * 4), "Time Masters has 2 to 4 seats, not 5."),
        (("play", "--seats", "person,random,random"), "Wrinkles in Time has 2 seats, not 3."),
        (("host", *MASTERS, "--seats", "person"), "Time Masters has 2 to 4 seats, not 1."),
        (("play", *MASTERS, "--seats", "person,gredy"), "'gredy' can't sit down; at each seat is one of: "),
        (("play", *MASTERS, "--seats", "person,guest"), "'guest' can't sit down"),
        (("play", *MASTERS, "--seats", ""), "'' can't sit down"),
        (("play", *MASTERS, "--seats", "person=,random"), "A name has at least one letter."),
        (("play", *MASTERS, "--seats", "person,random", "--side", "seat 2"), "leave --side out"),
        (("play", *MASTERS, "--seats", "person,random", "--against", "random"), "leave --against out"),
        (("host", *MASTERS, "--seats", "person,guest", "--bot", "random"), "leave --bot out"),
        (("join", "x", "--seats", "person", "--bot", "random"), "leave --bot out"),
        (("host", *MASTERS, "--seats", "person,random"), "none is for a guest"),
        (("host", *MASTERS, "--seats", "guest,guest"), "none is yours"),
        (("host", *MASTERS, "--seats", "guest=Bob,person"), "a guest brings a name of its own"),
        (
            ("host", *MASTERS, "--seats", "person,guest", "--json"),
            "--json goes with --bot, or with --seats",
        ),
        (("play", *MASTERS, "--side", "good"), "Time Masters has seat 1, seat 2, seat 3, seat 4."),
        (("play", *MASTERS, "--deck", "Camazotz"), "is played without decks of one's own"),
        (("host", "--plain", "--seats", "random,guest"), "--plain is for a person, and only bots play here"),
        (("host", *MASTERS, "--option", "first=4"), "Seat 4 can't begin a match of 2 seats"),
        (("host", *MASTERS, "--option", "first=4", "--seats", "random,guest"), "Seat 4 can't begin"),
        (("play", *MASTERS, "--side", "5"), "Time Masters has seat 1, seat 2, seat 3, seat 4."),
        (("play", "--preset", "evener"), "--preset evener: Wrinkles in Time has Original, Even."),
        (("play", "--profile", ""), "An empty --profile names none"),
        (("--profile", "", "play"), "An empty --profile names none"),
        (
            ("play", *MASTERS, "--option", "max_turns=" + "9" * 30),
            "write NAME=VALUE with a whole number from ",
        ),
        (("play", *MASTERS, "--both-sides"), "--both-sides is for games of two sides"),
    ],
)
def test_what_is_wrong_is_said(
    opened: list[object], capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], sentence: str
) -> None:
    assert main(argv) == USAGE
    said = capsys.readouterr().err
    assert sentence in said and said.startswith("tesser: ") and not opened


def test_persons_and_bots_in_any_mix(opened: list[object]) -> None:
    assert main(["play", *MASTERS, "--seats", "person=Ann, random,person,greedy=Kairos"]) == 0
    (plan,) = opened
    assert isinstance(plan, LocalPlan)
    assert plan.players == ("person", "random", "person", "greedy")
    assert plan.names == ("Ann", "", "", "Kairos") and plan.decks == (None,) * 4


def test_a_side_may_be_a_seat_and_the_rest_are_against_it(opened: list[object]) -> None:
    assert main(["play", *MASTERS, "--side", "seat 3", "--against", "random"]) == 0
    (plan,) = opened
    assert isinstance(plan, LocalPlan) and plan.players == ("random", "random", "person")


def test_a_side_may_be_a_number(opened: list[object]) -> None:
    assert main(["play", *MASTERS, "--side", "3"]) == 0 == main(["play", "--side", "2"])
    assert [plan.players.index("person") for plan in opened if isinstance(plan, LocalPlan)] == [2, 1]


def test_a_preset_is_named_and_an_option_changes_it(
    opened: list[object], capsys: pytest.CaptureFixture[str]
) -> None:
    even = ["--preset", "even"]
    assert main(["play", *even]) == main(["host", *MASTERS, *even, "--option", "end=0"]) == 0
    local, hosted = opened
    assert isinstance(local, LocalPlan) and local.options == {"evil_draw": 1, "good_tokens": 2}
    assert isinstance(hosted, HostPlan) and hosted.options == {"end": 0, "later_start": 1}
    digests = []
    for given in (even, ["--option", "evil_draw=1", "--option", "good_tokens=2"], []):
        assert main(["arena", "--json", "--option", "max_turns=1", *given]) == 0
        digests.append(json.loads(capsys.readouterr().out)["digest"])
    assert digests[0] == digests[1] != digests[2]
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert "presets of Wrinkles in Time: Original As designed." in said and "Good wins 49%." in said


def test_a_named_deck_goes_to_the_person_it_is_made_for(opened: list[object]) -> None:
    assert main(["play", "--seats", "greedy,person", "--deck", "Camazotz"]) == 0
    (plan,) = opened
    assert isinstance(plan, LocalPlan) and plan.players == ("greedy", "person")
    assert [deck and deck.name for deck in plan.decks][1] == "Camazotz"


def test_a_table_is_shared_out_between_host_and_guest(opened: list[object]) -> None:
    assert main(["host", *MASTERS, "--seats", "guest,person=Ann,greedy,guest"]) == 0
    (plan,) = opened
    assert isinstance(plan, HostPlan) and plan.seats == 4
    assert plan.here == {1: Sitter(name="Ann"), 2: Sitter("greedy")}


def test_a_table_of_a_game_with_decks_and_three_seats(pocket: Pocket, opened: list[object]) -> None:
    assert main(["host", "--game", "pocket", "--seats", "guest,guest,person"]) == 0
    (plan,) = opened
    assert isinstance(plan, HostPlan)
    assert plan.seats == 3 and plan.here == {2: Sitter()} and plan.format == ""


def test_a_guest_says_who_plays_at_the_seats_it_gets(opened: list[object]) -> None:
    assert main(["join", "tesser1x", "--seats", "person=Bea,random"]) == 0
    (plan,) = opened
    assert isinstance(plan, JoinPlan) and plan.seats == (Sitter(name="Bea"), Sitter("random"))
