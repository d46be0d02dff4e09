"""Promises 1, 2, 4, 5 and 8 over random matches of every game, with random options, decks and lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import msgspec
import pytest

from core import registry
from core.contract.choice import HIDDEN
from core.contract.event import Told
from core.contract.game import AnyGame
from core.timemasters import acts as tm_acts
from core.timemasters import choices as tm_choices
from core.wrinkles import acts, choices
from core.wrinkles.wrinkles import load
from tests.core import promises
from tests.core.shadow import Shadows, packed
from tests.core.timemasters import wild as tm_wild
from tests.core.wrinkles import wild
from tests.pocket.game import Pocket
from tests.support.matches import Ply, Walk

WILD: dict[str, Callable[[], AnyGame]] = {"wild": wild.load, "wild time-masters": tm_wild.load}

MATCHES = {"wrinkles": 45, "time-masters": 12, "pocket": 45}
"""In the ordinary run: fewer of those with more seats to look through."""


@pytest.fixture(params=["wrinkles", "wild", "time-masters", "wild time-masters", "pocket"])
def game(request: pytest.FixtureRequest, pocket: Pocket) -> AnyGame:
    """A game by name; `wild` is one with made-up cards."""
    return WILD[request.param]() if request.param in WILD else registry.load(request.param)


def walks(game: AnyGame, matches: int = 0) -> Iterator[Walk]:
    return (Walk(game, number) for number in range(matches or MATCHES[game.name]))


def some(walk: Walk, one_in: int) -> Iterator[Ply]:
    """A random sample of the plies of a match."""
    return (ply for ply in walk if walk.stream.below(one_in) == 0)


def test_promise_1_nobody_acts_on_what_he_can_not_see(game: AnyGame) -> None:
    checked = asked = 0
    for walk in walks(game):
        for ply in some(walk, 12):
            asked += len(promises.readers(walk.start))
            checked += promises.blindfold(game, walk.header, walk.chance, ply, walk.stream)
    assert checked > 0.9 * asked, "hardly any state could be permuted"


def test_promise_2_a_view_never_tells(game: AnyGame) -> None:
    for walk in walks(game):
        promises.view_never_tells(game, walk.header, walk.start, walk.stream)
        for ply in some(walk, 12):
            promises.view_never_tells(game, walk.header, ply.after, walk.stream)


def test_promise_2_the_view_of_nobody_is_the_same_under_any_seed(game: AnyGame) -> None:
    """But for what lies face up from the start."""
    one, *others = (Walk(game, number) for number in range(3))
    options = one.header.options | ({"first": 1} if "first" in one.header.options else {})
    header = msgspec.structs.replace(one.header, options=options)
    starts = set()
    for walk in (one, *others):
        view = game.mask(game.setup(header, walk.chance), None)
        public = promises.need_of(view, None)
        assert all(
            card == HIDDEN for card, known in zip(view.cards, view.known, strict=True) if known != public
        )
        view.cards = [HIDDEN for _ in view.cards]
        starts.add(packed(view))
    assert len(starts) == 1


def test_promise_4_apply_undo_apply_again_gives_the_same_bytes(game: AnyGame) -> None:
    for walk in walks(game):
        for ply in some(walk, 8):
            promises.again(game, walk.chance, ply)


def test_promise_5_random_play_never_gets_stuck_and_never_loses_a_card(game: AnyGame) -> None:
    for walk in walks(game):
        ply = previous = None
        for ply in walk:
            if game is not wild.load():
                promises.chained(previous, ply)
            if walk.stream.below(8) == 0:
                promises.sound(game, walk, ply)
            previous = ply
        assert ply is not None
        outcome = game.outcome(ply.after)
        assert outcome is not None and game.problems(ply.after) == []
        assert outcome == game.outcome(game.mask(ply.after, None)), "anybody can see who won"
        assert 1 in outcome.places and len(outcome.places) == len(outcome.scores) == walk.start.seats
        assert game.check(ply.after, ply.choice) is not None


@pytest.mark.usefixtures("nothing_hidden_is_read")
def test_promise_8_a_view_plays_on(game: AnyGame) -> None:
    for walk in walks(game):
        shadows = Shadows(game, walk.start)
        for ply in walk:
            shadows.follow(ply.choice, ply.seen)
            if walk.stream.below(6) == 0:
                shadows.compare(ply.after)
        shadows.compare(ply.after)


@pytest.mark.usefixtures("nothing_hidden_is_read")
def test_what_a_seat_foresees_is_what_comes(game: AnyGame) -> None:
    for walk in walks(game):
        for ply in some(walk, 6):
            promises.foreseen(game, ply.before, ply.choice, walk.chance)


def test_a_guess_at_what_is_hidden_is_a_state_the_guesser_can_not_tell_from_the_real_one(
    game: AnyGame,
) -> None:
    for walk in walks(game):
        for ply in some(walk, 20):
            promises.imagined(game, walk.header, ply.after, walk.stream)


@pytest.mark.parametrize(
    ("game", "kinds", "choices"),
    [
        (load(), choices.NAMES.values(), acts.ACTS),
        (tm_wild.load(), tm_choices.NAMES.values(), tm_acts.ACTS),
    ],
)
def test_random_matches_come_to_every_question_and_every_choice(
    game: AnyGame, kinds: Iterable[str], choices: Iterable[str]
) -> None:
    """The promises say little about what is never reached."""
    asked: Counter[str] = Counter()
    made: Counter[str] = Counter()
    for walk in walks(game, 100):
        for ply in walk:
            asked[ply.decision.kind] += 1
            made[ply.choice.kind] += 1
            made["reshuffle"] += any(
                isinstance(event, Told) and event.kind == "reshuffle" for event, _ in ply.seen
            )
    assert set(asked) == set(kinds)
    assert set(made) == {*choices, "reshuffle"}
    assert min(asked.values()) > 20 and min(made.values()) > 20, (asked, made)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_all_promises_over_two_thousand_matches(game: AnyGame, capsys: pytest.CaptureFixture[str]) -> None:
    matches = plies = checks = 0
    for walk in walks(game, 2000):
        shadows, previous = Shadows(game, walk.start), None
        for ply in walk:
            plies += 1
            if game is not wild.load():
                promises.chained(previous, ply)
            shadows.follow(ply.choice, ply.seen)
            if walk.stream.below(10) == 0:
                checks += 1
                promises.sound(game, walk, ply)
                promises.again(game, walk.chance, ply)
                promises.view_never_tells(game, walk.header, ply.after, walk.stream)
                promises.blindfold(game, walk.header, walk.chance, ply, walk.stream)
                promises.imagined(game, walk.header, ply.after, walk.stream)
                shadows.compare(ply.after)
            previous = ply
        matches += 1
    with capsys.disabled():
        title = game.title + (" with made-up cards" if game in [load() for load in WILD.values()] else "")
        print(f"\n{title}: {matches} matches, {plies} plies, all promises at {checks} of them.")
    assert matches == 2000


def test_wrinkles_is_what_the_registry_gives() -> None:
    assert registry.load("wrinkles") is load()
    assert all(registry.title(name) == registry.load(name).title for name in registry.names())
