"""Wrinkles in Time in plain mode's words."""

from __future__ import annotations

from core.contract.choice import HIDDEN, Choice, Decision
from core.contract.outcome import Outcome
from core.words import capital, counted
from core.wrinkles.force import PRINTED, THIS_TURN, explain
from core.wrinkles.seating import THIS_TURN as UNTIL_END
from core.wrinkles.state import EVIL, GOOD, PHASES, RESOLVE, WrinklesState
from core.wrinkles.wrinkles import Wrinkles
from tui.boards.spoken import CardLine, Teller, pile, spoken
from tui.boards.wrinkles.cell_texts import TWICE, card_kind, ending, place_in_hand
from tui.boards.wrinkles.hints import WrinklesHints
from tui.boards.wrinkles.view_model import WrinklesFacts, WrinklesHandCard

SIDES = ("Good", "Evil")

FROM_PLAY = ("target", "pay", "replace", "use")
"""Choices of a card in play; `negate` may be one too."""


class WrinklesTeller(Teller):
    """Words for this game."""

    no_hand = "Your hand is empty."
    about_board = "both sides' cards in play, and where their Force comes from"
    about_score = "turn, phase, totals, tokens"

    def __init__(self, game: Wrinkles) -> None:
        super().__init__(game)
        self._facts: tuple[WrinklesState, int, WrinklesFacts] | None = None

    def facts(self, view: WrinklesState, seat: int) -> WrinklesFacts:
        """Slots, Force and the hand of a view, worked out once."""
        if self._facts is None or self._facts[0] is not view or self._facts[1] != seat:
            self._facts = (view, seat, WrinklesFacts(self.game, view, seat))
        return self._facts[2]

    # Choices.

    def arranged(self, decision: Decision, view: WrinklesState) -> list[Choice]:
        choices = super().arranged(decision, view)
        if decision.kind == "order":
            return choices  # As they lie in the deck.
        changes: dict[int, tuple[int, int]] = {}
        hints = self._hints(view, decision.seat)
        if decision.kind == "replace":
            changes = dict(hints.replacing(view.cards[decision.about[0]]))
        elif decision.kind in ("target", "entering", "cost"):
            changes = {one.handles[0]: hints.without(one.handles[0]) for one in choices if one.handles}

        def place(choice: Choice) -> tuple[object, ...]:
            card = choice.card if choice.card != HIDDEN else self.identity(choice.handles, view)
            if card == HIDDEN:
                return (0,)
            if choice.handles and choice.handles[0] in changes:
                own, other = changes[choice.handles[0]]
                return 1, other - own, self.game.cards[card].name  # what serves best comes first
            return 1, *place_in_hand(self.game.pool.cards[card])

        return sorted(choices, key=place)

    def worth(self, choice: Choice, decision: Decision, view: WrinklesState) -> str:
        card = choice.card if choice.card != HIDDEN else self.identity(choice.handles, view)
        if card == HIDDEN:
            return {
                "done": "keep the rest as they lie",
                "decline": "discard none" if decision.kind == "entering" else "put in none",
            }.get(choice.kind, "")
        seat = decision.seat
        if choice.kind == "play":
            one = self.facts(view, seat).by_handle[choice.handles[0]]
            return self._hand_worth(one, view, seat)
        if choice.kind == "replace":
            changes = dict(self._hints(view, seat).replacing(view.cards[decision.about[0]]))
            return self._changes(seat, *changes[choice.handles[0]]) + f"; {self._kind(card)}"
        if choice.kind in FROM_PLAY or (choice.kind == "negate" and choice.card == HIDDEN):
            draws = counted(self.game.pool.use[card], "card")
            how = {"negate": "from play; ", "use": f"draw {draws}; "}.get(choice.kind, "")
            return how + self._leaving(choice.handles[0], view, seat)
        if self.game.pool.special[card]:
            return self._special(card)
        return self._kind(card)

    def _hand_worth(self, one: WrinklesHandCard, view: WrinklesState, seat: int) -> str:
        if self.game.pool.special[one.card]:
            return self._special(one.card)
        if one.gain is None:
            return self._kind(one.card)
        how = ""
        if not one.room:
            hints = self._hints(view, seat)
            how = f" replacing {hints.name(hints.replacing(one.card)[0][0])}"
        return f"{self._changes(seat, *one.gain)}{how}; {self._kind(one.card)}"

    def _special(self, card: int) -> str:
        return "Special; " + spoken(self.game.cards[card].text).removesuffix(".")

    def _kind(self, card: int) -> str:
        """`Mortal, Force 2`."""
        return card_kind(self.game, card)

    @staticmethod
    def _changes(seat: int, own: int, other: int) -> str:
        """What happens to both totals: `adds 3`, `takes 1 from you`, `Evil loses 2`."""
        parts = [f"adds {own}" if own > 0 else f"costs you {-own}" if own < 0 else ""]
        if other:
            parts.append(f"{SIDES[1 - seat]} {'loses' if other < 0 else 'gains'} {abs(other)}")
        return ", ".join(part for part in parts if part) or "adds nothing"

    def _leaving(self, handle: int, view: WrinklesState, seat: int) -> str:
        """What happens to both totals when a card leaves play, and what it is."""
        said = self._changes(seat, *self._hints(view, seat).without(handle))
        return f"{said.replace('adds nothing', 'changes nothing')}; {self._kind(view.cards[handle])}"

    def _hints(self, view: WrinklesState, seat: int) -> WrinklesHints:
        return WrinklesHints(self.game, view, seat, self.facts(view, seat).totals)

    def explain(self, choice: Choice, decision: Decision, view: WrinklesState) -> list[str]:
        card = choice.card if choice.card != HIDDEN else self.identity(choice.handles, view)
        said = [spoken(one) for one in self._what_happens(choice, decision, view)]
        if card == HIDDEN:
            return said
        if choice.handles and choice.handles[0] in (*view.board[GOOD], *view.board[EVIL]):
            said.append(f"It counts {self._counts(choice.handles[0], view, decision.seat)}.")
        return [*self.card(card), *said]

    def _what_happens(self, choice: Choice, decision: Decision, view: WrinklesState) -> list[str]:
        """What a choice would do now, in sentences."""
        seat = decision.seat
        hints = self._hints(view, seat)
        handle = choice.handles[0] if choice.handles else -1
        match choice.kind:
            case "pass":
                return [hints.passing()]
            case "allow":
                about = decision.about[0]
                aims = (
                    frame[3] for frame in reversed(view.todo) if frame[0] == RESOLVE and frame[2] == about
                )
                return hints.resolving(about, next(aims, -1))
            case "play" if self.game.pool.special[choice.card]:
                return hints.special(handle)
            case "play":
                return self._entering(self.facts(view, seat).by_handle[handle], hints)
            case "replace":
                changes = dict(hints.replacing(view.cards[decision.about[0]]))
                return [_sentence(hints.changed(*changes[handle]))]
            case "target" | "pay" | "use" | "negate" if choice.card == HIDDEN:
                return [_sentence(hints.leaving(handle))]
            case "study":
                return [_sentence(hints.changed(*hints.entering(choice.card)))]
        return []

    def _entering(self, one: WrinklesHandCard, hints: WrinklesHints) -> list[str]:
        if one.gain is None:
            return []
        if one.room:
            return [f"There is a free slot: {hints.changed(*one.gain)}."]
        found = hints.replacing(one.card)
        places = [f"{hints.name(old)}, {hints.changed(*changes)}" for old, changes in found]
        if hints.one_answer([old for old, _ in found]):
            return [f"There is no free slot: it replaces {places[0]}."]
        return ["There is no free slot: it replaces a card of yours, which you choose next.",
                *(f"Instead of {place}." for place in places)]  # fmt: skip

    def why_not(self, handle: int, decision: Decision, view: WrinklesState) -> str:
        card = view.cards[handle]
        name = self.game.cards[card].name
        if decision.kind in ("window", "answer"):
            kind = "play" if decision.kind == "window" else "negate"
            return str(self.game.why_not(view, Choice(kind, (handle,), card))).replace("That card", name)
        return f"{name} can't be chosen here."

    def sure(self, choice: Choice, decision: Decision, view: WrinklesState) -> str:
        if choice.kind == "decline" and decision.kind in TWICE:
            return "The Special is used up all the same. Put in none?"
        return ""

    # What lies where.

    def card(self, card: int) -> list[str]:
        info = self.game.cards[card]
        return [f"{info.name}: {self._kind(card)}.", *filter(None, [spoken(info.text)])]

    def hand(self, view: WrinklesState, seat: int) -> list[CardLine]:
        decision = self.game.decision(view)
        window = decision is None or decision.kind == "window"
        lines = []
        for one in self.facts(view, seat).hand:
            name = self.game.cards[one.card].name
            worth = self._hand_worth(one, view, seat)
            if one.reason is not None:
                worth = self._special(one.card) if self.game.pool.special[one.card] else self._kind(one.card)
                worth = f"{one.reason}; {worth}" if window else worth
            text = "" if self.game.pool.special[one.card] else spoken(self.game.cards[one.card].text)
            lines.append(CardLine(one.handle, name, f"{name}: {worth}" + (f". {text}" if text else "")))
        return lines

    def score(self, view: WrinklesState, seat: int) -> list[str]:
        facts = self.facts(view, seat)
        good, evil = facts.totals
        if good == evil:
            lead = "Level; Good wins ties."
        else:
            lead = f"{self._who(GOOD if good > evil else EVIL, seat, ' lead')} by {abs(good - evil)}."
        parts = [
            f"Turn {view.turn}, {PHASES[view.phase]}.",
            f"Force: Good {good}, Evil {evil}. {lead}",
            f"Balance tokens: Good {view.tokens[GOOD]}, Evil {view.tokens[EVIL]}.",
        ]
        for one in (GOOD, EVIL):
            if view.limit[one] >= 0:
                parts.append(f"{SIDES[one]} may play {counted(view.limit[one], 'card')} more in this phase.")
        return parts

    def _who(self, side: int, reader: int, verb: str) -> str:
        return f"You{verb}" if side == reader else f"{SIDES[side]}{verb}s"

    def board(self, view: WrinklesState, seat: int) -> list[str]:
        lines = self.score(view, seat)
        below = max(seat, 0)
        for side in (below, 1 - below):
            lines += self._side_of(side, view, seat)
        return lines

    def _side_of(self, side: int, view: WrinklesState, seat: int) -> list[str]:
        facts = self.facts(view, seat)
        whose = "Your" if side == seat else f"{SIDES[side]}'s"
        lines = [
            f"{whose} board: {counted(len(view.board[side]), 'card')}, Force {facts.totals[side]}.",
            f"{whose} hand {len(view.hand[side])}, deck {len(view.deck[side])},"
            f" discard pile {len(view.pile[side])}.",
        ]
        lines += [one.line for one in self._cards(side, view, seat)]
        free: dict[str, int] = {}
        for slot in facts.slots[side]:
            if slot.name and slot.handle < 0:
                until = " until the end of the turn" if slot.source == UNTIL_END else ""
                free[slot.name.capitalize() + until] = free.get(slot.name.capitalize() + until, 0) + 1
        if free:
            lines.append(
                f"Free slots: {', '.join(f'{name} {n}' if n > 1 else name for name, n in free.items())}."
            )
        return lines

    def in_play(self, view: WrinklesState, seat: int) -> list[CardLine]:
        below = max(seat, 0)
        return [*self._cards(below, view, seat), *self._cards(1 - below, view, seat)]

    def _cards(self, side: int, view: WrinklesState, seat: int) -> list[CardLine]:
        found = []
        for slot in self.facts(view, seat).slots[side]:
            if slot.handle >= 0:
                info = self.game.cards[view.cards[slot.handle]]
                seated = "" if slot.name else " It has no slot."
                said = f"{info.name}, {info.kind}, counts {self._counts(slot.handle, view, seat)}.{seated}"
                found.append(CardLine(slot.handle, info.name, said))
        return found

    def _counts(self, handle: int, view: WrinklesState, seat: int) -> str:
        """`8: printed 2, Noah plus 3, Mrs Whatsit plus 3`; the number alone where it is the printed one."""
        parts = []
        for source, force in explain(self.game.pool, view, handle):
            sign = f"{'plus' if force >= 0 else 'minus'} {abs(force)}"
            if source == PRINTED:
                parts.append(f"printed {force}")
            elif source == THIS_TURN:
                parts.append(f"this turn {sign}")
            else:
                name = "itself" if source == handle else self.game.cards[view.cards[source]].name
                parts.append(f"{name} {sign}")
        counts = self.facts(view, seat).forces[handle]
        return f"{counts}: {', '.join(parts)}" if len(parts) > 1 else str(counts)

    def discards(self, view: WrinklesState, seat: int) -> list[str]:
        lines = []
        for side in (GOOD, EVIL):
            whose = "Your" if side == seat else f"{SIDES[side]}'s"
            names = [self.game.cards[view.cards[handle]].name for handle in reversed(view.pile[side])]
            said, cards = pile(f"{whose} discard pile", names)
            lines += [f"{said}{':' if cards else '.'}", *cards]
        return lines

    def ending(self, outcome: Outcome) -> str:
        return ending(outcome)


def _sentence(text: str) -> str:
    return capital(text) + "."
