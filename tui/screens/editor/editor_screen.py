"""The deck editor: the pool on one side, the deck on the other, and what is not legal yet in words.

Every change is kept in a draft beside the saved deck at once, so that neither a crash nor a closed
terminal loses any.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from decks.editing.edited_deck import EditedDeck
from decks.editing.grouping import groupings
from decks.editing.session import EditSession
from decks.report import count, remarks
from decks.storage.store import DeckStore
from tui.editor.editor_commands import BY_ID, COMMANDS, KEY_LINE, MENU, EditorCommand
from tui.match.plans import LocalPlan
from tui.screens.dialogs import Message, Pick
from tui.screens.editor import card_rows
from tui.screens.editor.card_commands import CardCommands
from tui.screens.editor.editor_dialogs import EditorDialogs
from tui.screens.editor.panes import (
    CardBox,
    CardsPane,
    DeckLine,
    DeckPane,
    Filter,
    PoolPane,
    TitleLine,
)
from tui.screens.editor.saving import DeckSaving
from tui.screens.page import Page
from tui.widgets.cursor_list import Cursored
from tui.widgets.key_line import KeyLine, key_name
from tui.widgets.shelves import HEAD, Shelves

R = TypeVar("R")

WIDE = 110
"""Columns from which on there is room for more keys."""
ONLY_WIDE = ("fill", "redo")
"""Commands whose keys are shown only there; the list of everything leads to them too."""
LOOK = 3.0
"""Seconds between two looks at whether somebody else has changed the file."""
STACKED = (24, 28)
"""Fewest rows of a screen on which the shelves of a setup are below its pool; and of a narrow one, where keys
and texts take more rows."""


def _binding(command: EditorCommand, key: str) -> Binding:
    """The key of a command. That of a digit says how many copies."""
    action = f"put({key})" if command.id == "put" else f"do('{command.id}')"
    return Binding(key, action, command.label, key_display=command.sign or None, show=False)


class EditorScreen(Page[None]):
    """One deck, to change or, if it came with the game, to look at and to copy. It puts the panes together,
    and gives each command to the part that does it."""

    CSS_PATH = "editor.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-normal"), (WIDE, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (24, "-usual"), (36, "-high")]
    BINDINGS: ClassVar[list[BindingType]] = [
        _binding(command, key) for command in COMMANDS for key in command.keys
    ]

    def __init__(self, store: DeckStore, key: str) -> None:
        """Raises DeckError if the deck can't be read."""
        super().__init__()
        self.session = EditSession(store, key)
        self.saving = DeckSaving(self.session, self)
        self.pool_pane = PoolPane(self.session)
        self.deck_pane = DeckPane(self.session)
        self.cards = CardCommands(
            self.session, self.pool_pane, self.deck_pane, lambda: self.current, self.saving, self
        )
        self.dialogs = EditorDialogs(self.session, self.saving, self)
        self._title_line = TitleLine(self.session, lambda: self.saving.unsaved)
        self._card = CardBox()
        self._lines = (
            DeckLine("curve", lambda editing, width, _: card_rows.curve(editing, width), wraps=False),
            DeckLine("slots", _slots, wraps=False),
            DeckLine("verdict", card_rows.verdict),
        )
        self._instead = ""
        """What is said in the place of the card, where the top line has no room for it."""
        self._just_said = False
        """Whether it is said of the key that was pressed last, which may move the cursor too."""
        self._one_side = False
        """Whether the player wants all the room for the side that has the keyboard."""
        self.set_class(self.deck_pane.places is not None, "-shelves")
        self.commands: dict[str, Callable[[], object]] = {
            "add": self.cards.add,
            "take": self.cards.take,
            "add_all": self.cards.add_all,
            "mark": self.cards.mark,
            "fill": self.cards.fill,
            "maybe": self.cards.maybe,
            "undo": self.cards.undo,
            "redo": self.cards.redo,
            "find": self._to_search,
            "card": self._whole_card,
            "sort": self._sort,
            "group": self._group,
            "one_side": self._turn_one_side,
            "other_list": self._to_other_list,
            "check": self._legality,
            "numbers": self.dialogs.numbers,
            "hand": self.dialogs.hand,
            "play": self.dialogs.play,
            "rename": self.dialogs.rename,
            "purpose": self.dialogs.purpose,
            "notes": self.dialogs.notes,
            "versions": self.dialogs.versions,
            "import": self.dialogs.take_in,
            "export": self.dialogs.export,
            "save": self.saving.save,
            "copy": self.dialogs.copy,
            "leave": self._back,
            "menu": self._menu,
            "help": self.action_help,
        }
        """What is done for each command that has keys, by its id; but for the digits."""

    def compose(self) -> ComposeResult:
        # Without the heading of other pages: the top line here follows the deck.
        yield self._title_line
        with Horizontal(id="panes"):
            yield self.pool_pane
            yield self.deck_pane
        curve, slots, verdict = self._lines
        yield curve
        yield slots
        yield self._card
        yield verdict
        yield KeyLine(self.keys)

    def on_mount(self) -> None:
        if not self.editing.game.base_slots(self.editing.deck.group):
            self.query_one("#slots").styles.height = 1
        self.to_pool()
        self.pool_pane.search()
        self.show()
        self.set_interval(LOOK, self.look_outside)
        if self.session.looking and not self.session.stock:
            self.say(self.session.why_looking)
        self.saving.offer_draft()

    def on_unmount(self) -> None:
        self.session.close()

    @property
    def editing(self) -> EditedDeck:
        """The deck."""
        return self.session.editing

    @property
    def unkept(self) -> str:
        return self.saving.unkept

    def look_outside(self) -> None:
        """Look whether somebody else has changed the file, and say so once."""
        self.saving.look_outside(covered=not self.is_active)

    # Keys and commands.

    def action_do(self, command: str) -> None:
        """Do the command of this id."""
        self.commands[command]()

    def action_put(self, copies: int) -> None:
        """Give what is meant so many copies."""
        self.cards.put(copies)

    def action_to_pool(self) -> None:
        """Out of the search."""
        self.to_pool()

    @property
    def heading(self) -> str:
        return f"A {self.editing.noun}"

    @property
    def help_text(self) -> str:
        noun, places = self.editing.noun, self.deck_pane.places
        if places is None:
            where = f"is on the left; your {noun} is on the right"
        else:
            word = groupings(self.editing)[0]
            where = (
                f"is above; your {noun} is below, with {places} places for each {word}, where all four"
                " arrows move; Enter on an empty place goes to the cards for it"
            )
        examples = self.editing.examples
        others = "" if self.editing.groups[1:] else " side: finds cards that belong to others as well."
        return (
            f"The pool, all cards that may be in it, {where}. Tab goes from one to the other. Enter moves a"
            " card across, and in the pool goes on to the next one. A number before a card says how many"
            " copies are in it; a digit gives it so many. Space marks cards, and what comes next is done to"
            " all that are marked, whatever the search shows then."
            " On the maybe list, below the cards, + and - and digits change that list;"
            f" m and Enter move a card from there into the {noun}, as far as there may be more.\n\n"
            "Words of the search are found by their beginnings in names and texts. Such things can be asked"
            f" for: {'  '.join(examples)}  and with -not, or, ( ) and set: too.{others}\n\n"
            "u takes the last change back, r makes it again; * gives a card all copies that are allowed.\n\n"
            "d shows a whole card. Where there is little room, z gives all of it to one side.\n\n"
            "Paste a list, a deck file or a share code anywhere here: it is read line by line before anything"
            " is changed."
        )

    @property
    def keys(self) -> list[Binding]:
        if isinstance(self.focused, Filter):
            # All others are letters of the search now.
            leave = BY_ID["leave"]
            return [
                Binding("enter", "to_pool", "to the cards that are found"),
                _binding(leave, leave.keys[0]),
            ]
        looking = self.session.looking
        unused = set() if looking else {"copy"}
        if self.app.size.width < WIDE:
            unused |= set(ONLY_WIDE)
        shown = [BY_ID[id] for id in KEY_LINE if id not in unused]
        return [_binding(one, one.keys[0]) for one in shown if one.usable(looking)]

    def _menu(self) -> None:
        """Everything there is no room for in the line of keys."""
        found = [BY_ID[id] for id in MENU if BY_ID[id].usable(self.session.looking)]
        keys = [_binding(one, one.keys[0]) for one in found]
        lines = [(f"{key_name(key):<4} {key.description}", "") for key in keys]

        def chosen(number: int | None) -> None:
            if number is not None:
                self.commands[found[number].id]()

        self.ask(Pick("More to do", lines, keys=[key.key for key in keys]), chosen)

    # What the parts ask of the screen.

    def say(self, text: str) -> None:
        """Say something at the end of the top line, where name and hash leave room for it, or else in the
        place of the card under the cursor, until that is another; what is said next takes its place."""
        before = self._instead
        self._instead = "" if self._title_line.say(text) else text
        self._just_said = True
        self.call_after_refresh(self._was_said)
        if self._instead != before:
            self._show_card()

    def _was_said(self) -> None:
        self._just_said = False

    def warn(self, text: str) -> None:
        self.notify(text, severity="error", markup=False)

    def show(self) -> None:
        """Draw what depends on the deck; rows that stay as they were cost nothing."""
        self._title_line.show()
        self.pool_pane.show()
        self.deck_pane.show()
        self._show_lines()

    def arrange_anew(self) -> None:
        self.deck_pane.arrange_anew()
        self.pool_pane.arrange_anew()

    def ask(self, dialog: Screen[R], answered: Callable[[R | None], None] | None = None) -> None:
        self.app.push_screen(dialog, answered)

    def open_instead(self, key: str) -> None:
        instead = EditorScreen(self.session.store, key)
        self.session.close()
        self.give_way(instead)

    def leave(self) -> None:
        """Close the deck: at once, since it may be opened again before this page is gone."""
        self.session.close()
        self.dismiss()

    def play(self, plan: LocalPlan) -> None:
        self.tesser.matches.begin(plan)

    # The panes.

    @property
    def current(self) -> CardsPane:
        """The pane that keys are for."""
        return self.deck_pane if self.focused is self.deck_pane.listed else self.pool_pane

    def _pane_of(self, listed: Cursored) -> CardsPane:
        return self.deck_pane if listed is self.deck_pane.listed else self.pool_pane

    @on(Cursored.Picked)
    def _picked(self, event: Cursored.Picked) -> None:
        self.cards.pick(self._pane_of(event.rows), event.key)

    @on(Cursored.Moved)
    def _cursor_moved(self, event: Cursored.Moved) -> None:
        if event.rows is self.current.listed:
            self._lay_out(self.focused)
            if not self._just_said:
                self._instead = ""
            self._show_card()
        if event.rows is self.deck_pane.listed:
            self.deck_pane.leave_part()

    @on(Shelves.Wanted)
    def _wanted(self, event: Shelves.Wanted) -> None:
        """Something for this shelf: go to the cards there are for it."""
        if event.shelf in self.editing.groups:
            self.pool_pane.go_to_group(event.shelf)
            self.to_pool()

    def _sort(self) -> None:
        """The next way to sort the pane that has the keyboard."""
        self.current.sort_on()
        self._arranged()

    def _group(self) -> None:
        """The next way to group the pane that has the keyboard; shelves are grouped by what they are."""
        if self.current is self.deck_pane and self.deck_pane.places is not None:
            self.say(f"A {self.editing.noun} is always by {groupings(self.editing)[0]}; o sorts it.")
            return
        self.current.group_on()
        self._arranged()

    def _arranged(self) -> None:
        if self.current is self.deck_pane:
            self.say(f"{self.editing.noun.capitalize()} {self.deck_pane.how.said}.")
        self.show()

    def _to_other_list(self) -> None:
        in_pool = self.focused is self.pool_pane.listed
        self._turn_to(self.deck_pane.listed if in_pool else self.pool_pane.listed)

    def _turn_one_side(self) -> None:
        """All the room for the side that has the keyboard, or both sides again."""
        self._one_side = not self._one_side
        self._turn_to(self.current.listed)
        self.call_after_refresh(self._resized)
        self.say("One side at a time: Tab goes to the other, z shows both." if self._one_side else "")

    def _to_search(self) -> None:
        self._turn_to(self.pool_pane.words)

    def to_pool(self) -> None:
        """Give the pool the keyboard."""
        self._turn_to(self.pool_pane.listed)

    # The search.

    def on_descendant_focus(self) -> None:
        self.show_keys()
        if isinstance(self.focused, Filter):
            self.pool_pane.begin_search()
        if self.pool_pane.wrong is not None:
            self.pool_pane.show_title()
            self._show_card()

    @on(Input.Changed, "#filter")
    def _search_changed(self) -> None:
        self._instead = ""
        self._show_card()

    @on(Input.Submitted, "#filter")
    def _search_done(self) -> None:
        self.to_pool()

    @on(Filter.Pasted)
    def _pasted(self, event: Filter.Pasted) -> None:
        self.dialogs.take_in(event.text)

    def on_paste(self, event: events.Paste) -> None:
        """A text for none of the fields: a deck, in whatever form."""
        event.stop()
        self.dialogs.take_in(event.text)

    # Legality, and the card under the cursor.

    def _legality(self) -> None:
        """Every reason, each with its cards."""
        said = remarks(self.editing.deck)

        def chosen(number: int | None) -> None:
            reason = said[number].reason if number is not None else None
            if reason is not None and reason.cards:
                self._show_only(reason.cards)
            elif reason is not None:
                self.to_pool()

        title = f"{self.editing.deck.name}: Enter goes to the cards"
        self.ask(Pick(title, [(one.sentence, one.more) for one in said]), chosen)

    def _show_only(self, cards: Sequence[str]) -> None:
        """Mark these cards, and go to the first of them: in the deck, or, if none is there, in the pool."""
        in_deck = any(card in self.editing.deck.cards for card in cards)
        pane = self.deck_pane if in_deck else self.pool_pane
        if not in_deck:
            self.pool_pane.end_search()
        if not self.session.looking:
            pane.marked = set(cards)
        self._turn_to(pane.listed)
        self.show()
        pane.listed.put_cursor(next((key for key in pane.listed.keys if key in cards), ""))
        if not self.session.looking:
            self.say(f"{count(len(pane.marks()))} marked; Esc takes the marks off.")

    def _show_card(self) -> None:
        """Show the card under the cursor, or, until that moves, what is wrong with the search."""
        pane = self.current
        typing = isinstance(self.focused, Filter)
        card = self.editing.cards.get(card_rows.card_of(pane.listed.key))
        if self._instead:
            self._card.tell(self._instead, "$key", typing)
        elif wrong := self.pool_pane.what_is_wrong(pane is self.pool_pane):
            self._card.tell(wrong, "$bad-news", typing)
        elif card is not None:
            self._card.show_card(self.editing, card)
        elif pane is self.deck_pane:
            self._card.remark(self.deck_pane.empty_place)
        else:
            self._card.remark("" if self.pool_pane.found else self.pool_pane.why_empty())

    def _whole_card(self) -> None:
        """The whole card under the cursor, however little room there is for it; or of what is said there."""
        if (told := self._card.told) and not self._card.shows(told):
            self.ask(Message(self.editing.deck.name, told))
            return
        card = self.editing.cards.get(card_rows.card_of(self.current.listed.key))
        if card is not None:
            text = f"{card_rows.what_it_is(self.editing, card)}.\n\n{card_rows.text_of(card)}"
            self.ask(Message(card.name, text))

    def on_click(self, event: events.Click) -> None:
        places = {
            "verdict": "check",
            "curve": "numbers",
            "slots": "numbers",
            "card": "card",
            "pool-title": "sort",
            "slash": "find",
        }
        if event.widget is not None and (command := places.get(event.widget.id or "")):
            event.stop()
            self.commands[command]()

    def _back(self) -> None:
        """Esc: out of the search, then out of its words, then off with the marks, then out of the deck."""
        words, panes = self.pool_pane.words, (self.pool_pane, self.deck_pane)
        if self.focused is words:
            self.to_pool()
            if self.pool_pane.wrong is not None:
                words.value = ""
        elif words.value:
            words.value = ""
        elif any(pane.marked for pane in panes):
            for pane in panes:
                pane.marked.clear()
            self.say("")
            self.show()
        else:
            self.saving.leave()

    # Where everything is.

    def _turn_to(self, widget: Widget) -> None:
        """Give it the keyboard."""
        self._lay_out(widget)
        # At once, unlike Widget.focus: the next key may be there already.
        self.set_focus(widget)

    def _lay_out(self, focused: Widget | None) -> None:
        """Show the side that has the keyboard alone where the player wants that, or where pool and shelves
        have no room above each other. Of shelves, the heads stay."""
        pool, deck, places = self.pool_pane, self.deck_pane, self.deck_pane.places
        small = places is not None and self.size.height < STACKED[self.size.width < 80]
        alone, in_deck = self._one_side or small, focused is deck.listed
        pool.display = not (alone and in_deck)
        if places is None:
            deck.display = in_deck or not alone
            deck.set_class(alone, "-alone")
        else:
            deck.styles.height = "1fr" if alone and in_deck else "auto"
            rows_of_shelves = HEAD if alone else HEAD + places
            deck.listed.styles.height = "1fr" if alone and in_deck else rows_of_shelves

    def on_resize(self) -> None:
        if self.is_mounted:
            self.call_after_refresh(self._resized)
            self.show_keys()

    def _resized(self) -> None:
        self._lay_out(self.focused)
        self._title_line.show()
        self.pool_pane.show_title()
        self._show_lines()
        self._show_card()

    def _show_lines(self) -> None:
        for line in self._lines:
            line.show(self.editing)


def _slots(editing: EditedDeck, width: int, height: int) -> Content:
    """Cards by category beside the slots for them."""
    from tui.screens.editor.statistics_page import category_lines

    return Content("\n").join(category_lines(editing, width))
