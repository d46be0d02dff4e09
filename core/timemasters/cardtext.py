"""A card in words: what it does, made from its effects; and its fields, as machines read them."""

from __future__ import annotations

from collections.abc import Iterable

from core.timemasters.cards import MastersCard
from core.timemasters.effects import Discard, Draw, Effect
from core.words import counted, small

FIELDS = {
    "id": "card id",
    "level": "its Sphere, 0 for the starting deck; its victory points too",
    "name": "name",
    "kind": "spell, concentration or timer",
    "cost": "Kè, null for what is no spell",
    "slots": "how many spells it holds, null for what is no Timer",
    "copies": "how many there are, in the starting deck or of its level",
    "wizard": "who left it, null where the rulebook names nobody",
    "text": "what it does",
}
"""What machines are told of a card."""


def facts(card: MastersCard, level: int) -> dict[str, object]:
    """These fields of a card."""
    return {
        "id": card.id,
        "level": level,
        "name": card.name,
        "kind": card.kind,
        "cost": card.cost,
        "slots": card.slots,
        "copies": card.copies,
        "wizard": card.wizard or None,
        "text": effects_text(card),
    }


def effects_text(card: MastersCard) -> str:
    """What a card does."""
    parts = []
    if card.slots is not None:
        parts.append(f"Holds {counted(card.slots, 'spell')}.")
    if card.discount:
        parts.append(f"Spells placed here cost {card.discount} less.")
    if card.twice:
        spells = (
            "The spell placed here has its effect"
            if card.slots == 1
            else "Spells placed here have their effects"
        )
        parts.append(f"{spells} twice when {'it is' if card.slots == 1 else 'they are'} played.")
    parts.append(_sentences(card.effects))
    for when, effects in (
        ("On placing", card.placing),
        ("On activation", card.activation),
        ("On activation, for each spell on it", card.each),
    ):
        if effects:
            parts.append(f"{when}: {small(_sentences(effects))}")
    return " ".join(part for part in parts if part)


def _sentences(effects: Iterable[Effect]) -> str:
    """Effects in the order in which they happen; a discard is said with the draw before it."""
    said: list[str] = []
    before: Effect | None = None
    for effect in effects:
        sentence = effect.wording()
        if isinstance(before, Draw) and isinstance(effect, Discard):
            said[-1] = f"{said[-1].removesuffix('.')}, then {small(sentence)}"
        else:
            said.append(sentence)
        before = effect
    return " ".join(said)
