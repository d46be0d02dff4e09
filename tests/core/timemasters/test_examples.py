"""The examples in the rules of Time Masters are true: each is played as it is told."""

from __future__ import annotations

from core.timemasters.timemasters import load
from tests.support.scenes.timemasters import Scene, scene, taken_and_delayed_with

LEFT_OUT = {
    "T2", "T12", "T22",  # said of one design in another test of the rulings, with the same figures
    "T13", "T26",  # of whole rounds: test_rulings
}  # fmt: skip
"""Rulings whose examples are not played here."""


def others_turn(s: Scene) -> Scene:
    """Let everybody else pass and take nothing, until it is the turn of seat 0 again."""
    while True:
        kind, seat = s.asked
        if seat == 0 and kind in ("main", "timers"):
            return s
        s.do({"main": "pass", "access": "done"}[kind])


def end_turn(s: Scene) -> Scene:
    s.do("end")
    return s.do("done") if s.asked == ("access", 0) else s


def test_t1() -> None:
    s = scene(hand="Overflow", ke=(1, 3, 3)).do("cast Overflow", "permanent")
    assert s.ke() == (0, 4, 4)
    assert [one.n for one in s.said("full")] == [2]


def test_t3() -> None:
    s = scene(hand="Torrent", released="Haste", surcharge=1).do("release Haste")
    assert s.cost("Torrent") == 2
    s = scene(hand="Shortcut, Suggestion", deck="Spark").do("cast Shortcut")
    assert s.cost("Suggestion") == 0


def test_t4() -> None:
    s = scene(hand="2 Suggestion", deck="9 Spark", surcharge=2)
    assert s.cost("Suggestion") == 3
    assert s.do("cast Suggestion").cost("Suggestion") == 1
    s = scene(hand="Suggestion", deck="9 Spark", surcharge=2).do("pass")
    assert others_turn(s).cost("Suggestion") == 1


def test_t5() -> None:
    s = scene(hand="3 Spark, Suggestion", deck="9 Breath", cap=3)
    s.do("cast Spark", *["cast Spark", "permanent"] * 2)
    assert s.ke() == (1, 3, 3) and s.refused("cast", "Suggestion")
    s = scene(hand="2 Spark, Shortcut, Suggestion", deck="9 Breath", cap=3)
    s.do("cast Spark", "cast Spark", "permanent", "cast Shortcut", "permanent")
    assert s.state.paid == 3
    s.do("cast Suggestion")


def test_t6() -> None:
    s = scene(timers="Metronome(Torrent)", hand="Breath", deck="9 Spark", ke=(1, 3, 0), phase="Timer")
    s.do("activate Metronome", "pass")
    others_turn(s)
    assert s.ke()[:2] == (4, 0) and s.hand(0) == ["Breath"] and "Torrent" in s.pile(0)


def test_t7() -> None:
    s = scene(timers="Orrery(Rewind, Spark)", hand="Shortcut", deck="9 Breath", pile="2 Haste")
    s.do("activate Orrery", "cast Shortcut")
    assert "end" not in s.may()
    s.do("release Spark", "release Rewind")
    while s.asked[0] == "return":
        s.do(s.may("return")[0])
    assert "end" in s.may()


def test_t8() -> None:
    s = scene(hand="Cerebral Cleaning, Breath", deck="2 Spark").do("cast Cerebral Cleaning")
    assert s.banished() == ["Breath"] and s.hand(0) == ["Spark", "Spark"]
    s = scene(hand="Cerebral Cleaning, Breath", deck="Spark").do("cast Cerebral Cleaning")
    assert s.hand(0) == ["Spark"]


def test_t9() -> None:
    s = scene(hand="Great Recovery", ke=(2, 2, 0)).do("cast Great Recovery")
    assert s.ke() == (3, 1, 0)
    s = scene(hand="Stolen Hour", others=({"hand": "5 Spark"},)).do(
        "cast Stolen Hour", *["discard Spark"] * 3
    )
    assert len(s.hand(1)) == 2 and s.asked[1] == 0


def test_t10() -> None:
    s = scene(zone="3 Spark", spheres={2: "Slow Down, Increase, Torrent"}, phase="Access").do("beneath 2")
    assert s.sphere(2)[0] == "Slow Down" and s.hand(0) == ["Increase"]
    assert any("beneath the top of Sphere 2" in line for line in s.told(1))
    assert not any("Increase" in line for line in s.told(1))


def test_t11() -> None:
    s = scene(timers="Orrery(Torrent, Slow Down; Breath)")
    assert s.state.score[0] == 9


def test_t14() -> None:
    s = scene(hand="Twin Moment, Torrent, Recursion, Deja Vu", deck="9 Breath", ke=(9, 0, 0))
    s.do("cast Twin Moment", "cast Torrent", "discard Breath", "cast Recursion")
    s.do("repeat Torrent", "discard Breath")
    if s.asked[0] == "repeat":
        s.do("repeat Twin Moment")
    assert s.left() == 5
    s.do("cast Deja Vu")
    assert s.may("repeat") == ["repeat Torrent", "repeat Twin Moment"]


def test_t15() -> None:
    s = scene(hand="Shortcut, Suggestion, Torrent", timers="Sundial", deck="9 Breath", ke=(2, 0, 0))
    s.do("cast Shortcut", "place Suggestion")
    assert s.ke() == (1, 1, 0) and s.cost("Torrent") == 2
    s = scene(hand="Shortcut, Suggestion", released="Spark", deck="9 Breath")
    s.do("cast Shortcut", "release Spark")
    assert s.cost("Suggestion") == 0


