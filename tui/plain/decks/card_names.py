"""What a line means that names cards: `hope`, `2 hope, noah`, `all t:song`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from core.contract.card_info import CardInfo
from core.words import listed
from decks.editing.edited_deck import EditedDeck
from decks.model import COPIES
from decks.names import alike, fold
from decks.query import QueryError
from tui.plain.answers import SHOWN, fitting, several
from tui.plain.console import Console

ALL = "all"
_NUMBERED = re.compile(r"([-+]?\d[\d.,/]*)x? +\S", re.IGNORECASE)
"""A number before a name."""


class Cards:
    """The cards that a line names, of those there are to choose from."""

    def __init__(self, console: Console, editing: EditedDeck, among: Iterable[CardInfo]) -> None:
        """`among` are tried first; then the pool, so that what is said of a card is about that card."""
        self._console = console
        self._editing = editing
        self._among = list(among)

    def named(self, rest: str, unsaid: int = 1) -> list[tuple[int, CardInfo]]:
        """The cards with a number of copies, `unsaid` if none is said; what is not clear is said, and left
        out."""
        if rest.casefold().split(" ")[0] == ALL:
            return [(unsaid, card) for card in self.found(rest[len(ALL) :].strip())]
        # A name may have a comma of its own.
        whole = self._fitting(counted_name(rest, unsaid)[1])
        parts = [rest] if len(whole) == 1 or "," not in rest else [one.strip() for one in rest.split(",")]
        named = []
        for part in parts:
            copies, name = counted_name(part, unsaid)
            if wrong := self._wrong_number(name):
                self._console.say(wrong)
                continue
            card = self.one(name)
            if card is not None:
                named.append((copies, card))
        return named

    def found(self, words: str) -> list[CardInfo]:
        """Those that a search finds; what is wrong with it is said."""
        try:
            found = {card.id for card in self._editing.search(words, whole=True)}
        except QueryError as error:
            self._console.say(*wrong_search(error, words))
            return []
        cards = [card for card in self._among if card.id in found]
        if not cards:
            self._console.say(f'No card here fits "{words[:60]}".')
        return cards

    def one(self, name: str) -> CardInfo | None:
        """The one card that is meant; None if it isn't clear, which is said."""
        if not name or (name.isdigit() and not self._exact(name)):
            self._console.say("Type which card too, by part of its name.")
            return None
        found = self._fitting(name)
        if len(found) == 1:
            return found[0]
        names = [card.name for card in found]
        self._console.say(several(name, names) if names else self._unknown(name))
        return None

    def _unknown(self, name: str) -> str:
        """That no card is meant by a name, and which may be, if it is misspelt."""
        near = next(filter(None, (alike(name, [card.name for card in cards]) for cards in self._choices)), [])
        hint = f" Did you mean {listed(near[:SHOWN], 'or')}?" if near else ""
        return f'No card that may be in it fits "{name[:60]}".{hint}'

    @property
    def _choices(self) -> tuple[Sequence[CardInfo], Sequence[CardInfo]]:
        """Where a card is looked for, one after the other."""
        return self._among, self._editing.pool

    def _wrong_number(self, name: str) -> str:
        """What is wrong with the number before a name, in a sentence; empty if there is none, or it is of the
        name itself."""
        match = _NUMBERED.match(name)
        if match is None or self._fitting(name):
            return ""
        return f"{match[1][:20]} is no number of copies: type one from 0 to {COPIES} before the name."

    def _exact(self, name: str) -> list[CardInfo]:
        """The cards that are called just so."""
        return [card for cards in self._choices for card in cards if fold(card.name) == fold(name)]

    def _fitting(self, name: str) -> list[CardInfo]:
        """The cards a name may mean, one of each name."""
        for cards in (self._exact(name), *self._choices):
            found = [cards[place] for place in fitting(name, [card.name for card in cards])]
            if found:
                return list({card.name: card for card in reversed(found)}.values())[::-1]
        return []


def counted_name(given: str, unsaid: int = 1) -> tuple[int, str]:
    """A number of copies, `unsaid` if there is none, and the name after it."""
    first, _, rest = given.partition(" ")
    word = first.casefold().removesuffix("x")
    if rest and word.isascii() and word.isdigit() and len(word) < 5 and int(word) <= COPIES:
        return int(word), rest.strip()
    return unsaid, given


def wrong_search(error: QueryError, words: str) -> Sequence[str]:
    """What is wrong with a search, and where."""
    at = words[error.place : error.place + error.length].strip()
    return [str(error), *([f'That is at "{at[:40]}".'] if at else [])]
