"""The rules to be read: topics on the left, text with links on the right, a search over both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Input

from core import registry
from core.contract.game import AnyGame
from core.contract.guide import KINDS, Topic
from tui.screens.page import HELP_KEY, Page
from tui.screens.topics import pages
from tui.widgets.row_list import Column, ListRow, RowList
from tui.widgets.text_reader import EMPTY, TextReader, plain

COLUMNS = (Column(24, 60),)


class RulesScreen(Page[None]):
    """All topics of a game's guide. On a narrow screen either the topics or the text are to be seen."""

    CSS_PATH = "rules_screen.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (78, "-wide"), (110, "-broad")]
    HELP = (
        "Enter reads a topic, and follows a link in the text; Up and Down go from link to link.\n"
        "/ looks for words, in the rules, the rulings, the glossary and on the cards."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "read", "read, follow", key_display="Enter"),
        Binding("slash", "search", "search", key_display="/"),
        Binding("b,left,backspace", "before", "before"),
        Binding("g", "game", "other game"),
        Binding("tab,right", "switch", "topics, text", key_display="Tab"),
        Binding("escape", "back", "back"),
        HELP_KEY,
    ]

    def __init__(self, game: AnyGame, topic: str = "", others: Sequence[str] = ()) -> None:
        """`topic` is the id of the one to begin with; without it the first. `others` are the names of games,
        this one among them, between which one may change."""
        super().__init__()
        self._others = list(others)
        self._game = game
        self._guide = game.texts.guide()
        self._first = topic
        self._topic: Topic | None = None
        self._before: list[Topic] = []
        """What was left by following links."""

    @property
    def heading(self) -> str:
        return f"Rules of {self._game.title}"

    @property
    def keys(self) -> list[Binding]:
        return [key for key in super().keys if key.action != "game" or len(self._others) > 1]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "game" or len(self._others) > 1

    def body(self) -> ComposeResult:
        ruling = next((f", a ruling such as {one.id}" for one in self._guide.of_kind("ruling")), "")
        yield Input(placeholder=f"/ searches: words{ruling}, a card", id="search", compact=True)
        with Horizontal():
            yield RowList(COLUMNS, id="topics")
            yield TextReader(id="text")

    def on_mount(self) -> None:
        self._list_topics(self._guide.topics)
        first = self._guide.topic(self._first) or next(iter(self._guide.topics), None)
        if first is not None:
            self._topics.put_cursor(first.id)
            self._read(first)
        self.set_focus(self._text if self._first else self._topics)
        self.set_class(bool(self._first), "-reading")

    @property
    def _topics(self) -> RowList:
        return self.query_one("#topics", RowList)

    @property
    def _text(self) -> TextReader:
        return self.query_one("#text", TextReader)

    @property
    def _search(self) -> Input:
        return self.query_one("#search", Input)

    @property
    def topic(self) -> Topic | None:
        """What is being read."""
        return self._topic

    def _list_topics(self, topics: tuple[Topic, ...] | list[Topic]) -> None:
        rows = []
        for kind, heading in KINDS.items():
            of_kind = [topic for topic in topics if topic.kind == kind]
            if of_kind:
                rows.append(ListRow("", (heading,)))
                rows += [ListRow(topic.id, (topic.heading,)) for topic in of_kind]
        self._topics.show_rows(rows)

    def _read(self, topic: Topic) -> None:
        if topic != self._topic:
            self._topic = topic
            self._text.show(pages(self._guide, topic))

    # The search.

    @on(Input.Changed, "#search")
    def _typed(self, event: Input.Changed) -> None:
        found = self._guide.find(event.value)
        self._list_topics(found)
        if found:
            best = self._guide.named(event.value) or found[0]
            self._topics.put_cursor(best.id if event.value.strip() else (self._topic or best).id)
        else:
            self._topic = None
            self._text.show([EMPTY, plain("No topic has all of these words.", "quiet")])

    @on(Input.Submitted, "#search")
    def _searched(self) -> None:
        self.set_focus(self._topics)

    def action_search(self) -> None:
        self.remove_class("-reading")
        self.set_focus(self._search)

    def on_key(self, event: events.Key) -> None:
        if self.focused is self._search and event.key in ("down", "escape"):
            event.stop()
            event.prevent_default()
            if event.key == "escape":
                self._search.value = ""
            self.set_focus(self._topics)

    # Reading.

    @on(RowList.Moved)
    def _moved(self) -> None:
        topic = self._guide.topic(self._topics.key)
        if topic is not None and self.focused is not self._text:
            self._before = []
            self._read(topic)

    @on(RowList.Picked)
    def _picked(self, event: RowList.Picked) -> None:
        topic = self._guide.topic(event.key)
        if topic is not None:
            self._read(topic)
            self._to_text()

    @on(TextReader.Followed)
    def _followed(self, event: TextReader.Followed) -> None:
        topic = self._guide.topic(event.link)
        if topic is not None:
            if self._topic is not None:
                self._before.append(self._topic)
            self._to_text()
            self._read(topic)
            self._topics.put_cursor(topic.id)

    def _to_text(self) -> None:
        self.add_class("-reading")
        self.set_focus(self._text)

    def _to_topics(self) -> None:
        self.remove_class("-reading")
        self.set_focus(self._topics)

    def action_read(self) -> None:
        """For a click on the key line."""
        if self.focused is self._text:
            self._text.action_follow()
        else:
            self._topics.action_pick()

    def action_before(self) -> None:
        """Back to where a link was followed; from the first text to the topics."""
        if self._before:
            topic = self._before.pop()
            self._read(topic)
            self._topics.put_cursor(topic.id)
        else:
            self._to_topics()

    def action_switch(self) -> None:
        if self.focused is self._text:
            self._to_topics()
        else:
            self._to_text()

    def action_game(self) -> None:
        """The rules of the next game."""
        place = self._others.index(self._game.name) + 1
        game = registry.load(self._others[place % len(self._others)])
        self.give_way(RulesScreen(game, others=self._others))

    def action_back(self) -> None:
        """Esc: on a narrow screen first from the text to the topics it was picked from."""
        if self.has_class("-narrow") and self.has_class("-reading") and not self._first:
            self._to_topics()
        else:
            self.dismiss()
