"""Home: what one can do here, one key each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

import core
from core import registry
from tui.match.player_names import read_name
from tui.screens.dialogs import AskText
from tui.screens.page import HELP_KEY, Page

TESSERACT = r"""
+-------------+
|\           /|
| \         / |
|  +-------+  |
|  |       |  |
|  |       |  |
|  |       |  |
|  +-------+  |
| /         \ |
|/           \|
+-------------+
""".strip("\n")
"""A cube within a cube: ASCII, since lines that are one cell here are two elsewhere."""


@dataclass(frozen=True)
class Way:
    """One thing to do from home."""

    key: str
    name: str
    about: str
    action: str


WAYS = (
    Way("p", "Play against the computer", "", "play"),
    Way("s", "Hot-seat", "all at this machine", "hotseat"),
    Way("h", "Host a match", "make an invite", "host"),
    Way("j", "Join a match", "paste an invite", "join"),
    Way("a", "Archive", "matches: go on, look", "archive"),
    Way("d", "Decks", "setups too: see and build", "decks"),
    Way("r", "Rules", "rulings, words, cards", "rules"),
    Way("q", "Quit", "", "quit"),
)


class HomeScreen(Page[None]):
    """The first page. The cursor is on a match against the computer: Enter, Enter, and one plays."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (74, "-wide")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "resume", "Continue", show=False),
        *(Binding(way.key, way.action, way.name, show=False) for way in WAYS if way.key != "q"),
        Binding("enter", "choose", "choose", key_display="Enter"),
        Binding("n", "name", "your name"),
        HELP_KEY,
        Binding("q", "quit", "quit"),
    ]
    HELP = (
        "The arrow keys and Enter choose, or the letter before a line, or a click.\n"
        "Everything in tesser works with keys alone, and with the mouse alone."
    )

    def __init__(self) -> None:
        super().__init__()
        self._ways: tuple[Way, ...] = WAYS
        self._left = False
        """Whether another page has been over this one since it was looked what can be done."""

    def body(self) -> ComposeResult:
        self._ways = self._possible()
        titles = " and ".join(registry.title(name) for name in registry.names())
        with Horizontal(id="home"):
            yield Static(Content(TESSERACT), id="tesseract")
            with Vertical(id="ways") as lines:
                lines.styles.width = self._width()
                yield Static("t e s s e r", id="title")
                yield Static(titles, id="titles", markup=False)
                yield OptionList(*(Option(_line(way), id=way.action) for way in self._ways), compact=True)
        yield Static(self._who(), id="who")

    def _width(self) -> int:
        """The columns that the lines of the ways take."""
        return 22 + max(LEAST, *(len(way.about) for way in self._ways))

    def _who(self) -> Content:
        return Content.assemble(self.tesser.profile.player, ("   tesser " + core.VERSION, "$quiet"))

    def _possible(self) -> tuple[Way, ...]:
        """What can be done here now: first of all to go on with a match, if there is one."""
        path = self.tesser.profile.archive
        if not path.exists():
            return WAYS
        from tui.archive.database import Archive, ArchiveError
        from tui.match.resume import latest
        from tui.match.summaries import who
        from tui.widgets.canvas import cut

        try:
            with Archive(path) as archive:
                if archive.note:
                    self.app.notify(archive.note, severity="warning", timeout=30)
                kept = latest(archive)
        except ArchiveError as error:
            self.app.notify(str(error), severity="error", timeout=30)
            return WAYS
        if kept is None:
            return WAYS
        second = "" if kept.outcome is None else ", second game"
        return (Way("c", "Continue", cut(who(kept), MOST - len(second)) + second, "resume"), *WAYS)

    def on_screen_suspend(self) -> None:
        self._left = True

    def on_screen_resume(self) -> None:
        if not self._left:
            return  # Textual says so of the first page too, which has only just looked.
        self._left = False
        ways = self._possible()
        if ways != self._ways:
            self._ways = ways
            self.query_one("#ways").styles.width = self._width()
            listed = self.query_one(OptionList)
            listed.set_options(Option(_line(way), id=way.action) for way in ways)
            listed.highlighted = 0

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()

    def action_name(self) -> None:
        """What others see as this player's name."""

        def named(name: str | None) -> None:
            if name is not None:
                try:
                    self.tesser.profile.rename(name)
                except OSError as error:
                    self.app.notify(f"The name can't be kept: {error.strerror}.", severity="error")
                self.query_one("#who", Static).update(self._who())

        start = self.tesser.profile.player
        self.app.push_screen(AskText("What others see as your name:", start, read_name), named)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        for way in self._ways:
            event.option_list.replace_option_prompt(way.action, _line(way, way.action == event.option_id))

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        await self.run_action(event.option_id or "")

    def action_choose(self) -> None:
        self.query_one(OptionList).action_select()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "resume" or any(way.action == action for way in self._ways)

    def action_resume(self) -> None:
        """Go on with the match that was played last."""
        from tui.match.plans import ResumePlan

        self.tesser.matches.begin(ResumePlan())

    def action_archive(self) -> None:
        from tui.screens.archive import ArchiveScreen

        self.app.push_screen(ArchiveScreen())

    def action_play(self) -> None:
        from tui.screens.setup import SetupScreen

        self.app.push_screen(SetupScreen(against_computer=True))

    def action_hotseat(self) -> None:
        from tui.screens.setup import SetupScreen

        self.app.push_screen(SetupScreen(against_computer=False))

    def action_host(self) -> None:
        from tui.screens.host_page import HostScreen

        self.app.push_screen(HostScreen())

    def action_join(self) -> None:
        from tui.screens.join_page import JoinScreen

        self.app.push_screen(JoinScreen())

    def action_decks(self) -> None:
        from tui.screens.editor.decks_screen import DecksScreen

        self.app.push_screen(DecksScreen(self.tesser.store))

    def action_rules(self) -> None:
        from tui.screens.rules_screen import RulesScreen

        self.app.push_screen(RulesScreen(registry.load(registry.DEFAULT), others=registry.names()))

    def action_quit(self) -> None:
        self.app.exit()


LEAST, MOST = 24, 36
"""Cells for what is said of a way, on its line; the second for a match to go on with, by its players."""


def _line(way: Way, here: bool = False) -> Content:
    """A way as a line; with the cursor on it in one colour, which is the cursor's business."""
    name = f" {way.name:<16} " if way.about else f" {way.name}"
    return Content.assemble(
        (f" {way.key} ", "" if here else "$key"), name, (way.about, "" if here else "$quiet")
    )
