"""Worked examples of Force, room and the end of phases and matches."""

from __future__ import annotations

import pytest

from core.engine.match import Match
from core.wrinkles.state import EVIL, GOOD
from core.wrinkles.wrinkles import load
from tests.support.matches import header
from tests.support.scenes.wrinkles import scene


def test_feelings_communications_and_murrys_add_up() -> None:
    s = scene(good="Meg Murry, Calvin O'Keefe, Mrs Murry, Love, Kythe")
    assert s.each(GOOD) == {
        "Meg Murry": 5, "Calvin O'Keefe": 5, "Mrs Murry": 2, "Love": 8, "Kythe": 7,
    }  # fmt: skip
    assert s.force(GOOD) == 27


def test_mortals_are_raised_twice_and_one_child_once_more() -> None:
    s = scene(good="Noah, Yalith, Harcels, Mrs Whatsit, Childhood Resilience")
    each = s.each(GOOD)
    assert each["Noah"] == 8 and each["Mrs Whatsit"] == 1 and each["Childhood Resilience"] == 3
    assert sorted((each["Yalith"], each["Harcels"])) == [7, 10]
    assert s.force(GOOD) == 29


def test_a_penalty_is_weighed_against_a_bonus() -> None:
    s = scene(good="Yalith, Ms Who's Glasses", evil="Abyss, Stench of Evil")
    assert s.each(GOOD) == {"Yalith": 2, "Ms Who's Glasses": 3} and s.force(GOOD) == 5


def test_no_card_counts_less_than_nothing() -> None:
    s = scene(good="Star Song, Sporos, Harcels", evil="Abyss, Dissonance, Stench of Evil")
    assert s.each(GOOD) == {"Star Song": 1, "Sporos": 0, "Harcels": 0}
    assert (s.force(GOOD), s.force(EVIL)) == (1, 8)


def test_a_location_sits_in_a_murry_slot() -> None:
    s = scene(good="Mr Murray, Uriel", hand="The Star Watching Rock", options={"replace": 0})
    assert s.may("play") == ["play The Star Watching Rock"]
    s = scene(good="Mr Murray, The Star Watching Rock", hand="Uriel", options={"replace": 0})
    assert s.may("play") == ["play Uriel"], "the Rock moves over"


FULL = "Mr Murray, The Star Watching Rock, Uriel, Sporos, Senex, Noah"


def test_no_room_for_a_fifth_character_where_the_rock_needs_the_murry_slot() -> None:
    assert scene(good=FULL, hand="Meg Murry, Madoc", options={"replace": 0}).may("play") == []


@pytest.mark.parametrize("left", ["The Star Watching Rock", "Uriel"])
def test_a_murry_has_room_once_one_of_the_locations_has_left(left: str) -> None:
    s = scene(good=FULL.replace(f"{left}, ", ""), hand="Meg Murry, Madoc", options={"replace": 0})
    assert s.may("play") == ["play Meg Murry"]


@pytest.mark.parametrize(
    ("newcomer", "gives_way"),
    [
        ("Meg Murry", ["The Star Watching Rock", "Uriel", "Sporos", "Senex", "Noah"]),
        ("Madoc", ["Sporos", "Senex", "Noah"]),
    ],
)
def test_a_card_without_room_replaces_one_that_leaves_nobody_else_standing(
    newcomer: str, gives_way: list[str]
) -> None:
    s = scene(good=FULL, hand=newcomer).do(f"play {newcomer}")
    assert s.asked == ("replace", GOOD)
    assert s.may() == sorted(f"replace {name}" for name in gives_way)


def test_mr_murray_can_not_sit_in_his_own_slot() -> None:
    s = scene(good="Mr Murray, Sporos, Senex, Noah", hand="Madoc", options={"replace": 0})
    assert s.may("play") == []
    s = scene(good="Mr Murray, Meg Murry, Senex, Noah", hand="Madoc", options={"replace": 0})
    assert s.may("play") == ["play Madoc"], "Meg sits in his slot"


def test_a_murry_does_not_make_room_for_the_source_of_a_murry_slot() -> None:
    full = "Meg Murry, Sporos, Senex, Noah"
    assert scene(good=full, hand="Mr Murray", options={"replace": 0}).may("play") == []
    s = scene(good=full, hand="Mr Murray").do("play Mr Murray")
    assert s.may() == ["replace Meg Murry", "replace Noah", "replace Senex", "replace Sporos"]
    s.do("replace Noah")
    assert s.board(GOOD) == ["Meg Murry", "Sporos", "Senex", "Mr Murray"] and s.pile(GOOD) == ["Noah"]


def test_two_sources_may_seat_each_other() -> None:
    s = scene(good="Mr Murray, Fortinbras, Sporos, Senex", hand="Noah, Madoc, Yalith", options={"replace": 0})
    s.do("play Noah", "pass", "play Madoc", "pass")
    assert s.may("play") == [], "four base slots, and each of the two in the other's"
    assert len(s.board(GOOD)) == 6


def test_drawing_specials_can_not_go_round_for_ever() -> None:
    s = scene(hand="Birth", pile="Part of Creation, Quest", evil_hand="2 Fear", phase="Challenge I")
    s.do("play Birth")
    assert sorted(s.hand(GOOD)) == ["Part of Creation", "Quest"], "two to be had, and Birth isn't one"
    s.do("pass", "play Part of Creation")
    assert s.hand(GOOD) == ["Quest"] and s.deck(GOOD) == []
    s.do("pass", "play Quest", "discard Fear")
    assert s.hand(GOOD) == [] and s.asked == ("window", EVIL)
    s.close()
    assert s.phase == "Destiny II", "the phase ends"
    assert sorted(s.hand(GOOD)) == ["Birth", "Part of Creation", "Quest"], "the next one draws them anew"


def test_when_both_only_pass_good_wins_in_three_turns() -> None:
    match = Match(header(load()), load())
    while (decision := match.decision()) is not None:
        assert decision.choices
        match.choose(next((c for c in decision.choices if c.kind == "pass"), decision.choices[0]))
    assert match.state.turn == 3
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.scores, match.outcome.end) == (GOOD, (6, 0), "tokens")
