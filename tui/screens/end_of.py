"""The end of a match on its screen: the page that says how it ended, or why it stopped."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from core.clean import shown_path
from core.game import Outcome
from tui.matches.endings import how, how_to_go_on, mismatch, result

if TYPE_CHECKING:
    from tui.matches.host import MatchThread
    from tui.screens.match import MatchScreen


class EndOf:
    """The end of the match of one screen, told once."""

    def __init__(self, screen: MatchScreen, thread: MatchThread, onward: str) -> None:
        """`onward` is what follows on the page."""
        self._screen = screen
        self._thread = thread
        self._onward = onward
        self.told = False
        """Whether it was told, or needs not be."""

    def tell(self) -> None:
        """Show the page, if the match has ended and the page was not shown yet."""
        screen = self._screen
        if self.told or screen.covered or not screen.is_mounted:
            return
        outcome = screen.picture.outcome if screen.picture is not None else None
        if outcome is None and screen.ended is None:
            return
        self.told = True
        if outcome is not None:
            title, lines = result(outcome, screen.who), self._lines(outcome)
        else:
            from net.mismatch import Mismatch

            title, lines = "The match stopped", [screen.ended or "The match was left."]
            if self._thread.kept:
                lines.append(how_to_go_on(self._thread.kept, self._thread.networked))
            lines += self._where()
            if isinstance(screen.failure, Mismatch):
                failure = screen.failure
                onward = ["", failure.onward] if failure.onward else []
                lines = [*mismatch(failure.report, screen.who), *self._where(), *onward]

        def closed(said: bool | None) -> None:
            if said:
                screen.leave()

        from tui.screens.ending import EndPage

        page = EndPage(
            title,
            "\n".join(lines),
            onward=self._onward,
            copied=self._copied(),
            lists=self._lists() if outcome is not None else None,
            story=screen.action_story,
            guard=screen.board.guard,
        )
        screen.app.push_screen(page, closed)

    def _copied(self) -> str:
        head = self._screen.picture.head if self._screen.picture is not None else ""
        path = shown_path(self._thread.path or "")
        return "\n".join(one for one in (head, self._thread.kept, path) if one)

    def _lists(self) -> Callable[[int], list[str]] | None:
        """The decklists, if they were closed until now, or the table had a list of its own."""
        header = self._screen.header
        if header is None or (header.lists != "closed" and header.shared is None):
            return None
        from tui.screens.ending import list_lines

        return partial(list_lines, self._screen.game, header, self._screen.who)

    def _lines(self, outcome: Outcome) -> list[str]:
        from tui.screens.ending import figures

        screen = self._screen
        assert screen.picture is not None
        reader = -1 if screen.reader is None else screen.reader
        return [
            how(outcome, reader, screen.who, screen.board.ending),
            "",
            *figures(screen.picture, outcome, screen.who),
            *self._where(),
        ]

    def _where(self) -> list[str]:
        from tui.screens.ending import inner_width, place

        kept, path = self._thread.kept, self._thread.path
        lines = [f"Archive     {kept}"] if kept else []
        if path is not None:
            lines += place(shown_path(path), inner_width(self._screen.app.size.width))
        return lines
