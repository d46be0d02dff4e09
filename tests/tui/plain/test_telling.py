"""What plain mode says of positions: all kinds of questions, and lines fit to be read aloud."""

from __future__ import annotations

import re

import pytest

from core import registry
from core.wrinkles.choices import NAMES
from core.wrinkles.state import EVIL, GOOD
from tests.support.matches import Walk
from tests.support.scenes.wrinkles import scene
from tui.boards import teller
from tui.boards.spoken import spoken
from tui.match.act import Act
from tui.plain.question import Asked

pytestmark = pytest.mark.usefixtures("nothing_hidden_is_read")

GAME = registry.load("wrinkles")

SIGN = re.compile(r"(?<![\w.])[+-]\d")
COLUMNS = re.compile(r"\S {2,}\S|\t")


def check(lines: list[str]) -> None:
    """Lines that can be read aloud: no columns, no bare signs, nothing that is a sentence cut off."""
    for line in lines:
        assert line and line == line.strip() and line.isprintable(), repr(line)
        assert not COLUMNS.search(line) and not SIGN.search(line), line


def test_everything_can_be_said_of_every_position() -> None:
    kinds: set[str] = set()
    for number in (4, 6, 8, 9, 10, 11):
        kinds |= say_everything(number)
    assert kinds == set(NAMES.values()), "every question there is was asked"


def say_everything(number: int) -> set[str]:
    """All that can be said in the course of a random match; the kinds of questions that came up."""
    words = teller(GAME)
    kinds = set()
    for ply in Walk(GAME, number):
        if ply.n % 13 and ply.decision.kind in kinds:
            continue
        seat = ply.decision.seat
        kinds.add(ply.decision.kind)
        view = GAME.mask(ply.before, seat)
        decision = GAME.decision(view)
        assert decision is not None
        asked = Asked(GAME, words, Act(GAME, view, decision))
        offered = [choice for row in asked.choices if row.choice for choice in (row.choice, *row.alike)]
        assert len(offered) == len(decision.choices or ()) and set(offered) == set(decision.choices or ())
        check(asked.lines())
        for row in asked.rows:
            check(asked.explain(row))
        for reader in (seat, 1 - seat, None):
            eyes = GAME.mask(ply.before, reader)
            at = -1 if reader is None else reader
            check(words.board(eyes, at))
            check(words.discards(eyes, at))
            check([one.line for one in words.in_play(eyes, at)])
            check([one.line for one in words.hand(eyes, at)])
    return kinds


def test_where_force_comes_from_is_said_in_words() -> None:
    s = scene(good="Noah, Yalith, Mrs Whatsit", evil="Abyss")
    words = teller(GAME)
    lines = words.board(GAME.mask(s.state, GOOD), GOOD)
    assert "Your board: 3 cards, Force 16." in lines
    assert "Noah, Mortal, counts 8: printed 2, itself plus 3, Mrs Whatsit plus 3." in lines
    assert "Mrs Whatsit, Immortal, counts 1." in lines
    seen = words.board(GAME.mask(s.state, EVIL), EVIL)
    assert seen.index(next(line for line in seen if line.startswith("Your board"))) < seen.index(
        next(line for line in seen if line.startswith("Good's board"))
    )


def test_what_a_card_would_replace_is_named_where_it_is_no_choice() -> None:
    for board, said in (
        ("2 Love", "There is no free slot: it replaces Love, "),
        ("Love, Joy", "There is no free slot: it replaces a card of yours, which you choose next."),
    ):
        s = scene(good=board, hand="Hope")
        view = GAME.mask(s.state, GOOD)
        decision = GAME.decision(view)
        assert decision is not None and decision.choices is not None
        lines = teller(GAME).explain(decision.choices[1], decision, view)
        assert any(line.startswith(said) for line in lines), lines


def test_alarid_in_hand_is_said_to_negate_from_play_only() -> None:
    s = scene(hand="Alarid the Seraph", evil_hand="Chaos", turn=2).do("play Chaos")
    view = GAME.mask(s.state, GOOD)
    decision = GAME.decision(view)
    assert decision is not None
    said = teller(GAME).why_not(s.state.hand[GOOD][0], decision, view)
    assert said == "Alarid the Seraph negates only from play, not from hand."


def test_the_score_says_who_leads_and_by_how_much() -> None:
    words = teller(GAME)
    level = scene()
    assert "Force: Good 0, Evil 0. Level; Good wins ties." in words.score(GAME.mask(level.state, GOOD), GOOD)
    ahead = scene(good="Noah")
    total = ahead.force(GOOD)
    assert f"Force: Good {total}, Evil 0. You lead by {total}." in words.score(
        GAME.mask(ahead.state, GOOD), GOOD
    )
    assert f"Force: Good {total}, Evil 0. Good leads by {total}." in words.score(
        GAME.mask(ahead.state, EVIL), EVIL
    )


def test_signs_are_words() -> None:
    assert spoken("Your Mortals get +3. Theirs get -2.") == "Your Mortals get plus 3. Theirs get minus 2."
    assert spoken("X-Self, 2026-11-30, a+1 (+4)") == "X-Self, 2026-11-30, a+1 (plus 4)"


def test_equal_cards_of_a_pile_are_said_once_with_their_number() -> None:
    """No rule asks how a pile is ordered; what was discarded last is said first all the same."""
    s = scene(pile="Hope, Noah", evil_pile="Fear, Abyss, Abyss, Nightmare, Abyss")
    assert teller(GAME).discards(GAME.mask(s.state, GOOD), GOOD) == [
        "Your discard pile, 2 cards, the newest first:", "Noah", "Hope",
        "Evil's discard pile, 5 cards, the newest first, equal ones together:",
        "3 Abyss", "Nightmare", "Fear",
    ]  # fmt: skip
    s = scene(pile="Hope, Hope")
    assert teller(GAME).discards(GAME.mask(s.state, EVIL), EVIL) == [
        "Good's discard pile, 2 cards:", "2 Hope",
        "Your discard pile, 0 cards.",
    ]  # fmt: skip
