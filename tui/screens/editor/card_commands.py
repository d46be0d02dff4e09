"""What the keys of the deck editor do to the cards: those that are marked, or the one under the cursor."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import on

from core.contract.card_info import CardInfo
from core.words import small
from decks.query import QueryError
from decks.report import count
from decks.storage.store import DeckStore
from tui.screens.editor import card_rows
from tui.screens.editor.editor_dialogs import Beside
from tui.screens.editor.lists import CardList, CardShelves, Filter
from tui.widgets.cursor_list import Cursored


class Changing(Beside):
    """An editor's changes of its deck."""

    def __init__(self, store: DeckStore, key: str) -> None:
        """Raises DeckError if the deck can't be read."""
        super().__init__(store, key)
        self.marked: dict[str, set[str]] = {"pool": set(), "deck": set()}
        """By list: the keys of the rows that are marked."""
        self.found: list[CardInfo] = []
        """The cards that the search finds, or that it found last."""
        self.wrong: QueryError | None = None
        """What is wrong with the search; `found` is then of the one before."""

    def search(self) -> None:
        """Find the cards of the pool that the filter asks for."""
        raise NotImplementedError

    @property
    def pool_list(self) -> CardList:
        """The cards that may be in it."""
        return self.query_one("#pool", CardList)

    @property
    def deck_list(self) -> Cursored:
        """The cards that are in it."""
        return self.query_one("#deck", Cursored)

    @property
    def current_list(self) -> Cursored:
        """The list that keys are for."""
        return self.deck_list if self.focused is self.deck_list else self.pool_list

    @property
    def deck_part(self) -> str:
        """The part of the deck, or the shelf, that its cursor is in; empty if it is nowhere."""
        listed = self.deck_list
        if isinstance(listed, CardShelves):
            return listed.shelf.key if listed.shelf is not None else ""
        return listed.part if isinstance(listed, CardList) else ""

    @on(Cursored.Picked)
    def _picked(self, event: Cursored.Picked) -> None:
        if event.key not in event.rows.keys or not self.may_change():
            return  # a key that came so fast that the row has gone meanwhile
        keys = self.marks(event.rows) or [event.key]
        if event.rows is self.pool_list:
            self._do(self.editing.add_all, keys, self.editing.why_no_more, listed=event.rows)
        elif not card_rows.apart(keys)[0]:
            self._into_deck(keys)
        else:
            self._take(keys, event.rows)

    def marks(self, listed: Cursored) -> list[str]:
        """The rows of a list that are marked: those that are shown, in order, then those that the search does
        not find now."""
        marked = self.marked[listed.id or ""]
        shown = [key for key in listed.keys if key in marked]
        return shown + sorted(marked.difference(shown))

    def _targets(self) -> list[str]:
        """The rows that a key is for: those marked in this list, or else the one under the cursor."""
        marked = self.marks(self.current_list)
        if not marked and not self.current_list.key:
            self.say(self._nothing_here)
        return marked or ([self.current_list.key] if self.current_list.key else [])

    @property
    def _nothing_here(self) -> str:
        """What there is to say where the cursor is on no card."""
        if self.current_list is self.deck_list and self.deck_part == card_rows.MAYBE:
            return "Nothing is a maybe any more."
        if isinstance(self.current_list, CardShelves):
            if self.deck_part not in self.editing.groups:
                return "No card lies here any more."
            return "No card lies here: Enter goes to those for it."
        if self.current_list is self.pool_list:
            return "No card is found."
        return f"The {self.editing.noun} is empty: Tab goes to the pool."

    def _do(
        self,
        change: Callable[[Sequence[str], Sequence[str]], int],
        keys: Sequence[str],
        refusal: Callable[[], str],
        said: Callable[[], str] | None = None,
        listed: Cursored | None = None,
    ) -> None:
        """Do something to the cards of these rows of a list, by default the one that keys are for: those in
        the deck or the pool and those on the maybe list; say what came of it, or why nothing did. It spends
        the marks of these rows."""
        if not keys:
            return
        listed = listed or self.current_list
        cards = list(dict.fromkeys(map(card_rows.card_of, keys)))
        changed = change(*card_rows.apart(keys))
        if not changed:
            self.say(refusal())
            return
        self.marked[listed.id or ""].difference_update(keys)
        if said is not None:
            self.changed(said())
        else:
            left = len(keys) - changed
            as_before = f", {left} as before" if left > 0 else ""
            why = f" {refusal()}" if left > 0 else ""
            several = f"{count(changed)} changed{as_before}; u takes it back.{why}"
            self.changed(several if len(keys) > 1 else "")
        if listed is self.pool_list:
            # Where it went is seen, in a deck longer than its place too.
            self.deck_list.put_cursor(cards[0])

    def _take(self, keys: Sequence[str], listed: Cursored | None = None) -> None:
        deck = self.editing.deck
        absent = [card for card in card_rows.apart(keys)[0] if not deck.copies(card)]

        def said() -> str:
            names = self.editing.cards[absent[0]].name if len(absent) == 1 else count(len(absent))
            return f"{names} {'is' if len(absent) == 1 else 'are'} not in the {self.editing.noun}."

        self._do(self.editing.take_each, keys, said, listed=listed)

    def _into_deck(self, keys: Sequence[str]) -> None:
        """From the maybe list into the deck, as far as there may be more."""
        editing = self.editing
        listed = editing.deck.maybe
        before = sum(listed[card_rows.card_of(key)] for key in keys)

        def said() -> str:
            left = sum(editing.deck.maybe.get(card_rows.card_of(key), 0) for key in keys)
            what = f"{self._named(keys)}: {before - left if left else ''} in the {editing.noun}"
            stays = f", {left} still a maybe: {small(editing.why_no_more())}" if left else "."
            return " ".join(f"{what}{stays}".split())

        self._do(lambda _, maybe: editing.take_back(maybe), keys, editing.why_no_more, said)

    def _aside(self, keys: Sequence[str]) -> None:
        """To the maybe list."""
        there = "It is on the maybe list already."
        self._do(
            lambda cards, _: self.editing.put_aside(cards),
            keys,
            lambda: there,
            lambda: f"{self._named(keys)}: kept as a maybe.",
        )

    def _named(self, keys: Sequence[str]) -> str:
        """The card of a row by its name, or how many rows there are."""
        return self.editing.cards[card_rows.card_of(keys[0])].name if len(keys) == 1 else count(len(keys))

    def action_add(self) -> None:
        if self.may_change() and (keys := self._targets()):
            self._do(self.editing.add_all, keys, self.editing.why_no_more)

    def action_take(self) -> None:
        if self.may_change() and (keys := self._targets()):
            self._take(keys)

    def action_put(self, copies: int) -> None:
        """Give what is meant so many copies."""
        if self.may_change():
            over = copies > self.editing.limit
            refusal = self.editing.why_no_more() if over else "It has so many already."

            def put(cards: Sequence[str], maybe: Sequence[str]) -> int:
                return self.editing.put(cards, copies, maybe)

            self._do(put, self._targets(), lambda: refusal)

    def action_fill(self) -> None:
        if self.may_change():

            def fill(cards: Sequence[str], maybe: Sequence[str]) -> int:
                return self.editing.put(cards, maybe=maybe)

            self._do(fill, self._targets(), self.editing.why_no_more)

    def action_maybe(self) -> None:
        """To the maybe list, or from there into the deck."""
        if self.may_change() and (keys := self._targets()):
            self._aside(keys) if card_rows.apart(keys)[0] else self._into_deck(keys)

    def action_mark(self) -> None:
        """Mark the row under the cursor, or take its mark off, and go on to the next."""
        listed = self.current_list
        if isinstance(self.focused, Filter) or not self.may_change():
            return
        if not listed.key:
            self.say(self._nothing_here)
            return
        self.marked[listed.id or ""] ^= {listed.key}
        listed.go_on()
        self.show()

    def action_add_all(self) -> None:
        if self.wrong is not None:
            self.say(f"Not added: {small(str(self.wrong))}")
        elif self.may_change():
            own = [card.id for card in self.found if card.group in self.editing.groups]
            added = self.editing.add_all(own)
            if added:
                self.changed(f"{count(added)} added; u takes them back.")
            else:
                self.say("Nothing shown can be added.")

    def action_undo(self) -> None:
        if self.may_change():
            self._went(self.editing.undo(), "Nothing to take back.")

    def action_redo(self) -> None:
        if self.may_change():
            self._went(self.editing.redo(), "Nothing to make again.")

    def _went(self, done: bool, refusal: str) -> None:
        if done:
            self.search()
            back, again = self.editing.history.steps
            self.changed(f"{back} to undo, {again} to redo.")
        else:
            self.say(refusal)
