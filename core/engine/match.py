"""A match: a header and a list of entries that together give a state and a chain of hashes.

An entry is prepared on a copy of the state and becomes part of the match only when it is committed, so that
it can be stored in between. What the hashes cover is in core/engine/chain.py.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any, Protocol, assert_never

import msgspec

from core.contract.chance import Chance
from core.contract.choice import Choice, Decision, Illegal
from core.contract.event import Event
from core.contract.game import AnyGame
from core.contract.header import Header
from core.contract.outcome import Ending, Outcome
from core.contract.state import State
from core.engine.chain import entry_hash, first_hash, hash_key
from core.engine.endings import ended, one_machine
from core.engine.entry import Entry, Undo, read_act, read_table_act
from core.engine.header_check import check_header
from core.engine.notation import Malformed, write_choice


class Rejected(ValueError):
    """An entry that can't be placed; the message is a sentence for players."""


class IllegalEntry(Rejected):
    """Against the rules as the match stands."""


class StaleEntry(Rejected):
    """It answers a decision that is no longer open."""


class NotKept(Rejected):
    """The store could not keep it, as on a full disk: nothing has changed, and later it may work."""


class Prepared(msgspec.Struct, frozen=True):
    """An entry worked out but not yet part of the match."""

    n: int
    by: int
    text: str
    state: State
    events: list[Event]
    hash: bytes
    outcome: Outcome | None

    def entry(self, signature: str | None) -> Entry:
        """The record line of this entry."""
        return Entry(self.by, self.text, self.hash.hex(), signature)


class Store(Protocol):
    """Who keeps a match. Each call returns only when its part is safe, or raises NotKept and has kept nothing
    of it."""

    def open(self, header: Header, h0: bytes) -> None:
        """A match begins."""

    def append(self, entry: Entry, outcome: Outcome | None) -> None:
        """One more entry, and the outcome if it ends the match."""


