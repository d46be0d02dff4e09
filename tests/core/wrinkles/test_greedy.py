"""The greedy bot does what looks best: known positions, and what it may not do."""

from __future__ import annotations

import pytest

from core import bots
from core.arena import Series, count, play
from core.contract.choice import Choice
from core.contract.stream import Stream, numbered_seed
from core.engine.match import Match
from core.wrinkles.state import EVIL, GOOD
from core.wrinkles.wrinkles import load
from tests.support.matches import full_lists, header
from tests.support.scenes.wrinkles import Scene, scene

GAME = load()


def picked(s: Scene, seed: int = 1) -> str:
    """What the bot would say at this scene, being asked as whoever is asked."""
    _, seat = s.asked
    view = s.game.mask(s.state, seat)
    decision = s.game.decision(view)
    assert decision is not None
    lists = [deck.cards for deck in full_lists(s.game) if deck is not None]
    bot = bots.make("greedy", Stream(numbered_seed(seed), "bot"), s.game, lists)
    return s.game.texts.say(bot.pick(view, decision), view)


def test_it_plays_the_card_that_adds_most() -> None:
    s = scene(good="Noah", hand="Harcels, Hope, Mrs Whatsit", phase="Fate I")
    gains = {
        name: GAME.gain(s.state, GOOD, s.state.cards[s.handle(s.state.hand[0], name)])
        for name in s.hand(GOOD)
    }
    best = max(gains, key=lambda name: gains[name] or (0, 0))
    assert picked(s) == f"play {best}"


def test_it_passes_where_nothing_helps() -> None:
    assert picked(scene(phase="Fate I")) == "pass"
    # The only card it could discard is its own.
    s = scene(evil_hand="Annihilation", evil="Echthroi", phase="Test", turn=2)
    assert picked(s) == "pass"


def test_it_points_a_special_at_the_card_that_costs_the_other_side_most() -> None:
    s = scene(good="Noah, Yalith, Sporos", evil_hand="Annihilation", phase="Test", turn=2)
    s.do(picked(s))
    assert s.asked == ("target", EVIL)
    assert picked(s) == "discard Good's Noah"  # with him goes what he gives the others


def test_it_negates_what_would_hurt_and_lets_be_what_would_not() -> None:
    s = scene(good="Noah, Yalith", hand="Heavenly Powers", evil_hand="Annihilation", phase="Test", turn=2)
    s.do("play Annihilation", "discard Good's Noah")
    assert s.asked == ("answer", GOOD) and picked(s) == "negate with Heavenly Powers"
    s = scene(
        good="Noah", evil="Echthroi", hand="Heavenly Powers", evil_hand="Annihilation", phase="Test", turn=2
    )
    s.do("play Annihilation", "discard your Echthroi")
    assert picked(s) != "negate with Heavenly Powers"


def test_ties_are_broken_by_its_own_stream() -> None:
    s = scene(hand="2 Hope", phase="Fate I", good="")
    assert {picked(s, seed) for seed in range(8)} == {"play Hope"}
    s = scene(hand="9 Hope", phase="Challenge I").close()
    view = s.game.mask(s.state, GOOD)
    decision = s.game.decision(view)
    assert decision is not None and decision.kind == "trim"
    lists = [deck.cards for deck in full_lists(s.game) if deck is not None]
    picks = {
        bots.make("greedy", Stream(numbered_seed(seed), "bot"), s.game, lists).pick(view, decision)
        for seed in range(12)
    }
    assert len(picks) > 3


@pytest.mark.parametrize("lists", ["open", "closed"])
def test_the_same_match_gives_the_same_picks_and_all_are_legal(lists: str) -> None:
    heads = set()
    for _ in range(2):
        match = Match(
            header(GAME, 3, {"max_turns": 1}, lists, players=["bot:greedy@1", "bot:greedy@1"]), GAME
        )
        seated = [bots.seated(match.header, seat, GAME) for seat in range(2)]
        asked: list[Choice] = []
        while (decision := match.decision()) is not None:
            asked.append(seated[decision.seat].pick(match.view(decision.seat), decision))
            match.choose(asked[-1])
        heads.add(match.head)
    assert len(heads) == 1 and len(asked) > 20


def against_chance(matches: int) -> tuple[list[int], list[int]]:
    """How many matches greedy played, and how many it won, at each seat; half of them at each."""
    options = {option.name: option.default for option in GAME.options}
    series = Series("wrinkles", ("greedy", "random"), full_lists(GAME), options, 7, swap=True)
    tally = count(series, (play(series, GAME, number) for number in range(matches)))
    return tally.met[0], tally.won[0]


def test_it_beats_chance_from_either_seat() -> None:
    met, won = against_chance(8)
    assert met == [4, 4] and won[GOOD] >= 3 and won[EVIL] >= 3


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_it_beats_chance_in_nine_of_ten_of_a_thousand_matches() -> None:
    met, won = against_chance(1000)
    print(f"\ngreedy against random, Good and Evil: {won} of {met}")
    assert met == [500, 500] and sum(won) >= 900 and won[EVIL] >= 400
