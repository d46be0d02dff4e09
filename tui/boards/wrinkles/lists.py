"""The lists of Wrinkles in Time: ordering cards, seeking one, looking at the discard piles."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.contract.choice import HIDDEN, Choice, Decision
from core.wrinkles.seating import Seating
from core.wrinkles.state import WrinklesState
from core.wrinkles.wrinkles import Wrinkles
from tui.boards.list_rows import Look
from tui.boards.wrinkles.cell_texts import brief, code
from tui.boards.wrinkles.hints import signed
from tui.widgets.choice_panels import ChoosePanel, OrderPanel
from tui.widgets.panels import ReadCards, inside

SIDES = ("Good", "Evil")


def lines_of(game: Wrinkles, cards: Sequence[int], width: int, worth: Sequence[str] = ()) -> list[str]:
    """Cards as the lines of a list of this width: name, category, Force, what it would do now, its text.

    The names take as much room as the longest of them needs; where a text doesn't fit, a few words stand
    for it.
    """
    names = max((len(game.cards[card].name) for card in cards), default=0)
    numbers = max(map(len, worth), default=0)
    found = []
    for card, said in zip(cards, worth or [""] * len(cards), strict=True):
        one = game.pool.cards[card]
        force = "" if one.type == "X" else str(one.force)
        line = f"{one.name:<{names}}  {code(one)} {force:>2}  "
        if numbers:
            line += f"{said:<{numbers}}  "
        text = game.cards[card].text
        found.append((line + (text if len(line + text) <= width else brief(one))).rstrip())
    return found


def picks_of_order(before: Sequence[int], after: Sequence[int]) -> list[Choice]:
    """The picks that bring handles from one order into another: as few as do it, then `done`."""
    before, after = list(before), list(after)
    picks: list[Choice] = []
    while before != after:
        picks.append(Choice("order", (after[0],)))
        before.remove(after.pop(0))
    # Where only one card is left there is nothing more to say.
    return picks if len(after) <= 1 else [*picks, Choice("done")]


def order(
    game: Wrinkles,
    view: WrinklesState,
    decision: Decision,
    look: Look,
    arranged: Sequence[int] = (),
    keep: Callable[[list[int]], object] = lambda _: None,
) -> OrderPanel[Choice]:
    """The list in which the next cards of the deck are put in order; it begins as it was `arranged` before,
    and `keep` is told each new order."""
    lying = [choice.handles[0] for choice in decision.choices or () if choice.kind == "order"]
    handles = list(arranged) or lying
    cards = [view.cards[handle] for handle in handles]
    width = inside(look.width)
    lines = lines_of(game, cards, width - 6, worth_of(game, view, decision.seat, cards, width))
    title = f"Your next {len(handles)} cards; the first is drawn first"
    return OrderPanel(
        title,
        list(zip(handles, lines, strict=True)),
        lambda after: picks_of_order(lying, after),
        look.guard,
        keep=keep,
        explain=lambda handle: look.explain(view.cards[handle]),
    )


def seek(game: Wrinkles, view: WrinklesState, decision: Decision, look: Look) -> ChoosePanel[Choice]:
    """The list of what may be taken from the deck, with what each would do to the totals."""
    choices = [choice for choice in decision.choices or () if choice.card != HIDDEN]
    cards = [choice.card for choice in choices]
    width = inside(look.width)
    lines = lines_of(game, cards, width - 2, worth_of(game, view, decision.seat, cards, width))
    title = "Take which card from your deck?" if choices else "No card of your deck could come into play."
    return ChoosePanel(
        title, list(zip(choices, lines, strict=True)), look.guard, lambda one: look.explain(one.card)
    )


def worth_of(game: Wrinkles, view: WrinklesState, seat: int, cards: Sequence[int], width: int) -> list[str]:
    """What each of these cards would do to the totals now, if it came into play; short in narrow lists."""
    seating = Seating(game.pool, view, seat)
    found = []
    for card in cards:
        gain = game.gain(view, seat, card)
        said = signed(*gain)[0] if gain is not None else ""
        if said and not seating.room(game.pool.mask[card]):
            said = f"r{said}" if width < 60 else f"{said} replaces"
        found.append(said)
    return found


def discards(game: Wrinkles, view: WrinklesState, look: Look) -> ReadCards:
    """Both discard piles, the newest card first."""
    rows: list[tuple[int | None, str]] = []
    for seat in range(2):
        cards = [view.cards[one] for one in reversed(view.pile[seat])]
        rows += [(None, "")] if rows else []
        rows.append((None, f"{SIDES[seat]}'s discard pile ({len(cards)}):"))
        lines = lines_of(game, cards, inside(look.width) - 4)
        rows += [(card, f"  {line}") for card, line in zip(cards, lines, strict=True)]
    return ReadCards("Discard piles, the newest card first", rows, look.explain)