class Match:
    """A match in progress or over."""

    def __init__(self, header: Header, game: AnyGame, events: list[Event] | None = None) -> None:
        """Begin a match. Raises GameError if the game can't play this header."""
        check_header(header, game)
        assert header.seed is not None
        seed = bytes.fromhex(header.seed)
        self.header = header
        self.game = game
        self._chance = Chance(seed, game.streams)
        self._key = hash_key(seed)
        self.state: Any = game.setup(header, self._chance, events)
        self.entries: list[Entry] = []
        self.h0 = first_hash(self._key, header)
        self.head = self.h0
        """h_n of the last entry."""
        self.outcome: Outcome | None = game.outcome(self.state)
        self._open: Decision | None = None

    def __repr__(self) -> str:
        return f"<Match {self.header.match[:8]} of {self.game.name} at entry {self.n}>"

    @property
    def n(self) -> int:
        """Number of the last entry; 0 before the first."""
        return len(self.entries)

    @property
    def alone(self) -> bool:
        """Whether all seats are on one machine."""
        return one_machine(self.header)

    def decision(self) -> Decision | None:
        """The open decision; None when the match is over. Its list of choices is the caller's own."""
        decision = self._decision()
        if decision is None or decision.choices is None:
            return decision
        seat, kind, choices = decision.seat, decision.kind, decision.choices[:]
        return Decision(seat, kind, choices, decision.start, decision.about, decision.limit)

    def _decision(self) -> Decision | None:
        if self.outcome is not None:
            return None
        if self._open is None:
            self._open = self.game.decision(self.state)
        return self._open

    def view(self, seat: int | None) -> Any:
        """What a seat sees; None: what everybody sees."""
        return self.game.mask(self.state, seat)

    def prepare(self, by: int, text: str) -> Prepared:
        """Work out the next entry. Raises Malformed or Rejected, and then nothing has changed."""
        if self.outcome is not None:
            raise StaleEntry("The match is over.")
        if not 0 <= by < len(self.header.seats):
            raise Malformed(f"There is no seat {by}.")
        events: list[Event] = []
        outcome = None
        match read_act(text, self.game):
            case Ending() as ending:
                state = self.state
                outcome = self._ended(by, ending)
            case Undo() as undo:
                state = self._undone(by, undo)
            case Choice() as choice:
                state = self._chosen(by, choice, events)
                outcome = self.game.outcome(state)
            case never:
                assert_never(never)
        n = self.n + 1
        h_n = entry_hash(self._key, self.head, n, by, text, state)
        return Prepared(n, by, text, state, events, h_n, outcome)

    def commit(self, prepared: Prepared, signature: str | None = None) -> Entry:
        """Make a prepared entry the next one. Raises StaleEntry if another came first."""
        if prepared.n != self.n + 1:
            raise StaleEntry("Another entry came first.")
        self.state = prepared.state
        return self._enter(prepared.entry(signature), prepared.hash, prepared.outcome)

    def _enter(self, entry: Entry, h_n: bytes, outcome: Outcome | None) -> Entry:
        self.entries.append(entry)
        self.head = h_n
        self.outcome = outcome
        self._open = None
        return entry

    def play(self, by: int, text: str, signature: str | None = None) -> Prepared:
        """Prepare and commit in one step."""
        prepared = self.prepare(by, text)
        self.commit(prepared, signature)
        return prepared

    def choose(self, choice: Choice) -> Entry:
        """Play a choice for the seat that owes one, unsigned, on the state itself and without events.

        What bots do among themselves, where nobody watches and nothing is stored in between. Raises Rejected,
        and then nothing has changed.
        """
        decision = self._decision()
        if decision is None:
            raise StaleEntry("The match is over.")
        self._check(decision, choice)
        by, text = decision.seat, write_choice(choice, self.game.table)
        self.game.apply(self.state, choice, self._chance)
        h_n = entry_hash(self._key, self.head, self.n + 1, by, text, self.state)
        return self._enter(Entry(by, text, h_n.hex(), None), h_n, self.game.outcome(self.state))

    def _chosen(self, by: int, choice: Choice, events: list[Event]) -> State:
        decision = self._decision()
        assert decision is not None
        if decision.seat != by:
            raise StaleEntry(f"{self.header.seats[by].shown} has no choice to make now.")
        self._check(decision, choice)
        state: State = self.game.copy(self.state)
        self.game.apply(state, choice, self._chance, events)
        return state

    def _check(self, decision: Decision, choice: Choice) -> None:
        assert decision.choices is not None
        if choice not in decision.choices:
            raise IllegalEntry(self.game.why_not(self.state, choice))

    def _ended(self, by: int, ending: Ending) -> Outcome:
        decision = self._decision()
        assert decision is not None
        outcome = ended(self.header, ending, by, decision.seat, self.game.standing(self.state))
        if isinstance(outcome, Illegal):
            raise IllegalEntry(outcome.reason)
        return outcome

    def _undone(self, by: int, undo: Undo) -> State:
        if undo.to >= self.n:
            raise Malformed(f"Entry {undo.to} is no entry to go back to.")
        # Who may is settled first: going back means to play the match again.
        if self.may_undo_marked(by) if undo.marked else undo.to in self._undos(by):
            back: State = self.state_at(undo.to)
            return back
        raise IllegalEntry("That can't be taken back: something became known, or others have moved since.")

    def _undos(self, by: int) -> list[int]:
        return self.free_undos(by) if self.alone else self.agreed_undos(by)

    def agreed_undos(self, by: int) -> list[int]:
        """The entries to which `by` may go back if the other machine agrees, the newest first: those before
        its own choices that still count. None where all seats are on this machine."""
        if self.alone:
            return []
        return [n - 1 for n in reversed(course(self.entries)) if self.entries[n - 1].by == by]

    def free_undos(self, by: int, unasked: Container[int] = ()) -> list[int]:
        """The entries to which `by` may go back without a mark, the newest first.

        Those are the ones before its own last decisions, as long as since then no card became known to
        anybody, no shuffle happened, and no other person chose. `unasked` are entries that count as nobody's
        choice: who made them has to take them back first.
        """
        found: list[int] = []
        states: list[Any] = []
        for n in reversed(course(self.entries) if self.alone else []):
            entry = self.entries[n - 1]
            if entry.by == by:
                states = states or self._states(self.n)
                then = states[n - 1]
                news = any(now & ~old for now, old in zip(self.state.known, then.known, strict=True))
                if news or then.streams != self.state.streams:
                    break
                found.append(n - 1)
            elif entry.text != "pass" or (
                self.header.seats[entry.by].player == "person" and n not in unasked
            ):
                break
        return found

    def learned_since(self, n: int, by: int) -> bool:
        """Whether since entry n a card became known on the machine of this seat where nobody knew it, or a
        shuffle happened: who takes a choice back then knows more than when it was made."""
        seats, then = self.header.seats, self.state_at(n)
        mine = sum(1 << seat for seat, one in enumerate(seats) if one.peer == seats[by].peer)
        news = any(
            now & mine and not old & mine for now, old in zip(self.state.known, then.known, strict=True)
        )
        return news or then.streams != self.state.streams

    def may_undo_marked(self, by: int) -> bool:
        """Whether `by` may go back to any entry, with a mark: all the others are bots on this machine."""
        return self.alone and all(
            seat.player != "person" for number, seat in enumerate(self.header.seats) if number != by
        )

    def state_at(self, n: int) -> Any:
        """The state after entry n (0: at the start), worked out anew."""
        return self._states(n)[-1]

    def _states(self, n: int) -> list[Any]:
        states = [self.game.setup(self.header, self._chance)]
        for entry in self.entries[:n]:
            act = read_act(entry.text, self.game)
            state = self.game.copy(states[act.to if isinstance(act, Undo) else -1])
            if isinstance(act, Choice):
                self.game.apply(state, act, self._chance)
            states.append(state)
        return states


