"""The end of a match on its screen: the page that says how it ended, or why it stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from core.clean import shown_path
from core.contract.outcome import ONE_SIDED, Outcome
from tui.match.channel import Said
from tui.match.end_texts import (
    ENDING,
    STOPPED,
    how,
    how_it_reopens,
    how_to_go_on,
    leaving_at_one,
    mismatch,
    result,
)
from tui.match.plans import ResumePlan
from tui.screens.match.play_again import Again

if TYPE_CHECKING:
    from net.lockstep.desync import Desync
    from tui.match.worker import MatchThread
    from tui.screens.end_page import EndPage
    from tui.screens.match.match_screen import MatchScreen


class EndOf:
    """The end of the match of one screen, told once."""

    def __init__(
        self, screen: MatchScreen, thread: MatchThread, onward: str, again: Again, rematch: bool
    ) -> None:
        """`onward` is what follows on the page; `again` knows of playing once more with somebody elsewhere,
        and `rematch` is whether a match on this machine may be played once more."""
        self._screen = screen
        self._thread = thread
        self._onward = onward
        self._more: dict[str, tuple[str, Callable[[], object]]] = {}
        """Keys of ways on where the match has stopped."""
        self.told = False
        """Whether it was told, or needs not be."""
        self._again = again
        self._rematch = rematch
        self._page: EndPage | None = None

    def tell(self) -> None:
        """Show the page, if the match has ended and the page was not shown yet."""
        screen = self._screen
        if self.told or screen.covered:
            return
        outcome = screen.picture.outcome if screen.picture is not None else None
        if outcome is None and screen.ended is None:
            return
        self.told = True
        if outcome is not None:
            title, lines = result(outcome, screen.who), self._lines(outcome)
        else:
            from net.lockstep.desync import Desync
            from net.protocol.errors import PeerLeft

            title, lines = "The match stopped", [screen.ended or "The match was left."]
            if self._thread.kept:
                lines.append(how_to_go_on(self._thread.kept, self._thread.networked))
            lines += self._where()
            if isinstance(screen.failure, PeerLeft) and self._thread.kept:
                self._more["e"] = ("end it here", self._end_here)
            if isinstance(screen.failure, Desync):
                lines = self._mismatch(screen.failure)

        def closed(said: bool | None) -> None:
            if said:
                screen.leave()

        from tui.screens.end_page import EndPage

        page = self._page = EndPage(
            title,
            "\n".join(lines),
            onward=self._onward if outcome is not None else "leave",
            copied=self._copied(),
            lists=self._lists() if outcome is not None else None,
            story=screen.action_story,
            again=self._keys(),
            guard=screen.board.guard,
        )
        page.show_now(self._again.lines, self._keys())
        screen.app.push_screen(page, closed)

    def show_now(self, said: Sequence[Said]) -> str:
        """Something between the players has changed, such as who asks for what; what to say of it where the
        page is not seen."""
        self._again.hear(said)
        page, company = self._page, self._again.company
        if page is None or company is None:
            return ""
        page.show_now(self._again.lines, self._keys())
        keys = [f"[{key}] {name}" for key, (name, _) in self._keys().items() if key in ("r", "n")]
        return " ".join([company.said, *keys]) if page not in self._screen.app.screen_stack else ""

    def press(self, key: str) -> None:
        """A key of the page, pressed at the board."""
        if self.told and key in (keys := self._keys()):
            keys[key][1]()

    def _keys(self) -> dict[str, tuple[str, Callable[[], object]]]:
        """The keys of playing once more."""
        screen = self._screen
        does: dict[str, Callable[[], object]] = {
            "r": lambda: self._again.press(screen.app, screen.header),
            "n": self._again.decline,
            "y": screen.action_say,
            "q": self._leave_at_one,
        }
        found = {key: (said, does[key]) for key, said in self._again.keys}
        if self._rematch and not self._thread.networked and screen.picture is not None:
            found = {"r": ("rematch", lambda: screen.leave(again=True))} if screen.picture.outcome else {}
        return found | self._more

    def _mismatch(self, failure: Desync) -> list[str]:
        """What the two programs do not agree about, and the ways on."""
        from tui.screens.end_page import inner_width
        from tui.widgets.canvas import wrap

        width = inner_width(self._screen.app.size.width) - 2  # it may have to be scrolled
        lines = [*wrap(STOPPED.format(max(failure.report.n - 1, 0)), width, 4), ""]
        for about, said in mismatch(failure.report, self._screen.who):
            first, *rest = wrap(said, width - 12, 8)
            lines += [f"{about:<12}{first}", *(f"{'':<12}{part}" for part in rest)]
        lines += self._where()
        if failure.back is not None:
            self._more["b"] = ("go back", self._go_back)
            lines += [
                "",
                *wrap(
                    f"b: back to entry {failure.back}, and on from there when the other side has gone back"
                    " too; once. Enter: leave; the match is kept, and a full report written, with the hidden"
                    " cards.",
                    width,
                    5,
                ),
            ]
        elif failure.onward:
            lines += ["", failure.onward]  # whole: a path in it may be long
        return lines

    def _go_back(self) -> None:
        """Resume the match at once: that takes it to the last agreed entry."""
        self._screen.leave(onward=ResumePlan(self._thread.kept))

    def _end_here(self) -> None:
        """End this side's copy, when asked once more."""
        from tui.widgets.panels import Confirm

        def answered(said: bool | None) -> None:
            if said:
                self._screen.end_copy()

        how = self._screen.how_to_end
        self._screen.app.push_screen(Confirm("End it here?", ENDING[how], f"end it, as {how}"), answered)

    def _leave_at_one(self) -> None:
        """Give up the second game, when asked once more."""
        from tui.widgets.panels import Confirm

        def answered(said: bool | None) -> None:
            if said:
                self._screen.give_up_second()

        company = self._again.company
        text = leaving_at_one(True, company is not None and company.hears)
        self._screen.app.push_screen(Confirm("Leave it at one game?", text, "leave it at one"), answered)

    def _copied(self) -> str:
        head = self._screen.picture.head if self._screen.picture is not None else ""
        path = shown_path(self._thread.path or "")
        return "\n".join(one for one in (head, self._thread.kept, path) if one)

    def _lists(self) -> Callable[[int], list[str]] | None:
        """The decklists, if they were closed until now, or the table had a list of its own."""
        header = self._screen.header
        if header is None or (header.lists != "closed" and header.shared is None):
            return None
        from tui.screens.end_page import list_lines

        return partial(list_lines, self._screen.game, header, self._screen.who)

    def _lines(self, outcome: Outcome) -> list[str]:
        from tui.screens.end_page import figures

        screen = self._screen
        assert screen.picture is not None
        reader = -1 if screen.reader is None else screen.reader
        return [
            how(outcome, reader, screen.who, screen.board.ending),
            *([how_it_reopens(self._thread.kept)] if outcome.end in ONE_SIDED else []),
            "",
            *figures(screen.picture, outcome, screen.who),
            *self._where(),
            *self._score(outcome),
        ]

    def _score(self, outcome: Outcome) -> list[str]:
        """How two games stand, where this is one of them."""
        company, header, picture = self._again.company, self._screen.header, self._screen.picture
        if company is None or not company.course.both or header is None or picture is None:
            return []
        score = company.course.score(header)
        score.add(outcome, picture.totals)
        return ["", f"{score.title()}.", *score.lines()]

    def _where(self) -> list[str]:
        from tui.screens.end_page import inner_width, place

        kept, path = self._thread.kept, self._thread.path
        lines = [f"Archive     {kept}"] if kept else []
        if path is not None:
            lines += place(shown_path(path), inner_width(self._screen.app.size.width))
        return lines
