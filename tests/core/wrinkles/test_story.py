"""What the story of a match of Wrinkles in Time tells, on known boards and known matches."""

from __future__ import annotations

from core.contract.header import Decklist
from core.contract.story import Chapter, Story
from core.engine.match import Match
from core.engine.plies import story_of
from core.wrinkles.state import EVIL, GOOD
from core.wrinkles.wrinkles import load
from tests.support.matches import header
from tests.support.scenes.wrinkles import Scene, scene

GAME = load()


def account(made: Scene, seat: int | None = None) -> list[str]:
    return GAME.texts.account(GAME.mask(made.state, seat))


def test_both_totals_are_told_by_what_is_printed_given_and_taken() -> None:
    made = scene(
        good="Noah, Yalith, Harcels, Mrs Whatsit, Childhood Resilience", evil="Abyss, Stench of Evil"
    )
    # Noah 2, Yalith 1, Harcels 1, Whatsit 1, the gift 3; two times three for three Mortals, three for a
    # child, two less for each Mortal.
    assert account(made, GOOD) == [
        "Your 23: 8 printed on 5 cards, 21 more by bonuses, 6 less by Evil's cards.",
        "Your strongest: Yalith 8, Noah 6, Harcels 5.",
        "Most was given by Noah +9, Mrs Whatsit +9, Childhood Resilience +3.",
        "Most was taken by Stench of Evil -6.",
        "Evil's 5: 5 printed on 2 cards.",
        "Evil's strongest: Stench of Evil 3, Abyss 2.",
    ]
    assert account(made)[0].startswith("Good's 23:")
    assert account(made, EVIL)[0].endswith("6 less by your cards.")


def test_what_is_lost_below_zero_is_not_counted() -> None:
    made = scene(good="Star Song, Sporos, Harcels", evil="Abyss, Dissonance, Stench of Evil")
    assert account(made)[0] == (
        "Good's 1: 6 printed on 3 cards, 6 less by Evil's cards, "
        "1 of that not counted, since no card is below 0."
    )


def test_an_empty_board_and_a_bonus_of_this_turn() -> None:
    made = scene(evil="IT, Echthroi", evil_hand="Mirror Images", turn=2)
    made.do("play Mirror Images", "let it resolve")
    assert account(made)[0] == "Good's 0: no card in play."
    assert "3 more by bonuses" in account(made)[1]
    assert "Most was given by Specials of this turn +3." in account(made)


def played(good: dict[str, int], evil: dict[str, int], *acts: str, **options: int) -> tuple[Match, list[str]]:
    """A match with these decks, played in words; `..` passes until somebody else than a window is asked."""
    names = {card.name: card.id for card in GAME.cards}
    decks = [Decklist("Test", {names[name]: n for name, n in deck.items()}) for deck in (good, evil)]
    match = Match(header(GAME, 1, options, decks=decks), GAME)
    for act in acts:
        seat, _, said = act.partition(": ")
        while True:
            decision = match.decision()
            assert decision is not None and decision.choices is not None, act
            here = {GAME.texts.say(one, match.view(decision.seat)): one for one in decision.choices}
            if GAME.roles[decision.seat] == seat and said in here:
                match.choose(here[said])
                break
            match.choose(decision.choices[0])  # Pass, or whatever comes first.
    return match, story_of(match, GOOD).lines()


def finish(match: Match) -> Story:
    while (decision := match.decision()) is not None:
        assert decision.choices
        match.choose(decision.choices[0])
    return story_of(match, GOOD)


def chapter(told: Story, number: int) -> tuple[Chapter, list[str]]:
    found = told.chapters[number]
    return found, [sentence.text for sentence in found.sentences]


def test_the_story_of_a_known_match() -> None:
    match, lines = played(
        {"Hope": 1, "Noah": 1, "Yalith": 1, "Answer to Prayer": 1},
        {"IT": 1, "Camazotz": 1, "Chain Reaction": 1, "Fear": 1},
        "Good: play Hope",
        "Evil: play IT",
        "Evil: play Chain Reaction",
        "Good: negate with Answer to Prayer",
        "Good: play Noah",
        max_turns=2,
    )
    assert lines[0] == "Turn 1, Fate I. Good holds 3 tokens, Evil 3."
    assert "Turn 1, so far" in lines
    assert "  Now: Good 8 against Evil 3." in lines
    told = finish(match)
    first, texts = chapter(told, 0)
    assert first.title == "Turn 1"
    assert texts[0] == "You led."
    assert "Fate I: your Noah, 5 to your advantage." in texts
    assert "Fate I: your Answer to Prayer negated Evil's Chain Reaction." in texts
    assert "Test: Good 8, Evil 3. You took a token and held 4." in texts
    assert texts.index("Fate I: your Hope, 3 to your advantage.") < texts.index(
        "Fate I: your Noah, 5 to your advantage."
    )
    _, texts = chapter(told, 1)
    assert texts[0] == "Evil led. You were ahead by 5 with what lay in play already."
    assert told.summary[0].text == "The match ended in turn 2, with 5 tokens for Good and 1 for Evil."
    assert told.summary[1].text == "Tests won: Good 2, Evil 0. The closest was that of turn 1, by 5."


def test_what_turned_the_test_is_told() -> None:
    match, lines = played(
        {"Noah": 1, "Yalith": 1, "Love": 1},
        {"IT": 1, "Fear": 1},
        "Good: play Noah",
        "Evil: play Fear",
        "Evil: play IT",
        "Good: play Love",
    )
    turned = [line for line in lines if "turned" in line]
    # Fear and IT were 7 against 5; before that Good was ahead, and is again.
    assert turned == ["  Fate I: your Love turned the lead your way, so far."], "there was no Test yet"
    _, texts = chapter(finish(match), 0)
    assert "Fate I: your Love turned the Test your way, and it stayed so." in texts


def test_each_sentence_leads_to_a_moment_in_which_it_is_true() -> None:
    match, _ = played({"Hope": 1, "Noah": 1}, {"IT": 1}, "Good: play Hope", "Good: play Noah", max_turns=1)
    told = finish(match)
    for part in told.chapters:
        for sentence in part.sentences:
            state = match.state_at(sentence.n)
            if "your Hope" in sentence.text or "your Noah" in sentence.text:
                names = [GAME.cards[state.cards[handle]].name for handle in state.board[GOOD]]
                assert any(name in sentence.text for name in names)
            if sentence.text.startswith("Test: "):
                assert f"Good {GAME.total(state, GOOD)}, Evil {GAME.total(state, EVIL)}" in sentence.text
                assert state.tokens == [3, 3]


def test_a_conceded_match_says_who_and_where() -> None:
    match, _ = played({"Hope": 1}, {"IT": 1}, "Good: play Hope")
    match.play(EVIL, "concede")
    assert story_of(match, EVIL).summary[0].text == (
        "You conceded in turn 1, with 3 tokens for Good and 3 for Evil."
    )


def test_when_a_test_is_settled_it_is_said_how_both_totals_came_about() -> None:
    made = scene(good="Noah, Hope", evil="Stench of Evil", phase="Test")
    made.do("pass")
    before = GAME.mask(made.state, EVIL)
    made.do("pass")
    said = [comment for event in made.events for comment in GAME.texts.comment(event, before)]
    assert said == [
        "Good's 6: 5 printed on 2 cards, 3 more by bonuses, 2 less by your cards.",
        "Your 3: 3 printed on 1 card.",
    ]
