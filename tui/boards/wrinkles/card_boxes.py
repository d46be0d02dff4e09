"""Cards as boxes of three lines and more: name, category and Force, and what the card does."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from core.wrinkles.cards import WrinklesCard
from core.wrinkles.text import effects_text
from tui.boards.painter import Place, box_ground
from tui.boards.wrinkles.cell_texts import brief, code, kind_word
from tui.widgets.canvas import Canvas, wrap


def play_box(canvas: Canvas, place: Place, card: WrinklesCard, force: int, sign: str) -> None:
    """A card in play: what it counts now, and in brackets what is printed on it, if that is another number.

    `sign` is that of its slot.
    """
    box_ground(canvas, place, card.name, "")
    x, y, end = place.x, place.y + 1, place.x + place.width - 1
    canvas.put(x + 1, y, sign, "sign")
    canvas.put(x + 2, y, kind_word(card), "code")
    tone = "up" if force > card.force else "down" if force < card.force else ""
    if force != card.force:
        printed = f" ({card.force})"
        canvas.put_right(end, y, printed, "quiet")
        end -= len(printed)
    canvas.put_right(end, y, str(force), f"{tone} strong")
    _text(canvas, place, card)


def hand_box(
    canvas: Canvas,
    place: Place,
    number: int,
    card: WrinklesCard,
    usable: bool,
    worth: Sequence[tuple[str, str]],
) -> None:
    """A card in hand: its number, and what it would do to the total, or why it can't be played.

    `worth` says that with its look, the longest form first.
    """
    box_ground(canvas, place, card.name, "" if usable else "quiet")
    x, y, end = place.x, place.y + 1, place.x + place.width - 1
    canvas.paint(x, y, 2, 1, "box")
    canvas.put(x, y, f"{number + 1:>2}" if number < 9 else f"{number + 1}", "code")
    small = place.height < 3
    first = _text(canvas, place, card)
    (said, tone), *shorter = worth
    gain, _, word = said.partition(" ")
    below = end - x - 3 - first if not small else 0
    category, force = kind_word(card), "" if card.type == "X" else f" {card.force}"
    if card.type == "X":
        category = code(card) if small else category
    elif word == "replaces" and len(word) > below and len(category + force + said) + 4 > end - x:
        category = code(card)  # That it replaces a card is more than its category in a word.
    at = canvas.put(x + 3, y, category, "code")
    at = canvas.put(at, y, force, "" if usable else "quiet")
    if card.type == "X" and usable and not small:
        return  # Its text says it all.
    if cell_len(said) < end - at:
        canvas.put_right(end, y, said, tone)
    elif word == "replaces" and len(word) <= below:
        canvas.put_right(end, y, gain, tone)
        canvas.put_right(end, y + 1, word, "quiet")
    elif cell_len(said) <= below:
        canvas.put_right(end, y + 1, said, tone)
    else:
        said, tone = next((one for one in shorter if cell_len(one[0]) < end - at), ("", ""))
        canvas.put_right(end, y, said, tone)


def _text(canvas: Canvas, place: Place, card: WrinklesCard) -> int:
    """What the card does: in sentences if they fit, else in a few words. Returns the first row's length."""
    rows, width = place.height - 2, place.width - 3
    lines = wrap(effects_text(card), width, 99)
    if len(lines) > rows:
        lines = wrap(brief(card), width, rows)
    for row, line in enumerate(lines):
        canvas.put(place.x + 2, place.y + 2 + row, line, "quiet")
    return cell_len(lines[0]) if lines else 0
