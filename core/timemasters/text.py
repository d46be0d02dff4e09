"""Names, choices as spoken, and events as sentences. For one reader's view."""

from __future__ import annotations

from collections.abc import Callable

from core.contract.choice import HIDDEN, Choice
from core.contract.event import Dealt, Event, Told
from core.contract.state import FULL
from core.timemasters.cards import MastersPool
from core.timemasters.state import (
    BANISH,
    GO,
    PAIR,
    PASSES,
    PHASES,
    SPHERES_EMPTY,
    TURNS,
    MastersState,
    Timer,
    owner_of_timer,
)
from core.words import Seats, capital, counted, ended, listed

SEATS = Seats()
who, whose = SEATS.who, SEATS.whose


def card_name(pool: MastersPool, view: MastersState, handle: int, card: int = HIDDEN) -> str:
    """The name of a card as this reader may hear it; with an article where it is called as its kind is."""
    identity = card if card != HIDDEN else view.cards[handle] if handle >= 0 else HIDDEN
    if identity == HIDDEN:
        return "a card"
    found = pool.cards[identity]
    return f"a {found.name}" if found.name.lower() == found.kind else found.name


def bare_name(pool: MastersPool, view: MastersState, handle: int, card: int = HIDDEN) -> str:
    """The name without an article: behind `your`, `the`."""
    return card_name(pool, view, handle, card).removeprefix("a ")


def timer_name(pool: MastersPool, view: MastersState, timer: Timer) -> str:
    """A Timer in play with what is on it, so that one can be told from another: `Pendulum with Torrent`."""
    on = listed(bare_name(pool, view, spell) for spell in timer.spells)
    return bare_name(pool, view, timer.handle) + (f" with {on}" if on else "")


def find_timer(view: MastersState, handle: int) -> Timer | None:
    """A Timer in play by its handle; None if it isn't (any more)."""
    found = (timer for timers in view.timers for timer in timers if timer.handle == handle)
    return next(found, None)


def sphere_of(view: MastersState, handle: int) -> int:
    """The level of the Sphere that a card lies in; 0 if it lies in none."""
    return next((place + 1 for place, sphere in enumerate(view.spheres) if handle in sphere), 0)


def ke_text(view: MastersState, seat: int) -> str:
    """A seat's Kè in words: `3 active, 1 spent, 2 ephemeral`."""
    parts = [f"{view.active[seat]} active", f"{view.spent[seat]} spent"]
    if view.ephemeral[seat]:
        parts.append(f"{view.ephemeral[seat]} ephemeral")
    return ", ".join(parts)


# Choices as spoken.

_VERBS = {
    "cast": "cast {}",
    "place": "place {} on a Timer",
    "timer": "play {}",
    "concentrate": "play {}",
    "release": "play the released {}",
    "delay": "delay {}",
    "under": "put {} under it",
    "return": "return {}",
    "keep": "keep {}",
    "take": "take {}",
    "repeat": "repeat {}",
    "access": "take {}",
}
_PLAIN = {
    "end": "end the main phase",
    "permanent": "permanent Kè first",
    "ephemeral": "ephemeral Kè first",
}


def say(pool: MastersPool, choice: Choice, view: MastersState) -> str:
    """The spoken form: `cast Torrent`, `activate Pendulum with Spark`, `pass`."""
    kind = choice.kind
    if not choice.handles:
        return _PLAIN.get(kind, kind)
    handle = choice.handles[0]
    name = card_name(pool, view, handle, choice.card)
    if kind in ("activate", "onto", "target", "delay"):
        timer = find_timer(view, handle)
        called = name if timer is None else timer_name(pool, view, timer)
        if kind == "target":
            return f"choose {whose(owner_of_timer(view, handle), view)} {called}"
        return f"{kind} {called}"
    if kind == "discard":
        return f"discard {name}{' for a Kè' if view.todo[-1][0] in (GO, PAIR) else ''}"
    if kind == "banish":
        both = view.todo[-1][0] == BANISH and view.todo[-1][4]
        where = " from your hand" if choice.card != HIDDEN else " from your discard pile"
        return f"banish {name}{where if both else ''}"
    if kind == "beneath":
        return f"take the card beneath {bare_name(pool, view, view.spheres[sphere_of(view, handle) - 1][-1])}"
    if kind == "release":
        name = name.removeprefix("a ")
    return _VERBS[kind].format(name)