def test_t16() -> None:
    s = scene(
        hand="Forced Release", deck="9 Breath", kes=[(1, 3, 0)],
        others=({"timers": "Pendulum(Spark)", "deck": "9 Breath"},),
    )  # fmt: skip
    s.do("cast Forced Release")
    assert s.ke(1)[:2] == (3, 1) and s.pile(1) == ["Pendulum"] and s.released(1) == ["Spark"]
    end_turn(s)
    before = s.ke(1)
    s.do("release Spark")
    assert s.ke(1)[:2] == before[:2] and s.zone(1) == ["Spark"]


def test_t17() -> None:
    s = scene(timers="Pendulum, Orrery", deck="9 Breath", ke=(0, 4, 0)).do(
        "activate Pendulum", "activate Orrery"
    )
    assert s.ke() == (2, 2, 0) and s.hand(0) == []


def test_t18() -> None:
    s = scene(hand="Insight").do("concentrate Insight")
    assert s.ke() == (4, 0, 1) and s.pile(0) == ["Insight"]


def test_t19() -> None:
    s = scene(hand="Premonition", spheres={2: "Torrent"}).do("cast Premonition")
    assert s.state.over and s.told(0)[-1] == "Two Spheres are empty: the match is over."
    s = scene(
        hand="2 Open Spheres", zone="8 Spark", deck="9 Breath", ke=(9, 0, 0),
        spheres={2: "9 Torrent", 3: "9 Deja Vu"},
    )  # fmt: skip
    s.do("cast Open Spheres", "cast Open Spheres", "end", *["access Torrent", "access Deja Vu"] * 2)
    assert s.hand(0).count("Torrent") == 2 and s.hand(0).count("Deja Vu") == 2


def test_t20() -> None:
    s = scene(hand="Foresight", deck="Spark, Haste", pile="6 Breath").do("cast Foresight")
    assert sorted(s.may("keep")) == ["keep Breath", "keep Haste", "keep Spark"]
    s.do("keep Haste")
    assert s.hand(0) == ["Haste"] and sorted(s.pile(0)) == ["Breath", "Spark"]


def test_t21() -> None:
    s = scene(hand="Rewind", pile="Haste, Spark, Breath").do("cast Rewind", "return Haste")
    assert "done" not in s.may()
    s = scene(hand="Deep Memory", pile="Haste").do("cast Deep Memory", "done")
    assert s.hand(0) == []
    s = scene(hand="Purge, Spark", deck="Breath").do("cast Purge", "banish Spark")
    if s.asked[0] == "banish":
        s.do("done")
    assert s.hand(0) == ["Breath"] and s.banished() == ["Spark"]


def test_t23() -> None:
    s = scene(timers="Metronome(Torrent)", hand="Breath", deck="9 Spark", phase="Timer")
    s.do("delay Metronome")
    assert s.asked[0] == "main"
    s.do("activate Metronome")
    assert s.released() == ["Torrent"] and "Breath" in s.pile(0)


def test_t24() -> None:
    s = scene(hand="Time Thief", ke=(1, 3, 0), others=({}, {}), kes=[(0, 4, 2), (2, 2, 0)]).do(
        "cast Time Thief"
    )
    assert s.ke(1) == (0, 4, 2) and s.ke(2) == (1, 3, 0) and s.ke() == (1, 3, 0)


def test_t25() -> None:
    s = scene(hand="Mastery", deck="Spark").do("cast Mastery")
    assert sum(s.ke()) == 6
    s = scene(zone="5 Spark", spheres={1: "9 Breath"}, phase="Access").do("access Breath", "done")
    assert s.state.mover == 1


def test_t27() -> None:
    s = scene(hand="Broken Spring", deck="Spark").do("cast Broken Spring")
    assert s.hand(0) == ["Spark"] and s.left() == 1


def test_t28() -> None:
    s = scene(hand="Cerebral Cleaning, 3 Suggestion", deck="2 Spark")
    s.do("cast Cerebral Cleaning", "banish Suggestion", "banish Suggestion")
    assert s.banished() == ["Suggestion"] * 2 and s.hand(0) == ["Suggestion", "Spark", "Spark"]


def test_t29() -> None:
    s = scene(hand="Disturbance", deck="9 Spark", others=({"hand": "Breath"},)).do("cast Disturbance")
    assert s.asked[1] == 0 and s.pile(1) == ["Breath"]
    s = scene(hand="Disturbance", deck="9 Spark", others=({"hand": "Breath, Haste"},)).do("cast Disturbance")
    assert s.asked == ("lose", 1)


def test_t30() -> None:
    s = scene(timers="Chronometer(Spark, Torrent; Breath)", deck="9 Haste", phase="Timer")
    (timer,) = s.game.mask(s.state, 1).timers[0]
    assert len(timer.under) == 1 and s.game.mask(s.state, 1).cards[timer.under[0]] < 0
    assert "Seat 1's Breath, which lay under it, is turned up and discarded." in s.do(
        "activate Chronometer"
    ).told(1)
    s = taken_and_delayed_with("Second Thought")
    (timer,) = s.game.mask(s.state, 1).timers[0]
    assert s.names(timer.under) == ["Second Thought"]
    assert s.game.mask(s.state, 1).cards[timer.under[0]] >= 0


def test_every_example_is_played_here_or_said_why_not() -> None:
    numbers = {topic.id for topic in load().texts.guide().of_kind("ruling")}
    played = {name.removeprefix("test_t") for name in globals() if name.startswith("test_t")}
    assert {f"T{number}" for number in played} | LEFT_OUT == numbers
