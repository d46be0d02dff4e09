"""Short words for cells: codes of categories, what a card does, why it can't be played."""

from __future__ import annotations

from core.contract.outcome import Outcome
from core.wrinkles.card_kinds import TYPES
from core.wrinkles.cards import WrinklesCard
from core.wrinkles.choices import Obstacle, Unplayable
from core.wrinkles.wrinkles import Wrinkles

CODES = {
    "special": "Sp", "character": "Ch", "mortal": "Mo", "immortal": "Im", "historical": "Hi",
    "biblical": "Bi", "murry": "Mu", "child": "Cd", "location": "Lo", "gift": "Gi", "travel": "Tr",
    "song": "So", "feeling": "Fe", "healing": "He", "quote": "Qu", "communication": "Cm", "attack": "At",
    "plot": "Pl", "lie": "Li", "void": "Vo", "weakness": "We", "control": "Cn",
}  # fmt: skip
"""Two letters for each category."""

ORDER = ("character", "location", "gift", "travel", "song", "feeling", "healing", "quote",
         "communication", "attack", "plot", "lie", "void", "weakness", "control", "special")  # fmt: skip
"""How a hand is sorted."""

_BRIEF_REASONS = {
    Obstacle.ONLY_FATE: "Fate",
    Obstacle.ONLY_CHALLENGE: "Chall.",
    Obstacle.ONLY_ANSWER: "answer",
    Obstacle.LIMIT: "limit",
    Obstacle.NO_FREE_SLOT: "full",
    Obstacle.NO_SLOT: "full",
    Obstacle.NO_COST: "no cost",
}

TWICE = ("seek", "study", "order")
"""Questions where choosing none wastes a card or an order, and so is asked twice."""


def code(card: WrinklesCard) -> str:
    """Two letters for a card's own category."""
    return CODES[TYPES[card.type][0]]


def kind_word(card: WrinklesCard) -> str:
    """A card's own category in a word, for where there is room for more than its code."""
    kind = TYPES[card.type][0]
    return "Commun." if kind == "communication" else kind.capitalize()


def place_in_hand(card: WrinklesCard) -> tuple[int, str, int, str]:
    """Sorts a hand: by category, then Force, then name."""
    kinds = TYPES[card.type]
    kind = next(number for number, name in enumerate(ORDER) if name in kinds)
    return kind, kinds[0], -card.force, card.name


def brief_reason(reason: Unplayable, width: int) -> str:
    """Why a card can't be played, as short as a narrow cell needs it."""
    words = str(reason)
    return words if len(words) <= width else _BRIEF_REASONS.get(reason.obstacle, words)


def brief(card: WrinklesCard) -> str:
    """What a card does, in a few words; empty if nothing."""
    return ", ".join(effect.brief(card.type == "X") for effect in card.effects)


def card_kind(game: Wrinkles, card: int) -> str:
    """Category, traits and printed Force of a card."""
    info = game.cards[card]
    kinds = ", ".join(trait.capitalize() for trait in (info.kind, *info.traits) if trait != "character")
    return kinds + ("" if info.force is None else f", Force {info.force}")


def ending(outcome: Outcome) -> str:
    """How a match ended that nobody gave up."""
    if outcome.end == "tokens":
        return "All six Balance tokens are held by one side."
    return "The last turn is over; more tokens win, and Good wins a tie."
