"""What a choice would do, in sentences: to both totals, and to the Test."""

from __future__ import annotations

from core.wrinkles import effects
from core.wrinkles.card_kinds import bit
from core.wrinkles.force import gain
from core.wrinkles.moves import matching, one_answer, replaceable
from core.wrinkles.state import EVIL, GOOD, KINDS, MAX_TURNS, PHASES, TEST, WINDOW, WrinklesState
from core.wrinkles.wrinkles import Wrinkles

SIDES = ("Good", "Evil")
TOKENS = 6


def lead(good: int, evil: int) -> str:
    """Who is ahead, and by how much."""
    if good == evil:
        return "level, and Good wins ties"
    return f"{SIDES[GOOD if good > evil else EVIL]} leads by {abs(good - evil)}"


def result_of_test(view: WrinklesState, good: int, evil: int) -> str:
    """What the Test would do with these totals."""
    winner = GOOD if good >= evil else EVIL
    tokens = list(view.tokens)
    tokens[winner] += 1
    tokens[1 - winner] -= 1
    held = f"Good {tokens[GOOD]}, Evil {tokens[EVIL]}"
    if tokens[winner] == TOKENS:
        return f"{SIDES[winner]} takes the last token and wins the match"
    if view.options[MAX_TURNS] and view.turn >= view.options[MAX_TURNS]:
        first = GOOD if tokens[GOOD] >= tokens[EVIL] else EVIL
        return f"{SIDES[winner]} takes a token ({held}) and {SIDES[first]} wins the match"
    return f"{SIDES[winner]} takes a token: {held}"


def change(seat: int, own: int, other: int) -> str:
    """What happens to both totals, as the player of this seat hears it."""
    said = f"your total {own:+}" if own else "your total stays"
    if other:
        said = f"{SIDES[1 - seat]}'s total {other:+}" if not own else f"{said}, {SIDES[1 - seat]}'s {other:+}"
    return said


def signed(own: int, other: int) -> tuple[str, str]:
    """What happens to both totals as a number for the player of one, with its look."""
    said = f"{own:+}" if not other else f"{own:+}/{other:+}"
    return said, "up" if own > other else "down" if own < other else ""


