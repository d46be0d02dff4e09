"""The line below the board: the newest note, and what is asked of somebody, as long as it is."""

from __future__ import annotations

from collections.abc import Callable

from tui.match.client import MatchClient
from tui.match.events import (
    ChatSaid,
    Event,
    Noted,
    RequestOpened,
    StandingChanged,
    TakeBackOffered,
    TimeRanOut,
)


class NoteLine:
    """What is said below the board of one match."""

    def __init__(self, client: MatchClient, beside: Callable[[], bool]) -> None:
        """`beside` says whether the chat lies beside the board, so that it need not be said here."""
        self._client = client
        self._beside = beside
        self._note = ""
        self._new = True
        """Whether the next note takes the place of the last: those that are taken together are said
        together."""
        client.subscribe(self._hear)

    def __str__(self) -> str:
        """All of it."""
        return " ".join(filter(None, (self._note, self.standing)))

    @property
    def standing(self) -> str:
        """What is asked of somebody now."""
        client = self._client
        if client.request is not None:
            return f"{client.request.sentence} Press a to answer."
        if client.up is not None and not client.up.quiet:
            return f"{client.up.sentence} Press a: claim, give a minute, or go on."
        return client.standing

    def say(self, note: str) -> None:
        """Say this in place of the last note; nothing for an empty one."""
        self._note = note

    def part(self) -> None:
        """What comes from now on is taken later than what came before."""
        self._new = True

    def _add(self, note: str) -> None:
        self._note = note if self._new else f"{self._note} {note}".strip()
        self._new = False

    def _hear(self, event: Event) -> None:
        match event:
            case Noted():
                self._add(event.text)
            case ChatSaid():
                if event.by and not self._beside():
                    self._add(event.sentence)
            case StandingChanged():
                if event.aloud:
                    self._add("")  # what stands says it
            case RequestOpened() | TimeRanOut():
                # There is not always room for the whole of it here: it is in the log too.
                self.say("")
                self._client.jot(self.standing)
            case TakeBackOffered():
                self.say("")
            case _:
                pass
