"""Words: what cards do, choices as spoken, questions, and events as sentences. For one reader's view."""

from __future__ import annotations

from collections.abc import Callable

from core.contract.choice import HIDDEN, Choice, Decision
from core.contract.event import Dealt, Event, Shown, Told
from core.contract.state import FULL
from core.words import Seats, counted, ended
from core.wrinkles.cards import WrinklesCard, WrinklesPool
from core.wrinkles.effects import Bonus, Effect, Slot, plural
from core.wrinkles.state import EVIL, GOOD, PHASES, RESOLVE, WrinklesState

SIDES = Seats(("Good", "Evil"))
who, whose = SIDES.who, SIDES.whose


def _cards(n: int) -> str:
    return counted(n, "card")


def effects_text(card: WrinklesCard) -> str:
    """What a card does; empty if it does nothing of its own."""
    special = card.type == "X"
    return " ".join(effect.wording(special) for effect in card.effects)


def card_name(pool: WrinklesPool, view: WrinklesState, handle: int, card: int = HIDDEN) -> str:
    """The name of a card as this reader may hear it."""
    identity = card if card != HIDDEN else view.cards[handle] if handle >= 0 else HIDDEN
    return pool.cards[identity].name if identity != HIDDEN else "a card"


def say(pool: WrinklesPool, choice: Choice, view: WrinklesState) -> str:
    """The spoken form: `play Hope`, `discard Anger`, `pass`."""
    if choice.kind == "negate":
        verb = "negate with"
    elif choice.kind == "allow":
        return "let it resolve"
    elif choice.kind == "target":
        verb = "discard"
    elif choice.kind == "order":
        verb = "draw next"
    elif choice.kind == "seek":
        verb = "take"
    elif choice.kind == "study":
        verb = "put into play"
    elif choice.kind == "pay":
        verb = "pay with"
    else:
        verb = choice.kind
    if not choice.handles and choice.card == HIDDEN:
        return verb
    handle = choice.handles[0] if choice.handles else -1
    name = card_name(pool, view, handle, choice.card)
    if choice.kind == "target":
        owner = GOOD if handle in view.board[GOOD] else EVIL
        return f"{verb} {whose(owner, view)} {name}"
    return f"{verb} {name}"


def ask(pool: WrinklesPool, decision: Decision, view: WrinklesState) -> str:
    """The question of a decision."""
    kind = decision.kind
    about = card_name(pool, view, decision.about[0]) if decision.about else ""
    if kind == "window":
        phase = PHASES[view.phase]
        may = "play a card" if phase.startswith("Fate") else "play a Special"
        if view.limit[decision.seat] == 0:
            return f"{phase}: you may play no more cards in this phase; pass."
        elif view.limit[decision.seat] > 0:
            may += f" ({_cards(view.limit[decision.seat])} at most)"
        return f"{phase}: {may}, or pass."
    if kind == "answer":
        special = answered(pool, decision, view)
        return f"{SIDES.name(1 - decision.seat)} plays {special} Negate it, or let it resolve?"
    if kind == "target":
        return f"{about}: which card in play is discarded?"
    if kind == "entering":
        return f"{about} enters: you may discard one of these cards in play."
    if kind == "cost":
        return f"{about}: which of your cards in play do you pay with?"
    if kind == "replace":
        return f"{about}: which of your cards in play does it replace?"
    if kind in ("lose", "trim"):
        why = "down to seven" if kind == "trim" else "for your opponent's card"
        return f"Discard {_cards(decision.limit)} from hand, {why}."
    if kind == "order":
        return f"Which of these {decision.limit} cards do you draw next?"
    if kind == "study":
        return f"{about}: put a Character from your hand into play, or none."
    return f"{about}: take a card from your deck into play, or none."


def answered(pool: WrinklesPool, decision: Decision, view: WrinklesState) -> str:
    """The Special that an answer is about and what it would do; empty where nothing is answered."""
    if decision.kind != "answer":
        return ""
    handle = decision.about[0]
    effect = effects_text(pool.cards[view.cards[handle]])
    aimed = next(
        (frame[3] for frame in reversed(view.todo) if frame[0] == RESOLVE and frame[2] == handle), -1
    )
    at = ""
    if aimed >= 0:
        owner = GOOD if aimed in view.board[GOOD] else EVIL
        at = " " + ended(f"It would discard {whose(owner, view)} {card_name(pool, view, aimed)}.")
    # In quotation marks, since "your" on a card is whoever plays it.
    return f'{card_name(pool, view, handle)}: "{effect}"{at}'


