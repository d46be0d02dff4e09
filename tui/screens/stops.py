"""Panels about stops: pass to a phase, and where one is asked at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, get_args

import msgspec
from textual.app import ComposeResult
from textual.widgets import Static

from core.contract.game import AnyGame
from core.contract.stop import Stop
from core.engine.stops import WHENS, When, changed_at, rule_at
from tui.match.persons import TOLD_APART
from tui.settings import Bell, Settings
from tui.widgets.canvas import wrap
from tui.widgets.choice_panels import ChoosePanel
from tui.widgets.line_list import Rows
from tui.widgets.panels import Panel, shown_key

ASK_AGAIN = ""
"""What PassPanel gives for ending a pass that is on its way."""

WORDS: dict[str, str] = {"always": "always", "could": "if I could act", "never": "never"}
BELLS: dict[str, str] = {"off": "off", "once": "once a turn, for people elsewhere", "always": "always"}


class PassPanel(ChoosePanel[str]):
    """The phase to pass to; the result is a list of its name."""

    KEYS = [
        shown_key("down", "move", "Up, Down"),
        shown_key("enter", "pass to it"),
        shown_key("escape", "close"),
    ]

    def __init__(self, game: AnyGame, view: Any, passing: str = "") -> None:
        """`passing` says who passes to where already."""
        rows = [(ASK_AGAIN, f"no further, ask again: {passing}")] if passing else []
        super().__init__("Pass to", rows + phases_ahead(game, view))


def phases_ahead(game: AnyGame, view: Any) -> list[tuple[str, str]]:
    """The phases to come, the next one first: name, and name with the turn where that is the next."""
    names = [stop.name for stop in game.stops if stop.phase]
    now = game.phase_name(view)
    after = names.index(now) + 1 if now in names else 0
    return [(name, name) for name in names[after:]] + [(name, f"{name}, next turn") for name in names[:after]]


class StopsPanel(Panel[None]):
    """Where one is asked, and when the bell rings. What is changed is kept at once."""

    KEYS = [
        shown_key("enter", "change", "Enter, Left, Right"),
        shown_key("escape", "close"),
    ]

    def __init__(
        self,
        game: AnyGame,
        settings: Settings,
        keep: Callable[[Settings], str],
        *,
        shared: bool = False,
        elsewhere: bool = False,
        muted: bool = False,
        mute: Callable[[bool], object] = lambda muted: None,
    ) -> None:
        """`shared`: several persons play at this screen; `elsewhere`: somebody plays on another machine.
        `keep` keeps changed settings, and says what is wrong if it can't; `mute` is told whether take-backs
        of somebody there are declined unasked in this match, as they are now if `muted`."""
        super().__init__("When am I asked?")
        self._game = game
        self._settings = settings
        self._keep = keep
        self._apart = elsewhere
        self._muted = muted
        self._mute = mute
        self._about = (
            f"Where you are not asked, you {game.texts.unasked}. What you could answer, and discards, are"
            " always asked."
        )
        if shared:
            self._about += " At one screen, so that nothing tells of a hand, 'if I could act' leaves out only"
            self._about += (
                " what all can see to be impossible; p on the page between you passes, without a look."
            )
        if elsewhere:
            self._about += " " + TOLD_APART
        self._problem = ""
        self._rows = Rows([])

    def box(self) -> ComposeResult:
        yield Static(self._about, classes="panel--text", markup=False)
        self._rows.styles.height = len(self._game.stops) + 2 + 2 * self._apart
        yield self._rows
        problem = Static("", id="problem", classes="panel--text", markup=False)
        problem.display = False
        yield problem

    def beside(self, width: int) -> int:
        # The empty line for what may be wrong is there already.
        return len(wrap(self._about, width, 9)) + len(wrap(self._problem, width, 9)) - 1

    def on_mount(self) -> None:
        self._show()
        self._rows.focus()

    def _show(self) -> None:
        rules = self._settings.rules(self._game.name)
        lines = [f"{'Always ask me':<15}{'yes' if rules.always else 'no'}"]
        for stop in self._game.stops:
            when = "always" if rules.always else self._rule(stop.name)
            lines.append(f"{stop.name:<15}{WORDS[when]}")
        lines.append(f"{'Bell, title':<15}{BELLS[self._settings.bell]}")
        if self._apart:
            asked = "theirs are declined unasked, in this match" if self._muted else "I am asked about theirs"
            lines.append(f"{'Take-backs':<15}{asked}")
            lines.append(f"{'Chat':<15}{'on' if self._settings.chat else 'off: nothing said, nothing heard'}")
        self._rows.set_lines(lines, self._rows.cursor)

    def act(self, key: str) -> None:
        self._change(1)

    def other(self, key: str) -> bool:
        if key in ("left", "right"):
            self._change(1 if key == "right" else -1)
        elif key in ("o", "q"):
            self.dismiss(None)
        else:
            return False
        return True

    def on_rows_clicked(self, event: Rows.Clicked) -> None:
        self._change(1)

    def _change(self, by: Literal[1, -1]) -> None:
        at, stops = self._rows.cursor, self._game.stops
        rules = self._settings.rules(self._game.name)
        if 0 < at <= len(stops) and rules.always:
            self._say("'Always ask me' is on, and nothing else holds while it is.")
            return
        if at == len(stops) + 2:
            self._muted = not self._muted
            self._mute(self._muted)
            self._show()
            return
        if at == len(stops) + 3:
            self._settings = msgspec.structs.replace(self._settings, chat=not self._settings.chat)
        elif at == len(stops) + 1:
            bells: tuple[Bell, ...] = get_args(Bell)
            bell = bells[(bells.index(self._settings.bell) + by) % len(bells)]
            self._settings = msgspec.structs.replace(self._settings, bell=bell)
        elif at == 0:
            rules = msgspec.structs.replace(rules, always=not rules.always)
        else:
            rules = changed_at(
                self._game, rules, stops[at - 1].name, self._next(stops[at - 1], by), self._apart
            )
        self._settings = self._settings.with_rules(self._game.name, rules)
        self._say(self._keep(self._settings))
        self._show()

    def _say(self, sentence: str) -> None:
        """Say it below the list; nothing for an empty one."""
        self._problem = sentence
        problem = self.query_one("#problem", Static)
        problem.display = bool(self._problem)
        problem.update(self._problem)
        self.fit(self.size)

    def _rule(self, stop: str) -> When:
        return rule_at(self._game, self._settings.rules(self._game.name), stop, apart=self._apart)

    def _next(self, stop: Stop, by: int) -> When:
        """What comes after the rule at this stop; an answer that one could give can't be switched off."""
        whens = WHENS if stop.phase else WHENS[:2]
        when = self._rule(stop.name)
        return whens[(whens.index(when) + by) % len(whens)] if when in whens else whens[-1]
