"""Bytes that nobody is to see by accident."""

from __future__ import annotations


class Secret:
    """Bytes that no traceback, log or repr shows."""

    __slots__ = ("_value",)

    def __init__(self, value: bytes) -> None:
        self._value = value

    def __repr__(self) -> str:
        return "<Secret>"

    def __len__(self) -> int:
        return len(self._value)

    def reveal(self) -> bytes:
        """The bytes themselves; keep them out of variables."""
        return self._value
