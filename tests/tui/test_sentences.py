"""Sentences of a log that begin alike are put together."""

from __future__ import annotations

import pytest

from tui.matches.sentences import Line, merged


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["You draw Hope.", "You draw Noah."], ["You draw Hope, Noah."]),
        (["You draw Hope.", "Evil draws 7 cards."], ["You draw Hope.", "Evil draws 7 cards."]),
        (
            ["You discard Fear from hand.", "You discard Hate from hand."],
            ["You discard Fear, Hate from hand."],
        ),
        (["You draw Energy Loop.", "You draw Energy Loop."], ["You draw Energy Loop, Energy Loop."]),
        (
            ["You draw a Timer.", "You draw Water Clock.", "You draw Mirror Clock."],
            ["You draw a Timer, Water Clock, Mirror Clock."],
        ),
        # A seat that is called by its number is one word: what it does is the next.
        (
            ["Seat 2 draws 3 cards.", "Seat 2 discards Spark.", "Seat 2 discards Breath.", "Seat 3 passes."],
            ["Seat 2 draws 3 cards.", "Seat 2 discards Spark, Breath.", "Seat 3 passes."],
        ),
        (
            ["Seat 2's Spark is released.", "Seat 2's Torrent is released.", "Seat 2 recovers 2 K\u00e8."],
            ["Seat 2's Spark is released.", "Seat 2's Torrent is released.", "Seat 2 recovers 2 K\u00e8."],
        ),
    ],
)
def test_what_begins_alike_is_one_sentence(lines: list[str], told: list[str]) -> None:
    assert merged([Line(0, line) for line in lines]) == told
