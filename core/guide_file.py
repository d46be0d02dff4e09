"""Guides made of a game's rules file (TOML), its options and its cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from core.contract.card_info import CardInfo
from core.contract.errors import GameError
from core.contract.game import AnyGame
from core.contract.guide import ITEM, KINDS, Guide, Topic

EXAMPLE = "Example: "
"""Begins the last paragraph of a ruling."""


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    text: tuple[str, ...]
    see: tuple[str, ...] = ()


class _Ruling(_Entry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    example: str
    """What the ruling comes to in a match, with cards by their names."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    section: tuple[_Entry, ...] = ()
    phase: tuple[_Entry, ...] = ()
    question: tuple[_Entry, ...] = ()
    ruling: tuple[_Ruling, ...] = ()
    term: tuple[_Entry, ...] = ()


def read_topics(text: str, source: str) -> list[Topic]:
    """The topics of a rules file (TOML): tables named by kind, each with id, title, text and see; a ruling
    with an example besides.

    Raises GameError naming the source and what is wrong.
    """
    try:
        file = msgspec.toml.decode(text, type=_File)
    except msgspec.DecodeError as error:
        raise GameError(f"{source}: {error}") from None
    return [
        Topic(entry.id, entry.title, kind, tuple(_paragraphs(entry)), entry.see)
        for kind in KINDS
        if kind != "card"
        for entry in getattr(file, kind)
    ]


def _paragraphs(entry: _Entry) -> Iterator[str]:
    for part in entry.text:
        yield " ".join(part.split())
    if isinstance(entry, _Ruling):
        yield EXAMPLE + " ".join(entry.example.split())


def guide_of(
    game: AnyGame, rules: str, source: str, cards: Iterable[int], concerning: Callable[[int], Iterable[str]]
) -> Guide:
    """The guide of a game with this rules file: the topic `options` followed by the options as they are, and
    a topic for each of these cards, with the ids of what concerns it. Raises GameError as Guide does."""
    topics = read_topics(rules, source)
    for place, topic in enumerate(topics):
        if topic.id == "options":
            told = (*topic.text, *_options_told(game))
            topics[place] = msgspec.structs.replace(topic, text=told)
    topics += [card_topic(game, game.cards[card], concerning(card)) for card in cards]
    return Guide(topics)


def _options_told(game: AnyGame) -> Iterator[str]:
    for option in game.options:
        span = " or ".join(option.named) or f"{option.low} to {option.high}"
        usual = option.shown(option.default) if option.named else option.default
        yield f"{ITEM}{option.name} ({span}, usually {usual}): {option.about}"
    for preset in game.presets:
        named = {option.name: option for option in game.options if option.named}
        values = ", ".join(
            f"{name} {named[name].shown(value) if name in named else value}"
            for name, value in preset.options.items()
        )
        yield f"{ITEM}Preset {preset.name} ({values or 'the usual options'}): {preset.about}"


def card_topic(game: AnyGame, card: CardInfo, see: Iterable[str]) -> Topic:
    """The topic of a card; `see` are the topics that concern it."""
    kinds = ", ".join(word.capitalize() for word in dict.fromkeys((card.kind, *card.traits)))
    force = "" if card.force is None else f", {game.texts.force_name} {card.force}"
    text = (f"{game.texts.group_title(card.group)}. {kinds}{force}.", card.text or game.texts.no_text)
    return Topic(card.id, card.name, "card", text, tuple(dict.fromkeys(see)))
