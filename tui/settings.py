"""A player's settings: a small file in the profile's folder, read when a match begins.

A file that can't be read, or that says what makes no sense, costs nothing but the settings: defaults are
used, a sentence says so, and the old file is kept beside the new one when settings are saved again.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

from core.clean import clean, shown_path
from core.engine.stops import AS_THE_GAME_HAS_IT, StopRules
from decks.storage.atomic import write_whole

if TYPE_CHECKING:
    from tui.profile import Profile

VERSION = 1
"""Of the file's form; raised when older programs could not read it any more."""
FILE_BYTES = 64 * 1024
"""The largest file that is read."""

Bell: TypeAlias = Literal["off", "once", "always"]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a player has set, for all matches."""

    bell: Bell = "once"
    """`once`: the bell rings once a turn where somebody on another machine plays too; `always`: each time
    this player is asked after others have moved. In both cases the window's title says whose turn it is."""
    chat: bool = True
    """Whether lines between the players of a network match are said and shown."""
    stops: dict[str, StopRules] = {}
    """By name of a game: where its persons are asked."""

    decks: str = ""
    """Path of a folder of decks beside one's own, such as a club's; empty for none."""

    @property
    def shared_decks(self) -> Path | None:
        """The folder of `decks`."""
        return Path(self.decks) if self.decks else None

    def rules(self, game: str) -> StopRules:
        """The stops of a game."""
        return self.stops.get(game, AS_THE_GAME_HAS_IT)

    def with_rules(self, game: str, rules: StopRules) -> Settings:
        """The same with other stops of a game."""
        stops = {name: one for name, one in self.stops.items() if name != game}
        return msgspec.structs.replace(
            self, stops=stops if rules == AS_THE_GAME_HAS_IT else stops | {game: rules}
        )


class CannotSave(ValueError):
    """Settings that can't be kept; the message says where and why."""


def settings_file(profile: Profile) -> Path:
    """Where a player's settings are."""
    return profile.root / "settings.json"


def load_settings(profile: Profile) -> Settings:
    """The player's settings; the defaults if there are none that can be read."""
    return read_settings(profile)[0]


def read_settings(profile: Profile) -> tuple[Settings, str]:
    """The player's settings, and a sentence on what is wrong with the file; empty if nothing is."""
    path = settings_file(profile)
    try:
        with path.open("rb") as file:
            data = file.read(FILE_BYTES + 1)
    except FileNotFoundError:
        return Settings(), ""
    except OSError as error:
        return Settings(), f"The usual settings are used, since {path.name} can't be read: {error.strerror}."
    try:
        if len(data) > FILE_BYTES:
            raise ValueError("it is larger than any settings file")
        return _decode(data), ""
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else clean(str(error), 160)
        return Settings(), (
            f"The usual settings are used, since {path.name} makes no sense: {reason}."
            " It is put aside, as settings.json.bad, when settings are saved."
        )


def _decode(data: bytes) -> Settings:
    fields = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    version = msgspec.json.decode(fields.pop("version", b"null"), type=int | None)
    if version != VERSION:
        raise ValueError(
            f"it is of version {version}, and this program knows version {VERSION}"
            if version is not None
            else "it has no version"
        )
    return msgspec.json.decode(msgspec.json.encode(fields), type=Settings)


def save_settings(profile: Profile, settings: Settings) -> None:
    """Keep these settings: the file is written whole or not at all. Raises CannotSave."""
    path = settings_file(profile)
    fields: dict[str, Any] = {"version": VERSION, **msgspec.to_builtins(settings)}
    data = msgspec.json.format(msgspec.json.encode(fields), indent=2) + b"\n"
    try:
        if read_settings(profile)[1]:
            os.replace(path, path.with_name("settings.json.bad"))
        write_whole(path, data)
    except OSError as error:
        raise CannotSave(f"Settings can't be saved in {shown_path(path.parent)}: {error.strerror}.") from None
