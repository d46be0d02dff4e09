"""The rows of a hand: kind, what a card costs now, what it does or why it can't be cast."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from core.timemasters.card_kinds import TIMER
from core.timemasters.timemasters import TimeMasters
from tui.boards.timemasters.cell_texts import brief, code
from tui.boards.timemasters.view_model import MastersFacts, MastersHandCard
from tui.widgets.canvas import cut, short, wrap

LEAST_NAME = 9
MOST_NAME = 17
WIDE = 30
"""Cells from which a row says what a card does next to a whole name."""


class MastersHandRow(NamedTuple):
    """One card, as it is written."""

    parts: list[tuple[str, str]]
    """Texts with their looks; `name` is that of a card that is no less than others."""
    cost: str
    """Kind and cost."""
    tone: str
    """The look of the cost."""
    why_not: str
    """Why it can't be cast now; empty if it can, or is no spell."""


def hand_rows(game: TimeMasters, facts: MastersFacts, asked: str, room: int) -> list[MastersHandRow]:
    """A row of so many cells for each card of the hand. `asked` is the kind of the open question."""
    cards = [game.pool.cards[one.card] for one in facts.hand]
    longest = max((cell_len(card.name) for card in cards), default=0)
    costs = [cost(game, one, room >= WIDE) for one in facts.hand]
    wide = max((len(text) for text, _ in costs), default=0)
    least = 13 if room >= WIDE else 7 if room >= WIDE - 6 else 0
    name = max(LEAST_NAME, min(longest, MOST_NAME, room - wide - 1 - least))
    rows = []
    for one, card, (said, tone) in zip(facts.hand, cards, costs, strict=True):
        why = why_not(facts, one)
        rest = room - name - wide - 2
        # Why not comes first; what it does is in the detail.
        first = bool(why) and asked in ("main", "")
        does = next((form for form in why if cell_len(form) <= rest), "") if first else ""
        parts = [
            (set_cell_size(short(card.name, name), name), "name"),
            (f" {said:<{wide}}", tone),
            (
                " " + (does if first else _stub(brief(card, with_slots=False), rest)),
                "down" if first else "quiet",
            ),
        ]
        rows.append(MastersHandRow(parts, said, tone, why[0] if why else ""))
    return rows


def _stub(text: str, width: int) -> str:
    """A text in so many cells; where they are few, whole words alone, or nothing."""
    if width >= 12 or cell_len(text) <= width:
        return cut(text, width)
    first = wrap(text, max(1, width), 2)[0].removesuffix(",") if text and width >= 4 else ""
    return first if text.startswith(first) else ""


def cost(game: TimeMasters, one: MastersHandCard, wide: bool = True) -> tuple[str, str]:
    """Kind and cost of a hand card now, and its look: `Sp 1`; `Sp 2 (1)` where 1 is printed, or `Sp 2+`."""
    if one.price is None:
        slots = f" {game.pool.slots[one.card]}" if game.pool.kind[one.card] == TIMER else ""
        return code(game, one.card) + slots, "code"
    printed = game.pool.cost[one.card]
    now = one.price.cost
    if one.price.why_not is not None and one.on_timer is not None and one.on_timer.why_not is None:
        now = one.on_timer.cost
    tone = "up" if now < printed else "down" if now > printed else "code"
    changed = "" if now == printed else f" ({printed})" if wide else "+" if now > printed else "-"
    return f"{code(game, one.card)} {now}{changed}", tone


def why_not(facts: MastersFacts, one: MastersHandCard) -> tuple[str, ...]:
    """Why a spell can't be cast now, the longest form first; empty if it can, onto a Timer at least."""
    price = one.price
    if price is None or price.why_not is None:
        return ()
    if one.on_timer is not None and one.on_timer.why_not is None:
        return "on a Timer only", "Timer"
    view, seat = facts.view, facts.seat
    missing = price.cost - view.active[seat] - view.ephemeral[seat]
    if missing > 0:
        return f"{missing} Kè short", f"-{missing} Kè"
    return "over the cap", "cap"
