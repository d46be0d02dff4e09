"""The fine points, T14 to T30."""

from __future__ import annotations

import pytest

from core.contract.choice import HIDDEN
from tests.support.scenes.timemasters import card, made_up, scene, taken_and_delayed_with

# T14: repeats.


def test_t14_a_repeated_count_adds_its_points_once_more() -> None:
    s = scene(hand="Convergence, Deja Vu").do("cast Convergence")
    assert s.left() == 3
    assert s.do("cast Deja Vu").left() == 3 + 1 + 2


def test_t14_deja_vu_with_nothing_to_repeat_does_nothing() -> None:
    s = scene(hand="Deja Vu", zone="Recursion, Deja Vu").do("cast Deja Vu")
    assert s.asked == ("main", 0) and s.left() == 3


def test_t14_deja_vu_must_repeat_and_recursion_may_stop() -> None:
    assert "done" not in scene(hand="Deja Vu", zone="Increase, Haste").do("cast Deja Vu").may()
    s = scene(hand="Recursion", zone="Increase").do("cast Recursion")
    assert s.may() == ["done", "repeat Increase"]
    assert s.do("done").ke() == (2, 2, 0)


def test_t14_recursion_may_repeat_two_copies_of_one_design() -> None:
    s = scene(hand="Recursion", zone="2 Increase").do("cast Recursion", "repeat Increase", "repeat Increase")
    assert s.ke() == (4, 2, 0) and s.asked[0] == "main"


def test_t14_a_repeat_that_is_doubled_repeats_twice() -> None:
    s = scene(zone="Increase, Mastery", deck="Timer", timers="Mirror Clock(Deja Vu)")
    s.do("activate Mirror Clock", "release Deja Vu", "repeat Increase", "repeat Mastery")
    assert s.ke() == (7, 0, 0) and s.hand(0) == ["Timer"]


# T15: placing is casting.


def test_t15_placing_takes_all_waiting_modifiers_and_what_is_left_is_lost() -> None:
    s = scene(hand="2 Shortcut, Increase, Torrent", timers="Timer", surcharge=1, deck="9 Spark")
    s.do("cast Shortcut")
    assert s.ke() == (2, 2, 0), "the surcharge is used up"
    s.do("cast Shortcut")
    assert s.ke() == (2, 2, 0) and s.cost("Torrent") == 0
    s.do("place Increase")
    assert s.ke() == (2, 2, 0) and s.cost("Torrent") == 2, "one more off is lost"


def test_t15_placing_counts_for_the_cap() -> None:
    s = scene(hand="Torrent, 2 Rewind", timers="Timer", cap=3).do("place Torrent", "cast Rewind")
    assert s.may("cast") == []


def test_t15_a_released_spell_uses_no_modifier_up() -> None:
    s = scene(hand="Shortcut, Torrent", timers="Timer(Increase)", surcharge=1)
    s.do("activate Timer", "release Increase")
    assert s.state.surcharge == [1, 0] and s.cost("Shortcut") == 2
    s.do("cast Shortcut")
    assert s.cost("Torrent") == 0


# T16: forced activation.


def test_t16_a_forced_timer_has_its_effect_at_once_for_its_owner() -> None:
    s = scene(
        hand="Forced Release",
        deck="9 Timer",
        others=({"timers": "Orrery(Spark, Haste)", "deck": "Breath, Insight, Timer"},),
    ).do("cast Forced Release")
    assert s.hand(1) == ["Breath", "Insight"] and s.released(1) == ["Spark", "Haste"]
    assert [one.seat for one in s.said("forced")] == [1]


def test_t16_a_forced_mirror_clock_keeps_its_doubling_for_the_owners_turn() -> None:
    s = scene(
        hand="Forced Release",
        deck="9 Timer",
        others=({"timers": "Mirror Clock(Increase)", "deck": "9 Timer"},),
    ).do("cast Forced Release", "end", "done")
    assert s.asked == ("main", 1) and "end" not in s.may()
    assert s.do("release Increase").ke(1) == (6, 0, 0)


