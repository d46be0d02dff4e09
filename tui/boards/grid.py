"""Zones of cells in rows and columns."""

from __future__ import annotations

from typing import NamedTuple


class Grid(NamedTuple):
    """A zone of cells in rows and columns."""

    y: int
    rows: int
    """How many of its rows are to be seen at once."""
    columns: int
    cell: int
    """Lines of one cell."""
    gap: int
    """Empty lines between rows."""
    x: int
    width: int
    """Width of one column, the gap to the next counted."""

    def place(self, row: int, column: int) -> tuple[int, int]:
        """x and y of a cell; `row` counts from the first one seen."""
        return self.x + column * self.width, self.y + row * (self.cell + self.gap)

    @property
    def lines(self) -> int:
        """Lines of the whole zone."""
        return lines_of(self.rows, self.cell, self.gap)


def lines_of(rows: int, cell: int, gap: int) -> int:
    """Lines that so many rows of cells take."""
    return rows * cell + max(0, rows - 1) * gap


def rows_for(count: int, columns: int) -> int:
    """Rows that so many cells take."""
    return -(-count // columns)
