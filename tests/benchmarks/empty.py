"""A Textual app with nothing in it, to compare a first frame with."""

from __future__ import annotations


def main() -> None:
    """Run it."""
    from textual.app import App

    App[None]().run()
