"""`tesser archive`, `tesser resume` and `tesser replay` of matches in the archive."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from io import StringIO
from ipaddress import ip_address
from pathlib import Path

import msgspec
import pytest

from core.engine.record import read_record, write_match
from net.protocol.contact import Contact
from net.protocol.invite import Address, AddressLine, write_line
from net.protocol.secret import Secret
from tests.support.archives import begun, keep, played
from tests.support.kept import records
from tui.archive.damaged import set_aside
from tui.cli.main import main
from tui.match.plans import PERSON
from tui.profile import Profile

AGAINST = (PERSON, "bot:random@1")

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def tesser(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        status = main([str(one) for one in arguments])
        return status, *capsys.readouterr()

    return tesser


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return Profile(root=tmp_path / "tesser").archive


def test_matches_are_listed_the_newest_first(run: Run, path: Path) -> None:
    assert run("archive", "list")[:2] == (0, "No match is in the archive.\n")
    keep(path, played(1))
    name = keep(path, begun(2, players=AGAINST))
    status, out, _ = run("archive", "list")
    first, second = out.splitlines()
    assert status == 0 and first.startswith(name)
    assert first.endswith("Good against Evil: not finished, entry 10")
    assert " wins, " in second
    assert run("archive", "list", "--unfinished")[1] == first + "\n"
    assert run("archive", "list", "--limit", 1)[1].splitlines()[1] == "1 more; --limit 2 lists all."
    found = [json.loads(line) for line in run("archive", "list", "--json")[1].splitlines()]
    assert [one["can_go_on"] for one in found] == [True, False]
    assert found[0]["name"] == name and found[0]["outcome"] is None and found[1]["outcome"]["scores"]


def test_one_is_shown_written_taken_in_again_and_deleted(run: Run, path: Path, tmp_path: Path) -> None:
    name = keep(path, played())
    file = tmp_path / "a.tesser"
    assert f"here called {name}" in run("archive", "show", name[:5])[1]
    assert run("archive", "export", name, file)[:2] == (0, f"Match {name} was written to {file}.\n")
    assert read_record(file.read_bytes()) == records(path.parents[1])[0]
    status, _, err = run("archive", "export", name, file)
    assert status == 2 and err.startswith(f"tesser: {file}: there is such a file"), "nothing is overwritten"
    assert "is in the archive already" in run("archive", "import", file)[1]
    status, _, err = run("archive", "delete", name)
    assert status == 2 and "say --yes" in err and len(records(path.parents[1])) == 1
    assert run("archive", "delete", name, "--yes")[:2] == (0, f"Match {name} is deleted.\n")
    assert records(path.parents[1]) == []
    (tmp_path / "no").write_text("nothing\n")
    status, out, err = run("archive", "import", tmp_path / "no", tmp_path / "gone", tmp_path, file)
    assert status == 3 and err.count("\n") == 3
    for said in ("This is no tesser record", "No such file", "This is no file"):
        assert said in err
    assert f"match {name}" in out and len(records(path.parents[1])) == 1


def test_a_record_of_an_unfinished_match_would_tell_too_much(run: Run, path: Path, tmp_path: Path) -> None:
    name = keep(path, begun(players=AGAINST, peers=(0, 1)), seats=(0,))
    status, _, err = run("archive", "export", name, tmp_path / "a.tesser")
    assert status == 3 and "would show what the others hold" in err and not (tmp_path / "a.tesser").exists()
    status, out, _ = run("replay", name)
    assert status == 0 and "You draw" in out and "Evil draws 7 cards." in out
    assert "how the other side" in run("resume", name)[2]


def test_an_unfinished_match_is_told_as_ones_own_side_saw_it(run: Run, path: Path, tmp_path: Path) -> None:
    match = begun(players=AGAINST)
    name = keep(path, match)
    own = run("replay", name)[1]
    assert "You draw" in own and "Evil draws 7 cards." in own and "not finished" in own
    (tmp_path / "a.tesser").write_bytes(write_match(match))
    anybodys = run("replay", tmp_path / "a.tesser")[1]
    assert "Good draws 7 cards." in anybodys, "a file is told to anybody"
    assert "Turn 1" in run("replay", name, "--story")[1]
    assert (
        f"match {name}: 10 entries, 0 signatures, all agree; not finished."
        in run("replay", name, "--verify")[1]
    )


def test_one_of_other_rules_is_told_as_far_as_it_agrees(run: Run, path: Path) -> None:
    match = begun(players=AGAINST)
    old = msgspec.structs.replace(match.header, rules="0" * 64, app="9.8")
    name = keep(path, match, header=old)
    status, out, err = run("replay", name)
    assert "It was played with tesser 9.8, rules 00000000; this program is tesser 0.1.0" in out
    assert status == 3 and "the hash of the header does not agree" in err
    status, _, err = run("resume", name)
    assert status == 3 and "begun with tesser 9.8, rules 00000000" in err and "can't be played on here" in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("resume",), "There is no match to go on with"),
        (("resume", "ab"), "No match in the archive begins with ab"),
        (("resume", "one\x1b[31m"), "A match is named by the beginning of its id"),
        (("archive", "show", "ab"), "No match in the archive begins with ab"),
        (("replay", "ab"), "No match in the archive begins with ab"),
        (("archive", "list", "--limit", "0"), "--limit is at least 1"),
    ],
)
def test_what_is_not_there_gets_a_sentence(run: Run, arguments: tuple[str, ...], said: str) -> None:
    status, _, err = run(*arguments)
    assert status in (2, 3) and said in err and "\x1b" not in err


def test_of_one_that_is_all_gone_it_is_said_that_nothing_can_be_read(run: Run, path: Path) -> None:
    keep(path, played())
    for data in (bytes(len(path.read_bytes())), b"\x17" * 9000, b"", b"{}\n" * 9000):
        path.write_bytes(data)
        status, out, err = run("archive", "list")
        assert (status, out) == (0, "No match is in the archive.\n") and "It was set aside" in err
        status, out, err = run("archive", "import", *set_aside(path)[:1])
        assert (status, out) == (3, "") and "No match can be read of it." in " ".join(err.split())


@pytest.mark.skipif(os.geteuid() == 0 and shutil.which("setpriv") is None, reason="root may read every file")
def test_one_that_may_not_be_read_is_said_and_left_alone(run: Run, path: Path) -> None:
    keep(path, played())
    data = path.read_bytes()
    path.chmod(0)
    weak = ["setpriv", "--inh-caps=-all", "--bounding-set=-all"] if os.geteuid() == 0 else []
    code = "import sys; from tui.cli.main import main; sys.exit(main(sys.argv[1:]))"
    for arguments in (["archive", "list"], ["resume"], ["play", "--plain"]):
        done = subprocess.run(
            [*weak, sys.executable, "-c", code, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )
        said = " ".join((done.stdout + done.stderr).split())
        assert "can't be opened (you may not read and write it" in said and "Traceback" not in said
    path.chmod(0o600)
    assert path.read_bytes() == data and not set_aside(path)


def test_what_can_be_read_of_a_damaged_archive_is_brought_back(run: Run, path: Path) -> None:
    for seed in range(6):
        keep(path, played(seed))
    before = records(path.parents[1])
    data = bytearray(path.read_bytes())
    at = len(data) * 2 // 3 // 4096 * 4096
    # A match has a page of entries after three or so of its header: so many pages hit one of them.
    data[at : at + 5 * 4096] = b"\xaa" * 5 * 4096
    path.write_bytes(data)
    db = sqlite3.connect(path)
    with pytest.raises(sqlite3.DatabaseError):
        list(db.execute("SELECT * FROM entries"))
    db.close()
    for one in before:
        run("replay", one.header.match)
    (aside,) = (one for one in path.parent.glob("*damaged*") if not one.name.endswith(("-wal", "-shm")))
    assert run("archive", "list")[1] == "No match is in the archive.\n"
    status, out, err = run("archive", "import", aside)
    assert status == 0, err
    back = {one.header.match: one for one in records(path.parents[1])}
    whole = [one for one in before if back.get(one.header.match) == one]
    assert len(whole) >= 2 and len(out.splitlines()) == len(back)
    for one in before:
        if one.header.match in back:
            entries = back[one.header.match].entries
            assert one.entries[: len(entries)] == entries


def test_a_match_that_is_not_there_is_said_with_what_can_still_be_done(run: Run, path: Path) -> None:
    line = write_line(AddressLine(b"k" * 32, (Address(ip_address("10.0.0.7"), 4000),)))
    for arguments in (["resume", "0123abcd"], ["replay", "0123abcd"], ["resume", "--join", line]):
        status, _, err = run(*arguments)
        said = " ".join(err.split())
        assert status == 3 and f"a copy of {path} from before brings all back" in said
        assert "tesser archive end" in said and "tesser archive export" in said
    path.write_text("damaged")
    run("archive", "list")
    (aside,) = set_aside(path)
    for arguments in (["resume", "0123abcd"], ["resume", "--join", line]):
        assert f"tesser archive import {aside} brings back" in " ".join(run(*arguments)[2].split())
    keep(path, played())
    assert "brings back" not in run("resume", "0123")[2], "a slip of the fingers is no lost archive"


def test_an_empty_address_line_is_none(run: Run, path: Path) -> None:
    keep(path, begun(players=AGAINST))
    status, _, err = run("resume", "--plain", "--join", "")
    assert status == 2 and "That is no address line" in err


def test_what_came_with_a_record_says_when_it_came(run: Run, path: Path, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(write_match(played()))
    keep(path, played(2))
    run("archive", "import", tmp_path / "a")
    name = played().header.match
    said = run("archive", "show", name)[1]
    assert "Taken in 20" in said and "egun 20" not in said and "last played" not in said
    facts = [json.loads(run("archive", "show", one, "--json")[1]) for one in (name, played(2).header.match)]
    assert [one["begun"] is None for one in facts] == [True, False]
    assert [one["imported"] is None for one in facts] == [False, True]


def test_the_record_and_the_story_of_a_damaged_match_say_where_they_break_off(
    run: Run, path: Path, tmp_path: Path
) -> None:
    name = keep(path, played())
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM entries WHERE n = 5")
    status, _, err = run("archive", "export", name, tmp_path / "a")
    assert status == 0 and "entry 5 is missing: the record goes up to entry 4." in " ".join(err.split())
    assert list(read_record((tmp_path / "a").read_bytes()).entries) == played().entries[:4]
    for more in ([], ["--verify"]):
        status, _, err = run("replay", name, *more)
        assert status == 3 and "entry 5 is missing" in " ".join(err.split())


def test_a_key_that_is_lost_is_said_though_the_input_ends(
    run: Run, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    contact = Contact(b"k" * 32, Secret(b"t" * 16))
    keep(path, begun(players=(PERSON, PERSON), peers=(0, 1)), seats=(0,), contact=contact)
    monkeypatch.setattr("sys.stdin", StringIO(""))
    status, out, err = run("resume", "--plain")
    said = " ".join((out + err).split())
    assert status == 3 and "that file is there no more" in said and "brings it back" not in said
