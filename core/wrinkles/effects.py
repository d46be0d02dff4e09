"""The effects that cards can have. Each kind is one class, and all there is to say of it stands there.

A kind has its name in card files (`tag`) and fields with their ranges; what it does; its wording on a card,
and briefly in a cell of a board; what it is called in searches; and the topics of the rules it leads to.
What it does is told by which of four methods it has. `stand` and `enter` are for a card in play: what it
brings while it stays, and what happens as it comes. `announce` and `resolve` are for a Special: what it needs
as it is played, and what happens when nobody negates it. A card may have an effect if it has a method for
where that card goes. A kind that lacks what every kind needs is refused as this module is loaded.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Annotated, TypeAlias

import msgspec

from core.card_effect import CardEffect, effect_kinds
from core.contract.knowledge import show
from core.words import counted
from core.wrinkles.card_kinds import CHARACTER_TRAITS, Selector, bit
from core.wrinkles.state import (
    EVIL,
    GOOD,
    LOSE,
    OPTIONAL,
    ORDER,
    SEEK,
    STUDY,
    leader_of,
)

if TYPE_CHECKING:
    from core.wrinkles.moves import WrinklesMoves

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=20)]


class Standing:
    """What the rules ask about a card again and again, gathered from its effects once. Bits are selectors."""

    def __init__(self) -> None:
        self.slots: list[int] = []
        """Extra slots it gives while in play."""
        self.turn_slots: list[int] = []
        """Slots it gives until the end of the turn, as a Special."""
        self.bonuses: list[tuple[int, int, bool, bool]] = []
        """(bits, Force, whether it leaves the card itself out, whether one card alone gets it)"""
        self.penalties: list[tuple[int, int]] = []
        self.destiny = 0
        """Cards more that are drawn in Destiny I."""
        self.use = 0
        """Cards drawn if it is discarded from play for that."""
        self.negates = False
        self.costs: list[int] = []
        """What it is paid with."""
        self.targets: list[int] = []
        """What it points at."""
        self.challenge_only = False


class Effect(CardEffect, frozen=True):
    """What every kind of effect has. `special` is whether the card it stands on is a Special."""

    def stand(self, card: Standing) -> None:
        """Add what it brings to a card in play."""

    def enter(self, moves: WrinklesMoves, seat: int, handle: int) -> None:
        """Have it happen as the seat's card comes into play."""

    def announce(self, card: Standing) -> None:
        """Add what a Special with it needs to be played."""

    def resolve(self, moves: WrinklesMoves, seat: int, handle: int, target: int) -> None:
        """Have it happen as the seat's Special resolves; `target` is what that points at, or -1."""

    @abstractmethod
    def wording(self, special: bool) -> str:
        """What it does, in a sentence for the card."""

    @abstractmethod
    def brief(self, special: bool) -> str:
        """What it does, in as few words as a cell has room for."""

    @abstractmethod
    def topics(self, special: bool) -> tuple[str, ...]:
        """The topics of the rules that it leads to; those of what it names are added."""

    @property
    def names(self) -> str:
        """The category or trait that it names; empty if none."""
        return ""


DOING = ("stand", "enter", "announce", "resolve")
"""The methods of which a kind has at least one."""


def in_play(kind: type[Effect]) -> bool:
    """Whether a card in play may have an effect of this kind."""
    return kind.stand is not Effect.stand or kind.enter is not Effect.enter


def on_special(kind: type[Effect]) -> bool:
    """Whether a Special may have an effect of this kind."""
    return kind.announce is not Effect.announce or kind.resolve is not Effect.resolve


_PLURAL = {
    "murry": "Murry cards",
    "child": "Children",
    "historical": "Historical cards",
    "biblical": "Biblical cards",
    "travel": "Travel cards",
    "healing": "Healing cards",
    "communication": "Communication cards",
    "control": "Control cards",
    "void": "Void cards",
    "weakness": "Weaknesses",
}


def plural(selector: str) -> str:
    """Cards of a category or with a trait."""
    return _PLURAL.get(selector, selector.capitalize() + "s")