def test_t16_spells_released_by_force_are_lost_with_a_pass_and_there_is_no_refill() -> None:
    s = scene(
        hand="Forced Release", deck="9 Timer", others=({"timers": "Timer(Mastery)", "deck": "9 Timer"},)
    ).do("cast Forced Release", "end", "done")
    assert s.game.standing(s.state)[1] == 5
    s.do("pass", "done")
    assert s.pile(1) == ["Timer", "Mastery"] and s.hand(1) == [] and s.game.standing(s.state)[1] == 5
    assert s.state.twice == []


def test_t16_a_pass_with_released_spells_leaves_the_doubling_of_another_seats() -> None:
    others = (
        {"timers": "Timer(Spark)", "deck": "9 Timer"},
        {"timers": "Mirror Clock(Increase)", "deck": "9 Timer"},
    )
    s = scene(hand="2 Forced Release", deck="9 Timer", others=others)
    s.do("cast Forced Release", "target Timer", "cast Forced Release", "end", "done")
    assert s.asked == ("main", 1)
    s.do("pass", "done")
    assert s.pile(1) == ["Timer", "Spark"]
    assert s.do("release Increase").ke(2) == (6, 0, 0)


# T17: an empty Timer.


def test_t17_an_empty_timer_may_be_activated() -> None:
    s = scene(timers="Orrery, Pendulum", deck="Spark", ke=(1, 3, 0)).do("activate Orrery")
    assert s.hand(0) == [] and s.pile(0) == ["Orrery"]
    assert s.do("activate Pendulum").ke() == (3, 1, 0)


# T18: Concentrations and pairs without spent Kè.


def test_t18_concentrations_and_pairs_are_allowed_with_nothing_spent() -> None:
    s = scene(hand="Stillness, 2 Spark").do("concentrate Stillness", "discard Spark")
    assert s.ke() == (4, 0, 0) and s.pile(0) == ["Stillness", "Spark", "Spark"]


def test_t18_a_concentration_is_discarded_after_its_effect() -> None:
    game = made_up(card("Bonfire", "concentration", effects='[{ do = "discard", n = 1 }]'))
    s = scene(hand="Bonfire, Spark, Haste", game=game).do("concentrate Bonfire")
    assert s.asked == ("discard", 0) and s.pile(0) == []
    assert s.do("discard Spark").pile(0) == ["Spark", "Bonfire"]


# T19: Premonition and Open Spheres.


def test_t19_premonition_is_no_access() -> None:
    s = scene(hand="Premonition", zone="Spark", spheres={1: "Breath, Foresight", 2: "2 Torrent"})
    s.do("cast Premonition", "take Breath", "end")
    assert "access Foresight" in s.may()


def test_t19_a_last_card_taken_so_counts_for_the_end() -> None:
    s = scene(hand="Premonition", spheres={1: "Breath", 3: "Widening"})
    s.do("cast Premonition")
    assert s.game.outcome(s.state) is not None and s.hand(0) == ["Breath"], "Sphere 2 was empty"


def test_t19_open_spheres_twice_gives_two_more_accesses_and_a_sphere_is_accessed_twice_at_most() -> None:
    s = scene(hand="2 Open Spheres", zone="7 Spark", spheres={1: "4 Breath", 2: "4 Torrent"})
    s.do("cast Open Spheres", "cast Open Spheres", "end")
    s.do("access Breath", "access Breath")
    assert "access Breath" not in s.may()
    s.do("access Torrent", "access Torrent")
    assert "access Torrent" not in s.may() and s.left() == 3


# T20 to T22: looking, returning, banishing, discarding.


def test_t20_foresight_reshuffles_as_a_draw_does() -> None:
    s = scene(hand="Foresight", deck="Spark", pile="Breath, Timer").do("cast Foresight")
    assert s.may() == ["keep Breath", "keep Spark", "keep Timer"]
    s = scene(hand="Foresight", deck="Spark").do("cast Foresight")
    assert s.hand(0) == ["Spark"] and s.asked[0] == "main"
    s = scene(hand="Foresight").do("cast Foresight")
    assert s.hand(0) == [] and s.asked[0] == "main"


