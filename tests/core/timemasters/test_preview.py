"""What a seat's view of Time Masters knows beforehand: as much as it can, and nothing that it can't."""

from __future__ import annotations

from collections import Counter

import pytest

from core.contract.chance import Chance
from core.contract.event import Told
from core.contract.stream import numbered_seed
from core.engine.preview import Preview
from core.timemasters.timemasters import TimeMasters, load
from tests.core import promises
from tests.core.timemasters import wild
from tests.support.scenes.boosted import boosted, played
from tests.support.scenes.timemasters import Scene, scene

pytestmark = pytest.mark.usefixtures("nothing_hidden_is_read")

REACHED = ("turned-up", "reshuffle", "delay", "forced", "broken", "banish", "return", "activate")
"""What is told where delay cards, full Timers and decks that run out come into play."""


def preview(s: Scene, said: str, seat: int = 0) -> Preview:
    """What this choice would do, as its seat can know it."""
    view = s.game.mask(s.state, seat)
    found = Preview(s.game, view)
    decision = s.game.decision(view)
    assert decision is not None
    (choice,) = {one for one in decision.choices or () if s.words(one, view) == said}
    found.play(choice)
    return found


@pytest.mark.parametrize("game", [load(), wild.load()], ids=["printed", "wild"])
def test_what_is_foreseen_in_boosted_positions_is_what_comes(game: TimeMasters) -> None:
    reached: Counter[str] = Counter()
    unknown = 0
    for number in range(60):
        s = boosted(number, game)
        chance = Chance(numbered_seed(number), game.streams)
        for choices in played(s, number, 12):
            for choice in choices[:8]:
                unknown += promises.foreseen(game, s.state, choice, chance).unknown
            reached.update(event.kind for event in s.events if isinstance(event, Told))
    assert unknown > 4
    assert min(reached[kind] for kind in REACHED) > 4, reached


def test_a_forced_timer_whose_hidden_delay_card_is_shuffled_at_once_is_foreseen_as_far_as_that() -> None:
    s = scene(
        hand="Forced Release",
        deck="5 Timer",
        others=({"timers": "Orrery(Spark, Spark; Breath)", "hand": "Suggestion"},),
    )
    found = preview(s, "cast Forced Release")
    assert found.unknown and found.news and found.decision() is None
    assert found.view.timers[1] == []


def test_a_turn_that_ends_before_a_timer_with_a_hidden_delay_card_is_foreseen_as_far_as_that() -> None:
    s = scene(phase="Access", deck="6 Timer", others=({"timers": "Orrery(Spark, Spark; Breath)"},))
    found = preview(s, "done")
    assert found.unknown and found.news
    assert len(found.view.hand[0]) == 5 and found.view.mover == 1


def test_what_cards_that_are_drawn_and_banished_at_once_score_is_not_foreseen() -> None:
    s = scene(hand="Suggestion, Recovery", deck="5 Timer", timers="Mirror Clock(Cerebral Cleaning)")
    s.do("activate Mirror Clock")
    found = preview(s, "release Cerebral Cleaning")
    assert found.unknown and found.view.score[0] == s.state.score[0] == 6
    s.do("release Cerebral Cleaning")
    assert s.state.score[0] == 6


def test_hidden_cards_that_go_to_the_discard_pile_are_foreseen_by_their_number() -> None:
    s = scene(hand="Disturbance", deck="3 Spark", others=({"hand": "Spark", "deck": "Breath"},))
    found = preview(s, "cast Disturbance")
    assert not found.unknown and found.news
    assert found.view.hand[1] == [] and len(found.view.pile[1]) == 1


def test_after_a_draw_the_question_is_foreseen_and_not_what_it_is_answered_with() -> None:
    s = scene(hand="Time Heaviness, Spark", deck="3 Breath")
    decision = preview(s, "cast Time Heaviness").decision()
    assert decision is not None and decision.choices is None
    assert (decision.kind, decision.seat, decision.limit) == ("discard", 0, 1)
