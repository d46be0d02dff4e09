"""A board of cards: zones that may scroll, a hand, cards that are marked before they are given, lists."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

from core.contract.choice import HIDDEN, Choice
from core.contract.game import AnyGame
from tui.boards.board_keys import Keys
from tui.boards.board_state import Spot
from tui.boards.board_widget import Board
from tui.boards.list_rows import Look
from tui.boards.painter import CHOICES, HAND, LIST, PLAIN, TOGETHER, BoardPainter, Button
from tui.boards.spot_detail import About
from tui.boards.styles import COMPONENTS, CSS
from tui.widgets.detail_panel import Detail
from tui.widgets.panels import Panel


class Prompt(Protocol):
    """What is asked now, in a game's words, with what the reader has done on the board alone."""

    def question(self) -> tuple[str, str]:
        """The question, or what is going on, and its look."""

    def buttons(self) -> list[Button]:
        """The choices that are no cards."""

    def enter(self, cursor: tuple[str, int] | None) -> str:
        """What Enter would do with the card under the cursor; empty for nothing."""

    def keys(self, over: bool) -> Keys:
        """The keys there are, the most useful first."""

    def why_not(self, zone: str, handle: int) -> str:
        """Why this card can't be chosen, in a sentence."""

    def complete(self) -> bool:
        """Whether as many cards are marked as are to be given."""


class Scrolled(NamedTuple):
    """A zone of which not all need be seen."""

    y: int
    lines: int
    """Where it is drawn."""
    seen: int
    """How many of its rows are seen at once."""
    rows: int


