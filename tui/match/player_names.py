"""What the players of a match are called, wherever people read of them. Nothing here knows a game."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core import bots
from core.clean import NAME_CELLS, clean
from core.contract.game import AnyGame
from core.words import capital, listed


def player_at(game: AnyGame, names: Sequence[str], seat: int) -> str:
    """A seat with its player's name, where that says more: `Good (Ann)`, `Seat 3 (Greedy)`.

    `names` are the players' by seat; empty while they are not known.
    """
    own, name = game.texts.seat_name(seat), names[seat] if seat < len(names) else ""
    return own if name in ("", own) else f"{own} ({name})"


def called(game: AnyGame, names: Sequence[str], seat: int) -> str:
    """What a seat is called in sentences: by its role and its player, `Good (Ann)`; where seats have no roles
    by its player alone, `Bob`, with the seat's number if that is not clear, `Random 3`; or by that alone."""
    return player_at(game, names, seat) if game.roles else _callings(tuple(names), game, seat)


def named(game: AnyGame, names: Sequence[str], text: str) -> str:
    """A text of the game's, which calls seats without roles by their numbers, with the players' names."""
    if game.roles or not names:
        return text
    return _SEAT.sub(lambda found: called(game, names, int(found[1]) - 1), text)


_SEAT = re.compile(r"\bSeat (\d+)\b")


def _callings(names: tuple[str, ...], game: AnyGame, seat: int) -> str:
    own, name = game.texts.seat_name(seat), names[seat] if seat < len(names) else ""
    if not name or _SEAT.fullmatch(name):
        return own
    folded = [one.casefold() for one in names]
    if folded[seat] == "you":
        return own  # What follows it would be read as said to the reader.
    if folded.count(folded[seat]) == 1:
        return name
    numbered = f"{name} {seat + 1}"
    return own if numbered.casefold() in folded else numbered


def players(game: AnyGame, names: Sequence[str]) -> str:
    """All players of a match: `Good (Ann) against Evil`, or `Seat 1 (Ann), Seat 2 and Seat 3`."""
    named = [player_at(game, names, seat) for seat in range(len(names))]
    return " against ".join(named) if len(named) == 2 else listed(named)


def usual_name(game: AnyGame, seat: int, player: str) -> str:
    """What a player without a name of its own is called; `player` is `person` or the name of a bot.

    Where seats have roles it is the role. Else a bot goes by its own name: there may be several sorts.
    """
    return bot_name(player) if not game.roles and player in bots.names() else game.texts.seat_name(seat)


def bot_name(bot: str) -> str:
    """The name of a bot as that of a player, in sentences: `Random`."""
    return capital(bot)


def read_name(text: str) -> str:
    """A player's name as it will be kept. Raises ValueError with a sentence."""
    name = clean(text.strip(), NAME_CELLS).strip()
    if not name:
        raise ValueError("A name has at least one letter.")
    return name