def course(entries: Sequence[Entry]) -> list[int]:
    """The numbers of the choices that led to where a match stands: without what was taken back."""
    before: list[int] = [0]
    """By entry: the last choice that still counts after it."""
    parent: dict[int, int] = {}
    for n, entry in enumerate(entries, 1):
        match read_table_act(entry.text):
            case Undo(to):
                before.append(before[to])
            case Ending():
                before.append(before[-1])
            case None:
                parent[n] = before[-1]
                before.append(n)
            case never:
                assert_never(never)
    found = []
    n = before[-1]
    while n:
        found.append(n)
        n = parent[n]
    return found[::-1]


def replay(header: Header, entries: Iterable[Entry], game: AnyGame) -> Match:
    """The match that these entries make. Raises Malformed or Rejected at the first that doesn't fit."""
    match = Match(header, game)
    for entry in entries:
        prepared = match.prepare(entry.by, entry.text)
        if prepared.hash.hex() != entry.hash:
            raise Rejected(f"The hash of entry {prepared.n} does not agree.")
        match.commit(prepared, entry.signature)
    return match


def difference(mine: State, theirs: State) -> str | None:
    """The first field path where two states differ, such as `hand[1][3]`; None if they are equal."""
    for field in mine.__struct_fields__:
        path = _differ(getattr(mine, field), getattr(theirs, field), field)
        if path:
            return path
    return None


def _differ(mine: object, theirs: object, path: str) -> str | None:
    if isinstance(mine, list | tuple) and isinstance(theirs, list | tuple):
        for place, (one, other) in enumerate(zip(mine, theirs, strict=False)):
            found = _differ(one, other, f"{path}[{place}]")
            if found:
                return found
        return None if len(mine) == len(theirs) else f"{path}[{min(len(mine), len(theirs))}]"
    return None if mine == theirs else path


Signer = Callable[[int, bytes], str | None]
"""Signs, for a seat held here, the bytes of signing_bytes; None where nothing is signed."""
