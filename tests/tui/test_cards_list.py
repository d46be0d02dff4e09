"""The list in columns."""

from __future__ import annotations

from typing import Any

import pytest
from textual import events, on
from textual.app import App, ComposeResult

from tests.support.pilot import piloted
from tui.terminal.themes import VARIABLES
from tui.widgets.row_list import Column, ListRow, RowList

COLUMNS = (Column(6, 10), Column(2, 2, right=True), Column(8, 99))


def row(key: str) -> ListRow:
    return ListRow(key, (f"name {key}", "5", f"text of {key}"))


ROWS = [ListRow("", ("First",)), row("a"), row("b"), ListRow("", ("Second",)), row("c")]


class ListApp(App[None]):
    CSS = "RowList { height: 4; width: 30; }"

    def __init__(self, rows: list[ListRow], advance: bool = False) -> None:
        super().__init__()
        self.given = rows
        self.advance = advance
        self.picked: list[str] = []

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return VARIABLES

    def compose(self) -> ComposeResult:
        yield RowList(COLUMNS, advance=self.advance)

    def on_mount(self) -> None:
        self.list.show_rows(self.given)
        self.screen.set_focus(self.list)

    @property
    def list(self) -> RowList:
        return self.query_one(RowList)

    @on(RowList.Picked)
    def _picked(self, event: RowList.Picked) -> None:
        self.picked.append(event.key)

    def lines(self) -> list[str]:
        """What is shown, without the bar at the right."""
        return [self.list.render_line(y).text[:-1].rstrip() for y in range(self.list.size.height)]

    def bar(self) -> str:
        return "".join(self.list.render_line(y).text[-1] for y in range(self.list.size.height))


async def press(pilot: Any, *keys: str) -> None:
    for key in keys:
        pilot.app.simulate_key(key)
    await pilot.pause()
    await pilot.pause()


async def test_columns_and_headings() -> None:
    async with piloted(ListApp(ROWS), size=(40, 10)) as pilot:
        await pilot.pause()
        assert pilot.app.lines() == [
            "First",
            "> name a      5 text of a",
            "  name b      5 text of b",
            "Second",
        ]


async def test_a_column_without_room_is_left_out_and_long_text_is_cut() -> None:
    long = [ListRow("a", ("a very long name", "5", "text"))]
    app = ListApp(long)
    async with piloted(app, size=(40, 10)) as pilot:
        app.list.styles.width = 14
        await pilot.pause()
        assert app.lines()[0].startswith("> a v")
        assert app.lines()[0].endswith(".  5")
        assert len(app.lines()[0]) == 12


async def test_the_cursor_passes_headings_and_stops_at_the_ends() -> None:
    app = ListApp(ROWS)
    async with piloted(app, size=(40, 10)) as pilot:
        await press(pilot, "up")
        assert app.list.key == "a"
        await press(pilot, "down", "down", "down")
        assert app.list.key == "c"
        await press(pilot, "up")
        assert app.list.key == "b"
        await press(pilot, "end")
        assert app.list.key == "c"
        assert any("name c" in line for line in app.lines())
        await press(pilot, "home")
        assert app.list.key == "a"
        assert app.lines()[0] == "First"
        await press(pilot, "pagedown")
        assert app.list.key == "c"
        await press(pilot, "pageup")
        assert app.list.key == "a"


async def test_new_rows_keep_the_cursor_on_its_row_or_at_its_place() -> None:
    app = ListApp(ROWS)
    async with piloted(app, size=(40, 10)) as pilot:
        app.list.put_cursor("b")
        app.list.show_rows([row("x"), *ROWS])
        assert app.list.key == "b"
        app.list.show_rows([row("x"), row("a"), row("c"), row("d")])
        assert app.list.key == "d"
        app.list.show_rows([])
        assert app.list.key == ""
        await press(pilot, "down", "end", "pageup", "enter")
        assert app.picked == []
        app.list.show_rows([ListRow("", ("Only a heading",))])
        assert app.list.key == ""
        app.list.show_rows(ROWS)
        assert app.list.key == "a"


@pytest.mark.parametrize(("advance", "picked"), [(False, ["a", "a"]), (True, ["a", "b"])])
async def test_enter_picks_and_may_go_on(advance: bool, picked: list[str]) -> None:
    app = ListApp(ROWS, advance)
    async with piloted(app, size=(40, 10)) as pilot:
        await press(pilot, "enter", "enter")
        assert app.picked == picked


async def test_what_is_out_of_view_is_shown_by_the_bar_and_reached_by_it() -> None:
    app = ListApp([row(str(number)) for number in range(20)])
    async with piloted(app, size=(40, 10)) as pilot:
        await pilot.pause()
        assert app.bar() == "   v"
        await pilot._post_mouse_events([events.MouseScrollDown], RowList, offset=(3, 1))
        await pilot.pause()
        assert app.lines()[0] == "  name 2      5 text of 2" and app.bar() == "^  v"
        assert app.list.key == "0"  # the cursor stays where it is
        await pilot.click(RowList, offset=(29, 3))
        assert app.lines()[-1] == "  name 19     5 text of 19" and app.bar() == "^   "
        assert app.list.key == "0" and app.picked == []
        await pilot.click(RowList, offset=(3, 3))
        assert app.list.key == "19"
        await press(pilot, "home")
        assert app.lines()[0] == "> name 0      5 text of 0"
