"""Words: what cards do, what is asked, what is chosen, what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from core.game import HIDDEN, Choice, Dealt, Decision, Event, Shown, Told
from core.timemasters import cards as c
from core.timemasters.cards import Card, Pool
from core.timemasters.state import PHASES, SPHERES_EMPTY, TURNS, State

_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four"}


def effects_text(card: Card) -> str:
    """What a card does, made from its effects; empty if it does nothing of its own."""
    parts = _effects(card.effects)
    if card.discount:
        parts.append(f"Spells placed here cost {card.discount} less.")
    if card.twice:
        parts.append("The spell placed here has its effect twice when it is played.")
    for when, effects in (
        ("On placing", card.placing),
        ("On activation", card.activation),
        ("On activation, for each spell on it", card.each),
    ):
        if effects:
            said = " ".join(_effects(effects))
            parts.append(f"{when}: {said[0].lower()}{said[1:]}")
    return " ".join(parts)


def _effects(effects: Iterable[c.Effect]) -> list[str]:
    return [_effect(effect) for effect in effects]


def _cards(n: int) -> str:
    return "1 card" if n == 1 else f"{n} cards"


def _effect(effect: c.Effect) -> str:
    match effect:
        case c.Recover(n):
            return f"Recover {n} Kè."
        case c.RecoverHalf():
            return "Recover half your spent permanent Kè, rounded up."
        case c.RecoverAll():
            return "Recover all your permanent Kè."
        case c.Ephemeral(n):
            return f"Gain {n} ephemeral Kè."
        case c.Permanent(n):
            return f"Gain {n} permanent Kè."
        case c.Draw(n):
            return f"Draw {n}."
        case c.Discard(n):
            return f"Discard {_cards(n)}."
        case c.Return(n, up_to, of):
            what = _cards(n) if of is None else f"{n} {of.capitalize()}"
            return f"Return {'up to ' if up_to else ''}{what} from your discard pile to your hand."
        case c.Banish(n, up_to, pile, draw):
            where = "hand or discard pile" if pile else "hand"
            more = ", and draw 1 for each" if draw else ""
            return f"Banish {'up to ' if up_to else ''}{_cards(n)} from your {where}{more}."
        case c.Look(n):
            return f"Look at the next {n} cards of your deck: take 1, discard the others."
        case c.Discount(n, next_):
            if next_:
                return f"Your next spell this turn costs {n} less."
            return f"Your spells cost {n} less for the rest of the turn."
        case c.Surcharge(n):
            return f"Each opponent's next spell, in its next turn, costs {n} more."
        case c.Cap(n):
            return f"Each opponent may spend at most {n} Kè in its next turn."
        case c.OpponentsDiscard(n):
            return f"Each opponent discards {_cards(n)}."
        case c.OpponentsDiscardHalf():
            return "Each opponent discards half its hand, rounded up."
        case c.Steal(n):
            return f"Each opponent spends {n} active permanent Kè; recover 1 Kè for each that was there."
        case c.Take(levels):
            named = " or ".join(str(level) for level in levels)
            return f"Take the top card of Sphere {named} into your hand."
        case c.BreakTimer():
            return "Choose an opponent's Timer: it is discarded with all that is on and under it."
        case c.ForceTimer():
            return "Choose an opponent's Timer: it is activated."
        case c.CountAs(n):
            return f"Counts as {n} cards for access."
        case c.AccessAgain():
            return "This turn you may access one Sphere twice."
        case c.Repeat(n, up_to):
            if n == 1 and not up_to:
                return "Repeat the effect of another spell in your Spell zone, not of one that repeats."
            many = f"up to {n}" if up_to else str(n)
            return f"Repeat the effects of {many} other spells in your Spell zone, not of ones that repeat."


def card_name(pool: Pool, view: State, handle: int, card: int = HIDDEN) -> str:
    """The name of a card as this reader may hear it."""
    identity = card if card != HIDDEN else view.cards[handle] if handle >= 0 else HIDDEN
    return pool.cards[identity].name if identity != HIDDEN else "a card"


def who(seat: int, view: State) -> str:
    """A seat as this reader hears it."""
    return "You" if seat == view.viewer else f"Seat {seat + 1}"


_VERBS = {
    "timer": "play Timer", "concentrate": "play", "release": "play released", "under": "put under",
    "onto": "place on", "permanent": "permanent Kè first", "ephemeral": "ephemeral Kè first",
    "end": "end the main phase", "return": "take back", "keep": "keep", "target": "choose",
    "beneath": "take beneath the top of", "access": "take",
}  # fmt: skip


def say(pool: Pool, choice: Choice, view: State) -> str:
    """The spoken form: `cast Spark`, `activate Hourglass`, `pass`."""
    verb = _VERBS.get(choice.kind, choice.kind)
    if not choice.handles:
        return verb
    handle = choice.handles[0]
    if choice.kind == "beneath":
        level = next(n for n, sphere in enumerate(view.spheres, 1) if handle in sphere)
        return f"{verb} Sphere {level}"
    return f"{verb} {card_name(pool, view, handle, choice.card)}"


def ask(pool: Pool, decision: Decision, view: State) -> str:
    """The question of a decision."""
    about = card_name(pool, view, decision.about[0]) if decision.about else "The effect"
    more = f" ({decision.limit} more)" if decision.limit else ""
    match decision.kind:
        case "timers":
            return "Your full Timers: activate one, or delay it with a hand card under it."
        case "under":
            return f"Which hand card do you put face down under {about}?"
        case "main":
            return "Main phase: play cards, activate Timers, discard two for a Kè, or end the phase."
        case "pair":
            return "Which second card do you discard for a Kè?"
        case "onto":
            return f"On which Timer do you place {about}?"
        case "pay":
            return f"{about}: which Kè do you spend first?"
        case "discard":
            return f"{about}: discard a hand card{more}."
        case "lose":
            return f"{about}: you must discard a hand card{more}."
        case "return":
            return f"{about}: take a card from your discard pile{more}."
        case "banish":
            return f"{about}: banish a card{more}."
        case "look":
            return f"{about}: which card do you keep?"
        case "take":
            return f"{about}: which top card do you take?"
        case "target":
            return f"{about}: choose an opponent's Timer."
        case "repeat":
            return f"{about}: which spell's effect is repeated{more}?"
        case _:
            left = len(view.zone[decision.seat]) + view.extra - view.used
            return f"Access: {left} points. Take a card from a Sphere, or be done."


def tell(pool: Pool, event: Event, view: State) -> str | None:
    """An event as a sentence for this view's reader; None for what needs no words."""
    if isinstance(event, Dealt):
        if event.seat != view.viewer:
            return None
        return f"You get {card_name(pool, view, event.handle)}."
    if isinstance(event, Shown):
        return f"{card_name(pool, view, event.handle)} is seen." if view.cards[event.handle] >= 0 else None
    if isinstance(event, Told):
        sentence = _SENTENCES.get(event.kind)
        return sentence(pool, event, view) if sentence else None
    return None