def tell(pool: WrinklesPool, event: Event, view: WrinklesState) -> str | None:
    """An event as a sentence for this view's reader; None for what needs no words."""
    if isinstance(event, Dealt):
        mine = event.seat == view.viewer or view.viewer == FULL
        name = card_name(pool, view, event.handle)
        return ended(SIDES.does(event.seat, f"draws {name}.", view)) if mine else None
    if isinstance(event, Shown):
        if event.seats != 3 and view.viewer >= 0 and event.seats >> view.viewer & 1:
            return ended(f"You see {card_name(pool, view, event.handle)}.")
        return None
    if isinstance(event, Told):
        sentence = _SENTENCES.get(event.kind)
        said = sentence(pool, event, view) if sentence else None
        return ended(said) if said else None
    return None


def heading(event: Event) -> int:
    """1 for the beginning of a turn, 2 for that of a phase, else 0."""
    kind = event.kind if isinstance(event, Told) else ""
    return {"turn": 1, "phase": 2}.get(kind, 0)


def _does(does: str) -> Callable[[WrinklesPool, Told, WrinklesState], str]:
    """`You play Hope.`, `Evil plays Fear.`"""

    def sentence(pool: WrinklesPool, event: Told, view: WrinklesState) -> str:
        name = card_name(pool, view, event.handle, event.card) if event.handle >= 0 else ""
        return SIDES.does(event.seat, does, view).replace("{}", name) + "."

    return sentence


def _draw(pool: WrinklesPool, event: Told, view: WrinklesState) -> str | None:
    if event.seat == view.viewer and event.n:
        return None
    return SIDES.does(event.seat, f"draws {_cards(event.n) if event.n else 'no card'}.", view)


def _entered(pool: WrinklesPool, event: Told, view: WrinklesState) -> str | None:
    # That a card was played from hand, or put into play by a Special, has been said.
    return None if not event.n else _does("puts {} into play")(pool, event, view)


def _aim(pool: WrinklesPool, event: Told, view: WrinklesState) -> str:
    # It may have left play by the time this is told.
    owner = pool.side[event.card]
    return f"It is to discard {whose(owner, view)} {pool.cards[event.card].name}."


def _effects(pool: WrinklesPool, event: Told, view: WrinklesState) -> tuple[Effect, ...]:
    """The effects of the Special that an event is about; it lies open by then."""
    return pool.cards[event.card if event.card != HIDDEN else view.cards[event.handle]].effects


def _bonus(pool: WrinklesPool, event: Told, view: WrinklesState) -> str:
    kinds = [plural(one.to) for one in _effects(pool, event, view) if isinstance(one, Bonus)]
    name = card_name(pool, view, event.handle, event.card)
    get = f"{' and '.join(kinds)} get +{event.n} until the end of the turn"
    return f"{name}: {whose(event.seat, view)} {get}."


def _slot(pool: WrinklesPool, event: Told, view: WrinklesState) -> str:
    kinds = [one.match.capitalize() for one in _effects(pool, event, view) if isinstance(one, Slot)]
    return (
        f"{who(event.seat, view)} may have one more {' and '.join(kinds)} in play until the end of the turn."
    )


_SENTENCES: dict[str, Callable[[WrinklesPool, Told, WrinklesState], str | None]] = {
    "turn": lambda pool, e, view: f"Turn {e.n}. {SIDES.does(e.seat, 'leads', view)}.",
    "phase": lambda pool, e, view: f"{PHASES[e.n]}.",
    "draw": _draw,
    "reshuffle": lambda pool, e, view: (
        f"{whose(e.seat, view).capitalize()} discard pile ({_cards(e.n)}) is shuffled into a new deck."
    ),
    "pass": _does("passes"),
    "play": _does("plays {}"),
    "enter": _entered,
    "aim": _aim,
    "pay": _does("pays with {}"),
    "allow": _does("lets it resolve"),
    "answer": _does("answers with {}"),
    "negated": lambda pool, e, view: f"{card_name(pool, view, e.handle, e.card)} is negated.",
    "discard": lambda pool, e, view: (
        f"{whose(e.seat, view).capitalize()} {card_name(pool, view, e.handle, e.card)} is discarded."
    ),
    "replaced": _does("gives up {} to make room"),
    "use": _does("discards {} to draw"),
    "swept": lambda pool, e, view: (
        f"{whose(e.seat, view).capitalize()} cards in play are all discarded." if e.n else None
    ),
    "lose": _does("discards {} from hand"),
    "bonus": _bonus,
    "slot": _slot,
    "look": _does("looks at the next cards of the deck"),
    "seek": _does("takes {} from the deck"),
    "decline": _does("chooses none"),
    "limit": lambda pool, e, view: (
        f"{who(e.seat, view)} may play {_cards(e.n) if e.n else 'no card'} more from hand in this phase."
    ),
    "total": lambda pool, e, view: f"{whose(e.seat, view).capitalize()} Force is {e.n}.",
    "token": lambda pool, e, view: (
        f"{SIDES.does(e.seat, 'takes a Balance token and', view)}"
        f" {'hold' if e.seat == view.viewer else 'holds'} {e.n}."
    ),
    "won": lambda pool, e, view: SIDES.does(e.seat, "wins the match.", view),
}
