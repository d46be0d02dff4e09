"""A paste from a terminal that puts no brackets around it: it comes as keys, all at once."""

from __future__ import annotations

import pytest

from tests.support.terminal import READY, Start

pytestmark = pytest.mark.long

ROWS = [
    (2, "Hope"),
    (1, "Love"),
    (1, "Calvin O'Keefe"),
    (2, "Meg Murry"),
    (1, "Kythe"),
    (1, "Charles Wallace"),
]


@pytest.mark.parametrize(
    ("line", "end"),
    [
        ("{0}\t{1}", "\r"),
        ("{1}\t{0}", "\n"),
        ("{0}\t{1}\t\tM\t# n, f, a, r", "\r"),
        ("\t{0}\t{1}", "\n"),
        ("\t{1}\t{0}", "\n"),
        ("\t\t{0}\t{1}", "\r"),
    ],
)
def test_a_table_arrives_whole_and_none_of_it_is_taken_for_keys(start: Start, line: str, end: str) -> None:
    terminal = start()
    terminal.see(READY)
    terminal.type("d")
    terminal.see("Star Singers")
    terminal.type("i")
    terminal.see("Paste a list, a deck file or a share code")
    text = end.join(line.format(*row) for row in ROWS)
    terminal.write(text.encode())
    terminal.see(r"of 6 lines (is a card|are cards)")
    terminal.rest()
    for place, (_, name) in enumerate(ROWS, 1):
        assert name in terminal.text or place > 4, terminal.text
    assert "to the lines and their keys" in terminal.text, "the text is not left"
    if "#" not in line:  # the column behind the name makes a suggestion of each
        assert "6 of 6 lines are cards" in terminal.text and ", 8 cards" in terminal.text, terminal.text
    # By a person, Tab goes to the lines, whose keys are told then.
    terminal.type("\t")
    terminal.see(r"\[f\] file")
    terminal.type("\x1b[F")  # the last line
    terminal.see("Charles Wallace")
