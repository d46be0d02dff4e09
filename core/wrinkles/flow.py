"""What happens: applying a choice, and all that follows from it by itself.

What is still to be done is a stack of frames in the state (state.py has the words). A choice settles the
top frame; then frames are worked off until one has to be asked. Nothing here reads a card's identity
unless it is public or the choice names it (a view plays on).
"""

from __future__ import annotations

from collections.abc import Callable

from core.chance import Chance
from core.game import HIDDEN, Choice, Events, Told
from core.knowledge import deal, everyone, show, turn_up
from core.wrinkles import cards as c
from core.wrinkles import force
from core.wrinkles.cards import Pool
from core.wrinkles.room import Rooms
from core.wrinkles.state import (
    ANSWER,
    BALANCE,
    CHALLENGE,
    COST,
    DESTINY,
    EFFECTS,
    ENTER,
    EVIL,
    EVIL_DRAW,
    EXCHANGE,
    FRESH,
    GOOD,
    KINDS,
    LOSE,
    MAX_TURNS,
    OPTIONAL,
    ORDER,
    PHASES,
    RESOLVE,
    SEEK,
    STUDY,
    TARGET,
    TEST,
    TOKENS,
    TRIM,
    TURNS,
    WINDOW,
    State,
)

DRAWS = 7
"""Cards drawn in a Destiny phase."""
HAND_LIMIT = 7
"""Cards a seat keeps in a Challenge phase."""
ALL = everyone(2)