def _characters(selector: str) -> str:
    """As `plural`, where only Characters have the trait and the printed text names them."""
    return f"{selector.capitalize()} Characters" if selector in CHARACTER_TRAITS else plural(selector)


def _one(selector: str) -> str:
    word = selector.capitalize()
    return f"{'an' if word[0] in 'AI' else 'a'} {word}"


def _cards(n: int) -> str:
    return counted(n, "card")


class Slot(Effect, frozen=True, tag="slot"):
    """One extra slot: while the card is in play; from a Special, until the end of the turn (R7, R8)."""

    match: Selector = msgspec.field(name="for")

    def stand(self, card: Standing) -> None:
        card.slots.append(bit(self.match))

    def announce(self, card: Standing) -> None:
        card.turn_slots.append(bit(self.match))

    def resolve(self, moves: WrinklesMoves, seat: int, handle: int, target: int) -> None:
        moves.state.turn_slots[seat].append(bit(self.match))
        moves.tell("slot", seat, handle)

    def wording(self, special: bool) -> str:
        until = " until the end of the turn" if special else ""
        return f"You may have 1 more {self.match.capitalize()} in play{until}."

    def brief(self, special: bool) -> str:
        return f"1 more {self.match.capitalize()}"

    def topics(self, special: bool) -> tuple[str, ...]:
        return ("R8", "R7", "extra-slot", "this-turn") if special else ("R7", "R16", "extra-slot")

    @property
    def names(self) -> str:
        return self.match


class Bonus(Effect, frozen=True, tag="bonus"):
    """More Force for own cards; from a Special, until the end of the turn (R10)."""

    to: Selector
    force: Count
    other: bool = False
    """Whether the source is left out."""
    one: bool = False
    """Whether only one card gets it, placed where it serves best."""

    def stand(self, card: Standing) -> None:
        card.bonuses.append((bit(self.to), self.force, self.other, self.one))

    def resolve(self, moves: WrinklesMoves, seat: int, handle: int, target: int) -> None:
        moves.state.turn_bonus[seat].append((bit(self.to), self.force))
        moves.tell("bonus", seat, handle, self.force)

    def wording(self, special: bool) -> str:
        if self.one:
            return f"One of your {_characters(self.to)} gets +{self.force}."
        until = " until the end of the turn" if special else ""
        return f"Your {'other ' if self.other else ''}{plural(self.to)} get +{self.force}{until}."

    def brief(self, special: bool) -> str:
        which = "one " if self.one else "other " if self.other else ""
        return f"{which}{self.to.capitalize()} +{self.force}"

    def topics(self, special: bool) -> tuple[str, ...]:
        return ("R10", "bonus", "this-turn") if special else ("R10", "R16", "bonus")

    @property
    def names(self) -> str:
        return self.to


class Penalty(Effect, frozen=True, tag="penalty"):
    """Less Force for the opponent's cards, never below 0 (R9, R10)."""

    to: Selector
    force: Count

    def stand(self, card: Standing) -> None:
        card.penalties.append((bit(self.to), self.force))

    def wording(self, special: bool) -> str:
        return f"The opponent's {plural(self.to)} get -{self.force}."

    def brief(self, special: bool) -> str:
        return f"their {self.to.capitalize()} -{self.force}"

    def topics(self, special: bool) -> tuple[str, ...]:
        return ("R9", "R10", "penalty")

    @property
    def names(self) -> str:
        return self.to


class Destiny(Effect, frozen=True, tag="destiny"):
    """More cards drawn in Destiny I."""

    n: Count

    def stand(self, card: Standing) -> None:
        card.destiny += self.n

    def wording(self, special: bool) -> str:
        return f"You draw {self.n} more in Destiny I."

    def brief(self, special: bool) -> str:
        return f"Destiny I +{self.n}"

    def topics(self, special: bool) -> tuple[str, ...]:
        return ("R16", "destiny")

    @property
    def does(self) -> tuple[str, ...]:
        return (*super().does, "draw")


