"""Short words for cells: what a card does, what it costs, how Kè are drawn."""

from __future__ import annotations

from collections.abc import Iterable

from core.contract.outcome import Outcome
from core.timemasters.card_kinds import CONCENTRATION, SPELL, TIMER
from core.timemasters.cards import MastersCard
from core.timemasters.costs import AT_LEAST, NEXT, ON_TIMER, PRINTED, SURCHARGE, TURN
from core.timemasters.effects import Effect
from core.timemasters.state import MastersState
from core.timemasters.timemasters import TimeMasters
from core.words import counted
from tui.terminal import glyphs

CODES = ("Sp", "Co", "Ti")
"""Two letters for each kind of card, by its place in KINDS."""
WORDS = ("Spell", "Concentration", "Timer")

END_WITHOUT_PASS = (
    "You have done nothing, and only a pass brings your spent Kè back. End the phase without passing?"
)
"""Asked before a main phase ends in which nothing was done, with Kè spent."""

MOST_COUNTERS = 10
"""So many Kè of a seat are drawn as counters; if it has more, each sort is a number."""

PARTS = {
    PRINTED: "printed",
    SURCHARGE: "an opponent's spell",
    NEXT: "your next spell costs less",
    TURN: "all your spells cost less this turn",
    ON_TIMER: "this Timer",
    AT_LEAST: "never below 0",
}
"""What a cost is made of."""


def counters(view: MastersState, seat: int) -> list[tuple[str, str]]:
    """A seat's Kè as counters, each sort with its look: active, spent, ephemeral."""
    signs = glyphs.chosen()
    sorts = (
        (signs.token, view.active[seat], "ke"),
        (signs.spent, view.spent[seat], "spent"),
        (signs.fleeting, view.ephemeral[seat], "fleeting"),
    )
    many = sum(n for _, n, _ in sorts) > MOST_COUNTERS
    drawn = [(f"{n}{sign}" if many and n else sign * n, look) for sign, n, look in sorts]
    ephemeral, look = drawn[-1]
    return [*drawn[:-1], (f" {ephemeral}" if ephemeral else "", look)]


def ke_short(view: MastersState, seat: int) -> str:
    """A seat's Kè in numbers: `3 of 4 +2`."""
    active, spent, ephemeral = view.active[seat], view.spent[seat], view.ephemeral[seat]
    return f"{active} of {active + spent}" + (f" +{ephemeral}" if ephemeral else "")


def waiting(view: MastersState, seat: int, short: bool = False) -> str:
    """What waits for a seat from opponents' spells, or is in force, in few words; empty if nothing."""
    parts = []
    if view.surcharge[seat]:
        parts.append(f"{'' if short else 'next '}+{view.surcharge[seat]}")
    if view.cap[seat]:
        parts.append(f"cap {view.cap[seat]}")
    return ", ".join(parts)


def in_force(view: MastersState, seat: int, short: bool = False) -> list[str]:
    """What changes the costs of a seat's spells: in this turn, if it is its own, or in its next."""
    mine = seat == view.mover
    spell = "" if short else " spell"
    parts = []
    more = f" +{view.surcharge[seat]}" if view.surcharge[seat] else ""
    less = f" -{view.next_less}" if mine and view.next_less else ""
    if more or less:
        parts.append(f"next{spell}{more}{less}")
    if mine and view.less:
        parts.append(f"each{spell} -{view.less}")
    if view.cap[seat]:
        spent = f" ({view.paid} spent)" if mine and view.paid else ""
        parts.append(f"cap {view.cap[seat]}{'' if short else ' Kè'}{spent}")
    return parts


def code(game: TimeMasters, card: int) -> str:
    """Two letters for a card's kind."""
    return CODES[game.pool.kind[card]]


def card_kind(game: TimeMasters, card: int) -> str:
    """Kind, level, printed cost or slots of a card."""
    pool = game.pool
    kind = pool.kind[card]
    said = f"{WORDS[kind]}, level {pool.level[card]}"
    if kind == SPELL:
        said += f", costs {pool.cost[card]} Kè"
    elif kind == TIMER:
        said += f", {counted(pool.slots[card], 'slot')}"
    return said


def place_in_hand(game: TimeMasters, card: int) -> tuple[int, int, int, str]:
    """Sorts a hand: Concentrations, spells, Timers; by level, then cost, then name."""
    pool = game.pool
    order = (CONCENTRATION, SPELL, TIMER).index(pool.kind[card])
    return order, pool.level[card], pool.cost[card], pool.cards[card].name


def brief(card: MastersCard, with_slots: bool = True) -> str:
    """What a card does, in a few words; empty if nothing. A Timer's slots may be left out."""
    if card.kind != "timer":
        return _brief_all(card.effects)
    parts = [counted(card.slots or 0, "slot")] if with_slots else []
    if card.discount:
        parts.append(f"-{card.discount} here")
    if card.twice:
        parts.append("twice")
    for word, effects in (("on", card.placing), ("off", card.activation), ("each", card.each)):
        if effects:
            parts.append(f"{word}: {_brief_all(effects)}")
    return ", ".join(parts)


def _brief_all(effects: Iterable[Effect]) -> str:
    return ", ".join(effect.brief() for effect in effects)


def ending(outcome: Outcome) -> str:
    """How a match ended that nobody gave up."""
    said = {
        "spheres": "Two Spheres are empty; most points win.",
        "max_turns": "The last round is over; most points win.",
        "passes": "Everybody has passed for three rounds; most points win.",
    }[outcome.end]
    # Places that points alone do not explain.
    if len(set(outcome.scores)) < len(set(outcome.places)):
        said += " At equal points more Kè decide, then more cards of level 5."
    return said
