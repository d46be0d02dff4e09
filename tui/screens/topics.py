"""Topics of a guide as paragraphs to read."""

from __future__ import annotations

from core.contract.guide import ITEM, RULING, Guide, Topic
from tui.widgets.text_reader import EMPTY, Paragraph, Part, leading, linked, plain


def paragraph(guide: Guide, text: str, here: str = "") -> Paragraph:
    """A paragraph of the guide, in which rulings that it names are links; `here` is the topic itself."""

    def link(word: str) -> str:
        return word if word != here and guide.topic(word) is not None else ""

    return linked(text, RULING, link, hang=len(ITEM) if text.startswith(ITEM) else 0)


def links(guide: Guide, topic: Topic, kinds: tuple[str, ...] = ()) -> list[Paragraph]:
    """Where a topic leads, a line each; only to topics of these kinds, if any are given."""
    return [leading(one.heading, one.id) for one in guide.links(topic) if not kinds or one.kind in kinds]


def pages(guide: Guide, topic: Topic) -> list[Paragraph]:
    """A whole topic, with where it leads and the cards it concerns."""
    found = [plain(topic.heading, "title"), EMPTY]
    for number, text in enumerate(topic.text):
        item = text.startswith(ITEM)
        if number and not (item and topic.text[number - 1].startswith(ITEM)):
            found.append(EMPTY)
        found.append(paragraph(guide, text, topic.id))
    leads = links(guide, topic)
    if leads:
        found += [EMPTY, plain("See", "quiet"), *leads]
    cards = guide.cards_about(topic)
    if cards:
        parts = [part for card in cards for part in (Part(card.title, card.id), Part(", "))]
        found += [EMPTY, plain("Cards it concerns", "quiet"), Paragraph(tuple(parts[:-1]), indent=2)]
    return found
