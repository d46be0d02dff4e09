"""The lists of Wrinkles in Time: ordering cards, seeking one, looking at the discard piles."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import HIDDEN, Choice, Decision
from core.wrinkles.state import State
from core.wrinkles.wrinkles import Wrinkles
from tui.boards.wrinkles.words import code
from tui.widgets.panels import ChoosePanel, OrderPanel, TextPanel

SIDES = ("Good", "Evil")


def lines_of(game: Wrinkles, cards: Sequence[int]) -> list[str]:
    """Cards as the lines of a list: the names take as much room as the longest of them needs."""
    width = max((len(game.cards[card].name) for card in cards), default=0)
    found = []
    for card in cards:
        one = game.pool.cards[card]
        force = "" if one.type == "X" else str(one.force)
        found.append(f"{one.name:<{width}}  {code(one)} {force:>2}  {game.cards[card].text}".rstrip())
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


def order(game: Wrinkles, view: State, decision: Decision, guard: float) -> OrderPanel[Choice]:
    """The list in which the next cards of the deck are put in order."""
    handles = [choice.handles[0] for choice in decision.choices or () if choice.kind == "order"]
    rows = list(zip(handles, lines_of(game, [view.cards[handle] for handle in handles]), strict=True))
    title = f"Your next {len(handles)} cards; the first is drawn first"
    return OrderPanel(title, rows, lambda after: picks_of_order(handles, after), guard)


def seek(game: Wrinkles, view: State, decision: Decision, guard: float) -> ChoosePanel[Choice]:
    """The list of what may be taken from the deck."""
    choices = [choice for choice in decision.choices or () if choice.card != HIDDEN]
    rows = list(zip(choices, lines_of(game, [choice.card for choice in choices]), strict=True))
    title = "Take which card from your deck?" if rows else "No card of your deck could come into play."
    return ChoosePanel(title, rows, guard)


def discards(game: Wrinkles, view: State) -> TextPanel:
    """Both discard piles, the newest card first."""
    lines: list[str] = []
    for seat in range(2):
        pile = view.pile[seat]
        lines.append(f"{SIDES[seat]}'s discard pile ({len(pile)}):")
        lines += [f"  {line}" for line in lines_of(game, [view.cards[handle] for handle in reversed(pile)])]
        lines.append("")
    return TextPanel("Discard piles, the newest card first", lines[:-1])
