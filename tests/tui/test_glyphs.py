"""The signs that are drawn: one cell each everywhere, and the right set for each terminal."""

from __future__ import annotations

import argparse
import os
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.support.pilot import Pilot
from tests.support.whole_app import running
from tui.cli import front_end, main, play_command
from tui.match.entry_texts import LogLine
from tui.screens.log_screen import EntryPanel, LogScreen
from tui.screens.match.match_screen import MatchScreen
from tui.terminal import glyphs
from tui.terminal.ascii_text import simple_cells
from tui.widgets.entry_list import EntryItem

pytestmark = pytest.mark.long


@pytest.fixture
def drawn_with(request: pytest.FixtureRequest) -> Iterator[str]:
    before = glyphs.chosen().name
    glyphs.choose(request.param)
    yield request.param
    glyphs.choose(before)


@pytest.mark.parametrize("name", glyphs.SETS)
def test_every_sign_is_one_cell_wide_in_every_terminal(name: str) -> None:
    one = glyphs.SETS[name]
    assert one.name == name
    for sign in one[1:]:
        assert len(sign) == cell_len(sign) == 1
        assert unicodedata.east_asian_width(sign) in ("N", "Na")
        # What has a picture of its own as an emoji; U+25B6 and such come in two forms.
        assert not "\u2600" <= sign <= "\u26ff" and sign not in "▪▫▶◀◻◼◽◾✔✖"
        assert sign.isascii() or name != "ascii"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Kè", "Ke"),
        ("Jörg æ ß", "Jorg a s"),
        ("e\u0301", "e"),
        ("日本", "????"),
        ("\x1b[1mKè\x1b[0m", "\x1b[1mKe\x1b[0m"),
    ],
)
def test_words_without_accents_take_the_same_cells(text: str, plain: str) -> None:
    assert simple_cells(text) == plain
    assert cell_len(plain) == cell_len(text)


@pytest.mark.parametrize(
    ("environ", "name"),
    [
        ({"TERM": "xterm-256color", "LANG": "en_GB.UTF-8"}, "unicode"),
        ({"TERM": "tmux-256color", "LANG": "de_DE.utf8"}, "unicode"),
        ({"TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_CTYPE": "C.UTF-8"}, "unicode"),
        ({"TERM": "xterm", "LC_CTYPE": "UTF-8"}, "unicode"),
        ({"TERM": "xterm", "LANG": "en_GB.UTF-8", "LC_ALL": "C"}, "ascii"),
        ({"TERM": "xterm", "LANG": "en_GB.ISO-8859-1"}, "ascii"),
        ({"TERM": "xterm", "LC_CTYPE": "C.UTF-8"}, "ascii"),  # Python's own doing
        ({"TERM": "xterm"}, "ascii"),
        ({"TERM": "linux", "LANG": "en_GB.UTF-8"}, "ascii"),
        ({"TERM": "linux", "LANG": "en_GB.UTF-8", "TESSER_GLYPHS": "unicode"}, "unicode"),
        ({"TERM": "xterm", "LANG": "en_GB.UTF-8", "TESSER_GLYPHS": "ASCII"}, "ascii"),
        ({"TERM": "xterm", "LANG": "en_GB.UTF-8", "TESSER_GLYPHS": "runes"}, "unicode"),
    ],
)
def test_the_set_fits_the_terminal(environ: dict[str, str], name: str) -> None:
    assert glyphs.fitting(environ) == name


@pytest.mark.parametrize("before", [[], ["play"]])
def test_a_set_can_be_chosen_on_the_command_line(
    before: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(glyphs.VARIABLE, "unicode")
    seen: list[str] = []

    def look(arguments: argparse.Namespace) -> int:
        seen.append(glyphs.fitting(dict(os.environ)))
        return 0

    monkeypatch.setattr(play_command, "run", look)
    monkeypatch.setattr(front_end, "run_home", look)
    assert main.main([*before, "--glyphs", "ascii"]) == 0
    assert seen == ["ascii"]
    assert main.main([*before, "--glyphs", "runes"]) == 2
    assert "ascii" in capsys.readouterr().err


PAGES = ("", "p", "s", "h", "j", "d", "dn", "n", "r", "?")


@pytest.mark.parametrize("drawn_with", glyphs.SETS, indirect=True)
@pytest.mark.parametrize("keys", PAGES)
async def test_pages_are_drawn_with_one_set_only(drawn_with: str, keys: str, tmp_path: Path) -> None:
    async with running(tmp_path, size=(70, 20)) as (app, pilot):
        await pilot.press(*("question_mark" if key == "?" else key for key in keys))
        await pilot.pause()
        assert_drawn(app.screen, drawn_with)


@pytest.mark.parametrize("drawn_with", glyphs.SETS, indirect=True)
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_a_match_is_drawn_with_one_set_only(
    drawn_with: str, size: tuple[int, int], tmp_path: Path
) -> None:
    async with running(tmp_path, size=size) as (app, pilot):
        await pilot.press("p", "s")
        await pilot.until(lambda: isinstance(app.screen, MatchScreen) and app.screen.board.spots)
        text = assert_drawn(app.screen, drawn_with)
        assert glyphs.SETS[drawn_with].token * 3 in text
        for key in ("question_mark", "l"):
            await pilot.press(key)
            await pilot.pause()
            assert_drawn(app.screen, drawn_with)
            await pilot.press("escape")


@pytest.mark.parametrize("drawn_with", glyphs.SETS, indirect=True)
async def test_log_story_and_help_show_that_there_is_more(drawn_with: str, tmp_path: Path) -> None:
    signs = glyphs.SETS[drawn_with]
    async with running(tmp_path, size=(60, 20)) as (app, pilot):
        await pilot.press("p", "s")
        await pilot.until(lambda: isinstance(app.screen, MatchScreen) and app.screen.board.spots)
        await pilot.press("question_mark")
        assert await more(pilot) == ("", signs.down)
        await pilot.press("pagedown")
        assert await more(pilot) == (signs.up, signs.down)
        await pilot.press("end")
        assert await more(pilot) == (signs.up, "")
        await pilot.press("escape")
        for panel in (
            LogScreen([LogLine(n, f"{n}: something was done.") for n in range(40)]),
            EntryPanel("Story", [EntryItem(f"Much was done in turn {n}, and more.", n) for n in range(40)]),
        ):
            app.push_screen(panel)
            await pilot.pause()
            assert await more(pilot) == (signs.up, "")
            await pilot.press("pageup", "pageup", "pageup")
            assert await more(pilot) == (signs.up, signs.down)
            await pilot.press("home")
            assert await more(pilot) == ("", signs.down)
            await pilot.press("escape")


async def more(pilot: Pilot) -> tuple[str, str]:
    """The signs at the right edge of what is read: in its first and in its last line."""
    await pilot.pause()
    screen = pilot.app.screen
    read = screen.query("TextReader, EntryList").first()
    rows = [strip.text for strip in screen._compositor.render_strips()]
    edge = read.region.right - 1
    return rows[read.region.y][edge].strip(), rows[read.region.bottom - 1][edge].strip()


def assert_drawn(screen: object, name: str) -> str:
    text = "\n".join(strip.text for strip in screen._compositor.render_strips())  # type: ignore[attr-defined]
    for sign in text:
        assert sign.isascii() or (
            name == "unicode" and (sign in glyphs.UNICODE[1:] or unicodedata.category(sign)[0] == "L")
        ), f"{sign!r} in\n{text}"
        assert unicodedata.east_asian_width(sign) in ("N", "Na") or sign == "\n"
    return text
