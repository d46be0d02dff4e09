"""Sample hands: what one shuffle of a deck would bring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from core import games
from core.chance import Stream, numbered_seed
from core.game import CardInfo
from decks.model import Deck
from decks.statistics import sample
from tui.screens.dialogs import AskText
from tui.screens.editor.charts import LinesPage
from tui.screens.page import HELP_KEY
from tui.widgets.canvas import cut

SEEDS = 10**9
"""Seeds are from 1 to this."""


class HandsPage(LinesPage):
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
        # Which hand comes first differs from deck to deck, and is the same when one looks again.
        self._seed = 1 + Stream(numbered_seed(int(deck.hash, 16)), "first hand").below(999)

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

        self.app.push_screen(AskText("Which seed?", str(self._seed), _seed, 10), given)

    def lines(self, width: int) -> Sequence[Content]:
        deck, game = self._shown, games.load(self._shown.game)
        infos = {card.id: card for card in game.cards}
        lines = [Content.assemble(("Seed ", "$quiet"), (str(self._seed), "bold")), Content()]
        piles = sample(game, deck.group, deck.cards, self._seed)
        for name, pile in piles.items():
            if name:
                order = ", ".join(infos[card].name for card in pile)
                lines += [Content.styled(name, "bold $key"), Content(order or "no card"), Content()]
                continue
            start = 0
            for end in game.first_cards(deck.group):
                step = game.first_cards(deck.group)[0]
                for at in range(start, min(end, len(pile)), step):
                    said = f"CARDS {at + 1} TO {min(at + step, end, len(pile))}"
                    lines.append(Content.styled(said, "bold $key"))
                    lines += [_line(infos[card], width) for card in pile[at : min(at + step, end)]]
                start = end
        return lines


def _line(card: CardInfo, width: int) -> Content:
    force = "" if card.force is None else str(card.force)
    return Content.assemble(
        f"  {cut(card.name, 26):<26} ",
        (f"{card.type:<2} ", "$quiet"),
        f"{force:>2}  ",
        (cut(card.text, max(8, width - 36)), "$quiet"),
    )


def _seed(text: str) -> str:
    word = text.strip()
    if not (word.isascii() and word.isdigit() and 1 <= int(word) <= SEEDS):
        raise ValueError("A seed is a whole number from 1 to a thousand million.")
    return word
