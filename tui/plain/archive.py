"""The archive in plain mode: go on with a match, hear it told, write its record, delete it."""

from __future__ import annotations

from collections.abc import Callable

from core.clean import shown_path
from core.engine.match import NotKept
from tui.archive import queries
from tui.archive.changes import delete
from tui.archive.database import Archive, ArchiveError
from tui.archive.queries import Summary, find, is_name
from tui.archive.record_files import gap, record_of, sealed
from tui.match.end_texts import ENDING, ended_here
from tui.match.match_storage import record_file, write_new
from tui.match.one_sided_end import end_copy, how_to_end, why_not_end
from tui.match.resume import why_not
from tui.match.summaries import about, came_to, telling, when, who
from tui.plain.answers import Nothing, Unclear, span, the_one
from tui.plain.ask import Back, MenuItem, pick, sure, text
from tui.plain.console import Console
from tui.profile import Profile

LAST = 20
"""How many matches are listed."""


class Matches:
    """The matches of one player at one console."""

    def __init__(self, console: Console, profile: Profile, go_on: Callable[[Summary], object]) -> None:
        """`go_on` plays a match on."""
        self._console = console
        self._profile = profile
        self._go_on = go_on

    def choose(self) -> None:
        """Ask for a match and what to do with it, until Enter alone leaves. Raises Back and Quit."""
        while (kept := self._asked()) is not None:
            try:
                if self._done_with(kept):
                    return
            except Back:
                continue
            except NotKept as error:
                self._console.say(str(error))

    def _asked(self) -> Summary | None:
        """The match that is meant of those listed, or an older one by its name; None to go back."""
        try:
            with Archive(self._profile.archive) as archive:
                found = queries.page(archive, LAST)
                more = queries.count(archive) - len(found)
        except ArchiveError as error:
            self._console.say(str(error))
            return None
        if not found:
            self._console.say("No match yet: every one that is begun is kept here.")
            return None
        lines = [f"{kept.name}, {when(kept.begun)}, {who(kept)}: {came_to(kept)}" for kept in found]
        self._console.say(*(f"{number}: {line}." for number, line in enumerate(lines, 1)))
        older = f"; {more} older by the beginning of their names" if more else ""

        def meant(given: str) -> Summary:
            try:
                return found[the_one(given, lines)]
            except Nothing:
                if not is_name(given):
                    raise
            try:
                with Archive(self._profile.archive) as archive:
                    return find(archive, given)
            except ArchiveError as error:
                raise Unclear(str(error)) from None

        question = f"Which match? {span(len(found))}{older}; Enter alone goes back."
        return text(self._console, question, meant, None)

    def _done_with(self, kept: Summary) -> bool:
        """Ask what is to be done with a match, and do it; whether that leads away from here. Raises Back,
        Quit and NotKept."""
        with Archive(self._profile.archive) as archive:
            self._console.say(*about(archive, kept))
            reason = why_not(archive, kept)
            no_end, how = why_not_end(archive, kept), how_to_end(archive, kept)
        ways: list[tuple[MenuItem, Callable[[Summary], object]]] = [
            (MenuItem("tell it", "all that happened, as you may know it"), self._tell),
            (MenuItem("export", "write its record to a file", sealed(kept)), self._export),
            (MenuItem("delete", "take it out of the archive, for good"), self._delete),
        ]
        if not no_end:
            ways.append(
                (MenuItem("end it here", f"your own copy, as {how}, if the other side is gone"), self._end)
            )
        if kept.outcome is None or not reason:
            ways.insert(
                0, (MenuItem("go on", "" if not reason else "not possible here", reason), self._go_on)
            )
        usual = 1 if reason and kept.outcome is None else 0
        do = ways[pick(self._console, "What shall be done with it?", [item for item, _ in ways], usual)][1]
        do(kept)
        return do == self._go_on

    def _tell(self, kept: Summary) -> None:
        with Archive(self._profile.archive) as archive:
            self._console.say(*telling(archive, kept))

    def _export(self, kept: Summary) -> None:
        name = f"{kept.name}.tesser"
        question = f"Write the record to which file? Enter alone takes {name} in this folder."
        try:
            path = text(self._console, question, record_file, None) or record_file(name)
        except ValueError as error:
            self._console.say(str(error))
            return
        with Archive(self._profile.archive) as archive:
            write_new(path, record_of(archive, kept))
            broken = gap(archive, kept)
        self._console.say(f"The record is in {shown_path(path)}.", *([broken] if broken else []))

    def _end(self, kept: Summary) -> None:
        with Archive(self._profile.archive) as archive:
            how = how_to_end(archive, kept)
        if sure(self._console, f"{ENDING[how]} End it?"):
            self._console.say(ended_here(end_copy(self._profile, kept).end, kept.name))
        else:
            self._console.say("It stays open.")

    def _delete(self, kept: Summary) -> None:
        said = f"{who(kept)}, {when(kept.last)}, {came_to(kept)}"
        if sure(self._console, f"{said}. It can't be brought back. Delete it?"):
            with Archive(self._profile.archive) as archive:
                delete(archive, kept)
            self._console.say(f"Match {kept.name} is deleted.")
        else:
            self._console.say("It stays.")
