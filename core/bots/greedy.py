"""A bot that takes what looks best at once.

It deals the cards it can't see at random, plays each choice on to the next quiet position (its own act to
the end, the other seats passing), and takes the one after which the game's own `value` is best.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from core.contract.chance import Chance
from core.contract.choice import HIDDEN, Choice, Decision
from core.contract.game import AnyGame
from core.contract.stream import SEED_BYTES, Stream
from core.engine.match import Rejected

NAME = "greedy"
VERSION = 1

MOST_PLIES = 40
"""How far an act is played on: no act is longer, but a game might have one that goes round."""


class GreedyBot:
    """A controller that looks one act ahead."""

    looks: ClassVar[bool] = True

    def __init__(self, stream: Stream, game: AnyGame, lists: Sequence[Mapping[str, int]]) -> None:
        """`stream` breaks ties and deals what is hidden; `lists` is what each seat's deck may be made of,
        where that is hidden (see Game.determinize)."""
        self._stream = stream
        self._game = game
        self._lists = lists

    def pick(self, view: Any, decision: Decision) -> Choice:
        """The choice with the best value; ties are broken by the bot's stream."""
        assert decision.choices
        if len(decision.choices) == 1:
            return decision.choices[0]
        state = self._game.determinize(view, self._lists, self._stream)
        seed = b"".join(self._stream.below(256).to_bytes() for _ in range(SEED_BYTES))
        values = _Lookahead(self._game, decision.seat, Chance(seed, self._game.streams)).values(
            state, decision.choices
        )
        best = max(values)
        ties = [choice for choice, value in zip(decision.choices, values, strict=True) if value == best]
        return ties[self._stream.below(len(ties))]

    async def choose(self, view: Any, decision: Decision) -> Sequence[Choice]:
        return [self.pick(view, decision)]

    def refused(self, reason: str) -> None:
        raise Rejected(reason)


class _Lookahead:
    """What choices of one seat come to, on full states."""

    def __init__(self, game: AnyGame, seat: int, chance: Chance) -> None:
        self._game = game
        self._seat = seat
        self._chance = chance

    def values(self, state: Any, choices: Sequence[Choice]) -> list[int]:
        """The value of each choice, its act played on greedily. Choices of one key are worked out once."""
        known: dict[tuple[object, ...], int] = {}
        values = []
        for choice in choices:
            key = self._game.key(choice, state)
            if key not in known:
                after = self._after(state, choice)
                self._play_on(after, greedy=True)
                known[key] = self._game.value(after, self._seat)
            values.append(known[key])
        return values

    def _after(self, state: Any, choice: Choice) -> Any:
        after = self._game.copy(state)
        self._game.apply(after, choice, self._chance)
        return after

    def _play_on(self, state: Any, greedy: bool) -> None:
        """Go on to the next quiet position; `greedy` is whether the own picks are compared."""
        game = self._game
        for _ in range(MOST_PLIES):
            if game.quiet(state):
                return
            decision = game.decision(state)
            assert decision is not None and decision.choices
            choice = _passing(decision.choices)
            if greedy and decision.seat == self._seat and len(decision.choices) > 1:
                choice = self._best(state, decision.choices)
            game.apply(state, choice, self._chance)

    def _best(self, state: Any, choices: Sequence[Choice]) -> Choice:
        """The best pick inside an act, what follows it played without comparing."""
        best, found = choices[0], None
        for choice in choices:
            after = self._after(state, choice)
            self._play_on(after, greedy=False)
            value = self._game.value(after, self._seat)
            if found is None or value > found:
                best, found = choice, value
        return best


def _passing(choices: Sequence[Choice]) -> Choice:
    """The choice that names no card: to pass, to let something happen; the first if there is none."""
    return next((c for c in choices if not c.handles and c.card == HIDDEN), choices[0])
