"""A "both sides" match: two games on the same decks and options, the sides swapped for the second.

What decides is the sum over both: games won, then points (such as Balance tokens), then the totals that
were compared last.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from core import registry
from core.contract.game import AnyGame
from core.contract.outcome import Outcome
from tui.match.match_storage import numbered
from tui.match.plans import PERSON, LocalPlan

GAMES = 2


def has_sides(game: AnyGame) -> bool:
    """Whether a game can be played from both sides: two seats, and each has a role of its own."""
    return game.seats == (2, 2) and len(game.roles) == 2


class Played(msgspec.Struct, frozen=True):
    """One game of the two; everything by seat."""

    players: tuple[int, ...]
    """Which of the two players sat there."""
    outcome: Outcome
    totals: tuple[int, ...]
    """Those compared last; empty if they never were."""

    def __post_init__(self) -> None:
        if sorted(self.players) != [0, 1] or len(self.outcome.scores) != 2 or len(self.totals) not in (0, 2):
            raise ValueError("a game of other than two players")


class Sum(msgspec.Struct, frozen=True, order=True):
    """What one player has of all games, what decides first first."""

    won: int = 0
    points: int = 0
    totals: int = 0


class Score:
    """The two games, as far as they are played: who has what of them."""

    def __init__(self, game: AnyGame, names: tuple[str, str], played: Sequence[Played] = ()) -> None:
        self._game = game
        self.names = names
        """Of the two players; the first sits at the first seat in the first game."""
        self.played = list(played)

    @property
    def over(self) -> bool:
        """Whether both games are played."""
        return len(self.played) == GAMES

    def seated(self) -> tuple[int, ...]:
        """Which player sits where in the next game."""
        return (1, 0) if self.played else (0, 1)

    def add(self, outcome: Outcome, totals: Sequence[int]) -> None:
        """The game that was planned last has ended so."""
        self.played.append(Played(self.seated(), outcome, tuple(totals)))

    def sums(self) -> tuple[Sum, ...]:
        """What each player has so far."""
        found = []
        for player in range(2):
            won = points = totals = 0
            for one in self.played:
                seat = one.players.index(player)
                won += one.outcome.winner == seat
                points += one.outcome.scores[seat]
                totals += one.totals[seat] if one.totals else 0
            found.append(Sum(won, points, totals))
        return tuple(found)

    def title(self) -> str:
        """How it stands, in a few words."""
        mine, theirs = self.sums()
        if not self.over:
            return "One game of two is played"
        if mine == theirs:
            return "Both sides: nobody is ahead"
        return f"Both sides: {self.names[mine < theirs]} wins"

    def lines(self) -> list[str]:
        """Both games and the sum, in sentences."""
        found = [f"Game {number}: {self._told(one)}" for number, one in enumerate(self.played, 1)]
        sums = self.sums()
        for name, one in zip(self.names, sums, strict=True):
            found.append(f"{name}: {_count(one.won, 'game')} won, points {one.points}, totals {one.totals}.")
        if not self.over:
            players = self.seated()
            sides = " and ".join(
                f"{self.names[player]} plays {self._game.texts.seat_name(seat)}"
                for seat, player in enumerate(players)
            )
            return [*found, f"Now the sides are swapped: {sides}."]
        return [*found, self._why(*sums)]

    def _told(self, one: Played) -> str:
        outcome = one.outcome
        winner = outcome.winner
        won = "nobody wins" if winner is None else f"{self._who(one, winner)} wins"
        scores = " to ".join(map(str, outcome.scores))
        tests = f", the last totals {' to '.join(map(str, one.totals))}" if one.totals else ""
        sides = " and ".join(self._game.texts.seat_name(seat) for seat in range(len(one.players)))
        return f"{won}; {sides} have {scores}{tests}."

    def _who(self, one: Played, seat: int) -> str:
        return f"{self.names[one.players[seat]]} as {self._game.texts.seat_name(seat)}"

    def _why(self, mine: Sum, theirs: Sum) -> str:
        if mine == theirs:
            return "Games, points and totals are equal."
        if mine.won != theirs.won:
            return "More games won decide."
        if mine.points != theirs.points:
            return "As many games are won by both; the points of both games decide."
        return "Games and points are equal; the last totals decide."


class _Kept(msgspec.Struct, frozen=True):
    """A series on this machine as it is written down."""

    game: int
    """Which of the two games it is written down for; the archive knows them by that."""
    plan: LocalPlan
    names: tuple[str, str]
    played: tuple[Played, ...]
    first: str = ""
    """The match that was the first game, once there is a second."""


class Series(Score):
    """The two games on this machine."""

    def __init__(self, plan: LocalPlan, player: str) -> None:
        """`plan` is the first game's; `player` is the name of the person this program belongs to."""
        super().__init__(registry.load(plan.game), _names(plan, player))
        self._plan = plan
        self.first = ""
        """The match that was the first game, if it is known."""

    @classmethod
    def revived(cls, kept: str, save: Path | None = None) -> Series:
        """The games that `kept` wrote down with the first; that one's record goes to `save`. Raises
        MsgspecError for any other text."""
        old = msgspec.json.decode(kept, type=_Kept)
        if old.plan.game not in registry.names() or len(old.plan.players) != 2:
            raise msgspec.ValidationError("This is no series of a game that is here.")
        series = cls(msgspec.structs.replace(old.plan, save=save), "")
        series.names, series.played, series.first = old.names, list(old.played), old.first
        return series

    def kept(self) -> str:
        """All there is to know, to go on with the next game some other time."""
        plan = msgspec.structs.replace(self._plan, save=None)
        first = self.first if self.played else ""
        number = len(self.played) + 1
        return msgspec.json.encode(_Kept(number, plan, self.names, tuple(self.played), first)).decode()

    def end(self, outcome: Outcome, totals: Sequence[int], match: str) -> None:
        """The game that was planned last has ended so; `match` is what it was."""
        self.add(outcome, totals)
        if not self.over:
            self.first = match

    def next_plan(self) -> LocalPlan:
        """The next game."""
        plan, number, seated = self._plan, len(self.played), self.seated()
        return msgspec.structs.replace(
            plan,
            players=tuple(plan.players[player] for player in seated),
            names=tuple(self.names[player] for player in seated),
            # The same cards again would be no secret any more.
            seed=None if plan.seed is None else plan.seed + number,
            save=None if plan.save is None else numbered(plan.save, number),
            series=self.kept(),
        )


def _names(plan: LocalPlan, player: str) -> tuple[str, str]:
    persons = [one == PERSON for one in plan.players]
    own = player if plan.seed is None else "Player"  # fixed names with a fixed seed
    given = plan.names or ("", "")
    names = [given[n] or (own if person else "Computer") for n, person in enumerate(persons)]
    if names[0] == names[1]:
        names = [f"{name} {number}" for number, name in enumerate(names, 1)]
    return names[0], names[1]


def _count(n: int, what: str) -> str:
    return f"1 {what}" if n == 1 else f"{n} {what}s"
