"""What a seat may do: the open decision with its legal choices, and why anything else is illegal."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

import msgspec

from core.contract.choice import HIDDEN, Choice, Decision
from core.contract.knowledge import unseen
from core.contract.state import FULL
from core.contract.stop import Halt
from core.wrinkles.card_kinds import SELECTORS, bit
from core.wrinkles.cards import Answering, WrinklesPool
from core.wrinkles.frames import HAND_LIMIT, PICKS
from core.wrinkles.moves import board_survey, matching, picks
from core.wrinkles.room import Rooms
from core.wrinkles.state import (
    ANSWER,
    CHALLENGE,
    COST,
    EXCHANGE,
    FATE,
    KINDS,
    LOSE,
    OPTIONAL,
    ORDER,
    PHASES,
    REPLACE,
    SEEK,
    STUDY,
    TARGET,
    TRIM,
    WINDOW,
    WrinklesState,
)

PASS = Choice("pass")
ALLOW = Choice("allow")
DECLINE = Choice("decline")
DONE = Choice("done")

ANSWERS = "Answers"
"""The stop that is no phase: a Special may be answered."""

NAMES = {
    WINDOW: "window",
    ANSWER: "answer",
    TARGET: "target",
    COST: "cost",
    EXCHANGE: "replace",
    OPTIONAL: "entering",
    LOSE: "lose",
    TRIM: "trim",
    ORDER: "order",
    STUDY: "study",
    SEEK: "seek",
}
"""Decision.kind for each frame that is asked."""


def decision(pool: WrinklesPool, rooms: Rooms, state: WrinklesState) -> Decision | None:
    """The open decision; None when the match is over."""
    if state.over:
        return None
    frame = state.todo[-1]
    op, seat = frame[0], frame[1]
    start = True
    about: tuple[int, ...] = ()
    limit = 0
    if op == WINDOW:
        pass  # By far the most frequent question.
    elif op in (LOSE, TRIM):
        start = bool(frame[-1])
        limit = frame[2] if op == LOSE else len(state.hand[seat]) - HAND_LIMIT
    elif op == ANSWER:
        about = (state.pending[-1],)
    elif op == ORDER:
        start = not frame[3]
        limit = frame[2] - frame[3]
    else:
        # A chain ends where the opponent was asked for an answer, or the deck was shuffled.
        start = bool(frame[3]) if op == EXCHANGE else op in (STUDY, SEEK) and pool.answers[1 - seat]
        about = (frame[2],)
    full = state.viewer == FULL or state.viewer == seat
    choices = _CHOICES[op](pool, rooms, state, frame) if full else None
    return Decision(seat, NAMES[op], choices, start, about, limit)


def halt(pool: WrinklesPool, rooms: Rooms, state: WrinklesState) -> Halt | None:
    """A go in a window and an answer to a Special may be passed unasked; nothing else."""
    if state.over or state.todo[-1][0] not in (WINDOW, ANSWER):
        return None
    op, seat = state.todo[-1][:2]
    if state.viewer in (FULL, seat):
        could = len(_CHOICES[op](pool, rooms, state, state.todo[-1])) > 1
    else:
        board = [state.cards[handle] for handle in state.board[seat]]
        if op == WINDOW:
            able = any(pool.use[card] for card in board)
        else:
            able = any(pool.answering[card] is Answering.PLAY for card in board)
        could = able or _may_hold(pool, rooms, state, seat, op)
    if op == ANSWER:
        return Halt(ANSWERS, ALLOW, could, guarded=True)
    return Halt(PHASES[state.phase], PASS, could)


def _may_hold(pool: WrinklesPool, rooms: Rooms, view: WrinklesState, seat: int, op: int) -> bool:
    """Whether this seat's hand may hold a card that could be played now, as far as the view's reader, who
    does not see it, can tell: from the decklist, if that is open, less what has been seen of it."""
    hand = view.hand[seat] if view.limit[seat] else []
    cards = {view.cards[handle] for handle in hand} - {HIDDEN}
    for number in {view.lot[handle] for handle in hand if view.cards[handle] == HIDDEN}:
        rest = unseen(view, number)
        if rest is None:
            return True
        cards.update(rest)
    if op == ANSWER:
        return any(answer_reason(pool, view, seat, card) is None for card in cards)
    return any(card_reason(pool, rooms, view, seat, card) is None for card in cards)


def _window(pool: WrinklesPool, rooms: Rooms, state: WrinklesState, frame: tuple[int, ...]) -> list[Choice]:
    seat = frame[1]
    cards, special = state.cards, pool.special
    choices = [PASS]
    hand = state.hand[seat] if state.limit[seat] else []
    if KINDS[state.phase] == FATE:
        survey = board_survey(rooms, state, seat)
        room, masks, replace = survey.room, pool.mask, state.options[REPLACE]
        for handle in hand:
            card = cards[handle]
            if special[card]:
                fit = special_reason(pool, state, seat, card) is None
            else:
                fit = bool(masks[card] & room or (replace and rooms.can_replace(survey, card)))
            if fit:
                choices.append(Choice("play", (handle,), card))
    else:
        for handle in hand:
            card = cards[handle]
            if special[card] and special_reason(pool, state, seat, card) is None:
                choices.append(Choice("play", (handle,), card))
    use = pool.use
    choices += [Choice("use", (handle,)) for handle in state.board[seat] if use[cards[handle]]]
    return choices


class Obstacle(Enum):
    """What keeps a card in hand from being played now; the value is its words, as short as a table cell."""

    ONLY_ANSWER = "only as an answer"
    ONLY_CHALLENGE = "only in Challenge"
    ONLY_FATE = "only in Fate"
    LIMIT = "card limit reached"
    NO_FREE_SLOT = "no free slot"
    NO_SLOT = "no slot to be had"
    NO_COST = "no {} to pay with"
    NO_NEGATE = "negates nothing"
    ONLY_FROM_PLAY = "only from play"


class Unplayable(msgspec.Struct, frozen=True):
    """Why a card in hand can't be played now."""

    obstacle: Obstacle
    lacking: str = ""
    """Of NO_COST: what its player has none of in play, such as `Mortal`."""

    def __str__(self) -> str:
        """In words, as short as a table cell."""
        return self.obstacle.value.format(self.lacking)


