"""What the deck editor shows of a deck: rows, figures and the verdict. Nothing here draws or changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from textual.content import Content

from core.game import CardInfo
from decks.comparing import compare
from decks.editing import Editing
from decks.formats import by_group, check, formats_for, groups_word, legality
from decks.report import count, counts, format_title
from decks.statistics import statistics
from tui.terminal import glyphs
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
MAYBE = "maybe "
"""What the keys of cards on the maybe list begin with: a card may be in the deck too."""
NOTHING = "nothing"
"""The grouping that groups nothing."""


def card_of(key: str) -> str:
    """The card that a row stands for."""
    return key.removeprefix(MAYBE)


class Arrangement(NamedTuple):
    """How cards are grouped, and sorted within their groups: words of `groupings` and `sortings`."""

    group: str
    sort: str

    @property
    def said(self) -> str:
        """As people read it: `by type, Force`."""
        return f"by {self.sort}" if self.group in (NOTHING, self.sort) else f"by {self.group}, {self.sort}"


def groupings(editing: Editing) -> tuple[str, ...]:
    """What cards can be grouped by; the usual first."""
    own = (groups_word(editing.game, editing.deck.group),) if len(editing.groups) > 1 else ()
    return (*own, "type", editing.game.force_name, NOTHING)


def sortings(editing: Editing) -> tuple[str, ...]:
    """What cards can be sorted by; the usual first."""
    return (editing.game.force_name, "name", "type")


def _force_key(card: CardInfo) -> tuple[int, str]:
    return (-(card.force if card.force is not None else -1), card.name)


def _grouped(editing: Editing, group: str) -> tuple[Callable[[CardInfo], Any], Callable[[CardInfo], str]]:
    """What tells the order of the groups, and what a group is called."""
    if group == NOTHING:
        return (lambda card: 0), (lambda card: "")
    if group == "type":
        return (lambda card: card.kind), (lambda card: card.kind)
    if group == editing.game.force_name:

        def named(card: CardInfo) -> str:
            return f"No {group}" if card.force is None else f"{group} {card.force}"

        return (lambda card: _force_key(card)[0]), named
    order = {one: place for place, one in enumerate(editing.groups)}
    return (lambda card: order.get(card.group, 99)), (lambda card: editing.game.group_title(card.group))


def arranged(
    editing: Editing, cards: Iterable[CardInfo], how: Arrangement
) -> list[tuple[str, list[CardInfo]]]:
    """The cards under the names of their groups, in order."""
    group_key, named = _grouped(editing, how.group)
    sort_keys: dict[str, Callable[[CardInfo], Any]] = {
        "name": lambda card: card.name,
        "type": lambda card: (card.kind, *_force_key(card)),
    }
    sort_key = sort_keys.get(how.sort, _force_key)
    found: dict[str, list[CardInfo]] = {}
    for card in sorted(cards, key=lambda card: (group_key(card), sort_key(card))):
        found.setdefault(named(card), []).append(card)
    return list(found.items())


def pool_rows(
    editing: Editing, cards: Iterable[CardInfo], how: Arrangement, marked: Iterable[str]
) -> list[ListRow]:
    """These cards, with a heading before each group."""
    rows: list[ListRow] = []
    marks = set(marked)
    for head, members in arranged(editing, cards, how):
        if head:
            rows.append(ListRow("", (_with_number(editing, head, members, how),)))
        for card in members:
            copies = str(editing.deck.copies(card.id) or "")
            cells = (copies, card.name, card.type, _force(card), gist(card.text))
            rows.append(ListRow(card.id, cells, marked=card.id in marks))
    return rows


def deck_rows(editing: Editing, how: Arrangement, marked: Iterable[str]) -> list[ListRow]:
    """The cards of the deck, with a heading before each group and how many it has; then the maybe list."""
    deck, marks = editing.deck, set(marked)
    rows: list[ListRow] = []
    groups = arranged(editing, (editing.cards[card] for card in deck.cards), how)
    if len(editing.groups) > 1 and how.group == groupings(editing)[0]:
        found = dict(groups)
        own = [editing.game.group_title(one) for one in editing.groups]
        groups = [(one, found.pop(one, [])) for one in own] + list(found.items())
    for head, members in groups:
        if head:
            have = sum(deck.copies(card.id) for card in members)
            said = _with_number(editing, head, members, how)
            rows.append(ListRow("", (said if said != head else f"{head}  {have}",)))
        rows += [_deck_row(card, deck.copies(card.id), card.id in marks, card.id) for card in members]
    if deck.maybe:
        rows.append(ListRow("", (f"Maybe  {sum(deck.maybe.values())}, not counted",)))
        maybe = sorted((editing.cards[card] for card in deck.maybe), key=lambda card: card.name)
        for card in maybe:
            key = MAYBE + card.id
            row = _deck_row(card, deck.maybe[card.id], key in marks, key)
            rows.append(row._replace(look="quiet"))
    return rows


def _deck_row(card: CardInfo, copies: int, marked: bool, key: str) -> ListRow:
    return ListRow(key, (str(copies), card.name, card.type, _force(card)), marked=marked)


def _with_number(editing: Editing, head: str, members: Sequence[CardInfo], how: Arrangement) -> str:
    """A heading; with how many cards there are of how many, where a format says that."""
    form = editing.format
    if form is None or form.each is None or how.group != groupings(editing)[0]:
        return head
    have = by_group(editing.game, editing.deck.group, editing.deck.cards)
    titles = {editing.game.group_title(group): number for group, number in have.items()}
    return f"{head}  {titles[head]} of {form.each}" if head in titles else head


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
    forces = [
        (card.force, editing.deck.copies(card.id))
        for card in editing.cards.values()
        if card.force is not None
    ]
    cards = sum(copies for _, copies in forces)
    total = sum(force * copies for force, copies in forces)
    return f"{editing.game.force_name} {total}, mean {total / cards:.1f}" if cards else ""


def curve(editing: Editing, width: int) -> Content:
    """How many cards have which Force, as bars in one row."""
    found = statistics(editing.game, editing.deck.group, editing.deck.cards)
    if not found.curve:
        return Content.styled(f"No card with {_a_number(editing)} yet.", "$quiet")
    bar = glyphs.chosen().strong
    label = f"{editing.game.force_name} "
    mean = f" mean {float(found.mean):.1f}" if found.mean is not None else ""
    room = width - len(label) - len(mean) - sum(len(f" {force}   {n}") for force, n in found.curve.items())
    cells = max(0, room) / max(1, sum(found.curve.values()))
    parts: list[Content | str | tuple[str, str]] = [(label, "$quiet")]
    for force, number in found.curve.items():
        drawn = bar * int(number * min(cells, 1))
        parts += [(f" {force} ", "$quiet"), (drawn, "$secondary"), f"{' ' if drawn else ''}{number} "]
    return Content.assemble(*parts, (mean, "$quiet"))


def _a_number(editing: Editing) -> str:
    return editing.game.force_name if editing.game.force_name == "Force" else "a cost"


def card_lines(editing: Editing, card: CardInfo) -> Content:
    """A card in two lines: what it is, and its whole text."""
    what = [card.kind, *(trait.capitalize() for trait in card.traits)]
    if card.force is not None:
        what.append(f"{editing.game.force_name} {card.force}")
    if len(editing.groups) > 1 or card.group not in editing.groups:
        what.insert(0, editing.game.group_title(card.group))
    text = card.text or "No effect of its own."
    return Content.assemble((card.name, "bold"), (f"   {', '.join(what)}", "$quiet"), "\n", text)


def verdict(editing: Editing, width: int) -> Content:
    """Whether the deck is legal, and every reason why not; where they don't fit, how to see them all. Then
    what it is elsewhere, where there is room."""
    deck = editing.deck
    title = format_title(deck)
    reasons = [reason.sentence for reason in legality(deck, editing.game)]
    legal: list[str] = []
    others: list[str] = []
    for form in formats_for(editing.game, deck.group):
        if form.name != deck.format:
            (others if check(deck, editing.game, form) else legal).append(form.title)
    if not reasons:
        also = f"Also in {' and '.join(legal)}. " if legal else ""
        rest = f"Not in {' and '.join(others)}." if others else ""
        return Content.assemble((f"Legal in {title}.", "$good-news"), (f" {also}{rest}".rstrip(), "$quiet"))
    head = f"Not legal in {title}, but in {' and '.join(legal)}." if legal else "Not legal yet."
    said = " ".join([head, *reasons])
    lines = wrap(said, width, VERDICT_ROWS)
    if " ".join(lines) == said:
        return Content.styled("\n".join(lines), "$bad-news")
    more = f" [l] all {len(reasons)}" if len(reasons) > 1 else " [l] all of it"
    # Wrapped anew a little narrower, so that the last row has room for the key.
    lines = wrap(said, width - len(more), VERDICT_ROWS)
    return Content.assemble(("\n".join(lines), "$bad-news"), (more, "$key"))


def changed_line(editing: Editing) -> str:
    """What is different from the saved deck, in a few words; empty if nothing is."""
    return compare(editing.saved, editing.deck).short


_PHRASES = (
    ("You may have ", ""),
    ("As it enters, ", ""),
    ("you may ", ""),
    ("Your ", ""),
    (" in play", ""),
    (" from hand", ""),
)
"""What a short text can do without, where the whole one stands nearby."""


def gist(text: str) -> str:
    """What a card does, in as few words as fit a column."""
    for phrase, shorter in _PHRASES:
        text = text.replace(phrase, shorter)
    return text[:1].upper() + text[1:].removesuffix(".")
