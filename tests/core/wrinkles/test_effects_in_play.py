"""What cards in play do: extra slots, bonuses, penalties, effects as they enter, abilities."""

from __future__ import annotations

import pytest

from core.wrinkles.state import EVIL, GOOD
from tests.support.scenes.wrinkles import scene

SLOTS = [
    # source, a card that fills the place, one more that the source lets in
    ("good", "20th Century Earth", "Sporos, Harcels, Madoc, Yalith", "Brandon Llawcae"),
    ("good", "Salvation", "Sporos, Harcels, Madoc, Yalith", "Brandon Llawcae"),
    ("good", "Yadah", "Star Song", "Heavenly Dance"),
    ("good", "Hatching Grounds", "Sporos, Harcels, Madoc, Yalith", "Mrs Who"),
    ("good", "Time Travel", "Sporos, Harcels, Madoc, Yalith", "Mrs Who"),
    ("good", "Charles Wallace", "Kythe", "Communion"),
    ("good", "Compassion", "Kythe", "Communion"),
    ("good", "Mrs O'Keefe", "Many Waters...", "Saint Patrick's Rune"),
    ("good", "Guidance", "Many Waters...", "Saint Patrick's Rune"),
    ("good", "Verbalization", "Many Waters...", "Saint Patrick's Rune"),
    ("good", "Mrs Which", "Talents", "Wisdom"),
    ("good", "You do not Know Everything", "Talents", "Wisdom"),
    ("good", "Guadior", "Experiment", "Quantum Leap"),
    ("good", "Faults", "Hope", "Joy"),
    ("good", "Tesseract", "Ixchel", "Uriel"),
    ("good", "Tesser", "Ixchel", "Uriel"),
    ("good", "A Wrinkle in Time", "Ixchel", "Uriel"),
    ("evil", "Camazotz", "Torture", "Insidious"),
    ("evil", "The Man with Red Eyes", "Torture", "Insidious"),
    ("evil", "Propaganda", "Torture", "Insidious"),
    ("evil", "Vespugia", "Blight", "Civil War"),
    ("evil", "Abyss", "Darkness", "Coldness"),
    ("evil", "Central Intelligence", "Fear", "Hate"),
    ("evil", "Temptation", "Fear", "Hate"),
    ("evil", "Hell", "Ancient Enemy, Echthroid Monsters, Army of Destroyers, Gwydyr", "Dragons & Wyrms"),
    ("evil", "Witch Hunt", "Deception", "Trickery"),
    ("evil", "Betrayal", "Deception", "Trickery"),
]


@pytest.mark.parametrize(("side", "source", "full", "newcomer"), SLOTS)
def test_an_extra_slot_lets_one_more_card_in(side: str, source: str, full: str, newcomer: str) -> None:
    turn = 1 if side == "good" else 2
    hand = {"hand" if side == "good" else "evil_hand": f"2 {newcomer}"}
    without = scene(**{side: full}, **hand, turn=turn, options={"replace": 0})  # type: ignore[arg-type]
    assert without.may("play") == []
    assert without.refused("play", newcomer) == f"{newcomer} can't be played: no free slot."
    seated = scene(**{side: f"{source}, {full}"}, **hand, turn=turn, options={"replace": 0})  # type: ignore[arg-type]
    seated.do(f"play {newcomer}", "pass")
    assert seated.board(turn - 1)[-1] == newcomer
    assert seated.may("play") == [], "one slot seats one card"


@pytest.mark.parametrize("source", ["Mr Murray", "Fortinbras", "Mr Jenkins"])
def test_a_murry_slot_seats_a_murry_but_nobody_else(source: str) -> None:
    s = scene(
        good=f"{source}, Sporos, Harcels, Madoc", hand="Charles Wallace, Yalith", options={"replace": 0}
    )
    assert s.may("play") == ["play Charles Wallace"]


