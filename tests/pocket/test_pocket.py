"""The third game does what it is there for: what neither of the two real ones is shaped by."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from core import registry
from core.contract.chance import Chance
from core.contract.choice import HIDDEN
from core.contract.errors import GameError
from core.contract.event import Shown, Shuffled
from core.contract.header import Decklist
from core.contract.stream import numbered_seed
from core.engine.match import Match
from core.engine.record import read_record, write_match
from tests.pocket.game import ALL, Pocket, State
from tests.support.matches import Walk, header


def test_random_matches_come_upon_everything_it_is_there_for(pocket: Pocket) -> None:
    seen: Counter[str] = Counter()
    for number in range(60):
        for ply in Walk(pocket, number):
            events = [event for event, _ in ply.seen]
            seen[ply.decision.kind] += 1
            seen["forced"] += ply.decision.choices is not None and len(ply.decision.choices) == 1
            seen["face down"] += ply.choice.kind == "lay"
            seen["reshuffle in mid-turn"] += any(isinstance(event, Shuffled) for event in events)
            seen["looked at"] += any(isinstance(event, Shown) and event.seats != ALL for event in events)
            outcome = pocket.outcome(ply.after)
            seen["shared first place"] += outcome is not None and outcome.places.count(1) > 1
    wanted = (
        "turn",
        "keep",
        "drop",
        "forced",
        "face down",
        "reshuffle in mid-turn",
        "looked at",
        "shared first place",
    )
    assert all(seen[what] >= 3 for what in wanted), seen


def test_a_card_laid_face_down_is_seen_by_its_seat_and_at_the_end_by_all(pocket: Pocket) -> None:
    match = Match(header(pocket, options={"rounds": 1}), pocket)
    decision = match.decision()
    assert decision is not None and decision.choices is not None
    lay = next(choice for choice in decision.choices if choice.kind == "lay")
    assert lay.card == HIDDEN
    match.choose(lay)
    laid = lay.handles[0]
    assert [match.view(seat).cards[laid] != HIDDEN for seat in (0, 1, 2, None)] == [True, False, False, False]
    while (decision := match.decision()) is not None:
        assert decision.choices
        match.choose(decision.choices[-1])
    assert match.view(None).cards[laid] != HIDDEN
    assert match.outcome is not None and match.outcome.end == "counted"


def test_first_place_may_be_shared(pocket: Pocket) -> None:
    match = Match(header(pocket, options={"rounds": 1}), pocket)
    state: State = match.state
    state.asked, state.known = "", [ALL] * len(state.cards)
    state.down = [[seat_cards[0]] for seat_cards in state.hand]
    for seat, card in enumerate(("seven", "two", "seven")):
        state.cards[state.down[seat][0]] = pocket.identity(f"pkt/pip/{card}")
    outcome = pocket.outcome(state)
    assert outcome is not None
    assert (outcome.places, outcome.scores, outcome.winner) == ((1, 3, 1), (7, 2, 7), None)


def test_it_is_played_with_seats_that_bring_no_deck(pocket: Pocket) -> None:
    assert [pocket.deck_group(seat) for seat in range(3)] == ["pip", "pip", None]
    state = pocket.setup(
        header(pocket, decks=(None, None, None), lists="closed"), Chance(numbered_seed(1), pocket.streams)
    )
    assert len(state.cards) == 24 and state.lots == [tuple(range(8))] * 3
    assert pocket.mask(state, 0).lots == state.lots, "everybody knows the whole set"


def test_a_deck_that_was_brought_is_closed_to_the_others(pocket: Pocket) -> None:
    mine = Decklist("Low", {"pkt/pip/one": 6})
    match = Match(header(pocket, decks=(mine, None, None), lists="closed"), pocket)
    assert match.view(0).lots[0] == (pocket.identity("pkt/pip/one"),) * 6
    assert match.view(1).lots[0] == (HIDDEN,) * 6


@pytest.mark.parametrize("cards", [{"pkt/pip/one": 5}, {"pkt/pip/nine": 8}, {}])
def test_a_deck_too_small_or_of_other_cards_is_refused(pocket: Pocket, cards: dict[str, int]) -> None:
    with pytest.raises(GameError, match="Ann"):
        Match(header(pocket, decks=(Decklist("Bad", cards), None, None)), pocket)


def test_it_is_there_only_while_it_is_registered(pocket: Pocket) -> None:
    assert registry.load("pocket") is pocket and "pocket" in registry.names()
    code = (
        "from core import registry; assert 'pocket' not in registry.names();"
        "registry.register('pocket', 'tests.pocket.game'); print(registry.load('pocket').title)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "Pocket\n"


LUCKY = Decklist("Sevens", {"pkt/pip/seven": 2, "pkt/pip/one": 1})


def test_the_table_may_have_a_list_that_all_know(pocket: Pocket) -> None:
    match = Match(header(pocket, options={"rounds": 1}, shared=LUCKY), pocket)
    state: State = match.state
    assert match.view(None).lucky == match.view(1).lucky == state.lucky and sum(state.lucky) == 3
    state.asked, state.known = "", [ALL] * len(state.cards)
    state.down = [[seat_cards[0]] for seat_cards in state.hand]
    for seat, card in enumerate(("seven", "two", "one")):
        state.cards[state.down[seat][0]] = pocket.identity(f"pkt/pip/{card}")
    assert pocket.standing(state) == (9, 2, 2)


def test_another_list_of_the_table_is_another_match(pocket: Pocket) -> None:
    with_it, without = (Match(header(pocket, shared=shared), pocket) for shared in (LUCKY, None))
    assert with_it.h0 != without.h0 and with_it.state.deck == without.state.deck
    assert read_record(write_match(with_it)).header.shared == LUCKY


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ({"pkt/pip/one": 4}, "Lucky 'Many' can't be played: It has from one to three cards."),
        ({}, "Lucky 'Many' can't be played: It has from one to three cards."),
        ({"pkt/pip/nine": 1}, "Lucky 'Many' has cards that don't belong there: pkt/pip/nine."),
        ({"pkt/pip/one": 0}, "Lucky has from 1 to 1000 copies of pkt/pip/one."),
        ({"pkt/pip/one": -(10**30)}, "Lucky has from 1 to 1000 copies of pkt/pip/one."),
    ],
)
def test_a_list_the_table_cannot_be_played_with_is_refused(
    pocket: Pocket, cards: dict[str, int], sentence: str
) -> None:
    with pytest.raises(GameError) as refused:
        Match(header(pocket, shared=Decklist("Many", cards)), pocket)
    assert str(refused.value) == sentence


def test_a_game_without_such_a_list_takes_none() -> None:
    game = registry.load("wrinkles")
    with pytest.raises(GameError, match=r"^Wrinkles in Time has no list of cards for the whole table\.$"):
        Match(header(game, shared=LUCKY), game)
