"""A story of a match: what made the difference, told from what one reader could see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from core.contract.choice import Choice
from core.contract.event import Event


class Ply(msgspec.Struct, frozen=True):
    """One choice of a match, as a reader saw it."""

    n: int
    """The number of its entry."""
    by: int
    choice: Choice
    before: Any
    """The reader's view before it."""
    after: Any
    """The reader's view after it."""
    events: Sequence[Event]


class Sentence(msgspec.Struct, frozen=True):
    """One thing told."""

    text: str
    n: int = -1
    """The entry after which it is to be seen; -1 if that is no moment of the match."""


class Chapter(msgspec.Struct, frozen=True):
    """A part of the match, such as a turn."""

    title: str
    sentences: tuple[Sentence, ...]


class Story(msgspec.Struct, frozen=True):
    """A match in a few sentences and a chapter for each of its parts."""

    summary: tuple[Sentence, ...]
    chapters: tuple[Chapter, ...]

    def lines(self) -> list[str]:
        """All of it in plain lines; what belongs to a chapter is set in."""
        found = [sentence.text for sentence in self.summary]
        for chapter in self.chapters:
            found += [chapter.title, *(f"  {sentence.text}" for sentence in chapter.sentences)]
        return found
