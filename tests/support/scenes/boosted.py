"""Positions that random play hardly comes to: full Timers before everybody, delay cards under them, decks
that run out, and hands in which some cards are known to all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.contract.choice import Choice
from core.contract.knowledge import everyone
from core.contract.stream import Stream, numbered_seed
from core.timemasters.card_kinds import GROUPS, SPELL, TIMER
from core.timemasters.effects import Banish, BreakTimer, Draw, ForceTimer
from core.timemasters.state import MAIN, PHASES, TIMERS
from core.timemasters.timemasters import TimeMasters, load
from tests.support.scenes.timemasters import Scene, scene

ACTIVE = ("timer", "cast", "release", "place", "activate", "target", "delay", "access", "concentrate")
"""Choices after which most happens."""

AT_ONCE = (ForceTimer, BreakTimer, Banish)
"""Effects of spells that turn up hidden cards, or take them, before anybody is asked again."""


def boosted(number: int, game: TimeMasters | None = None) -> Scene:
    """Such a position; the same one for the same number."""
    game = game or load()
    stream = Stream(numbered_seed(number), "boosted")
    seats = 2 + stream.below(3)
    pool, kinds = game.cards, game.pool.kind
    spells = [card for card, kind in enumerate(kinds) if kind == SPELL]
    clocks = [card for card, kind in enumerate(kinds) if kind == TIMER]

    at_once = [
        card for card in spells if any(isinstance(one, AT_ONCE) for one in game.pool.cards[card].effects)
    ]
    drawing = [card for card in clocks if any(isinstance(one, Draw) for one in game.pool.cards[card].each)]

    def some(cards: Sequence[int], most: int) -> str:
        picked = [cards[stream.below(len(cards))] for _ in range(stream.below(most + 1))]
        return ", ".join(pool[card].name for card in picked)

    def timer() -> str:
        among = drawing if stream.below(2) else clocks
        clock = among[stream.below(len(among))]
        slots = game.pool.slots[clock]
        on = [pool[spells[stream.below(len(spells))]].name for _ in range(slots - (stream.below(3) == 0))]
        under = some(range(len(pool)), 2)
        return (
            f"{pool[clock].name}({', '.join(on)}{f'; {under}' if under else ''})"  # full, two times of three
        )

    def seat() -> dict[str, str]:
        everything = range(len(pool))
        return {
            "hand": ", ".join(filter(None, (some(everything, 3), some(at_once, 3)))),
            "deck": some(everything, 1),
            "pile": some(everything, 3),
            "timers": ", ".join(timer() for _ in range(1 + stream.below(2))),
        }

    own, *others = (seat() for _ in range(seats))
    levels = [[card for card, info in enumerate(pool) if info.group == group] for group in GROUPS]
    s = scene(
        game=game,
        **own,  # type: ignore[arg-type]
        zone=some(spells, 3),
        released=some(spells, 1),
        others=others,
        spheres={level: some(levels[level], 4) for level in range(1, len(GROUPS)) if levels[level]},
        ke=(4 + stream.below(3), stream.below(3), stream.below(3)),
        phase=PHASES[stream.below(len(PHASES))],
        options={"end": stream.below(2)},
    )
    if s.state.todo[-1] == (TIMERS, 0):  # No Timer is full.
        s.state.todo.pop()
        s.state.phase = MAIN
    for hand in s.state.hand:
        for handle in hand:
            if stream.below(3) == 0:
                s.state.known[handle] = everyone(seats)
    return Scene(game, s.state)


def played(s: Scene, number: int, plies: int) -> Iterator[list[Choice]]:
    """The choices of each decision, those after which most happens first; then one of them is made.

    The views of all seats play on, and are compared with what they see.
    """
    stream = Stream(numbered_seed(number), "played")
    for _ in range(plies):
        decision = s.game.decision(s.state)
        if decision is None:
            return
        choices = list(decision.choices or ())
        stream.shuffle(choices)
        choices.sort(key=lambda one: one.kind not in ACTIVE)
        yield choices
        s.make(choices[0 if stream.below(4) else -1])
