"""The story of a match: what each turn brought, the turns that brought most, attacks, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from core.contract.event import Told
from core.contract.outcome import Outcome, ended_apart
from core.contract.story import Chapter, Ply, Sentence, Story
from core.timemasters.account import account
from core.timemasters.cards import MastersPool
from core.timemasters.state import PHASES, SPHERES_EMPTY, MastersState, empty_spheres
from core.timemasters.text import SEATS, card_name, who, whose
from core.words import capital, counted, listed

_BEST = 3
"""How many of the turns with most points are told."""

_ENGINE = 4
"""From so many spells on a turn's spells are told by name."""


class _Attack(msgspec.Struct):
    """What one spell did to opponents."""

    by: int
    spell: str
    n: int
    hits: dict[tuple[str, int], list[int]] = {}
    """Victims by what was done to each and how much of it."""
    lost: dict[int, list[str]] = {}
    """By victim: the cards it discarded."""


class _Turn(msgspec.Struct):
    """One turn of one seat."""

    round: int
    seat: int
    n: int
    """The last entry of it."""
    spells: list[str] = []
    paid: int = 0
    taken: list[str] = []
    points: int = 0
    passed: bool = False
    lapsed: int = 0
    gained: int = 0
    """Permanent Kè."""
    attacks: list[_Attack] = []
    emptied: list[int] = []


def story(pool: MastersPool, start: MastersState, plies: Iterable[Ply], outcome: Outcome | None) -> Story:
    """See Game.story."""
    teller = _Teller(pool, start)
    for ply in plies:
        teller.follow(ply)
    return teller.story(outcome)


