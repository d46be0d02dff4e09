"""Plain mode with somebody on another machine, as programs of their own."""

from __future__ import annotations

import signal
import threading
from pathlib import Path

import msgspec
import pytest

from core.engine.stops import StopRules
from decks.storage.catalog import stock_decks
from decks.text.deck_file import write_deck
from tests.support.plain import eager
from tests.support.plain_program import QUICK, SHORT, Program, check
from tests.support.programs import QUICK_LINE, QUICK_SILENCE
from tests.support.waiting import SECONDS
from tui.profile import Profile
from tui.settings import Settings, save_settings

pytestmark = pytest.mark.long


def pair(tmp_path: Path, running: list[Program], *more: str, before: str = "") -> tuple[Program, Program]:
    """A host, which may be changed by this Python, and a guest who has been asked for the invite."""
    table = ("host", "--plain", "--side", "good", *SHORT, *more)
    host = Program(tmp_path / "host", *table, before=QUICK + before)
    running.append(host)
    host.player.until("Give this invite to one other person:")
    guest = Program(tmp_path / "guest", "join", "--plain", before=QUICK)
    running.append(guest)
    guest.player.until("Paste the invite")
    return host, guest


def test_two_people_play_each_other_and_come_to_the_same_hash(tmp_path: Path, running: list[Program]) -> None:
    host, guest = pair(tmp_path, running)
    invite = host.player.next()
    assert invite is not None
    # As it may come out of a mail: quoted, and in two lines.
    guest.player.type(f'"{invite[:40]}', f'{invite[40:]}"')
    playing = threading.Thread(target=host.player.play, args=(eager,), daemon=True)
    playing.start()
    guest.player.play(eager)
    playing.join(SECONDS)
    assert host.ended() == guest.ended() == 0
    hashes = [one.player.said[-1] for one in (host, guest)]
    assert hashes[0].startswith("Final hash ") and hashes[0] == hashes[1]
    assert host.record_bytes == guest.record_bytes
    check(host.record)
    assert "You play Evil, Player plays Good." in guest.player.said


def test_a_guest_plays_the_deck_of_a_file(tmp_path: Path, running: list[Program]) -> None:
    deck = next(one for one in stock_decks().values() if one.group == "evil")
    brought = tmp_path / "afar.toml"
    brought.write_text(write_deck(msgspec.structs.replace(deck, name="From afar")), "utf-8")
    host = Program(tmp_path / "host", "host", "--plain", "--side", "good", *SHORT, before=QUICK)
    running.append(host)
    host.player.until("Give this invite to one other person:")
    guest = Program(tmp_path / "guest", "join", "--plain", "--deck", str(brought), host.player.next() or "")
    running.append(guest)
    host.player.until("Wrinkles in Time: ")  # who is asked first depends on the hands
    assert [deck.name for deck in host.record.header.decklists if deck][1] == "From afar"


def test_players_say_something_to_each_other(tmp_path: Path, running: list[Program]) -> None:
    always = Settings(stops={"wrinkles": StopRules(always=True)})
    save_settings(Profile(root=tmp_path / "host" / "tesser"), always)
    host, guest = pair(tmp_path, running)
    invite = host.player.next()
    assert invite is not None
    guest.player.type(invite, "")
    host.player.question()
    host.player.type("chat off", "chat on", "say \x1b[31mGood  luck!\x07")
    guest.player.until("Player says: [31mGood  luck!")
    assert "You say: [31mGood  luck!" in host.player.until("You say: ")
    for one, who in ((host, "You say"), (guest, "Player says")):
        one.player.type("log luck")
        assert one.player.next() == f"{who}: [31mGood  luck!"
    guest.player.type("say", "say And you.", "chat off", "say Ha!")
    host.player.until("Player says: And you.")
    said = guest.player.until(
        "Your chat is off: nothing is said and nothing heard until you turn it on again."
    )
    assert "Type say and what the other player is to hear, as: say good luck." in guest.player.said
    assert "Your chat is off: nothing is said, and nothing heard. Type chat on, or chat off." in said
    host.player.type("say Are you there?", "concede", "yes")
    host.player.until("You say: Are you there?")
    guest.player.rest()
    host.player.rest()
    assert not any("Are you there" in line for line in guest.player.said)
    assert host.ended() == guest.ended() == 0
    assert host.record_bytes == guest.record_bytes and b"luck" not in host.record_bytes


