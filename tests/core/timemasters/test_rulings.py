"""The rulings T1 to T13, with the fine points of turns and ends that belong to them."""

from __future__ import annotations

import pytest

from core.contract.chance import Chance
from core.contract.errors import GameError
from core.contract.stream import numbered_seed
from core.engine.match import Match
from core.timemasters.timemasters import load
from tests.support.matches import header
from tests.support.scenes.timemasters import Scene, scene


def over(s: Scene) -> bool:
    return s.game.decision(s.state) is None


def test_t1_at_most_four_ephemeral_and_what_is_over_is_lost() -> None:
    s = scene(hand="Overflow", ke=(4, 0, 2)).do("cast Overflow", "permanent")
    assert s.ke() == (3, 1, 4)
    assert [(one.kind, one.n) for one in (*s.said("ephemeral"), *s.said("full"))] == [
        ("ephemeral", 2),
        ("full", 1),
    ]


def test_t2_a_cast_offers_permanent_or_ephemeral_first_where_they_differ() -> None:
    s = scene(hand="Torrent", ke=(2, 0, 1), deck="4 Timer").do("cast Torrent")
    assert s.asked == ("pay", 0) and s.may() == ["ephemeral", "permanent"]
    assert s.do("permanent").ke() == (0, 2, 1)
    s = scene(hand="Torrent", ke=(2, 0, 1), deck="4 Timer").do("cast Torrent", "ephemeral")
    assert s.ke() == (1, 1, 0)


@pytest.mark.parametrize("ke", [(1, 0, 1), (2, 0, 0), (0, 2, 2)])
def test_t2_nothing_is_asked_where_they_come_to_the_same(ke: tuple[int, int, int]) -> None:
    s = scene(hand="Torrent", ke=ke, deck="4 Timer").do("cast Torrent")
    assert s.asked[0] == "discard"


def test_t3_modifiers_add_up_and_no_cost_is_below_nothing() -> None:
    s = scene(hand="Haste, Shortcut, Standstill, Spark", ke=(9, 0, 0))
    s.do("cast Haste", "cast Shortcut")
    assert (s.cost("Standstill"), s.cost("Spark")) == (1, 0)
    s = scene(hand="Haste, Standstill, Spark", ke=(9, 0, 0), surcharge=2)
    assert (s.cost("Haste"), s.cost("Standstill"), s.cost("Spark")) == (4, 6, 3)
    assert s.do("cast Haste").cost("Standstill") == 3


def test_t4_a_token_waits_for_the_next_turn_and_lapses_with_it_also_with_a_pass() -> None:
    s = scene(
        hand="2 Time Heaviness, 2 Timer", deck="9 Spark", others=({"hand": "Spark", "deck": "9 Spark"},)
    )
    s.do("cast Time Heaviness", "discard Timer", "cast Time Heaviness", "discard Timer")
    assert s.state.surcharge == [0, 2], "several add up"
    s.do("end", "done")
    assert s.state.surcharge == [0, 2] and s.cost("Spark", 1) == 3
    s.do("pass", "done")
    assert s.state.surcharge == [0, 0]


def test_t4_a_cap_lapses_too_and_does_not_stack() -> None:
    s = scene(hand="2 Slow Down", others=({"hand": "Spark", "deck": "9 Spark"},))
    s.do("cast Slow Down", "cast Slow Down")
    assert s.state.cap == [0, 3]
    s.do("end", "done", "pass", "done")
    assert s.state.cap == [0, 0]


def test_t5_the_cap_counts_ephemeral_ones_too() -> None:
    s = scene(hand="3 Spark, Haste", ke=(2, 0, 4), deck="9 Timer", cap=3)
    s.do("cast Haste", "permanent", "cast Spark", "cast Spark", "cast Spark")
    assert s.state.paid == 2, "the Sparks cost nothing"
    s = scene(hand="4 Rewind", ke=(2, 0, 4), cap=3)
    s.do("cast Rewind", "permanent", "cast Rewind", "ephemeral", "cast Rewind", "permanent")
    assert s.may("cast") == [] and s.ke() == (0, 2, 3)
    assert s.refused("cast", "Rewind") == "Rewind can't be cast: it costs 1 Kè, you may spend 0 more."


def test_t6_a_pass_with_released_spells_discards_them_and_the_hand_is_not_refilled() -> None:
    s = scene(hand="Spark", deck="9 Timer", timers="Timer(Rewind)", phase="Timer", ke=(1, 3, 0))
    s.do("activate Timer", "pass")
    assert s.pile(0) == ["Timer", "Rewind"] and s.released() == [] and s.ke() == (4, 0, 0)
    s.do("done")
    assert s.hand(0) == ["Spark"] and s.asked == ("main", 1)


