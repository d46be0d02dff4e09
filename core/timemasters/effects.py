"""The effects that cards can have. Each kind is one class, and all there is to say of it stands there.

A kind has its name in card files (`tag`) and fields with their ranges; what it does; its wording on a card,
and briefly in a cell of a board; what it is called in searches; and the topics of the rules it leads to. A
kind that lacks one of them is refused as this module is loaded.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, TypeAlias

import msgspec

from core.card_effect import CardEffect, effect_kinds
from core.timemasters.card_kinds import KINDS, SPHERES
from core.timemasters.choices import returnable
from core.timemasters.state import (
    BANISH,
    DISCARD,
    LOOK,
    LOSE,
    REPEAT,
    RETURN,
    TAKE,
    TARGET,
    opponents,
)
from core.words import counted, listed

if TYPE_CHECKING:
    from core.timemasters.moves import MastersMoves

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=20)]
Level: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=SPHERES)]


def half(n: int) -> int:
    """Half of a number, rounded up."""
    return (n + 1) // 2


class Effect(CardEffect, frozen=True):
    """What every kind of effect has."""

    spells_only: ClassVar[bool] = False
    """Whether it is about the Spell zone that the card lies in, so that only a spell can have it."""
    own_turn: ClassVar[bool] = False
    """Whether it is for the seat whose turn it is: no Timer has it where an opponent may force it (T16)."""

    @abstractmethod
    def happen(self, moves: MastersMoves, seat: int, handle: int) -> None:
        """Have it happen to the seat whose card this is; what has to be asked goes on the state's `todo`."""

    @abstractmethod
    def wording(self) -> str:
        """What it does, in a sentence for the card."""

    @abstractmethod
    def brief(self) -> str:
        """What it does, in as few words as a cell has room for."""

    @abstractmethod
    def topics(self) -> tuple[str, ...]:
        """The topics of the rules that it leads to."""

    @property
    def brings_cards(self) -> bool:
        """Whether it may bring cards to the hand of whoever has it; what can be played again and again in one
        turn may not."""
        return False


class Recover(Effect, frozen=True, tag="recover"):
    """Spent permanent Kè become active."""

    n: Count

    def happen(self, moves: MastersMoves, seat: int, handle: int) -> None:
        moves.recover(seat, self.n)

    def wording(self) -> str:
        return f"Recover {self.n} Kè."

    def brief(self) -> str:
        return f"recover {self.n}"

    def topics(self) -> tuple[str, ...]:
        return ("recover",)


class RecoverHalf(Effect, frozen=True, tag="recover-half"):
    """Half the spent permanent Kè become active, rounded up (T9)."""

    def happen(self, moves: MastersMoves, seat: int, handle: int) -> None:
        moves.recover(seat, half(moves.state.spent[seat]))

    def wording(self) -> str:
        return "Recover half your spent permanent Kè, rounded up."

    def brief(self) -> str:
        return "recover half"

    def topics(self) -> tuple[str, ...]:
        return ("T9", "recover")


class RecoverAll(Effect, frozen=True, tag="recover-all"):
    """All spent permanent Kè become active."""

    def happen(self, moves: MastersMoves, seat: int, handle: int) -> None:
        moves.recover(seat, moves.state.spent[seat])

    def wording(self) -> str:
        return "Recover all your permanent Kè."

    def brief(self) -> str:
        return "recover all"

    def topics(self) -> tuple[str, ...]:
        return ("recover",)


class Ephemeral(Effect, frozen=True, tag="ephemeral"):
    """Gain ephemeral Kè; what is over four is lost (T1)."""

    n: Count

    def happen(self, moves: MastersMoves, seat: int, handle: int) -> None:
        moves.gain_ephemeral(seat, self.n)

    def wording(self) -> str:
        return f"Gain {self.n} ephemeral Kè."

    def brief(self) -> str:
        return f"eph. +{self.n}"

    def topics(self) -> tuple[str, ...]:
        return ("T1", "ephemeral")


class Permanent(Effect, frozen=True, tag="permanent"):
    """Gain permanent Kè, active (T25)."""

    n: Count

    def happen(self, moves: MastersMoves, seat: int, handle: int) -> None:
        moves.state.active[seat] += self.n
        moves.tell("permanent", seat, n=self.n)

    def wording(self) -> str:
        return f"Gain {self.n} permanent Kè."

    def brief(self) -> str:
        return f"Kè +{self.n}"

    def topics(self) -> tuple[str, ...]:
        return ("T25", "permanent")