# Events.


def tell(pool: MastersPool, event: Event, view: MastersState) -> str | None:
    """An event as a sentence for this view's reader; None for what needs no words."""
    if isinstance(event, Dealt):
        mine = event.seat == view.viewer or view.viewer == FULL
        name = card_name(pool, view, event.handle)
        return ended(SEATS.does(event.seat, f"draws {name}.", view)) if mine else None
    if isinstance(event, Told):
        sentence = _SENTENCES.get(event.kind)
        said = sentence(pool, event, view) if sentence else None
        return ended(said) if said else None
    return None  # What is shown is told by what shows it.


def heading(event: Event) -> int:
    """1 for the beginning of a turn, 2 for that of a phase, else 0."""
    kind = event.kind if isinstance(event, Told) else ""
    return {"turn": 1, "phase": 2, "ending": 2}.get(kind, 0)


def _does(does: str) -> Callable[[MastersPool, Told, MastersState], str]:
    """`You cast Torrent.`, `Seat 2 casts Torrent.`"""

    def sentence(pool: MastersPool, event: Told, view: MastersState) -> str:
        name = card_name(pool, view, event.handle, event.card) if event.handle >= 0 else ""
        return SEATS.does(event.seat, does, view).replace("{}", name) + "."

    return sentence


def _whose(says: str) -> Callable[[MastersPool, Told, MastersState], str]:
    """`Your Pendulum is discarded.`, `Seat 2's Pendulum is discarded.`"""

    def sentence(pool: MastersPool, event: Told, view: MastersState) -> str:
        name = bare_name(pool, view, event.handle, event.card) if event.handle >= 0 else ""
        said = says.replace("{}", name).replace("{n}", str(event.n))
        return f"{capital(whose(event.seat, view))} {said}."

    return sentence


def _named(says: str) -> Callable[[MastersPool, Told, MastersState], str]:
    """`Torrent is the new top card of Sphere 2.`"""

    def sentence(pool: MastersPool, event: Told, view: MastersState) -> str:
        name = card_name(pool, view, event.handle, event.card) if event.handle >= 0 else ""
        return capital(says.replace("{}", name).replace("{n}", str(event.n))) + "."

    return sentence


def _own(event: Told, view: MastersState) -> str:
    return "your" if event.seat == view.viewer else "its"


def _surcharge(pool: MastersPool, event: Told, view: MastersState) -> str:
    said = f"next spell, in {_own(event, view)} next turn, costs {event.n} more"
    return f"{capital(whose(event.seat, view))} {said}."


def _cap(pool: MastersPool, event: Told, view: MastersState) -> str:
    return SEATS.does(event.seat, f"may spend at most {event.n} Kè in {_own(event, view)} next turn.", view)


def _turn(pool: MastersPool, event: Told, view: MastersState) -> str:
    return f"Round {event.n}, {whose(event.seat, view)} turn."


def _paying(does: str) -> Callable[[MastersPool, Told, MastersState], str]:
    def sentence(pool: MastersPool, event: Told, view: MastersState) -> str:
        name = card_name(pool, view, event.handle, event.card)
        price = f"for {event.n} Kè" if event.n else "for nothing"
        return SEATS.does(event.seat, f"{does} {name} {price}.", view)

    return sentence


