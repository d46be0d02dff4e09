"""A card in words: what it does, made from its effects; and its fields, as machines read them."""

from __future__ import annotations

from collections.abc import Iterable

from core.timemasters import cards as c
from core.timemasters.cards import Card
from core.words import counted, listed, small

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


def facts(card: Card, level: int) -> dict[str, object]:
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


def effects_text(card: Card) -> str:
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


def _sentences(effects: Iterable[c.Effect]) -> str:
    """Effects in the order in which they happen; a discard is said with the draw before it."""
    said: list[str] = []
    before: c.Effect | None = None
    for effect in effects:
        sentence = _effect(effect)
        if isinstance(before, c.Draw) and isinstance(effect, c.Discard):
            said[-1] = f"{said[-1].removesuffix('.')}, then {small(sentence)}"
        else:
            said.append(sentence)
        before = effect
    return " ".join(said)


def _effect(effect: c.Effect) -> str:
    match effect:
        case c.Recover(n):
            return f"Recover {n} Kè."
        case c.RecoverHalf():
            return "Recover half your spent permanent Kè, rounded up."
        case c.RecoverAll():
            return "Recover all your permanent Kè."
        case c.Ephemeral(n):
            return f"Gain {n} ephemeral Kè."
        case c.Permanent(n):
            return f"Gain {n} permanent Kè."
        case c.Draw(n):
            return f"Draw {counted(n, 'card')}."
        case c.Discard(n):
            return f"Discard {counted(n, 'card')}."
        case c.Return(n, up_to, of):
            what = counted(n, of.capitalize()) if of else counted(n, "card")
            return f"Return {'up to ' if up_to else ''}{what} from your discard pile to your hand."
        case c.Banish(n, up_to, pile, draw):
            what = f"{'up to ' if up_to else ''}{counted(n, 'card')}"
            where = "your hand or discard pile" if pile else "your hand"
            return f"Banish {what} from {where}{', and draw 1 for each' if draw else ''}."
        case c.Look(n):
            return f"Look at the top {counted(n, 'card')} of your deck: take 1, discard the others."
        case c.Discount(n, next):
            if next:
                return f"Your next spell this turn costs {n} less."
            return f"Your spells cost {n} less for the rest of the turn."
        case c.Surcharge(n):
            return f"Each opponent's next spell, in its next turn, costs {n} more."
        case c.Cap(n):
            return f"Each opponent may spend at most {n} Kè in its next turn."
        case c.OpponentsDiscard(n):
            return f"Each opponent discards {counted(n, 'card')}."
        case c.OpponentsDiscardHalf():
            return "Each opponent discards half its hand, rounded up."
        case c.Steal(n):
            return f"Each opponent spends {n} active permanent Kè; recover 1 Kè for each that was spent."
        case c.Take(levels):
            return f"Take the top card of Sphere {listed(map(str, levels), 'or')} into your hand."
        case c.BreakTimer():
            return "Choose a Timer of an opponent: it is discarded with all that is on and under it."
        case c.ForceTimer():
            return "Choose a Timer of an opponent: it is activated."
        case c.CountAs(n):
            return f"Counts as {n} cards for access."
        case c.AccessAgain():
            return "This turn you may access one Sphere twice."
        case c.Repeat(n, up_to):
            if n == 1:
                return "Repeat the effect of another spell in your Spell zone, not one that repeats."
            many = f"{'up to ' if up_to else ''}{n}"
            return f"Repeat the effects of {many} other spells in your Spell zone, not ones that repeat."
