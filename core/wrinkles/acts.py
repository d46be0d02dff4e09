"""Choices: each settles the frame that was asked. What follows from it is flow.py's."""

from __future__ import annotations

from collections.abc import Callable

from core.contract.choice import HIDDEN, Choice
from core.contract.knowledge import turn_up
from core.wrinkles.moves import ALL, WrinklesMoves
from core.wrinkles.state import LOSE, ORDER, SEEK, TARGET, TRIM, WINDOW


def _pass(moves: WrinklesMoves, choice: Choice, frame: tuple[int, ...]) -> None:
    _, seat, passes = frame
    moves.tell("pass", seat)
    if passes:
        moves.state.todo.pop()
    else:
        moves.state.todo[-1] = (WINDOW, 1 - seat, 1)


def _play(moves: WrinklesMoves, choice: Choice, frame: tuple[int, ...]) -> None:
    seat, handle = frame[1], choice.handles[0]
    moves.state.todo[-1] = (WINDOW, 1 - seat, 0)
    moves.leave_hand(seat, handle, choice.card)
    moves.tell("play", seat, handle)
    if moves.pool.special[choice.card]:
        moves.announce(seat, handle)
    else:
        moves.enter_with_room(seat, handle)


def _use(moves: WrinklesMoves, choice: Choice, frame: tuple[int, ...]) -> None:
    seat, handle = frame[1], choice.handles[0]
    moves.state.todo[-1] = (WINDOW, 1 - seat, 0)
    draws = moves.pool.use[moves.state.cards[handle]]
    moves.discard_from_play(handle, "use")
    moves.draw(seat, draws)


def _allow(moves: WrinklesMoves, choice: Choice, frame: tuple[int, ...]) -> None:
    moves.state.todo.pop()
    moves.tell("allow", frame[1])


def _negate(moves: WrinklesMoves, choice: Choice, frame: tuple[int, ...]) -> None:
    seat, handle = frame[1], choice.handles[0]
    moves.state.todo.pop()
    if choice.card == HIDDEN:
        moves.discard_from_play(handle, "answer")
        moves.negate()
    else:
        moves.leave_hand(seat, handle, choice.card)
        moves.tell("answer", seat, handle)
        moves.announce(seat, handle)


def _target(moves: WrinklesMoves, choice: Choice, frame: tuple[int, ...]) -> None:
    moves.state.todo.pop()
    if frame[0] == TARGET:
        moves.aim(choice.handles[0])
    else:
        moves.discard_from_play(choice.handles[0])


def _pay(moves: WrinklesMoves, choice: Choice, frame: tuple[int, ...]) -> None:
    moves.state.todo.pop()
    moves.discard_from_play(choice.handles[0], "pay")


def _replace(moves: WrinklesMoves, choice: Choice, frame: tuple[int, ...]) -> None:
    moves.state.todo.pop()
    moves.exchange(frame[1], frame[2], choice.handles[0], frame[3])


def _decline(moves: WrinklesMoves, choice: Choice, frame: tuple[int, ...]) -> None:
    moves.state.todo.pop()
    moves.tell("decline", frame[1])
    if frame[0] == SEEK:
        moves.chance.shuffle(moves.state, frame[1], "deck", moves.state.deck[frame[1]], moves.events)


def _discard(moves: WrinklesMoves, choice: Choice, frame: tuple[int, ...]) -> None:
    op, seat = frame[:2]
    handle = choice.handles[0]
    turn_up(moves.state, handle, choice.card, ALL)
    moves.discard_from_hand(seat, handle)
    moves.state.todo[-1] = (TRIM, seat, 0) if op == TRIM else (LOSE, seat, frame[2] - 1, 0)


def _order(moves: WrinklesMoves, choice: Choice, frame: tuple[int, ...]) -> None:
    _, seat, seen, placed = frame
    deck, handle = moves.state.deck[seat], choice.handles[0]
    deck.remove(handle)
    deck.insert(len(deck) - placed, handle)
    moves.tell("order", seat, n=placed + 1)
    moves.state.todo[-1] = (ORDER, seat, seen, placed + 1)


def _done(moves: WrinklesMoves, choice: Choice, frame: tuple[int, ...]) -> None:
    moves.state.todo.pop()


def _study(moves: WrinklesMoves, choice: Choice, frame: tuple[int, ...]) -> None:
    seat, handle = frame[1], choice.handles[0]
    state = moves.state
    state.todo.pop()
    # Not played from hand: it doesn't count for a limit (R14).
    state.hand[seat].remove(handle)
    state.pending.append(handle)
    turn_up(state, handle, choice.card, ALL)
    moves.enter(seat, handle, 1)


def _seek(moves: WrinklesMoves, choice: Choice, frame: tuple[int, ...]) -> None:
    state, seat = moves.state, frame[1]
    state.todo.pop()
    # The deck's order is about to be forgotten, so its top handle may as well be the chosen card.
    deck, cards = state.deck[seat], state.cards
    handle = deck[-1]
    for other in deck:
        if cards[other] == choice.card:
            cards[other] = cards[handle]
            break
    turn_up(state, handle, choice.card, ALL)
    state.pending.append(deck.pop())
    moves.tell("seek", seat, handle)
    moves.chance.shuffle(state, seat, "deck", deck, moves.events)
    moves.enter_with_room(seat, handle, 1)


ACTS: dict[str, Callable[[WrinklesMoves, Choice, tuple[int, ...]], None]] = {
    "pass": _pass,
    "play": _play,
    "use": _use,
    "allow": _allow,
    "negate": _negate,
    "target": _target,
    "pay": _pay,
    "replace": _replace,
    "decline": _decline,
    "discard": _discard,
    "order": _order,
    "done": _done,
    "study": _study,
    "seek": _seek,
}
"""What each kind of choice does."""
