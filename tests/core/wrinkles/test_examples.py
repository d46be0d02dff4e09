"""The examples in the rules of Wrinkles in Time are true: each is played as it is told."""

from __future__ import annotations

import pytest

from core.wrinkles.state import EVIL, GOOD
from core.wrinkles.wrinkles import load
from tests.support.scenes.wrinkles import scene

FOUR = "Sporos, Senex, Calvin O'Keefe, Aunt Beast"
"""Four Characters of Good's."""


def test_r1() -> None:
    s = scene(evil_hand="Chaos", evil_deck="9 Fear", turn=2)
    assert s.asked == ("window", EVIL)
    s.do("play Chaos", "let it resolve")
    assert s.asked == ("window", GOOD)
    s.do("pass", "pass")
    assert s.phase == "Challenge I"


def test_r2() -> None:
    s = scene(
        good="Grandfather Lamech", hand="Hope", deck="9 Joy", evil_hand="Mirror Images, Fear", phase="Test",
        turn=2,
    )  # fmt: skip
    assert s.may() == ["pass", "play Mirror Images"]
    s.do("play Mirror Images", "let it resolve")
    assert s.may() == ["pass", "use Grandfather Lamech"]
    s.do("use Grandfather Lamech")
    assert s.hand(GOOD) == ["Hope", "Joy", "Joy"]


def test_r3() -> None:
    s = scene(good="Hope", hand="Love").do("play Love")
    assert s.board(GOOD) == ["Love"] and s.pile(GOOD) == ["Hope"]


@pytest.mark.parametrize(("tokens", "winner"), [(2, EVIL), (3, GOOD)])
def test_r4(tokens: int, winner: int) -> None:
    """Even totals give Good a token, so that it begins with one less."""
    s = scene(phase="Test", turn=40, tokens=tokens - 1, options={"max_turns": 40}, deck="Hope").close()
    outcome = s.game.outcome(s.state)
    assert outcome is not None and outcome.winner == winner and s.state.tokens == [tokens, 6 - tokens]


def test_r5() -> None:
    assert scene(good="Wisdom").each(GOOD)["Wisdom"] == 3
    assert scene(good="The Twins, Wisdom").each(GOOD)["Wisdom"] == 6
    assert scene(good="Proginoskes, Wisdom").each(GOOD)["Wisdom"] == 6


def test_r6() -> None:
    murrys = "Meg Murry, Charles Wallace, The Star Watching Rock"
    without, with_her = scene(good=murrys).each(GOOD), scene(good=murrys + ", Mrs Murry").each(GOOD)
    assert all(with_her[name] == without[name] + 3 for name in without)
    s = scene(good="Yalith, Harcels, Sporos, Childhood Resilience")
    assert sorted(s.each(GOOD)[name] for name in ("Yalith", "Harcels")) == [1, 4]
    assert s.each(GOOD)["Sporos"] == 2


def test_r7() -> None:
    good = FOUR + ", 20th Century Earth"
    s = scene(
        good=good,
        hand="Noah, Madoc",
        evil_hand="Destruction",
        evil_deck="Fear",
        turn=2,
        options={"replace": 0},
    )
    s.do("pass", "play Noah")
    assert s.pile(GOOD) == []
    s.do("play Destruction", "let it resolve")
    assert len(s.board(GOOD)) == 5 and s.pile(GOOD) == ["20th Century Earth"]

    def room() -> bool:
        madoc = s.state.cards[s.handle(s.state.hand[GOOD], "Madoc")]
        return s.game.why_unplayable(s.state, GOOD, madoc) is None

    for left in (5, 4):
        assert len(s.board(GOOD)) == left and not room()
        s.state.pile[GOOD].append(s.state.board[GOOD].pop())
    assert room()


def test_r8() -> None:
    s = scene(
        evil="IT, Echthroi, Ancient Enemy, Mad Dog Branzillo",
        evil_hand="War in Heaven, The Black Thing",
        turn=2,
    )
    s.do("play War in Heaven", "let it resolve", "pass", "play The Black Thing")
    assert len(s.board(EVIL)) == 5 and s.pile(EVIL) == ["War in Heaven"]


