"""The registry: which board shows which game, and which words tell it. A new board is two lines here."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.contract.game import AnyGame
    from tui.boards.board_widget import Board
    from tui.boards.spoken import Teller

_BOARDS: dict[str, str] = {
    "wrinkles": "tui.boards.wrinkles.board:WrinklesBoard",
    "time-masters": "tui.boards.timemasters.board:TimeMastersBoard",
}
"""Name of a game, and the class of its board. Imported when first asked for."""

_TELLERS: dict[str, str] = {
    "wrinkles": "tui.boards.wrinkles.spoken:WrinklesTeller",
    "time-masters": "tui.boards.timemasters.spoken:TimeMastersTeller",
}
"""Name of a game, and the class of its words for plain mode; a game without gets the common ones."""


def board(game: str) -> type[Board]:
    """The board of a game by name. Raises KeyError if it has none."""
    found: type[Board] = _load(_BOARDS[game])
    return found


def teller(game: AnyGame) -> Teller:
    """The words of a game for plain mode."""
    made: Teller = _load(_TELLERS.get(game.name, "tui.boards.spoken:Teller"))(game)
    return made


def _load(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def register(game: str, place: str) -> None:
    """Add a board (`module:Class`); for games that live outside this package."""
    _BOARDS[game] = place
