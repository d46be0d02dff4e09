"""What a match's loop leaves for a front end, and what stays for whom."""

from __future__ import annotations

from net.transport.liveness import THERE
from tui.match.channel import Channel
from tui.match.events import Noted, PresenceChanged


def test_who_waits_for_the_beginning_leaves_what_is_about_the_match() -> None:
    channel = Channel(lambda: None)
    channel.post(Noted("Somebody is here."))
    channel.post(PresenceChanged(THERE))
    assert channel.take_before() == [Noted("Somebody is here.")]
    assert channel.take_before() == []
    assert channel.take() == [PresenceChanged(THERE)], "the link is shown by the match's own screen"
