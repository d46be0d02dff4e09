"""The cards of Time Masters: card files, and the compiled pool.

A card file is TOML: `set`, `level`, and `[[card]]` tables of id, name, kind, cost, slots and effects. The
effects of a spell or a Concentration happen when it is played; a Timer has some for a spell placed on it,
some for its activation, and some for each spell on it then. A new card is data; a new effect is one class in
effects.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, Union

import msgspec

from core.card_effect import does_words
from core.card_files import by_id, decode, fingerprint, located, printed
from core.contract.card_info import CardInfo
from core.contract.errors import GameError
from core.timemasters import effects
from core.timemasters.card_kinds import GROUPS, KINDS, SPHERES
from core.timemasters.effects import Effect, Repeat

if TYPE_CHECKING:
    AnyEffect: TypeAlias = Effect
else:
    AnyEffect = Union[effects.EFFECT_KINDS]  # noqa: UP007

RULES = 1
"""Raised with any change of what the rules do."""


class MastersCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One card as its file has it."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]+/level[0-5]/[a-z0-9-]+$", max_length=64)]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    kind: Literal[KINDS]  # type: ignore[valid-type]
    wizard: Annotated[str, msgspec.Meta(max_length=30)] = ""
    """Who released it, as printed; empty where nobody is named."""
    copies: Annotated[int, msgspec.Meta(ge=1, le=10)] = 2
    """How many there are: in the deck that every seat starts with, or of a Sphere's level."""
    cost: Annotated[int, msgspec.Meta(ge=0, le=20)] | None = None
    """Kè; spells only."""
    slots: Annotated[int, msgspec.Meta(ge=1, le=4)] | None = None
    """How many spells it holds; Timers only."""
    discount: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    """How much less a spell costs that is placed on this Timer."""
    twice: bool = False
    """Whether a spell from this Timer has its effect twice."""
    effects: tuple[AnyEffect, ...] = ()
    """Of a spell or a Concentration, as it is played."""
    placing: tuple[AnyEffect, ...] = ()
    """Of a Timer, when a spell is placed on it."""
    activation: tuple[AnyEffect, ...] = ()
    """Of a Timer, when it is activated."""
    each: tuple[AnyEffect, ...] = ()
    """Of a Timer, when it is activated: once for each spell on it."""


class MastersCardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card file: one level of one set."""

    set: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]+$")]
    level: Annotated[int, msgspec.Meta(ge=0, le=SPHERES)]
    card: tuple[MastersCard, ...]


def read_card_file(text: str, source: str) -> MastersCardFile:
    """Parse and check one card file. Raises GameError naming the source, the card and what is wrong."""
    file = decode(text, source, MastersCardFile)
    for card, where in located(file.card, source, f"{file.set}/level{file.level}/"):
        _check_kind(card, where)
        _check_end(card, where)
        _check_forced(card, where)
    return file


def _check_kind(card: MastersCard, where: str) -> None:
    timer = card.kind == "timer"
    if (card.cost is not None) != (card.kind == "spell"):
        raise GameError(f"{where}: a spell has a cost, and nothing else has.")
    if (card.slots is not None) != timer:
        raise GameError(f"{where}: a Timer has slots, and nothing else has.")
    if not timer and (card.discount or card.twice or card.placing or card.activation or card.each):
        raise GameError(f"{where}: only a Timer has discount, twice, placing, activation or each.")
    if timer and card.effects:
        raise GameError(f"{where}: a Timer's effects are under placing, activation or each.")
    if card.kind != "spell":
        for effect in (*card.effects, *card.placing, *card.activation, *card.each):
            if effect.spells_only:
                raise GameError(f"{where}: only a spell can have the effect {_do(effect)!r}.")


def _check_end(card: MastersCard, where: str) -> None:
    """No turn may go on for ever: what can be played again and again in one brings no card to the hand."""
    if card.kind == "concentration":
        _check_no_card_comes(card.effects, f"{where}: a Concentration")
    _check_no_card_comes(card.activation, f"{where}: a Timer that is activated without a spell on it")
    for effect in card.effects:
        if isinstance(effect, Repeat) and effect.but != "repeats":
            raise GameError(
                f'{where}: a spell that repeats may not repeat one that repeats (but = "repeats"): a turn'
                " could go on for ever."
            )


def _check_forced(card: MastersCard, where: str) -> None:
    """What an opponent can set off in its turn is nothing for the own turn alone (T16)."""
    for effect in (*card.activation, *card.each):
        if effect.own_turn:
            raise GameError(
                f"{where}: a Timer may not have the effect {_do(effect)!r} when it is activated: an opponent"
                " may activate it, and the effect is for the seat whose turn it is."
            )


def _check_no_card_comes(effects: Iterable[Effect], what: str) -> None:
    for effect in effects:
        if effect.brings_cards:
            raise GameError(
                f"{what} may not bring cards to the hand ({_do(effect)!r}): a turn could go on for ever."
            )


def _do(effect: Effect) -> str:
    return str(effect.__struct_config__.tag)


class MastersPool:
    """Card sets compiled for play: everything by identity, so that rules only index."""

    def __init__(self, files: Sequence[MastersCardFile]) -> None:
        self.cards = tuple(by_id([file.card for file in files]))
        self.sets = tuple(sorted({file.set for file in files}))
        self.table = tuple(card.id for card in self.cards)
        self.level = tuple(GROUPS.index(card.id.split("/")[1]) for card in self.cards)
        """The level, which is the victory points too."""
        self.kind = tuple(KINDS.index(card.kind) for card in self.cards)
        """SPELL, CONCENTRATION or TIMER."""
        self.cost = tuple(card.cost or 0 for card in self.cards)
        self.slots = tuple(card.slots or 0 for card in self.cards)
        self.discount = tuple(card.discount for card in self.cards)
        self.twice = tuple(card.twice for card in self.cards)
        self.effects = tuple((card.effects, card.placing, card.activation, card.each) for card in self.cards)
        """By identity and EFFECTS, PLACING, ACTIVATION or EACH."""
        self.repeats = tuple(any(isinstance(one, Repeat) for one in card.effects) for card in self.cards)
        self.copies = tuple(
            tuple(
                identity
                for identity, card in enumerate(self.cards)
                if self.level[identity] == level
                for _ in range(card.copies)
            )
            for level in range(SPHERES + 1)
        )
        """By level: the identities of all copies that there are, sorted."""
        facts = [msgspec.structs.replace(card, name="-", wizard="") for card in self.cards]
        self.fingerprint = fingerprint([RULES, facts])


EFFECTS, PLACING, ACTIVATION, EACH = range(4)
"""Which effects of a card: places in each entry of Pool.effects."""


@cache
def printed_files() -> tuple[MastersCardFile, ...]:
    """The card files that come with the game."""
    return tuple(read_card_file(text, source) for text, source in printed("core.timemasters", GROUPS))


@cache
def printed_pool() -> MastersPool:
    """The pool of the cards that come with the game."""
    return MastersPool(printed_files())


def card_info(card: MastersCard, text: str) -> CardInfo:
    """A card as deck building and browsing want it."""
    effects = (*card.effects, *card.placing, *card.activation, *card.each)
    return CardInfo(
        id=card.id,
        group=card.id.split("/")[1],
        name=card.name,
        type=card.kind[0].upper(),
        kind=card.kind.capitalize(),
        force=card.cost,
        traits=(),
        text=text,
        does=does_words(effects),
    )
