"""Where everything goes on so many columns and rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tui.boards.grid import Grid, lines_of, rows_for

LEVELS = 5
"""Columns of the Spheres."""
BOX = 3
"""Lines from which a cell is drawn as a box."""
LEAST_BOXES = 32
"""Rows from which cards are boxes."""


class Shape(NamedTuple):
    """How tall cells are: the lines of each."""

    sphere: int
    """The top card of a Sphere; what lies beneath it has one line more."""
    timer: int
    spell: int
    hand: int
    gap: int = 0
    """Lines between rows of the hand."""


FLAT = Shape(1, 1, 1, 1)
SHAPES = (Shape(5, 3, 3, 5, 1), Shape(4, 3, 2, 5), Shape(4, 3, 2, 4), Shape(3, 3, 1, 4), Shape(3, 3, 1, 3),
          Shape(3, 1, 1, 3), Shape(3, 1, 1, 2))  # fmt: skip
"""With boxes, the roomiest first."""


class Counts(NamedTuple):
    """How many there are of everything that takes room."""

    others: tuple[int, ...]
    """For each other seat: its Timers and released spells."""
    timers: int
    """The reader's own; -1 for somebody without a seat."""
    spells: int
    """Cards in the Spell zone."""
    released: int
    """The reader's released spells."""
    hand: int


class MastersLayout(NamedTuple):
    """The rows of a board: grids, and (y, lines) of the rest."""

    spheres: Grid
    """The top cards."""
    beneath: Grid
    theirs: Grid
    """The other seats: a line each, and their Timers."""
    timers: Grid
    spells: Grid
    released: Grid
    hand: Grid
    title: int
    spheres_head: int
    own_head: int
    """The line of the reader's Kè, above the own Timers; -1 without a seat."""
    spells_head: int
    hand_head: int
    news: tuple[int, int]
    detail: tuple[int, int]
    question: tuple[int, int]
    choices: int
    keys: int
    shape: Shape = FLAT

    @property
    def boxed(self) -> bool:
        """Whether cards are boxes."""
        return self.shape is not FLAT


def timer_columns(width: int) -> int:
    """How many Timers stand side by side."""
    return 2 if width < 110 else 3


def spell_columns(width: int) -> int:
    """How many spells of a Spell zone lie side by side."""
    return 3 if width < 76 else 4 if width < 110 else 5


def hand_columns(width: int, boxed: bool) -> Sequence[int]:
    """How many hand cards may lie side by side, the roomiest first."""
    if boxed:
        return (4,) if width < 110 else (5,) if width < 150 else (6,)
    if width < 76:
        return (1,) if width < 50 else (2,)
    return (2, 3) if width < 110 else (3, 4)


def their_rows(others: Sequence[int], width: int) -> int:
    """Rows of all other seats, which hold so many Timers and released spells."""
    return sum(1 + rows_for(held, timer_columns(width)) for held in others)


def plan(
    width: int, height: int, counts: Counts, question: int, beside: bool, noted: int = 0
) -> MastersLayout:
    """Share out the rows. `question` is a number of lines.

    `beside` is whether the log and what is said of a card have a place beside the board, where only a note
    has lines of its own, so many as `noted`.
    """
    if width >= 76 and height >= LEAST_BOXES:
        for shape in SHAPES:
            found = _plan(width, height, counts, question, beside, noted, shape)
            if found is not None:
                return found
    found = _plan(width, height, counts, question, beside, noted, FLAT)
    assert found is not None
    return found


