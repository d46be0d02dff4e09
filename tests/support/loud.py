"""Tables by identity that fail where HIDDEN is looked up, which is -1 and so the last card to Python."""

from __future__ import annotations

from typing import Any, TypeVar, overload

import pytest

from core.contract.game import AnyGame

T = TypeVar("T", covariant=True)


class Loud(tuple[T, ...]):
    """A tuple that can be read from its beginning only."""

    @overload
    def __getitem__(self, at: Any, /) -> T: ...
    @overload
    def __getitem__(self, at: slice, /) -> tuple[T, ...]: ...
    def __getitem__(self, at: Any, /) -> Any:
        assert not isinstance(at, int) or at >= 0, "a card is looked up that is hidden"
        return tuple.__getitem__(self, at)


def make(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever this game, its pool and what else it holds know by identity is loud while a test runs."""
    size = len(game.table)
    for owner in (game, *(held for held in vars(game).values() if hasattr(held, "__dict__"))):
        for name, value in vars(owner).items():
            if isinstance(value, tuple) and len(value) == size:
                monkeypatch.setattr(owner, name, Loud(value))
