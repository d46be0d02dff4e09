"""The rules to be read: rules.toml, the options and presets as they are, and a topic for each card."""

from __future__ import annotations

from importlib import resources

from core.contract.game import AnyGame
from core.contract.guide import Guide
from core.guide_file import guide_of
from core.wrinkles.card_kinds import TYPES
from core.wrinkles.cards import WrinklesCard, WrinklesPool
from core.wrinkles.state import KINDS


def guide(game: AnyGame, pool: WrinklesPool) -> Guide:
    """The guide of the game with these cards."""
    rules = (resources.files("core.wrinkles") / "rules.toml").read_text("utf-8")
    infos = game.cards
    listed = sorted(range(len(infos)), key=lambda one: (infos[one].group != "good", infos[one].name))
    return guide_of(game, rules, "rules.toml", listed, lambda one: concerning(pool.cards[one]))


def phase_topic(phase: int) -> str:
    """The id of the topic of a phase, by its place in PHASES."""
    return KINDS[phase].lower()


def concerning(card: WrinklesCard) -> list[str]:
    """The topics that concern a card, by its effects, type and traits: rulings first."""
    special = card.type == "X"
    found = [one for effect in card.effects for one in effect.topics(special)]
    selectors = {effect.names for effect in card.effects}
    if "gift" in selectors:
        found.append("R5")
    if {"murry", "child"} & {*selectors, *card.traits}:
        found.append("R6")
    if special:
        found += ["R2", "R11"]
    rulings = sorted({one for one in found if _is_ruling(one)}, key=lambda one: int(one[1:]))
    terms = [one for one in found if not _is_ruling(one)]
    terms += [name for name in (*TYPES[card.type], *card.traits) if name in _TERMS]
    return [*rulings, *terms, *([] if special else ["playing"])]


_TERMS = ("special", "character", "murry", "child")
"""Categories and traits with a topic of their own."""


def _is_ruling(id: str) -> bool:
    return id[0] == "R" and id[1:].isdigit()
