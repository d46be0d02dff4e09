"""The story of a match: what made the difference, each line leading to its moment."""

from __future__ import annotations

from collections.abc import Iterable

from core.contract.story import Sentence, Story
from tui.screens.log_screen import EntryPanel
from tui.widgets.entry_list import EntryItem


class StoryPanel(EntryPanel):
    """The story so far; its end first."""

    def __init__(self, story: Story) -> None:
        super().__init__("The story of the match", story_items(story))


def story_items(story: Story) -> list[EntryItem]:
    """A story as lines: the chapters with their titles."""
    found = _items(story.summary)
    for chapter in story.chapters:
        found += [EntryItem(chapter.title, level=1), *_items(chapter.sentences)]
    return found


def _items(sentences: Iterable[Sentence]) -> list[EntryItem]:
    return [EntryItem(sentence.text, sentence.n) for sentence in sentences]
