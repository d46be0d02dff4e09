"""A player's own folder: decks, matches, identity. `--profile NAME` is another one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from core.clean import NAME_CELLS, clean, shown_path
from decks.storage.atomic import write_whole

if TYPE_CHECKING:
    from decks.storage.store import DeckStore


class BadProfile(ValueError):
    """A profile name that can't name a folder; the message says what can."""


class Profile:
    """Where a player's things are. Nothing is made before it is needed."""

    def __init__(self, name: str = "", root: Path | None = None) -> None:
        """`name` is empty for the usual profile. Raises BadProfile."""
        if name and not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}", name):
            raise BadProfile(
                f"{clean(name, 40)!r} can't name a profile; use up to 32 letters, digits, - and _."
            )
        base = root if root is not None else platformdirs.user_data_path("tesser")
        self.root = base / "profiles" / name if name else base
        self.name = name
        self.shared_decks: Path | None = None
        """Another folder of decks, for this run; None for the one in the settings, if there is one."""

    @classmethod
    def of(cls, archive: Path) -> Profile:
        """The profile whose archive of matches is this file."""
        return cls(root=archive.parents[1])

    @property
    def decks(self) -> Path:
        """Folder of the player's own decks."""
        return self.root / "decks"

    def deck_store(self) -> DeckStore:
        """The player's decks, those of the shared folder, and those that come with the games."""
        from decks.storage.store import DeckStore
        from tui.settings import load_settings

        shared = self.shared_decks or load_settings(self).shared_decks
        return DeckStore(self.decks, shared)

    @property
    def archive(self) -> Path:
        """File of the archive of matches."""
        return self.root / "archive" / "matches.sqlite3"

    @property
    def crashes(self) -> Path:
        """Folder of the details of errors of our own."""
        return self.root / "crashes"

    @property
    def identity(self) -> Path:
        """File of the player's secret."""
        return self.root / "identity"

    @property
    def player(self) -> str:
        """What others see as the player's name: the chosen one, else the profile's; never a user name."""
        try:
            chosen = clean((self.root / "name").read_text("utf-8"), NAME_CELLS).strip()
        except (OSError, UnicodeDecodeError):
            chosen = ""
        return chosen or self.name or "Player"

    def rename(self, player: str) -> None:
        """Choose the player's name. Raises OSError if it can't be kept, and then the old one stays."""
        write_whole(self.root / "name", f"{clean(player, NAME_CELLS)}\n".encode())


def folder_named(text: str) -> Path:
    """A folder that is there, by its path. Raises ValueError with a sentence."""
    try:
        path = Path(text.strip()).expanduser().absolute()
        if not path.is_dir():
            raise ValueError(f"There is no folder {shown_path(path)}.")
    except (OSError, RuntimeError) as error:
        raise ValueError(f"This names no folder: {clean(str(error), 80)}.") from None
    return path
