"""The rows of a hand: kind, what a card costs now, what it does or why it can't be cast."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from core.timemasters.cards import TIMER
from core.timemasters.timemasters import TimeMasters
from tui.boards.timemasters.facts import Facts, HandCard
from tui.boards.timemasters.words import brief, code
from tui.widgets.canvas import cut, short

LEAST_NAME = 9
MOST_NAME = 17


class HandRow(NamedTuple):
    """One card, as it is written."""

    parts: list[tuple[str, str]]
    """Texts with their looks; `name` is that of a card that is no less than others."""
    cost: str
    """Kind and cost."""
    tone: str
    """The look of the cost."""
    why_not: str
    """Why it can't be cast now; empty if it can, or is no spell."""


def hand_rows(game: TimeMasters, facts: Facts, asked: str, room: int) -> list[HandRow]:
    """A row of so many cells for each card of the hand. `asked` is the kind of the open question."""
    cards = [game.pool.cards[one.card] for one in facts.hand]
    longest = max((cell_len(card.name) for card in cards), default=0)
    costs = [cost(game, one) for one in facts.hand]
    wide = max((len(text) for text, _ in costs), default=0)
    name = max(LEAST_NAME, min(longest, MOST_NAME, room - wide - 13))
    rows = []
    for one, card, (said, tone) in zip(facts.hand, cards, costs, strict=True):
        why = why_not(facts, one)
        does = brief(card, with_slots=False)
        if why and asked in ("main", ""):
            # Why not comes first; what it does is in the detail.
            does = why
        rest = max(0, room - name - wide - 2)
        rows.append(
            HandRow(
                [
                    (set_cell_size(short(card.name, name), name), "name"),
                    (f" {said:<{wide}}", tone),
                    (" " + cut(does, rest), "down" if why and does == why else "quiet"),
                ],
                said,
                tone,
                why,
            )
        )
    return rows


def cost(game: TimeMasters, one: HandCard) -> tuple[str, str]:
    """Kind and cost of a hand card now, and its look: `Sp 1`, `Sp 2 (1)` where the printed cost is 1."""
    if one.price is None:
        slots = f" {game.pool.slots[one.card]}" if game.pool.kind[one.card] == TIMER else ""
        return code(game, one.card) + slots, "code"
    printed = game.pool.cost[one.card]
    now = one.price.cost
    if one.price.why_not is not None and one.on_timer is not None and one.on_timer.why_not is None:
        now = one.on_timer.cost
    tone = "up" if now < printed else "down" if now > printed else "code"
    changed = f" ({printed})" if now != printed else ""
    return f"{code(game, one.card)} {now}{changed}", tone


def why_not(facts: Facts, one: HandCard) -> str:
    """Why a spell can't be cast now, in few words; empty if it can, onto a Timer at least."""
    price = one.price
    if price is None or price.why_not is None:
        return ""
    if one.on_timer is not None and one.on_timer.why_not is None:
        return "on a Timer only"
    view, seat = facts.view, facts.seat
    missing = price.cost - view.active[seat] - view.ephemeral[seat]
    if missing > 0:
        return f"{missing} Kè short"
    return "over the cap"