BONUSES = [
    # source and its Force, a card that gets the bonus and its Force with it, one that doesn't
    ("Biblical Times", 2, "Yalith", 1 + 3, "Sporos", 2),
    ("Metron Ariston", 2, "Tesser", 3 + 3, "Hope", 3),
    ("The Star Watching Rock", 1, "Madoc", 3 + 3, "Sporos", 2),
    ("Ixchel", 1, "Comfort", 3 + 3, "Hope", 3),
    ("Uriel", 1, "Star Song", 3 + 3, "Hope", 3),
    ("Senex", 1, "Star Song", 3 + 3, "Hope", 3),
    ("Angelic Host", 1, "Star Song", 3 + 3, "Hope", 3),
    ("Meg Murry", 2, "Hope", 3 + 3, "Star Song", 3),
    ("Calvin O'Keefe", 2, "Kythe", 4 + 3, "Hope", 3),
    ("The Twins", 2, "Talents", 3 + 3, "Hope", 3),
    ("Proginoskes", 2, "Talents", 3 + 3, "Hope", 3),
    ("Dr Colubra/Louise the Larger", 1, "Comfort", 3 + 3, "Hope", 3),
    ("Aunt Beast", 1, "Comfort", 3 + 3, "Hope", 3),
    ("Noah's Family", 1, "Comfort", 3 + 3, "Hope", 3),
    ("Mrs Whatsit", 1, "Sporos", 2 + 3, "Guadior", 3),
    ("Listen to the Stars", 3, "Sporos", 2 + 3, "Guadior", 3),
    ("Noah", 2 + 3, "Sporos", 2 + 3, "Guadior", 3),  # Noah is a Mortal himself
    ("Mrs Who", 1, "Many Waters...", 3 + 3, "Hope", 3),
    ("Blajeny", 1 + 2, "Sporos", 2 + 2, "Hope", 3),  # a Character himself
    ("Celestial Melody", 3, "Guadior", 3 + 3, "Sporos", 2),
    ("Connected", 3, "Sporos", 2 + 1, "Hope", 3),
    ("Fight the Good Fight", 3, "Guadior", 3 + 1, "Hope", 3),
    ("Mrs Murry", 2, "Charles Wallace", 4 + 3, "Sporos", 2),  # Other Murrys: not herself
    ("Mrs Murry", 2, "The Star Watching Rock", 1 + 3, "Ixchel", 1),  # a Location may be a Murry
]
EVIL_BONUSES = [
    ("The Black Thing", 4, "Darkness", 4 + 3, "Fear", 4),
    ("IT", 3, "Torture", 3 + 3, "Fear", 4),
    ("Echthroi", 3, "Deception", 4 + 3, "Fear", 4),
    ("Echthroid Shapeshifters", 1, "Deception", 4 + 3, "Fear", 4),
    ("Mr Mortmain", 2, "Deception", 4 + 3, "Fear", 4),
    ("Echthroid Impostors", 1, "Fear", 4 + 3, "Deception", 4),
    ("Mad Dog Branzillo", 2, "Blight", 3 + 3, "Fear", 4),
    ("Ugly Laughter", 3, "Ancient Enemy", 2 + 3, "Gwydyr", 2),
]


@pytest.mark.parametrize(("source", "own", "gets", "raised", "other", "same"), BONUSES)
def test_a_bonus_of_good_counts_for_every_card_it_names_and_for_no_other(
    source: str, own: int, gets: str, raised: int, other: str, same: int
) -> None:
    s = scene(good=f"{source}, {gets}, {other}")
    assert s.each(GOOD) == {source: own, gets: raised, other: same}
    assert s.force(GOOD) == own + raised + same


@pytest.mark.parametrize(("source", "own", "gets", "raised", "other", "same"), EVIL_BONUSES)
def test_a_bonus_of_evil_counts_for_every_card_it_names_and_for_no_other(
    source: str, own: int, gets: str, raised: int, other: str, same: int
) -> None:
    s = scene(evil=f"{source}, {gets}, {other}", good="Guadior, Sporos")
    assert s.each(EVIL) == {source: own, gets: raised, other: same}
    assert s.force(EVIL) == own + raised + same
    assert s.force(GOOD) == 3 + 2, "bonuses count for one's own cards only"