def test_t20_only_the_mover_sees_what_is_laid_aside() -> None:
    s = scene(hand="Foresight", deck="Spark, Breath, Haste").do("cast Foresight")
    assert [s.state.known[handle] for handle in s.state.aside] == [1, 1, 1]
    s.do("keep Breath")
    assert s.state.known[s.state.hand[0][0]] == 1


def test_t21_return_must_as_far_as_there_are_cards_and_up_to_may_stop() -> None:
    s = scene(hand="Rewind", pile="Spark").do("cast Rewind")
    assert s.hand(0) == ["Spark"] and s.asked[0] == "main"
    s = scene(hand="Second Wind", pile="Spark, Timer").do("cast Second Wind")
    assert s.hand(0) == [] and s.asked[0] == "main", "there is no Concentration"
    assert scene(hand="Deep Memory", pile="Spark").do("cast Deep Memory").may() == ["done", "return Spark"]


def test_t21_purge_draws_after_all_banishing() -> None:
    s = scene(hand="Purge", pile="Recovery, Timer, Suggestion", deck="Spark").do("cast Purge")
    s.do("banish Recovery")
    assert s.hand(0) == []
    s.do("banish Timer")
    assert s.hand(0) == []
    s.do("banish Suggestion")
    assert s.hand(0) == ["Spark"] and s.banished() == ["Recovery", "Timer", "Suggestion"]


def test_t22_opponents_discard_in_turn_order_and_half_is_counted_when_it_happens() -> None:
    s = scene(
        hand="Stolen Hour, Disturbance", deck="Timer", ke=(9, 0, 0),
        others=({"hand": "4 Spark"}, {"hand": "3 Spark"}, {"hand": "2 Spark"}),
    )  # fmt: skip
    asked = []
    s.do("cast Stolen Hour")
    while s.asked[0] == "lose":
        asked.append(s.asked[1])
        s.do("discard Spark")
    assert asked == [1, 1, 2, 2, 3] and [len(s.hand(seat)) for seat in (1, 2, 3)] == [2, 1, 1]


# T23: delays.


def test_t23_a_delayed_timer_is_not_asked_again_and_may_be_activated_in_the_main_phase() -> None:
    s = scene(hand="Spark, Breath", timers="Timer(Haste)", phase="Timer")
    assert s.asked == ("timers", 0) and s.may() == ["activate Timer", "delay Timer"]
    s.do("delay Timer")
    assert s.asked == ("under", 0)
    s.do("under Spark")
    assert s.asked == ("main", 0) and s.timers() == ["Timer(Haste; Spark)"]
    assert s.state.known[s.state.timers[0][0].under[0]] == 1, "face down"
    s.do("activate Timer")
    assert s.pile(0) == ["Timer", "Spark"] and s.released() == ["Haste"]


def test_t23_a_pass_asks_for_no_second_card() -> None:
    s = scene(hand="Spark, Breath", timers="Timer(Haste)", phase="Timer", deck="9 Rewind")
    s.do("delay Timer", "under Spark", "pass", "done")
    assert s.timers() == ["Timer(Haste; Spark)"] and len(s.hand(0)) == 4


def test_full_timers_are_settled_in_the_order_the_seat_likes() -> None:
    s = scene(hand="Spark", timers="Timer(Haste), Hourglass(Torrent), Pendulum(Rewind)", phase="Timer")
    assert s.may() == ["activate Hourglass", "activate Timer", "delay Hourglass", "delay Timer"]
    s.do("activate Hourglass", "delay Timer")
    assert s.asked == ("main", 0) and s.released() == ["Torrent"] and s.timers()[0] == "Timer(Haste; Spark)"