class _Teller:
    """Follows a match and then tells it, to the reader whose views it is given."""

    def __init__(self, pool: MastersPool, start: MastersState) -> None:
        self._pool = pool
        self._view = start
        self._turns = [_Turn(start.round, start.mover, 0)]
        self._source = ""
        """The spell whose effect goes on."""

    # Following.

    def follow(self, ply: Ply) -> None:
        """One more choice."""
        if not self._turns[-1].n:
            self._turns[-1].n = ply.n
        for event in ply.events:
            if isinstance(event, Told):
                self._event(event, ply)
        turn, self._view = self._turns[-1], ply.after
        if (ply.before.round, ply.before.mover) == (turn.round, turn.seat):
            turn.n = ply.n

    def _event(self, event: Told, ply: Ply) -> None:
        turn, kind = self._turns[-1], event.kind
        name = card_name(self._pool, ply.after, event.handle, event.card) if event.handle >= 0 else ""
        if kind == "turn":
            self._turns.append(_Turn(event.n, event.seat, 0))
        elif kind in ("cast", "release"):
            turn.spells.append(name)
            self._source = name
        elif kind == "repeat":
            self._source = name
        if kind in ("cast", "place"):
            turn.paid += event.n
        elif kind in ("take", "beneath"):
            turn.taken.append(name if name != "a card" else "an unseen card")
            turn.points += event.n
        elif kind == "pass":
            turn.passed = True
        elif kind == "lapse":
            turn.lapsed += 1
        elif kind == "permanent":
            turn.gained += event.n
        elif kind == "empty":
            turn.emptied.append(event.n)
        elif kind == "lose":
            self._attack(ply.n).lost.setdefault(event.seat, []).append(name)
        elif kind in _HITS and (event.n or kind in ("broken", "forced")):
            self._attack(ply.n).hits.setdefault((kind, event.n), []).append(event.seat)

    def _attack(self, n: int) -> _Attack:
        turn = self._turns[-1]
        if not turn.attacks or turn.attacks[-1].spell != self._source:
            turn.attacks.append(_Attack(turn.seat, self._source, n))
        turn.attacks[-1].n = n
        return turn.attacks[-1]

    # Telling.

    def story(self, outcome: Outcome | None) -> Story:
        """All of it."""
        rounds: dict[int, list[_Turn]] = {}
        for turn in self._turns:
            rounds.setdefault(turn.round, []).append(turn)
        chapters = []
        for number, turns in rounds.items():
            said = [one for turn in turns for one in self._turn(turn, outcome)]
            if said:
                chapters.append(Chapter(f"Round {number}", tuple(said)))
        return Story(tuple(self._summary(outcome)), tuple(chapters))

    def _summary(self, outcome: Outcome | None) -> list[Sentence]:
        view = self._view
        found = [Sentence(self._now() if outcome is None else self._end(outcome))]
        found += [Sentence(line) for line in account(self._pool, view)]
        begun = sorted({turn.seat for turn in self._turns if turn.n})
        found += [Sentence(self._busy(seat)) for seat in begun]
        best = sorted((turn for turn in self._turns if turn.points), key=lambda turn: -turn.points)[:_BEST]
        if len(best) == _BEST:
            found.append(Sentence("The turns that brought most:"))
            found += [Sentence(f"Round {turn.round}, {self._name(turn.seat)}: {_brought(turn)}.", turn.n)
                      for turn in best]  # fmt: skip
        return found

    def _name(self, seat: int) -> str:
        return "you" if seat == self._view.viewer else SEATS.name(seat)

    def _now(self) -> str:
        view = self._view
        turn = f"{whose(view.mover, view)} turn"
        empty = empty_spheres(view)
        gone = f" {counted(empty, 'Sphere')} {'is' if empty == 1 else 'are'} empty." if empty else ""
        return f"Round {view.round}, {turn}, {PHASES[view.phase].lower()} phase.{gone}"

    def _end(self, outcome: Outcome) -> str:
        view, turn = self._view, self._turns[-1]
        winner = outcome.winner
        if outcome.end == "concede":
            last = max(outcome.places)
            loser = next(seat for seat, place in enumerate(outcome.places) if place == last)
            return f"{who(loser, view)} conceded in round {turn.round}."
        if apart := ended_apart(outcome):
            return f"{apart} in round {turn.round}."
        if outcome.end not in ("spheres", "max_turns", "passes"):
            return f"The match ended in round {turn.round}."
        why = {
            "spheres": f"as {self._emptied()}",
            "max_turns": "as the last round was over",
            "passes": "as nobody did anything any more",
        }[outcome.end]
        if winner is None:
            best = [seat for seat, place in enumerate(outcome.places) if place == 1]
            first = capital(listed(self._name(seat) for seat in best))
            return f"{first} share the first place. The match ended in round {turn.round}, {why}."
        scores = listed(str(outcome.scores[seat]) for seat in range(view.seats) if seat != winner)
        won = (
            f"{who(winner, view)} won in round {turn.round} with {outcome.scores[winner]} points to {scores}"
        )
        return f"{won}, {why}."

    def _emptied(self) -> str:
        levels = [level for turn in self._turns for level in turn.emptied]
        if self._view.over == SPHERES_EMPTY and len(levels) > 1:
            return f"Spheres {listed(map(str, levels))} were empty"
        return "two Spheres were empty"

    def _busy(self, seat: int) -> str:
        """What a seat did in all its turns."""
        turns = [turn for turn in self._turns if turn.seat == seat]
        spells, paid = sum(len(turn.spells) for turn in turns), sum(turn.paid for turn in turns)
        passed = sum(turn.passed for turn in turns)
        parts = [f"{counted(len(turns), 'turn')}", f"{counted(spells, 'spell')} played, {paid} Kè spent"]
        if passed:
            parts.insert(1, f"{passed} of them passed")
        gained = sum(turn.gained for turn in turns)
        if gained:
            parts.append(f"{gained} permanent Kè gained")
        attacks = sum(len(turn.attacks) for turn in turns)
        if attacks:
            parts.append(counted(attacks, "attack"))
        return f"{capital(self._name(seat))}: {', '.join(parts)}."

    def _turn(self, turn: _Turn, outcome: Outcome | None) -> list[Sentence]:
        name = capital(self._name(turn.seat))
        if not turn.n:
            return []  # It has just begun.
        found = []
        if turn.passed:
            lost = f", and {counted(turn.lapsed, 'released spell')} lost" if turn.lapsed else ""
            found.append(Sentence(f"{name} passed{lost}.", turn.n))
        elif turn.spells or turn.taken:
            found.append(Sentence(f"{name}: {_played(turn)}{_brought(turn)}.", turn.n))
        else:
            found.append(Sentence(f"{name}: no spell and no card.", turn.n))
        found += [Sentence(self._hit(attack), attack.n) for attack in turn.attacks]
        for level in turn.emptied:
            found.append(Sentence(f"Sphere {level} ran empty.", turn.n))
        return found

    def _hit(self, attack: _Attack) -> str:
        view = self._view
        parts = [f"{self._name(seat)} discarded {listed(names)}" for seat, names in attack.lost.items()]
        for (kind, n), seats in attack.hits.items():
            parts.append(_HITS[kind].format(listed(self._name(seat) for seat in seats), n))
        return f"{capital(whose(attack.by, view))} {attack.spell}: {'; '.join(parts)}."


_HITS = {
    "surcharge": "the next spell of {0} cost {1} more",
    "cap": "{0} could spend {1} Kè at most in the next turn",
    "robbed": "{0} lost {1} active Kè",
    "broken": "a Timer of {0} was discarded",
    "forced": "a Timer of {0} was activated",
}
"""What is told of each kind of hit: the victims, and how much of it."""


def _played(turn: _Turn) -> str:
    if not turn.spells:
        return ""
    named = f" ({listed(turn.spells)})" if len(turn.spells) >= _ENGINE else ""
    return f"{counted(len(turn.spells), 'spell')}{named} for {turn.paid} Kè; "


def _brought(turn: _Turn) -> str:
    if not turn.taken:
        return "no card taken"
    return f"{counted(turn.points, 'point')} by {listed(turn.taken)}"
