"""The rules to be read: rules.toml, the options and presets as they are, and a topic for each card."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources

from core.contract.game import AnyGame
from core.contract.guide import Guide
from core.guide_file import guide_of
from core.wrinkles import cards as c
from core.wrinkles.cards import TYPES, Card, Pool
from core.wrinkles.state import KINDS


def guide(game: AnyGame, pool: Pool) -> Guide:
    """The guide of the game with these cards."""
    rules = (resources.files("core.wrinkles") / "rules.toml").read_text("utf-8")
    infos = game.cards
    listed = sorted(range(len(infos)), key=lambda one: (infos[one].group != "good", infos[one].name))
    return guide_of(game, rules, "rules.toml", listed, lambda one: concerning(pool.cards[one]))


def phase_topic(phase: int) -> str:
    """The id of the topic of a phase, by its place in PHASES."""
    return KINDS[phase].lower()


def concerning(card: Card) -> list[str]:
    """The topics that concern a card, by its effects, type and traits: rulings first."""
    special = card.type == "X"
    found = [one for effect in card.effects for one in _by_effect(effect, special)]
    selectors = [name for effect in card.effects for name in _selectors(effect)]
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


def _selectors(effect: c.Effect) -> Iterator[str]:
    match effect:
        case c.Slot(name) | c.Discard(name) | c.Cost(name) | c.Seek(name):
            yield name
        case c.Bonus(to, _) | c.Penalty(to, _):
            yield to


def _by_effect(effect: c.Effect, special: bool) -> tuple[str, ...]:
    match effect:
        case c.Slot():
            return ("R8", "R7", "extra-slot", "this-turn") if special else ("R7", "R16", "extra-slot")
        case c.Bonus():
            return ("R10", "bonus", "this-turn") if special else ("R10", "R16", "bonus")
        case c.Penalty():
            return ("R9", "R10", "penalty")
        case c.Destiny():
            return ("R16", "destiny")
        case c.Draw():
            return ("R15",) if special else ("R12", "R15", "entering")
        case c.Use():
            return ("R2", "R15", "action")
        case c.Discard():
            return ("R12", "target") if special else ("R12", "target", "entering")
        case c.OpponentDiscards():
            return ("effects",) if special else ("R12", "entering", "effects")
        case c.Cost():
            return ("cost",)
        case c.Order():
            return ("R17", "effects")
        case c.Negate():
            return ("R2", "R11", "negate")
        case c.Study():
            return ("R8", "R14", "R17", "effects")
        case c.Seek():
            return ("R3", "R14", "R17", "effects")
        case c.Hands():
            return ("R13", "challenge")
        case c.Limit():
            return ("R14",)
