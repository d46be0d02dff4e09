"""The registry: which games there are. A new game is one line here."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from core.contract.game import AnyGame

_ROOMS: dict[str, tuple[str, str]] = {
    "wrinkles": ("core.wrinkles.wrinkles", "Wrinkles in Time"),
    "time-masters": ("core.timemasters.timemasters", "Time Masters"),
}
"""By a game's name: the module whose `load()` gives it, loaded when first asked for; and its title."""

DEFAULT = "wrinkles"


def names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_ROOMS)


def title(name: str) -> str:
    """What a game is called, without loading it. Raises KeyError if there is none of that name."""
    return _ROOMS[name][1] or load(name).title


def load(name: str) -> AnyGame:
    """A game by name. Raises KeyError if there is none of that name."""
    loader: Callable[[], AnyGame] = import_module(_ROOMS[name][0]).load
    return loader()


def register(name: str, module: str, title: str = "") -> None:
    """Add a game; for games that live outside this package. Without a title the game is asked for it."""
    _ROOMS[name] = (module, title)
