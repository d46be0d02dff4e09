"""What becomes of a match about which the two machines do not agree: once it goes back, then it ends."""

from __future__ import annotations

from core.clean import shown_path
from core.match import Match, NotKept
from core.record import Record, write_record
from net.mismatch import Mismatch
from tui.archive.disputes import MOST
from tui.archive.store import MatchStore
from tui.matches.endings import mismatch
from tui.matches.keeping import write_new


def stop(store: MatchStore, match: Match, failure: Mismatch) -> None:
    """Keep that the match has stopped like this, and put into `failure` what can be done now. The second time
    nothing of it is secret any more, and a report is written."""
    n = failure.report.n
    try:
        count = store.dispute(n)
    except NotKept as error:
        failure.onward = str(error)
        return
    if count <= MOST:
        on_both = f"tesser resume {store.name}, on both machines."
        failure.onward = f"Both sides may go back to entry {max(n - 1, 0)}, once: {on_both}"
        return
    failure.onward = "It is the second time, and the match ends here."
    try:
        failure.onward += " " + _report(store, match, failure)
    except NotKept as error:
        failure.onward += f" {error}"


def _report(store: MatchStore, match: Match, failure: Mismatch) -> str:
    """Write the report; a sentence that says where it is. Raises NotKept."""
    report = failure.report
    folder = store.reports
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = f"{shown_path(folder)} can't be made ({error.strerror})"
        raise NotKept(f"No report was written: {reason}.") from None
    agreed = Record(match.header, match.h0.hex(), tuple(match.entries[: max(report.n - 1, 0)]), None, False)
    path = folder / f"{store.name}.tesser"
    write_new(path, write_record(agreed))
    lines = mismatch(report, lambda seat: match.header.seats[seat].shown)
    lines += [f"Seed        {match.header.seed}", f"Record      {path.name}, up to entry {report.n - 1}"]
    write_new(path.with_suffix(".txt"), "".join(f"{line}\n" for line in lines).encode())
    return f"A report is in {shown_path(path.with_suffix('.txt'))}, the match up to there beside it."
