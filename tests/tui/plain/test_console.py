"""Lines in and out: encodings, controls, what was typed too early, the end."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from core import registry
from core.wrinkles.state import EVIL, GOOD
from tests.support.plain import choices, plan, session
from tests.support.scenes.wrinkles import scene
from tui.boards import teller
from tui.match.act import Act
from tui.plain.answers import Unclear
from tui.plain.console import LONGEST, Console, InputEnded, Typed
from tui.plain.question import Asked

GAME = registry.load("wrinkles")


def console(data: bytes, encoding: str = "utf-8", interactive: bool = False) -> Console:
    """A console whose input is this, and then ends."""
    out, into = os.pipe()
    os.write(into, data)
    os.close(into)
    output = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\n")
    return Console(out, output, interactive=interactive)


def lines(one: Console) -> list[str]:
    found = []
    while True:
        try:
            found.append(one.line().text)
        except InputEnded:
            return found


def said(one: Console) -> bytes:
    buffer = one._output.buffer  # type: ignore[attr-defined]
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("data", "typed"),
    [
        (b"1\n  hope \r\n\n", ["1", "hope", ""]),
        (b"no line end", ["no line end"]),
        (b"", []),
        ("Zo\u00eb\n".encode(), ["Zo\u00eb"]),
        (b"a\xff\xfeb\n", ["a\ufffd\ufffdb"]),
        (b"\x1b[31mred\x07\n", ["[31mred"]),
        (b"x" * 200_000 + b"\n2\n", ["x" * LONGEST, "2"]),
        (b"\n" * 3000, [""] * 3000),
    ],
)
def test_what_is_typed_comes_as_clean_lines(data: bytes, typed: list[str]) -> None:
    if len(data) > 60_000:  # more than a pipe holds
        out, into = os.pipe()
        one = Console(out, io.StringIO(), interactive=False)
        os.write(into, data)
        os.close(into)
        assert lines(one) == typed
    else:
        assert lines(console(data)) == typed


@pytest.mark.parametrize(
    ("encoding", "printed"),
    [
        ("utf-8", "Zo\u00eb\u2019s \u201cdeck\u201d \u2013 \u96ea"),
        ("ascii", 'Zoe\'s "deck" - ?'),
        ("latin-1", 'Zoe\'s "deck" - ?'),
    ],
)
def test_what_an_output_cannot_say_is_said_in_ascii(encoding: str, printed: str) -> None:
    one = console(b"", encoding)
    one.say("Zo\u00eb\u2019s \u201cdeck\u201d \u2013 \u96ea")
    assert said(one) == printed.encode(encoding) + b"\n"


def test_no_control_gets_out() -> None:
    one = console(b"")
    one.say("a\x1b]0;owned\x07b\x9b\u2028c\r\nd")
    assert said(one) == b"a ]0;owned b  c  d\n"


def test_a_person_is_not_taken_to_have_answered_what_was_not_said_yet() -> None:
    terminal, pipe = console(b"", interactive=True), console(b"")
    for one in (terminal, pipe):
        one.ask("Which?")
    before, after = Typed("1", 0.0), Typed("1", terminal._asked_at)
    assert terminal.early(before) and not terminal.early(after)
    assert not pipe.early(before)


def test_news_comes_between_lines() -> None:
    one = console(b"1\n2\n")
    one.wake()
    assert one.next() is None
    first = one.next(lambda text: text == "1")
    assert first is not None and first.text == "1"
    one.wake()
    assert one.next(lambda text: text == "1") is None, "2 is not taken, and the news comes"
    assert one.line().text == "2"


def test_a_whole_match_in_ascii(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan()), encoding="ascii") as (player, _):
        player.question()
        player.type("card fifth", "lists", "help", "board", "quit", "yes")
        assert all(line.isascii() for line in player.rest())


# Chains of picks


def asked(**zones: object) -> Asked:
    """The question that is open in a scene, as plain mode asks it."""
    s = scene(**zones)  # type: ignore[arg-type]
    decision = GAME.decision(s.state)
    assert decision is not None
    view = GAME.mask(s.state, decision.seat)
    decision = GAME.decision(view)
    assert decision is not None
    return Asked(GAME, teller(GAME), Act(GAME, view, decision))


def test_cards_are_put_in_order_by_several_numbers_at_once() -> None:
    s = scene(hand="Prophesy", deck="Hope, Faith, Joy, Love, Noah", phase="Fate I")
    s.do("play Prophesy")
    decision = GAME.decision(s.state)
    assert decision is not None and decision.kind == "order"
    view = GAME.mask(s.state, decision.seat)
    one = Asked(GAME, teller(GAME), Act(GAME, view, decision))
    assert [row.said for row in one.choices][1:] == [
        f"draw next {name}" for name in ("Hope", "Faith", "Joy", "Love", "Noah")
    ]
    done = one.choices[0]
    assert not one.pick(one.rows_for("4 2 6"), one.act.pick)
    assert [row.number for row in one.choices] == [1, 3, 5], "numbers stay what they were"
    with pytest.raises(Unclear, match="chosen already"):
        one.rows_for("4")
    with pytest.raises(Unclear, match="several at once"):
        one.rows_for("1 3")
    assert one.restart() and len(one.choices) == 6
    assert not one.pick(one.rows_for("4, 2, 6"), one.act.pick)
    assert one.pick([done], one.act.pick)
    for choice in one.act.picks:
        s.make(choice)
    assert s.deck(GOOD) == ["Joy", "Hope", "Noah", "Faith", "Love"]


def test_a_chain_is_asked_step_by_step_and_back_leads_to_its_start() -> None:
    one = asked(good="Sporos, Senex, Noah, Mrs Who", hand="Madoc", phase="Fate I")
    first = one.lines()
    assert any("replacing" in line for line in first)
    assert not one.pick(one.rows_for("madoc"), one.act.pick)
    lines = one.lines()
    assert lines[0] == "Madoc: which of your cards in play does it replace?"
    assert len(choices(lines)) == 4
    with pytest.raises(Unclear):
        one.rows_for("xyzzy")
    assert one.restart()
    assert one.lines() == first
    assert not one.restart()
    one.pick(one.rows_for("madoc"), one.act.pick)
    assert one.pick(one.rows_for("senex"), one.act.pick)
    assert [choice.kind for choice in one.act.picks] == ["play", "replace"]


def test_what_each_target_would_change_is_said() -> None:
    s = scene(
        good="Noah, Yalith", evil="IT, Abyss", evil_hand="Circle of Extinction", phase="Fate II", turn=2
    )
    assert s.asked == ("window", EVIL)
    decision = GAME.decision(s.state)
    assert decision is not None
    one = Asked(GAME, teller(GAME), Act(GAME, GAME.mask(s.state, EVIL), decision))
    one.pick(one.rows_for("circle"), one.act.pick)
    said = choices(one.lines())
    assert said[1].startswith("discard Good's "), "what serves best comes first"
    assert any(line.startswith("discard Good's Noah: Good loses ") for line in said.values())
    assert any(line.startswith("discard your IT: costs you ") for line in said.values())
