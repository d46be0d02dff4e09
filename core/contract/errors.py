"""What is raised where no match can be made."""

from __future__ import annotations


class GameError(ValueError):
    """Card data or a header that no match can be made of; the message says what and where."""
