"""The text form of choices: what is written, and that only that is read."""

from __future__ import annotations

import pytest

from core.contract.choice import HIDDEN, Choice
from core.engine.notation import Malformed, read_choice, write_choice
from core.wrinkles.wrinkles import load

GAME = load()
HOPE = GAME.identity("wit/good/hope")


@pytest.mark.parametrize(
    ("choice", "text"),
    [
        (Choice("pass"), "pass"),
        (Choice("order", (31,)), "order 31"),
        (Choice("play", (37,), HOPE), "play 37=wit/good/hope"),
        (Choice("play", (0,), HOPE), "play 0=wit/good/hope"),
        (Choice("seek", (), HOPE), "seek =wit/good/hope"),
        (Choice("give", (37, 4), HOPE), "give 37=wit/good/hope 4"),
        (Choice("give", (37, 4, 9999)), "give 37 4 9999"),
    ],
)
def test_a_choice_is_written_and_read(choice: Choice, text: str) -> None:
    assert write_choice(choice, GAME.table) == text
    assert read_choice(text, GAME) == choice


@pytest.mark.parametrize(
    "text",
    ["", " ", "pass ", " pass", "pass  1", "order x", "order -1", "order +1", "order 007", "order 1.0",
     "order 10000", "order \u0663", "play 37=", "play 37=wit/good/nobody", "play 37=WIT/GOOD/HOPE",
     "play 4 37=wit/good/hope", "play 037=wit/good/hope", "play 37=wit/good/hope=1", "play =37",
     "p\u00e4ss", "x" * 401],
)  # fmt: skip
def test_what_is_not_written_so_is_not_read(text: str) -> None:
    with pytest.raises(Malformed):
        read_choice(text, GAME)


def test_every_card_of_the_table_can_be_named() -> None:
    for identity in range(len(GAME.table)):
        choice = Choice("play", (1,), identity)
        text = write_choice(choice, GAME.table)
        assert text.isascii() and read_choice(text, GAME) == choice
    assert HIDDEN not in range(len(GAME.table))
