"""Stops: what is answered unasked, over random matches with random rules, and a pass to a phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from core import registry
from core.contract.choice import HIDDEN
from core.contract.game import AnyGame
from core.contract.header import Decklist
from core.contract.stream import Stream
from core.engine.match import Match
from core.engine.stops import WHENS, StopRules, Stops, changed_at, rule_at
from tests.core.wrinkles import wild
from tests.pocket.game import Pocket
from tests.support.matches import Ply, Walk, header

ALWAYS_ASKED = {"target", "cost", "replace", "entering", "lose", "trim", "order", "study", "seek"}


@pytest.fixture(params=["wrinkles", "wild"])
def game(request: pytest.FixtureRequest) -> AnyGame:
    return wild.load() if request.param == "wild" else registry.load(request.param)


def plies(game: AnyGame, matches: int = 25) -> Iterator[tuple[Walk, Ply]]:
    for number in range(matches):
        walk = Walk(game, number)
        for ply in walk:
            yield walk, ply


def random_stops(game: AnyGame, seat: int, stream: Stream, view: Any) -> Stops:
    """Stops with any rules, and sometimes on the way to some phase."""
    at = {stop.name: WHENS[stream.below(3)] for stop in game.stops if stream.below(2)}
    stops = Stops(game, seat, StopRules(always=not stream.below(6), at=at), shared=bool(stream.below(2)))
    if not stream.below(3):
        phases = [stop.name for stop in game.stops if stop.phase]
        stops.pass_to(phases[stream.below(len(phases))], view)
    return stops


def test_whatever_the_rules_only_plain_passes_are_given_unasked(game: AnyGame) -> None:
    seen: Counter[str] = Counter()
    for walk, ply in plies(game):
        decision, seat = ply.decision, ply.decision.seat
        view = game.mask(ply.before, seat)
        answer = random_stops(game, seat, walk.stream, view).answer(view)
        assert decision.choices is not None
        if decision.kind in ALWAYS_ASKED:
            assert answer is None, f"{decision.kind} was answered unasked in {walk} at {ply.n}"
        if decision.kind == "answer" and len(decision.choices) > 1:
            assert answer is None, f"a seat that could negate was not asked in {walk} at {ply.n}"
            seen["could negate"] += 1
        if answer is not None:
            assert answer in decision.choices
            assert answer.kind in ("pass", "allow") and not answer.handles and answer.card == HIDDEN
            seen[answer.kind] += 1
    assert min(seen[what] for what in ("could negate", "pass", "allow")) > 20, seen


def test_at_a_shared_screen_the_hand_decides_nothing(game: AnyGame) -> None:
    checked: Counter[bool] = Counter()
    for walk, ply in plies(game):
        seat, before = ply.decision.seat, ply.before
        if walk.stream.below(4):
            continue
        view = game.mask(before, seat)
        public = game.mask(before, None)
        lists = [deck.cards if deck else {} for deck in walk.header.decklists]
        other = game.mask(game.determinize(public, lists, walk.stream), seat)
        rules = StopRules(at={stop.name: WHENS[walk.stream.below(3)] for stop in game.stops})
        answers = [Stops(game, seat, rules, shared=True).answer(one) for one in (view, other)]
        assert answers[0] == answers[1], f"being asked tells something of the hand in {walk} at {ply.n}"
        checked[answers[0] is None] += 1
    assert min(checked[True], checked[False]) > 100, checked


def test_with_open_lists_nobody_is_asked_for_what_their_cards_can_not_hold() -> None:
    game = registry.load("wrinkles")
    decks = [
        Decklist("Plain", {card.id: 2 for card in game.cards if card.group == group and card.type in "FLMC"})
        for group in ("good", "evil")
    ]
    asked: Counter[tuple[str, bool]] = Counter()
    for lists in ("open", "closed"):
        for number in range(6):
            for ply in Walk(game, number, header(game, number, {"max_turns": 2}, lists, decks)):
                seat = ply.decision.seat
                view = game.mask(ply.before, seat)
                halt = game.halt(view)
                if halt is not None:
                    answer = Stops(game, seat, shared=True).answer(view)
                    asked[f"{lists} {halt.stop.split()[0]}", answer is None] += 1
    for stop in ("Destiny", "Challenge", "Test", "Answers"):
        assert not asked[f"open {stop}", True], "no Special is in the decks"
    assert asked["closed Destiny", True] and asked["open Fate", True]


def test_what_nobody_can_exclude_counts_as_possible(game: AnyGame) -> None:
    impossible = 0
    for _, ply in plies(game, 10):
        full = game.halt(ply.before)
        for seat in (0, 1, None):
            halt = game.halt(game.mask(ply.before, seat))
            assert (halt is None) == (full is None)
            if halt is not None and full is not None:
                assert (halt.stop, halt.answer, halt.guarded) == (full.stop, full.answer, full.guarded)
                assert halt.could or not full.could
                assert halt.stop in ("Answers", game.phase_name(ply.before))
                impossible += not halt.could and seat is None
    assert impossible > 10


def test_the_usual_rules_ask_in_fate_and_where_something_could_be_done() -> None:
    game = registry.load("wrinkles")
    asked: Counter[tuple[str, bool]] = Counter()
    for _, ply in plies(game, 15):
        seat = ply.decision.seat
        view = game.mask(ply.before, seat)
        halt = game.halt(view)
        if halt is None:
            continue
        answer = Stops(game, seat).answer(view)
        could = len(ply.decision.choices or ()) > 1
        assert (answer is None) == (halt.stop.startswith("Fate") or could)
        asked[halt.stop.split()[0], answer is None] += 1
    assert asked["Fate", True] and asked["Destiny", True] and asked["Destiny", False], asked


def test_each_phase_is_switched_by_itself_and_always_beats_all() -> None:
    game = registry.load("wrinkles")
    match = Match(header(game), game)
    decision = match.decision()
    assert decision is not None
    view = match.view(decision.seat)
    never = StopRules(at={"Destiny I": "never"})
    assert Stops(game, decision.seat, never).answer(view) == game.halt(view).answer
    assert Stops(game, decision.seat, StopRules(at={"Destiny I": "always"})).answer(view) is None
    assert Stops(game, decision.seat, StopRules(always=True, at=never.at)).answer(view) is None
    assert rule_at(game, never, "Destiny I") == "never"
    assert rule_at(game, never, "Destiny II") == "could"
    assert rule_at(game, never, "Fate III") == "always"


def test_with_an_opponent_elsewhere_answers_are_always_asked_and_a_change_taken_back_leaves_nothing() -> None:
    game = registry.load("wrinkles")
    usual = StopRules()
    assert rule_at(game, usual, "Answers") == "could"
    assert rule_at(game, usual, "Answers", apart=True) == "always"
    quick = changed_at(game, usual, "Answers", "could", apart=True)
    assert rule_at(game, quick, "Answers", apart=True) == "could", "a setting of one's own counts"
    assert changed_at(game, quick, "Answers", "always", apart=True) == usual
    always = changed_at(game, usual, "Answers", "always")
    assert rule_at(game, always, "Answers") == "always"
    assert changed_at(game, always, "Answers", "could") == usual
    everything = StopRules(always=True)
    assert changed_at(game, everything, "Test", "never") == StopRules(always=True, at={"Test": "never"})


def play_to(match: Match, stops: dict[int, Stops]) -> tuple[str, str]:
    """Play what the stops answer; the phase and kind of the first decision that is asked."""
    while (decision := match.decision()) is not None:
        view = match.view(decision.seat)
        answer = stops[decision.seat].answer(view)
        if answer is None:
            phase = match.game.texts.ask(decision, view).split(":")[0]
            return phase, decision.kind
        match.choose(answer)
    return "", "over"


def test_passing_to_a_phase_stops_for_discards_and_ends_there() -> None:
    game = registry.load("wrinkles")
    match = Match(header(game), game)
    passing = Stops(game, 0)
    never = StopRules(at={stop.name: "never" for stop in game.stops})
    stops = {0: passing, 1: Stops(game, 1, never)}
    passing.pass_to("Fate III", match.view(0))
    discards = 0
    while (found := play_to(match, stops))[1] == "trim":
        decision = match.decision()
        assert decision is not None and decision.choices
        discards += decision.seat == 0
        match.choose(decision.choices[0])
    assert found == ("Fate III", "window") and discards == 7
    assert passing.target is None
    passing.pass_to("Fate III", match.view(0))  # the one after this
    while (found := play_to(match, stops))[1] == "trim":
        decision = match.decision()
        assert decision is not None and decision.choices
        match.choose(decision.choices[0])
    assert found == ("Fate III", "window") and game.turn(match.state) == 2


def test_a_pass_that_is_ended_asks_the_next_decision_whatever_the_rules() -> None:
    game = registry.load("wrinkles")
    match = Match(header(game), game)
    never = StopRules(at={stop.name: "never" for stop in game.stops})
    stops = {seat: Stops(game, seat, never) for seat in (0, 1)}
    stops[0].stop_passing()
    assert stops[0].answer(match.view(0)) is not None, "nothing was running that could end"
    stops[0].pass_to("Test", match.view(0))
    match.choose(stops[0].answer(match.view(0)))  # type: ignore[arg-type]
    stops[0].stop_passing()
    match.choose(stops[1].answer(match.view(1)))  # type: ignore[arg-type]
    while (decision := match.decision()) is not None and decision.seat == 1:
        match.choose(stops[1].answer(match.view(1)))  # type: ignore[arg-type]
    assert stops[0].answer(match.view(0)) is None


def test_there_is_no_passing_to_what_is_no_phase() -> None:
    game = registry.load("wrinkles")
    match = Match(header(game), game)
    for name in ("Answers", "Fate IV", ""):
        with pytest.raises(ValueError, match="to pass to"):
            Stops(game, 0).pass_to(name, match.view(0))


def test_a_game_without_stops_asks_everything(pocket: Pocket) -> None:
    for number in range(5):
        for ply in Walk(pocket, number):
            seat = ply.decision.seat
            view = pocket.mask(ply.before, seat)
            assert Stops(pocket, seat).answer(view) is None
