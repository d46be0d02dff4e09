"""The story of a match: what is told, and that nothing hidden is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.contract.choice import HIDDEN
from core.contract.game import AnyGame
from core.contract.stream import Stream, numbered_seed
from core.engine.entry import Entry
from core.engine.match import Match
from core.engine.notation import write_choice
from core.engine.plies import course, plies, story_of
from core.timemasters.timemasters import load as time_masters
from core.wrinkles.wrinkles import load
from tests.pocket import game as pocket
from tests.support.matches import header, random_header


def entries(*texts: str) -> list[Entry]:
    return [Entry(0, text, "", None) for text in texts]


def test_the_course_leaves_out_what_was_taken_back() -> None:
    assert course([]) == []
    assert course(entries("pass", "pass", "undo 1", "play 1", "concede")) == [1, 4]
    assert course(entries("pass", "a", "undo 0", "b", "undo 3", "c")) == [6]
    # Going back to an entry that was itself a take-back, or taken back before.
    assert course(entries("a", "b", "undo 1", "c", "undo 2", "d")) == [1, 2, 6]


def random_match(game: AnyGame, number: int, plies: int) -> Match:
    match = Match(random_header(game, number), game)
    stream = Stream(numbered_seed(number), "story test")
    while match.n < plies and (decision := match.decision()) is not None:
        assert decision.choices
        match.choose(decision.choices[stream.below(len(decision.choices))])
    return match


@pytest.mark.parametrize("number", range(6))
def test_plies_end_where_the_match_is(number: int) -> None:
    match = random_match(load(), number, 150)
    for seat in (0, 1, None):
        last = list(plies(match, seat))[-1]
        assert last.n == match.n and last.after == match.view(seat)


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("make", [load, time_masters, pocket.load])
def test_a_story_names_no_card_that_its_reader_has_not_seen(make: Callable[[], AnyGame], number: int) -> None:
    game = make()
    match = random_match(game, number, 120)
    for seat in (*range(len(match.header.seats)), None):
        need = (1 << len(match.header.seats)) - 1 if seat is None else 1 << seat
        seen: set[int] = set()
        for ply in plies(match, seat):
            for view in (ply.before, ply.after):
                for card, known in zip(view.cards, view.known, strict=True):
                    assert card == HIDDEN or known & need == need
                    seen.add(card)
            seen.add(ply.choice.card)  # Face up, if it is named.
        named = {game.cards[card].name for card in seen if card != HIDDEN}
        never = {game.cards[card].name for card in match.state.cards} - named
        text = " ".join(story_of(match, seat).lines())
        assert not [name for name in never if f" {name}" in text and not _part(name, named)]


def _part(name: str, seen: set[str]) -> bool:
    return any(name in other for other in seen) or name in ("Good", "Evil", "Test")


def test_a_taken_back_choice_is_not_told() -> None:
    game = load()
    match = Match(header(game, 3, players=["person", "bot:random@1"]), game)
    for text in ("pass", "pass"):
        match.play(match.decision().seat, text)  # type: ignore[union-attr]
    while (decision := match.decision()) is not None and decision.choices:
        choice = next((one for one in decision.choices if one.kind == "play"), None)
        if decision.seat == 0 and choice is not None and game.cards[choice.card].force:
            break
        match.choose(decision.choices[0])
    assert decision is not None and choice is not None
    name = game.cards[choice.card].name
    before = match.n
    match.play(decision.seat, write_choice(choice, game.table))
    assert f" {name}, " in " ".join(story_of(match, None).lines())
    match.play(decision.seat, f"undo {before} marked")
    assert f" {name}, " not in " ".join(story_of(match, None).lines())
