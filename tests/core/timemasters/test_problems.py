"""A state of Time Masters in which something is impossible is found out."""

from __future__ import annotations

import pytest

from tests.support.scenes.timemasters import Scene, scene


@pytest.fixture
def position() -> Scene:
    """Cards in every place where they score."""
    return scene(
        hand="Mastery, Spark", deck="Haste", pile="2 Torrent", zone="Rewind", released="Spark",
        timers="Mirror Clock(Spark; Breath)", others=({"hand": "Mastery"},),
    )  # fmt: skip


def test_nothing_is_found_where_nothing_is_wrong(position: Scene) -> None:
    assert position.game.problems(position.state) == []


def test_points_that_are_not_those_of_the_cards_are_found(position: Scene) -> None:
    points = position.state.score[0]
    position.state.score[0] += 1
    assert position.game.problems(position.state) == [
        f"seat 0 has {points + 1} points and cards for {points}"
    ]
    assert position.game.problems(position.game.mask(position.state, 1)) == [], "a view can't tell"


def test_cards_of_level_5_that_are_not_counted_are_found(position: Scene) -> None:
    position.state.fives[1] = 0
    assert position.game.problems(position.state) == ["seat 1 has 1 cards of level 5, not 0"]


def test_a_card_that_was_banished_and_still_scores_is_found(position: Scene) -> None:
    (handle,) = position.state.hand[1]
    position.state.hand[1].clear()
    position.state.banished[1].append(handle)
    position.state.known[handle] = 3
    assert len(position.game.problems(position.state)) == 2


def test_an_effect_twice_of_a_spell_that_is_not_released_is_found(position: Scene) -> None:
    (released,) = position.state.released[0]
    position.state.twice = [released]
    assert position.game.problems(position.state) == []
    position.state.twice = [position.state.zone[0][0]]
    for reader in (position.state, *(position.game.mask(position.state, seat) for seat in (0, 1, None))):
        assert position.game.problems(reader) == ["a spell that is to have its effect twice is not released"]