def _draw(pool: MastersPool, event: Told, view: MastersState) -> str | None:
    if view.viewer in (event.seat, FULL) and event.n:
        return None  # Each card has been told.
    return SEATS.does(event.seat, f"draws {counted(event.n, 'card') if event.n else 'no card'}.", view)


def _look(pool: MastersPool, event: Told, view: MastersState) -> str:
    if not event.n:
        return SEATS.does(event.seat, "finds no card to look at.", view)
    its = "your" if event.seat == view.viewer else "its"
    top = "card" if event.n == 1 else f"{event.n} cards"
    said = SEATS.does(event.seat, f"looks at the top {top} of {its} deck", view)
    if event.seat == view.viewer and view.aside:
        return f"{said}: {listed(bare_name(pool, view, handle) for handle in view.aside)}."
    return said + "."


def _keep(pool: MastersPool, event: Told, view: MastersState) -> str:
    known = view.cards[event.handle] != HIDDEN
    name = card_name(pool, view, event.handle) if known else "one of them"
    its = "your" if event.seat == view.viewer else "its"
    return SEATS.does(event.seat, f"takes {name} into {its} hand.", view)


def _return(pool: MastersPool, event: Told, view: MastersState) -> str:
    name = card_name(pool, view, event.handle, event.card)
    its = "your" if event.seat == view.viewer else "its"
    return SEATS.does(event.seat, f"takes {name} back from {its} discard pile.", view)


def _delay(pool: MastersPool, event: Told, view: MastersState) -> str:
    its = "your" if event.seat == view.viewer else "its"
    name = bare_name(pool, view, event.handle, event.card)
    said = SEATS.does(event.seat, f"delays {its} {name} with a card under it", view)
    return f"{said}, the {_ORDINALS[min(event.n, len(_ORDINALS)) - 1]}." if event.n > 1 else f"{said}."


def _under(pool: MastersPool, event: Told, view: MastersState) -> str | None:
    """Which card it is, to its owner, and to all if they had seen it before (T30)."""
    if event.seat != view.viewer and event.card == HIDDEN:
        return None
    return SEATS.does(event.seat, f"puts {card_name(pool, view, event.handle, event.card)} there.", view)


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "next")


def _gained(what: str) -> Callable[[MastersPool, Told, MastersState], str | None]:
    def sentence(pool: MastersPool, event: Told, view: MastersState) -> str | None:
        return SEATS.does(event.seat, f"gains {event.n} {what}.", view) if event.n else None

    return sentence


def _beneath(pool: MastersPool, event: Told, view: MastersState) -> str:
    beneath = f"the card beneath the top of Sphere {event.n}"
    if view.cards[event.handle] != HIDDEN:
        return SEATS.does(event.seat, f"takes {card_name(pool, view, event.handle)}, {beneath}.", view)
    return SEATS.does(event.seat, f"takes {beneath}.", view)


def _take(pool: MastersPool, event: Told, view: MastersState) -> str:
    name = card_name(pool, view, event.handle, event.card)
    return SEATS.does(event.seat, f"takes {name} from Sphere {event.n}.", view)


def _robbed(pool: MastersPool, event: Told, view: MastersState) -> str:
    if not event.n:
        return SEATS.does(event.seat, "has no active permanent Kè to lose.", view)
    return SEATS.does(
        event.seat, f"loses {event.n} active Kè, which {'is' if event.n == 1 else 'are'} spent now.", view
    )


def _full(pool: MastersPool, event: Told, view: MastersState) -> str:
    lost = f"{event.n} ephemeral Kè {'is' if event.n == 1 else 'are'} lost"
    return f"{lost}, as nobody can hold more than four."


def _paid(pool: MastersPool, event: Told, view: MastersState) -> str:
    return f"{event.n} ephemeral Kè {'is' if event.n == 1 else 'are'} used up for it."


def _reshuffle(pool: MastersPool, event: Told, view: MastersState) -> str:
    pile = f"discard pile ({counted(event.n, 'card')}) is shuffled into a new deck"
    return f"{capital(whose(event.seat, view))} {pile}."


