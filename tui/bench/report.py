"""What a run of the bench found, for programs and for people, and what tesser promises."""

from __future__ import annotations

import os
import platform
import textwrap
from typing import Any

import msgspec

import core
from core.game import AnyGame
from tui.bench.figures import Figure

LABELS = {
    "decisions_per_s": "random decisions a second: ask, pick, apply",
    "decisions_per_s_hashed": "the same, with the hash that a match makes of each",
    "forced_share": "of all decisions have one choice only",
    "clone_us": "us to copy a state",
    "legal_us": "us for the open decision with all its choices",
    "mask_us": "us for what one seat sees",
    "hash_us": "us to hash an entry and the state after it",
    "first_frame_ms": "ms from start to the first whole frame, home",
    "empty_textual_first_frame_ms": "ms for a Textual app with nothing in it",
    "key_bytes": "bytes: the most that a cursor key writes in a match",
    "key_bytes_median": "bytes: what a cursor key writes mostly",
    "key_ms": "ms from a cursor key to its last byte",
    "roundtrip_us": "us from a choice to its hash, confirmed by the other side",
    "stored_roundtrip_us": "us for that with a record on the disk of each side",
    "bare_roundtrip_us": "us for an echo of the same size over the same encryption",
}
"""Every figure by its key, in order."""

PARTS = {
    "core": ("The rules core, whole random matches", list(LABELS)[:7]),
    "screen": ("The screen, 80x24 in 256 colours", list(LABELS)[7:12]),
    "net": ("Two players over loopback", list(LABELS)[12:]),
}
"""What can be measured by itself: a title and its figures."""


LEFT_OUT = "Left out by --only."


class Bound(msgspec.Struct, frozen=True):
    """Something tesser promises on a machine of two common processors."""

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
    Bound("first_frame_ms", 1.6, times="empty_textual_first_frame_ms"),
    Bound("roundtrip_us", 3, times="bare_roundtrip_us"),
)


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
        "Medians of several runs, with the lowest and the highest. What else runs here counts too.",
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
            lines.append(f"  {_number(key, found[key].value):>9}  {LABELS[key]}{_spread(key, found[key])}")
            if key in promises:
                lines.append(f"{'':13}{_promise(promises[key])}")
        lines += [line for reason in reasons for line in textwrap.wrap(reason, 90, initial_indent="  ")]
    return "\n".join(lines)


def _number(key: str, value: float) -> str:
    if key == "forced_share":
        return f"{100 * value:.1f}%"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _spread(key: str, one: Figure) -> str:
    runs = "1 run" if one.runs == 1 else f"{one.runs} runs"
    return f" ({_number(key, one.low)} to {_number(key, one.high)}, {runs})"


def _promise(one: Kept) -> str:
    least = next(bound.least for bound in BOUNDS if bound.key == one.key)
    limit = f"{'at least' if least else 'at most'} {_number('', one.bound)}"
    verdict = "holds" if one.holds else "does not hold here"
    if one.times:
        return f"promised: {limit} times the next one; it is {one.value:.2f} times: {verdict}"
    return f"promised: {limit}: {verdict}"