class Flow:
    """One act of applying: the state, and where chance comes from and events go."""

    __slots__ = ("chance", "events", "pool", "rooms", "state")

    def __init__(
        self, pool: Pool, rooms: Rooms, state: State, chance: Chance, events: Events | None = None
    ) -> None:
        self.pool = pool
        self.rooms = rooms
        self.state = state
        self.chance = chance
        self.events = events

    def tell(self, kind: str, seat: int = -1, handle: int = -1, n: int = 0) -> None:
        """Report something; the card is named if everybody may see it."""
        if self.events is not None:
            state = self.state
            public = handle >= 0 and state.known[handle] == ALL
            self.events.append(Told(kind, seat, handle, state.cards[handle] if public else HIDDEN, n))

    # The course of phases.

    def begin(self) -> None:
        """Start the phase the state is in, and go on to the first decision."""
        self._begin_phase()
        self.advance()

    def _begin_phase(self) -> None:
        state = self.state
        kind = KINDS[state.phase]
        leader = leader_of(state)
        state.old = [len(pile) for pile in state.pile]
        state.limit = [-1, -1]
        if state.phase == 0:
            self.tell("turn", leader, n=state.turn)
        self.tell("phase", leader, n=state.phase)
        if kind == DESTINY:
            for seat in (GOOD, EVIL):
                n = DRAWS + (state.options[EVIL_DRAW] if seat == EVIL else 0)
                if state.phase == 0:
                    n += sum(self.pool.destiny[state.cards[handle]] for handle in state.board[seat])
                self.draw(seat, n)
        elif kind == CHALLENGE:
            state.todo += [(TRIM, 1 - leader, 1), (TRIM, leader, 1)]
        elif kind == TEST:
            state.todo.append((BALANCE, -1))
        state.todo.append((WINDOW, leader, 0))

    def _end_phase(self) -> None:
        state = self.state
        state.phase += 1
        if state.phase == len(PHASES):
            state.phase = 0
            self._end_turn()
            if state.over:
                return
            state.turn += 1
        self._begin_phase()

    def _balance(self) -> None:
        state = self.state
        totals = [force.total(self.pool, state, seat) for seat in (GOOD, EVIL)]
        for seat in (GOOD, EVIL):
            self.tell("total", seat, n=totals[seat])
        winner = GOOD if totals[GOOD] >= totals[EVIL] else EVIL
        state.tokens[winner] += 1
        state.tokens[1 - winner] -= 1
        self.tell("token", winner, n=state.tokens[winner])
        if state.tokens[1 - winner] == 0:
            state.over = TOKENS
            self.tell("won", winner)

    def _end_turn(self) -> None:
        state = self.state
        state.turn_bonus = [[], []]
        state.turn_slots = [[], []]
        if state.options[FRESH]:
            for seat in (GOOD, EVIL):
                for handle in state.board[seat]:
                    state.pile[seat].append(handle)
                    self.tell("swept", seat, handle)
                state.board[seat] = []
        if state.options[MAX_TURNS] and state.turn >= state.options[MAX_TURNS]:
            state.over = TURNS
            self.tell("won", GOOD if state.tokens[GOOD] >= state.tokens[EVIL] else EVIL)

    def advance(self) -> None:
        """Work off frames until one has to be asked or the match is over."""
        state = self.state
        todo = state.todo
        while not state.over:
            if not todo:
                self._end_phase()
                continue
            frame = todo[-1]
            work = _WORK.get(frame[0])
            if work is None or not work(self, frame):
                return

    # Moving cards.

    def draw(self, seat: int, n: int) -> None:
        """Draw cards; an empty deck takes in what has lain in the pile since before the phase (R15)."""
        state = self.state
        deck, hand = state.deck[seat], state.hand[seat]
        drawn = 0
        for _ in range(n):
            if not deck:
                if not state.old[seat]:
                    break
                self._reshuffle(seat)
            handle = deck.pop()
            hand.append(handle)
            drawn += 1
            deal(state, handle, seat, self.events)
        self.tell("draw", seat, n=drawn)

    def _reshuffle(self, seat: int) -> None:
        state = self.state
        old = state.old[seat]
        state.deck[seat] += state.pile[seat][:old]
        del state.pile[seat][:old]
        state.old[seat] = 0
        self.chance.shuffle(state, seat, "deck", state.deck[seat], self.events)
        self.tell("reshuffle", seat, n=old)

    def discard_from_play(self, handle: int, kind: str = "discard") -> None:
        """A card in play goes to its owner's pile."""
        state = self.state
        seat = GOOD if handle in state.board[GOOD] else EVIL
        state.board[seat].remove(handle)
        state.pile[seat].append(handle)
        self.tell(kind, seat, handle)

    def discard_from_hand(self, seat: int, handle: int) -> None:
        """A card goes from hand to the pile, face up."""
        self.state.hand[seat].remove(handle)
        self.state.pile[seat].append(handle)
        self.tell("lose", seat, handle)

    def _discard_hand(self, seat: int) -> None:
        for handle in self.state.hand[seat][:]:
            show(self.state, handle, ALL, self.events)
            self.discard_from_hand(seat, handle)

    def _leave_hand(self, seat: int, handle: int, card: int) -> None:
        """A card is played from hand: it lies between hand and play, and counts for a limit (R14)."""
        state = self.state
        state.hand[seat].remove(handle)
        state.pending.append(handle)
        turn_up(state, handle, card, ALL)
        if state.limit[seat] > 0:
            state.limit[seat] -= 1

    def enter(self, seat: int, handle: int) -> None:
        """A pending card comes into play."""
        state = self.state
        state.pending.remove(handle)
        state.board[seat].append(handle)
        self.tell("enter", seat, handle)
        if self.pool.enters[state.cards[handle]]:
            state.todo.append((ENTER, seat, handle, 0))

    def enter_with_room(self, seat: int, handle: int, from_deck: int = 0) -> None:
        """A pending card comes into play where there is room, or replaces another (R3)."""
        state = self.state
        board = tuple(force.board_cards(state, seat))
        room = self.rooms.survey(seat, board, tuple(state.turn_slots[seat])).room
        if self.pool.mask[state.cards[handle]] & room:
            self.enter(seat, handle)
        else:
            state.todo.append((EXCHANGE, seat, handle, from_deck))

    # Frames that work by themselves. Each returns False if it has to be asked.

    def _work_trim(self, frame: tuple[int, ...]) -> bool:
        if len(self.state.hand[frame[1]]) > HAND_LIMIT:
            return False
        self.state.todo.pop()
        return True

    def _work_lose(self, frame: tuple[int, ...]) -> bool:
        _, seat, n, _ = frame
        if len(self.state.hand[seat]) > n > 0:
            return False
        self.state.todo.pop()
        if n:
            self._discard_hand(seat)
        return True

    def _work_target(self, frame: tuple[int, ...]) -> bool:
        options = matching(self.pool, self.state, frame[3])
        if len(options) > 1:
            return False
        self.state.todo.pop()
        if options:
            self.aim(options[0])
        return True

    def _work_cost(self, frame: tuple[int, ...]) -> bool:
        options = matching(self.pool, self.state, frame[3], frame[1])
        if len(options) > 1:
            return False
        self.state.todo.pop()
        self.discard_from_play(options[0], "pay")
        return True

    def _work_exchange(self, frame: tuple[int, ...]) -> bool:
        _, seat, handle, _ = frame
        options = replaceable(self.pool, self.rooms, self.state, seat, self.state.cards[handle])
        if len(options) > 1:
            return False
        self.state.todo.pop()
        self.exchange(seat, handle, options[0])
        return True

    def _work_optional(self, frame: tuple[int, ...]) -> bool:
        if matching(self.pool, self.state, frame[3]):
            return False
        self.state.todo.pop()
        return True

    def _work_order(self, frame: tuple[int, ...]) -> bool:
        _, _, seen, placed = frame
        if seen - placed > 1:
            return False
        self.state.todo.pop()
        return True

    def _work_seek(self, frame: tuple[int, ...]) -> bool:
        if self.state.deck[frame[1]]:
            return False
        self.state.todo.pop()
        return True

    def _work_enter(self, frame: tuple[int, ...]) -> bool:
        _, seat, handle, done = frame
        state = self.state
        effects = self.pool.enters[state.cards[handle]]
        state.todo.pop()
        if done + 1 < len(effects):
            state.todo.append((ENTER, seat, handle, done + 1))
        effect = effects[done]
        if isinstance(effect, c.Discard):
            state.todo.append((OPTIONAL, seat, handle, c.bit(effect.of)))
        elif isinstance(effect, c.Draw):
            self.draw(seat, effect.n)
        elif isinstance(effect, c.OpponentDiscards):
            state.todo.append((LOSE, 1 - seat, effect.n, 1))
        return True

    def _work_resolve(self, frame: tuple[int, ...]) -> bool:
        _, seat, handle, target = frame
        self.state.todo[-1] = (EFFECTS, seat, handle, target, 0)
        return True

    def _work_effects(self, frame: tuple[int, ...]) -> bool:
        _, seat, handle, target, done = frame
        effects = self.pool.cards[self.state.cards[handle]].effects
        self.state.todo.pop()
        if done == len(effects):
            self._put_away(seat, handle)
        else:
            self.state.todo.append((EFFECTS, seat, handle, target, done + 1))
            self._effect(effects[done], seat, handle, target)
        return True

    def _work_balance(self, frame: tuple[int, ...]) -> bool:
        self.state.todo.pop()
        self._balance()
        return True

    # Specials.

    def announce(self, seat: int, handle: int) -> None:
        """A pending Special is announced: its cost and target are chosen, then it may be answered."""
        state, pool = self.state, self.pool
        card = state.cards[handle]
        state.todo.append((RESOLVE, seat, handle, -1))
        if pool.answers[1 - seat]:
            state.todo.append((ANSWER, 1 - seat))
        state.todo += [(TARGET, seat, handle, bits) for bits in pool.targets[card]]
        state.todo += [(COST, seat, handle, bits) for bits in pool.costs[card]]

    def aim(self, target: int) -> None:
        """The Special being announced points at this card in play."""
        todo = self.state.todo
        for place in range(len(todo) - 1, -1, -1):
            if todo[place][0] == RESOLVE:
                _, seat, handle, _ = todo[place]
                todo[place] = (RESOLVE, seat, handle, target)
                self.tell("aim", seat, target)
                return

    def negate(self) -> None:
        """The Special announced last is negated; what it had negated itself stands again."""
        todo = self.state.todo
        _, seat, handle, _ = todo.pop()
        self.tell("negated", seat, handle)
        self._put_away(seat, handle)
        if todo[-1][0] == RESOLVE and self.pool.answers[1 - todo[-1][1]]:
            todo.append((ANSWER, 1 - todo[-1][1]))

    def _put_away(self, seat: int, handle: int) -> None:
        self.state.pending.remove(handle)
        self.state.pile[seat].append(handle)

    def _effect(self, effect: c.Effect, seat: int, handle: int, target: int) -> None:
        state = self.state
        match effect:
            case c.Draw(n):
                self.draw(seat, n)
            case c.OpponentDiscards(n):
                state.todo.append((LOSE, 1 - seat, n, 1))
            case c.Discard():
                if target in state.board[GOOD] or target in state.board[EVIL]:
                    self.discard_from_play(target)
            case c.Bonus():
                state.turn_bonus[seat].append((c.bit(effect.to), effect.force))
                self.tell("bonus", seat, handle, effect.force)
            case c.Slot():
                state.turn_slots[seat].append(c.bit(effect.match))
                self.tell("slot", seat, handle)
            case c.Order(n):
                self._look(seat, n)
            case c.Negate():
                # Its own frame lies on top of the one it negates.
                state.todo.pop()
                self._put_away(seat, handle)
                self.negate()
            case c.Study():
                state.todo.append((STUDY, seat, handle))
            case c.Seek():
                state.todo.append((SEEK, seat, handle, c.bit(effect.of)))
            case c.Hands():
                for one in (leader_of(state), 1 - leader_of(state)):
                    self._discard_hand(one)
            case c.Limit(n):
                if state.limit[1 - seat] < 0:
                    state.limit[1 - seat] = n
                self.tell("limit", 1 - seat, n=state.limit[1 - seat])

    def _look(self, seat: int, n: int) -> None:
        state = self.state
        top = state.deck[seat][-n:]
        for handle in reversed(top):
            show(state, handle, 1 << seat, self.events)
        self.tell("look", seat, n=len(top))
        state.todo.append((ORDER, seat, len(top), 0))

    # Choices. Each settles the top frame.

    def apply(self, choice: Choice) -> None:
        """Make a legal choice and go on to the next decision."""
        frame = self.state.todo[-1]
        _CHOICES[choice.kind](self, choice, frame)
        self.advance()

    def _pass(self, choice: Choice, frame: tuple[int, ...]) -> None:
        _, seat, passes = frame
        self.tell("pass", seat)
        if passes:
            self.state.todo.pop()
        else:
            self.state.todo[-1] = (WINDOW, 1 - seat, 1)

    def _play(self, choice: Choice, frame: tuple[int, ...]) -> None:
        seat, handle = frame[1], choice.handles[0]
        self.state.todo[-1] = (WINDOW, 1 - seat, 0)
        self._leave_hand(seat, handle, choice.card)
        self.tell("play", seat, handle)
        if self.pool.special[choice.card]:
            self.announce(seat, handle)
        else:
            self.enter_with_room(seat, handle)

    def _use(self, choice: Choice, frame: tuple[int, ...]) -> None:
        seat, handle = frame[1], choice.handles[0]
        self.state.todo[-1] = (WINDOW, 1 - seat, 0)
        draws = self.pool.use[self.state.cards[handle]]
        self.discard_from_play(handle, "use")
        self.draw(seat, draws)

    def _allow(self, choice: Choice, frame: tuple[int, ...]) -> None:
        self.state.todo.pop()
        self.tell("allow", frame[1])

    def _negate(self, choice: Choice, frame: tuple[int, ...]) -> None:
        seat, handle = frame[1], choice.handles[0]
        self.state.todo.pop()
        if choice.card == HIDDEN:
            self.discard_from_play(handle, "answer")
            self.negate()
        else:
            self._leave_hand(seat, handle, choice.card)
            self.tell("answer", seat, handle)
            self.announce(seat, handle)

    def _target(self, choice: Choice, frame: tuple[int, ...]) -> None:
        self.state.todo.pop()
        if frame[0] == TARGET:
            self.aim(choice.handles[0])
        else:
            self.discard_from_play(choice.handles[0])

    def _pay(self, choice: Choice, frame: tuple[int, ...]) -> None:
        self.state.todo.pop()
        self.discard_from_play(choice.handles[0], "pay")

    def _replace(self, choice: Choice, frame: tuple[int, ...]) -> None:
        self.state.todo.pop()
        self.exchange(frame[1], frame[2], choice.handles[0])

    def exchange(self, seat: int, handle: int, old: int) -> None:
        """A card in play goes, with its bonuses and slots; then the new one enters."""
        self.discard_from_play(old, "replaced")
        self.enter(seat, handle)

    def _decline(self, choice: Choice, frame: tuple[int, ...]) -> None:
        self.state.todo.pop()
        self.tell("decline", frame[1])
        if frame[0] == SEEK:
            self.chance.shuffle(self.state, frame[1], "deck", self.state.deck[frame[1]], self.events)

    def _discard(self, choice: Choice, frame: tuple[int, ...]) -> None:
        op, seat = frame[:2]
        handle = choice.handles[0]
        turn_up(self.state, handle, choice.card, ALL)
        self.discard_from_hand(seat, handle)
        self.state.todo[-1] = (TRIM, seat, 0) if op == TRIM else (LOSE, seat, frame[2] - 1, 0)

    def _order(self, choice: Choice, frame: tuple[int, ...]) -> None:
        _, seat, seen, placed = frame
        deck, handle = self.state.deck[seat], choice.handles[0]
        deck.remove(handle)
        deck.insert(len(deck) - placed, handle)
        self.tell("order", seat, n=placed + 1)
        self.state.todo[-1] = (ORDER, seat, seen, placed + 1)

    def _done(self, choice: Choice, frame: tuple[int, ...]) -> None:
        self.state.todo.pop()

    def _study(self, choice: Choice, frame: tuple[int, ...]) -> None:
        seat, handle = frame[1], choice.handles[0]
        state = self.state
        state.todo.pop()
        # Not played from hand: it doesn't count for a limit (R14).
        state.hand[seat].remove(handle)
        state.pending.append(handle)
        turn_up(state, handle, choice.card, ALL)
        self.enter(seat, handle)

    def _seek(self, choice: Choice, frame: tuple[int, ...]) -> None:
        state, seat = self.state, frame[1]
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
        self.tell("seek", seat, handle)
        self.chance.shuffle(state, seat, "deck", deck, self.events)
        self.enter_with_room(seat, handle, 1)


