"""Goodbyes: what is said when a match is left, and how both sides close its link without losing a word."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from core.engine.notation import Malformed
from net.handshake.terms import HandshakeResult
from net.lockstep.sender import FrameSender
from net.protocol.frames import Bye, ByeReason
from net.transport.link import Link
from net.transport.sockets import FAREWELL_MS

_GOODBYE_SECONDS = 1.0
_KEPT = "It is kept as it stands, and goes on when both have resumed it."
_PARTINGS = {
    ByeReason.LEFT: f"The other side has left the match for now. {_KEPT}",
    ByeReason.APART: (
        "The other side had not heard you any more, and has ended its copy of the match alone. Yours stands"
        " as it is: it goes on if both resume it, or you end your copy too."
    ),
    ByeReason.CLOSED: f"The other side's terminal was closed. {_KEPT}",
    ByeReason.UNKEPT: f"The other side could not keep the match on its machine, and has stopped. {_KEPT}",
    ByeReason.FAILED: f"The other side's program has stopped because of an error of its own. {_KEPT}",
}


def parting(reason: ByeReason) -> str:
    """What is said when the other side says goodbye before the end."""
    return _PARTINGS.get(reason, _PARTINGS[ByeReason.LEFT])


async def decline(seated: HandshakeResult) -> None:
    """Leave a match that can't begin on this machine; the other side is told."""
    seated.link.send(Bye(bytes.fromhex(seated.header.match), 1, ByeReason.UNBEGUN.value))
    if not seated.link.called:
        # Who called closes first, as at the end of a match: what it has not read by then is lost to it.
        await _heard(seated.link)
    seated.close(FAREWELL_MS)


async def part(link: Link, sender: FrameSender, parted: bool) -> None:
    """Let who called close first: what it has not read when the other side closes is lost to it.

    `parted` is whether the other side has said goodbye already, to who was called in answer to its own.
    """
    if not parted:
        await _heard(link, any_reason=link.called)
    if link.called:
        sender.goodbye(ByeReason.HEARD)


async def _heard(link: Link, any_reason: bool = False) -> None:
    """Wait, for a moment at most, for the other side's goodbye; who was called for the answer to its own."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_GOODBYE_SECONDS):
            while True:
                with suppress(Malformed):
                    frame = await link.receive()
                    if isinstance(frame, Bye) and (any_reason or frame.why is ByeReason.HEARD):
                        return