class Draw(Effect, frozen=True, tag="draw"):
    """Draw cards."""

    n: Count

    def happen(self, moves: MastersMoves, seat: int, handle: int) -> None:
        moves.draw(seat, self.n)

    def wording(self) -> str:
        return f"Draw {counted(self.n, 'card')}."

    def brief(self) -> str:
        return f"draw {self.n}"

    def topics(self) -> tuple[str, ...]:
        return ("T8", "draw")

    @property
    def brings_cards(self) -> bool:
        return True


class Discard(Effect, frozen=True, tag="discard"):
    """Discard own hand cards."""

    n: Count

    def happen(self, moves: MastersMoves, seat: int, handle: int) -> None:
        moves.state.todo.append((DISCARD, seat, self.n))

    def wording(self) -> str:
        return f"Discard {counted(self.n, 'card')}."

    def brief(self) -> str:
        return f"discard {self.n}"

    def topics(self) -> tuple[str, ...]:
        return ("T8", "effects")


class Return(Effect, frozen=True, tag="return"):
    """Cards of the own discard pile go to the hand (T21)."""

    n: Count
    up_to: bool = False
    of: Literal[KINDS] | None = None  # type: ignore[valid-type]
    """The only kind of card it returns; None for any."""

    def happen(self, moves: MastersMoves, seat: int, handle: int) -> None:
        kind = KINDS.index(self.of) if self.of else -1
        frame = (RETURN, seat, self.n, int(self.up_to), kind)
        moves.state.todo.append(frame)
        if not returnable(moves.pool, moves.state, frame):
            moves.tell("nothing", seat)

    def wording(self) -> str:
        what = counted(self.n, self.of.capitalize()) if self.of else counted(self.n, "card")
        return f"Return {'up to ' if self.up_to else ''}{what} from your discard pile to your hand."

    def brief(self) -> str:
        kind = f" {self.of.capitalize()}" if self.of else ""
        return f"return {'up to ' if self.up_to else ''}{self.n}{kind}"

    def topics(self) -> tuple[str, ...]:
        return ("T21", "return")

    @property
    def brings_cards(self) -> bool:
        return True


class Banish(Effect, frozen=True, tag="banish"):
    """Cards leave the match (T11, T21)."""

    n: Count
    up_to: bool = False
    pile: bool = False
    """Whether from the discard pile too, and not from the hand only."""
    draw: bool = False
    """Whether a card is drawn for each, after all banishing."""

    def happen(self, moves: MastersMoves, seat: int, handle: int) -> None:
        moves.state.todo.append((BANISH, seat, self.n, int(self.up_to), int(self.pile), int(self.draw), 0))
        if not moves.state.hand[seat] and not (self.pile and moves.state.pile[seat]):
            moves.tell("nothing", seat)

    def wording(self) -> str:
        what = f"{'up to ' if self.up_to else ''}{counted(self.n, 'card')}"
        where = "your hand or discard pile" if self.pile else "your hand"
        return f"Banish {what} from {where}{', and draw 1 for each' if self.draw else ''}."

    def brief(self) -> str:
        return f"banish {'up to ' if self.up_to else ''}{self.n}{', draw as many' if self.draw else ''}"

    def topics(self) -> tuple[str, ...]:
        return ("T11", "T21", "banish")

    @property
    def brings_cards(self) -> bool:
        return self.draw

    @property
    def does(self) -> tuple[str, ...]:
        return (*super().does, "draw") if self.draw else super().does


class Look(Effect, frozen=True, tag="look"):
    """The next cards of the own deck are laid aside: one goes to the hand, the others are discarded (T20)."""

    n: Count

    own_turn: ClassVar[bool] = True

    def happen(self, moves: MastersMoves, seat: int, handle: int) -> None:
        moves.lay_aside(seat, self.n)
        moves.state.todo.append((LOOK, seat))

    def wording(self) -> str:
        return f"Look at the top {counted(self.n, 'card')} of your deck: take 1, discard the others."

    def brief(self) -> str:
        return f"take 1 of {self.n}"

    def topics(self) -> tuple[str, ...]:
        return ("T20", "effects")

    @property
    def brings_cards(self) -> bool:
        return True

    @property
    def does(self) -> tuple[str, ...]:
        return (*super().does, "draw")


