"""What the screen says a choice would do in Time Masters is what it does."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from core.contract.chance import Chance
from core.contract.choice import Choice
from core.contract.stream import numbered_seed
from core.timemasters.state import MastersState
from tests.support.masters_screen import GAME, NAMES, walk
from tests.support.scenes.boosted import boosted, played
from tests.support.scenes.timemasters import Scene as BuiltScene
from tests.support.scenes.timemasters import about_to_delay, scene
from tui.boards import teller as plain_teller
from tui.boards.board_state import Scene, Spot
from tui.boards.timemasters.cell_texts import ke_short
from tui.boards.timemasters.detail import MastersDetail
from tui.boards.timemasters.hints import MastersHints
from tui.boards.timemasters.prompt import NO_MODE
from tui.boards.timemasters.view_model import MastersFacts
from tui.match.act import Act

WORDS = plain_teller(GAME)

pytestmark = pytest.mark.usefixtures("nothing_hidden_is_read")


def after(state: MastersState, choice: Choice, seed: int) -> MastersState:
    """The whole match after a choice."""
    played = GAME.copy(state)
    GAME.apply(played, choice, Chance(numbered_seed(seed), GAME.streams))
    return played


def compare(said: str, before: MastersState, now: MastersState, seat: int) -> Counter[str]:
    """What is said of a choice is what it did; gives which numbers there were to compare."""
    compared: Counter[str] = Counter()
    # What is one's own stands before what others lose, who are named.
    own = re.split(r"Seat \d", said)[0]
    if found := re.search(r"Kè ([\d of+]+?) -> ([\d of+]+\d)", own):
        assert (ke_short(before, seat), ke_short(now, seat)) == found.groups()
        compared["Kè"] += 1
    else:
        assert ke_short(before, seat) == ke_short(now, seat), said
    for word, numbers in (
        ("hand", (len(before.hand[seat]), len(now.hand[seat]))),
        ("points", (before.score[seat], now.score[seat])),
    ):
        found = re.search(rf"{word} (\d+) -> (-?\d+)", own)
        assert (found is None) == (numbers[0] == numbers[1]), said
        if found is not None:
            assert tuple(map(int, found.groups())) == numbers
            compared[word] += 1
    if found := re.search(r"access (\d+) -> (\d+)", own):
        assert [int(n) for n in found.groups()] == [GAME.points(state).left for state in (before, now)]
        compared["access"] += 1
    follows = GAME.decision(now)
    if follows is not None and follows.kind in ("discard", "return", "banish", "pay", "onto"):
        assert "then you " in said or said.startswith("you "), said
        compared["asked"] += 1
    return compared


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_said_of_a_choice_comes_true(seats: int) -> None:
    compared: Counter[str] = Counter()
    for seed in (seats, seats + 10):
        for match, decision in walk(seats, seed, 260):
            seat, before = decision.seat, match.state
            hints = MastersHints(GAME, match.view(seat), seat, NAMES[:seats])
            for choice in (decision.choices or ())[:12]:
                said = hints.does(choice)
                if not said.endswith("unknown"):
                    compared += compare(said, before, after(before, choice, seed), seat)
    assert len(compared) == 5 and min(compared.values()) > 10, compared


def test_in_boosted_positions_it_comes_true_too_and_no_more_is_said_than_can_be_known() -> None:
    compared: Counter[str] = Counter()
    for number in range(60):
        s = boosted(number)
        for choices in played(s, number, 12):
            decision = GAME.decision(s.state)
            assert decision is not None
            seat, view = decision.seat, GAME.mask(s.state, decision.seat)
            hints = MastersHints(GAME, view, seat, ())
            teller = described(s, seat)
            for choice in choices[:10]:
                said = hints.does(choice)
                now = after(s.state, choice, number)
                if said.endswith("unknown"):
                    compared["unknown"] += 1
                else:
                    compared += compare(said, s.state, now, seat)
                act = Act(GAME, view, decision)
                follows = GAME.decision(now)
                if not act.pick(choice):
                    assert follows is not None and not follows.start
                    assert act.decision == follows
                    compared["goes on"] += 1
                elif follows is not None:
                    assert follows.start
                WORDS.worth(choice, decision, view)
                if choice.handles and choice.handles[0] in view.hand[seat]:
                    assert teller.about(Spot("hand", choice.handles[0], 0, 0)).title
    assert compared["unknown"] > 4 and compared["goes on"] > 10 and compared["points"] > 10, compared


def test_the_scenes_in_which_hidden_cards_come_up_are_hinted_at_as_far_as_they_are_known() -> None:
    s = scene(
        hand="Forced Release",
        deck="5 Timer",
        others=({"timers": "Orrery(Spark, Spark; Breath)", "hand": "Suggestion"},),
    )
    assert hint(s, "cast Forced Release") == (
        "Kè 4 of 4 -> 2 of 4; hand 1 -> 0; access 0 -> 1; Seat 2: loses the Timer, then unknown"
    )
    s = scene(hand="Suggestion, Recovery", deck="5 Timer", timers="Mirror Clock(Cerebral Cleaning)")
    assert hint(s.do("activate Mirror Clock"), "release Cerebral Cleaning") == "access 0 -> 1, then unknown"


def test_cards_that_are_drawn_are_still_counted() -> None:
    s = scene(hand="Forced Release, Spark", deck="Breath", pile="2 Timer")
    said = hint(s, "cast Forced Release")
    assert said.startswith("Kè 4 of 4 -> 2 of 4; hand 2 -> 3; access 0 -> 1; it finds nothing; ")
    assert said.endswith("; your discard pile becomes your deck")


def test_who_chooses_a_delay_card_sees_which_the_others_know_and_will_know_there() -> None:
    s = about_to_delay("Second Thought")
    said = "All have seen this card, and will know that it lies under the Timer."
    about = described(s, 0)
    hand = s.state.hand[0]
    known = [handle for handle in hand if said in about.about(Spot("hand", handle, 0, 0)).says]
    assert s.names(known) == ["Second Thought"] and len(hand) > 1
    s.do("under Second Thought")
    (timer,) = s.state.timers[0]
    for seat in (0, 1):
        there = described(s, seat).about(Spot("timers", timer.handle, 0, 0))
        assert "Second Thought, face down" in [row.text for row in there.rows]


def test_a_card_that_others_know_under_an_empty_timer_has_its_heading() -> None:
    s = scene(others=({"timers": "Pendulum(; Breath)"},))
    (timer,) = s.state.timers[1]
    assert described(s, 0).about(Spot("theirs", timer.handle, 0, 0)).head == ""
    s.state.known[timer.under[0]] = 3
    there = described(s, 0).about(Spot("theirs", timer.handle, 0, 0))
    assert there.head == "On it and under it:" and len(there.rows) == 1


def described(s: BuiltScene, seat: int) -> MastersDetail:
    """What the board says of the spots that this seat sees."""
    view = GAME.mask(s.state, seat)
    decision = GAME.decision(view)
    asked = decision if decision is not None and decision.seat == seat else None
    shown = Scene(view=view, seat=seat, decision=asked, names=NAMES[: view.seats])
    return MastersDetail(GAME, shown, MastersFacts(GAME, view, seat), NO_MODE, ())


def hint(s: BuiltScene, said: str) -> str:
    """What is said of this choice to the seat that has it."""
    seat = s.asked[1]
    view = GAME.mask(s.state, seat)
    (choice,) = {one for one in GAME.decision(view).choices or () if s.words(one, view) == said}  # type: ignore[union-attr]
    return MastersHints(GAME, view, seat, ()).does(choice)


def test_every_choice_has_something_said_about_it() -> None:
    kinds = set()
    for match, decision in walk(3, 3, 500):
        view, seat = match.view(decision.seat), decision.seat
        shown = Scene(view=view, seat=seat, decision=decision, names=NAMES[:3])
        teller = MastersDetail(GAME, shown, MastersFacts(GAME, view, seat), NO_MODE, ())
        for choice in decision.choices or ():
            if not choice.handles or choice.kind in ("return", "banish", "keep"):
                continue  # Buttons, and what lies in lists.
            handle = choice.handles[0]
            zone = next(
                name
                for name, cards in (
                    ("hand", view.hand[seat]),
                    ("spells", view.zone[seat]),
                    ("released", view.released[seat]),
                    ("spheres", [one for sphere in view.spheres for one in sphere]),
                    ("timers", [one.handle for timers in view.timers for one in timers]),
                )
                if handle in cards
            )
            about = teller.about(Spot(zone, handle, 0, 0))
            assert about.title
            if choice.kind not in ("discard", "under", "onto"):
                assert about.now, (decision.kind, choice)
            kinds.add(choice.kind)
    assert kinds >= {"cast", "place", "timer", "concentrate", "release", "activate", "access", "beneath"}


def test_attacks_say_whom_they_hit() -> None:
    said = []
    for seed in range(12):
        for match, decision in walk(3, seed, 300):
            hints = MastersHints(GAME, match.view(decision.seat), decision.seat, NAMES[:3])
            for choice in decision.choices or ():
                if choice.kind == "cast" and GAME.cards[choice.card].name in ("Slow Down", "Time Heaviness"):
                    said.append(hints.does(choice))
    assert any("at most 3 Kè next turn" in one and "Ada:" in one for one in said)
    assert any("next spell +1" in one for one in said)


def test_what_would_come_to_nothing_is_said() -> None:
    match, decision = next(one for one in walk(2, 0) if one[1].kind == "main")
    seat, state = decision.seat, match.state
    said = {}
    for choice in decision.choices or ():
        if choice.kind == "cast":
            said[GAME.cards[choice.card].name] = MastersHints(GAME, match.view(seat), seat, ()).does(choice)
    assert not state.pile[seat] and "it finds nothing" in said["Recovery"]
    assert "nothing" not in said["Suggestion"]
