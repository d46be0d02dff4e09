"""What is in a deck, and what could be in it: cards found, told and put in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.words import counted, listed
from decks.editing.grouping import arranged, deck_groups, groupings, sortings
from decks.names import fold
from decks.query import QueryError
from tui.boards.spoken import spoken
from tui.plain.decks.card_names import Cards, wrong_search
from tui.plain.decks.deck_texts import all_about, card_line, overview

if TYPE_CHECKING:
    from tui.plain.decks.deck_editor import DeckEditor

FOUND = 15
"""Cards that are said at once of those a search finds."""


def _overview(editor: DeckEditor, rest: str) -> None:
    editor.console.say(*overview(editor.editing.deck))


def _deck(editor: DeckEditor, rest: str) -> None:
    """Every card of it, a line each; only those a search finds, if one is given."""
    editing, deck = editor.editing, editor.editing.deck
    wanted = None
    if rest:
        cards = Cards(editor.console, editing, [editing.cards[card] for card in deck.cards])
        wanted = {card.id for card in cards.found(rest)}
        if not wanted:
            return
    for group in deck_groups(editing, editor.how):
        said = [card for card in group.members if wanted is None or card.id in wanted]
        if group.title and (said or wanted is None):
            number = group.number
            have = counted(int(number), "card") if number.isdigit() else f"{number} cards"
            editor.console.say(f"{group.title}, {have}:")
        editor.console.say(*(card_line(editing.game, card, deck.copies(card.id)) for card in said))
    editor.console.say(f"{editing.size} in all.")


def _find(editor: DeckEditor, rest: str) -> None:
    """Cards of the pool."""
    editing = editor.editing
    try:
        found = editing.search(rest)
    except QueryError as error:
        editor.console.say(*wrong_search(error, rest))
        return
    if not found:
        editor.console.say(f'No card that may be in it fits "{rest[:60]}".')
        if elsewhere := editing.elsewhere(rest):
            editor.console.say(elsewhere)
        return
    if not rest or len(found) > FOUND:
        editor.console.say(f"{len(found)} cards, {editor.how.said}.")
    editor.more = [card for _, members in arranged(editing, found, editor.how) for card in members]
    _more(editor, "")


def _more(editor: DeckEditor, rest: str) -> None:
    """The next of those that were found."""
    editing = editor.editing
    if not editor.more:
        editor.console.say("There are no more; find looks for cards.")
        return
    said, editor.more = editor.more[:FOUND], editor.more[FOUND:]
    for card in said:
        copies = editing.deck.copies(card.id)
        there = f"{copies} in" if copies else "not in"
        also = ", on the maybe list" if card.id in editing.deck.maybe else ""
        editor.console.say(f"{card_line(editing.game, card)[:-1]}; {there}{also}.")
    if editor.more:
        editor.console.say(f"And {len(editor.more)} more: type more, or search more narrowly.")


def _card(editor: DeckEditor, rest: str) -> None:
    """All about one card of the pool."""
    card = Cards(editor.console, editor.editing, editor.editing.pool).one(rest)
    if card is not None:
        editor.console.say(*map(spoken, all_about(editor.editing, card)))


def _sort(editor: DeckEditor, rest: str) -> None:
    _arrange(editor, "sort", rest, sortings(editor.editing))


def _group(editor: DeckEditor, rest: str) -> None:
    _arrange(editor, "group", rest, groupings(editor.editing))


def _arrange(editor: DeckEditor, what: str, rest: str, words: tuple[str, ...]) -> None:
    """Sort or group in the way that is named."""
    wanted = fold(rest.casefold().removeprefix("by "))
    meant = next((word for word in words if wanted and fold(word).startswith(wanted)), None)
    if meant is None:
        editor.console.say(f"Type {what} by {listed(words, 'or')}. Now it is {editor.how.said}.")
        return
    editor.how = editor.how._replace(**{what: meant})
    editor.console.say(f"Cards are said {editor.how.said} now.")


HANDLERS = {
    "overview": _overview,
    "contents": _deck,
    "find": _find,
    "more_found": _more,
    "card": _card,
    "sort": _sort,
    "group": _group,
}
"""By the id of a command."""