def test_with_an_empty_hand_a_full_timer_can_only_be_activated() -> None:
    s = scene(timers="Timer(Haste), Hourglass(Torrent)", phase="Timer")
    assert s.may() == ["activate Hourglass", "activate Timer"], "their order is the seat's"
    s = scene(others=({"timers": "Timer(Haste)"},), deck="9 Spark").do("end", "done")
    assert s.asked == ("main", 1) and s.released(1) == ["Haste"], "the last one by itself"


# T24 to T28.


def test_t24_ke_lost_to_time_thief_does_not_count_for_the_cap_and_only_what_was_there_is_recovered() -> None:
    s = scene(
        hand="Slow Down, Time Thief", others=({"hand": "3 Rewind"}, {}), ke=(3, 3, 0),
        kes=[(4, 0, 0), (0, 4, 4)],
    )  # fmt: skip
    s.do("cast Slow Down", "cast Time Thief")
    assert s.ke() == (1, 5, 0) and s.ke(1) == (3, 1, 0) and s.ke(2) == (0, 4, 4)
    s.do("end", "done", "cast Rewind", "cast Rewind", "cast Rewind")
    assert s.ke(1) == (0, 4, 0)


def test_t25_permanent_ke_has_no_limit_and_an_access_may_be_declined() -> None:
    s = scene(hand="Mastery, 2 Increase", ke=(9, 0, 0)).do("cast Mastery", "cast Increase", "cast Increase")
    assert s.ke() == (9, 4, 0)
    s.do("end")
    assert "done" in s.may() and s.left() == 3
    assert s.do("done").asked == ("main", 1)


def test_t25_the_main_phase_may_end_without_an_action() -> None:
    s = scene(hand="Spark", ke=(1, 3, 0)).do("end")
    assert s.ke() == (1, 3, 0) and s.asked == ("access", 0)


@pytest.mark.parametrize(("first", "turns"), [(0, 2), (1, 0), (2, 1)])
def test_t26_with_round_the_match_ends_after_the_last_seat_of_the_round(first: int, turns: int) -> None:
    s = scene(
        zone="3 Spark", spheres={1: "Breath", 3: "2 Widening"}, others=({}, {}), options={"end": 1},
        phase="Access", first=first,
    )  # fmt: skip
    s.do("access Breath")
    assert s.said("last-round")[0].n == 2
    s.do("done")
    for _ in range(turns):
        assert s.game.outcome(s.state) is None
        s.do("end", "done")
    outcome = s.game.outcome(s.state)
    assert outcome is not None and outcome.end == "spheres"


def test_t27_broken_spring_and_forced_release_may_be_cast_without_a_target() -> None:
    s = scene(hand="Broken Spring, Forced Release", deck="Spark, Breath, Haste", timers="Timer")
    s.do("cast Broken Spring", "cast Forced Release")
    assert s.hand(0) == ["Spark", "Breath", "Haste"] and s.timers() == ["Timer"]


def test_t28_cerebral_cleaning_banishes_then_draws() -> None:
    s = scene(hand="Cerebral Cleaning", deck="Spark, Breath").do("cast Cerebral Cleaning")
    assert s.hand(0) == ["Spark", "Breath"] and s.banished() == []


# T29: what is not asked.


def test_t29_a_single_choice_is_made_by_the_engine_where_all_can_see_that_it_is_one() -> None:
    s = scene(hand="Spark, Breath", timers="Timer(Haste)", phase="Timer").do("delay Timer", "under Breath")
    assert s.asked == ("main", 0)
    s = scene(hand="Breath", timers="Timer(Haste)", phase="Timer").do("delay Timer")
    assert s.asked == ("main", 0) and s.timers() == ["Timer(Haste; Breath)"]
    s = scene(hand="Spark", timers="Timer, Pendulum").do("place Spark")
    assert s.asked == ("onto", 0) and s.may() == ["onto Pendulum", "onto Timer"]
    s = scene(hand="Torrent", timers="Timer, Crystal Clock", ke=(1, 3, 0)).do("place Torrent")
    assert s.timers() == ["Timer", "Crystal Clock(Torrent)"], "only there it can be paid"


