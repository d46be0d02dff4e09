"""Whom a match waits for, and how that one is, in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from core.contract.header import Header
from net.transport.liveness import LinkNews, lasting

if TYPE_CHECKING:
    from tui.match.events import TimeUp


def awaited(who: str, link: LinkNews | None) -> str:
    """What `who`, who is to choose, does; `link` is how the link is, None for somebody on this machine."""
    if link is None:
        return f"{who} is thinking."
    match link.state:
        case "ok":
            return f"{who} is thinking."
        case "paused" if link.seconds:
            return f"{who} has a terminal that has been paused for {lasting(link.seconds)}; the link is ok."
        case "paused":
            return f"{who} has a terminal that is paused; the link is ok."
        case "silent":
            return f"{who} is not heard now: {link.words}."
        case _:
            assert_never(link.state)


def gone(link: LinkNews | None) -> bool:
    """Whether the other machine is not heard; None where there is no other one."""
    return link is not None and link.state == "silent"


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