def _score(pool: MastersPool, event: Told, view: MastersState) -> str:
    return SEATS.does(event.seat, f"has {counted(event.n, 'point')}.", view)


_OVER = {
    SPHERES_EMPTY: "Two Spheres are empty: the match is over.",
    TURNS: "The last round is over, and with it the match.",
    PASSES: "Everybody has passed for three rounds: the match is over.",
}


def _tops(pool: MastersPool, event: Told, view: MastersState) -> str:
    names = listed(bare_name(pool, view, sphere[-1]) if sphere else "none" for sphere in view.spheres)
    return f"On top of the Spheres, 1 to 5: {names}."


_SENTENCES: dict[str, Callable[[MastersPool, Told, MastersState], str | None]] = {
    "tops": _tops,
    "start": lambda pool, e, view: f"{who(e.seat, view)} begin{'s' if e.seat != view.viewer else ''}.",
    "turn": _turn,
    "phase": lambda pool, e, view: f"{PHASES[e.n]} phase.",
    "pass": _does("passes"),
    "timer": _does("plays {}"),
    "cast": _paying("casts"),
    "place": _paying("places"),
    "onto": lambda pool, e, view: (
        f"It waits on {whose(e.seat, view)} {bare_name(pool, view, e.handle, e.card)}."
    ),
    "paid": _paid,
    "concentrate": _does("plays {}"),
    "release": lambda pool, e, view: _does(f"plays the released {bare_name(pool, view, e.handle, e.card)}")(
        pool, e, view
    ),
    "again": _named("{} has its effect a second time"),
    "activate": lambda pool, e, view: SEATS.does(
        e.seat,
        f"activates {'your' if e.seat == view.viewer else 'its'} {bare_name(pool, view, e.handle, e.card)}.",
        view,
    ),
    "forced": _whose("{} is activated by force"),
    "broken": _whose("{} is discarded with all on and under it"),
    "fallen": _whose("{}, which lay on it, is discarded"),
    "waits": _whose("{} is released"),
    "lapse": _whose("released {} is discarded without effect"),
    "delay": _delay,
    "under": _under,
    "turned-up": _whose("{}, which lay under it, is turned up and discarded"),
    "pair": _does("discards {}"),
    "discard": _does("discards {}"),
    "lose": _does("discards {}"),
    "draw": _draw,
    "reshuffle": _reshuffle,
    "look": _look,
    "keep": _keep,
    "aside": _does("discards {}"),
    "return": _return,
    "banish": _does("banishes {}"),
    "recover": lambda pool, e, view: SEATS.does(e.seat, f"recovers {e.n or 'no'} Kè.", view),
    "ephemeral": _gained("ephemeral Kè"),
    "full": _full,
    "permanent": _gained("permanent Kè"),
    "next-less": _whose("next spell this turn costs {n} less"),
    "less": _whose("spells cost {n} less for the rest of the turn"),
    "surcharge": _surcharge,
    "cap": _cap,
    "robbed": _robbed,
    "counts": _named("{} counts as {n} cards for access"),
    "twice": _does("may access one Sphere twice this turn"),
    "repeat": _named("the effect of {} happens again"),
    "no-card": _does("has no card to discard"),
    "nothing": lambda pool, e, view: "It finds nothing.",
    "ending": lambda pool, e, view: "End phase.",
    "take": _take,
    "beneath": _beneath,
    "top": _named("{} is now the top card of Sphere {n}"),
    "empty": _named("Sphere {n} is empty"),
    "last-round": _named("two Spheres are empty, so this round is the last"),
    "no-refill": lambda pool, e, view: SEATS.does(
        e.seat, "does not refill the hand after such a pass.", view
    ),
    "score": _score,
    "over": lambda pool, e, view: _OVER[e.n],
}
"""By kind of a Told event. What is not here needs no words."""
