"""The canvas: what changed is found, whole characters only."""

from __future__ import annotations

import random

from rich.cells import cell_len
from rich.style import Style

from tui.widgets.canvas import NEAR, Canvas


def drawn(rng: random.Random) -> Canvas:
    canvas = Canvas(40, 4)
    for _ in range(rng.randrange(6)):
        text = "".join(rng.choice("ab世é ") for _ in range(rng.randrange(1, 12)))
        canvas.put(rng.randrange(40), rng.randrange(4), text, rng.choice(["", "strong", "quiet"]))
    return canvas


def test_the_changes_alone_make_the_new_canvas_of_the_old_one() -> None:
    rng = random.Random(1)
    for _ in range(400):
        old, new = drawn(rng), drawn(rng)
        rows = [list(zip(*row, strict=True)) for row in zip(old._chars, old._looks, strict=True)]
        last = (-1, -1)
        for x, y, width in new.changes(old):
            assert (y, x) > last
            assert "" not in (new._chars[y][x], old._chars[y][x])
            rows[y][x : x + width] = zip(
                new._chars[y][x : x + width], new._looks[y][x : x + width], strict=True
            )
            last = (y, x + width + NEAR - 1)
        assert rows == [list(zip(*row, strict=True)) for row in zip(new._chars, new._looks, strict=True)]
        assert not new.changes(new)


def test_a_row_has_as_many_cells_as_the_canvas() -> None:
    rng = random.Random(2)
    for _ in range(100):
        for strip in drawn(rng).strips(lambda look: Style()):
            assert cell_len(strip.text) == strip.cell_length == 40
