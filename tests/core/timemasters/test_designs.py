"""Every design does what it says: a known answer for each of the 55."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest

from core.timemasters.cards import printed_pool
from tests.support.scenes.timemasters import scene

COVERED: set[str] = set()
"""Names of the designs that a test here is about."""


T = TypeVar("T")


def about(name: str) -> Callable[[T], T]:
    """Says what a test is about; the last test looks that no design is left out."""
    COVERED.add(name)
    return lambda test: test


# Level 0.


@about("Concentration")
def test_concentration_recovers_one_and_is_discarded_after_it() -> None:
    s = scene(hand="Concentration", ke=(1, 3, 0)).do("concentrate Concentration")
    assert s.ke() == (2, 2, 0) and s.pile(0) == ["Concentration"] and s.zone() == []


@about("Timer")
def test_a_timer_without_a_text_holds_one_spell() -> None:
    s = scene(hand="Timer, Spark, Rewind").do("timer Timer", "place Spark")
    assert s.timers() == ["Timer(Spark)"] and s.ke() == (3, 1, 0)
    assert s.may("place") == [], "its slot is taken"
    s.do("activate Timer")
    assert s.pile(0) == ["Timer"] and s.released() == ["Spark"] and s.ke() == (3, 1, 0)


@about("Suggestion")
def test_suggestion_draws_one() -> None:
    s = scene(hand="Suggestion", deck="Spark, Breath").do("cast Suggestion")
    assert s.hand(0) == ["Spark"] and s.zone() == ["Suggestion"] and s.ke() == (3, 1, 0)


@about("Recovery")
def test_recovery_takes_one_card_back() -> None:
    s = scene(hand="Recovery", pile="Spark, Breath").do("cast Recovery")
    assert s.may() == ["return Breath", "return Spark"]
    s.do("return Spark")
    assert s.hand(0) == ["Spark"] and s.pile(0) == ["Breath"]


@about("Energy Loop")
def test_energy_loop_draws_then_recovers() -> None:
    s = scene(hand="Energy Loop", deck="Spark").do("cast Energy Loop")
    assert s.hand(0) == ["Spark"] and s.ke() == (3, 1, 0)


# Level 1.


@about("Cerebral Cleaning")
def test_cerebral_cleaning_banishes_two_and_draws_two() -> None:
    s = scene(hand="Cerebral Cleaning, Timer, Recovery, Spark", deck="Breath, Haste, Rewind")
    s.do("cast Cerebral Cleaning")
    assert s.asked == ("banish", 0) and s.may() == ["banish Recovery", "banish Spark", "banish Timer"]
    s.do("banish Timer", "banish Spark")
    assert s.banished() == ["Timer", "Spark"] and s.hand(0) == ["Recovery", "Breath", "Haste"]
    assert s.state.score[0] == 1 + 1 + 4 + 1, "Spark counts no more"


@about("Time Heaviness")
def test_time_heaviness_makes_each_opponents_next_spell_dearer() -> None:
    s = scene(hand="Time Heaviness, Timer", deck="Breath", others=({"hand": "2 Spark"}, {"hand": "Spark"}))
    s.do("cast Time Heaviness", "discard Timer")
    assert s.hand(0) == ["Breath"] and s.state.surcharge == [0, 1, 1]
    s.do("end", "done")
    assert s.cost("Spark", 1) == 2 and s.cost("Spark", 2) == 2
    s.do("cast Spark")
    assert s.ke(1) == (2, 2, 1) and s.cost("Spark", 1) == 1 and s.cost("Spark", 2) == 2


@about("Spark")
def test_spark_gains_one_ephemeral_and_draws() -> None:
    s = scene(hand="Spark", deck="Breath").do("cast Spark")
    assert s.ke() == (3, 1, 1) and s.hand(0) == ["Breath"]


@about("Second Thought")
def test_second_thought_draws_two_then_discards_one() -> None:
    s = scene(hand="Second Thought, Timer", deck="Breath, Spark").do("cast Second Thought")
    assert s.asked == ("discard", 0) and s.may() == ["discard Breath", "discard Spark", "discard Timer"]
    s.do("discard Timer")
    assert s.hand(0) == ["Breath", "Spark"] and s.pile(0) == ["Timer"]


@about("Rewind")
def test_rewind_takes_two_back() -> None:
    s = scene(hand="Rewind", pile="Spark, Breath, Timer").do("cast Rewind", "return Timer")
    assert s.may() == ["return Breath", "return Spark"], "it must take a second"
    s.do("return Spark")
    assert s.hand(0) == ["Timer", "Spark"] and s.pile(0) == ["Breath"]


@about("Shortcut")
def test_shortcut_makes_the_next_spell_two_cheaper() -> None:
    s = scene(hand="Shortcut, Avalanche, Torrent", deck="5 Timer").do("cast Shortcut")
    assert (s.cost("Avalanche"), s.cost("Torrent")) == (1, 0)
    s.do("cast Avalanche")
    assert s.ke() == (2, 2, 0) and s.cost("Torrent") == 2


@about("Foresight")
def test_foresight_takes_one_of_three_and_discards_the_others() -> None:
    s = scene(hand="Foresight", deck="Spark, Breath, Timer, Haste").do("cast Foresight")
    assert s.asked == ("look", 0) and s.may() == ["keep Breath", "keep Spark", "keep Timer"]
    s.do("keep Breath")
    assert s.hand(0) == ["Breath"] and s.pile(0) == ["Spark", "Timer"] and s.deck(0) == ["Haste"]


@about("Breath")
def test_breath_recovers_two() -> None:
    assert scene(hand="Breath", ke=(0, 4, 0)).do("concentrate Breath").ke() == (2, 2, 0)


@about("Hourglass")
def test_hourglass_recovers_two_when_a_spell_is_placed() -> None:
    s = scene(hand="Spark", timers="Hourglass", ke=(1, 3, 0)).do("place Spark")
    assert s.ke() == (2, 2, 0) and s.timers() == ["Hourglass(Spark)"]
    assert s.do("activate Hourglass").ke() == (2, 2, 0)


@about("Sundial")
def test_sundial_recovers_one_when_it_is_activated() -> None:
    s = scene(hand="Spark", timers="Sundial(Rewind)", ke=(2, 2, 0)).do("place Spark")
    assert s.timers() == ["Sundial(Rewind, Spark)"] and s.ke() == (1, 3, 0)
    assert s.do("activate Sundial").ke() == (2, 2, 0)


# Level 2.


@about("Slow Down")
def test_slow_down_caps_each_opponents_next_turn_at_three() -> None:
    s = scene(hand="Slow Down", others=({"hand": "Torrent, Disturbance, Spark", "deck": "9 Timer"}, {}))
    s.do("cast Slow Down")
    assert s.state.cap == [0, 3, 3]
    s.do("end", "done", "cast Torrent", "discard Timer")
    assert s.may("cast") == ["cast Spark"], "one Kè of three is left"


@about("Increase")
def test_increase_gains_one_permanent_active() -> None:
    assert scene(hand="Increase").do("cast Increase").ke() == (4, 1, 0)


@about("Borrowed Minute")
def test_borrowed_minute_gains_two_ephemeral() -> None:
    assert scene(hand="Borrowed Minute").do("cast Borrowed Minute").ke() == (3, 1, 2)


@about("Clear Mind")
def test_clear_mind_banishes_up_to_two_from_hand_or_pile() -> None:
    s = scene(hand="Clear Mind, Timer", pile="Recovery, Spark", deck="2 Breath").do("cast Clear Mind")
    assert s.may() == ["banish Recovery", "banish Spark", "banish Timer", "done"]
    s.do("banish Recovery", "banish Timer")
    assert s.banished() == ["Recovery", "Timer"] and s.pile(0) == ["Spark"] and s.hand(0) == ["Breath"]
    s = scene(hand="Clear Mind, Timer", pile="Recovery", deck="Breath").do("cast Clear Mind", "done")
    assert s.banished() == [] and s.hand(0) == ["Timer", "Breath"]


@about("Torrent")
def test_torrent_draws_three_then_discards_one() -> None:
    s = scene(hand="Torrent", deck="Spark, Breath, Timer, Haste").do("cast Torrent", "discard Timer")
    assert s.hand(0) == ["Spark", "Breath"] and s.ke() == (2, 2, 0)


@about("Disturbance")
def test_disturbance_has_each_opponent_discard_a_card_of_its_choice() -> None:
    s = scene(hand="Disturbance", deck="Timer", others=({"hand": "Spark, Breath"}, {"hand": "Haste, Rewind"}))
    s.do("cast Disturbance")
    assert s.asked == ("lose", 1)
    s.do("discard Breath")
    assert s.asked == ("lose", 2)
    s.do("discard Haste")
    assert (s.hand(0), s.hand(1), s.hand(2)) == (["Timer"], ["Spark"], ["Rewind"])


@about("Second Wind")
def test_second_wind_takes_a_concentration_back_and_recovers_one() -> None:
    s = scene(hand="Second Wind", pile="Spark, Breath, Insight", ke=(1, 3, 0)).do("cast Second Wind")
    assert s.may() == ["return Breath", "return Insight"]
    s.do("return Insight")
    assert s.hand(0) == ["Insight"] and s.ke() == (1, 3, 0)


@about("Insight")
def test_insight_recovers_one_and_gains_one_ephemeral() -> None:
    assert scene(hand="Insight", ke=(1, 3, 1)).do("concentrate Insight").ke() == (2, 2, 2)


@about("Metronome")
def test_metronome_draws_two_when_a_spell_is_placed() -> None:
    s = scene(hand="Spark", timers="Metronome", deck="Breath, Timer, Haste").do("place Spark")
    assert s.hand(0) == ["Breath", "Timer"]


@about("Pendulum")
def test_pendulum_recovers_two_when_it_is_activated() -> None:
    assert scene(timers="Pendulum(Spark)", ke=(0, 4, 0)).do("activate Pendulum").ke() == (2, 2, 0)


# Level 3.


@about("Great Recovery")
@pytest.mark.parametrize(("spent", "back"), [(0, 1), (2, 2), (3, 2), (5, 3)])
def test_great_recovery_recovers_half_of_the_spent_ones_rounded_up(spent: int, back: int) -> None:
    s = scene(hand="Great Recovery", ke=(1, spent, 0)).do("cast Great Recovery")
    assert s.ke() == (back, spent + 1 - back, 0), "its own Kè is spent when it recovers"


@about("Twin Moment")
def test_twin_moment_counts_as_two_cards() -> None:
    assert scene(hand="Twin Moment", zone="Spark").do("cast Twin Moment").left() == 3


@about("Stolen Hour")
def test_stolen_hour_has_each_opponent_discard_half_its_hand() -> None:
    s = scene(hand="Stolen Hour", others=({"hand": "2 Spark, 3 Breath"}, {"hand": "Haste"}))
    s.do("cast Stolen Hour", "discard Spark", "discard Breath", "discard Spark")
    assert s.hand(1) == ["Breath", "Breath"] and s.hand(2) == [] and s.ke() == (1, 3, 0)


@about("Widening")
def test_widening_gains_one_permanent_and_draws() -> None:
    s = scene(hand="Widening", deck="Spark").do("cast Widening")
    assert s.ke() == (3, 2, 0) and s.hand(0) == ["Spark"]


@about("Deja Vu")
def test_deja_vu_repeats_another_spell() -> None:
    s = scene(hand="Deja Vu", zone="Increase, Spark, Recursion", deck="Timer").do("cast Deja Vu")
    assert s.may() == ["repeat Increase", "repeat Spark"], "not itself, and none that repeats"
    assert s.do("repeat Increase").ke() == (4, 1, 0)


@about("Broken Spring")
def test_broken_spring_discards_an_opponents_timer_with_all_on_and_under_it() -> None:
    s = scene(
        hand="Broken Spring",
        deck="Spark",
        others=({"timers": "Pendulum(Haste, Rewind; Breath)"}, {"timers": "Timer"}),
    )
    s.do("cast Broken Spring")
    assert s.may() == ["target Pendulum", "target Timer"]
    s.do("target Pendulum")
    assert s.timers(1) == [] and sorted(s.pile(1)) == ["Breath", "Haste", "Pendulum", "Rewind"]
    assert s.hand(0) == ["Spark"] and s.timers(2) == ["Timer"]


@about("Deep Memory")
def test_deep_memory_takes_up_to_three_back() -> None:
    s = scene(hand="Deep Memory", pile="Spark, Breath, Timer, Haste").do("cast Deep Memory")
    s.do("return Haste", "return Spark", "return Breath")
    assert s.asked == ("main", 0) and s.hand(0) == ["Haste", "Spark", "Breath"]
    s = scene(hand="Deep Memory", pile="Spark, Breath").do("cast Deep Memory", "return Spark", "done")
    assert s.hand(0) == ["Spark"]


@about("Stillness")
def test_stillness_recovers_three() -> None:
    assert scene(hand="Stillness", ke=(0, 4, 0)).do("concentrate Stillness").ke() == (3, 1, 0)


@about("Water Clock")
def test_water_clock_recovers_one_at_placing_and_one_at_activation() -> None:
    s = scene(hand="Spark", timers="Water Clock", ke=(1, 3, 0)).do("place Spark")
    assert s.ke() == (1, 3, 0)
    assert s.do("activate Water Clock").ke() == (2, 2, 0)


@about("Crystal Clock")
def test_crystal_clock_makes_spells_cheaper_and_draws_for_each() -> None:
    s = scene(hand="Torrent", timers="Crystal Clock", deck="Breath, Timer")
    assert (s.cost("Torrent"), s.cost("Torrent", timer="Crystal Clock")) == (2, 1)
    s.do("place Torrent")
    assert s.ke() == (3, 1, 0)
    assert s.do("activate Crystal Clock").hand(0) == ["Breath"]


# Level 4.


@about("Overflow")
def test_overflow_gains_three_ephemeral() -> None:
    assert scene(hand="Overflow").do("cast Overflow").ke() == (3, 1, 3)


@about("Avalanche")
def test_avalanche_draws_four_then_discards_one() -> None:
    s = scene(hand="Avalanche", deck="Spark, Breath, Timer, Haste, Rewind").do(
        "cast Avalanche", "discard Spark"
    )
    assert s.hand(0) == ["Breath", "Timer", "Haste"] and s.ke() == (1, 3, 0)


@about("Purge")
def test_purge_banishes_up_to_three_and_draws_for_each() -> None:
    s = scene(hand="Purge, Timer", pile="Recovery, Suggestion", deck="Spark, Breath, Haste").do("cast Purge")
    s.do("banish Recovery", "banish Timer", "done")
    assert s.banished() == ["Recovery", "Timer"] and s.hand(0) == ["Spark", "Breath"]
    s = scene(hand="Purge, Timer", deck="Spark").do("cast Purge", "done")
    assert s.hand(0) == ["Timer"]


@about("Haste")
def test_haste_makes_all_spells_of_the_turn_cheaper() -> None:
    s = scene(hand="Haste, Torrent, Spark", deck="9 Timer").do("cast Haste")
    assert (s.cost("Torrent"), s.cost("Spark")) == (1, 0)
    s.do("cast Torrent", "discard Timer")
    assert s.cost("Spark") == 0
    s.do("end", "done")
    assert s.cost("Spark") == 1


@about("Time Thief")
def test_time_thief_has_each_opponent_spend_one_and_recovers_as_many() -> None:
    s = scene(hand="Time Thief", others=({}, {}, {}), ke=(1, 3, 0), kes=[(2, 0, 1), (0, 4, 2), (4, 0, 0)])
    s.do("cast Time Thief")
    assert [s.ke(seat) for seat in range(4)] == [(2, 2, 0), (1, 1, 1), (0, 4, 2), (3, 1, 0)]


@about("Premonition")
def test_premonition_takes_the_top_of_sphere_1_or_2() -> None:
    s = scene(hand="Premonition", spheres={1: "Spark, Breath", 2: "Torrent", 3: "Widening"})
    s.do("cast Premonition")
    assert s.may() == ["take Spark", "take Torrent"]
    s.do("take Spark")
    assert s.hand(0) == ["Spark"] and s.sphere(1) == ["Breath"] and s.state.score[0] == 4 + 1


@about("Forced Release")
def test_forced_release_activates_an_opponents_timer() -> None:
    s = scene(
        hand="Forced Release",
        deck="Spark, Breath",
        others=({"timers": "Pendulum(Haste; Rewind)", "hand": "Timer"},),
        kes=[(0, 4, 0)],
    )
    s.do("cast Forced Release")
    assert s.hand(0) == ["Spark", "Breath"] and s.timers(1) == []
    assert s.pile(1) == ["Pendulum", "Rewind"] and s.released(1) == ["Haste"]
    assert s.ke(1) == (2, 2, 0), "its effect is its owner's"


@about("Renewal")
def test_renewal_recovers_half_and_gains_one_ephemeral() -> None:
    assert scene(hand="Renewal", ke=(1, 3, 0)).do("concentrate Renewal").ke() == (3, 1, 1)


@about("Orrery")
def test_orrery_draws_for_each_spell_on_it() -> None:
    s = scene(timers="Orrery(Spark, Rewind)", deck="Breath, Timer, Haste").do("activate Orrery")
    assert s.hand(0) == ["Breath", "Timer"]


@about("Chronometer")
def test_chronometer_gains_an_ephemeral_at_placing_and_recovers_at_activation() -> None:
    s = scene(hand="Spark", timers="Chronometer").do("place Spark")
    assert s.ke() == (3, 1, 1)
    assert s.do("activate Chronometer").ke() == (4, 0, 1)


# Level 5.


@about("Mastery")
def test_mastery_gains_two_permanent_and_draws() -> None:
    s = scene(hand="Mastery", deck="Spark").do("cast Mastery")
    assert s.ke() == (4, 2, 0) and s.hand(0) == ["Spark"]


@about("Timeless")
def test_timeless_recovers_all() -> None:
    assert scene(hand="Timeless", ke=(2, 5, 0)).do("cast Timeless").ke() == (7, 0, 0)


@about("Eternal Return")
def test_eternal_return_takes_up_to_four_back() -> None:
    s = scene(hand="Eternal Return", pile="Spark, Breath, Timer, Haste, Rewind").do("cast Eternal Return")
    s.do("return Rewind", "return Spark", "return Breath", "return Timer")
    assert s.hand(0) == ["Rewind", "Spark", "Breath", "Timer"] and s.pile(0) == ["Haste"]


@about("Convergence")
def test_convergence_counts_as_three_cards() -> None:
    assert scene(hand="Convergence").do("cast Convergence").left() == 3


@about("Open Spheres")
def test_open_spheres_lets_one_sphere_be_accessed_twice() -> None:
    s = scene(hand="Open Spheres", deck="2 Timer", zone="5 Spark", spheres={1: "3 Breath", 2: "3 Torrent"})
    s.do("cast Open Spheres", "end", "access Breath", "access Breath")
    assert s.may() == ["access Haste", "access Torrent", "beneath 2", "done"], "not a third time"
    s.do("access Torrent")
    assert s.may() == ["done"] and s.hand(0) == ["Timer", "Timer", "Breath", "Breath", "Torrent"]


@about("Standstill")
def test_standstill_caps_and_makes_dearer() -> None:
    s = scene(hand="Standstill", deck="Spark", others=({}, {})).do("cast Standstill")
    assert s.state.cap == [0, 3, 3] and s.state.surcharge == [0, 1, 1] and s.hand(0) == ["Spark"]


@about("Recursion")
def test_recursion_repeats_up_to_two_others() -> None:
    s = scene(hand="Recursion", zone="Increase, Borrowed Minute, Deja Vu").do("cast Recursion")
    assert s.may() == ["done", "repeat Borrowed Minute", "repeat Increase"]
    s.do("repeat Increase")
    assert s.may() == ["done", "repeat Borrowed Minute"], "two different cards"
    assert s.do("repeat Borrowed Minute").ke() == (3, 2, 2)


@about("Wisdom of Ages")
def test_wisdom_of_ages_draws_two_and_recovers_one() -> None:
    s = scene(hand="Wisdom of Ages", deck="Spark, Breath").do("cast Wisdom of Ages")
    assert s.hand(0) == ["Spark", "Breath"] and s.ke() == (3, 1, 0)


@about("Eternity Clock")
def test_eternity_clock_makes_spells_cheaper_and_recovers_two() -> None:
    s = scene(hand="Torrent, Spark", timers="Eternity Clock", ke=(1, 3, 0)).do("place Torrent", "place Spark")
    assert s.ke() == (0, 4, 0) and s.timers() == ["Eternity Clock(Torrent, Spark)"]
    assert s.do("activate Eternity Clock").ke() == (2, 2, 0)


@about("Mirror Clock")
def test_mirror_clock_has_its_spell_happen_twice() -> None:
    s = scene(timers="Mirror Clock(Spark)", deck="Timer, Breath, Haste").do("activate Mirror Clock")
    assert s.hand(0) == []
    s.do("release Spark")
    assert s.ke() == (4, 0, 2) and s.hand(0) == ["Timer", "Breath"] and s.left() == 1


def test_every_design_has_a_test_here() -> None:
    printed = {card.name for card in printed_pool().cards}
    assert len(printed) == 55 and printed == COVERED