def _plan(
    width: int, height: int, counts: Counts, question: int, beside: bool, noted: int, shape: Shape
) -> MastersLayout | None:
    """The plan with cells of this shape; None if not everything has room, unless they are flat."""
    boxed = shape is not FLAT
    own = counts.timers >= 0
    theirs = their_rows(counts.others, width)
    timers = rows_for(max(0, counts.timers), timer_columns(width))
    spells = rows_for(counts.spells, spell_columns(width))
    released = rows_for(counts.released, timer_columns(width))
    columns = hand_columns(width, boxed)
    across = columns[0]
    hand = rows_for(counts.hand, across)
    news = noted if beside else 2
    detail = 0 if beside else 3 if boxed else 2
    fixed = 6 + own + question + shape.sphere + 1

    def left() -> int:
        used = fixed + theirs + news + detail + released + hand * shape.hand + max(0, hand - 1) * shape.gap
        return height - used - lines_of(timers, shape.timer, 0) - lines_of(spells, shape.spell, 0)

    least = 2 if counts.hand > columns[-1] else 1
    if boxed:
        if left() < 0:
            return None
    else:
        if left() < 0 and rows_for(counts.hand, columns[-1]) < hand:
            across = columns[-1]
            hand = rows_for(counts.hand, across)
        # What gives way first, when there is little room.
        while left() < 0:
            if news > 1:
                news = 1
            elif detail > 1:
                detail = 1
            elif hand > 3:
                hand -= 1
            elif theirs > 2 * len(counts.others) and theirs > 3:
                theirs -= 1
            elif timers > 1 or spells > 1:
                timers, spells = (timers - 1, spells) if timers >= spells else (timers, spells - 1)
            elif theirs > 3:
                theirs -= 1
            elif hand > least:
                hand -= 1
            elif released > 1:
                released -= 1
            elif theirs > 2:
                theirs -= 1
            elif news:
                news = 0
            elif theirs > 1:
                theirs -= 1
            elif detail:
                detail = 0
            else:
                break
    spare = max(0, left())
    if not beside:
        news, detail, spare = texts(news, detail, spare)
    return _stack(width, shape, (theirs, timers, spells, released, hand, across), own,
                  (spare, news, detail, question))  # fmt: skip


def texts(news: int, detail: int, spare: int) -> tuple[int, int, int]:
    """Give spare lines to the texts; returns lines of news, of detail, and what is left."""
    for lines in (3, 4):
        if spare and detail < lines:
            detail, spare = detail + 1, spare - 1
        more = max(0, min(spare, lines - news))
        news, spare = news + more, spare - more
    return news, detail, spare


def _stack(
    width: int,
    shape: Shape,
    rows: tuple[int, int, int, int, int, int],
    own: bool,
    lines: tuple[int, int, int, int],
) -> MastersLayout:
    """Put the zones below each other; spare lines go between the hand and the texts, and between zones."""
    theirs, timers, spells, released, hand, across = rows
    spare, news, detail, question = lines
    air = [1 if spare > at else 0 for at in range(4)] if shape is not FLAT else [0] * 4
    held = timer_columns(width)
    spheres = Grid(2, 1, LEVELS, shape.sphere, 0, 0, width // LEVELS)
    beneath = Grid(spheres.y + shape.sphere, 1, LEVELS, 1, 0, 0, width // LEVELS)
    above = Grid(beneath.y + 1 + air[0], theirs, held, 1, 0, 0, width // held)
    own_head = above.y + theirs + air[1]
    mine = Grid(own_head + own, timers, held, shape.timer, 0, 0, width // held)
    spells_head = mine.y + mine.lines + air[2]
    across_zone = spell_columns(width)
    zone = Grid(spells_head + 1, spells, across_zone, shape.spell, 0, 0, width // across_zone)
    free = Grid(zone.y + zone.lines, released, held, 1, 0, 0, width // held)
    hand_head = free.y + released + air[3]
    cards = Grid(hand_head + 1, hand, across, shape.hand, shape.gap, 0, width // across)
    y = cards.y + cards.lines + spare - sum(air)
    return MastersLayout(
        spheres=spheres,
        beneath=beneath,
        theirs=above,
        timers=mine,
        spells=zone,
        released=free,
        hand=cards,
        title=0,
        spheres_head=1,
        own_head=own_head if own else -1,
        spells_head=spells_head,
        hand_head=hand_head,
        news=(y, news),
        detail=(y + news, detail),
        question=(y + news + detail, question),
        choices=y + news + detail + question,
        keys=y + news + detail + question + 1,
        shape=shape,
    )
