"""The worked examples: the set, access, refilling, halves, Timers, ephemeral Kè."""

from __future__ import annotations

import pytest

from core.timemasters.card_kinds import CONCENTRATION, SPELL, TIMER
from core.timemasters.cards import printed_pool
from tests.support.scenes.timemasters import scene


def test_the_set_has_55_designs() -> None:
    pool = printed_pool()
    assert len(pool.cards) == 55
    assert [pool.kind.count(kind) for kind in (SPELL, CONCENTRATION, TIMER)] == [39, 5, 11]
    assert sum(kind == SPELL and level == 0 for kind, level in zip(pool.kind, pool.level, strict=True)) == 3
    assert [len(cards) for cards in pool.copies] == [10, 20, 20, 20, 20, 20]
    assert sum(len(cards) for cards in pool.copies[1:]) == 100


SPHERES = {1: "Breath, Foresight", 2: "Torrent, Increase", 3: "Widening, Twin Moment", 4: "Purge, Haste",
           5: "Mastery, Timeless"}  # fmt: skip


def test_a_spell_zone_of_four_opens_four_or_one_and_three_or_a_second_card_and_one() -> None:
    s = scene(zone="4 Spark", spheres=SPHERES, phase="Access")
    assert s.may() == [
        "access Breath", "access Purge", "access Torrent", "access Widening",
        "beneath 1", "beneath 2", "beneath 3", "done",
    ]  # fmt: skip
    assert s.do("access Purge").may() == ["done"]
    s = scene(zone="4 Spark", spheres=SPHERES, phase="Access").do("access Breath")
    assert s.may() == ["access Torrent", "access Widening", "beneath 2", "done"]
    assert s.do("access Widening").may() == ["done"]
    s = scene(zone="4 Spark", spheres=SPHERES, phase="Access").do("beneath 2")
    assert s.hand(0) == ["Increase"] and s.may() == ["access Breath", "done"]


def test_one_sphere_is_never_accessed_twice() -> None:
    s = scene(zone="5 Spark", spheres=SPHERES, phase="Access").do("access Breath")
    assert "access Foresight" not in s.may()
    s = scene(zone="5 Spark", spheres=SPHERES, phase="Access").do("beneath 1")
    assert "access Breath" not in s.may()


@pytest.mark.parametrize(
    ("hand", "under", "after"),
    [
        ("Spark", "", 5),
        ("Spark", "Breath", 4),
        ("Spark", "Breath, Breath", 3),
        ("5 Spark", "Breath", 5),
        ("7 Spark", "", 7),
    ],
)
def test_the_hand_is_refilled_to_five_less_the_delay_cards(hand: str, under: str, after: int) -> None:
    timers = f"Timer(Haste; {under})" if under else "Timer(Haste)"
    s = scene(hand=hand, timers=timers, deck="9 Rewind").do("end", "done")
    assert len(s.hand(0)) == after


def test_delay_cards_under_several_timers_add_up() -> None:
    s = scene(timers="Timer(Haste; Breath), Pendulum(Spark, Spark; Breath)", deck="9 Rewind").do(
        "end", "done"
    )
    assert len(s.hand(0)) == 3


def test_half_of_five_cards_is_three_and_half_of_three_ke_is_two() -> None:
    s = scene(hand="Stolen Hour", others=({"hand": "5 Spark"},)).do("cast Stolen Hour")
    assert s.asked == ("lose", 1)
    s.do("discard Spark", "discard Spark", "discard Spark")
    assert s.asked == ("main", 0) and len(s.hand(1)) == 2
    assert scene(hand="Renewal", ke=(1, 3, 0)).do("concentrate Renewal").ke()[:2] == (3, 1)


def test_spells_of_a_timer_cost_nothing_again_and_must_all_be_played() -> None:
    s = scene(hand="Torrent", timers="Timer", deck="9 Rewind", ke=(2, 2, 0)).do("place Torrent")
    assert s.ke() == (0, 4, 0)
    s.do("activate Timer")
    assert "end" not in s.may()
    s.do("release Torrent", "discard Rewind")
    assert s.ke() == (0, 4, 0) and s.left() == 1 and "end" in s.may()


def test_a_fifth_ephemeral_is_lost() -> None:
    assert scene(hand="Insight", ke=(4, 0, 4)).do("concentrate Insight").ke() == (4, 0, 4)


def test_discarding_two_recovers_one_and_can_be_done_again() -> None:
    s = scene(hand="2 Spark, 2 Breath", ke=(0, 4, 0)).do("discard Spark")
    assert s.asked == ("pair", 0) and s.may() == ["discard Breath", "discard Spark"]
    s.do("discard Breath")
    assert s.ke() == (1, 3, 0) and s.pile(0) == ["Spark", "Breath"]
    s.do("discard Spark")
    assert s.ke() == (2, 2, 0) and s.hand(0) == [], "the last card needs no question"


def test_one_card_is_no_pair() -> None:
    s = scene(hand="Spark", ke=(0, 4, 0))
    assert s.may() == ["end", "pass"]
    assert s.refused("discard", "Spark") == "It takes two hand cards to recover a Kè so."
