"""Time Masters in plain mode: played by its text alone, by two to four, and all there is to ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import registry
from core.contract.choice import Choice
from core.contract.outcome import Outcome
from core.engine.record import verify
from core.timemasters.choices import NAMES
from net.protocol.identity import verify as verify_signature
from tests.support.kept import record
from tests.support.matches import Walk
from tests.support.plain import choices, eager, session
from tests.support.scenes.boosted import boosted, played
from tests.support.scenes.timemasters import about_to_delay, scene
from tests.tui.plain.test_telling import check
from tui.boards import teller
from tui.exit_status import FINISHED
from tui.match.act import Act
from tui.match.plans import PERSON, LocalPlan
from tui.plain.question import Asked

pytestmark = pytest.mark.usefixtures("nothing_hidden_is_read")

GAME = registry.load("time-masters")
WORDS = teller(GAME)


def plan(*players: str, rounds: int = 3, seed: int = 4, **options: int) -> LocalPlan:
    """A short match on this machine, the first seat to begin."""
    chosen = {"max_turns": rounds, "first": 1, **options}
    return LocalPlan(GAME.name, players, (None,) * len(players), chosen, seed=seed)


@pytest.mark.parametrize(
    "players", [(PERSON, "random"), ("random", PERSON, "random"), ("random", PERSON, "random", PERSON)]
)
def test_a_match_is_played_by_its_text_alone(tmp_path: Path, players: tuple[str, ...]) -> None:
    with session(tmp_path, lambda one: one.begin(plan(*players))) as (player, status):
        said = player.play(eager)
    assert status == [FINISHED]
    kept = record(tmp_path)
    assert kept.outcome is not None and not kept.torn
    verify(kept, GAME, verify_signature)
    assert any(line.endswith("for nothing.") or " Kè." in line for line in said)
    assert any(line.startswith("The last round is over") for line in said)


def test_in_hot_seat_nothing_of_a_hand_is_said_before_its_player_has_the_keyboard(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan(PERSON, PERSON, PERSON, rounds=2))) as (player, status):
        said = player.play(eager)
    assert status == [FINISHED]
    has_it, drawn = False, 0
    for line in said:
        if line.startswith("Hand the keyboard to "):
            has_it = False
        elif line.endswith("press Enter when you have it."):
            has_it = True
        elif line.startswith("You draw ") or choices([line]):
            assert has_it, line
            drawn += line.startswith("You draw ")
    assert drawn >= 6


def test_everything_can_be_said_of_every_position() -> None:
    kinds: set[str] = set()
    for number in range(14):
        kinds |= _say_everything(number)
    # Too rare in random play to wait for.
    for s in (
        scene(hand="Spark", timers="Sundial, Pendulum").do("place Spark"),
        scene(hand="Deja Vu", zone="Spark, Torrent").do("cast Deja Vu"),
        scene(hand="Premonition", spheres={1: "Spark", 2: "Torrent"}).do("cast Premonition"),
        scene(hand="Forced Release", others=({"timers": "Sundial, Pendulum(Spark; Breath)"},)).do(
            "cast Forced Release"
        ),
    ):
        kinds.add(_say_position(s.state))
    assert kinds == set(NAMES.values()), "every question there is was asked"


def test_everything_can_be_said_of_boosted_positions() -> None:
    for number in range(12):
        s = boosted(number)
        for _ in played(s, number, 6):
            _say_position(s.state)


def _say_everything(number: int) -> set[str]:
    kinds: set[str] = set()
    for ply in Walk(GAME, number):
        if ply.n % 23 and ply.decision.kind in kinds:
            continue
        kinds.add(_say_position(ply.before))
    return kinds


def _say_position(state) -> str:  # type: ignore[no-untyped-def]
    """Say all that can be said; the kind of the question."""
    seat = GAME.decision(state).seat
    view = GAME.mask(state, seat)
    decision = GAME.decision(view)
    assert decision is not None
    asked = Asked(GAME, WORDS, Act(GAME, view, decision))
    offered = [choice for row in asked.choices if row.choice for choice in (row.choice, *row.alike)]
    assert len(offered) == len(decision.choices or ()) and set(offered) == set(decision.choices or ())
    check(asked.lines())
    for row in asked.rows:
        check(asked.explain(row))
    for reader in (*range(state.seats), None):
        eyes = GAME.mask(state, reader)
        at = -1 if reader is None else reader
        check(WORDS.board(eyes, at))
        check(WORDS.discards(eyes, at))
        check([one.line for one in WORDS.in_play(eyes, at)])
        if reader is not None:
            check([one.line for one in WORDS.hand(eyes, at)])
    return str(decision.kind)


def test_equal_cards_of_the_hand_are_one_choice_and_any_of_them_is_played() -> None:
    s = scene(hand="2 Spark, Breath", zone="", ke=(3, 0, 0))
    view = GAME.mask(s.state, 0)
    asked = Asked(GAME, WORDS, Act(GAME, view, GAME.decision(view)))
    (spark,) = (row for row in asked.choices if row.said == "cast Spark")
    assert len(spark.handles) == 2
    assert [
        line for line in asked.lines() if line.startswith(f"{spark.number}: cast Spark, one of 2 alike: ")
    ]
    assert asked.rows_for("cast spark") == asked.rows_for(str(spark.number)) == [spark]
    (breath,) = (row for row in asked.choices if "play Breath" in row.said)
    assert "alike" not in asked.lines()[breath.number]


def board(s, seat: int | None = 0) -> list[str]:  # type: ignore[no-untyped-def]
    return WORDS.board(GAME.mask(s.state, seat), -1 if seat is None else seat)


def test_the_board_says_all_that_lies_there_to_each_what_it_may_know() -> None:
    s = scene(
        hand="Spark", deck="Haste", pile="2 Breath", zone="Torrent, Twin Moment", ke=(2, 3, 1),
        timers="Pendulum(Spark; Breath)", others=({"hand": "2 Haste", "timers": "Timer(Recovery; Spark)"},),
        spheres={1: "Breath, Spark", 3: "Deja Vu"},
    )  # fmt: skip
    mine = board(s)
    for line in (
        "Round 2, your turn, main phase.",
        "Your Kè: 2 active, 3 spent, 1 ephemeral.",
        "Your Spell zone: Torrent and Twin Moment. 2 access points.",
        "Your Timer Pendulum, 1 of 2 slots free; on it Spark, under it Breath."
        " Holds 2 spells. On activation: recover 2 Kè.",
        "Seat 2's Timer, full; on it Recovery, under it 1 card. Holds 1 spell.",
        "Sphere 1, 2 cards, on top Breath: concentration. Recover 2 Kè. Open now, the card beneath too.",
        "Sphere 2 is empty.",
        "Sphere 3, 1 card, on top Deja Vu: spell, cost 1. Repeat the effect of another spell in your Spell"
        " zone, not one that repeats. 1 access point short.",
    ):
        assert line in mine
    assert any(
        line.startswith("You have ") and "1 card in hand, 1 in the deck, 2 in" in line for line in mine
    )
    theirs = board(s, 1)
    assert theirs.index("Your Kè: 4 active, 0 spent.") < theirs.index(
        "Seat 1's Kè: 2 active, 3 spent, 1 ephemeral."
    )
    assert any("Seat 1's Timer Pendulum" in line and "under it 1 card" in line for line in theirs)
    assert any("Your Timer, full; on it Recovery, under it Spark." in line for line in theirs)
    assert any(line.endswith("Open to Seat 1 now, the card beneath too.") for line in theirs)


def test_who_chooses_a_delay_card_hears_which_the_others_know_and_will_know_there() -> None:
    s = about_to_delay("Second Thought")
    view = GAME.mask(s.state, 0)
    lines = Asked(GAME, WORDS, Act(GAME, view, GAME.decision(view))).lines()
    warned = "all have seen it, and will know that it lies there"
    assert [line for line in lines if warned in line] == [line for line in lines if "Second Thought" in line]
    assert len([line for line in lines if "under it" in line]) > 1
    s.do("under Second Thought")
    for seat in (0, 1, None):
        assert any("under it Second Thought." in line for line in board(s, seat))
    s = scene(timers="Pendulum(Spark; Breath, Haste)")
    s.state.known[s.state.timers[0][0].under[0]] = 3
    assert any("under it Breath and 1 other card." in line for line in board(s, 1))


def test_what_a_spell_costs_now_is_said_with_its_reasons() -> None:
    s = scene(hand="Haste, Torrent, Avalanche", deck="Spark", timers="Crystal Clock", ke=(3, 0, 0))
    s.state.surcharge[0] = 1
    view = GAME.mask(s.state, 0)
    decision = GAME.decision(view)
    assert decision is not None
    said = {one.line.partition(":")[0]: one.line for one in WORDS.hand(view, 0)}
    assert "costs 3 Kè, printed 2, 1 more by an opponent's spell" in said["Torrent"]
    assert "costs 4 Kè" in said["Avalanche"] and "you have 3" in said["Avalanche"]
    asked = Asked(GAME, WORDS, Act(GAME, view, decision))
    lines = asked.lines()
    there = ": place Avalanche on a Timer: 3 Kè on your Crystal Clock. Draw 4 cards, then discard 1 card"
    assert any(line.endswith(there) for line in lines)
    avalanche = next(one for one in view.hand[0] if GAME.cards[view.cards[one]].name == "Avalanche")
    assert WORDS.why_not(avalanche, decision, view) == "Avalanche costs 4 Kè, you have 3."


def test_waiting_tokens_are_said_to_whom_they_concern() -> None:
    s = scene(hand="Standstill", deck="Spark", ke=(4, 0, 0)).do("cast Standstill")
    assert (
        "Your Kè: 4 active, 0 spent. Your next spell, in your next turn, costs 1 more."
        " You may spend 3 Kè at most in your next turn."
    ) in board(s, 1)
    assert any(line.startswith("Seat 2's Kè: ") and "It may spend 3 Kè at most" in line for line in board(s))


def test_the_end_says_what_decides_at_equal_points_where_it_did() -> None:
    for places, scores, told in (((1, 2), (3, 3), True), ((1, 2), (4, 3), False), ((1, 1), (3, 3), False),
                                 ((1, 3, 2), (5, 2, 2), True), ((1, 2, 2), (5, 2, 2), False)):  # fmt: skip
        assert ("more Kè decide" in WORDS.ending(Outcome(places, scores, "max_turns"))) == told


def test_what_would_find_nothing_says_so() -> None:
    for pile, vain in (("", True), ("Spark", False)):
        s = scene(hand="Rewind", pile=pile, zone="Haste", ke=(3, 1, 0))
        decision, view = s.game.decision(s.state), s.game.mask(s.state, 0)
        assert decision is not None and decision.choices is not None
        cast = next(one for one in decision.choices if one.kind == "cast")
        assert ("it finds nothing" in WORDS.worth(cast, decision, view)) == vain


def test_what_wastes_something_is_asked_again(tmp_path: Path) -> None:
    for ke, asked in (((3, 1, 0), True), ((4, 0, 0), False)):
        s = scene(hand="Spark", ke=ke)
        decision, view = s.game.decision(s.state), s.game.mask(s.state, 0)
        assert decision is not None
        said = WORDS.sure(Choice("end"), decision, view)
        assert ("only a pass brings your spent Kè back" in said) == asked, "until some are spent"
    with session(tmp_path, lambda one: one.begin(plan(PERSON, "random"))) as (player, _):
        options = player.question()
        end = next(number for number, said in options.items() if said.startswith("end the main phase"))
        player.type(str(end))
        assert not any("Yes or no?" in line for line in player.until("take"))


def test_equal_cards_of_a_pile_are_said_once_with_their_number() -> None:
    s = scene(pile="Recovery, Concentration, Spark, Concentration")
    assert WORDS.discards(s.game.mask(s.state, 0), 0)[:2] == [
        "Your discard pile, 4 cards, the newest first, equal ones together:",
        "2 Concentration, Spark and Recovery.",
    ]


def test_everything_can_be_asked_for(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(plan(PERSON, "random", "random"))) as (player, _):
        player.question()
        for command, wanted in (
            ("help", "board: the Spheres, and everybody's Kè, Timers, cards and Spell zone"),
            ("score", "Points, you: 0, Random 2: 0, Random 3: 0."),
            ("board", "Random 3 has 0 points, 5 cards in hand, 5 in the deck, 0 in the discard pile."),
            ("discards", "Random 3's discard pile, 0 cards."),
            ("hand", "Concentration: concentration, level 0. Recover 1 Kè."),
            ("log 3", "Round 1, your turn."),
            ("story", "Random 3's 0 points: only cards of level 0."),
            ("card deja", "Spell, Cost 1."),
            ("rules t14", "Example: Your Spell zone holds Twin Moment"),
            ("rules ke", "A small portion of time"),
            ("why", "You are asked again after each thing you do"),
            ("why pass", "nothing to recover, all your Kè are active."),
            (
                "why energy",
                "Discard Energy Loop for a Kè: one of two, and you have none spent; spell, cost 2, level 0.",
            ),
        ):
            player.type(command)
            player.until(wanted)
