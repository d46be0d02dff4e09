"""The cards of Wrinkles in Time: the closed effect vocabulary, card files, and the compiled pool.

A card file is TOML: `set`, `side`, and `[[card]]` tables of id, name, type, force, traits and effects.
What an effect means depends on where its card goes: on a card in play it works as it enters or while it
stays, on a Special as it resolves. A new card is data; a new effect is one Struct here and one branch in
flow.py or force.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import cache
from typing import Annotated, Literal, TypeAlias

import msgspec

from core.card_files import by_id, decode, does_words, fingerprint, located, printed
from core.contract.card_info import CardInfo, Gain
from core.contract.errors import GameError

RULES = 2
"""Raised with any change of what the rules do."""

SIDES = ("good", "evil")

TYPES: dict[str, tuple[str, ...]] = {
    "X": ("special",),
    "L": ("location",),
    "M": ("mortal", "character"),
    "MH": ("mortal", "character", "historical"),
    "MB": ("mortal", "character", "biblical"),
    "I": ("immortal", "character"),
    "IB": ("immortal", "character", "biblical"),
    "F": ("feeling",),
    "G": ("gift",),
    "T": ("travel",),
    "S": ("song",),
    "H": ("healing",),
    "Q": ("quote",),
    "C": ("communication",),
    "A": ("attack",),
    "P": ("plot",),
    "Z": ("lie",),
    "V": ("void",),
    "W": ("weakness",),
    "N": ("control",),
}
"""Printed type codes, and the selectors that match a card of each."""

SELECTORS = (
    "special", "character", "mortal", "immortal", "historical", "biblical", "murry", "child", "location",
    "gift", "travel", "song", "feeling", "healing", "quote", "communication",
    "attack", "plot", "lie", "void", "weakness", "control",
)  # fmt: skip
"""What effects and slots can name. Their order is part of saved states."""

CHARACTER_TRAITS = ("historical", "biblical", "child")
"""Selectors that only Characters match."""

BASE_SLOTS: tuple[tuple[str, ...], ...] = (
    ("character",) * 4
    + ("location", "gift", "travel", "song", "feeling", "healing", "quote", "communication"),
    ("character",) * 4 + ("location", "attack", "plot", "lie", "void", "weakness", "control"),
)
"""The slots each side has of its own."""

Selector: TypeAlias = Literal[SELECTORS]  # type: ignore[valid-type]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=20)]


class _Effect(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    pass


class Slot(_Effect, frozen=True, tag="slot"):
    """One extra slot: while the card is in play; from a Special, until the end of the turn (R7, R8)."""

    match: Selector = msgspec.field(name="for")


class Bonus(_Effect, frozen=True, tag="bonus"):
    """More Force for own cards; from a Special, until the end of the turn (R10)."""

    to: Selector
    force: Count
    other: bool = False
    """Whether the source is left out."""
    one: bool = False
    """Whether only one card gets it, placed where it serves best."""


class Penalty(_Effect, frozen=True, tag="penalty"):
    """Less Force for the opponent's cards, never below 0 (R9, R10)."""

    to: Selector
    force: Count


class Destiny(_Effect, frozen=True, tag="destiny"):
    """More cards drawn in Destiny I."""

    n: Count


class Draw(_Effect, frozen=True, tag="draw"):
    """Draw cards."""

    n: Count


class Use(_Effect, frozen=True, tag="use"):
    """An ability: discard this card from play, in an own go, to draw cards (R2)."""

    draw: Count


class Discard(_Effect, frozen=True, tag="discard"):
    """Discard one matching card in play, of either side (R12)."""

    of: Selector


class OpponentDiscards(_Effect, frozen=True, tag="opponent-discards"):
    """The opponent discards cards of its choice from hand."""

    n: Count


class Cost(_Effect, frozen=True, tag="cost"):
    """Discard an own matching card in play as the Special is announced."""

    of: Selector


class Order(_Effect, frozen=True, tag="order"):
    """Put the next cards of the own deck in any order."""

    n: Count


class Negate(_Effect, frozen=True, tag="negate"):
    """An answer: the Special just announced does nothing (R11). Where it answers from: see Answering."""


class Study(_Effect, frozen=True, tag="study"):
    """Put one Character from hand into play, room or not (R8)."""


class Seek(_Effect, frozen=True, tag="seek"):
    """Look through the own deck and put a matching card into play that has room or may replace (R3)."""

    of: Selector


class Hands(_Effect, frozen=True, tag="hands"):
    """Both hands are discarded; only in a Challenge window (R13)."""


class Limit(_Effect, frozen=True, tag="limit"):
    """The opponent may play at most this many more cards from hand in this phase (R14)."""

    n: Count


Effect: TypeAlias = (
    Slot
    | Bonus
    | Penalty
    | Destiny
    | Draw
    | Use
    | Discard
    | OpponentDiscards
    | Cost
    | Order
    | Negate
    | Study
    | Seek
    | Hands
    | Limit
)

_DRAWING = (Use, Destiny)
"""Effects that draw cards, and have another name."""
_IN_PLAY = (Slot, Bonus, Penalty, Destiny, Draw, Use, Discard, OpponentDiscards, Negate)
_ENTERING = (Draw, Discard, OpponentDiscards)
_SPECIAL = (Slot, Bonus, Draw, Discard, OpponentDiscards, Cost, Order, Negate, Study, Seek, Hands, Limit)


