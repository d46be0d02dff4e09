"""Where everything goes on so many columns and rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tui.boards.grid import Grid, lines_of, rows_for

LEAST_TALL = 34
"""Rows from which cards are shown with their text."""
BOX = 3
"""Lines from which a cell is drawn as a box."""
SMALL_BOX = 2
"""Lines of a box that has no room for what the card does."""
BOXES = ((5, 5, 1), (4, 4, 1), (3, 3, 1), (5, 5, 0), (4, 4, 0), (3, 3, 0), (BOX, SMALL_BOX, 0))
"""(lines of a box in play and in hand, lines between), the best first: room between boxes makes them easier
to tell apart."""
LEAST_BOXES = 2
"""Rows of the hand that are seen at least."""


class WrinklesLayout(NamedTuple):
    """The rows of a board: grids, and (y, lines) of the rest."""

    above: Grid
    below: Grid
    hand: Grid
    title: int
    above_head: int
    story: int
    below_head: int
    hand_head: int
    news: tuple[int, int]
    detail: tuple[int, int]
    question: tuple[int, int]
    choices: int
    keys: int
    boxed: bool = False
    """Whether cards are boxes."""
    packed: bool = False
    """Whether only cards are shown, and no free slots, because there are so many of both."""


def hand_options(width: int, tall: bool) -> list[tuple[int, int]]:
    """(columns, lines of a cell) for a hand, the roomiest first."""
    if width < 50:
        columns: Sequence[int] = (1,)
    elif width < 76:
        columns = (2,)
    elif width < 130:
        columns = (2, 3)
    else:
        columns = (3, 4)
    narrow = [(n, 1) for n in columns]
    return [(columns[0], 2), *narrow] if tall else narrow


def board_options(width: int, tall: bool) -> list[tuple[int, int, int]]:
    """(columns, lines of a cell, lines between) for the boards, the roomiest first."""
    if width < 76:
        return [(3, 2, 0), (3, 1, 0)] if tall else [(3, 1, 0)]
    if not tall:
        return [(4, 1, 0)]
    roomy = [(3, 2, 1), (3, 2, 0)] if width < 112 else []
    return [*roomy, (4, 2, 1), (4, 2, 0)]


def plan(
    width: int, height: int, above: int, below: int, hand: int, question: int, beside: bool,
    cards: tuple[int, int] = (99, 99), noted: int = 0,
) -> WrinklesLayout:  # fmt: skip
    """Share out the rows. `above`, `below` and `hand` are numbers of cells, `question` of lines, `cards` of
    the cards in play above and below.

    `beside` is whether the log and what is said of a card have a place beside the board, where only a note
    has lines of its own, so many as `noted`.
    """
    boxes = _boxes(width, height, (above, below, hand), cards, question, beside, noted)
    if boxes is not None:
        return boxes
    tall = height >= LEAST_TALL
    options = hand_options(width, tall)
    news = noted if beside else 2
    detail = 0 if beside else 3 if tall else 2
    fixed = 7 + question
    least_hand = max(1, min(rows_for(hand, options[-1][0]), 4))
    columns = cell = gap = top = bottom = 0

    def left() -> int:
        boards = lines_of(top, cell, gap) + lines_of(bottom, cell, gap)
        return height - fixed - news - detail - boards

    # The roomiest boards that leave the whole hand room.
    wanted = max(least_hand, rows_for(hand, options[0][0]) * options[0][1])
    for shape in board_options(width, tall):
        columns, cell, gap = shape
        top, bottom = rows_for(above, columns), rows_for(below, columns)
        if left() >= wanted:
            break
    # What gives way first, when there is little room.
    while left() < least_hand:
        if gap:
            gap = 0
        elif cell > 1:
            cell = 1
        elif news > 1:
            news = 1
        elif detail > 1:
            detail = 1
        elif least_hand > 3:
            least_hand = 3
        elif max(top, bottom) > 2:
            top, bottom = (top - 1, bottom) if top >= bottom else (top, bottom - 1)
        elif least_hand > 1:
            least_hand -= 1
        else:
            break
    room = max(1, left())
    roomy = rows_for(hand, options[0][0])
    if room < roomy <= room + news - 1:
        # A line of news for cards with their whole names.
        news, room = news - (roomy - room), roomy
    for hand_columns, hand_cell in options:
        if max(1, rows_for(hand, hand_columns)) * hand_cell <= room:
            break
    hand_rows = max(1, min(rows_for(hand, hand_columns), room // hand_cell))
    spare = room - hand_rows * hand_cell
    if not beside:
        news, detail, spare = _texts(news, detail, spare)
    return _stack(width, (columns, cell, gap), (top, bottom), (hand_rows, hand_columns, hand_cell, 0),
                  (spare, news, detail, question))  # fmt: skip


def _texts(news: int, detail: int, spare: int) -> tuple[int, int, int]:
    """Give spare lines to the texts; returns lines of news, of detail, and what is left."""
    if spare and detail < 3:
        detail, spare = detail + 1, spare - 1
    more = min(spare, 4 - news)
    news, spare = news + more, spare - more
    more = max(0, min(spare, 4 - detail))
    return news, detail + more, spare - more


def _boxes(
    width: int,
    height: int,
    cells: tuple[int, int, int],
    cards: tuple[int, int],
    question: int,
    beside: bool,
    noted: int,
) -> WrinklesLayout | None:
    """The plan with boxes for boards and hand; None where they have no room."""
    if width < 76 or height < LEAST_TALL:
        return None
    columns = 4 if width < 112 else 5 if width < 150 else 6
    slots, hand = cells[:2], max(1, rows_for(cells[2], columns))
    news, detail = (noted, 0) if beside else (2, 3)
    room = height - 7 - question - news - detail
    for packed, (cell, hand_cell, gap) in (*((False, shape) for shape in BOXES), (True, BOXES[-1])):
        top, bottom = (max(1, rows_for(count, columns)) for count in (cards if packed else slots))
        left = room - lines_of(top, cell, gap) - lines_of(bottom, cell, gap)
        seen = hand
        if beside and hand_cell == SMALL_BOX:
            # Some of the hand may be scrolled out before the whole board looks another way.
            seen = min(hand, max(LEAST_BOXES, left // hand_cell))
        spare = left - lines_of(seen, hand_cell, gap)
        if spare >= 0:
            if not beside:
                news, detail, spare = _texts(news, detail, spare)
            # A line of air above the middle and above the hand, where there is room for both.
            air = 1 if spare >= 2 else 0
            found = _stack(width, (columns, cell, gap), (top, bottom), (seen, columns, hand_cell, gap),
                           (spare - 2 * air, news, detail, question), air)  # fmt: skip
            return found._replace(boxed=True, packed=packed)
    return None


def _stack(
    width: int,
    shape: tuple[int, int, int],
    boards: tuple[int, int],
    hand: tuple[int, int, int, int],
    texts: tuple[int, int, int, int],
    air: int = 0,
) -> WrinklesLayout:
    """Put the zones below each other; spare lines go between the hand and the texts."""
    columns, cell, gap = shape
    spare, news, detail, question = texts
    # One column is left over at the right, as gap.
    above = Grid(2, boards[0], columns, cell, gap, 0, width // columns)
    story = above.y + above.lines + air
    below = Grid(story + 2, boards[1], columns, cell, gap, 0, width // columns)
    hand_head = below.y + below.lines + air
    cards = Grid(hand_head + 1, *hand, 0, width // hand[1])
    y = cards.y + cards.lines + spare
    return WrinklesLayout(
        above=above,
        below=below,
        hand=cards,
        title=0,
        above_head=1,
        story=story,
        below_head=story + 1,
        hand_head=hand_head,
        news=(y, news),
        detail=(y + news, detail),
        question=(y + news + detail, question),
        choices=y + news + detail + question,
        keys=y + news + detail + question + 1,
    )
