"""What becomes of a match about which the two machines do not agree: once it goes back, then it ends."""

from __future__ import annotations

from pathlib import Path

from core.clean import shown_path
from core.engine.match import Match, NotKept
from core.engine.record import Record, write_record
from net.lockstep.desync import Desync, DesyncReport
from tui.archive.queries import MOST_DISPUTES
from tui.archive.store import MatchStore
from tui.match.end_texts import STOPPED, mismatch
from tui.match.entry_texts import names_of
from tui.match.match_storage import write_new
from tui.match.player_names import called


def stop(store: MatchStore, match: Match, failure: Desync) -> None:
    """Keep that the match has stopped like this, and put into `failure` what can be done now. The second time
    nothing of it is secret any more, and a report is written; the first time when it is left."""
    n = failure.report.n
    try:
        count = store.dispute(n)
    except NotKept as error:
        failure.onward = str(error)
        return
    place = store.reports / (store.name if count == 1 else f"{store.name}-{count}")
    if count <= MOST_DISPUTES:
        failure.back = max(n - 1, 0)
        on_both = f"tesser resume {store.name}, on both machines."
        failure.onward = f"Both sides may go back to entry {failure.back}, once: {on_both}"
        failure.leave = lambda: _written(place, match, failure.report)
        return
    failure.final = True
    failure.onward = (
        f"It is the second time, and the match ends here. {_written(place, match, failure.report)}"
    )


def _written(place: Path, match: Match, report: DesyncReport) -> str:
    """Write the report, and the match up to there beside it: a sentence that says where, or why not. `place`
    is without a suffix."""
    record, text = place.with_name(f"{place.name}.tesser"), place.with_name(f"{place.name}.txt")
    agreed = Record(match.header, match.h0.hex(), tuple(match.entries[: max(report.n - 1, 0)]), None, False)
    found = mismatch(report, lambda seat: called(match.game, names_of(match.header), seat))
    found += [("Seed", str(match.header.seed)), ("Record", f"{record.name}, up to entry {report.n - 1}")]
    lines = [STOPPED.format(max(report.n - 1, 0)), "", *(f"{about:<12}{said}" for about, said in found)]
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        write_new(record, write_record(agreed))
        write_new(text, "".join(f"{line}\n" for line in lines).encode())
    except OSError as error:
        return f"No report was written: {shown_path(place.parent)} can't be made ({error.strerror})."
    except NotKept as error:
        return f"No report was written: {error}"
    return f"A report is in {shown_path(text)}, the match up to there beside it."