def test_a_pass_recovers_all_and_the_hand_is_refilled() -> None:
    s = scene(hand="Spark", deck="9 Timer", ke=(1, 3, 2)).do("pass")
    assert s.ke() == (4, 0, 2) and s.asked == ("access", 0)
    assert s.do("done").hand(0) == ["Spark"] + 4 * ["Timer"]


def test_a_pass_is_only_offered_as_the_first_thing() -> None:
    s = scene(hand="Timer, Spark", deck="9 Timer")
    assert "pass" in s.may()
    s.do("timer Timer")
    assert "pass" not in s.may() and "end" in s.may()


def test_t7_the_phase_does_not_end_while_a_released_spell_is_left() -> None:
    s = scene(timers="Pendulum(Spark, Rewind)", pile="Timer").do("activate Pendulum")
    assert s.may() == ["release Rewind", "release Spark"]
    s.do("release Spark")
    assert "end" not in s.may()
    assert "end" in s.do("release Rewind").may()


def test_t8_an_empty_deck_takes_the_discard_pile_in_and_with_both_empty_nothing_comes() -> None:
    s = scene(hand="Torrent", deck="Spark", pile="Breath").do("cast Torrent", "discard Spark")
    assert s.hand(0) == ["Breath"] and s.deck(0) == []
    s = scene(hand="Torrent").do("cast Torrent")
    assert s.hand(0) == [] and s.asked[0] == "main"


def test_t8_discard_and_banish_take_what_is_there() -> None:
    s = scene(hand="Cerebral Cleaning, Spark").do("cast Cerebral Cleaning")
    assert s.banished() == ["Spark"] and s.asked[0] == "main"
    s = scene(hand="Disturbance", others=({"hand": "Spark"}, {})).do("cast Disturbance")
    assert s.hand(1) == [] and s.pile(1) == ["Spark"] and s.asked == ("main", 0)


def test_t9_half_means_the_spent_permanent_ones() -> None:
    assert scene(hand="Renewal", ke=(2, 3, 1)).do("concentrate Renewal").ke() == (4, 1, 2)


def test_t10_only_the_taker_sees_a_card_from_beneath_and_the_top_stays() -> None:
    s = scene(zone="2 Spark", spheres={1: "Breath, Foresight, Hourglass"}, phase="Access")
    s.do("beneath 1")
    assert s.sphere(1) == ["Breath", "Hourglass"] and s.hand(0) == ["Foresight"]
    handle = s.state.hand[0][0]
    assert s.state.known[handle] == 1
    assert s.said("beneath")[0].card == -1 and s.said("top") == []


def test_t10_the_next_top_card_is_turned_up_at_once() -> None:
    s = scene(zone="Spark", spheres={1: "Breath, Foresight"}, phase="Access").do("access Breath")
    assert s.state.known[s.state.spheres[0][-1]] == 3
    assert [(one.n, s.names([one.handle])) for one in s.said("top")] == [(1, ["Foresight"])]


def test_t11_all_cards_score_on_and_under_timers_too_and_banished_ones_do_not() -> None:
    s = scene(hand="Cerebral Cleaning, Mastery, Spark", timers="Pendulum(Haste; Torrent)", pile="Widening")
    assert s.game.standing(s.state) == (1 + 5 + 1 + 2 + 4 + 2 + 3, 0)
    s.do("cast Cerebral Cleaning")
    assert s.game.standing(s.state) == (1 + 2 + 4 + 2 + 3, 0) and s.state.fives == [0, 0]


def test_t12_slow_down_hits_every_opponent_and_not_oneself() -> None:
    s = scene(hand="Slow Down", others=({}, {}, {})).do("cast Slow Down")
    assert s.state.cap == [0, 3, 3, 3]


def passed_round(s: Scene) -> None:
    for _ in range(s.state.seats):
        s.do("pass", "done")


def test_t13_three_rounds_in_which_all_pass_end_the_match() -> None:
    s = scene(others=({}, {}))
    passed_round(s)
    passed_round(s)
    assert not over(s)
    passed_round(s)
    outcome = s.game.outcome(s.state)
    assert outcome is not None and outcome.end == "passes" and outcome.places == (1, 1, 1)


def test_t13_an_ended_main_phase_is_no_pass() -> None:
    s = scene()
    passed_round(s)
    passed_round(s)
    s.do("pass", "done", "end", "done")
    assert not over(s)
    for _ in range(2):
        passed_round(s)
    assert not over(s)


def test_max_turns_is_the_last_round() -> None:
    s = scene(round=4, options={"max_turns": 4}, hand="Spark", deck="9 Timer")
    s.do("end", "done")
    assert not over(s)
    s.do("end", "done")
    outcome = s.game.outcome(s.state)
    assert outcome is not None and outcome.end == "max_turns" and outcome.places == (1, 2)


