"""The numbers of a deck as charts of a terminal's own characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from core import registry
from core.contract.game import AnyGame
from core.words import counted
from decks.editing.edited_deck import EditedDeck
from decks.model import Deck
from decks.report import count
from decks.statistics import Category, Statistics, chances, decimal, percent, statistics
from tui.screens.page import HELP_KEY, Page
from tui.terminal import glyphs
from tui.widgets.canvas import cut

R = TypeVar("R")

BAR = 24
"""Cells of the longest bar."""


def bar(number: float, most: float, cells: int) -> str:
    """A bar for a number out of the largest one; never empty for what is more than nothing."""
    if number <= 0 or most <= 0:
        return ""
    return glyphs.chosen().strong * max(1, round(cells * number / most))


def category_lines(editing: EditedDeck, width: int) -> list[Content]:
    """Cards by category beside the slots for them, in as many columns as fit, four rows at most."""
    found = editing.statistics
    one = 37
    columns = max(1, width // one)
    most = max((category.cards for category in found.categories), default=0)
    cells = [_category(category, most, 8) for category in found.categories][: 4 * columns]
    rows = min(4, -(-len(cells) // columns)) if cells else 0
    lines = []
    for row in range(rows):
        parts: list[Content | str] = []
        for cell in cells[row::rows]:
            parts += [cell, " " * max(1, one - cell.cell_length)]
        lines.append(Content.assemble(*parts))
    return lines


def _category(category: Category, most: int, cells: int) -> Content:
    """A category in a line: `character  18 ######  4 slots +3`."""
    slots = ""
    if category.slots is not None:
        slots = counted(category.slots, "slot") + (f" +{category.extra}" if category.extra else "")
    drawn = bar(category.cards, most, cells)
    return Content.assemble(
        (f"{category.name.capitalize():<14}", ""),
        (f"{category.cards:>2} ", "bold"),
        (f"{drawn:<{cells}}", "$secondary"),
        (f" {slots:<10}", "$quiet"),
    )


def chart(deck: Deck, width: int) -> list[Content]:
    """Everything that is known of a deck, in lines."""
    game = registry.load(deck.game)
    found = statistics(game, deck.group, deck.cards)
    if not found.size:
        return [Content("There is no card in it yet.")]
    return [
        *_categories(game, found, width),
        Content(),
        *_curve(game, found, width),
        Content(),
        *_gains(game, found, width),
        *_chances(game, deck),
    ]


def _heading(text: str, remark: str = "") -> Content:
    return Content.assemble((text, "bold $key"), (f"  {remark}" if remark else "", "$quiet"))


def _categories(game: AnyGame, found: Statistics, width: int) -> list[Content]:
    most = max(category.cards for category in found.categories)
    lines = [_heading("CARDS BY CATEGORY", count(found.size))]
    for category in found.categories:
        mean = "" if category.force is None else f" mean {game.texts.force_name} {decimal(category.force)}"
        # All but the bar takes 45 cells.
        cells = max(4, min(BAR, width - 45))
        lines.append(Content.assemble(_category(category, most, cells), (mean, "$quiet")))
    means = []
    if found.mean is not None:
        means.append(f"Mean {game.texts.force_name} {decimal(found.mean)}")
    if found.slot_mean is not None:
        means.append(f"a slot of your own, once full, holds {decimal(found.slot_mean)} on average")
    if means:
        lines.append(Content.styled(f"{', and '.join(means)}.", "$quiet"))
    return lines


def _curve(game: AnyGame, found: Statistics, width: int) -> list[Content]:
    if not found.curve:
        return []
    most = max(found.curve.values())
    lines = [_heading(game.texts.force_name.upper())]
    for force, number in found.curve.items():
        drawn = bar(number, most, min(BAR + 16, width - 8))
        lines.append(
            Content.assemble(
                (f"{force:>2}  ", "$quiet"), (drawn, "$secondary"), f"{' ' * bool(drawn)}{number}"
            )
        )
    return lines


def _gains(game: AnyGame, found: Statistics, width: int) -> list[Content]:
    """Extra slots and bonuses, with how many cards of the deck they reach."""
    names = {card.id: card.name for card in game.cards}
    lines = []
    if found.extras:
        lines.append(_heading("EXTRA SLOTS", "and how many cards here may go there"))
        for extra in found.extras:
            givers = ", ".join(names[card] for card in extra.givers)
            what = f"{extra.to.capitalize():<14}+{extra.slots:<3}"
            reach = f"{extra.reached:>3} {'card ' if extra.reached == 1 else 'cards'}  "
            room = max(10, width - len(what) - len(reach))
            lines.append(Content.assemble(what, (reach, "bold"), (cut(givers, room), "$quiet")))
        lines.append(Content())
    if found.bonuses:
        lines.append(_heading("BONUSES", "and how many cards here they reach"))
        for bonus in found.bonuses:
            gain = bonus.gain
            which = "one " if gain.one else "other " if gain.other else ""
            copies = f"{bonus.copies} " if bonus.copies > 1 else ""
            reach = f"{bonus.reached:>3} {'card ' if bonus.reached == 1 else 'cards'}  "
            what = f"+{gain.force} to {which}{gain.to}"
            lines.append(
                Content.assemble(
                    (reach, "bold"),
                    f"{what:<26}",
                    (cut(f"{copies}{names[bonus.card]}", max(8, width - 37)), "$quiet"),
                )
            )
        lines.append(Content())
    return lines


def _chances(game: AnyGame, deck: Deck) -> list[Content]:
    """How likely the first cards hold at least so many of a category; exact, shown to the percent."""
    lines: list[Content] = []
    for one in chances(game, deck.group, deck.cards):
        cells = {n: max(5 * len(one.least(n)) + 3, len(_first(n)) + 2) for n in one.drawn}
        heads = "".join(f"{_first(n):<{cells[n]}}" for n in one.drawn)
        title = f"CHANCES{f' IN {one.pile.upper()}' if one.pile else ''}"
        lines.append(_heading(title, "of at least so many among the first cards"))
        lines.append(Content.styled(f"{'':<14}{heads}", "$quiet"))
        least = "".join(f"{''.join(f'{k}+'.ljust(5) for k in one.least(n)):<{cells[n]}}" for n in one.drawn)
        lines.append(Content.styled(f"{'':<14}{least}", "$quiet"))
        for category, shares in one.rows:
            found = ["".join(percent(shares[n, k]).ljust(5) for k in one.least(n)) for n in one.drawn]
            said = "".join(f"{text:<{cells[n]}}" for n, text in zip(one.drawn, found, strict=True))
            lines.append(Content(f"{category.name.capitalize():<14}{said}".rstrip()))
        lines.append(Content())
    return lines[:-1]


def _first(number: int) -> str:
    return "the first card" if number == 1 else f"first {number} cards"


class LinesPage(Page[R]):
    """Lines that scroll."""

    CSS_PATH = "pages.tcss"

    def body(self) -> ComposeResult:
        with VerticalScroll(classes="page-text"):
            yield Static(id="lines", markup=False)

    def on_mount(self) -> None:
        self.set_focus(self.query_one(VerticalScroll))
        self.show_lines()

    def on_resize(self) -> None:
        if self.is_mounted:
            self.show_lines()

    def show_lines(self) -> None:
        """Write the lines for the width there is."""
        lines = self.lines(max(40, self.app.size.width - 8))
        self.query_one("#lines", Static).update(Content("\n").join(lines))

    def lines(self, width: int) -> Sequence[Content]:
        """What the page says."""
        raise NotImplementedError


class StatisticsPage(LinesPage[None]):
    """What a deck is made of."""

    BINDINGS: ClassVar[list[BindingType]] = [HELP_KEY, Binding("escape,q,t,enter", "back", "back")]
    HELP = (
        "Each category is shown with the slots a seat has for it, and with the extra slots that cards of this"
        " deck give. Chances are those of a shuffled deck, worked out exactly."
    )

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self._shown = deck

    @property
    def heading(self) -> str:
        return f"{self._shown.name} in numbers"

    def lines(self, width: int) -> Sequence[Content]:
        return chart(self._shown, width)
