"""A page with a list, and some lines on what is under its cursor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from tui.screens.page import Page
from tui.widgets.canvas import wrap
from tui.widgets.row_list import Column, RowList


class ListPage(Page[None]):
    """Rows to choose from by Enter or a click; what is said of one stands below them."""

    COLUMNS: ClassVar[tuple[Column, ...]]
    ABOUT_ROWS: ClassVar[int] = 4
    """Rows below the list."""

    def body(self) -> ComposeResult:
        yield RowList(self.COLUMNS, id="list")
        about = Static(id="about", markup=False)
        about.styles.height = self.ABOUT_ROWS
        yield about

    def on_mount(self) -> None:
        self.set_focus(self.rows)

    def on_resize(self) -> None:
        self.show_about()

    @property
    def rows(self) -> RowList:
        """The list."""
        return self.query_one("#list", RowList)

    def about(self) -> Sequence[str]:
        """What is said of what is under the cursor, up to three rows each, as far as there are rows."""
        raise NotImplementedError

    def show_about(self) -> None:
        """Say it."""
        width = max(20, self.size.width - 8)
        shown: list[str] = []
        for line in self.about():
            shown += wrap(line, width, min(3, self.ABOUT_ROWS - len(shown)))
        self.query_one("#about", Static).update(Content("\n".join(shown)), layout=False)

    @on(RowList.Moved)
    def _moved(self) -> None:
        self.show_about()

    @on(RowList.Picked)
    def _picked(self) -> None:
        self.action_open()

    def action_open(self) -> None:
        """Enter on a row."""
        raise NotImplementedError
