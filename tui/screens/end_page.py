"""The page at the end of a match: who won and how, or why it stopped; and the page between two games."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from core.clean import clean
from core.contract.game import AnyGame
from core.contract.header import Header
from core.contract.outcome import Outcome
from decks.model import NAME
from decks.report import contents
from tui.match.end_texts import last_totals, standings
from tui.match.events import Picture
from tui.match.offers import shared_said, shared_told
from tui.terminal.clipboard import copy
from tui.widgets import key_guard
from tui.widgets.canvas import wrap
from tui.widgets.key_line import KeyLine, key_rows
from tui.widgets.panels import Confirm, TextPanel, shown_key

Keys: TypeAlias = Mapping[str, tuple[str, Callable[[], object]]]
"""By key: what it is called, and what it does."""


class EndPage(Confirm):
    """How the match ended. Enter leaves, Esc looks at the board again, `t` tells the story, and where one may
    play once more `r` does."""

    DEFAULT_CSS = """
    EndPage {
        .end--text { height: auto; width: 1fr; }
        .end--now { height: auto; width: 1fr; margin-top: 1; }
    }
    """

    def __init__(
        self,
        title: str,
        text: str,
        *,
        onward: str = "leave",
        copied: str = "",
        lists: Callable[[int], list[str]] | None = None,
        story: Callable[[], object] | None = None,
        again: Keys | None = None,
        guard: float = 0.0,
    ) -> None:
        """`onward` is what Enter does; `copied` what may be copied, and `lists` the decklists in lines of
        so many cells, if there are any to be shown; `story` tells the story of the match; `again` has the
        keys of playing once more, each with what it is called and does; for `guard` see KeyGuard."""
        super().__init__(title, text, "")
        self._guard.seconds = guard
        self._onward = onward
        self._copied = copied
        self._lists = lists
        self._story = story
        self._again = dict(again or {})
        self._lines: list[str] = []
        self._now = Static("", classes="end--now", markup=False)
        self._now.display = False

    def box(self) -> ComposeResult:
        with VerticalScroll(classes="end--text"):
            yield from super().box()
        yield self._now

    def on_mount(self) -> None:
        for text in self.query(VerticalScroll):  # none where the app closes meanwhile
            text.focus()

    def fit(self, size: Size) -> None:
        """The text is scrolled where there is no room for all of it: the rest stays to be seen."""
        width = inner_width(size.width)
        now = sum(len(wrap(line, width, 20)) for line in self._lines) + bool(self._lines)
        beside = 5 + now + len(key_rows(self.keys(), width))
        for text in self.query(VerticalScroll):
            text.styles.max_height = max(2, size.height * 9 // 10 - beside)

    def show_now(self, lines: Sequence[str], again: Keys) -> None:
        """What is so now between the players, and the keys that go with it."""
        self._again = dict(again)
        self._lines = list(lines)
        self._now.update(Content("\n".join(lines)))
        self._now.display = bool(lines)
        for line in self.query(KeyLine):  # none yet, or none any more, where the page comes or goes
            line.show_keys(self.keys())
            self.fit(self.app.size)

    def keys(self) -> Sequence[Binding]:
        return [
            shown_key("enter", self._onward),
            *(shown_key(key, said) for key, (said, _) in self._again.items()),
            *([shown_key("t", "story")] if self._story is not None else []),
            *([shown_key("d", "decklists")] if self._lists is not None else []),
            *([shown_key("c", "copy hash and name")] if self._copied else []),
            shown_key("escape", "look at the board"),
        ]

    def act(self, key: str) -> None:
        if key == "enter":
            self.dismiss(True)

    def other(self, key: str) -> bool:
        if key == "t" and self._story is not None:
            self._story()
        elif key in self._again:
            self._again[key][1]()
        elif key == "c" and self._copied:
            copy(self.app, self._copied, "The final hash with the name of the match")
        elif key == "d" and self._lists is not None:
            lines = self._lists(inner_width(self.app.size.width))
            self.app.push_screen(TextPanel("Decklists", lines))
        else:
            return False
        return True


class GamesPage(Confirm):
    """Between and after two games. Enter goes on; the rest may be given up by q."""

    def __init__(self, title: str, text: str, over: bool) -> None:
        super().__init__(title, text, "")
        self._guard.seconds = key_guard.GUARD
        self._over = over

    def keys(self) -> Sequence[Binding]:
        if self._over:
            return [shown_key("enter", "leave")]
        return [shown_key("enter", "play the second game"), shown_key("q", "leave it at one")]

    def act(self, key: str) -> None:
        if key == "enter":
            self.dismiss(True)

    def other(self, key: str) -> bool:
        if key == "q" and not self._over:
            self.dismiss(False)
        return key == "q"

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape" and not self._over:
            # There is no board to look at, and nothing is given up by Esc.
            event.stop()
            event.prevent_default()


def figures(picture: Picture, outcome: Outcome, who: Callable[[int], str]) -> list[str]:
    """What a match came to, in aligned lines; `who` names a seat."""

    def by_seat(numbers: Sequence[int]) -> str:
        return ", ".join(f"{who(seat)} {number}" for seat, number in enumerate(numbers))

    times = "once" if picture.marked == 1 else f"{picture.marked} times"
    places = standings(outcome, who)
    totals = last_totals(picture.totals, outcome)
    return [
        *(f"{'' if n else 'Places':<12}{place}  {line}" for n, (place, line) in enumerate(places)),
        *([] if places else [f"Score       {by_seat(outcome.scores)}"]),
        *([f"Last totals {by_seat(totals)}"] if totals else []),
        f"Entries     {picture.n}",
        f"Final hash  {picture.head}",
        *([f"Taken back  {times}, marked"] if picture.marked else []),
    ]


def inner_width(columns: int) -> int:
    """How many cells of text a panel has on a screen of so many columns."""
    return min(100, columns * 9 // 10) - 4


def place(path: str, width: int) -> list[str]:
    """Where the record is, in lines of so many cells: a long path is broken after a slash where it can be."""
    lines = [""]
    for part in re.findall(r"[^/]*/?", path):
        if lines[-1] and cell_len(lines[-1] + part) > width - 12:
            lines.append("")
        lines[-1] += part
    return [f"{'' if n else 'Record':<12}{line}" for n, line in enumerate(lines)]


def list_lines(
    game: AnyGame, header: Header, who: Callable[[int], str], width: int, reader: int | None = None
) -> list[str]:
    """What a match is played with, the table's own list first, in lines of so many cells.

    `reader` is the seat that looks, which may not see the closed lists of others; None if the match is over.
    """
    told: list[list[str]] = []
    if game.shared_group is not None:
        told.append([shared_said(game, header.shared), *shared_told(game, header.shared)])
    for seat, deck in enumerate(header.decklists):
        if deck is None:
            continue
        named = f"{who(seat)}, {clean(deck.name, NAME)}, {sum(deck.cards.values())} cards, {deck.hash}:"
        if header.lists == "open" or reader in (None, seat):
            told.append([named, *contents(game, game.deck_group(seat), deck.cards)])
        else:
            told.append([f"{who(seat)}: a deck that stays secret until the match is over."])
    found: list[str] = []
    for lines in told:
        found += [""] if found else []
        found += [one for line in lines for one in wrap(line, width, 40)]
    return found or ["There are no decklists in this game."]
