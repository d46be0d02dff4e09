"""Stops: where a person is asked, and where the plain answer (pass, let it resolve) is given for it.

Independent of any front end and of any game. The game says, by `Game.stops` and `Game.halt`, which places
there are, which one an open decision belongs to, and what its plain answer would be. `Stops` keeps one
seat's rules and says for each decision whether to ask. It never gives another answer than the plain one,
always asks what has no plain answer (a discard, a target), and always asks a seat that could answer a
Special. How long an automatic answer waits before it leaves is the front end's business.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from core.contract.choice import Choice
from core.contract.game import AnyGame
from core.contract.stop import Halt

When: TypeAlias = Literal["always", "could", "never"]
"""When a seat is asked at a stop: in any case, only if it could do something but pass, or not at all."""
WHENS: tuple[When, ...] = ("always", "could", "never")


class StopRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a person wants to be asked in one game."""

    always: bool = False
    """Ask everything, whatever `at` says."""
    at: dict[str, When] = {}
    """By name of a stop, where it differs from the game's own rule; other names are ignored."""


AS_THE_GAME_HAS_IT = StopRules()


def usual_at(game: AnyGame, stop: str, *, apart: bool = False) -> When:
    """When a seat is asked at a stop of this game if nothing is set. `apart`: an opponent waits on another
    machine."""
    asked = any(one.name == stop and (one.asked or (apart and one.asked_apart)) for one in game.stops)
    return "always" if asked else "could"


def rule_at(game: AnyGame, rules: StopRules, stop: str, *, apart: bool = False) -> When:
    """When these rules ask at a stop of this game, `always` left aside; `apart` as for usual_at."""
    return rules.at.get(stop) or usual_at(game, stop, apart=apart)


def changed_at(game: AnyGame, rules: StopRules, stop: str, when: When, apart: bool = False) -> StopRules:
    """The rules with another one at a stop. What is as usual is not kept as the player's own, so that a
    change that was taken back in a match with `apart` set or not says nothing about other matches. `always`
    stays as it is: while it is on, the change waits."""
    at = {name: one for name, one in rules.at.items() if name != stop}
    if when != usual_at(game, stop, apart=apart):
        at[stop] = when
    return StopRules(always=rules.always, at=at)


def public_pass(game: AnyGame, view: Any) -> tuple[str, Choice] | None:
    """The question that all at one screen may read before somebody takes the keyboard, and the pass that may
    be said in answer without it: none of it rests on what not all can see. None where it is an answer to
    a Special, or can't be passed."""
    public = game.mask(view, None)
    halt, decision = game.halt(public), game.decision(public)
    if halt is None or decision is None or halt.guarded:
        return None
    return game.texts.ask(decision, public), halt.answer


class Stops:
    """One seat's stops in one match. Only for the loop that runs the match."""

    def __init__(
        self,
        game: AnyGame,
        seat: int,
        rules: StopRules = AS_THE_GAME_HAS_IT,
        *,
        shared: bool = False,
        apart: bool = False,
    ) -> None:
        """`shared` is for persons at one screen, where not being asked would tell the others what a hand
        can't do: there a seat is passed over only if everybody sees that it can't do anything else.
        `apart`: an opponent waits on another machine, whom a quick answer to a Special would tell that the
        hand can't negate."""
        self._game = game
        self.shared = shared
        self.apart = apart
        self.seat = seat
        self.rules = rules
        self.target: str | None = None
        """The phase to which the seat passes; None if it doesn't."""
        self._from = (0, "")
        self._ask_next = False

    def pass_to(self, phase: str, view: Any) -> None:
        """Pass from now on until this phase comes up next; `view` is the seat's now.

        What has to be asked is asked on the way, and then it goes on. Raises ValueError with a sentence if
        there is no such phase.
        """
        phases = [stop.name for stop in self._game.stops if stop.phase]
        if phase not in phases:
            raise ValueError(f"There is no phase {phase!r} to pass to; there are {', '.join(phases)}.")
        self.target = phase
        self._from = self._now(view)
        self._ask_next = False

    def stop_passing(self) -> None:
        """End a pass to a phase; the next decision is asked. Nothing if none is running."""
        if self.target is not None:
            self.ask_next()

    def ask_next(self) -> None:
        """Ask the next decision whatever the rules say: the player has come back to it."""
        self.target = None
        self._ask_next = True

    def answer(self, view: Any) -> Choice | None:
        """The automatic answer to the decision this view's seat owes; None if the person is to be asked.

        Call it once for each decision, and again only after `pass_to` or `stop_passing`.
        """
        halt = self._game.halt(view)
        if halt is None:
            return None
        could = self._could(view, halt)
        when: When = "always" if self.rules.always else self._rule(halt.stop)
        # An answer that is always asked, so that it tells nothing, is asked on the way to a phase too.
        if self._ask_next or (halt.guarded and (could or (self.apart and when == "always"))):
            self._ask_next = False
            return None
        if self.target is not None:
            if self.target == halt.stop and self._now(view) != self._from:
                self.target = None
                return None
            return halt.answer
        return None if when == "always" or (when == "could" and could) else halt.answer

    def _rule(self, stop: str) -> When:
        return rule_at(self._game, self.rules, stop, apart=self.apart)

    def _now(self, view: Any) -> tuple[int, str]:
        return self._game.turn(view), self._game.phase_name(view)

    def _could(self, view: Any, halt: Halt) -> bool:
        if self.shared:
            public = self._game.halt(self._game.mask(view, None))
            return public is None or public.could
        return halt.could