def test_time_runs_out_on_one_machine_and_is_claimed_on_the_other(
    tmp_path: Path, running: list[Program]
) -> None:
    always = Settings(stops={"wrinkles": StopRules(always=True)})
    save_settings(Profile(root=tmp_path / "host" / "tesser"), always)
    host, guest = pair(tmp_path, running, "--clock", "5")
    invite = host.player.next()
    assert invite is not None
    guest.player.type(invite)
    guest.player.until("Clock: 5 seconds a decision.")
    guest.player.type("")
    host.player.question()
    guest.player.type("claim")
    guest.player.until("Nobody's time is up, so there is nothing to claim.")
    host.player.until("Your time is up. Evil (Player) may claim the match")
    guest.player.until("Type claim, give or go on")
    assert "The time of Good (Player) is up." in guest.player.said
    guest.player.type("claim", "yes")
    assert "Your time was up, and the match was claimed." in " ".join(host.player.rest())
    assert "Good (Player) had no time left, and the match was claimed." in " ".join(guest.player.rest())
    assert host.ended() == guest.ended() == 0
    assert host.record_bytes == guest.record_bytes
    check(host.record)
    assert host.record.entries[-1].text == "forfeit" and host.record.header.clock == "5"


def test_the_match_of_who_leaves_when_the_time_is_up_can_be_claimed(
    tmp_path: Path, running: list[Program]
) -> None:
    always = Settings(stops={"wrinkles": StopRules(always=True)})
    save_settings(Profile(root=tmp_path / "host" / "tesser"), always)
    host = Program(
        tmp_path / "host", "host", "--plain", "--side", "good", *SHORT, "--clock", "5", before=QUICK
    )
    running.append(host)
    host.player.until("Give this invite to one other person:")
    guest = Program(
        tmp_path / "guest", "join", "--plain", host.player.next() or "", before=QUICK, terminal=True
    )
    running.append(guest)
    guest.player.question()
    guest.player.type("")
    guest.player.until("Type claim, give or go on")
    host.process.send_signal(signal.SIGHUP)
    guest.player.until("Type claim to claim the match, since the other side's time is up")
    guest.player.type("claim", "yes")
    assert "The match has ended here, as claimed." in " ".join(guest.player.rest())
    assert guest.record.entries[-1].text == "claimed"


def test_a_table_of_four_with_a_person_and_a_bot_on_either_side(
    tmp_path: Path, running: list[Program]
) -> None:
    table = ("--game", "time-masters", "--option", "max_turns=1", "--seats", "person=Ann,guest,random,guest")
    host = Program(tmp_path / "a", "host", "--plain", *table)
    running.append(host)
    host.player.until("Give this invite")
    invite = host.player.next()
    assert invite is not None
    guest = Program(tmp_path / "b", "join", "--plain", invite)
    running.append(guest)
    guest.player.until("Time Masters for 4 players.")
    assert guest.player.question() == {
        1: "a person at this keyboard",
        2: "the computer, greedy",
        3: "the computer, random",
    }
    guest.player.type("", "random")
    playing = threading.Thread(target=host.player.play, args=(eager,), daemon=True)
    playing.start()
    guest.player.play(eager)
    playing.join(SECONDS)
    assert host.ended() == guest.ended() == 0
    assert host.player.said[-1] == guest.player.said[-1]
    assert host.record_bytes == guest.record_bytes
    check(host.record)
    said = "You play Seat 2 and Seat 4, Ann plays Seat 1, Player's Random plays Seat 3 (a bot, random)."
    assert said in guest.player.said
    named = "Seat 1 (Ann), Seat 2 (Player), Seat 3 (Player's Random) and Seat 4 (Player's Random)"
    for program in (host, guest):
        assert f"Time Masters: {named}." in program.player.said
        assert sum(line.startswith("Place ") for line in program.player.said) == 4
        assert not any("keyboard" in line for line in program.player.said[20:]), "one person, no curtain"


def test_a_guest_that_was_stopped_at_the_offer_sits_down_all_the_same(
    tmp_path: Path, running: list[Program]
) -> None:
    host, guest = pair(tmp_path, running, before=QUICK_LINE)
    invite = host.player.next()
    assert invite is not None
    guest.player.type(invite)
    guest.player.until("Which deck do you play?")
    guest.process.send_signal(signal.SIGSTOP)
    host.player.until("The guest is gone")
    guest.process.send_signal(signal.SIGCONT)
    guest.player.type("")
    playing = threading.Thread(target=host.player.play, args=(eager,), daemon=True)
    playing.start()
    guest.player.play(eager)
    playing.join(SECONDS)
    assert host.ended() == guest.ended() == 0
    assert host.record_bytes == guest.record_bytes


