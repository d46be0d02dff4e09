"""The story of a match: for each turn who led, what moved the balance of Force, and how the Test went."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from core.contract.event import Told
from core.contract.outcome import Outcome, ended_apart
from core.contract.story import Chapter, Ply, Sentence, Story
from core.wrinkles import force
from core.wrinkles.account import account
from core.wrinkles.cards import WrinklesPool
from core.wrinkles.state import EVIL, GOOD, PHASES, WrinklesState, leader_of
from core.wrinkles.text import card_name, who, whose

_SWINGS = 3
"""How many of the largest swings of a turn, and of the match, are told."""


class _Act(msgspec.Struct):
    """A card played or used, and what followed from it until the next go."""

    seat: int
    name: str
    turn: int
    phase: int
    n: int
    """The last entry that belongs to it."""
    start: int
    """Good's lead before it."""
    swing: int = 0
    """How far it moved the lead, towards Good."""


class _Test(msgspec.Struct):
    """A Test that was settled."""

    winner: int
    totals: tuple[int, int]
    tokens: int
    """What the winner holds now."""
    account: list[str]
    n: int
    """The entry after which the boards lay as they were compared."""


class _Turn(msgspec.Struct):
    """What is told of one turn."""

    number: int
    leader: int
    n: int
    """The entry with which it began."""
    start: int
    """Good's lead as it began."""
    ahead: int
    """Who would win the Test now."""
    acts: list[_Act] = []
    negated: list[Sentence] = []
    turned: _Act | None = None
    """What put the side that is ahead there; None if it was so from the start."""
    test: _Test | None = None


def story(pool: WrinklesPool, start: WrinklesState, plies: Iterable[Ply], outcome: Outcome | None) -> Story:
    """See Game.story."""
    teller = _Teller(pool, start)
    for ply in plies:
        teller.follow(ply)
    return teller.story(outcome)


