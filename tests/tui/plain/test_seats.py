"""Games of two to four seats without roles and decks, in plain mode: set up, played by several, conceded."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from core.bots.random import RandomBot
from core.contract.choice import Choice, Decision
from decks.storage.store import DeckStore
from tests.support.kept import record
from tests.support.plain import eager, session
from tests.support.waiting import until
from tui.exit_status import FINISHED
from tui.match.plans import GUEST, PERSON, HostPlan, LocalPlan
from tui.plain.session import Session
from tui.plain.setup import Setup

GAME = "time-masters"


def four(*players: str, names: tuple[str, ...] = (), **options: int) -> LocalPlan:
    count = len(players)
    return LocalPlan(GAME, players, (None,) * count, {"max_turns": 1, "first": 1} | options, names=names)


def plan_of(folder: Path, usual: str, *typed: str) -> tuple[LocalPlan | HostPlan, list[str]]:
    """What comes of these answers, and what was said."""
    made: list[LocalPlan | HostPlan] = []

    def ask(one: Session) -> int:
        setup = Setup(one._console, DeckStore(folder / "decks"))
        made.append(setup.host() if usual == GUEST else setup.local(usual))
        return 0

    with session(folder, ask) as (player, _):
        player.type(*typed)
        said = player.rest()
    return made[0], said


def test_each_seat_is_asked_about(tmp_path: Path) -> None:
    answers = ("masters", "4", "seat 2", "", "greedy", "random", "usual")
    plan, said = plan_of(tmp_path, PERSON, *answers)
    assert isinstance(plan, LocalPlan)
    assert plan.players == (PERSON, PERSON, "greedy", "random")
    assert plan.decks == (None,) * 4 and plan.names == ()
    assert "Where do you sit?" in said and "Who plays Seat 4?" in said and "Setup and rules?" in said
    assert not any("eck" in line for line in said), "there are no decks to speak of"


def test_against_the_computer_others_are_bots_unless_a_person_is_wanted(tmp_path: Path) -> None:
    plan, _ = plan_of(tmp_path, "greedy", "masters", "", "", "random", "usual")
    assert isinstance(plan, LocalPlan) and plan.players == (PERSON, "random")
    plan, _ = plan_of(tmp_path, "greedy", "masters", "3", "", "", "person", "usual")
    assert isinstance(plan, LocalPlan) and plan.players == (PERSON, "greedy", PERSON)


def test_names_and_a_preset_with_what_was_measured_are_chosen(tmp_path: Path) -> None:
    answers = ("masters", "3", "", "", "", "choose", "", "even", "", " Bea\x07", "", "7")
    plan, said = plan_of(tmp_path, PERSON, *answers)
    assert isinstance(plan, LocalPlan)
    assert plan.names == ("", "Bea", "") and plan.seed == 7
    assert plan.options == {"end": 1, "later_start": 1}
    assert any("Even" in line and "%" in line for line in said)
    assert not any("both sides" in line for line in said)


@pytest.mark.parametrize("bad", ["1", "5", "x", "2 3"])
def test_a_wrong_number_of_seats_is_asked_again(tmp_path: Path, bad: str) -> None:
    plan, said = plan_of(tmp_path, PERSON, "masters", bad, "3", "", "", "", "usual")
    assert "A whole number from 2 to 4 is wanted." in said
    assert isinstance(plan, LocalPlan) and len(plan.players) == 3


def test_back_leads_through_every_seat(tmp_path: Path) -> None:
    first = ("masters", "3", "1", "greedy", "back", "random", "greedy", "back", "back")
    plan, _ = plan_of(tmp_path, PERSON, *first, "", "", "random", "usual")
    assert isinstance(plan, LocalPlan)
    assert plan.players == (PERSON, PERSON, "random")


def test_a_table_has_seats_of_the_host_of_its_bots_and_of_the_guest(tmp_path: Path) -> None:
    answers = ("masters", "4", "seat 3", "", "greedy", "person", "choose", "", "", "", "Bea")
    plan, said = plan_of(tmp_path, GUEST, *answers)
    assert isinstance(plan, HostPlan) and plan.seats == 4
    assert {seat: (one.player, one.name) for seat, one in plan.here.items()} == {
        1: ("greedy", ""),
        2: (PERSON, ""),
        3: (PERSON, "Bea"),
    }
    plan, said = plan_of(tmp_path, GUEST, "masters", "3", "", "random", "greedy", "guest", "", "usual")
    assert "Nobody is left for your guest: give it a seat." in said
    assert isinstance(plan, HostPlan) and list(plan.here) == [0, 2]


def test_four_persons_hand_the_keyboard_round_to_the_end(tmp_path: Path) -> None:
    plan = four(PERSON, PERSON, PERSON, PERSON, names=("Ann", "Bea", "", "Dot"))
    with session(tmp_path, lambda one: one.begin(plan)) as (player, status):
        said = player.play(eager)
    assert status == [FINISHED]
    names = ["Ann", "Bea", "Player", "Dot"]
    assert "Time Masters: Seat 1 (Ann), Seat 2 (Bea), Seat 3 (Player) and Seat 4 (Dot)." in said
    handed = [line for line in said if line.startswith("Hand the keyboard to ")]
    assert handed[:4] == [f"Hand the keyboard to {name}." for name in names]
    kept = record(tmp_path)
    assert kept.outcome is not None and {entry.by for entry in kept.entries} == {0, 1, 2, 3}
    places = [line for line in said if line.startswith("Place ")]
    assert len(places) == 4 and places[0].startswith(tuple(f"Place 1: {name} with" for name in names))


def test_bots_play_between_persons_without_a_change_of_hands(tmp_path: Path) -> None:
    plan = four("random", PERSON, "random", PERSON, max_turns=2)
    with session(tmp_path, lambda one: one.begin(plan)) as (player, status):
        said = player.play(eager)
    assert status == [FINISHED]
    handed = [line for line in said if line.startswith("Hand the keyboard to ")]
    assert set(handed) == {"Hand the keyboard to Seat 2.", "Hand the keyboard to Seat 4."}
    assert "Time Masters: Seat 1 (Random), Seat 2, Seat 3 (Random) and Seat 4." in said


def test_before_anybody_has_the_keyboard_commands_show_what_all_may_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought = threading.Event()

    async def choose(self: RandomBot, view: Any, decision: Decision) -> list[Choice]:
        await until(thought.is_set)
        return [self.pick(view, decision)]

    monkeypatch.setattr(RandomBot, "choose", choose)
    with session(tmp_path, lambda one: one.begin(four("random", PERSON, PERSON))) as (player, status):
        player.until("Time Masters: ")
        player.type("board", "hand")
        player.until("You have no seat in this match.")
        thought.set()
        player.play(eager)
    assert status == [FINISHED]


def test_what_conceding_comes_to_is_said_before_and_after(tmp_path: Path) -> None:
    plan = four(PERSON, "random", "random", "random")
    with session(tmp_path, lambda one: one.begin(plan)) as (player, status):
        player.question()
        player.type("concede")
        asked = player.until("Yes or no?")[-1]
        player.type("no", "concede", "yes")
        said = player.rest()
    assert status == [FINISHED]
    others = "Random 2, Random 3 and Random 4"
    assert asked.startswith("The match ends for everybody,")
    assert f"you come last, and {others} share first place." in asked
    assert "The match goes on." in said
    assert f"{others} share first place." in said and "You conceded." in said
    assert sum(line.startswith("Place 1: ") for line in said) == 3
    assert any(line.startswith("Place 4: Player with ") for line in said)


def test_taking_back_is_one_s_own_and_ends_where_another_person_chose(tmp_path: Path) -> None:
    plan = four(PERSON, PERSON, "random", "random", max_turns=9)
    with session(tmp_path, lambda one: one.begin(plan)) as (player, _):
        player.until("press Enter when you have it.")
        player.type("")
        player.question()
        player.type("pass")
        player.until("Hand the keyboard to Seat 2.")
        player.type("", "undo")
        player.until("You have made no choice that could be taken back.")
