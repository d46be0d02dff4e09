"""What is different: from the deck as it was saved, from former versions, from other decks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from core.words import counted
from decks.comparison import compare
from decks.editing.session import EditSession
from decks.model import Deck
from decks.report import count
from tui.screens.dialogs import Pick
from tui.screens.editor.front import EditorFront
from tui.screens.editor.statistics_page import LinesPage
from tui.screens.page import HELP_KEY


def ask_and_compare(session: EditSession, front: EditorFront, restore: Callable[[Deck], object]) -> None:
    """Ask what to compare with, and show what is different; `restore` gets a version that is restored."""
    deck = session.editing.deck
    others = session.others()

    def chosen(number: int | None) -> None:
        if number is not None:
            other = others[number]
            if other.deck is None:
                front.say(f"{other.title} can't be read.")
                return
            own = other.own and not session.looking
            front.ask(ChangesPage(deck, other.deck, other.title, own), shown)

    def shown(restored: Deck | None) -> None:
        if restored is not None:
            restore(restored)

    lines = [(other.title, other.told(deck)) for other in others]
    front.ask(Pick(f"Compare {deck.name} with what?", lines), chosen)


class ChangesPage(LinesPage[Deck]):
    """What makes the deck of another one; gives that other one if it is to be restored."""

    HELP = "What is more and what is less in the deck than in the one it is compared with."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "restore", "restore that version"),
        HELP_KEY,
        Binding("escape,q,v", "back", "back"),
    ]

    def __init__(self, deck: Deck, other: Deck, title: str, restore: bool) -> None:
        """`restore` is whether the other may be restored."""
        super().__init__()
        self._changes = compare(other, deck)
        self._name = deck.name
        self._other = other
        self._from = title
        self._restore = restore and not self._changes.none

    @property
    def heading(self) -> str:
        return f"{self._name}: what is different"

    @property
    def keys(self) -> list[Binding]:
        return [one for one in super().keys if one.action != "restore" or self._restore]

    def lines(self, width: int) -> Sequence[Content]:
        changes = self._changes
        head = Content.assemble("From ", (self._from, "bold"), f", {count(self._other.size)}:")
        if changes.none:
            return [head, Content(), Content("Nothing is different.")]
        lines = [head, Content(), *map(Content, changes.others)]
        for card, number in changes.cards.items():
            look = "$good-news" if number > 0 else "$bad-news"
            lines.append(Content.assemble((f"{number:+4}", look), f"  {changes.names[card]}"))
        if changes.maybe:
            lines += [Content(), Content("On the maybe list:")]
            lines += [
                Content(f"{number:+4}  {changes.names[card]}") for card, number in changes.maybe.items()
            ]
        return [
            *lines,
            Content(),
            Content.styled(f"{counted(changes.more, 'card')} more, {changes.less} less.", "$quiet"),
        ]

    def action_restore(self) -> None:
        if self._restore:
            self.dismiss(self._other)