class Draw(Effect, frozen=True, tag="draw"):
    """Draw cards."""

    n: Count

    def enter(self, moves: WrinklesMoves, seat: int, handle: int) -> None:
        moves.draw(seat, self.n)

    def resolve(self, moves: WrinklesMoves, seat: int, handle: int, target: int) -> None:
        moves.draw(seat, self.n)

    def wording(self, special: bool) -> str:
        return f"Draw {_cards(self.n)}." if special else f"As it enters, draw {_cards(self.n)}."

    def brief(self, special: bool) -> str:
        return f"draw {self.n}"

    def topics(self, special: bool) -> tuple[str, ...]:
        return ("R15",) if special else ("R12", "R15", "entering")


class Use(Effect, frozen=True, tag="use"):
    """An ability: discard this card from play, in an own go, to draw cards (R2)."""

    draw: Count

    def stand(self, card: Standing) -> None:
        card.use += self.draw

    def wording(self, special: bool) -> str:
        return f"In a go of yours you may discard it from play to draw {_cards(self.draw)}."

    def brief(self, special: bool) -> str:
        return f"discard to draw {self.draw}"

    def topics(self, special: bool) -> tuple[str, ...]:
        return ("R2", "R15", "action")

    @property
    def does(self) -> tuple[str, ...]:
        return (*super().does, "draw")


class Discard(Effect, frozen=True, tag="discard"):
    """Discard one matching card in play, of either side (R12)."""

    of: Selector

    def enter(self, moves: WrinklesMoves, seat: int, handle: int) -> None:
        moves.state.todo.append((OPTIONAL, seat, handle, bit(self.of)))

    def announce(self, card: Standing) -> None:
        card.targets.append(bit(self.of))

    def resolve(self, moves: WrinklesMoves, seat: int, handle: int, target: int) -> None:
        board = moves.state.board
        if target in board[GOOD] or target in board[EVIL]:
            moves.discard_from_play(target)

    def wording(self, special: bool) -> str:
        if special:
            return f"Discard {_one(self.of)} in play."
        return f"As it enters, you may discard {_one(self.of)} in play."

    def brief(self, special: bool) -> str:
        return f"discard {self.of.capitalize()}"

    def topics(self, special: bool) -> tuple[str, ...]:
        return ("R12", "target") if special else ("R12", "target", "entering")

    @property
    def names(self) -> str:
        return self.of


class OpponentDiscards(Effect, frozen=True, tag="opponent-discards"):
    """The opponent discards cards of its choice from hand."""

    n: Count

    def enter(self, moves: WrinklesMoves, seat: int, handle: int) -> None:
        moves.state.todo.append((LOSE, 1 - seat, self.n, 1))

    def resolve(self, moves: WrinklesMoves, seat: int, handle: int, target: int) -> None:
        moves.state.todo.append((LOSE, 1 - seat, self.n, 1))

    def wording(self, special: bool) -> str:
        start = "The opponent" if special else "As it enters, the opponent"
        return f"{start} discards {_cards(self.n)} from hand."

    def brief(self, special: bool) -> str:
        return f"they lose {self.n}"

    def topics(self, special: bool) -> tuple[str, ...]:
        return ("effects",) if special else ("R12", "entering", "effects")


class Cost(Effect, frozen=True, tag="cost"):
    """Discard an own matching card in play as the Special is announced."""

    of: Selector

    def announce(self, card: Standing) -> None:
        card.costs.append(bit(self.of))

    def wording(self, special: bool) -> str:
        return f"Costs {_one(self.of)} of yours in play."

    def brief(self, special: bool) -> str:
        return f"pay {self.of.capitalize()}"

    def topics(self, special: bool) -> tuple[str, ...]:
        return ("cost",)

    @property
    def names(self) -> str:
        return self.of


class Order(Effect, frozen=True, tag="order"):
    """Put the next cards of the own deck in any order."""

    n: Count

    def resolve(self, moves: WrinklesMoves, seat: int, handle: int, target: int) -> None:
        state = moves.state
        top = state.deck[seat][-self.n :]
        moves.tell("look", seat, n=len(top))
        for one in reversed(top):
            show(state, one, 1 << seat, moves.events)
        state.todo.append((ORDER, seat, len(top), 0))

    def wording(self, special: bool) -> str:
        return f"Look at the next {self.n} cards of your deck and put them in any order."

    def brief(self, special: bool) -> str:
        return f"order {self.n}"

    def topics(self, special: bool) -> tuple[str, ...]:
        return ("R17", "effects")


