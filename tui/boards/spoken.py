"""What plain mode says of a match: views and choices as short lines to be read aloud.

A game gets a Teller of its own beside its board; this one knows only what is common to all games.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from core.contract.card_info import CardInfo
from core.contract.choice import HIDDEN, Choice, Decision
from core.contract.game import AnyGame
from core.contract.outcome import Outcome
from core.words import counted
from tui.boards.board_state import plain_choice

_SIGNED = re.compile(r"(?<![\w.])([+-])(?=\d)")


class CardLine(NamedTuple):
    """A card in a line."""

    handle: int
    name: str
    line: str
    """Its name, what it is, and what it does or would do, or why it can't be played."""


def spoken(text: str) -> str:
    """The text with its signs as words: many screen readers leave out a plus or minus."""
    return _SIGNED.sub(lambda found: "plus " if found[1] == "+" else "minus ", text)


def pile(called: str, names: Sequence[str]) -> tuple[str, list[str]]:
    """A pile of cards that lie open, the newest first: how many there are in what order, without a full stop;
    and each name once, where the newest of that name lies, with how many there are: `2 Anger`."""
    once = [f"{n} {name}" if n > 1 else name for name, n in Counter(names).items()]
    order = ", the newest first" if len(once) > 1 else ""
    alike = ", equal ones together" if order and len(once) < len(names) else ""
    return f"{called}, {counted(len(names), 'card')}{order}{alike}", once


class Teller:
    """Words for one game."""

    no_hand = "The choices say all there is of your hand."
    """Said where `hand` has no line."""
    about_board = "all that lies open"
    """What the command `board` says."""
    about_score = "how the match stands"
    """What the command `score` says."""

    def __init__(self, game: AnyGame) -> None:
        self.game: Any = game

    def arranged(self, decision: Decision, view: Any) -> list[Choice]:
        """The choices in the order of their numbers. One that names no card is first."""
        choices = list(decision.choices or ())
        plain = plain_choice(choices)
        if plain is not None:
            choices.remove(plain)
            choices.insert(0, plain)
        return choices

    def worth(self, choice: Choice, decision: Decision, view: Any) -> str:
        """What a choice would do, in a few words without a full stop; empty where its name says it."""
        return ""

    def explain(self, choice: Choice, decision: Decision, view: Any) -> list[str]:
        """All about a choice, in sentences."""
        card = choice.card if choice.card != HIDDEN else self.identity(choice.handles, view)
        return self.card(card) if card != HIDDEN else []

    def identity(self, handles: Sequence[int], view: Any) -> int:
        """The identity of the first of these handles; HIDDEN if there is none, or it can't be seen."""
        return view.cards[handles[0]] if handles else HIDDEN

    def why_not(self, handle: int, decision: Decision, view: Any) -> str:
        """Why a card of the hand can't be chosen now, in a sentence."""
        return "That card can't be chosen now."

    def sure(self, choice: Choice, decision: Decision, view: Any) -> str:
        """What to ask before a choice that wastes something; empty for all others."""
        return ""

    def card(self, card: int) -> list[str]:
        """A card as it is printed: what it is, what it does."""
        info: CardInfo = self.game.cards[card]
        force = "" if info.force is None else f", {self.game.texts.force_name} {info.force}"
        kinds = ", ".join(dict.fromkeys((info.kind, *(trait.capitalize() for trait in info.traits))))
        return [line for line in (f"{info.name}: {kinds}{force}.", spoken(info.text)) if line]

    def hand(self, view: Any, seat: int) -> list[CardLine]:
        """The hand of this seat, as its numbers go on after the choices."""
        return []

    def board(self, view: Any, seat: int) -> list[str]:
        """All that lies open, for this reader (-1: somebody without a seat)."""
        return self.score(view, seat)

    def in_play(self, view: Any, seat: int) -> list[CardLine]:
        """The cards that lie open before the players, with what they count and why."""
        return []

    def score(self, view: Any, seat: int) -> list[str]:
        """How the match stands."""
        names = [self.game.texts.seat_name(one) for one in range(view.seats)]
        scores = (f"{name} {score}" for name, score in zip(names, self.game.standing(view), strict=True))
        return [f"Turn {self.game.turn(view)}.", f"Score: {', '.join(scores)}."]

    def discards(self, view: Any, seat: int) -> list[str]:
        """What has been discarded."""
        return ["Nobody has a discard pile that can be looked at."]

    def ending(self, outcome: Outcome) -> str:
        """How the match ended, in a sentence, where the end is one of the game's own."""
        return f"The end: {outcome.end}."
