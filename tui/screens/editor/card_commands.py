"""What the keys of the deck editor do to cards: those that are marked, or the one under the cursor."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.words import small
from decks.editing.edited_deck import EditedDeck
from decks.editing.session import EditSession
from decks.report import count
from tui.screens.editor import card_rows
from tui.screens.editor.front import EditorFront
from tui.screens.editor.panes import CardsPane, DeckPane, PoolPane
from tui.screens.editor.saving import DeckSaving


class CardCommands:
    """Cards put in, taken out, kept as a maybe and marked; and all of that taken back."""

    def __init__(
        self,
        session: EditSession,
        pool: PoolPane,
        deck: DeckPane,
        current: Callable[[], CardsPane],
        saving: DeckSaving,
        front: EditorFront,
    ) -> None:
        """`current` gives the pane that keys are for."""
        self._session = session
        self._pool = pool
        self._deck = deck
        self._current = current
        self._saving = saving
        self._front = front

    @property
    def _editing(self) -> EditedDeck:
        return self._session.editing

    def add(self) -> None:
        """One more copy of each."""
        if self._saving.may_change() and (keys := self._targets()):
            self._do(self._editing.add_all, keys, self._editing.why_no_more)

    def take(self) -> None:
        """One copy less of each."""
        if self._saving.may_change() and (keys := self._targets()):
            self._take(keys, self._current())

    def put(self, copies: int) -> None:
        """So many copies of each."""
        if self._saving.may_change():
            over = copies > self._editing.limit
            refusal = self._editing.why_no_more() if over else "It has so many already."

            def put(cards: Sequence[str], maybe: Sequence[str]) -> int:
                return self._editing.put(cards, copies, maybe)

            self._do(put, self._targets(), lambda: refusal)

    def fill(self) -> None:
        """As many copies of each as are allowed."""
        if self._saving.may_change():

            def fill(cards: Sequence[str], maybe: Sequence[str]) -> int:
                return self._editing.put(cards, maybe=maybe)

            self._do(fill, self._targets(), self._editing.why_no_more)

    def maybe(self) -> None:
        """To the maybe list, or from there into the deck."""
        if self._saving.may_change() and (keys := self._targets()):
            self._aside(keys) if card_rows.apart(keys)[0] else self._into_deck(keys)

    def pick(self, pane: CardsPane, key: str) -> None:
        """A row was picked: its card, or those that are marked, go across."""
        if key not in pane.listed.keys or not self._saving.may_change():
            return  # a key that came so fast that the row has gone meanwhile
        keys = pane.marks() or [key]
        if pane is self._pool:
            self._do(self._editing.add_all, keys, self._editing.why_no_more, pane=pane)
        elif not card_rows.apart(keys)[0]:
            self._into_deck(keys)
        else:
            self._take(keys, pane)

    def mark(self) -> None:
        """Mark the row under the cursor, or take its mark off, and go on to the next."""
        pane = self._current()
        if self._pool.words.has_focus or not self._saving.may_change():
            return
        if not pane.listed.key:
            self._front.say(pane.nothing_here)
            return
        pane.marked ^= {pane.listed.key}
        pane.listed.go_on()
        self._front.show()

    def add_all(self) -> None:
        """A copy of each card that the search finds."""
        if self._pool.wrong is not None:
            self._front.say(f"Not added: {small(str(self._pool.wrong))}")
        elif self._saving.may_change():
            own = [card.id for card in self._pool.found if card.group in self._editing.groups]
            added = self._editing.add_all(own)
            if added:
                self._saving.changed(f"{count(added)} added; u takes them back.")
            else:
                self._front.say("Nothing shown can be added.")

    def undo(self) -> None:
        """Take the last change back."""
        if self._saving.may_change():
            self._went(self._editing.undo(), "Nothing to take back.")

    def redo(self) -> None:
        """Make the change taken back last again."""
        if self._saving.may_change():
            self._went(self._editing.redo(), "Nothing to make again.")

    def _went(self, done: bool, refusal: str) -> None:
        if done:
            self._pool.search()
            back, again = self._editing.history.steps
            self._saving.changed(f"{back} to undo, {again} to redo.")
        else:
            self._front.say(refusal)

    def _targets(self) -> list[str]:
        """The rows that a key is for: those marked in this pane, or else the one under the cursor."""
        pane = self._current()
        marked, key = pane.marks(), pane.listed.key
        if not marked and not key:
            self._front.say(pane.nothing_here)
        return marked or ([key] if key else [])

    def _do(
        self,
        change: Callable[[Sequence[str], Sequence[str]], int],
        keys: Sequence[str],
        refusal: Callable[[], str],
        said: Callable[[], str] | None = None,
        pane: CardsPane | None = None,
    ) -> None:
        """Do something to the cards of these rows of a pane, by default the one that keys are for: those in
        the deck or the pool and those on the maybe list; say what came of it, or why nothing did. It spends
        the marks of these rows."""
        if not keys:
            return
        pane = pane or self._current()
        cards = list(dict.fromkeys(map(card_rows.card_of, keys)))
        changed = change(*card_rows.apart(keys))
        if not changed:
            self._front.say(refusal())
            return
        pane.marked.difference_update(keys)
        if said is not None:
            self._saving.changed(said())
        else:
            left = len(keys) - changed
            as_before = f", {left} as before" if left > 0 else ""
            why = f" {refusal()}" if left > 0 else ""
            several = f"{count(changed)} changed{as_before}; u takes it back.{why}"
            self._saving.changed(several if len(keys) > 1 else "")
        if pane is self._pool:
            # Where it went is seen, in a deck longer than its place too.
            self._deck.listed.put_cursor(cards[0])

    def _take(self, keys: Sequence[str], pane: CardsPane) -> None:
        deck = self._editing.deck
        absent = [card for card in card_rows.apart(keys)[0] if not deck.copies(card)]

        def said() -> str:
            names = self._editing.cards[absent[0]].name if len(absent) == 1 else count(len(absent))
            return f"{names} {'is' if len(absent) == 1 else 'are'} not in the {self._editing.noun}."

        self._do(self._editing.take_each, keys, said, pane=pane)

    def _into_deck(self, keys: Sequence[str]) -> None:
        """From the maybe list into the deck, as far as there may be more."""
        editing = self._editing
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
            lambda cards, _: self._editing.put_aside(cards),
            keys,
            lambda: there,
            lambda: f"{self._named(keys)}: kept as a maybe.",
        )

    def _named(self, keys: Sequence[str]) -> str:
        """The card of a row by its name, or how many rows there are."""
        return self._editing.cards[card_rows.card_of(keys[0])].name if len(keys) == 1 else count(len(keys))
