"""The first words of two programs, and how one of them says that it won't go on."""

from __future__ import annotations

from core.clean import clean
from net.protocol.errors import Refusal, Refused
from net.protocol.frames import MAGIC, PROTOCOL, Hello, Refuse
from net.transport.link import Link


def hello(app: str) -> Hello:
    """This program's first words."""
    return Hello(MAGIC, PROTOCOL, app)


def check_hello(mine: Hello, theirs: Hello) -> None:
    """Raises Refused if the two programs can't talk with each other.

    Versions of the program may differ as long as the protocol, and later the rules, are the same.
    """
    if theirs.magic != MAGIC:
        raise Refused(Refusal.FORM, "The other side is no tesser program.")
    if theirs.protocol != mine.protocol:
        older = "yours" if theirs.protocol > mine.protocol else "the other"
        raise Refused(
            Refusal.VERSION,
            f"You have tesser {mine.app} (protocol {mine.protocol}), the other side tesser"
            f" {shown_app(theirs)} (protocol {theirs.protocol}). Update {older}.",
        )


def shown_app(theirs: Hello) -> str:
    """The version of the other side's program, safe to show."""
    return clean(theirs.app, 40)


def refuse(link: Link, why: Refused) -> None:
    """Tell the other side why this side won't go on."""
    link.send(Refuse(why.why.value, str(why)[:400]))
