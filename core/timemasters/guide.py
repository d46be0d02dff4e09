"""The rules to be read: rules.toml, the options and presets as they are, and a topic for each card."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib import resources

from core.contract.game import AnyGame
from core.contract.guide import Guide
from core.guide_file import guide_of, read_topics
from core.timemasters.cards import MastersCard, MastersPool

PHASE_TOPICS = ("phase-timer", "phase-main", "phase-access")
"""By State.phase: the id of the topic of a phase."""


def guide(game: AnyGame, pool: MastersPool) -> Guide:
    """The guide of the game with these cards."""
    rules = (resources.files("core.timemasters") / "rules.toml").read_text("utf-8")
    titles = [(one.id, one.title) for one in read_topics(rules, "rules.toml") if one.kind == "ruling"]
    listed = sorted(range(len(game.cards)), key=lambda one: (game.cards[one].group, game.cards[one].name))

    def about(identity: int) -> list[str]:
        card = pool.cards[identity]
        named = re.compile(rf"\b{re.escape(card.name)}\b")
        return concerning(card, [ruling for ruling, title in titles if named.search(title)])

    return guide_of(game, rules, "rules.toml", listed, about)


def concerning(card: MastersCard, rulings: Iterable[str] = ()) -> list[str]:
    """The topics that concern a card, by its effects and its kind: rulings first, these ones among them."""
    found = [*rulings, *_by_kind(card)]
    for effect in (*card.effects, *card.placing, *card.activation, *card.each):
        found += effect.topics()
    numbers = sorted({one for one in found if _is_ruling(one)}, key=lambda one: int(one[1:]))
    return [*numbers, *dict.fromkeys(one for one in found if not _is_ruling(one))]


def _is_ruling(id: str) -> bool:
    return id[0] == "T" and id[1:].isdigit()


def _by_kind(card: MastersCard) -> Iterator[str]:
    if card.kind == "timer":
        yield from ("T17", "timer-rules")
        if card.discount:
            yield from ("T3", "cost-rules")
        if card.twice:
            yield from ("T16", "released")
    elif card.kind == "concentration":
        yield from ("T18", "concentration")
    else:
        yield "casting"