def test_r9() -> None:
    assert scene(good="Star Song", evil="2 Dissonance").each(GOOD) == {"Star Song": 0}


def test_r10() -> None:
    assert scene(good="Noah, Yalith").each(GOOD) == {"Noah": 5, "Yalith": 4}
    bare = scene(good="Madoc, Yalith", evil="Stench of Evil").each(GOOD)
    glasses = scene(good="Madoc, Yalith, Ms Who's Glasses", evil="Stench of Evil").each(GOOD)
    assert (bare["Madoc"], bare["Yalith"]) == (1, 0)
    assert (glasses["Madoc"], glasses["Yalith"]) == (4, 0)


def test_r11() -> None:
    s = scene(good="Alarid the Seraph", evil="Echthroi", evil_hand="Extinguish", turn=2)
    s.do("play Extinguish", "discard Good's Alarid the Seraph")
    assert s.asked == ("answer", GOOD)
    s.do("negate with Alarid the Seraph")
    assert s.pile(EVIL) == ["Extinguish"] and s.pile(GOOD) == ["Alarid the Seraph"]
    s = scene(evil_hand="Extinguish", evil_deck="Fear", turn=2).do("play Extinguish")
    assert s.asked == ("answer", GOOD)


def test_r12() -> None:
    s = scene(evil="Echthroi", evil_hand="Extinguish", evil_deck="Fear", turn=2)
    s.do("play Extinguish", "let it resolve")
    assert s.board(EVIL) == [] and s.hand(EVIL) == ["Fear"]
    s = scene(evil_hand="Extinguish", evil_deck="Fear", turn=2).do("play Extinguish", "let it resolve")
    assert s.hand(EVIL) == ["Fear"]
    s = scene(good="Kythe", evil_hand="Tower of Babel", turn=2).do("play Tower of Babel", "decline")
    assert s.board(GOOD) == ["Kythe"]


def test_r13() -> None:
    s = scene(evil_hand="Total X, 9 Fear", turn=2)
    assert "only in Challenge" in s.refused("play", "Total X")
    s = scene(
        evil_hand="Total X, 9 Fear", hand="9 Hope", evil_deck="9 Hate", deck="9 Joy", phase="Challenge I"
    )
    s.do("pass", "play Total X", "let it resolve")
    assert s.hand(GOOD) == s.hand(EVIL) == []
    s.close()
    assert s.phase == "Destiny II", "nobody was asked to discard"


def test_r14() -> None:
    s = scene(good="Grandfather Lamech", hand="Hope, Kythe", deck="9 Joy", evil_hand="Falter", turn=2)
    s.do("play Falter", "let it resolve", "play Hope", "pass")
    assert s.may() == ["pass", "use Grandfather Lamech"]
    s.do("use Grandfather Lamech", "pass", "pass")
    assert s.phase == "Challenge I" and s.state.limit[GOOD] < 0


def test_r15() -> None:
    s = scene(hand="2 Birth", deck="4 Hope", pile="Joy, Love", phase="Destiny II", evil_deck="9 Fear")
    s.do("play Birth", "pass", "play Birth")
    assert s.hand(GOOD).count("Hope") == 4 and sorted(s.hand(GOOD))[-2:] == ["Joy", "Love"]
    assert s.pile(GOOD) == ["Birth", "Birth"]


def test_r16() -> None:
    assert scene(good="2 Noah").force(GOOD) == 16


def test_r17() -> None:
    for immortals in ("Guadior", "2 Guadior"):
        s = scene(good=immortals, evil_hand="Extinguish", turn=2).do("play Extinguish")
        assert s.asked == ("answer", GOOD), "nobody is asked for a target"
    s = scene(hand="Call to Study").do("play Call to Study")
    assert s.asked == ("study", GOOD) and s.may() == ["decline"]


def test_every_example_is_played_here() -> None:
    numbers = {topic.id for topic in load().texts.guide().of_kind("ruling")}
    played = {"R" + name.removeprefix("test_r") for name in globals() if name.startswith("test_r")}
    assert played == numbers
