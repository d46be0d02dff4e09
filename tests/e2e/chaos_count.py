"""What was done to matches to which bad things happened, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field, fields


@dataclass
class Count:
    """What was done, and what came of it."""

    runs: int = 0
    kills: int = 0
    cuts: int = 0
    """Connections that were broken, or spoilt so that they broke."""
    delays: int = 0
    stops: int = 0
    terminals: int = 0
    """Programs with screens."""
    mutes: int = 0
    """Terminals that read nothing for a while."""
    begins: int = 0
    """Programs that were killed, or lost their line, before their match had begun on both sides."""
    late: int = 0
    """Programs that came back to bring the end of the match to the other side."""
    entries: int = 0
    lost: int = 0
    """Entries that a program had when it was ended and that the match does not have any more."""
    diverged: int = 0
    """Matches that did not come to the same end on both sides."""
    alone: int = 0
    """Matches that one side has and the other can't come to."""
    stuck: int = 0
    """Matches that were stopped because they took too long."""
    failed: int = 0
    """Matches in which a program did not start, or did not end as it should."""
    troubles: list[str] = field(default_factory=list)
    """A sentence for each match that was stuck or failed."""

    @property
    def wrong(self) -> bool:
        """Whether anything did not go as it should."""
        return bool(self.lost or self.diverged or self.alone or self.stuck or self.failed)

    def add(self, other: Count) -> None:
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def __str__(self) -> str:
        return ", ".join(f"{one.name} {getattr(self, one.name)}" for one in fields(self)[:-1])