class Negate(Effect, frozen=True, tag="negate"):
    """An answer: the Special just announced does nothing (R11). On a card in play: discard it for that."""

    def stand(self, card: Standing) -> None:
        card.negates = True

    def announce(self, card: Standing) -> None:
        card.negates = True

    def resolve(self, moves: WrinklesMoves, seat: int, handle: int, target: int) -> None:
        # Its own frame lies on top of the one it negates.
        moves.state.todo.pop()
        moves.put_away(seat, handle)
        moves.negate()

    def wording(self, special: bool) -> str:
        return "Negates a Special just played." if special else "Discard it from play to negate a Special."

    def brief(self, special: bool) -> str:
        return "answer" if special else "discard to negate"

    def topics(self, special: bool) -> tuple[str, ...]:
        return ("R2", "R11", "negate")


class Study(Effect, frozen=True, tag="study"):
    """Put one Character from hand into play, room or not (R8)."""

    def resolve(self, moves: WrinklesMoves, seat: int, handle: int, target: int) -> None:
        moves.state.todo.append((STUDY, seat, handle))

    def wording(self, special: bool) -> str:
        return "You may put a Character from your hand into play, room or not."

    def brief(self, special: bool) -> str:
        return "free Character"

    def topics(self, special: bool) -> tuple[str, ...]:
        return ("R8", "R14", "R17", "effects")


class Seek(Effect, frozen=True, tag="seek"):
    """Look through the own deck for a matching card and put it into play."""

    of: Selector

    def resolve(self, moves: WrinklesMoves, seat: int, handle: int, target: int) -> None:
        moves.state.todo.append((SEEK, seat, handle, bit(self.of)))

    def wording(self, special: bool) -> str:
        return (
            f"Look through your deck: you may put {_one(self.of)} from it into play that has room"
            " or can replace a card of yours. Shuffle the deck."
        )

    def brief(self, special: bool) -> str:
        return f"seek {self.of.capitalize()}"

    def topics(self, special: bool) -> tuple[str, ...]:
        return ("R3", "R14", "R17", "effects")

    @property
    def names(self) -> str:
        return self.of


class Hands(Effect, frozen=True, tag="hands"):
    """Both hands are discarded; only in a Challenge window (R13)."""

    def announce(self, card: Standing) -> None:
        card.challenge_only = True

    def resolve(self, moves: WrinklesMoves, seat: int, handle: int, target: int) -> None:
        leader = leader_of(moves.state)
        for one in (leader, 1 - leader):
            moves.discard_hand(one)

    def wording(self, special: bool) -> str:
        return "Both players discard their hands. Only in a Challenge phase."

    def brief(self, special: bool) -> str:
        return "both hands go"

    def topics(self, special: bool) -> tuple[str, ...]:
        return ("R13", "challenge")


class Limit(Effect, frozen=True, tag="limit"):
    """The opponent may play at most this many more cards from hand in this phase (R14)."""

    n: Count

    def resolve(self, moves: WrinklesMoves, seat: int, handle: int, target: int) -> None:
        limit, other = moves.state.limit, 1 - seat
        limit[other] = self.n if limit[other] < 0 else min(limit[other], self.n)
        moves.tell("limit", other, n=limit[other])

    def wording(self, special: bool) -> str:
        return f"The opponent may play only {_cards(self.n)} from hand for the rest of the phase."

    def brief(self, special: bool) -> str:
        return f"limit {self.n}"

    def topics(self, special: bool) -> tuple[str, ...]:
        return ("R14",)


EFFECT_KINDS: tuple[type[Effect], ...] = effect_kinds(globals(), Effect, DOING)  # type: ignore[type-abstract]
"""All kinds of effects, in the order in which they stand here."""
