"""What the deck editor shows of a deck: rows, figures and the verdict. Nothing here draws or changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from textual.content import Content

from core.contract.card_info import CardInfo
from core.words import capital
from decks.comparison import compare
from decks.editing.edited_deck import EditedDeck
from decks.editing.grouping import Arrangement, deck_groups, pool_groups
from decks.formats import check, formats_for, legality
from decks.report import count, counts, format_title
from tui.terminal import glyphs
from tui.widgets.canvas import cut, wrap
from tui.widgets.row_list import Column, ListRow

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
    Column(30, 99, look="quiet"),
)
"""Copies, name, type code, Force; and what it does, where this side has all the room."""
DECK = "deck"
"""The part of the list in which the cards of the deck are."""
MAYBE = "maybe "
"""The part of the maybe list, and what the keys of cards on it begin with: a card may be in the deck too."""


def card_of(key: str) -> str:
    """The card that a row stands for."""
    return key.removeprefix(MAYBE)


def apart(keys: Iterable[str]) -> tuple[list[str], list[str]]:
    """The cards of these rows: those in the deck or the pool, and those on the maybe list."""
    own: list[str] = []
    maybe: list[str] = []
    for key in keys:
        (maybe if key.startswith(MAYBE) else own).append(card_of(key))
    return own, maybe


def pool_rows(
    editing: EditedDeck, cards: Iterable[CardInfo], how: Arrangement, marked: Iterable[str]
) -> list[ListRow]:
    """These cards, with a heading before each group."""
    rows: list[ListRow] = []
    marks = set(marked)
    for group in pool_groups(editing, cards, how):
        if group.title:
            rows.append(ListRow("", (group.heading,)))
        for card in group.members:
            copies = str(editing.deck.copies(card.id) or "")
            cells = (copies, card.name, card.type, force(card), gist(card.text))
            rows.append(ListRow(card.id, cells, marked=card.id in marks))
    return rows


def deck_rows(editing: EditedDeck, how: Arrangement, marked: Iterable[str], part: str = "") -> list[ListRow]:
    """The cards of the deck, with a heading before each group and how many it has; then the maybe list. The
    `part` that the cursor is in has a heading though it is empty, if the other is not."""
    deck, marks = editing.deck, set(marked)
    rows: list[ListRow] = []
    for group in deck_groups(editing, how):
        if group.title:
            rows.append(ListRow("", (group.heading,)))
        rows += [_deck_row(card, deck.copies(card.id), card.id in marks, card.id) for card in group.members]
    if deck.maybe and not rows and part == DECK:
        rows.append(ListRow("", (f"No card in the {editing.noun}",)))
    rows = [row._replace(part=DECK) for row in rows]
    if deck.maybe or (rows and part == MAYBE):
        rows.append(ListRow("", (f"Maybe  {sum(deck.maybe.values())}, not counted",), part=MAYBE))
        maybe = sorted((editing.cards[card] for card in deck.maybe), key=lambda card: card.name)
        for card in maybe:
            key = MAYBE + card.id
            row = _deck_row(card, deck.maybe[card.id], key in marks, key)
            rows.append(row._replace(look="quiet", part=MAYBE))
    return rows


def _deck_row(card: CardInfo, copies: int, marked: bool, key: str) -> ListRow:
    return ListRow(key, (str(copies), card.name, card.type, force(card), gist(card.text)), marked=marked)


def found(editing: EditedDeck, cards: Sequence[CardInfo]) -> str:
    """How many cards of the pool these are, and how many of other sides: `3 of 125, 9 of Evil`."""
    groups = Counter(card.group for card in cards)
    others = [
        f"{n} of {editing.game.texts.group_title(group)}"
        for group, n in groups.items()
        if group not in editing.groups
    ]
    own = sum(groups[group] for group in editing.groups)
    if own == len(editing.pool):
        return ", ".join([count(own), *others])
    return ", ".join([*([f"{own} of {len(editing.pool)}"] if own or not others else []), *others])


def force(card: CardInfo) -> str:
    """Its Force or cost as it is written in a list; empty where it has none."""
    return "" if card.force is None else str(card.force)


def figures(editing: EditedDeck) -> str:
    """How many cards of each group there are; where there is one group, the Force in all and by card."""
    if len(editing.groups) > 1:
        return counts(editing.deck, short=True)
    found = editing.statistics
    total = sum(force * number for force, number in found.curve.items())
    return (
        "" if found.mean is None else f"{editing.game.texts.force_name} {total}, mean {float(found.mean):.1f}"
    )


def curve(editing: EditedDeck, width: int) -> Content:
    """How many cards have which Force, as bars in one row."""
    found = editing.statistics
    if not found.curve:
        return Content.styled(f"No card with {_a_number(editing)} yet.", "$quiet")
    bar = glyphs.chosen().strong
    label = f"{editing.game.texts.force_name} "
    mean = f" mean {float(found.mean):.1f}" if found.mean is not None else ""
    room = width - len(label) - len(mean) - sum(len(f" {force}   {n}") for force, n in found.curve.items())
    cells = max(0, room) / max(1, sum(found.curve.values()))
    parts: list[Content | str | tuple[str, str]] = [(label, "$quiet")]
    for force, number in found.curve.items():
        drawn = bar * int(number * min(cells, 1))
        parts += [(f" {force} ", "$quiet"), (drawn, "$secondary"), f"{' ' if drawn else ''}{number} "]
    return Content.assemble(*parts, (mean, "$quiet"))


def _a_number(editing: EditedDeck) -> str:
    return editing.game.texts.force_name if editing.game.texts.force_name == "Force" else "a cost"


def what_it_is(editing: EditedDeck, card: CardInfo) -> str:
    """Its group, where that is not clear by itself, its type, traits, and Force or cost."""
    what = [card.kind, *(trait.capitalize() for trait in card.traits)]
    if card.force is not None:
        what.append(f"{editing.game.texts.force_name} {card.force}")
    if len(editing.groups) > 1 or card.group not in editing.groups:
        what.insert(0, editing.game.texts.group_title(card.group))
    return ", ".join(what)


def text_of(card: CardInfo) -> str:
    """What it does."""
    return card.text or "No effect of its own."


def card_lines(editing: EditedDeck, card: CardInfo, width: int, height: int) -> Content:
    """A card in so many rows: what it is, and its text; where that is cut, the key that shows the whole."""
    what, text = what_it_is(editing, card), text_of(card)
    remark = cut(f"   {what}", max(0, width - cell_len(card.name)))
    if len(wrap(text, width, height)) < height and cell_len(remark) == len(what) + 3:
        head = Content.assemble((card.name, "bold"), (remark, "$quiet"))
        return Content("\n").join([head, Content("\n".join(wrap(text, width, height)))])
    # One after the other, which takes less room.
    head_ends = len(f"{card.name} ({what}):")
    said = fitted(f"{card.name} ({what}): {text}", width, height, "", "[d] all of it")
    return said.stylize("$quiet", len(card.name), head_ends).stylize("bold", 0, len(card.name))


def fitted(text: str, width: int, height: int, style: str, key: str) -> Content:
    """A text in so many rows; where it is cut, with dots at its end and the key that shows it all."""
    lines = wrap(text, width, height)
    if " ".join(lines) == " ".join(text.split()):
        return Content.styled("\n".join(lines), style)
    # Wrapped anew a little narrower, so that the last row has room for the key.
    lines = wrap(text, width - cell_len(key) - 1, height)
    return Content.assemble(("\n".join(lines), style), (f" {key}", "$key"))


def verdict(editing: EditedDeck, width: int, height: int) -> Content:
    """Whether the deck is legal, and every reason why not; where they don't fit in so many rows, how to see
    them all. Then what it is elsewhere, where there is room."""
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
    key = f"[l] all {len(reasons)}" if len(reasons) > 1 else "[l] all of it"
    return fitted(said, width, height, "$bad-news", key)


def changed_line(editing: EditedDeck) -> str:
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
    return capital(text).removesuffix(".")
