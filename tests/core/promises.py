"""The promises of the core, as checks of one ply of a random match.

Each raises AssertionError if a promise is broken. The tests say how many matches and plies are looked at.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from core import bots
from core.contract.chance import Chance
from core.contract.choice import HIDDEN, Choice, Decision
from core.contract.event import Dealt, Event, Shown, Shuffled, Told
from core.contract.game import AnyGame
from core.contract.header import Header
from core.contract.stream import Stream
from core.engine.match import difference
from core.engine.notation import read_choice, write_choice
from core.engine.preview import Preview
from tests.core.shadow import Recorder, packed
from tests.support.matches import Ply, Walk


def need_of(state: Any, seat: int | None) -> int:
    """The bits that a card must have for this reader to see it."""
    return (1 << state.seats) - 1 if seat is None else 1 << seat


def readers(state: Any) -> list[int | None]:
    """Every seat, and somebody without one."""
    return [*range(state.seats), None]


def permuted(game: AnyGame, state: Any, seat: int | None, keep: set[int], stream: Stream) -> Any:
    """Another state that a reader can't tell from this one: unseen identities permuted within lots.

    The cards of the handles in `keep` stay where they are.
    """
    other, need = game.copy(state), need_of(state, seat)
    for number in range(len(state.lots)):
        handles = [
            handle
            for handle, lot in enumerate(state.lot)
            if lot == number and state.known[handle] & need != need and handle not in keep
        ]
        identities = [state.cards[handle] for handle in handles]
        stream.shuffle(identities)
        for handle, card in zip(handles, identities, strict=True):
            other.cards[handle] = card
    return other


def refilled(game: AnyGame, state: Any, seat: int | None, stream: Stream) -> Any:
    """Another state that a reader can't tell from this one: what it may not know of blanked lots differs."""
    other, need = game.copy(state), need_of(state, seat)
    for number, may_know in enumerate(state.lot_seats):
        if may_know & need == need:
            continue
        members = [handle for handle, lot in enumerate(state.lot) if lot == number]
        for handle in members:
            if state.known[handle] & need != need:
                other.cards[handle] = stream.below(len(game.table))
        other.lots[number] = tuple(sorted(other.cards[handle] for handle in members))
    return other


def view_never_tells(game: AnyGame, header: Header, state: Any, stream: Stream) -> None:
    """Promise 2, for every reader."""
    assert header.seed is not None
    for seat in readers(state):
        view = game.mask(state, seat)
        data = packed(view)
        for other in (permuted(game, state, seat, set(), stream), refilled(game, state, seat, stream)):
            told = game.mask(other, seat)
            assert packed(told) == data, f"the view of {seat} tells at {difference(view, told)}"
        seed = header.seed
        assert bytes.fromhex(seed) not in data and seed.encode() not in data
        for handle, card in enumerate(view.cards):
            visible = state.known[handle] & need_of(state, seat) == need_of(state, seat)
            assert card == (state.cards[handle] if visible else HIDDEN)


def blindfold(game: AnyGame, header: Header, chance: Chance, ply: Ply, stream: Stream) -> int:
    """Promise 1, for every seat. Returns how many seats it was checked for."""
    decision, checked = ply.decision, 0
    for seat in readers(ply.before):
        view = game.mask(ply.before, seat)
        seen = game.decision(view)
        assert seen is not None
        assert seen.choices == (decision.choices if seat == decision.seat else None)
        assert (seen.seat, seen.kind, seen.start, seen.about, seen.limit) == (
            decision.seat, decision.kind, decision.start, decision.about, decision.limit,
        )  # fmt: skip
        other = _playable(game, ply, seat, stream)
        if other is None:
            continue
        checked += 1
        differs = game.decision(other)
        assert differs is not None
        assert (differs.seat, differs.kind, differs.start, differs.about, differs.limit) == (
            decision.seat, decision.kind, decision.start, decision.about, decision.limit,
        )  # fmt: skip
        if seat == decision.seat:
            assert differs.choices == decision.choices
            for name in bots.names():
                if not bots.thinks(name) or stream.below(10) == 0:
                    picks = [_pick(name, game, header, view, seen), _pick(name, game, header, other, differs)]
                    assert picks[0] == picks[1]
            assert game.why_not(view, Choice("nothing")) == game.why_not(other, Choice("nothing"))
        asked = [game.texts.ask(seen, game.mask(each, seat)) for each in (ply.before, other)]
        assert asked[0] == asked[1]
        recorder = Recorder(other)
        game.apply(other, ply.choice, chance, recorder)
        assert [event for event, _ in recorder.seen] == [event for event, _ in ply.seen]
        mine, theirs = game.mask(ply.after, seat), game.mask(other, seat)
        assert packed(mine) == packed(theirs), f"{seat} is told at {difference(mine, theirs)}"
        assert [game.texts.tell(event, mine) for event, _ in ply.seen] == [
            game.texts.tell(event, theirs) for event, _ in recorder.seen
        ]
    return checked


def _pick(name: str, game: AnyGame, header: Header, state: Any, decision: Decision) -> Choice:
    """What a bot picks that is shown what the seat sees of this state."""
    seat = decision.seat
    header = msgspec.structs.replace(
        header, seats=tuple(msgspec.structs.replace(each, player=bots.player(name)) for each in header.seats)
    )
    return bots.seated(header, seat, game).pick(game.mask(state, seat), decision)


