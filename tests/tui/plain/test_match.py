"""Matches in plain mode, played by somebody who reads what is printed and nothing else."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from core import registry
from core.engine.record import verify
from net.protocol.identity import verify as verify_signature
from tests.support.kept import record
from tests.support.plain import choices, eager, plan, session
from tui.exit_status import FINISHED, INTERRUPTED
from tui.match.plans import PERSON
from tui.profile import Profile
from tui.settings import load_settings

GAME = registry.load("wrinkles")


def check_record(folder: Path) -> None:
    """The match that was kept is whole, and by the rules."""
    kept = record(folder)
    assert kept.outcome is not None and not kept.torn
    verify(kept, GAME, verify_signature)


@pytest.mark.parametrize("players", [(PERSON, "random"), ("random", PERSON)])
def test_a_match_is_played_by_its_text_alone(tmp_path: Path, players: tuple[str, str]) -> None:
    with session(tmp_path, lambda one: one.begin(plan(*players))) as (player, status):
        said = player.play(eager)
    assert status == [FINISHED]
    assert any(line in ("Good wins.", "Evil wins.") for line in said)
    assert any(" replacing " in line for line in said)
    check_record(tmp_path)


def test_whoever_passes_only_is_asked_less_and_still_comes_to_the_end(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan())) as (player, status):
        player.play(lambda options, last: str(min(options)))
    assert status == [FINISHED]
    check_record(tmp_path)


def test_in_hot_seat_nothing_of_a_hand_is_said_before_its_player_has_the_keyboard(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan(PERSON, PERSON))) as (player, status):
        said = player.play(eager)
    assert status == [FINISHED]
    side = {info.name: info.group for info in GAME.cards}
    reader = ""
    drawn = 0
    for line in said:
        if line.startswith("Hand the keyboard to "):
            reader = ""
        elif line.endswith("press Enter when you have it."):
            reader = line.partition(",")[0].lower()
        elif line.startswith("You draw "):
            names = line.removeprefix("You draw ").removesuffix(".").split(", ")
            # A name with a comma in it comes in two parts, which are no names.
            assert {side[name] for name in names if name in side} == {reader}
            drawn += len(names)
        elif line.startswith("Hand the") or choices([line]):
            assert reader
    assert drawn > 30
    check_record(tmp_path)


def test_at_a_change_of_players_only_enter_goes_on(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan(PERSON, PERSON))) as (player, status):
        player.until("Good, press Enter when you have it.")
        player.type("1", "hand", "board")
        player.until("Only Enter is taken here, by Good")
        player.until("Only Enter is taken here, by Good")
        assert player.until("Only Enter is taken here, by Good") == player.said[-1:]
        player.type("", "hand")
        player.question()
        assert "Special" in "".join(player.until("Special"))
        player.type("quit", "no", "quit", "yes")
        player.rest()
    assert status == [INTERRUPTED]
    assert record(tmp_path).entries == ()


def test_in_hot_seat_the_next_player_may_pass_without_the_keyboard(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan(PERSON, PERSON)), always=True) as (player, _):
        player.until("Good, press Enter when you have it.")
        player.type("")
        player.question()
        player.type("pass")
        player.until(
            "Destiny I: play a Special, or pass. Type pass if Evil only passes, without the keyboard."
        )
        player.until("Evil, press Enter when you have it.")
        player.type("pass")
        said = player.until("Fate I: play")
        assert "Evil passes." in said and not any("Hand the keyboard" in line for line in said)
        player.question()
    assert [entry.text for entry in record(tmp_path).entries] == ["pass", "pass"]


BAD = [
    "0", "99", "-1", "1 2", "1,1", "1.5", "99999999999999999999", "\u0661", "play", "xyzzy", "x" * 5000,
    "card xyzzy", "log x", "log 0", "log -1", "undo x", "undo 0", "undo 999",
    "back", "hand 3", "quit it",
]  # fmt: skip


def test_bad_input_is_explained_and_loses_nothing(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan()), always=True) as (player, status):
        player.question()
        for line in BAD:
            player.type(line)
            answer = player.next()
            assert answer is not None and answer.endswith("."), line
            assert len(answer) < 400
        player.type("concede", "perhaps", "no", "quit", "n", "")
        player.until("Type yes or no")
        player.until("The match goes on.")
        player.until("The match goes on.")
        player.question()
        player.type("quit", "yes")
        rest = player.rest()
    assert status == [INTERRUPTED]
    assert rest[-1].startswith("The match is kept, as ") and "tesser resume" in rest[-1]
    assert record(tmp_path).entries == ()
    assert all(char.isprintable() for line in player.said for char in line)


def test_lines_at_random_end_in_no_traceback_and_the_match_can_be_played_on(tmp_path: Path) -> None:
    rng = random.Random(4)
    words = [
        *(name for info in GAME.cards for name in info.name.split()),
        *"123456789",
        "why",
        "card",
    ]
    words += [
        "back",
        "log",
        "board",
        "hand",
        "score",
        "discards",
        "lists",
        "match",
        "help",
        "again",
        "",
        "pass",
    ]
    with session(tmp_path, lambda one: one.begin(plan(seed=11))) as (player, status):
        player.question()
        for _ in range(300):
            player.type(" ".join(rng.choice(words) for _ in range(rng.randrange(1, 4))))
        player.type("concede", "yes", "concede", "yes", "yes")
        said = player.rest()
    assert status == [FINISHED]
    assert "Evil wins." in said
    check_record(tmp_path)


def test_the_end_of_the_input_ends_the_match_and_keeps_its_record(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan())) as (player, status):
        player.question()
        player.type("1")
        player.question()
        player.close()
        rest = player.rest()
    assert status == [INTERRUPTED]
    assert rest[0] == "The input has ended, so the match stops here."
    assert record(tmp_path).entries


def test_what_a_script_has_written_ahead_waits_for_its_questions(tmp_path: Path) -> None:
    def said_by(folder: Path) -> list[str]:
        folder.mkdir()
        with session(folder, lambda one: one.begin(plan())) as (player, _):
            player.type("pass", "hand", "1", "score", "1", "1", "quit", "yes")
            player.close()
            said = player.rest()
        return [line for line in said if not line.startswith("The match is kept")]

    first = said_by(tmp_path / "first")
    assert first[-1] == "You left the match."
    assert said_by(tmp_path / "second") == first


def test_a_choice_is_named_by_any_part_that_is_its_own(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan())) as (player, _):
        options = player.question()
        cards = [said.removeprefix("play ").partition(":")[0] for said in options.values() if "play " in said]
        player.type("play")
        listed = player.until(f'"play" fits {len(cards)}: ')[-1]
        assert all(card in listed for card in cards[:12])
        player.type(f"why {cards[0]}", cards[0].upper())
        player.until(f"You play {cards[0]}.")


def test_why_a_card_of_the_hand_cannot_be_played(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan(seed=5)), always=True) as (player, _):
        last = max(player.question())
        player.type("hand")
        hand = choices([player.next() or "" for _ in range(7)])
        number, line = next((n, line) for n, line in hand.items() if "only in Fate" in line)
        assert number > last
        name = line.partition(":")[0]
        for typed in (f"why {number}", f"why {name}", str(number), name):
            player.type(typed)
            player.until(f"{name} can't be played: only in Fate.")


def test_one_choice_is_taken_back_or_several(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan(seed=5)), always=True) as (player, _):
        player.question()
        player.type("1")
        player.question()
        player.type("1")
        player.question()
        player.type("undo 2")
        player.until("Taken back: 2 choices, from pass on (marked).")
        first = player.question()
        player.type("undo 7", "1")
        player.until("You have not made so many choices.")
        player.question()
        player.type("2")  # a card, which becomes known
        player.question()
        player.type("undo")
        player.until("Type undo 1 to take it back all the same.")
    assert first == {1: "pass"}
    assert "undo 0 marked" in [entry.text for entry in record(tmp_path).entries]


def test_everything_can_be_asked_for(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan(seed=5)), always=True) as (player, _):
        player.question()
        for command, wanted in (
            ("help", "concede: give the match up"),
            ("score", "Balance tokens: Good 3, Evil 3."),
            ("board", "Your hand 7, deck 118, discard pile 0."),
            ("discards", "Evil's discard pile, 0 cards."),
            ("lists", "Evil's deck, Evil, the printed list, 102 cards, 32b5d031a84c:"),
            ("log 3", "You draw "),
            ("log DRAW seven xyz", 'Nothing in the log has the words "DRAW seven xyz".'),
            ("log evil draws", "Evil draws 7 cards."),
            ("match", "Evil: random."),
            ("card hope", "Good. Feeling, Force 3."),
            ("card mrs", "fits "),
            ("?", "help: this list"),
            ("again", "Choose 1: pass."),
        ):
            player.type(command)
            player.until(wanted)


def test_a_game_without_words_of_its_own_can_be_played(tmp_path: Path, pocket: object) -> None:
    from tui.match.plans import LocalPlan

    three = LocalPlan("pocket", (PERSON, "random", "random"), (None, None, None), {}, seed=2)
    with session(tmp_path, lambda one: one.begin(three)) as (player, status):
        player.question()
        player.type("hand", "board", "why 1", "discards", "card eight", "again")
        player.play(lambda options, last: str(min(options)))
    assert status == [FINISHED]


def test_a_record_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.touch()
    with session(tmp_path, lambda one: one.begin(plan(save=there))) as (player, status):
        said = player.rest()
    assert status == [3]
    assert "exists already" in said[-1]


def test_where_one_is_asked_is_changed_and_kept(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan(seed=5)), always=True) as (player, _):
        player.question()
        player.type("stops", "stops usual", "stops challenge I never", "stops xx never", "stops test")
        player.until("Everything is asked.")
        player.until("Fate II: always asked.")
        player.until("Challenge I: not asked.")
        player.until('Nothing here fits "xx"')
        player.until("stops usual: as the game has it.")
        player.type("stops always", "stops challenge II never", "stops always off")
        player.until("Everything is asked.")
        player.until("Everything is asked.")
        player.until("What you have just set holds from stops always off on:")
        player.until("Challenge II: not asked.")
        player.until("Challenge I: not asked.")
    rules = load_settings(Profile(root=tmp_path)).rules("wrinkles")
    assert rules.at == {"Challenge I": "never", "Challenge II": "never"} and not rules.always


def test_passing_to_a_phase_is_told_and_asks_what_cannot_be_passed(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan(seed=5)), always=True) as (player, _):
        player.question()
        player.type("pass to", "pass to xyzzy", "pass to test")
        player.until("Pass to which phase?")
        player.until('Nothing here fits "xyzzy"')
        player.until("Passing to Test.")
        options = player.question()
        assert all(said.startswith("discard ") for said in options.values())
        at = player.said.index("Unasked, you let it resolve.")
        name = player.said[at - 2].removeprefix("Evil plays ").rstrip(".")
        assert player.said[at - 1].startswith(f'{name}: "'), "what it did is said where it was not asked"


def test_the_rules_can_be_read(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan(seed=5)), always=True) as (player, _):
        player.question()
        player.type("rules", "rules R7", "why", "rules xyzzy")
        player.until("Adding up Force")
        player.until("R7 ")
        player.until("Type why with a number or a name")
        player.until("Nothing in the rules")


def test_several_cards_are_discarded_at_once_and_back_starts_again(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan(seed=5))) as (player, _):
        options = player.question()
        assert len(options) == 7 and "Discard 2 cards" in " ".join(player.said)
        name = options[3].removeprefix("discard ").partition(":")[0]
        for line, answer in (
            ("1 2 3", "That is 3 numbers; at most 2 are wanted."),
            ("1 1", "A number stands twice there."),
            ("1 99", "There is no 99 here"),
            ("3", "Discard 1 card from hand"),
            ("3", "3 is chosen already; back starts again."),
            ("hand", options[7].removeprefix("discard ")),
        ):
            player.type(line)
            player.until(answer)
        player.type("back")
        assert player.question() == options
        player.type("3 7")
        player.until(f"You discard {name} from hand.")
        player.question()
        player.type("discards")
        player.until("Your discard pile, 2 cards, the newest first:")


def test_the_story_so_far_is_told_where_it_is_asked_for(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan()), always=True) as (player, _):
        player.question()
        player.type("story")
        player.until("Turn 1, Destiny I. Good holds 3 tokens, Evil 3.")
        player.until("Now: Good 0 against Evil 0.")
        # The question is open as before.
        player.type("1")
        player.until("You pass.")
        player.type("quit", "yes")
        player.rest()


def test_on_a_terminal_a_match_that_is_over_can_still_be_looked_at(tmp_path: Path) -> None:
    closed = plan(seed=5, lists="closed")
    with session(tmp_path, lambda one: one.begin(closed), interactive=True) as (player, status):
        player.question()
        player.type("lists")
        player.until("Evil's deck stays secret until the match is over.")
        player.type("concede", "yes")
        player.until("The match is over.")
        for command, wanted in (
            ("story", "concede"),
            ("lists", "Evil's deck, Evil, the printed list, 102 cards, 32b5d031a84c:"),
            ("board", "Your board: 0 cards"),
            ("undo", "The match is over."),
            ("1", "The match is over."),
        ):
            player.type(command)
            player.until(wanted)
        player.type("")
        player.rest()
    assert status == [FINISHED]


def test_questions_without_their_choices_for_who_wants_them_so(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan()), always=True) as (player, _):
        player.question()
        player.type("short", "pass")
        player.until("Choose; ")
        start = len(player.said)
        assert not choices(player.said[start - 2 :])
        player.type("")
        assert player.question()
        player.type("short")
        player.until("From now on a question lists its choices.")


def test_on_a_terminal_an_answer_never_settles_a_question_that_was_not_there_yet(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan()), always=True, interactive=True) as (player, _):
        player.question()
        player.type("1", "1", "")
        player.question()
        player.type("quit", "yes")
        player.rest()
        assert player.said.count("You pass.") == 1
        # It depends on how long the computer thinks.
        said = "\n".join(player.said)
        assert "was not taken." in said or "Nothing is asked of you now" in said


def test_to_pass_is_the_word_for_every_choice_that_names_no_card(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan(seed=5)), always=True) as (player, _):
        player.question()
        player.type("pass")
        assert player.question()[1] == "let it resolve"
        player.type("pass")
        player.until("You let it resolve.")


@pytest.mark.parametrize("typed", ["-1", "+3x", "-1 2"])
def test_what_was_typed_is_quoted_as_it_was(typed: str, tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan(seed=5)), always=True) as (player, _):
        player.question()
        player.type(typed, "why " + typed)
        player.until(f'"{typed}"')
        player.until(f'fits "{typed}"')
