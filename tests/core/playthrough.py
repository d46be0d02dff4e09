"""Writes a random match down in words: `python -m tests.core.playthrough wrinkles`.

Each choice stands with its entry text and its spoken form, below it what somebody without a seat is told, and
the last hash at the end. What changes in a golden playthrough is what a change of the rules does.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from core import games
from core.chance import Stream, numbered_seed
from core.game import Event
from core.match import Match
from core.notation import write_choice
from tests.core.play import header

GOLDEN = {"wrinkles": (7, {"max_turns": 1, "evil_draw": 1}), "pocket": (3, {"rounds": 3})}
"""The matches kept in tests/golden: seed and options."""


def lines(name: str, seed: int, options: dict[str, int]) -> Iterator[str]:
    """The lines of a match."""
    game = games.load(name)
    events: list[Event] = []
    match = Match(header(game, seed, options), game, events)
    stream = Stream(numbered_seed(seed), "test play")
    yield f"{game.title}, seed {seed}, {options}"
    yield from (f"    {said}" for event in events if (said := game.tell(event, match.view(None))))
    while (decision := match.decision()) is not None:
        assert decision.choices
        choice = decision.choices[stream.below(len(decision.choices))]
        spoken = game.say(choice, match.view(decision.seat))
        played = match.play(decision.seat, write_choice(choice, game.table))
        yield f"{played.n} {game.roles[played.by]}: {spoken} ({played.text}, 1 of {len(decision.choices)})"
        yield from (f"    {said}" for event in played.events if (said := game.tell(event, match.view(None))))
    yield f"{match.outcome} {match.head.hex()}"


def main() -> None:
    games.register("pocket", "tests.pocket.game")
    name = sys.argv[1]
    seed, options = GOLDEN[name]
    print("\n".join(lines(name, seed, options)))


if __name__ == "__main__":
    main()
