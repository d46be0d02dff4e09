"""The registry: which games there are. A new game is one line here."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from core.game import AnyGame

_ROOMS: dict[str, str] = {
    "wrinkles": "core.wrinkles.wrinkles",
}
"""Name of a game, and the module whose `load()` gives it. Loaded when first asked for."""

DEFAULT = "wrinkles"


def names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_ROOMS)


def load(name: str) -> AnyGame:
    """A game by name. Raises KeyError if there is none of that name."""
    loader: Callable[[], AnyGame] = import_module(_ROOMS[name]).load
    return loader()


def register(name: str, module: str) -> None:
    """Add a game; for games that live outside this package."""
    _ROOMS[name] = module
