"""A match with another machine whose key is there no more: what is offered of it, and what is said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from net.protocol.identity import load_identity
from tests.support.plain import session
from tests.support.whole_app import everything, running
from tests.tui.test_ending_alone import kept_with
from tui.archive.database import Archive, ArchiveError
from tui.archive.queries import find
from tui.cli.main import main
from tui.exit_status import BAD_FILE
from tui.match.one_sided_end import end_copy
from tui.match.resume import chosen, latest, why_not
from tui.profile import Profile


def lost(path: Path) -> None:
    path.unlink()


def changed(path: Path) -> None:
    path.unlink()
    load_identity(path)


def cut(path: Path) -> None:
    path.write_bytes(b"short")


@pytest.mark.parametrize(
    ("happens", "said"),
    [(lost, "is there no more"), (changed, "is another one now"), (cut, "should hold 32 bytes")],
)
@pytest.mark.parametrize("ended", [False, True])
def test_without_its_key_a_match_is_not_offered_and_with_a_backup_it_goes_on(
    tmp_path: Path, happens: Callable[[Path], None], said: str, ended: bool
) -> None:
    profile, name = kept_with(tmp_path, "none", 0, 0)
    secret = profile.identity.read_bytes()
    with Archive(profile.archive) as archive:
        if ended:
            end_copy(profile, find(archive, name))
        kept = find(archive, name)
        assert why_not(archive, kept) == "" and (latest(archive) is None) == ended
        happens(profile.identity)
        assert said in why_not(archive, kept)
        assert latest(archive) is None
        with pytest.raises(ArchiveError, match="There is no match to go on with") as refused:
            chosen(archive)
        assert (said in str(refused.value)) != ended
        profile.identity.write_bytes(secret)
        profile.identity.chmod(0o600)
        assert why_not(archive, kept) == ""


def test_on_the_command_line_it_is_said_what_can_still_be_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    profile, name = kept_with(Profile().root, "none", 0, 0)
    profile.identity.unlink()
    for arguments in (("archive", "show", name), ("archive", "end", name), ("resume", name), ("resume",)):
        assert main([*arguments]) == (0 if "show" in arguments else BAD_FILE), arguments
        told = " ".join("".join(capsys.readouterr()).split())
        assert "goes on with it" not in told
        for way in (f"tesser replay {name}", f"tesser archive delete {name}", "tesser archive import"):
            assert told.count(way) == 1, told
    assert not profile.identity.exists(), "no new one takes its place"


async def test_the_screens_offer_neither_to_go_on_nor_to_end_it(tmp_path: Path) -> None:
    profile, _ = kept_with(tmp_path, "none", 0, 0)
    profile.identity.unlink()
    async with running(tmp_path) as (app, pilot):
        assert "Continue" not in everything(app)
        await pilot.press("a")
        await pilot.until(lambda: "that file is there no more" in everything(app))
        assert "goes on with it" not in everything(app)
        await pilot.press("x")
        await pilot.until(lambda: "This match can't be ended here" in everything(app))


def test_plain_mode_offers_neither_to_go_on_nor_to_end_it(tmp_path: Path) -> None:
    profile, _ = kept_with(tmp_path, "none", 0, 0)
    profile.identity.unlink()
    with session(tmp_path, lambda one: one.begin(None)) as (player, _):
        assert "continue" not in "".join(player.question().values())
        player.type("archive", "1")
        player.until("What shall be done with it?")
        ways = player.question()
        assert ways[1] == "go on: not possible here" and not any("end it" in way for way in ways.values())
        player.type("quit")
