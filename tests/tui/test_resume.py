"""Going on with a match on this machine: the state, the question and what happened meanwhile are back."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from core import registry
from core.engine.entry import Entry
from core.engine.record import read_record, verify, write_entry, write_match
from core.engine.stops import StopRules
from tests.support.archives import GAME, begun, keep, played
from tests.support.kept import record, records
from tests.support.plain import Played, eager, plan, session
from tui.archive import match_lock, queries
from tui.archive.database import Archive, ArchiveError
from tui.exit_status import BAD_FILE, FINISHED, INTERRUPTED
from tui.match.plans import PERSON, ResumePlan
from tui.match.resume import chosen, why_not
from tui.profile import Profile
from tui.settings import Settings, save_settings

PEOPLE = (PERSON, PERSON)


def leave(player: Played) -> list[str]:
    player.type("quit", "yes")
    return player.rest()


def play(tmp_path: Path, *answers: str, players: tuple[str, ...] = (PERSON, "random"), seed: int = 5) -> None:
    """Begin a match, answer so many questions, and leave."""
    with session(tmp_path, lambda one: one.begin(plan(*players, seed=seed)), always=True) as (player, status):
        for answer in answers:
            player.question()
            player.type(answer)
        player.question()
        said = leave(player)
    assert status == [INTERRUPTED]
    name = record(tmp_path).header.match[:8]
    assert said[-1] == (
        f"The match is kept, as {name}: tesser resume {name}, or Continue at home, goes on with it."
    )


def sql(tmp_path: Path, statement: str, *values: object) -> None:
    db = sqlite3.connect(Profile(root=tmp_path).archive)
    with db:
        assert db.execute(statement, values).rowcount == 1
    db.close()


def test_the_question_is_open_again_and_what_happened_since_the_last_choice_is_told(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan(seed=5)), always=True) as (player, _):
        player.question()
        player.type("1")
        player.question()
        player.type("1")
        news = player.until("Choose ")
        leave(player)
    before = record(tmp_path)
    with session(tmp_path, lambda one: one.begin(ResumePlan()), always=True) as (player, _):
        again = player.until("Choose ")
        leave(player)
    assert again[2] == "The match goes on. What happened since your last choice:"
    assert again[3:] == news
    assert record(tmp_path) == before, "to look is no choice"


def test_of_a_match_that_was_left_before_its_first_entry_it_is_told_how_it_began(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan(*PEOPLE, seed=5)), always=True) as (player, _):
        player.until("press Enter when you have it")
        player.type("")
        began = player.until("Choose ")
        leave(player)
    assert any("You draw " in line for line in began) and not record(tmp_path).entries
    for _ in range(2):
        with session(tmp_path, lambda one: one.begin(ResumePlan()), always=True) as (player, _):
            player.until("press Enter when you have it")
            player.type("")
            again = player.until("Choose ")
            leave(player)
        assert again == ["The match goes on. What happened so far:", *began]


def test_a_match_goes_on_to_its_end_with_the_bot_back_at_its_seat(tmp_path: Path) -> None:
    play(tmp_path, "1", "1")
    before = record(tmp_path).entries
    with session(tmp_path, lambda one: one.begin(ResumePlan()), always=True) as (player, status):
        player.play(eager)
    assert status == [FINISHED]
    whole = record(tmp_path)
    assert whole.entries[: len(before)] == before and whole.outcome is not None
    verify(whole, registry.load("wrinkles"), lambda *_: False)
    assert {entry.by for entry in whole.entries[len(before) :]} == {0, 1}


def test_in_hot_seat_nothing_is_told_before_somebody_has_the_keyboard(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan(*PEOPLE, seed=5)), always=True) as (player, _):
        for _ in range(3):
            player.until("press Enter when you have it")
            player.type("")
            player.question()
            player.type("1")
        player.until("press Enter when you have it")
        leave(player)
    with session(tmp_path, lambda one: one.begin(ResumePlan()), always=True) as (player, _):
        covered = player.until("press Enter when you have it")
        assert not any("The match goes on" in line or line.startswith("You ") for line in covered)
        player.type("")
        told = player.until("Choose ")
        leave(player)
    assert told[0] == "The match goes on. What happened since your last choice:"


def test_the_open_question_is_asked_whatever_the_stops_say_and_they_are_as_they_were_set(
    tmp_path: Path,
) -> None:
    play(tmp_path, "1")
    # By these it would have been answered unasked.
    at = {stop.name: "never" for stop in GAME.stops}
    save_settings(Profile(root=tmp_path), Settings(stops={"wrinkles": StopRules(at=at)}))  # type: ignore[arg-type]
    n = len(record(tmp_path).entries)
    with session(tmp_path, lambda one: one.begin(ResumePlan())) as (player, _):
        player.question()
        assert len(record(tmp_path).entries) == n
        player.type("stops")
        player.until("not asked.")
        leave(player)


def test_what_was_answered_for_a_person_is_still_no_choice_of_its_own(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan(seed=5))) as (player, _):
        player.question()
        leave(player)
    sql(tmp_path, "UPDATE matches SET app = 'as it is'")
    with Archive(Profile(root=tmp_path).archive) as archive:
        automatic = queries.load(archive, chosen(archive)).automatic
    assert automatic, "passes were made for the person"
    with session(tmp_path, lambda one: one.begin(ResumePlan())) as (player, _):
        player.question()
        player.type("undo")
        player.until("You have made no choice that could be taken back.")
        player.type("log")
        player.until("Unasked, you ")
        leave(player)


def test_one_of_other_rules_is_looked_at_and_not_played_on(tmp_path: Path) -> None:
    path = Profile(root=tmp_path).archive
    keep(path, begun(players=(PERSON, "bot:random@1")))
    sql(tmp_path, "UPDATE matches SET rules = ?, app = '9.8'", "0" * 64)
    with Archive(path) as archive:
        reason = why_not(archive, queries.page(archive, 1)[0])
        with pytest.raises(ArchiveError, match="no match to go on with"):
            chosen(archive)
    assert (
        "begun with tesser 9.8, rules 00000000; this is tesser 0.1.0, rules " + GAME.fingerprint[:8] in reason
    )
    assert "looked at as far as its hashes agree" in reason


def test_why_a_match_does_not_go_on(tmp_path: Path) -> None:
    path = Profile(root=tmp_path).archive
    keep(path, played())
    keep(path, begun(4), seats=())
    keep(path, begun(5, players=(PERSON, "bot:hal@9000")))
    with Archive(path) as archive:
        bot, elsewhere, over = queries.page(archive, 3)
        assert "is finished" in why_not(archive, over)
        assert "nobody here holds a seat" in why_not(archive, elsewhere)
        assert "no computer player 'hal'" in why_not(archive, bot)
        with pytest.raises(ArchiveError, match="no match to go on with"):
            chosen(archive)


def test_a_running_match_goes_on_in_one_program_only(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan(seed=5)), always=True) as (player, _):
        player.question()
        with session(tmp_path, lambda one: one.begin(ResumePlan(record(tmp_path).header.match))) as (
            other,
            status,
        ):
            (said,) = other.rest()
        assert status == [BAD_FILE] and "is being played in another tesser" in said
        with session(tmp_path, lambda one: one.begin(ResumePlan())) as (other, status):
            (said,) = other.rest()
        name = record(tmp_path).header.match[:8]
        assert status == [BAD_FILE]
        assert f"The match last left, {name}, is open in another program" in said
        leave(player)


def test_the_menu_offers_the_match_that_was_left_first(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(None)) as (player, _):
        assert player.question()[1] == "play against the computer"
        player.type("quit")
        player.rest()
    play(tmp_path, "1")
    with session(tmp_path, lambda one: one.begin(None), always=True) as (player, _):
        assert player.question()[1].startswith("continue: Good against Evil")
        player.type("1")
        player.until("The match goes on.")
        player.question()
        player.type("quit", "yes")
        player.question()
        player.type("quit")
    assert len(records(tmp_path)) == 1


def test_two_who_go_on_with_it_at_once_are_one(tmp_path: Path) -> None:
    play(tmp_path, "1")
    path = Profile(root=tmp_path).archive
    with Archive(path) as archive:
        kept = chosen(archive)
    locks: list[match_lock.Lock | None] = []
    threads = [
        threading.Thread(target=lambda: locks.append(match_lock.claim(path, kept.lock))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    held = [lock for lock in locks if lock is not None]
    assert len(held) == 1
    held[0].let_go()


def test_of_two_games_the_one_that_was_left_is_followed_by_the_other(tmp_path: Path) -> None:
    both = plan(PERSON, "random", seed=5, both_sides=True)
    with session(tmp_path, lambda one: one.begin(both), always=True) as (player, _):
        player.question()
        player.type("1")
        player.question()
        leave(player)
    with session(tmp_path, lambda one: one.begin(ResumePlan()), always=True) as (player, _):
        player.until("The match goes on.")
        player.question()
        player.type("concede", "yes")
        player.until("One game of two is played.")
        player.until("Now the sides are swapped: ")
        player.until("Wrinkles in Time: ")
        player.question()
        player.type("1")
        player.question()
        leave(player)
    with session(tmp_path, lambda one: one.begin(ResumePlan()), always=True) as (player, status):
        player.until("The match goes on.")
        player.question()
        player.type("concede", "yes")
        said = player.until("Both sides: ")
        assert any(line.startswith("Game 1: ") for line in player.rest()), said
    assert status == [FINISHED]
    first, second = records(tmp_path)
    assert [[seat.player.split(":")[0] for seat in one.header.seats] for one in (first, second)] == [
        ["person", "bot"],
        ["bot", "person"],
    ]


def test_the_menus_archive_tells_a_match_as_its_player_saw_it(tmp_path: Path) -> None:
    play(tmp_path, "1")
    name = record(tmp_path).header.match[:8]
    with session(tmp_path, lambda one: one.begin(None), always=True) as (player, _):
        player.question()
        player.type("archive")
        player.until("Which match?")
        player.type("zz", name, "tell", "quit")
        said = player.rest()
    assert any(f"1: {name}, " in line and "not finished" in line for line in player.said)
    assert 'Nothing here fits "zz"; type 1, or part of a name.' in said
    assert any(line.startswith("You draw ") for line in said) and "Evil draws 7 cards." in said


def test_by_its_number_a_match_of_the_archive_goes_on_is_told_exported_and_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    play(tmp_path, "1")
    keep(Profile(root=tmp_path).archive, played())
    with session(tmp_path, lambda one: one.begin(None), always=True) as (player, _):
        player.question()
        player.type("archive")
        player.until("Which match? 1 or 2;")
        player.type("2")
        assert player.question() == {
            1: "go on",
            2: "tell it: all that happened, as you may know it",
            3: "export: write its record to a file",
            4: "delete: take it out of the archive, for good",
        }
        player.type("tell", "2", "go on")
        player.until("The match goes on. What happened since your last choice:")
        leave_to_menu = ("quit", "yes")
        player.question()
        player.type(*leave_to_menu)
        player.until("The match is kept, as ")
        player.question()
        player.type("archive")
        player.until("Which match?")
        player.type("1", "export", "", "1", "", "1", "delete", "no", "1", "delete", "yes")
        player.until("The record is in ")
        player.until("Good ")
        player.until("It stays.")
        player.until("is deleted.")
        player.until("Which match? 1;")
        player.type("", "quit")
        player.rest()
    (path,) = tmp_path.glob("*.tesser")
    verify(read_record(path.read_bytes()), GAME, lambda *_: True)
    with Archive(Profile(root=tmp_path).archive) as archive:
        assert queries.count(archive) == 1


def test_a_match_that_is_not_listed_is_meant_by_the_beginning_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.plain.archive.LAST", 1)
    play(tmp_path, "1")
    keep(Profile(root=tmp_path).archive, played())
    with Archive(Profile(root=tmp_path).archive) as archive:
        names = [kept.name for kept in queries.page(archive, 2)]
    with session(tmp_path, lambda one: one.begin(None), always=True) as (player, _):
        player.question()
        player.type("archive")
        player.until("Which match? 1; 1 older by the beginning of their names;")
        player.type(names[1], "tell", "quit")
        said = player.rest()
    assert any(line.startswith("You draw ") for line in said)


def test_the_record_that_was_asked_for_is_brought_up_to_date_by_a_match_that_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "a record.tesser"
    begin = plan(PERSON, "random", seed=5, save=file)
    with session(tmp_path, lambda one: one.begin(begin), always=True) as (player, _):
        player.question()
        leave(player)
    first = read_record(file.read_bytes())
    with session(tmp_path, lambda one: one.begin(ResumePlan()), always=True) as (player, _):
        player.question()
        player.type("1")
        player.question()
        said = leave(player)
    assert said[-1] == f"Its record: {file}"
    second = read_record(file.read_bytes())
    assert len(second.entries) > len(first.entries) and second == record(tmp_path)
    file.unlink()  # as if the program had been killed
    with session(tmp_path, lambda one: one.begin(ResumePlan())) as (player, status):
        player.play(eager)
    assert status == [FINISHED] and read_record(file.read_bytes()).outcome is not None


@pytest.mark.parametrize("other", ["a shopping list\n", "another match", "a longer one"])
def test_another_file_in_the_place_of_the_record_stays(tmp_path: Path, other: str) -> None:
    file = tmp_path / "a record.tesser"
    with session(tmp_path, lambda one: one.begin(plan(seed=5, save=file)), always=True) as (player, _):
        player.question()
        leave(player)
    if other == "a longer one":
        there = file.read_bytes() + write_entry(Entry(0, "pass", "00" * 16, None))
    else:
        there = write_match(played()) if other == "another match" else other.encode()
    file.write_bytes(there)
    with session(tmp_path, lambda one: one.begin(ResumePlan()), always=True) as (player, _):
        player.question()
        said = leave(player)
    assert file.read_bytes() == there
    assert any("was not written. There is another file in its place now." in line for line in said)
