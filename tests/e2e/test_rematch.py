"""Two programs play a match and then a rematch with the sides swapped, over the same link."""

from __future__ import annotations

import signal
import threading
from itertools import cycle
from pathlib import Path

import pytest

from core import registry
from core.engine.record import Record, read_record, verify
from net.faultpoints import BEGINNING, VARIABLE
from net.protocol.identity import verify as verify_signature
from tests.support.kept import records
from tests.support.plain import eager
from tests.support.plain_program import QUICK, SHORT, Program
from tests.support.waiting import SECONDS

pytestmark = pytest.mark.long

OVER = "The match is over. Commands"
BEGUN = "Wrinkles in Time: Good (Bea) against Evil (Ann)."
"""What is said of the next match."""
KINDS: dict[str, tuple[str, ...]] = {"rematch": (), "second game": ("--both-sides",)}
"""Of a next match, with what the table is asked for."""


def seat(
    tmp_path: Path,
    running: list[Program],
    *more: str,
    host: str = "",
    guest: str = "",
    table: tuple[str, ...] = ("--side", "good", *SHORT),
    join: tuple[str, ...] = (),
) -> tuple[Program, Program]:
    """Ann hosts this table with `more` and Bea joins with `join`, each at a terminal; their match begins.
    `host` and `guest` are the points at which they are killed."""
    programs = []
    for name, killed in (("ann", host), ("bea", guest)):
        home = tmp_path / name
        (home / "tesser").mkdir(parents=True)
        (home / "tesser" / "name").write_text(f"{name.capitalize()}\n")
        command = ["join", "--plain", *join] if programs else ["host", "--plain", *table, *more]
        environ = {VARIABLE: killed} if killed else {}
        programs.append(Program(home, *command, before=QUICK, environ=environ, terminal=True))
        running.append(programs[-1])
    one, two = programs
    one.player.until("Give this invite to one other person:")
    two.player.until("Paste the invite")
    two.player.type(one.player.next() or "")
    if not join:
        two.player.question()
        two.player.type("")
    for program in programs:
        program.player.until("Time Masters: " if join else "Wrinkles in Time: ")
    return one, two