class WrinklesHints:
    """Answers about one view, for the player of one seat."""

    def __init__(self, game: Wrinkles, view: WrinklesState, seat: int, totals: list[int]) -> None:
        self._game = game
        self._view = view
        self._seat = seat
        self._totals = totals

    def name(self, handle: int) -> str:
        """A card by its name."""
        return self._game.pool.cards[self._view.cards[handle]].name

    def then(self, own: int, other: int) -> str:
        """Who would lead after such a change; in the Test phase what the Test would do."""
        after = self._totals[:]
        after[self._seat] += own
        after[1 - self._seat] += other
        if KINDS[self._view.phase] == TEST:
            return result_of_test(self._view, *after)
        return lead(*after)

    def changed(self, own: int, other: int) -> str:
        """A change and where it leads."""
        return f"{change(self._seat, own, other)}; then {self.then(own, other)}"

    # Cards that come.

    def entering(self, card: int) -> tuple[int, int]:
        """What a card does to (the own total, the opponent's) when it comes into play, room or not."""
        return gain(self._game.pool, self._view, self._seat, card)

    def replacing(self, card: int) -> list[tuple[int, tuple[int, int]]]:
        """What may make way for a card (a handle), and what happens to the totals then; the best first."""
        view, seat = self._view, self._seat
        pool = self._game.pool
        found = [
            (old, gain(pool, view, seat, card, view.board[seat].index(old)))
            for old in replaceable(self._game.rooms, view, seat, card)
        ]
        return sorted(found, key=lambda one: one[1][1] - one[1][0])

    # Cards that go.

    def one_answer(self, handles: list[int]) -> bool:
        """Whether it needs no choice which of these cards in play is taken (R17)."""
        return one_answer(self._view, handles) is not None

    def without(self, handle: int) -> tuple[int, int]:
        """What happens to (the own total, the opponent's) when a card leaves play."""
        view = self._game.copy(self._view)
        for board in view.board:
            if handle in board:
                board.remove(handle)
        return self._against(view)

    def _against(self, view: WrinklesState) -> tuple[int, int]:
        seat = self._seat
        own, other = (self._game.total(view, one) - self._totals[one] for one in (seat, 1 - seat))
        return own, other

    def leaving(self, handle: int) -> str:
        """What happens when a card leaves play, with the slots that go with it."""
        card = self._view.cards[handle]
        slots = [slot.match for slot in self._game.pool.cards[card].effects if isinstance(slot, effects.Slot)]
        said = self.changed(*self.without(handle))
        if slots:
            said += f". Its slot for 1 more {slots[0].capitalize()} goes with it"
        return said

    # Specials.

    def special(self, handle: int) -> list[str]:
        """What a Special of one's own would do now."""
        card = self._game.pool.cards[self._view.cards[handle]]
        found = [said for effect in card.effects if (said := self._effect(effect, self._seat, -1))]
        if self._game.pool.answers[1 - self._seat]:
            found.append(f"{SIDES[1 - self._seat]} may negate it.")
        return found

    def resolving(self, handle: int, target: int) -> list[str]:
        """What the opponent's Special would do if it resolved; `target` is what it points at, or -1."""
        card = self._game.pool.cards[self._view.cards[handle]]
        return [said for effect in card.effects if (said := self._effect(effect, 1 - self._seat, target))]

    def _effect(self, effect: effects.Effect, by: int, target: int) -> str:
        """What one effect of a Special of the seat `by` would do now; empty if its text says it all."""
        view, mine = self._view, by == self._seat
        match effect:
            case effects.Cost(of) if mine:
                return self.choice_of(matching(self._game.pool, view, bit(of), by), "Paid with")
            case effects.Discard(of) if mine:
                cards = matching(self._game.pool, view, bit(of))
                if not cards:
                    return f"No {of.capitalize()} is in play: nothing is discarded."
                return self.choice_of(cards, "It discards")
            case effects.Discard() if target >= 0:
                return f"{self.name(target)} goes: {self.leaving(target)}."
            case effects.Bonus(to, force):
                after = self._game.copy(view)
                after.turn_bonus[by].append((bit(to), force))
                return f"Now: {self.changed(*self._against(after))}."
            case effects.OpponentDiscards(n):
                held = len(view.hand[1 - by])
                whose = "You discard" if not mine else f"{SIDES[1 - by]} discards"
                return f"{whose} {min(n, held)} of {held} cards in hand."
            case effects.Draw(n):
                who = "You then hold" if mine else f"{SIDES[by]} then holds"
                return f"{who} {len(view.hand[by]) - mine + n} cards."
            case effects.Hands():
                good, evil = (len(view.hand[one]) - (mine and one == by) for one in (GOOD, EVIL))
                return f"Good loses {good} cards from hand, Evil {evil}."
        return ""

    def choice_of(self, handles: list[int], what: str) -> str:
        """The cards that something may be, and the one that serves this player best."""
        if not handles:
            return ""
        changes = {handle: self.without(handle) for handle in handles}
        best = max(handles, key=lambda handle: changes[handle][0] - changes[handle][1])
        only = "" if self.one_answer(handles) else " at best"
        owner = "your" if best in self._view.board[self._seat] else f"{SIDES[1 - self._seat]}'s"
        return f"{what} {owner} {self.name(best)}{only}: {self.changed(*changes[best])}."

    def discarding(self, of: str) -> str:
        """What a card that discards one such card in play, as it enters, would best do."""
        return self.choice_of(matching(self._game.pool, self._view, bit(of)), "It may discard")

    # Passing.

    def passing(self) -> str:
        """What comes of passing."""
        view = self._view
        frame = view.todo[-1]
        if frame[0] != WINDOW:
            return ""
        if KINDS[view.phase] == TEST:
            follows = result_of_test(view, *self._totals)
        else:
            follows = f"{PHASES[view.phase + 1]} begins"
            surplus = len(view.hand[self._seat]) - 7
            if KINDS[view.phase] == "Challenge" and surplus > 0:
                cards = "1 card" if surplus == 1 else f"{surplus} cards"
                follows = f"you discard {cards}, down to seven, and {follows}"
        if frame[2]:
            return f"{SIDES[1 - self._seat]} has passed. If you pass too, {follows}."
        return f"{SIDES[1 - self._seat]} has the next go; if both pass, {follows}."
