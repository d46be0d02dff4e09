"""Matches: the hash chain, entries that are refused, endings, take-backs, replay."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contract.choice import Choice
from core.contract.errors import GameError
from core.contract.stream import Stream, numbered_seed
from core.engine.chain import hash_key, header_hash, numbered_match, signing_bytes
from core.engine.entry import Entry
from core.engine.match import IllegalEntry, Match, Rejected, StaleEntry, difference, replay
from core.engine.notation import Malformed
from core.wrinkles.state import EVIL, GOOD
from core.wrinkles.wrinkles import load
from tests.core.shadow import packed
from tests.pocket.game import Pocket
from tests.support.matches import header

PERSON, BOT = "person", "bot:random@1"


def wrinkles(**changes: Any) -> Match:
    return Match(header(load(), **changes), load())


def playing(match: Match, number: int, most: int = 10**6) -> Match:
    """The match, played on at random for so many entries."""
    stream = Stream(numbered_seed(number), "test play")
    for _ in range(most):
        decision = match.decision()
        if decision is None:
            break
        assert decision.choices
        match.choose(decision.choices[stream.below(len(decision.choices))])
    return match


def test_each_hash_covers_all_before_it_and_is_keyed_by_the_seed() -> None:
    match = playing(wrinkles(), 1, 5)
    pack = msgspec.msgpack.Encoder(order="deterministic").encode
    assert match.header.seed is not None
    key = blake2b(bytes.fromhex(match.header.seed), digest_size=32, person=b"tesser-hash").digest()
    expected = blake2b(pack(match.header), digest_size=16, key=key).digest()
    assert match.h0 == expected
    for n, entry in enumerate(match.entries, 1):
        data = pack([expected, n, entry.by, entry.text, match.state_at(n)])
        expected = blake2b(data, digest_size=16, key=key).digest()
        assert entry.hash == expected.hex() and entry.signature is None
    assert match.head == expected


def test_what_a_number_stands_for_is_pinned() -> None:
    assert numbered_seed(7).hex() == blake2b(b"tesser seed 7", digest_size=32).hexdigest()
    assert numbered_seed(7).hex()[:16] == "405def17d3a79c8f"
    assert numbered_match(numbered_seed(7), 1) == "5f5b104fe869ca9507c7e2bb66adf640"
    assert hash_key(numbered_seed(7)).hex()[:16] == "6ec0347d97678ab5"
    assert (
        signing_bytes("ab" * 16, 3, b"\x01\x02").hex()
        == "94ac74657373657220656e747279c410abababababababababababababababab03c4020102"
    )


def test_the_header_hash_leaves_out_what_peers_do_not_know_yet() -> None:
    full = header(load())
    bare = msgspec.structs.replace(full, seed=None)
    dealt = msgspec.structs.replace(full, commits=("aa", "bb"), nonces=("cc", "dd"))
    assert header_hash(full) == header_hash(bare) == header_hash(dealt)
    assert header_hash(full) != header_hash(header(load(), options={"evil_draw": 1}))
    assert header_hash(full) != header_hash(header(load(), lists="closed"))


@pytest.mark.parametrize("seed", [None, "", "ab", "zz" * 32, "AB" * 32, " ".join(["ab"] * 32), "\u0663" * 64])
def test_a_match_needs_a_seed(seed: str | None) -> None:
    with pytest.raises(GameError, match="seed"):
        Match(msgspec.structs.replace(header(load()), seed=seed), load())


@pytest.mark.parametrize("match", ["", "ab", "zz" * 16, "AB" * 16])
def test_a_match_needs_an_id(match: str) -> None:
    with pytest.raises(GameError, match="match id"):
        Match(msgspec.structs.replace(header(load()), match=match), load())


def test_preparing_an_entry_changes_nothing_and_committing_makes_it_the_next() -> None:
    match = wrinkles()
    before, head = packed(match.state), match.head
    prepared = match.prepare(GOOD, "pass")
    assert (match.n, match.head, packed(match.state)) == (0, head, before)
    decision = match.decision()
    assert decision is not None and decision.seat == GOOD
    entry = match.commit(prepared, "ab")
    assert entry == Entry(GOOD, "pass", prepared.hash.hex(), "ab")
    assert match.entries == [entry] and match.head == prepared.hash != head
    decision = match.decision()
    assert decision is not None and decision.seat == EVIL


def test_whoever_changes_the_list_of_choices_changes_his_own_copy_only() -> None:
    match = wrinkles()
    decision = match.decision()
    assert decision is not None and decision.choices
    legal = decision.choices[:]
    decision.choices[:] = [Choice("allow")]
    with pytest.raises(IllegalEntry):
        match.prepare(GOOD, "allow")
    again = match.decision()
    assert again is not None and again.choices == legal
    match.play(GOOD, "pass")


def test_of_two_prepared_entries_only_one_can_be_committed() -> None:
    match = wrinkles()
    first, second = match.prepare(GOOD, "pass"), match.prepare(GOOD, "concede")
    match.commit(first)
    with pytest.raises(StaleEntry, match="Another entry came first"):
        match.commit(second)
    assert match.outcome is None and match.n == 1


@pytest.mark.parametrize(
    "text",
    ["", " ", "pass ", " pass", "play", "play x", "play 01", "play 1 ", "play 1=", "play 1=wit/good/nobody",
     "play 1  2", "play 12345", "play -1", "play 1=2=3", "play 1 2=wit/good/hope", "pass\u00e9", "undo",
     "undo x", "undo 1 2", "undo 0 marked twice", "undo 00", "undo -1", "undo 7", "undo 0", "undo \u00b2",
     "undo " + "9" * 5000, "concede now", "draw ", "forfeit 1", "play " + "1 " * 300 + "1"],
)  # fmt: skip
def test_what_is_no_entry_is_malformed_or_refused_and_changes_nothing(text: str) -> None:
    match = wrinkles()
    before = packed(match.state)
    with pytest.raises((Malformed, Rejected)):
        match.prepare(GOOD, text)
    assert packed(match.state) == before and match.n == 0


@settings(max_examples=150, deadline=None)
@given(by=st.integers(-1, 3), text=st.text(max_size=40) | st.from_regex(
    r"(play|pass|undo|use|discard|allow|negate)( [0-9\u0660\u00b2]{1,5}(=wit/good/[a-z]+)?){0,3}( marked)?",
    fullmatch=True))  # fmt: skip
def test_no_text_does_more_than_be_refused_or_be_the_next_legal_entry(by: int, text: str) -> None:
    match = wrinkles()
    try:
        prepared = match.prepare(by, text)
    except (Malformed, Rejected):
        return
    assert by == GOOD or text in ("concede", "draw")
    assert prepared.text == text and prepared.n == 1


def test_a_choice_of_another_seat_is_stale() -> None:
    with pytest.raises(StaleEntry, match="Evil has no choice to make now"):
        wrinkles().prepare(EVIL, "pass")


def test_a_seat_that_is_not_there_is_malformed() -> None:
    for by in (-1, 2):
        with pytest.raises(Malformed, match="There is no seat"):
            wrinkles().prepare(by, "pass")


def test_an_illegal_choice_says_why() -> None:
    match = wrinkles()
    evils = match.state.hand[EVIL][0]
    name = load().table[match.state.cards[evils]]
    with pytest.raises(IllegalEntry, match="That card is not in your hand"):
        match.prepare(GOOD, f"play {evils}={name}")
    with pytest.raises(IllegalEntry, match="You can't allow now"):
        match.prepare(GOOD, "allow")


@pytest.mark.parametrize("text", ["\x1b[31mpass", "pass\x07", "undo \x1b[2J", "concede \x1b", "x" * 400])
def test_a_refusal_never_carries_what_would_reach_the_terminal(text: str) -> None:
    with pytest.raises((Malformed, Rejected)) as refused:
        wrinkles().prepare(GOOD, text)
    assert str(refused.value).isprintable() and len(str(refused.value)) < 200


@pytest.mark.parametrize(("by", "places"), [(GOOD, (2, 1)), (EVIL, (1, 2))])
def test_anybody_may_concede_at_any_time_and_then_the_match_is_over(by: int, places: tuple[int, ...]) -> None:
    match = playing(wrinkles(), 2, 3)
    match.play(by, "concede")
    assert match.outcome is not None
    assert (match.outcome.places, match.outcome.scores, match.outcome.end) == (places, (3, 3), "concede")
    assert match.decision() is None
    for text in ("pass", "concede", "undo 0"):
        with pytest.raises(StaleEntry, match="The match is over"):
            match.prepare(by, text)


def test_with_three_seats_the_others_share_first_place(pocket: Pocket) -> None:
    match = Match(header(pocket), pocket)
    match.play(1, "concede")
    assert match.outcome is not None
    assert match.outcome.places == (1, 3, 1) and match.outcome.winner is None


def test_a_draw_is_for_people() -> None:
    match = wrinkles()
    match.play(EVIL, "draw")
    assert match.outcome is not None
    assert match.outcome.places == (1, 1) and match.outcome.winner is None and match.outcome.end == "draw"
    for other in (wrinkles(players=(PERSON, BOT)), wrinkles(players=(PERSON, BOT), peers=(0, 1))):
        with pytest.raises(IllegalEntry, match="agreed"):
            other.prepare(GOOD, "draw")
    assert wrinkles(peers=(0, 1)).prepare(GOOD, "draw").outcome, "at each of two machines there is a person"


def test_a_pass_is_taken_back_as_long_as_nobody_else_has_chosen() -> None:
    match = wrinkles()
    start = packed(match.state)
    match.play(GOOD, "pass")
    assert match.free_undos(GOOD) == [0] and match.free_undos(EVIL) == []
    after = packed(match.state)
    match.play(GOOD, "undo 0")
    assert packed(match.state) == start and match.n == 2, "nothing is cut out"
    match.play(GOOD, "pass")
    assert packed(match.state) == after, "applied again, it comes to the same"
    match.play(EVIL, "pass")
    assert match.free_undos(GOOD) == [], "a person has chosen since"
    with pytest.raises(IllegalEntry, match="can't be taken back"):
        match.prepare(GOOD, "undo 2")


def test_the_pass_of_a_bot_does_not_count() -> None:
    match = wrinkles(players=(PERSON, BOT))
    match.play(GOOD, "pass")
    match.play(EVIL, "pass")
    assert match.state.phase == 1, "the window closed, nothing was drawn"
    match.play(GOOD, "undo 0")
    assert match.state.phase == 0


def test_what_showed_a_card_is_not_taken_back_for_nothing() -> None:
    match = wrinkles(players=(PERSON, BOT))
    for _ in range(200):
        decision = match.decision()
        assert decision is not None and decision.choices
        play = next((choice for choice in decision.choices if choice.kind == "play"), None)
        match.choose(play or decision.choices[0])
        if play and decision.seat == GOOD:
            break
    n = match.n
    with pytest.raises(IllegalEntry, match="something became known"):
        match.prepare(GOOD, f"undo {n - 1}")
    match.play(GOOD, f"undo {n - 1} marked")
    assert packed(match.state) == packed(match.state_at(n - 1))


def test_a_marked_take_back_goes_as_far_as_one_likes_against_bots_only() -> None:
    match = playing(wrinkles(players=(PERSON, BOT)), 3, 40)
    states = [packed(match.state_at(n)) for n in range(41)]
    for target in (33, 7, 0):
        match.play(GOOD, f"undo {target} marked")
        assert packed(match.state) == states[target]
    match.play(GOOD, "undo 40 marked")
    assert packed(match.state) == states[40], "the entries taken back are still there to go to"
    hot_seat = playing(wrinkles(), 3, 40)
    with pytest.raises(IllegalEntry):
        hot_seat.prepare(GOOD, "undo 0 marked")


def test_over_the_network_only_own_choices_can_be_gone_back_to_and_nothing_is_free() -> None:
    match = wrinkles(peers=(0, 1))
    start = packed(match.state)
    match.play(GOOD, "pass")
    assert match.free_undos(GOOD) == [] and match.agreed_undos(GOOD) == [0]
    assert match.agreed_undos(EVIL) == [] and wrinkles().agreed_undos(GOOD) == []
    for by, text in ((EVIL, "undo 0"), (GOOD, "undo 0 marked")):
        with pytest.raises(IllegalEntry):
            match.prepare(by, text)
    match.play(GOOD, "undo 0")
    assert packed(match.state) == start and match.agreed_undos(GOOD) == []


def test_take_backs_at_random_lead_back_to_the_same_bytes() -> None:
    for number in range(6):
        match = wrinkles(seed=number, players=(PERSON, BOT), options={"max_turns": 1})
        stream = Stream(numbered_seed(number), "test undo")
        states = [packed(match.state)]
        free = 0
        while (decision := match.decision()) is not None and match.n < 100:
            assert decision.choices
            match.choose(decision.choices[stream.below(len(decision.choices))])
            states.append(packed(match.state))
            free_now = match.free_undos(GOOD)
            back = free_now[stream.below(len(free_now))] if free_now else None
            if back is not None and match.outcome is None and stream.below(2):
                redo = match.entries[back]
                match.play(GOOD, f"undo {back}")
                assert packed(match.state) == states[back]
                match.play(GOOD, redo.text)
                assert packed(match.state) == states[back + 1]
                states += [states[back], states[back + 1]]
                free += 1
        assert free > 2
        assert [packed(match.state_at(n)) for n in (0, match.n // 2, match.n)] == [
            states[0], states[match.n // 2], states[match.n],
        ]  # fmt: skip


def test_a_replay_comes_to_the_same_match_take_backs_and_all() -> None:
    match = playing(wrinkles(players=(PERSON, BOT)), 4, 30)
    match.play(GOOD, "undo 20 marked")
    playing(match, 5, 10).play(EVIL, "concede")
    again = replay(match.header, match.entries, load())
    assert again.head == match.head and again.outcome == match.outcome
    assert packed(again.state) == packed(match.state)


def test_a_replay_stops_at_the_first_entry_that_does_not_agree() -> None:
    match = playing(wrinkles(), 6, 6)
    entries = list(match.entries)
    flipped = msgspec.structs.replace(entries[3], hash="0" * 32)
    with pytest.raises(Rejected, match="hash of entry 4"):
        replay(match.header, [*entries[:3], flipped, *entries[4:]], load())
    with pytest.raises(Rejected):
        replay(match.header, entries[1:], load())
    with pytest.raises(Rejected):
        replay(header(load(), seed=2), entries, load())


def test_a_difference_names_the_first_field_that_differs() -> None:
    match = playing(wrinkles(), 7, 4)
    state, copy = load().copy(match.state), load().copy(match.state)
    assert difference(state, copy) is None
    copy.hand[EVIL][3] += 1
    assert difference(state, copy) == "hand[1][3]"
    copy.hand[EVIL][3] -= 1
    copy.deck[GOOD].pop()
    assert difference(state, copy) == f"deck[0][{len(copy.deck[GOOD])}]"
    copy = load().copy(state)
    copy.turn += 1
    copy.over = 1
    assert difference(state, copy) == "turn"