_WORK: dict[int, Callable[[Flow, tuple[int, ...]], bool]] = {
    TARGET: Flow._work_target,
    COST: Flow._work_cost,
    RESOLVE: Flow._work_resolve,
    EXCHANGE: Flow._work_exchange,
    ENTER: Flow._work_enter,
    OPTIONAL: Flow._work_optional,
    LOSE: Flow._work_lose,
    TRIM: Flow._work_trim,
    ORDER: Flow._work_order,
    SEEK: Flow._work_seek,
    EFFECTS: Flow._work_effects,
    BALANCE: Flow._work_balance,
}

_CHOICES: dict[str, Callable[[Flow, Choice, tuple[int, ...]], None]] = {
    "pass": Flow._pass,
    "play": Flow._play,
    "use": Flow._use,
    "allow": Flow._allow,
    "negate": Flow._negate,
    "target": Flow._target,
    "pay": Flow._pay,
    "replace": Flow._replace,
    "decline": Flow._decline,
    "discard": Flow._discard,
    "order": Flow._order,
    "done": Flow._done,
    "study": Flow._study,
    "seek": Flow._seek,
}


def leader_of(state: State) -> int:
    """Who leads this turn (R1)."""
    return GOOD if state.turn % 2 else EVIL


def matching(pool: Pool, state: State, bits: int, seat: int | None = None) -> list[int]:
    """Handles of the cards in play that a selector matches: of one seat, or of both."""
    return [
        handle
        for one in (range(2) if seat is None else (seat,))
        for handle in state.board[one]
        if pool.mask[state.cards[handle]] & bits
    ]


def replaceable(pool: Pool, rooms: Rooms, state: State, seat: int, card: int) -> list[int]:
    """Handles of a seat's cards in play that a card of this identity may replace (R3)."""
    board = tuple(force.board_cards(state, seat))
    places = rooms.replaceable(seat, board, tuple(state.turn_slots[seat]), card)
    return [state.board[seat][place] for place in places]
