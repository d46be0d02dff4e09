"""The story of a match with its players' names in it."""

from __future__ import annotations

import msgspec

from core.contract.story import Chapter, Sentence, Story
from core.engine.match import Match
from core.engine.plies import story_of
from tui.match.entry_texts import names_of
from tui.match.player_names import named


def story_told(match: Match, seat: int | None) -> Story:
    """The story of a match so far, as a seat (None: anybody) may know it."""
    names = names_of(match.header)

    def said(text: str) -> str:
        return named(match.game, names, text)

    def told(sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
        return tuple(msgspec.structs.replace(one, text=said(one.text)) for one in sentences)

    story = story_of(match, seat)
    chapters = tuple(Chapter(said(one.title), told(one.sentences)) for one in story.chapters)
    return Story(told(story.summary), chapters)