SINGULAR = [
    # gift and its Force, two cards that match, one that doesn't, the total
    ("Ms Who's Glasses", "Sporos, Madoc, Guadior", 3 + 2 + 3 + 3 + 3),
    ("Childhood Resilience", "Yalith, Harcels, Sporos", 3 + 1 + 1 + 2 + 3),
    ("Teacher", "Guadior, Happy Medium, Sporos", 3 + 3 + 1 + 2 + 3),
    ("The Word of El", "Yalith, Alarid the Seraph, Sporos", 4 + 1 + 3 + 2 + 3),
    ("Might Have Been", "Madoc, Harcels, Sporos", 4 + 3 + 1 + 2 + 3),
]


@pytest.mark.parametrize(("gift", "others", "total"), SINGULAR)
def test_a_bonus_for_one_card_counts_once(gift: str, others: str, total: int) -> None:
    assert scene(good=f"{gift}, {others}").force(GOOD) == total
    assert scene(good=f"{gift}, Hope").force(GOOD) == scene(good=gift).force(GOOD) + 3, "nobody to get it"


@pytest.mark.parametrize(("gift", "outsider"), [("Childhood Resilience", "Sporos"), ("Teacher", "Sporos"),
                                                ("The Word of El", "Guadior"), ("Might Have Been", "Yalith"),
                                                ("Ms Who's Glasses", "Guadior")])  # fmt: skip
def test_a_bonus_for_one_card_goes_to_no_card_of_another_kind(gift: str, outsider: str) -> None:
    alone = scene(good=gift).force(GOOD)
    assert scene(good=f"{gift}, {outsider}").force(GOOD) == alone + scene(good=outsider).force(GOOD)


def test_stench_of_evil_takes_two_from_each_of_the_opponents_mortals_only() -> None:
    s = scene(good="Madoc, Sporos, Guadior", evil="Stench of Evil, Gwydyr")
    assert s.each(GOOD) == {"Madoc": 1, "Sporos": 0, "Guadior": 3}
    assert s.each(EVIL) == {"Stench of Evil": 3, "Gwydyr": 2}


def test_dissonance_takes_two_from_each_of_the_opponents_songs_only() -> None:
    s = scene(good="Star Song, Ancient Harmonies, Hope", evil="Dissonance")
    assert s.each(GOOD) == {"Star Song": 1, "Ancient Harmonies": 3, "Hope": 3}


ENTERING = [
    # card, what lies there, what it may discard
    ("good", "Special Care", "Fear, Hate, Deception", ["Fear", "Hate"]),
    ("good", "Miracle", "Murder, Kidnap, Deception", ["Kidnap", "Murder"]),
    ("good", "What is Real?", "Deception, Trickery, Fear", ["Deception", "Trickery"]),
    ("good", "Nature Abhors a Vacuum", "Darkness, Coldness, Fear", ["Coldness", "Darkness"]),
    ("evil", "Tower of Babel", "Kythe, Communion, Hope", ["Communion", "Kythe"]),
    ("evil", "Cosmic Scream", "Kythe, Communion, Hope", ["Communion", "Kythe"]),
    ("evil", "Disharmony", "Star Song, Heavenly Dance, Hope", ["Heavenly Dance", "Star Song"]),
    ("evil", "Silence", "Star Song, Heavenly Dance, Hope", ["Heavenly Dance", "Star Song"]),
]


@pytest.mark.parametrize(("side", "card", "there", "targets"), ENTERING)
def test_a_card_that_enters_may_discard_one_card_of_its_kind(
    side: str, card: str, there: str, targets: list[str]
) -> None:
    me, other = (GOOD, EVIL) if side == "good" else (EVIL, GOOD)
    zones = {"hand" if me == GOOD else "evil_hand": card, "evil" if me == GOOD else "good": there}
    s = scene(**zones, turn=me + 1)  # type: ignore[arg-type]
    s.do(f"play {card}")
    whose = "Evil's" if me == GOOD else "Good's"
    assert s.asked == ("entering", me)
    assert s.may() == sorted(["decline", *(f"discard {whose} {name}" for name in targets)])
    s.do(f"discard {whose} {targets[0]}")
    assert s.pile(other) == [targets[0]]
    assert s.board(me) == [card]
    assert s.asked == ("window", other), "the other seat has the next go"


