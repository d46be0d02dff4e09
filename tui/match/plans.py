"""What is to be played, as a screen or the command line says it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from core.contract.clock import NO_CLOCK
from core.contract.header import Decklist

PERSON = "person"
GUEST = "guest"
"""In the setup of a table: whoever joins it plays there."""


class LocalPlan(msgspec.Struct, frozen=True):
    """A match on this machine alone."""

    game: str
    players: tuple[str, ...]
    """By seat: `person`, or the name of a bot."""
    decks: tuple[Decklist | None, ...]
    options: dict[str, int]
    """Those that differ from the defaults; checked by all_options."""
    lists: str = "open"
    clock: str = NO_CLOCK
    """How much time a seat has to choose, in the text form of core.contract.clock."""
    seed: int | None = None
    """For a match that can be played again: fixes the seed, the id and the names."""
    save: Path | None = None
    """Where the record goes, instead of the profile's folder."""
    both_sides: bool = False
    """Whether a second game follows with the sides swapped; tui.match.series."""
    names: tuple[str, ...] = ()
    """Players' names by seat. Where one is empty: this player's own for the only such person, else
    names.usual_name."""
    shared: Decklist | None = None
    """The list that belongs to the table (Game.shared_group); None: the game does without."""
    series: str = ""
    """The games this one is of, as Series.kept has them; empty if it stands alone."""


class Sitter(msgspec.Struct, frozen=True):
    """Who sits at a seat of this machine in a match with another one."""

    player: str = PERSON
    """`person`, or the name of a bot."""
    deck: Decklist | None = None
    """None if the seat brings no deck."""
    name: str = ""
    """Empty for the usual one: this player's own, and for a bot that it is this player's."""


class ResumePlan(msgspec.Struct, frozen=True):
    """A match of the archive to go on with."""

    match: str = ""
    """What it is called there, or the beginning of its id; empty for the one played last."""
    line: str = ""
    """The other machine's address line, if there is one."""
    from_sound: bool = False
    """Whether one on this machine that is damaged goes on from its last sound entry."""


class HostPlan(msgspec.Struct, frozen=True):
    """A table to host."""

    game: str
    seats: int
    """How many there are."""
    here: dict[int, Sitter]
    """By seat held here; the guest gets the others."""
    options: dict[str, int]
    format: str
    """The format that both decks have to be legal in; empty for any."""
    lists: str = "open"
    clock: str = NO_CLOCK
    """How much time a seat has to choose, in the text form of core.contract.clock."""
    both_sides: bool = False
    """Whether a second game follows with the sides swapped; tui.match.series."""
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
    seats: tuple[Sitter, ...] = ()
    """Who plays at the seats this side gets, in their order, if that was said; their decks come later."""
    bot: str = ""
    """The name of the bot that plays at all of them; empty if none does."""