def test_a_guest_is_told_what_is_wrong_and_may_leave(tmp_path: Path, running: list[Program]) -> None:
    host, guest = pair(tmp_path, running)
    invite = host.player.next()
    guest.player.type("hello")
    guest.player.until("That is no invite")
    guest.player.type(f"{invite}")
    options = guest.player.question()
    wrong = next(n for n, said in options.items() if "not legal here" in said)
    guest.player.type(str(wrong))
    guest.player.until("can't be played here. Original is ")
    guest.player.type("quit")
    guest.player.until("You left the table.")
    assert guest.ended() == 130
    host.player.until("left")
    host.player.type("quit", "yes")
    host.player.until("The table is closed.")
    assert host.ended() == 130


def test_a_guest_who_concedes_while_the_other_thinks_ends_it_for_both(
    tmp_path: Path, running: list[Program]
) -> None:
    for name in ("host", "guest"):
        always = Settings(stops={"wrinkles": StopRules(always=True)})
        save_settings(Profile(root=tmp_path / name / "tesser"), always)
    host, guest = pair(tmp_path, running)
    guest.player.type(host.player.next() or "")
    guest.player.question()  # for a deck
    guest.player.type("1")
    for one in (host, guest):
        one.player.question()
        one.player.type("pass")
    host.player.until("Fate I: play a card, or pass.")
    guest.player.until("Fate I.")
    guest.player.type("board", "concede", "yes")
    guest.player.until("You conceded.")
    host.player.until("Evil (Player) conceded.")
    assert not any("concedes" in line for line in (*host.player.said, *guest.player.said)), "said once"
    assert host.ended() == guest.ended() == 0
    assert "Force: Good 0, Evil 0. Level; Good wins ties." in guest.player.said
    check(guest.record)


def test_a_guest_that_was_killed_is_waited_for_or_the_copy_here_is_ended(
    tmp_path: Path, running: list[Program]
) -> None:
    host = Program(
        tmp_path / "host", "host", "--plain", "--side", "good", before=QUICK_SILENCE, terminal=True
    )
    running.append(host)
    host.player.until("Give this invite")
    guest = Program(tmp_path / "guest", "join", "--plain", host.player.next() or "")
    running.append(guest)
    guest.player.question()
    guest.player.type("1")
    host.player.until("Wrinkles in Time: ")
    host.player.type("end")
    host.player.until("The other side is there: concede, or offer a draw.")
    guest.kill()
    host.player.until("not heard. This side keeps looking: the match goes on by itself when the other")
    back = Program(tmp_path / "guest", "resume", "--plain")
    running.append(back)
    host.player.until("Player is back")
    back.kill()
    host.player.until("Player is not heard.")
    host.player.type("concede", "no", "end", "no", "end", "yes")
    host.player.until("The match goes on when the other side is back.")
    host.player.until("Nobody wins.")
    host.player.until("goes on with the match, and this end counts no more.")
    host.player.until("The match is over. Commands that tell of it still answer; Enter alone leaves.")
    host.player.type("")
    host.player.rest()
    assert host.ended() == 0
    assert host.record.outcome is not None and host.record.outcome.end == "left"


def test_a_table_of_nobody_is_closed(tmp_path: Path, running: list[Program]) -> None:
    program = Program(tmp_path / "a", "host", "--plain")
    running.append(program)
    program.player.until("Give this invite")
    program.player.close()
    program.player.until("The table is closed.")
    assert program.ended() == 130


def test_what_is_typed_into_a_pipe_while_a_host_waits(tmp_path: Path, running: list[Program]) -> None:
    program = Program(tmp_path / "a", "host", "--plain", "--side", "good")
    running.append(program)
    player = program.player
    player.until("Give this invite")
    player.type("hello", "hand", "invite")
    player.until("Waiting for somebody.")
    player.until("Waiting for somebody.")
    player.until("Give this invite")
    player.type("quit", "no", "quit", "yes")
    player.until("The table stays open.")
    player.until("The table is closed.")
    assert program.ended() == 130


