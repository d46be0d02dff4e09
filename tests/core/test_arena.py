"""What is counted of matches between bots."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import pytest

from core import arena
from core.arena import Result, Series, wilson


def series(**more: Any) -> Series:
    plain: dict[str, Any] = {
        "game": "any", "players": ("one", "two"), "decklists": (None, None), "options": {}, "seed": 1,
    }  # fmt: skip
    return Series(**plain | more)


def test_wins_are_counted_by_seat_and_by_player() -> None:
    heads = [bytes([number]) * 16 for number in range(4)]
    results = [
        Result(number, winner, 5 + number, 100, heads[number], b"")
        for number, winner in enumerate((0, 0, 1, None))
    ]
    tally = arena.count(series(swap=True), results)
    assert (tally.matches, tally.wins, tally.draws, tally.turns, tally.plies) == (4, [2, 1], 1, 26, 400)
    assert tally.met == [[2, 2], [2, 2]]
    assert tally.won == [[1, 0], [1, 1]]
    assert tally.digest == blake2b(b"".join(heads), digest_size=16).hexdigest()
    straight = arena.count(series(), results)
    assert straight.met == [[4, 0], [0, 4]]
    assert straight.won == [[2, 0], [0, 1]]
    assert straight.digest == tally.digest


def test_players_go_round_the_table_and_a_seed_is_played_once_for_each_place() -> None:
    three = series(players=("one", "two", "three"), decklists=(None,) * 3, swap=True)
    assert [three.seating(number) for number in range(4)] == [(0, 1, 2), (2, 0, 1), (1, 2, 0), (0, 1, 2)]
    assert [three.deal(number) for number in range(4)] == [0, 0, 0, 1]
    assert series().seating(1) == (0, 1)
    assert series().deal(1) == 1


def test_results_are_put_in_order() -> None:
    def result(number: int) -> Result:
        return Result(number, 0, 1, 1, b"", b"")

    ordered = arena.in_order(map(result, (2, 0, 1, 4, 3)))
    assert [one.number for one in ordered] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("wins", "matches", "low", "high"),
    # Newcombe (1998), table I, and by hand for none and all.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (1, 29, 0.0061, 0.1718), (0, 20, 0.0, 0.1611)],
)
def test_intervals_are_wilsons(wins: int, matches: int, low: float, high: float) -> None:
    assert wilson(wins, matches) == pytest.approx((low, high), abs=5e-5)
    assert wilson(matches - wins, matches) == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_without_a_match_nothing_is_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