# Made once: most questions ask of many cards why not.
_ONLY_ANSWER = Unplayable(Obstacle.ONLY_ANSWER)
_ONLY_CHALLENGE = Unplayable(Obstacle.ONLY_CHALLENGE)
_ONLY_FATE = Unplayable(Obstacle.ONLY_FATE)
_LIMIT = Unplayable(Obstacle.LIMIT)
_NO_FREE_SLOT = Unplayable(Obstacle.NO_FREE_SLOT)
_NO_SLOT = Unplayable(Obstacle.NO_SLOT)
_NO_NEGATE = Unplayable(Obstacle.NO_NEGATE)
_ONLY_FROM_PLAY = Unplayable(Obstacle.ONLY_FROM_PLAY)


def special_reason(pool: WrinklesPool, state: WrinklesState, seat: int, card: int) -> Unplayable | None:
    """Why a Special can't be played in a window now; None if it can."""
    if pool.answering[card]:
        return _ONLY_ANSWER
    if pool.challenge_only[card] and KINDS[state.phase] != CHALLENGE:
        return _ONLY_CHALLENGE
    for bits in pool.costs[card]:
        if not matching(pool, state, bits, seat):
            return Unplayable(Obstacle.NO_COST, _name(bits))
    return None


def _name(bits: int) -> str:
    return next(name for name in SELECTORS if bit(name) == bits).capitalize()


def card_reason(
    pool: WrinklesPool, rooms: Rooms, state: WrinklesState, seat: int, card: int
) -> Unplayable | None:
    """Why a card can't be played from hand in a window now; None if it can."""
    if state.limit[seat] == 0:
        return _LIMIT
    if pool.special[card]:
        return special_reason(pool, state, seat, card)
    if KINDS[state.phase] != FATE:
        return _ONLY_FATE
    survey = board_survey(rooms, state, seat)
    if pool.mask[card] & survey.room:
        return None
    if not state.options[REPLACE]:
        return _NO_FREE_SLOT
    if not rooms.can_replace(survey, card):
        return _NO_SLOT
    return None


def answer_reason(pool: WrinklesPool, state: WrinklesState, seat: int, card: int) -> Unplayable | None:
    """Why a card can't be played from hand to negate a Special; None if it can."""
    match pool.answering[card]:
        case None:
            return _NO_NEGATE
        case Answering.PLAY:
            return _ONLY_FROM_PLAY
        case Answering.HAND:
            return None if state.limit[seat] else _LIMIT


def _answer(pool: WrinklesPool, rooms: Rooms, state: WrinklesState, frame: tuple[int, ...]) -> list[Choice]:
    seat = frame[1]
    cards, answering = state.cards, pool.answering
    return [
        ALLOW,
        *(
            Choice("negate", (handle,), cards[handle])
            for handle in state.hand[seat]
            if answer_reason(pool, state, seat, cards[handle]) is None
        ),
        *(
            Choice("negate", (handle,))
            for handle in state.board[seat]
            if answering[cards[handle]] is Answering.PLAY
        ),
    ]


def _pick(pool: WrinklesPool, rooms: Rooms, state: WrinklesState, frame: tuple[int, ...]) -> list[Choice]:
    # Copies of one card are all offered, though they are one answer (R17): each of them lies there to be
    # pointed at.
    kind = PICKS[frame[0]]
    return [Choice(kind, (handle,)) for handle in picks(pool, rooms, state, frame)]


