"""Rules to be read: topics, links, search, and what is wrong with a rules file."""

from __future__ import annotations

import pytest

from core.contract.errors import GameError
from core.contract.guide import Guide, Topic
from core.guide_file import read_topics

FILE = """
[[section]]
id = "aim"
title = "The aim"
text = ["Win by R1.", "- an item"]
see = ["word"]

[[ruling]]
id = "R1"
title = "Winning"
text = ["Most points win."]
example = "5 beat 4."

[[term]]
id = "word"
title = "Word"
text = ["A word's meaning."]
"""


def test_topics_are_read_in_the_order_of_reading_and_linked() -> None:
    guide = Guide(read_topics(FILE, "rules.toml"))
    assert [topic.id for topic in guide.topics] == ["aim", "R1", "word"]
    aim = guide.topic("aim")
    assert aim is not None
    assert [topic.id for topic in guide.links(aim)] == ["R1", "word"]
    assert guide.lines(aim) == ["The aim", "Win by R1.", "- an item", "See: R1 Winning; Word."]
    assert guide.topic("none") is None
    ruling = guide.topic("R1")
    assert ruling is not None and guide.lines(ruling)[1:] == ["Most points win.", "Example: 5 beat 4."]


def test_search_finds_all_words_and_titles_come_first() -> None:
    guide = Guide(read_topics(FILE, "rules.toml"))
    assert [topic.id for topic in guide.find("WIN")] == ["R1", "aim"]
    assert [topic.id for topic in guide.find("word\u2019s meaning")] == ["word"]
    assert [topic.id for topic in guide.find("win points")] == ["R1"]
    assert guide.find("points of nothing") == []
    assert guide.named("r1") == guide.topic("R1") == guide.named(" winning ")
    assert guide.named("win") is None
    assert guide.named("w\u00f6rd") == guide.named("word") is not None
    assert guide.named("R 1") == guide.named("r  1") == guide.topic("R1")
    assert guide.told("R 1") == guide.told("R1")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[[section]]\nid = 3", "rules.toml"),
        ("[[chapter]]\nid = 'x'", "chapter"),
        ("not toml", "rules.toml"),
        ("[[ruling]]\nid = 'R1'\ntitle = 'R'\ntext = ['As it is.']", "example"),
    ],
)
def test_a_file_that_is_wrong_says_so(text: str, why: str) -> None:
    with pytest.raises(GameError, match=why):
        read_topics(text, "rules.toml")


def test_a_link_to_nowhere_and_a_doubled_topic_are_errors() -> None:
    with pytest.raises(GameError, match="'a' leads to 'R9'"):
        Guide([Topic("a", "A", "section", ("As R9 says.",))])
    with pytest.raises(GameError, match="'a' stands twice"):
        Guide([Topic("a", "A", "section", ()), Topic("a", "B", "term", ())])
