"""A decklist of several groups with so many cards each, such as a setup, as shelves side by side."""

from __future__ import annotations

from collections.abc import Iterable

from core.contract.card_info import CardInfo
from decks.editing.edited_deck import EditedDeck
from decks.editing.grouping import NOTHING, Arrangement, arranged
from decks.formats import formats_for
from tui.screens.editor import card_rows
from tui.widgets.row_list import ListRow
from tui.widgets.shelves import Shelf

FOREIGN = "foreign"
"""The shelf of cards that are in it though they can't be."""


def places(editing: EditedDeck) -> int | None:
    """How many cards of each group there should be; None if such a decklist is one list, not shelves."""
    forms = [editing.format, *formats_for(editing.game, editing.deck.group)]
    return next((form.each for form in forms if form and form.each), None) if editing.groups[1:] else None


def shelves(editing: EditedDeck, how: Arrangement, marked: Iterable[str], here: str = "") -> list[Shelf]:
    """A shelf for each group, with its cards, a row for each copy; then those that are not counted, also
    without any card if the cursor is `here`."""
    deck, marks = editing.deck, set(marked)

    def filled(cards: Iterable[CardInfo], look: str = "", before: str = "") -> tuple[ListRow, ...]:
        found = arranged(editing, cards, Arrangement(NOTHING, how.sort))
        copies = deck.maybe if before else deck.cards
        return tuple(
            ListRow(key, (card.name, card.type, card_rows.force(card)), look, key in marks)
            for card in (card for _, members in found for card in members)
            for key in [before + card.id] * copies[card.id]
        )

    cards = [editing.cards[card] for card in deck.cards]
    each = places(editing)
    found = []
    for group in editing.groups:
        own = filled(card for card in cards if card.group == group)
        found.append(Shelf(group, editing.game.texts.group_title(group), own, each))
    foreign = filled((card for card in cards if card.group not in editing.groups), "bad")
    if foreign or here == FOREIGN:
        found.append(Shelf(FOREIGN, "Foreign", foreign))
    if deck.maybe or here == card_rows.MAYBE:
        maybe = filled((editing.cards[card] for card in deck.maybe), "quiet", card_rows.MAYBE)
        found.append(Shelf(card_rows.MAYBE, "Maybe", maybe))
    return found