class Discount(Effect, frozen=True, tag="discount"):
    """Own spells cost less for the rest of the turn; or the next one alone."""

    n: Count
    next: bool = False

    own_turn: ClassVar[bool] = True

    def happen(self, moves: MastersMoves, seat: int, handle: int) -> None:
        if self.next:
            moves.state.next_less += self.n
            moves.tell("next-less", seat, n=self.n)
        else:
            moves.state.less += self.n
            moves.tell("less", seat, n=self.n)

    def wording(self) -> str:
        if self.next:
            return f"Your next spell this turn costs {self.n} less."
        return f"Your spells cost {self.n} less for the rest of the turn."

    def brief(self) -> str:
        return f"{'next spell' if self.next else 'spells'} -{self.n}"

    def topics(self) -> tuple[str, ...]:
        return ("T3", "T15", "cost-rules") if self.next else ("T3", "cost-rules")


class Surcharge(Effect, frozen=True, tag="surcharge"):
    """The next spell of each opponent, in its next turn, costs more (T4, T12)."""

    n: Count

    def happen(self, moves: MastersMoves, seat: int, handle: int) -> None:
        for other in opponents(moves.state, seat):
            moves.state.surcharge[other] += self.n
            moves.tell("surcharge", other, n=self.n)

    def wording(self) -> str:
        return f"Each opponent's next spell, in its next turn, costs {self.n} more."

    def brief(self) -> str:
        return f"their spell +{self.n}"

    def topics(self) -> tuple[str, ...]:
        return ("T4", "T12", "T15", "attacks", "waiting-token")


class Cap(Effect, frozen=True, tag="cap"):
    """Each opponent may spend at most so many Kè in its next turn (T5, T12)."""

    n: Count

    def happen(self, moves: MastersMoves, seat: int, handle: int) -> None:
        cap = moves.state.cap
        for other in opponents(moves.state, seat):
            cap[other] = min(cap[other] or self.n, self.n)
            moves.tell("cap", other, n=cap[other])

    def wording(self) -> str:
        return f"Each opponent may spend at most {self.n} Kè in its next turn."

    def brief(self) -> str:
        return f"they spend {self.n}"

    def topics(self) -> tuple[str, ...]:
        return ("T4", "T5", "T12", "attacks", "cap")


class OpponentsDiscard(Effect, frozen=True, tag="opponents-discard"):
    """Each opponent discards hand cards of its choice (T22)."""

    n: Count

    def happen(self, moves: MastersMoves, seat: int, handle: int) -> None:
        moves.state.todo += [(LOSE, other, self.n) for other in reversed(opponents(moves.state, seat))]

    def wording(self) -> str:
        return f"Each opponent discards {counted(self.n, 'card')}."

    def brief(self) -> str:
        return f"they discard {self.n}"

    def topics(self) -> tuple[str, ...]:
        return ("T22", "attacks")


class OpponentsDiscardHalf(Effect, frozen=True, tag="opponents-discard-half"):
    """Each opponent discards half its hand, rounded up (T22)."""

    def happen(self, moves: MastersMoves, seat: int, handle: int) -> None:
        moves.state.todo += [(LOSE, other, -1) for other in reversed(opponents(moves.state, seat))]

    def wording(self) -> str:
        return "Each opponent discards half its hand, rounded up."

    def brief(self) -> str:
        return "they discard half"

    def topics(self) -> tuple[str, ...]:
        return ("T9", "T22", "attacks")


class Steal(Effect, frozen=True, tag="steal"):
    """Each opponent spends active permanent Kè; one is recovered for each that was there (T24)."""

    n: Count

    def happen(self, moves: MastersMoves, seat: int, handle: int) -> None:
        state, stolen = moves.state, 0
        for other in opponents(state, seat):
            lost = min(self.n, state.active[other])
            state.active[other] -= lost
            state.spent[other] += lost
            stolen += lost
            moves.tell("robbed", other, n=lost)
        moves.recover(seat, stolen)

    def wording(self) -> str:
        return f"Each opponent spends {self.n} active permanent Kè; recover 1 Kè for each that was spent."

    def brief(self) -> str:
        return f"take {self.n} Kè of each"

    def topics(self) -> tuple[str, ...]:
        return ("T24", "attacks")


