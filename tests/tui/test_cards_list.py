"""The list in columns."""

from __future__ import annotations

from typing import Any

import pytest
from textual.app import App, ComposeResult

from tui.terminal.themes import VARIABLES
from tui.widgets.cards_list import Column, ListRow, RowList

COLUMNS = (Column(6, 10), Column(2, 2, right=True), Column(8, 99))


def row(key: str) -> ListRow:
    return ListRow(key, (f"name {key}", "5", f"text of {key}"))


ROWS = [ListRow("", ("First",)), row("a"), row("b"), ListRow("", ("Second",)), row("c")]


class ListApp(App[None]):
    CSS = "RowList { height: 4; width: 30; scrollbar-size-vertical: 0; overflow-x: hidden; }"

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

    def on_row_list_picked(self, event: RowList.Picked) -> None:
        self.picked.append(event.key)

    def lines(self) -> list[str]:
        return [self.list.render_line(y).text.rstrip() for y in range(self.list.size.height)]


async def press(pilot: Any, *keys: str) -> None:
    for key in keys:
        pilot.app.simulate_key(key)
    await pilot.pause()
    await pilot.pause()


async def test_columns_and_headings() -> None:
    async with ListApp(ROWS).run_test(size=(40, 10)) as pilot:
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
    async with app.run_test(size=(40, 10)) as pilot:
        app.list.styles.width = 14
        await pilot.pause()
        assert app.lines()[0].startswith("> a v")
        assert app.lines()[0].endswith(".  5")
        assert len(app.lines()[0]) == 13


async def test_the_cursor_passes_headings_and_stops_at_the_ends() -> None:
    app = ListApp(ROWS)
    async with app.run_test(size=(40, 10)) as pilot:
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
    async with app.run_test(size=(40, 10)) as pilot:
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
    async with app.run_test(size=(40, 10)) as pilot:
        await press(pilot, "enter", "enter")
        assert app.picked == picked
