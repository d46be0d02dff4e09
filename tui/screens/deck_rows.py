"""What the deck editor shows of a deck: rows, figures and the verdict. Nothing here draws or changes."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from core.game import CardInfo
from decks.editing import Editing, gist
from decks.formats import legality
from decks.report import count, counts, elsewhere, format_title, sections
from tui.widgets.canvas import wrap
from tui.widgets.cards_list import Column, ListRow

POOL_COLUMNS = (
    Column(2, 2, right=True, look="strong"),
    Column(15, 28),
    Column(2, 2, look="quiet"),
    Column(2, 2, right=True),
    Column(15, 99, look="quiet"),
)
"""Copies in the deck, name, type code, Force, what it does."""
DECK_COLUMNS = (
    Column(2, 2, right=True, look="strong"),
    Column(12, 28),
    Column(2, 2, look="quiet"),
    Column(2, 2, right=True),
)
"""Copies, name, type code, Force."""
VERDICT_ROWS = 2


def pool_rows(editing: Editing, cards: Iterable[CardInfo], order: str) -> list[ListRow]:
    """These cards, in an order by this name; with a heading before each kind or group, if it is by that."""
    rows: list[ListRow] = []
    heads: dict[str, str] = {}
    if order == "type":
        heads = {card.id: card.kind for card in editing.pool}
    elif order == next(iter(editing.orders)):
        own = sections(editing.game, editing.deck.group, editing.deck.cards)
        titles = dict(zip(editing.groups, (one.heading for one in own), strict=False))
        heads = {card.id: titles[card.group] for card in editing.pool}
    before = ""
    for card in cards:
        head = heads.get(card.id, "")
        if head != before:
            before = head
            rows.append(ListRow("", (head,)))
        copies = str(editing.deck.copies(card.id) or "")
        rows.append(ListRow(card.id, (copies, card.name, card.type, _force(card), gist(card.text))))
    return rows


def deck_rows(editing: Editing) -> list[ListRow]:
    """The cards of the deck under their groups or kinds, with the number of each."""
    deck = editing.deck
    rows: list[ListRow] = []
    for section in sections(editing.game, deck.group, deck.cards):
        rows.append(ListRow("", (section.heading,)))
        for card in section.cards:
            rows.append(ListRow(card.id, (str(deck.copies(card.id)), card.name, card.type, _force(card))))
    return rows


def _force(card: CardInfo) -> str:
    return "" if card.force is None else str(card.force)


def size(editing: Editing) -> str:
    """How many cards the deck has, and out of how many where that is not enough."""
    have, least = editing.deck.size, editing.format.least(len(editing.groups)) if editing.format else 0
    return f"{have} of {least} cards" if have < least else count(have)


def figures(editing: Editing) -> str:
    """How many cards of each group there are; where there is one group, the Force in all and by card."""
    if len(editing.groups) > 1:
        return counts(editing.deck, short=True)
    forces = [(card.force, editing.deck.copies(card.id)) for card in editing.pool if card.force is not None]
    cards = sum(copies for _, copies in forces)
    total = sum(force * copies for force, copies in forces)
    return f"{editing.game.force_name} {total}, mean {total / cards:.1f}" if cards else ""


def card_lines(editing: Editing, card: CardInfo) -> Content:
    """A card in two lines: what it is, and its whole text."""
    what = [card.kind, *(trait.capitalize() for trait in card.traits)]
    if card.force is not None:
        what.append(f"{editing.game.force_name} {card.force}")
    if len(editing.groups) > 1:
        what.insert(0, editing.game.group_title(card.group))
    text = card.text or "No effect of its own."
    return Content.assemble((card.name, "bold"), (f"   {', '.join(what)}", "$quiet"), "\n", text)


def verdict(editing: Editing, width: int) -> Content:
    """Whether the deck is legal, and every reason why not; where they don't fit, how to see them all."""
    reasons = [reason.sentence for reason in legality(editing.deck, editing.game)]
    if not reasons:
        return Content.styled(f"Legal in {format_title(editing.deck)}.", "$good-news")
    said = " ".join(["Not legal yet.", *reasons])
    lines = wrap(said, width, VERDICT_ROWS)
    if " ".join(lines) == said:
        return Content.styled("\n".join(lines), "$bad-news")
    more = f" [l] all {len(reasons)}" if len(reasons) > 1 else " [l] all of it"
    # Wrapped anew a little narrower, so that the last row has room for the key.
    lines = wrap(said, width - len(more), VERDICT_ROWS)
    return Content.assemble(("\n".join(lines), "$bad-news"), (more, "$key"))


def full_verdict(editing: Editing) -> tuple[str, str]:
    """A title, and every reason with every card it concerns, and how it would do in other formats."""
    names = {card.id: card.name for card in editing.game.cards}
    title = format_title(editing.deck)
    lines = []
    for reason in legality(editing.deck, editing.game):
        lines.append(f"- {reason.sentence}")
        if reason.sentence.endswith(" more."):
            lines.append(f"  All {len(reason.cards)}: {', '.join(names[card] for card in reason.cards)}.")
    head = f"Not legal in {title} yet" if lines else f"Legal in {title}"
    return head, "\n".join([*lines, "", *elsewhere(editing.deck)]).strip()