@pytest.mark.parametrize(("side", "card", "there", "targets"), ENTERING)
def test_a_card_that_enters_may_leave_everything_as_it_is(
    side: str, card: str, there: str, targets: list[str]
) -> None:
    me, other = (GOOD, EVIL) if side == "good" else (EVIL, GOOD)
    zones = {"hand" if me == GOOD else "evil_hand": card, "evil" if me == GOOD else "good": there}
    s = scene(**zones, turn=me + 1)  # type: ignore[arg-type]
    s.do(f"play {card}", "decline")
    assert s.board(other) == there.split(", ") and s.pile(other) == []
    bare = scene(**{key: text for key, text in zones.items() if "hand" in key}, turn=me + 1)  # type: ignore[arg-type]
    bare.do(f"play {card}")
    assert bare.asked == ("window", other), "nothing to discard, nothing asked"


def test_rip_in_the_galaxy_has_the_opponent_discard_one_card_of_its_choice() -> None:
    s = scene(evil_hand="Rip in the Galaxy", hand="Hope, Faith, Birth", turn=2).do("play Rip in the Galaxy")
    assert s.asked == ("lose", GOOD)
    assert s.may() == ["discard Birth", "discard Faith", "discard Hope"]
    s.do("discard Faith")
    assert s.pile(GOOD) == ["Faith"] and s.hand(GOOD) == ["Hope", "Birth"]
    assert s.board(EVIL) == ["Rip in the Galaxy"]


def test_ugiel_draws_one_card_as_he_enters() -> None:
    s = scene(evil_hand="Ugiel the Nephilim", evil_deck="Fear, Hate", turn=2).do("play Ugiel the Nephilim")
    assert s.hand(EVIL) == ["Fear"]
    assert s.asked == ("window", GOOD), "what a card does as it enters can't be answered"


def test_each_happy_medium_draws_one_more_card_in_destiny_i_and_in_no_other() -> None:
    s = scene(good="2 Happy Medium", deck="40 Hope", evil_deck="40 Fear", phase="Test")
    s.close()
    assert s.phase == "Destiny I" and len(s.hand(GOOD)) == 9 and len(s.hand(EVIL)) == 7
    s = scene(good="2 Happy Medium", deck="40 Hope", evil_deck="40 Fear", phase="Challenge I")
    s.close()
    assert s.phase == "Destiny II" and len(s.hand(GOOD)) == 7


def test_grandfather_lamech_is_discarded_from_play_to_draw_two() -> None:
    s = scene(good="Grandfather Lamech", deck="Hope, Faith, Joy", phase="Test")
    s.do("use Grandfather Lamech")
    assert s.hand(GOOD) == ["Hope", "Faith"] and s.pile(GOOD) == ["Grandfather Lamech"]
    assert s.board(GOOD) == [] and s.asked == ("window", EVIL)


def test_lamech_can_be_used_in_his_owners_own_go_only() -> None:
    s = scene(good="Grandfather Lamech", deck="Hope", evil_hand="Chaos", turn=2)
    assert s.may() == ["pass", "play Chaos"]
    s.do("play Chaos")
    assert s.asked == ("answer", GOOD) and s.may() == ["let it resolve"]


def test_alarid_is_discarded_from_play_to_negate_a_special() -> None:
    s = scene(good="Alarid the Seraph", evil_hand="Chaos", evil_deck="3 Fear", turn=2).do("play Chaos")
    assert s.asked == ("answer", GOOD)
    s.do("negate with Alarid the Seraph")
    assert s.hand(EVIL) == [] and s.pile(EVIL) == ["Chaos"]
    assert s.pile(GOOD) == ["Alarid the Seraph"] and s.board(GOOD) == []


COVERED = {
    *(source for _, source, _, _ in SLOTS),
    "Mr Murray", "Fortinbras", "Mr Jenkins",
    *(row[0] for row in BONUSES + EVIL_BONUSES),
    *(row[0] for row in SINGULAR),
    *(card for _, card, _, _ in ENTERING),
    "Stench of Evil", "Dissonance", "Rip in the Galaxy", "Ugiel the Nephilim", "Happy Medium",
    "Grandfather Lamech", "Alarid the Seraph",
}  # fmt: skip
"""Cards whose effect is tested here."""