def play(*programs: Program) -> None:
    """Both play their match to its end."""

    threads = [
        threading.Thread(target=program.player.play, args=(eager, OVER), daemon=True) for program in programs
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
        assert not thread.is_alive(), [program.player.said[-5:] for program in programs]


def concede(loser: Program, *programs: Program) -> None:
    """The match is over at once."""
    loser.player.type("concede", "yes")
    for program in programs:
        program.player.until(OVER)
        program.player.until("is still here.")


def ended(tmp_path: Path) -> list[Record]:
    """The matches of both players, which are the same, whole and right."""
    mine, theirs = (records(tmp_path / name / "tesser") for name in ("ann", "bea"))
    assert mine == theirs
    for record in mine:
        assert record.outcome is not None
        verify(record, registry.load(record.header.game), verify_signature)
    return mine


def leave(*programs: Program) -> None:
    for program in programs:
        program.player.type("")
        program.player.rest()
        assert program.ended() == 0


def test_a_match_and_a_rematch_with_the_sides_swapped(tmp_path: Path, running: list[Program]) -> None:
    ann, bea = seat(tmp_path, running)
    play(ann, bea)
    bea.player.type("rematch")
    bea.player.until("You have asked Ann for a rematch with the sides swapped: you would play Good.")
    ann.player.until("Bea asks for a rematch with the sides swapped: you would play Evil. Do you accept?")
    assert ann.player.next() == "Type agree or decline."
    ann.player.type("agree")
    for program in (ann, bea):
        program.player.until("Wrinkles in Time: Good (Bea) against Evil (Ann).")
    play(ann, bea)
    leave(ann, bea)
    first, second = ended(tmp_path)
    assert [seat.name for seat in second.header.seats] == ["Bea", "Ann"]
    assert second.header.options == first.header.options and second.header.seed != first.header.seed
    assert second.header.decklists == first.header.decklists
    assert len(second.entries) > 10


def test_both_ask_at_once_and_one_match_begins(tmp_path: Path, running: list[Program]) -> None:
    ann, bea = seat(tmp_path, running)
    concede(ann, ann, bea)
    for program in (ann, bea):
        program.player.type("rematch")
    for program in (ann, bea):
        program.player.until("Wrinkles in Time: Good (Bea) against Evil (Ann).")
    concede(bea, ann, bea)
    leave(bea, ann)
    assert len(ended(tmp_path)) == 2


def test_a_rematch_is_declined_and_they_talk_on_until_one_leaves(
    tmp_path: Path, running: list[Program]
) -> None:
    ann, bea = seat(tmp_path, running)
    concede(bea, ann, bea)
    ann.player.type("rematch")
    bea.player.until("Type agree or decline.")
    bea.player.type("decline")
    ann.player.until("Bea has declined a rematch.")
    bea.player.type("say Not today.")
    ann.player.until("Bea says: Not today.")
    ann.player.type("say Good night.")
    bea.player.until("Ann says: Good night.")
    leave(bea)
    ann.player.until("Bea has left. The match is finished and kept.")
    ann.player.type("rematch")
    ann.player.until("There is no rematch now: Bea has ")
    leave(ann)
    assert len(ended(tmp_path)) == 1


def test_who_is_killed_after_the_end_does_no_harm(tmp_path: Path, running: list[Program]) -> None:
    ann, bea = seat(tmp_path, running)
    concede(bea, ann, bea)
    bea.kill()
    ann.player.until("Bea is not heard now. The match is finished and kept.")
    leave(ann)
    assert sum("Bea is not heard now" in line for line in ann.player.said) == 1, "it is said once"
    assert len(ended(tmp_path)) == 1


@pytest.mark.parametrize(
    ("point", "who", "table"),
    [
        pytest.param(point, who, KINDS[kind], id=f"{point}-{who}-{kind}")
        for point, kinds in zip(BEGINNING, cycle((tuple(KINDS), tuple(KINDS)[::-1])), strict=False)
        for who, kind in zip(("host", "guest"), kinds, strict=True)
    ],
)
def test_killed_on_the_way_to_the_next_match(
    tmp_path: Path, running: list[Program], who: str, point: str, table: tuple[str, ...]
) -> None:
    """It begins on both sides or on neither: who was killed goes on, and both come to it."""
    both = list(seat(tmp_path, running, *table, **{who: f"{point}:2"}))
    concede(both[1], *both)
    for program in both:
        program.player.type("rematch")
    dead = 0 if who == "host" else 1
    assert both[dead].process.wait(SECONDS) == 128 + signal.SIGKILL, "as a shell says it"
    both[1 - dead].player.until("is not heard")
    home = tmp_path / ("ann", "bea")[dead]
    both[dead] = Program(home, "resume", "--plain", before=QUICK, terminal=True)
    running.append(both[dead])
    back, other = both[dead], both[1 - dead]
    if BEGUN not in either(back, "is still here.", "Do you accept?", BEGUN):
        back.player.type("rematch")
        # What it had asked for before may stand yet.
        if BEGUN not in either(other, "Do you accept?", BEGUN):
            other.player.type("agree")
            other.player.until(BEGUN)
        back.player.until(BEGUN)
    assert not any("You have conceded." in line for line in back.player.said), "that was heard long ago"
    both[1].player.type("concede", "yes")
    for program in both:
        program.player.until(OVER)
    leave(*both)
    assert len(ended(tmp_path)) == 2


def either(program: Program, *wanted: str) -> str:
    """The first line that holds one of these."""
    while (line := program.player.next()) is not None:
        if any(one in line for one in wanted):
            return line
    raise AssertionError(f"never said one of {wanted}:\n" + "\n".join(program.player.said))


def second_game(tmp_path: Path, ann: Program, bea: Program) -> None:
    """Both go on to the second game, which ends; both hear the sum."""
    ann.player.type("rematch")
    bea.player.until("Ann asks for a second game with the sides swapped: you would play Good.")
    bea.player.type("agree")
    for program in (ann, bea):
        program.player.until("Wrinkles in Time: Good (Bea) against Evil (Ann).")
    bea.player.type("concede", "yes")
    for program in (ann, bea):
        program.player.until("Both sides: nobody is ahead.")
        heard = program.player.until(OVER)
        assert [line for line in heard if line.startswith("Ann: 1 game won, points 6")], heard
    leave(ann, bea)
    first, second = ended(tmp_path)
    assert second.header.decklists == first.header.decklists


def test_two_games_with_the_sides_swapped_and_their_sum(tmp_path: Path, running: list[Program]) -> None:
    ann, bea = seat(tmp_path, running, "--both-sides")
    assert any("Two games, the second with the sides swapped" in line for line in bea.player.said)
    ann.player.type("concede", "yes")
    for program in (ann, bea):
        program.player.until("One game of two is played.")
        program.player.until("is still here.")
    second_game(tmp_path, ann, bea)


def test_both_are_killed_between_two_games_and_go_on_to_the_second(
    tmp_path: Path, running: list[Program]
) -> None:
    path = tmp_path / "both.tesser"
    programs = seat(tmp_path, running, "--both-sides", "--save", str(path))
    programs[0].player.type("concede", "yes")
    for program in programs:
        program.player.until("is still here.")
    for program in programs:
        program.kill()
    back = [
        Program(tmp_path / name, "resume", "--plain", before=QUICK, terminal=True) for name in ("ann", "bea")
    ]
    running += back
    for program in back:
        program.player.until("is still here.")
    second_game(tmp_path, *back)
    assert any("both-2.tesser" in line for line in back[0].player.said)
    written = [read_record(one.read_bytes()) for one in (path, tmp_path / "both-2.tesser")]
    assert written == ended(tmp_path)


def test_the_second_game_is_given_up_for_both(tmp_path: Path, running: list[Program]) -> None:
    ann, bea = seat(tmp_path, running, "--both-sides")
    ann.player.type("concede", "yes")
    for program in (ann, bea):
        program.player.until("leave at one gives it up; Enter alone leaves.")
        program.player.until("is still here.")
    ann.player.type("leave at one", "no", "leave at one", "yes")
    bea.player.until("Ann has left it at one game, so no second one follows.")
    leave(bea)
    assert ann.player.rest()[-1] == "It stays at one game; no second one follows." and ann.ended() == 0
    assert not any("The second game waits" in line for line in (*ann.player.said, *bea.player.said))
    assert len(ended(tmp_path)) == 1
    for name in ("ann", "bea"):
        again = Program(tmp_path / name, "resume", "--plain", before=QUICK, terminal=True)
        running.append(again)
        assert again.ended() != 0 and not again.player.rest(), "there is nothing to go on with"


def test_who_is_left_alone_between_two_games_gives_the_second_up(
    tmp_path: Path, running: list[Program]
) -> None:
    ann, bea = seat(tmp_path, running, "--both-sides")
    ann.player.type("concede", "yes")
    for program in (ann, bea):
        program.player.until("is still here.")
    leave(ann)
    assert ann.player.said[-1].startswith("The second game waits: tesser resume ")
    bea.player.until("Ann has left. ")
    bea.player.type("leave at one", "yes")
    bea.player.until("The other side is not there to be told: ")
    assert bea.player.rest()[-1] == "It stays at one game; no second one follows." and bea.ended() == 0
    back = Program(tmp_path / "ann", "resume", "--plain", before=QUICK, terminal=True)
    running.append(back)
    back.player.until("If no second game is wanted any more, type leave at one.")
    back.player.type("leave at one", "yes")
    assert back.player.rest()[-1] == "It stays at one game; no second one follows."


def test_a_rematch_of_a_match_with_three_seats(tmp_path: Path, running: list[Program]) -> None:
    table = ("--game", "time-masters", "--seats", "person=Ann,guest,guest", *SHORT)
    ann, bea = seat(tmp_path, running, table=table, join=("--seats", "person=Bea,random=Bot"))
    concede(ann, ann, bea)
    ann.player.type("rematch")
    bea.player.until("Type agree or decline.")
    bea.player.type("agree")
    for program in (ann, bea):
        assert "Seat 2 (Ann)" in program.player.until("Time Masters: ")[-1]
    concede(bea, ann, bea)
    leave(bea, ann)
    assert len(ended(tmp_path)) == 2