def test_the_match_ends_at_once_when_the_second_sphere_runs_empty() -> None:
    s = scene(zone="5 Spark", spheres={1: "Breath", 2: "Torrent", 3: "Widening"}, phase="Access")
    s.do("access Breath")
    assert not over(s), "Sphere 1 is the first"
    s.do("access Torrent")
    assert over(s) and s.hand(0) == ["Breath", "Torrent"]
    outcome = s.game.outcome(s.state)
    assert outcome is not None and (outcome.end, outcome.scores) == ("spheres", (8, 0))


@pytest.mark.parametrize(
    ("zones", "kes", "places"),
    [
        (("Mastery", "Haste"), ((4, 0, 0), (4, 0, 0)), (1, 2)),
        (("Mastery", "Haste, Spark"), ((4, 0, 0), (3, 2, 0)), (2, 1)),
        (("Mastery", "Haste, Spark"), ((2, 2, 0), (3, 0, 1)), (1, 2)),
        (("5 Spark", "Haste, Spark"), ((2, 2, 0), (3, 0, 1)), (1, 1)),
        (("5 Spark", "Mastery"), ((2, 2, 1), (3, 0, 1)), (1, 2)),
    ],
)
def test_ties_go_by_ke_then_by_level_5_cards_then_are_shared(
    zones: tuple[str, str], kes: tuple[tuple[int, int, int], ...], places: tuple[int, int]
) -> None:
    s = scene(pile=zones[0], others=({"pile": zones[1]},), ke=kes[0], kes=kes[1:], round=9,
              options={"max_turns": 9})  # fmt: skip
    s.do("end", "done", "end", "done")
    outcome = s.game.outcome(s.state)
    assert outcome is not None and outcome.places == places


# The beginning.


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_start(seats: int) -> None:
    game = load()
    state = game.setup(header(game, 5, seats=seats), Chance(numbered_seed(5), game.streams))
    level0 = sorted(
        game.identity(f"tm/level0/{slug}")
        for slug, n in (
            ("concentration", 3), ("timer", 1), ("suggestion", 2), ("recovery", 2), ("energy-loop", 2),
        )
        for _ in range(n)
    )  # fmt: skip
    for seat in range(seats):
        assert len(state.hand[seat]) == len(state.deck[seat]) == 5
        assert sorted(state.cards[one] for one in (*state.hand[seat], *state.deck[seat])) == level0
    assert state.active == [4] * seats and state.spent == state.ephemeral == [0] * seats
    assert [len(sphere) for sphere in state.spheres] == [len(rest) for rest in state.box] == [10] * 5
    for level in range(1, 6):
        cards = [state.cards[one] for one in (*state.spheres[level - 1], *state.box[level - 1])]
        assert [game.pool.level[card] for card in cards] == [level] * 20
        assert len(set(cards)) == 10 and all(cards.count(card) == 2 for card in cards)
    assert state.mover == state.first < seats
    decision = game.decision(state)
    assert decision is not None and (decision.kind, decision.seat) == ("main", state.first)


def test_the_first_seat_is_drawn_from_the_seed_or_chosen() -> None:
    game = load()

    def first(seed: int, seats: int, chosen: int = 0) -> int:
        state: int = Match(header(game, seed, {"first": chosen}, seats=seats), game).state.first
        return state

    assert {first(seed, 3) for seed in range(20)} == {0, 1, 2}
    assert {first(seed, 2) for seed in range(20)} == {0, 1}
    assert [first(1, 4, chosen) for chosen in (1, 2, 3, 4)] == [0, 1, 2, 3]
    with pytest.raises(GameError, match="Seat 3 can't begin a match of 2 seats: first is 0 to 2"):
        first(1, 2, 3)


@pytest.mark.parametrize(
    ("later", "seats", "first", "ephemeral"),
    [
        (0, 4, 1, [0, 0, 0, 0]),
        (1, 4, 1, [0, 1, 2, 3]),
        (2, 4, 1, [0, 2, 4, 4]),
        (1, 3, 3, [1, 2, 0]),
        (2, 2, 2, [2, 0]),
    ],
)
def test_later_seats_start_with_more_ephemeral_ke(
    later: int, seats: int, first: int, ephemeral: list[int]
) -> None:
    game = load()
    match = Match(header(game, 1, {"later_start": later, "first": first}, seats=seats), game)
    assert match.state.ephemeral == ephemeral


def test_the_presets_are_rulebook_and_even() -> None:
    game = load()
    assert [(one.name, one.options) for one in game.presets] == [
        ("Rulebook", {}),
        ("Even", {"end": 1, "later_start": 1}),
    ]


def test_a_round_has_a_turn_of_every_seat_from_the_first_on() -> None:
    game = load()
    match = Match(header(game, 1, {"first": 3}, seats=4), game)
    turns = []
    for _ in range(9):
        decision = match.decision()
        assert decision is not None
        turns.append((match.state.round, decision.seat))
        match.play(decision.seat, "end")
        match.play(decision.seat, "done")
    assert turns == [(1, 2), (1, 3), (1, 0), (1, 1), (2, 2), (2, 3), (2, 0), (2, 1), (3, 2)]