class CardBoard(Board):
    """What a board of cards does whatever the game. It knows no rules."""

    COMPONENT_CLASSES = COMPONENTS
    DEFAULT_CSS = CSS
    MARKING: ClassVar[Sequence[str]] = ()
    """Questions whose cards are marked first and then given together."""
    TWICE: ClassVar[Sequence[str]] = ()
    """Questions where choosing none wastes something, and so is asked twice."""
    LISTS: ClassVar[Sequence[str]] = ()
    """Questions with a list of their own, which opens by itself."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self._tops: dict[str, int] = {}
        """First row seen of each zone that scrolls."""
        self._marked: list[int] = []
        self._armed = False
        """Whether Space was pressed once where it is asked twice."""
        self._about = About()
        """What is said of the spot under the cursor."""
        self._hand_place = 0
        self._hand_card = -1

    # What a game's board fills in.

    @abstractmethod
    def moment(self) -> Prompt:
        """What is asked now, in words."""

    @abstractmethod
    def hand(self) -> Sequence[int]:
        """The handles of the reader's hand, as they lie."""

    @abstractmethod
    def scrolled(self) -> Mapping[str, Scrolled]:
        """By zone that may scroll: how it lies now; empty before anything was drawn."""

    @abstractmethod
    def row_of(self, zone: str, key: int) -> int:
        """The row of its zone that a card lies in."""

    @abstractmethod
    def about_spot(self, spot: Spot) -> About:
        """What there is to say about a spot."""

    @abstractmethod
    def panel(self) -> Panel[list[Choice]]:
        """The list that the open question is answered with."""

    @abstractmethod
    def piles(self) -> Panel[None]:
        """The discard piles."""

    def look(self) -> Look:
        """What its lists need to know."""
        return Look(self.app.size.width, self.guard, self.explain)

    @abstractmethod
    def kind_of(self, card: int) -> str:
        """What sort of card it is, with its numbers."""

    def card_at(self, spot: Spot) -> int:
        """The identity of the card at a spot; HIDDEN if there is none, or it can't be seen."""
        scene = self.scene
        card: int = HIDDEN if scene is None or spot.zone == CHOICES else scene.view.cards[spot.key]
        return card

    def to_mark(self) -> int:
        """How many cards are to be marked and then given together; 0 if Enter chooses at once."""
        decision = self.scene.decision if self.scene else None
        return decision.limit if decision is not None and decision.kind in self.MARKING else 0

    def listed(self) -> bool:
        """Whether the open question is answered in a list of its own."""
        return self.kind() in self.LISTS

    def twice(self, plain: Choice) -> bool:
        """Whether this choice, which names no card, wastes something and so is asked twice."""
        return self.kind() in self.TWICE

    # Drawing.

    def kind(self) -> str:
        """The kind of the open question; empty if there is none."""
        decision = self.scene.decision if self.scene else None
        return decision.kind if decision else ""

    def write(
        self, painter: BoardPainter[Any, Any, Any], moment: Prompt, lines: list[str], look: str
    ) -> None:
        """Everything below the cards: news, the question in these lines, choices, keys, what is under the
        cursor."""
        scene = self.scene
        assert scene is not None
        painter.news()
        painter.question(lines, look)
        painter.choices(moment.buttons(), moment.enter(self.cursor))
        painter.keys(scene.keys or moment.keys(self.over), self.hint)
        spot = next((one for one in painter.spots if (one.zone, one.key) == self.cursor), None)
        self._about = About() if spot is None else self.about_spot(spot)
        if self.aside is None:
            painter.detail(self._about)
        self.hints = painter.hints

    def details(self) -> list[Detail]:
        return self._about.details()

    def scroll(self) -> None:
        """Keep what is seen of each zone within it, and on the cursor where that has just moved."""
        for zone, lies in self.scrolled().items():
            top = self._tops.get(zone, 0)
            if self.follow and self.cursor is not None and self.cursor[0] == zone:
                row = self.row_of(zone, self.cursor[1])
                top = min(max(top, row - lies.seen + 1), row)
            self._tops[zone] = max(0, min(top, lies.rows - lies.seen))

    def wheel(self, y: int, step: int) -> None:
        if self.scene is None:
            return
        for zone, lies in self.scrolled().items():
            if lies.y <= y < lies.y + lies.lines:
                self.scroll_zone(zone, step)

    def scroll_zone(self, zone: str, step: int) -> None:
        self._tops[zone] = self._tops.get(zone, 0) + step
        self.follow = False
        self.repaint()

    # The cursor.

    def go(self, zone: str, key: int) -> None:
        if zone == HAND:
            handles = self.hand()
            if key in handles:
                self._hand_place, self._hand_card = list(handles).index(key), key
        if (zone, key) != self.cursor:
            self._armed = False
        super().go(zone, key)

    def legal(self, spot: Spot) -> bool:
        return spot.zone == CHOICES or self.choice_of(spot.key) is not None

    def next_zone(self, step: int) -> None:
        if self.cursor != (CHOICES, TOGETHER) and self.find((CHOICES, TOGETHER)) is not None:
            self.go(CHOICES, TOGETHER)  # Enough are marked.
        else:
            super().next_zone(step)

    def number(self, place: int) -> None:
        hand = self.hand()
        if place < len(hand):
            self.go(HAND, hand[place])

    def show(self, scene: Any) -> None:
        old = self.kind()
        super().show(scene)
        if self.kind() != old:
            self._armed = False
        if not self.to_mark():
            self._marked = []
        if self.scene is not None and self.spot() is None:
            self.settle()
        self.repaint()

    def settle(self) -> None:
        """The card under the cursor is gone: stay near it."""
        hand = self.hand()
        if hand:
            self.go(HAND, hand[min(self._hand_place, len(hand) - 1)])
        elif self.spots:
            self.go(self.spots[-1].zone, self.spots[-1].key)
        else:
            self.cursor = None

    def stay(self) -> None:
        """Where the cursor is useful if the question points at nothing: on the hand card it was on."""
        if self.find((HAND, self._hand_card)) is not None:
            self.go(HAND, self._hand_card)
        elif (
            self.to_mark() or self.cursor is None or self.cursor[0] in (CHOICES, HAND) or self.spot() is None
        ):
            self.settle()

    # Choosing.

    def act(self, zone: str, key: int) -> None:
        if zone == CHOICES:
            if key == PLAIN:
                self.skip()
            elif key == LIST:
                self.open_list()
            elif key == TOGETHER:
                self._give()
            return
        choice = self.choice_of(key)
        if self.listed():
            self.open_list()
        elif choice is None:
            self.hint = self.moment().why_not(zone, key)
        elif self.to_mark():
            self._mark(key)
        else:
            self.post_message(self.Picked([choice]))

    def _mark(self, handle: int) -> None:
        if handle in self._marked:
            self._marked.remove(handle)
        elif len(self._marked) < self.to_mark():
            self._marked.append(handle)
        else:
            self.hint = "Enough are chosen; take one of them back first."
            return
        self.repaint()
        if self.moment().complete():
            # The button appears under the pressed key.
            self.question_appeared()
            self.go(CHOICES, TOGETHER)
        elif handle in self._marked:
            self._next_unmarked(handle)

    def _next_unmarked(self, handle: int) -> None:
        """On to the next card that could be marked, so that Enter alone marks one after another."""
        hand = [one for one in self.hand() if one == handle or self.choice_of(one) is not None]
        if handle not in hand:
            return
        at = hand.index(handle)
        rest = [one for one in (*hand[at:], *hand[:at]) if one not in self._marked]
        if rest:
            self.go(HAND, rest[0])

    def _give(self) -> None:
        picks = [choice for handle in self._marked if (choice := self.choice_of(handle)) is not None]
        if self.moment().complete():
            self.post_message(self.Picked(picks))

    def skip(self) -> None:
        plain = self.plain_choice()
        if plain is None:
            self.hint = "Nothing to pass here." if self.scene and self.scene.decision else ""
            return
        if self.twice(plain) and not self._armed:
            self._armed = True
            return
        self.post_message(self.Picked([plain]))

    def back(self) -> bool:
        if self._armed or self._marked:
            self._armed, self._marked = False, []
            if self.cursor == (CHOICES, TOGETHER):
                self.settle()
            return True
        return False

    def other_key(self, key: str) -> bool:
        if key == "d" and self.scene is not None:
            self.app.push_screen(self.piles())
            return True
        return super().other_key(key)

    def open_list(self) -> None:
        """The list of the open question; what is chosen there answers it, if it is still open."""
        decision = self.scene.decision if self.scene else None
        if decision is None:
            return

        def chosen(picks: list[Choice] | None) -> None:
            now = self.scene.decision if self.scene else None
            if picks and now == decision:
                self.post_message(self.Picked(picks))

        self.app.push_screen(self.panel(), chosen)

    def explain(self, card: int) -> None:
        """Help for a card of a list."""
        self.post_message(self.Explain(card, self.kind_of(card)))

    # Words.

    def about(self) -> tuple[str, str]:
        spot = self.spot()
        if spot is None or spot.zone == CHOICES:
            return "", ""
        about = self.about_spot(spot)
        return about.named, f"{about.text} {about.now}".strip()

    def topic(self) -> str:
        spot = self.spot()
        card = HIDDEN if spot is None else self.card_at(spot)
        return "" if card == HIDDEN else self.game.table[card]
