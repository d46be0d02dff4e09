"""The cards of Wrinkles in Time: card files, and the compiled pool.

A card file is TOML: `set`, `side`, and `[[card]]` tables of id, name, type, force, traits and effects. A new
card is data; a new effect is one class in effects.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, Union

import msgspec

from core.card_effect import does_words
from core.card_files import by_id, decode, fingerprint, located, printed
from core.contract.card_info import CardInfo, Gain
from core.contract.errors import GameError
from core.wrinkles import effects
from core.wrinkles.card_kinds import BASE_SLOTS, SIDES, TYPES, bit
from core.wrinkles.effects import Effect, Standing

if TYPE_CHECKING:
    AnyEffect: TypeAlias = Effect
else:
    AnyEffect = Union[effects.EFFECT_KINDS]  # noqa: UP007

RULES = 2
"""Raised with any change of what the rules do."""


class Answering(Enum):
    """Where a card that negates answers from (R11)."""

    HAND = "hand"
    """A Special: it is announced, and lies in hand until then."""
    PLAY = "play"
    """Any other card: it is discarded from play, and does nothing in hand."""


class WrinklesCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One card as its file has it."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]+/(good|evil)/[a-z0-9-]+$", max_length=64)]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    type: Literal[tuple(TYPES)]  # type: ignore[valid-type]
    force: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    traits: tuple[Literal["murry", "child"], ...] = ()
    effects: tuple[AnyEffect, ...] = ()


class WrinklesCardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card file: one side of one set."""

    set: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]+$")]
    side: Literal[SIDES]  # type: ignore[valid-type]
    card: tuple[WrinklesCard, ...]


def read_card_file(text: str, source: str) -> WrinklesCardFile:
    """Parse and check one card file. Raises GameError naming the source, the card and what is wrong."""
    file = decode(text, source, WrinklesCardFile)
    for card, where in located(file.card, source, f"{file.set}/{file.side}/"):
        special = card.type == "X"
        for effect in card.effects:
            kind = type(effect)
            if not (effects.on_special(kind) if special else effects.in_play(kind)):
                what = "a Special" if special else "a card in play"
                raise GameError(f"{where}: {what} can't have the effect {effect.__struct_config__.tag!r}.")
        compiled = _standing(card)
        if special and len(card.effects) > 1 and compiled.negates:
            raise GameError(f"{where}: a Special that negates does nothing else.")
        if "child" in card.traits and "character" not in TYPES[card.type]:
            raise GameError(f"{where}: only a Character can be a child.")
        for what, asked in (("discard", compiled.targets), ("cost", compiled.costs)):
            if len(asked) > 1:
                raise GameError(f"{where}: a Special has one {what} effect at most.")
    return file


def _standing(card: WrinklesCard) -> Standing:
    """What its effects make of a card."""
    standing = Standing()
    for effect in card.effects:
        if card.type == "X":
            effect.announce(standing)
        else:
            effect.stand(standing)
    return standing


class WrinklesPool:
    """Card sets compiled for play: everything by identity, so that rules only index."""

    def __init__(self, files: Sequence[WrinklesCardFile]) -> None:
        cards = by_id([file.card for file in files])
        self.sets = tuple(sorted({file.set for file in files}))
        self.cards = tuple(cards)
        self.table = tuple(card.id for card in cards)
        self.side = tuple(SIDES.index(card.id.split("/")[1]) for card in cards)
        self.force = tuple(card.force for card in cards)
        self.special = tuple(card.type == "X" for card in cards)
        self.mask = tuple(sum(bit(name) for name in {*TYPES[card.type], *card.traits}) for card in cards)
        """Selectors that match the card."""
        standing = [_standing(card) for card in cards]
        self.slot_bits = tuple(tuple(one.slots) for one in standing)
        """Extra slots the card gives while in play."""
        self.turn_slots = tuple(tuple(one.turn_slots) for one in standing)
        """Slots the card gives until the end of the turn, as a Special."""
        self.bonuses = tuple(tuple(one.bonuses) for one in standing)
        self.penalties = tuple(tuple(one.penalties) for one in standing)
        self.destiny = tuple(one.destiny for one in standing)
        self.use = tuple(one.use for one in standing)
        self.answering = tuple(
            None if not one.negates else Answering.HAND if special else Answering.PLAY
            for one, special in zip(standing, self.special, strict=True)
        )
        """Where each card answers from; None for one that negates nothing."""
        self.costs = tuple(tuple(one.costs) for one in standing)
        self.targets = tuple(tuple(one.targets) for one in standing)
        self.challenge_only = tuple(one.challenge_only for one in standing)
        self.enters = tuple(
            () if special else tuple(one for one in card.effects if type(one).enter is not Effect.enter)
            for card, special in zip(cards, self.special, strict=True)
        )
        """What happens as the card comes into play."""
        self.answers = tuple(
            any(where and side == mine for where, mine in zip(self.answering, self.side, strict=True))
            for side in range(2)
        )
        """Whether each side's pool holds negating cards, so that it is asked for answers (R11)."""
        self.fingerprint = self._fingerprint()

    def _fingerprint(self) -> str:
        facts = [(card.id, card.type, card.force, sorted(card.traits), card.effects) for card in self.cards]
        return fingerprint([RULES, BASE_SLOTS, facts])


@cache
def printed_files() -> tuple[WrinklesCardFile, ...]:
    """The card files that come with the game."""
    return tuple(read_card_file(text, source) for text, source in printed("core.wrinkles", SIDES))


@cache
def printed_pool() -> WrinklesPool:
    """The pool of the cards that come with the game."""
    return WrinklesPool(printed_files())


def card_info(card: WrinklesCard, text: str) -> CardInfo:
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
        does=does_words(card.effects),
        slots=tuple(effect.match for effect in card.effects if isinstance(effect, effects.Slot)),
        counts_as=(*TYPES[card.type], *card.traits),
        gains=tuple(
            Gain(effect.to, effect.force, effect.other, effect.one)
            for effect in card.effects
            if isinstance(effect, effects.Bonus)
        ),
    )
