"""What the players of a match are called, wherever people read of them. Nothing here knows a game."""

from __future__ import annotations

from collections.abc import Sequence

from core import bots
from core.clean import NAME_CELLS, clean
from core.game import AnyGame
from core.words import listed


def player_at(game: AnyGame, names: Sequence[str], seat: int) -> str:
    """A seat with its player's name, where that says more: `Good (Ann)`, `Seat 3 (greedy)`.

    `names` are the players' by seat; empty while they are not known.
    """
    own, name = game.seat_name(seat), names[seat] if seat < len(names) else ""
    return own if name in ("", own) else f"{own} ({name})"


def players(game: AnyGame, names: Sequence[str]) -> str:
    """All players of a match: `Good (Ann) against Evil`, or `Seat 1 (Ann), Seat 2 and Seat 3`."""
    named = [player_at(game, names, seat) for seat in range(len(names))]
    return " against ".join(named) if len(named) == 2 else listed(named)


def usual_name(game: AnyGame, seat: int, player: str) -> str:
    """What a player without a name of its own is called; `player` is `person` or the name of a bot.

    Where seats have roles it is the role. Else a bot goes by its own name: there may be several sorts.
    """
    return player if not game.roles and player in bots.names() else game.seat_name(seat)


def read_name(text: str) -> str:
    """A player's name as it will be kept. Raises ValueError with a sentence."""
    name = clean(text.strip(), NAME_CELLS).strip()
    if not name:
        raise ValueError("A name has at least one letter.")
    return name
