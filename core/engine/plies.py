"""The plies of a match as one reader saw them, and its story.

A game tells it (`Game.story`) from plies that hold views of that reader and events without identities, so
that it can tell nothing hidden.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.contract.chance import Chance
from core.contract.event import Event
from core.contract.story import Ply, Story
from core.engine.match import Match, course
from core.engine.notation import read_choice


def plies(match: Match, seat: int | None) -> Iterator[Ply]:
    """The choices that count, played again, through the eyes of a seat (None: of anybody)."""
    game = match.game
    chance = Chance(bytes.fromhex(match.header.seed or ""), game.streams)
    state = game.setup(match.header, chance)
    before = game.mask(state, seat)
    for n in course(match.entries):
        entry = match.entries[n - 1]
        choice = read_choice(entry.text, game)
        events: list[Event] = []
        game.apply(state, choice, chance, events)
        after = game.mask(state, seat)
        yield Ply(n, entry.by, choice, before, after, events)
        before = after


def story_of(match: Match, seat: int | None) -> Story:
    """The story of a match so far, as a seat (None: anybody) may know it."""
    return match.game.texts.story(match.game.mask(match.state_at(0), seat), plies(match, seat), match.outcome)
