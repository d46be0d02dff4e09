"""The story of a match: what made the difference, told from what one reader could see.

A game tells it (`Game.story`) from plies that hold views of that reader and events without identities, so
that it can tell nothing hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from core.chance import Chance
from core.game import Choice, Event
from core.match import Match, course
from core.notation import read_choice


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


def plies(match: Match, seat: int | None) -> Iterator[Ply]:
    """The choices that count, played again, through the eyes of a seat (None: of anybody)."""
    game = match.game
    chance = Chance(bytes.fromhex(match.header.seed or ""), game.streams)
    state = game.setup(match.header, chance)
    before = game.mask(state, seat)
    for n in course(match.entries):
        entry = match.entries[n - 1]
        choice = read_choice(entry.text, game)
        events: list[Event] = []
        game.apply(state, choice, chance, events)
        after = game.mask(state, seat)
        yield Ply(n, entry.by, choice, before, after, events)
        before = after


def story_of(match: Match, seat: int | None) -> Story:
    """The story of a match so far, as a seat (None: anybody) may know it."""
    return match.game.story(match.game.mask(match.state_at(0), seat), plies(match, seat), match.outcome)
