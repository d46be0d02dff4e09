"""What the story of a match of Time Masters tells, and that its figures are right."""

from __future__ import annotations

from itertools import pairwise

import pytest

from core.contract.stream import Stream, numbered_seed
from core.engine.match import Match
from core.engine.plies import story_of
from core.timemasters.account import levels
from core.timemasters.state import MastersState
from core.timemasters.timemasters import load
from tests.support.matches import Walk, header

GAME = load()


def played(number: int, seats: int, rounds: int, plies: int = 10_000) -> Match:
    """A random match in which something is done rather than not."""
    match = Match(header(GAME, number, {"max_turns": rounds}, seats=seats), GAME)
    stream = Stream(numbered_seed(number), "story test")
    while match.n < plies and (decision := match.decision()) is not None:
        assert decision.choices
        eager = [one for one in decision.choices if one.kind not in ("pass", "end", "done", "discard")]
        choices = eager or decision.choices
        match.choose(choices[stream.below(len(choices))])
    return match


@pytest.mark.parametrize("number", range(4))
def test_levels_are_counted_from_what_all_can_see(number: int) -> None:
    for ply in Walk(GAME, number):
        if ply.n % 9:
            continue
        state: MastersState = ply.after
        for seat in range(state.seats):
            counts = levels(GAME.pool, GAME.mask(state, None), seat)
            assert sum(level * n for level, n in counts.items()) == state.score[seat]
            assert counts[5] == state.fives[seat]


@pytest.mark.parametrize(("number", "seats"), [(1, 2), (2, 3), (3, 4)])
def test_the_story_of_a_match_that_is_over(number: int, seats: int) -> None:
    match = played(number, seats, 12)
    outcome = match.outcome
    assert outcome is not None
    told = story_of(match, 0)
    summary = [sentence.text for sentence in told.summary]
    if outcome.winner is not None:
        winner = "You" if outcome.winner == 0 else f"Seat {outcome.winner + 1}"
        best = outcome.scores[outcome.winner]
        assert summary[0].startswith(f"{winner} won in round ") and f"with {best} points to" in summary[0]
    for seat, score in enumerate(outcome.scores):
        whose = "Your" if seat == 0 else f"Seat {seat + 1}'s"
        assert any(line.startswith(f"{whose} {score} point") for line in summary)
    assert [chapter.title for chapter in told.chapters] == [
        f"Round {n}" for n in range(1, match.state.round + 1)
    ]


def test_points_of_turns_add_up_to_what_was_taken() -> None:
    match = played(5, 2, 10)
    taken = [0, 0]
    for chapter in story_of(match, 0).chapters:
        for sentence in chapter.sentences:
            name, _, rest = sentence.text.partition(": ")
            points = next((word for word, after in _pairs(rest) if after.startswith("point")), None)
            if name in ("You", "Seat 2") and points is not None:
                taken[name == "Seat 2"] += int(points)
    banished = [sum(GAME.pool.level[match.state.cards[one]] for one in zone) for zone in match.state.banished]
    assert taken == [score + lost for score, lost in zip(match.state.score, banished, strict=True)]


def _pairs(text: str) -> list[tuple[str, str]]:
    words = text.split(" ")
    return list(pairwise(words))


def test_each_sentence_leads_to_a_moment_in_which_it_is_true() -> None:
    match = played(4, 3, 8)
    for chapter in story_of(match, None).chapters:
        for sentence in chapter.sentences:
            assert 0 < sentence.n <= match.n
            state = match.state_at(sentence.n)
            if (
                f"Round {state.round}" == chapter.title
                and sentence.text.startswith("Seat ")
                and "spell" in sentence.text
            ):
                assert state.mover == int(sentence.text[5]) - 1


def test_an_unseen_card_is_not_named_to_others() -> None:
    for number in range(12):
        match = played(number, 2, 8)
        mine, theirs = (" ".join(story_of(match, seat).lines()) for seat in (0, 1))
        unseen = mine.count("an unseen card")
        if unseen:
            assert theirs.count("an unseen card") != unseen or theirs != mine
            return
    raise AssertionError("nobody ever took a card from beneath")


def test_a_match_that_goes_on_says_where_it_is() -> None:
    match = played(1, 2, 0, plies=40)
    assert match.outcome is None
    view = match.view(0)
    whose = "your" if view.mover == 0 else "Seat 2's"
    first = story_of(match, 0).lines()[0]
    assert first.startswith(f"Round {view.round}, {whose} turn, ")


def test_whoever_concedes_is_said() -> None:
    match = played(1, 2, 0, plies=40)
    match.play(1, "concede")
    assert story_of(match, 1).summary[0].text.startswith("You conceded in round ")
