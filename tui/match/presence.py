"""Whom a match waits for, and how that one is, in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.contract.header import Header
from net.transport.liveness import LINK_OK, PAUSED, PAUSED_FOR

if TYPE_CHECKING:
    from tui.match.channel import TimeUp


def awaited(who: str, link: str) -> str:
    """What `who`, who is to choose, does; `link` is how the link is, empty for somebody on this machine."""
    if link == PAUSED:
        return f"{who} has a terminal that is paused; the link is ok."
    if link.startswith(PAUSED_FOR):
        return (
            f"{who} has a terminal that has been paused for {link.removeprefix(PAUSED_FOR)}; the link is ok."
        )
    if not gone(link):
        return f"{who} is thinking."
    return f"{who} is not heard now: {link}."


def gone(link: str) -> bool:
    """Whether the other machine is not heard, as the words for its link say; empty without another one."""
    return link not in ("", LINK_OK, PAUSED) and not link.startswith(PAUSED_FOR)


def elsewhere(header: Header | None, seat: int, here: int) -> bool:
    """Whether a seat is held on another machine than seat `here`, which is held on this one; without a
    person here `here` is -1, and the answer no."""
    if header is None or here < 0:
        return False
    return header.seats[seat].peer != header.seats[here].peer


def ends_as(header: Header | None, up: TimeUp | None, here: int) -> str:
    """As what this side's copy of a match ends while the other one is gone, a word of ONE_SIDED in
    core.engine.endings; `up` is whose time is up, if anybody's is, `here` as in elsewhere."""
    return "claimed" if up is not None and elsewhere(header, up.seat, here) else "left"
