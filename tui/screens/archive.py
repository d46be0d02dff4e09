"""The archive of matches: go on with one, look at one, write its record, delete it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType

from core import registry
from core.clean import shown_path
from core.engine.match import NotKept
from core.engine.record import Record
from core.words import counted
from tui.archive import queries
from tui.archive.changes import delete
from tui.archive.database import Archive
from tui.archive.queries import Summary
from tui.archive.record_files import gap, record_of, sealed
from tui.match.end_texts import ENDING
from tui.match.match_storage import record_file, write_new
from tui.match.one_sided_end import end_copy, how_to_end, why_not_end
from tui.match.plans import ResumePlan
from tui.match.replayed import Replayed, other_rules, replay
from tui.match.resume import going_on, why_not
from tui.match.summaries import came_to, dated, eyes, title, when, who
from tui.screens.dialogs import AskText, Message, QuestionDialog
from tui.screens.list_page import ListPage
from tui.widgets.row_list import Column, ListRow, RowList

PAGE = 200
"""How many matches are read at once; more when the cursor comes near the end of them."""
NEAR = 20


class ArchiveScreen(ListPage):
    """Every match of the player, the newest first."""

    CSS_PATH = "list_page.tcss"
    ABOUT_ROWS = 5
    COLUMNS = (Column(16, 16), Column(17, 44), Column(26, 34, look="quiet"), Column(8, 16, look="quiet"))
    """When it was begun, who plays, what came of it, what it is called."""
    HEADING = "Archive"
    HELP = (
        "Every match that was begun here, the newest first. Enter goes on with one that is not finished, and"
        " shows one that is, step by step."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "go on, or look", show=True),
        Binding("v", "look", "look"),
        Binding("e", "export", "export"),
        Binding("x", "end_here", "end it here"),
        Binding("d", "delete", "delete"),
        Binding("escape", "back", "back"),
        Binding("question_mark", "help", "help"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._matches: dict[str, Summary] = {}
        self._all = False
        """Whether every match is in the list."""

    def on_screen_resume(self) -> None:
        self._read(max(PAGE, len(self._matches)))

    @property
    def _match(self) -> Summary | None:
        """The match under the cursor."""
        return self._matches.get(self.rows.key)

    @contextmanager
    def _opened(self) -> Iterator[Archive]:
        """The archive. What it can't do is said."""
        try:
            with Archive(self.tesser.profile.archive) as archive:
                if archive.note:
                    self.notify(archive.note, severity="warning", timeout=30)
                yield archive
        except NotKept as error:
            self._say_wrong(error)

    def _say_wrong(self, error: NotKept) -> None:
        self.notify(str(error), severity="error", timeout=15)

    def _read(self, limit: int, before: int | None = None) -> None:
        """Read matches, from the one before row `before` on, and show them all."""
        if before is None:
            self._matches = {}
        with self._opened() as archive:
            found = queries.page(archive, limit, before)
            self._matches |= {str(kept.id): kept for kept in found}
            self._all = len(found) < limit
        rows = [_row(kept) for kept in self._matches.values()]
        none = "No match yet: every one that is begun is kept here."
        self.rows.show_rows(rows or [ListRow("", (none,), "quiet")])
        self.show_about()

    def about(self) -> list[str]:
        kept, lines = self._match, []
        if kept is not None:
            with self._opened() as archive:
                state = going_on(archive, kept, "Enter")
                lines = [
                    f"{title(kept)}: {who(kept)}.",
                    f"{kept.name}, {dated(kept)}, {counted(kept.entries, 'entry', 'entries')}.",
                    state,
                ]
        return lines

    @on(RowList.Moved)
    def _read_on(self) -> None:
        near = list(self._matches)[-NEAR:]
        if not self._all and self.rows.key in near:
            self._read(PAGE, before=int(near[-1]))

    def action_open(self) -> None:
        """Go on with the match, or look at it where it can't go on."""
        kept = self._match
        if kept is None:
            return
        reason = ""
        with self._opened() as archive:
            reason = why_not(archive, kept)
        if not reason:
            self.tesser.matches.begin(ResumePlan(kept.name))
        elif kept.outcome is not None:
            self.action_look()
        else:
            self.app.push_screen(Message("This match can't go on here", reason))

    def action_look(self) -> None:
        """The match step by step."""
        kept = self._match
        if kept is None:
            return
        record: Record | None = None
        with self._opened() as archive:
            record = queries.load(archive, kept).record
            broken = gap(archive, kept)
        if record is None:
            return
        if record.header.game not in registry.names():
            self.notify("This program has no such game.", severity="error")
            return

        async def look(record: Record) -> None:
            game = registry.load(record.header.game)
            replayed = await asyncio.to_thread(replay, record, game, eyes(kept))
            if self.app.screen is self:
                self._look(kept, record, replayed, broken)

        self.run_worker(look(record), exclusive=True, group="look")

    def _look(self, kept: Summary, record: Record, replayed: Replayed, broken: str) -> None:
        if replayed.match is None:
            self.app.push_screen(Message("This match can't be shown", replayed.wrong))
            return
        from tui.screens.replay_screen import ReplayScreen

        note = " ".join([other_rules(record, replayed.match.game), replayed.wrong, broken])
        # Of one that does not agree with itself, as of one that is not finished, one seat's eyes see.
        seat = kept.persons[0] if kept.outcome is not None and kept.persons else eyes(kept)
        self.app.push_screen(ReplayScreen(replayed.match, seat, note.strip()))

    def action_export(self) -> None:
        """Write its record to a file."""
        kept = self._match
        if kept is None:
            return
        reason = sealed(kept)
        if reason:
            self.app.push_screen(Message("There is no record of it yet", reason))
            return

        def write(text: str | None) -> None:
            if text is not None:
                with self._opened() as archive:
                    path = record_file(text)
                    write_new(path, record_of(archive, kept))
                    self.notify(f"The record is in {shown_path(path)}. {gap(archive, kept)}".strip())

        start = f"{kept.name}.tesser"

        def read(text: str) -> str:
            return str(record_file(text))

        self.app.push_screen(AskText("Write the record to which file?", start, read), write)

    def action_end_here(self) -> None:
        """End one's own copy of a match whose other side is gone, when asked."""
        kept = self._match
        if kept is None:
            return
        reason, how = "", "left"
        with self._opened() as archive:
            reason, how = why_not_end(archive, kept), how_to_end(archive, kept)
        if reason:
            self.app.push_screen(Message("This match can't be ended here", reason))
            return

        async def end() -> None:
            try:
                await asyncio.to_thread(end_copy, self.tesser.profile, kept)
            except NotKept as error:
                self._say_wrong(error)
            self._read(max(PAGE, len(self._matches)))

        def answered(yes: bool | None) -> None:
            if yes:
                self.run_worker(end(), exclusive=True, group="end")

        self.app.push_screen(QuestionDialog(ENDING[how], f"End it, as {how}", "Keep it open"), answered)

    def action_delete(self) -> None:
        """Take it out of the archive, when asked."""
        kept = self._match
        if kept is None:
            return

        def answered(yes: bool | None) -> None:
            if yes:
                with self._opened() as archive:
                    delete(archive, kept)
                self._read(max(PAGE, len(self._matches)))

        question = f"Delete {who(kept)}, {when(kept.last)}, {came_to(kept)}? It can't be brought back."
        self.app.push_screen(QuestionDialog(question, "Delete it", "Keep it"), answered)


def _row(kept: Summary) -> ListRow:
    cells = (when(kept.begun), who(kept), came_to(kept), kept.name)
    return ListRow(str(kept.id), cells, "" if kept.outcome is not None else "strong")
