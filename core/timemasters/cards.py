"""The cards of Time Masters: the closed effect vocabulary, card files, and the compiled pool.

A card file is TOML: `set`, `level`, and `[[card]]` tables of id, name, kind, cost, slots and effects. The
effects of a spell or a Concentration happen when it is played; a Timer has some for a spell placed on it,
some for its activation, and some for each spell on it then. A new card is data; a new effect is one Struct
here and one function in effects.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Annotated, Literal, TypeAlias

import msgspec

from core.card_files import by_id, decode, does_words, fingerprint, located, printed
from core.contract.card_info import CardInfo
from core.contract.errors import GameError

RULES = 1
"""Raised with any change of what the rules do."""

KINDS = ("spell", "concentration", "timer")
SPELL, CONCENTRATION, TIMER = range(3)
"""Places in KINDS."""

SPHERES = 5
"""How many Spheres there are; their levels are 1 to 5. Level 0 is what every seat starts with."""
GROUPS = tuple(f"level{level}" for level in range(SPHERES + 1))

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=20)]
Level: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=SPHERES)]


class _Effect(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    pass


class Recover(_Effect, frozen=True, tag="recover"):
    """Spent permanent Kè become active."""

    n: Count


class RecoverHalf(_Effect, frozen=True, tag="recover-half"):
    """Half the spent permanent Kè become active, rounded up (T9)."""


class RecoverAll(_Effect, frozen=True, tag="recover-all"):
    """All spent permanent Kè become active."""


class Ephemeral(_Effect, frozen=True, tag="ephemeral"):
    """Gain ephemeral Kè; what is over four is lost (T1)."""

    n: Count


class Permanent(_Effect, frozen=True, tag="permanent"):
    """Gain permanent Kè, active (T25)."""

    n: Count


class Draw(_Effect, frozen=True, tag="draw"):
    """Draw cards."""

    n: Count


class Discard(_Effect, frozen=True, tag="discard"):
    """Discard own hand cards."""

    n: Count


class Return(_Effect, frozen=True, tag="return"):
    """Cards of the own discard pile go to the hand (T21)."""

    n: Count
    up_to: bool = False
    of: Literal[KINDS] | None = None  # type: ignore[valid-type]
    """The only kind of card it returns; None for any."""


class Banish(_Effect, frozen=True, tag="banish"):
    """Cards leave the match (T11, T21)."""

    n: Count
    up_to: bool = False
    pile: bool = False
    """Whether from the discard pile too, and not from the hand only."""
    draw: bool = False
    """Whether a card is drawn for each, after all banishing."""


class Look(_Effect, frozen=True, tag="look"):
    """The next cards of the own deck are laid aside: one goes to the hand, the others are discarded (T20)."""

    n: Count


class Discount(_Effect, frozen=True, tag="discount"):
    """Own spells cost less for the rest of the turn; or the next one alone."""

    n: Count
    next: bool = False


class Surcharge(_Effect, frozen=True, tag="surcharge"):
    """The next spell of each opponent, in its next turn, costs more (T4, T12)."""

    n: Count


class Cap(_Effect, frozen=True, tag="cap"):
    """Each opponent may spend at most so many Kè in its next turn (T5, T12)."""

    n: Count


class OpponentsDiscard(_Effect, frozen=True, tag="opponents-discard"):
    """Each opponent discards hand cards of its choice (T22)."""

    n: Count


class OpponentsDiscardHalf(_Effect, frozen=True, tag="opponents-discard-half"):
    """Each opponent discards half its hand, rounded up (T22)."""


class Steal(_Effect, frozen=True, tag="steal"):
    """Each opponent spends active permanent Kè; one is recovered for each that was there (T24)."""

    n: Count


class Take(_Effect, frozen=True, tag="take"):
    """The top card of one of these Spheres goes to the hand (T19)."""

    levels: Annotated[tuple[Level, ...], msgspec.Meta(min_length=1)]


class BreakTimer(_Effect, frozen=True, tag="break-timer"):
    """A Timer of an opponent is discarded with all that is on and under it (T27)."""


class ForceTimer(_Effect, frozen=True, tag="force-timer"):
    """A Timer of an opponent is activated (T16, T27)."""


class CountAs(_Effect, frozen=True, tag="count"):
    """The spell counts as so many cards for access (T14)."""

    n: Annotated[int, msgspec.Meta(ge=2, le=20)]


class AccessAgain(_Effect, frozen=True, tag="access-again"):
    """One Sphere may be accessed twice this turn (T19)."""


class Repeat(_Effect, frozen=True, tag="repeat"):
    """The effects of one or two other spells in the own Spell zone happen again (T14)."""

    n: Annotated[int, msgspec.Meta(ge=1, le=2)]
    up_to: bool = False
    but: Literal["repeats", "none"] = "none"
    """What it may not repeat. A card set in which it isn't `repeats` is refused: a turn could go on for
    ever."""


Effect: TypeAlias = (
    Recover
    | RecoverHalf
    | RecoverAll
    | Ephemeral
    | Permanent
    | Draw
    | Discard
    | Return
    | Banish
    | Look
    | Discount
    | Surcharge
    | Cap
    | OpponentsDiscard
    | OpponentsDiscardHalf
    | Steal
    | Take
    | BreakTimer
    | ForceTimer
    | CountAs
    | AccessAgain
    | Repeat
)

_SPELLS_ONLY = (CountAs, Repeat)
"""Effects about the Spell zone that the card lies in."""
_OWN_TURN = (Look, Discount, AccessAgain)
"""Effects for the seat whose turn it is: no Timer has them where an opponent may force it (T16)."""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
    effects: tuple[Effect, ...] = ()
    """Of a spell or a Concentration, as it is played."""
    placing: tuple[Effect, ...] = ()
    """Of a Timer, when a spell is placed on it."""
    activation: tuple[Effect, ...] = ()
    """Of a Timer, when it is activated."""
    each: tuple[Effect, ...] = ()
    """Of a Timer, when it is activated: once for each spell on it."""


class CardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card file: one level of one set."""

    set: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]+$")]
    level: Annotated[int, msgspec.Meta(ge=0, le=SPHERES)]
    card: tuple[Card, ...]


