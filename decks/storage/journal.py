"""Going back and forth between what a deck was, without limit, and a journal that outlives a crash.

A journal is text: a line for the deck it began with, then a line a step, which holds only what changed. A
line that was cut, or that makes no sense, ends it: what stood before counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

import msgspec

from core import registry
from decks.formats import find_format, groups
from decks.model import COPIES, Deck, DeckError, clean_about, clean_name, clean_notes

LONGEST = 8_000_000
"""Most bytes of a journal that are read; with more there is no history."""
_FIELDS = ("name", "group", "format", "about", "notes")
_LISTS = ("cards", "maybe")


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One step: where it began, what changed, or how far it went back or forth."""

    deck: Deck | None = None
    to: dict[str, str] = {}
    cards: dict[str, int] = {}
    maybe: dict[str, int] = {}
    go: int = 0


_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(_Line)


class History:
    """One deck, what it was before, and what was taken back."""

    def __init__(self, deck: Deck, past: Iterable[Deck] = (), future: Iterable[Deck] = ()) -> None:
        self.deck = deck
        """What it is now."""
        self._past = list(past)
        self._future = list(future)
        self.written: Callable[[bytes], object] = lambda line: None
        """Called with each step as a line of the journal, once it has been made."""

    @property
    def steps(self) -> tuple[int, int]:
        """How many steps can be taken back, and made again."""
        return len(self._past), len(self._future)

    @property
    def before(self) -> Deck | None:
        """What the deck was before the last step."""
        return self._past[-1] if self._past else None

    @property
    def beside(self) -> list[Deck]:
        """What the deck was before the last step, and would be after the next, where there are such."""
        return self._past[-1:] + self._future[-1:]

    def step(self, deck: Deck) -> bool:
        """Make another deck of it; False if it is the same."""
        if deck == self.deck:
            return False
        line = _change(self.deck, deck)
        self._past.append(self.deck)
        self._future.clear()
        self.deck = deck
        self.written(line)
        return True

    def undo(self) -> bool:
        """Take the last step back; False if there is none."""
        return self._go(self._past, self._future, -1)

    def redo(self) -> bool:
        """Make the step taken back last again; False if there is none."""
        return self._go(self._future, self._past, 1)

    def _go(self, source: list[Deck], target: list[Deck], way: int) -> bool:
        if not source:
            return False
        target.append(self.deck)
        self.deck = source.pop()
        self.written(_encode(_Line(go=way)) + b"\n")
        return True

    def rename(self, name: str) -> None:
        """Give the deck another name, in all it was too: a new name is no step."""
        self.deck = self.deck.renamed(name)
        self._past = [deck.renamed(name) for deck in self._past]
        self._future = [deck.renamed(name) for deck in self._future]

    def journal(self) -> bytes:
        """The whole journal of this history."""
        decks = [*self._past, self.deck, *reversed(self._future)]
        lines = [_encode(_Line(deck=decks[0])) + b"\n"]
        lines += [_change(one, other) for one, other in pairwise(decks)]
        return b"".join([*lines, *[_encode(_Line(go=-1)) + b"\n"] * len(self._future)])


def read_journal(data: bytes) -> History | None:
    """The history that a journal tells; None if it has not even a beginning. Raises nothing."""
    history: History | None = None
    for raw in data.split(b"\n")[:-1] if len(data) <= LONGEST else ():
        try:
            line = _decoder.decode(raw)
            if history is None:
                if line.deck is None or not _sound(line.deck):
                    return None
                history = History(line.deck)
            elif line.go:
                if not (history.undo() if line.go < 0 else history.redo()):
                    break
            else:
                deck = _changed(history.deck, line)
                if not _sound(deck) or not history.step(deck):
                    break
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
            break
    return history


def _change(old: Deck, new: Deck) -> bytes:
    """The line of the step from one deck to the other."""
    fields = {field: getattr(new, field) for field in _FIELDS if getattr(new, field) != getattr(old, field)}
    lists: list[dict[str, int]] = []
    for name in _LISTS:
        before, after = getattr(old, name), getattr(new, name)
        lists.append(
            {
                card: after.get(card, 0)
                for card in sorted({*before, *after})
                if after.get(card, 0) != before.get(card, 0)
            }
        )
    return _encode(_Line(to=fields, cards=lists[0], maybe=lists[1])) + b"\n"


def _changed(deck: Deck, line: _Line) -> Deck:
    changes: dict[str, Any] = {field: value for field, value in line.to.items() if field in _FIELDS}
    for name in _LISTS:
        cards = {**getattr(deck, name), **getattr(line, name)}
        changes[name] = {card: copies for card, copies in sorted(cards.items()) if copies}
    return msgspec.structs.replace(deck, **changes)


def _sound(deck: Deck) -> bool:
    """Whether a deck is as the program makes them: a journal may have been changed by somebody."""
    if deck.game not in registry.names():
        return False
    game = registry.load(deck.game)
    known = set(game.table)
    copies = (*deck.cards.values(), *deck.maybe.values())
    return (
        deck.group in groups(game)
        and find_format(deck.game, deck.format) is not None
        and known.issuperset((*deck.cards, *deck.maybe))
        and all(1 <= number <= COPIES for number in copies)
        and bool(deck.name)
        and _clean(deck)
    )


def _clean(deck: Deck) -> bool:
    """Whether its texts are as they are kept."""
    try:
        texts = (clean_name(deck.name), clean_about(deck.about), clean_notes(deck.notes))
    except DeckError:
        return False
    return (deck.name, deck.about, deck.notes) == texts
