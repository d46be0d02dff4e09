"""What can be read where: terminals of few colours, of none, and of few signs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from pyte.screens import Char
from textual.color import Color

from tests.support.contrast import TEXT, contrast
from tests.support.terminal import READY, Start, Terminal

pytestmark = pytest.mark.long

UNICODE, ASCII = False, True
FEW = (
    ({"TERM": "linux"}, (), ASCII),
    ({"TERM": "screen"}, (), UNICODE),
    ({"TERM": "vt100"}, ("--glyphs", "ascii"), ASCII),
    ({"TERM": "xterm-16color", "LANG": None}, (), ASCII),
    ({"TERM": "xterm-256color", "NO_COLOR": "1"}, (), UNICODE),
    ({"TERM": "screen-256color", "LANG": "C"}, (), ASCII),
)
"""Terminals with few colours or signs, and what is asked for there; whether only ASCII may be written. None
has COLORTERM, as over SSH."""

SIXTEEN = dict(
    zip(
        ("black", "red", "green", "brown", "blue", "magenta", "cyan", "white"),
        ("000000", "aa0000", "00aa00", "aa5500", "0000aa", "aa00aa", "00aaaa", "aaaaaa"),
        strict=True,
    )
)
"""The colours of the Linux console, by their names in the emulator."""


def walk(start: Start, *asked: str, **environ: str) -> Iterator[tuple[str, Terminal]]:
    """Page after page, each settled."""
    terminal = start(*asked, **environ)
    # These begin while the pages before theirs are looked at.
    wrinkles = start("play", "--seed", "1", *asked, **environ)
    masters = start("play", "--game", "time-masters", "--seed", "2", *asked, **environ)
    terminal.see(READY)
    for page, seen, keys in (
        ("home", READY, ""),
        ("setup", "Start", "p"),
        ("decks", "Decks", "\x1bd"),
        ("deck", "POOL", "\r"),
        ("join", "invite", "\x1b\x1bj"),
    ):
        for key in keys:
            terminal.type(key)
            terminal.rest(0.15)
        terminal.see(seen)
        terminal.rest()
        yield page, terminal
    terminal.close()
    terminal = wrinkles
    terminal.see(r"Destiny I\b")
    terminal.type("5")  # on a Special, which may be played
    terminal.rest()
    yield "match", terminal
    terminal.rest(0.4)  # what has just appeared takes no Enter for a moment
    terminal.type("\r")
    terminal.see("take it")
    terminal.rest()
    yield "choosing", terminal
    terminal.type("\x1b[27u")
    terminal.gone("take it")
    terminal.type("?")
    terminal.see("Help")
    terminal.rest()
    yield "help", terminal
    terminal.close()
    terminal = masters
    terminal.see(r"SPHERE 5.*\n(.*\n)+.*Main phase:")
    terminal.type("1")
    terminal.rest()
    yield "masters", terminal


def cells(terminal: Terminal) -> Iterator[tuple[int, int, Char]]:
    """Every cell that shows something, with its row and column."""
    for y, row in enumerate(terminal.screen.display):
        for x in range(len(row)):
            cell = terminal.screen.buffer[y][x]
            if cell.data.strip():
                yield y, x, cell


def colours(cell: Char, names: Callable[[str, bool], Color]) -> tuple[Color, Color]:
    """What a cell is drawn in, and on."""
    front, back = names(cell.fg, True), names(cell.bg, False)
    return (back, front) if cell.reverse else (front, back)


def on_black(name: str, front: bool) -> Color:
    if name == "default":
        return Color.parse("#aaaaaa" if front else "#000000")
    if name.startswith("bright"):
        dark = Color.parse("#" + SIXTEEN[name.removeprefix("bright")])
        return Color(*(min(255, one + 0x55) for one in dark.rgb))
    return Color.parse("#" + SIXTEEN.get(name, name))


def on_white(name: str, front: bool) -> Color:
    return Color.parse("#000000" if front else "#ffffff") if name == "default" else on_black(name, front)


@pytest.mark.parametrize(("environ", "asked", "ascii_only"), FEW, ids=lambda value: str(value))
def test_nothing_is_hidden_where_there_are_few_colours_or_signs(
    start: Start, environ: dict[str, str], asked: tuple[str, ...], ascii_only: bool
) -> None:
    for page, terminal in walk(start, *asked, **environ):
        for y, x, cell in cells(terminal):
            for names in (on_black, on_white) if environ["TERM"] != "screen-256color" else (on_black,):
                front, back = colours(cell, names)
                assert front.rgb != back.rgb, f"{page}: {cell} at {x}, {y}\n{terminal.text}"
        if page in ("home", "deck", "match", "choosing", "masters"):
            assert_cursor_is_seen(page, terminal)
        strange = re.sub(rb"[\x00-\x7f]", b"", terminal.output).decode()
        assert not (ascii_only and strange), f"{page}: {strange!r}\n{terminal.text}"


def assert_cursor_is_seen(page: str, terminal: Terminal) -> None:
    """The cursor is told by a sign, or by how its cells are drawn, whatever their colour is."""
    if page == "home":
        here, there = terminal.cells("Play against"), terminal.cells("Hot-seat")
        assert looks(here) != looks(there) or re.search(r"[▸>] *p\b", terminal.text)
    else:
        assert re.search(r"(?m)(^|\s)[▸>]\s{0,3}\w", terminal.text), terminal.text


def looks(shown: list[Char]) -> set[tuple[str, bool, bool, bool]]:
    return {(cell.bg, cell.reverse, cell.bold, cell.underscore) for cell in shown}


@pytest.mark.parametrize("theme", ["night", "day"])
def test_every_word_on_every_page_has_contrast(start: Start, theme: str) -> None:
    for page, terminal in walk(start, TEXTUAL_THEME=theme):
        if page in ("help", "choosing"):
            continue  # what lies under it is darkened, and it is drawn as other pages are
        for y, x, cell in cells(terminal):
            if cell.data.isalnum():
                front, back = colours(cell, on_black)
                found = contrast(front, back)
                assert found >= TEXT, f"{page}: {cell} at {x}, {y}: {found:.1f}\n{terminal.text}"
