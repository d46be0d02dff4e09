"""Writes a random match down in words: `python -m tests.core.playthrough wrinkles`.

Each choice stands with its entry text and its spoken form, below it what somebody without a seat is told, and
the last hash at the end. What changes in a golden playthrough is what a change of the rules does.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import NamedTuple

from core import registry
from core.contract.event import Event
from core.contract.stream import Stream, numbered_seed
from core.engine.match import Match
from core.engine.notation import write_choice
from core.words import Seats
from tests.support.matches import header


class Golden(NamedTuple):
    """A match kept in tests/golden."""

    seed: int
    options: dict[str, int]
    seats: int | None = None
    seldom: tuple[str, ...] = ()
    """Kinds of choices that are made one time in six only, where there are others."""


GOLDEN = {
    "wrinkles": Golden(7, {"max_turns": 1, "evil_draw": 1}),
    "time-masters": Golden(
        5, {"end": 1, "later_start": 1, "max_turns": 7}, 3, ("pass", "end", "done", "discard")
    ),
    "pocket": Golden(3, {"rounds": 3}),
}


def lines(name: str) -> Iterator[str]:
    """The lines of a match."""
    game = registry.load(name)
    seed, options, seats, seldom = GOLDEN[name]
    events: list[Event] = []
    match = Match(header(game, seed, options, seats=seats), game, events)
    stream = Stream(numbered_seed(seed), "test play")
    names = Seats(game.roles)
    yield f"{game.title}, seed {seed}, {options}"
    yield from (f"    {said}" for event in events if (said := game.texts.tell(event, match.view(None))))
    while (decision := match.decision()) is not None:
        assert decision.choices
        often = [choice for choice in decision.choices if choice.kind not in seldom]
        choices = often if often and seldom and stream.below(6) else decision.choices
        choice = choices[stream.below(len(choices))]
        spoken = game.texts.say(choice, match.view(decision.seat))
        played = match.play(decision.seat, write_choice(choice, game.table))
        yield f"{played.n} {names.name(played.by)}: {spoken} ({played.text}, 1 of {len(decision.choices)})"
        yield from (
            f"    {said}" for event in played.events if (said := game.texts.tell(event, match.view(None)))
        )
    yield f"{match.outcome} {match.head.hex()}"


def main() -> None:
    registry.register("pocket", "tests.pocket.game")
    name = sys.argv[1]
    print("\n".join(lines(name)))


if __name__ == "__main__":
    main()
