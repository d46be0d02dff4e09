"""What a board says of one spot: what it is, what is true of it now, what choosing it would do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from tui.widgets.detail_panel import Detail


class DetailRow(NamedTuple):
    """A number and what it belongs to."""

    number: str
    text: str
    tone: str = ""


@dataclass
class About:
    """What is said of one spot."""

    title: str = ""
    kind: str = ""
    """What sort of card it is, with its numbers."""
    text: str = ""
    """What the card does."""
    says: list[str] = field(default_factory=list)
    """Sentences on what it would do now, the most important first."""
    head: str = ""
    """What the rows are."""
    rows: list[DetailRow] = field(default_factory=list)

    @property
    def named(self) -> str:
        """Name and kind."""
        return ": ".join(part for part in (self.title, self.kind) if part)

    @property
    def now(self) -> str:
        """What it would do now, as running text."""
        listed = ", ".join(
            f"{row.text} {row.number}" if row.number else row.text for row in self.rows
        )  # `printed 2, Noah +3`
        return " ".join([*self.says, *([f"{self.head} {listed}."] if listed else [])])

    def details(self) -> list[Detail]:
        """The same for a panel of its own."""
        found = [Detail(self.title, "strong")]
        if self.kind:
            found.append(Detail(self.kind, "quiet"))
        if self.text:
            found += [Detail(""), Detail(self.text)]
        for said in self.says:
            found += [Detail(""), Detail(said, "key" if said is self.says[0] else "")]
        if self.rows:
            found += [Detail(""), Detail(self.head, "quiet")]
            found += [Detail(row.text, "", row.number or " ", row.tone) for row in self.rows]
        return found
