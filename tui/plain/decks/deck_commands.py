"""The words that are typed with a deck open: what each is called, and its help."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from tui.plain.decks.deck_editor import DeckEditor

Do: TypeAlias = "Callable[[DeckEditor, str], object]"


class Word(NamedTuple):
    """One thing that can be done."""

    words: tuple[str, ...]
    """What may be typed for it, the usual one first."""
    usage: str
    """How it is typed, with what may follow."""
    about: str
    """What it does, in a few words."""
    do: Do
    changes: bool = False
    """Whether it changes the deck, so that it is nothing for one that is only looked at."""


class Topic(NamedTuple):
    """Words that belong together."""

    title: str
    words: tuple[Word, ...]


def find(topics: Sequence[Topic], typed: str) -> Word | None:
    """What a typed word means; None if it is unknown."""
    wanted = typed.casefold()
    return next((word for topic in topics for word in topic.words if wanted in word.words), None)


def help_lines(topics: Sequence[Topic], about: str) -> list[str]:
    """What help says: the words by topic; of a topic, a word, or `all`, how they are used."""
    wanted = about.casefold()
    if not wanted:
        lines = [f"{topic.title}: {', '.join(word.words[0] for word in topic.words)}." for topic in topics]
        return [*lines, "Type help with a topic or a word for how it is used, as: help add. Or help all."]
    known = find(topics, wanted)
    if known is not None:
        also = f"The same: {', '.join(known.words[1:])}." if known.words[1:] else ""
        return [_told(known), *([also] if also else [])]
    meant = [topic for topic in topics if wanted == "all" or topic.title.casefold().startswith(wanted)]
    if not meant:
        return [f'There is nothing called "{about[:40]}" here; help alone lists the words.']
    lines = []
    for topic in meant:
        lines += [f"{topic.title}.", *map(_told, topic.words)]
    return lines


def _told(word: Word) -> str:
    return f"{word.usage}: {word.about}."