def read_card_file(text: str, source: str) -> CardFile:
    """Parse and check one card file. Raises GameError naming the source, the card and what is wrong."""
    file = decode(text, source, CardFile)
    for card, where in located(file.card, source, f"{file.set}/level{file.level}/"):
        _check_kind(card, where)
        _check_end(card, where)
        _check_forced(card, where)
    return file


def _check_kind(card: Card, where: str) -> None:
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
            if isinstance(effect, _SPELLS_ONLY):
                raise GameError(f"{where}: only a spell can have the effect {_do(effect)!r}.")


def _check_end(card: Card, where: str) -> None:
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


def _check_forced(card: Card, where: str) -> None:
    """What an opponent can set off in its turn is nothing for the own turn alone (T16)."""
    for effect in (*card.activation, *card.each):
        if isinstance(effect, _OWN_TURN):
            raise GameError(
                f"{where}: a Timer may not have the effect {_do(effect)!r} when it is activated: an opponent"
                " may activate it, and the effect is for the seat whose turn it is."
            )


def _check_no_card_comes(effects: Iterable[Effect], what: str) -> None:
    for effect in effects:
        if brings_cards(effect):
            raise GameError(
                f"{what} may not bring cards to the hand ({_do(effect)!r}): a turn could go on for ever."
            )


def brings_cards(effect: Effect) -> bool:
    """Whether an effect may bring cards to the hand of whoever has it."""
    return isinstance(effect, Draw | Return | Look | Take) or (isinstance(effect, Banish) and effect.draw)


def _do(effect: Effect) -> str:
    return str(effect.__struct_config__.tag)


class Pool:
    """Card sets compiled for play: everything by identity, so that rules only index."""

    def __init__(self, files: Sequence[CardFile]) -> None:
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
def printed_pool() -> Pool:
    """The pool of the card set that comes with the game."""
    return Pool([read_card_file(text, source) for text, source in printed("core.timemasters", GROUPS)])


def card_info(card: Card, text: str) -> CardInfo:
    """A card as deck building and browsing want it."""
    effects = (*card.effects, *card.placing, *card.activation, *card.each)
    draws = any(isinstance(one, Look | Take) or (isinstance(one, Banish) and one.draw) for one in effects)
    return CardInfo(
        id=card.id,
        group=card.id.split("/")[1],
        name=card.name,
        type=card.kind[0].upper(),
        kind=card.kind.capitalize(),
        force=card.cost,
        traits=(),
        text=text,
        does=does_words(effects, draws),
    )
