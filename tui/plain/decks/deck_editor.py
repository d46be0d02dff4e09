"""One deck open in plain mode: what is typed is done to it, until the player leaves it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import assert_never

from core.contract.card_info import CardInfo
from core.words import counted
from decks.comparison import compare
from decks.editing import grouping
from decks.editing.conflict import CHANGED_SINCE, FileState, FileWatch, changed_outside, unsaved
from decks.editing.edited_deck import EditedDeck
from decks.editing.session import EditSession
from decks.model import DeckError
from decks.storage.store import DeckStore
from tui.editor.editor_commands import BY_ID, Use, help_lines, typed_command
from tui.match.plans import LocalPlan
from tui.plain.ask import Back, MenuItem, Quit, pick, typed_line
from tui.plain.console import Console
from tui.plain.decks import (
    card_changes,
    deck_contents,
    deck_details,
    deck_exchange,
    deck_saving,
    deck_verdict,
    deck_versions,
)
from tui.plain.decks.deck_texts import few, maybe_changed, overview


class DeckEditor:
    """One deck. Nothing is lost: what isn't saved is kept as a draft, whatever happens."""

    def __init__(
        self, console: Console, store: DeckStore, key: str, play: Callable[[LocalPlan], object]
    ) -> None:
        """`play` plays a match. Raises DeckError if the deck can't be read."""
        self.console = console
        self.store = store
        self.session = EditSession(store, key)
        self.play = play
        self.instead = ""
        """The key of the deck that is to be opened once this one is left."""
        self.out = False
        """Whether the player leaves it."""
        self.how = grouping.usual(self.editing)
        """How cards are grouped and sorted."""
        self.more: list[CardInfo] = []
        """Cards that were found last and not said yet."""
        self.seed = 0
        """Which sample hand was said last; 0 for none."""
        self._watch = FileWatch(self.session)

    @property
    def editing(self) -> EditedDeck:
        """The deck as it is now, and the way there."""
        return self.session.editing

    def run(self) -> str:
        """Do what is typed until the player is done; gives the key of a deck to open instead, or nothing.
        Raises Quit, and Back where the player doesn't say what becomes of a draft."""
        try:
            self._run()
        finally:
            self.session.close()
        return self.instead

    def _run(self) -> None:
        self._take_up_draft()
        self.console.say(*overview(self.editing.deck))
        if self.session.looking:
            self.console.say(self.session.why_looking, "Type copy for that; help lists what else there is.")
        else:
            self.console.say("Type add, take, find, check, save, done; help lists all there is.")
        while not self.out:
            self._tell_outside()
            try:
                try:
                    given = typed_line(self.console, allow_empty=True)
                except Back:
                    given = "done"
                self._do(given)
            except Back:
                self.console.say(f"Nothing is done. You are at {self.editing.deck.name}.")
            except Quit:
                deck_saving.done(self, "")
                if self.out:
                    raise
            except DeckError as error:
                self.console.say(*error.sentences)

    def _do(self, given: str) -> None:
        typed, _, rest = given.partition(" ")
        command = typed_command(typed) if typed else BY_ID["overview"]
        if command is None:
            self.console.say(f'There is no command "{typed[:40]}" here; help lists them.')
        elif command.use is not Use.CHANGING or self.may_change():
            HANDLERS[command.id](self, rest.strip())

    def _take_up_draft(self) -> None:
        """Ask what becomes of changes that were never saved. Raises Back and Quit, and then they stay."""
        try:
            draft = self.session.draft()
        except DeckError as error:
            self.console.say(*error.sentences)
            return
        if draft is None:
            return
        saved = self.editing.saved
        ways = [
            MenuItem("go on with the changes", counted(draft.size, "card")),
            MenuItem("start from what is saved", f"{counted(saved.size, 'card')}; the changes are lost"),
        ]
        said = f"{saved.name} has changes that were not saved."
        if self.session.draft_is_of_another:
            said += f" {CHANGED_SINCE}"
        if pick(self.console, said, ways) == 0:
            self.session.take_up_draft()
            self.again()
        else:
            self.session.drop_draft()

    def _tell_outside(self) -> None:
        """Say once what somebody else has done to the file."""
        if self.session.looking:
            return
        if not self._watch.look():
            return
        state, before = self._watch.state, self._watch.before
        match state:
            case FileState.GONE | FileState.NO_FOLDER:
                self._keep_lost()
            case FileState.CHANGED:
                said = changed_outside(self.editing.deck.name)
                self.console.say(said, "Type save to say what becomes of both.")
            case FileState.AS_SAVED:
                if before.lost:
                    with suppress(DeckError):  # a draft of it is not needed now, and does no harm
                        self.session.keep()
            case _:
                assert_never(state)

    def _keep_lost(self) -> None:
        """Its file is gone, or the folder of that: keep what is here, and say so."""
        if not self.may_change():
            return
        anew = "; save writes it anew" if self._watch.state is FileState.GONE else ""
        self.console.say(unsaved(self.session))
        try:
            self.session.keep_again()
        except DeckError as error:
            self.console.say(f"It is not kept as a draft: {error} It is here as long as tesser runs.")
        else:
            self.console.say(f"What you have here is kept{anew}.")

    def may_change(self) -> bool:
        """Whether it can be changed; says why not."""
        if not self.session.hold():
            self.console.say(self.session.why_looking, "Type copy for that.")
        return not self.session.looking

    def again(self) -> None:
        """It may be another side's by now: cards are arranged as is usual for it, none is found."""
        self.how, self.more = grouping.usual(self.editing), []

    def saved(self) -> None:
        """The file is what is here, or the other way round: a change of it from outside is news again."""
        self._watch.settle()

    def changed(self, *said: str) -> None:
        """After a change: keep it, say what was done, and how many cards there are now."""
        kept = ""
        try:
            self.session.keep()
        except DeckError as error:
            kept = f"It is not kept as a draft: {error} It is here as long as tesser runs."
        self.console.say(*said, *([kept] if kept else []), f"{self.editing.size} now.")

    def step(self, do: Callable[[], object], *said: str) -> bool:
        """Do something to the deck; what is `said` of it is said if it changed anything. Whether it did."""
        before = self.editing.deck
        do()
        if self.editing.deck == before:
            return False
        self.changed(*said)
        return True

    def difference(self, do: Callable[[], object]) -> list[str]:
        """Do something to the deck; gives what is more and less by it, in a few short sentences."""
        before = self.editing.deck
        do()
        changes = compare(before, self.editing.deck)
        more = [f"{n} {changes.names[card]}" for card, n in changes.cards.items() if n > 0]
        less = [f"{-n} {changes.names[card]}" for card, n in changes.cards.items() if n < 0]
        told = [f"{word}: {few(cards)}." for word, cards in (("In", more), ("Out", less)) if cards]
        return [*told, *maybe_changed(changes), *changes.others]


def _help(editor: DeckEditor, rest: str) -> None:
    editor.console.say(*help_lines(rest))


HANDLERS: dict[str, Callable[[DeckEditor, str], object]] = {
    **card_changes.HANDLERS,
    **deck_contents.HANDLERS,
    **deck_verdict.HANDLERS,
    **deck_details.HANDLERS,
    **deck_versions.HANDLERS,
    **deck_exchange.HANDLERS,
    **deck_saving.HANDLERS,
    "help": _help,
}
"""What is done for each command that can be typed, by its id."""