class _Teller:
    """Follows a match and then tells it, to the reader whose views it is given."""

    def __init__(self, pool: WrinklesPool, start: WrinklesState) -> None:
        self._pool = pool
        self._view = start
        self._lead = self._gap(start)
        self._n = 0
        self._answer = ""
        """The card that was played last to negate one."""
        self._act: _Act | None = None
        self._turns = [self._turn()]

    def _gap(self, view: WrinklesState) -> int:
        return force.total(self._pool, view, GOOD) - force.total(self._pool, view, EVIL)

    def _turn(self) -> _Turn:
        view = self._view
        return _Turn(view.turn, leader_of(view), self._n, self._lead, GOOD if self._lead >= 0 else EVIL)

    # Following.

    def follow(self, ply: Ply) -> None:
        """One more choice."""
        turn = self._turns[-1]
        kind = ply.choice.kind
        handle = ply.choice.handles[0] if ply.choice.handles else -1
        if kind in ("play", "use"):
            name = card_name(self._pool, ply.before, handle, ply.choice.card)
            self._act = _Act(ply.by, name, turn.number, ply.before.phase, ply.n, self._lead)
            turn.acts.append(self._act)
        elif kind == "pass":
            self._act = None
        elif kind == "negate":
            self._answer = card_name(self._pool, ply.before, handle, ply.choice.card)
        for event in ply.events:
            if isinstance(event, Told) and event.kind == "negated":
                self._negated(turn, event, ply)
            elif isinstance(event, Told) and event.kind == "token":
                self._tested(turn, event, ply)
        self._view, self._n = ply.after, ply.n
        self._lead = self._gap(ply.after)
        if ply.after.turn != turn.number:
            self._turns.append(self._turn())
        elif turn.test is None:
            self._moved(turn, ply.n)

    def _moved(self, turn: _Turn, n: int) -> None:
        act = self._act
        if act is not None:
            act.n = n
            act.swing = self._lead - act.start
        ahead = GOOD if self._lead >= 0 else EVIL
        if ahead != turn.ahead:
            turn.ahead, turn.turned = ahead, act

    def _negated(self, turn: _Turn, event: Told, ply: Ply) -> None:
        special = card_name(self._pool, ply.after, event.handle, event.card)
        by, owner = whose(1 - event.seat, ply.after), whose(event.seat, ply.after)
        said = f"{PHASES[ply.before.phase]}: {by} {self._answer} negated {owner} {special}."
        turn.negated.append(Sentence(said, ply.n))

    def _tested(self, turn: _Turn, event: Told, ply: Ply) -> None:
        view = ply.before
        totals = (force.total(self._pool, view, GOOD), force.total(self._pool, view, EVIL))
        turn.test = _Test(event.seat, totals, event.n, account(self._pool, view), self._n)

    # Telling.

    def story(self, outcome: Outcome | None) -> Story:
        """All of it."""
        turns = self._turns
        return Story(tuple(self._summary(outcome)), tuple(self._chapter(turn, outcome) for turn in turns))

    def _summary(self, outcome: Outcome | None) -> list[Sentence]:
        view, turn = self._view, self._turns[-1]
        good, evil = view.tokens
        held = f"Good holds {_tokens(good)}, Evil {evil}."
        if outcome is None:
            found = [Sentence(f"Turn {turn.number}, {PHASES[view.phase]}. {held}")]
        else:
            found = [Sentence(self._end(outcome, turn.number))]
        tests = [(turn.number, turn.test) for turn in self._turns if turn.test is not None]
        if tests:
            won = [sum(test.winner == seat for _, test in tests) for seat in (GOOD, EVIL)]
            said = f"Tests won: Good {won[GOOD]}, Evil {won[EVIL]}."
            if len(tests) > 1:
                number, closest = min(tests, key=lambda one: abs(one[1].totals[0] - one[1].totals[1]))
                margin = abs(closest.totals[0] - closest.totals[1])
                by = f"by {margin}" if margin else "level"
                said += f" The closest was that of turn {number}, {by}."
            found.append(Sentence(said))
        acts = _largest([act for turn in self._turns for act in turn.acts])
        if acts and len(self._turns) > 1:
            found.append(Sentence("What moved the balance most:"))
            found += [Sentence(f"Turn {act.turn}, {self._swing(act)}", act.n) for act in acts]
        return found

    def _end(self, outcome: Outcome, turn: int) -> str:
        view = self._view
        score = f"with {_tokens(view.tokens[GOOD])} for Good and {view.tokens[EVIL]} for Evil"
        winner = outcome.winner
        if outcome.end == "tokens" and winner is not None:
            return f"{who(winner, view)} won all six Balance tokens in turn {turn}."
        if outcome.end == "concede" and winner is not None:
            return f"{who(1 - winner, view)} conceded in turn {turn}, {score}."
        if apart := ended_apart(outcome):
            return f"{apart} in turn {turn}, {score}."
        return f"The match ended in turn {turn}, {score}."

    def _chapter(self, turn: _Turn, outcome: Outcome | None) -> Chapter:
        view = self._view
        found = [Sentence(f"{who(turn.leader, view)} led.{self._at_start(turn)}", turn.n)]
        told = [Sentence(self._swing(act), act.n) for act in _largest(turn.acts)] + turn.negated
        test, turned = turn.test, turn.turned
        if turned is not None:
            # Without a Test there is nothing yet but a lead.
            lead = "Test" if test is not None else "lead"
            said = f"{whose(turned.seat, view)} {turned.name} turned the {lead} {whose(turn.ahead, view)} way"
            stayed = ", and it stayed so" if test is not None or outcome is not None else ", so far"
            told.append(Sentence(f"{PHASES[turned.phase]}: {said}{stayed}.", turned.n))
        found += sorted(told, key=lambda sentence: sentence.n)
        if test is not None:
            found.append(Sentence(self._test(test), test.n))
            found += [Sentence(line, test.n) for line in test.account]
        elif outcome is None:
            good, evil = (force.total(self._pool, view, seat) for seat in (GOOD, EVIL))
            found.append(Sentence(f"Now: Good {good} against Evil {evil}.", self._n))
            found += [Sentence(line, self._n) for line in account(self._pool, view)]
        so_far = test is None and outcome is None
        return Chapter(f"Turn {turn.number}{', so far' if so_far else ''}", tuple(found))

    def _at_start(self, turn: _Turn) -> str:
        if not turn.start:
            return ""
        seat = GOOD if turn.start > 0 else EVIL
        was = "were" if seat == self._view.viewer else "was"
        return f" {who(seat, self._view)} {was} ahead by {abs(turn.start)} with what lay in play already."

    def _swing(self, act: _Act) -> str:
        gained = GOOD if act.swing > 0 else EVIL
        mine = whose(act.seat, self._view)
        gain = f"{abs(act.swing)} to {whose(gained, self._view)} advantage"
        return f"{PHASES[act.phase]}: {mine} {act.name}, {gain}."

    def _test(self, test: _Test) -> str:
        good, evil = test.totals
        tie = ", and Good wins ties" if good == evil else ""
        winner = who(test.winner, self._view)
        return f"Test: Good {good}, Evil {evil}{tie}. {winner} took a token and held {test.tokens}."


def _largest(acts: list[_Act]) -> list[_Act]:
    ranked = sorted((act for act in acts if act.swing), key=lambda act: (-abs(act.swing), act.n))
    return ranked[:_SWINGS]


def _tokens(n: int) -> str:
    return "1 token" if n == 1 else f"{n} tokens"
