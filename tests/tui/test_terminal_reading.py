"""A terminal that has stopped reading is known by its silence, and only one that answers can be known so."""

from __future__ import annotations

from tui.terminal.reader_check import ANSWER, ReaderCheck


def test_one_that_answers_reads_and_one_that_no_longer_does_has_stopped() -> None:
    terminal = ReaderCheck()
    assert terminal.ask(10.0) and not terminal.ask(11.0), "one question at a time"
    terminal.heard(ANSWER, 10.1)
    assert not terminal.open(99.0) and not terminal.stopped(99.0)
    assert not terminal.ask(11.0) and terminal.ask(12.2), "only where nothing has come for a while"
    assert terminal.open(15.0) and not terminal.stopped(15.0)
    assert terminal.open(15.3) and terminal.stopped(15.3)
    terminal.heard(b"abc", 16.0)
    assert terminal.stopped(16.0), "a key is typed also where nothing is read"
    terminal.heard(b"x" + ANSWER[:2], 17.0)
    terminal.heard(ANSWER[2:] + b"y", 17.1)
    assert not terminal.stopped(99.0) and terminal.ask(20.0), "an answer may come in two parts"


def test_one_that_never_answers_is_believed_to_read() -> None:
    terminal = ReaderCheck()
    assert terminal.ask(10.0)
    for now in range(11, 100):
        assert not terminal.stopped(now) and not terminal.ask(now)
        assert terminal.open(now) == (now <= 13), "its first answer may still come"


def test_an_answer_that_somebody_else_got_is_not_waited_for() -> None:
    terminal = ReaderCheck()
    terminal.ask(10.0)
    terminal.heard(ANSWER, 10.1)
    assert terminal.ask(13.0)
    terminal.restart()
    assert not terminal.stopped(99.0) and terminal.ask(99.0)