def heading(event: Event) -> int:
    """1 for the beginning of a turn, 2 for that of a phase, else 0."""
    kind = event.kind if isinstance(event, Told) else ""
    return {"turn": 1, "phase": 2}.get(kind, 0)


_Sentence = Callable[[Pool, Told, State], str | None]


def _line(text: str) -> _Sentence:
    """A sentence with {who}, {name} and {n}."""

    def sentence(pool: Pool, event: Told, view: State) -> str:
        name = card_name(pool, view, event.handle, event.card) if event.handle >= 0 else ""
        return text.format(who=who(event.seat, view), name=name, n=event.n)

    return sentence


_SENTENCES: dict[str, _Sentence] = {
    "turn": _line("Round {n}: {who}."),
    "phase": lambda pool, event, view: f"{PHASES[event.n]} phase.",
    "start": _line("First: {who}."),
    "pass": _line("{who}: pass."),
    "timer": _line("{who}: Timer {name} is played."),
    "cast": _line("{who}: {name} is cast for {n} Kè."),
    "place": _line("{who}: {name} is placed on a Timer for {n} Kè."),
    "onto": _line("The Timer is {name}."),
    "paid": _line("{who}: {n} of them ephemeral."),
    "concentrate": _line("{who}: {name} is played."),
    "release": _line("{who}: the released {name} is played."),
    "again": _line("{name} has its effect again."),
    "activate": _line("{who}: {name} is activated."),
    "forced": _line("{who}: {name} is activated by an opponent."),
    "broken": _line("{who}: {name} is discarded with all on and under it."),
    "waits": _line("{who}: {name} must be played."),
    "lapse": _line("{who}: {name} is discarded without effect."),
    "delay": _line("{who}: {name} is delayed, {n} under it."),
    "turned-up": _line("{who}: {name} lay under it."),
    "pair": _line("{who}: {name} is discarded for a Kè."),
    "discard": _line("{who}: {name} is discarded."),
    "lose": _line("{who}: {name} is discarded."),
    "draw": _line("{who}: drawn {n}."),
    "reshuffle": _line("{who}: the discard pile ({n}) is the new deck."),
    "look": _line("{who}: looks at {n}."),
    "keep": _line("{who}: keeps one."),
    "aside": _line("{who}: {name} is discarded."),
    "return": _line("{who}: {name} comes back to the hand."),
    "banish": _line("{who}: {name} is banished."),
    "recover": _line("{who}: {n} Kè recovered."),
    "ephemeral": _line("{who}: {n} ephemeral Kè gained."),
    "full": _line("{who}: {n} ephemeral Kè lost, over four."),
    "permanent": _line("{who}: {n} permanent Kè gained."),
    "next-less": _line("{who}: the next spell costs {n} less."),
    "less": _line("{who}: spells cost {n} less this turn."),
    "surcharge": _line("{who}: the next spell costs {n} more."),
    "cap": _line("{who}: at most {n} Kè next turn."),
    "robbed": _line("{who}: {n} active Kè spent."),
    "counts": _line("{name} counts as {n}."),
    "twice": _line("{who}: one Sphere may be accessed twice."),
    "repeat": _line("The effect of {name} happens again."),
    "take": _line("{who}: {name} taken from Sphere {n}."),
    "beneath": _line("{who}: the card beneath the top of Sphere {n} is taken."),
    "top": _line("Sphere {n} shows {name}."),
    "empty": _line("Sphere {n} is empty."),
    "last-round": _line("Two Spheres are empty: this round is the last."),
    "swept": _line("{who}: Spell zone ({n}) to the discard pile."),
    "no-refill": _line("{who}: no refill."),
    "score": _line("{who}: {n} points."),
    "over": lambda pool, event, view: (
        "Two Spheres are empty: the match is over."
        if event.n == SPHERES_EMPTY
        else "The last round is over."
        if event.n == TURNS
        else "Everybody passed three rounds running: the match is over."
    ),
}
