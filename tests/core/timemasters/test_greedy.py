"""The greedy bot by this game's value: known positions, and how it does against chance and itself."""

from __future__ import annotations

import pytest

from core import bots
from core.arena import Series, Tally, count, play
from core.contract.stream import Stream, numbered_seed
from core.timemasters.timemasters import load
from tests.support.scenes.timemasters import Scene, scene

GAME = load()


def picked(s: Scene, seed: int = 1) -> str:
    """What the bot would choose at this scene, being asked as whoever is asked."""
    _, seat = s.asked
    view = s.game.mask(s.state, seat)
    decision = s.game.decision(view)
    assert decision is not None
    bot = bots.make("greedy", Stream(numbered_seed(seed), "bot"), s.game, [{}] * s.state.seats)
    return s.words(bot.pick(view, decision), view)


def test_it_takes_what_scores_most() -> None:
    s = scene(zone="4 Spark", phase="Access", spheres={1: "2 Breath", 2: "2 Insight", 3: "2 Stillness"})
    assert picked(s) == "access Haste"


def test_it_casts_a_spell_rather_than_ending_the_phase() -> None:
    assert picked(scene(hand="Increase", deck="9 Timer", zone="Spark")) in ("cast Increase", "place Increase")


def test_it_passes_with_all_ke_spent_and_nothing_to_play() -> None:
    assert picked(scene(hand="Haste", deck="9 Spark", ke=(0, 4, 0))) == "pass"


def test_it_plays_a_concentration_that_recovers() -> None:
    assert picked(scene(hand="Stillness", zone="Spark", ke=(0, 4, 0), deck="9 Timer")) in (
        "concentrate Stillness",
        "pass",
    )


def test_it_keeps_spells_on_a_timer_for_a_later_turn() -> None:
    """A placed spell is worth nearly what one in the Spell zone is; an empty Timer a little."""
    placed, lying = scene(timers="Timer(Spark)"), scene(timers="Timer", pile="Spark")
    assert GAME.value(placed.state, 0) > GAME.value(lying.state, 0) > GAME.value(scene(pile="Spark").state, 0)


def series(players: tuple[str, ...], matches: int, seed: int = 7, **options: int) -> Tally:
    """A number of matches between these bots; players change seats if they differ."""
    full = {option.name: option.default for option in GAME.options} | options
    swap = len(set(players)) > 1
    one = Series("time-masters", players, (None,) * len(players), full, seed, swap=swap)
    return count(one, (play(one, GAME, number) for number in range(matches)))


def test_it_beats_chance_from_every_seat() -> None:
    assert sum(series(("greedy", "random"), 4).won[0]) >= 3
    assert sum(series(("greedy", "random", "random"), 3).won[0]) >= 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_matches_between_bots_end_by_themselves(seats: int) -> None:
    for name in ("random", "greedy"):
        tally = series((name,) * seats, 2)
        assert tally.matches == 2 and tally.turns < 2 * 200


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_it_beats_chance_in_nine_of_ten_of_four_hundred_matches() -> None:
    tally = series(("greedy", "random"), 400)
    print(f"\ngreedy against random: {tally.won[0]} of {tally.met[0]}")
    assert sum(tally.won[0]) >= 360


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_the_even_preset_is_even_between_two() -> None:
    even = next(preset for preset in GAME.presets if preset.name == "Even")
    tally = series(("greedy", "greedy"), 1000, 3, first=1, **even.options)
    print(f"\ngreedy against itself, the first of two: {tally.wins[0]} of {tally.matches}")
    assert 450 <= tally.wins[0] <= 550
