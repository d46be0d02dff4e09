"""The rules of a game as something to read: topics with links between them, and a search by words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

import msgspec

from core.contract.errors import GameError

KINDS = {
    "section": "The rules",
    "phase": "Phases",
    "question": "What you may be asked",
    "ruling": "Rulings",
    "term": "Glossary",
    "card": "Cards",
}
"""What kinds of topics there are, in the order of reading, and their heading."""
QUESTION = "ask-"
"""Before the kind of a decision: the id of the topic that explains the question."""
_MORE = 20
"""Headings that are named beside a topic at most."""
ITEM = "- "
"""Begins a paragraph that is one item of a list."""
RULING = re.compile(r"\b[A-Z]\d+\b")
"""A ruling's number where a text names it: a letter of the game's own, and digits."""


class Topic(msgspec.Struct, frozen=True):
    """One thing to read about."""

    id: str
    title: str
    kind: str
    """One of KINDS."""
    text: tuple[str, ...]
    """Paragraphs; those that begin with ITEM are items of a list."""
    see: tuple[str, ...] = ()
    """Ids of topics that lead on from here, besides the rulings named in the text."""

    @property
    def heading(self) -> str:
        """The title as it stands in a list: a ruling with its number."""
        return f"{self.id}  {self.title}" if self.kind == "ruling" else self.title


class Guide:
    """All that can be read about a game."""

    def __init__(self, topics: Iterable[Topic]) -> None:
        """Raises GameError for an id that stands twice or a link that leads nowhere."""
        self.topics = tuple(topics)
        self._by_id = {topic.id: topic for topic in self.topics}
        if len(self._by_id) < len(self.topics):
            ids = [topic.id for topic in self.topics]
            raise GameError(f"The topic {next(one for one in ids if ids.count(one) > 1)!r} stands twice.")
        self._links = {topic.id: self._leads(topic) for topic in self.topics}

    def _leads(self, topic: Topic) -> tuple[Topic, ...]:
        named = [found for part in topic.text for found in RULING.findall(part)]
        ids = [one for one in dict.fromkeys([*named, *topic.see]) if one != topic.id]
        for one in ids:
            if one not in self._by_id:
                raise GameError(f"The topic {topic.id!r} leads to {one!r}, which there is not.")
        return tuple(self._by_id[one] for one in ids)

    def topic(self, id: str) -> Topic | None:
        """The topic of this id; None if there is none."""
        return self._by_id.get(id)

    def of_kind(self, kind: str) -> list[Topic]:
        """The topics of one kind, in the order of reading."""
        return [topic for topic in self.topics if topic.kind == kind]

    def links(self, topic: Topic) -> Sequence[Topic]:
        """Where a topic leads: the rulings named in its text, then what else it refers to."""
        return self._links[topic.id]

    def cards_about(self, topic: Topic) -> list[Topic]:
        """The cards that a topic concerns."""
        return [card for card in self.of_kind("card") if topic in self._links[card.id]]

    def find(self, words: str) -> list[Topic]:
        """The topics that hold every one of these words, those with all of them in the title first."""
        wanted = _wanted(words).split()
        if not wanted:
            return list(self.topics)
        ranked = []
        for place, topic in enumerate(self.topics):
            title = _plain(f"{topic.heading} {topic.id if topic.kind != 'card' else ''}")
            text = title + " " + _plain(" ".join(topic.text))
            if all(word in text for word in wanted):
                whole = _plain(topic.title) == " ".join(wanted) or _plain(topic.id) == " ".join(wanted)
                rank = 0 if whole else 1 if all(word in title for word in wanted) else 2
                ranked.append((rank, place, topic))
        return [topic for _, _, topic in sorted(ranked, key=lambda one: one[:2])]

    def named(self, words: str) -> Topic | None:
        """The topic that is called exactly so, by id or title; None if there is none."""
        wanted = _wanted(words)
        return next((one for one in self.topics if wanted in (_plain(one.id), _plain(one.title))), None)

    def lines(self, topic: Topic) -> list[str]:
        """A topic in plain lines, a paragraph each, with what it leads to at the end."""
        found = [topic.heading, *topic.text]
        links = self.links(topic)
        if links:
            found.append("See: " + "; ".join(_headings([one]) for one in links) + ".")
        cards = self.cards_about(topic)
        if cards:
            found.append("Cards: " + ", ".join(card.title for card in cards) + ".")
        return found

    def told(self, words: str = "") -> list[str] | None:
        """What there is to read about these words, a paragraph a line; None if there is nothing.

        Without words all but the cards from first to last; with the name of a topic, or words
        that only one topic has, that topic; else the headings of those that have the words.
        """
        if not words.split():
            return self._all()
        found = self.find(words)
        topic = self.named(words) or (found[0] if len(found) == 1 else None)
        if topic is not None:
            others = [one for one in found if one != topic]
            more = [f"Also about it: {_headings(others)}."] if 0 < len(others) <= _MORE else []
            return [*self.lines(topic), *more]
        if not found:
            return None
        return [f"{len(found)} topics have these words:", *(ITEM + _headings([one]) for one in found)]

    def _all(self) -> list[str]:
        lines = []
        for kind in KINDS:
            if kind == "card":
                continue
            lines += [KINDS[kind].upper(), ""]
            for topic in self.of_kind(kind):
                lines += [topic.heading, *topic.text, ""]
        return lines[:-1]


def _headings(topics: Iterable[Topic]) -> str:
    return ", ".join(topic.heading.replace("  ", " ") for topic in topics)


def _wanted(words: str) -> str:
    """Words to look for, with one space between them and none in the number of a ruling."""
    return re.sub(r"\b([a-z]) (\d+)\b", r"\1\2", " ".join(_plain(words).split()))


def _plain(text: str) -> str:
    """In small letters without accents, so that words are found however they are typed."""
    parted = unicodedata.normalize("NFKD", text.casefold().replace("\u2019", "'"))
    return "".join(letter for letter in parted if not unicodedata.combining(letter))