class Take(Effect, frozen=True, tag="take"):
    """The top card of one of these Spheres goes to the hand (T19)."""

    levels: Annotated[tuple[Level, ...], msgspec.Meta(min_length=1)]

    def happen(self, moves: MastersMoves, seat: int, handle: int) -> None:
        moves.state.todo.append((TAKE, seat, sum(1 << level - 1 for level in set(self.levels))))

    def wording(self) -> str:
        return f"Take the top card of Sphere {listed(map(str, self.levels), 'or')} into your hand."

    def brief(self) -> str:
        return f"take Sphere {' or '.join(map(str, self.levels))}"

    def topics(self) -> tuple[str, ...]:
        return ("T19", "effects")

    @property
    def brings_cards(self) -> bool:
        return True

    @property
    def does(self) -> tuple[str, ...]:
        return (*super().does, "draw")


class BreakTimer(Effect, frozen=True, tag="break-timer"):
    """A Timer of an opponent is discarded with all that is on and under it (T27)."""

    def happen(self, moves: MastersMoves, seat: int, handle: int) -> None:
        moves.state.todo.append((TARGET, seat, 0))

    def wording(self) -> str:
        return "Choose a Timer of an opponent: it is discarded with all that is on and under it."

    def brief(self) -> str:
        return "break a Timer"

    def topics(self) -> tuple[str, ...]:
        return ("T27", "attacks")


class ForceTimer(Effect, frozen=True, tag="force-timer"):
    """A Timer of an opponent is activated (T16, T27)."""

    def happen(self, moves: MastersMoves, seat: int, handle: int) -> None:
        moves.state.todo.append((TARGET, seat, 1))

    def wording(self) -> str:
        return "Choose a Timer of an opponent: it is activated."

    def brief(self) -> str:
        return "activate theirs"

    def topics(self) -> tuple[str, ...]:
        return ("T16", "T27", "attacks")


class CountAs(Effect, frozen=True, tag="count"):
    """The spell counts as so many cards for access (T14)."""

    n: Annotated[int, msgspec.Meta(ge=2, le=20)]

    spells_only: ClassVar[bool] = True

    def happen(self, moves: MastersMoves, seat: int, handle: int) -> None:
        moves.state.extra += self.n - 1
        moves.tell("counts", seat, handle, self.n)

    def wording(self) -> str:
        return f"Counts as {self.n} cards for access."

    def brief(self) -> str:
        return f"counts {self.n}"

    def topics(self) -> tuple[str, ...]:
        return ("T14", "point")


class AccessAgain(Effect, frozen=True, tag="access-again"):
    """One Sphere may be accessed twice this turn (T19)."""

    own_turn: ClassVar[bool] = True

    def happen(self, moves: MastersMoves, seat: int, handle: int) -> None:
        moves.state.again += 1
        moves.tell("twice", seat)

    def wording(self) -> str:
        return "This turn you may access one Sphere twice."

    def brief(self) -> str:
        return "a Sphere twice"

    def topics(self) -> tuple[str, ...]:
        return ("T19", "access")


class Repeat(Effect, frozen=True, tag="repeat"):
    """The effects of one or two other spells in the own Spell zone happen again (T14)."""

    n: Annotated[int, msgspec.Meta(ge=1, le=2)]
    up_to: bool = False
    but: Literal["repeats", "none"] = "none"
    """What it may not repeat. A card set in which it isn't `repeats` is refused: a turn could go on for
    ever."""

    spells_only: ClassVar[bool] = True

    def happen(self, moves: MastersMoves, seat: int, handle: int) -> None:
        moves.state.todo.append((REPEAT, seat, handle, self.n, int(self.up_to), -1))

    def wording(self) -> str:
        if self.n == 1:
            return "Repeat the effect of another spell in your Spell zone, not one that repeats."
        many = f"{'up to ' if self.up_to else ''}{self.n}"
        return f"Repeat the effects of {many} other spells in your Spell zone, not ones that repeat."

    def brief(self) -> str:
        return f"repeat {'up to ' if self.up_to else ''}{self.n}"

    def topics(self) -> tuple[str, ...]:
        return ("T14", "repeat")


EFFECT_KINDS: tuple[type[Effect], ...] = effect_kinds(globals(), Effect)  # type: ignore[type-abstract]
"""All kinds of effects, in the order in which they stand here."""
