"""Bytes and pastes made safe, and where the program starts at all."""

from __future__ import annotations

import io

import pytest
from textual import events

from tui.terminal import capabilities as terminal
from tui.terminal.input_parser import LONGEST_PASTE, Bytes, Keys, plain_paste


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Called in the test itself: pytest sets its own streams after the fixtures."""
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(f"sys.{name}", Tty())


@pytest.mark.parametrize("term", ["xterm-256color", "screen-256color", "linux", "screen", "tmux"])
def test_real_terminals_will_do(monkeypatch: pytest.MonkeyPatch, term: str) -> None:
    on_a_terminal(monkeypatch)
    assert terminal.why_not({"TERM": term}) is None


@pytest.mark.parametrize(
    ("environ", "word"), [({}, "not set"), ({"TERM": ""}, "not set"), ({"TERM": "dumb"}, "dumb")]
)
def test_terminals_without_a_cursor_will_not(
    monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], word: str
) -> None:
    on_a_terminal(monkeypatch)
    said = terminal.why_not(environ)
    assert said is not None
    assert word in said and "--plain" in said


@pytest.mark.parametrize(
    ("stream", "word"), [("stdin", "input"), ("stdout", "output"), ("stderr", "error output")]
)
def test_each_stream_has_to_be_a_terminal(monkeypatch: pytest.MonkeyPatch, stream: str, word: str) -> None:
    on_a_terminal(monkeypatch)
    monkeypatch.setattr(f"sys.{stream}", io.StringIO())
    said = terminal.why_not({"TERM": "xterm"})
    assert said is not None
    assert f"standard {word} is" in said and "--plain" in said


def test_a_closed_stream_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    on_a_terminal(monkeypatch)
    monkeypatch.setattr("sys.stdin", None)
    assert terminal.why_not({"TERM": "xterm"}) is not None


def test_over_ssh_what_the_player_has_set_stays() -> None:
    environ = {"SSH_CONNECTION": "a 1 b 2", "TEXTUAL_FPS": "30"}
    terminal.settle(environ)
    assert environ["TEXTUAL_FPS"] == "30"
    assert environ["TEXTUAL_ANIMATIONS"] == "none"


def test_without_ssh_nothing_is_set() -> None:
    environ = {"NO_COLOR": ""}
    terminal.settle(environ)
    assert environ == {}  # an empty NO_COLOR asks for nothing


@pytest.mark.parametrize(
    ("chunks", "text"),
    [
        ([b"abc"], "abc"),
        ([b"a\xc3", b"\xa9b"], "a\u00e9b"),  # a character in two reads
        ([b"a\xff\xfe\x80b"], "ab"),
        ([b"a\x1b[M \xa0\xc3b"], "ab"),  # an old mouse report
        ([b"a\x1b[M", b"\xff\xc3", b"\xa9b"], "ab"),  # the same in three reads
        ([b"\x1b[M \xc3\xa9\xc3\xa9"], "\u00e9"),  # it takes three bytes, not three characters
        ([b"\x1b"], "\x1b"),  # the Esc key waits for nothing
        ([b"\x1b[<0;5;5M"], "\x1b[<0;5;5M"),  # a mouse report of today
    ],
)
def test_bytes_become_text_and_nothing_else(chunks: list[bytes], text: str) -> None:
    incoming = Bytes()
    assert "".join(incoming.text(chunk, 0.0) for chunk in chunks) == text


@pytest.mark.parametrize("junk", ["\x1b[99999999u", "\x1b[::;;u", "\x1b[1;1;9999999999u"])
def test_keys_after_a_sequence_that_means_nothing_still_arrive(junk: str) -> None:
    keys = Keys()
    found = [getattr(message, "key", "") for message in keys.messages(junk + "xy", 0.0)]
    assert found[-2:] == ["x", "y"]


def test_a_paste_brings_no_controls() -> None:
    assert plain_paste("a\x1b[31mb\x07\r\nc\rd\te\u202ef\x9b") == "a[31mb\nc\nd\tef"


def test_a_paste_has_an_end() -> None:
    assert len(plain_paste("x" * (LONGEST_PASTE + 10))) == LONGEST_PASTE


def pressed(*chunks: tuple[str, float]) -> list[str]:
    """Keys and pastes of what came at these times."""
    keys = Keys()
    found = [message for text, now in chunks for message in keys.messages(text, now)]
    return [
        f"paste {message.text}" if isinstance(message, events.Paste) else message.key
        for message in found
        if isinstance(message, events.Key | events.Paste)
    ]


@pytest.mark.parametrize(
    ("chunks", "meant"),
    [
        ([("\x1b[", 0.0), ("A", 0.3)], ["up"]),  # a sequence in two reads, over a slow link
        ([("\x1b[<0;5", 0.0), ("", 0.6), ("q", 0.7)], ["q"]),  # half of one: its rest never comes
        ([("\x1b", 0.0), ("", 0.2), ("q", 0.3)], ["escape", "q"]),
        ([("\x1b", 0.0), ("[A", 0.05)], ["up"]),
        ([("\x1b\x1b[A", 0.0)], ["escape", "up"]),
        ([("\x1bc", 0.0)], ["alt+c"]),
        ([("\x1b[?1;2c", 0.0), ("\x1b]11;rgb:0/0/0\x1b\\x", 0.0)], ["x"]),  # answers nobody asked for
        ([("\x1b]11;c", 0.0), ("", 0.6), ("x", 0.7)], ["x"]),
        ([("\x1b[200~a\x1bqqqq[31m\nb", 0.0), ("\x1b[20", 0.1), ("1~c", 0.2)], ["paste aqqqq[31m\nb", "c"]),
        ([("\x1b[200~a", 0.0), ("", 2.0), ("b", 2.5), ("", 6.0), ("c", 6.1)], ["paste ab", "c"]),
        ([("\x1b[201~c", 0.0)], ["c"]),
        ([("\u202e\x9b\ue000c", 0.0)], ["c"]),
    ],
)
def test_only_what_was_meant_as_a_key_becomes_one(chunks: list[tuple[str, float]], meant: list[str]) -> None:
    assert pressed(*chunks) == meant


def test_a_long_paste_is_cut_and_costs_no_more_than_its_length() -> None:
    text = "abcdefgh\n" * 120_000
    parts = [("\x1b[200~", 0.0), *((text[at : at + 4096], 0.0) for at in range(0, len(text), 4096))]
    (pasted,) = pressed(*parts, ("\x1b[201~", 0.0))
    assert pasted == "paste " + text[:LONGEST_PASTE]