def test_t29_main_and_access_are_always_asked() -> None:
    s = scene().do("end")
    assert s.asked == ("access", 0) and s.may() == ["done"]
    halt = s.game.halt(s.state)
    assert halt is not None and not halt.could
    s.do("done")
    assert s.asked == ("main", 1) and s.may() == ["end", "pass"]


def test_a_sphere_that_could_be_accessed_is_asked_about() -> None:
    s = scene(zone="Spark").do("end")
    halt = s.game.halt(s.state)
    assert halt is not None and halt.could


# T30: who sees what.


def test_t30_what_everybody_sees_and_what_not() -> None:
    s = scene(
        hand="Spark", deck="Breath", pile="Haste", zone="Rewind", timers="Pendulum(Torrent; Insight)",
        released="Widening", spheres={1: "Foresight, Hourglass"},
    )  # fmt: skip
    state = s.state
    for view, hand, under in ((s.game.mask(state, 0), True, True), (s.game.mask(state, 1), False, False)):
        timer = view.timers[0][0]
        seen = [*view.pile[0], *view.zone[0], *view.released[0], timer.handle, *timer.spells]
        assert HIDDEN not in [view.cards[handle] for handle in (*seen, view.spheres[0][-1])]
        assert (view.cards[view.hand[0][0]] != HIDDEN) is hand
        assert (view.cards[timer.under[0]] != HIDDEN) is under
        assert view.cards[view.deck[0][0]] == view.cards[view.spheres[0][0]] == HIDDEN


def test_t30_a_card_that_lay_open_on_a_sphere_stays_known_in_the_hand_and_under_a_timer() -> None:
    s = taken_and_delayed_with("Second Thought")
    (under,) = s.state.timers[0][0].under
    assert s.state.known[under] == 3
    assert (
        "Seat 1 puts Second Thought there." in s.told(1) and "Seat 1 puts Second Thought there." in s.told()
    )
    assert "You put Second Thought there." in s.told(0)


def test_t30_a_card_that_was_returned_stays_known_under_a_timer_and_one_that_was_drawn_is_not() -> None:
    for name, known in (("Insight", 3), ("Haste", 1)):
        s = scene(hand="Recovery", pile="Insight", deck="9 Haste", timers="Chronometer(Spark, Torrent)")
        s.do("cast Recovery", "end", "done", "pass", "done", "delay Chronometer", f"under {name}")
        (under,) = s.state.timers[0][0].under
        assert s.names([under]) == [name] and s.state.known[under] == known
        assert any(said.startswith("Seat 1 puts ") for said in s.told(1)) is (known == 3)


def test_t30_a_delay_card_is_turned_up_when_it_reaches_the_discard_pile() -> None:
    s = scene(timers="Pendulum(Torrent; Insight)")
    under = s.state.timers[0][0].under[0]
    s.do("activate Pendulum")
    assert s.state.known[under] == 3 and s.pile(0) == ["Pendulum", "Insight"]
    assert [one.handle for one in s.said("turned-up")] == [under]


def test_t30_a_card_whose_effect_goes_on_is_named_no_more_once_it_was_shuffled_into_the_deck() -> None:
    each = '[{ do = "banish", n = 1, up_to = true, pile = true, draw = true }]'
    clock = card("Loud Clock", "timer", slots="2", each=each)
    s = scene(timers="Loud Clock(Spark, Spark)", pile="2 Loud Clock", game=made_up(clock))
    s.do("activate Loud Clock", "banish Loud Clock")
    assert s.said("reshuffle") and s.asked == ("banish", 0)
    for state in (s.state, *(s.game.mask(s.state, seat) for seat in (0, 1, None))):
        decision = s.game.decision(state)
        assert decision is not None and decision.about == ()


def test_t30_banished_cards_are_face_up() -> None:
    s = scene(hand="Cerebral Cleaning, Haste, Rewind, Spark").do(
        "cast Cerebral Cleaning", "banish Haste", "banish Spark"
    )
    view = s.game.mask(s.state, 1)
    assert [view.cards[handle] for handle in view.banished[0]].count(HIDDEN) == 0
