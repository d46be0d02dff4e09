"""Settings are kept whole, and a file that makes no sense costs nothing but the settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.engine.stops import StopRules
from tui.profile import Profile
from tui.settings import (
    CannotSave,
    Settings,
    load_settings,
    read_settings,
    save_settings,
    settings_file,
)


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return Profile("", tmp_path)


def test_settings_come_back_as_they_were_saved(profile: Profile) -> None:
    assert read_settings(profile) == (Settings(), "")
    rules = StopRules(always=True, at={"Test": "never"})
    saved = Settings(bell="always").with_rules("wrinkles", rules)
    save_settings(profile, saved)
    assert read_settings(profile) == (saved, "")
    assert load_settings(profile).rules("wrinkles") == rules
    assert load_settings(profile).rules("pocket") == StopRules()
    save_settings(profile, saved.with_rules("wrinkles", StopRules()))
    assert load_settings(profile) == Settings(bell="always")
    assert [path.name for path in profile.root.iterdir()] == ["settings.json"]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "truncated"),
        (b"\xff\x00", "makes no sense"),
        (b"[]", "object"),
        (b'{"version": 2}', "version 2"),
        (b"{}", "no version"),
        (b'{"version": 1, "bell": "loud"}', "bell"),
        (b'{"version": 1, "bells": "off"}', "bells"),
        (b'{"version": 1, "stops": {"wrinkles": {"at": {"Test": "often"}}}}', "stops"),
        (b'{"version": 1, "stops": ' + b"[" * 20_000, "makes no sense"),
        (b" " * 70_000, "larger"),
    ],
)
def test_a_bad_file_is_said_and_kept_aside(profile: Profile, data: bytes, what: str) -> None:
    path = settings_file(profile)
    path.write_bytes(data)
    settings, said = read_settings(profile)
    assert settings == Settings()
    assert what in said and said.startswith("The usual settings are used") and "\n" not in said
    save_settings(profile, Settings(bell="off"))
    assert load_settings(profile).bell == "off"
    assert path.with_name("settings.json.bad").read_bytes() == data


def test_a_file_of_control_characters_is_said_harmlessly(profile: Profile) -> None:
    settings_file(profile).write_bytes('{"version": 1, "\x9b31m[/]": 1}'.encode())
    assert "\x9b" not in read_settings(profile)[1]


def test_settings_that_cannot_be_saved_are_said(tmp_path: Path) -> None:
    (tmp_path / "blocked").write_text("a file where the folder should be")
    with pytest.raises(CannotSave, match="can't be saved in"):
        save_settings(Profile("", tmp_path / "blocked"), Settings())
