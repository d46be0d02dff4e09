"""The rows of a hand: names as whole as the widths allow, kinds in words where there is room for them."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from core.wrinkles.card_kinds import bit
from core.wrinkles.wrinkles import Wrinkles
from tui.boards.wrinkles.cell_texts import brief, brief_reason, code, kind_word
from tui.boards.wrinkles.hints import signed
from tui.boards.wrinkles.view_model import WrinklesFacts, WrinklesHandCard
from tui.widgets.canvas import cut, short, wrap

LEAST_NAME = 9


class WrinklesHandRow(NamedTuple):
    """One card, as it is written."""

    parts: list[tuple[str, str]]
    """Texts with their looks; `name` is that of the name of a card that is no less than others."""


def hand_rows(
    game: Wrinkles, facts: WrinklesFacts, kind: str, room: int, legal: Collection[int]
) -> list[WrinklesHandRow]:
    """A row of so many cells for each card of the hand. `kind` is that of the open question.

    The columns are as wide as this hand needs them: first what a card would do, then the names, and what
    is left over lets its category be a word instead of two letters.
    """
    cards = [game.pool.cards[one.card] for one in facts.hand]
    most = 20 if room >= 44 else 12 if room >= 30 else 6
    said_of = [worth(game, one, kind, most) for one in facts.hand]
    forces = ["" if card.type == "X" else str(card.force) for card in cards]
    force = max(map(len, forces), default=0)
    # A Special has no Force: what it does begins in that column, and in a narrow hand it makes no room.
    needed = [
        cell_len(text) if number else min(cell_len(text) - force - 1, most if most > 6 else 4)
        for (text, _), number in zip(said_of, forces, strict=True)
    ]
    said = min(most, max(needed, default=0))
    rest = room - said - force - 3
    longest = max((cell_len(card.name) for card in cards), default=0)
    words = [kind_word(card) for card in cards]
    word = max(map(len, words), default=0)
    if longest + word > rest:
        words, word = [code(card) for card in cards], 2
    name = max(LEAST_NAME, rest - word)
    rows = []
    for one, card, (text, tone), number, category in zip(
        facts.hand, cards, said_of, forces, words, strict=True
    ):
        column = f" {number:>{force}} " if number else " "
        usable = one.handle in legal or one.reason is None or kind != "window"
        rows.append(
            WrinklesHandRow(
                [
                    (set_cell_size(short(card.name, name), name), "name" if usable else "quiet"),
                    (f" {category:<{word}}", "code"),
                    (column, "" if usable else "quiet"),
                    (_stub(text, rest + said + force + 3 - name - word - 1 - len(column)), tone),
                ]
            )
        )
    return rows


def _stub(text: str, width: int) -> str:
    """A text in so many cells; where they are few, whole words are better than dots."""
    if width >= 12 or cell_len(text) <= width:
        return cut(text, width)
    return wrap(text, width, 2)[0] if text else ""


def worth(game: Wrinkles, one: WrinklesHandCard, kind: str, width: int) -> tuple[str, str]:
    """What a hand card would do, or why it can't be played, and the look of that."""
    card = game.pool.cards[one.card]
    if kind in ("trim", "lose"):
        # What would be given up with it.
        said = signed(*one.gain)[0] if one.gain is not None else ""
        if said and not one.room:
            return _replacing(said, width), ""
        both = ", ".join(filter(None, (said, brief(card))))
        return both if len(both) <= width or not said else said, ""
    if kind == "answer":
        if one.answer_reason is None:
            return "negates it", "up"
        negates = game.pool.answering[one.card] is not None
        return brief_reason(one.answer_reason, width) if negates else brief(card), "quiet"
    if kind == "study":
        if not game.pool.mask[one.card] & bit("character") or one.entering is None:
            return "", "quiet"
        return signed(*one.entering)
    if one.reason is not None:
        return brief_reason(one.reason, width), "quiet"
    if one.gain is None:
        return brief(card), ""
    said, tone = signed(*one.gain)
    return said if one.room else _replacing(said, width), tone


def _replacing(said: str, width: int) -> str:
    """What it would add in place of another card, in a word where there is room for one."""
    return f"{said} replaces" if width >= 12 else f"r{said}"
