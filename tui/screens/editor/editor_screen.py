"""The deck editor: the pool on one side, the deck on the other, and what is not legal yet in words.

Every change is kept in a draft beside the saved deck at once, so that neither a crash nor a closed
terminal loses any.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.widgets import Input, Static

from decks.editing.grouping import groupings, sortings
from decks.report import count
from tui.screens.dialogs import Message
from tui.screens.editor import card_rows
from tui.screens.editor.lists import Filter
from tui.screens.editor.panes import Drawing
from tui.widgets.cursor_list import Cursored
from tui.widgets.shelves import Shelves

WIDE = 110
"""Columns from which on there is room for more keys."""
LOOK = 3.0
"""Seconds between two looks at whether somebody else has changed the file."""


class EditorScreen(Drawing):
    """One deck, to change or, if it came with the game, to look at and to copy."""

    CSS_PATH = "editor.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-normal"), (WIDE, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (24, "-usual"), (36, "-high")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus", "add", "add", key_display="+"),
        Binding("equals_sign,right", "add", "add", show=False),
        Binding("minus", "take", "take", key_display="-"),
        Binding("a", "add_all", "add all"),
        Binding("left", "take", "take", show=False),
        Binding("space", "mark", "mark"),
        Binding("asterisk", "fill", "limit", key_display="*"),
        Binding("m", "maybe", "maybe"),
        Binding("slash", "filter", "search", key_display="/"),
        Binding("u", "undo", "undo"),
        Binding("r", "redo", "redo"),
        Binding("s", "save", "save"),
        Binding("p", "play", "play"),
        Binding("t", "statistics", "numbers"),
        Binding("l", "legality", "legality"),
        Binding("c", "copy", "copy"),
        Binding("full_stop", "more", "more", key_display="."),
        Binding("question_mark", "help", "help"),
        Binding("escape", "back", "back"),
        *(Binding(str(digit), f"put({digit})", show=False) for digit in range(10)),
        Binding("o", "sort", "sort in another way", show=False),
        Binding("g", "group", "group in another way", show=False),
        Binding("n", "notes", "plan and notes", show=False),
        Binding("f", "meant", "another side or format", show=False),
        Binding("v", "versions", "versions, and what is different", show=False),
        Binding("h", "hand", "sample hands", show=False),
        Binding("d", "card", "the whole card", show=False),
        Binding("z", "one_side", "all the room for one side", show=False),
        Binding("i", "import", "import a list, a file, a share code", show=False),
        Binding("x", "export", "export", show=False),
        Binding("w", "rename", "another name", show=False),
        Binding("tab,shift+tab", "other_list", "the other list", show=False),
        Binding("down", "leave_filter", show=False),
    ]

    def open_instead(self, key: str) -> None:
        instead = EditorScreen(self.session.store, key)
        self.session.close()
        self.give_way(instead)

    def to_pool(self) -> None:
        self.turn_to(self.pool_list)

    @property
    def heading(self) -> str:
        return f"A {self.editing.noun}"

    @property
    def help_text(self) -> str:
        noun = self.editing.noun
        if self._places is None:
            where = f"is on the left; your {noun} is on the right"
        else:
            word = groupings(self.editing)[0]
            where = (
                f"is above; your {noun} is below, with {self._places} places for each {word}, where all four"
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
            return [
                Binding("enter", "leave_filter", "to the cards that are found"),
                Binding("escape", "back", "back"),
            ]
        unused = self.CHANGING.split() if self.session.looking else ["copy"]
        if self.app.size.width < WIDE:
            unused += ["fill", "redo"]  # more leads to them
        return [binding for binding in super().keys if binding.action not in unused]

    def on_mount(self) -> None:
        self.query_one(Filter).cursor_blink = False
        if not self.editing.game.base_slots(self.editing.deck.group):
            self.query_one("#slots").styles.height = 1
        self.turn_to(self.pool_list)
        self.search()
        self.show()
        self.set_interval(LOOK, self._look_outside)
        if self.session.looking and not self.session.stock:
            self.say(self.session.why_looking)
        self._offer_draft()

    def on_resize(self) -> None:
        super().on_resize()
        if self.is_mounted:
            self.show_keys()

    def on_descendant_focus(self) -> None:
        self.show_keys()
        if isinstance(self.focused, Filter):
            self._sought_from = self.pool_list.key
        if self.wrong is not None:
            self._show_pool_title()
            self.show_card()

    # The lists.

    @on(Cursored.Moved)
    def _cursor_moved(self, event: Cursored.Moved) -> None:
        if event.rows is self.current_list:
            self._lay_out(self.focused)
            if not self._just_said:
                self._instead = ""
            self.show_card()
        if event.rows is self.deck_list:
            self.left_part()

    @on(Shelves.Wanted)
    def _wanted(self, event: Shelves.Wanted) -> None:
        """Something for this shelf: go to the cards there are for it."""
        if event.shelf not in self.editing.groups:
            return

        def fitting() -> list[str]:
            cards = self.editing.cards
            return [key for key in self.pool_list.keys if cards[key].group == event.shelf]

        if not fitting():
            self.query_one(Filter).value = ""
            self.search()
            self.show()
        self.turn_to(self.pool_list)
        self.pool_list.put_cursor(next(iter(fitting()), ""))

    def action_sort(self) -> None:
        self._arrange("sort", sortings(self.editing))

    def action_group(self) -> None:
        self._arrange("group", groupings(self.editing))

    def _arrange(self, what: str, words: Sequence[str]) -> None:
        """The next way to sort or group the list that has the keyboard."""
        pool = self.current_list is self.pool_list
        if not pool and what == "group" and self._places is not None:
            self.say(f"A {self.editing.noun} is always by {words[0]}; o sorts it.")
            return
        how = self._pool_how if pool else self._deck_how
        word = words[(words.index(getattr(how, what)) + 1) % len(words)]
        how = how._replace(**{what: word})
        if pool:
            self._pool_how = how
        else:
            self._deck_how = how
            self.say(f"{self.editing.noun.capitalize()} {how.said}.")
        self.show()

    def action_other_list(self) -> None:
        self.turn_to(self.deck_list if self.focused is self.pool_list else self.pool_list)

    def action_one_side(self) -> None:
        """All the room for the side that has the keyboard, or both sides again."""
        self.one_side = not self.one_side
        self.turn_to(self.current_list)
        self.call_after_refresh(self._resized)
        self.say("One side at a time: Tab goes to the other, z shows both." if self.one_side else "")

    def action_filter(self) -> None:
        self.turn_to(self.query_one(Filter))

    def action_leave_filter(self) -> None:
        self.turn_to(self.pool_list)

    @on(Input.Changed, "#filter")
    def _filter_changed(self) -> None:
        self._instead = ""
        self.search()
        if self.wrong is None:
            # While words are typed, what a part of them has found is no card that the player went to.
            typed = isinstance(self.focused, Filter)
            self._show_pool(self._sought_from if typed else self.pool_list.key)
        else:
            self._show_pool_title()
        self.show_card()

    @on(Input.Submitted, "#filter")
    def _filter_done(self) -> None:
        self.turn_to(self.pool_list)

    @on(Filter.Pasted)
    def _pasted(self, event: Filter.Pasted) -> None:
        self._import(event.text)

    def on_paste(self, event: events.Paste) -> None:
        """A text for none of the fields: a deck, in whatever form."""
        event.stop()
        self._import(event.text)

    def show_only(self, cards: Sequence[str]) -> None:
        """Mark these cards, and go to the first of them: in the deck, or, if none is there, in the pool."""
        listed = self.deck_list if any(card in self.editing.deck.cards for card in cards) else self.pool_list
        if listed is self.pool_list:
            self.query_one(Filter).value = ""
            self.search()
        if not self.session.looking:
            self.marked[listed.id or ""] = set(cards)
        self.turn_to(listed)
        self.show()
        first = next((key for key in listed.keys if key in cards), "")
        listed.put_cursor(first)
        if not self.session.looking:
            self.say(f"{count(len(self.marks(listed)))} marked; Esc takes the marks off.")

    def on_click(self, event: events.Click) -> None:
        places = {"verdict": self.action_legality, "curve": self.action_statistics}
        places |= {
            "card": self.action_card,
            "slots": self.action_statistics,
            "pool-title": self.action_sort,
            "slash": self.action_filter,
        }
        if event.widget is not None and (action := places.get(event.widget.id or "")):
            event.stop()
            action()

    def action_card(self) -> None:
        """The whole card under the cursor, however little room there is for it; or of what is said there."""
        if (told := self.told) and told not in " ".join(str(self.query_one("#card", Static).content).split()):
            self.app.push_screen(Message(self.editing.deck.name, told))
            return
        card = self.editing.cards.get(card_rows.card_of(self.current_list.key))
        if card is not None:
            text = f"{card_rows.what_it_is(self.editing, card)}.\n\n{card_rows.text_of(card)}"
            self.app.push_screen(Message(card.name, text))

    def action_back(self) -> None:
        """Esc: out of the filter, then out of its words, then off with the marks, then out of the deck."""
        words = self.query_one(Filter)
        if self.focused is words:
            self.turn_to(self.pool_list)
            if self.wrong is not None:
                words.value = ""
        elif words.value:
            words.value = ""
        elif any(self.marked.values()):
            for marked in self.marked.values():
                marked.clear()
            self.say("")
            self.show()
        elif not self.session.unsaved:
            self.leave()
        else:
            self._ask_before_leaving()