def _playable(game: AnyGame, ply: Ply, seat: int | None, stream: Stream) -> Any:
    """A permuted state in which the same choice can be made and shows this reader the same cards.

    None if none was found: where another seat took a card from its deck, which it might not hold there.
    """
    need = need_of(ply.before, seat)
    keep = {ply.choice.handles[0]} if ply.choice.card != HIDDEN and ply.choice.handles else set()
    keep |= {
        event.handle
        for event, _ in ply.seen
        if isinstance(event, Dealt | Shown) and ply.after.known[event.handle] & need == need
    }
    # Where hidden cards were shuffled, others would be seen afterwards had they lain in another order.
    for event, _ in ply.seen:
        keep |= set(event.handles) if isinstance(event, Shuffled) else set()
    for _ in range(8):
        other = permuted(game, ply.before, seat, keep, stream)
        if game.check(other, ply.choice) is None:
            return other
    return None


def foreseen(game: AnyGame, state: Any, choice: Choice, chance: Chance) -> Preview:
    """What a preview on the view of the seat that chooses says is what comes, as far as it says anything."""
    decision = game.decision(state)
    assert decision is not None
    view = game.mask(state, decision.seat)
    before = packed(view)
    preview = Preview(game, view)
    preview.play(choice)
    assert packed(view) == before, "a preview is made on the view itself"
    after = game.copy(state)
    recorder = Recorder(after)
    game.apply(after, choice, chance, recorder)
    happened = [_unnamed(event, preview.view) for event, _ in recorder.seen]
    told = [_unnamed(event, preview.view) for event in preview.events]
    if preview.unknown:
        assert preview.news and preview.decision() is None
        assert happened[: len(told)] == told
        return preview
    assert happened == told
    seen = game.mask(after, decision.seat)
    seen.cards = [
        HIDDEN if hidden == HIDDEN else card
        for card, hidden in zip(seen.cards, preview.view.cards, strict=True)
    ]
    assert packed(seen) == packed(preview.view), f"it comes otherwise at {difference(seen, preview.view)}"
    asked, expected = preview.decision(), game.decision(after)
    assert (asked is None) == (expected is None)
    if asked is not None and expected is not None:
        chosen = None if preview.news or expected.seat != decision.seat else expected.choices
        expected = msgspec.structs.replace(expected, choices=chosen)
        assert asked == expected, f"{asked} was foreseen, {expected} is asked"
    return preview


def _unnamed(event: Event, view: Any) -> Event:
    """An event without the card that it names, where this view has not learned what that is."""
    if isinstance(event, Told) and event.handle >= 0 and view.cards[event.handle] == HIDDEN:
        return msgspec.structs.replace(event, card=HIDDEN)
    return event


def again(game: AnyGame, chance: Chance, ply: Ply) -> None:
    """Promise 4 for bare states: a copy played on leaves the original; played again it comes to the same."""
    before, after = packed(ply.before), packed(ply.after)
    first, second = game.copy(ply.before), game.copy(ply.before)
    game.apply(first, ply.choice, chance)
    assert packed(ply.before) == before, "a copy shares something with its original"
    recorder = Recorder(second)
    game.apply(second, ply.choice, chance, recorder)
    assert packed(first) == packed(second) == after
    assert recorder.seen == ply.seen


def sound(game: AnyGame, walk: Walk, ply: Ply) -> None:
    """Promise 5: the state is possible, and every choice offered can be made, written and read."""
    assert game.problems(ply.before) == [], f"at ply {ply.n} of {walk}"
    assert Counter(ply.before.cards) == Counter(walk.start.cards), "a card has become another"
    choices = ply.decision.choices
    assert choices and len(set(choices)) == len(choices)
    view = game.mask(ply.before, ply.decision.seat)
    assert game.problems(view) == []
    for choice in choices:
        assert game.check(ply.before, choice) is None
        assert read_choice(write_choice(choice, game.table), game) == choice
        assert choice.card == HIDDEN or choice.card in (
            ply.before.cards[handle] for handle in _named(ply, choice)
        )
        assert game.texts.say(choice, view)
        game.key(choice, view)
    assert game.texts.ask(ply.decision, view)
    game.value(view, ply.decision.seat)
    assert game.outcome(ply.before) is None and game.outcome(view) is None


def _named(ply: Ply, choice: Choice) -> tuple[int, ...] | range:
    return choice.handles[:1] or range(len(ply.before.cards))


def chained(previous: Ply | None, ply: Ply) -> None:
    """A pick that draws, shuffles, shows a card or asks another seat is the last of its chain."""
    if previous is None:
        assert ply.decision.start
        return
    news = any(isinstance(event, Shuffled | Dealt | Shown) for event, _ in previous.seen)
    if news or previous.decision.seat != ply.decision.seat:
        assert ply.decision.start, f"{ply.decision.kind} goes on a chain that {previous.choice} ended"


def imagined(game: AnyGame, header: Header, state: Any, stream: Stream) -> None:
    """A determinization is a possible state that its reader can't tell from the real one."""
    lists = [dict(deck.cards) if deck else dict.fromkeys(game.table, 1) for deck in header.decklists]
    apart = len({game.deck_group(seat) for seat in range(state.seats)}) == state.seats
    for seat in range(state.seats):
        view = game.mask(state, seat)
        guess = game.determinize(view, lists, stream)
        assert game.problems(guess) == []
        assert HIDDEN not in guess.cards
        again = game.mask(guess, seat)
        assert packed(again) == packed(view), f"a guess differs at {difference(view, again)}"
        if header.lists == "open" or apart:
            assert Counter(guess.cards) == Counter(state.cards), "the lists were right, and the guess is not"