def _optional(pool: WrinklesPool, rooms: Rooms, state: WrinklesState, frame: tuple[int, ...]) -> list[Choice]:
    return [*(Choice("target", (handle,)) for handle in picks(pool, rooms, state, frame)), DECLINE]


def _discard(pool: WrinklesPool, rooms: Rooms, state: WrinklesState, frame: tuple[int, ...]) -> list[Choice]:
    return [Choice("discard", (handle,), state.cards[handle]) for handle in state.hand[frame[1]]]


def _order(pool: WrinklesPool, rooms: Rooms, state: WrinklesState, frame: tuple[int, ...]) -> list[Choice]:
    _, seat, seen, placed = frame
    deck = state.deck[seat]
    rest = deck[len(deck) - seen : len(deck) - placed]
    return [*(Choice("order", (handle,)) for handle in reversed(rest)), DONE]


def _study(pool: WrinklesPool, rooms: Rooms, state: WrinklesState, frame: tuple[int, ...]) -> list[Choice]:
    character = bit("character")
    choices = [
        Choice("study", (handle,), state.cards[handle])
        for handle in state.hand[frame[1]]
        if pool.mask[state.cards[handle]] & character
    ]
    return [*choices, DECLINE]


def deck_content(state: WrinklesState, seat: int) -> list[int]:
    """The identities in a seat's deck, sorted, as its owner can work them out."""
    deck = set(state.deck[seat])
    if not deck:
        return []
    number = state.lot[state.deck[seat][0]]
    rest = list(state.lots[number])
    for handle, member in enumerate(state.lot):
        if member == number and handle not in deck:
            rest.remove(state.cards[handle])
    return rest


def _seek(pool: WrinklesPool, rooms: Rooms, state: WrinklesState, frame: tuple[int, ...]) -> list[Choice]:
    _, seat, _, bits = frame
    survey = board_survey(rooms, state, seat)
    choices = []
    for card in sorted(set(deck_content(state, seat))):
        if pool.mask[card] & bits and (
            pool.mask[card] & survey.room or (state.options[REPLACE] and rooms.can_replace(survey, card))
        ):
            choices.append(Choice("seek", (), card))
    return [*choices, DECLINE]


_CHOICES: dict[int, Callable[[WrinklesPool, Rooms, WrinklesState, tuple[int, ...]], list[Choice]]] = {
    WINDOW: _window,
    ANSWER: _answer,
    **dict.fromkeys(PICKS, _pick),
    OPTIONAL: _optional,
    LOSE: _discard,
    TRIM: _discard,
    ORDER: _order,
    STUDY: _study,
    SEEK: _seek,
}

_VERBS = {
    WINDOW: ("pass", "play", "use"),
    ANSWER: ("allow", "negate"),
    TARGET: ("target",),
    COST: ("pay",),
    EXCHANGE: ("replace",),
    OPTIONAL: ("target", "decline"),
    LOSE: ("discard",),
    TRIM: ("discard",),
    ORDER: ("order", "done"),
    STUDY: ("study", "decline"),
    SEEK: ("seek", "decline"),
}


def why_not(pool: WrinklesPool, rooms: Rooms, state: WrinklesState, choice: Choice) -> str:
    """The reason why a choice that is not in the legal list can't be made, in a sentence."""
    frame = state.todo[-1]
    op, seat = frame[0], frame[1]
    verbs = _VERBS[op]
    if choice.kind not in verbs:
        if not any(choice.kind in known for known in _VERBS.values()):
            return f"There is no such choice in this game; the question is one of: {', '.join(verbs)}."
        return f"You can't {choice.kind} now; the question is one of: {', '.join(verbs)}."
    from_hand = choice.kind in ("play", "discard", "study") or (
        choice.kind == "negate" and choice.card != HIDDEN
    )
    handle = choice.handles[0] if choice.handles else -1
    if from_hand:
        if handle not in state.hand[seat]:
            return "That card is not in your hand."
        if choice.card != state.cards[handle]:
            return "That card is not what the choice says it is."
    if choice.kind == "play":
        reason = card_reason(pool, rooms, state, seat, choice.card)
        return f"{pool.cards[choice.card].name} can't be played: {reason}."
    if choice.kind == "negate":
        if not from_hand or pool.answering[choice.card] is None:
            return "That card negates nothing."
        if pool.answering[choice.card] is Answering.PLAY:
            return "That card negates only from play, not from hand."
        return "You have played all the cards you may in this phase."
    if choice.kind == "use":
        return "That card has no ability you could use."
    if choice.kind == "study":
        return "Only a Character can be put into play by this."
    if choice.kind == "seek":
        return "That is no card in your deck that could come into play."
    return "That card can't be chosen here."