def test_answers_written_ahead_of_a_guest_are_kept(tmp_path: Path, running: list[Program]) -> None:
    program = Program(tmp_path / "a", "host", "--plain", "--side", "good")
    running.append(program)
    program.player.type("3", "quit", "yes")
    program.player.until("3, and what follows it, is kept for the match.")
    program.process.send_signal(signal.SIGINT)
    program.player.until("The table is closed.")
    assert program.ended() == 130


def test_a_match_is_left_by_both_and_goes_on_where_they_ask_each_other(
    tmp_path: Path, running: list[Program]
) -> None:
    host, guest = pair(tmp_path, running)
    invite = host.player.next()
    assert invite is not None
    guest.player.type(invite, "", *["1"] * 20)  # so that the host is asked sooner or later
    host.player.question()
    host.player.type("1")
    host.player.until("You ")
    for program in (host, guest):
        program.kill()
    host, guest = (Program(tmp_path / name, "resume", "--plain") for name in ("host", "guest"))
    running += [host, guest]
    host.player.until("The match goes on. What happened since your last choice:")
    host.player.type("undo")
    guest.player.until("Player asks to take back the last ")
    guest.player.type("decline")
    host.player.until("Player does not agree to the take-back.")
    guest.player.type("agree")
    guest.player.until("Nobody asks for anything now.")
    host.player.type("undo")
    guest.player.until("Player asks to take back the last ")
    guest.player.type("mute")
    host.player.until("Player does not agree to the take-back.")
    guest.player.until("declined unasked; mute off ends that.")
    guest.player.type("mute off")
    guest.player.until("You are asked about take-backs again.")
    host.player.type("undo")
    guest.player.until("Player asks to take back the last ")
    host.player.until("You ask to take back")
    host.player.type("undo")
    host.player.until("You have asked for that already, and it still stands.")
    guest.player.type("decline")
    host.player.until("Player does not agree to the take-back.")
    guest.player.type("draw")
    host.player.until("Player offers a draw.")
    host.player.type("agree")
    for program in (host, guest):
        program.player.until("A draw was agreed.")
        program.player.rest()
    assert host.ended() == guest.ended() == 0
    assert host.record_bytes == guest.record_bytes


def test_a_concession_that_the_other_side_has_not_heard_is_kept_and_placed_when_both_are_back(
    tmp_path: Path, running: list[Program]
) -> None:
    host, guest = pair(tmp_path, running)
    guest.player.type(host.player.next() or "", "", *["1"] * 20)  # so that the host is asked sooner or later
    host.player.question()
    guest.kill()  # and what it has typed ahead is gone
    guest = Program(tmp_path / "guest", "resume", "--plain")
    running.append(guest)
    guest.player.until("Player is there; the match goes on.")
    host.kill()
    guest.player.until("not heard. This side keeps looking")
    guest.player.type("concede", "yes")
    guest.player.until("You have conceded. The match ends as soon as the other side hears of it")
    guest.player.type("quit", "yes")
    guest.player.until("tesser resume")
    host, guest = (Program(tmp_path / name, "resume", "--plain") for name in ("host", "guest"))
    running += [host, guest]
    guest.player.until("You conceded.")
    host.player.until("Evil (Player) conceded.")
    for program in (host, guest):
        program.player.rest()
    assert host.ended() == guest.ended() == 0 and host.record_bytes == guest.record_bytes


def test_nobody_is_told_to_wait_for_herself(tmp_path: Path, running: list[Program]) -> None:
    """While a pass that is made for her waits to leave."""
    slow = (
        "import tui.match.persons as p, tui.plain.match as m\np.SHORTEST = p.LONGEST = 1.5; m.PATIENCE = 0\n"
    )
    table = ("host", "--plain", "--seats", "person=Ivy,guest", *SHORT)
    host = Program(tmp_path / "host", *table, before=slow, terminal=True)
    running.append(host)
    host.player.until("Give this invite to one other person:")
    guest = Program(tmp_path / "guest", "join", "--plain", host.player.next() or "", before=QUICK)
    running.append(guest)
    threading.Thread(target=guest.player.play, args=(eager,), daemon=True).start()
    host.player.play(eager, "Unasked, you pass.")
    said = host.player.said
    assert any("Unasked, you pass." in line for line in said)
    assert not [line for line in said if line.startswith("Waiting. Good (Ivy)")]
