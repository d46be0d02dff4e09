"""A deck being edited: what can be done to it, each a step that can be taken back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property

import msgspec

from core import registry
from core.contract.card_info import CardInfo
from core.words import counted
from decks.formats import Format, check, find_format, formats_for, groups, legality, noun, pool
from decks.model import COPIES, Deck, clean_about, clean_notes
from decks.query import Language
from decks.statistics import Statistics, statistics
from decks.storage.journal import History


class Purpose(msgspec.Struct, frozen=True):
    """A side and a format that a deck can be meant for."""

    group: str
    format: str
    title: str
    """Both, as people call them."""
    wrong: list[str]
    """What of the deck would not be legal there, in sentences; empty if it would be."""
    stops: list[str]
    """Those of them that are not so already as it is now."""

    @property
    def stays(self) -> str:
        """How much of what would be wrong is so already, in a sentence; empty if nothing is."""
        number = len(self.wrong) - len(self.stops)
        are = "is" if number == 1 else "are"
        return f"{counted(number, 'thing')} {are} not legal already." if number else ""

    @property
    def told(self) -> str:
        """Whether it would be legal, in a line."""
        if not self.wrong:
            return "legal"
        return self.wrong[0] + (f" (and {len(self.wrong) - 1} more)" if self.wrong[1:] else "")


class EditedDeck:
    """One deck, as it was last saved and as it is now, and the way between the two."""

    def __init__(self, saved: Deck, deck: Deck | None = None, history: History | None = None) -> None:
        """`deck` is what it is now, if it is not as it was saved; `history` how it came to be that."""
        self.saved = saved
        self.history = history or History(deck or saved)
        self.game = registry.load(saved.game)
        self.cards = {card.id: card for card in self.game.cards}
        """All cards of the game by id."""
        self._pools: dict[str, list[CardInfo]] = {}
        self._examples: dict[str, list[str]] = {}
        self._counted: tuple[Deck, Statistics] | None = None
        """A deck that was counted last, and what came of it."""

    @property
    def deck(self) -> Deck:
        """The deck as it is now."""
        return self.history.deck

    @property
    def pool(self) -> list[CardInfo]:
        """The cards it is made of."""
        group = self.deck.group
        if group not in self._pools:
            self._pools[group] = pool(self.game, group)
        return self._pools[group]

    def search(self, words: str, whole: bool = False) -> list[CardInfo]:
        """The cards of the pool that a search means; of the `whole` game also if it asks for a side. Raises
        QueryError."""
        wide = whole or self._language.asks_for(words, "side")
        pool = {card.id for card in self.pool}
        return [card for card in self._language.find(words) if wide or card.id in pool]

    def elsewhere(self, words: str) -> str:
        """Where no card of the pool fits a search that asks for no side: how many of other sides would, and
        how to ask for them, in a sentence; empty if there is nothing to say. Raises QueryError."""
        if self.search(words):
            return ""
        found = Counter(card.group for card in self._language.find(words))
        titles = self.game.texts.group_title
        said = [
            f"{counted(number, 'card')} of {titles(group)}: add side:{group}"
            for group, number in found.items()
        ]
        return f"{'; '.join(said)}." if said else ""

    @property
    def examples(self) -> list[str]:
        """Searches that find some of the pool, one for each thing that can be asked for."""
        group = self.deck.group
        if group not in self._examples:
            self._examples[group] = self._language.examples(self.pool)
        return self._examples[group]

    @cached_property
    def _language(self) -> Language:
        return Language(self.game)

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups of cards it is made of."""
        return self.game.pool_groups(self.deck.group)

    @property
    def format(self) -> Format | None:
        """What it is meant for."""
        return find_format(self.game.name, self.deck.format)

    @property
    def noun(self) -> str:
        """What such a decklist is called within a sentence."""
        return noun(self.game, self.deck.group)

    @property
    def changed(self) -> bool:
        """Whether there is anything to save."""
        return self.deck != self.saved

    @property
    def size(self) -> str:
        """How many cards it has, and out of how many where that is not enough: `12 of 60 cards`."""
        have, least = self.deck.size, self.format.least(self.game, self.deck.group) if self.format else 0
        return f"{have} of {least} cards" if have < least else counted(have, "card")

    @property
    def statistics(self) -> Statistics:
        """The numbers of the deck as it is now."""
        deck = self.deck
        if self._counted is None or self._counted[0] is not deck:
            self._counted = deck, statistics(self.game, deck.group, deck.cards)
        return self._counted[1]

    @property
    def limit(self) -> int:
        """Most copies of a card that can be added."""
        return self.format.copies if self.format else COPIES

    def why_no_more(self) -> str:
        """Why no more copies can be added of a card that has as many as there may be."""
        title = self.format.title if self.format else f"a {self.noun} file"
        return f"Only {'one copy' if self.limit == 1 else f'{self.limit} copies'} in {title}."

    def take_all(self) -> None:
        """Take every card out."""
        self._put(dict.fromkeys(self.deck.cards, 0))

    def change(self, by: Mapping[str, int], maybe: Mapping[str, int] = {}) -> dict[str, int]:
        """So many copies of each of these more, or less where negative, as far as the format allows and there
        are any; of `maybe` on the maybe list, as far as a file can say. One step. Gives by how many each
        of the deck has changed."""
        copies = {}
        for card, more in by.items():
            have = self.deck.copies(card)
            copies[card] = max(0, have + more) if more < 0 else max(have, min(have + more, self.limit))
        changed = {card: number - self.deck.copies(card) for card, number in copies.items()}
        self._put(copies, {card: self.deck.maybe.get(card, 0) + more for card, more in maybe.items()})
        return changed

    @property
    def _copies(self) -> int:
        """How many copies of cards there are, on the maybe list too."""
        return self.deck.size + sum(self.deck.maybe.values())

    def add_all(self, cards: Iterable[str], maybe: Iterable[str] = ()) -> int:
        """Add a copy of each of these, as far as the format allows, and on the maybe list of each of `maybe`;
        gives how many were added."""
        before = self._copies
        self.change(dict.fromkeys(cards, 1), dict.fromkeys(maybe, 1))
        return self._copies - before

    def take_each(self, cards: Iterable[str], maybe: Iterable[str] = ()) -> int:
        """Take a copy of each of these out, and off the maybe list of each of `maybe`; gives how many were
        there."""
        before = self._copies
        self.change(dict.fromkeys(cards, -1), dict.fromkeys(maybe, -1))
        return before - self._copies

    def put(self, cards: Iterable[str], copies: int | None = None, maybe: Iterable[str] = ()) -> int:
        """Have so many copies of each of these, but no more than the format allows; without a number, as many
        as that. The same of `maybe` on the maybe list, where only a file has a limit. Gives how many cards
        have another number now."""
        wanted = self.limit if copies is None else min(copies, self.limit)
        aside = self.limit if copies is None else copies
        changed = {card: wanted for card in cards if self.deck.copies(card) != wanted}
        listed = {card: aside for card in maybe if self.deck.maybe.get(card, 0) != aside}
        self._put(changed, listed)
        return len(changed) + len(listed)

    def put_aside(self, cards: Iterable[str], most: Mapping[str, int] = {}) -> int:
        """Move all copies of these from the deck to the maybe list, or at `most` so many, where they are
        added to those there; of what neither has, put one there, or so many. Gives how many cards there are
        more of on the list."""
        maybe, kept = dict(self.deck.maybe), dict(self.deck.cards)
        for card in cards:
            on_list, copies = maybe.get(card, 0), kept.get(card, 0)
            moved = min(copies, most.get(card, COPIES), COPIES - on_list)
            kept[card] = copies - moved
            maybe[card] = on_list + moved or min(most.get(card, 1), COPIES)
        more = sum(number > self.deck.maybe.get(card, 0) for card, number in maybe.items())
        self._step(cards=kept, maybe=maybe)
        return more

    def take_back(self, cards: Iterable[str], most: Mapping[str, int] = {}) -> int:
        """Move these from the maybe list into the deck, at `most` so many, as far as the format allows; what
        does not go there stays on the list. Gives how many cards there are more of in the deck."""
        maybe, kept = dict(self.deck.maybe), dict(self.deck.cards)
        for card in cards:
            have, on_list = kept.get(card, 0), maybe.get(card, 0)
            moved = max(0, min(on_list, most.get(card, COPIES), self.limit - have))
            kept[card] = have + moved
            maybe[card] = on_list - moved
        more = sum(number > self.deck.copies(card) for card, number in kept.items())
        self._step(cards=kept, maybe=maybe)
        return more

    def forget(self, cards: Iterable[str], most: Mapping[str, int] = {}) -> int:
        """Take these off the maybe list, at `most` so many copies; gives of how many there were some."""
        gone = set(cards) & self.deck.maybe.keys()
        left = {card: n - min(n, most.get(card, n)) for card, n in self.deck.maybe.items() if card in gone}
        self._step(maybe={**self.deck.maybe, **left})
        return len(gone)

    def describe(self, *, about: str | None = None, notes: str | None = None) -> None:
        """Give it another plan, or other notes, or both in one step, cleaned. Raises DeckError, and changes
        nothing, if one is too long."""
        deck = self.deck
        if about is not None:
            deck = msgspec.structs.replace(deck, about=clean_about(about))
        if notes is not None:
            deck = msgspec.structs.replace(deck, notes=clean_notes(notes))
        self.history.step(deck)

    def mean_for(self, group: str, form: str) -> None:
        """Make it a deck of another side, or for another format. Its cards stay."""
        self._step(group=group, format=form)

    def purposes(self) -> list[Purpose]:
        """What it could be for, what it is for now among them: every side it can be of, in every format."""
        shared = self.game.shared_group
        return [
            self._purpose(group, form, f"{title}, {form.title}")
            for group, title in groups(self.game).items()
            if (group == shared) == (self.deck.group == shared)
            for form in formats_for(self.game, group)
        ]

    def _purpose(self, group: str, form: Format, title: str) -> Purpose:
        """What it would be as a deck of this side in this format."""
        now = legality(self.deck, self.game)
        other = msgspec.structs.replace(self.deck, group=group, format=form.name)
        reasons = check(other, self.game, form)
        stops = [reason.sentence for reason in reasons if reason.adds(now)]
        return Purpose(group, form.name, title, [reason.sentence for reason in reasons], stops)

    def become(self, deck: Deck) -> None:
        """Take over another deck of this game, all but its name."""
        self.history.step(deck.renamed(self.deck.name))

    def rename(self, name: str) -> None:
        """It is called something else now, in its file too."""
        self.saved = self.saved.renamed(name)
        self.history.rename(name)

    def undo(self) -> bool:
        """Take the last change back; False if there is none."""
        return self.history.undo()

    def redo(self) -> bool:
        """Make the change taken back last again; False if there is none."""
        return self.history.redo()

    def _put(self, copies: Mapping[str, int], maybe: Mapping[str, int] = {}) -> None:
        listed = {card: max(0, min(number, COPIES)) for card, number in maybe.items()}
        self._step(cards={**self.deck.cards, **copies}, maybe={**self.deck.maybe, **listed})

    def _step(
        self,
        cards: Mapping[str, int] | None = None,
        maybe: Mapping[str, int] | None = None,
        **fields: str,
    ) -> None:
        deck = msgspec.structs.replace(self.deck, **fields)
        if maybe is not None:
            kept = {card: number for card, number in sorted(maybe.items()) if number}
            deck = msgspec.structs.replace(deck, maybe=kept)
        self.history.step(deck if cards is None else deck.with_cards(cards))
