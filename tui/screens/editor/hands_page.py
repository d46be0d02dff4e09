"""Sample hands: what one shuffle of a deck would bring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from core.contract.card_info import CardInfo
from decks.model import Deck
from decks.sample_hands import SEEDS, first_seed, hands, read_seed
from tui.screens.dialogs import AskText
from tui.screens.editor import card_rows
from tui.screens.editor.statistics_page import LinesPage
from tui.screens.page import HELP_KEY
from tui.widgets.canvas import cut


class HandsPage(LinesPage[None]):
    """The first cards of a shuffled deck, by a seed: the same seed shuffles the same deck in the same way."""

    HELP = (
        "What the first draws would bring, or, of a setup, in which order the cards of each Sphere would lie."
        " The same seed gives the same order for the same cards."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,right,space", "go(1)", "another hand"),
        Binding("p,left", "go(-1)", "the one before"),
        Binding("s", "seed", "a seed"),
        HELP_KEY,
        Binding("escape,q,h", "back", "back"),
    ]

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self._shown = deck
        self._seed = first_seed(deck)

    @property
    def heading(self) -> str:
        return f"Sample hands of {self._shown.name}"

    def action_go(self, by: int) -> None:
        self._seed = max(1, min(self._seed + by, SEEDS))
        self.show_lines()

    def action_seed(self) -> None:
        def given(seed: str | None) -> None:
            if seed:
                self._seed = int(seed)
                self.show_lines()

        self.app.push_screen(
            AskText("Which seed?", str(self._seed), lambda text: str(read_seed(text)), 10), given
        )

    def lines(self, width: int) -> Sequence[Content]:
        lines = [Content.assemble(("Seed ", "$quiet"), (str(self._seed), "bold")), Content()]
        for drawn in hands(self._shown, self._seed):
            if drawn.pile:
                order = ", ".join(card.name for card in drawn.cards)
                lines += [Content.styled(drawn.title, "bold $key"), Content(order or "no card"), Content()]
            else:
                lines.append(Content.styled(drawn.title.upper(), "bold $key"))
                lines += [_line(card, width) for card in drawn.cards]
        return lines


def _line(card: CardInfo, width: int) -> Content:
    force = "" if card.force is None else str(card.force)
    return Content.assemble(
        f"  {cut(card.name, 26):<26} ",
        (f"{card.type:<2} ", "$quiet"),
        f"{force:>2}  ",
        (cut(card_rows.gist(card.text), max(8, width - 36)), "$quiet"),
    )
