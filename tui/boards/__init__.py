"""The registry: which board shows which game. A new board is one line here."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.boards.base import Board

_BOARDS: dict[str, str] = {
    "wrinkles": "tui.boards.wrinkles.board:WrinklesBoard",
}
"""Name of a game, and the class of its board. Imported when first asked for."""


def board(game: str) -> type[Board]:
    """The board of a game by name. Raises KeyError if it has none."""
    module, _, name = _BOARDS[game].partition(":")
    found: type[Board] = getattr(import_module(module), name)
    return found


def register(game: str, place: str) -> None:
    """Add a board (`module:Class`); for games that live outside this package."""
    _BOARDS[game] = place
