"""What is to be played, as a screen or the command line says it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from core.match import Decklist

PERSON = "person"


class LocalPlan(msgspec.Struct, frozen=True):
    """A match on this machine alone."""

    game: str
    players: tuple[str, ...]
    """By seat: `person`, or the name of a bot."""
    decks: tuple[Decklist | None, ...]
    options: dict[str, int]
    """Those that differ from the defaults; checked by all_options."""
    lists: str = "open"
    seed: int | None = None
    """For a match that can be played again: fixes the seed, the id and the names."""
    save: Path | None = None
    """Where the record goes, instead of the profile's folder."""
    both_sides: bool = False
    """Whether a second game follows with the sides swapped; tui.matches.series."""
    names: tuple[str, ...] = ()
    """Players' names by seat; empty: this player's own, and else those of the sides."""
    shared: Decklist | None = None
    """The list that belongs to the table (Game.shared_group); None: the game does without."""


class HostPlan(msgspec.Struct, frozen=True):
    """A table to host."""

    game: str
    seats: tuple[int, ...]
    """The seats held here; the guest gets the others."""
    decks: dict[int, Decklist | None]
    """By seat held here."""
    options: dict[str, int]
    format: str
    """The format that both decks have to be legal in; empty for any."""
    lists: str = "open"
    player: str = PERSON
    """Who plays here: `person`, or the name of a bot."""
    save: Path | None = None
    port: int = 0
    """The port to listen on; 0 for any free one."""
    shared: Decklist | None = None
    """The list that belongs to the table (Game.shared_group), which the guest sees in the offer."""


class JoinPlan(msgspec.Struct, frozen=True):
    """A table to join."""

    invite: str = ""
    """Empty: it is asked for."""
    deck: str | None = None
    """The deck to begin with: its name, or a file."""
    save: Path | None = None
    """Where the record goes, instead of the profile's folder."""
