"""What a run of the bench found, for programs and for people, and what tesser promises."""

from __future__ import annotations

import os
import platform
import textwrap
from typing import Any

import msgspec

import core
from core.contract.game import AnyGame
from tests.benchmarks.figures import Figure

PARTS = {
    "core": (
        "The rules core, whole random matches",
        {
            "decisions_per_s": "random decisions a second",
            "decisions_per_s_hashed": "the same, each hashed as in a match",
            "forced_share": "of decisions have a single choice",
            "clone_us": "us to copy a state",
            "legal_us": "us for a decision with all its choices",
            "mask_us": "us for what one seat sees",
            "hash_us": "us to hash an entry and its state",
        },
    ),
    "screen": (
        "The screen, 80x24 in 256 colours",
        {
            "first_frame_ms": "ms from start to the first frame of home",
            "empty_textual_first_frame_ms": "ms to that of an empty Textual app",
            "key_bytes": "bytes at most for a cursor key",
            "key_bytes_median": "bytes mostly for a cursor key",
            "key_ms": "ms from a cursor key to its last byte",
            "filter_bytes": "bytes at most for a letter of a search in the deck editor",
            "filter_ms": "ms of work for such a letter, over the whole pool",
            "repaint_ms": "ms of work to draw that screen anew",
        },
    ),
    "archive": (
        "An archive of 5,000 matches",
        {
            "archive_open_ms": "ms to open it and read what home and the list show",
            "archive_append_us": "us to keep a choice, forced to disk",
        },
    ),
    "net": (
        "Two players over loopback",
        {
            "roundtrip_us": "us from a choice to its confirmed hash",
            "stored_roundtrip_us": "us with the match kept in both archives",
            "bare_roundtrip_us": "us for a bare echo of the same size",
        },
    ),
}
"""What can be measured by itself: a title, and its figures by their keys, with what they are of."""

LABELS = {key: label for _, labels in PARTS.values() for key, label in labels.items()}

LEFT_OUT = "Left out by --only."
"""Why a figure is missing that nobody asked for."""


class Bound(msgspec.Struct, frozen=True):
    """Something tesser promises of itself on a common machine."""

    key: str
    bound: float
    least: bool = False
    """Whether the figure has to be at least this; otherwise at most."""
    times: str = ""
    """The figure that the bound is a multiple of."""


BOUNDS = (
    Bound("decisions_per_s", 60_000, least=True),
    Bound("decisions_per_s_hashed", 45_000, least=True),
    Bound("clone_us", 8),
    Bound("key_bytes", 1_500),
    Bound("filter_bytes", 4_000),
    Bound("filter_ms", 1, times="repaint_ms"),
    Bound("first_frame_ms", 1.6, times="empty_textual_first_frame_ms"),
    Bound("archive_open_ms", 300),
    Bound("roundtrip_us", 3, times="bare_roundtrip_us"),
)
_OTHER = {
    "empty_textual_first_frame_ms": "the empty app",
    "repaint_ms": "the screen drawn anew",
    "bare_roundtrip_us": "the bare echo",
}
"""What a bound is a multiple of, in words."""


class Kept(msgspec.Struct, frozen=True):
    """A promise, and what was found."""

    key: str
    bound: float
    times: str | None
    value: float
    """What is to be compared with the bound: the figure, or its ratio to the one in `times`."""
    holds: bool


def kept(found: dict[str, Figure]) -> list[Kept]:
    """The promises that these figures can say something about."""
    result = []
    for bound in BOUNDS:
        if bound.key in found and (not bound.times or bound.times in found):
            value = found[bound.key].value / (found[bound.times].value if bound.times else 1)
            holds = value >= bound.bound if bound.least else value <= bound.bound
            result.append(Kept(bound.key, bound.bound, bound.times or None, round(value, 3), holds))
    return result


def as_json(game: AnyGame, found: dict[str, Figure], missing: dict[str, str]) -> dict[str, Any]:
    """Everything, for one line of JSON; a figure that is missing is null."""
    figures = {key: round(found[key].value, 3) if key in found else None for key in LABELS}
    spread = {
        key: {"low": round(one.low, 3), "high": round(one.high, 3), "runs": one.runs}
        for key, one in found.items()
    }
    about = {"game": game.name, "version": core.VERSION, "python": platform.python_version()}
    machine = {"system": platform.system(), "machine": platform.machine(), "processors": os.cpu_count()}
    return about | machine | figures | {"spread": spread, "missing": missing, "bounds": kept(found)}


def as_text(game: AnyGame, found: dict[str, Figure], missing: dict[str, str]) -> str:
    """Everything, for people."""
    lines = [
        f"{game.title}, tesser {core.VERSION}, Python {platform.python_version()}, "
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors",
        "Medians of several runs, with the lowest and the highest in brackets.",
    ]
    missing = {key: reason for key, reason in missing.items() if reason != LEFT_OUT}
    promises = {one.key: one for one in kept(found)}
    for title, keys in PARTS.values():
        have = [key for key in keys if key in found]
        reasons = dict.fromkeys(missing[key] for key in keys if key in missing)
        if not have and not reasons:
            continue
        lines += ["", title]
        for key in have:
            lines.append(f"{_number(key, found[key].value):>9}  {_spread(key, found[key]):<21} {LABELS[key]}")
            if key in promises:
                lines.append(f"{'':11}{_promise(promises[key])}")
        lines += [
            line
            for reason in reasons
            for line in textwrap.wrap(reason, 78, initial_indent="  ", subsequent_indent="  ")
        ]
    return "\n".join(lines)


def _number(key: str, value: float) -> str:
    if key == "forced_share":
        return f"{100 * value:.1f}%"
    return f"{value:,.0f}" if value >= 100 else f"{value:#.3g}"


def _spread(key: str, one: Figure) -> str:
    return f"({_number(key, one.low)} to {_number(key, one.high)})" if one.runs > 1 else "(one run)"


def _promise(one: Kept) -> str:
    least = next(bound.least for bound in BOUNDS if bound.key == one.key)
    limit = f"{'at least' if least else 'at most'} {one.bound:,g}"
    verdict = "holds" if one.holds else "does not hold here"
    if one.times:
        return f"promised: {limit} times {_OTHER[one.times]}; it is {one.value:.2f}: {verdict}"
    return f"promised: {limit}: {verdict}"
