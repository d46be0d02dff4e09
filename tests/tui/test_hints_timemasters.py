"""What the screen says a choice would do in Time Masters is what it does."""

from __future__ import annotations

import re

import pytest

from core.chance import Chance, numbered_seed
from core.game import Choice
from core.timemasters.state import State
from tests.tui.masters import GAME, NAMES, walk
from tui.boards.scene import Scene, Spot
from tui.boards.timemasters.detail import Teller
from tui.boards.timemasters.facts import Facts
from tui.boards.timemasters.hints import Hints
from tui.boards.timemasters.moment import NO_MODE
from tui.boards.timemasters.words import ke_short


def played(state: State, choice: Choice, seed: int) -> State:
    """The whole match after a choice."""
    after = GAME.copy(state)
    GAME.apply(after, choice, Chance(numbered_seed(seed), GAME.streams))
    return after


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_said_of_a_choice_comes_true(seats: int) -> None:
    compared = dict.fromkeys(("Kè", "hand", "access", "points"), 0)
    asked_next = 0
    for seed in (seats, seats + 10):
        for match, decision in walk(seats, seed, 260):
            seat, before = decision.seat, match.state
            hints = Hints(GAME, match.view(seat), seat, NAMES[:seats])
            for choice in (decision.choices or ())[:12]:
                said = hints.does(choice)
                after = played(before, choice, seed)
                # What is one's own stands before what others lose, who are named.
                own = re.split(r"Seat \d", said)[0]
                if found := re.search(r"Kè ([\d of+]+?) -> ([\d of+]+\d)", own):
                    assert (ke_short(before, seat), ke_short(after, seat)) == found.groups()
                    compared["Kè"] += 1
                else:
                    assert ke_short(before, seat) == ke_short(after, seat), (said, choice)
                for word, numbers in (
                    ("hand", (len(before.hand[seat]), len(after.hand[seat]))),
                    ("points", (before.score[seat], after.score[seat])),
                ):
                    found = re.search(rf"{word} (\d+) -> (\d+)", own)
                    assert (found is None) == (numbers[0] == numbers[1]), (said, choice)
                    if found is not None:
                        assert tuple(map(int, found.groups())) == numbers
                        compared[word] += 1
                if found := re.search(r"access (\d+) -> (\d+)", own):
                    assert [int(n) for n in found.groups()] == [
                        GAME.points(state).left for state in (before, after)
                    ]
                    compared["access"] += 1
                follows = GAME.decision(after)
                if follows is not None and follows.kind in ("discard", "return", "banish", "pay", "onto"):
                    assert "then you " in said or said.startswith("you "), said
                    asked_next += 1
    assert min(compared.values()) > 10 and asked_next > 10


def test_every_choice_has_something_said_about_it() -> None:
    kinds = set()
    for match, decision in walk(3, 3, 500):
        view, seat = match.view(decision.seat), decision.seat
        scene = Scene(view=view, seat=seat, decision=decision, names=NAMES[:3])
        teller = Teller(GAME, scene, Facts(GAME, view, seat), NO_MODE, ())
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
            hints = Hints(GAME, match.view(decision.seat), decision.seat, NAMES[:3])
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
            said[GAME.cards[choice.card].name] = Hints(GAME, match.view(seat), seat, ()).does(choice)
    assert not state.pile[seat] and "it finds nothing" in said["Recovery"]
    assert "nothing" not in said["Suggestion"]
