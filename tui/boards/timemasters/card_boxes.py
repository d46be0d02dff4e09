"""Cards as boxes of three lines and more."""

from __future__ import annotations

from collections.abc import Sequence

from core.timemasters.card_kinds import KINDS
from core.timemasters.cards import MastersCard
from core.timemasters.cardtext import effects_text
from tui.boards.painter import Place, box_ground
from tui.boards.timemasters.cell_texts import CODES, WORDS, brief
from tui.boards.timemasters.hand_rows import MastersHandRow
from tui.widgets.canvas import Canvas, wrap


def sphere_box(canvas: Canvas, place: Place, level: int, card: MastersCard) -> None:
    """The top card of a Sphere: the price of access, what it is, what it does."""
    box_ground(canvas, place, card.name, "")
    x, y = place.x, place.y + 1
    canvas.paint(x, y, 2, 1, "box")
    kind = KINDS.index(card.kind)
    said = f"{CODES[kind]} {card.cost}" if card.cost is not None else CODES[kind]
    canvas.put(x + 2, y, said, "code")
    canvas.put_right(x + place.width - 1, y, f"price {level}", "strong")
    _text(canvas, place, card)


def timer_box(canvas: Canvas, place: Place, card: MastersCard, slots: Sequence[str], under: int) -> None:
    """A Timer in play: its slots, how many delay cards lie under it, what it does."""
    box_ground(canvas, place, card.name, "")
    x, y = place.x, place.y + 1
    if under:
        canvas.put_right(x + place.width - 1, place.y, f"+{under} under", "")
    at = x + 2
    for text in slots:
        at = canvas.put(at, y, text, "code" if text != "[ - ]" else "quiet") + 1
    if place.height > 2:
        canvas.put(x + 2, y + 1, brief(card, with_slots=False), "quiet", place.width - 3)


def hand_box(
    canvas: Canvas, place: Place, number: int, card: MastersCard, usable: bool, row: MastersHandRow
) -> None:
    """A card in hand: its number, what it costs now, what it does or why it can't be cast."""
    box_ground(canvas, place, card.name, "" if usable else "quiet")
    x, y, end = place.x, place.y + 1, place.x + place.width - 1
    canvas.paint(x, y, 2, 1, "box")
    canvas.put(x, y, f"{number + 1:>2}" if number < 9 else f"{number + 1}", "code")
    kind = KINDS.index(card.kind)
    word = WORDS[kind]
    at = canvas.put(x + 3, y, word, "code")
    if card.cost is not None:
        cost = row.cost.partition(" ")[2]
        canvas.put_right(end, y, f"{cost} Kè", row.tone if row.tone != "code" else "strong")
    elif at < end - 5 and card.slots:
        canvas.put_right(end, y, f"{card.slots} slot" + ("s" if card.slots > 1 else ""), "quiet")
    if row.why_not and place.height > 3:
        lines = wrap(row.why_not, place.width - 3, place.height - 2)
        for at_row, line in enumerate(lines):
            canvas.put(x + 2, y + 1 + at_row, line, "down")
        return
    _text(canvas, place, card)


def _text(canvas: Canvas, place: Place, card: MastersCard) -> None:
    """What the card does: in sentences if they fit, else in a few words."""
    rows, width = place.height - 2, place.width - 3
    lines = wrap(effects_text(card), width, 99)
    if len(lines) > rows:
        lines = wrap(brief(card, with_slots=False), width, rows)
    for row, line in enumerate(lines):
        canvas.put(place.x + 2, place.y + 2 + row, line, "quiet")