class Answering(Enum):
    """Where a card that negates answers from (R11)."""

    HAND = "hand"
    """A Special: it is announced, and lies in hand until then."""
    PLAY = "play"
    """Any other card: it is discarded from play, and does nothing in hand."""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One card as its file has it."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]+/(good|evil)/[a-z0-9-]+$", max_length=64)]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    type: Literal[tuple(TYPES)]  # type: ignore[valid-type]
    force: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    traits: tuple[Literal["murry", "child"], ...] = ()
    effects: tuple[Effect, ...] = ()


class CardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card file: one side of one set."""

    set: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]+$")]
    side: Literal[SIDES]  # type: ignore[valid-type]
    card: tuple[Card, ...]


def read_card_file(text: str, source: str) -> CardFile:
    """Parse and check one card file. Raises GameError naming the source, the card and what is wrong."""
    file = decode(text, source, CardFile)
    for card, where in located(file.card, source, f"{file.set}/{file.side}/"):
        allowed = _SPECIAL if card.type == "X" else _IN_PLAY
        for effect in card.effects:
            if not isinstance(effect, allowed):
                kind = "a Special" if card.type == "X" else "a card in play"
                raise GameError(f"{where}: {kind} can't have the effect {effect.__struct_config__.tag!r}.")
        if card.type == "X" and len(card.effects) > 1 and any(isinstance(e, Negate) for e in card.effects):
            raise GameError(f"{where}: a Special that negates does nothing else.")
        if "child" in card.traits and "character" not in TYPES[card.type]:
            raise GameError(f"{where}: only a Character can be a child.")
        for once in (Discard, Cost):
            if card.type == "X" and sum(isinstance(effect, once) for effect in card.effects) > 1:
                raise GameError(f"{where}: a Special has one {once.__name__.lower()} effect at most.")
    return file


def bit(selector: str) -> int:
    """The bit of a selector in the masks of the pool."""
    return 1 << SELECTORS.index(selector)


class Pool:
    """Card sets compiled for play: everything by identity, so that rules only index."""

    def __init__(self, files: Sequence[CardFile]) -> None:
        cards = by_id([file.card for file in files])
        self.sets = tuple(sorted({file.set for file in files}))
        self.cards = tuple(cards)
        self.table = tuple(card.id for card in cards)
        self.side = tuple(SIDES.index(card.id.split("/")[1]) for card in cards)
        self.force = tuple(card.force for card in cards)
        self.special = tuple(card.type == "X" for card in cards)
        self.mask = tuple(sum(bit(name) for name in {*TYPES[card.type], *card.traits}) for card in cards)
        """Selectors that match the card."""
        self.slots = tuple(self._all(card, Slot) for card in cards)
        self.slot_bits = tuple(
            () if card.type == "X" else tuple(bit(slot.match) for slot in self._all(card, Slot))
            for card in cards
        )
        """Extra slots the card gives while in play."""
        self.bonuses = tuple(
            tuple((bit(b.to), b.force, b.other, b.one) for b in self._all(card, Bonus)) for card in cards
        )
        self.penalties = tuple(
            tuple((bit(p.to), p.force) for p in self._all(card, Penalty)) for card in cards
        )
        self.destiny = tuple(sum(d.n for d in self._all(card, Destiny)) for card in cards)
        self.use = tuple(sum(u.draw for u in self._all(card, Use)) for card in cards)
        self.answering = tuple(self._answering(card) for card in cards)
        """Where each card answers from; None for one that negates nothing."""
        self.costs = tuple(tuple(bit(c.of) for c in self._all(card, Cost)) for card in cards)
        self.targets = tuple(tuple(bit(d.of) for d in self._all(card, Discard)) for card in cards)
        self.enters = tuple(
            () if card.type == "X" else tuple(e for e in card.effects if isinstance(e, _ENTERING))
            for card in cards
        )
        """What happens as the card comes into play."""
        self.hands = tuple(bool(self._all(card, Hands)) for card in cards)
        self.answers = tuple(
            any(where and side == mine for where, mine in zip(self.answering, self.side, strict=True))
            for side in range(2)
        )
        """Whether each side's pool holds negating cards, so that it is asked for answers (R11)."""
        self.fingerprint = self._fingerprint()

    @staticmethod
    def _all(card: Card, kind: type) -> tuple:  # type: ignore[type-arg]
        return tuple(effect for effect in card.effects if isinstance(effect, kind))

    @classmethod
    def _answering(cls, card: Card) -> Answering | None:
        if not cls._all(card, Negate):
            return None
        return Answering.HAND if card.type == "X" else Answering.PLAY

    def _fingerprint(self) -> str:
        facts = [(card.id, card.type, card.force, sorted(card.traits), card.effects) for card in self.cards]
        return fingerprint([RULES, BASE_SLOTS, facts])


@cache
def printed_pool() -> Pool:
    """The pool of the printed card lists."""
    return Pool([read_card_file(text, source) for text, source in printed("core.wrinkles", SIDES)])


def card_info(card: Card, text: str) -> CardInfo:
    """A card as deck building and browsing want it."""
    special = card.type == "X"
    return CardInfo(
        id=card.id,
        group=card.id.split("/")[1],
        name=card.name,
        type=card.type,
        kind=TYPES[card.type][0].capitalize(),
        force=None if special else card.force,
        traits=(*TYPES[card.type][2:], *card.traits),
        text=text,
        does=does_words(card.effects, any(isinstance(effect, _DRAWING) for effect in card.effects)),
        slots=tuple(effect.match for effect in card.effects if isinstance(effect, Slot)),
        counts_as=(*TYPES[card.type], *card.traits),
        gains=tuple(
            Gain(effect.to, effect.force, effect.other, effect.one)
            for effect in card.effects
            if isinstance(effect, Bonus)
        ),
    )
