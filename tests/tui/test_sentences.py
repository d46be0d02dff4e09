"""Sentences of a log that begin alike are put together."""

from __future__ import annotations

import pytest

from core.registry import load
from tui.match.entry_texts import NOTED, SAID, LogLine, merged
from tui.match.player_names import called, named
from tui.plain.match_news import told
from tui.widgets.log_panel import log_items


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
    assert merged([LogLine(0, line) for line in lines]) == told


def test_players_are_called_by_their_names_where_seats_have_no_roles() -> None:
    game = load("time-masters")
    names = ("Ann", "Bob Lee", "Greedy", "Greedy", "Seat 1")
    assert [called(game, names, seat) for seat in range(5)] == [
        "Ann", "Bob Lee", "Greedy 3", "Greedy 4", "Seat 5",
    ]  # fmt: skip
    assert named(game, names, "Seat 2's Timer is discarded by Seat 4.") == (
        "Bob Lee's Timer is discarded by Greedy 4."
    )
    assert called(game, ("Ann", "ann", "Bob"), 0) == "Ann 1"
    assert called(game, ("Ann", "Ann", "Ann 1"), 0) == "Seat 1", "there is an Ann 1"
    assert called(game, ("You", "Ann", "Bob"), 0) == "Seat 1"
    assert named(load("wrinkles"), ("Ann", "Bob"), "Evil plays Hope.") == "Evil plays Hope."
    lines = [LogLine(1, f"Bob Lee discards {card}.", who="Bob Lee") for card in ("Spark", "Breath")]
    assert merged([*lines, LogLine(1, "Bob Lee's Spark is released.", who="Bob Lee")]) == [
        "Bob Lee discards Spark, Breath.",
        "Bob Lee's Spark is released.",
    ]


@pytest.mark.parametrize("n", [SAID, NOTED])
def test_what_is_said_and_noted_stays_as_it_is_wherever_the_log_is_told(n: int) -> None:
    """Also where it begins like the line before it, or is as short as a pass."""
    texts = ["Dan says: hello there", "Dan says: it  is a trap.", "Dan says: ok", "Dan hums.", "Dan sings."]
    lines = [LogLine(n, text) for text in texts]
    game = [LogLine(7, "Dan says: nothing", who="Dan"), LogLine(7, "Dan passes.", who="Dan")]
    for mixed in (
        lines,
        [*game, *lines],
        [one for pair in zip(lines, game * 3, strict=False) for one in pair],
    ):
        for form in (merged(mixed), [item.text for item in log_items(mixed)], told(mixed)):
            assert [text for text in form if text in texts] == [line.text for line in mixed if line.n == n]
